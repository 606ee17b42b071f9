#!/usr/bin/env bash
# Takes the pictures of the README and the docs again, into docs/pictures.
set -euo pipefail
cd "$(dirname "$0")/.."
PLOY=$(realpath "${PLOY:-build/release/ploy}")
export PLOY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -d tests/inspector/node_modules ] || (cd tests/inspector && npm ci --no-progress --loglevel=error)
mkdir -p docs/pictures

# The tutorial's program: the last version of each of its files, built and run.
awk -v work="$work" '
    /^<!-- file: [^ \/]+ -->$/ { name = $3; next }
    /^```/ && file { close(file); file = ""; next }
    /^```/ && name { file = work "/" name; printf "" >file; name = ""; next }
    file { print >file }' docs/learn/tutorial.md
build=$(dirname "$PLOY")
cc -std=c11 -Iinclude "$work/farm.c" -o "$work/farm" "$build/src/libploy-io.a" "$build/src/libploy.a" -lexpat -lpthread
(cd "$work" && ./farm >/dev/null)

node tests/inspector/screenshots.mjs "$work" docs/pictures
