// Agents: where they were, are and go, what they see, and what the chosen one believes of the others.

import { bandAt } from "../recording/bands";
import { ammoOf, healthOf, scoreOf } from "../recording/fighters";
import { type Ground, nameOfSpot, orderSpot } from "../recording/ground";
import type { Model } from "../recording/model";
import { bornAt, isMindless, placeOf, sightOf, trailOf } from "../recording/places";
import { colorOf, css, teamColor } from "../view/color";
import { plural } from "../view/numbers";
import { view } from "../view/view";
import type { Box, Frame } from "./frame";

const SHOT_SECONDS = 0.3;

export interface Spot {
    agent: number;
    x: number;
    y: number;
    /// Other agents at the same place, which are not drawn.
    others: number;
}

// Of several agents at one place one is drawn, the chosen one if it is there.
export function gather(spots: Spot[], chosen: number): Spot[] {
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

export function spotsAt(model: Model, tick: number): Spot[] {
    const spots: Spot[] = [];
    for (const agent of model.agents) {
        const place = placeOf(model, agent, tick);
        if (place) spots.push({ agent, ...place, others: 0 });
    }
    return spots;
}

export function drawTrail(context: CanvasRenderingContext2D, model: Model, frame: Frame, agent: number, tick: number): void {
    context.strokeStyle = css("--accent");
    context.globalAlpha = 0.5;
    context.beginPath();
    for (const { x, y } of trailOf(model, agent, tick)) context.lineTo(frame.x(x), frame.y(y));
    context.stroke();
    context.globalAlpha = 1;
}

// The points of the last "path" of an agent: a list, whose first point has index 0.
export function drawPath(context: CanvasRenderingContext2D, model: Model, frame: Frame, agent: number, tick: number): void {
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

export function drawShots(context: CanvasRenderingContext2D, model: Model, frame: Frame, tick: number): void {
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

export function drawSight(context: CanvasRenderingContext2D, model: Model, frame: Frame, spot: Spot, tick: number): void {
    const seen = sightOf(model, spot.agent, spot, tick);
    if (seen.length === 0) return;
    context.fillStyle = css("--accent");
    context.globalAlpha = 0.15;
    context.beginPath();
    context.moveTo(frame.x(spot.x), frame.y(spot.y));
    for (const { x, y } of seen) context.lineTo(frame.x(x), frame.y(y));
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

// Names first, then what the agents do.
export function labelAll(context: CanvasRenderingContext2D, model: Model, frame: Frame, spots: Spot[], tick: number): void {
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

export function drawAgent(context: CanvasRenderingContext2D, model: Model, frame: Frame, spot: Spot, names: boolean): void {
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

/// Enemies where the agent believes them, joined to where they are, and the place of its order.
export function drawBeliefs(context: CanvasRenderingContext2D, model: Model, ground: Ground, frame: Frame, agent: number, tick: number): void {
    for (const [other, { x, y }] of rememberedOf(model, agent, tick)) {
        const [left, top] = [frame.x(x), frame.y(y)];
        const is = placeOf(model, other, tick);
        context.strokeStyle = context.fillStyle = teamColor(Math.max(0, model.teamOf(other)));
        context.setLineDash([3, 3]);
        outline(context, model.teamOf(other), left, top, 8);
        context.stroke();
        context.setLineDash([1, 4]);
        context.beginPath();
        context.moveTo(left, top);
        if (is) context.lineTo(frame.x(is.x), frame.y(is.y));
        context.stroke();
        context.setLineDash([]);
        context.fillText(`${model.names.agent(other, tick)}?`, left + 10, top - 6);
    }
    const order = model.states.serving.at(agent, tick).orders.filter(({ state }) => state === 0).pop();
    const to = order && orderSpot(ground, order.place);
    if (!to) return;
    const [x, y] = [frame.x(to.x), frame.y(to.y)];
    context.strokeStyle = context.fillStyle = css("--accent");
    context.beginPath();
    for (const d of [-1, 1]) {
        context.moveTo(x - 5, y - 5 * d);
        context.lineTo(x + 5, y + 5 * d);
    }
    context.stroke();
    context.fillText(`order: ${model.names.nameOf("order", order.kind)}`, x + 8, y + 4);
}

/// Where the agent remembers others that it does not see, by their numbers.
export function rememberedOf(model: Model, agent: number, tick: number): [number, { x: number; y: number }][] {
    return [...model.states.beliefs.at(agent, tick)].filter(([, { isSeen }]) => !isSeen);
}

/// What the chosen agent believes, for screen readers.
export function beliefText(model: Model, ground: Ground, agent: number, tick: number): string {
    const remembered = rememberedOf(model, agent, tick).map(([other, { x, y }]) => `${model.names.agent(other, tick)} ${nameOfSpot(ground, x, y)}`);
    return remembered.length > 0 ? `; it believes ${remembered.join(", ")}` : "";
}

export function tipOf(model: Model, { agent }: Spot, tick: number): string[] {
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
