# Sourced by test.sh, hash.sh, bench.sh, and by the tests of the languages.

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

# The packages of tests that use Chromium.
fetch_browser_packages() {
    local here=tests/inspector
    if [ $here/package-lock.json -nt $here/node_modules/.package-lock.json ]; then
        (cd $here && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json) >/dev/null
    fi
}

# first_agent LANGUAGE FENCE FILE: writes the first program of the language's README to FILE. It has at most 20 lines.
first_agent() {
    awk -v fence="\`\`\`$2" '!done && $0 == fence { inside = 1; next } inside && $0 == "```" { inside = 0; done = 1 } inside' \
        "bindings/$1/README.md" >"$3"
    local lines
    lines=$(grep -c '[^[:space:]]' "$3")
    [ "$lines" -gt 0 ] && [ "$lines" -le 20 ] || { echo "the first agent of bindings/$1 has $lines lines, not 1 to 20" >&2; return 1; }
    echo "the first agent has $lines lines"
}

# debug_game AGENT FILE RECORDING COMMAND…: see debug_game.mjs.
debug_game() {
    fetch_browser_packages
    PLOY=$PLOY_BUILD/ploy node bindings/debug_game.mjs "$@"
}

export PLOY_BUILD=${PLOY_BUILD:-$PWD/build/release}
