// Recordings read again, and the decision debugger.

import { PloyError, STATUS, alloc, allocStruct, allocText, bytesAt, bytesOf, checked, fail, mem, raw, read, register, scoped, show, textAt, NONE } from "./runtime.mjs";

/** A recording: its events, its notes, and why its agents decided as they did. */
export class Recording {
    #pointer;
    #debugger = 0;
    #keeps = {};

    /** bytes: the file, as a Uint8Array. */
    constructor(bytes) {
        if (!(bytes instanceof Uint8Array)) throw new TypeError(`a recording is a Uint8Array, not ${show(bytes)}`);
        const kept = raw.malloc(Math.max(bytes.length, 1));
        if (kept === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
        new Uint8Array(raw.memory.buffer).set(bytes, kept);
        try {
            scoped(() => {
                const out = alloc(4);
                checked((error) => raw.ploy_recording_create(allocStruct("ploy_recording_def", { bytes: kept, count: bytes.length }), out, error), "recording");
                this.#pointer = mem().getUint32(out, true);
            });
        } catch (error) {
            raw.free(kept);
            throw error;
        }
        const bytesHolder = {};
        register(this.#keeps, "ploy_recording_destroy", this.#pointer, bytesHolder);
        register(bytesHolder, "free", kept);
    }

    /** version, ticks, blocks, frames, closed, damaged. */
    get info() {
        return scoped(() => {
            const at = alloc(bytesOf("ploy_recording_info"));
            raw.ploy_recording_get_info(at, this.#pointer);
            const { version, ticks, blocks, frames, closed, damaged } = read(at, "ploy_recording_info");
            return { version, ticks, blocks, frames, closed, damaged };
        });
    }

    /** A named piece of data as text, or null. */
    note(name) {
        return scoped(() => {
            const bytes = alloc(4), count = alloc(4);
            if (raw.ploy_recording_note(this.#pointer, allocText(name), bytes, count) !== STATUS.PLOY_OK) return null;
            return new TextDecoder().decode(bytesAt(mem().getUint32(bytes, true), mem().getUint32(count, true)));
        });
    }

    /** The events from a tick on: tick, kind, agent (its number, 0: none) and the arguments by name. */
    *events(from = 0) {
        if (raw.ploy_recording_seek(this.#pointer, BigInt(from)) !== STATUS.PLOY_OK) return;
        for (;;) {
            const event = scoped(() => {
                const at = alloc(bytesOf("ploy_trace_event")), tick = alloc(8), kind = alloc(bytesOf("ploy_event_kind"));
                const status = raw.ploy_recording_next(this.#pointer, at, tick);
                if (status !== STATUS.PLOY_FOUND) return null;
                const found = read(at, "ploy_trace_event");
                raw.ploy_recording_kind(kind, this.#pointer, found.kind);
                const { name, arg_count: count, arg_names: names } = read(kind, "ploy_event_kind");
                const args = {};
                for (let i = 0; i < count; ++i) args[names[i]] = found.args[i];
                return { tick: Number(mem().getBigUint64(tick, true)), kind: name, agent: found.agent, args };
            });
            if (!event) return;
            yield event;
        }
    }

    #debug() {
        if (this.#debugger === 0) {
            scoped(() => {
                const out = alloc(4);
                checked((error) => raw.ploy_debugger_create(allocStruct("ploy_debugger_def", { recording: this.#pointer }), out, error), "debugger");
                this.#debugger = mem().getUint32(out, true);
                register(this, "ploy_debugger_destroy", this.#debugger, this.#keeps); // before the recording that it reads
            });
        }
        return this.#debugger;
    }

    /** The agents: number, name, mind, domain. */
    get agents() {
        const pointer = this.#debug();
        return scoped(() => {
            const at = alloc(bytesOf("ploy_debugged_agent"));
            return Array.from({ length: raw.ploy_debugger_agent_count(pointer) }, (_, i) => {
                raw.ploy_debugger_agent(at, pointer, i);
                return read(at, "ploy_debugged_agent");
            });
        });
    }

    /** Why an agent (name or number) decided as it did at or before a tick, as `ploy ask` says it. whyNot: an action;
     *  with: another state; flip: an action that should be in the plan. */
    why(agent, tick, { whyNot, with: state, flip, otherTick, brief } = {}) {
        const pointer = this.#debug();
        return scoped(() => {
            const index = raw.ploy_debugger_find_agent(pointer, allocText(String(agent))) >>> 0;
            if (index === NONE) throw new PloyError(`there is no agent ${show(agent)}`, { status: "not-found" });
            return this.#answer((out, error) => raw.ploy_debugger_query(pointer, allocStruct("ploy_debug_query", {
                agent: this.agents[index].number, tick, why_not: whyNot, with: state, flip, brief,
                other_tick: otherTick, diff: otherTick !== undefined,
            }), out, error));
        });
    }

    /** Agents that dither, are idle or wait long, in lines of English. */
    problems() {
        const pointer = this.#debug();
        return scoped(() => this.#answer((out, error) => raw.ploy_debugger_find_problems(pointer, out, error)));
    }

    #answer(ask) {
        const out = alloc(4);
        checked((error) => ask(out, error), "debugger");
        const answer = mem().getUint32(out, true), { text } = read(answer, "ploy_debug_answer");
        raw.ploy_debug_answer_destroy(answer);
        return text;
    }
}
