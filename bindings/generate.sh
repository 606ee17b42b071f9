#!/usr/bin/env bash
# bindings/generate.sh            describes the headers, then writes the generated files of every binding, and the page that
#                                 says what each of them has
# bindings/generate.sh --check    says which of them are out of date
set -eu
cd "$(dirname "$0")/.."

bad=0
for generator in bindings/describe.mjs bindings/*/generate.mjs bindings/reach.mjs; do
    [ ! -f "$generator" ] || node "$generator" "$@" || bad=1
done
exit "$bad"
