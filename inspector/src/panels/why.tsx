// Queries to the decision debugger: why, why not, what if, what would lead to another plan, what changed. The query runs
// when the tick has not changed for a moment.

import { useEffect, useState } from "preact/hooks";
import { type Answer, query } from "../recording/debugger";
import type { Model } from "../recording/model";
import { time } from "../view/numbers";
import { useView } from "../view/view";
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

interface Choice {
    kind: Kind;
    action: string;
    changes: string;
    other: number;
}

// Kept while other tabs and agents are shown.
let kept: Choice = { kind: "why", action: "", changes: "", other: -1 };

function put(model: Model, agent: number, tick: number, nth: number, choice: Choice): Answer {
    const { kind, action, changes, other } = choice;
    return query(model.recording, {
        agent,
        tick,
        nth,
        whyNot: kind === "why-not" ? action : "",
        flip: kind === "flip" ? action : "",
        with: kind === "with" ? changes : "",
        diff: kind === "diff" && other >= 0 ? other : undefined,
    });
}

interface Report {
    /// What the query asked for, if it is not just why.
    result: string;
    summary: string;
    causes: string[];
    /// Symbols and their values in the state of the decision.
    symbols: Record<string, string>;
}

const MAX_CAUSES = 3;

const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

// What each step is for, with its name; headings are left out.
function causesIn(why: string): string[] {
    let step = "";
    const causes: string[] = [];
    for (const line of linesOf(why)) {
        const [, name] = /^\d+\. (.*), cost [\d.]+$/.exec(line) ?? [];
        if (name !== undefined) step = `${name}: `;
        else if (!line.endsWith(":")) causes.push(step + line);
    }
    return causes;
}

// The library puts the result of the query after the decision and a blank line; the page shows it first.
function report({ text, json }: Answer): Report {
    const { summary, why, state } = JSON.parse(json) as { summary?: string; why?: string; state?: Record<string, string> };
    const [decision, ...result] = text.split("\n\n");
    const [, ...lines] = linesOf(decision);
    const isOver = lines[0]?.endsWith("The decision below is over.") ? lines[0] : "";
    if (summary === undefined) return { result: result.join("\n\n"), summary: lines[0] ?? "", causes: lines.slice(1), symbols: {} };
    return { result: result.join("\n\n"), summary: [isOver, summary].filter(Boolean).join(" "), causes: causesIn(why ?? ""), symbols: typeof state === "object" ? state : {} };
}

function toggled(name: string, value: string): string {
    if (value === "true") return `not ${name}`;
    return value === "false" ? name : `${name} = ${value}`;
}

// A text whose symbols ask what if they were otherwise.
function Clickable({ text, symbols, ask }: { text: string; symbols: Record<string, string>; ask: (changes: string) => void }) {
    const words = text.split(/([A-Za-z_][A-Za-z0-9_]*(?:\([^)]*\))?)/);
    return (
        <>
            {words.map((word) =>
                Object.hasOwn(symbols, word) ? (
                    <button type="button" class="symbol" title={`${word} is ${symbols[word]}. What if it were otherwise?`} onClick={() => ask(toggled(word, symbols[word]))}>{word}</button>
                ) : word,
            )}
        </>
    );
}

function Reply({ answer, kind, ask }: { answer: Answer; kind: Kind; ask: (changes: string) => void }) {
    const { result, summary, causes, symbols } = report(answer);
    const text = (line: string) => <Clickable text={line} symbols={symbols} ask={ask} />;
    return (
        <>
            {result && <pre class="answer" id="result">{result}</pre>}
            <p id="summary">{text(summary)}</p>
            {causes.length > 0 && <ul id="causes">{causes.slice(0, MAX_CAUSES).map((cause) => <li>{text(cause)}</li>)}</ul>}
            {Object.keys(symbols).length > 0 && (
                <details class="fold">
                    <summary>What if a symbol were otherwise?</summary>
                    <p>{Object.entries(symbols).map(([name, value]) => <><button type="button" class="symbol" onClick={() => ask(toggled(name, value))}>{name}</button> {value} </>)}</p>
                </details>
            )}
            <details class="fold" open={kind !== "why" && !result}>
                <summary>Everything that is known about it</summary>
                <pre class="answer" id="answer" data-json={answer.json}>{answer.text}</pre>
            </details>
        </>
    );
}

function Actions({ model, agent, tick, choice, set }: { model: Model; agent: number; tick: number; choice: Choice; set: (what: Partial<Choice>) => void }) {
    return (
        <label>
            action{" "}
            <select id="ask-action" value={choice.action} onChange={(event) => set({ action: event.currentTarget.value })}>
                <option value="">choose</option>
                {model.names.of(agent, tick).actions().map((name) => <option value={name}>{name}</option>)}
            </select>
        </label>
    );
}

function Changes({ model, agent, tick, choice, set }: { model: Model; agent: number; tick: number; choice: Choice; set: (what: Partial<Choice>) => void }) {
    return (
        <label>
            had been{" "}
            <input id="ask-with" list="symbols" placeholder="x = v, not y" value={choice.changes} onInput={(event) => set({ changes: event.currentTarget.value })} />
            <datalist id="symbols">{model.names.of(agent, tick).variables().map((name) => <option value={name} />)}</datalist>
        </label>
    );
}

function Other({ model, tick, choice, set }: { model: Model; tick: number; choice: Choice; set: (what: Partial<Choice>) => void }) {
    return (
        <>
            <label>
                tick{" "}
                <input id="ask-other" type="number" min="0" max={model.recording.ticks - 1} value={choice.other < 0 ? "" : choice.other} onInput={(event) => set({ other: event.currentTarget.value === "" ? -1 : Number(event.currentTarget.value) })} />
            </label>
            {choice.other >= 0 && <span>{time(model.seconds(choice.other))}</span>}
            <button type="button" id="ask-here" onClick={() => set({ other: tick })}>This one</button>
        </>
    );
}

// Selects one of several decisions in one tick.
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
    const [choice, setChoice] = useState(kept);
    const [answer, setAnswer] = useState<Answer | null>(null);
    const [nth, setNth] = useState(0);
    useEffect(() => setNth(0), [agent, tick]);
    const set = (what: Partial<Choice>) => setChoice((kept = { ...kept, ...what }));
    useEffect(() => {
        const waiting = setTimeout(() => setAnswer(put(model, agent, tick, nth, choice)), REST_MS);
        return () => clearTimeout(waiting);
    }, [agent, tick, nth, choice, model.recording.ticks]);
    const plans = model.names.of(agent, tick).plans;
    useView((v) => v.scans);
    const problemCount = model.problems.filter((problem) => problem.agent === agent);
    return (
        <>
            {problemCount.map(({ text }) => <p class="bad problem">{text}</p>)}
            {plans && (
                <form class="ask" aria-label="Query" onSubmit={(event) => event.preventDefault()}>
                    <select id="ask-kind" aria-label="Query" value={choice.kind} onChange={(event) => set({ kind: event.currentTarget.value as Kind })}>
                        {KINDS.map(({ id, title }) => <option value={id}>{title}</option>)}
                    </select>
                    {(choice.kind === "why-not" || choice.kind === "flip") && <Actions model={model} agent={agent} tick={tick} choice={choice} set={set} />}
                    {choice.kind === "with" && <Changes model={model} agent={agent} tick={tick} choice={choice} set={set} />}
                    <Which answer={answer} nth={nth} set={setNth} />
                    {choice.kind === "diff" && <Other model={model} tick={tick} choice={choice} set={set} />}
                </form>
            )}
            <div aria-live="polite">
                {!answer && <p>{sentences(model, agent, tick).join(" ")}</p>}
                {answer && !answer.isError && <Reply answer={answer} kind={choice.kind} ask={(changes) => set({ kind: "with", changes })} />}
                {answer?.isError && <p id="answer">{[...sentences(model, agent, tick), answer.text].join(" ")}</p>}
            </div>
        </>
    );
}
