// The last search: how it ended, and, if nodes were recorded, which were expanded in which order and which stayed open.

import { decimal, plural, time } from "../numbers";
import type { SearchNode } from "../states";
import type { Shown } from "./panel";

const MOST = 200;

function Row({ node, label, best }: { node: SearchNode; label: string; best: number }) {
    const f = node.g + node.h;
    const fate = node.expanded > 0 ? `closed, ${node.expanded}.` : f > best ? "open: dearer than the plan" : "open";
    return (
        <tr>
            <td class="number">{node.node}</td>
            <td>{label}</td>
            <td class="number">{decimal(node.g)}</td>
            <td class="number">{node.expanded > 0 ? decimal(node.h) : ""}</td>
            <td class="number">{node.expanded > 0 ? decimal(f) : ""}</td>
            <td>{fate}</td>
        </tr>
    );
}

export function Search({ model, agent, tick }: Shown) {
    const state = model.states.searching.at(agent, tick);
    const search = state.ended;
    if (!search) return <p class="nothing">No search has ended yet.</p>;
    const nodes = [...state.nodes.values()].sort((a, b) => (a.expanded || Infinity) - (b.expanded || Infinity) || a.g - b.g);
    return (
        <>
            <p>
                The last search ended at {time(model.seconds(search.tick))}: {model.names.wordOf("status", search.status)}
                {search.cost >= 0 ? `, cost ${decimal(search.cost)}` : ""}; {plural(search.expanded, "state")} expanded, {search.generated} generated.
            </p>
            {search.expanded === 0 && <p>It needed no search: what the cache has learned about the goal gave the plan.</p>}
            {nodes.length === 0 && search.expanded > 0 && <p class="nothing">Its nodes were not recorded (they are at level everything).</p>}
            {nodes.length > 0 && (
                <table>
                    <caption>{plural(nodes.length, "node")}{nodes.length > MOST ? `, the first ${MOST}` : ""}</caption>
                    <thead>
                        <tr><th class="number">node</th><th>reached by</th><th class="number">g</th><th class="number">h</th><th class="number">f</th><th>status</th></tr>
                    </thead>
                    <tbody>
                        {nodes.slice(0, MOST).map((node) => (
                            <Row node={node} label={node.label < 0 ? "" : model.names.ground(agent, node.label, node.label)} best={search.cost} />
                        ))}
                    </tbody>
                </table>
            )}
        </>
    );
}
