#!/usr/bin/env bash
# The tutorial's file and program broken in more than a thousand ways, one at a time: each is answered with a message,
# or the script says why it is harmless. $PLOY_LONG: with every misspelling of every name.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${PLOY:-}" ]; then
    echo "skipped: the program was not built"
    exit 0
fi
build=$(dirname "$PLOY")
[ -e "$build/src/libploy-io.so" ] || { echo "skipped: the shared libraries were not built"; exit 0; }
command -v node >/dev/null || { echo "skipped: node is not installed"; exit 0; }
node tests/mutants.mjs docs/learn/tutorial.md "$(realpath "$build")"
