#!/usr/bin/env bash
# Every shipped file is valid against the schema, and the schema refuses what is broken.
set -eu
cd "$(dirname "$0")/.."

valid() { xmllint --noout --relaxng schema/ploy.rng "$@" 2>&1; }

errors=0
complain() {
    echo "$1" >&2
    errors=$((errors + 1))
}

for file in examples/*.xml examples/data/*.xml games/*/data/*.xml experiments/*.xml; do
    valid "$file" >/dev/null || complain "$file: not valid: $(valid "$file")"
done

# Generated problems are valid too.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
yardstick=${YARDSTICK:-build/release/bench/ploy_yardstick}
"$yardstick" --write "$work" smith soldier_open multi shooter dead_end impossible || complain "$yardstick writes no problems"
for file in "$work"/*.xml; do
    valid "$file" >/dev/null || complain "$file: not valid: $(valid "$file" | head -3)"
done

# Each line breaks the example in one way; the schema must notice, and the change must be one.
broken=$work/broken
notices() { # FILE
    while IFS= read -r change; do
        sed -e "$change" "$1" >"$broken"
        cmp -s "$broken" "$1" && complain "changes nothing: $change"
        valid "$broken" >/dev/null && complain "not noticed: $change"
    done
    return 0
}
notices experiments/tiny.xml <<'END'
s/ seed="[0-9]*"/ seed="99"/
s/game="arena"/game="chess"/
s/mode="lms"/mode="golf"/
s/first="long.goap"/first="goap+cats"/
s/maps="1"/maps="3"/
s/matches="2"/matches="0"/
s/seconds="/hours="/
s/<robin /<rabbit /
END
notices examples/camp.xml <<'END'
s/version="1"/version="2"/
s/<symbol name="fire"/<symbl name="fire"/
s/<symbol name="fire" type="bool"/<symbol type="bool"/
s/<symbol name="fire" type="bool"/<symbol name="fire"/
s/<symbol name="fire"/<symbol color="red" name="fire"/
s/<symbol name="fire" type="bool"/<symbol name="fire" type="bool" min="0"/
s/ min="0" max="9"/ min="0"/
s/max="9"/max="many"/
s/step="0.5"/step="0.0005"/
s/planned="true"/planned="yes"/
s/objects="none axe"/objects=""/
s/name="hand"/name="2hands"/
s/precedence="1"/precedence="first"/
s/duration="600"/duration="-600"/
s/cost="0.25"/cost=""/
s/<pre>hand = none<.pre>/<pre>hand = <b>none<\/b><\/pre>/
s/<pre>hand = none<.pre>/hand = none/
s/<param name="p" type="place"/<param name="p"/
s/<state>.*<.state>/&&/
s/ domain="camp"//
END

[ "$errors" -eq 0 ]
