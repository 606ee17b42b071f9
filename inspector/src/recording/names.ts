// Names for the numbers in events, from the notes of the recording (docs/internals/formats.md). Without a note, a number
// is its own name. An agent that comes back may have another name and another mind, so names of agents and of the parts
// of their minds are those of a tick.

import { decimal } from "../view/numbers";
import type { Recording } from "./recording";

interface Mind {
    kind: string;
    /// The mind whose note has its domain; -1: it has none.
    domain: number;
}

const NO_MIND: Mind = { kind: "", domain: -1 };

/// An agent from a tick on: since it was created, or has had this mind.
export class Life {
    constructor(
        private readonly names: Names,
        readonly agent: number,
        readonly since: number,
        /// -1: it has none.
        readonly mind: number,
        readonly name: string,
        readonly generation = 0,
    ) {}

    /// "goap", "bt", …; "" without a mind.
    get kind(): string {
        return this.names.mind(this.mind).kind;
    }

    /// It makes decisions of a GOAP mind.
    get plans(): boolean {
        return this.names.mind(this.mind).domain >= 0 && this.kind !== "htn";
    }

    goal(goal: number): string {
        if (this.kind === "htn") return this.tasks()[goal] ?? `task ${goal}`;
        return this.ofDomain("goal_name", goal) || `goal ${goal}`;
    }

    action(action: number): string {
        return this.ofDomain("action_name", action) || `action ${action}`;
    }

    /// An action with its arguments.
    ground(ground: number, action: number): string {
        return this.ofDomain("ground_name", ground) || this.action(action);
    }

    actions(): string[] {
        return this.all("action_name");
    }

    goals(): string[] {
        return this.all("goal_name");
    }

    /// Symbols with their arguments: "armed", "safe(bunker)".
    variables(): string[] {
        return this.all("variable_name");
    }

    /// A state, an option or a node of the mind.
    part(what: string, number: number): string {
        return this.parts()[number] ?? `${what} ${number}`;
    }

    parts(): string[] {
        return this.names.list(`names:${this.mind}`);
    }

    /// The parent of each node of a behavior tree, -1 for the root.
    parents(): number[] {
        return this.names.list(`parents:${this.mind}`).map(Number);
    }

    private tasks(): string[] {
        return this.names.list(`description:${this.mind}`).filter((line) => line.startsWith("task ")).map((line) => line.slice(5));
    }

    private all(call: string): string[] {
        const names: string[] = [];
        for (let i = 0; ; i++) {
            const name = this.ofDomain(call, i);
            if (name === "") return names;
            names.push(name);
        }
    }

    private ofDomain(call: string, number: number): string {
        return this.names.ofDomain(call, this.names.mind(this.mind).domain, this.mind, number);
    }
}

/// An attribute of facts.
export interface Attribute {
    name: string;
    identifies: boolean;
    declared: string;
}

// Keys and attributes are declared as "TYPE NAME", "TYPE:OF NAME" or "int=ZERO|ONE|TWO NAME".
const typeIn = (declared: string): string => declared.split(/[ :=]/)[0];
const objectTypeIn = (declared: string): string => /^(?:object|int):(\S+)/.exec(declared)?.[1] ?? "";
const nameIn = (declared: string): string => declared.replace(/^\S+ /, "");

export class Names {
    private lives = new Map<number, Life[]>();
    private minds: Mind[] = [];
    private lists = new Map<string, string[]>();
    private keyNumbers: Map<string, number> | null = null;
    private squads = new Map<number, string>();
    private words = new Map<string, string>();
    private pieces = 0;
    /// An agent has another name than before, because it is another one.
    haveChanged = false;

    constructor(private readonly recording: Recording) {
        this.refresh();
    }

    /// The recording has grown.
    refresh(): void {
        this.lists.clear();
        this.keyNumbers = null;
        for (; this.recording.note(`world:${this.pieces}`); this.pieces++)
            for (const line of this.recording.noteLines(`world:${this.pieces}`)) this.readLine(line.split(" "));
    }

    /// The agent as it is at a tick; before its first one, as it is then.
    of(agent: number, tick: number): Life {
        const lives = this.lives.get(agent);
        if (!lives) return new Life(this, agent, 0, -1, `agent ${agent}`);
        let at = lives.length - 1;
        while (at > 0 && lives[at].since > tick) at--;
        return lives[at];
    }

    /// The agent with the mind that it had last: events of the tick in which it loses its mind are of that one.
    minded(agent: number, tick: number): Life {
        const lives = this.livesOf(agent).filter(({ kind, since }) => kind !== "" && since <= tick);
        return lives[lives.length - 1] ?? this.of(agent, tick);
    }

    /// The numbers of the notes with the domains that an agent plans in, now or at another time.
    domainsOf(agent: number): Set<number> {
        return new Set(this.livesOf(agent).map(({ mind }) => this.mind(mind).domain).filter((domain) => domain >= 0));
    }

    livesOf(agent: number): Life[] {
        return this.lives.get(agent) ?? [];
    }

    agent(agent: number, tick: number): string {
        return this.of(agent, tick).name;
    }

    agentByName(name: string): number {
        for (const [agent, lives] of this.lives) if (lives.some((life) => life.name === name)) return agent;
        return 0;
    }

    mind(number: number): Mind {
        return this.minds[number] ?? NO_MIND;
    }

    activity(activity: number): string {
        return this.list("activities")[activity] ?? `activity ${activity}`;
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
        return typeIn(this.list("keys")[key] ?? "");
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

    /// The value of a blackboard key, for display. life: of the agent that has it or reads it.
    value(key: number, value: number | string, life: Life, tick: number): string {
        return this.shown(this.list("keys")[key] ?? "", value, life, tick);
    }

    /// The attributes of facts of a type.
    attributes(kind: number): Attribute[] {
        return this.list("attributes").filter((line) => line.startsWith(`${kind} `)).map((line) => {
            const [, identifies, declared] = /^\d+ (\d) (.*)$/.exec(line) ?? ["", "0", ""];
            return { name: nameIn(declared), identifies: identifies === "1", declared };
        });
    }

    /// "agent red 2": an attribute of a fact, for display.
    attributeValue(kind: number, attribute: number, value: number, life: Life, tick: number): string {
        const known = this.attributes(kind)[attribute];
        return known ? this.shown(known.declared, value, life, tick) : String(value);
    }

    // declared: "int=home|carried flag".
    private shown(declared: string, value: number | string, life: Life, tick: number): string {
        const type = typeIn(declared);
        if (typeof value === "string") return value;
        if (!["bool", "int", "decimal", "object"].includes(type)) return ""; // a string or struct without text
        if (type === "bool") return value === 0 ? "false" : "true";
        if (type === "object" || objectTypeIn(declared) !== "") return this.object(declared, value, life, tick);
        if (type === "int") return /^int=(\S+)/.exec(declared)?.[1].split("|")[value] ?? String(value);
        return decimal(value);
    }

    /// An agent by its id: generation * 2^32 + number, or the number alone.
    agentOf(id: number, tick: number): string {
        const number = id % 2 ** 32;
        const generation = Math.floor(id / 2 ** 32);
        if (number === 0) return "none";
        const lives = this.livesOf(number).filter((life) => life.generation === generation);
        return lives[lives.length - 1]?.name ?? this.agent(number, tick);
    }

    // By the agent's own domain; if that does not know the key, by what the other domains agree on.
    private object(declared: string, value: number, life: Life, tick: number): string {
        const of = objectTypeIn(declared);
        const key = nameIn(declared);
        if (of === "agent") return this.agentOf(value, tick);
        if (of === "agent_index") return this.agent(value + 1, tick);
        const own = this.objectIn(life.mind, key, of, value);
        if (own !== "") return own;
        const others = new Set(this.minds.map((_, mind) => this.objectIn(mind, key, of, value)).filter(Boolean));
        if (others.size === 1) return [...others][0];
        if (of === "") return String(value);
        return value === 0 ? "none" : `${of} ${value % 2 ** 32}`;
    }

    private objectIn(mind: number, key: string, of: string, value: number): string {
        const { domain } = this.mind(mind);
        if (domain < 0) return "";
        const known = `object ${domain} ${of} ${value} ${key}`;
        let word = this.words.get(known);
        if (word === undefined) {
            word = this.recording.wasm.callText("object_name", mind, value, key, of);
            this.words.set(known, word);
        }
        return word;
    }

    factType(kind: number): string {
        return this.list("fact-types")[kind] ?? `type ${kind}`;
    }

    sensor(sensor: number): string {
        return this.list("sensors")[sensor] ?? `sensor ${sensor}`;
    }

    /// id: generation * 2^32 + index.
    squad(id: number): string {
        return this.squads.get(id) ?? `squad ${id % 2 ** 32}`;
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

    list(note: string): string[] {
        let list = this.lists.get(note);
        if (!list) {
            list = this.recording.noteLines(note);
            this.lists.set(note, list);
        }
        return list;
    }

    ofDomain(call: string, domain: number, mind: number, number: number): string {
        if (domain < 0) return "";
        const key = `${call} ${domain} ${number}`;
        let word = this.words.get(key);
        if (word === undefined) {
            word = this.recording.wasm.callText(call, mind, number);
            this.words.set(key, word);
        }
        return word;
    }

    /// Objects and tables by the number of their domain's note: inDomain("cell_name", 0, 1, 7). "": there is none.
    inDomain(call: string, note: number, ...numbers: number[]): string {
        const key = `${call} in ${note} ${numbers.join(" ")}`;
        let word = this.words.get(key);
        if (word === undefined) {
            word = this.recording.wasm.callText(call, note, ...numbers);
            this.words.set(key, word);
        }
        return word;
    }

    private readLine([what, number, ...rest]: string[]): void {
        if (what === "mind") this.minds[Number(number)] = { kind: rest[0], domain: rest[1] === "-" ? -1 : Number(rest[1]) };
        if (what === "squad") this.squads.set(Number(rest[0]) * 2 ** 32 + Number(number), rest.slice(1).join(" "));
        if (what !== "agent") return;
        const [generation, since, mind, ...name] = rest;
        const lives = this.lives.get(Number(number)) ?? [];
        this.haveChanged ||= lives.length > 0 && lives[lives.length - 1].name !== name.join(" ");
        lives.push(new Life(this, Number(number), Number(since), mind === "-" ? -1 : Number(mind), name.join(" "), Number(generation)));
        this.lives.set(Number(number), lives);
    }
}
