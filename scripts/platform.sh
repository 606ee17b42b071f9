#!/usr/bin/env bash
# scripts/platform.sh NAME [COMMAND...]
# Builds Ploy for another machine and runs it there: aarch64, armhf, i386, s390x (qemu), windows (wine), musl, wasm (node).
# Installs what is missing from Debian; expat, cmocka, SQLite and civetweb for the target are built from Debian's source packages.
#   test         every test program (default)
#   quick        the test programs that take little time
#   --hash       a line "game seed hash" for each of nine fixed games
#   compare      plays the nine games, saves, loads and records there and here, and compares (needs build/release)
#   save FOLDER  as --hash into FOLDER/hashes, with the saves of three matches at half time
#   load FOLDER  goes on with these saves, to the same hashes
#   program      the tests of the ploy program (needs build/release)
#   dlls         installs the libraries and runs an example with the DLLs (windows; needs build/release)
#   setup        only installs and builds what the target needs
#   build [TARGET...]          only builds
#   run PROGRAM [ARGUMENT...]  runs a program of the build, such as tests/game_hashes
# scripts/platform.sh pairs: what x86-64 (build/release), s390x, i386, windows and wasm save, each of them loads.
set -eu
cd "$(dirname "$0")/.."
. scripts/setup.sh

name=${1:-}
[ $# -lt 1 ] || shift
[ $# -ge 1 ] || set -- test
root=$PWD/build/platform

if [ "$name" = pairs ]; then
    machines=(x86-64 s390x i386 windows wasm)
    machine() { # NAME save|load FOLDER
        if [ "$1" != x86-64 ]; then
            bash scripts/platform.sh "$@"
        elif [ "$2" = save ]; then
            mkdir -p "$3" && build/release/tests/game_hashes save "$3" >"$3/hashes"
        else
            build/release/tests/game_hashes load "$3" | diff <(grep arena "$3/hashes") -
        fi
    }
    for from in "${machines[@]}"; do machine "$from" save "$root/saves/$from"; done
    for from in "${machines[@]}"; do
        diff "$root/saves/x86-64/hashes" "$root/saves/$from/hashes"
        for to in "${machines[@]}"; do
            machine "$to" load "$root/saves/$from" || { echo "$to goes on otherwise with the saves of $from" >&2; exit 1; }
        done
        echo "the saves of $from: ${machines[*]} go on to the same hashes"
    done
    exit
fi

home=$root/$name
deps=$home/deps
sources=$root/sources

# What a machine needs: packages, compiler, how to run its programs, what it cannot have.
packages=(build-essential cmake ninja-build pkg-config dpkg-dev xz-utils tcl)
system=Linux
runner=()
flags=
link=-static
extension=
options=(-DPLOY_INSPECTOR=OFF)
[ "$name" = windows ] || options+=(-DBUILD_SHARED_LIBS=OFF)
case "$name" in
    aarch64) triple=aarch64-linux-gnu packages+=(gcc-$triple libc6-dev-arm64-cross qemu-user-static) runner=(qemu-aarch64-static) ;;
    armhf) triple=arm-linux-gnueabihf packages+=(gcc-$triple libc6-dev-armhf-cross qemu-user-static) runner=(qemu-arm-static) ;;
    i386) triple=i686-linux-gnu packages+=(gcc-$triple libc6-dev-i386-cross qemu-user-static) runner=(qemu-i386-static) ;;
    s390x) triple=s390x-linux-gnu packages+=(gcc-$triple libc6-dev-s390x-cross qemu-user-static) runner=(qemu-s390x-static) ;;
    windows) triple=x86_64-w64-mingw32 packages+=(gcc-mingw-w64-x86-64 wine wine64) system=Windows extension=.exe runner=(wine) ;;
    musl) triple= packages+=(musl-tools) ;;
    wasm)
        triple= packages+=(clang lld llvm wasi-libc libclang-rt-14-dev-wasm32)
        command -v node >/dev/null || packages+=(nodejs)
        runner=(node --no-warnings --single-threaded "$PWD/scripts/wasi.mjs")
        flags=--target=wasm32-wasi
        options+=(-DPLOY_PROGRAMS=OFF -DPLOY_EXAMPLES=OFF "-DEXPAT_LIBRARY=$deps/lib/libexpat.a" "-DEXPAT_INCLUDE_DIR=$deps/include")
        ;;
    *) sed -n '2,17s/^# //p' "$0" >&2; exit 2 ;;
esac
export WINEDEBUG=-all WINEPREFIX=$root/wine

cc=${triple:+$triple-}gcc
[ "$name" != musl ] || cc=musl-gcc
[ "$name" != wasm ] || cc=clang
ar=${triple:+$triple-}ar
[ "$name" != wasm ] || ar=llvm-ar

fetch_all_sources() {
    fetch_sources "$sources" expat cmocka sqlite3 civetweb || return 1
    [ -f "$sources"/sqlite3-*/sqlite3.c ] || (cd "$sources"/sqlite3-*/ && ./configure --disable-tcl --disable-shared && make sqlite3.c) >"$sources/log" 2>&1 ||
        { tail -20 "$sources/log" >&2; return 1; }
}

compile() { # OBJECT SOURCE FLAG...
    local object=$1 source=$2
    shift 2
    # shellcheck disable=SC2086
    $cc $flags -O1 -w "$@" -c "$source" -o "$object"
}

build_deps() {
    [ ! -f "$deps/done" ] || return 0
    mkdir -p "$deps/lib/pkgconfig" "$deps/include" "$deps/objects"
    local jumps=() # cmocka jumps, which WebAssembly does with exceptions; the library does without
    [ "$name" != wasm ] || jumps=(@tests/platform/wasm/flags.txt -isystem tests/platform/wasm)
    local o=$deps/objects expat cmocka sqlite civetweb file
    expat=$(echo "$sources"/expat-*/expat/lib) cmocka=$(echo "$sources"/cmocka-*/) sqlite=$(echo "$sources"/sqlite3-*/) civetweb=$(echo "$sources"/civetweb-*/)
    [ -d "$expat" ] || expat=$(echo "$sources"/expat-*/lib)
    cat >"$o/expat_config.h" <<'C'
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTEORDER 4321
#else
#define BYTEORDER 1234
#endif
#define XML_NS 1
#define XML_DTD 1
#define XML_CONTEXT_BYTES 1024
#define HAVE_MEMMOVE 1
#if defined(__wasi__)
#define HAVE_ARC4RANDOM_BUF 1
#elif !defined(_WIN32)
#define XML_POOR_ENTROPY 1
#endif
C
    for file in xmlparse xmlrole xmltok; do compile "$o/$file.o" "$expat/$file.c" "-I$o" "-I$expat" -DXML_STATIC; done
    $ar rcs "$deps/lib/libexpat.a" "$o"/xml*.o
    cp "$expat"/expat.h "$expat"/expat_external.h "$deps/include"
    compile "$o/cmocka.o" "$cmocka/src/cmocka.c" "-I$cmocka/include" "${jumps[@]}" -DHAVE_INTTYPES_H -DHAVE_SIGNAL_H -DHAVE_STRINGS_H -DHAVE_SNPRINTF -DHAVE_VSNPRINTF -DHAVE_STDINT_H
    [ "$name" != wasm ] || compile "$o/setjmp.o" tests/platform/wasm/setjmp.c "${jumps[@]}"
    $ar rcs "$deps/lib/libcmocka.a" "$o/cmocka.o" $([ "$name" != wasm ] || echo "$o/setjmp.o")
    cp "$cmocka/include/cmocka.h" "$deps/include"
    printf 'Name: cmocka\nDescription: cmocka\nVersion: 1\nLibs: -L%s -lcmocka\nCflags: -I%s\n' "$deps/lib" "$deps/include" >"$deps/lib/pkgconfig/cmocka.pc"
    if [ "$name" != wasm ]; then
        compile "$o/sqlite3.o" "$sqlite/sqlite3.c" -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_THREADSAFE=1
        $ar rcs "$deps/lib/libsqlite3.a" "$o/sqlite3.o"
        cp "$sqlite/sqlite3.h" "$deps/include"
        compile "$o/civetweb.o" "$civetweb/src/civetweb.c" "-I$civetweb/include" -DUSE_WEBSOCKET -DNO_SSL -DNO_CGI -DNO_CACHING
        $ar rcs "$deps/lib/libcivetweb.a" "$o/civetweb.o"
        cp "$civetweb/include/civetweb.h" "$deps/include"
    fi
    touch "$deps/done"
}

configure() {
    [ ! -f "$home/build/build.ninja" ] || return 0
    mkdir -p "$home"
    {
        if [ "$name" = wasm ]; then
            echo "include($PWD/cmake/wasm.cmake)"
        else
            echo "set(CMAKE_SYSTEM_NAME $system)"
            echo "set(CMAKE_SYSTEM_PROCESSOR $name)"
            echo "set(CMAKE_C_COMPILER $cc)"
            echo "set(CMAKE_EXE_LINKER_FLAGS_INIT \"$link\")"
            [ "$name" != windows ] || echo "set(CMAKE_SHARED_LINKER_FLAGS_INIT \"$link\")"
        fi
        echo "set(CMAKE_FIND_ROOT_PATH $deps)"
        echo "set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)"
        echo "set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)"
        [ ${#runner[@]} -eq 0 ] || echo "set(CMAKE_CROSSCOMPILING_EMULATOR \"$(IFS=';'; echo "${runner[*]}")\")"
        echo "set(ENV{PKG_CONFIG_LIBDIR} $deps/lib/pkgconfig)"
    } >"$home/toolchain.cmake"
    # The page is the same everywhere, and takes long to build.
    [ ! -f build/release/inspector/page.c ] || options+=("-DPLOY_INSPECTOR_PAGE=$PWD/build/release/inspector/page.c")
    [ ! -f build/release/editor/editor.c ] || options+=("-DPLOY_EDITOR_PAGE=$PWD/build/release/editor/editor.c")
    cmake -S . -B "$home/build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$home/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG" -DPLOY_WERROR=ON -DPLOY_TESTS=ON "${options[@]}" >"$home/configure.log" 2>&1 ||
        { tail -30 "$home/configure.log" >&2; return 1; }
}

# One test program of each layer, with all that is saved, hashed or runs on threads.
quick="test_base_random test_base_memory test_base_stream test_base_tasks test_plan_golden test_agent_golden test_io_minds test_io_xml test_io_world test_knowledge_blackboard test_knowledge_memory test_mind_activity test_mind_bt test_mind_fsm test_mind_fuzzy test_mind_goap test_mind_utility test_nav_path_service_save test_record_recording test_record_save"

# Stages of ./test run beside each other, and two of them may need one machine.
mkdir -p "$root"
exec 8>"$root/lock" 9>"$root/$name.lock"
flock 8
need_packages "${packages[@]}"
fetch_all_sources
build_deps
configure
flock -u 8

build() { # TARGET...
    flock 9
    cmake --build "$home/build" --target "$@" >"$home/build.log" 2>&1 || { grep -iE 'error|warning|FAILED' "$home/build.log" | head -40 >&2; return 1; }
    flock -u 9
}

start() { # PROGRAM ARGUMENT...
    local program=$1
    shift
    "${runner[@]}" "$home/build/$program$extension" "$@"
}

save() { # FOLDER
    build game_hashes
    mkdir -p "$1"
    start tests/game_hashes save "$1" | tr -d '\r' >"$1/hashes"
}

load() { # FOLDER
    build game_hashes
    start tests/game_hashes load "$1" | tr -d '\r' | diff <(grep arena "$1/hashes") -
}

# The hashes are equal, the saves have the same bytes, and a match that was saved here goes on there to the same hash.
compare() {
    local here=$home/saves/here there=$home/saves/there save
    mkdir -p "$here"
    build/release/tests/game_hashes save "$here" >"$here/hashes"
    save "$there"
    diff "$here/hashes" "$there/hashes" || return 1
    for save in "$here"/*.save; do cmp "$save" "$there/$(basename "$save")" || return 1; done
    load "$here" || return 1
    build/release/tests/game_hashes load "$there" | diff <(grep arena "$here/hashes") - || return 1
    echo "$name: nine games have the same hashes, three saves the same bytes, and they go on alike"
    [ "$name" != wasm ] || return 0
    build ploy_program
    for game in smithy battleground arena; do
        build/release/ploy play $game --minutes 1 --seed 4 --record "$here/$game.rec" >/dev/null || return 1
        start ploy play $game --minutes 1 --seed 4 --record "$there/$game.rec" >/dev/null || return 1
        cmp "$here/$game.rec" "$there/$game.rec" || return 1
    done
    echo "$name: three recordings have the same bytes"
}

# The tests of the program run here and start the program there. Left out: what preloads a library into the program.
program() {
    local bad=0
    build ploy_program
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "${runner[*]}" "$home/build/ploy$extension" >"$home/ploy"
    chmod +x "$home/ploy"
    export PLOY=$home/ploy
    [ "$name" != windows ] || export PLOY_NOT_POSIX=1
    bash tests/platform/check_program.sh "$PLOY" || bad=1
    for test in build/release/tests/test_program_* build/release/tests/test_io_movingai; do
        [[ "$test" != *memory ]] || continue
        "$test" >"$home/$(basename "$test").log" 2>&1 || { bad=1; grep -E "FAILED|Error|error:|!=|\.c:" "$home/$(basename "$test").log" | head -20; }
        echo "$(basename "$test"): $(tail -n 1 "$home/$(basename "$test").log")"
    done
    return $bad
}

# The DLLs as a game uses them: installed, with import libraries and public names alone.
dlls() {
    local prefix=$home/prefix
    build ploy_program ploy_static ploy_shared ploy_io_static ploy_io_shared
    rm -rf "$prefix"
    cmake --install "$home/build" --prefix "$prefix" >/dev/null
    for library in ploy ploy-io; do
        $triple-objdump -p "$prefix/bin/lib$library.dll" | sed -n '/\[Ordinal\/Name Pointer\] Table/,/^$/s/^\t\[ *[0-9]*\] //p' >"$home/exported"
        grep -q '^ploy_' "$home/exported" || { echo "lib$library.dll exports nothing" >&2; return 1; }
        ! grep -v '^ploy_' "$home/exported" || { echo "lib$library.dll exports a private name" >&2; return 1; }
    done
    $cc -std=c11 -DPLOY_SHARED "-I$prefix/include" examples/02_goap.c "-L$prefix/lib" -lploy-io -lploy -o "$prefix/bin/02_goap.exe"
    "${runner[@]}" "$prefix/bin/02_goap.exe" | tr -d '\r' | diff - <(build/release/examples/02_goap) || return 1
    echo "windows: an example runs with the DLLs"
}

# Did each test that failed lose its connection to wine's server? Then its program has not even begun.
is_wine_gone() {
    local logs=$home/build/Testing/Temporary failed
    [ "$name" = windows ] || return 1
    while IFS=: read -r _ failed; do
        awk -v name="$failed" '/ Testing: / { is_it = $NF == name }
            is_it && /^wine client error/ { is_gone = 1 }
            is_it && /RUN/ { has_begun = 1 }
            END { exit !is_gone || has_begun }' "$logs/LastTest.log" || return 1
    done <"$logs/LastTestsFailed.log"
}

run_tests() { # ARGUMENT of ctest...
    ctest --test-dir "$home/build" --output-on-failure -j2 "$@" && return
    is_wine_gone || return 1
    echo "wine's server went away: these tests run again"
    ctest --test-dir "$home/build" --output-on-failure --rerun-failed
}

while [ $# -gt 0 ]; do
    command=$1
    shift
    case "$command" in
        setup) ;;
        build) build "${@:-all}"; break ;;
        run) build "$(basename "$1")"; start "$@"; break ;;
        --hash) build game_hashes; start tests/game_hashes | tr -d '\r' ;;
        compare) compare ;;
        save) save "$1"; break ;;
        load) load "$1"; break ;;
        program) program ;;
        dlls) dlls ;;
        test) build all; run_tests ;;
        quick) build $quick; run_tests -R "^($(tr ' ' '|' <<<"$quick"))\$" ;;
        *) echo "scripts/platform.sh: no command $command" >&2; exit 2 ;;
    esac
done
