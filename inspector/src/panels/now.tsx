// Sentences about what the agent does at this tick.

import type { Model } from "../recording/model";
import { decimal } from "../view/numbers";

export function sentences(model: Model, agent: number, tick: number): string[] {
    const { names, states } = model;
    const { absent, absentSince, goal, action, state, states: active, option, activities } = model.situation(agent, tick);
    const long = (since: number) => `for ${model.seconds(tick - since).toFixed(1)} s`;
    if (absent === "not there yet") return ["It is not there yet."];
    if (absent) return [`It is ${absent} ${long(absentSince)}.`];
    const list: string[] = [];
    if (goal) list.push(`It ${goal.isHeld && !action ? "holds" : "pursues"} ${goal.name} (priority ${decimal(goal.priority)}) ${long(goal.since)}.`);
    if (active.length > 0) list.push(`Active: ${active.map(({ name }) => name).join(", ")}.`);
    if (state) list.push(`It is in state ${state.name} ${long(state.since)}.`);
    if (option) list.push(`It chose ${option.name} with a score of ${decimal(option.score)}.`);
    if (action) list.push(`It does ${action.name} ${long(action.since)}.`);
    else if (activities.length > 0) list.push(`It does ${activities.map(({ name }) => name).join(", ")}.`);
    else list.push("It does nothing.");
    const { failed } = states.now.at(agent, tick);
    if (failed && !goal) list.push(`There was no plan for ${names.of(agent, tick).goal(failed.goal)}: ${names.nameOf("status", failed.status)}.`);
    return list;
}
