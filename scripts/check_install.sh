#!/usr/bin/env bash
# Installs the release build into a temporary folder and builds a small program against it, through find_package and
# through pkg-config. Also: what the shared libraries export, packages, and a project that contains the sources without
# git, in a path with spaces.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install build/release --prefix "$work/prefix" >/dev/null
mkdir "$work/consumer"
io=OFF
[ ! -f "$work/prefix/include/ploy/io.h" ] || ! ls "$work"/prefix/lib*/libploy-io.a "$work"/prefix/lib/*/libploy-io.a >/dev/null 2>&1 || io=ON

cat >"$work/consumer/main.c" <<'C'
#include <ploy/ploy.h>
#ifdef USE_IO
#include <ploy/io.h>
#endif
#include <string.h>

int main(void)
{
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 2});
    ploy_scheduler_destroy(scheduler);
    return scheduler == NULL || strcmp(ploy_version(), PLOY_VERSION) != 0;
}
C
cat >"$work/consumer/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(consumer C)
find_package(ploy 0.2 REQUIRED)
foreach(kind "" -shared)
    add_executable(consumer${kind} main.c)
    target_link_libraries(consumer${kind} ploy::ploy${kind})
    if(TARGET ploy::ploy-io)
        target_compile_definitions(consumer${kind} PRIVATE USE_IO)
        target_link_libraries(consumer${kind} ploy::ploy-io${kind})
    endif()
endforeach()
CMAKE

cmake -S "$work/consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/build" >/dev/null
"$work/build/consumer"
"$work/build/consumer-shared"
echo "find_package: static and shared work"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name ploy.pc)")
export PKG_CONFIG_PATH
version=$(sed -n 's/^#define PLOY_VERSION "\(.*\)"$/\1/p' include/ploy/base.h)
[ "$(pkg-config --modversion ploy)" = "$version" ] || { echo "pkg-config says $(pkg-config --modversion ploy), base.h $version" >&2; exit 1; }
grep -q "^## \[$version\]" CHANGELOG.md || { echo "CHANGELOG.md has no $version" >&2; exit 1; }
package=ploy
define=
[ $io = OFF ] || { package=ploy-io; define=-DUSE_IO; }
lib=$(pkg-config --variable=libdir ploy)
# Word splitting is what pkg-config's output is for.
# shellcheck disable=SC2046
cc -std=c11 $define "$work/consumer/main.c" -o "$work/with-pkg-config" $(pkg-config --cflags --libs $package)
LD_LIBRARY_PATH=$lib "$work/with-pkg-config"
# shellcheck disable=SC2046
cc -std=c11 $define "$work/consumer/main.c" -o "$work/with-pkg-config-static" $(pkg-config --cflags $package) \
    -Wl,-Bstatic $(pkg-config --static --libs-only-L --libs-only-l $package | sed 's/-lexpat//') -Wl,-Bdynamic \
    $([ $io = OFF ] || echo -lexpat) -pthread
"$work/with-pkg-config-static"
echo "pkg-config: static and shared work"

if [ -f "$lib/libploy-arena.so" ]; then
    cat >"$work/arena.c" <<'C'
#include <ploy-arena/environment.h>
#include <stdio.h>

int main(void)
{
    char message[200] = "";
    arena_environment* match = arena_environment_create(&(arena_environment_def){.agents = 2}, message, sizeof message);
    bool is_good = match && arena_environment_reset(match, 1);
    if (is_good) arena_environment_step(match, 60);
    is_good = is_good && arena_environment_agent_count(match) == 2;
    arena_environment_destroy(match);
    if (!is_good) printf("%s\n", message);
    return !is_good;
}
C
    # shellcheck disable=SC2046
    cc -std=c11 "$work/arena.c" -o "$work/arena" $(pkg-config --cflags ploy) "-L$lib" -lploy-arena -Wl,-rpath-link,"$lib"
    LD_LIBRARY_PATH=$lib "$work/arena"
    if nm -D --defined-only "$lib/libploy-arena.so" | awk '{ print $3 }' | grep -v '^arena_environment_' >&2; then
        echo "libploy-arena exports another name" >&2
        exit 1
    fi
    echo "libploy-arena: installed, plays a match"
fi

for library in "$lib"/libploy.so "$lib"/libploy-io.so; do
    [ ! -f "$library" ] || nm -D --defined-only "$library" | awk '{ print $3 }'
done >"$work/exported"
if [ ! -s "$work/exported" ] || grep -v '^ploy_' "$work/exported" >&2; then
    echo "the shared libraries export a private name, or nothing" >&2
    exit 1
fi
echo "shared libraries: $(wc -l <"$work/exported") names exported, all public"

(cd build/release && cpack -G ZIP -B "$work/packages" >/dev/null && cpack -G DEB -B "$work/packages" >/dev/null)
dpkg-deb --contents "$work"/packages/*.deb | grep 'include/ploy/ploy.h' >/dev/null
[ "$(find "$work/packages" -maxdepth 1 -name '*.zip' | wc -l)" = 1 ]
echo "cpack: .deb and .zip"

mkdir -p "$work/a game/ploy"
cp -r CMakeLists.txt cmake src include LICENSE "$work/a game/ploy"
cp "$work/consumer/main.c" "$work/a game"
cat >"$work/a game/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.18)
project(game C)
include(FetchContent)
set(PLOY_IO OFF CACHE BOOL "")
FetchContent_Declare(ploy SOURCE_DIR "${CMAKE_SOURCE_DIR}/ploy")
FetchContent_MakeAvailable(ploy)
foreach(library ploy::ploy ploy::ploy-shared)
    if(NOT TARGET ${library})
        message(FATAL_ERROR "no ${library}")
    endif()
endforeach()
add_executable(game main.c)
target_link_libraries(game ploy::ploy)
CMAKE
cmake -S "$work/a game" -B "$work/a game/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build "$work/a game/build" --target game >/dev/null
"$work/a game/build/game"
cmake --install "$work/a game/build" --prefix "$work/nothing" >/dev/null
[ ! -e "$work/nothing" ] || { echo "a project that contains ploy installs it" >&2; exit 1; }
echo "FetchContent: without git, in a path with spaces, without install rules"

# Folders for libraries and headers that are not below the prefix.
cmake -S "$work/a game/ploy" -B "$work/absolute" -G Ninja -DPLOY_IO=OFF "-DCMAKE_INSTALL_LIBDIR=$work/libraries" \
    "-DCMAKE_INSTALL_INCLUDEDIR=$work/headers" >/dev/null
PKG_CONFIG_PATH=$work/absolute pkg-config --cflags --libs ploy | grep -F -- "-I$work/headers -L$work/libraries -lploy" >/dev/null ||
    { cat "$work/absolute/ploy.pc" >&2; echo "ploy.pc does not have the absolute folders" >&2; exit 1; }
echo "absolute folders: pkg-config has them"
