#!/usr/bin/env bash
# The golden hash of test_plan_golden.c with every compiler and optimisation level there is: it must be one number.
# Needs nothing built: compiles the library and the test into a temporary folder for each variant.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sources=(src/base/*.c src/trace/*.c src/search/*.c src/plan/*.c
         tests/support/{brute,questions,random_build,random_domain,random_model,random_print,random_text}.c tests/test_plan_golden.c)

build() { # NAME COMPILER FLAG...
    local name=$1 compiler=$2
    shift 2
    mkdir -p "$work/$name"
    printf '%s\n' "${sources[@]}" | xargs -P 2 -I{} sh -c \
        'out=$(echo "{}" | tr / _); compiler=$1; name=$2; shift 2; exec "$compiler" -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off "$@" -Iinclude -Isrc -Itests -c {} -o "$name/$out.o"' \
        sh "$compiler" "$work/$name" "$@"
    "$compiler" "$work/$name"/*.o -o "$work/$name/test" -lcmocka -lpthread
}

status=0
first=
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || { echo "$compiler is not there: skipped"; continue; }
    for level in "-O0" "-O2" "-O3 -march=native"; do
        name="$compiler${level// /}"
        # shellcheck disable=SC2086
        build "$name" "$compiler" $level
        said=$("$work/$name/test" 2>"$work/$name/errors") || { cat "$work/$name/errors"; status=1; }
        hash=$(sed -n 's/.*golden \(0x[0-9a-f]*\).*/\1/p' <<<"$said")
        echo "$compiler $level: $hash"
        first=${first:-$hash}
        [ "$hash" = "$first" ] || { echo "another hash than the first"; status=1; }
    done
done
[ -n "$first" ] || { echo "no compiler, or no hash"; status=1; }
exit $status
