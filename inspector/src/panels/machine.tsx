// The state machine: drawn with the state it is in, why it came there, and what leads on.

import { useMemo } from "preact/hooks";
import { type Box, layOut, titleOf, wayBetween } from "../machine_layout";
import { time } from "../numbers";
import type { Machine as Shape, Transition } from "../shapes";
import { type Machine as Past, NONE } from "../states";
import { FuzzyMachine } from "./fuzzy";
import type { Shown } from "./panel";

const WIDTH = 590;

/// The states inside each other that hold this one, itself first.
function around({ states }: Shape, state: number): number[] {
    const list: number[] = [];
    for (let at = state; at >= 0 && at < states.length; at = states[at].parent) list.push(at);
    return list;
}

// What a state with history takes up again: the one inside it that was left last.
function remembered(shape: Shape, past: Past, state: number): number {
    let best = -1;
    for (const [left, order] of past.left) {
        if (left === NONE || left === state || !around(shape, left).includes(state)) continue;
        if (best < 0 || order > past.left.get(best)!) best = left;
    }
    if (best < 0 || shape.states[state].history === 2) return best;
    return around(shape, best).find((inside) => shape.states[inside].parent === state)!;
}

/// The innermost state that a change leads to.
export function innermost(shape: Shape, past: Past, state: number): number {
    let at = state;
    while (shape.states[at]?.initial >= 0) {
        const left = shape.states[at].history > 0 ? remembered(shape, past, at) : -1;
        at = left >= 0 ? left : shape.states[at].initial;
    }
    return at;
}

function condition({ when, on, after }: Transition): string {
    const said = [on === "anything" ? "" : on === "end" ? "all it does has ended" : `what it does ends in ${on}`, after > 0 ? `after ${after / 1e6} s` : "", when];
    return said.filter(Boolean).join(", ") || "always";
}

function Drawing({ shape, past, current }: { shape: Shape; past: Past; current: number }) {
    const layout = useMemo(() => layOut(shape, WIDTH), [shape]);
    const lit = around(shape, current);
    const last = past.changes[past.changes.length - 1];
    const boxOf = (state: number) => layout.boxes.find((box) => box.state === state)!;
    const kind = ({ number, owner, target }: Transition) =>
        last && last.why === number + 1 && last.to === target && around(shape, last.from).includes(owner) ? "last" : lit.includes(owner) ? "out" : "";
    const ways = shape.transitions.map((way) => ({ way, kind: kind(way) })).sort((a, b) => a.kind.length - b.kind.length || (a.kind === "last" ? 1 : -1));
    const path = lit.map((state) => shape.states[state].name).reverse().join(" / ");
    const isOuter = ({ state }: Box) => shape.states[state].initial >= 0;
    const draw = (box: Box) => {
        const state = shape.states[box.state];
        const how = box.state === current ? "current" : lit.includes(box.state) ? "around" : "";
        return (
            <g class={`state ${how} ${isOuter(box) ? "outer" : ""}`}>
                <rect x={box.x} y={box.y} width={box.width} height={box.height} rx="6" />
                <text x={box.x + 8} y={box.y + (isOuter(box) ? 15 : 17)}>{titleOf(state)}</text>
                <title>{state.does ? `does ${state.does}` : "does nothing of its own"}</title>
            </g>
        );
    };
    // Outer boxes lie under the ways, inner ones over them.
    return (
        <svg id="machine" class="machine" viewBox={`-4 -20 ${layout.width + 8} ${layout.height + 28}`} style={{ maxWidth: layout.width + 8 }} role="img" aria-label={`State machine, in ${path}`}>
            <defs>
                <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>
            </defs>
            {layout.boxes.filter(isOuter).map(draw)}
            {ways.map(({ way, kind: how }) => (
                <path class={`way ${how}`} d={wayBetween(boxOf(way.owner), boxOf(way.target))} marker-end="url(#arrow)">
                    <title>{`${shape.states[way.owner].name} to ${shape.states[way.target].name}: ${condition(way)}`}</title>
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

// The guard that let it change last, with what it read then.
function Reason({ shown, shape, past }: { shown: Shown; shape: Shape; past: Past }) {
    const { model, agent, tick } = shown;
    const last = past.changes[past.changes.length - 1];
    const name = (state: number) => shape.states[state]?.name ?? "nothing";
    const seconds = model.seconds(tick - last.tick).toFixed(1);
    const way = shape.transitions.find(({ number }) => number === last.why - 1);
    if (!way) return <p id="changed">It began in {name(last.to)}, {seconds} s ago.</p>;
    const read = model.readings.of(agent, way.when, last.tick, past.boardThen);
    return (
        <p id="changed">
            It changed from {name(last.from)} to {name(last.to)} {seconds} s ago, because: <code>{condition(way)}</code>
            {read.length > 0 && <> (then <Values read={read} />)</>}.
        </p>
    );
}

// In the order that they are asked in.
function Next({ shown, shape, current }: { shown: Shown; shape: Shape; current: number }) {
    const { model, agent, tick } = shown;
    const lit = around(shape, current);
    const ways = shape.transitions.filter(({ owner }) => lit.includes(owner)).sort((a, b) => lit.indexOf(a.owner) - lit.indexOf(b.owner));
    if (ways.length === 0) return <p class="nothing">Nothing leads on from here.</p>;
    return (
        <table id="leads-on">
            <caption>What leads on from here</caption>
            <thead>
                <tr><th>to</th><th>when</th><th>now</th></tr>
            </thead>
            <tbody>
                {ways.map((way) => (
                    <tr>
                        <td>{shape.states[way.target].name}</td>
                        <td><code>{condition(way)}</code></td>
                        <td><Values read={model.readings.of(agent, way.when, tick)} /></td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Memories({ shape, past }: { shape: Shape; past: Past }) {
    const said = shape.states.flatMap((state, i) => {
        const left = state.history > 0 ? remembered(shape, past, i) : -1;
        return left >= 0 ? [`${state.name} takes up ${shape.states[left].name} again`] : [];
    });
    return said.length > 0 ? <p id="memories">When it comes back: {said.join("; ")}.</p> : null;
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

function Crisp({ shown, shape, past }: { shown: Shown; shape: Shape; past: Past }) {
    const { model, agent, tick } = shown;
    const last = past.changes[past.changes.length - 1];
    const current = innermost(shape, past, last.to);
    const why = (number: number) => {
        const way = shape.transitions.find((one) => one.number === number);
        return way ? condition(way) : "";
    };
    return (
        <>
            <p>
                In <b>{around(shape, current).map((state) => shape.states[state].name).reverse().join(" / ")}</b> for {model.seconds(tick - last.tick).toFixed(1)} s
                {shape.states[current].does && `, doing ${shape.states[current].does}`}.
            </p>
            <Reason shown={shown} shape={shape} past={past} />
            <Drawing shape={shape} past={past} current={current} />
            <Memories shape={shape} past={past} />
            <Next shown={shown} shape={shape} current={current} />
            <Changes model={model} past={past} name={(state) => model.names.part(agent, "state", state)} why={why} />
        </>
    );
}

export function Machine(shown: Shown) {
    const { model, agent, tick } = shown;
    const shape = model.shapes.of(agent);
    if (shape?.kind === "fuzzy") return <FuzzyMachine {...shown} shape={shape} />;
    const past = model.states.machine.at(agent, tick);
    if (past.changes.length === 0) return <p class="nothing">No state yet.</p>;
    if (shape?.kind === "fsm") return <Crisp shown={shown} shape={shape} past={past} />;
    return <Changes model={model} past={past} name={(state) => model.names.part(agent, "state", state)} why={() => ""} />;
}
