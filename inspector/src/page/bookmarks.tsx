// Moments to come back to, kept by the browser per recording, as far as it keeps anything for this page.

import { useState } from "preact/hooks";
import type { Model } from "../recording/model";
import { goTo } from "../view/clock";
import { time } from "../view/numbers";
import { change, useView, view } from "../view/view";

interface Bookmark {
    tick: number;
    agent: number;
    text: string;
}

function keyOf(model: Model): string {
    const { recording } = model;
    return `ploy bookmarks ${recording.noteText("game")} ${recording.noteText("seed")} ${recording.noteText("hash")}`;
}

function load(model: Model): Bookmark[] {
    try {
        const list = JSON.parse(localStorage.getItem(keyOf(model)) ?? "[]") as unknown;
        return Array.isArray(list) ? (list as Bookmark[]).filter(({ tick, agent }) => Number.isInteger(tick) && Number.isInteger(agent)) : [];
    } catch {
        return [];
    }
}

function save(model: Model, list: Bookmark[]): void {
    try {
        localStorage.setItem(keyOf(model), JSON.stringify(list));
    } catch {
        // They last as long as the page.
    }
}

let shown: Bookmark[] | null = null;

export function Bookmarks({ model }: { model: Model }) {
    const [list, setList] = useState(() => (shown ??= load(model)));
    const [text, setText] = useState("");
    useView((v) => v.agent);
    const set = (next: Bookmark[]) => {
        shown = next.sort((a, b) => a.tick - b.tick);
        setList(shown);
        save(model, shown);
    };
    const add = (event: Event) => {
        event.preventDefault();
        set([...list, { tick: view().tick, agent: view().agent, text: text.trim() }]);
        setText("");
    };
    const show = ({ tick, agent }: Bookmark) => {
        if (model.agents.includes(agent)) change({ agent });
        goTo(model, tick);
    };
    return (
        <div id="bookmarks">
            <form class="ask" onSubmit={add}>
                <input id="bookmark-text" aria-label="Words for the bookmark" placeholder="what is here" value={text} onInput={(event) => setText(event.currentTarget.value)} />
                <button id="bookmark-add">Bookmark this moment</button>
            </form>
            {list.length === 0 && <p class="nothing">No bookmarks yet.</p>}
            <ul>
                {list.map((bookmark, i) => (
                    <li>
                        <button type="button" onClick={() => show(bookmark)}>{time(model.seconds(bookmark.tick))} {model.names.agent(bookmark.agent, bookmark.tick)} {bookmark.text}</button>{" "}
                        <button type="button" aria-label="Remove the bookmark" onClick={() => set(list.filter((_, k) => k !== i))}>✕</button>
                    </li>
                ))}
            </ul>
        </div>
    );
}
