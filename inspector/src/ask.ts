// Questions about decisions, answered by the library.

import type { Recording } from "./recording";

export interface Question {
    agent: number;
    tick: number;
    /// Of several decisions in its tick, from 1; 0: the last.
    nth?: number;
    whyNot?: string;
    with?: string;
    flip?: string;
    /// The tick of the other decision.
    diff?: number;
}

export interface Answer {
    text: string;
    /// As `ploy ask --json` prints it; "" for an error.
    json: string;
    isError: boolean;
}

export interface Problem {
    problem: string;
    agent: number;
    name: string;
    first_tick: number;
    text: string;
}

function read({ wasm }: Recording, status: number): Answer {
    if (status === 0) return { text: wasm.ask("answer_text"), json: wasm.ask("answer_json"), isError: false };
    const said = [wasm.ask("answer_error") || wasm.ask("word_of_status", status), wasm.ask("answer_hint")];
    return { text: said.filter(Boolean).join("; "), json: "", isError: true };
}

export function ask(recording: Recording, question: Question): Answer {
    const { agent, tick, nth = 0, whyNot = "", with: given = "", flip = "", diff = -1 } = question;
    return read(recording, recording.wasm.callWith("ask", agent, tick, nth, whyNot, given, flip, diff));
}

export interface SearchNode {
    node: number;
    /// Left out: the start.
    from?: number;
    action: string | null;
    g: number;
    h: number;
    /// In which order, from 1; 0: not.
    expanded: number;
    outcome: string;
}

export interface SearchEdge {
    from: number;
    action: string;
    /// Left out: nowhere.
    to?: number;
    why: string;
}

/// A search made again.
export interface Search {
    goal: string;
    search: string;
    /// The search that the game used.
    searched: string;
    status: string;
    cost?: number;
    reached: number;
    expanded: number;
    nodes: SearchNode[];
    /// Number of dropped edges per reason.
    dropped: Record<string, number>;
    edges: SearchEdge[];
}

/// null: there was no search.
export function askSearch(recording: Recording, agent: number, tick: number): Search | null {
    const { json } = read(recording, recording.wasm.call("ask_search", agent, tick));
    return json === "" ? null : (JSON.parse(json) as { search: Search | null }).search;
}

export function askProblems(recording: Recording): Problem[] {
    const { json } = read(recording, recording.wasm.call("ask_problems"));
    return json === "" ? [] : (JSON.parse(json) as { problems: Problem[] }).problems;
}
