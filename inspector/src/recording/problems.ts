// Problems of agents in a whole recording, as `ploy ask --problems` finds them.

import { queryProblems } from "./debugger";
import type { Model } from "./model";

export interface Problem {
    agent: number;
    kind: string;
    tick: number;
    text: string;
}

export function findProblems(model: Model): Problem[] {
    return queryProblems(model.recording).map(({ agent, problem, first_tick, text }) => ({ agent, kind: problem, tick: first_tick, text }));
}
