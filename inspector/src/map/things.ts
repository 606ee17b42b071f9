// What does not think: walls, places with their owners and stocks, pickups, flags.

import { CELL, type Description, type Ground } from "../recording/ground";
import { flags, owners, stocks } from "../recording/fighters";
import type { Model } from "../recording/model";
import { placeOf } from "../recording/places";
import { PICKUP_THERE } from "../recording/states";
import { css, teamColor } from "../view/color";
import type { Frame } from "./frame";

// Runs of equal cells are one rectangle.
export function drawCells(context: CanvasRenderingContext2D, cells: string[], frame: Frame): void {
    context.fillStyle = css("--wall");
    const side = CELL * frame.scale;
    cells.forEach((row, y) => {
        for (const { index, 0: run } of row.matchAll(/[^. ]+/g))
            context.fillRect(frame.x(index * CELL), frame.y(y * CELL), run.length * side + 0.5, side + 0.5);
    });
    context.strokeStyle = css("--wall");
    if (cells.length > 0) context.strokeRect(frame.x(0), frame.y(0), cells[0].length * side, cells.length * side);
}

export function drawShapes(context: CanvasRenderingContext2D, descriptions: Description[], frame: Frame): void {
    context.strokeStyle = css("--wall");
    context.fillStyle = css("--wall");
    for (const { what, numbers: n } of descriptions) {
        const [x, y] = [frame.x(n[0]), frame.y(n[1])];
        if (what === "rect") context.fillRect(x, y, n[2] * frame.scale, n[3] * frame.scale);
        if (what === "line") {
            context.beginPath();
            context.moveTo(x, y);
            context.lineTo(frame.x(n[2]), frame.y(n[3]));
            context.stroke();
        }
        if (what === "circle") {
            context.beginPath();
            context.arc(x, y, n[2] * frame.scale, 0, 2 * Math.PI);
            context.fill();
        }
    }
}

/// What lies at a place: "ore in stock 3 of 8".
export function stockLines(model: Model, { stores }: Ground, place: number, tick: number): string[] {
    const counts = stocks(model.recording, tick);
    return stores.flatMap(({ place: at, size, name }, i) => (at === place && counts.has(i + 1) ? [`${name} ${counts.get(i + 1)} of ${size}`] : []));
}

/// Of a map, in pixels: names of stores would cover each other. Tooltips have them.
const NARROW = 480;

// A bar per store, filled as far as it is full.
function drawStock(context: CanvasRenderingContext2D, { stores }: Ground, counts: Map<number, number>, place: number, x: number, y: number): void {
    const here = stores.map((store, i) => ({ ...store, count: counts.get(i + 1) })).filter((store) => store.place === place && store.count !== undefined);
    here.forEach(({ size, count, name }, row) => {
        const top = y + 16 + 12 * row; // below what an agent does here
        context.fillStyle = css("--line");
        context.fillRect(x - 14, top, 28, 6);
        context.fillStyle = css(count! > 0 ? "--good" : "--bad");
        context.fillRect(x - 14, top, 28 * Math.min(1, count! / Math.max(1, size)), 6);
        context.fillStyle = css("--dim");
        const text = context.canvas.clientWidth < NARROW ? `${count}/${size}` : `${count}/${size} ${name}`;
        const width = context.measureText(text).width;
        context.fillText(text, x + 18 + width > context.canvas.clientWidth ? x - 18 - width : x + 18, top + 7);
    });
}

/// Places in the color of the team that holds them, with what is in store there.
export function drawPlaces(context: CanvasRenderingContext2D, model: Model, ground: Ground, frame: Frame, tick: number): void {
    const held = owners(model.recording, tick);
    const counts = stocks(model.recording, tick);
    ground.places.forEach(({ x: left, y: top, name }, i) => {
        const number = i + 1;
        const [x, y] = [frame.x(left), frame.y(top)];
        const team = held.get(number) ? model.teamByNumber(held.get(number)!) : -1;
        context.strokeStyle = team >= 0 ? teamColor(team) : css("--dim");
        context.fillStyle = team >= 0 ? teamColor(team) : css("--sheet");
        context.lineWidth = held.has(number) ? 2 : 1;
        const half = held.has(number) ? 7 : 4;
        context.fillRect(x - half, y - half, 2 * half, 2 * half);
        context.strokeRect(x - half, y - half, 2 * half, 2 * half);
        context.lineWidth = 1;
        context.fillStyle = css("--dim");
        context.fillText(name, x - context.measureText(name).width / 2, y - half - 10); // above: agents have theirs beside them
        drawStock(context, ground, counts, number, x, y);
    });
}

/// A diamond where a pickup is, its outline where it was taken; a question mark where the agent believes otherwise.
export function drawPickups(context: CanvasRenderingContext2D, model: Model, ground: Ground, frame: Frame, agent: number, tick: number): void {
    const now = model.states.pickups.at(0, tick);
    const believed = model.states.believedPickups.at(agent, tick);
    ground.pickups.forEach(({ x: left, y: top, name }, i) => {
        const [x, y] = [frame.x(left), frame.y(top)];
        const state = now.get(i + 1);
        if (state === undefined) return;
        const color = css(name === "health" ? "--good" : "--text");
        context.beginPath();
        for (const [dx, dy] of [[0, -5], [5, 0], [0, 5], [-5, 0]]) context.lineTo(x + dx, y + dy);
        context.closePath();
        context.strokeStyle = context.fillStyle = color;
        context.globalAlpha = state === PICKUP_THERE ? 1 : 0.6;
        if (state === PICKUP_THERE) context.fill();
        context.stroke();
        context.globalAlpha = 1;
        if (!believed.has(i + 1) || believed.get(i + 1) === state) return;
        context.fillStyle = css("--bad");
        context.fillText("?", x + 6, y - 3);
    });
}

/// In words, for a pickup and the agent that is shown.
export function pickupLines(model: Model, agent: number, number: number, name: string, tick: number): string[] {
    const word = (state: number | undefined) => (state === undefined ? "unknown" : state === PICKUP_THERE ? "there" : "taken");
    const believed = model.states.believedPickups.at(agent, tick).get(number);
    const belief = believed === undefined ? "does not know of it" : `believes it ${word(believed)}`;
    return [name, word(model.states.pickups.at(0, tick).get(number)), `${model.names.agent(agent, tick)} ${belief}`];
}

export function drawFlags(context: CanvasRenderingContext2D, model: Model, frame: Frame, tick: number): void {
    for (const { team, carrier, ...dropped } of flags(model.recording, model.agents, tick)) {
        const { x, y } = (carrier > 0 && placeOf(model, carrier, tick)) || dropped; // it is where its carrier is
        const [left, top] = [frame.x(x), frame.y(y)];
        context.strokeStyle = css("--text");
        context.fillStyle = teamColor(Math.max(0, model.teamByNumber(team)));
        context.beginPath();
        context.moveTo(left, top);
        context.lineTo(left, top - 18);
        context.stroke();
        context.fillRect(left, top - 18, 12, 8);
        context.strokeRect(left, top - 18, 12, 8);
    }
}
