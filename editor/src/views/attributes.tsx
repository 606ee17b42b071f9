// The selected element: its attributes, as the schema and the types of nodes know them.

import { useEffect, useState } from "preact/hooks";
import { names } from "../page/names_of";
import { type Finding } from "../page/check";
import { change, current, selected, store } from "../page/workshop";
import { attributeNames, valueNames } from "../text/complete";
import { remove, setAttribute, setText } from "../text/edit";
import { ruleOf } from "../text/schema";
import { type Element, attribute, find, pathOf, textOf } from "../text/xml";
import { Cell } from "./cell";

function errorsIn(findings: Finding[], from: number, to: number): string {
    return findings.filter((one) => one.document === current() && one.from >= from && one.from <= to).map((one) => one.message).join("; ");
}

function Row({ element, name, about, required }: { element: Element; name: string; about: string; required: boolean }) {
    const { findings } = store.use();
    const at = find(element, name);
    const values = ruleOf(element)?.attributes[name]?.values ?? [];
    const suggestions = () => [...values.map((label) => ({ label, about: "" })), ...valueNames(names(), element, name)];
    return (
        <div class="row" title={about}>
            <span class={required ? "required" : ""}>{name}</span>
            <Cell label={`${element.name} ${name}`} value={at?.value ?? ""} suggestions={suggestions} isWhole={values.length > 0}
                error={at ? errorsIn(findings, at.valueFrom, at.valueTo) : ""}
                set={(value) => change(element, (text, it) => setAttribute(text, it, name, value === "" && !required ? null : value))} />
            {at && !required && <button class="small" aria-label={`Remove ${name}`} onClick={() => change(element, (text, it) => setAttribute(text, it, name, null))}>×</button>}
        </div>
    );
}

export function Attributes() {
    const { nodes, common, leaves, selected: path } = store.use();
    const element = selected();
    const [more, setMore] = useState("");
    useEffect(() => setMore(""), [path.join(".")]);
    if (!element || path.length === 0) return null;
    const rule = ruleOf(element);
    const type = nodes.find((one) => one.name === element.name);
    const required = new Set([...Object.entries(rule?.attributes ?? {}).filter(([, one]) => one.required).map(([name]) => name), ...(type?.required.split(" ").filter(Boolean) ?? [])]);
    const shown = [...new Set([...element.attributes.map((one) => one.name), ...required])];
    const others = attributeNames(element, { nodes, common, leaves }).filter((one) => !shown.includes(one.label));
    const about = (name: string) => rule?.attributes[name]?.about ?? "";
    const text = rule?.text && element.children.length === 0 ? textOf(element, current()!.text) : null;
    const add = (name: string) => {
        if (name.trim() === "") return;
        change(element, (text, it) => setAttribute(text, it, name.trim(), rule?.attributes[name]?.values[0] ?? ""));
        setMore("");
    };
    return (
        <section class="attributes" aria-label="Selected element">
            <header>
                <b>{element.name}</b> {attribute(element, "name") ?? attribute(element, "ID") ?? ""}
                <span class="grow" />
                <button class="small" onClick={() => change(element, remove, pathOf(element).slice(0, -1))}>Delete</button>
            </header>
            {rule?.about && <p class="about">{rule.about}</p>}
            <div class="rows">
                {shown.map((name) => <Row key={`${path.join(".")}@${name}`} element={element} name={name} about={about(name)} required={required.has(name)} />)}
                {text !== null && (
                    <div class="row"><span>text</span>
                        <Cell label={`${element.name} text`} value={text} suggestions={() => valueNames(names(), element, "when")} error="" set={(value) => change(element, (text, it) => setText(text, it, value))} />
                    </div>
                )}
                <div class="row">
                    <Cell label="New attribute" value={more} placeholder="add an attribute" suggestions={() => others} isWhole waits error="" set={add} />
                </div>
            </div>
        </section>
    );
}
