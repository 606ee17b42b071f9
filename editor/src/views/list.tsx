// A part of a file that has no graph of its own: its elements as a list, each with its attributes.

import { change, current, select, store } from "../page/workshop";
import { insert } from "../text/edit";
import { childRules } from "../text/schema";
import { type Element, attribute, pathOf, textOf } from "../text/xml";

function describe(element: Element): string {
    return element.attributes.filter((one) => one.name !== "name").map((one) => `${one.name}=${one.value}`).join("  ") || textOf(element, current()!.text).slice(0, 80);
}

/// With its required attributes, empty.
function fresh(parent: Element, name: string): string {
    const rule = childRules(parent).find((one) => one.names.includes(name));
    const attributes = Object.entries(rule?.attributes ?? {}).filter(([, one]) => one.required).map(([key, one]) => ` ${key}="${one.values[0] ?? (key === "name" ? `new_${name}` : "")}"`);
    return rule?.text ? `<${name}${attributes.join("")}></${name}>` : `<${name}${attributes.join("")}/>`;
}

function Item({ element }: { element: Element }) {
    const { selected } = store.use();
    const isSelected = pathOf(element).join() === selected.join();
    return (
        <li>
            <button class={`item${isSelected ? " selected" : ""}`} aria-pressed={isSelected} onClick={() => select(element)}>
                <b>{element.name}</b> {attribute(element, "name") ?? ""} <i>{describe(element)}</i>
            </button>
            {element.children.length > 0 && <ul>{element.children.map((one, i) => <Item key={i} element={one} />)}</ul>}
        </li>
    );
}

export function AddButtons({ element }: { element: Element }) {
    const kinds = [...new Set(childRules(element).flatMap((one) => one.names))];
    return (
        <div class="adders">
            {kinds.map((name) => (
                <button key={name} class="small" onClick={() => change(element, (text, it) => insert(text, it, it.children.length, fresh(it, name)), [...pathOf(element), element.children.length])}>Add {name}</button>
            ))}
        </div>
    );
}

export function ListView({ element }: { element: Element }) {
    return (
        <div class="list">
            <ul><Item element={element} /></ul>
            <AddButtons element={element} />
        </div>
    );
}
