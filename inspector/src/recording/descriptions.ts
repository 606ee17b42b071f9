// What minds consist of, from the notes "description:MIND" (docs/internals/formats.md): considerations of utilities,
// states and transitions of fsms, variables and sets of fuzzy fsms, tasks of htns.

import type { Names } from "./names";
import type { Recording } from "./recording";

export interface Curve {
    kind: string;
    slope: number;
    shift: number;
    lift: number;
    exponent: number;
    points: number[];
}

export interface Leaf {
    input: string;
    min: number;
    max: number;
    /// The name of a key, a scorer or a fact type, or the text of an expression.
    reads: string;
    /// null: the constant min.
    curve: Curve | null;
}

export interface Part {
    number: number;
    name: string;
    weight: number;
    /// How its parts are combined; "" for a leaf.
    combine: string;
    parts: Part[];
    leaf: Leaf | null;
}

export interface Option {
    name: string;
    when: string;
    weight: number;
    part: Part | null;
}

export interface Utility {
    kind: "utility";
    commitment: number;
    options: Option[];
}

export interface State {
    name: string;
    parent: number;
    /// -1: there are no states inside.
    initial: number;
    /// 0: none, 1: shallow, 2: deep.
    history: number;
    does: string;
}

export interface Transition {
    number: number;
    owner: number;
    target: number;
    /// Microseconds.
    after: number;
    on: string;
    /// "": always.
    when: string;
}

export interface Fsm {
    kind: "fsm";
    states: State[];
    transitions: Transition[];
}

export interface FuzzySet {
    name: string;
    points: number[];
}

export interface Variable {
    name: string;
    value: string;
    isOutput: boolean;
    sets: FuzzySet[];
}

export interface Fuzzy {
    kind: "fuzzy";
    variables: Variable[];
    states: { name: string; on: number; off: number }[];
    rules: { weight: number; text: string }[];
}

export interface Method {
    name: string;
    /// "": always.
    when: string;
    does: string[];
}

export interface Task {
    name: string;
    methods: Method[];
}

export interface Htn {
    kind: "htn";
    tasks: Task[];
}

export type Description = Utility | Fsm | Fuzzy | Htn;

// A line is a word, a number of numbers or words, and the rest.
interface Line {
    word: string;
    take: (count: number) => string[];
    numbers: (count: number) => number[];
    rest: () => string;
}

function readLine(text: string): Line {
    const words = text.split(" ");
    let at = 1;
    const take = (count: number) => words.slice(at, (at += count));
    return { word: words[0], take, numbers: (count) => take(count).map(Number), rest: () => words.slice(at).join(" ") };
}

// Parts are a list; a composite comes before its parts.
function nest(row: { part: Part; count: number }[]): void {
    const open: { part: Part; left: number }[] = [];
    for (const { part, count } of row) {
        const around = open[open.length - 1];
        if (around) {
            around.part.parts.push(part);
            around.left--;
        }
        if (count > 0) open.push({ part, left: count });
        while (open.length > 0 && open[open.length - 1].left === 0) open.pop();
    }
}

function readCurve(line: Line): Curve {
    const [kind] = line.take(1);
    const [slope, shift, lift, exponent] = line.numbers(4);
    return { kind, slope, shift, lift, exponent, points: line.rest().split(" ").filter(Boolean).map(Number) };
}

function readUtility(lines: Line[]): Utility {
    const options: Option[] = [];
    const roots: number[] = [];
    const row: { part: Part; count: number }[] = [];
    const [commitment] = lines[0].numbers(1);
    const add = (count: number, weight: number, combine: string, leaf: Leaf | null, name: string) =>
        row.push({ count, part: { number: row.length, name, weight, combine, parts: [], leaf } });
    const readers: Record<string, (line: Line) => void> = {
        option: (line) => {
            const [weight, part] = line.numbers(2);
            options.push({ name: line.rest(), when: "", weight, part: null });
            roots.push(part);
        },
        when: (line) => (options[options.length - 1].when = line.rest()),
        part: (line) => {
            const [count, weight] = line.numbers(2);
            const [combine] = line.take(1);
            add(count, weight, combine, null, line.rest());
        },
        leaf: (line) => {
            const [weight] = line.numbers(1);
            const [input] = line.take(1);
            const [min, max] = line.numbers(2);
            add(0, weight, "", { input, min, max, reads: "", curve: null }, line.rest());
        },
        reads: (line) => (row[row.length - 1].part.leaf!.reads = line.rest()),
        curve: (line) => (row[row.length - 1].part.leaf!.curve = readCurve(line)),
    };
    for (const line of lines.slice(1)) readers[line.word]?.(line);
    nest(row);
    options.forEach((option, i) => (option.part = row[roots[i]]?.part ?? null));
    return { kind: "utility", commitment, options };
}

function readFsm(lines: Line[]): Fsm {
    const states: State[] = [];
    const transitions: Transition[] = [];
    const whens: string[] = [];
    const readers: Record<string, (line: Line) => void> = {
        state: (line) => {
            const [parent, initial, history] = line.numbers(3);
            states.push({ parent, initial, history, name: line.rest(), does: "" });
        },
        does: (line) => (states[states.length - 1].does = line.rest()),
        when: (line) => (whens[line.numbers(1)[0]] = line.rest()),
        transition: (line) => {
            const [number, owner, target, after] = line.numbers(4);
            transitions.push({ number, owner, target, after, on: line.rest(), when: whens[number] ?? "" });
        },
    };
    for (const line of lines.slice(1)) readers[line.word]?.(line);
    return { kind: "fsm", states, transitions };
}

function readFuzzy(lines: Line[]): Fuzzy {
    const fuzzy: Fuzzy = { kind: "fuzzy", variables: [], states: [], rules: [] };
    const addVariable = (isOutput: boolean) => (line: Line) => fuzzy.variables.push({ name: line.rest(), value: "", isOutput, sets: [] });
    const last = () => fuzzy.variables[fuzzy.variables.length - 1];
    const readers: Record<string, (line: Line) => void> = {
        variable: addVariable(false),
        output: addVariable(true),
        value: (line) => (last().value = line.rest()),
        set: (line) => last().sets.push({ points: line.numbers(4), name: line.rest() }),
        state: (line) => {
            const [on, off] = line.numbers(2);
            fuzzy.states.push({ on, off, name: line.rest() });
        },
        rule: (line) => fuzzy.rules.push({ weight: line.numbers(1)[0], text: line.rest() }),
    };
    for (const line of lines.slice(1)) readers[line.word]?.(line);
    return fuzzy;
}

function readHtn(lines: Line[]): Htn {
    const tasks: Task[] = [];
    const methods = () => tasks[tasks.length - 1].methods;
    const last = () => methods()[methods().length - 1];
    const readers: Record<string, (line: Line) => void> = {
        task: (line) => tasks.push({ name: line.rest(), methods: [] }),
        method: (line) => methods().push({ name: line.rest(), when: "", does: [] }),
        when: (line) => (last().when = line.rest()),
        does: (line) => last().does.push(line.rest()),
    };
    for (const line of lines.slice(1)) readers[line.word]?.(line);
    return { kind: "htn", tasks };
}

const KINDS: Record<string, (lines: Line[]) => Description> = { utility: readUtility, fsm: readFsm, fuzzy: readFuzzy, htn: readHtn };

// An incomplete description counts as none.
function read(lines: Line[]): Description | null {
    try {
        return KINDS[lines[0]?.word]?.(lines) ?? null;
    } catch {
        return null;
    }
}

export class Descriptions {
    private known = new Map<number, Description | null>();

    constructor(
        private readonly recording: Recording,
        private readonly names: Names,
    ) {}

    /// The recording has grown.
    refresh(): void {
        this.known.clear();
    }

    /// null: not recorded.
    of(agent: number, tick: number): Description | null {
        const { mind } = this.names.of(agent, tick);
        let description = this.known.get(mind);
        if (description === undefined) {
            description = read(this.recording.noteLines(`description:${mind}`).map(readLine));
            this.known.set(mind, description);
        }
        return description;
    }
}
