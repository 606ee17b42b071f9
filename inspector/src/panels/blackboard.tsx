// The keys of the agent's blackboard and of those above it, the last written first. A nearer one hides a farther one.

import { boardName } from "../recording/event_text";
import type { Blackboard as Written } from "../recording/states";
import type { Shown } from "./panel";

type Row = Written extends Map<number, infer R> ? R : never;

export function Blackboard({ model, agent, tick }: Shown) {
    const own = model.states.blackboard.at(agent, tick);
    const seen = new Set<number>();
    const rows: (Row & { isHidden: boolean })[] = [];
    for (const board of [own, ...model.states.above(agent, tick)]) {
        const written = [...board.values()].filter((row) => row.key >= 0).sort((a, b) => a.scope - b.scope);
        for (const row of written) rows.push({ ...row, isHidden: seen.has(row.key) });
        for (const row of written) if (row.isSet) seen.add(row.key);
    }
    rows.sort((a, b) => b.tick - a.tick || a.key - b.key);
    const life = model.names.minded(agent, tick);
    if (rows.length === 0) return <p class="nothing">Nothing was written to this agent's blackboard.</p>;
    return (
        <table id="blackboard">
            <caption>Blackboard</caption>
            <thead>
                <tr><th>key</th><th class="number">value</th><th>on</th><th class="number">written</th></tr>
            </thead>
            <tbody>
                {rows.map((row) => (
                    <tr class={row.isHidden ? "hidden-key" : row.tick === tick ? "current" : ""}>
                        <td>{model.names.key(row.key)}</td>
                        <td class="number">{row.isSet ? model.names.value(row.key, row.value, life, tick) : "unset"}</td>
                        <td>{boardName(row.scope)}{row.isHidden ? ", hidden" : ""}</td>
                        <td class="number">{model.seconds(tick - row.tick).toFixed(1)} s ago</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
