// The parts of an agent's state, each with the events that it is replayed from.

import type { Recording } from "./recording";
import { type Handler, Replay } from "./replay";
import { textOf, textPart } from "./traced_text";

export interface Step {
    action: number;
    ground: number;
    cost: number;
}

/// What a planner decided, and the result.
export interface Deciding {
    /// isHeld: it is met, and the agent stays with it while no action runs.
    goal: { goal: number; priority: number; since: number; isHeld: boolean } | null;
    action: { action: number; ground: number; since: number } | null;
    aborted: { action: number; ground: number; why: number; reason: number; tick: number } | null;
    ranking: Map<number, { priority: number; status: number; lead: number }>;
    plan: { goal: number; cost: number; steps: Step[]; tick: number; done: number } | null;
    planFailed: { goal: number; status: number; tick: number } | null;
    isGone: boolean;
    /// The game removed its mind, as games do for dead agents.
    isMindless: boolean;
}

const deciding: Record<string, Handler<Deciding>> = {
    "decision-goal": (s, arg) => s.ranking.set(arg(0), { priority: arg(1), status: arg(2), lead: arg(3) }),
    "goal-evaluated": (s, arg) => s.ranking.set(arg(0), { status: -1, lead: 0, ...s.ranking.get(arg(0)), priority: arg(1) }),
    "plan-found": (s, arg, tick) => {
        s.plan = { goal: arg(0), cost: arg(1), steps: [], tick, done: 0 };
        s.planFailed = null;
    },
    "plan-step": (s, arg) => {
        if (s.plan) s.plan.steps[arg(0)] = { action: arg(1), cost: arg(2), ground: arg(3) };
    },
    "plan-failed": (s, arg, tick) => (s.planFailed = { goal: arg(0), status: arg(1), tick }),
    "goal-started": (s, arg, tick) => (s.goal = { goal: arg(0), priority: arg(1), since: tick, isHeld: false }),
    "goal-held": (s) => {
        if (s.goal) s.goal = { ...s.goal, isHeld: true };
    },
    "goal-finished": (s) => (s.goal = s.plan = null),
    "goal-aborted": (s) => (s.goal = s.plan = null),
    "action-started": (s, arg, tick) => (s.action = { action: arg(0), ground: arg(1), since: tick }),
    "action-finished": (s) => {
        if (s.plan) s.plan.done++;
        s.action = null;
    },
    "action-aborted": (s, arg, tick) => {
        s.aborted = { action: arg(0), ground: arg(1), why: arg(2), reason: arg(3), tick };
        s.action = null;
    },
    "agent-created": (s) => (s.isGone = s.isMindless = false),
    "agent-gone": (s) => (s.isGone = true),
    "mind-given": (s, arg) => (s.isMindless = arg(0) === 0),
};

/// The last search that ended.
export interface Searching {
    ended: { status: number; cost: number; expanded: number; generated: number; tick: number } | null;
}

const searching: Record<string, Handler<Searching>> = {
    "search-ended": (s, arg, tick) => (s.ended = { status: arg(0), cost: arg(1), expanded: arg(2), generated: arg(3), tick }),
};

/// Running activities, and their start.
export type Doing = Map<number, number>;

const doing: Record<string, Handler<Doing>> = {
    "activity-started": (s, arg, tick) => s.set(arg(0), tick),
    "activity-ended": (s, arg) => s.delete(arg(0)),
    "activity-halted": (s, arg) => s.delete(arg(0)),
    "agent-gone": (s) => s.clear(),
};

const MOST_CHANGES = 30;

/// No state.
export const NONE = 2 ** 32 - 1;

export interface Fsm {
    /// The last ones.
    changes: { from: number; to: number; why: number; tick: number }[];
    visits: Map<number, number>;
    /// Counts changes; of each state that was left, the last one.
    count: number;
    left: Map<number, number>;
    blackboard: Blackboard;
    /// As it was at the last change.
    blackboardThen: Blackboard;
}

const fsm: Record<string, Handler<Fsm>> = {
    "state-changed": (s, arg, tick) => {
        s.changes.push({ from: arg(0), to: arg(1), why: arg(2), tick });
        if (s.changes.length > MOST_CHANGES) s.changes.shift();
        s.visits.set(arg(1), (s.visits.get(arg(1)) ?? 0) + 1);
        s.left.set(arg(0), ++s.count);
        s.blackboardThen = new Map(s.blackboard);
    },
    "blackboard-text": (s, arg, tick) => takeText(s.blackboard, arg, tick),
    "blackboard-written": (s, arg, tick) => writeBlackboard(s.blackboard, arg, tick),
};

/// Of a fuzzy state machine: active states and their start, last recorded weights and variables.
export interface Weighing {
    active: Map<number, number>;
    weights: Map<number, number>;
    values: Map<number, number>;
}

function forgetWeights({ active, weights, values }: Weighing): void {
    for (const map of [active, weights, values]) map.clear();
}

const weighing: Record<string, Handler<Weighing>> = {
    "state-changed": (s, arg, tick) => {
        if (arg(1) !== NONE) s.active.set(arg(1), tick);
        else s.active.delete(arg(0));
        s.weights.set(arg(1) !== NONE ? arg(1) : arg(0), arg(2));
    },
    "state-weighed": (s, arg) => s.weights.set(arg(0), arg(1)),
    "variable-read": (s, arg) => s.values.set(arg(0), arg(1)),
    "agent-created": (s) => forgetWeights(s),
    "mind-given": (s) => forgetWeights(s),
};

export interface Choosing {
    options: Map<number, { score: number; counts: number; tick: number }>;
    chosen: { option: number; score: number; tick: number } | null;
    /// The last input and result of each consideration.
    reads: Map<number, { value: number; comesTo: number }>;
}

const choosing: Record<string, Handler<Choosing>> = {
    "utility-scored": (s, arg, tick) => s.options.set(arg(0), { score: arg(1), counts: arg(2), tick }),
    "consideration-read": (s, arg) => s.reads.set(arg(0), { value: arg(1), comesTo: arg(2) }),
    "utility-chosen": (s, arg, tick) => (s.chosen = { option: arg(0), score: arg(1), tick }),
};

/// Nodes of a behavior tree: the last status and its tick.
export type Nodes = Map<number, { now: number; tick: number }>;

const nodes: Record<string, Handler<Nodes>> = {
    "bt-node": (s, arg, tick) => s.set(arg(0), { now: arg(1), tick }),
};

/// By scope and key. The value of a string or struct is its text. A text that is still to be written is under COMING.
export type Blackboard = Map<number, { scope: number; key: number; value: number | string; isSet: boolean; tick: number }>;

const COMING = -1;

const takeText: Handler<Blackboard> = (s, arg, tick) => {
    const before = arg(0) > 0 ? (s.get(COMING)?.value ?? "") : "";
    s.set(COMING, { scope: 0, key: COMING, value: before + textPart(arg), isSet: false, tick });
};

const writeBlackboard: Handler<Blackboard> = (s, arg, tick) => {
    const bytes = s.get(COMING)?.value;
    const value = bytes === undefined ? arg(2) : textOf(String(bytes), arg(2));
    s.delete(COMING);
    s.set(arg(0) * 2 ** 32 + arg(1), { scope: arg(0), key: arg(1), value, isSet: arg(3) !== 0, tick });
};

const blackboard: Record<string, Handler<Blackboard>> = { "blackboard-text": takeText, "blackboard-written": writeBlackboard };

export interface Fact {
    kind: number;
    /// When it was last refreshed.
    belief: number;
    source: number;
    added: number;
    refreshed: number;
}

export type Memory = Map<number, Fact>;

const noteFact: Handler<Memory> = (s, arg, tick) => {
    const added = s.get(arg(0))?.added ?? tick;
    s.set(arg(0), { kind: arg(1), belief: arg(2), source: arg(3), added, refreshed: tick });
};

const facts: Record<string, Handler<Memory>> = {
    "fact-added": noteFact,
    "fact-refreshed": noteFact,
    "fact-forgotten": (s, arg) => s.delete(arg(0)),
    "agent-gone": (s) => s.clear(),
};

const MOST_ORDERS = 20;

export interface Serving {
    squad: { squad: number; tick: number } | null;
    role: { task: number; role: number; slot: number } | null;
    /// The last ones.
    orders: { order: number; kind: number; place: number; target: number; tick: number; state: number }[];
}

const serving: Record<string, Handler<Serving>> = {
    "squad-joined": (s, arg, tick) => (s.squad = { squad: arg(0), tick }),
    "squad-left": (s) => (s.squad = s.role = null),
    "squad-role-given": (s, arg) => (s.role = { task: arg(1), role: arg(2), slot: arg(3) }),
    "order-given": (s, arg, tick) => {
        s.orders.push({ order: arg(0), kind: arg(1), place: arg(2), target: arg(3), tick, state: 0 });
        if (s.orders.length > MOST_ORDERS) s.orders.shift();
    },
    "order-ended": (s, arg) => {
        const order = s.orders.find((given) => given.order === arg(0));
        if (order) order.state = arg(2);
    },
};

const nothingDecided = (): Deciding => ({
    goal: null, action: null, aborted: null, ranking: new Map(), plan: null, planFailed: null, isGone: false, isMindless: false,
});

const noState = (): Fsm => ({ changes: [], visits: new Map(), count: 0, left: new Map(), blackboard: new Map(), blackboardThen: new Map() });

export class States {
    readonly deciding: Replay<Deciding>;
    readonly searching: Replay<Searching>;
    readonly doing: Replay<Doing>;
    readonly fsm: Replay<Fsm>;
    readonly weighing: Replay<Weighing>;
    readonly choosing: Replay<Choosing>;
    readonly nodes: Replay<Nodes>;
    readonly blackboard: Replay<Blackboard>;
    readonly facts: Replay<Memory>;
    readonly serving: Replay<Serving>;

    constructor(recording: Recording) {
        this.deciding = new Replay<Deciding>(recording, nothingDecided, deciding);
        this.searching = new Replay<Searching>(recording, () => ({ ended: null }), searching);
        this.doing = new Replay<Doing>(recording, () => new Map(), doing);
        this.fsm = new Replay<Fsm>(recording, noState, fsm);
        this.weighing = new Replay<Weighing>(recording, () => ({ active: new Map(), weights: new Map(), values: new Map() }), weighing);
        this.choosing = new Replay<Choosing>(recording, () => ({ options: new Map(), chosen: null, reads: new Map() }), choosing);
        this.nodes = new Replay<Nodes>(recording, () => new Map(), nodes);
        this.blackboard = new Replay<Blackboard>(recording, () => new Map(), blackboard);
        this.facts = new Replay<Memory>(recording, () => new Map(), facts);
        this.serving = new Replay<Serving>(recording, () => ({ squad: null, role: null, orders: [] }), serving);
    }
}
