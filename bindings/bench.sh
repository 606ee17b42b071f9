#!/usr/bin/env bash
# bindings/bench.sh [LANGUAGE…]    what a tick costs with 1,000 agents that call back once each: in C, and in these
#                                  languages, or in all. Build with optimization first. PLOY_BUILD: the build folder.
set -u
cd "$(dirname "$0")/.."
. bindings/languages.sh

chosen=$(languages bench.sh "$@") || exit 2
{
    echo "c $("$PLOY_BUILD/bindings/binding_reference" bench)"
    for language in $chosen; do bash "bindings/$language/bench.sh"; done
} | awk '
    BEGIN { printf "%-12s %14s %14s %22s %22s\n", "", "empty, µs/tick", "work, µs/tick", "empty, ns/call over C", "work, ns/call over C" }
    NR == 1 { empty = $2; work = $3 }
    { printf "%-12s %14.1f %14.1f %22.0f %22.0f\n", $1, $2 / 1000, $3 / 1000, ($2 - empty) / 1000, ($3 - work) / 1000 }'
