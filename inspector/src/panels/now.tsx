// Sentences about what the agent does at this tick.

import type { Model } from "../recording/model";
import { decimal } from "../view/numbers";

function ago(model: Model, tick: number, then: number): string {
    return `${model.seconds(tick - then).toFixed(1)} s`;
}

export function sentences(model: Model, agent: number, tick: number): string[] {
    const { names, states } = model;
    const { isGone, isMindless, goal, action, planFailed } = states.deciding.at(agent, tick);
    if (isGone) return ["It is gone."];
    if (isMindless) return ["It has no mind: the game removed it."];
    const list: string[] = [];
    const verb = goal?.isHeld && !action ? "holds" : "pursues";
    if (goal) list.push(`It ${verb} ${names.goal(agent, goal.goal)} (priority ${decimal(goal.priority)}) for ${ago(model, tick, goal.since)}.`);
    const active = states.weighing.at(agent, tick).active;
    const isFuzzy = names.mind(agent)?.kind === "fuzzy";
    if (isFuzzy && active.size > 0) list.push(`Active: ${[...active.keys()].map((state) => names.part(agent, "state", state)).join(", ")}.`);
    const changed = isFuzzy ? undefined : states.fsm.at(agent, tick).changes.at(-1);
    if (changed) list.push(`It is in state ${names.part(agent, "state", changed.to)} for ${ago(model, tick, changed.tick)}.`);
    const { chosen } = states.choosing.at(agent, tick);
    if (chosen) list.push(`It chose ${names.part(agent, "option", chosen.option)} with a score of ${decimal(chosen.score)}.`);
    const doing = [...states.doing.at(agent, tick).keys()].map((activity) => names.activity(activity));
    if (action) list.push(`It does ${names.ground(agent, action.ground, action.action)} for ${ago(model, tick, action.since)}.`);
    else list.push(`It does ${doing.join(", ") || "nothing"}.`);
    if (planFailed && !goal) list.push(`There was no plan for ${names.goal(agent, planFailed.goal)}: ${names.nameOf("status", planFailed.status)}.`);
    return list;
}
