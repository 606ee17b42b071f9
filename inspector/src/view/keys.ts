// Keyboard shortcuts for everything that the mouse can do to the timeline.

import { goTo, nextSpeed, zoom } from "./clock";
import type { Model } from "../recording/model";
import { change, view } from "./view";

export const KEYS: [string, string][] = [
    ["space", "play, pause"],
    ["← →", "one tick back or forward; with shift ten, with control to the agent's last or next change"],
    ["↑ ↓", "the agent above, below"],
    ["+ −", "zoom"],
    ["home end", "first, last tick"],
    ["[ ]", "slower, faster"],
];

/// The tick of the agent's last band before or next band after this tick.
function nextChange(model: Model, direction: number): number {
    const { agent, tick } = view();
    const { goals, actions } = model.bands.of(agent);
    const ticks = [...goals, ...actions].map((band) => band.begin);
    const beyond = ticks.filter((at) => (at - tick) * direction > 0);
    return beyond.length === 0 ? tick : direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
}

function nextAgent(model: Model, direction: number): number {
    const at = model.agents.indexOf(view().agent) + direction;
    return model.agents[Math.max(0, Math.min(at, model.agents.length - 1))];
}

function press(model: Model, event: KeyboardEvent): boolean {
    const { tick, isPlaying, speed } = view();
    const step = event.shiftKey ? 10 : 1;
    switch (event.key) {
        case " ": change({ isPlaying: !isPlaying }); return true;
        case "ArrowLeft": goTo(model, event.ctrlKey ? nextChange(model, -1) : tick - step); return true;
        case "ArrowRight": goTo(model, event.ctrlKey ? nextChange(model, 1) : tick + step); return true;
        case "ArrowUp": change({ agent: nextAgent(model, -1) }); return true;
        case "ArrowDown": change({ agent: nextAgent(model, 1) }); return true;
        case "Home": goTo(model, 0); return true;
        case "End": goTo(model, model.recording.ticks - 1); return true;
        case "+": case "=": zoom(model, 0.5, tick); return true;
        case "-": zoom(model, 2, tick); return true;
        case "[": change({ speed: nextSpeed(model, speed, -1) }); return true;
        case "]": change({ speed: nextSpeed(model, speed, 1) }); return true;
    }
    return false;
}

export function listenToKeys(model: Model): void {
    addEventListener("keydown", (event) => {
        const target = event.target as HTMLElement;
        if (target.closest("input:not([type=range]), select, textarea")) return;
        // A button uses space itself, and a tab the arrows.
        if (event.key === " " && target.closest("button, summary")) return;
        if (event.key.startsWith("Arrow") && target.closest("[role=tab]")) return;
        if (event.altKey || event.metaKey) return;
        if (press(model, event)) event.preventDefault();
    });
}
