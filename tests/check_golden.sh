#!/usr/bin/env bash
# Checks the golden hashes of plans and worlds at optimization levels that no preset has: gcc and clang at -O2, and
# sanitizers at -O1. Each hash must be the number that the tests assert in the presets.
# Needs no build: it compiles the library and the tests into a temporary folder for each variant.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mapfile -t library < <(find src/{base,trace,search,plan,nav,knowledge,mind,agent,record} -name "*.c")
library+=(tests/support/plan/{brute_force,random_queries,random_build,random_domain,random_model,random_print,random_text}.c tests/support/world/golden_world.c tests/support/mind/plain_mind.c)
tests=(plan/test_plan_golden agent/test_agent_golden)

build() { # NAME COMPILER FLAG...
    local name=$1 compiler=$2
    shift 2
    mkdir -p "$work/$name"
    printf '%s\n' "${library[@]}" "${tests[@]/%/.c}" | sed -E 's,^[a-z]+/test_,tests/&,' | xargs -P 2 -I{} sh -c \
        'out=$(basename {} .c); out=$(dirname {} | tr / _)_$out; compiler=$1; name=$2; shift 2; exec "$compiler" -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off "$@" -Iinclude -Isrc -Itests -c {} -o "$name/$out.o"' \
        sh "$compiler" "$work/$name" "$@"
    for test in "${tests[@]}"; do
        "$compiler" "$work/$name"/src_*.o "$work/$name"/tests_support_*.o "$work/$name/tests_${test/\//_}.o" -o "$work/$name/$(basename "$test")" -lcmocka -lpthread
    done
}

status=0
declare -A first
for variant in "gcc -O0" "gcc -O3 -march=native" "clang -O0"; do
    compiler=${variant%% *} level=${variant#* }
    command -v "$compiler" >/dev/null || { echo "$compiler is not there: skipped"; continue; }
    name="$compiler${level// /}"
    # shellcheck disable=SC2086
    build "$name" "$compiler" $level
    for test in "${tests[@]}"; do
        said=$("$work/$name/$(basename "$test")" 2>"$work/$name/errors") || { cat "$work/$name/errors"; status=1; }
        hash=$(sed -n 's/.*golden \(0x[0-9a-f]*\).*/\1/p' <<<"$said")
        echo "$compiler $level: $test $hash"
        first[$test]=${first[$test]:-$hash}
        [ -n "$hash" ] && [ "$hash" = "${first[$test]}" ] || { echo "no hash, or another than the first"; status=1; }
    done
done
[ ${#first[@]} -gt 0 ] || { echo "no compiler"; status=1; }
exit $status
