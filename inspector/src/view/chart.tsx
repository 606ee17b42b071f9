// Lines over time, with the current tick marked. They are steps, because a value holds until it changes.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { goTo } from "./clock";
import { css, lineColorOf } from "./color";
import type { Model } from "../recording/model";
import { time } from "./numbers";
import { listen, useView, view } from "./view";

export interface Line {
    label: string;
    ticks: number[];
    values: number[];
}

// One column of ticks for all lines. A line without a value at a tick keeps its last.
function align(lines: Line[]): uPlot.AlignedData {
    const ticks = [...new Set(lines.flatMap((line) => line.ticks))].sort((a, b) => a - b);
    const columns = lines.map((line) => {
        let next = 0;
        let value: number | null = null;
        return ticks.map((tick) => {
            while (next < line.ticks.length && line.ticks[next] <= tick) value = line.values[next++];
            return value;
        });
    });
    return [ticks, ...columns];
}

function options(model: Model, lines: Line[], width: number): uPlot.Options {
    const axis = { stroke: css("--dim"), grid: { stroke: css("--line"), width: 1 }, ticks: { show: false }, font: "11px system-ui" };
    return {
        width,
        height: 190,
        cursor: { drag: { x: false, y: false } },
        scales: { x: { time: false, range: () => [view().from, view().to] } },
        axes: [{ ...axis, values: (_, ticks) => ticks.map((tick) => time(model.seconds(tick))) }, { ...axis, size: 42 }],
        series: [
            { label: "tick" },
            ...lines.map((line) => ({
                label: line.label,
                stroke: lineColorOf(line.label),
                width: 1.5,
                paths: uPlot.paths.stepped!({ align: 1 }),
                points: { show: false },
            })),
        ],
        hooks: {
            draw: [
                (plot) => {
                    const x = Math.round(plot.valToPos(view().tick, "x", true));
                    plot.ctx.fillStyle = css("--accent");
                    plot.ctx.fillRect(x, plot.bbox.top, 2, plot.bbox.height);
                },
            ],
        },
    };
}

export function Chart({ model, lines, label }: { model: Model; lines: () => Line[]; label: string }) {
    const place = useRef<HTMLDivElement>(null);
    const agent = useView((v) => v.agent);
    const grown = useView((v) => v.grown);
    useEffect(() => {
        const shown = lines();
        const plot = new uPlot(options(model, shown, place.current!.clientWidth), align(shown), place.current!);
        plot.over.addEventListener("click", () => goTo(model, plot.posToVal(plot.cursor.left!, "x")));
        const stop = listen(() => {
            const { from, to } = view();
            if (plot.scales.x.min !== from || plot.scales.x.max !== to) plot.setScale("x", { min: from, max: to });
            else plot.redraw(false);
        });
        return () => {
            stop();
            plot.destroy();
        };
    }, [agent, grown]);
    return <div class="chart" ref={place} role="img" aria-label={label} />;
}
