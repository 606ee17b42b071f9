// A behavior tree, with the node types of the library and the game's own leaves.

import { names } from "../page/names_of";
import { type NodeType, current, store } from "../page/workshop";
import { type Element, attribute, childrenOf } from "../text/xml";
import { addRecordedLeaves } from "./recorded_leaves";
import { type PaletteGroup, type PaletteItem, TreeGraph } from "./tree_graph";

const DEFAULTS: Record<string, string> = { msec: "1000", delay_msec: "1000", num_cycles: "3", num_attempts: "3", code: "true", if: "true", queue: "1;2;3", value: "0" };

function blockOf(type: NodeType): string {
    const attributes = type.required.split(" ").filter((name) => name !== "").map((name) => ` ${name}="${DEFAULTS[name] ?? (/^case_/.test(name) ? name.slice(5) : "")}"`);
    return `<${type.name}${attributes.join("")}/>`;
}

/// What the game has: from <TreeNodesModel>, from recordings, and what the files use already.
export function gameLeaves(): PaletteItem[] {
    const found = new Map<string, PaletteItem>();
    const add = (name: string, ports: string[], about: string) => {
        if (name && !found.has(name)) found.set(name, { label: name, name, block: `<${name}${ports.map((port) => ` ${port}="{${port}}"`).join("")}/>`, about });
    };
    for (const document of store.value.documents)
        for (const model of document.tree.root ? childrenOf(document.tree.root, "TreeNodesModel") : [])
            for (const one of model.children) if (one.name !== "SubTree") add(attribute(one, "ID") ?? "", one.children.filter((port) => /_port$/.test(port.name)).map((port) => attribute(port, "name") ?? ""), one.name);
    for (const leaf of store.value.leaves) add(leaf.name, leaf.ports, leaf.kind);
    for (const name of names().list("activity")) add(name, [], "used in the file");
    for (const name of names().list("action")) add(name, [], "an action");
    return [...found.values()];
}

function palette(tree: Element): PaletteGroup[] {
    const types = store.value.nodes;
    const item = (type: NodeType): PaletteItem => ({ label: type.name, name: type.name, block: blockOf(type), about: type.required ? `with ${type.required}` : "" });
    const own = attribute(tree, "ID");
    const others = names().list("behavior tree").filter((name) => name !== own);
    const plain = types.filter((one) => one.max === 0 && one.min === 0 && !/^(Action|Condition|SubTree)$/.test(one.name));
    return [
        { title: "The game's leaves", items: gameLeaves() },
        { title: "Controls", items: types.filter((one) => one.min > 0 && one.max !== 1).map(item) },
        { title: "Decorators", items: types.filter((one) => one.max === 1).map(item) },
        { title: "Leaves", items: plain.map(item) },
        { title: "Subtrees", items: others.map((name) => ({ label: name, name: "SubTree", block: `<SubTree ID="${name}"/>`, about: "another tree in this place" })) },
    ];
}

function title(element: Element): string {
    if (element.name === "BehaviorTree") return attribute(element, "ID") ?? "tree";
    if (/^(Action|Condition|Control|Decorator|SubTree)$/.test(element.name)) return attribute(element, "ID") ?? element.name;
    return element.name;
}

function note(element: Element): string {
    const name = attribute(element, "name");
    if (name) return name;
    return element.attributes.filter((one) => one.name !== "ID" && one.name !== "_uid").map((one) => `${one.name}=${one.value}`).join(" ");
}

function kind(element: Element): string {
    if (element.name === "BehaviorTree") return "tree-root";
    if (element.name === "SubTree") return "subtree";
    if (element.name === "Condition") return "condition";
    const type = store.value.nodes.find((one) => one.name === element.name);
    if (!type) return element.children.length > 0 ? "control" : "leaf own";
    return type.max === 1 ? "decorator" : type.min > 0 ? "control" : "leaf";
}

/// Whether a node may have one more child. Nodes of the game's own may have any number.
function accepts(parent: Element, _: string, moved: Element | null): boolean {
    const count = parent.children.filter((one) => one !== moved).length;
    if (parent.name === "BehaviorTree") return count === 0;
    const type = store.value.nodes.find((one) => one.name === parent.name);
    if (!type) return parent.children.length > 0;
    if (type.min === 0) return false;
    return type.max === 0 || count < type.max;
}

export function BehaviorTreeView({ element }: { element: Element }) {
    const rules = { root: element, drawn: (one: Element) => one.children, title, note, kind, accepts, palette: current() ? palette(element) : [], more: { label: "Leaves of a recording…", act: () => void addRecordedLeaves() } };
    return <TreeGraph rules={rules} />;
}
