#!/usr/bin/env bash
# bindings/csharp/bench.sh: what a tick costs in C#.
set -eu
cd "$(dirname "$0")/../.."
bash bindings/csharp/build.sh
LD_LIBRARY_PATH=$PLOY_BUILD/src mono build/csharp/Scenario.exe bench
