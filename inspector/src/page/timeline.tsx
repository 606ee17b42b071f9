// All agents over time: one row per agent, goals above actions. Only visible rows and bands are drawn.

import { useRef } from "preact/hooks";
import { type Band, countBefore } from "../recording/bands";
import { Canvas, type Drawing } from "../view/canvas";
import { goTo, zoom } from "../view/clock";
import { colorOf, css } from "../view/color";
import type { Model } from "../recording/model";
import { plural, time } from "../view/numbers";
import { change, useView, view } from "../view/view";

const LABELS = 120;
const RULER = 18;
const ROW = 26;

interface Scale {
    x: (tick: number) => number;
    from: number;
    to: number;
    width: number;
}

function drawBands(context: CanvasRenderingContext2D, bands: Band[], scale: Scale, y: number, height: number): void {
    let drawn = -1;
    for (let i = Math.max(0, countBefore(bands, scale.from) - 1); i < bands.length; i++) {
        const band = bands[i];
        if (band.begin >= scale.to) break;
        const right = Math.min(scale.x(band.end), scale.width);
        if (right <= drawn + 0.5) continue;
        const left = Math.max(scale.x(band.begin), LABELS);
        if (right <= LABELS) continue;
        context.fillStyle = colorOf(band.label);
        context.fillRect(left, y, Math.max(0.5, right - left - (right - left > 3 ? 1 : 0)), height);
        drawn = right;
        if (band.isAborted && right - left > 3) {
            context.fillStyle = css("--bad");
            context.fillRect(right - 3, y, 2, height);
        }
        if (right - left < 30) continue;
        context.fillStyle = css("--text");
        context.save();
        context.beginPath();
        context.rect(left, y, right - left - 3, height);
        context.clip();
        context.fillText(band.label, left + 3, y + height - 3);
        context.restore();
    }
}

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

export function Timeline({ model }: { model: Model }) {
    const top = useRef(0);
    const chosen = useView((v) => v.agent);
    const height = useRef(0);
    const width = useRef(0);

    const scaleFor = (full: number): Scale => {
        const { from, to } = view();
        return { from, to, width: full, x: (tick) => LABELS + ((tick - from) / (to - from)) * (full - LABELS) };
    };

    const draw = (drawing: Drawing) => {
        const { context } = drawing;
        width.current = drawing.width;
        height.current = drawing.height;
        const { agent } = view();
        const scale = scaleFor(drawing.width);
        context.font = "11px system-ui, sans-serif";
        const first = Math.max(0, Math.floor(top.current / ROW));
        for (let row = first; row < model.agents.length; row++) {
            const y = RULER + row * ROW - top.current;
            if (y > drawing.height) break;
            const shown = model.agents[row];
            if (shown === agent) {
                context.fillStyle = css("--chosen");
                context.fillRect(0, y, drawing.width, ROW);
            }
            const rows = model.bands.of(shown);
            drawBands(context, rows.goals, scale, y + 1, 12);
            drawBands(context, rows.actions, scale, y + 13, 12);
            context.fillStyle = css("--text");
            context.fillText(model.names.agent(shown, view().tick), 6, y + 16, LABELS - 10);
        }
        context.clearRect(0, 0, drawing.width, RULER);
        drawRuler(drawing, model, scale);
    };

    const tickAt = (event: MouseEvent) => {
        const { from, to } = view();
        return from + ((event.offsetX - LABELS) / (width.current - LABELS)) * (to - from);
    };
    const scrub = (event: PointerEvent) => {
        if (event.buttons !== 1) return;
        if (event.offsetX >= LABELS) goTo(model, Math.floor(tickAt(event)));
    };
    const press = (event: PointerEvent) => {
        (event.target as Element).setPointerCapture(event.pointerId);
        const row = Math.floor((event.offsetY - RULER + top.current) / ROW);
        if (event.offsetY >= RULER && model.agents[row]) change({ agent: model.agents[row] });
        scrub(event);
    };
    const wheel = (event: WheelEvent) => {
        event.preventDefault();
        if (event.ctrlKey || event.offsetX >= LABELS !== event.shiftKey) return zoom(model, event.deltaY > 0 ? 1.25 : 0.8, tickAt(event));
        const most = Math.max(0, RULER + model.agents.length * ROW - height.current);
        top.current = Math.max(0, Math.min(most, top.current + event.deltaY));
        (event.target as Element).dispatchEvent(new Event("draw"));
    };

    return (
        <section id="timeline" aria-label="Timeline">
            <Canvas
                id="timeline-canvas"
                draw={draw}
                depends={(v) => [v.from, v.to, v.agent, v.grown]}
                label={`Goals and actions of ${plural(model.agents.length, "agent")} over time; ${model.names.agent(chosen, view().tick)} is chosen`}
                on={{ onPointerDown: press, onPointerMove: scrub, onWheel: wheel }}
            />
            <Cursor />
        </section>
    );
}
