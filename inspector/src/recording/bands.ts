// Goals (or states, or options) and actions (or activities) of an agent, as bands over time.

import type { Names } from "./names";
import type { Recording } from "./recording";
import { NONE } from "./states";

export interface Band {
    begin: number;
    /// The first tick after it.
    end: number;
    label: string;
    /// It failed.
    isAborted: boolean;
}

export interface Rows {
    goals: Band[];
    actions: Band[];
}

class Row {
    readonly bands: Band[] = [];
    private open: Band | null = null;

    begin(tick: number, label: string): void {
        this.end(tick, false);
        this.open = { begin: tick, end: Infinity, label, isAborted: false };
        this.bands.push(this.open);
    }

    end(tick: number, isAborted: boolean): void {
        if (!this.open) return;
        this.open.end = Math.max(tick, this.open.begin);
        this.open.isAborted = isAborted;
        this.open = null;
    }

    close(ticks: number): Band[] {
        if (this.open) this.open.end = ticks;
        return this.bands;
    }
}

interface Both {
    goals: Row;
    actions: Row;
    names: Names;
    recording: Recording;
    agent: number;
    isFuzzy: boolean;
    /// States.
    active: Set<number>;
}

type Apply = (rows: Both, event: number, tick: number) => void;

// Several states of a fuzzy state machine are active at once: one band for all of them.
function changeState(rows: Both, from: number, to: number, tick: number): void {
    if (from !== NONE || !rows.isFuzzy) rows.active.delete(from);
    if (!rows.isFuzzy) rows.active.clear();
    if (to !== NONE) rows.active.add(to);
    if (rows.active.size === 0) return rows.goals.end(tick, false);
    rows.goals.begin(tick, [...rows.active].sort((a, b) => a - b).map((state) => rows.names.part(rows.agent, "state", state)).join(" + "));
}

const events: Record<string, Apply> = {
    "goal-started": (r, e, t) => r.goals.begin(t, r.names.goal(r.agent, r.recording.arg(e, 0))),
    "goal-finished": (r, _, t) => r.goals.end(t + 1, false),
    "goal-aborted": (r, _, t) => r.goals.end(t + 1, true),
    "state-changed": (r, e, t) => changeState(r, r.recording.arg(e, 0), r.recording.arg(e, 1), t),
    "utility-chosen": (r, e, t) => r.goals.begin(t, r.names.part(r.agent, "option", r.recording.arg(e, 0))),
    "action-started": (r, e, t) => r.actions.begin(t, r.names.ground(r.agent, r.recording.arg(e, 1), r.recording.arg(e, 0))),
    "action-finished": (r, _, t) => r.actions.end(t + 1, false),
    "action-aborted": (r, _, t) => r.actions.end(t + 1, true),
    "mind-given": (r, _, t) => {
        r.active.clear();
        r.goals.end(t, false);
    },
    "agent-gone": (r, _, t) => {
        r.active.clear();
        r.goals.end(t, true);
        r.actions.end(t, true);
    },
};

// For agents that run activities, also when a planner in a behavior tree starts some of them.
const activities: Record<string, Apply> = {
    ...Object.fromEntries(Object.entries(events).filter(([name]) => !name.startsWith("action-"))),
    "activity-started": (r, e, t) => r.actions.begin(t, r.names.activity(r.recording.arg(e, 0))),
    "activity-ended": (r, e, t) => r.actions.end(t + 1, r.recording.arg(e, 1) === 2),
    "activity-halted": (r, _, t) => r.actions.end(t + 1, true),
};

export class Bands {
    private rows = new Map<number, Rows>();

    constructor(
        private readonly recording: Recording,
        private readonly names: Names,
    ) {}

    /// The recording has grown.
    refresh(): void {
        this.rows.clear();
    }

    of(agent: number): Rows {
        let rows = this.rows.get(agent);
        if (!rows) {
            rows = this.build(agent);
            this.rows.set(agent, rows);
        }
        return rows;
    }

    private build(agent: number): Rows {
        const { recording } = this;
        const plans = recording.eventsOfKindOf("action-started", agent).length > 0;
        const table = plans && this.names.mind(agent)?.kind !== "bt" ? events : activities;
        const apply = recording.kindNames.map((name) => table[name]);
        const both = { goals: new Row(), actions: new Row(), names: this.names, recording, agent, isFuzzy: this.names.mind(agent)?.kind === "fuzzy", active: new Set<number>() };
        for (const event of recording.eventsOfKinds(Object.keys(table), agent))
            apply[recording.kinds[event]](both, event, recording.eventTicks[event]);
        return { goals: both.goals.close(recording.ticks), actions: both.actions.close(recording.ticks) };
    }
}

/// The band at a tick, or null.
export function bandAt(bands: Band[], tick: number): Band | null {
    const band = bands[countBefore(bands, tick + 1) - 1];
    return band && band.end > tick ? band : null;
}

/// The number of bands that begin before a tick.
export function countBefore(bands: Band[], tick: number): number {
    let low = 0;
    let high = bands.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (bands[middle].begin < tick) low = middle + 1;
        else high = middle;
    }
    return low;
}
