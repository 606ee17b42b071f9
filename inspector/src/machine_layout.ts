// Where the states of a machine are drawn: rows of boxes, states inside the state they lie in; and the ways between
// them.

import type { Machine, State } from "./shapes";

export interface Box {
    state: number;
    /// Of the whole drawing.
    x: number;
    y: number;
    width: number;
    height: number;
    depth: number;
}

export interface Layout {
    boxes: Box[];
    width: number;
    height: number;
}

const LETTER = 8;
const HEIGHT = 26;
const HEAD = 22;
const PAD = 10;
const GAP_X = 34;
const GAP_Y = 26;

interface Laid {
    boxes: Box[];
    width: number;
    height: number;
}

/// With the sign for what it remembers.
export function titleOf({ name, history }: State): string {
    return history === 0 ? name : `${name} ${history === 2 ? "H*" : "H"}`;
}

function move(boxes: Box[], x: number, y: number): Box[] {
    return boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y }));
}

function layRows(blocks: Laid[], most: number): Laid {
    const boxes: Box[] = [];
    let [x, y, row, width] = [0, 0, 0, 0];
    for (const block of blocks) {
        if (x > 0 && x + block.width > most) {
            y += row + GAP_Y;
            x = row = 0;
        }
        boxes.push(...move(block.boxes, x, y));
        x += block.width + GAP_X;
        row = Math.max(row, block.height);
        width = Math.max(width, x - GAP_X);
    }
    return { boxes, width, height: y + row };
}

function layState({ states }: Machine, state: number, depth: number, most: number): Laid {
    const title = titleOf(states[state]).length * LETTER + 22;
    const inside = states.map((_, i) => i).filter((i) => states[i].parent === state);
    if (inside.length === 0) {
        const width = Math.max(56, title);
        return { boxes: [{ state, x: 0, y: 0, width, height: HEIGHT, depth }], width, height: HEIGHT };
    }
    const rows = layRows(inside.map((i) => layState({ states } as Machine, i, depth + 1, most - 2 * PAD)), most - 2 * PAD);
    const width = Math.max(title, rows.width + 2 * PAD);
    const height = rows.height + HEAD + PAD;
    return { boxes: [{ state, x: 0, y: 0, width, height, depth }, ...move(rows.boxes, PAD, HEAD)], width, height };
}

export function layOut(machine: Machine, most: number): Layout {
    const outer = machine.states.map((_, i) => i).filter((i) => machine.states[i].parent < 0);
    const all = layRows(outer.map((i) => layState(machine, i, 0, most)), most);
    return { boxes: all.boxes.sort((a, b) => a.depth - b.depth), width: all.width, height: all.height };
}

function middle(box: Box): { x: number; y: number } {
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Where a line from the middle of a box to a point leaves it.
function border(box: Box, to: { x: number; y: number }): { x: number; y: number } {
    const from = middle(box);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const scale = Math.min(Math.abs(dx) > 0 ? box.width / 2 / Math.abs(dx) : Infinity, Math.abs(dy) > 0 ? box.height / 2 / Math.abs(dy) : Infinity);
    return { x: from.x + dx * scale, y: from.y + dy * scale };
}

/// The way from one box to another: bent, so that there and back are two lines. A box and one around it, or itself: a
/// loop at the top.
export function wayBetween(from: Box, to: Box): string {
    const [a, b] = [middle(from), middle(to)];
    const isAround = from === to || holds(from, to) || holds(to, from);
    if (isAround) {
        const x = to.x + to.width - 14;
        return `M${x - 8} ${to.y}C${x - 10} ${to.y - 16} ${x + 10} ${to.y - 16} ${x + 4} ${to.y}`;
    }
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const bend = Math.min(24, length / 6);
    const over = { x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * bend, y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend };
    const [begin, end] = [border(from, over), border(to, over)];
    return `M${begin.x.toFixed(1)} ${begin.y.toFixed(1)}Q${over.x.toFixed(1)} ${over.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
}

function holds(outer: Box, inner: Box): boolean {
    return inner.depth > outer.depth && inner.x >= outer.x && inner.y >= outer.y && inner.x < outer.x + outer.width && inner.y < outer.y + outer.height;
}
