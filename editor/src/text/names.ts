// Where names are defined and used, in all open files: for completion, finding usages, and renaming everywhere.

import { type Attribute, type Element, type Span, attribute, childrenOf, find, walk } from "./xml";

export type Kind =
    | "domain" | "type" | "object" | "symbol" | "table" | "action" | "goal" | "parameter" | "agent" | "behavior tree" | "state machine"
    | "fuzzy machine" | "task network" | "utility" | "key" | "fact type" | "attribute" | "sensor" | "state" | "task" | "option" | "set"
    | "variable" | "activity";

export interface Source {
    text: string;
    tree: { root: Element | null };
}

export interface Occurrence<T extends Source = Source> extends Span {
    document: T;
    kind: Kind;
    name: string;
    scope: Element | null; // of names that only mean something inside: a domain, a machine, an action
    isDefinition: boolean;
}

const WORD = /&[#\w]+;|'[^']*'|"[^"]*"|[\p{L}_][\p{L}\p{N}_.]*/gu;

/// The names in a part of the text, without entities and quoted texts.
export function words(text: string, span: Span): { name: string; from: number; to: number }[] {
    const found = [];
    for (const match of text.slice(span.from, span.to).matchAll(WORD)) {
        if (/^[&'"]/.test(match[0])) continue;
        found.push({ name: match[0], from: span.from + match.index, to: span.from + match.index + match[0].length });
    }
    return found;
}

const valueOf = (one: Attribute): Span => ({ from: one.valueFrom, to: one.valueTo });

const SECTIONS: Record<string, Kind> = {
    domain: "domain", agent: "agent", BehaviorTree: "behavior tree", fsm: "state machine", fuzzy: "fuzzy machine", htn: "task network",
    utility: "utility", fact: "fact type", sensor: "sensor",
};
const IN_DOMAIN: Record<string, Kind> = { type: "type", symbol: "symbol", table: "table", action: "action", goal: "goal" };

/// Attributes of tree nodes that are scripts; others are values or {keys}.
export const SCRIPTS = new Set(["_failureIf", "_successIf", "_skipIf", "_while", "_onSuccess", "_onFailure", "_onHalted", "_post", "_score", "code", "if"]);
const EXPRESSIONS = new Set(["when", "cost", "priority", "relevant", "initial"]);

export class Names<T extends Source = Source> {
    readonly all: Occurrence<T>[] = [];
    private readonly defined = new Map<string, Occurrence<T>>();
    private document!: T;

    /// nodeTypes: the elements of behavior trees that are no leaves of the game.
    constructor(readonly documents: T[], private readonly nodeTypes: Set<string>) {
        for (const isUse of [false, true])
            for (const document of documents) {
                this.document = document;
                if (document.tree.root) for (const section of document.tree.root.children) this.section(section, isUse);
                const main = document.tree.root && find(document.tree.root, "main_tree_to_execute");
                if (isUse && main) this.use(["behavior tree"], null, valueOf(main));
            }
        this.all.sort((a, b) => a.from - b.from);
    }

    private key(kind: Kind, scope: Element | null, name: string): string {
        return `${kind}|${scope ? `${this.documents.findIndex((one) => scopeOwner(scope) === one.tree.root)}:${scope.from}` : ""}|${name}`;
    }

    private add(kind: Kind, scope: Element | null, name: string, span: Span, isDefinition: boolean): void {
        const found = { document: this.document, kind, name, scope, from: span.from, to: span.to, isDefinition };
        this.all.push(found);
        if (isDefinition && !this.defined.has(this.key(kind, scope, name))) this.defined.set(this.key(kind, scope, name), found);
    }

    private define(kind: Kind, scope: Element | null, element: Element, name = "name"): void {
        const at = find(element, name);
        if (at && at.value) this.add(kind, scope, at.value, valueOf(at), true);
    }

    isDefined(kind: Kind, scope: Element | null, name: string): boolean {
        return this.defined.has(this.key(kind, scope, name));
    }

    /// A use, if one of the kinds has that name.
    private useName(kinds: Kind[], scope: Element | null, name: string, span: Span): boolean {
        for (const kind of kinds)
            if (this.isDefined(kind, scope, name)) {
                this.add(kind, scope, name, span, false);
                return true;
            }
        return false;
    }

    private use(kinds: Kind[], scope: Element | null, span: Span): void {
        for (const word of words(this.document.text, span)) this.useName(kinds, scope, word.name, word);
    }

    private useAttribute(kinds: Kind[], scope: Element | null, element: Element, name: string): void {
        const at = find(element, name);
        if (at) this.use(kinds, scope, valueOf(at));
    }

    /// In a domain: parameters hide what has their name.
    private expression(span: Span, domain: Element | null, owners: Element[]): void {
        for (const word of words(this.document.text, span)) {
            if (owners.some((owner) => this.useName(["parameter"], owner, word.name, word))) continue;
            if (this.useName(["symbol", "table", "object"], domain, word.name, word)) continue;
            this.keyName(word.name, word);
        }
    }

    /// A key of the blackboard: its own, or that of a symbol.
    private keyName(name: string, span: Span): void {
        if (this.useName(["key"], null, name, span)) return;
        const owners = this.domains().filter((domain) => this.isDefined("symbol", domain, name));
        if (owners.length > 0) this.useName(["symbol"], owners[0], name, span);
    }

    domains(): Element[] {
        return this.documents.flatMap((one) => (one.tree.root ? childrenOf(one.tree.root, "domain") : []));
    }

    domainNamed(name: string | undefined): Element | null {
        return this.domains().find((one) => attribute(one, "name") === name) ?? null;
    }

    private section(section: Element, isUse: boolean): void {
        const kind = SECTIONS[section.name];
        if (kind && !isUse) this.define(kind, null, section, section.name === "BehaviorTree" ? "ID" : "name");
        switch (section.name) {
            case "domain": return this.domain(section, isUse);
            case "agent": return isUse ? this.agent(section) : undefined;
            case "blackboard": return isUse ? undefined : childrenOf(section, "key").forEach((one) => this.define("key", null, one));
            case "fact": return isUse ? undefined : childrenOf(section, "attribute").forEach((one) => this.define("attribute", null, one));
            case "BehaviorTree": return this.behaviorTree(section, isUse);
            case "fsm": return this.machine(section, isUse);
            case "fuzzy": return this.fuzzy(section, isUse);
            case "utility": return this.utility(section, isUse);
            case "htn": return this.network(section, isUse);
            case "TreeNodesModel": return isUse ? undefined : section.children.forEach((one) => this.define("activity", null, one, "ID"));
        }
    }

    private domain(domain: Element, isUse: boolean): void {
        for (const item of domain.children) {
            const kind = IN_DOMAIN[item.name];
            if (!kind) continue;
            if (!isUse) {
                this.define(kind, domain, item);
                const objects = find(item, "objects");
                if (kind === "type" && objects) for (const word of words(this.document.text, valueOf(objects))) this.add("object", domain, word.name, word, true);
                for (const param of childrenOf(item, "param")) this.define("parameter", item, param);
                continue;
            }
            this.useAttribute(["type"], domain, item, "type");
            this.useAttribute(["type"], domain, item, "of");
            this.useAttribute(["action"], domain, item, "base");
            const base = domain.children.find((one) => one.name === "action" && attribute(one, "name") === attribute(item, "base"));
            const owners = base ? [item, base] : [item];
            for (const param of childrenOf(item, "param")) this.useAttribute(["type"], domain, param, "type");
            for (const one of item.attributes) if (EXPRESSIONS.has(one.name)) this.expression(valueOf(one), domain, owners);
            for (const one of [item, ...childrenOf(item, "pre"), ...childrenOf(item, "effect")]) for (const span of one.texts) this.expression(span, domain, owners);
        }
    }

    private agent(agent: Element): void {
        const domain = this.domainNamed(attribute(agent, "domain"));
        this.useAttribute(["domain"], null, agent, "domain");
        this.useAttribute(["behavior tree", "state machine", "fuzzy machine", "task network", "utility"], null, agent, "mind");
        this.useAttribute(["utility"], null, agent, "utility");
        this.useAttribute(["sensor"], null, agent, "sensors");
        const network = this.networkNamed(attribute(agent, "mind"));
        if (network) this.useAttribute(["task"], network, agent, "task");
        for (const one of agent.children) {
            if (one.name === "actions") for (const span of one.texts) this.use(["action"], domain, span);
            if (one.name === "goals") for (const span of one.texts) this.use(["goal"], domain, span);
            if (one.name === "state") for (const span of one.texts) this.expression(span, domain, []);
            if (one.name === "pursue") this.useAttribute(["goal"], domain, one, "goal");
            if (one.name === "perform") {
                this.useAttribute(["action"], domain, one, "action");
                for (const list of ["activities", "completes"]) this.activities(find(one, list), true);
            }
        }
    }

    private networkNamed(name: string | undefined): Element | null {
        const all = this.documents.flatMap((one) => (one.tree.root ? childrenOf(one.tree.root, "htn") : []));
        return all.find((one) => attribute(one, "name") === name) ?? null;
    }

    /// Names of activities; what stands in parentheses are ports, whose values may be keys.
    private activities(list: Attribute | undefined, isUse: boolean): void {
        if (!list) return;
        let depth = 0;
        let at = list.valueFrom;
        for (const word of words(this.document.text, valueOf(list))) {
            for (const letter of this.document.text.slice(at, word.from)) depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
            const isValue = /[=]\s*$/.test(this.document.text.slice(list.valueFrom, word.from));
            at = word.to;
            if (depth === 0) this.activity(word.name, word, isUse);
            else if (isValue && isUse) this.keyName(word.name, word);
        }
    }

    /// The game defines activities, so the first use stands for the definition.
    private activity(name: string, span: Span, isUse: boolean): void {
        if (!isUse) return void (this.isDefined("activity", null, name) || this.add("activity", null, name, span, true));
        if (!this.all.some((one) => one.document === this.document && one.from === span.from && one.kind === "activity")) this.add("activity", null, name, span, false);
    }

    private behaviorTree(tree: Element, isUse: boolean): void {
        for (const node of walk(tree)) {
            if (node === tree) continue;
            const id = find(node, "ID");
            const isNamed = /^(Action|Condition|Control|Decorator|Service)$/.test(node.name);
            if (isNamed && id) this.activity(id.value, valueOf(id), isUse);
            else if (!this.nodeTypes.has(node.name)) this.activity(node.name, { from: node.from + 1, to: node.nameTo }, isUse);
            if (!isUse) continue;
            if (node.name === "SubTree") this.useAttribute(["behavior tree"], null, node, "ID");
            if (node.name === "Plan") this.planNode(node);
            for (const one of node.attributes) this.nodeAttribute(one);
        }
    }

    private planNode(node: Element): void {
        this.useAttribute(["utility"], null, node, "choose");
        const goals = find(node, "goal");
        if (goals) for (const word of words(this.document.text, valueOf(goals))) this.domains().some((domain) => this.useName(["goal"], domain, word.name, word));
    }

    private nodeAttribute(one: Attribute): void {
        const { text } = this.document;
        const utility = /^utility:([^.]+)/.exec(one.value);
        if (utility && one.name === "_score") {
            const from = one.valueFrom + "utility:".length;
            this.useName(["utility"], null, utility[1], { from, to: from + utility[1].length });
        } else if (SCRIPTS.has(one.name)) for (const word of words(text, valueOf(one))) this.keyName(word.name, word);
        for (const match of text.slice(one.valueFrom, one.valueTo).matchAll(/\{@?([^{}]+)\}/g)) {
            const from = one.valueFrom + match.index + match[0].indexOf(match[1]);
            this.keyName(match[1], { from, to: from + match[1].length });
        }
        if (one.name === "output_key" || one.name === "entry" || one.name === "key") if (!one.value.includes("{")) this.keyName(one.value, valueOf(one));
    }

    private machine(machine: Element, isUse: boolean): void {
        for (const one of walk(machine)) {
            if (one.name === "state") {
                if (!isUse) this.define("state", machine, one);
                for (const list of ["does", "enter", "exit"]) this.activities(find(one, list), isUse);
                if (isUse) for (const name of ["base", "initial"]) this.useAttribute(["state"], machine, one, name);
            }
            if (one.name !== "transition" || !isUse) continue;
            this.useAttribute(["state"], machine, one, "to");
            this.keys(one, "when");
        }
    }

    private keys(element: Element, name: string): void {
        const at = find(element, name);
        if (at) for (const word of words(this.document.text, valueOf(at))) this.keyName(word.name, word);
    }

    private fuzzy(machine: Element, isUse: boolean): void {
        for (const one of walk(machine)) {
            if (one.name === "state") this.activities(find(one, "does"), isUse);
            if (!isUse && (one.name === "variable" || one.name === "output")) this.define("variable", machine, one);
            if (!isUse && one.name === "set") this.define("set", machine, one);
            if (!isUse && one.name === "state") this.define("state", machine, one);
            if (!isUse) continue;
            for (const name of ["value", "key", "weight"]) if (one.name !== "rule") this.keys(one, name);
            if (one.name === "rule") for (const span of one.texts) this.use(["variable", "set", "state"], machine, span);
        }
    }

    private utility(utility: Element, isUse: boolean): void {
        for (const one of walk(utility)) {
            if (one.name === "option") {
                if (!isUse) this.define("option", utility, one);
                this.activities(find(one, "activity"), isUse);
                if (isUse) this.keys(one, "when");
            } else if (isUse) {
                if (one.name === "key" || one.name === "expression") this.keys(one, "of");
                if (/^(count|belief|age)$/.test(one.name)) this.useAttribute(["fact type"], null, one, "of");
                if (one.name === "where") this.useAttribute(["attribute"], null, one, "attribute");
                if (one.name === "port") this.keys(one, "key");
            }
        }
    }

    private network(network: Element, isUse: boolean): void {
        const domain = this.domainNamed(attribute(network, "domain"));
        if (isUse) this.useAttribute(["domain"], null, network, "domain");
        for (const task of childrenOf(network, "task")) {
            if (!isUse) this.define("task", network, task);
            const params = (owner: Element) => childrenOf(owner, "param").forEach((one) => (isUse ? this.useAttribute(["type"], domain, one, "type") : this.define("parameter", owner, one)));
            params(task);
            for (const method of childrenOf(task, "method")) {
                params(method);
                if (!isUse) continue;
                const when = find(method, "when");
                if (when) this.expression(valueOf(when), domain, [method, task]);
                for (const step of childrenOf(method, "do")) {
                    const name = find(step, "task"), args = find(step, "args");
                    if (name && !this.useName(["task"], network, name.value, valueOf(name))) this.useName(["action"], domain, name.value, valueOf(name));
                    if (args) this.expression(valueOf(args), domain, [method, task]);
                }
            }
        }
    }

    /// The name at a place.
    at(document: T, place: number): Occurrence<T> | null {
        const found = this.all.filter((one) => one.document === document && one.from <= place && one.to >= place);
        return found.find((one) => one.kind !== "activity") ?? found[0] ?? null;
    }

    usages(of: Occurrence<T>): Occurrence<T>[] {
        return this.all.filter((one) => one.kind === of.kind && one.name === of.name && one.scope === of.scope);
    }

    /// All names of a kind, each once.
    list(kind: Kind, scope?: Element | null): string[] {
        const found = this.all.filter((one) => one.kind === kind && one.isDefinition && (scope === undefined || one.scope === scope));
        return [...new Set(found.map((one) => one.name))];
    }

    /// null: it can be renamed; else why it cannot.
    obstacle(of: Occurrence<T>, name: string): string | null {
        if (!/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name)) return `'${name}' is not a name`;
        if (name === of.name) return "that is its name already";
        const near: Kind[] = /^(symbol|table|object|parameter)$/.test(of.kind) ? ["symbol", "table", "object"] : [of.kind];
        const domain = of.kind === "parameter" ? (of.scope?.parent ?? null) : of.scope;
        const taken = near.find((kind) => this.isDefined(kind, kind === of.kind ? of.scope : domain, name));
        if (taken) return `there is a${/^[aeiou]/.test(taken) ? "n" : ""} ${taken} '${name}' already`;
        return of.kind === "parameter" && this.isDefined("parameter", of.scope, name) ? `there is a parameter '${name}' already` : null;
    }

    /// The changes of each document.
    rename(of: Occurrence<T>, name: string): Map<T, { from: number; to: number; insert: string }[]> {
        const changes = new Map<T, { from: number; to: number; insert: string }[]>();
        for (const { document, from, to } of this.usages(of)) {
            const list = changes.get(document) ?? [];
            if (!list.some((one) => one.from === from)) list.push({ from, to, insert: name });
            changes.set(document, list);
        }
        // An element that has its activity for a name closes with it.
        if (of.kind === "activity")
            for (const [document, list] of changes)
                for (const element of document.tree.root ? walk(document.tree.root) : [])
                    if (!element.isEmpty && list.some((one) => one.from === element.from + 1)) list.push({ from: element.closeFrom + 2, to: element.closeFrom + 2 + element.name.length, insert: name });
        return changes;
    }
}

function scopeOwner(scope: Element): Element {
    let top = scope;
    while (top.parent) top = top.parent;
    return top;
}
