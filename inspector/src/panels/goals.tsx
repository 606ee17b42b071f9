// Goals ranked as they stand, and their priorities over time.

import { Chart } from "../chart";
import { decimal } from "../numbers";
import { linesOf } from "../series";
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
                    <caption>Goals by priority, and what became of each at the last decision</caption>
                    <thead>
                        <tr><th>goal</th><th class="number">priority</th><th>what became of it</th></tr>
                    </thead>
                    <tbody>
                        {ranked.map(([goal, { priority, status }]) => (
                            <tr class={goal === state.goal?.goal ? "current" : ""}>
                                <td>{names.goal(agent, goal)}</td>
                                <td class="number">{decimal(priority)}</td>
                                <td>{goal === state.goal?.goal ? "is pursued" : status >= 0 ? names.wordOf("goal_status", status).replace("is pursued", "was under way") : ""}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            <Chart model={model} lines={lines} label="Priorities of goals over time" />
        </>
    );
}
