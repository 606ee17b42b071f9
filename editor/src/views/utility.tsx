// A utility: its options with their considerations, each with its response curve to drag. The values of the curves come
// from the library.

import { useEffect, useState } from "preact/hooks";
import { change, current, files, program, select, store } from "../page/workshop";
import { type Change, insert, remove, setAttribute } from "../text/edit";
import { childRules } from "../text/schema";
import { type Element, attribute, childrenOf, pathOf } from "../text/xml";
import { Curve, type Handle } from "./curve";

interface Sampled {
    line: number;
    column: number;
    values: number[];
}

const INPUTS = /^(key|expression|scorer|count|belief|age)$/;
const DEFAULTS: Record<string, { slope: number; x_shift: number; y_shift: number }> = {
    linear: { slope: 1, x_shift: 0, y_shift: 0 }, polynomial: { slope: 1, x_shift: 0, y_shift: 0 }, logistic: { slope: 10, x_shift: 0.5, y_shift: 0 },
    logit: { slope: 0.1, x_shift: 0, y_shift: 0.5 }, step: { slope: 1, x_shift: 0.5, y_shift: 0 },
};

const text3 = (value: number) => String(Math.round(value * 1000) / 1000);

function points(element: Element): [number, number][] {
    return (attribute(element, "points") ?? "").split(",").map((one) => one.trim().split(/\s+/).map(Number) as [number, number]).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
}

const kindOf = (element: Element) => attribute(element, "curve") ?? (attribute(element, "points") ? "piecewise" : "linear");

function number(element: Element, name: "slope" | "x_shift" | "y_shift"): number {
    const value = Number(attribute(element, name));
    return attribute(element, name) !== undefined && Number.isFinite(value) ? value : (DEFAULTS[kindOf(element)] ?? DEFAULTS.linear)[name];
}

function set(element: Element, values: Record<string, number>): void {
    change(element, (text, it) => {
        const changes: Change[] = [];
        const added: string[] = [];
        for (const [name, value] of Object.entries(values)) {
            if (attribute(it, name) !== undefined) changes.push(...setAttribute(text, it, name, text3(value)));
            else if (value !== (DEFAULTS[kindOf(it)] ?? DEFAULTS.linear)[name as "slope"]) added.push(` ${name}="${text3(value)}"`);
        }
        const at = it.attributes.at(-1)?.to ?? it.nameTo;
        if (added.length > 0) changes.push({ from: at, to: at, insert: added.join("") });
        return changes;
    }, pathOf(element), true);
}

/// Points, or: where the curve is shifted to, and how steep it is.
function handlesOf(element: Element, values: { x: number; y: number }[]): Handle[] {
    const list = points(element);
    if (kindOf(element) === "piecewise")
        return list.map(([x, y], i) => ({
            x, y, label: `point ${i + 1}`,
            move: (nx: number, ny: number) => {
                const low = list[i - 1]?.[0] ?? 0, high = list[i + 1]?.[0] ?? 1;
                const next = list.map((one, k) => (k === i ? [Math.min(Math.max(nx, low), high), ny] : one));
                change(element, (text, it) => setAttribute(text, it, "points", next.map(([a, b]) => `${text3(a)} ${text3(b)}`).join(", ")), pathOf(element), true);
            },
        }));
    const at = (x: number) => values.find((one) => one.x >= x)?.y ?? 0;
    const kind = kindOf(element);
    const [slope, shift, lift] = [number(element, "slope"), number(element, "x_shift"), number(element, "y_shift")];
    const x = Math.min(1, Math.max(0, shift));
    const moved: Handle = {
        x, y: at(x), label: "shift",
        move: (nx, ny) => set(element, { x_shift: nx, y_shift: lift + (kind === "logistic" ? 0 : Math.round((ny - at(x)) * 100) / 100) }),
    };
    const far = kind === "logistic" ? Math.min(1, x + 0.2) : 1;
    const steep: Handle = {
        x: far, y: at(far), label: "slope",
        move: (_, ny) => {
            const run = far - shift;
            if (kind === "logistic") return set(element, { slope: Math.min(50, Math.max(-50, Math.log(Math.max(0.02, ny) / Math.max(0.02, 1 - ny)) / 0.2)) });
            if (kind === "step" || kind === "logit") return set(element, { slope: Math.round((slope + (ny - at(far)) * (kind === "logit" ? 0.2 : 1)) * 100) / 100 });
            const power = kind === "polynomial" ? Math.pow(Math.abs(run), Number(attribute(element, "exponent") ?? 2)) : run;
            if (power !== 0) set(element, { slope: (ny - lift) / power });
        },
    };
    return [moved, steep];
}

function useCurves(): Map<string, number[]> {
    const { revision } = store.use();
    const [known, setKnown] = useState(new Map<string, number[]>());
    useEffect(() => {
        const document = current();
        if (!document) return;
        void program().json<{ curves: Sampled[] }>("curves", ["curves", document.name], files()).then((answer) => {
            if (answer?.value) setKnown(new Map(answer.value.curves.map((one) => [`${one.line}:${one.column}`, one.values])));
        });
    }, [revision]);
    return known;
}

/// The place of an element as the library counts it: bytes from 1.
function placeOf(element: Element): string {
    const { doc } = current()!.state;
    const line = doc.lineAt(element.from);
    return `${line.number}:${new TextEncoder().encode(line.text.slice(0, element.from - line.from)).length + 1}`;
}

function Consideration({ element, curves }: { element: Element; curves: Map<string, number[]> }) {
    const { selected } = store.use();
    const isSelected = pathOf(element).join() === selected.join();
    const samples = curves.get(placeOf(element)) ?? [];
    const values = samples.map((y, i) => ({ x: i / (samples.length - 1), y: y / 1000 }));
    const name = attribute(element, "name") ?? attribute(element, "of") ?? element.name;
    const addPoint = kindOf(element) !== "piecewise" ? undefined : (x: number, y: number) => {
        const next = [...points(element), [x, y] as [number, number]].sort((a, b) => a[0] - b[0]);
        change(element, (text, it) => setAttribute(text, it, "points", next.map(([a, b]) => `${text3(a)} ${text3(b)}`).join(", ")), pathOf(element));
    };
    if (element.name === "port") return null;
    return (
        <div class={`consideration${isSelected ? " selected" : ""}`} data-consideration={name}>
            <button class="item" aria-pressed={isSelected} onClick={() => select(element)}><i>{element.name}</i> {name} {element.name === "constant" && attribute(element, "value")}</button>
            {INPUTS.test(element.name) && (
                <>
                    <select aria-label={`Curve of ${name}`} value={kindOf(element)} onChange={(event) => {
                        const kind = event.currentTarget.value;
                        change(element, (text, it) => {
                            const added = kind === "piecewise" && !attribute(it, "points") ? ' points="0 0, 1 1"' : "";
                            const old = it.attributes.find((one) => one.name === "curve");
                            const at = old?.to ?? it.attributes.at(-1)?.to ?? it.nameTo;
                            if (!old) return [{ from: at, to: at, insert: ` curve="${kind}"${added}` }];
                            return [{ from: old.valueFrom, to: old.to, insert: `${kind}${text[old.valueTo]}${added}` }];
                        }, pathOf(element));
                    }}>
                        {["linear", "polynomial", "logistic", "logit", "step", "piecewise"].map((one) => <option key={one}>{one}</option>)}
                    </select>
                    <Curve values={values} handles={handlesOf(element, values)} label={`Response curve of ${name}`} onAdd={addPoint} />
                </>
            )}
            {element.children.length > 0 && <div class="nested">{element.children.map((one, i) => <Consideration key={i} element={one} curves={curves} />)}</div>}
        </div>
    );
}

export function UtilityView({ element }: { element: Element }) {
    const { selected } = store.use();
    const curves = useCurves();
    const options = childrenOf(element, "option");
    const kinds = options[0] ? [...new Set(childRules(options[0]).flatMap((one) => one.names))].filter((name) => name !== "port") : [];
    const fresh = (name: string) => (name === "constant" ? '<constant value="0.5"/>' : /^(sum|product|plain|min|max)$/.test(name) ? `<${name}>\n  <constant value="0.5"/>\n</${name}>` : `<${name} of=""/>`);
    const unused = () => {
        let i = 1;
        while (options.some((one) => attribute(one, "name") === `Option${i}`)) i++;
        return `Option${i}`;
    };
    return (
        <div class="utility">
            {options.map((option) => {
                const name = attribute(option, "name") ?? "";
                const isSelected = pathOf(option).join() === selected.join();
                return (
                    <section key={pathOf(option).join(".")} class={isSelected ? "selected" : ""} aria-label={`Option ${name}`} data-option={name}>
                        <header>
                            <button class="item" aria-pressed={isSelected} onClick={() => select(option)}><b>{name}</b> <i>{attribute(option, "when") ?? ""}</i></button>
                            <select aria-label={`Add to ${name}`} value="" onChange={(event) => {
                                const kind = event.currentTarget.value;
                                event.currentTarget.value = "";
                                if (kind) change(option, (text, it) => insert(text, it, it.children.length, fresh(kind)), [...pathOf(option), option.children.length]);
                            }}>
                                <option value="">Add…</option>
                                {kinds.map((one) => <option key={one}>{one}</option>)}
                            </select>
                            <button class="small" aria-label={`Remove option ${name}`} onClick={() => change(option, remove, pathOf(element))}>×</button>
                        </header>
                        <div class="considerations">{option.children.map((one, i) => <Consideration key={i} element={one} curves={curves} />)}</div>
                    </section>
                );
            })}
            <button class="small" onClick={() => change(element, (text, it) => insert(text, it, it.children.length, `<option name="${unused()}">\n  <constant value="0.2"/>\n</option>`), [...pathOf(element), element.children.length])}>Add an option</button>
        </div>
    );
}
