// Where agents are.

import { CELL, seenFrom } from "./ground";
import type { Model } from "./model";

export interface Point {
    x: number;
    y: number;
}

const TRAIL_SECONDS = 10;
const SIGHT_RAYS = 60;

/// When two positions are further apart in time, the agent stayed at the first.
const STRIDE_SECONDS = 0.5;
/// When they are further apart in space, it was put there.
const MAX_STRIDE = 8 * CELL;

/// The first event since the agent was last created.
export function bornAt(model: Model, agent: number, tick: number): number {
    const gone = model.recording.eventsOfKindOf("agent-gone", agent);
    const last = model.recording.countUntil(gone, tick) - 1;
    return last < 0 ? 0 : gone[last] + 1;
}

/// It came back from the dead or was put there: it did not walk.
function isJump(model: Model, agent: number, from: number, to: number): boolean {
    const { recording } = model;
    const far = Math.hypot(recording.arg(to, 0) - recording.arg(from, 0), recording.arg(to, 1) - recording.arg(from, 1));
    return far > MAX_STRIDE || recording.hasBetween("mind-given", agent, from, to) || recording.hasBetween("agent-created", agent, from, to);
}

/// The agent walked from one of its positions to the next.
function isWalk(model: Model, agent: number, from: number, to: number): boolean {
    const { recording } = model;
    return model.seconds(recording.eventTicks[to] - recording.eventTicks[from]) <= STRIDE_SECONDS && !isJump(model, agent, from, to);
}

/// Its position, interpolated between the recorded ones.
export function placeOf(model: Model, agent: number, tick: number): Point | undefined {
    const { recording } = model;
    const events = recording.eventsOfKindOf("position", agent);
    const at = recording.countUntil(events, tick) - 1;
    const born = bornAt(model, agent, tick);
    if (at < 0 || events[at] < born) return undefined;
    const x = recording.arg(events[at], 0);
    const y = recording.arg(events[at], 1);
    if (at + 1 === events.length) return { x, y };
    const since = recording.eventTicks[events[at]];
    const until = recording.eventTicks[events[at + 1]];
    const share = isWalk(model, agent, events[at], events[at + 1]) ? (tick - since) / (until - since) : 0;
    return { x: x + (recording.arg(events[at + 1], 0) - x) * share, y: y + (recording.arg(events[at + 1], 1) - y) * share };
}

/// Where it walked in the last seconds, the last place first.
export function trailOf(model: Model, agent: number, tick: number): Point[] {
    const { recording } = model;
    const events = recording.eventsOfKindOf("position", agent);
    const end = recording.countUntil(events, tick);
    const from = tick - (TRAIL_SECONDS * 1e6) / model.tickTime;
    const born = bornAt(model, agent, tick);
    const place = placeOf(model, agent, tick);
    const trail = place ? [place] : [];
    for (let i = end - 1; i >= 0 && events[i] >= born && recording.eventTicks[events[i]] >= from; i--) {
        if (i + 1 < end && isJump(model, agent, events[i], events[i + 1])) break;
        trail.push({ x: recording.arg(events[i], 0), y: recording.arg(events[i], 1) });
    }
    return trail;
}

/// The ends of what the agent sees from a place, up to the walls. "sight" has the way it scans (dx, dy), how far and half
/// the angle in 1/1000 of a turn.
export function sightOf(model: Model, agent: number, from: Point, tick: number): Point[] {
    const { recording, ground } = model;
    const events = recording.eventsOfKindOf("sight", agent);
    const event = events[recording.countUntil(events, tick) - 1];
    if (event === undefined || isMindless(model, agent, tick)) return [];
    const way = Math.atan2(recording.arg(event, 1), recording.arg(event, 0));
    const half = (recording.arg(event, 3) / 1000) * 2 * Math.PI;
    return Array.from({ length: SIGHT_RAYS + 1 }, (_, i) => {
        const angle = way - half + (2 * half * i) / SIGHT_RAYS;
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
        const far = seenFrom(ground.cells, from.x, from.y, dx, dy, recording.arg(event, 2));
        return { x: from.x + dx * far, y: from.y + dy * far };
    });
}

/// It is there, but nothing decides for it: a soldier that is dead and will come back.
export function isMindless(model: Model, agent: number, tick: number): boolean {
    const { recording } = model;
    const given = recording.eventsOfKindOf("mind-given", agent);
    const last = recording.countUntil(given, tick) - 1;
    return last >= 0 && recording.arg(given[last], 0) === 0;
}
