#!/usr/bin/env bash
# Checks the golden hashes of plans and worlds, and the hashes of nine games, at optimization levels that no preset has.
# Each golden hash must be the number that the tests assert in the presets, and all variants must agree.
# Needs no build: it compiles the library in one file, the games and the tests into a temporary folder for each variant.
# $PLOY_LONG: more levels.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v node >/dev/null || { echo "skipped: node is not installed"; exit 0; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
variants=("gcc -O3 -march=native" "clang -O2" "gcc -O0" "clang -O0")
[ -z "${PLOY_LONG:-}" ] || variants+=("gcc -O1" "gcc -O2" "clang -O1" "clang -O3 -march=native")

node scripts/amalgamate.mjs "$work/one"
tests=(plan/test_plan_golden agent/test_agent_golden)
support=(tests/support/plan/{brute_force,random_queries,random_build,random_domain,random_model,random_print,random_text}.c tests/support/world/golden_world.c tests/support/mind/plain_mind.c)
mapfile -t games < <(find games -name '*.c')
for game in arena battleground smithy; do # their data, as the build embeds it
    files=(games/$game/data/*.*)
    cmake "-DFILES=$(IFS=';'; echo "${files[*]/#/$PWD/}")" "-DOUT=$work/one/games_$game.c" -DLIST=${game}_files -P games/embed.cmake
    games+=("$work/one/games_$game.c")
done

compile() { # FOLDER SOURCE COMPILER FLAG...
    local folder=$1 source=$2 name=${2#"$work/one/"} include=(-Iinclude -Isrc -Itests -I.)
    shift 2
    [ "$name" = "$source" ] || include=(-I"$work/one" -I.)
    "$@" -std=c11 -D_POSIX_C_SOURCE=200809L -DPLOY_SOURCE_DIR="\"$PWD\"" -ffp-contract=off "${include[@]}" -c "$source" -o "$folder/${name//\//_}.o"
}
export -f compile
export work

for variant in "${variants[@]}"; do
    command -v "${variant%% *}" >/dev/null || { echo "${variant%% *} is not there: skipped" >&2; continue; }
    mkdir -p "$work/${variant// /}"
    for source in "$work/one/ploy.c" "$work/one/ploy_io.c" "${tests[@]/#/tests/}" "${support[@]}" "${games[@]}" tests/platform/game_hashes.c; do
        echo "$work/${variant// /} ${source%.c}.c $variant"
    done
done | xargs -P 2 -L 1 bash -c 'compile "$@"' bash

status=0
same() { # WHAT VARIANT HASH
    [ -f "$work/$1" ] || echo "$3" >"$work/$1"
    [ -n "$3" ] && [ "$3" = "$(cat "$work/$1")" ] || { echo "$2: no hash, or another than the first: $3" >&2; status=1; }
}

for variant in "${variants[@]}"; do
    folder=$work/${variant// /}
    [ -d "$folder" ] || continue
    library=("$folder"/ploy.c.o "$folder"/ploy_io.c.o)
    for test in "${tests[@]}"; do
        name=$(basename "$test")
        "${variant%% *}" "$folder/tests_${test//\//_}.c.o" "$folder"/tests_support_*.o "${library[@]}" -o "$folder/$name" -lcmocka -lexpat -lpthread -lm
        said=$("$folder/$name" 2>"$folder/errors") || { cat "$folder/errors"; status=1; }
        hash=$(sed -n 's/.*golden \(0x[0-9a-f]*\).*/\1/p' <<<"$said")
        echo "$variant: $test $hash"
        same "$name" "$variant" "$hash"
    done
    "${variant%% *}" "$folder/tests_platform_game_hashes.c.o" "$folder"/games_*.o "${library[@]}" -o "$folder/game_hashes" -lexpat -lpthread -lm
    same games "$variant" "$("$folder/game_hashes")"
    echo "$variant: nine games"
done
[ -f "$work/games" ] || { echo "no compiler"; status=1; }
exit $status
