// Problems of agents in a whole recording, as `ploy ask --problems` finds them, those of the same kind together.

import { queryProblems } from "./debugger";
import type { Model } from "./model";

export interface Problem {
    agent: number;
    kind: string;
    tick: number;
    times: number;
    text: string;
    between: string[];
}

/// What several agents have in common: they dither between the same two goals, or are idle, or starve.
export interface ProblemGroup {
    title: string;
    times: number;
    problems: Problem[];
}

export function findProblems(model: Model): Problem[] {
    return queryProblems(model.recording).map(({ agent, problem, first_tick, times, text, between }) => ({ agent, kind: problem, tick: first_tick, times, text, between: between ?? [] }));
}

/// The group with the most cases first.
export function groupProblems(problems: Problem[]): ProblemGroup[] {
    const groups = new Map<string, ProblemGroup>();
    for (const problem of problems) {
        const title = problem.kind + (problem.between.length > 0 ? ` between ${problem.between.join(" and ")}` : "");
        const group = groups.get(title) ?? { title, times: 0, problems: [] };
        group.times += problem.times;
        group.problems.push(problem);
        groups.set(title, group);
    }
    for (const group of groups.values()) group.problems.sort((a, b) => b.times - a.times || a.agent - b.agent);
    return [...groups.values()].sort((a, b) => b.times - a.times);
}
