// Goals by priority as the last decision saw them, and their priorities over time.

import { Chart } from "../view/chart";
import { decimal, time } from "../view/numbers";
import { linesOf } from "../recording/series";
import type { Shown } from "./panel";

// "is pursued" is what the decision found: what is pursued now stands above the table.
function past(status: string): string {
    return status.replace(/^is pursued/, "was pursued").replace(/^is held/, "was held");
}

export function Goals({ model, agent, tick }: Shown) {
    const { names, recording } = model;
    const life = names.of(agent, tick);
    const { goal } = model.situation(agent, tick);
    const ranking = model.states.ranking.at(agent, tick);
    const ranked = [...ranking.goals].sort((a, b) => b[1].priority - a[1].priority || a[0] - b[0]);
    const hasLater = ranking.later.size > 0;
    const lines = () => linesOf(recording, ["decision-goal", "goal-evaluated", "goal-started"], agent, (number) => life.goal(number));
    return (
        <>
            <p id="pursued">{goal ? <>{goal.isHeld ? "Holds" : "Pursues"} <b>{goal.name}</b>, priority {decimal(goal.priority)}.</> : "Pursues no goal."}</p>
            {ranked.length > 0 && (
                <table>
                    <caption>
                        The last decision, at {time(model.seconds(ranking.tick))}: goals by priority
                    </caption>
                    <thead>
                        <tr><th>goal</th><th class="number">priority</th><th>outcome</th>{hasLater && <th class="number">priority since</th>}</tr>
                    </thead>
                    <tbody>
                        {ranked.map(([number, { priority, status }]) => (
                            <tr class={life.goal(number) === goal?.name ? "current" : ""}>
                                <td>{life.goal(number)}</td>
                                <td class="number">{decimal(priority)}</td>
                                <td>{number === ranking.chosen ? "was chosen" : past(names.nameOf("goal_status", status))}</td>
                                {hasLater && <td class="number">{ranking.later.has(number) ? decimal(ranking.later.get(number)!.priority) : ""}</td>}
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            <Chart model={model} lines={lines} label="Priorities of goals over time" />
        </>
    );
}
