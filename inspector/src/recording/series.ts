// Values of an agent over time, for charts.

import type { Line } from "../view/chart";
import type { Recording } from "./recording";

/// One line per value of the first argument; the second argument is the value, fixed point (1/1000).
export function linesOf(recording: Recording, kinds: string[], agent: number, label: (number: number) => string): Line[] {
    const lines = new Map<number, Line>();
    for (const kind of kinds) {
        for (const event of recording.eventsOfKindOf(kind, agent)) {
            const number = recording.arg(event, 0);
            let line = lines.get(number);
            if (!line) lines.set(number, (line = { label: label(number), ticks: [], values: [] }));
            line.ticks.push(recording.eventTicks[event]);
            line.values.push(recording.arg(event, 1) / 1000);
        }
    }
    return [...lines.entries()].sort((a, b) => a[0] - b[0]).map(([, line]) => line);
}
