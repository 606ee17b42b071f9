// Graphic edits as the smallest changes of the text. Comments and layout stay as they are; what is new takes the
// indentation of its neighbors.

import { type Attribute, type Element, type Span, encode, find } from "./xml";

export interface Change extends Span {
    insert: string;
}

function isBlank(text: string): boolean {
    return /^\s*$/.test(text);
}

function lineStart(text: string, at: number): number {
    return text.lastIndexOf("\n", at - 1) + 1;
}

/// The spaces before the line on which something begins.
export function indentation(text: string, at: number): string {
    return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))![0];
}

function startsLine(text: string, at: number): boolean {
    return isBlank(text.slice(lineStart(text, at), at));
}

/// One step of indentation, as the file has it.
function unitOf(text: string): string {
    return /\n([ \t]+)</.exec(text)?.[1].replace(/^(\t|  |    ).*$/, "$1") ?? "  ";
}

// Attributes.

function replaceValue(text: string, attribute: Attribute, value: string): Change[] {
    if (attribute.value === value) return [];
    return [{ from: attribute.valueFrom, to: attribute.valueTo, insert: encode(value, text[attribute.valueTo]) }];
}

function beforeAttribute(element: Element, attribute: Attribute): number {
    const index = element.attributes.indexOf(attribute);
    return index > 0 ? element.attributes[index - 1].to : element.nameTo;
}

/// Sets an attribute, or removes it when there is no value.
export function setAttribute(text: string, element: Element, name: string, value: string | null): Change[] {
    const old = find(element, name);
    if (old && value !== null) return replaceValue(text, old, value);
    if (old) return [{ from: beforeAttribute(element, old), to: old.to, insert: "" }];
    if (value === null) return [];
    const last = element.attributes[element.attributes.length - 1];
    const space = last ? text.slice(beforeAttribute(element, last), last.from) : " ";
    const at = last?.to ?? element.nameTo;
    return [{ from: at, to: at, insert: `${space || " "}${name}="${encode(value, '"')}"` }];
}

export function setName(element: Element, name: string): Change[] {
    const changes = [{ from: element.from + 1, to: element.nameTo, insert: name }];
    if (!element.isEmpty) changes.push({ from: element.closeFrom + 2, to: element.closeFrom + 2 + element.name.length, insert: name });
    return changes;
}

// Text.

/// Sets the text of an element and keeps the spaces around it.
export function setText(text: string, element: Element, value: string): Change[] {
    const insert = encode(value);
    if (element.isEmpty) return openUp(text, element, insert);
    const filled = element.texts.find((one) => !isBlank(text.slice(one.from, one.to)));
    if (!filled) {
        const blank = element.texts.length === 1 && element.children.length === 0 ? element.texts[0] : null;
        const at = blank ?? { from: element.closeFrom, to: element.closeFrom };
        return [{ ...at, insert }];
    }
    const old = text.slice(filled.from, filled.to);
    const from = filled.from + /^\s*/.exec(old)![0].length;
    const to = filled.to - /\s*$/.exec(old)![0].length;
    return text.slice(from, to) === insert ? [] : [{ from, to, insert }];
}

/// <empty/> with a content.
function openUp(text: string, element: Element, content: string): Change[] {
    const from = element.openTo - /\s*\/>$/.exec(text.slice(element.from, element.openTo))![0].length;
    return [{ from, to: element.openTo, insert: `>${content}</${element.name}>` }];
}

// Elements.

/// With the comments that stand right above it.
export function extent(text: string, element: Element): Span {
    let from = element.from;
    const comments = element.parent?.comments ?? [];
    for (let i = comments.length - 1; i >= 0; i--) {
        const between = text.slice(comments[i].to, from);
        if (comments[i].to > from || !/^[ \t]*\r?\n[ \t]*$/.test(between) || !startsLine(text, comments[i].from)) continue;
        from = comments[i].from;
    }
    return { from, to: element.to };
}

/// The same lines at another indentation. Lines inside of attributes and texts move with it.
function reindent(block: string, old: string, indent: string): string {
    if (old === indent) return block;
    return block.replace(/\n([ \t]*)/g, (_, spaces: string) => "\n" + (spaces.startsWith(old) ? indent + spaces.slice(old.length) : spaces));
}

export function remove(text: string, element: Element): Change[] {
    const { from, to } = extent(text, element);
    const line = lineStart(text, from);
    const ends = /^[ \t]*(\r?\n|$)/.exec(text.slice(to))?.[0];
    if (isBlank(text.slice(line, from)) && ends !== undefined) return [{ from: line, to: to + ends.length, insert: "" }];
    return [{ from, to, insert: "" }];
}

/// Inserts the text of an element, written without indentation, as the child at an index.
export function insert(text: string, parent: Element, index: number, block: string): Change[] {
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const outer = indentation(text, parent.from);
    const next = parent.children[index];
    const before = parent.children[index - 1];
    const neighbor = before ?? next;
    if (neighbor && !startsLine(text, extent(text, neighbor).from)) {
        const at = before ? before.to : next.from;
        return [{ from: at, to: at, insert: block.replace(/\n\s*/g, "") }];
    }
    const indent = neighbor ? indentation(text, neighbor.from) : outer + unitOf(text);
    const lines = block.replaceAll("\n", eol + indent);
    if (before) return [{ from: before.to, to: before.to, insert: eol + indent + lines }];
    if (next) {
        const at = extent(text, next).from;
        return [{ from: at, to: at, insert: lines + eol + indent }];
    }
    const content = eol + indent + lines + eol + outer;
    if (parent.isEmpty) return openUp(text, parent, content);
    const inside = text.slice(parent.openTo, parent.closeFrom);
    if (isBlank(inside)) return [{ from: parent.openTo, to: parent.closeFrom, insert: content }];
    const end = parent.closeFrom - /\s*$/.exec(inside)![0].length;
    return [{ from: end, to: parent.closeFrom, insert: content }];
}

/// The text of an element with its comments, without the indentation of its place.
export function blockOf(text: string, element: Element): string {
    const { from, to } = extent(text, element);
    return reindent(text.slice(from, to).replaceAll("\r\n", "\n"), indentation(text, from), "");
}

function isInside(inner: Element, outer: Element): boolean {
    for (let one: Element | null = inner; one; one = one.parent) if (one === outer) return true;
    return false;
}

/// Moves an element to be the child at an index, counted before the move. No changes: it cannot go there, or is there.
export function move(text: string, element: Element, parent: Element, index: number): Change[] {
    if (isInside(parent, element)) return [];
    const own = parent.children.indexOf(element);
    if (own >= 0 && (index === own || index === own + 1)) return [];
    const [gone] = remove(text, element);
    // A neighbor that leaves is no neighbor: insert beside the next one.
    const [come] = insert(text, parent, index, blockOf(text, element));
    if (come.from > gone.from && come.from < gone.to) come.from = come.to = gone.to;
    if (come.from < gone.from && come.to > gone.from) return [];
    return [gone, come].sort((a, b) => a.from - b.from);
}

/// Around an element, a new one: <name attributes>…</name>.
export function wrap(text: string, element: Element, name: string, attributes = ""): Change[] {
    const inner = blockOf(text, element).replaceAll("\n", "\n" + unitOf(text));
    const { from, to } = extent(text, element);
    const indent = startsLine(text, from) ? indentation(text, from) : "";
    const block = startsLine(text, from)
        ? `<${name}${attributes}>\n${unitOf(text)}${inner}\n</${name}>`.replaceAll("\n", (text.includes("\r\n") ? "\r\n" : "\n") + indent)
        : `<${name}${attributes}>${text.slice(from, to)}</${name}>`;
    return [{ from, to, insert: block }];
}

export function apply(text: string, changes: Change[]): string {
    let done = "";
    let at = 0;
    for (const change of [...changes].sort((a, b) => a.from - b.from)) {
        done += text.slice(at, change.from) + change.insert;
        at = change.to;
    }
    return done + text.slice(at);
}
