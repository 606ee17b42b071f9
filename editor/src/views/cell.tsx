// A field of a table or a form: what is typed goes into the text when it is complete, with suggestions while one types
// and what is wrong below.

import { useEffect, useRef, useState } from "preact/hooks";

export interface CellProps {
    label: string;
    value: string;
    suggestions: () => { label: string; about: string }[]; // called while one types only
    error: string;
    set: (value: string) => void;
    isWhole?: boolean; // a suggestion replaces all of it, not the word
    placeholder?: string;
    waits?: boolean; // for Enter or for leaving it; else what is typed is in the text after a moment
}

const LETTER = /[\p{L}\p{N}_.{]/u;

function wordAt(value: string, at: number): { from: number; word: string } {
    let from = at;
    while (from > 0 && LETTER.test(value[from - 1])) from--;
    return { from, word: value.slice(from, at) };
}

export function Cell({ label, value, suggestions, error, set, isWhole, placeholder, waits }: CellProps) {
    const [draft, setDraft] = useState<string | null>(null);
    const [chosen, setChosen] = useState(0);
    const [isOpen, setIsOpen] = useState(false);
    const input = useRef<HTMLInputElement>(null);
    const timer = useRef(0);
    const latest = useRef(set);
    latest.current = set;
    useEffect(() => {
        if (document.activeElement !== input.current) setDraft(null);
    }, [value]);
    const shown = draft ?? value;
    const cursor = input.current?.selectionStart ?? shown.length;
    const { from, word } = isWhole ? { from: 0, word: shown } : wordAt(shown, cursor);
    const fitting = isOpen ? suggestions().filter((one) => one.label !== word && one.label.toLowerCase().startsWith(word.toLowerCase())).slice(0, 12) : [];
    const give = (text: string | null) => {
        clearTimeout(timer.current);
        setIsOpen(false);
        if (text !== null && text !== value) latest.current(text);
        setDraft(null);
    };
    const type = (text: string) => {
        setDraft(text);
        setIsOpen(true);
        setChosen(0);
        clearTimeout(timer.current);
        if (!waits) timer.current = window.setTimeout(() => latest.current(text), 400);
    };
    const take = (text: string) => {
        const done = isWhole ? text : shown.slice(0, from) + text + shown.slice(cursor);
        setDraft(done);
        setIsOpen(false);
        queueMicrotask(() => input.current?.setSelectionRange(from + text.length, from + text.length));
    };
    const onKey = (event: KeyboardEvent) => {
        const list = fitting.length > 0;
        if (event.key === "ArrowDown" && list) setChosen((chosen + 1) % fitting.length);
        else if (event.key === "ArrowUp" && list) setChosen((chosen + fitting.length - 1) % fitting.length);
        else if ((event.key === "Tab" || event.key === "Enter") && list && word !== "") take(fitting[Math.min(chosen, fitting.length - 1)].label);
        else if (event.key === "Enter") return give(input.current!.value); // what is typed may not be drawn yet
        else if (event.key === "Escape") return give(null);
        else return;
        event.preventDefault();
    };
    return (
        <span class="cell">
            <input ref={input} aria-label={label} value={shown} placeholder={placeholder} class={error ? "wrong" : ""} aria-invalid={error !== ""} spellcheck={false} autocomplete="off"
                onInput={(event) => type(event.currentTarget.value)} onBlur={(event) => give(event.currentTarget.value)} onKeyDown={onKey} onFocus={() => setIsOpen(false)} />
            {fitting.length > 0 && (
                <span class="suggestions" role="listbox" aria-label={`Suggestions for ${label}`}>
                    {fitting.map((one, i) => (
                        <span key={one.label} role="option" aria-selected={i === chosen} class={i === chosen ? "chosen" : ""} onPointerDown={(event) => (event.preventDefault(), take(one.label))}>
                            {one.label} <i>{one.about}</i>
                        </span>
                    ))}
                </span>
            )}
            {error && <span class="error">{error}</span>}
        </span>
    );
}
