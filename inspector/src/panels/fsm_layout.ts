// The layout of a drawn fsm: rows of boxes, inner states inside their outer state, and the transitions between them.

import type { Fsm, State } from "../recording/descriptions";

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

/// With the sign of its history.
export function titleOf({ name, history }: State): string {
    return history === 0 ? name : `${name} ${history === 2 ? "H*" : "H"}`;
}

function move(boxes: Box[], x: number, y: number): Box[] {
    return boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y }));
}

function layRows(blocks: Laid[], max: number): Laid {
    const boxes: Box[] = [];
    let [x, y, row, width] = [0, 0, 0, 0];
    for (const block of blocks) {
        if (x > 0 && x + block.width > max) {
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

function layState({ states }: Fsm, state: number, depth: number, max: number): Laid {
    const title = titleOf(states[state]).length * LETTER + 22;
    const inside = states.map((_, i) => i).filter((i) => states[i].parent === state);
    if (inside.length === 0) {
        const width = Math.max(56, title);
        return { boxes: [{ state, x: 0, y: 0, width, height: HEIGHT, depth }], width, height: HEIGHT };
    }
    const rows = layRows(inside.map((i) => layState({ states } as Fsm, i, depth + 1, max - 2 * PAD)), max - 2 * PAD);
    const width = Math.max(title, rows.width + 2 * PAD);
    const height = rows.height + HEAD + PAD;
    return { boxes: [{ state, x: 0, y: 0, width, height, depth }, ...move(rows.boxes, PAD, HEAD)], width, height };
}

export function layOut(fsm: Fsm, max: number): Layout {
    const outer = fsm.states.map((_, i) => i).filter((i) => fsm.states[i].parent < 0);
    const all = layRows(outer.map((i) => layState(fsm, i, 0, max)), max);
    return { boxes: all.boxes.sort((a, b) => a.depth - b.depth), width: all.width, height: all.height };
}

function middle(box: Box): { x: number; y: number } {
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Where a line from the center of a box to a point leaves the box.
function border(box: Box, to: { x: number; y: number }): { x: number; y: number } {
    const from = middle(box);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const scale = Math.min(Math.abs(dx) > 0 ? box.width / 2 / Math.abs(dx) : Infinity, Math.abs(dy) > 0 ? box.height / 2 / Math.abs(dy) : Infinity);
    return { x: from.x + dx * scale, y: from.y + dy * scale };
}

/// The transition from one box to another: bent, so that the two directions are two lines. From a box to itself or to one
/// around it: a loop at the top.
export function transitionBetween(from: Box, to: Box): string {
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
