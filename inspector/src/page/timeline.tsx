// All agents over time: one row per agent, goals above actions, teams together. Only visible rows and bands are drawn.

import { useMemo, useRef, useState } from "preact/hooks";
import { bandAt } from "../recording/bands";
import { Canvas, type Drawing } from "../view/canvas";
import { goTo, pan, zoom } from "../view/clock";
import { colorOf, css, distinctLabels, teamColor } from "../view/color";
import type { Model } from "../recording/model";
import { plural, time } from "../view/numbers";
import { Tip, type TipAt } from "../view/tip";
import { change, useView, view } from "../view/view";
import { Overview } from "./overview";
import { drawBands, LABELS, type Line, lineAt, linesOf, RULER, ROW, type Scale } from "./timeline_rows";

function drawRuler({ context, width }: Drawing, model: Model, scale: Scale): void {
    const wanted = model.seconds(scale.to - scale.from) / ((width - LABELS) / 90);
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600];
    const step = steps.find((seconds) => seconds >= wanted) ?? Math.ceil(wanted / 3600) * 3600;
    context.fillStyle = css("--dim");
    for (let mark = Math.ceil(model.seconds(scale.from) / step); mark * step < model.seconds(scale.to); mark++) {
        const x = scale.x((mark * step * 1e6) / model.tickTime);
        context.fillRect(x, 0, 1, RULER);
        context.fillText(time(mark * step), x + 3, 12);
    }
}

// The current tick is an element above the canvas, so moving it does not draw the canvas again.
function Cursor() {
    const tick = useView((v) => v.tick);
    const from = useView((v) => v.from);
    const to = useView((v) => v.to);
    const across = `(100% - ${LABELS}px)`;
    const left = `calc(${LABELS}px + ${across} * ${(tick - from) / (to - from)})`;
    const width = `max(1.5px, ${across} / ${to - from})`;
    return <div id="cursor" hidden={tick < from || tick >= to} style={{ left, width }} />;
}

// What the colors mean.
function Legend() {
    useView((v) => v.grown);
    const labels = distinctLabels();
    if (labels.length === 0) return null;
    return (
        <ul id="legend" aria-label="Colors" tabIndex={0}>
            {labels.map((label) => <li><i style={{ background: colorOf(label) }} /> {label}</li>)}
        </ul>
    );
}

function describe(model: Model, line: Line, tick: number, isUpper: boolean): string[] {
    if (line.agent === 0) return [line.name, plural(model.teams[line.team].agents.length, "agent")];
    const { goals, actions } = model.bands.of(line.agent);
    const band = bandAt(isUpper ? goals : actions, tick);
    const name = model.names.agent(line.agent, tick);
    if (!band) return [name, time(model.seconds(tick))];
    const long = model.seconds(band.end - band.begin).toFixed(1);
    return [`${name}: ${band.label}`, `${time(model.seconds(band.begin))} to ${time(model.seconds(band.end))}, ${long} s${band.isAborted ? ", aborted" : ""}`];
}

export function Timeline({ model }: { model: Model }) {
    const top = useRef(0);
    const chosen = useView((v) => v.agent);
    const grown = useView((v) => v.grown);
    const height = useRef(0);
    const width = useRef(0);
    const drag = useRef<number | null>(null);
    const [tip, setTip] = useState<TipAt | null>(null);
    const lines = useMemo(() => linesOf(model), [grown]);

    const scaleFor = (full: number): Scale => {
        const { from, to } = view();
        return { from, to, width: full, x: (at) => LABELS + ((at - from) / (to - from)) * (full - LABELS) };
    };

    const drawLine = (context: CanvasRenderingContext2D, line: Line, y: number, scale: Scale) => {
        if (line.team >= 0) {
            context.fillStyle = teamColor(line.team);
            context.fillRect(0, y, 3, line.height);
        }
        context.fillStyle = css("--text");
        if (line.agent === 0) {
            context.font = "600 11px system-ui, sans-serif";
            context.fillText(line.name, 6, y + 13);
            context.font = "11px system-ui, sans-serif";
            return;
        }
        const rows = model.bands.of(line.agent);
        drawBands(context, rows.goals, scale, y + 1, 12);
        drawBands(context, rows.actions, scale, y + 13, 12);
        context.fillStyle = css("--text");
        context.fillText(model.names.agent(line.agent, view().tick), 6, y + 16, LABELS - 10);
    };

    const draw = (drawing: Drawing) => {
        const { context } = drawing;
        width.current = drawing.width;
        height.current = drawing.height;
        const scale = scaleFor(drawing.width);
        context.font = "11px system-ui, sans-serif";
        const first = lineAt(lines, top.current);
        for (let i = first ? lines.indexOf(first) : lines.length; i < lines.length; i++) {
            const y = RULER + lines[i].y - top.current;
            if (y > drawing.height) break;
            if (lines[i].agent === view().agent) {
                context.fillStyle = css("--chosen");
                context.fillRect(0, y, drawing.width, lines[i].height);
            }
            drawLine(context, lines[i], y, scale);
        }
        context.clearRect(0, 0, drawing.width, RULER);
        drawRuler(drawing, model, scale);
    };

    const tickAt = (event: MouseEvent) => {
        const { from, to } = view();
        return from + ((event.offsetX - LABELS) / (width.current - LABELS)) * (to - from);
    };
    const lineOf = (event: MouseEvent) => (event.offsetY < RULER ? undefined : lineAt(lines, event.offsetY - RULER + top.current));
    const hover = (event: PointerEvent) => {
        const line = lineOf(event);
        if (!line || event.offsetX < 0) return setTip(null);
        const within = event.offsetY - RULER + top.current - line.y;
        setTip({ x: event.offsetX, y: event.offsetY, lines: describe(model, line, event.offsetX < LABELS ? view().tick : Math.floor(tickAt(event)), within < ROW / 2) });
    };
    // A drag over the bands scrubs; with shift, or with the middle button, it moves the timeline.
    const move = (event: PointerEvent) => {
        if (event.buttons === 0) return hover(event);
        setTip(null);
        if (event.buttons === 4 || event.shiftKey) {
            const { from, to } = view();
            pan(model, (((drag.current ?? event.offsetX) - event.offsetX) / Math.max(1, width.current - LABELS)) * (to - from));
            drag.current = event.offsetX;
        } else if (event.buttons === 1 && event.offsetX >= LABELS) goTo(model, Math.floor(tickAt(event)));
    };
    const press = (event: PointerEvent) => {
        (event.target as Element).setPointerCapture(event.pointerId);
        drag.current = event.offsetX;
        const line = lineOf(event);
        if (line?.agent) change({ agent: line.agent });
        if (!event.shiftKey) move(event);
    };
    const wheel = (event: WheelEvent) => {
        event.preventDefault();
        const { from, to } = view();
        const across = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
        if (!event.ctrlKey && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)))
            return pan(model, (across / Math.max(1, width.current - LABELS)) * (to - from));
        if (event.ctrlKey || event.offsetX >= LABELS) return zoom(model, Math.exp(Math.max(-0.3, Math.min(0.3, event.deltaY * 0.003))), tickAt(event));
        const last = lines[lines.length - 1];
        const most = Math.max(0, RULER + (last ? last.y + last.height : 0) - height.current);
        top.current = Math.max(0, Math.min(most, top.current + event.deltaY));
        (event.target as Element).dispatchEvent(new Event("draw"));
    };

    return (
        <section id="timeline" aria-label="Timeline">
            <Overview model={model} />
            <div class="layers">
                <Canvas
                    id="timeline-canvas"
                    draw={draw}
                    depends={(v) => [v.from, v.to, v.agent, v.grown]}
                    label={`Goals and actions of ${plural(model.agents.length, "agent")} over time; ${model.names.agent(chosen, view().tick)} is chosen`}
                    on={{ onPointerDown: press, onPointerMove: move, onPointerLeave: () => setTip(null), onWheel: wheel }}
                />
                <Cursor />
                <Tip at={tip} />
            </div>
            <Legend />
        </section>
    );
}
