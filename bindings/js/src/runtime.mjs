// The module in memory: its exports, structs in and out, callbacks, errors.
//
// A callback that raises must not unwind the C library in the middle of a tick: its error waits until the call that it
// happened in returns, and is thrown there. API misuse is thrown at once: the library checks arguments before it changes
// anything. The stack of the module then keeps what was above the throw, until the next return to JavaScript.

import { callbacks, enums, structs } from "./generated.mjs";
import { Files, wasiImports } from "./files.mjs";
import { wasmBytes } from "./wasm.mjs";

/** An error of the library: its message, and for a file the line, the column and what would be right. */
export class PloyError extends Error {
    constructor(message, details = {}) {
        super(message);
        this.name = "PloyError";
        Object.assign(this, details);
    }
}

/** The files that the library reads and writes. */
export const files = new Files();

let bytesOfMemory = new Uint8Array(0), view = null;
function refresh() {
    bytesOfMemory = new Uint8Array(raw.memory.buffer);
    view = new DataView(raw.memory.buffer);
}
/** The memory as bytes. It moves when it grows, so nobody keeps it over a call. */
function memory() {
    if (bytesOfMemory.length === 0) refresh();
    return bytesOfMemory;
}
/** The memory as numbers, likewise. */
export function mem() {
    if (bytesOfMemory.length === 0) refresh();
    return view;
}

const handlers = {};
/** Sets what JavaScript does for a callback: `place` is a field or a parameter, as in generated.mjs. */
export function onCallback(place, handler) {
    handlers[place] = handler;
}

const imports = {};
for (const place of callbacks)
    imports[place] = (...args) => {
        throw new PloyError(`nothing is bound to ${place}`, { args });
    };
const late = {}; // what is imported calls what is set later, without a copy of its arguments
for (const place of callbacks) {
    late[place] = (a, b, c, d, e, f, g) => (handlers[place] ?? imports[place])(a, b, c, d, e, f, g);
}

const instance = await WebAssembly.instantiate(await WebAssembly.compile(wasmBytes()), {
    ploy: late,
    wasi_snapshot_preview1: wasiImports(files, memory, (text) => log(text.trimEnd())),
});
/** The functions of the C library. */
export const raw = instance.exports;
raw._initialize();

const stack = raw.__stack_pointer, stackBase = stack.value;

/** The pointer to give to the library for a callback. */
const pointers = Object.fromEntries(callbacks.map((place, number) => [place, raw.ploy_js_callback(number)]));
export const callbackPointer = (place) => pointers[place];

// Text.

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** The text at an address; null stands for NULL. */
export function textAt(at) {
    if (at === 0) return null;
    const all = memory();
    let end = at;
    while (all[end] !== 0) ++end;
    return decoder.decode(all.subarray(at, end));
}

let scopes = 0;
let borrowed = [];
/** Runs `use`; what it allocates with `alloc`, `allocText` and `allocStruct` is freed afterwards. */
export function scoped(use) {
    const top = stack.value, outer = borrowed;
    borrowed = [];
    ++scopes;
    try {
        return use();
    } finally {
        for (const memory of borrowed) raw.free(memory);
        borrowed = outer;
        --scopes;
        stack.value = top;
    }
}

/** Zeroed memory, aligned to 16 bytes, until the scope ends. */
export function alloc(bytes) {
    let at;
    if (bytes <= 4096) {
        at = (stack.value - bytes) & ~15;
        stack.value = at;
    } else {
        at = raw.malloc(bytes);
        if (at === 0) throw new PloyError("out of memory", { status: "out-of-memory" });
        borrowed.push(at);
    }
    memory().fill(0, at, at + bytes);
    return at;
}

export function allocText(text) {
    if (text === null || text === undefined) return 0;
    if (typeof text !== "string") throw new TypeError(`a text is expected, not ${show(text)}`);
    const bytes = encoder.encode(text), at = alloc(bytes.length + 1);
    memory().set(bytes, at);
    return at;
}

export function allocBytes(bytes) {
    const at = alloc(Math.max(bytes.length, 1));
    memory().set(bytes, at);
    return at;
}

export function bytesAt(at, count) {
    return memory().slice(at, at + count);
}

export function wordsAt(at, count) {
    return new Uint32Array(memory().buffer, at, count).slice();
}

/** 32-bit numbers into memory of the scope. */
export function allocWords(numbers) {
    const at = alloc(Math.max(4 * numbers.length, 4));
    new Uint32Array(memory().buffer, at, numbers.length).set(numbers);
    return at;
}

/** How a message shows a value of the caller. */
export function show(value) {
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "function") return `the function ${value.name}`;
    if (value instanceof Promise) return "a promise: callbacks are not async";
    return String(value);
}

// Structs.

const places = new Map();
/** The offset of a field, as "ploy_agent.now". */
export function offsetOf(place) {
    if (!places.has(place)) {
        const [struct, field] = place.split(".");
        places.set(place, structs[struct].fields[field][0]);
    }
    return places.get(place);
}

const whole = (value, place) => {
    if (typeof value === "boolean") return value ? 1 : 0;
    if (typeof value !== "number" || !Number.isInteger(value)) throw new TypeError(`${place} is a whole number, not ${show(value)}`);
    return value;
};
const wide = (value, place) => (typeof value === "bigint" ? value : BigInt(whole(value, place)));

function put(at, code, value, place) {
    if (Array.isArray(code)) {
        const [item, count, bytes] = code;
        if (value.length > count) throw new RangeError(`${place} has at most ${count} items`);
        for (let i = 0; i < value.length; ++i) put(at + i * bytes, item, value[i], place);
        return;
    }
    switch (code) {
        case "b": return mem().setUint8(at, value ? 1 : 0);
        case "u8": return mem().setUint8(at, whole(value, place));
        case "i16": return mem().setInt16(at, whole(value, place), true);
        case "u16": return mem().setUint16(at, whole(value, place), true);
        case "i32": return mem().setInt32(at, whole(value, place), true);
        case "u32": case "p": return mem().setUint32(at, whole(value, place), true);
        case "i64": return mem().setBigInt64(at, wide(value, place), true);
        case "u64": return mem().setBigUint64(at, wide(value, place), true);
        case "f64": return mem().setFloat64(at, value, true);
        case "s": {
            if (value !== null && typeof value !== "string") throw new TypeError(`${place} is a text, not ${show(value)}`);
            return mem().setUint32(at, allocText(value), true);
        }
        default: return fill(at, code, value);
    }
}

/** Fills a struct that is zeroed; fields left out keep the default. */
export function fill(at, struct, values) {
    const { fields } = structs[struct];
    for (const [name, value] of Object.entries(values)) {
        if (value === undefined) continue;
        if (!fields[name]) throw new Error(`${struct} has no field ${name}`);
        put(at + fields[name][0], fields[name][1], value, `${struct}.${name}`);
    }
    return at;
}

/** A struct in memory of the scope. */
export function allocStruct(struct, values = {}) {
    return fill(alloc(structs[struct].bytes), struct, values);
}

function take(at, code) {
    if (Array.isArray(code)) return Array.from({ length: code[1] }, (_, i) => take(at + i * code[2], code[0]));
    switch (code) {
        case "b": return mem().getUint8(at) !== 0;
        case "u8": return mem().getUint8(at);
        case "i16": return mem().getInt16(at, true);
        case "u16": return mem().getUint16(at, true);
        case "i32": return mem().getInt32(at, true);
        case "u32": case "p": return mem().getUint32(at, true);
        case "i64": return Number(mem().getBigInt64(at, true));
        case "u64": return Number(mem().getBigUint64(at, true));
        case "f64": return mem().getFloat64(at, true);
        case "s": return textAt(mem().getUint32(at, true));
        default: return code[0] === "c" && code in structs === false ? textAt(at) : read(at, code);
    }
}

/** A struct as an object with the fields of C: texts are strings, 64-bit numbers are numbers, pointers addresses. */
export function read(at, struct) {
    const object = {};
    for (const [name, [offset, code]] of Object.entries(structs[struct].fields)) object[name] = take(at + offset, code);
    return object;
}

export const bytesOf = (struct) => structs[struct].bytes;

/** Items of an array of structs. */
export function readAll(at, count, struct) {
    return Array.from({ length: count }, (_, i) => read(at + i * structs[struct].bytes, struct));
}

/** What a function returns that fills a text, as snprintf does. */
export function printed(print) {
    return scoped(() => {
        const size = print(0, 0);
        const at = alloc(size + 1);
        print(at, size + 1);
        return textAt(at) ?? "";
    });
}

// Enums: a script says "out-of-nodes" where C says PLOY_OUT_OF_NODES.

const names = new Map();
/** The names of an enum by value: lower case, with dashes, without the prefix. */
export function enumNames(name, prefix) {
    if (!names.has(name))
        names.set(name, new Map(Object.entries(enums[name]).map(([key, value]) => [value, key.slice(prefix.length).toLowerCase().replaceAll("_", "-")])));
    return names.get(name);
}
export const enumName = (name, prefix, value) => enumNames(name, prefix).get(value) ?? "unknown";
export function enumValue(name, prefix, text) {
    for (const [value, known] of enumNames(name, prefix)) if (known === text) return value;
    throw new PloyError(`${show(text)} is none of ${[...enumNames(name, prefix).values()].join(", ")}`, { status: "invalid" });
}
export const statusName = (status) => enumName("ploy_status", "PLOY_", status);
export const STATUS = enums.ploy_status;

// Calls and their callbacks.

let current = null; // whose call is running: callbacks look for their closures there
let depth = 0;      // of callbacks

/** What has closures that the library calls. `closures[user]` belongs to the def that was given this user. */
export class Owner {
    closures = [];
    raised = undefined;
    calls = 0;
    keep(closure) {
        return this.closures.push(closure) - 1;
    }
}

export const owner = () => current;

/** Calls into the library for an owner. What a callback raised meanwhile is thrown when the call has returned, and so is
 *  what the library says when it refuses a call inside a tick. */
export function call(of, work) {
    const outer = current, before = of.raised;
    current = of;
    of.raised = undefined;
    ++of.calls;
    let result, raised;
    try {
        result = depth > 0 ? refusing(work) : work();
    } finally {
        --of.calls;
        current = outer;
        raised = of.raised;
        of.raised = before;
    }
    if (raised !== undefined) throw raised.error;
    return result;
}

function refusing(work) {
    const outer = heard, messages = heard = [];
    let result, thrown;
    try {
        result = work();
    } catch (error) {
        thrown = { error };
    }
    heard = outer;
    const refusal = messages.find((text) => /^ploy_\w+: (not (inside|while)|another thread)/.test(text));
    if (refusal) throw new PloyError(refusal, { status: "not-supported" });
    messages.forEach(log);
    if (thrown) throw thrown.error;
    return result;
}

/** A callback: an error that it throws waits, and the library gets `otherwise`. */
export function guarded(otherwise, work) {
    return (a, b, c, d, e, f, g) => {
        const of = current;
        ++depth;
        try {
            return work(a, b, c, d, e, f, g);
        } catch (error) {
            if (of && of.raised === undefined) of.raised = { error };
            return otherwise;
        } finally {
            --depth;
            current = of;
        }
    };
}

// Errors.

let onLog = (text) => console.warn(`ploy: ${text}`);
let heard = null;
/** Who gets the messages of the library for developers; null: nobody. The default prints them. */
export function setLog(listener) {
    onLog = listener ?? (() => {});
}
function log(text) {
    if (heard) heard.push(text);
    else onLog(text);
}

/** Runs a call that explains a failure in the log, and returns its result and the messages. */
export function listen(work) {
    const outer = heard, messages = heard = [];
    try {
        return [work(), messages];
    } finally {
        heard = outer;
    }
}

onCallback("ploy_set_log_handler.handler", (text) => log(textAt(text)));
onCallback("ploy_set_assert_handler.handler", (text) => {
    const message = textAt(text);
    if (depth === 0 && scopes === 0) stack.value = stackBase;
    throw new PloyError(message, { status: "misuse" });
});
raw.ploy_set_log_handler(callbackPointer("ploy_set_log_handler.handler"), 0);
raw.ploy_set_assert_handler(callbackPointer("ploy_set_assert_handler.handler"), 0);

/** Throws what a ploy_error says, or what the status means. */
export function fail(status, error, where = "") {
    const details = { status: statusName(status) };
    let message = textAt(raw.ploy_status_text(status));
    const data = error ? read(error, "ploy_error") : null;
    if (data?.message) {
        message = data.message + (data.hint ? `; ${data.hint}` : "");
        Object.assign(details, { line: data.line, column: data.column, hint: data.hint, reason: data.message });
        if (data.line) message = `${data.line}:${data.column}: ${message}`;
    }
    if (where) {
        details.where = where;
        message = `${where}${data?.line ? ":" : ": "}${message}`;
    }
    throw new PloyError(message, details);
}

/** Calls a function that returns a status and takes a ploy_error, and throws unless it is PLOY_OK. */
export function checked(work, where) {
    const error = allocStruct("ploy_error");
    const status = work(error);
    if (status !== STATUS.PLOY_OK && status !== STATUS.PLOY_ALREADY) fail(status, error, where);
    return status;
}

// Handles are freed when nobody can reach their object any more.

const registry = new FinalizationRegistry(({ destroy, handle }) => raw[destroy](handle));
/** `keeps`: what must live until then. */
export function register(object, destroy, handle, keeps = null) {
    registry.register(object, { destroy, handle, keeps }, object);
}
export function unregister(object) {
    registry.unregister(object);
}

/** Microseconds of the library from seconds, and back. */
export function micros(seconds, what) {
    if (typeof seconds !== "number" || !Number.isFinite(seconds)) throw new TypeError(`${what} is a number of seconds, not ${show(seconds)}`);
    return Math.round(seconds * 1e6);
}
export const NONE = 0xffffffff;
