// What an agent reads: keys of its board and of the world's, as far as they were traced; and what the library makes of
// numbers.

import type { Names } from "./names";
import type { Recording } from "./recording";
import type { Curve, Fuzzy, FuzzySet } from "./shapes";
import type { Board, States } from "./states";

const WORLD_SCOPE = 7;

/// The value of the nearest scope that has the key set.
export function onBoard(board: Board, key: number): number | undefined {
    let best: { scope: number; value: number } | undefined;
    for (const entry of board.values()) if (entry.key === key && entry.isSet && !(best && best.scope < entry.scope)) best = entry;
    return best?.value;
}

/// Names in a condition, each once, in their order.
export function namesIn(condition: string): string[] {
    return [...new Set(condition.match(/[A-Za-z_][A-Za-z0-9_.]*/g) ?? [])];
}

export interface Reading {
    name: string;
    /// As people write it.
    text: string;
}

export class Readings {
    private curves = new Map<string, number[]>();
    private described: Fuzzy | null = null;

    constructor(
        private readonly recording: Recording,
        private readonly names: Names,
        private readonly states: States,
    ) {}

    /// undefined: not traced, since it changes all the time.
    key(agent: number, key: number, tick: number, board?: Board): number | undefined {
        const own = onBoard(board ?? this.states.board.at(agent, tick), key);
        return own ?? this.world(key, tick) ?? this.names.initial(key);
    }

    /// In thousandths, as a consideration reads it.
    thousandths(agent: number, key: number, tick: number): number | undefined {
        const value = this.key(agent, key, tick);
        if (value === undefined) return undefined;
        const type = this.names.keyType(key);
        if (type === "decimal") return value;
        return type === "object" ? (value !== 0 ? 1000 : 0) : value * 1000;
    }

    /// The keys that a condition reads; what else it names only the game can tell.
    of(agent: number, condition: string, tick: number, board?: Board): Reading[] {
        const read: Reading[] = [];
        for (const name of namesIn(condition)) {
            const key = this.names.keyByName(name);
            if (key < 0) continue;
            const value = this.key(agent, key, tick, board);
            read.push({ name, text: value === undefined ? "not recorded" : this.names.value(key, value) });
        }
        return read;
    }

    /// What a curve comes to at 0, 10, … 1,000 thousandths.
    curve(curve: Curve): number[] {
        const key = JSON.stringify(curve);
        let line = this.curves.get(key);
        if (!line) {
            this.choose(curve);
            line = Array.from({ length: 101 }, (_, i) => this.recording.wasm.call("curve_at", 10 * i));
            this.curves.set(key, line);
        }
        return line;
    }

    curveAt(curve: Curve, x: number): number {
        this.choose(curve);
        return this.recording.wasm.call("curve_at", x);
    }

    /// Thousandths; age in ticks' time, microseconds.
    belief(kind: number, belief: number, age: number): number {
        const [decay, time, floor] = this.names.beliefRule(kind);
        return this.recording.wasm.call("belief_at", decay, time, floor, belief, Math.floor(age / 1000));
    }

    membership({ points }: FuzzySet, value: number): number {
        return this.recording.wasm.call("membership_at", points[0], points[1], points[2], points[3], value);
    }

    /// How strong each rule is, thousandths; null: a variable of it is not known.
    strengths(shape: Fuzzy, values: (number | undefined)[]): (number | null)[] {
        const { wasm } = this.recording;
        if (this.described !== shape) this.describe(shape);
        values.forEach((value, i) => wasm.call("fuzzy_value", i, value ?? 0));
        const unknown = new Set(shape.variables.filter(({ isOutput }, i) => !isOutput && values[i] === undefined).map(({ name }) => name));
        return shape.rules.map(({ text, weight }) =>
            namesIn(text).some((name) => unknown.has(name)) ? null : wasm.callWith("fuzzy_strength", text, weight));
    }

    private describe(shape: Fuzzy): void {
        const { wasm } = this.recording;
        this.described = shape;
        wasm.call("fuzzy_begin");
        for (const { name, isOutput, sets } of shape.variables) {
            wasm.callWith("fuzzy_variable", name, Number(isOutput));
            for (const { name: set, points } of sets) wasm.callWith("fuzzy_set", points[0], points[1], points[2], points[3], set);
        }
        for (const { name } of shape.states) wasm.callWith("fuzzy_state", name);
    }

    private choose({ kind, slope, shift, lift, exponent, points }: Curve): void {
        this.recording.wasm.callWith("curve_choose", kind, slope, shift, lift, exponent);
        for (let i = 0; i + 1 < points.length; i += 2) this.recording.wasm.call("curve_point", points[i], points[i + 1]);
    }

    // Written seldom: the last one there was.
    private world(key: number, tick: number): number | undefined {
        const events = this.recording.eventsOfKindOf("blackboard-written", 0);
        for (let i = this.recording.countUntil(events, tick) - 1; i >= 0; i--) {
            const arg = (index: number) => this.recording.arg(events[i], index);
            if (arg(0) === WORLD_SCOPE && arg(1) === key) return arg(3) !== 0 ? arg(2) : undefined;
        }
        return undefined;
    }
}
