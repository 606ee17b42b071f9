// Goals (or states, or options) and actions (or activities) of an agent, as bands over time: what it does at the end of
// each tick, from the same state as everything else.

import type { Names } from "./names";
import { type Now, nothingNow, nowHandlers } from "./now";
import type { Recording } from "./recording";
import { doingLabel, pursuitLabel } from "./situation";

export interface Band {
    begin: number;
    /// The first tick at whose end it is over. That of one that began and ended in one tick is its begin.
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
    private key = "";

    // The key tells two bands with the same label apart.
    show(tick: number, label: string, key: string, isAborted: boolean): void {
        if (key === this.key) return;
        this.key = key;
        if (this.open) {
            this.open.end = tick;
            this.open.isAborted = isAborted;
        }
        this.open = label === "" ? null : { begin: tick, end: Infinity, label, isAborted: false };
        if (this.open) this.bands.push(this.open);
    }

    close(ticks: number): Band[] {
        if (this.open) this.open.end = ticks;
        return this.bands;
    }
}

// Events that change neither row, except of a task network, are left out, since many events are of these kinds.
const QUIET = ["plan-found", "plan-step", "plan-failed", "plan-repaired"];

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
        const { recording, names } = this;
        const isHtn = names.livesOf(agent).some((life) => life.kind === "htn");
        const kinds = Object.keys(nowHandlers).filter((kind) => isHtn || !QUIET.includes(kind));
        const apply = recording.kindNames.map((name) => nowHandlers[name]);
        const goals = new Row();
        const actions = new Row();
        const now: Now = nothingNow();
        for (const event of recording.eventsOfKinds(kinds, agent)) {
            const tick = recording.eventTicks[event];
            if (tick >= recording.ticks) break;
            apply[recording.kinds[event]](now, (index) => recording.arg(event, index), tick);
            const life = names.of(agent, tick);
            const pursuit = pursuitLabel(life, now);
            goals.show(tick, pursuit.label, pursuit.key, now.isGoalAborted);
            const doing = doingLabel(names, life, now);
            actions.show(tick, doing.label, doing.key, now.isActionAborted);
        }
        return { goals: goals.close(recording.ticks), actions: actions.close(recording.ticks) };
    }
}

/// The band at the end of a tick, or null.
export function bandAt(bands: Band[], tick: number): Band | null {
    for (let i = countBefore(bands, tick + 1) - 1; i >= 0; i--) {
        if (bands[i].end > tick) return bands[i];
        if (bands[i].end > bands[i].begin) return null;
    }
    return null;
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
