#!/usr/bin/env bash
# What the README and the docs show must work.
#   ```c        a whole program: built against the headers and libraries of this build, and run; it must return 0.
#               After <!-- file: NAME --> it is built but not run: it belongs to a tutorial that a script follows.
#               After <!-- example: NAME --> it must be the same as examples/NAME without its comments.
#   ```xml      a whole file: `ploy check` finds nothing. A fragment is marked <!-- fragment --> on its first line
#               After <!-- example: NAME --> what is within <ploy> must be a part of examples/NAME without its comments.
#   ```console  lines that begin with "$ ploy ": run; what follows must be what they print, except times and counts.
#               After <!-- run --> it is left to the script that follows the tutorial.
# Every page is linked from README.md, every relative link leads to a file, and every name ploy_… is one of the headers.
#   tests/check_docs.sh --update   writes what the commands print into the pages
set -eu
cd "$(dirname "$0")/.."
if [ -z "${PLOY:-}" ]; then
    echo "skipped: the program was not built"
    exit 0
fi
build=$(dirname "$PLOY")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
update=
[ "${1:-}" != --update ] || update=1
failed=0 blocks=0

# Writes the blocks of a page to $work/NUMBER.KIND and prints their file names, the line they begin at and the marker
# before them (- without one).
split_page() { # PAGE
    awk -v work="$work" '
        /^```/ && kind { close(file); kind = ""; marker = ""; next }
        /^```(c|xml|console)$/ {
            kind = substr($0, 4); file = work "/block" ++n "." kind; printf "" >file
            print file, NR, marker == "" ? "-" : marker; next
        }
        kind { print >file; next }
        /^<!-- (file|append|example): [^ ]+ -->$/ { marker = $2 $3; next }
        /^<!-- run -->$/ { marker = "run"; next }
        /[^ ]/ { marker = "" }' "$1"
}

fail() { # PAGE LINE MESSAGE
    echo "$1:$2: $3" >&2
    failed=$((failed + 1))
}

flags=()
if grep -q '^PLOY_SANITIZE:STRING=.' "$build/CMakeCache.txt" 2>/dev/null; then
    flags=("-fsanitize=$(sed -n 's/^PLOY_SANITIZE:STRING=//p' "$build/CMakeCache.txt")")
fi
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt" 2>/dev/null || true)

check_c() { # FILE PAGE LINE MARKER
    if [[ $4 = example:* ]]; then
        diff <(sed '/^\/\//d; 1,/./{/^$/d}' "examples/${4#example:}") "$1" >&2 || fail "$2" "$3" "is not ${4#example:}"
    elif ! "${compiler:-cc}" -std=c11 -Wall -Wextra -Werror "${flags[@]}" -Iinclude -o "$work/program" "$1" \
        "$build/src/libploy-io.a" "$build/src/libploy.a" -lexpat -lpthread; then
        fail "$2" "$3" "does not build"
    elif [ "$4" = - ] && ! "$work/program" >"$work/out" 2>&1; then
        cat "$work/out" >&2
        fail "$2" "$3" "does not run"
    fi
}

check_xml() { # FILE PAGE LINE MARKER
    head -n1 "$1" | grep -q 'fragment' && return
    if [[ $4 = example:* ]]; then
        [[ "$(sed '/<!--.*-->$/d' "examples/${4#example:}")" = *"$(sed '1d;$d' "$1")"* ]] || fail "$2" "$3" "is not a part of ${4#example:}"
    fi
    # In a tutorial the game sets symbols that the file does not: findings are right there.
    "$PLOY" check "$1" >"$work/out" 2>&1 || { [ $? -eq 1 ] && [ "$4" != - ]; } || { cat "$work/out" >&2; fail "$2" "$3" "ploy check complains"; }
}

without_times() {
    sed -e "s/^[0-9]* states expanded, .*/COUNTS/" -e "s/^[0-9]* nodes [a-z ]*, [0-9.]* µs.*/COUNTS/" -e "s/[0-9.]* µs and [0-9.]* nodes [a-z]* query/COUNTS/" \
        -e "s/([0-9]* nodes [a-z ]*)/(COUNTS)/" -e "s/\"ns\": [0-9.]*/\"ns\": TIME/" -e "/^$/d"
}

check_console() { # FILE PAGE LINE MARKER
    [ "$4" != run ] || return 0
    local line command
    : >"$work/got"
    while IFS= read -r line; do
        case $line in
            '$ ploy '*)
                command=${line#\$ ploy }
                [ ! -s "$work/got" ] || ! grep -q '^$' "$1" || echo >>"$work/got"
                echo "$line" >>"$work/got"
                eval "\"\$PLOY\" $command" >>"$work/got" 2>/dev/null || true ;;
        esac
    done <"$1"
    if ! diff <(without_times <"$1") <(without_times <"$work/got") >"$work/diff"; then
        if [ -n "$update" ]; then
            local lines
            lines=$(wc -l <"$1")
            { sed -n "1,$3p" "$2"; cat "$work/got"; sed "1,$(($3 + lines))d" "$2"; } >"$work/page"
            cat "$work/page" >"$2"
            echo "$2:$3: updated; run again" >&2
            failed=$((failed + 1))
            return 1
        fi
        cat "$work/diff" >&2
        fail "$2" "$3" "prints something else"
    fi
}

check_links() { # PAGE
    local folder target
    folder=$(dirname "$1")
    while IFS= read -r target; do
        [ -e "$folder/$target" ] || fail "$1" 1 "a link leads nowhere: $target"
    done < <(sed '/^```/,/^```/d' "$1" | grep -oE '\]\([^)#: ]+[#)]' | sed 's/^](//; s/[#)]$//')
}

# The interface, and the targets of CMake.
{ sed 's,//.*,,' include/ploy/*.h; git ls-files '*CMakeLists.txt' | xargs cat; } |
    grep -oE '\bploy_[a-z0-9_]+\b' | sort -u >"$work/names"
check_names() { # PAGE
    local name
    while read -r name; do
        fail "$1" "$(grep -nw -m1 "$name" "$1" | cut -d: -f1)" "$name is neither in include/ploy nor a target"
    done < <(sed 's,ploy_io\.c,,g' "$1" | grep -oE '\bploy_[a-z0-9_]*[a-z0-9]\b' | sort -u | comm -23 - "$work/names")
}

for page in README.md docs/*/*.md; do
    while read -r file line marker; do
        blocks=$((blocks + 1))
        "check_${file##*.}" "$file" "$page" "$line" "$marker" || break # the lines below an update have moved
    done < <(split_page "$page")
    ! grep -nE '^(<<<<<<<|>>>>>>>) ' "$page" >&2 || fail "$page" 1 "a conflict is left in it"
    check_links "$page"
    check_names "$page"
    [ "$page" = README.md ] || grep -q "($page)" README.md || fail "$page" 1 "README.md does not link it"
done
echo "$blocks blocks, $failed failed"
[ "$failed" -eq 0 ]
