#!/usr/bin/env bash
# The same random trees in Ploy and in BehaviorTree.CPP 4, where it is installed: every start, tick, end and halt of every
# leaf, in order, and the outcome of every tick. The trees have loops, scripts, strings, decimals, subtrees and private keys.
#   bench/btcpp.sh [TREES]     default 2000
# BehaviorTree.CPP is not in Debian: build it from its sources, install it, and set BTCPP_PREFIX if it is not in /usr/local.
set -eu
cd "$(dirname "$0")/.."
trees=${1:-2000}
prefix=${BTCPP_PREFIX:-/usr/local}
header=$prefix/include/behaviortree_cpp/bt_factory.h
writer=${BT_TREES:-build/release/tests/test_mind_bt_random}
if [ ! -f "$header" ] || ! command -v c++ >/dev/null; then
    echo "bench/btcpp.sh: skipped: BehaviorTree.CPP is not installed in $prefix"
    exit 0
fi
[ -x "$writer" ] || { echo "bench/btcpp.sh: $writer is not built; run ./test, or set BT_TREES" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
c++ -std=c++17 -O1 -Isrc -Iinclude -I"$prefix/include" bench/peers/btcpp.cpp -o "$work/btcpp" -L"$prefix/lib" \
    -Wl,-rpath,"$prefix/lib" -lbehaviortree_cpp
PLOY_WRITE_TREES=$work PLOY_TREES=$trees "$writer" >/dev/null
"$work/btcpp" "$work" "$trees" >"$work/theirs"
if cmp -s "$work/ours" "$work/theirs"; then
    echo "$trees trees: the same in both"
else
    diff "$work/ours" "$work/theirs" | head -20
    exit 1
fi
