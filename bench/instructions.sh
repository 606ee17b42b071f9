#!/usr/bin/env bash
# Compares the instructions that the same work takes in two revisions, counted by valgrind. The counts are exact and do
# not depend on the load of the machine.
# Builds another revision and this tree, runs `ploy bench … --small` of each, and prints a table. Fails when a row takes
# more than 1.03 times as many instructions as before.
#   bench/instructions.sh [REV]      default: the last release (tag v*), else the commit that began version 0.2.0
#   PLOY_OLD=FILE PLOY_NEW=FILE      programs that are built already
# Debian: apt-get install valgrind
set -euo pipefail
cd "$(dirname "$0")/.."
limit=1.03
revision=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || echo 0196043)}
command -v valgrind >/dev/null || { echo "bench/instructions.sh: valgrind is not installed" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Before 0.2.0 `ploy bench` has no --small: its constants are made as small.
make_small() { # SOURCES
    local bench=$1/programs
    sed -i 's/BATCH_NS = 2000000/BATCH_NS = -1/; s/LEAST_ROUNDS = 15/LEAST_ROUNDS = 2/; s/MOST_ROUNDS = 1000/MOST_ROUNDS = 2/' "$bench/bench_plan.c"
    sed -i 's/PASSES = 4/PASSES = 1/' "$bench/bench_mind.c"
    sed -i 's/ROUNDS = 5,/ROUNDS = 1,/; s/query_count = 500}/query_count = 40}/; /graph10k/s/,$/};/; /graph100k/d' "$bench/bench_nav_graph.c"
    sed -i 's/ROUNDS = 15,/ROUNDS = 1,/; s/REQUESTS = 1000/REQUESTS = 50/; s/SLICED = 100/SLICED = 50/; s/= 412500/= 130200/; s/ && two_workers(&s, report)/ \&\& (true || two_workers(\&s, report))/' "$bench/bench_nav_paths.c"
    sed -i 's/CROWD = 2000/CROWD = 100/; s/WRITES = 200000/WRITES = 2000/; s/QUERIES = 20000/QUERIES = 200/; s/, 10000, 1, 600)/, 100, 1, 120)/; s/, 100000, GROUPS, 300)/, 1000, GROUPS, 60)/; s/, 100000, 1, 300)/, 1000, 1, 60)/' "$bench/bench_world.c"
    sed -i 's/SECONDS = 20 \* 60/SECONDS = 30/; s/round < ROUNDS/round < 1/' "$bench/bench_record.c"
}

build() { # SOURCES BUILD
    cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG" -DPLOY_TESTS=OFF \
        -DPLOY_INSPECTOR=OFF >/dev/null
    cmake --build "$2" --target ploy_program >/dev/null
}

old=${PLOY_OLD:-}
if [ -z "$old" ]; then
    mkdir "$work/old"
    git archive "$revision" | tar -x -C "$work/old"
    [ -d "$work/old/programs/bench" ] || make_small "$work/old"
    build "$work/old" "$work/old-build"
    old=$work/old-build/ploy
fi
new=${PLOY_NEW:-}
if [ -z "$new" ]; then
    build . build/instructions
    new=build/instructions/ploy
fi
new=$(realpath "$new") old=$(realpath "$old")

# Only what both programs measure counts in a row: what was added since has nothing to be compared with.
parts=() # functions, or all; some had other names once
toggles() { # PROGRAM
    local name
    for name in "${parts[@]}"; do nm "$1" | sed -n "s/.* [tT] \($name\)$/--toggle-collect=\1/p"; done
}
has() { # PROGRAM FUNCTION
    [ -n "$(nm "$1" | sed -n "/ [tT] $2$/p")" ]
}

count() { # PROGRAM ARGUMENT…: instructions
    local program=$1 small= counted=()
    shift
    mapfile -t counted < <(toggles "$program")
    if [ ${#parts[@]} -gt 0 ] && [ ${#counted[@]} -eq 0 ]; then # valgrind would count everything
        echo "bench/instructions.sh: $program has none of the functions ${parts[*]}" >&2
        return 1
    fi
    [[ $("$program" bench --help) != *--small* ]] || small=--small
    # shellcheck disable=SC2086
    valgrind --tool=callgrind "${counted[@]}" --callgrind-out-file=/dev/null "$program" bench "$@" $small 2>"$work/log" >"$work/said" ||
        { cat "$work/log" "$work/said" >&2; return 1; }
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/log"
}

sets=(smith smith_hard soldier_gated soldier_open multi shooter dead_end impossible)
${CC:-cc} -std=c11 -O2 -o "$work/yardstick" bench/yardstick.c bench/problems.c
"$work/yardstick" --write "$work" "${sets[@]}"
problems=()
for name in "${sets[@]}"; do problems+=("$work/$name.xml"); done

status=0
printf '%-12s %16s %16s %8s\n' "bench" "before" "now" "ratio"
row() { # NAME ARGUMENT…
    local name=$1 before now
    shift
    before=$(count "$old" "$@")
    now=$(count "$new" "$@")
    awk -v name="$name" -v before="$before" -v now="$now" -v limit="$limit" 'BEGIN {
        ratio = now / before
        printf "%-12s %16.0f %16.0f %8.4f%s\n", name, before, now, ratio, (ratio > limit ? "  MORE" : "")
        exit (ratio > limit) }' || status=1
}
row "plan, warm" plan "${problems[@]}"
row "plan, cold" plan --cold "${problems[@]}"
row world world
row record record
parts=(bench_mind_utility bench_mind_fsm bench_mind_machine bench_mind_bt bench_mind_tree bench_mind_watch bench_mind_htn bench_mind_network)
! has "$old" bench_mind_strings || parts+=(bench_mind_strings)
row mind mind
parts=(bench_nav_grid bench_nav_graph bench_nav_paths)
if has "$old" bench_nav_hierarchy; then
    parts+=(bench_nav_hierarchy)
else
    parts+=('run_field.*') # leaves them out: fields were not updated
fi
row nav nav --peers /nonexistent examples/maps/village.map.scen
exit $status
