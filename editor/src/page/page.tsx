// The page: parts of the file, the graph of one, the text beside it, and what is found and tried below.

import { setDiagnostics } from "@codemirror/lint";
import { useEffect, useRef } from "preact/hooks";
import { download, droppedFiles, openLocal } from "../files/local";
import { isServed } from "../files/server";
import { childrenOf } from "../text/xml";
import { Attributes } from "../views/attributes";
import { PartView } from "../views/part";
import { RunIt } from "../trial/run_it";
import { TryIt } from "../trial/try_it";
import { Outline } from "./outline";
import { Problems } from "./problems";
import { Usages } from "./usages";
import { current, files, openFiles, program, redoEdit, save, say, showText, store, textView, undoEdit } from "./workshop";

function Header() {
    const { documents, current: index, findings, isChecked, message } = store.use();
    const document = documents[index];
    const errors = findings.filter((one) => one.kind === "error").length;
    const state = !isChecked ? "checking…" : findings.length === 0 ? "nothing found" : errors > 0 ? `${errors} error${errors === 1 ? "" : "s"}` : `${findings.length} found`;
    return (
        <header class="bar">
            <h1>{document ? document.name : "Ploy workshop"}{document?.isChanged ? " •" : ""}</h1>
            {!isServed && <button onClick={async () => openFiles(await openLocal())}>Open…</button>}
            <button onClick={() => void save()} disabled={!document?.isWritable}>Save</button>
            <button onClick={undoEdit} disabled={!document}>Undo</button>
            <button onClick={redoEdit} disabled={!document}>Redo</button>
            {document?.tree.root?.name === "ploy" && childrenOf(document.tree.root, "BehaviorTree").length > 0 && <button onClick={() => void saveAsBtcpp()}>As BehaviorTree.CPP</button>}
            {document && <span class={`state${errors > 0 && isChecked ? " bad" : ""}`} id="state">{state}</span>}
            <span class="message" role="status">{message}</span>
        </header>
    );
}

/// The behavior trees of a Ploy file as a file of BehaviorTree.CPP 4.
async function saveAsBtcpp(): Promise<void> {
    const document = current()!;
    const answer = await program().run("convert", ["convert", document.name, "--to", "btcpp4"], files());
    if (answer?.status === 0) download(document.name.replace(/\.xml$/, "") + ".btcpp.xml", new TextEncoder().encode(answer.out));
    else if (answer) say(answer.error);
}

function TextPane() {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
        showText(place.current!);
        Object.assign(place.current!, { workshopText: () => current()?.state.sliceDoc() ?? "" }); // for tests: the editor draws only what is in sight
        return store.listen(underline);
    }, []);
    return <div class="text" ref={place} />;
}

let underlined: unknown = null;
function underline(): void {
    const { findings } = store.value;
    const view = textView();
    const document = current();
    if (!view || !document || findings === underlined) return;
    underlined = findings;
    const length = view.state.doc.length;
    const own = findings.filter((one) => one.document === document && one.to <= length);
    view.dispatch(setDiagnostics(view.state, own.map(({ from, to, message, kind }) => ({ from, to: Math.max(to, Math.min(from + 1, length)), message, severity: kind === "error" ? "error" : "warning" }))));
}

const TABS = [["problems", "Problems"], ["try", "Try it"], ["run", "Run"], ["usages", "Usages"]] as const;

function Below() {
    const { tab, findings } = store.use();
    return (
        <section class={`below is-${tab}`} aria-label="Results">
            <div class="tabs" role="tablist">
                {TABS.map(([id, title]) => (
                    <button key={id} role="tab" id={`tab-${id}`} aria-selected={tab === id} aria-controls="below-panel" onClick={() => store.change({ tab: id })}>
                        {title}{id === "problems" && findings.length > 0 ? ` (${findings.length})` : ""}
                    </button>
                ))}
            </div>
            <div class="panel" role="tabpanel" id="below-panel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
                {tab === "problems" ? <Problems /> : tab === "try" ? <TryIt /> : tab === "run" ? <RunIt /> : <Usages />}
            </div>
        </section>
    );
}

function Question() {
    const { question } = store.use();
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        if (question) dialog.current?.showModal();
        else dialog.current?.close();
    }, [question]);
    return (
        <dialog ref={dialog} aria-label="Question" onCancel={() => store.change({ question: null })}>
            <p>{question?.text}</p>
            {question?.answers.map((one) => <button key={one.label} onClick={one.act}>{one.label}</button>)}
        </dialog>
    );
}

function Welcome() {
    return (
        <div class="welcome">
            <p>Open a Ploy file or a file of BehaviorTree.CPP, or drop one here. Nothing leaves this page.</p>
            <p>
                <button onClick={async () => openFiles(await openLocal())}>Open a file…</button>{" "}
                <button onClick={() => openFiles([{ name: "new.xml", bytes: new TextEncoder().encode('<ploy version="1">\n</ploy>\n'), handle: null }])}>New file</button>
            </p>
        </div>
    );
}

export function Page() {
    const { documents } = store.use();
    const onDrop = async (event: DragEvent) => {
        event.preventDefault();
        if (!isServed && event.dataTransfer) openFiles(await droppedFiles(event.dataTransfer));
    };
    return (
        <div class="page" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
            <Header />
            {documents.length === 0 && !isServed ? <Welcome /> : (
                <main class="panes">
                    <Outline />
                    <div class="graphic"><PartView /><Attributes /></div>
                    <TextPane />
                </main>
            )}
            {documents.length > 0 && <Below />}
            <Question />
        </div>
    );
}
