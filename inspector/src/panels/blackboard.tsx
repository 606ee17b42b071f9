// The blackboard, the last written key first.

import type { Shown } from "./panel";

export function Blackboard({ model, agent, tick }: Shown) {
    const written = [...model.states.blackboard.at(agent, tick).values()].filter((row) => row.key >= 0);
    const rows = written.sort((a, b) => b.tick - a.tick || a.key - b.key);
    if (rows.length === 0) return <p class="nothing">Nothing was written to this agent's blackboard.</p>;
    return (
        <table>
            <caption>Blackboard</caption>
            <thead>
                <tr><th>key</th><th class="number">value</th><th class="number">scope</th><th class="number">written</th></tr>
            </thead>
            <tbody>
                {rows.map((row) => (
                    <tr class={row.tick === tick ? "current" : ""}>
                        <td>{model.names.key(row.key)}</td>
                        <td class="number">{row.isSet ? model.names.value(row.key, row.value) : "unset"}</td>
                        <td class="number">{row.scope}</td>
                        <td class="number">{model.seconds(tick - row.tick).toFixed(1)} s ago</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
