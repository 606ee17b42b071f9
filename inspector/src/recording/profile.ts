// Where the time went, of a recording made with --profile (docs/internals/formats.md).

import type { Recording } from "./recording";

export interface ProfileRow {
    name: string;
    calls: number;
    /// Nanoseconds, of the whole recording.
    time: number;
}

export interface Profile {
    ticks: number;
    time: number;
    phases: ProfileRow[];
    minds: ProfileRow[];
    sensors: ProfileRow[];
    activities: ProfileRow[];
}

/// null: the recording has none.
export function readProfile(recording: Recording): Profile | null {
    const lines = recording.noteLines("profile").map((line) => line.split(" "));
    if (lines.length === 0) return null;
    const of = (what: string): ProfileRow[] =>
        lines.filter(([kind]) => kind === what).map(([, calls, time, ...name]) => ({ name: name.join(" "), calls: Number(calls), time: Number(time) }));
    const used = (what: string) => of(what).filter(({ calls }) => calls > 0).sort((a, b) => b.time - a.time);
    const [all] = of("all");
    return { ticks: all?.calls ?? 0, time: all?.time ?? 0, phases: of("phase"), minds: used("mind"), sensors: used("sensor"), activities: used("activity") };
}

export interface SlowTick {
    tick: number;
    /// Nanoseconds.
    time: number;
    /// The agent that took longest in it, and its time; 0: none.
    agent: number;
    agentTime: number;
}

/// The ticks that took longest, the longest first.
export function slowestTicks(recording: Recording, count: number): SlowTick[] {
    const all = [...recording.eventsOfKindOf("tick-time", 0)].map((event) => ({
        tick: recording.eventTicks[event], time: recording.arg(event, 0), agent: recording.arg(event, 1), agentTime: recording.arg(event, 2),
    }));
    return all.sort((a, b) => b.time - a.time || a.tick - b.tick).slice(0, count);
}

/// For each agent that was ever the slowest of a tick, its longest, the longest first.
export function slowestAgents(recording: Recording, count: number): SlowTick[] {
    const longest = new Map<number, SlowTick>();
    for (const one of slowestTicks(recording, Infinity)) {
        const known = longest.get(one.agent);
        if (one.agent > 0 && (!known || one.agentTime > known.agentTime)) longest.set(one.agent, one);
    }
    return [...longest.values()].sort((a, b) => b.agentTime - a.agentTime).slice(0, count);
}
