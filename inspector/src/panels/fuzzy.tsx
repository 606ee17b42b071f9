// A fuzzy fsm: the weight of each state, and the membership of each variable in its sets.

import { decimal } from "../view/numbers";
import type { Fuzzy, FuzzySet, Variable } from "../recording/descriptions";
import { amount } from "./consideration";
import type { Shown } from "./panel";

const WIDTH = 170;
const HEIGHT = 44;
const FAR = 1e14;

function States({ model, agent, tick, description }: Shown & { description: Fuzzy }) {
    const { active, weights } = model.states.weighing.at(agent, tick);
    const isExact = model.recording.eventsOfKindOf("state-weighed", agent).length > 0;
    return (
        <table id="weights">
            <caption>States by weight{isExact ? "" : " (as of their last change)"}</caption>
            <thead>
                <tr><th>state</th><th>weight</th><th class="number">begins at</th><th class="number">ends below</th><th>active</th></tr>
            </thead>
            <tbody>
                {description.states.map((state, i) => ({ ...state, i, weight: weights.get(i) ?? 0 })).sort((a, b) => b.weight - a.weight || a.i - b.i).map(({ name, on, off, i, weight }) => (
                    <tr class={active.has(i) ? "current" : ""}>
                        <td>{name}</td>
                        <td><meter min="0" max="1000" value={weight} aria-label={`weight of ${name}`} /> {decimal(weight)}</td>
                        <td class="number">{decimal(on)}</td>
                        <td class="number">{decimal(off)}</td>
                        <td>{active.has(i) ? `for ${model.seconds(tick - active.get(i)!).toFixed(1)} s` : ""}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

// The range of the corners of the sets, and of the value.
function range(sets: FuzzySet[], value: number | undefined): [number, number] {
    const corners = [...sets.flatMap(({ points }) => points.filter((point) => Math.abs(point) < FAR)), ...(value === undefined ? [] : [value])];
    const [min, max] = [Math.min(...corners), Math.max(...corners)];
    const margin = (max - min || 1000) / 8;
    return [min - margin, max + margin];
}

function Sets({ sets, value }: { sets: FuzzySet[]; value: number | undefined }) {
    const [min, max] = range(sets, value);
    const x = (at: number) => Math.min(WIDTH, Math.max(0, ((at - min) / (max - min)) * WIDTH));
    const line = ({ points: [a, b, c, d] }: FuzzySet) => `${a <= -FAR ? `0,0` : `0,${HEIGHT} ${x(a)},${HEIGHT} ${x(b)},0`} ${d >= FAR ? `${WIDTH},0` : `${x(c)},0 ${x(d)},${HEIGHT} ${WIDTH},${HEIGHT}`}`;
    return (
        <svg viewBox={`-5 -5 ${WIDTH + 10} ${HEIGHT + 10}`} width={WIDTH + 10} height={HEIGHT + 10} aria-hidden="true">
            <rect width={WIDTH} height={HEIGHT} />
            {sets.map((set) => <polyline points={line(set)} />)}
            {value !== undefined && <path class="mark" d={`M${x(value)} 0V${HEIGHT}`} />}
        </svg>
    );
}

function valueOf({ model, agent, tick }: Shown, { value, isOutput }: Variable, number: number): number | undefined {
    const traced = isOutput ? undefined : model.states.weighing.at(agent, tick).values.get(number);
    return traced ?? model.readings.fixed(agent, model.names.keyByName(value), tick);
}

function Membership({ shown, variable, number }: { shown: Shown; variable: Variable; number: number }) {
    const value = valueOf(shown, variable, number);
    const share = (set: FuzzySet) => shown.model.readings.membership(set, value!);
    return (
        <figure class="curve" title={variable.value}>
            <figcaption>{variable.name} {value === undefined ? <small>not recorded</small> : <b>{amount(value)}</b>}</figcaption>
            <Sets sets={variable.sets} value={value} />
            <small>{variable.sets.map((set, i) => <>{i > 0 && ", "}{set.name}{value !== undefined && <> <b>{decimal(share(set))}</b></>}</>)}</small>
        </figure>
    );
}

// The strongest first: the weight of a state is that of its strongest rule.
function Rules(shown: Shown & { description: Fuzzy }) {
    const { model, description } = shown;
    const strengths = model.readings.strengths(description, description.variables.map((variable, i) => valueOf(shown, variable, i)));
    const order = description.rules.map((_, i) => i).sort((a, b) => (strengths[b] ?? -1) - (strengths[a] ?? -1) || a - b);
    return (
        <table id="rules">
            <caption>Rules by strength</caption>
            <thead>
                <tr><th>rule</th><th class="number">strength</th></tr>
            </thead>
            <tbody>
                {order.map((i) => (
                    <tr class={(strengths[i] ?? 0) > 0 ? "current" : ""}>
                        <td><code>{description.rules[i].text}</code>{description.rules[i].weight === 1000 ? "" : <small> weight {decimal(description.rules[i].weight)}</small>}</td>
                        <td class="number">{strengths[i] === null ? "not recorded" : decimal(strengths[i])}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function FuzzyFsm(shown: Shown & { description: Fuzzy }) {
    const { model, agent, tick, description } = shown;
    const { active } = model.states.weighing.at(agent, tick);
    const names = [...active.keys()].map((state) => description.states[state]?.name);
    return (
        <>
            <p>{names.length > 0 ? <>Active: <b>{names.join(", ")}</b>.</> : "No state is active."}</p>
            <States {...shown} />
            <h2>Membership of variables in their sets</h2>
            <div class="parts" id="membership">
                {description.variables.map((variable, i) => variable.sets.length > 0 && <Membership shown={shown} variable={variable} number={i} />)}
            </div>
            <Rules {...shown} />
        </>
    );
}
