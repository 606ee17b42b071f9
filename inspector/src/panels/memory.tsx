// The working memory: facts with their age and belief. Refreshing is traced only at level everything; without it, the
// belief shown is a lower bound.

import { decimal } from "../view/numbers";
import type { Fact } from "../recording/states";
import type { Shown } from "./panel";

export function Memory({ model, agent, tick }: Shown) {
    const rows = [...model.states.facts.at(agent, tick)].sort((a, b) => b[1].refreshed - a[1].refreshed || a[0] - b[0]);
    if (rows.length === 0) return <p class="nothing">This agent remembers nothing.</p>;
    const isExact = model.recording.hasEventsOf("fact-refreshed");
    const belief = ({ kind, belief: noted, refreshed }: Fact) => model.readings.belief(kind, noted, (tick - refreshed) * model.tickTime);
    const life = model.names.minded(agent, tick);
    const what = ({ kind, values }: Fact) =>
        [...values].sort((a, b) => a[0] - b[0])
            .map(([a, value]) => `${model.names.attributes(kind)[a]?.name ?? a} ${model.names.attributeValue(kind, a, value, life, tick)}`).join(", ");
    // A fact that names no source has 0, as has one of the first sensor.
    const source = ({ source: number }: Fact) => model.names.sensor(number) + (number === 0 ? ", or none" : "");
    return (
        <table id="facts">
            <caption>Facts{isExact ? "" : " (refreshing was not recorded: they may be younger, and the belief higher; and only what identifies them was)"}</caption>
            <thead>
                <tr><th>type</th><th>what</th><th class="number">belief</th><th class="number">age</th><th class="number">refreshed</th><th>source</th></tr>
            </thead>
            <tbody>
                {rows.map(([fact, known]) => (
                    <tr class={known.refreshed === tick ? "current" : ""}>
                        <td>{model.names.factType(known.kind)}</td>
                        <td title={`fact ${fact % 2 ** 32}`}>{what(known)}</td>
                        <td class="number">{isExact ? "" : "≥ "}{decimal(belief(known))}</td>
                        <td class="number">{model.seconds(tick - known.added).toFixed(1)} s</td>
                        <td class="number">{model.seconds(tick - known.refreshed).toFixed(1)} s ago</td>
                        <td>{source(known)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
