// The agent's last events as they were recorded.

import { time } from "../view/numbers";
import type { Shown } from "./panel";

const MAX_ROWS = 50;

export function Events({ model, agent, tick }: Shown) {
    const { recording } = model;
    const events = recording.eventsOf(agent);
    const end = recording.countUntil(events, tick);
    const shown = [...events.subarray(Math.max(0, end - MAX_ROWS), end)].reverse();
    return (
        <table>
            <caption>Events, the last first</caption>
            <thead>
                <tr><th class="number">time</th><th>event</th><th>with</th></tr>
            </thead>
            <tbody>
                {shown.map((event) => {
                    const kind = recording.kinds[event];
                    const args = recording.argNames(kind).map((name, i) => `${name} ${recording.arg(event, i)}`);
                    return (
                        <tr class={recording.eventTicks[event] === tick ? "current" : ""}>
                            <td class="number">{time(model.seconds(recording.eventTicks[event]))}</td>
                            <td>{recording.kindNames[kind]}</td>
                            <td>{args.join(", ")}</td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}
