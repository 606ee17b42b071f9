// Elements inside elements as a tree from top to bottom: behavior trees and task networks. Nodes are dragged to their new
// places, and come from a palette beside it.

import { hierarchy, tree as layOut } from "d3-hierarchy";
import { useEffect, useRef, useState } from "preact/hooks";
import { change, current, edit, select, store } from "../page/workshop";
import { insert, move, remove } from "../text/edit";
import { type Element, follow, pathOf } from "../text/xml";
import { type Dragged, type Place, addTarget, beginDrag } from "./drag";

export interface PaletteItem {
    label: string;
    name: string; // of the element
    block: string;
    about: string;
}

export interface PaletteGroup {
    title: string;
    items: PaletteItem[];
}

export interface TreeRules {
    root: Element;
    drawn: (element: Element) => Element[];
    title: (element: Element) => string;
    note: (element: Element) => string;
    kind: (element: Element) => string;
    accepts: (parent: Element, name: string, moved: Element | null) => boolean;
    palette: PaletteGroup[];
    more?: { label: string; act: () => void }; // below the palette
    links?: { from: Element; to: Element }[];
}

const WIDTH = 132;
const HEIGHT = 46;
const GAP_X = 16;
const GAP_Y = 34;

interface Box {
    element: Element;
    x: number;
    y: number;
}

function boxesOf({ root, drawn }: TreeRules): { boxes: Box[]; lines: [Box, Box][]; width: number; height: number } {
    const laid = layOut<Element>().nodeSize([WIDTH + GAP_X, HEIGHT + GAP_Y]).separation((a, b) => (a.parent === b.parent ? 1 : 1.1))(hierarchy(root, drawn));
    const all = laid.descendants();
    const left = Math.min(...all.map((one) => one.x));
    const byNode = new Map(all.map((one) => [one, { element: one.data, x: one.x - left + 12, y: one.y + 12 }]));
    const lines = all.filter((one) => one.parent).map((one): [Box, Box] => [byNode.get(one.parent!)!, byNode.get(one)!]);
    const boxes = [...byNode.values()];
    return { boxes, lines, width: Math.max(...boxes.map((one) => one.x)) + WIDTH + 24, height: Math.max(...boxes.map((one) => one.y)) + HEIGHT + 24 };
}

/// Beside a node: before or after it; on it: as its last child.
function placeOf(rules: TreeRules, boxes: Box[], dragged: Dragged, x: number, y: number): Place | null {
    const moved = dragged.path ? follow(current()?.tree.root ?? null, dragged.path) : null;
    const near = boxes.filter((one) => x > one.x - GAP_X && x < one.x + WIDTH + GAP_X && y > one.y - GAP_Y / 2 && y < one.y + HEIGHT + GAP_Y / 2);
    const box = near.sort((a, b) => Math.abs(a.x + WIDTH / 2 - x) - Math.abs(b.x + WIDTH / 2 - x))[0];
    if (!box) return null;
    const { element } = box;
    const share = (x - box.x) / WIDTH;
    const parent = element.parent;
    if (element !== rules.root && parent && (share < 0.25 || share > 0.75) && rules.accepts(parent, dragged.name, moved)) {
        const index = parent.children.indexOf(element) + (share > 0.5 ? 1 : 0);
        return { parent: pathOf(parent), index, mark: { x: share > 0.5 ? box.x + WIDTH + GAP_X / 2 - 2 : box.x - GAP_X / 2 - 2, y: box.y, width: 4, height: HEIGHT } };
    }
    if (!rules.accepts(element, dragged.name, moved)) return null;
    return { parent: pathOf(element), index: element.children.length, mark: { x: box.x, y: box.y + HEIGHT, width: WIDTH, height: 4 } };
}

function drop(dragged: Dragged, place: Place): void {
    const document = current();
    const parent = follow(document?.tree.root ?? null, place.parent);
    if (!document || !parent) return;
    if (dragged.block !== null) return edit(insert(document.text, parent, place.index, dragged.block), [...place.parent, place.index]);
    const element = follow(document.tree.root, dragged.path!);
    if (element) edit(move(document.text, element, parent, place.index));
}

/// By a click or a key: below the selected node, or after it.
function addHere(rules: TreeRules, item: PaletteItem): void {
    const document = current()!;
    const chosen = follow(document.tree.root, store.value.selected);
    for (let at = chosen ?? rules.root, child: Element | null = null; at; child = at, at = at.parent!) {
        if (!rules.accepts(at, item.name, null)) {
            if (at === rules.root) return;
            continue;
        }
        const index = child ? at.children.indexOf(child) + 1 : at.children.length;
        return edit(insert(document.text, at, index, item.block), [...pathOf(at), index]);
    }
}

function shift(rules: TreeRules, element: Element, by: number): void {
    const siblings = element.parent ? rules.drawn(element.parent) : [];
    const other = siblings[siblings.indexOf(element) + by];
    if (!other) return;
    const index = element.parent!.children.indexOf(other);
    change(element, (text, it) => move(text, it, it.parent!, by > 0 ? index + 1 : index), [...pathOf(element.parent!), index]);
}

function onKey(rules: TreeRules, element: Element, event: KeyboardEvent): void {
    const siblings = element.parent ? rules.drawn(element.parent) : [];
    const own = siblings.indexOf(element);
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    let next: Element | null | undefined;
    if ((event.key === "Delete" || event.key === "Backspace") && element !== rules.root) change(element, remove, pathOf(element.parent!));
    else if (by !== 0 && event.altKey) shift(rules, element, by);
    else if (by !== 0) next = siblings[own + by];
    else if (event.key === "ArrowUp") next = element === rules.root ? null : element.parent;
    else if (event.key === "ArrowDown") next = rules.drawn(element)[0];
    else return;
    event.preventDefault();
    if (!next) return;
    select(next);
    document.querySelector<HTMLElement>(`[data-path="${pathOf(next).join(".")}"]`)?.focus();
}

function Palette({ rules }: { rules: TreeRules }) {
    const [wanted, setWanted] = useState("");
    const matches = (item: PaletteItem) => item.label.toLowerCase().includes(wanted.toLowerCase());
    return (
        <div class="palette" role="group" aria-label="Palette">
            <input type="search" placeholder="Find a node" aria-label="Find a node" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
            {rules.palette.map((group) => (
                <details key={group.title} open>
                    <summary>{group.title}</summary>
                    {group.items.filter(matches).map((item) => (
                        <button key={item.label + item.block} class="palette-item" title={item.about} data-new={item.label} onClick={() => addHere(rules, item)}
                            onPointerDown={(event) => beginDrag(event, { name: item.name, block: item.block, path: null, label: item.label })}>
                            {item.label}
                        </button>
                    ))}
                </details>
            ))}
            {rules.more && <button class="small" onClick={rules.more.act}>{rules.more.label}</button>}
        </div>
    );
}

export function TreeGraph({ rules }: { rules: TreeRules }) {
    const { selected, findings } = store.use();
    const canvas = useRef<HTMLDivElement>(null);
    const [mark, setMark] = useState<Place | null>(null);
    const { boxes, lines, width, height } = boxesOf(rules);
    const latest = useRef({ rules, boxes });
    latest.current = { rules, boxes };
    useEffect(() => addTarget(canvas.current!, { find: (dragged, x, y) => placeOf(latest.current.rules, latest.current.boxes, dragged, x, y), show: setMark, drop }), []);
    const isWrong = (element: Element) => findings.some((one) => one.from >= element.from && one.from < (element.isEmpty ? element.to : element.openTo) && one.document === current());
    const middle = (box: Box) => box.x + WIDTH / 2;
    return (
        <div class="tree-editor">
            <Palette rules={rules} />
            <div class="canvas" ref={canvas} tabIndex={0} role="group" aria-label="Graph">
                <div style={{ width, height, position: "relative" }}>
                    <svg width={width} height={height} aria-hidden="true">
                        {lines.map(([a, b]) => <path key={pathOf(b.element).join(".")} class="line" d={`M${middle(a)} ${a.y + HEIGHT}C${middle(a)} ${a.y + HEIGHT + 18} ${middle(b)} ${b.y - 18} ${middle(b)} ${b.y}`} />)}
                        {(rules.links ?? []).map(({ from, to }, i) => {
                            const [a, b] = [boxes.find((one) => one.element === from), boxes.find((one) => one.element === to)];
                            return a && b ? <path key={`link${i}`} class="link" d={`M${middle(a)} ${a.y + HEIGHT}C${middle(a)} ${a.y + HEIGHT + 60} ${middle(b)} ${b.y - 60} ${middle(b)} ${b.y}`} /> : null;
                        })}
                        {mark && <rect class="drop" {...mark.mark} />}
                    </svg>
                    {boxes.map(({ element, x, y }) => {
                        const path = pathOf(element).join(".");
                        const isSelected = path === selected.join(".");
                        return (
                            <button key={path} data-path={path} data-node={rules.title(element)} class={`node ${rules.kind(element)}${isSelected ? " selected" : ""}${isWrong(element) ? " wrong" : ""}`}
                                style={{ left: x, top: y, width: WIDTH, height: HEIGHT }} aria-pressed={isSelected}
                                onClick={() => select(element)} onKeyDown={(event) => onKey(rules, element, event)}
                                onPointerDown={(event) => element !== rules.root && beginDrag(event, { name: element.name, block: null, path: pathOf(element), label: rules.title(element) })}>
                                <b>{rules.title(element)}</b>
                                <span>{rules.note(element)}</span>
                            </button>
                        );
                    })}
                </div>
            </div>
        </div>
    );
}
