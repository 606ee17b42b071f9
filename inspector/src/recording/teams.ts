// Teams of agents, from the game's events "team"; without them, agents whose names differ only in their number belong
// together ("smith 1", "smith 2").

import type { Names } from "./names";
import type { Recording } from "./recording";

/// More groups than this are no teams.
const MAX_TEAMS = 12;

export interface Team {
    name: string;
    agents: number[];
}

function stem(name: string): string {
    return name.replace(/[\s#_-]*\d+$/, "") || name;
}

function stemOf(names: Names, agents: number[]): string {
    const stems = new Set(agents.map((agent) => stem(names.agent(agent, Infinity))));
    return stems.size === 1 ? [...stems][0] : "";
}

/// Agents in groups; one group without a name when there are no teams.
export function findTeams(recording: Recording, names: Names, agents: number[]): Team[] {
    const groups = new Map<string, number[]>();
    const hasTeams = recording.hasEventsOf("team");
    for (const agent of agents) {
        const event = recording.eventsOfKindOf("team", agent)[0];
        const key = hasTeams ? (event === undefined ? "" : String(recording.arg(event, 0))) : stem(names.agent(agent, Infinity));
        const group = groups.get(key);
        if (group) group.push(agent);
        else groups.set(key, [agent]);
    }
    if (groups.size < 2 || groups.size > MAX_TEAMS || groups.size === agents.length) return [{ name: "", agents }];
    return [...groups].map(([key, members]) => ({ name: stemOf(names, members) || (hasTeams ? `team ${key}` : key), agents: members }));
}
