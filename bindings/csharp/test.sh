#!/usr/bin/env bash
# bindings/csharp/test.sh: builds the assembly with mono and runs its tests; a tick must not allocate.
set -eu
cd "$(dirname "$0")/../.."
export PLOY_BUILD=${PLOY_BUILD:-$PWD/build/release}
bash bindings/csharp/build.sh
export LD_LIBRARY_PATH=$PLOY_BUILD/src
mono --debug build/csharp/Tests.exe
[ "$(mono build/csharp/Farm.exe)" = "5 s: eats
18 s: eats" ] || { echo "the first agent does not eat at 5 s and 18 s" >&2; exit 1; }
mono build/csharp/Scenario.exe garbage
bash bindings/csharp/Tests/follow_page.sh
