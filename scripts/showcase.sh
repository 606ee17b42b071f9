#!/usr/bin/env bash
# What ./run shows: a minute of Domination, planners with squads against state machines with squads, live; then the page of
# that very match.
set -eu
cd "$(dirname "$0")/.."
ploy=${PLOY:-build/release/ploy}
if [ -t 1 ]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi

match=(play arena --mode domination --red goap+squad --blue fsm+squad --minutes 1 --watch)
recording=build/showcase.rec
echo "$dim\$ ploy ${match[*]} --record $recording --view$plain"
"$ploy" "${match[@]}" --record "$recording" --view
cat <<END
That page shows who decided what, and why: open it in a browser.

${bold}What to try next$plain
  $ploy ask $recording --problems                                         who dithered or stood still, and why
  $ploy play arena --mode ctf --map 2 --red goap --blue bt --watch      another mode, another opponent
  $ploy play arena --red goap --blue fsm --minutes 20                     without squads, as fast as it goes
  $ploy play arena --types no_melee,melee_only --json                     other types of agents, as data
  $ploy play battleground --help, $ploy play smithy --watch               the other games
  $ploy plan examples/kill_enemy.xml                                      one plan, and why: $ploy explain
  games/arena/README.md                                                   how to change it without code
END
