// A task network: tasks, the methods to do them, and what each method does. A dashed line leads to the task that is meant.

import { names } from "../page/names_of";
import { type Element, attribute, childrenOf } from "../text/xml";
import { type PaletteGroup, TreeGraph } from "./tree_graph";

const DRAWN: Record<string, string[]> = { htn: ["task"], task: ["method"], method: ["do", "pause"] };

function title(element: Element): string {
    if (element.name === "do") return attribute(element, "task") ?? "do";
    if (element.name === "method") return attribute(element, "name") ?? "method";
    return attribute(element, "name") ?? element.name;
}

function note(element: Element): string {
    if (element.name === "do") return attribute(element, "args") ?? "";
    if (element.name === "method") return attribute(element, "when") ?? "always";
    if (element.name === "task") return childrenOf(element, "param").map((one) => attribute(one, "name")).join(", ");
    return "";
}

export function NetworkView({ element }: { element: Element }) {
    const tasks = names().list("task", element);
    const actions = names().list("action", names().domainNamed(attribute(element, "domain")));
    const palette: PaletteGroup[] = [
        {
            title: "New", items: [
                { label: "task", name: "task", block: '<task name="NewTask">\n  <method/>\n</task>', about: "what can be done in several ways" },
                { label: "method", name: "method", block: "<method/>", about: "a way to do a task" },
                { label: "pause", name: "pause", block: "<pause/>", about: "the plan ends here for now" },
            ],
        },
        { title: "Tasks", items: tasks.map((name) => ({ label: name, name: "do", block: `<do task="${name}"/>`, about: "a task" })) },
        { title: "Actions", items: actions.map((name) => ({ label: name, name: "do", block: `<do task="${name}"/>`, about: "an action of the domain" })) },
    ];
    const steps = childrenOf(element, "task").flatMap((task) => childrenOf(task, "method").flatMap((method) => childrenOf(method, "do")));
    const links = steps.flatMap((from) => {
        const to = childrenOf(element, "task").find((one) => attribute(one, "name") === attribute(from, "task"));
        return to ? [{ from, to }] : [];
    });
    const kind = (one: Element) => (one.name === "htn" ? "tree-root" : one.name === "task" ? "control" : one.name === "method" ? "decorator" : tasks.includes(attribute(one, "task") ?? "") ? "subtree" : "leaf");
    const rules = {
        root: element, title, note, kind, palette, links,
        drawn: (one: Element) => one.children.filter((child) => DRAWN[one.name]?.includes(child.name)),
        accepts: (parent: Element, name: string) => DRAWN[parent.name]?.includes(name) ?? false,
    };
    return <TreeGraph rules={rules} />;
}
