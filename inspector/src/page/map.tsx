// The map: positions, trails, paths, sight and shots of agents, as far as they were recorded.

import { useMemo } from "preact/hooks";
import { bandAt } from "../recording/bands";
import { Canvas, type Drawing } from "../view/canvas";
import { colorOf, css } from "../view/color";
import type { Model } from "../recording/model";
import { plural } from "../view/numbers";
import { change, useView, view } from "../view/view";

interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

interface Frame {
    x: (x: number) => number;
    y: (y: number) => number;
    scale: number;
}

/// The note "map": rows of cells, then lines with what to draw, its numbers and its text. Positions are in 1/1000 of a cell.
interface Ground {
    cells: string[];
    descriptions: Description[];
}

interface Description {
    what: string;
    numbers: number[];
    text: string;
}

const CELL = 1000;
const TRAIL_SECONDS = 10;
const SHOT_SECONDS = 0.3;
/// When two positions are further apart in time, the agent stayed at the first.
const STRIDE_SECONDS = 0.5;

function readShape(line: string): Description {
    const words = line.split(" ");
    const end = words.findIndex((word, i) => i > 0 && !/^-?[\d.]+$/.test(word));
    const numbers = words.slice(1, end < 0 ? undefined : end).map(Number);
    return { what: words[0], numbers, text: end < 0 ? "" : words.slice(end).join(" ") };
}

function readGround(model: Model): Ground {
    const lines = model.recording.noteLines("map");
    const head = readShape(lines[0] ?? "");
    const rows = head.what === "cells" ? head.numbers[1] : 0;
    return { cells: lines.slice(1, rows + 1), descriptions: lines.slice(rows > 0 ? rows + 1 : 0).map(readShape) };
}

function grow(box: Box, x: number, y: number): void {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
}

function measure(model: Model, { cells, descriptions }: Ground): Box | null {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const { recording } = model;
    if (cells.length > 0) return { left: 0, top: 0, right: cells[0].length * CELL, bottom: cells.length * CELL };
    for (const { what, numbers } of descriptions) {
        grow(box, numbers[0], numbers[1]);
        if (what === "line") grow(box, numbers[2], numbers[3]);
        if (what === "rect") grow(box, numbers[0] + numbers[2], numbers[1] + numbers[3]);
    }
    for (const agent of model.agents)
        for (const event of recording.eventsOfKindOf("position", agent)) grow(box, recording.arg(event, 0), recording.arg(event, 1));
    return box.left <= box.right ? box : null;
}

function fit(box: Box, width: number, height: number): Frame {
    const margin = 24;
    const across = Math.max(1, box.right - box.left);
    const down = Math.max(1, box.bottom - box.top);
    const scale = Math.min((width - 2 * margin) / across, (height - 2 * margin) / down);
    const left = (width - across * scale) / 2;
    const top = (height - down * scale) / 2;
    return { x: (x) => left + (x - box.left) * scale, y: (y) => top + (y - box.top) * scale, scale };
}

// Runs of equal cells are one rectangle.
function drawCells(context: CanvasRenderingContext2D, cells: string[], frame: Frame): void {
    context.fillStyle = css("--wall");
    const side = CELL * frame.scale;
    cells.forEach((row, y) => {
        for (const { index, 0: run } of row.matchAll(/[^. ]+/g))
            context.fillRect(frame.x(index * CELL), frame.y(y * CELL), run.length * side + 0.5, side + 0.5);
    });
    context.strokeStyle = css("--wall");
    if (cells.length > 0) context.strokeRect(frame.x(0), frame.y(0), cells[0].length * side, cells.length * side);
}

function drawShapes(context: CanvasRenderingContext2D, descriptions: Description[], frame: Frame): void {
    context.strokeStyle = css("--wall");
    context.fillStyle = css("--wall");
    for (const { what, numbers: n, text } of descriptions) {
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
        if (what === "place") {
            context.strokeRect(x - 4, y - 4, 8, 8);
            context.save();
            context.fillStyle = css("--dim");
            context.fillText(text, x + 7, y - 6);
            context.restore();
        }
    }
}

/// The first event since the agent was last created.
function bornAt(model: Model, agent: number, tick: number): number {
    const gone = model.recording.eventsOfKindOf("agent-gone", agent);
    const last = model.recording.countUntil(gone, tick) - 1;
    return last < 0 ? 0 : gone[last] + 1;
}

/// Its position, interpolated between the recorded ones.
function placeOf(model: Model, agent: number, tick: number): { x: number; y: number } | undefined {
    const { recording } = model;
    const events = recording.eventsOfKindOf("position", agent);
    const at = recording.countUntil(events, tick) - 1;
    const born = bornAt(model, agent, tick);
    if (at < 0 || events[at] < born) return undefined;
    const x = recording.arg(events[at], 0);
    const y = recording.arg(events[at], 1);
    if (at + 1 === events.length) return { x, y };
    const since = recording.eventTicks[events[at]];
    const until = recording.eventTicks[events[at + 1]];
    const isStride = model.seconds(until - since) <= STRIDE_SECONDS && bornAt(model, agent, until) === born;
    const share = isStride ? (tick - since) / (until - since) : 0;
    return { x: x + (recording.arg(events[at + 1], 0) - x) * share, y: y + (recording.arg(events[at + 1], 1) - y) * share };
}

function drawTrail(context: CanvasRenderingContext2D, model: Model, frame: Frame, agent: number, tick: number): void {
    const { recording } = model;
    const events = recording.eventsOfKindOf("position", agent);
    const end = recording.countUntil(events, tick);
    const from = tick - (TRAIL_SECONDS * 1e6) / model.tickTime;
    const born = bornAt(model, agent, tick);
    context.strokeStyle = css("--accent");
    context.globalAlpha = 0.5;
    context.beginPath();
    const place = placeOf(model, agent, tick);
    if (place) context.moveTo(frame.x(place.x), frame.y(place.y));
    for (let i = end - 1; i >= 0 && events[i] >= born && recording.eventTicks[events[i]] >= from; i--) {
        context.lineTo(frame.x(recording.arg(events[i], 0)), frame.y(recording.arg(events[i], 1)));
    }
    context.stroke();
    context.globalAlpha = 1;
}

// The points of the last "path" of an agent: a list, whose first point has index 0.
function drawPath(context: CanvasRenderingContext2D, model: Model, frame: Frame, agent: number, tick: number): void {
    const { recording } = model;
    const events = recording.eventsOfKindOf("path", agent);
    const end = recording.countUntil(events, tick);
    let begin = end;
    while (begin > 0 && recording.arg(events[--begin], 0) > 0);
    if (begin < end && events[begin] < bornAt(model, agent, tick)) return;
    context.setLineDash([4, 3]);
    context.strokeStyle = css(agent === view().agent ? "--accent" : "--dim");
    context.beginPath();
    for (let i = begin; i < end; i++) context.lineTo(frame.x(recording.arg(events[i], 1)), frame.y(recording.arg(events[i], 2)));
    context.stroke();
    context.setLineDash([]);
}

function drawShots(context: CanvasRenderingContext2D, model: Model, frame: Frame, tick: number): void {
    const { recording } = model;
    const kind = recording.kind("shot");
    if (kind < 0) return;
    context.strokeStyle = css("--bad");
    const from = tick - Math.ceil((SHOT_SECONDS * 1e6) / model.tickTime);
    for (let event = recording.firstAt(from); event < recording.firstAt(tick + 1); event++) {
        if (recording.kinds[event] !== kind) continue;
        context.beginPath();
        context.moveTo(frame.x(recording.arg(event, 0)), frame.y(recording.arg(event, 1)));
        context.lineTo(frame.x(recording.arg(event, 2)), frame.y(recording.arg(event, 3)));
        context.stroke();
    }
}

interface Spot {
    agent: number;
    x: number;
    y: number;
    /// Other agents at the same place, which are not drawn.
    others: number;
}

// Of several agents at one place one is drawn, the chosen one if it is there.
function gather(spots: Spot[], chosen: number): Spot[] {
    const drawn = new globalThis.Map<string, Spot>();
    for (const spot of spots) {
        const place = `${spot.x} ${spot.y}`;
        const first = drawn.get(place);
        if (!first) drawn.set(place, spot);
        else if (spot.agent === chosen) drawn.set(place, { ...spot, others: first.others + 1 });
        else first.others++;
    }
    return [...drawn.values()];
}

function spotsAt(model: Model, tick: number): Spot[] {
    const spots: Spot[] = [];
    for (const agent of model.agents) {
        const place = placeOf(model, agent, tick);
        if (place) spots.push({ agent, ...place, others: 0 });
    }
    return spots;
}

// A wedge of what the agent sees: "sight" has the way it scans (dx, dy), how far and half the angle in fixed of a turn.
function drawSight(context: CanvasRenderingContext2D, model: Model, frame: Frame, spot: Spot, tick: number): void {
    const { recording } = model;
    const events = recording.eventsOfKindOf("sight", spot.agent);
    const event = events[recording.countUntil(events, tick) - 1];
    if (event === undefined) return;
    const way = Math.atan2(recording.arg(event, 1), recording.arg(event, 0));
    const half = (recording.arg(event, 3) / 1000) * 2 * Math.PI;
    context.fillStyle = css("--accent");
    context.globalAlpha = 0.15;
    context.beginPath();
    context.moveTo(frame.x(spot.x), frame.y(spot.y));
    context.arc(frame.x(spot.x), frame.y(spot.y), recording.arg(event, 2) * frame.scale, way - half, way + half);
    context.fill();
    context.globalAlpha = 1;
}

// Texts that would overlap are left out; the chosen agent's come first.
class Labels {
    private taken: Box[] = [];

    constructor(private readonly context: CanvasRenderingContext2D) {}

    put(text: string, x: number, y: number, color: string): void {
        const box = { left: x, right: x + this.context.measureText(text).width, top: y - 9, bottom: y + 2 };
        if (text === "" || this.taken.some((other) => other.left < box.right && box.left < other.right && other.top < box.bottom && box.top < other.bottom)) return;
        this.taken.push(box);
        this.context.strokeStyle = css("--sheet");
        this.context.lineWidth = 3;
        this.context.strokeText(text, x, y);
        this.context.lineWidth = 1;
        this.context.fillStyle = color;
        this.context.fillText(text, x, y);
    }
}

function isMindless(model: Model, agent: number, tick: number): boolean {
    const { recording } = model;
    const given = recording.eventsOfKindOf("mind-given", agent);
    const last = recording.countUntil(given, tick) - 1;
    return last >= 0 && recording.arg(given[last], 0) === 0;
}

// Names first, then what the agents do.
function labelAll(context: CanvasRenderingContext2D, model: Model, frame: Frame, spots: Spot[], tick: number): void {
    const labels = new Labels(context);
    for (const { agent, others, x, y } of spots)
        labels.put(model.names.agent(agent, tick) + (others > 0 ? ` +${others}` : ""), frame.x(x) + 10, frame.y(y) - 2, css("--text"));
    for (const { agent, x, y } of spots) {
        const { goals, actions } = model.bands.of(agent);
        const doing = new Set([bandAt(goals, tick)?.label, bandAt(actions, tick)?.label].filter(Boolean));
        labels.put([...doing].join(": "), frame.x(x) + 10, frame.y(y) + 10, css("--dim"));
    }
}

function drawAgent(context: CanvasRenderingContext2D, model: Model, frame: Frame, spot: Spot, names: boolean): void {
    const { agent, tick } = view();
    const { goals, actions } = model.bands.of(spot.agent);
    const doing = bandAt(goals, tick) ?? bandAt(actions, tick);
    const [x, y] = [frame.x(spot.x), frame.y(spot.y)];
    context.fillStyle = doing ? colorOf(doing.label) : css("--dim");
    context.globalAlpha = isMindless(model, spot.agent, tick) ? 0.35 : 1;
    if (!names && spot.agent !== agent) {
        context.fillRect(x - 2, y - 2, 4, 4);
        context.globalAlpha = 1;
        return;
    }
    context.strokeStyle = css(spot.agent === agent ? "--accent" : "--text");
    context.lineWidth = spot.agent === agent ? 3 : 1;
    context.beginPath();
    context.arc(x, y, names ? 7 : 3, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.lineWidth = 1;
    context.globalAlpha = 1;
}

// For screen readers.
function describe(model: Model, spots: Spot[], agent: number): string {
    const chosen = spots.find((spot) => spot.agent === agent);
    const where = chosen ? `at ${(chosen.x / CELL).toFixed(1)}, ${(chosen.y / CELL).toFixed(1)}` : "not on it";
    return `Map with ${plural(spots.length, "agent")}; ${model.names.agent(agent, view().tick)} is ${where}`;
}

export function Map({ model }: { model: Model }) {
    const grown = useView((v) => v.grown);
    const ground = useMemo(() => readGround(model), [grown]);
    const box = useMemo(() => measure(model, ground), [grown]);
    if (!box) return <p class="nothing">The recording has no positions of agents (events of the kind “position”).</p>;
    let shown: { spots: Spot[]; frame: Frame } | null = null;

    const draw = ({ context, width, height }: Drawing) => {
        const { tick, agent } = view();
        const frame = fit(box, width, height);
        const all = spotsAt(model, tick);
        const spots = gather(all, agent);
        shown = { spots, frame };
        context.font = "11px system-ui, sans-serif";
        drawTrail(context, model, frame, agent, tick);
        if (spots.length <= 100) for (const spot of spots) drawPath(context, model, frame, spot.agent, tick);
        else drawPath(context, model, frame, agent, tick);
        drawShots(context, model, frame, tick);
        for (const spot of spots) if (spot.agent === agent || spots.length <= 20) drawSight(context, model, frame, spot, tick);
        const hasNames = spots.length <= 60;
        for (const spot of spots) drawAgent(context, model, frame, spot, hasNames);
        const isChosen = (spot: Spot) => spot.agent === agent;
        labelAll(context, model, frame, [...spots.filter(isChosen), ...spots.filter((spot) => hasNames && !isChosen(spot))], tick);
        context.canvas.ariaLabel = describe(model, all, agent);
    };
    const press = (event: MouseEvent) => {
        if (!shown) return;
        const { spots, frame } = shown;
        const far = (spot: Spot) => Math.hypot(frame.x(spot.x) - event.offsetX, frame.y(spot.y) - event.offsetY);
        const nearest = spots.reduce<Spot | null>((best, spot) => (!best || far(spot) < far(best) ? spot : best), null);
        if (nearest && far(nearest) < 30) change({ agent: nearest.agent });
    };
    const drawGround = ({ context, width, height }: Drawing) => {
        const frame = fit(box, width, height);
        context.font = "11px system-ui, sans-serif";
        drawCells(context, ground.cells, frame);
        drawShapes(context, ground.descriptions, frame);
    };
    return (
        <div class="layers">
            <Canvas id="ground-canvas" draw={drawGround} depends={(v) => [v.grown]} label="" />
            <Canvas id="map-canvas" draw={draw} depends={(v) => [v.tick, v.agent, v.grown]} label="Map with all agents" on={{ onClick: press }} />
        </div>
    );
}
