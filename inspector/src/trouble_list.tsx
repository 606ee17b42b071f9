// Agents that something is wrong with; a click leads there.

import { goTo } from "./clock";
import type { Model } from "./model";
import { time } from "./numbers";
import { change, useView } from "./view";

export function TroubleList({ model }: { model: Model }) {
    const isLookedThrough = useView((v) => v.looks) > 0;
    const found = model.trouble;
    if (!isLookedThrough) return <p class="nothing">Looking…</p>;
    if (found.length === 0) return <p class="nothing">No agent dithers, is idle or starves.</p>;
    const show = (agent: number, tick: number) => {
        change({ agent });
        goTo(model, tick);
    };
    return (
        <ul id="trouble">
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
