// node scripts/amalgamate.mjs FOLDER: writes ploy.h, ploy.c and ploy_io.c, the whole library to compile with a game.
//
// ploy.h is every public header. A .c is the sources of its layers one after the other, each header once before its
// first use. Names that two files define for themselves, or that the C library has, get the file's name behind them.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const layers = ["base", "trace", "search", "plan", "nav", "knowledge", "mind", "agent", "record"];
const folder = process.argv[2];
if (!folder) {
    console.error("usage: node scripts/amalgamate.mjs FOLDER");
    process.exit(2);
}

const read = (path) => readFileSync(path, "utf8");
const version = /#define PLOY_VERSION "(.*)"/.exec(read("include/ploy/base.h"))[1];

function filesIn(path, ending) {
    return readdirSync(path).sort().flatMap((name) => {
        const inner = join(path, name);
        return statSync(inner).isDirectory() ? filesIn(inner, ending) : inner.endsWith(ending) ? [inner] : [];
    });
}

// inner_calls.c is for shared libraries.
const sourcesIn = (path) => filesIn(path, ".c").filter((file) => basename(file) !== "inner_calls.c");
const headersIn = (path) => filesIn(path, ".h");

// Names of a file.

const libcNames = `abs acos asin atan calloc ceil clock close cos div exit exp fabs floor fmod free getenv index labs link
    log malloc mktime open pow raise read remove rename rindex round select signal sin sleep sqrt stat strtol system tan time tolower
    toupper unlink wait write y0 y1 yn j0 j1 jn small near far min max interface`.split(/\s+/);

/** The names that a file defines for itself: functions, variables, types, values of enumerations, macros. */
function localNames(source) {
    const names = new Set();
    const bare = source.replace(/\/\/.*|\/\*[^]*?\*\//g, "").replace(/"(\\.|[^"\\\n])*"/g, '""');
    for (const [, rest] of bare.matchAll(/^(?:PL_PRINTF\(\d+, \d+\) |PL_NO_INLINE |PL_INLINE |static )+([^=;{]*)/gm)) {
        const named = /([A-Za-z_]\w*)\s*\(/.exec(rest.replace(/PL_(INLINE|NO_INLINE|PRINTF\([^)]*\)|THREAD_LOCAL) ?/g, ""));
        if (named) names.add(named[1]);
        else for (const part of rest.split(",")) {
            const variable = /([A-Za-z_]\w*)\s*(\[[^\]]*\]\s*)*$/.exec(part.trim());
            if (variable) names.add(variable[1]);
        }
    }
    for (const [, text] of bare.matchAll(/^typedef ([^{};]*);/gm)) {
        const rest = text.replace(/PL_ARRAY\([^)]*\)/, "");
        const named = /([A-Za-z_]\w*)\s*\([^*]/.exec(rest) ?? /\(\*([A-Za-z_]\w*)\)/.exec(rest) ?? /([A-Za-z_]\w*)\s*$/.exec(rest);
        if (named) names.add(named[1]);
    }
    for (const [, tag, values] of bare.matchAll(/^(?:typedef )?enum ?(\w*)\s*\{([^}]*)\}/gm)) {
        for (const value of values.split(",")) {
            const named = /^\s*([A-Za-z_]\w*)/.exec(value);
            if (named) names.add(named[1]);
        }
    }
    for (const [, name] of bare.matchAll(/^typedef (?:struct|union|enum) (\w+)\s*\{/gm)) names.add(name);
    for (const [, name] of bare.matchAll(/^\} (\w+)\s*(?:\[[^\]]*\]\s*)*=/gm)) names.add(name); // static const struct { … } name[] =
    for (const [, name] of bare.matchAll(/^#\s*define (\w+)/gm)) names.add(name);
    for (const name of names) if (/^(PLO?Y?_|plo?y?_|struct$|union$|const$)/.test(name)) names.delete(name);
    return names;
}

const tokens = /\/\/.*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#\s*define (?:.*\\\n)*.*|[A-Za-z_]\w*|\d[\w.]*|\s+|->|[^]/g;

/** Renames identifiers outside of comments and texts, except parameters of macros and members: after "." or "->", and in\n * a struct behind their type. */
function rename(text, names, suffix) {
    if (names.size === 0) return text;
    const structs = []; // the depths of braces that structs are open at
    let depth = 0, before = "", result = "";
    for (const [token] of text.matchAll(tokens)) {
        if (/^#\s*define/.test(token)) {
            const [, define, name, parameters = "", rest] = /^(#\s*define )(\w+)(\([^)]*\))?([^]*)$/.exec(token);
            const own = new Set(parameters.match(/\w+/g));
            result += define + name + (names.has(name) ? suffix : "") + parameters + rename(rest, new Set([...names].filter((one) => !own.has(one))), suffix);
            continue;
        }
        if (token === "{" && /\b(struct|union)(\s+\w+)?\s*$/.test(result.slice(-200))) structs.push(depth);
        if (token === "{") depth++;
        if (token === "}") depth--;
        if (token === "}" && structs.at(-1) === depth) structs.pop();
        const isMember = before === "." || before === "->" || (structs.length > 0 && !"{;[(".includes(before));
        result += names.has(token) && !isMember ? token + suffix : token;
        if (!/^\s/.test(token)) before = token;
    }
    return result;
}

// One file of many.

/** Headers that not every system has: they stay where they are, behind their #if. */
const someSystems = ["windows.h", "process.h", "pthread.h", "intrin.h", "stdatomic.h", "winsock2.h", "ws2tcpip.h", "arpa/inet.h", "fcntl.h",
    "netinet/in.h", "sys/socket.h", "unistd.h"];

function amalgamate(sources, isCore) {
    const system = new Set(), seen = new Set();
    const used = new Map();
    const macros = new Set(headersIn("src").flatMap((path) => [...read(path).matchAll(/^#\s*define (\w+)/gm)].map((m) => m[1])));
    for (const path of sources) for (const name of localNames(read(path))) used.set(name, (used.get(name) ?? 0) + 1);

    const inline = (text) => text.replace(/^#include [<"]([^>"]+)[>"][^\n]*\n/gm, (line, name) => {
        if (name.startsWith("ploy/")) return "";
        if (line.includes("<")) {
            if (someSystems.includes(name)) return line;
            system.add(name);
            return "";
        }
        if (seen.has(name)) return "";
        seen.add(name);
        return `\n// ${name}\n\n${inline(read(join("src", name)))}`;
    });

    let body = "";
    for (const path of sources) {
        const text = read(path);
        const clashing = new Set([...localNames(text)].filter((name) => used.get(name) > 1 || macros.has(name) || libcNames.includes(name)));
        const suffix = `__${basename(path, ".c")}`;
        // Headers first, as they are; then the file with its own names.
        let headers = "";
        const own = text.replace(/^#include [<"]([^>"]+)[^\n]*\n/gm, (line, name) => someSystems.includes(name) ? line : ((headers += inline(line)), ""));
        body += `${headers}\n// ${path}\n\n${rename(own, clashing, suffix)}`;
    }
    const includes = [...system].sort().map((name) => `#include <${name}>\n`).join("");
    const title = `// Ploy ${version} in one file, made by scripts/amalgamate.mjs: compile it with your program. -ffp-contract=off keeps\n// hashes the same on every machine.${isCore ? "" : " Needs ploy.c and expat."}\n\n`;
    const quiet = `\n#if defined(__clang__)\n#pragma clang diagnostic ignored "-Wunused-function" // inline ones, as in a header\n#endif\n`;
    const before = isCore ? "" : "#if defined(_WIN32)\n#define _CRT_RAND_S\n#endif\n"; // before the headers of the system
    return `${title}${before}#include "ploy.h"\n${includes}${quiet}\n${body}`.replace(/\n{3,}/g, "\n\n");
}

function header() {
    const seen = new Set(), system = new Set();
    const inline = (name) => seen.has(name) ? "" : (seen.add(name), read(join("include", name)).replace(/^#include <([^>]+)>[^\n]*\n/gm, (line, inner) =>
        inner.startsWith("ploy/") ? inline(inner) : (system.add(inner), "")));
    const names = ["ploy/ploy.h", ...readdirSync("include/ploy").sort().map((name) => `ploy/${name}`)];
    const body = names.map(inline).join("");
    return `// Ploy ${version}: every public header in one, made by scripts/amalgamate.mjs.\n\n#ifndef PLOY_IN_ONE_FILE_H\n#define PLOY_IN_ONE_FILE_H\n\n${[...system].sort().map((name) => `#include <${name}>\n`).join("")}\n${body}\n#endif\n`.replace(/\n{3,}/g, "\n\n");
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "ploy.h"), header());
const threads = "src/base/scheduler.c"; // last, for it includes windows.h
const core = layers.flatMap((layer) => sourcesIn(join("src", layer))).filter((path) => path !== threads);
writeFileSync(join(folder, "ploy.c"), amalgamate([...core, threads], true));
const last = ["src/io/attach/socket.c", "src/io/disk.c"]; // the same, and winsock2.h before it
const io = sourcesIn("src/io").filter((path) => !last.includes(path));
writeFileSync(join(folder, "ploy_io.c"), amalgamate([...io, ...last], false));
