// The text editor: colors, completion, search, history, and what is wrong under the text.

import { acceptCompletion, autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { xmlLanguage } from "@codemirror/lang-xml";
import { bracketMatching, defaultHighlightStyle, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
import { searchKeymap, highlightSelectionMatches, search } from "@codemirror/search";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { complete } from "../text/complete";
import { names } from "./names_of";
import { current, save, store } from "./workshop";

function suggest(context: CompletionContext): CompletionResult | null {
    const document = current();
    if (!document) return null;
    const { nodes, common, leaves } = store.value;
    const found = complete(document, context.pos, names(), { nodes, common, leaves });
    if (!found || (found.from === context.pos && !context.explicit && !/[<\s"'({]/.test(document.text[context.pos - 1] ?? ""))) return null;
    const options = found.list.map(({ label, about, kind }) => ({ label, detail: about.length > 40 ? "" : about, info: about.length > 40 ? about : undefined, type: kind === "element" ? "class" : kind === "attribute" ? "property" : kind === "value" ? "keyword" : "variable" }));
    return { from: found.from, options, validFor: /^[\p{L}\p{N}_.:{}-]*$/u };
}

const colors = HighlightStyle.define([
    { tag: tags.tagName, color: "var(--tag)" },
    { tag: tags.attributeName, color: "var(--attribute)" },
    { tag: tags.attributeValue, color: "var(--value)" },
    { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
    { tag: tags.angleBracket, color: "var(--soft)" },
]);

export const extensions = [
    lineNumbers(),
    foldGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    xmlLanguage,
    syntaxHighlighting(colors),
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    autocompletion({ override: [suggest], icons: false }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "Text of the file" }),
    keymap.of([
        { key: "Mod-s", preventDefault: true, run: () => (void save(), true) },
        { key: "Tab", run: acceptCompletion },
        ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab,
    ]),
];
