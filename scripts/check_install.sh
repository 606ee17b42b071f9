#!/usr/bin/env bash
# Installs the release build into a temporary folder and builds a small program against it, through find_package and
# through pkg-config.
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
