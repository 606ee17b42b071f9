// What the agent remembers: how long, and how sure it was when it last looked.

import { decimal } from "../numbers";
import type { Shown } from "./panel";

export function Facts({ model, agent, tick }: Shown) {
    const rows = [...model.states.facts.at(agent, tick)].sort((a, b) => b[1].refreshed - a[1].refreshed || a[0] - b[0]);
    if (rows.length === 0) return <p class="nothing">This agent remembers nothing.</p>;
    return (
        <table>
            <caption>Facts</caption>
            <thead>
                <tr><th>kind</th><th class="number">fact</th><th class="number">belief</th><th class="number">age</th><th class="number">refreshed</th><th>source</th></tr>
            </thead>
            <tbody>
                {rows.map(([fact, known]) => (
                    <tr class={known.refreshed === tick ? "current" : ""}>
                        <td>{model.names.factKind(known.kind)}</td>
                        <td class="number">{fact % 2 ** 32}</td>
                        <td class="number">{decimal(known.belief)}</td>
                        <td class="number">{model.seconds(tick - known.added).toFixed(1)} s</td>
                        <td class="number">{model.seconds(tick - known.refreshed).toFixed(1)} s ago</td>
                        <td>{known.source}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
