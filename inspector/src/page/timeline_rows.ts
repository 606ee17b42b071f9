// The rows of the timeline: agents in their teams, each team below its name; and what is drawn in a row.

import { type Band, countBefore } from "../recording/bands";
import type { Model } from "../recording/model";
import { colorOf, css } from "../view/color";

export const LABELS = 120;
export const RULER = 18;
export const ROW = 26;
export const TEAM_ROW = 18;
/// A band that is narrower is part of a density.
const NARROW = 3;

export interface Scale {
    x: (tick: number) => number;
    from: number;
    to: number;
    width: number;
}

export interface Line {
    /// From the top of the first row.
    y: number;
    height: number;
    /// 0: the name of a team.
    agent: number;
    team: number;
    name: string;
}

export function linesOf(model: Model): Line[] {
    const lines: Line[] = [];
    let y = 0;
    const add = (line: Omit<Line, "y">) => {
        lines.push({ ...line, y });
        y += line.height;
    };
    model.teams.forEach(({ name, agents }, team) => {
        if (model.teams.length > 1) add({ height: TEAM_ROW, agent: 0, team, name });
        for (const agent of agents) add({ height: ROW, agent, team: model.teamOf(agent), name: "" });
    });
    return lines;
}

/// The line at a distance from the top of the first; undefined: below the last.
export function lineAt(lines: Line[], y: number): Line | undefined {
    let low = 0;
    let high = lines.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (lines[middle].y + lines[middle].height <= y) low = middle + 1;
        else high = middle;
    }
    return lines[low];
}

function drawBand(context: CanvasRenderingContext2D, band: Band, left: number, right: number, y: number, height: number): void {
    context.fillStyle = colorOf(band.label);
    context.fillRect(left, y, right - left - 1, height);
    if (band.isAborted) {
        context.fillStyle = css("--bad");
        context.fillRect(right - 3, y, 2, height);
    }
    if (right - left < 30) return;
    context.fillStyle = css("--text");
    context.save();
    context.beginPath();
    context.rect(left, y, right - left - 3, height);
    context.clip();
    context.fillText(band.label, left + 3, y + height - 3);
    context.restore();
}

// Narrow bands together: the color of what takes the most time, and the higher the more bands there are.
class Density {
    private at = -1;
    private count = 0;
    private times = new Map<string, number>();

    constructor(
        private readonly context: CanvasRenderingContext2D,
        private readonly y: number,
        private readonly height: number,
    ) {}

    add(label: string, left: number, right: number): void {
        const column = Math.floor(left / NARROW);
        if (column !== this.at) this.flush();
        this.at = column;
        this.count++;
        this.times.set(label, (this.times.get(label) ?? 0) + right - left + 0.01);
    }

    flush(): void {
        if (this.count > 0) {
            const [[label]] = [...this.times].sort((a, b) => b[1] - a[1]);
            const share = Math.min(1, 0.35 + 0.13 * this.count);
            this.context.fillStyle = colorOf(label);
            this.context.fillRect(this.at * NARROW, this.y + this.height * (1 - share), NARROW, this.height * share);
        }
        this.count = 0;
        this.times.clear();
    }
}

export function drawBands(context: CanvasRenderingContext2D, bands: Band[], scale: Scale, y: number, height: number): void {
    const density = new Density(context, y, height);
    for (let i = Math.max(0, countBefore(bands, scale.from) - 1); i < bands.length; i++) {
        const band = bands[i];
        if (band.begin >= scale.to) break;
        const right = Math.min(scale.x(band.end), scale.width);
        const left = Math.max(scale.x(band.begin), LABELS);
        if (right < LABELS) continue;
        if (right - left >= NARROW) drawBand(context, band, left, right, y, height);
        else density.add(band.label, left, right);
    }
    density.flush();
}
