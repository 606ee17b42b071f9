// The layout of the page.

import { useEffect, useRef } from "preact/hooks";
import { AgentPanel } from "./agent_panel";
import { FuturesPanel, hasProgram } from "../attach/futures_panel";
import { hasGame } from "../attach/remote";
import { RemotePanel } from "../attach/remote_panel";
import { forgetColors, isDark } from "../view/color";
import { hasAddress, link } from "../view/link";
import { Bookmarks } from "./bookmarks";
import { Map } from "../map/map";
import type { Model } from "../recording/model";
import { plural } from "../view/numbers";
import { Tabs } from "../view/tabs";
import { Timeline } from "./timeline";
import { Transport } from "./transport";
import { Profile } from "./profile";
import { ProblemList } from "./problem_list";
import { Statistics } from "./statistics";
import { change, useView, view } from "../view/view";

function switchTheme(): void {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    forgetColors();
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

const SCAN_MS = 50;
const SCAN_AGAIN_MS = 5000;

// Searches the whole recording for problems after the page is shown, and again every few seconds while it grows.
function useProblems(model: Model): number {
    const grown = useView((v) => v.grown);
    const scanning = useRef({ isWaiting: false, last: -Infinity });
    useEffect(() => {
        const { current } = scanning;
        if (current.isWaiting) return;
        current.isWaiting = true;
        const scan = () => {
            current.isWaiting = false;
            current.last = performance.now();
            model.findProblems();
            change({ problemCount: model.problems.length, scans: view().scans + 1 });
        };
        setTimeout(scan, Math.max(SCAN_MS, current.last + SCAN_AGAIN_MS - performance.now()));
    }, [grown]);
    return useView((v) => v.problemCount);
}

export function Page({ model }: { model: Model }) {
    const side = useView((v) => v.side);
    const problemCount = useProblems(model);
    const tabs = [
        { id: "map", title: "Map" },
        { id: "problems", title: `Problems (${problemCount < 0 ? "…" : problemCount})` },
        { id: "statistics", title: "Statistics" },
        { id: "bookmarks", title: "Bookmarks" },
    ];
    if (model.recording.note("profile")) tabs.push({ id: "profile", title: "Profile" });
    if (hasProgram()) tabs.push({ id: "futures", title: "What if" });
    if (hasGame()) tabs.push({ id: "debug", title: "Debugger" });
    return (
        <>
            <header id="top">
                <Title model={model} />
                <Transport model={model} />
                <button onClick={copyLink} disabled={!hasAddress()} title="Copies an address that names tick and agent">Link</button>
                <button id="theme" onClick={switchTheme} aria-label="Dark or light">◐</button>
            </header>
            <main>
                <section id="side" aria-label="Map, problems, statistics">
                    <Tabs name="side" tabs={tabs} chosen={side} choose={(id) => change({ side: id })} />
                    <div class="panel" role="tabpanel" id="side-panel" aria-labelledby={`side-tab-${side}`}>
                        {side === "map" && <Map model={model} />}
                        {side === "problems" && <ProblemList model={model} />}
                        {side === "statistics" && <Statistics model={model} />}
                        {side === "profile" && <Profile model={model} />}
                        {side === "bookmarks" && <Bookmarks model={model} />}
                        {side === "debug" && <RemotePanel model={model} />}
                        {side === "futures" && <FuturesPanel model={model} />}
                    </div>
                </section>
                <AgentPanel model={model} />
                <Timeline model={model} />
            </main>
        </>
    );
}
