// The problems of agents, in groups. A click shows the agent and the tick.

import { goTo } from "../view/clock";
import type { Model } from "../recording/model";
import { groupProblems, type Problem } from "../recording/problems";
import { plural, time } from "../view/numbers";
import { change, useView } from "../view/view";

const MAX_ROWS = 200;

export function ProblemList({ model }: { model: Model }) {
    const isScanned = useView((v) => v.scans) > 0;
    if (!isScanned) return <p class="nothing">Searching…</p>;
    if (model.problems.length === 0) return <p class="nothing">No agent dithers, is idle or starves.</p>;
    const show = ({ agent, tick }: Problem) => {
        change({ agent });
        goTo(model, tick);
    };
    return (
        <div id="problems">
            {groupProblems(model.problems).map(({ title, times, problems }, i) => (
                <details class="fold" open={i === 0 || problems.length === 1}>
                    <summary>
                        <b>{title}</b> <small>{plural(problems.length, "agent")}, {plural(times, "time")}</small>
                    </summary>
                    <ul>
                        {problems.slice(0, MAX_ROWS).map((problem) => (
                            <li>
                                <button onClick={() => show(problem)}>
                                    <small>{time(model.seconds(problem.tick))}</small> {problem.text}
                                </button>
                            </li>
                        ))}
                    </ul>
                </details>
            ))}
        </div>
    );
}
