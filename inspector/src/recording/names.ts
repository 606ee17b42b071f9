// Names for the numbers in events, from the notes of the recording (docs/internals/formats.md). Without a note, a number
// is its own name.

import { decimal } from "../view/numbers";
import type { Recording } from "./recording";

interface Mind {
    kind: string;
    domain: string;
}

interface Agent {
    name: string;
    mind: number;
}

export class Names {
    private agents = new Map<number, Agent>();
    private minds: Mind[] = [];
    private lists = new Map<string, string[]>();
    private keyNumbers: Map<string, number> | null = null;
    private squads = new Map<number, string>();
    private words = new Map<string, string>();

    constructor(private readonly recording: Recording) {
        this.refresh();
    }

    /// The recording has grown.
    refresh(): void {
        this.lists.clear();
        this.keyNumbers = null;
        for (const line of this.recording.noteLines("minds")) {
            const [number, kind, domain] = line.split(" ");
            this.minds[Number(number)] = { kind, domain: domain === "-" ? "" : domain };
        }
        for (const line of this.recording.noteLines("agents")) {
            const [agent, mind, ...name] = line.split(" ");
            this.agents.set(Number(agent), { name: name.join(" "), mind: mind === "-" ? -1 : Number(mind) });
        }
        for (const line of this.recording.noteLines("squads")) {
            const [squad, ...name] = line.split(" ");
            this.squads.set(Number(squad), name.join(" "));
        }
    }

    agent(agent: number): string {
        return this.agents.get(agent)?.name ?? `agent ${agent}`;
    }

    agentByName(name: string): number {
        for (const [agent, known] of this.agents) if (known.name === name) return agent;
        return 0;
    }

    mind(agent: number): Mind | undefined {
        return this.minds[this.agents.get(agent)?.mind ?? -1];
    }

    /// -1: it has none.
    mindNumber(agent: number): number {
        return this.agents.get(agent)?.mind ?? -1;
    }

    domain(agent: number): string {
        return this.mind(agent)?.domain ?? "";
    }

    goal(agent: number, goal: number): string {
        return this.ofDomain("goal_name", agent, goal) || (this.tasks(agent)[goal] ?? `goal ${goal}`);
    }

    // The tasks of an htn.
    private tasks(agent: number): string[] {
        return this.list(`description:${this.mindNumber(agent)}`).filter((line) => line.startsWith("task ")).map((line) => line.slice(5));
    }

    action(agent: number, action: number): string {
        return this.ofDomain("action_name", agent, action) || this.part(agent, "action", action);
    }

    /// An action with its arguments.
    ground(agent: number, ground: number, action: number): string {
        return this.ofDomain("ground_name", agent, ground) || this.action(agent, action);
    }

    actions(agent: number): string[] {
        return this.all("action_name", agent);
    }

    /// Symbols with their arguments: "armed", "safe(bunker)".
    variables(agent: number): string[] {
        return this.all("variable_name", agent);
    }

    activity(activity: number): string {
        return this.list("activities")[activity] ?? `activity ${activity}`;
    }

    /// A state, an option, a node or an action of the agent's mind.
    part(agent: number, what: string, number: number): string {
        const mind = this.agents.get(agent)?.mind ?? -1;
        return this.list(`names:${mind}`)[number] ?? `${what} ${number}`;
    }

    parts(agent: number): string[] {
        return this.list(`names:${this.agents.get(agent)?.mind ?? -1}`);
    }

    /// The parent of each node of a behavior tree, -1 for the root.
    parents(agent: number): number[] {
        return this.list(`parents:${this.agents.get(agent)?.mind ?? -1}`).map(Number);
    }

    key(key: number): string {
        return this.list("keys")[key]?.replace(/^\S+ /, "") ?? `key ${key}`;
    }

    /// -1: there is none.
    keyByName(name: string): number {
        let numbers = this.keyNumbers;
        if (!numbers) this.keyNumbers = numbers = new Map(this.list("keys").map((_, key) => [this.key(key), key]));
        return numbers.get(name) ?? -1;
    }

    keyType(key: number): string {
        return this.list("keys")[key]?.split(" ")[0] ?? "";
    }

    /// undefined: unknown, or volatile and not traced.
    initial(key: number): number | string | undefined {
        const line = this.list("initials")[key];
        if (line === undefined || line.endsWith(" volatile")) return undefined;
        return line.startsWith('"') ? JSON.parse(line) : Number(line);
    }

    /// How the belief in facts of a type decays: decay, time in milliseconds, floor.
    beliefRule(kind: number): [number, number, number] {
        const [decay, time, floor] = this.list("beliefs")[kind]?.split(" ").map(Number) ?? [];
        return [decay ?? 0, time ?? 1, floor ?? 1];
    }

    /// The value of a blackboard key, for display.
    value(key: number, value: number | string): string {
        const type = this.keyType(key);
        if (typeof value === "string") return value;
        if (!["bool", "int", "decimal", "object"].includes(type)) return ""; // a string or struct without text
        if (type === "bool") return value === 0 ? "false" : "true";
        return type === "decimal" ? decimal(value) : String(value);
    }

    factType(kind: number): string {
        return this.list("fact-types")[kind] ?? `type ${kind}`;
    }

    sensor(sensor: number): string {
        return this.list("sensors")[sensor] ?? `sensor ${sensor}`;
    }

    squad(id: number): string {
        const index = id % 2 ** 32;
        return this.squads.get(index) ?? `squad ${index}`;
    }

    /// The library's name for a number: nameOf("order", 2).
    nameOf(list: string, number: number): string {
        const key = `${list} ${number}`;
        let word = this.words.get(key);
        if (word === undefined) {
            word = this.recording.wasm.callText(`name_of_${list}`, number);
            this.words.set(key, word);
        }
        return word;
    }

    private list(note: string): string[] {
        let list = this.lists.get(note);
        if (!list) {
            list = this.recording.noteLines(note);
            this.lists.set(note, list);
        }
        return list;
    }

    private all(call: string, agent: number): string[] {
        const names: string[] = [];
        for (let i = 0; ; i++) {
            const name = this.ofDomain(call, agent, i);
            if (name === "") return names;
            names.push(name);
        }
    }

    private ofDomain(call: string, agent: number, number: number): string {
        const domain = this.domain(agent);
        if (domain === "") return "";
        const key = `${call} ${domain} ${number}`;
        let word = this.words.get(key);
        if (word === undefined) {
            word = this.recording.wasm.callText(call, agent, number);
            this.words.set(key, word);
        }
        return word;
    }
}
