// The plan that the agent follows, with its costs and its progress.

import { stepName } from "../recording/situation";
import { decimal, plural, time } from "../view/numbers";
import type { Shown } from "./panel";

export function Plan({ model, agent, tick }: Shown) {
    const { names } = model;
    const life = names.of(agent, tick);
    const { plan, failed, action, aborted, goal } = model.states.now.at(agent, tick);
    const status = (i: number) => {
        if (!plan || i < plan.done) return "done";
        if (i > plan.done) return "later";
        return plan.isBroken ? "aborted" : action?.ground === plan.steps[i].ground ? "running" : "next";
    };
    return (
        <>
            {failed && (
                <p class="bad">
                    No plan for {life.goal(failed.goal)} at {time(model.seconds(failed.tick))}: {names.nameOf("status", failed.status)}.
                </p>
            )}
            {!plan && <p class="nothing">{goal?.isHeld ? `${life.goal(goal.goal)} is met: it needs no plan.` : "There is no plan."}</p>}
            {plan?.isBroken && <p>The plan is broken, and there is no other yet.</p>}
            {plan && (
                <table id="plan">
                    <caption>
                        {life.goal(plan.goal)}: {plural(plan.steps.length, "step")}, cost {decimal(plan.cost)}, planned{" "}
                        {model.seconds(tick - plan.tick).toFixed(1)} s ago
                    </caption>
                    <thead>
                        <tr><th class="number">step</th><th>action</th><th class="number">cost</th><th>status</th></tr>
                    </thead>
                    <tbody>
                        {plan.steps.map((step, i) => (
                            <tr class={status(i) === "running" ? "current" : ""}>
                                <td class="number">{i + 1}</td>
                                <td>{stepName(life, plan, i)}</td>
                                <td class="number">{step.cost < 0 ? "" : decimal(step.cost)}</td>
                                <td>{status(i)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            {aborted && (
                <p>
                    Last aborted: {life.ground(aborted.ground, aborted.action)} at {time(model.seconds(aborted.tick))}
                    {aborted.why > 0 && `: ${names.nameOf("goap_reason", aborted.why)}`}.
                </p>
            )}
        </>
    );
}
