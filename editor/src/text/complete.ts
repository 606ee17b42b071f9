// What can stand at a place of the text: elements and attributes of the schema, and names of the files.

import { type Names, type Source, SCRIPTS } from "./names";
import { childRules, isInTree, ruleOf } from "./schema";
import { type Element, attribute, elementAt } from "./xml";

export interface Suggestion {
    label: string;
    about: string;
    kind: "element" | "attribute" | "value" | "name";
}

export interface Suggestions {
    from: number;
    list: Suggestion[];
}

export interface TreeTypes {
    nodes: { name: string; required: string; optional: string }[];
    common: string[];
    leaves: { name: string; ports: string[] }[];
}

const named = (labels: string[], about: string): Suggestion[] => labels.map((label) => ({ label, about, kind: "name" }));
const KEYWORDS: Suggestion[] = ["and", "or", "not", "true", "false"].map((label) => ({ label, about: "", kind: "value" }));

function domainOf<T extends Source>(names: Names<T>, element: Element): Element | null {
    for (let one: Element | null = element; one; one = one.parent) {
        if (one.name === "domain") return one;
        if (one.name === "agent" || one.name === "htn") return names.domainNamed(attribute(one, "domain"));
    }
    return null;
}

function parameters(element: Element): string[] {
    const found: string[] = [];
    for (let one: Element | null = element; one; one = one.parent)
        for (const child of one.children) if (child.name === "param") found.push(attribute(child, "name") ?? "");
    return found.filter((name) => name !== "");
}

/// What an expression may name: of a domain, or of blackboards.
export function expressionNames<T extends Source>(names: Names<T>, element: Element): Suggestion[] {
    const domain = domainOf(names, element);
    if (!domain) return [...named(names.list("key"), "key"), ...named(names.list("symbol"), "symbol"), ...KEYWORDS];
    return [
        ...named(parameters(element), "parameter"), ...named(names.list("symbol", domain), "symbol"), ...named(names.list("object", domain), "object"),
        ...named(names.list("table", domain), "table"), ...KEYWORDS,
    ];
}

/// The names that the value of an attribute may have.
export function valueNames<T extends Source>(names: Names<T>, element: Element, name: string): Suggestion[] {
    const domain = domainOf(names, element);
    const owner = (tag: string) => {
        let one: Element | null = element;
        while (one && one.name !== tag) one = one.parent;
        return one;
    };
    const place = `${element.name}@${name}`;
    if (name === "type" || name === "of") {
        if (/^(symbol|table|param)$/.test(element.name)) return named(names.list("type", domain), "type");
        if (/^(count|belief|age)$/.test(element.name)) return named(names.list("fact type"), "fact type");
        if (name === "of") return expressionNames(names, element);
    }
    switch (place) {
        case "agent@domain": case "htn@domain": return named(names.list("domain"), "domain");
        case "agent@mind": return [...named(["goap"], "plans"), ...(["behavior tree", "state machine", "fuzzy machine", "task network", "utility"] as const).flatMap((kind) => named(names.list(kind), kind))];
        case "agent@utility": case "Plan@choose": return named(names.list("utility"), "utility");
        case "agent@sensors": return named(names.list("sensor"), "sensor");
        case "action@base": case "perform@action": return named(names.list("action", domain), "action");
        case "pursue@goal": return named(names.list("goal", domain), "goal");
        case "Plan@goal": return named(names.list("goal"), "goal");
        case "SubTree@ID": case "ploy@main_tree_to_execute": case "root@main_tree_to_execute": return named(names.list("behavior tree"), "behavior tree");
        case "transition@to": case "state@base": case "state@initial": return named(names.list("state", owner("fsm")), "state");
        case "do@task": return [...named(names.list("task", owner("htn")), "task"), ...named(names.list("action", domain), "action")];
        case "agent@task": return named(names.list("task"), "task");
        case "where@attribute": return named(names.list("attribute"), "attribute");
    }
    if (/^(activity|does|enter|exit|activities|completes)$/.test(name)) return named(names.list("activity"), "activity");
    if (/^(when|cost|priority|relevant|initial|args|value)$/.test(name) || SCRIPTS.has(name)) return expressionNames(names, element);
    return isInTree(element) ? [...names.list("key"), ...names.list("symbol")].map((key) => ({ label: `{${key}}`, about: "key", kind: "name" as const })) : [];
}

/// The attributes that an element may have, besides those it has.
export function attributeNames(element: Element, types: TreeTypes): Suggestion[] {
    const has = new Set(element.attributes.map((one) => one.name));
    const found: Suggestion[] = Object.entries(ruleOf(element)?.attributes ?? {}).map(([label, rule]) => ({ label, about: rule.about, kind: "attribute" }));
    if (isInTree(element)) {
        const type = types.nodes.find((one) => one.name === element.name);
        const own = type ? `${type.required} ${type.optional}`.split(" ").filter((name) => name && name !== "*") : (types.leaves.find((one) => one.name === element.name)?.ports ?? []);
        for (const label of [...own, ...types.common]) found.push({ label, about: own.includes(label) ? "" : "of every node", kind: "attribute" });
    }
    return found.filter((one) => !has.has(one.label));
}

export function childNames(element: Element, types: TreeTypes): Suggestion[] {
    if (isInTree(element) || element.name === "BehaviorTree")
        return [...types.nodes.map((one) => one.name), ...types.leaves.map((one) => one.name)].map((label) => ({ label, about: "", kind: "element" }));
    return childRules(element).flatMap((rule) => rule.names.map((label): Suggestion => ({ label, about: rule.about, kind: "element" })));
}

function wordStart(text: string, at: number, letters: RegExp): number {
    let from = at;
    while (from > 0 && letters.test(text[from - 1])) from--;
    return from;
}

export function complete<T extends Source>(document: T, at: number, names: Names<T>, types: TreeTypes): Suggestions | null {
    const { text, tree } = document;
    if (!tree.root) return null;
    const open = text.lastIndexOf("<", at - 1);
    const close = text.lastIndexOf(">", at - 1);
    const element = elementAt(tree.root, at) ?? tree.root;
    if (open > close) return completeTag(text, open, at, element, names, types);
    const isText = ruleOf(element)?.text ?? false;
    const from = wordStart(text, at, /[\p{L}\p{N}_.]/u);
    const domain = domainOf(names, element);
    if (element.name === "goals") return { from, list: named(names.list("goal", domain), "goal") };
    if (element.name === "actions") return { from, list: named(names.list("action", domain), "action") };
    return isText ? { from, list: expressionNames(names, element) } : null;
}

function completeTag<T extends Source>(text: string, open: number, at: number, element: Element, names: Names<T>, types: TreeTypes): Suggestions | null {
    const inside = text.slice(open, at);
    if (/^<[\w:.-]*$/.test(inside)) {
        const parent = element.from === open ? element.parent : element;
        return parent ? { from: open + 1, list: childNames(parent, types) } : null;
    }
    const value = /([\w:.-]+)\s*=\s*(["'])([^"']*)$/.exec(inside);
    const isInValue = value && (inside.match(new RegExp(value[2], "g"))?.length ?? 0) % 2 === 1;
    if (value && isInValue) {
        const rule = ruleOf(element)?.attributes[value[1]];
        const known = (rule?.values ?? []).map((label): Suggestion => ({ label, about: "", kind: "value" }));
        return { from: wordStart(text, at, /[\p{L}\p{N}_.{-]/u), list: [...known, ...valueNames(names, element, value[1])] };
    }
    if (!/\s[\w:.-]*$/.test(inside)) return null;
    return { from: wordStart(text, at, /[\w:.-]/), list: attributeNames(element, types) };
}
