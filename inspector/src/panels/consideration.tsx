// A consideration: its response curve with the current value.

import type { Model } from "../recording/model";
import { decimal } from "../view/numbers";
import type { Curve, Leaf, Part } from "../recording/descriptions";
import type { Shown } from "./panel";

const WIDTH = 150;
const HEIGHT = 54;

export interface Read {
    /// Fixed point (1/1000), before range and curve.
    value: number;
    comesTo: number;
    /// Ticks since it was recorded.
    age: number;
}

/// The input of the consideration: from the blackboard, which is known at every tick, or as it was traced. A recording of
/// level basic has that of a decision, and otherwise twice a second. null: unknown.
export function readNow({ model, agent, tick }: Shown, part: Part): Read | null {
    const { leaf } = part;
    if (!leaf) return null;
    if (!leaf.curve) return { value: leaf.min, comesTo: leaf.min, age: 0 };
    const traced = model.states.choosing.at(agent, tick).reads.get(part.number);
    const isExact = model.recording.hasEventsOf("fact-refreshed"); // level everything
    if (traced && isExact) return { ...traced, age: 0 };
    const value = leaf.input === "key" ? model.readings.fixed(agent, model.names.keyByName(leaf.reads), tick) : undefined;
    if (value !== undefined) return { value, comesTo: model.readings.curveAt(leaf.curve, share(leaf, value)), age: 0 };
    return traced ? { ...traced, age: tick - traced.tick } : null;
}

/// The place of a value in the range: 0 .. 1,000.
function share({ min, max }: Leaf, value: number): number {
    return Math.floor(Math.min(1, Math.max(0, (value - min) / (max - min))) * 1000);
}

const FORM: Record<string, (curve: Curve) => string> = {
    linear: ({ slope, shift, lift }) => `slope ${decimal(slope)}${shift ? `, shift ${decimal(shift)}` : ""}${lift ? `, lift ${decimal(lift)}` : ""}`,
    polynomial: ({ exponent }) => `exponent ${decimal(exponent)}`,
    logistic: ({ slope, shift }) => `slope ${decimal(slope)}, middle ${decimal(shift)}`,
    logit: ({ slope }) => `slope ${decimal(slope)}`,
    step: ({ shift }) => `from ${decimal(shift)} on`,
    piecewise: ({ points }) => `${points.length / 2} points`,
};

/// Very large: never seen.
export function amount(value: number): string {
    return value > 1e15 ? "never" : decimal(value);
}

function draw(model: Model, leaf: Leaf, read: Read | null) {
    const y = (value: number) => HEIGHT - (value / 1000) * HEIGHT;
    const x = (value: number) => (value / 1000) * WIDTH;
    const points = model.readings.curve(leaf.curve!).map((value, i) => `${x(10 * i).toFixed(1)},${y(value).toFixed(1)}`);
    const at = read && { x: x(share(leaf, read.value)), y: y(read.comesTo) };
    return (
        <svg viewBox={`-5 -5 ${WIDTH + 10} ${HEIGHT + 10}`} width={WIDTH + 10} height={HEIGHT + 10} aria-hidden="true">
            <rect width={WIDTH} height={HEIGHT} />
            <polyline points={points.join(" ")} />
            {at && <path class="mark" d={`M${at.x} ${HEIGHT}V${at.y}H0`} />}
            {at && <circle cx={at.x} cy={at.y} r="4" />}
        </svg>
    );
}

export function Consideration({ shown, part }: { shown: Shown; part: Part }) {
    const leaf = part.leaf!;
    const read = readNow(shown, part);
    const weight = part.weight === 1000 ? "" : `, weight ${decimal(part.weight)}`;
    if (!leaf.curve) return <figure class="curve"><figcaption>always <b>{decimal(leaf.min)}</b>{weight}</figcaption></figure>;
    const range = `${decimal(leaf.min)} to ${decimal(leaf.max)}`;
    return (
        <figure class="curve" title={`${leaf.input} ${leaf.reads}, ${range}: ${leaf.curve.kind}, ${FORM[leaf.curve.kind]?.(leaf.curve) ?? ""}`}>
            <figcaption>
                {part.name} {read ? <><b>{amount(read.value)}</b> → <b>{decimal(read.comesTo)}</b></> : <small>not recorded</small>}
                {read && read.age > 0 && <small> {shown.model.seconds(read.age).toFixed(1)} s ago</small>}
            </figcaption>
            {draw(shown.model, leaf, read)}
            <small>{range}, {leaf.curve.kind}{weight}</small>
        </figure>
    );
}
