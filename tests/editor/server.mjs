// The server of `ploy edit`: what it gives, what it refuses, and what it does to the disk when something goes wrong.
// node server.mjs FOLDER

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { check, finish, program } from "../inspector/browser.mjs";

const folder = join(process.argv[2], "server");
mkdirSync(join(folder, "sub"), { recursive: true });
const file = join(folder, "main.xml");
const TEXT = '<root BTCPP_format="4">\n  <include path="beside.xml"/>\n  <include path="sub/below.xml"/>\n  <include path="../outside.xml"/>\n  <!-- <include path="comment.xml"/> -->\n  <BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree>\n</root>\n';
const OTHER = '<root BTCPP_format="4"><BehaviorTree ID="B"><AlwaysSuccess/></BehaviorTree></root>\n';
writeFileSync(file, TEXT);
for (const name of ["beside.xml", "sub/below.xml", "comment.xml", "../outside.xml", "stranger.xml"]) writeFileSync(join(folder, name), OTHER);

async function serve(...args) {
    const server = spawn(program, ["edit", ...args]);
    const address = new URL(await new Promise((resolve) => server.stdout.once("data", (line) => resolve(String(line).trim()))));
    const ended = new Promise((resolve) => server.once("exit", resolve));
    const send = (path, { method = "GET", headers = {}, body } = {}) =>
        new Promise((resolve) => {
            const own = method === "GET" ? {} : { Origin: address.origin };
            const sent = request({ host: "127.0.0.1", port: address.port, path: path.startsWith("/") ? path : address.pathname + path, method, headers: { ...own, ...headers } }, (answer) => {
                const parts = [];
                answer.on("data", (part) => parts.push(part));
                answer.on("end", () => resolve({ status: answer.statusCode, text: Buffer.concat(parts).toString(), headers: answer.headers }));
            });
            sent.on("error", () => resolve({ status: 0, text: "", headers: {} }));
            sent.end(body);
        });
    const put = (name, body, version, more = {}) => send(`file?name=${encodeURIComponent(name)}`, { method: "PUT", body, headers: { "If-Match": `"${version}"`, ...more } });
    const get = (name) => send(`file?name=${encodeURIComponent(name)}`);
    const versionOf = async (name) => JSON.parse((await send("files")).text).files.find((one) => one.name === name)?.version;
    return { server, address, ended, send, put, get, versionOf };
}

const first = await serve(file);
const { address, send, put, get, versionOf } = first;

// What it gives.
check((await send("")).status === 200, "the page is served");
check((await send("")).text.includes("Ploy workshop"), "it is the editor");
check((await get("main.xml")).text === TEXT, "the file is given as it is");
const listed = JSON.parse((await send("files")).text).files;
check(listed.map((one) => one.name).join() === "main.xml,beside.xml,sub/below.xml", `the file and what it includes, neither comments nor folders above: ${listed.map((one) => one.name)}`);
check(listed.map((one) => one.writable).join() === "true,true,false", "only the folder's own files are written");

// What it refuses.
check((await send("/")).status === 404, "nothing without the token");
check((await send(`/${"0".repeat(32)}/files`)).status === 404, "nothing with another token");
check((await send("files", { headers: { Host: "evil.example" } })).status === 403, "another host is refused");
check((await send("files", { headers: { Origin: "http://evil.example" } })).status === 403, "another origin is refused");
check((await send("nothing")).status === 404, "other paths are none");
check((await send("files", { method: "PUT", body: "x" })).status === 405, "lists are not written");
check((await send("file?name=main.xml", { method: "DELETE" })).status === 405, "nothing is deleted");
for (const name of ["../outside.xml", "stranger.xml", "comment.xml", "/etc/passwd", "sub/../main.xml", "", "main.xml\0"]) check((await get(name)).status === 404, `'${name}' is not given`);
check((await get("x".repeat(5000))).status === 404, "a long name is none");
const version = await versionOf("main.xml");
check((await put("main.xml", "x", version, { Origin: "http://evil.example" })).status === 403, "another page writes nothing");
check((await send("file?name=main.xml", { method: "PUT", body: "x", headers: { Origin: "" } })).status === 403, "who has no origin writes nothing");
check((await send("file?name=main.xml", { method: "PUT", body: "x" })).status === 428, "nothing is written without a version");
check((await put("main.xml", "x", "short")).status === 428, "a version has sixteen digits");
check((await put("sub/below.xml", "x", await versionOf("sub/below.xml"))).status === 403, "what is not beside the file is not written");
check((await put("stranger.xml", "x", version)).status === 404, "what is not included is not written");
check((await put("main.xml", "x", "0".repeat(16))).status === 409, "another version is refused");
check((await send("file?name=main.xml", { method: "PUT", body: "x", headers: { "If-Match": `"${version}"`, "Content-Length": 17000000 } })).status !== 200, "too much is refused");
check(readFileSync(file, "utf8") === TEXT, "after all that the file is as it was");

// What it writes.
chmodSync(file, 0o640);
const changed = TEXT.replace('ID="A"', 'ID="Ä"');
const answer = await put("main.xml", changed, version);
check(answer.status === 200 && readFileSync(file, "utf8") === changed, "a file is written");
check((statSync(file).mode & 0o777) === 0o640, "and keeps its rights");
check(JSON.parse(answer.text).version === (await versionOf("main.xml")), "the answer has its version");
check((await put("main.xml", TEXT, version)).status === 409, "the version before is refused now");
check((await put("beside.xml", OTHER + "\n", await versionOf("beside.xml"))).status === 200, "what it includes is written");
check((await put("main.xml", "", await versionOf("main.xml"))).status === 200 && readFileSync(file).length === 0, "an empty file is one");
writeFileSync(file, changed);

// Another program writes it, or takes it away.
const before = await versionOf("main.xml");
writeFileSync(file, TEXT + "<!-- mine -->\n");
const conflict = await put("main.xml", changed, before);
check(conflict.status === 409 && /changed/.test(conflict.text) && readFileSync(file, "utf8").includes("mine"), "what another wrote is not lost");
rmSync(file);
check((await put("main.xml", changed, before)).status === 404, "a file that is gone is not silently written");
check((await get("main.xml")).status === 404, "nor given");
check((await put("main.xml", changed, "none")).status === 200 && readFileSync(file, "utf8") === changed, "it is written again on request");
check((await put("main.xml", TEXT, "none")).status === 409, "but not over one that is there");

// Two editors at once.
const second = await serve(file);
const shared = await versionOf("main.xml");
const both = await Promise.all([put("main.xml", TEXT + "<!-- 1 -->", shared), second.put("main.xml", TEXT + "<!-- 2 -->", shared), put("main.xml", TEXT + "<!-- 3 -->", shared)]);
check(both.some((one) => one.status === 200), "one of three that save at once does");
check(/<!-- [123] -->$/.test(readFileSync(file, "utf8")), "and the file is whole");
const stale = await second.put("main.xml", changed, shared);
check(stale.status === 409, "the other editor is refused");
second.server.kill("SIGTERM");
check((await second.ended) === 0, "the server ends when it is stopped");

// No room, no rights: a folder in which nothing can be made, and a disk that is full.
const full = "/dev/full";
if (existsSync(full)) {
    symlinkSync(full, join(folder, "full.xml"));
    check((await new Promise((resolve) => spawn(program, ["edit", join(folder, "full.xml")]).once("exit", resolve))) === 2, "what is no file is not edited");
}
const quota = process.platform === "linux" ? spawn("bash", ["-c", `ulimit -f 1; trap '' XFSZ; exec "$0" edit "$1"`, program, file]) : null;
if (quota) {
    const where = new URL(await new Promise((resolve) => quota.stdout.once("data", (line) => resolve(String(line).trim()))));
    const tight = (path, options = {}) => fetch(new URL(path, where), options);
    const now = JSON.parse(await (await tight("files")).text()).files[0].version;
    const old = readFileSync(file, "utf8");
    const large = await tight("file?name=main.xml", { method: "PUT", body: TEXT + " ".repeat(5000), headers: { "If-Match": `"${now}"`, Origin: where.origin } });
    check(large.status === 507 && /still there/.test(await large.text()), `a full disk is reported: ${large.status}`);
    check(readFileSync(file, "utf8") === old, "and what was there is still there");
    quota.kill("SIGTERM");
    await new Promise((resolve) => quota.once("exit", resolve));
}
check(readdirSync(folder).every((name) => !name.endsWith(".part")), "no parts of files are left");

// Noise, and connections that say nothing.
let seed = 7;
const random = (below) => Math.floor(((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32) * below);
const good = Buffer.from(`PUT ${address.pathname}file?name=main.xml HTTP/1.1\r\nHost: ${address.host}\r\nOrigin: ${address.origin}\r\nIf-Match: "${"0".repeat(16)}"\r\nContent-Length: 5\r\n\r\nhello`);
const kept = readFileSync(file, "utf8");
await Promise.all(Array.from({ length: 60 }, () => new Promise((resolve) => {
    const socket = connect(Number(address.port), "127.0.0.1", () => {
        const bytes = Buffer.from(good);
        for (let i = 0; i < 4; i++) bytes[random(bytes.length)] = random(256);
        socket.end(random(3) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes);
    });
    socket.on("close", resolve);
    socket.on("error", resolve);
    socket.resume();
})));
check(readFileSync(file, "utf8") === kept, "noise writes nothing");
check((await send("files")).status === 200, "and the server still answers");
first.server.kill("SIGTERM");
check((await first.ended) === 0, "it ends when it is stopped");
finish();
