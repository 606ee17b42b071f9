// Why the agent does what it does.

import { sentences } from "./now";
import type { Shown } from "./panel";

export function Why({ model, agent, tick, state }: Shown) {
    return (
        <div aria-live="polite">
            {sentences(model, agent, tick, state).map((sentence) => (
                <p>{sentence}</p>
            ))}
        </div>
    );
}
