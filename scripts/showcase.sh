#!/usr/bin/env bash
# What ./run shows: the examples planned, and explained.
set -eu
cd "$(dirname "$0")/.."
ploy=${PLOY:-build/release/ploy}
if [ -t 1 ]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi

# An answer of "no" (exit status 1) is an answer: some examples show it.
show() {
    echo "$dim\$ ploy $*$plain"
    "$ploy" "$@" || [ $? -eq 1 ]
    echo
}

can_explain=$("$ploy" --help | grep -c '^  explain ' || true)
for example in examples/*.xml; do
    echo "$bold$(basename "$example" .xml)$plain"
    for agent in $(sed -n 's/.*<agent name="\([^"]*\)".*/\1/p' "$example"); do
        show plan "$example" --agent "$agent"
    done
    [ "$can_explain" -eq 0 ] || show explain "$example"
done
echo "More: build/release/ploy --help, docs/planning.md"
