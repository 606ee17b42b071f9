// All that is made of a recording, in one place.

import { Bands } from "./bands";
import { Names } from "./names";
import { Readings } from "./readings";
import type { Recording } from "./recording";
import { Shapes } from "./shapes";
import { States } from "./states";
import { type Trouble, findTrouble } from "./trouble";

export class Model {
    readonly names: Names;
    readonly bands: Bands;
    readonly states: States;
    readonly shapes: Shapes;
    readonly readings: Readings;
    /// Agents that occur, by index plus one.
    agents: number[] = [];
    /// Microseconds of game time a tick.
    tickTime = 0;
    /// As of the last look for it.
    trouble: Trouble[] = [];

    constructor(readonly recording: Recording) {
        this.names = new Names(recording);
        this.bands = new Bands(recording, this.names);
        this.states = new States(recording);
        this.shapes = new Shapes(recording, this.names);
        this.readings = new Readings(recording, this.names, this.states);
        this.refresh();
    }

    /// The recording has grown.
    refresh(): void {
        this.names.refresh();
        this.shapes.refresh();
        this.bands.refresh();
        this.agents = [];
        for (let agent = 1; agent < this.recording.agentCount; agent++)
            if (this.recording.eventsOf(agent).length > 0) this.agents.push(agent);
        this.tickTime = this.measureTick();
    }

    seconds(tick: number): number {
        return (tick * this.tickTime) / 1e6;
    }

    /// Goes through the whole recording.
    lookForTrouble(): void {
        this.trouble = findTrouble(this);
    }

    // From the times that the world's first ticks began at; a tenth of a second if it does not say.
    private measureTick(): number {
        const begun = this.recording.eventsOfKindOf("tick-begun", 0);
        if (begun.length < 2) return 100000;
        const time = (i: number) => this.recording.arg(begun[i], 1);
        return (time(begun.length - 1) - time(0)) / (begun.length - 1) || 100000;
    }
}
