// Options and their scores, now and over time, and the response curves behind the scores.

import { Chart } from "../view/chart";
import { decimal } from "../view/numbers";
import { linesOf } from "../recording/series";
import type { Option, Part } from "../recording/descriptions";
import { Consideration } from "./consideration";
import type { Shown } from "./panel";

function Scores({ model, agent, tick }: Shown) {
    const state = model.states.choosing.at(agent, tick);
    const rows = [...state.options].sort((a, b) => b[1].counts - a[1].counts || a[0] - b[0]);
    if (rows.length === 0) return null;
    return (
        <table>
            <caption>Scores</caption>
            <thead>
                <tr><th>option</th><th class="number">score</th><th class="number">counts as</th></tr>
            </thead>
            <tbody>
                {rows.map(([option, { score, counts }]) => (
                    <tr class={option === state.chosen?.option ? "current" : ""}>
                        <td>{model.names.of(agent, tick).part("option", option)}</td>
                        <td class="number">{score < 0 ? "not available" : decimal(score)}</td>
                        <td class="number">{counts < 0 ? "" : decimal(counts)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

const RULE: Record<string, string> = { sum: "mean of", product: "product of", plain: "plain product of", min: "lowest of", max: "highest of" };

function Parts({ shown, part }: { shown: Shown; part: Part }) {
    if (part.leaf) return <Consideration shown={shown} part={part} />;
    return (
        <div class="parts" role="group" aria-label={`${part.name}: ${RULE[part.combine]}`}>
            {part.parts.length > 1 && <small>{part.name === part.combine ? "" : `${part.name}: `}{RULE[part.combine]}</small>}
            {part.parts.map((one) => <Parts shown={shown} part={one} />)}
        </div>
    );
}

// An option that is not available is collapsed.
function OptionCurves({ shown, option, score, isChosen }: { shown: Shown; option: Option; score: number | undefined; isChosen: boolean }) {
    const { model, agent, tick } = shown;
    const isOut = score !== undefined && score < 0;
    const read = model.readings.of(agent, option.when, tick).map(({ name, text }) => `${name} ${text}`);
    return (
        <details class="option" open={!isOut}>
            <summary class={isChosen ? "current" : ""}>
                {option.name} {score !== undefined && <b>{isOut ? "not available" : decimal(score)}</b>}
                {option.weight !== 1000 && <small> weight {decimal(option.weight)}</small>}
            </summary>
            {option.when !== "" && <p>only when <code>{option.when}</code>{read.length > 0 && <small> ({read.join(", ")})</small>}</p>}
            {option.part && <Parts shown={shown} part={option.part} />}
            {!option.part && <p><small>No considerations: its weight is its score.</small></p>}
        </details>
    );
}

function Curves(shown: Shown) {
    const { model, agent, tick } = shown;
    const description = model.descriptions.of(agent, tick);
    if (description?.kind !== "utility") return null;
    const state = model.states.choosing.at(agent, tick);
    const score = (option: number) => state.options.get(option)?.score;
    const isChosen = (option: number) => option === state.chosen?.option;
    const order = description.options.map((_, i) => i).sort((a, b) => Number(isChosen(b)) - Number(isChosen(a)) || (score(b) ?? 0) - (score(a) ?? 0) || a - b);
    return (
        <section id="curves" aria-label="Curves">
            <h2>Response curves behind the scores</h2>
            {order.map((i) => <OptionCurves key={description.options[i].name} shown={shown} option={description.options[i]} score={score(i)} isChosen={isChosen(i)} />)}
        </section>
    );
}

export function Utility(shown: Shown) {
    const { model, agent, tick } = shown;
    const { chosen, options } = model.states.choosing.at(agent, tick);
    const { names, recording } = model;
    const kinds = options.size > 0 ? ["utility-scored"] : ["utility-chosen"];
    return (
        <>
            {chosen && (
                <p>
                    Chose <b>{names.of(agent, tick).part("option", chosen.option)}</b> with a score of {decimal(chosen.score)}.
                </p>
            )}
            <Curves {...shown} />
            <Scores {...shown} />
            <Chart model={model} lines={() => linesOf(recording, kinds, agent, (option) => names.of(agent, tick).part("option", option))} label="Scores over time" />
        </>
    );
}
