// Options and their scores, now and over time.

import { Chart } from "../chart";
import { decimal } from "../numbers";
import { linesOf } from "../series";
import type { Shown } from "./panel";

export function Utility({ model, agent, tick }: Shown) {
    const state = model.states.choosing.at(agent, tick);
    const { names, recording } = model;
    const rows = [...state.options].sort((a, b) => b[1].counts - a[1].counts || a[0] - b[0]);
    const kinds = rows.length > 0 ? ["utility-scored"] : ["utility-chosen"];
    return (
        <>
            {state.chosen && (
                <p>
                    Chose <b>{names.part(agent, "option", state.chosen.option)}</b> with a score of {decimal(state.chosen.score)}.
                </p>
            )}
            {rows.length > 0 && (
                <table>
                    <caption>Scores</caption>
                    <thead>
                        <tr><th>option</th><th class="number">score</th><th class="number">counts as</th></tr>
                    </thead>
                    <tbody>
                        {rows.map(([option, { score, counts }]) => (
                            <tr class={option === state.chosen?.option ? "current" : ""}>
                                <td>{names.part(agent, "option", option)}</td>
                                <td class="number">{score < 0 ? "out of the question" : decimal(score)}</td>
                                <td class="number">{counts < 0 ? "" : decimal(counts)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            <Chart model={model} lines={() => linesOf(recording, kinds, agent, (option) => names.part(agent, "option", option))} label="Scores over time" />
        </>
    );
}
