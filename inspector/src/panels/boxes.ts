// Boxes in rows, boxes in boxes, and where lines between them begin and end: for drawings of state machines here and in the
// editor.

export interface Placed {
    x: number;
    y: number;
    width: number;
    height: number;
}

export interface Block<B extends Placed> {
    boxes: B[];
    width: number;
    height: number;
}

export function moveBoxes<B extends Placed>(boxes: B[], x: number, y: number): B[] {
    return boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y }));
}

/// Side by side as far as they fit, then in the next row.
export function layRows<B extends Placed>(blocks: Block<B>[], max: number, gapX: number, gapY: number): Block<B> {
    const boxes: B[] = [];
    let x = 0, y = 0, row = 0, width = 0;
    for (const block of blocks) {
        if (x > 0 && x + block.width > max) {
            y += row + gapY;
            x = row = 0;
        }
        boxes.push(...moveBoxes(block.boxes, x, y));
        x += block.width + gapX;
        row = Math.max(row, block.height);
        width = Math.max(width, x - gapX);
    }
    return { boxes, width, height: y + row };
}

export function middleOf(box: Placed): { x: number; y: number } {
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/// Where a line from the middle of the box to a point leaves the box.
export function borderOf(box: Placed, to: { x: number; y: number }): { x: number; y: number } {
    const from = middleOf(box);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const scale = Math.min(dx !== 0 ? box.width / 2 / Math.abs(dx) : Infinity, dy !== 0 ? box.height / 2 / Math.abs(dy) : Infinity);
    return { x: from.x + dx * scale, y: from.y + dy * scale };
}
