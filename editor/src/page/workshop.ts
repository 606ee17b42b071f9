// The open files and what is done with them: showing, editing, saving, checking.

import { redo, undo } from "@codemirror/commands";
import { Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Document } from "../files/document";
import { type LocalFile, saveLocal } from "../files/local";
import { encodeText } from "../files/coding";
import { SaveError, isServed, listFiles, readFile, writeFile } from "../files/server";
import type { Ploy } from "../program/ploy";
import type { Change } from "../text/edit";
import { type Element, elementAt, follow, pathOf } from "../text/xml";
import { type Finding, check } from "./check";
import { Store } from "./store";
import { extensions } from "./text_extensions";

export interface NodeType {
    name: string;
    min: number;
    max: number;
    required: string;
    optional: string;
}

export interface Leaf {
    name: string;
    kind: string; // Action, Condition, …
    ports: string[];
}

export interface Question {
    text: string;
    answers: { label: string; act: () => void }[];
}

interface State {
    documents: Document[];
    current: number;
    part: number; // child of the root that is drawn; -1: the file itself
    selected: number[]; // the path of an element
    findings: Finding[];
    isChecked: boolean; // the findings are those of the text
    message: string;
    question: Question | null;
    tab: "problems" | "try" | "run" | "usages";
    nodes: NodeType[];
    common: string[];
    leaves: Leaf[]; // from recordings
    usages: { title: string; places: { document: Document; from: number; to: number }[] };
    revision: number;
}

export const store = new Store<State>({
    documents: [], current: 0, part: 0, selected: [], findings: [], isChecked: false, message: "", question: null, tab: "problems",
    nodes: [], common: [], leaves: [], usages: { title: "", places: [] }, revision: 0,
});

let ploy: Ploy;
let view: EditorView | null = null;

export const program = (): Ploy => ploy;
export const textView = (): EditorView | null => view;
export const current = (): Document | undefined => store.value.documents[store.value.current];

export function root(): Element | null {
    return current()?.tree.root ?? null;
}

export function selected(): Element | null {
    return follow(root(), store.value.selected);
}

/// All open files as the program sees them.
export function files(): Map<string, Uint8Array> {
    const all = new Map<string, Uint8Array>();
    for (const document of store.value.documents) all.set(document.name, new TextEncoder().encode(document.state.sliceDoc()));
    return all;
}

// Text and graphics in step.

function afterEdit(document: Document): void {
    store.change({ revision: store.value.revision + 1, isChecked: false });
    const open = document.tree.root;
    if (open && !follow(open, store.value.selected)) store.change({ selected: store.value.selected.slice(0, 1) });
    checkSoon();
}

/// The text editor has changed.
function onText(document: Document, hasChanged: boolean, hasMoved: boolean, isTyped: boolean): void {
    if (hasChanged) afterEdit(document);
    if (hasMoved && isTyped) followCursor(document);
}

/// The graphics follow the cursor.
function followCursor(document: Document): void {
    const open = document.tree.root;
    const element = open ? elementAt(open, document.state.selection.main.head) : null;
    if (!element) return;
    const path = pathOf(element);
    store.change({ selected: path, part: path.length > 0 ? path[0] : store.value.part });
}

export function showText(place: HTMLElement): void {
    view = new EditorView({
        parent: place,
        state: current()?.state,
        dispatchTransactions(transactions, editor) {
            editor.update(transactions);
            const document = current();
            if (!document) return;
            document.state = editor.state;
            const hasChanged = transactions.some((one) => one.docChanged);
            const isGraphic = transactions.some((one) => one.isUserEvent("input.graphic") || one.isUserEvent("input.type.drag"));
            const isTyped = !isGraphic && transactions.some((one) => one.isUserEvent("select") || one.isUserEvent("input") || one.isUserEvent("delete"));
            onText(document, hasChanged, hasChanged || transactions.some((one) => one.selection !== undefined), isTyped);
        },
    });
    view.scrollDOM.tabIndex = 0; // it scrolls by keys, too
}

function scrollTo(from: number, to: number): void {
    view?.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
}

/// Selects an element in the graphics; the text follows.
export function select(element: Element, scrolls = true): void {
    const path = pathOf(element);
    store.change({ selected: path, part: path.length > 0 ? path[0] : -1 });
    if (scrolls) scrollTo(element.from, element.from);
}

export function goTo(document: Document, from: number, to: number): void {
    show(store.value.documents.indexOf(document));
    scrollTo(from, to);
    followCursor(document);
}

/// Line ends of what is new are those of the file.
function inLines(changes: Change[]): { from: number; to: number; insert: Text }[] {
    return changes.map(({ from, to, insert }) => ({ from, to, insert: Text.of(insert.split("\n")) }));
}

/// One graphic edit, which one undo takes back. `then`: the path of the element to select. Edits of one drag are one edit.
export function edit(changes: Change[], then?: number[], isDragged = false): void {
    if (changes.length === 0 || !view || !current()?.isWritable) return;
    view.dispatch({ changes: inLines(changes), userEvent: isDragged ? "input.type.drag" : "input.graphic", scrollIntoView: false });
    if (then) store.change({ selected: then });
    if (isDragged) return; // a new selection would end the step of the history
    const element = selected();
    if (element) scrollTo(element.from, element.from);
}

/// An edit of an element, which may be of an older version of the text: the one at the same place is edited.
export function change(element: Element, build: (text: string, element: Element) => Change[], then?: number[], isDragged = false): void {
    const document = current();
    const now = document && !document.tree.error ? follow(document.tree.root, pathOf(element)) : null;
    if (document && now?.name === element.name) edit(build(document.text, now), then, isDragged);
}

/// An edit of a file that may not be the one shown.
export function editDocument(document: Document, changes: Change[]): void {
    if (document === current()) return edit(changes);
    document.state = document.state.update({ changes: inLines(changes), userEvent: "input.graphic" }).state;
    afterEdit(document);
}

export function undoEdit(): void {
    if (view) undo(view);
}

export function redoEdit(): void {
    if (view) redo(view);
}

export function show(index: number): void {
    const document = store.value.documents[index];
    if (!document || index === store.value.current) return;
    store.change({ current: index, part: firstPart(document), selected: [] });
    view?.setState(document.state);
}

function firstPart(document: Document): number {
    const parts = document.tree.root?.children ?? [];
    const first = parts.findIndex((one) => /^(domain|BehaviorTree|fsm|fuzzy|utility|htn)$/.test(one.name));
    return first >= 0 ? first : parts.length > 0 ? 0 : -1;
}

// Checking.

let timer = 0;
export function checkSoon(): void {
    clearTimeout(timer);
    timer = window.setTimeout(checkNow, 150);
}

async function checkNow(): Promise<void> {
    const revision = store.value.revision;
    const findings = await check(ploy, store.value.documents, store.value.current);
    if (findings && store.value.revision === revision) store.change({ findings, isChecked: true });
}

// Files.

export function say(message: string): void {
    store.change({ message });
}

function add(documents: Document[]): void {
    const old = store.value.documents.filter((one) => !documents.some((added) => added.name === one.name));
    const all = [...old, ...documents];
    const index = all.indexOf(documents[0]);
    store.change({ documents: all, current: index, part: firstPart(documents[0]), selected: [], revision: store.value.revision + 1 });
    view?.setState(documents[0].state);
    checkSoon();
}

export function openFiles(list: LocalFile[]): void {
    const documents: Document[] = [];
    for (const { name, bytes, handle } of list) {
        try {
            const document = new Document(name, bytes, extensions);
            document.handle = handle;
            documents.push(document);
        } catch (error) {
            say(`${name}: ${(error as Error).message}`);
        }
    }
    if (documents.length > 0) add(documents);
}

async function readServed(name: string, writable: boolean): Promise<Document | null> {
    try {
        const { bytes, version } = await readFile(name);
        const document = new Document(name, bytes, extensions);
        document.version = version;
        document.isWritable = writable;
        return document;
    } catch (error) {
        say((error as Error).message);
        return null;
    }
}

async function openServed(): Promise<void> {
    const listed = await listFiles();
    const read = await Promise.all(listed.filter((one) => one.version).map((one) => readServed(one.name, one.writable)));
    const documents = read.filter((one) => one !== null);
    if (documents.length > 0) add(documents);
    setInterval(watchServed, 1500);
}

/// What others have done to the files meanwhile. A file without edits here is simply read again.
async function watchServed(): Promise<void> {
    let listed;
    try {
        listed = await listFiles();
    } catch {
        return;
    }
    for (const { name, version, writable } of listed) {
        const document = store.value.documents.find((one) => one.name === name);
        if (!document) {
            const added = version ? await readServed(name, writable) : null;
            if (added) store.change({ documents: [...store.value.documents, added], revision: store.value.revision + 1 });
            if (added) checkSoon();
        } else if (version !== document.version) await takeVersion(document, version);
    }
}

async function takeVersion(document: Document, version: string): Promise<void> {
    const before = [document.isGone, document.isNewer];
    document.isGone = version === "";
    document.isNewer = version !== "";
    if (document.isNewer && !document.isChanged) await reload(document);
    else if (before[0] !== document.isGone || before[1] !== document.isNewer) {
        store.change({ revision: store.value.revision + 1 });
        say(document.isGone ? `${document.name} is gone from the disk. Saving writes it again.` : `${document.name} has changed on the disk, and here too.`);
    }
}

async function reload(document: Document): Promise<void> {
    try {
        const { bytes, version } = await readFile(document.name);
        if (version === document.version) return;
        document.reload(bytes, version);
        if (document === current()) view?.setState(document.state);
        say(`${document.name} has changed on the disk and was read again.`);
        afterEdit(document);
    } catch (error) {
        say((error as Error).message);
    }
}

function ask(document: Document, text: string, label: string): void {
    const close = () => store.change({ question: null });
    store.change({
        question: {
            text,
            answers: [
                { label, act: () => (close(), void save(document, true)) },
                ...(document.isGone ? [] : [{ label: "Take what is on the disk", act: () => (close(), void reload(document)) }]),
                { label: "Cancel", act: close },
            ],
        },
    });
}

function gameAnswer(text: string): string {
    try {
        const answer = JSON.parse(text) as { ok: boolean; error?: string };
        return answer.ok ? "The game has loaded it." : `The game refuses it: ${answer.error ?? text}`;
    } catch {
        return `The game: ${text}`;
    }
}

async function saveServed(document: Document, isForced: boolean): Promise<void> {
    const text = document.state.sliceDoc();
    let base = document.version;
    if (isForced) base = (await listFiles()).find((one) => one.name === document.name)?.version ?? "";
    try {
        const { version, game } = await writeFile(document.name, document.bytes, base);
        document.markSaved(text, version);
        say(`${document.name} is saved.${game === undefined ? "" : ` ${gameAnswer(game)}`}`);
    } catch (error) {
        const kind = error instanceof SaveError ? error.kind : "failed";
        document.isGone = kind === "gone";
        if (kind === "changed") ask(document, `${document.name} has changed on the disk since it was read here.`, "Write mine over it");
        else if (kind === "gone") ask(document, `${document.name} is gone from the disk.`, "Write it again");
        else say(`Not saved: ${(error as Error).message}`);
    }
}

export async function save(document = current(), isForced = false): Promise<void> {
    if (!document) return;
    if (!document.isWritable) return say(`${document.name} is not beside the file that was opened, and is not written.`);
    try {
        if (isServed) await saveServed(document, isForced);
        else {
            await saveLocal(document.name, document.bytes, encodeText(document.saved, document.isLatin), document.handle);
            document.markSaved(document.state.sliceDoc(), "");
            say(`${document.name} is saved.`);
        }
    } catch (error) {
        say(`Not saved: ${(error as Error).message}`);
    }
    store.change({ revision: store.value.revision + 1 });
}

export async function begin(loaded: Ploy): Promise<void> {
    ploy = loaded;
    const answer = await ploy.json<{ common: string; nodes: NodeType[] }>("nodes", ["nodes"], new Map());
    if (answer?.value) store.change({ nodes: answer.value.nodes, common: answer.value.common.split(" ") });
    if (isServed) await openServed();
    window.addEventListener("keydown", (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key !== "s" || event.defaultPrevented) return;
        event.preventDefault();
        (document.activeElement as HTMLElement | null)?.blur(); // what is typed in a field goes into the text first
        void save();
    });
    window.addEventListener("beforeunload", (event) => {
        if (store.value.documents.some((one) => one.isChanged)) event.preventDefault();
    });
}
