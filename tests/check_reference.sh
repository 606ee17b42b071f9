#!/usr/bin/env bash
# The reference of the public headers and all pages build without a warning of doxygen, where it is installed.
set -eu
cd "$(dirname "$0")/.."
command -v doxygen >/dev/null || { echo "skipped: doxygen is not installed"; exit 0; }
scripts/docs.sh
