// Playback at the chosen speed, at any frame rate.

import type { Model } from "../recording/model";
import { change, listen, view } from "./view";

export function runClock(model: Model): void {
    let last = 0;
    let rest = 0;
    let isRunning = false;
    const frame = (now: number) => {
        const { isPlaying, speed, tick } = view();
        isRunning = isPlaying;
        if (!isPlaying) return;
        rest += ((now - last) / 1000) * speed;
        last = now;
        const steps = Math.floor(rest);
        rest -= steps;
        if (steps > 0) goTo(model, tick + steps);
        if (tick + steps >= model.recording.ticks - 1) change({ isPlaying: false });
        requestAnimationFrame(frame);
    };
    listen(({ isPlaying }) => {
        if (!isPlaying || isRunning) return;
        isRunning = true;
        last = performance.now();
        rest = 0;
        requestAnimationFrame(frame);
    });
}

/// Times real time.
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 100];

/// The next of SPEEDS, or the last.
export function nextSpeed(model: Model, speed: number, direction: number): number {
    const real = 1e6 / model.tickTime;
    const at = SPEEDS.reduce((best, by, i) => (Math.abs(Math.log((by * real) / speed)) < Math.abs(Math.log((SPEEDS[best] * real) / speed)) ? i : best), 0);
    return SPEEDS[Math.max(0, Math.min(at + direction, SPEEDS.length - 1))] * real;
}

const MAX_BEHIND_SECONDS = 3;
const BUFFER_SECONDS = 0.2;

/// Follows a recording that grows: the tick moves as fast as ticks come, a moment behind the last one, so that what comes
/// in pieces is shown without jumps.
export function followEnd(model: Model): void {
    let last = performance.now();
    let shown = -1;
    let rate = 1e6 / model.tickTime;
    let known = { ticks: model.recording.ticks, at: last };
    const frame = (now: number) => {
        const passed = Math.min((now - last) / 1000, 1);
        last = now;
        const { ticks } = model.recording;
        if (ticks > known.ticks) {
            const measured = (1000 * (ticks - known.ticks)) / Math.max(1, now - known.at);
            rate += (measured - rate) * 0.2;
            known = { ticks, at: now };
        }
        if (view().isLive && view().isFollowing) {
            const end = ticks - 1;
            if (shown < 0 || end - shown > rate * MAX_BEHIND_SECONDS || shown > end) shown = Math.max(0, end);
            const behind = end - shown;
            shown = Math.min(end, shown + passed * Math.max(0, rate + 4 * (behind - rate * BUFFER_SECONDS)));
            show(model, Math.floor(shown));
        } else {
            shown = -1;
        }
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

/// Shows a tick, and scrolls the timeline to it.
export function goTo(model: Model, wanted: number): void {
    show(model, wanted);
    change({ isFollowing: false });
}

function show(model: Model, wanted: number): void {
    const ticks = model.recording.ticks;
    const tick = Math.max(0, Math.min(Math.round(wanted), ticks - 1));
    let { from, to } = view();
    const span = to - from;
    if (tick < from || tick >= to) {
        from = Math.max(0, Math.min(tick - span * (tick < from ? 0.9 : 0.1), ticks - span));
        to = from + span;
    }
    change({ tick, from, to });
}

/// Moves the timeline by so many ticks.
export function pan(model: Model, by: number): void {
    const { from, to } = view();
    const begin = Math.max(0, Math.min(from + by, model.recording.ticks - (to - from)));
    change({ from: begin, to: begin + (to - from) });
}

/// factor < 1 zooms in; the tick `around` keeps its place.
export function zoom(model: Model, factor: number, around: number): void {
    const ticks = Math.max(1, model.recording.ticks);
    const { from, to } = view();
    const span = Math.max(Math.min(10, ticks), Math.min(ticks, (to - from) * factor));
    const begin = Math.max(0, Math.min(around - ((around - from) * span) / (to - from), ticks - span));
    change({ from: begin, to: begin + span });
}
