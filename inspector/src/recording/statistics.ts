// How often and how long agents pursue and do things, and nodes of behavior trees run, over the whole recording.

import type { Band } from "./bands";
import type { Model } from "./model";

/// The example that stands for a row: where it took longest.
export interface Statistic {
    label: string;
    count: number;
    /// Ticks.
    total: number;
    median: number;
    aborted: number;
    /// The one that took the longest.
    longest: Example;
}

interface Example {
    agent: number;
    band: Band;
}

function gather(model: Model, agents: number[], row: "goals" | "actions"): Map<string, Example[]> {
    const groups = new Map<string, Example[]>();
    for (const agent of agents) {
        for (const band of model.bands.of(agent)[row]) {
            const group = groups.get(band.label);
            if (group) group.push({ agent, band });
            else groups.set(band.label, [{ agent, band }]);
        }
    }
    return groups;
}

const long = ({ band }: Example) => band.end - band.begin;

// What takes the most time first.
function sum(groups: Map<string, Example[]>): Statistic[] {
    const list = [...groups].map(([label, all]) => {
        const sorted = [...all].sort((a, b) => long(a) - long(b));
        return {
            label,
            count: all.length,
            total: all.reduce((ticks, one) => ticks + long(one), 0),
            median: long(sorted[sorted.length >> 1]),
            aborted: all.filter(({ band }) => band.isAborted).length,
            longest: sorted[sorted.length - 1],
        };
    });
    return list.sort((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1));
}

export function statisticsOf(model: Model, agents: number[], row: "goals" | "actions"): Statistic[] {
    return sum(gather(model, agents, row));
}

export interface NodeStatistics {
    rows: Statistic[];
    /// How the runs of each node ended: outcome and count, the most frequent first.
    ends: Map<string, [string, number][]>;
}

const RUNNING = 0;
const SKIPPED = 3;
const HALTED = 4;
const OUTCOMES = ["running", "success", "failure", "skipped", "halted"];

/// Of nodes of behavior trees. A run lasts from the tick at whose end the node runs until it has another status; one that
/// ends in the tick of its start takes no time. Which of two equal statuses in a row are two runs is not recorded.
export function nodeStatistics(model: Model, agents: number[]): NodeStatistics {
    const { recording, names } = model;
    const groups = new Map<string, Example[]>();
    const ends = new Map<string, Map<string, number>>();
    for (const agent of agents) {
        const begun = new Map<number, number>();
        for (const event of recording.eventsOfKinds(["bt-node", "agent-created", "agent-gone", "mind-given"], agent)) {
            const tick = recording.eventTicks[event];
            if (recording.kindNames[recording.kinds[event]] !== "bt-node") {
                begun.clear();
                continue;
            }
            const [node, now] = [recording.arg(event, 0), recording.arg(event, 1)];
            if (now === RUNNING) {
                begun.set(node, tick);
                continue;
            }
            if (now === SKIPPED || (now === HALTED && !begun.has(node))) continue;
            const label = names.minded(agent, tick).part("node", node);
            const band = { begin: begun.get(node) ?? tick, end: tick, label, isAborted: now === HALTED };
            begun.delete(node);
            groups.set(label, groups.get(label) ?? []);
            groups.get(label)!.push({ agent, band });
            const counts = ends.get(label) ?? new Map<string, number>();
            ends.set(label, counts.set(OUTCOMES[now], (counts.get(OUTCOMES[now]) ?? 0) + 1));
        }
    }
    return { rows: sum(groups), ends: new Map([...ends].map(([label, counts]) => [label, [...counts].sort((a, b) => b[1] - a[1])])) };
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
