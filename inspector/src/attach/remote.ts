// The running game behind the page: commands go to it as lines, answers and events come back as JSON objects. What it says
// last is kept here for the panel.

import { useEffect, useState } from "preact/hooks";

export interface Breakpoint {
    number: number;
    kind: string;
    name: string;
    agent?: number;
}

export interface Status {
    tick: number;
    seconds: number;
    paused: boolean;
    loads: boolean;
    breakpoints: Breakpoint[];
    disabled: string[];
}

export interface KeyValue {
    key: string;
    type: string;
    value: string;
    /// Of a handle that only the game can set by its number.
    name?: string;
    from: string;
    held?: boolean;
}

export interface AgentState {
    number: number;
    name: string;
    why: string;
    goal?: string | null;
    goals?: { name: string; priority: number; status: string }[];
    plan?: string[];
    actions?: string[];
    blackboard: KeyValue[];
}

export interface Paused {
    reason: string;
    tick: number;
    breakpoint?: number;
    agent?: number;
    name?: string;
    what?: string;
}

interface Said {
    ok?: boolean;
    command?: string;
    error?: string;
    hint?: string;
    line?: number;
    column?: number;
    event?: string;
}

export interface Known {
    isOpen: boolean;
    status: Status | null;
    agent: AgentState | null;
    paused: Paused | null;
    /// What the game refused last, or "".
    error: string;
}

const POLL_MS = 500;

let known: Known = { isOpen: false, status: null, agent: null, paused: null, error: "" };
let socket: WebSocket | null = null;
let asked = 0;
const listeners = new Set<(known: Known) => void>();

function learn(what: Partial<Known>): void {
    known = { ...known, ...what };
    for (const listener of [...listeners]) listener(known);
}

/// The page was served by `ploy view --live --attach`.
export function hasGame(): boolean {
    return location.protocol === "http:" && location.search === "?debug";
}

/// An argument of a command.
export function word(text: string): string {
    return JSON.stringify(text);
}

function send(line: string): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(line + "\n");
}

/// Gives commands, then asks how things are.
export function order(...lines: string[]): void {
    learn({ error: "" });
    for (const line of lines) send(line);
    refresh();
}

function refresh(): void {
    send("status");
    if (asked > 0) send(`agent #${asked}`);
}

/// The agent that the panel shows.
export function ask(agent: number): void {
    asked = agent;
    refresh();
}

function describe({ error, hint, line, column }: Said): string {
    const place = line ? `line ${line}${column ? `, column ${column}` : ""}: ` : "";
    return place + error + (hint ? `; ${hint}` : "");
}

function hear(said: Said): void {
    if (said.event === "gone") return learn({ isOpen: false, error: "the game has ended" });
    if (said.event === "paused") {
        learn({ paused: said as unknown as Paused });
        return refresh();
    }
    if (said.ok === false) return learn({ error: describe(said) });
    if (said.command === "status") {
        const status = said as unknown as Status;
        learn({ status, paused: status.paused ? known.paused : null });
    }
    if (said.command === "agent") {
        const agent = said as unknown as AgentState;
        if (agent.number === asked) learn({ agent });
    }
}

function connect(): void {
    if (socket) return;
    socket = new WebSocket(`ws://${location.host}${location.pathname}debug`);
    socket.onopen = () => {
        learn({ isOpen: true });
        refresh();
    };
    socket.onmessage = ({ data }) => hear(JSON.parse(data as string) as Said);
    socket.onclose = () => learn({ isOpen: false, error: known.error || "the program that served this page has ended" });
    setInterval(refresh, POLL_MS);
}

export function useGame(): Known {
    const [value, set] = useState(known);
    useEffect(() => {
        connect();
        listeners.add(set);
        set(known);
        return () => void listeners.delete(set);
    }, []);
    return value;
}
