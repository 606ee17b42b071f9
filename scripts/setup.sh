# Sourced by ./run and ./test: installs the Debian packages given that are not there yet.
need_packages() {
    local missing=() package
    for package in "$@"; do
        if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$'; then
            missing+=("$package")
        fi
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "installing: ${missing[*]}" >&2
    local root=()
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    "${root[@]}" apt-get update -qq >&2
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

build_packages=(build-essential cmake ninja-build pkg-config libexpat1-dev libsqlite3-dev libcivetweb-dev)
# For the inspector's page: its bundler, and the library as WebAssembly.
build_packages+=(clang lld wasi-libc libclang-rt-14-dev-wasm32)
command -v node >/dev/null || build_packages+=(nodejs)
command -v npm >/dev/null || build_packages+=(npm)
test_packages=("${build_packages[@]}" libclang-rt-14-dev libcmocka-dev libxml2-utils)

# Configures once and builds what has changed.
build_preset() {
    local preset=$1
    shift
    [ -f "build/$preset/build.ninja" ] && [ $# -eq 0 ] || cmake --preset "$preset" "$@" >/dev/null
    cmake --build "build/$preset"
}
