// The page: landmarks and where things stand.

import { useEffect, useRef } from "preact/hooks";
import { AgentPanel } from "./agent_panel";
import { forgetColours, isDark } from "./colour";
import { link } from "./link";
import { Map } from "./map";
import type { Model } from "./model";
import { plural } from "./numbers";
import { Tabs } from "./tabs";
import { Timeline } from "./timeline";
import { Transport } from "./transport";
import { TroubleList } from "./trouble_list";
import { change, useView, view } from "./view";

function switchTheme(): void {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    forgetColours();
    change({ grown: view().grown + 1 });
}

function copyLink(): void {
    history.replaceState(null, "", link());
    void navigator.clipboard?.writeText(location.href);
}

function Title({ model }: { model: Model }) {
    useView((v) => v.grown);
    const { recording } = model;
    const game = recording.noteText("game") || "recording";
    const seed = recording.noteText("seed");
    const state = recording.isDamaged ? "damaged: shown up to the last whole block" : recording.isClosed ? "" : "not ended";
    return (
        <h1>
            {game} <small>{[seed && `seed ${seed}`, plural(model.agents.length, "agent"), state].filter(Boolean).join(", ")}</small>
        </h1>
    );
}

const LOOK_MS = 50;
const LOOK_AGAIN_MS = 5000;

// A look through the whole recording, after the page is there; of one that grows, every now and then.
function useTrouble(model: Model): number {
    const grown = useView((v) => v.grown);
    const looking = useRef({ isWaiting: false, last: -Infinity });
    useEffect(() => {
        const { current } = looking;
        if (current.isWaiting) return;
        current.isWaiting = true;
        const look = () => {
            current.isWaiting = false;
            current.last = performance.now();
            model.lookForTrouble();
            change({ troubles: model.trouble.length, looks: view().looks + 1 });
        };
        setTimeout(look, Math.max(LOOK_MS, current.last + LOOK_AGAIN_MS - performance.now()));
    }, [grown]);
    return useView((v) => v.troubles);
}

export function Page({ model }: { model: Model }) {
    const side = useView((v) => v.side);
    const troubles = useTrouble(model);
    const tabs = [{ id: "map", title: "Map" }, { id: "trouble", title: `Trouble (${troubles < 0 ? "…" : troubles})` }];
    return (
        <>
            <header id="top">
                <Title model={model} />
                <Transport model={model} />
                <button onClick={copyLink} title="Copies an address that names tick and agent">Link</button>
                <button id="theme" onClick={switchTheme} aria-label="Dark or light">◐</button>
            </header>
            <main>
                <section id="side" aria-label="Map and trouble">
                    <Tabs name="side" tabs={tabs} chosen={side} choose={(id) => change({ side: id })} />
                    <div class="panel" role="tabpanel" id="side-panel" aria-labelledby={`side-tab-${side}`}>
                        {side === "map" ? <Map model={model} /> : <TroubleList model={model} />}
                    </div>
                </section>
                <AgentPanel model={model} />
                <Timeline model={model} />
            </main>
        </>
    );
}
