// The live server: what it refuses, many clients at once, and a page that follows a recording as it grows.
// node live.mjs RECORDING FOLDER SECONDS

import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { check, finish, launch, open, program } from "./browser.mjs";

const [source, folder, seconds] = process.argv.slice(2);
const whole = readFileSync(source);
const file = join(folder, "growing.rec");
const half = whole.length >> 1;
writeFileSync(file, whole.subarray(0, half));

const server = spawn(program, ["view", file, "--live"]);
const address = await new Promise((resolve) => server.stdout.once("data", (line) => resolve(String(line).trim())));
const { port, pathname, host } = new URL(address);
const ended = new Promise((resolve) => server.once("exit", resolve));

function status(path, headers = {}, method = "GET") {
    return new Promise((resolve) => {
        const asked = request({ host: "127.0.0.1", port, path, headers, method }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
        });
        asked.on("upgrade", (answer, socket) => {
            socket.destroy();
            resolve(answer.statusCode);
        });
        asked.on("error", () => resolve(0));
        asked.end();
    });
}

const upgrade = {
    Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13",
};

async function checkRefusals() {
    check((await status(pathname)) === 200, "the page is served under its secret");
    check((await status("/")) === 404, "and nowhere else");
    check((await status("/" + "0".repeat(32) + "/")) === 404, "another secret is none");
    check((await status(pathname + "../../etc/passwd")) >= 400, "no files are served");
    check((await status(pathname, { Host: "evil.example" })) === 403, "another host is refused");
    check((await status(pathname, { Origin: "http://evil.example" })) === 403, "another origin is refused");
    check((await status(pathname, {}, "POST")) === 405, "there is nothing to post");
    check((await status(pathname + "follow", { ...upgrade, Origin: "http://evil.example" })) === 403, "a socket for another origin is refused");
    check((await status(pathname + "follow", upgrade)) === 403, "a socket without an origin is refused");
    const here = { ...upgrade, Origin: `http://${host}` };
    check((await status("/follow", here)) === 403, "a socket without the secret is refused");
    check((await status(`/${"0".repeat(32)}/follow`, here)) === 403, "a socket with another secret is refused");
    check((await status(pathname + "follow", { ...here, Host: "evil.example" })) === 403, "a socket for another host is refused");
    check((await status(pathname + "follow", here)) === 101, "a socket from here is taken");
}

// Same noise in every run.
let seed = 1;
function random(below) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
}

function noise() {
    const good = Buffer.from(`GET ${pathname}follow HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: Upgrade\r\n` +
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    if (random(4) === 0) return Buffer.concat([good, Buffer.from(Array.from({ length: random(200) }, () => random(256)))]);
    const bad = Buffer.from(good);
    for (let i = random(20); i >= 0; i--) bad[random(bad.length)] = random(256);
    return bad.subarray(0, random(2) === 0 ? random(bad.length) : bad.length);
}

function sendNoise() {
    return new Promise((resolve) => {
        const socket = connect(Number(port), "127.0.0.1", () => socket.end(noise()));
        socket.on("data", () => {});
        socket.on("error", () => {});
        socket.on("close", resolve);
        setTimeout(() => socket.destroy(), 300);
    });
}

// Counts what comes over a socket, frame heads and all.
function client() {
    const socket = connect(Number(port), "127.0.0.1");
    const seen = { bytes: 0, isOpen: true, socket };
    socket.write(`GET ${pathname}follow HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: Upgrade\r\n` +
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    socket.on("data", (data) => (seen.bytes += data.length));
    socket.on("error", () => {});
    socket.on("close", () => (seen.isOpen = false));
    return seen;
}

async function checkCrowd() {
    const clients = Array.from({ length: 50 }, client);
    const end = Date.now() + 1000 * Number(seconds);
    let requests = 0;
    let at = half;
    while (Date.now() < end) {
        await Promise.all(Array.from({ length: 4 }, sendNoise));
        requests += 4;
        const next = Math.min(at + 20000, (half + whole.length) >> 1);
        appendFileSync(file, whole.subarray(at, next));
        at = next;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const fed = clients.filter(({ bytes, isOpen }) => isOpen && bytes >= at).length;
    console.log(`live: ${fed} of 50 clients had all ${at} bytes, beside ${requests} malformed requests in ${seconds} s`);
    check(fed === 50, "50 clients are served beside malformed requests");
    for (const { socket } of clients) socket.destroy();
    return at;
}

async function checkFollowing(at) {
    const browser = await launch();
    const page = await open(browser, address);
    const before = await page.textContent("#where");
    appendFileSync(file, whole.subarray(at));
    await page.waitForFunction((old) => document.getElementById("where").textContent !== old, before);
    await page.waitForFunction(() => !document.querySelector("h1").textContent.includes("not ended"));
    await page.click("#follow");
    check((await page.getAttribute("#follow", "aria-pressed")) === "false", "following can be left");
    await browser.close();
}

await checkRefusals();
await checkFollowing(await checkCrowd());
check(server.exitCode === null, "the server is still there");
server.kill("SIGINT");
check((await ended) === 0, "control-C ends it well");
finish();
