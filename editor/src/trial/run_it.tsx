// Run: the file's agents act, as with `ploy play file`, and the inspector shows the recording of it.

import { useEffect, useState } from "preact/hooks";
import { current, files, program } from "../page/workshop";
import { unpackText } from "../program/ploy";
import { Store } from "../page/store";

interface Running {
    address: string; // of the inspector's page with the recording
    lines: string;
    error: string;
    isRunning: boolean;
}

const running = new Store<Running>({ address: "", lines: "", error: "", isRunning: false });

function base64(bytes: Uint8Array): string {
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return btoa(text);
}

const MARK = "<!--recording-->";

async function inspect(recording: Uint8Array): Promise<string> {
    const page = await unpackText("inspector");
    const at = page.indexOf(MARK);
    const whole = page.slice(0, at) + base64(recording) + page.slice(at + MARK.length);
    return URL.createObjectURL(new Blob([whole], { type: "text/html" }));
}

async function run(seconds: number, everything: boolean): Promise<void> {
    const document = current();
    if (!document) return;
    if (running.value.address) URL.revokeObjectURL(running.value.address);
    running.change({ isRunning: true, error: "", address: "", lines: "" });
    const answer = await program().run("run", ["play", "file", document.name, "--seconds", String(seconds), "--record", "run.rec", ...(everything ? ["--everything"] : [])], files());
    if (!answer) return;
    const recording = answer.files.get("run.rec");
    running.change({ isRunning: false, lines: answer.out, error: answer.status === 0 ? "" : answer.error, address: recording && answer.status === 0 ? await inspect(recording) : "" });
}

function stop(): void {
    program().stop("run");
    running.change({ isRunning: false, error: "Stopped." });
}

export function RunIt() {
    const { address, lines, error, isRunning } = running.use();
    const [seconds, setSeconds] = useState(10);
    const [everything, setEverything] = useState(false);
    useEffect(() => {
        if (!address && !isRunning) void run(seconds, everything);
    }, []);
    return (
        <div class="run">
            <form onSubmit={(event) => (event.preventDefault(), void run(seconds, everything))}>
                <button disabled={isRunning}>Run</button>
                <label><input type="number" min={1} max={3600} value={seconds} onInput={(event) => setSeconds(Math.max(1, Number(event.currentTarget.value)))} /> seconds</label>
                <label><input type="checkbox" checked={everything} onChange={(event) => setEverything(event.currentTarget.checked)} /> record everything</label>
                {isRunning && <button type="button" onClick={stop}>Stop</button>}
                <span class="soft">Actions take their duration and then apply their effects; conditions of the game are true, scorers 1.</span>
            </form>
            {error && <p class="error">{error}</p>}
            <div class="run-result">
                <pre id="run-lines" tabIndex={0} aria-label="What the agents did">{lines}</pre>
                {address && <iframe title="The recording in the inspector" src={address} />}
            </div>
        </div>
    );
}
