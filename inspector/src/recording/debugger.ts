// Queries to the decision debugger of the library.

import type { Recording } from "./recording";

export interface Query {
    agent: number;
    tick: number;
    /// Which of several decisions in the tick, from 1; 0: the last.
    nth?: number;
    whyNot?: string;
    with?: string;
    flip?: string;
    /// The tick of the other decision.
    diff?: number;
    /// Without alternatives and reasons.
    brief?: boolean;
}

export interface Answer {
    text: string;
    /// As `ploy ask --json` prints it; "" for an error.
    json: string;
    isError: boolean;
}

export interface ProblemAnswer {
    problem: string;
    agent: number;
    name: string;
    first_tick: number;
    times: number;
    text: string;
    /// Of dithering.
    between?: [string, string];
}

function read({ wasm }: Recording, status: number): Answer {
    if (status === 0) return { text: wasm.callText("answer_text"), json: wasm.callText("answer_json"), isError: false };
    const message = [wasm.callText("answer_error") || wasm.callText("name_of_status", status), wasm.callText("answer_hint")];
    return { text: message.filter(Boolean).join("; "), json: "", isError: true };
}

export function query(recording: Recording, query: Query): Answer {
    const { agent, tick, nth = 0, whyNot = "", with: given = "", flip = "", diff = -1, brief = false } = query;
    return read(recording, recording.wasm.callWith("query", agent, tick, nth, whyNot, given, flip, diff, Number(brief)));
}

export interface SearchNode {
    node: number;
    /// Left out: the start.
    from?: number;
    action: string | null;
    g: number;
    h: number;
    /// Rank of its expansion, from 1; 0: not expanded.
    expanded: number;
    outcome: string;
}

export interface SearchEdge {
    from: number;
    action: string;
    /// Left out: no state.
    to?: number;
    why: string;
}

/// A search, run again.
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
export function querySearch(recording: Recording, agent: number, tick: number): Search | null {
    const { json } = read(recording, recording.wasm.call("query_search", agent, tick));
    return json === "" ? null : (JSON.parse(json) as { search: Search | null }).search;
}

export function queryProblems(recording: Recording): ProblemAnswer[] {
    const { json } = read(recording, recording.wasm.call("query_problems"));
    return json === "" ? [] : (JSON.parse(json) as { problems: ProblemAnswer[] }).problems;
}
