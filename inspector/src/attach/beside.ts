// Two pages in one (`ploy view --beside`): what is shown in one is shown in the other.

import { change, listen, view } from "../view/view";

interface Place {
    tick: number;
    agent: number;
}

/// In a frame of another page: tells it where the cursor is, and follows the other frame's.
export function followNeighbor(ticks: () => number): void {
    if (window.parent === window) return;
    let isFollowing = false;
    let last: Place = { tick: view().tick, agent: view().agent };
    listen(({ tick, agent }) => {
        if (isFollowing || (tick === last.tick && agent === last.agent)) return;
        last = { tick, agent };
        window.parent.postMessage(last, "*");
    });
    addEventListener("message", ({ source, data }: MessageEvent) => {
        if (source !== window.parent) return;
        const { tick, agent } = data as Place;
        if (!Number.isInteger(tick) || !Number.isInteger(agent)) return;
        last = { tick, agent };
        isFollowing = true;
        change({ tick: Math.max(0, Math.min(tick, ticks() - 1)), agent });
        isFollowing = false;
    });
}
