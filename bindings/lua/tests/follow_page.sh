#!/usr/bin/env bash
# Follows docs/learn/lua.md in each interpreter, in an empty folder: every file is written, every command run, and what it
# prints compared.
set -eu
. bindings/lua/interpreters.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PLOY_SOURCE=$PWD
for name in $interpreters; do
    mkdir -p "$work/$name/bin" "$work/$name/farm"
    ln -s "$(command -v "$name")" "$work/$name/bin/lua"
    ln -s "$PLOY_BUILD/ploy" "$work/$name/bin/ploy"
    module="$(module_of "$name")/?.so"
    PATH=$work/$name/bin:$PATH LUA_CPATH=$module LUA_CPATH_5_4=$module \
        node scripts/follow_tutorial.mjs docs/learn/lua.md "$work/$name/farm" "$name"
done

# The first agent of the README has at most 20 lines, and eats.
awk '/^```lua$/ { inside = 1; next } /^```$/ { inside = 0 } inside' bindings/lua/README.md >"$work/first.lua"
lines=$(wc -l <"$work/first.lua")
[ "$lines" -gt 0 ] && [ "$lines" -le 20 ] || { echo "the first agent has $lines lines" >&2; exit 1; }
for name in $interpreters; do
    [ "$(run_lua "$name" "$work/first.lua" | tr '\n' ' ')" = "5 s: eats 18 s: eats " ] || { echo "$name: the first agent does not eat" >&2; exit 1; }
done
echo "the first agent has $lines lines"
