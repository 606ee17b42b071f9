// What the agent does at this tick, in sentences: the first thing to read.

import type { Model } from "../model";
import { decimal } from "../numbers";
import type { AgentState } from "../agent_state";

function ago(model: Model, tick: number, then: number): string {
    return `${model.seconds(tick - then).toFixed(1)} s`;
}

export function sentences(model: Model, agent: number, tick: number, state: AgentState): string[] {
    const { names } = model;
    const said: string[] = [];
    if (state.isGone) return ["It is gone."];
    if (state.goal) said.push(`It pursues ${names.goal(agent, state.goal.goal)} (priority ${decimal(state.goal.priority)}) for ${ago(model, tick, state.goal.since)}.`);
    const changed = state.machine[state.machine.length - 1];
    if (changed) said.push(`It is in state ${names.part(agent, "state", changed.to)} for ${ago(model, tick, changed.tick)}.`);
    if (state.option) said.push(`It chose ${names.part(agent, "option", state.option.option)} with a score of ${decimal(state.option.score)}.`);
    if (state.action) said.push(`It does ${names.ground(agent, state.action.ground, state.action.action)} for ${ago(model, tick, state.action.since)}.`);
    else if (state.activities.size > 0) said.push(`It does ${[...state.activities.keys()].map((activity) => names.activity(activity)).join(", ")}.`);
    else said.push("It does nothing.");
    if (state.planFailed && !state.goal) said.push(`There was no plan for ${names.goal(agent, state.planFailed.goal)}: ${names.wordOf("status", state.planFailed.status)}.`);
    return said;
}
