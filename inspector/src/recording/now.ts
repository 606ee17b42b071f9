// What an agent does at the end of a tick: whether it is there, what it pursues, follows and does. The same rules as in
// the library (src/record/debugger/agent_log.c), so that header, timeline and answers agree. An agent that is created or
// gets another mind starts without a history.

import type { Handler } from "./replay";

/// No state, no option, no goal.
export const NONE = 2 ** 32 - 1;

export interface Step {
    /// NONE: not recorded.
    action: number;
    ground: number;
    /// -1: not recorded.
    cost: number;
}

export interface Plan {
    goal: number;
    cost: number;
    steps: Step[];
    /// In which it was found.
    tick: number;
    /// Of a task network: the method of its task; -1: unknown.
    method: number;
    /// Steps before the running or next one.
    done: number;
    /// Its running step was aborted, and no other plan has come yet.
    isBroken: boolean;
}

export interface Now {
    /// It has had an event.
    isBorn: boolean;
    /// Why it does nothing: "gone", "without a mind"; null: it is there.
    absent: string | null;
    absentSince: number;
    /// isHeld: it is met, and the agent stays with it while no action runs.
    goal: { goal: number; priority: number; since: number; isHeld: boolean } | null;
    found: Plan | null;
    plan: Plan | null;
    /// The last search that failed.
    failed: { goal: number; status: number; tick: number } | null;
    action: { action: number; ground: number; since: number } | null;
    /// The last action that was aborted.
    aborted: { action: number; ground: number; why: number; reason: number; tick: number } | null;
    state: { state: number; since: number; why: number } | null;
    /// Of a fuzzy state machine, and their start.
    active: Map<number, number>;
    option: { option: number; score: number; since: number } | null;
    /// Running activities in the order of their start; count: how often one runs at the same time.
    activities: Map<number, { since: number; count: number }>;
    /// Whether what ended last on each row of the timeline was aborted.
    isGoalAborted: boolean;
    isActionAborted: boolean;
}

export const nothingNow = (): Now => ({
    isBorn: false, absent: null, absentSince: 0, goal: null, found: null, plan: null, failed: null, action: null, aborted: null, state: null,
    active: new Map(), option: null, activities: new Map(), isGoalAborted: false, isActionAborted: false,
});

function restart(s: Now, absent: string | null, tick: number): void {
    const { isGoalAborted, isActionAborted } = s;
    Object.assign(s, nothingNow(), { isBorn: true, absent, absentSince: tick, isGoalAborted, isActionAborted });
}

function endGoal(s: Now, goal: number, isAborted: boolean): void {
    if (s.goal?.goal !== goal) return;
    s.goal = s.plan = null;
    s.isGoalAborted = isAborted;
}

// The search may have left out the step that is running already.
function takePlan(s: Now, goal: number, count: number, first: number, method1: number, tick: number): void {
    const steps = s.found ? [...s.found.steps] : [];
    if (steps[0]?.ground !== first || steps.length < count) steps.unshift({ action: s.action?.ground === first ? s.action.action : NONE, ground: first, cost: -1 });
    s.plan = { goal, cost: s.found?.cost ?? 0, steps: steps.slice(0, count), tick: s.found?.tick ?? tick, method: method1 > 0 ? method1 - 1 : (s.plan?.method ?? -1), done: 0, isBroken: false };
}

function startAction(s: Now, action: number, ground: number, tick: number): void {
    s.action = { action, ground, since: tick };
    if (!s.plan) return;
    const at = s.plan.steps.findIndex((step, i) => i >= s.plan!.done && step.ground === ground);
    if (at >= 0) s.plan = { ...s.plan, done: at }; // steps before it were not needed
}

function endAction(s: Now, ground: number, isDone: boolean): void {
    s.action = null;
    s.isActionAborted = !isDone;
    if (!s.plan || s.plan.steps[s.plan.done]?.ground !== ground) return;
    s.plan = isDone ? { ...s.plan, done: s.plan.done + 1 } : { ...s.plan, isBroken: true };
    // A task network has no goals: its plan is over with its last step.
    if (!s.goal && s.plan.done === s.plan.steps.length) s.plan = null;
}

function endActivity(s: Now, activity: number, isAborted: boolean): void {
    const running = s.activities.get(activity);
    if (!running) return;
    if (running.count > 1) s.activities.set(activity, { ...running, count: running.count - 1 });
    else s.activities.delete(activity);
    s.isActionAborted = isAborted;
}

const FAILURE = 2;

export const nowHandlers: Record<string, Handler<Now>> = {
    "agent-created": (s, _, tick) => restart(s, null, tick),
    "agent-gone": (s, _, tick) => {
        s.isGoalAborted = s.isActionAborted = true;
        restart(s, "gone", tick);
    },
    "mind-given": (s, arg, tick) => {
        if (arg(1) === 0) restart(s, arg(0) === 0 ? "without a mind" : null, tick);
    },
    "goal-started": (s, arg, tick) => (s.goal = { goal: arg(0), priority: arg(1), since: tick, isHeld: false }),
    "goal-held": (s) => {
        if (s.goal) s.goal = { ...s.goal, isHeld: true };
        s.plan = null;
    },
    "goal-finished": (s, arg) => endGoal(s, arg(0), false),
    "goal-aborted": (s, arg) => endGoal(s, arg(0), true),
    "plan-found": (s, arg, tick) => {
        s.found = { goal: arg(0), cost: arg(1), steps: [], tick, method: -1, done: 0, isBroken: false };
        s.failed = null;
    },
    "plan-step": (s, arg) => s.found?.steps.push({ action: arg(1), cost: arg(2), ground: arg(3) }),
    "plan-taken": (s, arg, tick) => takePlan(s, arg(0), arg(1), arg(2), arg(3), tick),
    "plan-repaired": (s, arg) => {
        if (s.plan) s.plan = { ...s.plan, done: Math.max(0, s.plan.steps.length - arg(1)), isBroken: false };
    },
    // A task network drops its plan; a GOAP mind may follow the plan of another goal.
    "plan-failed": (s, arg, tick) => {
        s.failed = { goal: arg(0), status: arg(1), tick };
        if (!s.goal) s.plan = null;
    },
    "action-started": (s, arg, tick) => startAction(s, arg(0), arg(1), tick),
    "action-finished": (s, arg) => endAction(s, arg(1), true),
    "action-aborted": (s, arg, tick) => {
        s.aborted = { action: arg(0), ground: arg(1), why: arg(2), reason: arg(3), tick };
        endAction(s, arg(1), false);
    },
    // Either from or to is NONE in a fuzzy state machine, of which several states can be active.
    "state-changed": (s, arg, tick) => {
        s.active.delete(arg(0));
        if (arg(1) !== NONE) s.active.set(arg(1), tick);
        s.state = arg(1) === NONE ? null : { state: arg(1), since: tick, why: arg(2) };
    },
    "utility-chosen": (s, arg, tick) => (s.option = { option: arg(0), score: arg(1), since: tick }),
    "activity-started": (s, arg, tick) => {
        const running = s.activities.get(arg(0));
        s.activities.set(arg(0), { since: running?.since ?? tick, count: (running?.count ?? 0) + 1 });
    },
    "activity-ended": (s, arg) => endActivity(s, arg(0), arg(1) === FAILURE),
    "activity-halted": (s, arg) => endActivity(s, arg(0), true),
};
