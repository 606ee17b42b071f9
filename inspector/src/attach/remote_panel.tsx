// The debugger's panel: the running game paused, stepped and changed.

import { useEffect, useState } from "preact/hooks";
import type { Model } from "../recording/model";
import { useView } from "../view/view";
import { type AgentState, ask, type KeyValue, type Known, order, type Status, useGame, word } from "./remote";

const KINDS = ["goal", "action", "state", "node", "condition", "dither"] as const;

function sentence({ isOpen, status, paused }: Known): string {
    if (!status) return isOpen ? "Waiting for the game…" : "Not attached.";
    const when = `tick ${status.tick} (${status.seconds.toFixed(1)} s)`;
    if (!status.paused) return `Runs: ${when}.`;
    if (!paused || paused.reason !== "break") return `Paused before ${when}.`;
    return `Paused before ${when}: breakpoint ${paused.breakpoint}, ${paused.name}, ${paused.what}.`;
}

function Controls({ game }: { game: Known }) {
    const isPaused = game.status?.paused ?? false;
    return (
        <p class="ask">
            <button id="game-pause" disabled={!game.isOpen} onClick={() => order(isPaused ? "resume" : "pause")}>{isPaused ? "Resume" : "Pause"}</button>
            <button id="game-step" disabled={!game.isOpen} onClick={() => order("step")}>Step</button>
            <button id="game-step10" disabled={!game.isOpen} onClick={() => order("step 10")}>10 steps</button>
            <span id="game-state" role="status">{sentence(game)}</span>
        </p>
    );
}

function Breakpoints({ status, agent, name, names }: { status: Status; agent: number; name: string; names: (kind: string) => string[] }) {
    const [kind, setKind] = useState<string>("goal");
    const [text, setText] = useState("");
    const [isMine, setMine] = useState(false);
    const hasName = kind !== "dither";
    const add = (event: Event) => {
        event.preventDefault();
        order(`break ${kind}${hasName ? ` ${word(text)}` : ""}${isMine ? ` #${agent}` : ""}`);
    };
    return (
        <section aria-label="Breakpoints">
            <h2>Breakpoints</h2>
            <form class="ask" onSubmit={add}>
                <label>
                    on <select id="break-kind" value={kind} onChange={(event) => setKind(event.currentTarget.value)}>{KINDS.map((one) => <option>{one}</option>)}</select>
                </label>
                {hasName && (
                    <label>
                        {kind === "condition" ? "becomes true " : "named "}
                        <input id="break-name" list="break-names" value={text} onInput={(event) => setText(event.currentTarget.value)} />
                        <datalist id="break-names">{names(kind).map((one) => <option value={one} />)}</datalist>
                    </label>
                )}
                <label><input id="break-mine" type="checkbox" checked={isMine} onChange={(event) => setMine(event.currentTarget.checked)} /> only {name}</label>
                <button id="break-add">Add</button>
            </form>
            <ul id="breaks">
                {status.breakpoints.map((point) => (
                    <li>
                        {point.number}: {point.kind} {point.name}{point.agent ? ` of agent ${point.agent}` : ""}{" "}
                        <button aria-label={`Remove breakpoint ${point.number}`} onClick={() => order(`clear ${point.number}`)}>Remove</button>
                    </li>
                ))}
            </ul>
        </section>
    );
}

// What is typed stays until the value that the game has is another.
function Value({ agent, row }: { agent: number; row: KeyValue }) {
    const [text, setText] = useState<string | null>(null);
    useEffect(() => setText(null), [row.value, agent]);
    const of = row.from === "world" ? "world" : `#${agent}`;
    const give = (command: string) => order(`${command} ${of} ${word(row.key)} ${word(text ?? row.value)}`);
    return (
        <tr>
            <td>{row.key}</td>
            <td><input class="value" aria-label={`Value of ${row.key}`} value={text ?? row.value} onInput={(event) => setText(event.currentTarget.value)} />{row.name ? ` ${row.name}` : ""}</td>
            <td>{row.from}</td>
            <td>
                <button aria-label={`Set ${row.key}`} onClick={() => give("set")}>Set</button>{" "}
                {row.held
                    ? <button aria-label={`Release ${row.key}`} onClick={() => order(`release ${of} ${word(row.key)}`)}>Release</button>
                    : <button aria-label={`Hold ${row.key}`} onClick={() => give("hold")}>Hold</button>}
            </td>
        </tr>
    );
}

function Blackboard({ agent }: { agent: AgentState }) {
    return (
        <table id="game-values">
            <caption>Blackboard now</caption>
            <thead><tr><th>key</th><th>value</th><th>of</th><th>change</th></tr></thead>
            <tbody>{agent.blackboard.map((row) => <Value key={row.key} agent={agent.number} row={row} />)}</tbody>
        </table>
    );
}

function Goals({ agent }: { agent: AgentState }) {
    if (!agent.goals) return null;
    return (
        <table id="game-goals">
            <caption>Goals now</caption>
            <thead><tr><th>goal</th><th class="number">priority</th><th>status</th><th>change</th></tr></thead>
            <tbody>
                {agent.goals.map((goal) => (
                    <tr class={goal.name === agent.goal ? "current" : ""}>
                        <td>{goal.name}</td>
                        <td class="number">{goal.priority}</td>
                        <td>{goal.status}</td>
                        <td><button aria-label={`Force ${goal.name}`} onClick={() => order(`goal #${agent.number} ${word(goal.name)}`)}>Force</button></td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Actions({ agent, status }: { agent: AgentState; status: Status }) {
    const [costs, setCosts] = useState<Record<string, string>>({});
    if (!agent.actions) return null;
    return (
        <table id="game-actions">
            <caption>Actions of all agents</caption>
            <thead><tr><th>action</th><th>cost</th><th>change</th></tr></thead>
            <tbody>
                {agent.actions.map((name) => {
                    const isOff = status.disabled.includes(name);
                    return (
                        <tr>
                            <td>{isOff ? <s>{name}</s> : name}</td>
                            <td>
                                <input class="value" aria-label={`Cost of ${name}`} placeholder="as in the file" value={costs[name] ?? ""} onInput={(event) => setCosts({ ...costs, [name]: event.currentTarget.value })} />{" "}
                                <button aria-label={`Set the cost of ${name}`} disabled={!costs[name]} onClick={() => order(`cost ${word(name)} ${word(costs[name])}`)}>Set</button>
                            </td>
                            <td><button aria-label={`${isOff ? "Enable" : "Disable"} ${name}`} onClick={() => order(`${isOff ? "enable" : "disable"} ${word(name)}`)}>{isOff ? "Enable" : "Disable"}</button></td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}

function Load() {
    const load = async (event: Event) => {
        const field = event.currentTarget as HTMLInputElement;
        const file = field.files?.[0];
        if (!file) return;
        order(`load ${word(file.name)} ${word(await file.text())}`);
        field.value = "";
    };
    return <p class="ask"><label>Load an edited file <input id="game-load" type="file" accept=".xml" onChange={(event) => void load(event)} /></label></p>;
}

export function RemotePanel({ model }: { model: Model }) {
    const game = useGame();
    const chosen = useView((v) => v.agent);
    useEffect(() => ask(chosen), [chosen]);
    const { status, agent } = game;
    const names = (kind: string): string[] => {
        if (kind === "goal") return agent?.goals?.map(({ name }) => name) ?? [];
        if (kind === "action") return agent?.actions ?? [];
        return kind === "condition" ? agent?.blackboard.map(({ key }) => key) ?? [] : [];
    };
    return (
        <div id="debug">
            <Controls game={game} />
            <p id="game-error" class="bad" role="alert">{game.error}</p>
            {status && <Breakpoints status={status} agent={chosen} name={model.names.agent(chosen, Math.max(0, model.recording.ticks - 1))} names={names} />}
            {status?.loads && <Load />}
            {agent && status && agent.number === chosen && (
                <>
                    <h2>{agent.name}</h2>
                    <pre class="answer" id="game-why">{agent.why}</pre>
                    <Blackboard agent={agent} />
                    <Goals agent={agent} />
                    <Actions agent={agent} status={status} />
                </>
            )}
        </div>
    );
}
