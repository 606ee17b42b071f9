// The parts of an agent's state, each with the events that it is replayed from.

import type { Recording } from "./recording";
import { NONE, type Now, nothingNow, nowHandlers } from "./now";
import { type Handler, Replay } from "./replay";
import { textOf, textPart } from "./traced_text";

/// What a planner's last decision was made from: priorities and outcomes of the same moment.
export interface Ranking {
    /// Of the decision; -1: there was none.
    tick: number;
    /// NONE: nothing to do.
    chosen: number;
    goals: Map<number, { priority: number; status: number; lead: number }>;
    /// The list is whole: the next goal begins another.
    isWhole: boolean;
    /// Priorities that were evaluated since, if they were recorded.
    later: Map<number, { priority: number; tick: number }>;
}

const nothingRanked = (): Ranking => ({ tick: -1, chosen: NONE, goals: new Map(), isWhole: true, later: new Map() });

function rank(s: Ranking, goal: number, row: { priority: number; status: number; lead: number }): void {
    if (s.isWhole) Object.assign(s, { goals: new Map(), isWhole: false });
    s.goals.set(goal, row);
}

const ranking: Record<string, Handler<Ranking>> = {
    "agent-created": (s) => Object.assign(s, nothingRanked()),
    "agent-gone": (s) => Object.assign(s, nothingRanked()),
    "mind-given": (s, arg) => {
        if (arg(1) === 0) Object.assign(s, nothingRanked());
    },
    "decision-goal": (s, arg) => rank(s, arg(0), { priority: arg(1), status: arg(2), lead: arg(3) }),
    "goal-evaluated": (s, arg, tick) => s.later.set(arg(0), { priority: arg(1), tick }),
    "goal-chosen": (s, arg, tick) => Object.assign(s, { tick, chosen: arg(0), isWhole: true, later: new Map() }),
};

/// The last search that ended.
export interface Searching {
    ended: { status: number; cost: number; expanded: number; generated: number; tick: number } | null;
}

const searching: Record<string, Handler<Searching>> = {
    "search-ended": (s, arg, tick) => (s.ended = { status: arg(0), cost: arg(1), expanded: arg(2), generated: arg(3), tick }),
};

const MOST_CHANGES = 30;

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

// Its blackboard stays when only the mind is another.
function forgetStates(s: Fsm): void {
    Object.assign(s, { changes: [], visits: new Map(), count: 0, left: new Map() });
}

const fsm: Record<string, Handler<Fsm>> = {
    "agent-gone": (s) => Object.assign(s, noState()),
    "mind-given": (s, arg) => {
        if (arg(1) === 0) forgetStates(s);
    },
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
    "mind-given": (s, arg) => {
        if (arg(1) === 0) forgetWeights(s);
    },
};

export interface Choosing {
    options: Map<number, { score: number; counts: number; tick: number }>;
    chosen: { option: number; score: number; tick: number } | null;
    /// The last input and result of each consideration.
    reads: Map<number, { value: number; comesTo: number; tick: number }>;
}

const noChoice = (): Choosing => ({ options: new Map(), chosen: null, reads: new Map() });

const choosing: Record<string, Handler<Choosing>> = {
    "utility-scored": (s, arg, tick) => s.options.set(arg(0), { score: arg(1), counts: arg(2), tick }),
    "consideration-read": (s, arg, tick) => s.reads.set(arg(0), { value: arg(1), comesTo: arg(2), tick }),
    "utility-chosen": (s, arg, tick) => (s.chosen = { option: arg(0), score: arg(1), tick }),
    "agent-created": (s) => Object.assign(s, noChoice()),
    "mind-given": (s, arg) => {
        if (arg(1) === 0) Object.assign(s, noChoice());
    },
};

/// Nodes of a behavior tree: the last status and its tick.
export type Nodes = Map<number, { now: number; tick: number }>;

const nodes: Record<string, Handler<Nodes>> = {
    "bt-node": (s, arg, tick) => s.set(arg(0), { now: arg(1), tick }),
    "agent-created": (s) => s.clear(),
    "mind-given": (s, arg) => {
        if (arg(1) === 0) s.clear();
    },
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

/// Blackboards that no agent has: the world's, squads', the game's own; by board, as events have it. And below which
/// board each is.
export interface Boards {
    written: Map<number, Blackboard>;
    parents: Map<number, number>;
    text: Blackboard;
}

function boardOf(s: Boards, board: number): Blackboard {
    let written = s.written.get(board);
    if (!written) s.written.set(board, (written = new Map()));
    return written;
}

const boards: Record<string, Handler<Boards>> = {
    "blackboard-text": (s, arg, tick) => takeText(s.text, arg, tick),
    "blackboard-written": (s, arg, tick) => {
        const written = boardOf(s, arg(0));
        const text = s.text.get(COMING);
        if (text) written.set(COMING, text);
        s.text.clear();
        writeBlackboard(written, arg, tick);
    },
    "blackboard-parent": (s, arg) => s.parents.set(arg(0), arg(1)),
};

/// Of an agent: the board that its own is below; 0: none.
const parent: Record<string, Handler<{ board: number }>> = {
    "agent-created": (s) => (s.board = 0),
    "blackboard-parent": (s, arg) => (s.board = arg(1)),
};

const blackboard: Record<string, Handler<Blackboard>> = {
    "agent-gone": (s) => s.clear(),
    "blackboard-text": takeText,
    "blackboard-written": writeBlackboard,
};

export interface Fact {
    kind: number;
    /// When it was last refreshed.
    belief: number;
    source: number;
    added: number;
    refreshed: number;
    /// By the attribute's index.
    values: Map<number, number>;
}

export type Memory = Map<number, Fact>;

const noteFact: Handler<Memory> = (s, arg, tick) => {
    const known = s.get(arg(0));
    s.set(arg(0), { kind: arg(1), belief: arg(2), source: arg(3), added: known?.added ?? tick, refreshed: tick, values: known?.values ?? new Map() });
};

const facts: Record<string, Handler<Memory>> = {
    "fact-added": noteFact,
    "fact-refreshed": noteFact,
    "fact-value": (s, arg) => {
        const fact = s.get(arg(0));
        if (fact) s.set(arg(0), { ...fact, values: new Map(fact.values).set(arg(2), arg(3)) });
    },
    "fact-forgotten": (s, arg) => s.delete(arg(0)),
    "agent-gone": (s) => s.clear(),
};

/// What an agent knows of others, by their numbers: it sees one, or remembers where it was last seen.
export type Beliefs = Map<number, { isSeen: boolean; x: number; y: number }>;

const FORGOTTEN = 0;
const IN_VIEW = 1;
/// Of a pickup: it is there; otherwise it was taken.
export const PICKUP_THERE = 1;

const beliefs: Record<string, Handler<Beliefs>> = {
    belief: (s, arg) => {
        if (arg(1) === FORGOTTEN) s.delete(arg(0));
        else s.set(arg(0), { isSeen: arg(1) === IN_VIEW, x: arg(2), y: arg(3) });
    },
    "agent-gone": (s) => s.clear(),
};

/// States by the numbers of the pickups: as they are (agent 0), or as an agent believes them.
export type Pickups = Map<number, number>;

const pickups: Record<string, Handler<Pickups>> = {
    pickup: (s, arg) => {
        if (arg(1) === FORGOTTEN) s.delete(arg(0));
        else s.set(arg(0), arg(1));
    },
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

const noState = (): Fsm => ({ changes: [], visits: new Map(), count: 0, left: new Map(), blackboard: new Map(), blackboardThen: new Map() });

export class States {
    readonly now: Replay<Now>;
    readonly ranking: Replay<Ranking>;
    readonly searching: Replay<Searching>;
    readonly fsm: Replay<Fsm>;
    readonly weighing: Replay<Weighing>;
    readonly choosing: Replay<Choosing>;
    readonly nodes: Replay<Nodes>;
    readonly blackboard: Replay<Blackboard>;
    readonly parent: Replay<{ board: number }>;
    private readonly boards: Replay<Boards>;
    readonly facts: Replay<Memory>;
    readonly serving: Replay<Serving>;
    readonly beliefs: Replay<Beliefs>;
    readonly pickups: Replay<Pickups>;
    readonly believedPickups: Replay<Pickups>;

    constructor(recording: Recording) {
        this.now = new Replay<Now>(recording, nothingNow, nowHandlers);
        this.ranking = new Replay<Ranking>(recording, nothingRanked, ranking);
        this.searching = new Replay<Searching>(recording, () => ({ ended: null }), searching);
        this.fsm = new Replay<Fsm>(recording, noState, fsm);
        this.weighing = new Replay<Weighing>(recording, () => ({ active: new Map(), weights: new Map(), values: new Map() }), weighing);
        this.choosing = new Replay<Choosing>(recording, noChoice, choosing);
        this.nodes = new Replay<Nodes>(recording, () => new Map(), nodes);
        this.blackboard = new Replay<Blackboard>(recording, () => new Map(), blackboard);
        this.parent = new Replay<{ board: number }>(recording, () => ({ board: 0 }), parent);
        this.boards = new Replay<Boards>(recording, () => ({ written: new Map(), parents: new Map(), text: new Map() }), boards);
        this.facts = new Replay<Memory>(recording, () => new Map(), facts);
        this.beliefs = new Replay<Beliefs>(recording, () => new Map(), beliefs);
        this.pickups = new Replay<Pickups>(recording, () => new Map(), pickups);
        this.believedPickups = new Replay<Pickups>(recording, () => new Map(), pickups);
        this.serving = new Replay<Serving>(recording, () => ({ squad: null, role: null, orders: [] }), serving);
    }

    /// The blackboards that an agent's own is below, the nearest first.
    above(agent: number, tick: number): Blackboard[] {
        const { written, parents } = this.boards.at(0, tick);
        const list: Blackboard[] = [];
        for (let board = this.parent.at(agent, tick).board; board !== 0 && list.length < 8; board = parents.get(board) ?? 0)
            list.push(written.get(board) ?? new Map());
        return list;
    }
}
