// Goals by priority, and their priorities over time.

import { Chart } from "../view/chart";
import { decimal } from "../view/numbers";
import { linesOf } from "../recording/series";
import type { Shown } from "./panel";

export function Goals({ model, agent, tick }: Shown) {
    const state = model.states.deciding.at(agent, tick);
    const { names, recording } = model;
    const ranked = [...state.ranking].sort((a, b) => b[1].priority - a[1].priority || a[0] - b[0]);
    const lines = () => linesOf(recording, ["decision-goal", "goal-evaluated", "goal-started"], agent, (goal) => names.goal(agent, goal));
    return (
        <>
            {ranked.length === 0 && state.goal && (
                <p>
                    Pursues <b>{names.goal(agent, state.goal.goal)}</b>, priority {decimal(state.goal.priority)}.
                </p>
            )}
            {ranked.length > 0 && (
                <table>
                    <caption>Goals by priority, with their status at the last decision</caption>
                    <thead>
                        <tr><th>goal</th><th class="number">priority</th><th>status</th></tr>
                    </thead>
                    <tbody>
                        {ranked.map(([goal, { priority, status }]) => (
                            <tr class={goal === state.goal?.goal ? "current" : ""}>
                                <td>{names.goal(agent, goal)}</td>
                                <td class="number">{decimal(priority)}</td>
                                <td>{goal === state.goal?.goal ? "is pursued" : status >= 0 ? names.nameOf("goal_status", status).replace("is pursued", "was pursued") : ""}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            <Chart model={model} lines={lines} label="Priorities of goals over time" />
        </>
    );
}
