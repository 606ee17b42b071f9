// What would have happened: on a page that the program serves, a change at the cursor is played, and both futures are shown.

import { useState } from "preact/hooks";
import { time } from "../view/numbers";
import type { Model } from "../recording/model";
import { useView } from "../view/view";

const EXAMPLES = ["hold #1 KEY VALUE", "set world KEY VALUE", "disable ACTION", "cost ACTION 9", "priority GOAL 2", "goal #1 GOAL"];

type State = { kind: "idle" } | { kind: "playing" } | { kind: "done"; of: string } | { kind: "failed"; why: string };

/// A program serves the page, and can play the game again.
export function hasProgram(): boolean {
    return location.protocol === "http:" && window.parent === window;
}

interface Said {
    ok: boolean;
    error?: string;
    hint?: string;
}

function play(tick: number, commands: string[], end: (state: State) => void): void {
    const socket = new WebSocket(`ws://${location.host}${location.pathname}replay`);
    let isAnswered = false;
    socket.onopen = () => socket.send(`${tick}\n${commands.join("\n")}\n\n`);
    socket.onmessage = ({ data }) => {
        const { ok, error, hint } = JSON.parse(data as string) as Said;
        isAnswered = true;
        socket.close();
        end(ok ? { kind: "done", of: commands.join("; ") } : { kind: "failed", why: [error, hint].filter(Boolean).join("; ") });
    };
    socket.onclose = () => isAnswered || end({ kind: "failed", why: "the program plays another one, or has ended" });
}

export function FuturesPanel({ model }: { model: Model }) {
    const tick = useView((v) => v.tick);
    const [text, setText] = useState("");
    const [file, setFile] = useState("");
    const [state, setState] = useState<State>({ kind: "idle" });
    const commands = [...text.split("\n").map((line) => line.trim()).filter(Boolean), ...(file ? [file] : [])];
    const begin = (event: Event) => {
        event.preventDefault();
        setState({ kind: "playing" });
        play(tick, commands, setState);
    };
    const load = async (event: Event) => {
        const chosen = (event.currentTarget as HTMLInputElement).files?.[0];
        setFile(chosen ? `load ${JSON.stringify(chosen.name)} ${JSON.stringify(await chosen.text())}` : "");
    };
    return (
        <form id="futures" onSubmit={begin}>
            <p>From {time(model.seconds(tick))} (tick {tick}) on, what if:</p>
            <p>
                <label>
                    Changes, one per line{" "}
                    <textarea id="future-commands" rows={4} placeholder={EXAMPLES.join("\n")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
                </label>
            </p>
            <p><label>or with an edited file <input id="future-file" type="file" accept=".xml" onChange={(event) => void load(event)} /></label></p>
            <p><button id="future-play" disabled={state.kind === "playing" || commands.length === 0}>Play it</button></p>
            <p id="future-state" role="status">
                {state.kind === "playing" && "Playing…"}
                {state.kind === "failed" && <span class="bad">{state.why}</span>}
                {state.kind === "done" && <a id="future-link" href="futures" target="_blank">Both futures, side by side</a>}
            </p>
        </form>
    );
}
