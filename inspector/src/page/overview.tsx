// A strip above the timeline: the whole recording, how much is decided when, and the part that the timeline shows. A drag
// moves that part.

import { Canvas, type Drawing } from "../view/canvas";
import { css } from "../view/color";
import type { Model } from "../recording/model";
import { time } from "../view/numbers";
import { change, view } from "../view/view";
import { goTo } from "../view/clock";
import { LABELS } from "./timeline_rows";

const DECISIONS = ["goal-started", "state-changed", "utility-chosen", "action-started", "activity-started"];

// Decisions per column, of all agents.
function countDecisions(model: Model, columns: number): Uint32Array {
    const { recording } = model;
    const counts = new Uint32Array(columns);
    const kinds = new Set(DECISIONS.map((name) => recording.kind(name)).filter((kind) => kind >= 0));
    for (let event = 0; event < recording.count; event++)
        if (kinds.has(recording.kinds[event])) counts[Math.min(columns - 1, Math.floor((recording.eventTicks[event] / recording.ticks) * columns))]++;
    return counts;
}

export function Overview({ model }: { model: Model }) {
    let known: { key: string; counts: Uint32Array } | null = null;
    let width = 1;
    const draw = ({ context, width: full, height }: Drawing) => {
        width = full;
        const { ticks } = model.recording;
        const columns = Math.max(1, Math.floor(full - LABELS));
        const key = `${columns} ${model.recording.count}`;
        if (known?.key !== key) known = { key, counts: countDecisions(model, columns) };
        const { counts } = known;
        const most = counts.reduce((a, b) => Math.max(a, b), 1);
        context.fillStyle = css("--dim");
        for (let i = 0; i < columns; i++) {
            const tall = counts[i] === 0 ? 0 : 2 + (height - 4) * Math.sqrt(counts[i] / most);
            context.fillRect(LABELS + i, height - tall, 1, tall);
        }
        const { from, to, tick } = view();
        const at = (end: number) => time(model.seconds(end));
        context.canvas.ariaLabel = `Decisions over the whole recording, ${at(ticks)}; the timeline shows ${at(from)} to ${at(to)}`;
        const x = (at: number) => LABELS + (at / Math.max(1, ticks)) * (full - LABELS);
        context.fillStyle = css("--accent");
        context.globalAlpha = 0.2;
        context.fillRect(x(from), 0, Math.max(3, x(to) - x(from)), height);
        context.globalAlpha = 1;
        context.fillRect(x(tick), 0, 1.5, height);
        context.strokeStyle = css("--accent");
        context.strokeRect(x(from) + 0.5, 0.5, Math.max(3, x(to) - x(from)) - 1, height - 1);
        context.font = "11px system-ui, sans-serif";
        context.fillStyle = css("--text");
        context.fillText(`0:00 – ${time(model.seconds(ticks))}`, 6, height - 6, LABELS - 10);
    };
    const move = (event: PointerEvent) => {
        if (event.buttons !== 1 || event.offsetX < LABELS) return;
        const { ticks } = model.recording;
        const { from, to } = view();
        const wanted = ((event.offsetX - LABELS) / Math.max(1, width - LABELS)) * ticks;
        const begin = Math.max(0, Math.min(wanted - (to - from) / 2, ticks - (to - from)));
        change({ from: begin, to: begin + (to - from) });
    };
    const press = (event: PointerEvent) => {
        (event.target as Element).setPointerCapture(event.pointerId);
        move(event);
        if (event.offsetX >= LABELS) goTo(model, ((event.offsetX - LABELS) / Math.max(1, width - LABELS)) * model.recording.ticks);
    };
    return <div id="overview"><Canvas id="overview-canvas" draw={draw} depends={(v) => [v.from, v.to, v.tick, v.grown]} label="The whole recording: decisions over time" on={{ onPointerDown: press, onPointerMove: move }} /></div>;
}
