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

/// Shows a tick, and scrolls the timeline to it.
export function goTo(model: Model, wanted: number): void {
    const ticks = model.recording.ticks;
    const tick = Math.max(0, Math.min(Math.round(wanted), ticks - 1));
    let { from, to } = view();
    const span = to - from;
    if (tick < from || tick >= to) {
        from = Math.max(0, Math.min(tick - span * (tick < from ? 0.9 : 0.1), ticks - span));
        to = from + span;
    }
    change({ tick, from, to, isFollowing: false });
}

/// factor < 1 zooms in; the tick `around` keeps its place.
export function zoom(model: Model, factor: number, around: number): void {
    const ticks = Math.max(1, model.recording.ticks);
    const { from, to } = view();
    const span = Math.max(Math.min(10, ticks), Math.min(ticks, (to - from) * factor));
    const begin = Math.max(0, Math.min(around - ((around - from) * span) / (to - from), ticks - span));
    change({ from: begin, to: begin + span });
}
