// The search of the decision, run again by the library: one line per node, below its parent, and the edges that were
// dropped there, with the reason.

import { useEffect, useState } from "preact/hooks";
import { type Search as Found, type SearchNode, type SearchEdge, querySearch } from "../recording/debugger";
import type { Model } from "../recording/model";
import { decimal, plural, time } from "../view/numbers";
import type { Shown } from "./panel";

const MAX_ROWS = 300;
const REST_MS = 120;

interface Row {
    depth: number;
    node?: SearchNode;
    edge?: SearchEdge;
}

function byOrder(a: SearchNode, b: SearchNode): number {
    return (a.expanded || Infinity) - (b.expanded || Infinity) || a.g + a.h - (b.g + b.h) || a.node - b.node;
}

function collect<T>(list: T[], key: (one: T) => number): Map<number, T[]> {
    const groups = new Map<number, T[]>();
    for (const one of list) {
        const group = groups.get(key(one));
        if (group) group.push(one);
        else groups.set(key(one), [one]);
    }
    return groups;
}

function rowsOf({ nodes, edges }: Found): Row[] {
    const inside = collect(nodes.filter(({ from }) => from !== undefined), ({ from }) => from!);
    const dropped = collect(edges, ({ from }) => from);
    const rows: Row[] = [];
    const visit = (node: SearchNode, depth: number) => {
        rows.push({ depth, node });
        for (const next of [...(inside.get(node.node) ?? [])].sort(byOrder)) visit(next, depth + 1);
        for (const edge of dropped.get(node.node) ?? []) rows.push({ depth: depth + 1, edge });
    };
    for (const start of nodes.filter(({ from }) => from === undefined)) visit(start, 0);
    return rows;
}

function number(value: number): string {
    return decimal(value * 1000);
}

function Line({ row: { depth, node, edge } }: { row: Row }) {
    const indent = { paddingLeft: `${12 * depth}px` };
    if (edge)
        return (
            <tr class="dropped">
                <td style={indent}>{edge.action}{edge.to === undefined ? "" : ` → ${edge.to}`}</td>
                <td /><td /><td /><td />
                <td>dropped: {edge.why}</td>
            </tr>
        );
    return (
        <tr class={node!.outcome === "plan" ? "current" : ""}>
            <td style={indent}>{node!.node} {node!.action ?? "start"}</td>
            <td class="number">{number(node!.g)}</td>
            <td class="number">{number(node!.h)}</td>
            <td class="number">{number(node!.g + node!.h)}</td>
            <td class="number">{node!.expanded > 0 ? `${node!.expanded}.` : ""}</td>
            <td>{node!.outcome}</td>
        </tr>
    );
}

// How many of each kind, and what the kind means; pressed, only those are listed.
function Outcomes({ model, found, only, choose }: { model: Model; found: Found; only: string; choose: (outcome: string) => void }) {
    const counts = new Map<string, number>();
    for (const { outcome } of found.nodes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    for (const [why, count] of Object.entries(found.dropped)) counts.set(why, count);
    return (
        <div class="outcomes" id="outcomes" role="group" aria-label="Outcomes of nodes and dropped edges">
            {[...counts].map(([outcome, count]) => (
                <>
                    <button aria-pressed={only === outcome} onClick={() => choose(only === outcome ? "" : outcome)}>{outcome}</button>
                    <b class="number">{count}</b>
                    <small>{model.recording.wasm.callText("meaning_of_outcome", outcome)}</small>
                </>
            ))}
        </div>
    );
}

function BehaviorTree({ model, found }: { model: Model; found: Found }) {
    const [only, choose] = useState("");
    const rows = rowsOf(found).filter(({ node, edge }) => only === "" || (node?.outcome ?? edge!.why) === only);
    const status = found.status === "plan" || found.cost !== undefined ? `a plan of cost ${number(found.cost!)}` : found.status;
    return (
        <>
            <p id="search-again">
                Run again for {found.goal} with {found.search}, without the plan cache: {status}; {plural(found.reached, "node")} reached, {found.expanded} expanded.
                {found.searched !== found.search && ` The game used ${found.searched}, which cannot be shown.`}
                {found.reached <= 1 && found.expanded === 0 && found.cost === undefined && " The heuristic shows that the goal cannot be reached from the start."}
            </p>
            <Outcomes model={model} found={found} only={only} choose={choose} />
            {rows.length > 0 && (
                <table class="search" id="search-tree">
                    <caption>Nodes below the node they were reached from{rows.length > MAX_ROWS ? `, the first ${MAX_ROWS} of ${rows.length}` : ""}</caption>
                    <thead>
                        <tr><th>node, reached by</th><th class="number">g</th><th class="number">h</th><th class="number">f</th><th class="number">expanded</th><th>what became of it</th></tr>
                    </thead>
                    <tbody>{rows.slice(0, MAX_ROWS).map((row) => <Line row={row} />)}</tbody>
                </table>
            )}
        </>
    );
}

export function Search({ model, agent, tick }: Shown) {
    const { ended } = model.states.searching.at(agent, tick);
    const [found, setFound] = useState<Found | null | undefined>(undefined);
    useEffect(() => {
        const waiting = setTimeout(() => setFound(querySearch(model.recording, agent, tick)), REST_MS);
        return () => clearTimeout(waiting);
    }, [agent, tick, model.recording.ticks]);
    return (
        <>
            {ended && (
                <p>
                    The last search ended at {time(model.seconds(ended.tick))}: {model.names.nameOf("status", ended.status)}
                    {ended.cost > 0 ? `, cost ${decimal(ended.cost)}` : ""}; {plural(ended.expanded, "state")} expanded, {ended.generated} generated.
                    {ended.expanded === 0 && " What the cache had learned about the goal gave the answer."}
                </p>
            )}
            {found === undefined && <p class="nothing">Searching again…</p>}
            {found === null && <p class="nothing">No goal needed a search.</p>}
            {found && <BehaviorTree model={model} found={found} />}
        </>
    );
}
