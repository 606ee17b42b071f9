// Trying a file without a game: who plans, from which state, for what; and what the program answers.

import type { Document } from "../files/document";
import { current, files, program, store } from "../page/workshop";
import { Store } from "../page/store";
import { apply, setAttribute } from "../text/edit";
import { type Element, attribute, childrenOf } from "../text/xml";

export interface Variable {
    name: string;
    type: "bool" | "int" | "decimal" | "object";
    value: string | number;
    values?: string[];
    min?: number;
    max?: number;
    step?: number;
}

export interface Start {
    agent: string | null;
    domain: string;
    goals: string[];
    actions: string[];
    variables: Variable[];
}

export interface Step {
    action: string;
    args: string[];
    cost: number;
}

export interface Plan {
    status: string;
    goal: string | null;
    cost: number | null;
    steps: Step[];
    proved: boolean;
    search: string;
    expanded: number;
    generated: number;
}

interface Trial {
    starts: Start[];
    chosen: number;
    goal: string; // "": the agent's own
    search: string;
    set: Record<string, string>; // what differs from the start
    whyNot: string;
    plan: Plan | null;
    before: Plan | null; // of the text before the last edit
    error: string;
    explanation: string;
    isRunning: boolean;
}

export const trial = new Store<Trial>({ starts: [], chosen: 0, goal: "", search: "auto", set: {}, whyNot: "", plan: null, before: null, error: "", explanation: "", isRunning: false });

export const start = (): Start | undefined => trial.value.starts[trial.value.chosen];

export function stepText(step: Step): string {
    return step.args.length > 0 ? `${step.action}(${step.args.join(", ")})` : step.action;
}

function assignment(variable: Variable, value: string): string {
    if (variable.type === "bool") return value === "true" ? variable.name : `not ${variable.name}`;
    return `${variable.name} = ${value}`;
}

/// The options of `ploy plan` and `ploy explain` for what is chosen.
export function options(): string[] {
    const { set, goal, search } = trial.value;
    const from = start();
    const list: string[] = [];
    if (!from) return list;
    if (from.agent !== null) list.push("--agent", from.agent);
    if (goal !== "" && from.goals.includes(goal)) list.push("--goal", goal);
    if (search !== "auto") list.push("--search", search);
    const changed = from.variables.filter((one) => set[one.name] !== undefined && set[one.name] !== String(one.value));
    if (changed.length > 0) list.push("--set", changed.map((one) => assignment(one, set[one.name])).join(", "));
    return list;
}

async function readStarts(name: string): Promise<boolean> {
    const answer = await program().json<{ starts: Start[] }>("start", ["start", name], files());
    if (!answer) return false;
    if (!answer.value) {
        trial.change({ error: answer.error, plan: null, explanation: "" });
        return false;
    }
    const { starts } = answer.value;
    const old = start()?.agent;
    const chosen = Math.max(0, starts.findIndex((one) => one.agent === old));
    trial.change({ starts, chosen, error: starts.length === 0 ? "Nobody in this file plans. The tab Run runs its agents." : "" });
    return starts.length > 0;
}

async function readExplanation(name: string): Promise<void> {
    const { whyNot } = trial.value;
    const answer = await program().run("explain", ["explain", name, ...options(), ...(whyNot ? ["--why-not", whyNot] : [])], files());
    if (answer) trial.change({ explanation: answer.out || answer.error });
}

/// Plans and explains again.
export async function tryAgain(): Promise<void> {
    const document = current();
    if (!document) return;
    trial.change({ isRunning: true });
    if (await readStarts(document.name)) {
        const answer = await program().json<Plan>("plan", ["plan", document.name, "--json", ...options()], files());
        if (!answer) return;
        const { plan } = trial.value;
        const isOther = answer.value && plan && JSON.stringify(plan.steps) !== JSON.stringify(answer.value.steps);
        trial.change({ plan: answer.value, before: isOther ? plan : trial.value.before, error: answer.value ? "" : answer.error });
        await readExplanation(document.name);
    }
    trial.change({ isRunning: false });
}

export function choose(part: Partial<Trial>): void {
    trial.change(part);
    void tryAgain();
}

let timer = 0;
let tried = -1;
/// After edits of the text, while the panel is shown.
export function watchText(): () => void {
    const look = () => {
        if (store.value.revision === tried || store.value.documents.length === 0) return;
        tried = store.value.revision;
        clearTimeout(timer);
        timer = window.setTimeout(() => void tryAgain(), 250);
    };
    look();
    return store.listen(look);
}

// The cost of an action, and where the plan flips.

export function actionsWithCosts(document: Document): { element: Element; name: string; cost: number }[] {
    const domain = document.tree.root && childrenOf(document.tree.root, "domain").find((one) => attribute(one, "name") === start()?.domain);
    const found = [];
    for (const element of domain ? childrenOf(domain, "action") : []) {
        const cost = Number(attribute(element, "cost") ?? "1");
        if (Number.isFinite(cost)) found.push({ element, name: attribute(element, "name") ?? "", cost });
    }
    return found;
}

export interface CostPlan {
    cost: number; // of the action
    plan: Plan;
    count: number; // how often the plan has the action
}

/// The plan if an action had another cost. null: another question came between.
export async function planWithCost(name: string, cost: number): Promise<CostPlan | null> {
    const document = current();
    const action = document && actionsWithCosts(document).find((one) => one.name === name);
    if (!document || !action) return null;
    const text = apply(document.text, setAttribute(document.text, action.element, "cost", String(cost)));
    const all = files();
    all.set(document.name, new TextEncoder().encode(text));
    const answer = await program().json<Plan>("cost", ["plan", document.name, "--json", ...options()], all);
    if (!answer?.value) return null;
    return { cost, plan: answer.value, count: answer.value.steps.filter((one) => one.action === name).length };
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/// The costs between which the cheapest plan is another. The cheapest cost, as a function of the action's cost, is made of
/// straight lines, one per number of uses: two lines that differ meet where a plan flips, or where a third plan is cheaper
/// than both.
export async function findFlips(name: string, low: number, high: number): Promise<{ at: number; from: CostPlan; to: CostPlan }[] | null> {
    const first = await planWithCost(name, low);
    const last = first && (await planWithCost(name, high));
    if (!first || !last) return null;
    const found: { at: number; from: CostPlan; to: CostPlan }[] = [];
    const between = async (a: CostPlan, b: CostPlan, depth: number): Promise<boolean> => {
        if (a.plan.cost === null || b.plan.cost === null || a.count === b.count || depth > 12) return true;
        const fixedA = a.plan.cost - a.count * a.cost;
        const fixedB = b.plan.cost - b.count * b.cost;
        const at = round((fixedB - fixedA) / (a.count - b.count));
        if (at <= a.cost || at >= b.cost) return void found.push({ at: Math.min(Math.max(at, a.cost), b.cost), from: a, to: b }) === undefined;
        const middle = await planWithCost(name, at);
        if (!middle || middle.plan.cost === null) return false;
        if (middle.plan.cost >= fixedA + a.count * at - 0.0015 || middle.count === a.count || middle.count === b.count) {
            found.push({ at, from: a, to: b });
            return true;
        }
        return (await between(a, middle, depth + 1)) && (await between(middle, b, depth + 1));
    };
    return (await between(first, last, 0)) ? found : null;
}
