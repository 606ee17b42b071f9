// Breaks the tutorial's file and program in every way a newcomer might, one mutant at a time, and looks what is said.
//   node tests/mutants.mjs TUTORIAL.md BUILD [--list]        BUILD: a build folder; --list: print every mutant's end
//
// A mutant ends in one of three ways. It is answered: the compiler, Ploy or `ploy check` prints what is wrong, where,
// and what would be right. It is harmless: the game prints what it did before. It is legal: another game, as the file or
// the program now says; `legal` has the reason. Anything else is silence or a crash, and fails.
//
// What Ploy refuses when it loads the file, `ploy check` finds as well, unless it is a name that only the game knows.

import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [page, build, ...options] = process.argv.slice(2);
const source = process.cwd();
const isLong = Boolean(process.env.PLOY_LONG);

/// The last block of the page that writes a file.
function fileOf(name) {
    const text = readFileSync(page, "utf8");
    const at = text.lastIndexOf(`<!-- file: ${name} -->`);
    const begin = text.indexOf("\n", text.indexOf("```", at)) + 1;
    return text.slice(begin, text.indexOf("\n```", begin) + 1);
}

const xml = fileOf("farm.xml");
const code = fileOf("farm.c");
const mutants = [];
const seen = new Set([xml, code]);

function lineAt(text, at) {
    return text.slice(0, at).split("\n").length;
}

/// `how` and `what` name the mutant; text[from..to) becomes `by`.
function add(file, how, what, from, to, by) {
    const text = file === "farm.xml" ? xml : code;
    const made = text.slice(0, from) + by + text.slice(to);
    if (seen.has(made)) return;
    seen.add(made);
    mutants.push({ file, line: lineAt(text, from), name: `${how} ${what}`, text: made, was: text.slice(from, to), by });
}

function misspellings(word) {
    const middle = Math.max(1, Math.floor(word.length / 2));
    const other = word[0] === word[0].toUpperCase() ? word[0].toLowerCase() : word[0].toUpperCase();
    const all = [other + word.slice(1), word + word.at(-1)];
    if (word.length > 2) all.push(word.slice(0, middle) + word.slice(middle + 1));
    if (word.length > 3) all.push(word.slice(0, middle - 1) + word[middle] + word[middle - 1] + word.slice(middle + 1));
    return all;
}

function misspell(file, what, at, word) {
    for (const wrong of misspellings(word)) add(file, "misspell", `${what} as ${wrong}`, at, at + word.length, wrong);
}

// The file.

function mutateValue(element, attribute, at, value) {
    const what = `${attribute} of <${element}>`;
    for (const word of value.matchAll(/[A-Za-z_]\w*/g)) misspell("farm.xml", `${word[0]} in ${what}`, at + word.index, word[0]);
    const wrong = /^[-\d.]+$/.test(value) ? ["abc", "-1", "1e3", "", "99999999999999999999"] : ["7", "", "a b", "true"];
    for (const by of wrong) add("farm.xml", "set", `${what} ${value} to '${by}'`, at, at + value.length, by);
}

function mutateTag(tag) {
    const element = tag[1];
    for (const attribute of tag[0].matchAll(/\s(\w+)="([^"]*)"/g)) {
        const at = tag.index + attribute.index, name = attribute[1], value = attribute[2];
        const what = `${name}="${value}" of <${element}>`;
        misspell("farm.xml", what, at + 1, name);
        mutateValue(element, name, at + name.length + 3, value);
        add("farm.xml", "remove", what, at, at + attribute[0].length, "");
        add("farm.xml", "unquote", what, at, at + attribute[0].length, ` ${name}=${value}`);
        add("farm.xml", "double", what, at, at, attribute[0]);
    }
}

function endOf(tag) {
    if (tag[0].endsWith("/>")) return tag.index + tag[0].length;
    const end = `</${tag[1]}>`;
    return xml.indexOf(end, tag.index) + end.length;
}

function mutateElement(tag) {
    const end = endOf(tag), name = tag[1], whole = xml.slice(tag.index, end);
    const first = tag[0].match(/name="([^"]*)"/)?.[1] ?? whole.replace(/<[^>]*>/g, "").trim().slice(0, 20);
    const what = `<${name}> ${first}`;
    add("farm.xml", "remove", what, tag.index, end, "");
    add("farm.xml", "double", what, end, end, whole);
    for (const wrong of misspellings(name)) {
        const closed = whole.endsWith("/>") ? whole.slice(name.length + 1) : whole.slice(name.length + 1, -name.length - 1) + wrong + ">";
        add("farm.xml", "misspell", `${what} as <${wrong}>`, tag.index, end, `<${wrong}${closed}`);
    }
    add("farm.xml", "remove", `the last > of ${what}`, end - 1, end, "");
    if (whole.endsWith("/>")) add("farm.xml", "open", what, end - 2, end, ">");
    else add("farm.xml", "remove", `the end of ${what}`, end - name.length - 3, end, "");
    if (name === "ploy") return;
    const out = xml.lastIndexOf("</ploy>");
    add("farm.xml", "move", `${what} to the end`, tag.index, out, xml.slice(end, out) + whole);
}

function mutateText(at, text, element) {
    for (const token of text.matchAll(/[A-Za-z_]\w*|[!=<>]+|,|[()]/g)) {
        const from = at + token.index, to = from + token[0].length, what = `${token[0]} in <${element}>${text}`;
        if (/\w/.test(token[0])) misspell("farm.xml", what, from, token[0]);
        add("farm.xml", "remove", what, from, to, "");
        for (const by of /\w/.test(token[0]) ? ["7", "true", "house", "hungry", "&lt;", "<", "&"] : ["~", "<", "&&", "="])
            add("farm.xml", "replace", `${what} by ${by}`, from, to, by);
    }
}

function mutateFile() {
    for (const tag of xml.matchAll(/<(\w+)[^>]*>/g)) {
        mutateTag(tag);
        mutateElement(tag);
    }
    for (const held of xml.matchAll(/<(pre|effect|goal)\b[^>]*>([^<]+)</g)) {
        mutateText(held.index + held[0].length - 1 - held[2].length, held[2], held[1]);
    }
}

// The program.

function mutateStrings() {
    for (const string of code.matchAll(/"([A-Za-z_.]+)"/g)) {
        const word = string[1].match(/^\w+/)[0], at = string.index + 1;
        misspell("farm.c", `"${string[1]}"`, at, word);
        add("farm.c", "empty", `"${string[1]}"`, at, at + string[1].length, "");
        if (!code.slice(0, at).match(/#include\s*[<"]$/)) add("farm.c", "replace", `"${string[1]}" by NULL`, at - 1, at + string[1].length + 1, "NULL");
    }
}

/// The compiler answers all of these: one misspelling each unless there is time.
function mutateNames() {
    for (const word of code.matchAll(/\b(ploy_\w+|PLOY_\w+)\b|(?<=\.)(\w+)(?= = )/g)) {
        if (isLong) misspell("farm.c", word[0], word.index, word[0]);
        else add("farm.c", "misspell", word[0], word.index, word.index + word[0].length, misspellings(word[0])[2]);
    }
}

/// Lines that end a statement or an initializer, removed and done twice, and two of them swapped.
function mutateLines() {
    const lines = code.split("\n");
    const isWhole = (line) => /^ {4,}\S.*;( \/\/.*)?$/.test(line) && !/^ *(return|for|if) /.test(line);
    let at = 0;
    for (let i = 0; i < lines.length; i++) {
        const end = at + lines[i].length + 1, what = `'${lines[i].trim()}'`;
        if (isWhole(lines[i])) {
            add("farm.c", "remove", what, at, end, "");
            if (lines[i].includes("ploy_")) add("farm.c", "double", what, end, end, lines[i] + "\n");
            if (isWhole(lines[i + 1] ?? "")) {
                add("farm.c", "swap", `${what} and the next`, at, end + lines[i + 1].length + 1, `${lines[i + 1]}\n${lines[i]}\n`);
            }
            // Too early: the destruction, the loading and so on at the first line of main.
            const first = code.indexOf("    ploy_bindings* bindings");
            if (at > first && lines[i].includes("ploy_") && code.slice(first, at).includes("int main") === false && /^ {4}ploy_/.test(lines[i])) {
                add("farm.c", "move", `${what} up`, first, end, lines[i] + "\n" + code.slice(first, at));
            }
        }
        at = end;
    }
}

/// Each argument of a call of Ploy: NULL or 0, and a number out of range.
function mutateArguments() {
    for (const call of code.matchAll(/\b(ploy_\w+)\(/g)) {
        let depth = 0, from = call.index + call[0].length, number = 1;
        for (let at = from; depth >= 0 && at < code.length; at++) {
            const c = code[at];
            if ("([{".includes(c)) depth++;
            if (")]}".includes(c)) depth--;
            if (depth > 0 || (depth === 0 && c !== ",")) continue;
            const text = code.slice(from, at);
            if (text.trim()) {
                const what = `argument ${number} of ${call[1]} in line ${lineAt(code, from)}`;
                const begin = from + text.length - text.trimStart().length;
                for (const by of /^\d+$/.test(text.trim()) ? ["1", "7", "-1"] : ["NULL", "7"]) add("farm.c", "set", `${what} to ${by}`, begin, at, by);
            }
            from = at + 1;
            number++;
        }
    }
}

/// Initializers: each field of a def left out, and numbers that do not fit.
function mutateFields() {
    for (const field of code.matchAll(/\.(\w+) = (\{[^}]*\}|[^,}]+)(, )?/g)) {
        const what = `.${field[1]} in line ${lineAt(code, field.index)}`;
        add("farm.c", "remove", what, field.index, field.index + field[0].length, "");
        if (/^\d+$/.test(field[2])) {
            const at = field.index + field[0].indexOf(field[2]);
            for (const by of ["0", "2", "9", "-1"]) add("farm.c", "set", `${what} to ${by}`, at, at + field[2].length, by);
        }
    }
}

// Running.

const work = mkdtempSync(join(tmpdir(), "ploy-mutants-"));
const libraries = ["-I", join(source, "include"), "-I", join(build, "include")];
const link = [join(build, "src/libploy-io.so"), join(build, "src/libploy.so"), `-Wl,-rpath,${join(build, "src")}`];

function run(command, args, cwd) {
    return new Promise((done) => {
        const child = spawn(command, args, { cwd, timeout: 60000 });
        let out = "", err = "";
        child.stdout.on("data", (data) => (out += data));
        child.stderr.on("data", (data) => (err += data));
        child.on("close", (status, signal) => done({ status, signal, out, err }));
    });
}

async function play(folder, program) {
    rmSync(join(folder, "farm.rec"), { force: true });
    const end = await run(program, [], folder);
    try {
        end.record = readFileSync(join(folder, "farm.rec")).toString("latin1");
    } catch {
        end.record = "";
    }
    return end;
}

async function compile(folder, text) {
    writeFileSync(join(folder, "farm.c"), text);
    return run("cc", ["-std=c11", "-O0", "-Wall", "-Wextra", ...libraries, "farm.c", "-o", "farm", ...link], folder);
}

const ofCompiler = /^farm\.c:[1-9]\d*:[1-9]\d*: (error|warning|fatal error): .+/;
const ofFile = /^farm\.xml:\d+:\d+: .+; .+/;
const ofLog = /^ploy_\w+: .+/;
const ofMisuse = /API misuse in ploy_\w+: .+/;
/// Only the game knows what it has bound.
const ofGame = /no sensor '|neither an activity|has no parameter of that name|no agent type '/;

/// What was said of the mutant; null: nothing.
function answer(end) {
    const lines = end.err.split("\n");
    const said = lines.find((line) => ofFile.test(line) || ofLog.test(line)) ?? lines.find((line) => ofMisuse.test(line));
    const isStopped = end.signal === "SIGABRT" && said;
    if (end.signal && !isStopped) return { end: "crashed", by: `${end.signal} ${said ?? ""}` };
    if (said) return { end: "answered", by: said };
    if (end.err) return { end: "poorly answered", by: lines[0] };
    return null;
}

/// The game after the mutation; a name that is only printed may be another.
function compare(mutant, end, base) {
    const renamed = mutant.by ? end.out.replaceAll(mutant.by, mutant.was) : end.out;
    if (end.status === base.status && end.out === base.out) {
        return { end: "harmless", by: end.record === base.record ? "the same game and recording" : "the same game, another recording" };
    }
    if (end.status === base.status && renamed === base.out) return { end: "harmless", by: "the same game under another name" };
    const reason = legal.find(([pattern]) => pattern.test(`${mutant.file} ${mutant.name}`));
    return reason ? { end: "legal", by: reason[1] } : { end: "silent", by: `${end.out.split("\n").length} lines` };
}

async function tryFile(mutant, folder, base) {
    writeFileSync(join(folder, "farm.xml"), mutant.text);
    const end = await play(folder, join(work, "farm"));
    const check = await run(join(build, "ploy"), ["check", "farm.xml"], folder);
    const found = (check.out + check.err).split("\n")[0];
    mutant.result = answer(end);
    if (mutant.result && end.status !== 0 && check.status === 0 && !ofGame.test(mutant.result.by)) {
        mutant.result = { end: "missed by ploy check", by: mutant.result.by };
    }
    if (!mutant.result && check.status !== 0) mutant.result = { end: "answered", by: `ploy check: ${found}` };
    mutant.result ??= compare(mutant, end, base);
}

async function tryProgram(mutant, folder, base) {
    writeFileSync(join(folder, "farm.xml"), xml);
    const made = await compile(folder, mutant.text);
    const said = made.err.split("\n").find((line) => ofCompiler.test(line));
    if (said) mutant.result = { end: "answered", by: said };
    else if (made.status !== 0) mutant.result = { end: "poorly answered", by: made.err };
    else {
        const end = await play(folder, "./farm");
        mutant.result = answer(end) ?? compare(mutant, end, base);
    }
    const reason = legal.find(([pattern]) => pattern.test(`${mutant.file} ${mutant.name}`));
    if (mutant.result.end === "crashed" && reason) mutant.result = { end: "legal", by: reason[1] };
}

// Another game, but what the file or the program says; and two that no library can answer.
const legal = [
    [/^farm.xml remove interval=/, "a sensor without an interval updates in every tick"],
    [/^farm.xml remove duration="1"/, "the activity decides when the action ends"],
    [/^farm.xml remove <pre>/, "an action without a condition can always be done"],
    [/^farm.xml (remove|set) relevant/, "a goal is always relevant unless the file says when"],
    [/^farm.xml remove priority/, "a priority that is left out is 1"],
    [/^farm.xml remove <goal>/, "the farmers do not have that goal"],
    [/^farm.xml replace at in <pre>.* by house/, "objects and parameters may be compared with each other"],
    [/^farm.xml remove not in/, "the opposite may be meant"],
    [/^farm.c (empty|replace) "(Ann|Bob|Cid|Dot|Eve)"/, "the game's own text"],
    [/^farm.c \w+ '(farmer->|\(\(farmer|game->|move_wolf)/, "the game's own rules"],
    [/^farm.c remove 'ploy_agent_set\(agent, "hungry", 0\);'/, "the stomach senses it half a second later"],
    [/^farm.c set argument 3 of ploy_agent_set .* to 1/, "the stomach senses it half a second later"],
    [/^farm.c .*'?ploy_world_tick/, "the game decides when time passes, and how much"],
    [/^farm.c (remove .user|set argument 2 of ploy_agent_create)/, "the game's own pointer is NULL, and its own code reads it"],
    [/^farm.c (double|move) 'ploy_world_destroy/, "a world that is destroyed cannot answer: a sanitizer does"],
];

async function main() {
    mutateFile();
    mutateStrings();
    mutateLines();
    mutateArguments();
    mutateFields();
    mutateNames();
    writeFileSync(join(work, "farm.xml"), xml);
    const made = await compile(work, code);
    if (made.status !== 0 || made.err) throw new Error(`the tutorial's program does not compile:\n${made.err}`);
    const base = await play(work, join(work, "farm"));
    if (base.status !== 0 || base.err) throw new Error(`the tutorial's game fails:\n${base.err}`);
    let next = 0;
    const worker = async (number) => {
        const folder = join(work, `${number}`);
        mkdirSync(folder);
        while (next < mutants.length) {
            const mutant = mutants[next++];
            await (mutant.file === "farm.xml" ? tryFile : tryProgram)(mutant, folder, base);
        }
    };
    await Promise.all([worker(0), worker(1)]);
    report();
    rmSync(work, { recursive: true });
}

function report() {
    const good = ["answered", "harmless", "legal"];
    const counts = {}, reasons = {};
    for (const { file, line, name, result } of mutants) {
        counts[result.end] = (counts[result.end] ?? 0) + 1;
        if (result.end === "harmless" || result.end === "legal") (reasons[`${result.end}: ${result.by}`] ??= []).push(`${file}:${line} ${name}`);
        if (!good.includes(result.end)) console.error(`${result.end}: ${file}:${line}: ${name}: ${result.by}`);
        if (options.includes("--list")) console.log(`${result.end} | ${file}:${line} ${name} | ${result.by}`);
    }
    for (const [reason, names] of Object.entries(reasons)) {
        console.log(`${names.length} ${reason}`);
        for (const name of names) console.log(`    ${name}`);
    }
    console.log(`${mutants.length} mutants: ${Object.entries(counts).map(([end, count]) => `${count} ${end}`).join(", ")}`);
    if (mutants.length < 500 || Object.keys(counts).some((end) => !good.includes(end))) process.exitCode = 1;
}

await main();
