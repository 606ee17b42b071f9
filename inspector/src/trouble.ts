// Agents that something is wrong with, over a whole recording: what `ploy ask --problems` finds of those that plan, and
// those of other minds that change between the same two states or options again and again.

import { askProblems } from "./ask";
import type { Band } from "./bands";
import type { Model } from "./model";

export interface Trouble {
    agent: number;
    kind: string;
    tick: number;
    text: string;
}

const FLAPS = 3;
const FLAP_SECONDS = 1;

function isFlap(model: Model, bands: Band[], i: number): boolean {
    const [first, between, again] = [bands[i], bands[i + 1], bands[i + 2]];
    return first.label === again.label && between.label !== first.label && model.seconds(again.begin - between.begin) <= FLAP_SECONDS;
}

function flapping(model: Model, agent: number): Trouble | null {
    const bands = model.bands.of(agent).goals;
    const flaps: number[] = [];
    for (let i = 0; i + 2 < bands.length; i++) if (isFlap(model, bands, i)) flaps.push(i);
    if (flaps.length < FLAPS) return null;
    const [first, second] = [bands[flaps[0]], bands[flaps[0] + 1]];
    const text = `${model.names.agent(agent)} flaps between ${first.label} and ${second.label}: ${flaps.length} times back within a second.`;
    return { agent, kind: "flapping", tick: first.begin, text };
}

export function findTrouble(model: Model): Trouble[] {
    const found = askProblems(model.recording).map(({ agent, problem, first_tick, text }): Trouble => ({ agent, kind: problem, tick: first_tick, text }));
    const others = model.agents.filter((agent) => model.names.domain(agent) === "");
    return [...found, ...others.map((agent) => flapping(model, agent)).filter((trouble) => trouble !== null)];
}
