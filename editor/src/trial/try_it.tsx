// Try it: choose who plans and from which state, and see the plan, its cost, its reasons, and where it flips.

import { useEffect } from "preact/hooks";
import { store } from "../page/workshop";
import { CostSlider } from "./cost_slider";
import { SearchView } from "./search";
import { type Plan, type Variable, choose, start, stepText, trial, watchText } from "./trial";

const SEARCHES = ["auto", "astar", "regressive", "bnb", "greedy", "anytime", "blind", "hmax", "lmcut", "utility"];

function Chip({ variable }: { variable: Variable }) {
    const { set } = trial.use();
    const value = set[variable.name] ?? String(variable.value);
    const isChanged = value !== String(variable.value);
    const give = (next: string) => choose({ set: { ...trial.value.set, [variable.name]: next } });
    if (variable.type === "bool")
        return (
            <button class={`chip${isChanged ? " changed" : ""}`} aria-pressed={value === "true"} data-symbol={variable.name} onClick={() => give(value === "true" ? "false" : "true")}>
                {value === "true" ? "" : "not "}{variable.name}
            </button>
        );
    return (
        <label class={`chip${isChanged ? " changed" : ""}`}>
            {variable.name}{" "}
            {variable.values ? (
                <select value={value} onChange={(event) => give(event.currentTarget.value)}>{variable.values.map((one) => <option key={one}>{one}</option>)}</select>
            ) : (
                <input type="number" min={variable.min} max={variable.max} step={variable.step || 1} value={value} onChange={(event) => give(event.currentTarget.value)} />
            )}
        </label>
    );
}

export function PlanView({ plan }: { plan: Plan }) {
    if (plan.status === "already") return <p>{plan.goal} is met already.</p>;
    if (plan.cost === null) return <p>No plan{plan.goal ? ` for ${plan.goal}` : ""}: {plan.status}.</p>;
    return (
        <div>
            <p><b>{plan.goal}</b>, cost <b id="plan-cost">{plan.cost}</b>{plan.proved ? ", the cheapest" : ", not proved to be the cheapest"}; {plan.search}: {plan.expanded} states expanded of {plan.generated}</p>
            <ol class="steps">{plan.steps.map((one, i) => <li key={i}>{stepText(one)} <i>{one.cost}</i></li>)}</ol>
        </div>
    );
}

export function TryIt() {
    const { starts, chosen, goal, search, set, whyNot, plan, before, error, explanation } = trial.use();
    const { current: index } = store.use();
    useEffect(() => watchText(), []);
    const from = start();
    if (!from) return <p class="nothing" key={index}>{error || "Planning…"}</p>;
    return (
        <div class="trial">
            <section aria-label="Who and from where">
                <label>agent <select value={String(chosen)} onChange={(event) => choose({ chosen: Number(event.currentTarget.value), set: {}, goal: "", whyNot: "", before: null })}>
                    {starts.map((one, i) => <option key={i} value={String(i)}>{one.agent ?? one.domain}</option>)}
                </select></label>
                <label>goal <select value={goal} onChange={(event) => choose({ goal: event.currentTarget.value })}>
                    <option value="">by priority</option>
                    {from.goals.map((one) => <option key={one}>{one}</option>)}
                </select></label>
                <label>search <select value={search} onChange={(event) => choose({ search: event.currentTarget.value })}>{SEARCHES.map((one) => <option key={one}>{one}</option>)}</select></label>
                {Object.keys(set).length > 0 && <button class="small" onClick={() => choose({ set: {} })}>As it starts</button>}
                <div class="chips">{from.variables.map((one) => <Chip key={one.name} variable={one} />)}</div>
            </section>
            <section aria-label="Plan" id="plan">
                {error && <p class="error">{error}</p>}
                {plan && !error && <PlanView plan={plan} />}
                {before && plan && !error && <details><summary>Before: cost {before.cost ?? "none"}</summary><PlanView plan={before} /></details>}
                <CostSlider />
                <SearchView />
            </section>
            <section aria-label="Explanation">
                <label>why not <select value={whyNot} onChange={(event) => choose({ whyNot: event.currentTarget.value })}>
                    <option value="">…</option>
                    {from.actions.map((one) => <option key={one}>{one}</option>)}
                </select></label>
                <pre id="explanation">{explanation}</pre>
            </section>
        </div>
    );
}
