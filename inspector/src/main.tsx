// Opens the recording inside the page, or follows the one that the server sends, and shows it.

import { render } from "preact";
import { followNeighbor } from "./attach/beside";
import { runClock } from "./view/clock";
import { listenToKeys } from "./view/keys";
import { followAddress } from "./view/link";
import { follow } from "./recording/live";
import { Model } from "./recording/model";
import { Page } from "./page/page";
import { Recording } from "./recording/recording";
import { change, view } from "./view/view";
import { Wasm } from "./recording/wasm";

const HEADER_BYTES = 12;

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
    change({ to: Math.max(1, recording.ticks), agent: model.agents[0] ?? 1, speed: 1e6 / model.tickTime });
    followAddress(() => recording.ticks);
    if (!model.agents.includes(view().agent)) change({ agent: model.agents[0] ?? 1 });
    say("");
    render(<Page model={model} />, document.getElementById("page")!);
    runClock(model);
    followNeighbor(() => recording.ticks);
    listenToKeys(model);
    document.documentElement.dataset.opened = String(Math.round(performance.now()));
    return model;
}

function grow(model: Model, bytes: Uint8Array): void {
    const before = model.recording.ticks;
    model.recording.extend(bytes);
    model.refresh();
    const ticks = model.recording.ticks;
    const { to, isFollowing, grown, agent } = view();
    if (to >= before) change({ to: ticks, from: isFollowing && to - view().from < before ? ticks - (to - view().from) : view().from });
    if (isFollowing) change({ tick: Math.max(0, ticks - 1) });
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
        change({ tick: Math.max(0, recording.ticks - 1) });
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
