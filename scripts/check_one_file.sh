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
if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    x86_64-w64-mingw32-gcc -D__USE_MINGW_ANSI_STDIO=1 "${strict[@]}" -c "$work/ploy.c" -o "$work/windows.o"
    # Expat's header is the same everywhere.
    x86_64-w64-mingw32-gcc -D__USE_MINGW_ANSI_STDIO=1 "${strict[@]}" -idirafter /usr/include -c "$work/ploy_io.c" -o "$work/windows_io.o"
    # Windows' headers define near, far, small and more.
    printf '#include <windows.h>\n#include "ploy.h"\n' >"$work/after.c"
    x86_64-w64-mingw32-gcc "${strict[@]}" -fsyntax-only "$work/after.c"
    # As Microsoft's compiler would read it, as far as clang can tell: for that target, without what GNU C has, and
    # without atomics. The headers are mingw's, which alone may see GNU C.
    mkdir "$work/microsoft"
    for header in $(sed -n 's/^ *# *include <\([a-z0-9_]*\)\.h>.*/\1/p' "$work"/ploy*.[ch] | sort -u) crtdefs; do
        [ -f "/usr/share/mingw-w64/include/$header.h" ] || continue
        printf '#%s\n' "ifndef __GNUC__" "define __GNUC__ 4" "define __GNUC_MINOR__ 8" "define IS_FIRST_$header" endif \
            "include_next <$header.h>" "ifdef IS_FIRST_$header" "undef __GNUC__" "undef __GNUC_MINOR__" "undef __forceinline" \
            "undef IS_FIRST_$header" endif >"$work/microsoft/$header.h"
    done
    clang --target=x86_64-pc-windows-msvc -fms-compatibility-version=19.37 -U__clang__ -D__STDC_NO_ATOMICS__=1 "${strict[@]}" -Wgnu \
        -Wno-language-extension-token -Wno-unused-function -D__MINGW_IMPORT=extern -isystem "$work/microsoft" \
        -isystem /usr/share/mingw-w64/include -idirafter /usr/include -fsyntax-only "$work/ploy.c" "$work/ploy_io.c"
    echo "Windows: mingw, and clang as Microsoft's compiler"
fi
echo "one file: $(basename -a examples/*.c | wc -l) examples, gcc, clang and mingw without a warning"
