// Debugs a game of another language as its programmer would: attaches, pauses, steps, loads its file again while it runs,
// and follows it in the inspector, in Chromium.
//
// node bindings/debug_game.mjs AGENT FILE RECORDING COMMAND…
// COMMAND starts the game, which writes RECORDING and prints "attach: ADDRESS". AGENT is the name of one of its agents,
// FILE what it has loaded; "-": it has its own way to load, so that is not tried. The game is ended at the end. PLOY: the program, with the page.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { check, finish, launch, open, program } from "../tests/inspector/browser.mjs";

const [agent, file, recording, command, ...args] = process.argv.slice(2);
const broken = join(dirname(recording), basename(file)), hasFile = file !== "-";
if (hasFile) writeFileSync(broken, readFileSync(file, "utf8").replace(/<agent /, "<aegnt "));

/** The first match in a stream; null: it ended before. */
function find(stream, pattern) {
    return new Promise((resolve) => {
        let text = "";
        stream.on("end", () => resolve(null));
        stream.on("data", (data) => {
            text += data;
            const found = pattern.exec(text);
            if (found) resolve(found[1]);
        });
    });
}

/** Gives the game commands; its answers. The last one may be a refusal. */
function attach(address, ...lines) {
    const { stdout, stderr } = spawnSync(program, ["attach", address, ...lines], { encoding: "utf8", maxBuffer: 1 << 26 });
    check(stderr === "", `ploy attach: ${stderr}`);
    return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

function debug(address) {
    const answers = attach(address, "pause", "status", "step 3", "wait", "status", `agent ${JSON.stringify(agent)}`, ...(hasFile ? [`load ${file}`, `load ${broken}`] : []));
    const refusal = hasFile ? answers.pop() : null;
    check(answers.length >= 6 && answers.every(({ ok }) => ok !== false), `every command is executed: ${JSON.stringify(answers).slice(0, 600)}`);
    const ticks = answers.filter(({ command: name }) => name === "status").map(({ tick }) => tick);
    check(ticks.length === 2 && ticks[1] === ticks[0] + 3, `it steps three ticks: ${ticks}`);
    const about = answers.find(({ command: name }) => name === "agent");
    check(about?.name === agent && about.why, `the agent says why: ${JSON.stringify(about)}`);
    if (hasFile) check(refusal.ok === false && refusal.line > 0 && refusal.error.includes("aegnt"), `a file with an error is refused with its place: ${JSON.stringify(refusal)}`);
}

async function inspect(address) {
    const server = spawn(program, ["view", recording, "--live", "--attach", address]), ended = new Promise((resolve) => server.once("exit", resolve));
    const where = await find(server.stdout, /(\S+)\n/), browser = await launch();
    try {
        const page = await open(browser, where);
        await page.click("#side-tab-debug");
        const state = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById("game-state").textContent), pattern);
        await state("^Runs");
        await page.click("#game-pause");
        await state("^Paused before tick \\d+");
        const tick = Number(/tick (\d+)/.exec(await page.textContent("#game-state"))[1]);
        await page.click("#game-step");
        await state(`^Paused before tick ${tick + 1} `);
        // The recording is written up to there: the page shows it.
        await page.waitForFunction((last) => Number(/(\d+)\D*$/.exec(document.getElementById("where").textContent.replace(/[,\s]/g, ""))?.[1]) >= last, tick);
        check((await page.textContent("#page")).includes(agent), `the page names ${agent}`);
        if (!hasFile) return;
        await page.setInputFiles("#game-load", broken);
        await page.waitForFunction(() => document.getElementById("game-error").textContent.includes("aegnt"));
        await page.setInputFiles("#game-load", file);
        await page.waitForFunction(() => document.getElementById("game-error").textContent === "");
    } finally {
        await browser.close();
        server.kill("SIGINT");
        check((await ended) === 0, "the server ends well");
    }
}

const game = spawn(command, args, { stdio: ["ignore", "inherit", "pipe"], detached: true }), over = new Promise((resolve) => game.once("exit", resolve));
const address = await find(game.stderr, /attach: (127\S+)\r?\n/);
check(address, "the game prints where to attach");
if (address) {
    debug(address);
    await inspect(address);
    check(game.exitCode === null, "the game goes on when the debugger has left");
    process.kill(-game.pid); // with the virtual screen that it may have
    await over;
}
check(existsSync(recording), "there is a recording");
finish();
