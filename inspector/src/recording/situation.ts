// What an agent does at the end of a tick, in names: what the header says, and what everything else must agree with.

import type { Life, Names } from "./names";
import type { Now, Plan } from "./now";

export interface Since {
    name: string;
    since: number;
}

export interface Situation {
    /// "not there yet", "gone", "without a mind"; null: it is there.
    absent: string | null;
    absentSince: number;
    goal: (Since & { priority: number; isHeld: boolean }) | null;
    action: Since | null;
    plan: { goal: string; steps: string[]; done: number; isBroken: boolean } | null;
    state: Since | null;
    /// Active states of a fuzzy state machine.
    states: Since[];
    option: (Since & { score: number }) | null;
    activities: Since[];
}

interface Label {
    label: string;
    /// Tells two things with the same label apart.
    key: string;
}

const NOTHING: Label = { label: "", key: "" };

/// The upper row of the timeline: the goal, the states, the option, or the task of a task network.
export function pursuitLabel(life: Life, now: Now): Label {
    if (now.goal) return { label: life.goal(now.goal.goal), key: `goal ${now.goal.goal} ${now.goal.since}` };
    if (life.kind === "fuzzy" && now.active.size > 0) {
        const active = [...now.active].sort(([a], [b]) => a - b);
        return { label: active.map(([state]) => life.part("state", state)).join(" + "), key: active.flat().join() };
    }
    if (life.kind === "fsm" && now.state) return { label: life.part("state", now.state.state), key: `state ${now.state.state} ${now.state.since}` };
    if (now.option) return { label: life.part("option", now.option.option), key: `option ${now.option.option} ${now.option.since}` };
    if (life.kind === "htn" && now.plan) return { label: life.goal(now.plan.goal), key: `task ${now.plan.goal}` };
    return NOTHING;
}

/// The lower row: the action, or all activities that run.
export function doingLabel(names: Names, life: Life, now: Now): Label {
    if (now.action) return { label: life.ground(now.action.ground, now.action.action), key: `action ${now.action.ground} ${now.action.since}` };
    if (now.activities.size === 0) return NOTHING;
    const running = [...now.activities];
    return { label: running.map(([activity]) => names.activity(activity)).join(" + "), key: running.map(([activity, { since }]) => `${activity} ${since}`).join() };
}

export function stepName(life: Life, plan: Plan, index: number): string {
    return life.ground(plan.steps[index].ground, plan.steps[index].action);
}

export function situationOf(names: Names, agent: number, tick: number, now: Now): Situation {
    const life = names.of(agent, tick);
    const isUnborn = !now.isBorn && life.since > tick;
    const { goal, action, plan, state, option } = now;
    return {
        absent: isUnborn ? "not there yet" : now.absent,
        absentSince: now.absentSince,
        goal: goal && { name: life.goal(goal.goal), since: goal.since, priority: goal.priority, isHeld: goal.isHeld },
        action: action && { name: life.ground(action.ground, action.action), since: action.since },
        plan: plan && { goal: life.goal(plan.goal), steps: plan.steps.map((_, i) => stepName(life, plan, i)), done: plan.done, isBroken: plan.isBroken },
        state: state && life.kind !== "fuzzy" ? { name: life.part("state", state.state), since: state.since } : null,
        states: life.kind === "fuzzy" ? [...now.active].map(([number, since]) => ({ name: life.part("state", number), since })) : [],
        option: option && { name: life.part("option", option.option), since: option.since, score: option.score },
        activities: [...now.activities].map(([activity, { since }]) => ({ name: names.activity(activity), since })),
    };
}
