// Why the agent does what it does, why not something else, what if, what had to be different, what changed since. The
// library answers as soon as scrubbing rests.

import { useEffect, useState } from "preact/hooks";
import { type Answer, ask } from "../ask";
import type { Model } from "../model";
import { time } from "../numbers";
import { useView } from "../view";
import { sentences } from "./now";
import type { Shown } from "./panel";

const REST_MS = 120;

const KINDS = [
    { id: "why", title: "Why?" },
    { id: "why-not", title: "Why not …?" },
    { id: "with", title: "What if …?" },
    { id: "flip", title: "What would make it …?" },
    { id: "diff", title: "What changed since …?" },
] as const;

type Kind = (typeof KINDS)[number]["id"];

interface Wish {
    kind: Kind;
    action: string;
    changes: string;
    other: number;
}

// Kept while other tabs and agents are looked at.
let kept: Wish = { kind: "why", action: "", changes: "", other: -1 };

function put(model: Model, agent: number, tick: number, nth: number, wish: Wish): Answer {
    const { kind, action, changes, other } = wish;
    return ask(model.recording, {
        agent,
        tick,
        nth,
        whyNot: kind === "why-not" ? action : "",
        flip: kind === "flip" ? action : "",
        with: kind === "with" ? changes : "",
        diff: kind === "diff" && other >= 0 ? other : undefined,
    });
}

// What was asked comes behind the decision, after a blank line; here it is read first.
function askedFirst(text: string): string {
    const [decision, ...asked] = text.split("\n\n");
    return [...asked, decision].join("\n\n");
}

function Actions({ model, agent, wish, set }: { model: Model; agent: number; wish: Wish; set: (what: Partial<Wish>) => void }) {
    return (
        <label>
            action{" "}
            <select id="ask-action" value={wish.action} onChange={(event) => set({ action: event.currentTarget.value })}>
                <option value="">choose</option>
                {model.names.actions(agent).map((name) => <option value={name}>{name}</option>)}
            </select>
        </label>
    );
}

function Changes({ model, agent, wish, set }: { model: Model; agent: number; wish: Wish; set: (what: Partial<Wish>) => void }) {
    return (
        <label>
            had been{" "}
            <input id="ask-with" list="symbols" placeholder="x = v, not y" value={wish.changes} onInput={(event) => set({ changes: event.currentTarget.value })} />
            <datalist id="symbols">{model.names.variables(agent).map((name) => <option value={name} />)}</datalist>
        </label>
    );
}

function Other({ model, tick, wish, set }: { model: Model; tick: number; wish: Wish; set: (what: Partial<Wish>) => void }) {
    return (
        <>
            <label>
                tick{" "}
                <input id="ask-other" type="number" min="0" max={model.recording.ticks - 1} value={wish.other < 0 ? "" : wish.other} onInput={(event) => set({ other: event.currentTarget.value === "" ? -1 : Number(event.currentTarget.value) })} />
            </label>
            {wish.other >= 0 && <span>{time(model.seconds(wish.other))}</span>}
            <button type="button" id="ask-here" onClick={() => set({ other: tick })}>This one</button>
        </>
    );
}

// Of several decisions in one tick, which.
function Which({ answer, nth, set }: { answer: Answer | null; nth: number; set: (nth: number) => void }) {
    const goals = answer && answer.json !== "" ? ((JSON.parse(answer.json) as { in_tick?: (string | null)[] }).in_tick ?? []) : [];
    if (goals.length < 2 && nth === 0) return null;
    return (
        <label>
            decision{" "}
            <select id="ask-nth" value={nth === 0 ? goals.length : nth} onChange={(event) => set(Number(event.currentTarget.value))}>
                {goals.map((goal, i) => <option value={i + 1}>{i + 1}: {goal ?? "nothing to do"}</option>)}
            </select>
        </label>
    );
}

export function Why({ model, agent, tick }: Shown) {
    const [wish, setWish] = useState(kept);
    const [answer, setAnswer] = useState<Answer | null>(null);
    const [nth, setNth] = useState(0);
    useEffect(() => setNth(0), [agent, tick]);
    const set = (what: Partial<Wish>) => setWish((kept = { ...kept, ...what }));
    useEffect(() => {
        const waiting = setTimeout(() => setAnswer(put(model, agent, tick, nth, wish)), REST_MS);
        return () => clearTimeout(waiting);
    }, [agent, tick, nth, wish, model.recording.ticks]);
    const plans = model.names.domain(agent) !== "";
    useView((v) => v.looks);
    const troubles = model.trouble.filter((trouble) => trouble.agent === agent);
    return (
        <>
            {troubles.map(({ text }) => <p class="bad trouble">{text}</p>)}
            {plans && (
                <form class="ask" aria-label="Question" onSubmit={(event) => event.preventDefault()}>
                    <select id="ask-kind" aria-label="Question" value={wish.kind} onChange={(event) => set({ kind: event.currentTarget.value as Kind })}>
                        {KINDS.map(({ id, title }) => <option value={id}>{title}</option>)}
                    </select>
                    {(wish.kind === "why-not" || wish.kind === "flip") && <Actions model={model} agent={agent} wish={wish} set={set} />}
                    {wish.kind === "with" && <Changes model={model} agent={agent} wish={wish} set={set} />}
                    <Which answer={answer} nth={nth} set={setNth} />
                    {wish.kind === "diff" && <Other model={model} tick={tick} wish={wish} set={set} />}
                </form>
            )}
            <div aria-live="polite">
                {!answer && <p>{sentences(model, agent, tick).join(" ")}</p>}
                {answer && !answer.isError && <pre class="answer" id="answer" data-json={answer.json}>{askedFirst(answer.text)}</pre>}
                {answer?.isError && <p id="answer">{[...sentences(model, agent, tick), answer.text].join(" ")}</p>}
            </div>
        </>
    );
}
