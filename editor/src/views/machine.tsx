// A state machine as a graph: states are dragged into each other, and transitions are drawn from one to another.

import { useEffect, useRef, useState } from "preact/hooks";
import { change, current, edit, select, store } from "../page/workshop";
import { insert, move, remove, setAttribute } from "../text/edit";
import { type Element, attribute, childrenOf, follow, pathOf, walk } from "../text/xml";
import { type Dragged, type Place, addTarget, beginDrag } from "./drag";
import { type StateBox, layStates, lineBetween } from "./state_layout";

const TOP = 54; // room for "any state"
const LEFT = 16;

function unusedName(machine: Element): string {
    const taken = new Set([...walk(machine)].filter((one) => one.name === "state").map((one) => attribute(one, "name")));
    let name = "New";
    for (let i = 2; taken.has(name); i++) name = `New${i}`;
    return name;
}

function labelOf(transition: Element): string {
    const parts = [attribute(transition, "when") ?? ""];
    const after = attribute(transition, "after"), on = attribute(transition, "on");
    if (after) parts.push(`after ${after} s`);
    if (on && on !== "anything") parts.push(`on ${on}`);
    return parts.filter(Boolean).join(", ") || "always";
}

/// The innermost state under a place; the machine itself beside all of them.
function under(machine: Element, boxes: StateBox[], x: number, y: number): { element: Element; box: StateBox | null } {
    const hit = boxes.filter((one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height);
    const box = hit[hit.length - 1] ?? null;
    return { element: box?.element ?? machine, box };
}

function findPlace(machine: Element, boxes: StateBox[], dragged: Dragged, x: number, y: number): Place | null {
    const { element, box } = under(machine, boxes, x, y);
    if (dragged.label.startsWith("→") && !box) return null;
    const area = box ?? { x: 4, y: TOP - 12, width: Math.max(60, ...boxes.map((one) => one.x + one.width)), height: 4 };
    return { parent: pathOf(element), index: element.children.length, mark: { x: area.x, y: area.y + area.height - 4, width: area.width, height: 4 } };
}

function drop(dragged: Dragged, place: Place): void {
    const document = current();
    const target = follow(document?.tree.root ?? null, place.parent);
    const source = dragged.path ? follow(document?.tree.root ?? null, dragged.path) : null;
    if (!document || !target) return;
    if (dragged.label.startsWith("→") && source) {
        const index = source.children.length;
        return edit(insert(document.text, source, index, `<transition to="${attribute(target, "name") ?? ""}"/>`), [...pathOf(source), index]);
    }
    if (source && source.parent !== target) return edit(move(document.text, source, target, stateIndex(target)));
    if (dragged.block) edit(insert(document.text, target, stateIndex(target), dragged.block), [...place.parent, stateIndex(target)]);
}

/// Behind the last state, before the transitions.
function stateIndex(owner: Element): number {
    const last = childrenOf(owner, "state").at(-1);
    return last ? owner.children.indexOf(last) + 1 : 0;
}

export function MachineView({ element: machine }: { element: Element }) {
    const { selected, findings } = store.use();
    const canvas = useRef<HTMLDivElement>(null);
    const [mark, setMark] = useState<Place | null>(null);
    const [room, setRoom] = useState(560);
    const laid = layStates(machine, room);
    const boxes = laid.boxes.map((one) => ({ ...one, x: one.x + LEFT, y: one.y + TOP }));
    const latest = useRef({ machine, boxes });
    latest.current = { machine, boxes };
    useEffect(() => {
        setRoom(Math.max(300, (canvas.current?.clientWidth ?? 600) - 60));
        return addTarget(canvas.current!, { find: (dragged, x, y) => findPlace(latest.current.machine, latest.current.boxes, dragged, x, y), show: setMark, drop });
    }, []);
    const any: StateBox = { element: machine, x: LEFT, y: 8, width: 96, height: 22 };
    const byName = new Map(boxes.map((one) => [attribute(one.element, "name"), one]));
    const seen = new Map<string, number>();
    const lines = [...walk(machine)].filter((one) => one.name === "transition").flatMap((transition) => {
        const from = transition.parent === machine ? any : boxes.find((one) => one.element === transition.parent);
        const to = byName.get(attribute(transition, "to"));
        if (!from || !to) return [];
        const pair = `${from.x},${from.y} ${to.x},${to.y}`;
        const nth = seen.get(pair) ?? 0;
        seen.set(pair, nth + 1);
        return [{ transition, ...lineBetween(from, to, nth) }];
    });
    const isSelected = (element: Element) => pathOf(element).join() === selected.join();
    const isWrong = (element: Element) => findings.some((one) => one.document === current() && one.from >= element.from && one.from < element.openTo);
    const width = laid.width + 2 * LEFT + 60, height = laid.height + TOP + 60;
    const handle = (element: Element, label: string) => (
        <span class="handle" title="Drag to another state: a transition" aria-hidden="true" data-handle={label}
            onPointerDown={(event) => (event.stopPropagation(), beginDrag(event, { name: "transition", block: null, path: pathOf(element), label: `→ from ${label}` }))} />
    );
    const isInside = (inner: Element) => inner.name === "state";
    const chosen = follow(current()?.tree.root ?? null, selected);
    const remember = (path: number[]) => store.change({ selected: path });
    return (
        <div class="machine">
            <div class="tools">
                <button class="small" onClick={() => change(machine, (text, it) => insert(text, it, stateIndex(it), `<state name="${unusedName(it)}"/>`), [...pathOf(machine), stateIndex(machine)])}>Add a state</button>
                {chosen && isInside(chosen) && <button class="small" onClick={() => change(chosen, (text, it) => insert(text, it, stateIndex(it), `<state name="${unusedName(machine)}"/>`), [...selected, stateIndex(chosen)])}>Add a state inside</button>}
                {chosen && isInside(chosen) && (
                    <label>transition to <select aria-label="Add a transition to" value="" onChange={(event) => {
                        const to = event.currentTarget.value;
                        event.currentTarget.value = "";
                        if (to) change(chosen, (text, it) => insert(text, it, it.children.length, `<transition to="${to}"/>`), [...selected, chosen.children.length]);
                    }}>
                        <option value="">…</option>
                        {boxes.map((one) => <option key={attribute(one.element, "name")}>{attribute(one.element, "name")}</option>)}
                    </select></label>
                )}
                {chosen?.name === "transition" && (
                    <button class="small" onClick={() => change(chosen, (text, it) => setAttribute(text, it, "when", attribute(it, "when") ?? "true"), selected)}>Add a condition</button>
                )}
            </div>
            <div class="canvas" ref={canvas} tabIndex={0} role="group" aria-label="State machine">
                <div style={{ width, height, position: "relative" }}>
                    {boxes.map(({ element, x, y, width: wide, height: high }) => {
                        const name = attribute(element, "name") ?? "";
                        const does = [attribute(element, "does"), attribute(element, "history") && `history ${attribute(element, "history")}`].filter(Boolean).join(" · ");
                        return (
                            <button key={pathOf(element).join(".")} data-state={name} data-path={pathOf(element).join(".")} aria-pressed={isSelected(element)}
                                class={`node state${isSelected(element) ? " selected" : ""}${isWrong(element) ? " wrong" : ""}${childrenOf(element, "state").length > 0 ? " outer" : ""}`}
                                style={{ left: x, top: y, width: wide, height: high }} onClick={() => select(element)}
                                onKeyDown={(event) => (event.key === "Delete" && (event.preventDefault(), change(element, remove, pathOf(machine)), remember(pathOf(machine))))}
                                onPointerDown={(event) => beginDrag(event, { name: "state", block: null, path: pathOf(element), label: name })}>
                                <b>{name}</b><span>{does}</span>
                                {handle(element, name)}
                            </button>
                        );
                    })}
                    <div class="node any" style={{ left: any.x, top: any.y, width: any.width, height: any.height }}>any state{handle(machine, "any state")}</div>
                    <svg width={width} height={height} class="over" aria-hidden="true">
                        <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="head" /></marker></defs>
                        {lines.map(({ transition, d }) => <path key={pathOf(transition).join(".")} class={`line${isSelected(transition) ? " selected" : ""}`} d={d} marker-end="url(#arrow)" />)}
                        {mark && <rect class="drop" {...mark.mark} />}
                    </svg>
                    {lines.map(({ transition, x, y }) => (
                        <button key={pathOf(transition).join(".")} data-transition={labelOf(transition)} class={`label${isSelected(transition) ? " selected" : ""}${isWrong(transition) ? " wrong" : ""}`} style={{ left: x, top: y }} aria-pressed={isSelected(transition)}
                            onClick={() => select(transition)} onKeyDown={(event) => (event.key === "Delete" && (event.preventDefault(), change(transition, remove, pathOf(transition.parent!))))}>
                            {labelOf(transition)}
                        </button>
                    ))}
                </div>
            </div>
        </div>
    );
}
