// A file that is open: its text with its history, what is on the disk, and its elements.

import { EditorState, type Extension } from "@codemirror/state";
import { type Tree, parse } from "../text/xml";
import { decodeBytes, encodeText, lineSeparator } from "./coding";

const trees = new WeakMap<object, Tree>();
const texts = new WeakMap<object, string>();

export class Document {
    state: EditorState;
    saved: string; // the text on the disk, as far as is known
    isLatin: boolean;
    version = ""; // of the server
    isWritable = true;
    isGone = false; // from the disk
    isNewer = false; // on the disk
    handle: FileSystemFileHandle | null = null;

    constructor(readonly name: string, bytes: Uint8Array, private readonly extensions: Extension) {
        const { text, isLatin } = decodeBytes(bytes);
        this.isLatin = isLatin;
        this.saved = text;
        this.state = this.fresh(text);
    }

    private fresh(text: string): EditorState {
        return EditorState.create({ doc: text, extensions: [EditorState.lineSeparator.of(lineSeparator(text)), this.extensions] });
    }

    /// What a graphic edit works on: lines end with \n, and places are those of the editor.
    get text(): string {
        let text = texts.get(this.state.doc);
        if (text === undefined) texts.set(this.state.doc, (text = this.state.doc.toString()));
        return text;
    }

    get tree(): Tree {
        let tree = trees.get(this.state.doc);
        if (!tree) trees.set(this.state.doc, (tree = parse(this.text)));
        return tree;
    }

    /// What is saved.
    get bytes(): Uint8Array {
        return encodeText(this.state.sliceDoc(), this.isLatin);
    }

    get isChanged(): boolean {
        return this.state.sliceDoc() !== this.saved;
    }

    /// Takes the text of the disk over and forgets the history.
    reload(bytes: Uint8Array, version: string): void {
        const { text, isLatin } = decodeBytes(bytes);
        this.isLatin = isLatin;
        this.saved = text;
        this.version = version;
        this.isGone = this.isNewer = false;
        this.state = this.fresh(text);
    }

    markSaved(text: string, version: string): void {
        this.saved = text;
        this.version = version;
        this.isGone = this.isNewer = false;
    }
}
