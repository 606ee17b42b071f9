# Sourced by ./run, ./test and scripts/platform.sh.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs the Debian packages given that are not there yet.
need_packages() {
    local missing=() package
    for package in "$@"; do
        if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$'; then
            missing+=("$package")
        fi
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "installing: ${missing[*]}" >&2
    mkdir -p build
    (
        flock 9 # two stages of ./test may install at once
        as_root apt-get update -qq >&2
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
    ) 9>build/installing
}

build_packages=(build-essential cmake ninja-build pkg-config libexpat1-dev libsqlite3-dev libcivetweb-dev)
# For ploy tune, and for ploy experiment on many machines.
build_packages+=(libnlopt-dev libopenmpi-dev openmpi-bin)
# For the inspector's page: its bundler, and the library as WebAssembly.
build_packages+=(clang lld llvm wasi-libc libclang-rt-14-dev-wasm32)
# For the editor's page: the source of its XML parser.
build_packages+=(dpkg-dev xz-utils)
command -v node >/dev/null || build_packages+=(nodejs)
command -v npm >/dev/null || build_packages+=(npm)
test_packages=("${build_packages[@]}" libclang-rt-14-dev libcmocka-dev libxml2-utils doxygen chromium fonts-dejavu-core file iproute2 sqlite3)

# Debian's source packages, unpacked in a folder, from the servers that apt knows.
fetch_sources() { # FOLDER PACKAGE...
    local folder=$1
    shift
    [ ! -f "$folder/done" ] || return 0
    mkdir -p "$folder/lists/partial"
    [ -n "$(apt-get indextargets 'Created-By: Packages')" ] || as_root apt-get update -qq
    apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk '$3 == "main" && $2 ~ /^[a-z]+$/ && $1 ~ /debian/ && !seen[$1 $2]++ { print "deb-src", $1, $2, $3 }' >"$folder/debian.list"
    [ -s "$folder/debian.list" ] || { echo "apt knows no Debian server" >&2; return 1; }
    local apt=(apt-get -qq -o "Dir::Etc::sourcelist=$folder/debian.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$folder/lists" -o APT::Sandbox::User=root)
    (cd "$folder" && "${apt[@]}" update && "${apt[@]}" source "$@") >"$folder/log" 2>&1 || { tail -20 "$folder/log" >&2; return 1; }
    touch "$folder/done"
}

# The XML parser of the editor's page. Without it the program is built without the editor, and says so.
fetch_expat() {
    fetch_sources "$PWD/build/expat" expat || echo "the source of expat cannot be fetched: ploy edit is left out" >&2
}

# Configures once, with the options given, and builds what has changed: all of it, or the targets after "--".
build_preset() {
    local preset=$1 options=() targets=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    [ $# -le 1 ] || targets=(--target "${@:2}")
    [ -f "build/$preset/build.ninja" ] && [ ${#options[@]} -eq 0 ] || cmake --preset "$preset" "${options[@]}" >/dev/null
    cmake --build "build/$preset" "${targets[@]}"
}
