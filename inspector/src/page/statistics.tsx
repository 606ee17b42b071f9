// Statistics per goal, action and node of a behavior tree, of all agents, of a team or of the chosen agent; each leads to its longest example.

import { useMemo, useState } from "preact/hooks";
import type { Model } from "../recording/model";
import { endReasons, nodeStatistics, type Statistic, statisticsOf } from "../recording/statistics";
import { goTo } from "../view/clock";
import { colorOf } from "../view/color";
import { change, useView } from "../view/view";

const MAX_AGENTS = 500;

interface TableProps {
    model: Model;
    title: string;
    rows: Statistic[];
    reasons: Map<string, [string, number][]>;
    what: string;
    /// How many of the reasons are shown.
    most: number;
}

function Table({ model, title, rows, reasons, what, most }: TableProps) {
    const all = rows.reduce((sum, { total }) => sum + total, 0);
    const show = ({ longest: { agent, band } }: Statistic) => {
        change({ agent });
        goTo(model, band.begin);
    };
    const seconds = (ticks: number) => model.seconds(ticks).toFixed(1);
    if (rows.length === 0) return null;
    return (
        <table class="statistics">
            <caption>{title}</caption>
            <thead>
                <tr><th>name</th><th class="number">time</th><th class="number">share</th><th class="number">count</th><th class="number">median</th><th class="number">aborted</th><th>{what}</th><th>longest</th></tr>
            </thead>
            <tbody>
                {rows.map((row) => (
                    <tr>
                        <td><i class="swatch" style={{ background: colorOf(row.label) }} /> {row.label}</td>
                        <td class="number">{seconds(row.total)} s</td>
                        <td class="number">{all > 0 ? Math.round((100 * row.total) / all) : 0} %</td>
                        <td class="number">{row.count}</td>
                        <td class="number">{seconds(row.median)} s</td>
                        <td class="number">{Math.round((100 * row.aborted) / row.count)} %</td>
                        <td>{(reasons.get(row.label) ?? []).slice(0, most).map(([why, count]) => `${why} (${count})`).join(", ")}</td>
                        <td><button type="button" onClick={() => show(row)}>{model.names.agent(row.longest.agent, row.longest.band.begin)}, {seconds(row.longest.band.end - row.longest.band.begin)} s</button></td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function Statistics({ model }: { model: Model }) {
    const agent = useView((v) => v.agent);
    const grown = useView((v) => v.grown);
    const [whom, setWhom] = useState("all");
    const agents = whom === "all" ? model.agents : whom === "agent" ? [agent] : (model.teams[Number(whom)]?.agents ?? []);
    const made = useMemo(() => {
        const some = agents.slice(0, MAX_AGENTS);
        return {
            goals: statisticsOf(model, some, "goals"), actions: statisticsOf(model, some, "actions"),
            nodes: nodeStatistics(model, some), goalReasons: endReasons(model, some, "goal-aborted"), actionReasons: endReasons(model, some, "action-aborted"),
        };
    }, [whom, whom === "agent" ? agent : 0, grown]);
    return (
        <div id="statistics">
            <label>
                of{" "}
                <select id="statistics-whom" value={whom} onChange={(event) => setWhom(event.currentTarget.value)}>
                    <option value="all">all agents</option>
                    {model.teams.length > 1 && model.teams.map((team, i) => <option value={String(i)}>{team.name}</option>)}
                    <option value="agent">the chosen agent</option>
                </select>
            </label>
            <Table model={model} title="Goals, states and options" rows={made.goals} reasons={made.goalReasons} what="why" most={2} />
            <Table model={model} title="Actions and activities" rows={made.actions} reasons={made.actionReasons} what="why" most={2} />
            <Table model={model} title="Nodes of behavior trees" rows={made.nodes.rows} reasons={made.nodes.ends} what="ended in" most={3} />
        </div>
    );
}
