#!/usr/bin/env bash
# Compares Ploy's planner with bench/yardstick.c, a plain GOAP planner, on the problems of bench/problems.c: sets drawn
# from twenty seeds, each timed with both: the ratio (yardstick / Ploy) of each seed, and the median over the seeds
# against the targets.
#   bench/compare.sh                     SEEDS="0 0 0 0 0" times the sets that tests use, five times
#   UNIFORM=1 bench/compare.sh           beside uniform-cost search in place of the yardstick's A*, with targets of its own
set -eu
cd "$(dirname "$0")/.."
ploy=${PLOY:-build/release/ploy}
yardstick=${YARDSTICK:-build/release/bench/ploy_yardstick}
seeds=${SEEDS:-$(seq 1 20)}
cold="smith soldier_gated soldier_open smith_hard soldier_hard dead_end multi shooter impossible"
warm="smith_many soldier_many gated_many"

[ -x "$ploy" ] && [ -x "$yardstick" ] || ./run build

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

paths() { # NAME...
    local name
    for name in "$@"; do echo "$work/$name.xml"; done
}

# One line per figure: NAME FIGURE VALUE RUN. The program prints each file's object on a line of its own.
figures() { # PREFIX
    awk -v prefix="$1" -v run="$run" '/"mean_ns"/ {
        match($0, /"file": ?"[^"]*"/)
        name = substr($0, RSTART, RLENGTH)
        gsub(/"file": ?"|"$|.*\/|\.xml/, "", name)
        line = $0
        while (match(line, /"[a-z_]*(_ns|_ns_per_goal|_bytes_per_goal)": ?[0-9.]+/)) {
            split(substr(line, RSTART, RLENGTH), part, /": ?/)
            print name, prefix substr(part[1], 2), part[2], run
            line = substr(line, RSTART + RLENGTH)
        }
    }'
}

run=0
for seed in $seeds; do
    run=$((run + 1))
    "$yardstick" --seed "$seed" --write "$work" $cold $warm
    "$yardstick" --seed "$seed" ${UNIFORM:+--uniform} $cold $warm | figures yardstick_
    "$ploy" bench plan --cold --json $(paths $cold) | figures cold_
    "$ploy" bench plan --json $(paths $warm) | figures warm_
done >"$work/figures"

# Ratios of each run are figures too.
awk '
    { value[$1, $2, $4] = $3; if (!(($1, $4) in seen)) { seen[$1, $4] = 1; order[++count] = $1 " " $4 } }
    END { for (k = 1; k <= count; k++) {
        split(order[k], part, " ")
        name = part[1]; run = part[2]
        p = (name, "cold_mean_ns", run) in value ? value[name, "cold_mean_ns", run] : value[name, "warm_mean_ns", run]
        if (p > 0) print name, "ratio", value[name, "yardstick_mean_ns", run] / p, run
    } }' "$work/figures" >"$work/ratios"

sort -k1,1 -k2,2 -k3,3n "$work/figures" "$work/ratios" | awk '
    { key = $1 " " $2; value[key, ++count[key]] = $3 }
    END { for (key in count) {
        n = count[key]
        print key, n % 2 ? value[key, (n + 1) / 2] : (value[key, n / 2] + value[key, n / 2 + 1]) / 2
    } }' >"$work/medians"

echo "ratio of each seed"
sort -k1,1 -k4,4n "$work/ratios" | awk '
    $1 != name { if (name) print ""; name = $1; printf "%-14s", name }
    { printf " %.1f", $3 }
    END { print "\n" }'

awk -v cold="$cold" -v warm="$warm" -v uniform="${UNIFORM:-}" '
    { median[$1, $2] = $3 }
    function target_cold(name) { return uniform ? (name ~ /_hard$|open|dead_end/ ? 20 : name == "shooter" ? 1 : 4) : name ~ /^(multi|smith)$/ ? 10 : name == "shooter" ? 1 : name ~ /^(impossible|smith_hard|soldier_gated)$/ ? 3 : 20 }
    function target_warm(name) { return uniform ? (name == "gated_many" ? 1 : 100) : name == "soldier_many" ? 100 : name == "smith_many" ? 50 : 1 }
    function verdict(good) { if (!good) missed++; return good ? "yes" : "NO" }
    END {
        printf "%-14s %12s %12s %8s %6s %4s   %s\n", "cold", "yardstick ns", "ploy ns", "ratio", "target", "met", "preparation per goal"
        n = split(cold, names, " ")
        for (k = 1; k <= n; k++) {
            f = names[k]; g = median[f, "yardstick_mean_ns"]; p = median[f, "cold_mean_ns"]
            ns = median[f, "cold_prepare_ns_per_goal"]; bytes = median[f, "cold_prepare_bytes_per_goal"]
            ratio = median[f, "ratio"]
            costly = ns > 1e6 || bytes > 16384
            missed += costly
            printf "%-14s %12.0f %12.0f %8.1f %6d %4s   %.0f ns, %.0f bytes%s\n", f, g, p, ratio, target_cold(f),
                verdict((ratio >= target_cold(f))), ns, bytes, costly ? "  TOO MUCH" : ""
        }
        printf "\n%-14s %12s %12s %8s %6s %4s   %s\n", "warm", "yardstick ns", "ploy ns", "ratio", "target", "met", "warm-up ns, at most the yardstick"
        n = split(warm, names, " ")
        for (k = 1; k <= n; k++) {
            f = names[k]; g = median[f, "yardstick_mean_ns"]; p = median[f, "warm_mean_ns"]; w = median[f, "warm_warmup_mean_ns"]
            ratio = median[f, "ratio"]
            printf "%-14s %12.0f %12.0f %8.1f %6d %4s   %.0f %s\n", f, g, p, ratio, target_warm(f), verdict((ratio >= target_warm(f))), w, verdict((w <= g))
        }
        exit missed > 0
    }' "$work/medians"
