// Types of the package. Times are seconds; a decimal of the library (fixed point) is a number.

import type { Raw } from "./generated.mjs";

/** The version of the library, e.g. "0.2.0". */
export const version: string;
/** The functions of the C library under their own names. The classes below need none of them. */
export const raw: Raw;

export type Status = "ok" | "in-progress" | "found" | "already" | "not-found" | "out-of-nodes" | "out-of-depth" | "out-of-memory"
    | "cancelled" | "partial" | "invalid" | "full" | "not-supported";

/** What the library refuses, with its message. */
export class PloyError extends Error {
    /** "misuse": the arguments of a call cannot be. */
    readonly status: Status | "misuse";
    /** Of a file: where it is wrong, from 1. */
    readonly line?: number;
    readonly column?: number;
    /** What is wrong, without the place. */
    readonly reason?: string;
    /** What would be right. */
    readonly hint?: string;
    /** The file, type, key, … that the error is about. */
    readonly where?: string;
}

/** Who gets messages of the library for developers; null: nobody. The default prints them with console.warn. */
export function setLog(listener: ((message: string) => void) | null): void;

/** The files that the library reads and writes. In node these are the files of the machine and those kept here; in a browser
 *  only those kept here. */
export const files: Files;
export interface Files {
    /** Keeps a file in memory. */
    set(path: string, content: string | Uint8Array): void;
    get(path: string): Uint8Array | undefined;
    text(path: string): string | undefined;
    delete(path: string): boolean;
}

export type Value = boolean | number | bigint | string;
export type Outcome = 0 | 1 | 2;
export const RUNNING: 0;
export const SUCCESS: 1;
export const FAILURE: 2;

/** One call of an activity, condition or scorer. Valid only during the callback. */
export interface Call {
    /** Reads a port by name or number. An object of a domain, as an argument of an action, is its name. */
    get(port: string | number): Value;
    /** Writes the blackboard key that an output port names. */
    set(port: string | number, value: Value): void;
    /** Seconds since the activity started. */
    readonly elapsed: number;
    /** Seconds that the data says it takes; 0: it does not say. */
    readonly duration: number;
    /** dataWords numbers that are kept for this run and saved with the world. */
    readonly data: Int32Array | null;
}

export interface Activity<User = any> {
    /** Ports, as "place" or "goal:string >path:string". */
    ports?: string;
    dataWords?: number;
    /** May a plan use it now? Only reads. */
    viable?(agent: Agent<User>, call: Call): boolean;
    start?(agent: Agent<User>, call: Call): Outcome;
    /** Before each update; false halts it, and it fails. */
    valid?(agent: Agent<User>, call: Call): boolean;
    /** Once per tick. Without it: success once the duration has passed. */
    update?(agent: Agent<User>, call: Call): Outcome;
    finished?(agent: Agent<User>, call: Call): void;
    /** RUNNING: called again in the next tick. */
    halt?(agent: Agent<User>, call: Call): Outcome | void;
    /** 0 to 1. */
    progress?(agent: Agent<User>, call: Call): number;
}

/** The children of a node of a behavior tree, during one tick of it. */
export interface Children {
    readonly count: number;
    readonly isStart: boolean;
    tick(child: number): Outcome | 3;
    halt(child: number): boolean;
    isRunning(child: number): boolean;
}

export interface Grounded {
    name: string;
    args: string[];
}

export type EventKind = "action-started" | "action-finished" | "action-aborted" | "goal-started" | "goal-finished" | "goal-aborted" | "goal-held"
    | "plan-taken";
export interface GoapEvent extends Grounded {
    kind: EventKind;
    /** Why an action or goal was aborted, in English. */
    reason: string;
}

export interface Fact {
    type: string;
    values: Record<string, Value>;
    belief: number;
    age: number;
    source: number;
}

export interface Blackboard {
    get(key: string): Value;
    /** True: it changed. */
    set(key: string, value: Value): boolean;
    unset(key: string): boolean;
    /** After each change of a key (null: of any). Returns what ends it. */
    observe(key: string | null, observer: (key: string, value: Value) => void): () => boolean;
}

export class Agent<User = any> {
    private constructor();
    /** Whatever the game keeps with its agent. */
    user: User;
    readonly world: World;
    readonly number: number;
    readonly isAlive: boolean;
    /** Seconds since the world was created. */
    readonly now: number;
    /** Seconds since the agent's last tick. */
    readonly dt: number;
    readonly type: string;
    readonly blackboard: Blackboard;
    /** 1/1000 of a cell of the game's map; recordings show it. */
    position: { x: number; y: number };
    get(key: string): Value;
    /** True: it changed. */
    set(key: string, value: Value): boolean;
    /** 0 .. bound - 1, the same in every run. */
    random(bound: number): number;
    /** Says why the activity fails, before it returns FAILURE. */
    fails(reason: string): void;
    /** What the agent does and why, in English. */
    why(): string;
    destroy(): void;
    setSensor(name: string, isOn: boolean): void;
    /** Level of detail: it senses and thinks only in every pace-th of its ticks, 1 .. 256, and acts in all of them. */
    setPace(pace: number): void;
    /** Ends its mind and begins another: that of another agent, of a type of World.addPlannerType, or none. */
    setMind(mind: Agent | string | null): void;
    /** What it took to think and act in the last tick, in the unit of the world's clock. */
    readonly time: number;
    readonly goal: Grounded | null;
    readonly action: Grounded | null;
    /** The remaining steps, the running one first. */
    readonly plan: Grounded[];
    /** How far the running action is, 0 to 1. */
    readonly progress: number;
    /** The priority of a goal when it was last evaluated; 0: it is not relevant. */
    priority(goal: string): number;
    /** Pursues this goal above all others; args are names of objects. */
    push(goal: string, ...args: string[]): void;
    abort(): void;
    replan(): void;
    remember(type: string, values: Record<string, Value>, how?: { belief?: number; source?: number }): void;
    facts(type: string, like?: Record<string, Value>): Fact[];
    forget(type: string, like?: Record<string, Value>): number;
}

export interface WorldOptions {
    seed?: number | bigint;
    /** Agents are ticked in this many groups, one per tick. */
    groups?: number;
    row?: number;
    /** Nodes searched per tick by all agents together. */
    maxNodes?: number;
    maxSensorUpdates?: number;
    capacity?: number;
    onEvent?: (agent: Agent, event: GoapEvent) => void;
    /** Measures where time goes (World.profile), in any unit: () => 1e6 * performance.now() gives nanoseconds. */
    clock?: () => number;
}

/** Sums since the world was made, in the unit of its clock. */
export interface Profile {
    ticks: number;
    time: number;
    longestTick: number;
    phases: Record<"squads" | "sense" | "think" | "work" | "act" | "apply" | "settle", number>;
    minds: { kind: string; calls: number; think: number; work: number; act: number }[];
    sensors: { name: string; calls: number; time: number }[];
    activities: { name: string; calls: number; time: number }[];
    /** Of the last tick: the agent that took longest. */
    worst: { agent: Agent | null; time: number };
}

/** Owns agents and what belongs to them, and ticks them. Order: add, load, create agents, tick. */
export class World {
    constructor(options?: WorldOptions);
    /** Ends all agents and closes the recording. Without it this happens when the world is collected. */
    destroy(): void;
    readonly isAlive: boolean;
    addActivity<User = any>(name: string, activity: Activity<User> | ((agent: Agent<User>, call: Call) => Outcome)): void;
    addCondition(name: string, test: (agent: Agent, call: Call) => boolean, how?: { ports?: string; pure?: boolean }): void;
    addScorer(name: string, score: (agent: Agent, call: Call) => number, how?: { ports?: string }): void;
    addSensor(name: string, sense: (agent: Agent) => void, how?: { interval?: number; offset?: number }): void;
    addNode(name: string, tick: (agent: Agent, children: Children, call: Call) => Outcome,
        how?: { ports?: string; minChildren?: number; maxChildren?: number; dataWords?: number }): void;
    addKey(name: string, how?: { type?: "bool" | "int" | "decimal" | "object" | "float" | "string"; initial?: Value; volatile?: boolean; scopes?: number }): void;
    /** Gives numbers names that scripts of behavior trees know: { RED: 1, GREEN: 2 }. Before the files that use them. */
    addEnum(values: Record<string, number>): void;
    addFactType(name: string, attributes: Record<string, string | { type: string; identifies?: boolean }>,
        how?: { capacity?: number; decay?: "halving" | "linear" | "none"; decayTime?: number; floor?: number }): void;
    /** The same path again is hot reload. */
    loadFile(path: string): void;
    loadText(name: string, text: string): void;
    /** Everything for which the world would refuse the text. */
    checkText(name: string, text: string): { line: number; column: number; message: string; hint: string }[];
    /** An agent type that plans in a domain made in code. */
    addPlannerType(name: string, domain: Domain, how?: { hysteresis?: number; interval?: number; searchInterval?: number; writeEffects?: boolean;
        manual?: boolean; maxSteps?: number }): void;
    /** The names of all agent types: of the files, and of addPlannerType. */
    readonly types: string[];
    /** A domain of the loaded files, by name or the first: its tables and spawned objects change between ticks. It stays good
     *  after a hot reload. */
    domain(name?: string): WorldDomain;
    createAgent<User = any>(type: string | null, user?: User): Agent<User>;
    [Symbol.iterator](): IterableIterator<Agent>;
    readonly size: number;
    /** Where the time of all ticks went. Needs a clock. */
    profile(): Profile;
    stats(): { agents: number; nodes: number; sensorUpdates: number; sensorUpdatesLate: number; bytes: number };
    /** Lets seconds pass. What a callback threw is thrown when the tick has ended. */
    tick(seconds: number): void;
    readonly now: number;
    readonly ticks: number;
    readonly blackboard: Blackboard;
    readonly squads: Squads;
    readonly reservations: Reservations;
    save(): Uint8Array;
    /** Into a fresh world that was made in the same way. */
    load(bytes: Uint8Array, userOf?: (agent: Agent) => any): void;
    hash(): string;
    /** A remote control for debuggers, one per world. */
    remote(how?: { name?: (agent: Agent) => string }): Remote;
    /** In node: lets a debugger of this machine attach; the address is for `ploy attach`. */
    attach(how?: { port?: number; paused?: boolean; name?: (agent: Agent) => string }): Promise<string>;
    /** Before each tick. false: a debugger has paused the world. */
    mayTick(): boolean;
    /** Before the first agent. In a browser files.get(path) has the recording. */
    record(path: string, how?: { level?: "basic" | "everything"; name?: (agent: Agent) => string; map?: string }): void;
}

/** Commands for a running world: pause, step, breakpoints, other values. */
export interface Remote {
    /** One command; outside of ticks. */
    request(line: string): { ok: boolean; command?: string; error?: string; hint?: string; [field: string]: any };
    mayTick(): boolean;
    /** What happened since the last call. */
    events(): { event: string; reason?: string; tick?: number; [field: string]: any }[];
    /** The debugger has left: the world goes on. */
    detach(): void;
}

export type TaskKind = "none" | "patrol" | "attack" | "flank" | "go-to" | "formation" | "rendezvous" | "advance" | "follow";
export interface SquadTask {
    kind: TaskKind;
    places?: number[];
    target?: number;
    rounds?: number;
    min?: number;
    limit?: number;
    patience?: number;
}
export interface Order {
    number: number;
    task: number;
    kind: "none" | "move" | "hold" | "attack" | "cover" | "follow" | "lead";
    role: string;
    place: number;
    target: number;
    issued: number;
    deadline: number;
    state: "open" | "done" | "failed" | "overruled" | "late" | "withdrawn";
}
export interface Squad {
    join(agent: Agent): void;
    destroy(): void;
    readonly members: Agent[];
    readonly blackboard: Blackboard;
    queue(task: SquadTask): number;
    abort(task?: number): void;
    readonly task: { number: number; kind: TaskKind; phase: number; waiting: number; begun: number };
    why(): string;
}
export interface Squads {
    configure(how: {
        distance?: (agent: Agent, place: number) => number; where?: (agent: Agent) => number;
        spot?: (squad: Squad, task: TaskKind, role: string, slot: number, place: number) => number;
        check?: (agent: Agent, order: Order) => "open" | "done" | "failed" | "overruled";
        ended?: (squad: Squad, task: number, end: "done" | "failed" | "lost" | "aborted") => void;
        findPlace?: (name: string) => number | null; arriveWithin?: number; orderKey?: string; placeKey?: string; targetKey?: string; pause?: number;
    }): void;
    create(how?: { name?: string; size?: number; home?: number; closed?: boolean; standing?: SquadTask }): Squad;
    find(name: string): Squad | null;
    of(agent: Agent): Squad | null;
    enlist(agent: Agent): void;
    leave(agent: Agent): void;
    order(agent: Agent): Order | null;
    report(agent: Agent, order: number, state: "done" | "failed" | "overruled"): void;
}
export interface Reservations {
    claim(resource: number | bigint, agent: Agent, how?: { slots?: number; until?: number }): boolean;
    release(resource: number | bigint, agent: Agent): boolean;
    count(resource: number | bigint): number;
    isFree(resource: number | bigint, agent: Agent, slots?: number): boolean;
}

export interface DomainDef {
    name?: string;
    /** The objects of each type by name, or how many there may be of a type that is spawned. */
    types?: Record<string, string[] | number>;
    /** Values that depend on objects and not on the state. cells: "camp hill = 12, camp lake = 5.5". The default type is decimal. */
    tables?: Record<string, { of: string | string[]; type?: string; min?: number; max?: number; initial?: Value; symmetric?: boolean; cells?: string }>;
    symbols?: Record<string, string | { type?: string; min?: number; max?: number; step?: number; initial?: Value; of?: string | string[];
        planned?: boolean; clamp?: boolean }>;
    actions?: Record<string, { params?: Record<string, string>; pre?: string; effect?: string; cost?: number | string; context?: string; base?: string;
        duration?: number; limit?: number; precedence?: number; move?: boolean }>;
    goals?: Record<string, string | { params?: Record<string, string>; condition: string; priority?: number | string; relevant?: string; hold?: boolean }>;
    /** Functions that context and "call:NAME" name. */
    calls?: Record<string, (of: Grounded) => boolean | number>;
}
export interface PlanQuery {
    /** "hungry, at = field", an object or a State; what it leaves out has its initial value. */
    start?: string | Record<string, Value> | State;
    /** Without it: the goal of the highest priority that has a plan. */
    goal?: string;
    args?: string[];
    /** As on the command line: "astar", "anytime", …; left out: the library chooses. */
    search?: string;
    maxNodes?: number;
    maxDepth?: number;
    noTwoMoves?: boolean;
    /** Actions that the plan must not have. */
    without?: string[];
}
export interface Plan {
    status: Status;
    goal: string | null;
    cost: number;
    steps: { action: string; args: string[]; cost: number }[];
    expanded: number;
    generated: number;
    /** No plan that the query allows costs less. */
    proved: boolean;
    /** No plan that the query allows costs less than this. 0: nothing is known. */
    bound: number;
    /** The search that found the plan: "auto" and "anytime" end with another. */
    search: string;
}
/** Values that depend on objects, such as the distance between two places. Actions cannot change it; the game can. */
export interface Table {
    readonly name: string;
    /** A cell: get("camp", "hill"). */
    get(...objects: string[]): Value;
    /** Changes a cell: set(["camp", "hill"], 12). Costs and priorities have it at once, conditions and effects after compile. */
    set(objects: string | string[], value: Value): void;
    /** Changes cells: "camp hill = 12, camp lake = 5.5". On an error nothing changes. */
    parse(cells: string): void;
}
/** What a domain contains, and what of it changes while a game runs. */
export interface WorldDomain {
    readonly name: string;
    readonly actions: string[];
    readonly goals: string[];
    readonly symbols: string[];
    /** The names of a type's objects; of a spawned type those that exist. */
    objects(type: string): string[];
    table(name: string): Table;
    /** Makes one more object of a type exist, and returns its name: "tree.4". Call compile after the last change of a frame. */
    spawn(type: string): string;
    /** Ends an object; a plan that needs it is over. */
    despawn(type: string, object: string): void;
    exists(type: string, object: string): boolean;
    /** Takes over what was spawned and despawned, and tables that conditions and effects read. Not inside a tick. */
    compile(): void;
}
/** A state of a domain, to inspect and to change by actions: Domain.state makes it. */
export class State {
    private constructor();
    /** A symbol: get("ammo"), get("safe(bunker)"). */
    get(name: string): Value;
    set(name: string, value: Value): void;
    /** "ammo = 2, safe(bunker), not armed" */
    parse(text: string): void;
    canApply(action: string, ...args: string[]): boolean;
    /** Returns the cost. Throws if the action cannot be applied. */
    apply(action: string, ...args: string[]): number;
    meets(goal: string, ...args: string[]): boolean;
    /** What differs from the initial state. */
    toString(): string;
}
export interface Domain extends WorldDomain {}
export class Domain {
    constructor(def: DomainDef);
    static load(path: string, name?: string): Domain;
    static parse(text: string, name?: string): Domain;
    state(start?: PlanQuery["start"]): State;
    bind(name: string, call: (of: Grounded) => boolean | number): void;
    plan(query?: PlanQuery): Plan;
    /** Why this plan, why none, or why not an action, in lines of English. */
    explain(query?: PlanQuery & { whyNot?: string; maxSearches?: number }): string;
}
export class Planner {
    constructor(domain: Domain, how?: { maxNodes?: number; reserveNodes?: number });
    plan(query?: PlanQuery): Plan;
    begin(query: PlanQuery): void;
    /** null: in progress. */
    update(maxNodes: number): Plan | null;
    /** The best plan so far of an anytime search in progress; null: there is none yet. */
    best(): Plan | null;
    end(): Plan;
}

export const STRAIGHT: 2378;
export const DIAGONAL: 3363;
export class Grid {
    constructor(def: { width: number; height: number; cells: ArrayLike<number>; fourNeighbors?: boolean; maxSize?: number });
    readonly width: number;
    readonly height: number;
    /** Of a step into a cell; 0: it is blocked. */
    weight(node: number): number;
    node(x: number, y: number): number;
    cell(node: number): { x: number; y: number };
    sees(from: number, to: number, how?: { obstacles?: Obstacles; agentSize?: number }): boolean;
    smooth(nodes: ArrayLike<number>, how?: { obstacles?: Obstacles; agentSize?: number }): Uint32Array;
}
export class Graph {
    constructor(def: { nodeCount: number; edges: [number, number, number][]; positions?: [number, number][]; areas?: ArrayLike<number>;
        bidirectional?: boolean; keepReverse?: boolean; landmarks?: number } | { terrain: Terrain; landmarks?: number });
    nearest(x: number, y: number, obstacles?: Obstacles): number | null;
}
export class Obstacles {
    constructor(map: Grid | Graph);
    block(node: number): void;
    unblock(node: number): void;
    isBlocked(node: number): boolean;
    readonly count: number;
    /** Of its map. */
    readonly nodeCount: number;
}
export interface PathQuery {
    from?: number;
    to: number;
    obstacles?: Obstacles;
    /** The factor of each area; Infinity: closed. */
    areaCosts?: number[];
    maxNodes?: number;
    partial?: boolean;
    plain?: boolean;
    agentSize?: number;
}
export interface Path {
    status: Status;
    reason: Status;
    cost: number;
    nodes: Uint32Array;
    expanded: number;
}
export class Pathfinder {
    constructor(map: Grid | Graph);
    find(query: PathQuery): Path;
    begin(query: PathQuery): void;
    /** null: in progress. */
    update(maxNodes: number): Path | null;
    /** The cost to get to one node from every other. */
    field(query: PathQuery): void;
    costFrom(from: number): number;
    pathFrom(from: number): Path;
}

/** What request() returned. */
export type PathRequest = bigint;
export interface PathAnswer extends Path {
    request: PathRequest;
    owner: bigint;
    /** Updates it waited for. */
    waited: number;
    /** Answered by one search for several requests to its target. */
    shared: boolean;
}
/** Paths for many agents: requests wait by priority, an update answers as many as its limits allow. */
export class PathService {
    /** maxAnswers and maxNodes: per update. slots: searches at once. shareFrom: one search answers so many requests to one target,
     *  or more; 0: never. */
    constructor(map: Grid | Graph, how?: { maxAnswers?: number; maxNodes?: number; slots?: number; shareFrom?: number; capacity?: number });
    /** owner: a newer request of the same owner drops the older one. priority: higher goes first. */
    request(query: PathQuery, how?: { owner?: number | bigint; priority?: number }): PathRequest;
    /** False: it was answered or dropped already. */
    cancel(request: PathRequest): boolean;
    /** The answers, in the order of the requests. */
    update(): PathAnswer[];
    /** The answer that the last update gave; null: the request waits. Throws for one that was dropped. */
    poll(request: PathRequest): PathAnswer | null;
    stats(): { waiting: number; active: number; updates: number; answered: number; shared: number; fields: number; stale: number;
        cancelled: number; restarted: number; expanded: number };
    /** The obstacles and area costs of all requests, in an order that load gets again. */
    save(lists?: { obstacles?: Obstacles[]; areaCosts?: number[][] }): Uint8Array;
    load(bytes: Uint8Array, lists?: { obstacles?: Obstacles[]; areaCosts?: number[][] }): void;
}

/** Points spread evenly at random, joined to their neighbors, with hills and trees. */
export class Terrain {
    /** trees: the share of nodes that have one; climbCost and descentCost: of a unit up and down, beside 1 for a level one. */
    constructor(def?: { seed?: number | bigint; shape?: "rectangle" | "disk"; width?: number; height?: number; spacing?: number; relief?: number;
        hillWidth?: number; octaves?: number; climbCost?: number; descentCost?: number; trees?: number });
    readonly nodeCount: number;
    /** x and y of each node. */
    readonly positions: Int32Array;
    readonly elevations: Int32Array;
    /** Three nodes per triangle. */
    readonly triangles: Uint32Array;
    /** From, to and cost of each edge. */
    readonly edges: { edges: Uint32Array; isBidirectional: boolean };
    hasTree(node: number): boolean;
    /** Blocks every node that has a tree. */
    blockTrees(obstacles: Obstacles): void;
}

export interface NearQuery {
    x?: number;
    y?: number;
    /** Left out: any distance. */
    radius?: number;
    /** Points with one of these bits; left out: all. */
    mask?: number;
    /** The index of a point that is left out. */
    without?: number;
    /** The middle of a cone, of any length. */
    facing?: { x: number; y: number };
    /** Of half the angle of the cone: 0 is a half circle. */
    cosine?: number;
    /** Within this distance points are found outside of the cone, too. */
    always?: number;
    nearestFirst?: boolean;
    /** Walls that hide points; gridUnit: side of a cell in units of positions, 1000. */
    grid?: Grid;
    obstacles?: Obstacles;
    gridUnit?: number;
}
/** Who is near: points by place, built again in each tick with one call. Results are indices of points. */
export class SpatialIndex {
    constructor(how?: { cell?: number; capacity?: number });
    readonly size: number;
    /** [x, y, x, y, …] in whole numbers, and what each point is, in bits of the game's; 0: it is not there. */
    build(positions: ArrayLike<number>, masks?: ArrayLike<number>): void;
    /** At most max points; left out: all. */
    find(query: NearQuery & { max?: number }): Uint32Array;
    nearest(query: NearQuery): number | null;
    /** One query per point in one call: those of query i are items[i * max] and the next ones, counts[i] of them. */
    findAll(positions: ArrayLike<number>, query: NearQuery & { max?: number; withoutSelf?: boolean; facings?: ArrayLike<number> }):
        { counts: Uint32Array; items: Uint32Array };
}

export class Recording {
    constructor(bytes: Uint8Array);
    readonly info: { version: number; ticks: number; blocks: number; frames: number; closed: boolean; damaged: boolean };
    readonly agents: { number: number; name: string; mind: string; domain: string }[];
    note(name: string): string | null;
    events(from?: number): IterableIterator<{ tick: number; kind: string; agent: number; args: Record<string, number> }>;
    /** As `ploy ask` says it. */
    why(agent: string | number, tick: number, how?: { whyNot?: string; with?: string; flip?: string; otherTick?: number; brief?: boolean }): string;
    problems(): string;
}
