#!/usr/bin/env bash
# The description of the interface and all that is generated from it agree with the headers.
set -eu
cd "$(dirname "$0")/.."

for tool in clang node; do
    command -v "$tool" >/dev/null || { echo "$tool is missing" >&2; exit 1; }
done
bash bindings/generate.sh --check || { echo "run bindings/generate.sh" >&2; exit 1; }

declared=$(cat include/ploy/*.h | grep -c '^PLOY_API')
described=$(sed -n '/^"functions"/,$p' bindings/interface.json | grep '^{' | grep -vc '"inline":true')
[ "$declared" -eq "$described" ] || { echo "the headers have $declared functions, bindings/interface.json has $described" >&2; exit 1; }
