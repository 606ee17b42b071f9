// Opens the recording that the page carries and shows it.

import { render } from "preact";
import { runClock } from "./clock";
import { listenToKeys } from "./keys";
import { followAddress } from "./link";
import { Model } from "./model";
import { Page } from "./page";
import { Recording } from "./recording";
import { change, view } from "./view";
import { Wasm } from "./wasm";

function embedded(id: string): Uint8Array {
    const text = atob(document.getElementById(id)!.textContent!.trim());
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

async function start(): Promise<void> {
    const recording = new Recording(await Wasm.load(embedded("library")));
    recording.open(embedded("recording"));
    const model = new Model(recording);
    change({ to: Math.max(1, recording.ticks), agent: model.agents[0] ?? 1, speed: 1e6 / model.tickTime });
    followAddress(() => recording.ticks);
    if (!model.agents.includes(view().agent)) change({ agent: model.agents[0] ?? 1 });
    const place = document.getElementById("page")!;
    place.textContent = "";
    render(<Page model={model} />, place);
    runClock(model);
    listenToKeys(model);
    document.documentElement.dataset.opened = String(Math.round(performance.now()));
}

start().catch((error: Error) => {
    document.getElementById("page")!.textContent = `This recording cannot be shown: ${error.message}`;
});
