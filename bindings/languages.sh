# Sourced by test.sh, hash.sh and bench.sh.

# The folders that hold a binding: those named in the arguments, or all.
languages() {
    local script=$1 folder
    shift
    if [ $# -gt 0 ]; then
        for folder in "$@"; do
            [ -f "bindings/$folder/$script" ] || { echo "bindings/$folder/$script does not exist" >&2; return 1; }
            echo "$folder"
        done
        return
    fi
    for folder in bindings/*/"$script"; do
        [ ! -f "$folder" ] || basename "$(dirname "$folder")"
    done
}

# The Debian packages of the languages given.
language_packages() {
    local language
    for language in "$@"; do
        [ ! -f "bindings/$language/packages" ] || sed 's/#.*//' "bindings/$language/packages"
    done
}

export PLOY_BUILD=${PLOY_BUILD:-$PWD/build/release}
