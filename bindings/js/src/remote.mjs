// Remote control for debuggers: commands as lines, answers as objects. In node, attach listens on 127.0.0.1.

import { PloyError, STATUS, allocBytes, allocStruct, allocText, alloc, call, callbackPointer, fail, guarded, mem, onCallback, owner, raw, scoped, textAt } from "./runtime.mjs";

const TOKEN_BYTES = 16;

/** A world's remote control: pause, step, breakpoints, other values. It goes with its world. */
export class Remote {
    #world;
    #pointer;

    constructor(world, { name } = {}) {
        this.#world = world;
        this.#pointer = call(world, () => scoped(() => {
            const made = alloc(4);
            const status = raw.ploy_remote_create(allocStruct("ploy_remote_def", {
                world: world.pointer,
                name: name ? callbackPointer("ploy_record_def.name") : 0, name_user: name ? world.keep(name) : 0,
                load: callbackPointer("ploy_remote_def.load"), load_user: 0,
            }), made);
            if (status !== STATUS.PLOY_OK) fail(status, 0, "remote");
            return mem().getUint32(made, true);
        }));
    }

    get #living() {
        this.#world.pointer; // throws when it was destroyed
        return this.#pointer;
    }

    /** Executes one command, such as 'set "Ann" hungry true', outside of ticks. The answer has ok, and error when it is false. */
    request(line) {
        const bytes = new TextEncoder().encode(line);
        return call(this.#world, () => scoped(() => JSON.parse(textAt(raw.ploy_remote_request(this.#living, allocBytes(bytes), bytes.length)))));
    }

    /** Before each tick: false: the debugger has paused the world. */
    mayTick() {
        return raw.ploy_remote_may_tick(this.#living) !== 0;
    }

    /** What happened since the last call. */
    events() {
        const all = [];
        for (let at; (at = raw.ploy_remote_next_event(this.#living)) !== 0;) all.push(JSON.parse(textAt(at)));
        return all;
    }

    /** The debugger has left: the world goes on, without breakpoints. */
    detach() {
        raw.ploy_remote_detach(this.#living);
    }
}

onCallback("ploy_remote_def.load", guarded(STATUS.PLOY_INVALID, (user, name, text, bytes, error) => {
    const file = owner().fileNamed(textAt(name));
    const status = scoped(() => raw.ploy_world_load_text(owner().pointer, allocText(file), text, bytes, error));
    if (status === STATUS.PLOY_OK) owner().addFile(file);
    return status;
}));

async function makeToken() {
    const { webcrypto } = await import("node:crypto"); // node 18 has no global one
    const bytes = webcrypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The lines of a stream of text, one call each. */
function lines(take) {
    let rest = "";
    return (text) => {
        const parts = (rest + text).split("\n");
        rest = parts.pop();
        for (const line of parts) take(line.replace(/\r$/, ""));
    };
}

/** Serves a remote control to one debugger at a time, as ploy_world_attach does: {address, pass, close}. */
export async function serve(remote, port) {
    if (typeof process === "undefined" || !process.versions?.node) throw new PloyError("attach: only node has sockets; use world.remote()", { status: "not-supported" });
    const { createServer } = await import("node:net"), token = await makeToken();
    let debuggerSocket = null;
    const say = (socket, object) => socket.write(JSON.stringify(object) + "\n");
    const leave = (socket) => {
        if (socket !== debuggerSocket) return;
        debuggerSocket = null;
        remote.detach();
    };
    const hear = (socket) => lines((line) => {
        if (socket === debuggerSocket) return say(socket, remote.request(line));
        if (line !== `attach ${token}`) return socket.end('{"ok": false, "error": "the first line is: attach TOKEN"}\n');
        if (debuggerSocket) return socket.end('{"ok": false, "error": "another debugger is attached"}\n');
        debuggerSocket = socket;
        socket.write('{"ok": true, "command": "attach"}\n');
    });
    const server = createServer((socket) => {
        socket.setEncoding("utf8").on("data", hear(socket)).on("close", () => leave(socket)).on("error", () => leave(socket));
    });
    await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
    server.unref();
    return {
        address: `127.0.0.1:${server.address().port}/${token}`,
        pass: () => {
            const events = remote.events();
            for (const event of debuggerSocket ? events : []) debuggerSocket.write(JSON.stringify(event).replace('{"event":', '{"event": ') + "\n");
        },
        close: () => {
            debuggerSocket?.destroy();
            server.close();
        },
    };
}
