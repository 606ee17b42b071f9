// The fsm: a drawing with the active state, the last transition and its reason, and the transitions out.

import { useMemo } from "preact/hooks";
import { type Box, layOut, titleOf, transitionBetween } from "./fsm_layout";
import { time } from "../view/numbers";
import type { Fsm as Description, Transition } from "../recording/descriptions";
import { NONE } from "../recording/now";
import type { Fsm as Past } from "../recording/states";
import { FuzzyFsm } from "./fuzzy";
import type { Shown } from "./panel";

const WIDTH = 590;

/// The state and the states around it, from inside out.
function around({ states }: Description, state: number): number[] {
    const list: number[] = [];
    for (let at = state; at >= 0 && at < states.length; at = states[at].parent) list.push(at);
    return list;
}

// The inner state that a state with history resumes: the one left last.
function remembered(description: Description, past: Past, state: number): number {
    let best = -1;
    for (const [left, order] of past.left) {
        if (left === NONE || left === state || !around(description, left).includes(state)) continue;
        if (best < 0 || order > past.left.get(best)!) best = left;
    }
    if (best < 0 || description.states[state].history === 2) return best;
    return around(description, best).find((inside) => description.states[inside].parent === state)!;
}

/// The innermost state after a change.
export function innermost(description: Description, past: Past, state: number): number {
    let at = state;
    while (description.states[at]?.initial >= 0) {
        const left = description.states[at].history > 0 ? remembered(description, past, at) : -1;
        at = left >= 0 ? left : description.states[at].initial;
    }
    return at;
}

function condition({ when, on, after }: Transition): string {
    const parts = [on === "anything" ? "" : on === "end" ? "its activities have ended" : `its activity ends in ${on}`, after > 0 ? `after ${after / 1e6} s` : "", when];
    return parts.filter(Boolean).join(", ") || "always";
}

function Drawing({ description, past, current }: { description: Description; past: Past; current: number }) {
    const layout = useMemo(() => layOut(description, WIDTH), [description]);
    const lit = around(description, current);
    const last = past.changes[past.changes.length - 1];
    const boxOf = (state: number) => layout.boxes.find((box) => box.state === state)!;
    const kind = ({ number, owner, target }: Transition) =>
        last && last.why === number + 1 && last.to === target && around(description, last.from).includes(owner) ? "last" : lit.includes(owner) ? "out" : "";
    const transitions = description.transitions.map((transition) => ({ transition, kind: kind(transition) })).sort((a, b) => a.kind.length - b.kind.length || (a.kind === "last" ? 1 : -1));
    const path = lit.map((state) => description.states[state].name).reverse().join(" / ");
    const isOuter = ({ state }: Box) => description.states[state].initial >= 0;
    const draw = (box: Box) => {
        const state = description.states[box.state];
        const how = box.state === current ? "current" : lit.includes(box.state) ? "around" : "";
        return (
            <g class={`state ${how} ${isOuter(box) ? "outer" : ""}`}>
                <rect x={box.x} y={box.y} width={box.width} height={box.height} rx="6" />
                <text x={box.x + 8} y={box.y + (isOuter(box) ? 15 : 17)}>{titleOf(state)}</text>
                <title>{state.does ? `runs ${state.does}` : "runs no activity"}</title>
            </g>
        );
    };
    // Outer boxes are below the transitions, inner ones above them.
    return (
        <svg id="fsm" class="fsm" viewBox={`-4 -20 ${layout.width + 8} ${layout.height + 28}`} style={{ maxWidth: layout.width + 8 }} role="img" aria-label={`State machine, in ${path}`}>
            <defs>
                <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>
            </defs>
            {layout.boxes.filter(isOuter).map(draw)}
            {transitions.map(({ transition, kind: how }) => (
                <path class={`transition ${how}`} d={transitionBetween(boxOf(transition.owner), boxOf(transition.target))} marker-end="url(#arrow)">
                    <title>{`${description.states[transition.owner].name} to ${description.states[transition.target].name}: ${condition(transition)}`}</title>
                </path>
            ))}
            {layout.boxes.filter((box) => !isOuter(box)).map(draw)}
        </svg>
    );
}

function Values({ read }: { read: { name: string; text: string }[] }) {
    if (read.length === 0) return null;
    return <>{read.map(({ name, text }, i) => <>{i > 0 && ", "}{name} <b>{text}</b></>)}</>;
}

// The condition of the last transition, with the values at that time.
function Reason({ shown, description, past }: { shown: Shown; description: Description; past: Past }) {
    const { model, agent, tick } = shown;
    const last = past.changes[past.changes.length - 1];
    const name = (state: number) => description.states[state]?.name ?? "nothing";
    const seconds = model.seconds(tick - last.tick).toFixed(1);
    const transition = description.transitions.find(({ number }) => number === last.why - 1);
    if (!transition) return <p id="changed">It began in {name(last.to)}, {seconds} s ago.</p>;
    const read = model.readings.of(agent, transition.when, last.tick, past.blackboardThen);
    return (
        <p id="changed">
            It changed from {name(last.from)} to {name(last.to)} {seconds} s ago, because: <code>{condition(transition)}</code>
            {read.length > 0 && <> (then <Values read={read} />)</>}.
        </p>
    );
}

// In the order of evaluation.
function Next({ shown, description, current }: { shown: Shown; description: Description; current: number }) {
    const { model, agent, tick } = shown;
    const lit = around(description, current);
    const transitions = description.transitions.filter(({ owner }) => lit.includes(owner)).sort((a, b) => lit.indexOf(a.owner) - lit.indexOf(b.owner));
    if (transitions.length === 0) return <p class="nothing">No transition leads out of this state.</p>;
    return (
        <table id="leads-on">
            <caption>Transitions out of this state</caption>
            <thead>
                <tr><th>to</th><th>when</th><th>now</th></tr>
            </thead>
            <tbody>
                {transitions.map((transition) => (
                    <tr>
                        <td>{description.states[transition.target].name}</td>
                        <td><code>{condition(transition)}</code></td>
                        <td><Values read={model.readings.of(agent, transition.when, tick)} /></td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Memories({ description, past }: { description: Description; past: Past }) {
    const parts = description.states.flatMap((state, i) => {
        const left = state.history > 0 ? remembered(description, past, i) : -1;
        return left >= 0 ? [`${state.name} resumes ${description.states[left].name}`] : [];
    });
    return parts.length > 0 ? <p id="memories">History: {parts.join("; ")}.</p> : null;
}

function Changes({ model, past, name, why }: { model: Shown["model"]; past: Past; name: (state: number) => string; why: (number: number) => string }) {
    return (
        <table>
            <caption>Changes, the last first</caption>
            <thead>
                <tr><th class="number">time</th><th>from</th><th>to</th><th>because</th></tr>
            </thead>
            <tbody>
                {[...past.changes].reverse().map((change) => (
                    <tr>
                        <td class="number">{time(model.seconds(change.tick))}</td>
                        <td>{change.from === NONE ? "" : name(change.from)}</td>
                        <td>{change.to === NONE ? "" : name(change.to)}</td>
                        <td><code>{why(change.why - 1)}</code></td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Crisp({ shown, description, past }: { shown: Shown; description: Description; past: Past }) {
    const { model, agent, tick } = shown;
    const last = past.changes[past.changes.length - 1];
    const current = innermost(description, past, last.to);
    const why = (number: number) => {
        const transition = description.transitions.find((one) => one.number === number);
        return transition ? condition(transition) : "";
    };
    return (
        <>
            <p>
                In <b>{around(description, current).map((state) => description.states[state].name).reverse().join(" / ")}</b> for {model.seconds(tick - last.tick).toFixed(1)} s
                {description.states[current].does && `, running ${description.states[current].does}`}.
            </p>
            <Reason shown={shown} description={description} past={past} />
            <Drawing description={description} past={past} current={current} />
            <Memories description={description} past={past} />
            <Next shown={shown} description={description} current={current} />
            <Changes model={model} past={past} name={(state) => model.names.of(agent, tick).part("state", state)} why={why} />
        </>
    );
}

export function Fsm(shown: Shown) {
    const { model, agent, tick } = shown;
    const description = model.descriptions.of(agent, tick);
    if (description?.kind === "fuzzy") return <FuzzyFsm {...shown} description={description} />;
    const past = model.states.fsm.at(agent, tick);
    if (past.changes.length === 0) return <p class="nothing">No state yet.</p>;
    if (description?.kind === "fsm") return <Crisp shown={shown} description={description} past={past} />;
    return <Changes model={model} past={past} name={(state) => model.names.of(agent, tick).part("state", state)} why={() => ""} />;
}
