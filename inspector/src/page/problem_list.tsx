// The problems of agents. A click shows the agent and the tick.

import { goTo } from "../view/clock";
import type { Model } from "../recording/model";
import { time } from "../view/numbers";
import { change, useView } from "../view/view";

export function ProblemList({ model }: { model: Model }) {
    const isScanned = useView((v) => v.scans) > 0;
    const found = model.problems;
    if (!isScanned) return <p class="nothing">Searching…</p>;
    if (found.length === 0) return <p class="nothing">No agent dithers, is idle or starves.</p>;
    const show = (agent: number, tick: number) => {
        change({ agent });
        goTo(model, tick);
    };
    return (
        <ul id="problems">
            {found.slice(0, 500).map(({ agent, kind, tick, text }) => (
                <li>
                    <button onClick={() => show(agent, tick)}>
                        <b>{kind}</b> <small>{time(model.seconds(tick))}</small> {text}
                    </button>
                </li>
            ))}
        </ul>
    );
}
