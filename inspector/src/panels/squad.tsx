// The squad the agent is in, its role there, and the orders it was given.

import { time } from "../view/numbers";
import { type Ground, nameOfSpot, orderSpot } from "../recording/ground";
import type { Shown } from "./panel";

function placeText(ground: Ground, place: number): string {
    const spot = orderSpot(ground, place);
    return spot ? nameOfSpot(ground, spot.x, spot.y) : place === 0 ? "" : String(place);
}

export function Squad({ model, agent, tick }: Shown) {
    const state = model.states.serving.at(agent, tick);
    const { names } = model;
    return (
        <>
            {!state.squad && <p class="nothing">In no squad.</p>}
            {state.squad && (
                <p>
                    In <b>{names.squad(state.squad.squad)}</b> since {time(model.seconds(state.squad.tick))}
                    {state.role ? `, ${names.nameOf("role", state.role.role)} in slot ${state.role.slot} of task ${state.role.task}` : ""}.
                </p>
            )}
            {state.orders.length > 0 && (
                <table>
                    <caption>Orders, the last first</caption>
                    <thead>
                        <tr><th class="number">time</th><th>order</th><th>place</th><th>target</th><th>state</th></tr>
                    </thead>
                    <tbody>
                        {[...state.orders].reverse().map((order) => (
                            <tr class={order.state === 0 ? "current" : ""}>
                                <td class="number">{time(model.seconds(order.tick))}</td>
                                <td>{names.nameOf("order", order.kind)}</td>
                                <td>{placeText(model.ground, order.place)}</td>
                                <td>{order.target === 0 ? "" : model.ground.hasOrderAgents ? names.agent(order.target, order.tick) : order.target}</td>
                                <td>{names.nameOf("order_state", order.state)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </>
    );
}
