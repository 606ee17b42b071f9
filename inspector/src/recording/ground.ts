// The note "map": rows of cells, then lines with what to draw, its numbers and its text (docs/internals/formats.md).
// Positions are in 1/1000 of a cell.

import type { Recording } from "./recording";

export const CELL = 1000;
/// In cells: who is so near to a place is at it; farther away than the other, the place says nothing.
const AT_PLACE = 3;
const NEAR_PLACE = 25;

export interface Description {
    what: string;
    numbers: number[];
    text: string;
}

/// A place or a pickup. Events have its number among those, from 1.
export interface Place {
    x: number;
    y: number;
    name: string;
}

export interface Store {
    /// The number of its place.
    place: number;
    size: number;
    name: string;
}

export interface Ground {
    cells: string[];
    descriptions: Description[];
    places: Place[];
    pickups: Place[];
    stores: Store[];
    /// Whether places of orders are numbers of cells, row by row, and targets are agents.
    hasOrderCells: boolean;
    hasOrderAgents: boolean;
}

function readLine(line: string): Description {
    const words = line.split(" ");
    const end = words.findIndex((word, i) => i > 0 && !/^-?[\d.]+$/.test(word));
    const numbers = words.slice(1, end < 0 ? undefined : end).map(Number);
    return { what: words[0], numbers, text: end < 0 ? "" : words.slice(end).join(" ") };
}

export function readGround(recording: Recording): Ground {
    const lines = recording.noteLines("map");
    const head = readLine(lines[0] ?? "");
    const rows = head.what === "cells" ? head.numbers[1] : 0;
    const descriptions = lines.slice(rows > 0 ? rows + 1 : 0).map(readLine);
    const of = (what: string) => descriptions.filter((one) => one.what === what);
    const placesOf = (what: string) => of(what).map(({ numbers, text }) => ({ x: numbers[0], y: numbers[1], name: text }));
    const orders = of("orders")[0]?.text.split(" ") ?? [];
    return {
        cells: lines.slice(1, rows + 1), descriptions, places: placesOf("place"), pickups: placesOf("pickup"),
        stores: of("store").map(({ numbers, text }) => ({ place: numbers[0], size: numbers[1], name: text })),
        hasOrderCells: rows > 0 && orders.includes("cells"), hasOrderAgents: orders.includes("agents"),
    };
}

/// "point 1", "12 cells from point 1", or "at 40, 96".
export function nameOfSpot({ places, pickups }: Ground, x: number, y: number): string {
    const far = (place: Place) => Math.hypot(place.x - x, place.y - y) / CELL;
    const nearest = (list: Place[]) => list.reduce<Place | null>((best, place) => (!best || far(place) < far(best) ? place : best), null);
    const pickup = nearest(pickups);
    const place = nearest(places);
    if (place && far(place) <= AT_PLACE) return place.name;
    if (pickup && far(pickup) <= AT_PLACE) return pickup.name;
    if (place && far(place) <= NEAR_PLACE) return `${Math.round(far(place))} cells from ${place.name}`;
    return `at ${Math.round(x / CELL)}, ${Math.round(y / CELL)}`;
}

/// Where an order leads to; null: its place is not one of the map.
export function orderSpot({ cells, hasOrderCells }: Ground, place: number): { x: number; y: number } | null {
    const width = cells[0]?.length ?? 0;
    if (!hasOrderCells || place <= 0 || place >= width * cells.length) return null;
    return { x: ((place % width) + 0.5) * CELL, y: (Math.floor(place / width) + 0.5) * CELL };
}

/// How far one sees from a place: to the first cell that is not open.
export function seenFrom(cells: string[], x: number, y: number, dx: number, dy: number, far: number): number {
    for (let at = 0; at < far; at += CELL / 4) {
        const cell = cells[Math.floor((y + dy * at) / CELL)]?.[Math.floor((x + dx * at) / CELL)];
        if (cells.length > 0 && (cell === undefined || !". ".includes(cell))) return at;
    }
    return far;
}
