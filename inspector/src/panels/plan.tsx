// The current plan with its costs and its progress.

import { decimal, plural, time } from "../view/numbers";
import type { Shown } from "./panel";

export function Plan({ model, agent, tick }: Shown) {
    const state = model.states.deciding.at(agent, tick);
    const { names } = model;
    const { plan, planFailed } = state;
    return (
        <>
            {planFailed && (
                <p class="bad">
                    No plan for {names.goal(agent, planFailed.goal)} at {time(model.seconds(planFailed.tick))}: {names.nameOf("status", planFailed.status)}.
                </p>
            )}
            {!plan && <p class="nothing">There is no plan.</p>}
            {plan && (
                <table>
                    <caption>
                        {names.goal(agent, plan.goal)}: {plural(plan.steps.length, "step")}, cost {decimal(plan.cost)}, planned{" "}
                        {model.seconds(tick - plan.tick).toFixed(1)} s ago
                    </caption>
                    <thead>
                        <tr><th class="number">step</th><th>action</th><th class="number">cost</th><th>status</th></tr>
                    </thead>
                    <tbody>
                        {plan.steps.map((step, i) => (
                            <tr class={i === plan.done && state.action ? "current" : ""}>
                                <td class="number">{i + 1}</td>
                                <td>{names.ground(agent, step.ground, step.action)}</td>
                                <td class="number">{decimal(step.cost)}</td>
                                <td>{i < plan.done ? "done" : i === plan.done && state.action ? "running" : "later"}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            {state.aborted && (
                <p>
                    Last aborted: {names.ground(agent, state.aborted.ground, state.aborted.action)} at {time(model.seconds(state.aborted.tick))}
                    {state.aborted.why > 0 && `: ${names.nameOf("goap_reason", state.aborted.why)}`}.
                </p>
            )}
        </>
    );
}
