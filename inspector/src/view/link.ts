// The address names what is shown: #tick=120&agent=3&tab=plan.

import type { Model } from "../recording/model";
import { goTo } from "./clock";
import { change, listen, view } from "./view";

// An agent or a tick that the recording does not have is left out.
function read(model: Model, hash: string): void {
    const given = new URLSearchParams(hash.slice(1));
    const agent = Number(given.get("agent") ?? NaN);
    if (model.agents.includes(agent)) change({ agent });
    change({ tab: given.get("tab") ?? view().tab });
    const tick = Number(given.get("tick") ?? NaN);
    if (Number.isInteger(tick)) goTo(model, tick);
}

export function link(): string {
    const { tick, agent, tab } = view();
    return `#tick=${tick}&agent=${agent}&tab=${tab}`;
}

/// A frame of another page has no address of its own.
export function hasAddress(): boolean {
    return window.parent === window;
}

/// Follows the address, and writes it when nothing has changed for a moment. A new address is read from its event: by the
/// time of that, the old one may have been written over it.
export function followAddress(model: Model): void {
    if (!hasAddress()) return;
    read(model, location.hash);
    addEventListener("hashchange", ({ newURL }) => read(model, new URL(newURL).hash));
    let waiting = 0;
    listen(() => {
        clearTimeout(waiting);
        waiting = setTimeout(() => history.replaceState(null, "", link()), 250) as unknown as number;
    });
}
