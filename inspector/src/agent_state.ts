// What is known of an agent at the end of a tick, by replaying its events. Going forward replays only what is new.

import type { Recording } from "./recording";

export interface Step {
    action: number;
    ground: number;
    cost: number;
}

export interface Fact {
    kind: number;
    belief: number;
    source: number;
    added: number;
    refreshed: number;
}

export interface SearchNode {
    node: number;
    parent: number;
    label: number;
    g: number;
    h: number;
    /// In which order it was expanded, from 1; 0: it stayed open.
    expanded: number;
}

export interface AgentState {
    goal: { goal: number; priority: number; since: number } | null;
    action: { action: number; ground: number; since: number } | null;
    aborted: { action: number; ground: number; why: number; reason: number; tick: number } | null;
    goalEnded: { goal: number; why: number; tick: number } | null;
    ranking: Map<number, { priority: number; fate: number; lead: number }>;
    chosen: { goal: number; tick: number } | null;
    plan: { goal: number; cost: number; steps: Step[]; tick: number; done: number } | null;
    planFailed: { goal: number; status: number; tick: number } | null;
    search: { status: number; cost: number; expanded: number; generated: number; tick: number } | null;
    searchNodes: Map<number, SearchNode>;
    activities: Map<number, number>;
    activityEnded: { activity: number; outcome: number; why: number; tick: number } | null;
    machine: { from: number; to: number; why: number; tick: number }[];
    options: Map<number, { score: number; counts: number; tick: number }>;
    option: { option: number; score: number; tick: number } | null;
    nodes: Map<number, { now: number; tick: number }>;
    board: Map<string, { scope: number; key: number; value: number; set: number; tick: number }>;
    facts: Map<number, Fact>;
    squad: { squad: number; members: number; tick: number } | null;
    role: { squad: number; task: number; role: number; slot: number } | null;
    task: { kind: number; members: number } | null;
    orders: { order: number; kind: number; place: number; target: number; tick: number; state: number }[];
    isGone: boolean;
}

function begin(): AgentState {
    return {
        goal: null, action: null, aborted: null, goalEnded: null, ranking: new Map(), chosen: null, plan: null,
        planFailed: null, search: null, searchNodes: new Map(), activities: new Map(), activityEnded: null,
        machine: [], options: new Map(), option: null, nodes: new Map(), board: new Map(), facts: new Map(),
        squad: null, role: null, task: null, orders: [], isGone: false,
    };
}

type Apply = (s: AgentState, arg: (i: number) => number, tick: number) => void;

function noteFact(s: AgentState, arg: (i: number) => number, tick: number): void {
    const added = s.facts.get(arg(0))?.added ?? tick;
    s.facts.set(arg(0), { kind: arg(1), belief: arg(2), source: arg(3), added, refreshed: tick });
}

function reach(s: AgentState, arg: (i: number) => number): void {
    const known = s.searchNodes.get(arg(0));
    const node = { node: arg(0), parent: arg(1), label: arg(2), g: arg(3), h: known?.h ?? 0, expanded: known?.expanded ?? 0 };
    s.searchNodes.set(arg(0), node);
}

function expand(s: AgentState, arg: (i: number) => number): void {
    const known = s.searchNodes.get(arg(0)) ?? { node: arg(0), parent: -1, label: -1, g: arg(1), h: 0, expanded: 0 };
    const order = known.expanded || [...s.searchNodes.values()].filter((node) => node.expanded > 0).length + 1;
    s.searchNodes.set(arg(0), { ...known, g: arg(1), h: arg(2), expanded: order });
}

const handlers: Record<string, Apply> = {
    "search-begun": (s) => s.searchNodes.clear(),
    "node-reached": reach,
    "node-expanded": expand,
    "search-ended": (s, arg, tick) => {
        s.search = { status: arg(0), cost: arg(1), expanded: arg(2), generated: arg(3), tick };
    },
    "decision-goal": (s, arg) => s.ranking.set(arg(0), { priority: arg(1), fate: arg(2), lead: arg(3) }),
    "goal-asked": (s, arg) => s.ranking.set(arg(0), { priority: arg(1), fate: -1, lead: 0 }),
    "goal-chosen": (s, arg, tick) => (s.chosen = { goal: arg(0), tick }),
    "plan-found": (s, arg, tick) => {
        s.plan = { goal: arg(0), cost: arg(1), steps: [], tick, done: 0 };
        s.planFailed = null;
    },
    "plan-step": (s, arg) => s.plan && (s.plan.steps[arg(0)] = { action: arg(1), cost: arg(2), ground: arg(3) ?? -1 }),
    "plan-failed": (s, arg, tick) => (s.planFailed = { goal: arg(0), status: arg(1), tick }),
    "goal-started": (s, arg, tick) => (s.goal = { goal: arg(0), priority: arg(1), since: tick }),
    "goal-finished": (s, arg, tick) => {
        s.goalEnded = { goal: arg(0), why: -1, tick };
        s.goal = s.plan = null;
    },
    "goal-aborted": (s, arg, tick) => {
        s.goalEnded = { goal: arg(0), why: arg(1), tick };
        s.goal = s.plan = null;
    },
    "action-started": (s, arg, tick) => (s.action = { action: arg(0), ground: arg(1), since: tick }),
    "action-finished": (s) => {
        if (s.plan) s.plan.done++;
        s.action = null;
    },
    "action-aborted": (s, arg, tick) => {
        s.aborted = { action: arg(0), ground: arg(1), why: arg(2), reason: arg(3), tick };
        s.action = null;
    },
    "activity-started": (s, arg, tick) => s.activities.set(arg(0), tick),
    "activity-ended": (s, arg, tick) => {
        s.activities.delete(arg(0));
        s.activityEnded = { activity: arg(0), outcome: arg(1), why: arg(2), tick };
    },
    "activity-halted": (s, arg) => s.activities.delete(arg(0)),
    "state-changed": (s, arg, tick) => s.machine.push({ from: arg(0), to: arg(1), why: arg(2), tick }),
    "utility-scored": (s, arg, tick) => s.options.set(arg(0), { score: arg(1), counts: arg(2), tick }),
    "utility-chosen": (s, arg, tick) => (s.option = { option: arg(0), score: arg(1), tick }),
    "tree-node": (s, arg, tick) => s.nodes.set(arg(0), { now: arg(1), tick }),
    "board-written": (s, arg, tick) =>
        s.board.set(`${arg(0)}/${arg(1)}`, { scope: arg(0), key: arg(1), value: arg(2), set: arg(3), tick }),
    "fact-added": noteFact,
    "fact-refreshed": noteFact,
    "fact-forgotten": (s, arg) => s.facts.delete(arg(0)),
    "squad-joined": (s, arg, tick) => (s.squad = { squad: arg(0), members: arg(1), tick }),
    "squad-left": (s) => (s.squad = s.role = s.task = null),
    "squad-role-given": (s, arg) => (s.role = { squad: arg(0), task: arg(1), role: arg(2), slot: arg(3) }),
    "order-given": (s, arg, tick) =>
        s.orders.push({ order: arg(0), kind: arg(1), place: arg(2), target: arg(3), tick, state: 0 }),
    "order-ended": (s, arg) => {
        const order = s.orders.find((given) => given.order === arg(0));
        if (order) order.state = arg(2);
    },
    "agent-gone": (s) => (s.isGone = true),
};

export class AgentStates {
    private agent = -1;
    private used = 0;
    private state = begin();

    constructor(private readonly recording: Recording) {}

    /// Shared until the next call.
    at(agent: number, tick: number): AgentState {
        const { recording } = this;
        const events = recording.eventsOf(agent);
        const end = recording.countUntil(events, tick);
        if (agent !== this.agent || end < this.used) {
            this.agent = agent;
            this.used = 0;
            this.state = begin();
        }
        const apply = recording.kindNames.map((name) => handlers[name]);
        let event = 0;
        const arg = (i: number) => recording.arg(event, i);
        for (; this.used < end; this.used++) {
            event = events[this.used];
            apply[recording.kinds[event]]?.(this.state, arg, recording.eventTicks[event]);
        }
        return this.state;
    }
}
