#!/usr/bin/env node
// node bindings/reach.mjs            writes docs/reference/bindings.md: which functions of C the bindings use
// node bindings/reach.mjs --check    says if it is out of date
//
// A function counts for a language when a file of its native layer, which is written by hand, names it.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), page = join(here, "../docs/reference/bindings.md");
const LANGUAGES = { Lua: "lua/src", Python: "python/ploy", "C#": "csharp/Runtime", JavaScript: "js/src", GDScript: "godot/src" };

// Why no native layer has the rest of a header. A header that has no rest needs none.
const REASONS = {
    "base.h": "allocators and threads are C's: callbacks of a language run on one thread; languages have random numbers of their own",
    "trace.h": "sinks run inside the library, once per event; record a world and read the recording instead",
    "blackboard.h": "a world has its keys and blackboards; a struct is bytes that only C knows, and other languages keep a text in a key of type string",
    "stream.h": "languages have streams of their own",
    "memory.h": "a world has its fact types and memories",
    "mind.h": "a world has its bindings; a mind alone is ticked in C",
    "plan.h": "a clause is changed by hot reload of the text; hot reload adopts what a game has changed by itself; caches, batches, partial states and reachability serve programs that plan millions of times",
    "utility.h": "utility minds come from files",
    "goap.h": "views and plan services are parts of a mind made in C; agents of files have them",
    "world.h": "agents of a language know their world and find keys by name; parallel activities, and what they defer, run on any thread: no callback of a language can",
    "recording.h": "`ploy_world_record` writes recordings; a recorder of the game's own is C's",
    "debugger.h": "a borrowed domain has no owner in other languages",
    "explain.h": "explanations are given as texts",
    "nav.h": "the path service keeps the fields of shared targets and repairs them by itself",
    "grid.h": "the size of an agent is a part of each query; waypoints are a coarse graph for maps of millions of cells, made by tools",
    "fsm.h": "state machines and fuzzy ones come from files",
    "htn.h": "task networks come from files",
    "remote.h": "the rest is for channels of the game's own; `attach` is there in every language",
    "squad.h": "names of enums, which each language has by itself; order types are added in C or in files",
    "bt.h": "behavior trees come from files",
    "io.h": "writing files, and parts of a file without a world, are for tools",
    "movingai.h": "the maps of a benchmark, for tools",
    "pddl.h": "planning problems of the competition, for tools",
};

// What does the same where a language does not use a function.
const INSTEAD = [
    [/^ploy_(status|phase|search|goap_event)_name$|^ploy_search_find$|^ploy_goap_reason_text$/, "the language has the names in an enum of its own"],
    [/^ploy_value_(of|string)$/, "strings are converted"],
    [/^ploy_random_(below|range)$/, "`random` of an agent uses the other one of below and range"],
    [/^ploy_writer_fits$/, "saves are measured first, then written"],
    [/^ploy_fact_types_(find_attribute|attribute_count|attribute)$/, "attributes are found by name, or listed once"],
    [/^ploy_(fact_of|fact_query_\w+|memory_(forget|count|best))$/, "facts are listed and forgotten by type and values; counting, comparing and choosing is done on the list"],
    [/^ploy_domain_find_(object|symbol)$/, "names of objects and variables are read once"],
    [/^ploy_state_(get|set)$|^ploy_action_(applicable|apply|cost)$|^ploy_goal_met$/, "a start is given as text, and a plan from it has the steps and their costs"],
    [/^ploy_planner_best$/, "a limit of nodes ends an anytime search with its best plan"],
    [/^ploy_world_next_agent$/, "the world keeps a list of its agents"],
    [/^ploy_agent_get_time$/, "the profile names the agent that took longest"],
    [/^ploy_recording_note$/, "`why` reads the notes that it needs"],
    [/^ploy_debugger_find_agent$/, "agents are given by number"],
    [/^ploy_action_print$/, "actions have a name and arguments"],
    [/^ploy_obstacles_blocked_count$/, "nodes are checked one by one"],
    [/^ploy_pathfinder_(begin|path_from)$/, "a path service searches in slices and shares one search among many"],
    [/^ploy_grid_(width|height|weight)$/, "the grid keeps what it was made from"],
    [/^ploy_remote_/, "`attach` has the same commands, over a socket that a browser does not have"],
    [/^ploy_world_(attach_address|may_tick)$/, "in node the package serves the socket itself"],
    [/^ploy_spatial_(query_around|find_all)$/, "a query is made from arguments, one per agent"],
    [/^ploy_file_(find_agent|parse)$/, "files are loaded by path, and agent types listed"],
];
const insteadOf = (name) => INSTEAD.find(([names]) => names.test(name))?.[1];

// Names that a file puts together: `ploy_domain_${kind}` stands for one function per kind.
const KINDS = ["type", "symbol", "action", "goal", "table", "activity", "condition", "scorer", "node", "sensor"];

function functionsUsed(folder) {
    const used = new Set();
    for (const file of readdirSync(join(here, folder)).filter((name) => !/^generated/i.test(name)))
        for (const [name, , kind, rest] of readFileSync(join(here, folder, file), "utf8").matchAll(/\bploy_[a-z0-9_]+((\$\{kind\})([a-z_]*))?/g)) {
            if (kind) for (const one of KINDS) used.add(name.slice(0, name.indexOf("$")) + one + rest);
            else used.add(name);
        }
    return used;
}

const used = Object.fromEntries(Object.entries(LANGUAGES).map(([language, folder]) => [language, functionsUsed(folder)]));
const headers = new Map();
for (const { name, header } of JSON.parse(readFileSync(join(here, "interface.json"), "utf8")).functions) {
    const short = header.replace("ploy/", "");
    if (!headers.has(short)) headers.set(short, []);
    headers.get(short).push({ name, by: Object.keys(LANGUAGES).filter((language) => used[language].has(name)) });
}

const problems = [];
const counts = [], some = [], none = [];
for (const [header, functions] of headers) {
    const untouched = functions.filter(({ by }) => by.length === 0);
    counts.push(`| \`${header}\` | ${functions.length} | ${Object.keys(LANGUAGES).map((language) => functions.filter(({ by }) => by.includes(language)).length).join(" | ")} |`);
    for (const { name, by } of functions) {
        const large = by.filter((language) => language !== "GDScript");
        if (by.length === 0 || large.length >= 4) continue;
        some.push(`| \`${name}\` | ${by.join(", ")} | ${insteadOf(name)} |`);
        if (!insteadOf(name)) problems.push(`${name}: say in INSTEAD what does the same in the languages that do not use it`);
    }
    if (untouched.length > 0 && !REASONS[header]) problems.push(`${header}: say in REASONS why no binding has ${untouched.map(({ name }) => name).join(", ")}`);
    if (untouched.length === 0 && REASONS[header]) problems.push(`${header}: every function is bound, so it needs no reason`);
    if (untouched.length > 0) none.push(`| \`${header}\` | ${REASONS[header]} | ${untouched.map(({ name }) => `\`${name}\``).join(" ")} |`);
}

const text = `# What the bindings have

<!-- bindings/reach.mjs writes this page. -->

The native layer of each [binding](../../bindings/README.md) covers the front door: worlds, files, hot reload, activities, conditions, scorers, sensors, blackboards, working memory, agents, squads, saves, planning and explanations, paths, recordings, the debugger. This page
says which functions of C the layers use, header by header, and why the rest is left to C. GDScript has what games in Godot need: no domains made in code, no working memory, no recordings to read.

In Python (\`ploy.library.lib\`) and JavaScript (\`raw\`) every function is there under its C name, too, without the native layer's care. In C# it is inside the assembly (\`Ploy.Low.Native\`): code added to the package's \`Runtime\` folder can call it.

| header | functions | ${Object.keys(LANGUAGES).join(" | ")} |
|---|${"---|".repeat(1 + Object.keys(LANGUAGES).length)}
${counts.join("\n")}

## In C only

No native layer uses these.

| header | why | functions |
|---|---|---|
${none.join("\n")}

## In some languages

These are used by fewer than all four of Lua, Python, C# and JavaScript.

| function | used by | elsewhere |
|---|---|---|
${some.join("\n")}
`;

if (process.argv[2] === "--check") {
    if (!existsSync(page) || readFileSync(page, "utf8") !== text) problems.push("docs/reference/bindings.md is out of date: run bindings/generate.sh");
} else {
    writeFileSync(page, text);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
