// Agents that something is wrong with, over a whole recording: what `ploy ask --problems` finds.

import { askProblems } from "./ask";
import type { Model } from "./model";

export interface Trouble {
    agent: number;
    kind: string;
    tick: number;
    text: string;
}

export function findTrouble(model: Model): Trouble[] {
    return askProblems(model.recording).map(({ agent, problem, first_tick, text }) => ({ agent, kind: problem, tick: first_tick, text }));
}
