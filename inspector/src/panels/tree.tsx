// The behaviour tree with the status of each node now.

import { hierarchy, tree as layout } from "d3-hierarchy";
import { useMemo } from "preact/hooks";
import type { Shown } from "./panel";

const STATUS = ["busy", "success", "failure", "skipped", "halted"];

interface Node {
    number: number;
    children: Node[];
}

// Without parents in the recording, all nodes hang under the first.
function grow(parents: number[], count: number): Node {
    const nodes = Array.from({ length: Math.max(1, count) }, (_, number): Node => ({ number, children: [] }));
    for (let i = 1; i < nodes.length; i++) nodes[parents[i] ?? 0]?.children.push(nodes[i]);
    return nodes[0];
}

export function Tree({ model, agent, tick }: Shown) {
    const nodes = model.states.nodes.at(agent, tick);
    const { names } = model;
    const count = Math.max(names.parts(agent).length, ...[...nodes.keys()].map((node) => node + 1));
    const placed = useMemo(() => {
        const root = hierarchy(grow(names.parents(agent), count));
        return layout<Node>().nodeSize([26, 170])(root);
    }, [agent, count]);
    const top = Math.min(...placed.descendants().map((node) => node.x));
    const bottom = Math.max(...placed.descendants().map((node) => node.x));
    const label = (number: number) => names.part(agent, "node", number);
    return (
        <svg class="tree" role="tree" aria-label="Behaviour tree" width={170 * (placed.height + 1)} height={bottom - top + 40}>
            <g transform={`translate(8 ${20 - top})`}>
                {placed.links().map(({ source, target }) => (
                    <path d={`M${source.y + 150},${source.x} C${source.y + 160},${source.x} ${target.y - 10},${target.x} ${target.y},${target.x}`} />
                ))}
                {placed.descendants().map((node) => {
                    const known = nodes.get(node.data.number);
                    const status = known ? STATUS[known.now] : "never";
                    return (
                        <g class={`node ${status} ${known?.tick === tick ? "now" : ""}`} transform={`translate(${node.y} ${node.x})`} role="treeitem" aria-label={`${label(node.data.number)}: ${status}`}>
                            <rect y="-10" width="150" height="20" rx="4" />
                            <text x="6" y="4">{label(node.data.number)}</text>
                            <title>{`${label(node.data.number)}: ${status}${known ? `, ${model.seconds(tick - known.tick).toFixed(1)} s ago` : ""}`}</title>
                        </g>
                    );
                })}
            </g>
        </svg>
    );
}
