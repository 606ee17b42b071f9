// Agents that something is wrong with, found over a whole recording: those that change their minds again and again, and
// those that do nothing for long.

import type { Band } from "./bands";
import type { Model } from "./model";

export interface Trouble {
    agent: number;
    kind: "flapping" | "idle";
    tick: number;
    text: string;
}

const FLAPS = 6;
const FLAP_SECONDS = 10;
const IDLE_SECONDS = 10;

// The first window of FLAP_SECONDS in which goals were given up FLAPS times, and how often in the worst one.
function flapping(model: Model, bands: Band[]): { tick: number; count: number } | null {
    const span = (FLAP_SECONDS * 1e6) / model.tickTime;
    const given = bands.filter((band, i) => band.isAborted || isReplaced(bands, i));
    let worst = { tick: 0, count: 0 };
    for (let first = 0, last = 0; last < given.length; last++) {
        while (given[last].begin - given[first].begin > span) first++;
        if (last - first + 1 > worst.count) worst = { tick: given[first].begin, count: last - first + 1 };
    }
    return worst.count >= FLAPS ? worst : null;
}

// Left for another at once, and that one left for it again.
function isReplaced(bands: Band[], i: number): boolean {
    const [band, next, after] = [bands[i], bands[i + 1], bands[i + 2]];
    return !!after && band.end >= next.begin && next.end >= after.begin && band.label === after.label && next.label !== band.label;
}

function longestGap(bands: Band[], ticks: number): { tick: number; length: number } {
    let longest = { tick: 0, length: 0 };
    let end = 0;
    for (const band of [...bands, { begin: ticks, end: ticks }]) {
        if (band.begin - end > longest.length) longest = { tick: end, length: band.begin - end };
        end = Math.max(end, band.end);
    }
    return longest;
}

export function findTrouble(model: Model): Trouble[] {
    const found: Trouble[] = [];
    for (const agent of model.agents) {
        const { goals, actions } = model.bands.of(agent);
        if (goals.length + actions.length === 0) continue;
        const flaps = flapping(model, goals) ?? flapping(model, actions);
        if (flaps) {
            const text = `changed its mind ${flaps.count} times within ${FLAP_SECONDS} s`;
            found.push({ agent, kind: "flapping", tick: flaps.tick, text });
        }
        const gone = model.recording.eventsOfKindOf("agent-gone", agent);
        const end = gone.length > 0 ? model.recording.eventTicks[gone[0]] : model.recording.ticks;
        const gap = longestGap(actions.length > 0 ? actions : goals, end);
        const seconds = model.seconds(gap.length);
        if (seconds >= IDLE_SECONDS) found.push({ agent, kind: "idle", tick: gap.tick, text: `did nothing for ${Math.round(seconds)} s` });
    }
    return found;
}
