#!/usr/bin/env bash
# Random trees do the same in Ploy and in BehaviorTree.CPP, where that is installed (bench/btcpp.sh).
set -eu
cd "$(dirname "$0")/.."
if [ -z "${PLOY:-}" ]; then
    echo "skipped: the program was not built"
    exit 0
fi
BT_TREES=$(dirname "$PLOY")/tests/test_mind_bt_random exec bench/btcpp.sh 1000
