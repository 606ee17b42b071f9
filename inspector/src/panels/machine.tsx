// The state machine: the state it is in, and the changes that led there.

import { time } from "../numbers";
import type { Shown } from "./panel";

export function Machine({ model, agent, tick }: Shown) {
    const { changes, visits } = model.states.machine.at(agent, tick);
    const { names } = model;
    const current = changes[changes.length - 1];
    if (!current) return <p class="nothing">No state yet.</p>;
    const name = (number: number) => names.part(agent, "state", number);
    return (
        <>
            <p>
                In <b>{name(current.to)}</b> for {model.seconds(tick - current.tick).toFixed(1)} s.
            </p>
            <ul class="states" aria-label="States">
                {[...visits].sort((a, b) => a[0] - b[0]).map(([number, count]) => (
                    <li class={number === current.to ? "current" : ""}>{name(number)} <small>{count}×</small></li>
                ))}
            </ul>
            <table>
                <caption>Changes, the last first</caption>
                <thead>
                    <tr><th class="number">time</th><th>from</th><th>to</th></tr>
                </thead>
                <tbody>
                    {[...changes].reverse().map((change) => (
                        <tr>
                            <td class="number">{time(model.seconds(change.tick))}</td>
                            <td>{name(change.from)}</td>
                            <td>{name(change.to)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </>
    );
}
