// The properties of every panel of the chosen agent.

import type { Model } from "../recording/model";

export interface Shown {
    model: Model;
    agent: number;
    tick: number;
}
