// Everything derived from a recording.

import { Bands } from "./bands";
import { type Ground, readGround } from "./ground";
import { Names } from "./names";
import { Readings } from "./readings";
import type { Recording } from "./recording";
import { Descriptions } from "./descriptions";
import { type Situation, situationOf } from "./situation";
import { States } from "./states";
import { findTeams, type Team } from "./teams";
import { type Problem, findProblems } from "./problems";

const LABEL_AGENTS = 200;

export class Model {
    readonly names: Names;
    readonly bands: Bands;
    readonly states: States;
    readonly descriptions: Descriptions;
    readonly readings: Readings;
    /// Numbers of the agents that have events, teams together.
    agents: number[] = [];
    teams: Team[] = [];
    private readonly places = new Map<number, number>();
    /// Microseconds of game time per tick.
    tickTime = 0;
    ground: Ground;
    /// As of the last findProblems.
    problems: Problem[] = [];

    constructor(readonly recording: Recording) {
        this.names = new Names(recording);
        this.bands = new Bands(recording, this.names);
        this.states = new States(recording);
        this.descriptions = new Descriptions(recording, this.names);
        this.readings = new Readings(recording, this.names, this.states);
        this.ground = readGround(recording);
        this.refresh();
    }

    /// The recording has grown.
    refresh(): void {
        this.names.refresh();
        this.descriptions.refresh();
        this.bands.refresh();
        const agents: number[] = [];
        for (let agent = 1; agent < this.recording.agentCount; agent++)
            if (this.recording.eventsOf(agent).length > 0) agents.push(agent);
        this.teams = findTeams(this.recording, this.names, agents);
        this.agents = this.teams.flatMap((team) => team.agents);
        this.places.clear();
        this.teams.forEach((team, place) => team.agents.forEach((agent) => this.places.set(agent, place)));
        this.tickTime = this.measureTick();
        this.ground = readGround(this.recording);
    }

    situation(agent: number, tick: number): Situation {
        return situationOf(this.names, agent, tick, this.states.now.at(agent, tick));
    }

    seconds(tick: number): number {
        return (tick * this.tickTime) / 1e6;
    }

    /// The place of the agent's team in the list of teams; -1: there are no teams.
    teamOf(agent: number): number {
        return this.teams.length > 1 ? (this.places.get(agent) ?? -1) : -1;
    }

    /// The place of the team that the game calls by a number.
    teamByNumber(number: number): number {
        return this.teams.findIndex(({ agents }) => agents.some((agent) => {
            const event = this.recording.eventsOfKindOf("team", agent)[0];
            return event !== undefined && this.recording.arg(event, 0) === number;
        }));
    }

    /// What agents pursue and do, the most time first, as far as a few hundred agents show it.
    frequentLabels(): string[] {
        const times = new Map<string, number>();
        for (const agent of this.agents.slice(0, LABEL_AGENTS)) {
            const { goals, actions } = this.bands.of(agent);
            for (const { label, begin, end } of [...goals, ...actions]) {
                const key = label.replace(/\(.*/, "");
                times.set(key, (times.get(key) ?? 0) + end - begin);
            }
        }
        return [...times].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([label]) => label);
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
