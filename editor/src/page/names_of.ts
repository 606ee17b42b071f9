// The names of the open files, read again when a text has changed.

import type { Document } from "../files/document";
import { Names } from "../text/names";
import { store } from "./workshop";

let known: { names: Names<Document>; states: object[] } | null = null;

export function names(): Names<Document> {
    const { documents, nodes } = store.value;
    const states = documents.map((one) => one.state.doc);
    if (known && known.states.length === states.length && known.states.every((one, i) => one === states[i])) return known.names;
    known = { names: new Names(documents, new Set(nodes.map((one) => one.name))), states };
    return known.names;
}
