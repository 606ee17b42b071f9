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

const bytes = (count) => Buffer.from(Array.from({ length: count }, () => random(256)));
const good = Buffer.from(`GET ${pathname}follow HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: Upgrade\r\n` +
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");

// A frame's head: any operation and reserved bits, with a mask or without one (which clients must have), and a length in any of the
// three ways, absurd ones too; then fewer bytes than it says.
function badFrame() {
    const head = [random(256), random(2) * 128 + [random(126), 126, 127][random(3)]];
    return Buffer.concat([Buffer.from(head), bytes(random(40))]);
}

// A ping that is as it should be, and no mask.
const unmasked = () => Buffer.concat([Buffer.from([0x89, 4]), bytes(4)]);
const hugeFrame = () => Buffer.from([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5]);

function flipped() {
    const bad = Buffer.from(good);
    for (let i = random(20); i >= 0; i--) bad[random(bad.length)] = random(256);
    return bad;
}

const kinds = {
    "random bytes": () => bytes(random(2000)),
    "flipped bytes": flipped,
    "cut requests": () => good.subarray(0, random(good.length)),
    "flipped and cut": () => flipped().subarray(0, random(good.length)),
    "long headers": () => Buffer.concat([good.subarray(0, good.length - 2), Buffer.from(`X: ${"x".repeat(1000 + random(100000))}\r\n\r\n`)]),
    "many headers": () => Buffer.concat([good.subarray(0, good.length - 2), Buffer.from("X: y\r\n".repeat(1 + random(2000)) + "\r\n")]),
    "long addresses": () => Buffer.from(`GET /${"a".repeat(random(50000))} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    "absurd lengths": () => Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${"9".repeat(1 + random(40))}\r\n\r\n`),
    "random frames": () => Buffer.concat([good, bytes(random(200))]),
    "bad frames": () => Buffer.concat([good, ...Array.from({ length: 1 + random(5) }, badFrame)]),
    "frames without a mask": () => Buffer.concat([good, unmasked()]),
    "frames of 2^63 bytes": () => Buffer.concat([good, hugeFrame()]),
};
const makers = Object.values(kinds);
const noise = (number) => makers[number % makers.length]();

function sendNoise(number) {
    return new Promise((resolve) => {
        const socket = connect(Number(port), "127.0.0.1", () => socket.end(noise(number)));
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
    socket.write(good);
    socket.on("data", (data) => (seen.bytes += data.length));
    socket.on("error", () => {});
    socket.on("close", () => (seen.isOpen = false));
    return seen;
}

// Connections that send nothing, beside one that wants the page. How long it took, and how many of the others the server had
// given up by then, is printed: on a machine that stands still, the server's patience with them may end first.
async function checkIdle() {
    let closed = 0;
    const idle = Array.from({ length: 200 }, () => connect(Number(port), "127.0.0.1"));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    for (const socket of idle) socket.on("error", () => {}).on("close", () => closed++).resume();
    const begin = Date.now();
    check((await status(pathname)) === 200, "the page is served beside idle connections");
    console.log(`live: beside 200 idle connections the page came in ${Date.now() - begin} ms, ${closed} of them closed before`);
    for (const socket of idle) socket.destroy();
}

// Of the server, in KB.
function memory() {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]);
}

async function checkCrowd() {
    const clients = Array.from({ length: 50 }, client);
    const end = Date.now() + 1000 * Number(seconds);
    let requests = 0;
    let most = 0;
    let at = half;
    while (Date.now() < end) {
        await Promise.all(Array.from({ length: 4 }, (_, i) => sendNoise(requests + i)));
        requests += 4;
        most = Math.max(most, memory());
        const next = Math.min(at + 20000, (half + whole.length) >> 1);
        appendFileSync(file, whole.subarray(at, next));
        at = next;
    }
    const isFed = ({ bytes, isOpen }) => isOpen && bytes >= at;
    while (clients.some((one) => one.isOpen && !isFed(one))) await new Promise((resolve) => setTimeout(resolve, 100));
    const fed = clients.filter(isFed).length;
    console.log(`live: ${fed} of 50 clients had all ${at} bytes, beside ${requests} malformed requests of ${makers.length} kinds in ${seconds} s; ` +
        `the server took ${(most / 1024).toFixed(1)} MB at most`);
    check(fed === 50, "50 clients are served beside malformed requests");
    check(most < 100 * 1024, "and the server stays small");
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
await checkIdle();
await checkFollowing(await checkCrowd());
check(server.exitCode === null, "the server is still there");
server.kill("SIGINT");
check((await ended) === 0, "control-C ends it well");
finish();
