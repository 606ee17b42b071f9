// What `ploy check` finds; a click goes there.

import { current, goTo, store } from "./workshop";

export function Problems() {
    const { findings, isChecked } = store.use();
    if (findings.length === 0) return <p class="nothing">{isChecked ? "Nothing found." : "Checking…"}</p>;
    return (
        <ul class="problems">
            {findings.map((one, i) => (
                <li key={i}>
                    <button class={one.kind === "error" ? "is-error" : ""} onClick={() => goTo(one.document, one.from, one.to)}>
                        {one.document !== current() && `${one.document.name} `}
                        {one.document.state.doc.lineAt(one.from).number}: {one.message} {one.kind !== "error" && <i>{one.kind}</i>}
                    </button>
                </li>
            ))}
        </ul>
    );
}
