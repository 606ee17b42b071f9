// A fuzzy state machine: the sets of its variables to drag, its rules and its states.

import { change, current, edit, select, store } from "../page/workshop";
import { insert, remove, setAttribute, setText } from "../text/edit";
import { type Element, attribute, childrenOf, pathOf, textOf } from "../text/xml";
import { Cell } from "./cell";
import { Curve, type Handle } from "./curve";

const SHAPES = ["points", "falls", "rises"] as const;

function shapeOf(set: Element): { name: (typeof SHAPES)[number]; numbers: number[] } {
    const name = SHAPES.find((one) => attribute(set, one) !== undefined) ?? "points";
    return { name, numbers: (attribute(set, name) ?? "").trim().split(/\s+/).map(Number).filter(Number.isFinite) };
}

/// All sets of a variable over the same range.
function rangeOf(variable: Element): [number, number] {
    const all = childrenOf(variable, "set").flatMap((one) => shapeOf(one).numbers);
    if (all.length === 0) return [0, 1];
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const room = (high - low || 1) * 0.25;
    return [low - room, high + room];
}

/// The corners of a set: how much a number belongs to it.
function corners(name: string, numbers: number[], low: number, high: number): [number, number][] {
    const [a, b, c, d] = numbers;
    if (name === "falls") return [[low, 1], [a, 1], [b, 0], [high, 0]];
    if (name === "rises") return [[low, 0], [a, 0], [b, 1], [high, 1]];
    if (numbers.length === 3) return [[low, 0], [a, 0], [b, 1], [c, 0], [high, 0]];
    return [[low, 0], [a, 0], [b, 1], [c, 1], [d, 0], [high, 0]];
}

const text3 = (value: number) => String(Math.round(value * 1000) / 1000);

function SetCurve({ set, range }: { set: Element; range: [number, number] }) {
    const [low, high] = range;
    const { name, numbers } = shapeOf(set);
    const share = (value: number) => Math.min(1, Math.max(0, (value - low) / (high - low)));
    const values = corners(name, numbers, low, high).map(([x, y]) => ({ x: share(x), y }));
    const height = (i: number) => (name === "falls" ? 1 - i : name === "rises" ? i : i === 0 || i === numbers.length - 1 ? 0 : 1);
    const handles: Handle[] = numbers.map((value, i) => ({
        x: share(value), y: height(i), label: `corner ${i + 1} of ${attribute(set, "name")}`,
        move: (x: number) => {
            const to = Math.min(Math.max(low + x * (high - low), numbers[i - 1] ?? -Infinity), numbers[i + 1] ?? Infinity);
            change(set, (text, it) => setAttribute(text, it, name, numbers.map((one, k) => text3(k === i ? to : one)).join(" ")), pathOf(set), true);
        },
    }));
    return <Curve values={values} handles={handles} label={`Set ${attribute(set, "name")}: ${attribute(set, name) ?? ""}`} />;
}

export function FuzzyView({ element }: { element: Element }) {
    const { selected, findings } = store.use();
    const text = current()!.text;
    const isSelected = (one: Element) => pathOf(one).join() === selected.join();
    const add = (block: string) => edit(insert(text, element, element.children.length, block), [...pathOf(element), element.children.length]);
    const variables = element.children.filter((one) => one.name === "variable" || one.name === "output");
    return (
        <div class="utility">
            {variables.map((variable) => (
                <section key={pathOf(variable).join(".")} aria-label={`${variable.name} ${attribute(variable, "name")}`}>
                    <header>
                        <button class="item" aria-pressed={isSelected(variable)} onClick={() => select(variable)}><i>{variable.name}</i> <b>{attribute(variable, "name")}</b> {attribute(variable, "value") ?? attribute(variable, "key") ?? ""}</button>
                        <button class="small" onClick={() => change(variable, (now, it) => insert(now, it, it.children.length, '<set name="new_set" points="0 0.5 1"/>'), [...pathOf(variable), variable.children.length])}>Add a set</button>
                    </header>
                    <div class="considerations">
                        {childrenOf(variable, "set").map((set) => (
                            <div key={pathOf(set).join(".")} class={`consideration${isSelected(set) ? " selected" : ""}`}>
                                <button class="item" aria-pressed={isSelected(set)} onClick={() => select(set)}>{attribute(set, "name")}</button>
                                <SetCurve set={set} range={rangeOf(variable)} />
                            </div>
                        ))}
                    </div>
                </section>
            ))}
            <section aria-label="States">
                <header><b>States</b> <button class="small" onClick={() => add('<state name="NewState"/>')}>Add a state</button></header>
                {childrenOf(element, "state").map((state) => (
                    <button key={pathOf(state).join(".")} class={`item${isSelected(state) ? " selected" : ""}`} aria-pressed={isSelected(state)} onClick={() => select(state)}><b>{attribute(state, "name")}</b> <i>{attribute(state, "does") ?? ""}</i></button>
                ))}
            </section>
            <section aria-label="Rules">
                <header><b>Rules</b> <button class="small" onClick={() => add("<rule>if  then </rule>")}>Add a rule</button></header>
                {childrenOf(element, "rule").map((rule, i) => (
                    <div class="row" key={i}>
                        <Cell label={`rule ${i + 1}`} value={textOf(rule, text)} error={findings.filter((one) => one.document === current() && one.from >= rule.from && one.from <= rule.to).map((one) => one.message).join("; ")}
                            suggestions={() => variables.flatMap((one) => [attribute(one, "name") ?? "", ...childrenOf(one, "set").map((set) => attribute(set, "name") ?? "")]).concat(childrenOf(element, "state").map((one) => attribute(one, "name") ?? "")).map((label) => ({ label, about: "" }))}
                            set={(value) => change(rule, (now, it) => setText(now, it, value))} />
                        <button class="small" aria-label={`Remove rule ${i + 1}`} onClick={() => change(rule, remove, pathOf(element))}>×</button>
                    </div>
                ))}
            </section>
        </div>
    );
}
