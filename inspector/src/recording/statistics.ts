// How often and how long agents pursue and do things, over the whole recording.

import type { Band } from "./bands";
import type { Model } from "./model";

export interface Statistic {
    label: string;
    count: number;
    /// Ticks.
    total: number;
    median: number;
    aborted: number;
    /// The one that took the longest.
    longest: { agent: number; band: Band };
}

function gather(model: Model, agents: number[], row: "goals" | "actions"): Map<string, { agent: number; band: Band }[]> {
    const groups = new Map<string, { agent: number; band: Band }[]>();
    for (const agent of agents) {
        for (const band of model.bands.of(agent)[row]) {
            const group = groups.get(band.label);
            if (group) group.push({ agent, band });
            else groups.set(band.label, [{ agent, band }]);
        }
    }
    return groups;
}

const long = ({ band }: { band: Band }) => band.end - band.begin;

/// What takes the most time first.
export function statisticsOf(model: Model, agents: number[], row: "goals" | "actions"): Statistic[] {
    const list = [...gather(model, agents, row)].map(([label, all]) => {
        const sorted = [...all].sort((a, b) => long(a) - long(b));
        return {
            label,
            count: all.length,
            total: all.reduce((sum, one) => sum + long(one), 0),
            median: long(sorted[sorted.length >> 1]),
            aborted: all.filter(({ band }) => band.isAborted).length,
            longest: sorted[sorted.length - 1],
        };
    });
    return list.sort((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1));
}

/// Why goals or actions were aborted: reason and count, the most frequent first.
export function endReasons(model: Model, agents: number[], kind: "goal-aborted" | "action-aborted"): Map<string, [string, number][]> {
    const { recording, names } = model;
    const counts = new Map<string, Map<string, number>>();
    for (const agent of agents) {
        for (const event of recording.eventsOfKindOf(kind, agent)) {
            const life = names.of(agent, recording.eventTicks[event]);
            const label = kind === "goal-aborted" ? life.goal(recording.arg(event, 0)) : life.ground(recording.arg(event, 1), recording.arg(event, 0));
            const why = names.nameOf("goap_reason", recording.arg(event, kind === "goal-aborted" ? 1 : 2)) || "halted";
            const reasons = counts.get(label) ?? new Map<string, number>();
            reasons.set(why, (reasons.get(why) ?? 0) + 1);
            counts.set(label, reasons);
        }
    }
    return new Map([...counts].map(([label, reasons]) => [label, [...reasons].sort((a, b) => b[1] - a[1])]));
}
