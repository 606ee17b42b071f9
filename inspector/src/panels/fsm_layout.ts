// The layout of a drawn fsm: rows of boxes, inner states inside their outer state, and the transitions between them.

import type { Fsm, State } from "../recording/descriptions";
import { type Block, type Placed, borderOf, layRows, middleOf, moveBoxes } from "./boxes";

/// x and y are those of the whole drawing.
export interface Box extends Placed {
    state: number;
    depth: number;
}

export type Layout = Block<Box>;

const LETTER = 8;
const HEIGHT = 26;
const HEAD = 22;
const PAD = 10;
const GAP_X = 34;
const GAP_Y = 26;

/// With the sign of its history.
export function titleOf({ name, history }: State): string {
    return history === 0 ? name : `${name} ${history === 2 ? "H*" : "H"}`;
}

function layState({ states }: Fsm, state: number, depth: number, max: number): Layout {
    const title = titleOf(states[state]).length * LETTER + 22;
    const inside = states.map((_, i) => i).filter((i) => states[i].parent === state);
    if (inside.length === 0) {
        const width = Math.max(56, title);
        return { boxes: [{ state, x: 0, y: 0, width, height: HEIGHT, depth }], width, height: HEIGHT };
    }
    const rows = layRows(inside.map((i) => layState({ states } as Fsm, i, depth + 1, max - 2 * PAD)), max - 2 * PAD, GAP_X, GAP_Y);
    const width = Math.max(title, rows.width + 2 * PAD);
    const height = rows.height + HEAD + PAD;
    return { boxes: [{ state, x: 0, y: 0, width, height, depth }, ...moveBoxes(rows.boxes, PAD, HEAD)], width, height };
}

export function layOut(fsm: Fsm, max: number): Layout {
    const outer = fsm.states.map((_, i) => i).filter((i) => fsm.states[i].parent < 0);
    const all = layRows(outer.map((i) => layState(fsm, i, 0, max)), max, GAP_X, GAP_Y);
    return { boxes: all.boxes.sort((a, b) => a.depth - b.depth), width: all.width, height: all.height };
}

/// The transition from one box to another: bent, so that the two directions are two lines. From a box to itself or to one
/// around it: a loop at the top.
export function transitionBetween(from: Box, to: Box): string {
    const [a, b] = [middleOf(from), middleOf(to)];
    const isAround = from === to || holds(from, to) || holds(to, from);
    if (isAround) {
        const x = to.x + to.width - 14;
        return `M${x - 8} ${to.y}C${x - 10} ${to.y - 16} ${x + 10} ${to.y - 16} ${x + 4} ${to.y}`;
    }
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const bend = Math.min(24, length / 6);
    const over = { x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * bend, y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend };
    const [begin, end] = [borderOf(from, over), borderOf(to, over)];
    return `M${begin.x.toFixed(1)} ${begin.y.toFixed(1)}Q${over.x.toFixed(1)} ${over.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
}

function holds(outer: Box, inner: Box): boolean {
    return inner.depth > outer.depth && inner.x >= outer.x && inner.y >= outer.y && inner.x < outer.x + outer.width && inner.y < outer.y + outer.height;
}
