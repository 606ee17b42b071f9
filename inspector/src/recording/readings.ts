// What an agent reads: keys of its blackboard and of those above it, as far as they were traced; and results of the library's
// functions.

import type { Names } from "./names";
import type { Recording } from "./recording";
import type { Curve, Fuzzy, FuzzySet } from "./descriptions";
import type { Blackboard, States } from "./states";

/// The value of the nearest scope that has the key set.
export function onBlackboard(blackboard: Blackboard, key: number): number | string | undefined {
    let best: { scope: number; value: number | string } | undefined;
    for (const entry of blackboard.values()) if (entry.key === key && entry.isSet && !(best && best.scope < entry.scope)) best = entry;
    return best?.value;
}

/// Names in a condition, each once, in their order.
export function namesIn(condition: string): string[] {
    return [...new Set(condition.match(/[A-Za-z_][A-Za-z0-9_.]*/g) ?? [])];
}

export interface Reading {
    name: string;
    /// For display.
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

    /// undefined: volatile keys are not traced.
    key(agent: number, key: number, tick: number, blackboard?: Blackboard): number | string | undefined {
        const own = onBlackboard(blackboard ?? this.states.blackboard.at(agent, tick), key);
        if (own !== undefined) return own;
        for (const above of this.states.above(agent, tick)) {
            const value = onBlackboard(above, key);
            if (value !== undefined) return value;
        }
        return this.names.initial(key);
    }

    /// Fixed point (1/1000), as a consideration reads it.
    fixed(agent: number, key: number, tick: number): number | undefined {
        const value = this.key(agent, key, tick);
        if (value === undefined || typeof value === "string") return undefined;
        const type = this.names.keyType(key);
        if (type === "decimal") return value;
        return type === "object" ? (value !== 0 ? 1000 : 0) : value * 1000;
    }

    /// The keys that a condition reads. Only the game knows its other names.
    of(agent: number, condition: string, tick: number, blackboard?: Blackboard): Reading[] {
        const read: Reading[] = [];
        for (const name of namesIn(condition)) {
            const key = this.names.keyByName(name);
            if (key < 0) continue;
            const value = this.key(agent, key, tick, blackboard);
            read.push({ name, text: value === undefined ? "not recorded" : this.names.value(key, value, this.names.minded(agent, tick), tick) });
        }
        return read;
    }

    /// The values of a curve at 0, 0.01, … 1.
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

    /// Fixed point (1/1000); age in microseconds.
    belief(kind: number, belief: number, age: number): number {
        const [decay, time, floor] = this.names.beliefRule(kind);
        return this.recording.wasm.call("belief_at", decay, time, floor, belief, Math.floor(age / 1000));
    }

    membership({ points }: FuzzySet, value: number): number {
        return this.recording.wasm.call("membership_at", points[0], points[1], points[2], points[3], value);
    }

    /// The strength of each rule, fixed point (1/1000); null: a variable of it is unknown.
    strengths(description: Fuzzy, values: (number | undefined)[]): (number | null)[] {
        const { wasm } = this.recording;
        if (this.described !== description) this.describe(description);
        values.forEach((value, i) => wasm.call("fuzzy_value", i, value ?? 0));
        const unknown = new Set(description.variables.filter(({ isOutput }, i) => !isOutput && values[i] === undefined).map(({ name }) => name));
        return description.rules.map(({ text, weight }) =>
            namesIn(text).some((name) => unknown.has(name)) ? null : wasm.callWith("fuzzy_strength", text, weight));
    }

    private describe(description: Fuzzy): void {
        const { wasm } = this.recording;
        this.described = description;
        wasm.call("fuzzy_begin");
        for (const { name, isOutput, sets } of description.variables) {
            wasm.callWith("fuzzy_variable", name, Number(isOutput));
            for (const { name: set, points } of sets) wasm.callWith("fuzzy_set", points[0], points[1], points[2], points[3], set);
        }
        for (const { name } of description.states) wasm.callWith("fuzzy_state", name);
    }

    private choose({ kind, slope, shift, lift, exponent, points }: Curve): void {
        this.recording.wasm.callWith("curve_choose", kind, slope, shift, lift, exponent);
        for (let i = 0; i + 1 < points.length; i += 2) this.recording.wasm.call("curve_point", points[i], points[i + 1]);
    }
}
