// From places of the map to points of the canvas.

import { CELL, type Ground } from "../recording/ground";
import type { Model } from "../recording/model";

export interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

export interface Frame {
    x: (x: number) => number;
    y: (y: number) => number;
    scale: number;
}

/// What part of the map is shown.
export interface Camera {
    /// 1: all of it.
    zoom: number;
    x: number;
    y: number;
    isFollowing: boolean;
}

function grow(box: Box, x: number, y: number): void {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
}

/// What has a place; null: nothing has.
export function measure(model: Model, { cells, descriptions, places, pickups }: Ground): Box | null {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const { recording } = model;
    if (cells.length > 0) return { left: 0, top: 0, right: cells[0].length * CELL, bottom: cells.length * CELL };
    for (const { x, y } of [...places, ...pickups]) grow(box, x, y);
    for (const { what, numbers } of descriptions) {
        if (!["line", "rect", "circle"].includes(what)) continue;
        grow(box, numbers[0], numbers[1]);
        if (what === "line") grow(box, numbers[2], numbers[3]);
        if (what === "rect") grow(box, numbers[0] + numbers[2], numbers[1] + numbers[3]);
    }
    for (const agent of model.agents)
        for (const event of recording.eventsOfKindOf("position", agent)) grow(box, recording.arg(event, 0), recording.arg(event, 1));
    return box.left <= box.right ? box : null;
}

export function fit(box: Box, camera: Camera, width: number, height: number): Frame {
    const margin = 24;
    const across = Math.max(1, box.right - box.left);
    const down = Math.max(1, box.bottom - box.top);
    const scale = Math.min((width - 2 * margin) / across, (height - 2 * margin) / down) * camera.zoom;
    return { x: (x) => width / 2 + (x - camera.x) * scale, y: (y) => height / 2 + (y - camera.y) * scale, scale };
}
