// Names of files: every use is found, and a renamed file is as good as before. node names.mjs

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load, root } from "./bundle.mjs";

const { Names, parse, apply, complete } = await load("text/names.ts", "text/xml.ts", "text/edit.ts", "text/complete.ts");
const TYPES = /X\(\w+, "(\w+)"/g;
const nodes = [...readFileSync(join(root, "src/mind/bt/bt.h"), "utf8").matchAll(TYPES)].map((one) => one[1]).concat("Control", "Decorator");

let failures = 0;
function check(isTrue, what) {
    if (isTrue) return;
    failures++;
    if (failures < 30) console.log(`failed: ${what}`);
}

const source = (text) => ({ text, tree: parse(text) });
const program = process.env.PLOY;

/// What the program says of a text, without places.
function verdict(text) {
    try {
        return execFileSync(program, ["check", "/dev/stdin", "--json"], { input: text, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
    } catch (error) {
        return error.stdout + error.stderr;
    }
}

const shipped = execFileSync("git", ["ls-files", "examples/*.xml", "games/*.xml"], { cwd: root, encoding: "utf8" }).trim().split("\n");
let renamed = 0;
for (const name of shipped) {
    const text = readFileSync(join(root, name), "utf8");
    const names = new Names([source(text)], new Set(nodes));
    const [document] = names.documents;
    const before = verdict(text);
    let all = text;
    // All names of each kind at once, and one after the other: each renaming leaves a file that is as good as before.
    for (const kind of new Set(names.all.map((one) => one.kind))) {
        const now = new Names([source(all)], new Set(nodes));
        const first = now.all.find((one) => one.kind === kind && one.isDefinition);
        if (!first) continue;
        check(now.obstacle(first, first.name) !== null, `${name}: ${kind} ${first.name}: its own name is no new one`);
        check(now.obstacle(first, `${first.name}_2`) === null, `${name}: ${kind} ${first.name} can be renamed`);
        const [changes] = now.rename(first, `${first.name}_2`).values();
        all = apply(all, changes);
        check(parse(all).error === null, `${name}: ${kind} ${first.name}: the renamed text can be read`);
        renamed++;
        check(names.at(document, names.all[0].from) !== null, `${name}: a name is found at its place`);
    }
    const after = verdict(all);
    check(after.replaceAll("_2", "") === before.replaceAll("_2", ""), `${name}: renamed, it is as good as before:\n${before}\n${after}`);
}

// What can stand at a place.
const TEXT = '<ploy version="1">\n  <domain name="d">\n    <type name="place" objects="camp hill"/>\n    <symbol name="at" type="place"/>\n    <action name="Go"><param name="p" type="place"/><pre>at != </pre><effect>at = p</effect></action>\n    <goal name="Be">at = hill</goal>\n  </domain>\n  <agent name="a" domain="d"><goals>Be</goals></agent>\n</ploy>\n';
const document = source(TEXT), names = new Names([document], new Set(nodes)), types = { nodes: [], common: [], leaves: [] };
const labels = (mark, offset = mark.length) => complete(document, TEXT.indexOf(mark) + offset, names, types)?.list.map((one) => one.label) ?? [];
check(labels("at != ").join().startsWith("p,at,camp,hill"), `in a condition: parameters, symbols, objects: ${labels("at != ")}`);
check(labels('type="place"/>\n    <action', 6).includes("place"), "the type of a symbol");
check(labels("<goals>B").join() === "Be", "the goals of an agent");
check(labels("<goal ").includes("priority") && !labels("<goal ").includes("name"), "attributes that it does not have yet");
check(labels("\n  <agent", 4).includes("htn"), "the parts of a file");
check(labels('domain="d"', 8).join() === "d", "the domain of an agent");

console.log(failures === 0 ? `${shipped.length} files, ${renamed} names renamed: all as it should be` : `${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
