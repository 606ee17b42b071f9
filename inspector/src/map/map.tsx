// The map: positions, trails, paths, sight and shots of agents, places, pickups, flags, and what the chosen agent believes, as
// far as they were recorded.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { teamScores } from "../recording/fighters";
import { CELL } from "../recording/ground";
import type { Model } from "../recording/model";
import { PICKUP_THERE } from "../recording/states";
import { Canvas, type Drawing } from "../view/canvas";
import { teamColor } from "../view/color";
import { plural } from "../view/numbers";
import { Tip, type TipAt } from "../view/tip";
import { change, useView, view } from "../view/view";
import { beliefText, drawAgent, drawBeliefs, drawPath, drawShots, drawSight, drawTrail, gather, labelAll, type Spot, spotsAt, tipOf } from "./agents";
import { type Camera, type Frame, fit, measure } from "./frame";
import { drawCells, drawFlags, drawPickups, drawPlaces, drawShapes, pickupLines, stockLines } from "./things";

const MAX_ZOOM = 40;

// For screen readers.
function describe(model: Model, spots: Spot[], agent: number): string {
    const { tick } = view();
    const chosen = spots.find((spot) => spot.agent === agent);
    const where = chosen ? `at ${(chosen.x / CELL).toFixed(1)}, ${(chosen.y / CELL).toFixed(1)}` : "not on it";
    const pickups = [...model.states.pickups.at(0, tick).values()];
    const taken = pickups.filter((state) => state !== PICKUP_THERE).length;
    const lying = pickups.length > 0 ? `, ${taken} of ${plural(pickups.length, "pickup")} taken` : "";
    return `Map with ${plural(spots.length, "agent")}${lying}; ${model.names.agent(agent, tick)} is ${where}${beliefText(model, model.ground, agent, tick)}`;
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
    const { ground } = model;
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
        drawPlaces(context, model, ground, frame, tick);
        drawPickups(context, model, ground, frame, agent, tick);
        drawTrail(context, model, frame, agent, tick);
        if (spots.length <= 100) for (const spot of spots) drawPath(context, model, frame, spot.agent, tick);
        else drawPath(context, model, frame, agent, tick);
        drawShots(context, model, frame, tick);
        for (const spot of spots) if (spot.agent === agent || spots.length <= 20) drawSight(context, model, frame, spot, tick);
        const hasNames = spots.length <= 60 || camera.current!.zoom > 4;
        for (const spot of spots) drawAgent(context, model, frame, spot, hasNames);
        drawBeliefs(context, model, ground, frame, agent, tick);
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
    // A place or a pickup below the pointer.
    const thingAt = (event: MouseEvent): string[] => {
        const { frame } = shown.current!;
        const { tick, agent } = view();
        const isHere = ({ x, y }: { x: number; y: number }) => Math.hypot(frame.x(x) - event.offsetX, frame.y(y) - event.offsetY) < 12;
        const place = ground.places.findIndex(isHere);
        const pickup = ground.pickups.findIndex(isHere);
        if (place >= 0) return [ground.places[place].name, ...stockLines(model, ground, place + 1, tick)];
        return pickup >= 0 ? pickupLines(model, agent, pickup + 1, ground.pickups[pickup].name, tick) : [];
    };
    const press = (event: PointerEvent) => {
        held.current = { x: event.offsetX, y: event.offsetY };
        const spot = nearest(event);
        if (spot) change({ agent: spot.agent });
    };
    const move = (event: PointerEvent) => {
        const spot = event.buttons === 0 ? nearest(event) : null;
        const lines = spot ? tipOf(model, spot, view().tick) : event.buttons === 0 && shown.current ? thingAt(event) : [];
        setTip(lines.length > 0 ? { x: event.offsetX, y: event.offsetY, lines } : null);
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
