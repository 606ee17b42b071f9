// What every panel of the chosen agent is given.

import type { Model } from "../model";

export interface Shown {
    model: Model;
    agent: number;
    tick: number;
}
