#!/usr/bin/env bash
# bindings/csharp/build.sh: the assembly and its test programs with mono, in build/csharp.
set -eu
cd "$(dirname "$0")/../.."
flags=(-langversion:7.2 -warn:4 -warnaserror -nowarn:1591 -debug)
out=build/csharp
mkdir -p $out
mcs "${flags[@]}" -unsafe -target:library -doc:$out/Ploy.xml -out:$out/Ploy.dll bindings/csharp/Runtime/*.cs
mcs "${flags[@]}" -r:$out/Ploy.dll -out:$out/Scenario.exe bindings/csharp/Tests/Scenario.cs
mcs "${flags[@]}" -r:$out/Ploy.dll -out:$out/Tests.exe bindings/csharp/Tests/Test*.cs
# Components of games in Unity, against stand-ins for the few names of the engine that it uses.
mcs "${flags[@]}" -nowarn:0649 -r:$out/Ploy.dll -target:library -out:$out/Sample.dll bindings/csharp/Samples~/*/*.cs bindings/csharp/Tests/UnityNames.cs
