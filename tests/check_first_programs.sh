#!/usr/bin/env bash
# How much C the first programs take: lines without blank and comment lines, and distinct functions of Ploy. Fails when a
# program of examples/ is longer than promised, or when the table of docs/internals/front_door.md says something else.
set -eu
cd "$(dirname "$0")/.."
page=docs/internals/front_door.md

errors=0
complain() {
    echo "$1" >&2
    errors=$((errors + 1))
}

# The code alone: comments go, then lines with nothing on them.
code() { # NAME
    perl -0pe 's{("(?:[^"\\]|\\.)*")|/\*.*?\*/|//[^\n]*}{defined $1 ? $1 : ""}gse' "examples/$1.c" | grep '[^[:space:]]'
}
lines() { code "$1" | wc -l; }
calls() { code "$1" | grep -oE '\bploy_[a-z0-9_]+[[:space:]]*\(' | tr -d ' (' | sort -u | wc -l; }

declare -A max=([01_plan]=24 [02_goap]=25 [03_goap_in_code]=40 [04_behavior_tree]=25 [05_utility]=100 [06_path]=100)
[ ! -f examples/02_goap.c ] || max+=([07_record]=$(($(lines 02_goap) + 3)) [08_squad]=$(($(lines 02_goap) + 2)))

for name in 01_plan 02_goap 03_goap_in_code 04_behavior_tree 05_utility 06_path 07_record 08_squad; do
    [ -f "examples/$name.c" ] || { complain "examples/$name.c is missing"; continue; }
    lines=$(lines $name) calls=$(calls $name)
    printf '%-18s %3d lines (at most %d), %2d calls\n' "$name" "$lines" "${max[$name]:-0}" "$calls"
    [ "$lines" -le "${max[$name]:-0}" ] || complain "examples/$name.c has $lines lines, more than ${max[$name]:-0}"
    grep -qE "^\| *\[examples/$name\.c\][^|]*\| *$lines *\| *$calls *\|" "$page" ||
        complain "$page: no row of $name says $lines lines and $calls calls"
    [ "$(wc -l <"examples/$name.c")" -lt 150 ] || complain "examples/$name.c has 150 lines or more"
done

[ "$errors" -eq 0 ]
