// The behavior tree with the status of each node.

import { type HierarchyPointNode, hierarchy } from "d3-hierarchy";
import { useMemo } from "preact/hooks";
import type { Shown } from "./panel";

const STATUS = ["running", "success", "failure", "skipped", "halted"];

interface Node {
    number: number;
    children: Node[];
}

// Without parents in the recording, all nodes are children of the first.
function grow(parents: number[], count: number): Node {
    const nodes = Array.from({ length: Math.max(1, count) }, (_, number): Node => ({ number, children: [] }));
    for (let i = 1; i < nodes.length; i++) nodes[parents[i] ?? 0]?.children.push(nodes[i]);
    return nodes[0];
}

const ROW = 24;
const INDENT = 22;
const WIDTH = 220;

export function BehaviorTree({ model, agent, tick }: Shown) {
    const life = model.names.of(agent, tick);
    const nodes = model.states.nodes.at(agent, tick);
    const count = Math.max(life.parts().length, ...[...nodes.keys()].map((node) => node + 1));
    // One line per node in the order of ticking, indented by depth.
    const placed = useMemo(() => {
        const root = hierarchy(grow(life.parents(), count));
        let row = 0;
        return root.eachBefore((node) => {
            node.x = node.depth * INDENT;
            node.y = row++ * ROW;
        }) as HierarchyPointNode<Node>;
    }, [life, count]);
    return (
        <svg class="tree" role="tree" aria-label="Behavior tree" width={placed.height * INDENT + WIDTH + 16} height={count * ROW + 16}>
            <g transform="translate(8 16)">
                {placed.links().map(({ source, target }) => (
                    <path d={`M${source.x + 8},${source.y + 10} V${target.y} H${target.x}`} />
                ))}
                {placed.descendants().map((node) => {
                    const known = nodes.get(node.data.number);
                    const status = known ? STATUS[known.now] : "never";
                    const label = life.part("node", node.data.number);
                    const since = known ? `, ${model.seconds(tick - known.tick).toFixed(1)} s ago` : "";
                    return (
                        <g class={`node ${status} ${known?.tick === tick ? "now" : ""}`} transform={`translate(${node.x} ${node.y})`} role="treeitem" aria-level={node.depth + 1}>
                            <rect y="-10" width={WIDTH} height="20" rx="4" />
                            <text x="6" y="4">{label}</text>
                            <text class="status" x={WIDTH - 6} y="4" text-anchor="end">{status}</text>
                            <title>{`${label}: ${status}${since}`}</title>
                        </g>
                    );
                })}
            </g>
        </svg>
    );
}
