#!/usr/bin/env bash
# bindings/csharp/test.sh: builds the assembly with mono and runs its tests; a tick must not allocate.
set -eu
cd "$(dirname "$0")/../.."
. bindings/languages.sh
bash bindings/csharp/build.sh
export LD_LIBRARY_PATH=$PLOY_BUILD/src
mono --debug build/csharp/Tests.exe
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The program of the README, in the class and the method that C# wanted until version 9.
first_agent csharp cs "$work/first.cs"
{
    echo 'using Ploy; static class Farm { static void Main() {'
    grep -v '^using' "$work/first.cs"
    echo '} }'
} >"$work/Farm.cs"
mcs -langversion:7.2 -r:build/csharp/Ploy.dll -out:build/csharp/Farm.exe "$work/Farm.cs"
[ "$(mono build/csharp/Farm.exe)" = "5 s: eats
18 s: eats" ] || { echo "the first agent does not eat at 5 s and 18 s" >&2; exit 1; }
mono build/csharp/Scenario.exe garbage
debug_game "farmer 1" bindings/scenario/farm.xml "$work/farm.rec" mono build/csharp/Scenario.exe debug "$work/farm.rec"
bash bindings/csharp/Tests/follow_page.sh
