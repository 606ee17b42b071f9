// The address names what is shown: #tick=120&agent=3&tab=plan.

import { change, listen, view } from "./view";

function read(ticks: number): void {
    const given = new URLSearchParams(location.hash.slice(1));
    const tick = Number(given.get("tick") ?? view().tick);
    const agent = Number(given.get("agent") ?? view().agent);
    if (!Number.isInteger(tick) || !Number.isInteger(agent)) return;
    change({ tick: Math.max(0, Math.min(tick, ticks - 1)), agent, tab: given.get("tab") ?? view().tab });
}

export function link(): string {
    const { tick, agent, tab } = view();
    return `#tick=${tick}&agent=${agent}&tab=${tab}`;
}

/// Follows the address, and writes it when nothing has changed for a moment.
/// A frame of another page has no address of its own.
export function hasAddress(): boolean {
    return window.parent === window;
}

export function followAddress(ticks: () => number): void {
    if (!hasAddress()) return;
    read(ticks());
    addEventListener("hashchange", () => read(ticks()));
    let waiting = 0;
    listen(() => {
        clearTimeout(waiting);
        waiting = setTimeout(() => history.replaceState(null, "", link()), 250) as unknown as number;
    });
}
