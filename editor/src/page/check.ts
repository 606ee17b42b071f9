// `ploy check` of the open files, with the places of what it finds.

import type { Document } from "../files/document";
import type { Ploy } from "../program/ploy";

export interface Finding {
    document: Document;
    from: number;
    to: number;
    message: string;
    kind: string; // "error", or the kind of `ploy check`
}

interface Raw {
    file: string;
    line: number;
    column: number;
    kind: string;
    message: string;
}

/// Lines and columns of the program are from 1; columns count bytes.
function placeOf(document: Document, line: number, column: number): { from: number; to: number } {
    const { doc } = document.state;
    if (line < 1 || line > doc.lines) return { from: 0, to: 0 };
    const { from, text } = doc.line(line);
    let at = 0;
    for (let bytes = 1; bytes < column && at < text.length; at++) bytes += new TextEncoder().encode(text[at]).length;
    if (column < 1) at = /\S/.exec(text)?.index ?? 0;
    const word = /^[\w.:-]+/.exec(text.slice(at))?.[0].length ?? 1;
    const length = column < 1 ? text.trimEnd().length - at : Math.min(word, text.length - at);
    return { from: from + at, to: from + at + Math.max(length, 0) };
}

/// "a.xml:3:5: message" of what could not be read.
function readErrors(text: string): Raw[] {
    const found: Raw[] = [];
    for (const line of text.split("\n")) {
        const match = /^(?:ploy check: )?(.+?)(?::(\d+))?(?::(\d+))?: (.*)$/.exec(line);
        if (match) found.push({ file: match[1], line: Number(match[2] ?? 0), column: Number(match[3] ?? 0), kind: "error", message: match[4] });
    }
    return found;
}

/// null: a later check took the place of this one.
export async function check(ploy: Ploy, documents: Document[], current: number): Promise<Finding[] | null> {
    const named = documents[current];
    if (!named) return [];
    const files = new Map(documents.map((one) => [one.name, new TextEncoder().encode(one.state.sliceDoc())]));
    const answer = await ploy.json<{ findings: Raw[] }>("check", ["check", named.name, "--json"], files);
    if (!answer) return null;
    const raw = [...readErrors(answer.error), ...(answer.value?.findings ?? [])];
    const syntax = named.tree.error;
    if (raw.length === 0 && syntax) return [{ document: named, from: syntax.from, to: syntax.to, message: syntax.message, kind: "error" }];
    return raw.map(({ file, line, column, kind, message }) => {
        const document = documents.find((one) => one.name === file) ?? named;
        return { document, ...placeOf(document, line, column), message, kind: kind === "refused" ? "error" : kind };
    });
}
