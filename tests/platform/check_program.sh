#!/usr/bin/env bash
# tests/platform/check_program.sh PLOY: what the tests of the program do not have and machines do differently: names of
# files that are not ASCII, line ends of Windows, replaced files, a terminal, the live server. scripts/platform.sh runs it.
set -euo pipefail
cd "$(dirname "$0")/../.."
ploy=$1
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
fail() { echo "$*" >&2; exit 1; }

file="$work/schmiede-ü-炎-🔥.xml"
cp examples/reload.xml "$file"
"$ploy" plan "$file" --json >"$work/plan"
grep -q '"status": "plan"' "$work/plan" || fail "no plan: $(cat "$work/plan")"
said=$("$ploy" check "$work/nö-✗.xml" 2>&1 || true)
[[ "$said" == *nö-✗.xml* ]] || fail "a name in a message is not UTF-8"
"$ploy" play smithy --minutes 1 --seed 1 --record "$work/aufnahme-é.rec" >/dev/null
[ -s "$work/aufnahme-é.rec" ] || fail "no recording under its name"
for _ in 1 2; do # the second replaces the first
    "$ploy" view "$work/aufnahme-é.rec" --out "$work/página.html" >/dev/null
done
[ -s "$work/página.html" ] && [ ! -e "$work/página.html.part" ] || fail "no page under its name"
mkdir "$work/größe-é"
echo nonsense >"$work/größe-é/tactics.txt"
said=$("$ploy" play arena --minutes 1 --data "$work/größe-é" 2>&1 || true)
[[ "$said" == *größe-é/tactics.txt:1:1* ]] || fail "the data of a folder whose name is not ASCII are not read: $said"
echo "names that are not ASCII: read, recorded, replaced"

sed 's/$/\r/' "$file" >"$work/crlf.xml"
diff <("$ploy" plan "$file" | sed '$d') <("$ploy" plan "$work/crlf.xml" | sed '$d') || fail "another plan with line ends of Windows"
[ "$("$ploy" plan "$file" | tr -cd '\r' | wc -c)" = 0 ] || fail "line ends of Windows in the output"
sed 's/<goal /<gaol /' "$work/crlf.xml" >"$work/wrong.xml"
sed 's/<goal /<gaol /' "$file" >"$work/wrong2.xml"
diff <("$ploy" check "$work/wrong.xml" 2>&1 | sed 's/wrong[0-9]*//') <("$ploy" check "$work/wrong2.xml" 2>&1 | sed 's/wrong[0-9]*//') || fail "another place with line ends of Windows"
echo "line ends of Windows: the same plan, the same places of errors"

# From a stream without a buffer, a console of Windows gets each byte by itself.
script -qefc "'$ploy' play battleground --agents 2 --nodes 16 --watch" "$work/screen" </dev/null >/dev/null 2>&1 || fail "--watch in a terminal ends with $?"
grep -qF $' | 2 of 2 left\e[K' "$work/screen" || fail "--watch in a terminal does not show whole lines"
echo "--watch in a terminal: whole lines, with colors"

"$ploy" view --live "$work/aufnahme-é.rec" >"$work/address" 2>"$work/server" </dev/null &
server=$!
for _ in $(seq 100); do
    [ ! -s "$work/address" ] || break
    kill -0 $server 2>/dev/null || break
    sleep 0.2
done
address=$(tr -d '\r\n' <"$work/address")
[ -n "$address" ] || fail "no live server: $(cat "$work/server")"
node -e '
    const [, address] = process.argv;
    fetch(address).then(async (answer) => {
        const page = await answer.text();
        if (answer.status !== 200 || !page.includes("</html>")) throw new Error(`status ${answer.status}, ${page.length} bytes`);
        const other = await fetch(address.replace(/[0-9a-f]{32}/, "0".repeat(32)));
        if (other.status !== 404) throw new Error(`without the token: ${other.status}`);
    }).catch((error) => { console.error(String(error)); process.exit(1); });' "$address" || fail "the live page is not served"
echo "the live server: serves the page, and only with the token"
