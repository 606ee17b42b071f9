// What the game tells of its agents and its map beside positions, as far as it does: health, ammunition, scores, who holds
// which point, stocks, flags (docs/internals/formats.md).

import type { Recording } from "./recording";

function last(recording: Recording, kind: string, agent: number, tick: number): ((index: number) => number) | null {
    const events = recording.eventsOfKindOf(kind, agent);
    const at = recording.countUntil(events, tick) - 1;
    return at < 0 ? null : (index) => recording.arg(events[at], index);
}

/// From 0 to 1; null: unknown.
export function healthOf(recording: Recording, agent: number, tick: number): number | null {
    const arg = last(recording, "health", agent, tick);
    return arg && arg(1) > 0 ? arg(0) / arg(1) : null;
}

export function ammoOf(recording: Recording, agent: number, tick: number): { loaded: number; rounds: number } | null {
    const arg = last(recording, "ammo", agent, tick);
    return arg && { loaded: arg(1), rounds: arg(2) };
}

export function scoreOf(recording: Recording, agent: number, tick: number): { score: number; kills: number; deaths: number } | null {
    const arg = last(recording, "score", agent, tick);
    return arg && { score: arg(1), kills: arg(2), deaths: arg(3) };
}

// The last event for each value of the first argument.
function lastEach(recording: Recording, kind: string, agents: number[], tick: number): Map<number, number> {
    const found = new Map<number, number>();
    for (const agent of [0, ...agents]) {
        const events = recording.eventsOfKindOf(kind, agent);
        for (let i = 0; i < recording.countUntil(events, tick); i++) {
            const key = recording.arg(events[i], 0);
            if (events[i] > (found.get(key) ?? -1)) found.set(key, events[i]);
        }
    }
    return found;
}

/// By team.
export function teamScores(recording: Recording, tick: number): Map<number, number> {
    return new Map([...lastEach(recording, "score", [], tick)].map(([team, event]) => [team, recording.arg(event, 1)]));
}

/// The team that holds each place, by its number; 0: nobody.
export function owners(recording: Recording, tick: number): Map<number, number> {
    return new Map([...lastEach(recording, "owner", [], tick)].map(([place, event]) => [place, recording.arg(event, 1)]));
}

/// What is in each store, by its number.
export function stocks(recording: Recording, tick: number): Map<number, number> {
    return new Map([...lastEach(recording, "stock", [], tick)].map(([store, event]) => [store, recording.arg(event, 1)]));
}

export interface Flag {
    /// The number of its team.
    team: number;
    state: "at home" | "carried" | "dropped";
    x: number;
    y: number;
    /// 0: nobody.
    carrier: number;
}

const FLAG_STATES = ["at home", "carried", "dropped"] as const;

export function flags(recording: Recording, agents: number[], tick: number): Flag[] {
    if (!recording.hasEventsOf("flag")) return [];
    return [...lastEach(recording, "flag", agents, tick)].map(([team, event]) => ({
        team, state: FLAG_STATES[recording.arg(event, 1)] ?? "at home", x: recording.arg(event, 2), y: recording.arg(event, 3), carrier: recording.agents[event],
    }));
}
