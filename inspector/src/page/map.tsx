// The map: positions, trails, paths, sight and shots of agents, as far as they were recorded.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { bandAt } from "../recording/bands";
import { Canvas, type Drawing } from "../view/canvas";
import { colorOf, css, teamColor } from "../view/color";
import type { Model } from "../recording/model";
import { ammoOf, flags, healthOf, owners, scoreOf, teamScores } from "../recording/fighters";
import { plural } from "../view/numbers";
import { Tip, type TipAt } from "../view/tip";
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
/// When they are further apart in space, it was put there.
const MAX_STRIDE = 8 * CELL;
const SIGHT_RAYS = 60;

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

/// What part of the map is shown.
interface Camera {
    /// 1: all of it.
    zoom: number;
    x: number;
    y: number;
    isFollowing: boolean;
}

const MAX_ZOOM = 40;

function fit(box: Box, camera: Camera, width: number, height: number): Frame {
    const margin = 24;
    const across = Math.max(1, box.right - box.left);
    const down = Math.max(1, box.bottom - box.top);
    const scale = Math.min((width - 2 * margin) / across, (height - 2 * margin) / down) * camera.zoom;
    return { x: (x) => width / 2 + (x - camera.x) * scale, y: (y) => height / 2 + (y - camera.y) * scale, scale };
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

// Places in the color of the team that holds them.
function drawPlaces(context: CanvasRenderingContext2D, model: Model, descriptions: Description[], frame: Frame, tick: number): void {
    const held = owners(model.recording, tick);
    descriptions.filter(({ what }) => what === "place").forEach(({ numbers: n, text }, number) => {
        const [x, y] = [frame.x(n[0]), frame.y(n[1])];
        const team = held.get(number) ? model.teamByNumber(held.get(number)!) : -1;
        context.strokeStyle = team >= 0 ? teamColor(team) : css("--dim");
        context.fillStyle = team >= 0 ? teamColor(team) : css("--sheet");
        context.lineWidth = held.has(number) ? 2 : 1;
        const half = held.has(number) ? 7 : 4;
        context.fillRect(x - half, y - half, 2 * half, 2 * half);
        context.strokeRect(x - half, y - half, 2 * half, 2 * half);
        context.lineWidth = 1;
        context.fillStyle = css("--dim");
        context.fillText(text, x + half + 3, y - half + 2);
    });
}

function drawFlags(context: CanvasRenderingContext2D, model: Model, frame: Frame, tick: number): void {
    for (const { team, x, y } of flags(model.recording, model.agents, tick)) {
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

/// The first event since the agent was last created.
function bornAt(model: Model, agent: number, tick: number): number {
    const gone = model.recording.eventsOfKindOf("agent-gone", agent);
    const last = model.recording.countUntil(gone, tick) - 1;
    return last < 0 ? 0 : gone[last] + 1;
}

/// It came back from the dead or was put there: it did not walk.
function isJump(model: Model, agent: number, from: number, to: number): boolean {
    const { recording } = model;
    const far = Math.hypot(recording.arg(to, 0) - recording.arg(from, 0), recording.arg(to, 1) - recording.arg(from, 1));
    return far > MAX_STRIDE || recording.hasBetween("mind-given", agent, from, to) || recording.hasBetween("agent-created", agent, from, to);
}

/// The agent walked from one of its positions to the next.
function isWalk(model: Model, agent: number, from: number, to: number): boolean {
    const { recording } = model;
    return model.seconds(recording.eventTicks[to] - recording.eventTicks[from]) <= STRIDE_SECONDS && !isJump(model, agent, from, to);
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
    const share = isWalk(model, agent, events[at], events[at + 1]) ? (tick - since) / (until - since) : 0;
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
        if (i + 1 < end && isJump(model, agent, events[i], events[i + 1])) break;
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

// How far one sees from a place: to the first cell that is not open.
function seenFrom(cells: string[], x: number, y: number, dx: number, dy: number, far: number): number {
    for (let at = 0; at < far; at += CELL / 4) {
        const cell = cells[Math.floor((y + dy * at) / CELL)]?.[Math.floor((x + dx * at) / CELL)];
        if (cells.length > 0 && (cell === undefined || !". ".includes(cell))) return at;
    }
    return far;
}

// What the agent sees, up to the walls: "sight" has the way it scans (dx, dy), how far and half the angle in 1/1000 of a
// turn.
function drawSight(context: CanvasRenderingContext2D, model: Model, { cells }: Ground, frame: Frame, spot: Spot, tick: number): void {
    const { recording } = model;
    const events = recording.eventsOfKindOf("sight", spot.agent);
    const event = events[recording.countUntil(events, tick) - 1];
    if (event === undefined || isMindless(model, spot.agent, tick)) return;
    const way = Math.atan2(recording.arg(event, 1), recording.arg(event, 0));
    const half = (recording.arg(event, 3) / 1000) * 2 * Math.PI;
    context.fillStyle = css("--accent");
    context.globalAlpha = 0.15;
    context.beginPath();
    context.moveTo(frame.x(spot.x), frame.y(spot.y));
    for (let i = 0; i <= SIGHT_RAYS; i++) {
        const angle = way - half + (2 * half * i) / SIGHT_RAYS;
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
        const far = seenFrom(cells, spot.x, spot.y, dx, dy, recording.arg(event, 2));
        context.lineTo(frame.x(spot.x + dx * far), frame.y(spot.y + dy * far));
    }
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

// Teams differ in shape, not only in color.
function outline(context: CanvasRenderingContext2D, team: number, x: number, y: number, r: number): void {
    const corners = [0, 4, 3, 5, 6][Math.max(0, team) % 5];
    context.beginPath();
    if (corners === 0) context.arc(x, y, r, 0, 2 * Math.PI);
    for (let i = 0; i < corners; i++) {
        const angle = ((i + (corners === 4 ? 0.5 : 0)) / corners) * 2 * Math.PI - Math.PI / 2;
        context.lineTo(x + 1.25 * r * Math.cos(angle), y + 1.25 * r * Math.sin(angle));
    }
    context.closePath();
}

function drawHealth(context: CanvasRenderingContext2D, health: number, x: number, y: number, r: number): void {
    context.fillStyle = css("--line");
    context.fillRect(x - r, y + r + 4, 2 * r, 3);
    context.fillStyle = css(health > 0.35 ? "--good" : "--bad");
    context.fillRect(x - r, y + r + 4, 2 * r * Math.max(0, Math.min(1, health)), 3);
}

function drawAgent(context: CanvasRenderingContext2D, model: Model, frame: Frame, spot: Spot, names: boolean): void {
    const { agent, tick } = view();
    const { goals, actions } = model.bands.of(spot.agent);
    const doing = bandAt(goals, tick) ?? bandAt(actions, tick);
    const team = model.teamOf(spot.agent);
    const [x, y] = [frame.x(spot.x), frame.y(spot.y)];
    const health = healthOf(model.recording, spot.agent, tick);
    context.fillStyle = doing ? colorOf(doing.label) : css("--dim");
    context.globalAlpha = isMindless(model, spot.agent, tick) || health === 0 ? 0.35 : 1;
    if (!names && spot.agent !== agent) {
        if (team >= 0) context.fillStyle = teamColor(team);
        context.fillRect(x - 2, y - 2, 4, 4);
        context.globalAlpha = 1;
        return;
    }
    context.strokeStyle = team >= 0 ? teamColor(team) : css("--text");
    context.lineWidth = team >= 0 ? 2.5 : 1;
    outline(context, team, x, y, names ? 7 : 3);
    context.fill();
    context.stroke();
    if (spot.agent === agent) {
        context.strokeStyle = css("--accent");
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y, 13, 0, 2 * Math.PI);
        context.stroke();
    }
    context.lineWidth = 1;
    if (health !== null && names) drawHealth(context, health, x, y, 9);
    context.globalAlpha = 1;
}

// For screen readers.
function describe(model: Model, spots: Spot[], agent: number): string {
    const chosen = spots.find((spot) => spot.agent === agent);
    const where = chosen ? `at ${(chosen.x / CELL).toFixed(1)}, ${(chosen.y / CELL).toFixed(1)}` : "not on it";
    return `Map with ${plural(spots.length, "agent")}; ${model.names.agent(agent, view().tick)} is ${where}`;
}

function tipOf(model: Model, { agent }: Spot, tick: number): string[] {
    const { goals, actions } = model.bands.of(agent);
    const health = healthOf(model.recording, agent, tick);
    const ammo = ammoOf(model.recording, agent, tick);
    const score = scoreOf(model.recording, agent, tick);
    const own = [
        health !== null && `health ${Math.round(100 * health)} %`,
        ammo && `${ammo.loaded} loaded of ${plural(ammo.rounds, "round")}`,
        score && `${plural(score.kills, "kill")}, ${plural(score.deaths, "death")}`,
    ];
    const doing = [bandAt(goals, tick)?.label, bandAt(actions, tick)?.label].filter(Boolean).join(": ");
    return [model.names.agent(agent, tick), doing, own.filter(Boolean).join(", ")].filter(Boolean);
}

function Scores({ model }: { model: Model }) {
    const tick = useView((v) => v.tick);
    const scores = teamScores(model.recording, tick);
    if (scores.size === 0 || model.teams.length < 2) return null;
    return (
        <span id="scores">
            {[...scores].sort(([a], [b]) => a - b).map(([number, score]) => {
                const team = model.teamByNumber(number);
                return <b style={{ borderColor: teamColor(Math.max(0, team)) }}>{model.teams[team]?.name ?? `team ${number}`}: {score}</b>;
            })}
        </span>
    );
}

export function Map({ model }: { model: Model }) {
    const grown = useView((v) => v.grown);
    const ground = useMemo(() => readGround(model), [grown]);
    const box = useMemo(() => measure(model, ground), [grown]);
    const [tip, setTip] = useState<TipAt | null>(null);
    const [moved, setMoved] = useState(0);
    const camera = useRef<Camera | null>(null);
    const shown = useRef<{ spots: Spot[]; frame: Frame } | null>(null);
    const held = useRef<{ x: number; y: number } | null>(null);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => place.current?.querySelectorAll("canvas").forEach((canvas) => canvas.dispatchEvent(new Event("draw"))), [moved]);
    if (!box) return <p class="nothing">The recording has no positions of agents (events of the kind “position”).</p>;
    camera.current ??= { zoom: 1, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, isFollowing: false };
    const look = (what: Partial<Camera>) => {
        Object.assign(camera.current!, what);
        setMoved((count) => count + 1);
    };
    const showAll = () => look({ zoom: 1, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, isFollowing: false });

    const draw = ({ context, width, height }: Drawing) => {
        const { tick, agent } = view();
        const all = spotsAt(model, tick);
        const followed = camera.current!.isFollowing ? all.find((spot) => spot.agent === agent) : undefined;
        if (followed && (followed.x !== camera.current!.x || followed.y !== camera.current!.y)) {
            Object.assign(camera.current!, { x: followed.x, y: followed.y });
            place.current?.querySelector("#ground-canvas")?.dispatchEvent(new Event("draw"));
        }
        const frame = fit(box, camera.current!, width, height);
        const spots = gather(all, agent);
        shown.current = { spots, frame };
        context.font = "11px system-ui, sans-serif";
        drawPlaces(context, model, ground.descriptions, frame, tick);
        drawTrail(context, model, frame, agent, tick);
        if (spots.length <= 100) for (const spot of spots) drawPath(context, model, frame, spot.agent, tick);
        else drawPath(context, model, frame, agent, tick);
        drawShots(context, model, frame, tick);
        for (const spot of spots) if (spot.agent === agent || spots.length <= 20) drawSight(context, model, ground, frame, spot, tick);
        const hasNames = spots.length <= 60 || camera.current!.zoom > 4;
        for (const spot of spots) drawAgent(context, model, frame, spot, hasNames);
        drawFlags(context, model, frame, tick);
        const isChosen = (spot: Spot) => spot.agent === agent;
        labelAll(context, model, frame, [...spots.filter(isChosen), ...spots.filter((spot) => hasNames && !isChosen(spot))], tick);
        context.canvas.ariaLabel = describe(model, all, agent);
    };
    const nearest = (event: MouseEvent) => {
        if (!shown.current) return null;
        const { spots, frame } = shown.current;
        const far = (spot: Spot) => Math.hypot(frame.x(spot.x) - event.offsetX, frame.y(spot.y) - event.offsetY);
        const best = spots.reduce<Spot | null>((found, spot) => (!found || far(spot) < far(found) ? spot : found), null);
        return best && far(best) < 30 ? best : null;
    };
    const press = (event: PointerEvent) => {
        held.current = { x: event.offsetX, y: event.offsetY };
        const spot = nearest(event);
        if (spot) change({ agent: spot.agent });
    };
    const move = (event: PointerEvent) => {
        const spot = event.buttons === 0 ? nearest(event) : null;
        setTip(spot ? { x: event.offsetX, y: event.offsetY, lines: tipOf(model, spot, view().tick) } : null);
        if (event.buttons !== 1 || !held.current || !shown.current) return;
        const { scale } = shown.current.frame;
        look({ x: camera.current!.x - (event.offsetX - held.current.x) / scale, y: camera.current!.y - (event.offsetY - held.current.y) / scale, isFollowing: false });
        held.current = { x: event.offsetX, y: event.offsetY };
    };
    // The place below the pointer stays there.
    const wheel = (event: WheelEvent) => {
        event.preventDefault();
        if (!shown.current) return;
        const { scale } = shown.current.frame;
        const canvas = event.target as HTMLCanvasElement;
        const zoom = Math.max(1, Math.min(MAX_ZOOM, camera.current!.zoom * Math.exp(-event.deltaY * 0.003)));
        const by = 1 / scale - camera.current!.zoom / (scale * zoom);
        look({ zoom, x: camera.current!.x + (event.offsetX - canvas.clientWidth / 2) * by, y: camera.current!.y + (event.offsetY - canvas.clientHeight / 2) * by });
    };
    const drawGround = ({ context, width, height }: Drawing) => {
        const frame = fit(box, camera.current!, width, height);
        drawCells(context, ground.cells, frame);
        drawShapes(context, ground.descriptions, frame);
    };
    return (
        <div class="layers" ref={place}>
            <Canvas id="ground-canvas" draw={drawGround} depends={(v) => [v.grown]} label="" />
            <Canvas id="map-canvas" draw={draw} depends={(v) => [v.tick, v.agent, v.grown]} label="Map with all agents" on={{ onPointerDown: press, onPointerMove: move, onPointerLeave: () => setTip(null), onWheel: wheel }} />
            <div id="map-tools">
                <Scores model={model} />
                <button type="button" id="map-follow" aria-pressed={camera.current.isFollowing} onClick={() => look({ isFollowing: !camera.current!.isFollowing, zoom: Math.max(4, camera.current!.zoom) })}>Follow</button>
                <button type="button" id="map-all" onClick={showAll}>Whole map</button>
            </div>
            <Tip at={tip} />
        </div>
    );
}
