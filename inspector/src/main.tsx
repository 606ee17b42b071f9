// Opens the recording inside the page, or follows the one that the server sends, and shows it.

import { render } from "preact";
import { followNeighbor } from "./attach/beside";
import { followEnd, runClock } from "./view/clock";
import { listenToKeys } from "./view/keys";
import { setPalette } from "./view/color";
import { followAddress } from "./view/link";
import { follow } from "./recording/live";
import { Model } from "./recording/model";
import { Page } from "./page/page";
import { Recording } from "./recording/recording";
import { change, view } from "./view/view";
import { Wasm } from "./recording/wasm";

const HEADER_BYTES = 12;
/// What the timeline shows at first.
const OPENING_SECONDS = 60;

function embedded(id: string): Uint8Array {
    const text = atob(document.getElementById(id)!.textContent!.trim());
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

function say(text: string): void {
    document.getElementById("page")!.textContent = text;
}

function show(recording: Recording): Model {
    const model = new Model(recording);
    setPalette(model.frequentLabels());
    const shown = Math.min(recording.ticks, (OPENING_SECONDS * 1e6) / model.tickTime);
    change({ to: Math.max(1, shown), agent: model.agents[0] ?? 1, speed: 1e6 / model.tickTime });
    followAddress(model);
    say("");
    render(<Page model={model} />, document.getElementById("page")!);
    runClock(model);
    followNeighbor(() => recording.ticks);
    followEnd(model);
    listenToKeys(model);
    document.documentElement.dataset.opened = String(Math.round(performance.now()));
    return model;
}

const RECOLOR_MS = 5000;
let colored = 0;

function grow(model: Model, bytes: Uint8Array): void {
    const before = model.recording.ticks;
    model.recording.extend(bytes);
    model.refresh();
    if (performance.now() - colored > RECOLOR_MS) {
        colored = performance.now();
        setPalette(model.frequentLabels());
    }
    const { from, to, grown, agent } = view();
    const room = (OPENING_SECONDS * 1e6) / model.tickTime;
    if (to >= before && to - from < room) change({ to: Math.max(to, Math.min(model.recording.ticks, from + room)) });
    if (!model.agents.includes(agent)) change({ agent: model.agents[0] ?? 1 });
    change({ grown: grown + 1 });
}

function followServer(wasm: Wasm): void {
    const recording = new Recording(wasm);
    let head = new Uint8Array();
    let model: Model | null = null;
    const more = (bytes: Uint8Array) => {
        if (model) return grow(model, bytes);
        const all = new Uint8Array(head.length + bytes.length);
        all.set(head);
        all.set(bytes, head.length);
        head = all;
        if (head.length < HEADER_BYTES) return;
        recording.open(head);
        change({ isLive: true, isFollowing: true });
        model = show(recording);
    };
    say("Waiting for the recording…");
    follow({ more, lost: () => change({ isLive: false }) });
}

async function start(): Promise<void> {
    const wasm = await Wasm.load(embedded("library"));
    const bytes = embedded("recording");
    if (bytes.length === 0 && location.protocol === "http:") return followServer(wasm);
    const recording = new Recording(wasm);
    recording.open(bytes);
    show(recording);
}

start().catch((error: Error) => say(`This recording cannot be shown: ${error.message}`));
