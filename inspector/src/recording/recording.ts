// A recording in memory: its events as columns, with indexes by agent, kind and tick.

import type { Wasm } from "./wasm";

/// Events in groups, in order within each: those of group g are events[first[g] .. first[g + 1]).
interface Groups {
    first: Uint32Array;
    events: Uint32Array;
}

const NO_GROUPS: Groups = { first: new Uint32Array(1), events: new Uint32Array() };

// A counting sort.
function group(groupOf: Uint32Array, groups: number): Groups {
    const first = new Uint32Array(groups + 1);
    for (let event = 0; event < groupOf.length; event++) first[groupOf[event] + 1]++;
    for (let g = 0; g < groups; g++) first[g + 1] += first[g];
    const next = first.slice();
    const events = new Uint32Array(groupOf.length);
    for (let event = 0; event < groupOf.length; event++) events[next[groupOf[event]]++] = event;
    return { first, events };
}

function members(groups: Groups, g: number): Uint32Array {
    return groups.events.subarray(groups.first[g], groups.first[g + 1]);
}

export class Recording {
    count = 0;
    ticks = 0;
    kinds = new Uint16Array();
    agents = new Uint32Array();
    eventTicks = new Uint32Array();
    /// Highest agent number plus one; agent 0 is none.
    agentCount = 0;
    kindNames: string[] = [];
    private kindArgs: string[][] = [];
    private bytesAt = 0;
    private bytes: Uint8Array = new Uint8Array();
    private firstArgs = new Uint32Array();
    private args = new Float64Array();
    private kindNumbers = new Map<string, number>();
    private byAgent = NO_GROUPS;
    /// Group kind * agentCount + agent.
    private byKind = NO_GROUPS;
    private firstOfTick = new Uint32Array(1);
    private notes = new Map<string, Uint8Array | null>();

    constructor(readonly wasm: Wasm) {}

    open(bytes: Uint8Array): void {
        this.bytes = bytes;
        this.bytesAt = this.wasm.put(bytes);
        const status = this.wasm.call("recording_open", this.bytesAt, bytes.length);
        if (status !== 0) {
            const message = this.wasm.text(this.wasm.call("recording_error"));
            throw new Error(message || this.wasm.callText("name_of_status", status));
        }
        this.wasm.call("events_begin");
        this.wasm.call("debugger_reset");
        this.read();
    }

    /// The file has grown by these bytes.
    extend(more: Uint8Array): void {
        const all = new Uint8Array(this.bytes.length + more.length);
        all.set(this.bytes);
        all.set(more, this.bytes.length);
        const at = this.wasm.put(all);
        this.wasm.call("recording_extend", at, all.length);
        this.wasm.call("debugger_reset");
        this.wasm.call("memory_free", this.bytesAt);
        this.bytes = all;
        this.bytesAt = at;
        this.notes.clear();
        this.read();
    }

    get length(): number {
        return this.bytes.length;
    }

    get isClosed(): boolean {
        return this.wasm.call("recording_is_closed") !== 0;
    }

    get isDamaged(): boolean {
        return this.wasm.call("recording_is_damaged") !== 0;
    }

    /// -1: the recording has no such kind.
    kind(name: string): number {
        return this.kindNumbers.get(name) ?? -1;
    }

    arg(event: number, index: number): number {
        return this.args[this.firstArgs[event] + index];
    }

    argNames(kind: number): string[] {
        return this.kindArgs[kind];
    }

    /// Events of an agent, in order.
    eventsOf(agent: number): Uint32Array {
        return agent < this.agentCount ? members(this.byAgent, agent) : new Uint32Array();
    }

    /// Events of one kind of an agent, in order.
    eventsOfKindOf(name: string, agent: number): Uint32Array {
        const kind = this.kind(name);
        if (kind < 0 || agent >= this.agentCount) return new Uint32Array();
        return members(this.byKind, kind * this.agentCount + agent);
    }

    /// Does any agent have such events?
    hasEventsOf(name: string): boolean {
        const kind = this.kind(name);
        if (kind < 0) return false;
        const { first } = this.byKind;
        return first[kind * this.agentCount] < first[(kind + 1) * this.agentCount];
    }

    /// Events of some kinds of an agent, in order.
    eventsOfKinds(names: string[], agent: number): Uint32Array {
        const lists = names.map((name) => this.eventsOfKindOf(name, agent)).filter((list) => list.length > 0);
        if (lists.length === 1) return lists[0];
        const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
        let at = 0;
        for (const list of lists) {
            all.set(list, at);
            at += list.length;
        }
        return all.sort();
    }

    /// The first event at or after a tick.
    firstAt(tick: number): number {
        return tick > this.ticks ? this.count : this.firstOfTick[Math.max(0, tick)];
    }

    /// Is there an event of that kind and agent between two others?
    hasBetween(name: string, agent: number, after: number, before: number): boolean {
        const events = this.eventsOfKindOf(name, agent);
        let low = 0;
        let high = events.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (events[middle] <= after) low = middle + 1;
            else high = middle;
        }
        return events[low] < before;
    }

    /// The number of these events before the end of a tick.
    countUntil(events: Uint32Array, tick: number): number {
        const end = this.firstAt(tick + 1);
        let low = 0;
        let high = events.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (events[middle] < end) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    note(name: string): Uint8Array | null {
        let found = this.notes.get(name);
        if (found === undefined) {
            found = this.findNote(name);
            this.notes.set(name, found);
        }
        return found;
    }

    noteText(name: string): string {
        const bytes = this.note(name);
        return bytes ? new TextDecoder().decode(bytes) : "";
    }

    noteLines(name: string): string[] {
        return this.noteText(name).split("\n").filter((line) => line !== "");
    }

    private findNote(name: string): Uint8Array | null {
        const key = this.wasm.put(new TextEncoder().encode(name + "\0"));
        const size = this.wasm.call("memory_alloc", 4);
        const at = this.wasm.call("note_find", key, size);
        const count = this.wasm.view(Uint32Array, size, 1)[0];
        const bytes = at === 0 ? null : this.wasm.view(Uint8Array, at, count).slice();
        this.wasm.call("memory_free", key);
        this.wasm.call("memory_free", size);
        return bytes;
    }

    private read(): void {
        const count = this.wasm.call("events_read");
        if (count < 0) throw new Error("out of memory");
        this.count = count;
        // Events of a tick that is not whole, or in which the world was destroyed, count for nothing.
        this.ticks = this.wasm.call("recording_ticks");
        // Copies, because the module's memory may move when it grows.
        this.kinds = this.column(Uint16Array, "events_kinds", count);
        this.agents = this.column(Uint32Array, "events_agents", count);
        this.eventTicks = this.column(Uint32Array, "events_ticks", count);
        this.firstArgs = this.column(Uint32Array, "events_first_args", count);
        this.args = this.column(Float64Array, "events_args", this.wasm.call("events_arg_count"));
        this.readKinds();
        this.indexTicks();
        this.indexAgents();
    }

    private column<T extends { slice(): T }>(
        type: { new (buffer: ArrayBuffer, at: number, count: number): T },
        name: string,
        count: number,
    ): T {
        return this.wasm.view(type, this.wasm.call(name), count).slice();
    }

    private readKinds(): void {
        for (let kind = this.kindNames.length; kind < this.wasm.call("kind_count"); kind++) {
            const name = this.wasm.callText("kind_name", kind);
            this.kindNames.push(name);
            const count = this.wasm.call("kind_args", kind);
            this.kindArgs.push(Array.from({ length: count }, (_, i) => this.wasm.callText("arg_name", kind, i)));
            if (name !== "") this.kindNumbers.set(name, kind);
        }
    }

    private indexTicks(): void {
        this.firstOfTick = new Uint32Array(this.ticks + 1);
        let tick = 0;
        for (let event = 0; event < this.count; event++) {
            while (tick <= this.eventTicks[event] && tick <= this.ticks) this.firstOfTick[tick++] = event;
        }
        while (tick <= this.ticks) this.firstOfTick[tick++] = this.count;
    }

    private indexAgents(): void {
        let most = 0;
        for (let event = 0; event < this.count; event++) if (this.agents[event] > most) most = this.agents[event];
        this.agentCount = most + 1;
        this.byAgent = group(this.agents, this.agentCount);
        const groupOf = new Uint32Array(this.count);
        for (let event = 0; event < this.count; event++) groupOf[event] = this.kinds[event] * this.agentCount + this.agents[event];
        this.byKind = group(groupOf, this.kindNames.length * this.agentCount);
    }
}
