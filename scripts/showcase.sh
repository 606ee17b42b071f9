#!/usr/bin/env bash
# What ./run shows: the examples planned, and two of them explained.
set -eu
cd "$(dirname "$0")/.."
ploy=${PLOY:-build/release/ploy}
if [ -t 1 ]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi

# An answer of "no" (exit status 1) is an answer: one example shows it.
show() {
    echo "$dim\$ ploy $*$plain"
    "$ploy" "$@" || [ $? -eq 1 ]
    echo
}

for example in examples/*.xml; do
    echo "$bold$(basename "$example" .xml)$plain: $(sed -n '1s/<!-- \(.*\) -->/\1/p' "$example")"
    for agent in $(sed -n 's/.*<agent name="\([^"]*\)".*/\1/p' "$example"); do
        show plan "$example" --agent "$agent"
    done
done
echo "${bold}and why$plain"
show explain examples/kill_enemy.xml --agent changer --why-not FindAmmo
show explain examples/locked.xml
echo "More: $ploy --help, docs/planning.md"
