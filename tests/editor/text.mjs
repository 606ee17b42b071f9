// What the editor does to texts, without a page: round trips byte for byte, and edits that change what they say and nothing
// else. node text.mjs [FILE...]
// PLOY_BTCPP_FILES: a folder with trees of other projects (BehaviorTree.CPP's examples, say, which are not shipped), which go
// round, too.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { load, root } from "./bundle.mjs";
import { generateFile, randomOf } from "./generate.mjs";

const { Document, parse, attribute, walk, pathOf, follow, setAttribute, setText, insert, remove, move, wrap, apply, extent, decodeBytes, encodeText } =
    await load("files/document.ts", "text/xml.ts", "text/edit.ts", "files/coding.ts");

let failures = 0;
function check(isTrue, what) {
    if (isTrue) return;
    failures++;
    if (failures < 30) console.log(`failed: ${what}`);
}

const shipped = execFileSync("git", ["ls-files", "*.xml"], { cwd: root, encoding: "utf8" }).trim().split("\n").filter((name) => !name.startsWith("fuzz/corpus"));
const files = [...shipped, ...process.argv.slice(2)].map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(root, name))) }));
const theirs = process.env.PLOY_BTCPP_FILES;
if (!theirs) console.log("skipped: PLOY_BTCPP_FILES names no folder with files of BehaviorTree.CPP");
else {
    const names = readdirSync(theirs, { recursive: true }).filter((name) => name.endsWith(".xml"));
    check(names.length > 0, `${theirs} has files`);
    for (const name of names) files.push({ name, isTheirs: true, bytes: new Uint8Array(readFileSync(join(theirs, name))) });
}
for (let seed = 1; seed <= 100; seed++) files.push({ name: `generated ${seed}`, bytes: new TextEncoder().encode(generateFile(seed)) });

const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

// An element as data, without its layout: an oracle for edits. The lines of a text that moves are indented as its new place is.
function model(element, text) {
    const own = element.texts.map((one) => text.slice(one.from, one.to)).join("").trim().replace(/\n\s+/g, "\n");
    return { name: element.name, attributes: element.attributes.map((one) => [one.name, one.value]), text: own, children: element.children.map((one) => model(one, text)) };
}
const show = (value) => JSON.stringify(value);
const modelAt = (root, path) => path.reduce((at, index) => at.children[index], root);

function comments(text) {
    // The lines of a comment that moves are indented as its new place is.
    return [...text.matchAll(/<!--[^]*?-->/g)].map((one) => one[0].replace(/\s+/g, " ")).sort();
}

// What is outside of the places that are changed is the same before and after.
function isSmall(text, changes) {
    return changes.every((one) => one.from >= 0 && one.from <= one.to && one.to <= text.length);
}

const EDITS = {
    attribute(text, element, path, random) {
        const name = ["name", "cost", "new"][random(3)], value = ["a < b & \"c\"", "it's", "1", ""][random(4)];
        return [setAttribute(text, element, name, value), (all) => {
            const at = modelAt(all, path), old = at.attributes.find((one) => one[0] === name);
            if (old) old[1] = value;
            else at.attributes.push([name, value]);
        }];
    },
    noAttribute(text, element, path, random) {
        if (element.attributes.length === 0) return null;
        const { name } = element.attributes[random(element.attributes.length)];
        return [setAttribute(text, element, name, null), (all) => {
            const at = modelAt(all, path);
            at.attributes = at.attributes.filter((one) => one[0] !== name);
        }];
    },
    text(text, element, path) {
        if (element.children.length > 0 || element.comments.length > 0) return null;
        return [setText(text, element, "x and y"), (all) => (modelAt(all, path).text = "x and y")];
    },
    insert(text, element, path, random) {
        if (element.texts.some((one) => text.slice(one.from, one.to).trim() !== "")) return null;
        const index = random(element.children.length + 1);
        return [insert(text, element, index, '<New a="1">\n  <Inner/>\n</New>'), (all) => modelAt(all, path).children.splice(index, 0,
            { name: "New", attributes: [["a", "1"]], text: "", children: [{ name: "Inner", attributes: [], text: "", children: [] }] })];
    },
    remove(text, element, path) {
        if (path.length === 0) return null;
        return [remove(text, element), (all) => modelAt(all, path.slice(0, -1)).children.splice(path.at(-1), 1), true];
    },
    wrap(text, element, path) {
        if (path.length === 0) return null;
        return [wrap(text, element, "Around"), (all) => {
            const up = modelAt(all, path.slice(0, -1));
            up.children[path.at(-1)] = { name: "Around", attributes: [], text: "", children: [up.children[path.at(-1)]] };
        }];
    },
    move(text, element, path, random, tree) {
        if (path.length === 0) return null;
        const parents = [...walk(tree.root)].filter((one) => one.texts.every((span) => text.slice(span.from, span.to).trim() === ""));
        const parent = parents[random(parents.length)], to = pathOf(parent), index = random(parent.children.length + 1);
        const isInside = path.every((step, i) => to[i] === step);
        if (isInside) return [move(text, element, parent, index), () => {}];
        return [move(text, element, parent, index), (all) => {
            const up = modelAt(all, path.slice(0, -1)), goal = modelAt(all, to), [taken] = up.children.splice(path.at(-1), 1);
            goal.children.splice(up === goal && index > path.at(-1) ? index - 1 : index, 0, taken);
        }];
    },
};

function checkEdit(name, kind, text, seed) {
    const random = randomOf(seed), tree = parse(text);
    const all = [...walk(tree.root)], element = all[random(all.length)], path = pathOf(element);
    const edit = EDITS[kind](text, element, path, random, tree);
    if (!edit) return 0;
    const [changes, change, loses] = edit;
    check(isSmall(text, changes), `${name}: ${kind}: changes are inside of the text`);
    const done = apply(text, changes), after = parse(done);
    const wanted = model(tree.root, text);
    change(wanted);
    check(after.error === null, `${name}: ${kind} at ${path}: the text can be read: ${after.error?.message}`);
    if (after.error === null) check(show(model(after.root, done)) === show(wanted), `${name}: ${kind} at ${path} (seed ${seed}): it changes what it says and nothing else`);
    if (!loses) check(show(comments(done)) === show(comments(text)), `${name}: ${kind}: comments stay`);
    return 1;
}

let edits = 0;
let unread = 0;
for (const { name, bytes, isTheirs } of files) {
    const document = new Document(name, bytes, []);
    check(same(document.bytes, bytes), `${name}: opened and saved, it is the same`);
    check(!document.isChanged, `${name}: it is not changed by opening`);
    if (isTheirs && document.tree.error) console.log(`${name}: ${document.tree.error.message}`); // no XML: only as text
    else check(document.tree.error === null, `${name}: it can be read: ${document.tree.error?.message}`);
    unread += Number(document.tree.error !== null);
    if (document.tree.error) continue;
    for (const element of walk(document.tree.root))
        for (const one of element.attributes) check(setAttribute(document.text, element, one.name, one.value).length === 0, `${name}: setting what is there changes nothing`);
    // An edit and its opposite give back the same bytes; only the bytes that were edited differ between.
    const first = document.tree.root.children[0];
    if (first) {
        const changes = setAttribute(document.text, first, "added", "1");
        document.state = document.state.update({ changes }).state;
        check(document.isChanged, `${name}: an edit changes it`);
        const now = document.bytes;
        let head = 0;
        while (head < bytes.length && now[head] === bytes[head]) head++;
        let tail = 0;
        while (tail < bytes.length - head && now[now.length - 1 - tail] === bytes[bytes.length - 1 - tail]) tail++;
        check(head + tail === bytes.length, `${name}: an added attribute is the only difference`);
        document.state = document.state.update({ changes: setAttribute(document.text, follow(document.tree.root, [0]), "added", null) }).state;
        check(same(document.bytes, bytes), `${name}: without it, it is as before`);
    }
    const { text } = document;
    for (const [i, kind] of Object.keys(EDITS).entries()) for (let seed = 0; seed < 12; seed++) edits += checkEdit(name, kind, text, 1000 * i + seed + 1);
}

// What cannot be read is not guessed at.
for (const [text, message] of [["<a><b></a>", "</a> closes <b>"], ["<a x=1/>", "quotation marks"], ["<a", "not closed"], ["", "no element"], ["<a/><b/>", "second root"], ["<a x='1' x='2'/>", "twice"], ["<a><!-- </a>", "comment"]])
    check(parse(text).error?.message.includes(message), `${text}: the error says ${message}: ${parse(text).error?.message}`);
const latin = Uint8Array.from([...'<?xml version="1.0" encoding="ISO-8859-1"?><a b="'].map((one) => one.charCodeAt(0)).concat([0xe4, 0xff], [...'"/>'].map((one) => one.charCodeAt(0))));
check(same(encodeText(decodeBytes(latin).text, true), latin), "ISO 8859-1 goes round");
let refused = "";
try {
    decodeBytes(Uint8Array.from([60, 0xff, 62]));
} catch (error) {
    refused = error.message;
}
check(refused.includes("UTF-8"), "bytes that are no text are refused");

// Comments above an element go with it.
const village = '<ploy>\n  <!-- one -->\n  <a/>\n  <b/>\n</ploy>\n', parsed = parse(village);
check(extent(village, parsed.root.children[0]).from === village.indexOf("<!--"), "a comment belongs to what is below it");
check(attribute(parsed.root, "none") === undefined, "what is not there has no value");

console.log(failures === 0 ? `${files.length} files${unread > 0 ? `, ${unread} of them no XML` : ""}, ${edits} edits: all as it should be` : `${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
