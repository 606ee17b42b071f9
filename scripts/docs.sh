#!/usr/bin/env bash
# Builds the reference of the public headers and all pages into build/docs/html. Fails on every warning of doxygen.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v doxygen >/dev/null; then
    # shellcheck source=scripts/setup.sh
    . scripts/setup.sh
    need_packages doxygen
fi
rm -rf build/docs
mkdir -p build/docs
doxygen docs/Doxyfile
if [ -s build/docs/warnings.txt ]; then
    sed "s,$PWD/,," build/docs/warnings.txt >&2
    echo "$(grep -c warning: build/docs/warnings.txt) warnings" >&2
    exit 1
fi
echo "build/docs/html/index.html"
