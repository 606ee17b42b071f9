#!/usr/bin/env bash
# Makes the library in one file and compiles it, without a warning, with gcc, clang and mingw; every example program that
# is built from it alone prints what the one of the release build prints. The header compiles as C++17.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strict=(-std=c11 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -I"$work")

node scripts/amalgamate.mjs "$work"
wc -lc "$work"/ploy.h "$work"/ploy.c "$work"/ploy_io.c
seconds=$SECONDS
gcc "${strict[@]}" -O2 -c "$work/ploy.c" -o "$work/ploy.o"
echo "gcc -O2: $((SECONDS - seconds)) s"
gcc "${strict[@]}" -O2 -c "$work/ploy_io.c" -o "$work/ploy_io.o"
cp -r examples "$work/examples"
find "$work/examples" -name '*.[ch]' -exec sed -i -E 's,#include <ploy/[a-z_]*\.h>,#include "ploy.h",' {} +
for source in "$work"/examples/*.c; do
    name=$(basename "$source" .c)
    gcc -std=c11 -I"$work" -I"$work/examples" "$source" "$work/ploy.o" "$work/ploy_io.o" -o "$work/$name" -lexpat -pthread -lm
    "$work/$name" >"$work/one" 2>&1 || { cat "$work/one"; echo "$name fails" >&2; exit 1; }
    "build/release/examples/$name" >"$work/two" 2>&1 || true
    diff "$work/one" "$work/two" || { echo "$name prints something else" >&2; exit 1; }
done
printf '#include "ploy.h"\nint main() { return ploy_version() == nullptr; }\n' >"$work/header.cpp"
g++ -std=c++17 -Wall -Wextra -Werror -I"$work" -c "$work/header.cpp" -o "$work/header.o"
clang "${strict[@]}" -c "$work/ploy.c" -o "$work/clang.o"
clang "${strict[@]}" -c "$work/ploy_io.c" -o "$work/clang_io.o"
# Compiles as Microsoft's compiler would read it, as far as clang can tell.
clang "${strict[@]}" -fms-compatibility -Wgnu -fsyntax-only "$work/ploy.c" "$work/ploy_io.c"
if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    x86_64-w64-mingw32-gcc -D__USE_MINGW_ANSI_STDIO=1 "${strict[@]}" -c "$work/ploy.c" -o "$work/windows.o"
    # Expat's header is the same everywhere.
    x86_64-w64-mingw32-gcc -D__USE_MINGW_ANSI_STDIO=1 "${strict[@]}" -idirafter /usr/include -c "$work/ploy_io.c" -o "$work/windows_io.o"
fi
echo "one file: $(basename -a examples/*.c | wc -l) examples, gcc, clang and mingw without a warning"
