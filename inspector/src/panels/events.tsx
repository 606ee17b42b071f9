// The events of the agent and of its domain up to this tick, the last first, with names; they can be searched, and
// filtered by kind.

import { useState } from "preact/hooks";
import { argsText } from "../recording/event_text";
import type { Model } from "../recording/model";
import { goTo } from "../view/clock";
import { time } from "../view/numbers";
import type { Shown } from "./panel";

const MAX_ROWS = 50;
/// Many per tick or second: shown only when one asks for them.
const VALUES = ["bt-node", "utility-scored", "consideration-read", "state-weighed", "variable-read", "blackboard-text", "position", "path", "sight", "decision-state", "decision-off", "decision-limits", "table-detour"];
/// Of the domain that the agent plans in, and of no agent.
const OF_DOMAIN = ["object-spawned", "object-despawned", "table-cell", "table-detour"];
/// Events that are looked at for a search.
const MAX_SEARCHED = 200000;

// Kept while other tabs and agents are shown.
let kept = { text: "", kind: "" };

/// kind "": all.
function eventsFor({ recording, names }: Model, agent: number, kind: string): Uint32Array {
    const own = kind === "" ? recording.eventsOf(agent) : recording.eventsOfKindOf(kind, agent);
    const domains = names.domainsOf(agent);
    const others = recording.eventsOfKinds(OF_DOMAIN.filter((name) => kind === "" || name === kind), 0).filter((event) => domains.has(recording.arg(event, 0)));
    return others.length === 0 ? own : new Uint32Array([...own, ...others]).sort();
}

function find(model: Model, agent: number, tick: number, { text, kind }: typeof kept): number[] {
    const { recording, names } = model;
    const events = eventsFor(model, agent, kind);
    const wanted = text.toLowerCase();
    const found: number[] = [];
    const end = recording.countUntil(events, tick);
    const hidden = new Set(kind === "" ? VALUES.map((name) => recording.kind(name)) : []);
    for (let i = end - 1; i >= 0 && end - i < MAX_SEARCHED && found.length < MAX_ROWS; i--) {
        const event = events[i];
        if (hidden.has(recording.kinds[event])) continue;
        if (wanted !== "") {
            const shown = `${recording.kindNames[recording.kinds[event]]} ${argsText(model, names.of(agent, recording.eventTicks[event]), event)}`;
            if (!shown.toLowerCase().includes(wanted)) continue;
        }
        found.push(event);
    }
    return found;
}

export function Events({ model, agent, tick }: Shown) {
    const { recording, names } = model;
    const [filter, setFilter] = useState(kept);
    const set = (what: Partial<typeof kept>) => setFilter((kept = { ...kept, ...what }));
    const kinds = recording.kindNames.filter((name) => name !== "" && eventsFor(model, agent, name).length > 0);
    const shown = find(model, agent, tick, filter);
    return (
        <>
            <form class="ask" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
                <input id="event-search" type="search" aria-label="Search events" placeholder="search" value={filter.text} onInput={(event) => set({ text: event.currentTarget.value })} />
                <select id="event-kind" aria-label="Kind of event" value={filter.kind} onChange={(event) => set({ kind: event.currentTarget.value })}>
                    <option value="">all but nodes, scores, positions</option>
                    {kinds.map((name) => <option value={name}>{name}</option>)}
                </select>
            </form>
            <table>
                <caption>Events, the last first</caption>
                <thead>
                    <tr><th class="number">time</th><th>event</th><th>with</th></tr>
                </thead>
                <tbody>
                    {shown.map((event) => {
                        const at = recording.eventTicks[event];
                        return (
                            <tr class={at === tick ? "current" : ""}>
                                <td class="number"><button type="button" class="symbol" onClick={() => goTo(model, at)}>{time(model.seconds(at))}</button></td>
                                <td>{recording.kindNames[recording.kinds[event]]}</td>
                                <td>{argsText(model, names.of(agent, at), event)}</td>
                            </tr>
                        );
                    })}
                </tbody>
            </table>
        </>
    );
}
