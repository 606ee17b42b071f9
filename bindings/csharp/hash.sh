#!/usr/bin/env bash
# bindings/csharp/hash.sh: the hashes of bindings/scenario in C#.
set -eu
cd "$(dirname "$0")/../.."
bash bindings/csharp/build.sh
LD_LIBRARY_PATH=$PLOY_BUILD/src mono build/csharp/Scenario.exe hash
