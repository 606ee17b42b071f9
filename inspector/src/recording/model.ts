// Everything derived from a recording.

import { Bands } from "./bands";
import { Names } from "./names";
import { Readings } from "./readings";
import type { Recording } from "./recording";
import { Descriptions } from "./descriptions";
import { type Situation, situationOf } from "./situation";
import { States } from "./states";
import { type Problem, findProblems } from "./problems";

export class Model {
    readonly names: Names;
    readonly bands: Bands;
    readonly states: States;
    readonly descriptions: Descriptions;
    readonly readings: Readings;
    /// Numbers of the agents that have events.
    agents: number[] = [];
    /// Microseconds of game time per tick.
    tickTime = 0;
    /// As of the last findProblems.
    problems: Problem[] = [];

    constructor(readonly recording: Recording) {
        this.names = new Names(recording);
        this.bands = new Bands(recording, this.names);
        this.states = new States(recording);
        this.descriptions = new Descriptions(recording, this.names);
        this.readings = new Readings(recording, this.names, this.states);
        this.refresh();
    }

    /// The recording has grown.
    refresh(): void {
        this.names.refresh();
        this.descriptions.refresh();
        this.bands.refresh();
        this.agents = [];
        for (let agent = 1; agent < this.recording.agentCount; agent++)
            if (this.recording.eventsOf(agent).length > 0) this.agents.push(agent);
        this.tickTime = this.measureTick();
    }

    situation(agent: number, tick: number): Situation {
        return situationOf(this.names, agent, tick, this.states.now.at(agent, tick));
    }

    seconds(tick: number): number {
        return (tick * this.tickTime) / 1e6;
    }

    /// Reads the whole recording.
    findProblems(): void {
        this.problems = findProblems(this);
    }

    // From the times of the world's ticks; 0.1 s when they are not recorded.
    private measureTick(): number {
        const begun = this.recording.eventsOfKindOf("tick-begun", 0);
        if (begun.length < 2) return 100000;
        const time = (i: number) => this.recording.arg(begun[i], 1);
        return (time(begun.length - 1) - time(0)) / (begun.length - 1) || 100000;
    }
}
