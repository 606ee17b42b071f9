// Where states are drawn: rows of boxes, inner states inside their outer state; and the lines between them.

import { type Block, type Placed, borderOf, layRows, middleOf, moveBoxes } from "../../../inspector/src/panels/boxes";
import { type Element, childrenOf } from "../text/xml";

export interface StateBox extends Placed {
    element: Element;
}

const WIDTH = 128;
const HEIGHT = 44;
const HEAD = 44;
const PAD = 16;
const GAP_X = 84;
const GAP_Y = 56;

function block(state: Element, max: number): Block<StateBox> {
    const inside = childrenOf(state, "state");
    if (inside.length === 0) return { boxes: [{ element: state, x: 0, y: 0, width: WIDTH, height: HEIGHT }], width: WIDTH, height: HEIGHT };
    const inner = layRows(inside.map((one) => block(one, max - 2 * PAD)), max - 2 * PAD, GAP_X, GAP_Y);
    const width = Math.max(WIDTH, inner.width + 2 * PAD);
    const height = inner.height + HEAD + PAD;
    return { boxes: [{ element: state, x: 0, y: 0, width, height }, ...moveBoxes(inner.boxes, PAD, HEAD)], width, height };
}

/// Outer states come before those inside them.
export function layStates(machine: Element, max: number): Block<StateBox> {
    return layRows(childrenOf(machine, "state").map((one) => block(one, max)), max, GAP_X, GAP_Y);
}

function holds(outer: StateBox, inner: StateBox): boolean {
    return inner !== outer && inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;
}

/// A bent line, so that the two directions are two lines; `nth` of those between the same two.
export function lineBetween(from: StateBox, to: StateBox, nth: number): { d: string; x: number; y: number } {
    if (from === to || holds(from, to) || holds(to, from)) {
        const box = holds(to, from) ? to : from;
        const x = box.x + box.width - 24 - 26 * nth;
        return { d: `M${x - 8} ${box.y}C${x - 14} ${box.y - 30} ${x + 14} ${box.y - 30} ${x + 8} ${box.y}`, x, y: box.y - 26 };
    }
    const [a, b] = [middleOf(from), middleOf(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const bend = Math.min(34, length / 5) + 20 * nth;
    const over = { x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * bend, y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend };
    const [begin, end] = [borderOf(from, over), borderOf(to, over)];
    return { d: `M${begin.x} ${begin.y}Q${over.x} ${over.y} ${end.x} ${end.y}`, x: (begin.x + 2 * over.x + end.x) / 4, y: (begin.y + 2 * over.y + end.y) / 4 };
}
