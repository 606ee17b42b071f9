// Where the name at the cursor is used, and renaming it everywhere.

import { useState } from "preact/hooks";
import type { Occurrence } from "../text/names";
import type { Document } from "../files/document";
import { names } from "./names_of";
import { current, editDocument, goTo, say, store } from "./workshop";

export function nameAtCursor(): Occurrence<Document> | null {
    const document = current();
    return document ? names().at(document, document.state.selection.main.head) : null;
}

export function renameAll(of: Occurrence<Document>, name: string): void {
    const known = names();
    const obstacle = known.obstacle(of, name);
    if (obstacle) return say(obstacle);
    const changes = known.rename(of, name);
    const locked = [...changes.keys()].find((one) => !one.isWritable);
    if (locked) return say(`${locked.name} uses it and is not written from here`);
    const count = known.usages(of).length;
    for (const [document, list] of changes) editDocument(document, list);
    say(`${of.kind} ${of.name} is now ${name}, in ${count} place${count === 1 ? "" : "s"}.`);
}

export function Usages() {
    store.use();
    const [name, setName] = useState("");
    const found = nameAtCursor();
    if (!found) return <p class="nothing">Put the cursor on a name, or select one in the graph.</p>;
    const usages = names().usages(found);
    return (
        <div class="usages">
            <form onSubmit={(event) => (event.preventDefault(), renameAll(found, name.trim()), setName(""))}>
                <b>{found.kind} {found.name}</b>: {usages.length} place{usages.length === 1 ? "" : "s"}
                <input aria-label="New name" placeholder="new name" value={name} onInput={(event) => setName(event.currentTarget.value)} />
                <button>Rename everywhere</button>
            </form>
            <ul>
                {usages.map((one, i) => {
                    const line = one.document.state.doc.lineAt(one.from);
                    return (
                        <li key={i}>
                            <button onClick={() => goTo(one.document, one.from, one.to)}>
                                {one.document.name}:{line.number} {one.isDefinition ? "defines" : ""} <code>{line.text.trim().slice(0, 120)}</code>
                            </button>
                        </li>
                    );
                })}
            </ul>
        </div>
    );
}
