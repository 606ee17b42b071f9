#!/usr/bin/env bash
# Writes docs/reference/python.md again.
set -eu
cd "$(dirname "$0")/../.."
. bindings/languages.sh
. bindings/python/python.sh

python bindings/python/reference.py
