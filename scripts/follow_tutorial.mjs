// Follows a tutorial. node follow_tutorial.mjs PAGE FOLDER find_package|add_subdirectory|pkg-config
//
//   <!-- file: NAME -->     write the next fenced block to NAME
//   <!-- append: NAME -->   append it
//   <!-- run -->            run each line of the next console block that begins with "$ ", in FOLDER. It must succeed,
//                           and when lines follow it, print those; a line "…" stands for any number of lines
//
// The page builds with find_package. The other two ways to build, which the page shows as well, take its place here:
// the folder build_all of add_subdirectory, and the line that calls the compiler with pkg-config.

import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [page, folder, how] = process.argv.slice(2);
const lines = readFileSync(page, "utf8").split("\n");
let ran = 0;
let written = 0;

function fail(line, message) {
    console.error(`${page}:${line}: with ${how}: ${message}`);
    process.exit(1);
}

/// What is run in place of a command of the page; "" for what belongs to another way to build.
const compile = lines.find((line) => line.startsWith("$ cc ") && line.includes("pkg-config"))?.slice(2);
let hasAll = false;
function instead(command) {
    const isAll = command.includes("build_all");
    if (how === "add_subdirectory") {
        if (isAll) hasAll = true;
        if (isAll) return command;
        if (command.startsWith("cc ") || command === "./farm" || command === "cmake -S . -B build") return "";
        const other = command.replace(/^cmake --build build$/, "cmake --build build_all").replace(/^\.\/build\//, "./build_all/");
        return other !== command && !hasAll ? "" : other;
    }
    if (isAll) return "";
    if (how === "pkg-config") {
        if (command === "cmake -S . -B build") return "mkdir build";
        if (command === "cmake --build build") return compile.replace(/ -o \S+/, " -o build/farm");
    }
    return command;
}

/// Do the lines match, with "…" for any number of them?
function matches(expected, got) {
    if (expected.length === 0) return got.length === 0;
    if (expected[0] === "…") return matches(expected.slice(1), got) || (got.length > 0 && matches(expected, got.slice(1)));
    return got.length > 0 && expected[0].trimEnd() === got[0].trimEnd() && matches(expected.slice(1), got.slice(1));
}

function run(line, command, expected) {
    const done = spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    ran++;
    if (done.status !== 0) fail(line, `'${command}' ended with ${done.status}\n${done.stdout}${done.stderr}`);
    const got = done.stdout.split("\n");
    while (got.at(-1) === "") got.pop();
    if (expected.length > 0 && !matches(expected, got)) fail(line, `'${command}' prints\n${done.stdout}instead of\n${expected.join("\n")}`);
}

function runBlock(first, block) {
    for (let i = 0; i < block.length; i++) {
        if (!block[i].startsWith("$ ")) continue;
        let end = i + 1;
        while (end < block.length && !block[end].startsWith("$ ")) end++;
        const expected = block.slice(i + 1, end);
        while (expected.at(-1) === "") expected.pop();
        const command = instead(block[i].slice(2));
        // What another build tool prints is its own.
        if (command) run(first + i, command, command === block[i].slice(2) || !/^(cc|mkdir|cmake) /.test(command) ? expected : []);
    }
}

function take(marker, first, block) {
    const [, action, name] = marker.match(/^<!-- (file|append|run)(?:: (\S+))? -->$/);
    if (action === "run") return runBlock(first, block);
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    (action === "file" ? writeFileSync : appendFileSync)(path, block.join("\n") + "\n");
    written++;
}

for (let i = 0; i < lines.length; i++) {
    if (!/^<!-- (file|append): \S+ -->$|^<!-- run -->$/.test(lines[i])) continue;
    if (!lines[i + 1]?.startsWith("```")) fail(i + 1, "no block follows");
    const end = lines.indexOf("```", i + 2);
    if (end < 0) fail(i + 2, "the block does not end");
    take(lines[i], i + 3, lines.slice(i + 2, end));
    i = end;
}
if (ran < 3 || written < 2) fail(1, `only ${ran} commands and ${written} files: are the markers right?`);
console.log(`${how}: ${written} files, ${ran} commands`);
