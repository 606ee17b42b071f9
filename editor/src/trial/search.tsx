// The search behind the plan: every state that was reached, in the order in which the search expanded them.

import { useEffect, useState } from "preact/hooks";
import { current, files, program, store } from "../page/workshop";
import { type Change, apply, insert, setText } from "../text/edit";
import { type Element, attribute, childrenOf, follow, parse, pathOf } from "../text/xml";
import { options, start, trial } from "./trial";

interface Node {
    node: number;
    from?: number;
    action: string | null;
    g: number;
    h: number;
    expanded?: number;
    outcome: string;
}

interface Search {
    goal: string;
    searched: string;
    reached: number;
    expanded: number;
    nodes: Node[];
    dropped: Record<string, number>;
}

const MAX_NODES = 600; // more are not read by anybody

function setChild(text: string, owner: Element, name: string, value: string): Change[] {
    const child = childrenOf(owner, name)[0];
    return child ? setText(text, child, value) : insert(text, owner, owner.children.length, `<${name}>${value}</${name}>`);
}

/// The file in which the agent starts as it is chosen here, for its own game.
function chosenText(): string | null {
    const document = current();
    const from = start();
    const { set, goal } = trial.value;
    const agent = document?.tree.root && childrenOf(document.tree.root, "agent").find((one) => attribute(one, "name") === from?.agent);
    if (!document || !from || !agent) return null;
    const values = from.variables.map((one) => {
        const value = set[one.name] ?? String(one.value);
        return one.type === "bool" ? (value === "true" ? one.name : `not ${one.name}`) : `${one.name} = ${value}`;
    });
    let text = document.text;
    if (Object.keys(set).length > 0) text = apply(text, setChild(text, agent, "state", values.join(", ")));
    const tree = parse(text);
    const same = goal === "" ? null : follow(tree.root, pathOf(agent));
    return same ? apply(text, setChild(text, same, "goals", goal)) : text;
}

async function readSearch(): Promise<Search | string | null> {
    const document = current();
    const from = start();
    const text = chosenText();
    if (!document || !from?.agent || text === null) return "A domain without agents has no search to show.";
    const all = files();
    all.set(document.name, new TextEncoder().encode(text));
    const played = await program().run("search", ["play", "file", document.name, "--seconds", "1", "--record", "search.rec", "--json"], all);
    const recording = played?.files.get("search.rec");
    if (!played) return null;
    if (!recording) return played.error;
    const asked = await program().json<{ search?: Search }>("search", ["ask", "search.rec", "--tick", "0", "--agent", from.agent, "--search", "--brief", "--json"], new Map([["search.rec", recording]]));
    if (!asked) return null;
    return asked.value?.search ?? (asked.error || "This agent did not search.");
}

function Branch({ node, children }: { node: Node; children: Map<number, Node[]> }) {
    const below = children.get(node.node) ?? [];
    return (
        <li class={node.outcome === "plan" ? "on-plan" : ""}>
            <span title={`g ${node.g}: the cost so far; h ${node.h}: what is estimated to remain`}>
                {node.expanded !== undefined ? `${node.expanded}. ` : "· "}{node.action ?? "start"} <i>{node.g} + {node.h}{node.outcome === "plan" ? "" : ` ${node.outcome}`}</i>
            </span>
            {below.length > 0 && <ul>{below.map((one) => <Branch key={one.node} node={one} children={children} />)}</ul>}
        </li>
    );
}

export function SearchView() {
    const { revision } = store.use();
    trial.use();
    const [found, setFound] = useState<Search | string | null>(null);
    const [isOpen, setIsOpen] = useState(false);
    const asked = `${isOpen} ${revision} ${options().join(" ")}`;
    useEffect(() => {
        if (!isOpen) return;
        let isOld = false;
        setFound(null);
        void readSearch().then((answer) => !isOld && setFound(answer));
        return () => (isOld = true);
    }, [asked]);
    const children = new Map<number, Node[]>();
    if (found && typeof found !== "string")
        for (const node of found.nodes.slice(0, MAX_NODES)) if (node.from !== undefined) children.set(node.from, [...(children.get(node.from) ?? []), node]);
    return (
        <details onToggle={(event) => setIsOpen(event.currentTarget.open)} class="search">
            <summary>The search of its first decision</summary>
            {found === null ? <p>Searching…</p> : typeof found === "string" ? <p>{found}</p> : (
                <>
                    <p>{found.goal}, {found.searched}: {found.reached} states reached, {found.expanded} expanded; {Object.entries(found.dropped).map(([why, count]) => `${count} ${why}`).join(", ")}</p>
                    <ul id="search-tree">{found.nodes[0] && <Branch node={found.nodes[0]} children={children} />}</ul>
                </>
            )}
        </details>
    );
}
