// A domain as tables of its types, symbols, tables, actions and goals.

import { type Finding } from "../page/check";
import { names } from "../page/names_of";
import { change, current, select, store } from "../page/workshop";
import { type Suggestion, expressionNames, valueNames } from "../text/complete";
import { type Change, insert, remove, setAttribute, setText } from "../text/edit";
import { ruleOf } from "../text/schema";
import { type Element, attribute, childrenOf, find, pathOf, textOf } from "../text/xml";
import { Cell } from "./cell";

interface Column {
    title: string;
    get: (item: Element) => string;
    set: (item: Element, value: string) => Change[];
    span: (item: Element) => { from: number; to: number } | null;
    suggestions: (item: Element) => Suggestion[];
    wide?: boolean;
}

const text = () => current()!.text;

function attributeColumn(name: string, title = name, wide = false): Column {
    return {
        title, wide,
        get: (item) => attribute(item, name) ?? "",
        set: (item, value) => setAttribute(text(), item, name, value === "" ? null : value),
        span: (item) => {
            const at = find(item, name);
            return at ? { from: at.valueFrom, to: at.valueTo } : null;
        },
        suggestions: (item) => [...(ruleOf(item)?.attributes[name]?.values ?? []).map((label): Suggestion => ({ label, about: "", kind: "value" })), ...valueNames(names(), item, name)],
    };
}

function textColumn(title: string): Column {
    return {
        title, wide: true,
        get: (item) => textOf(item, text()),
        set: (item, value) => setText(text(), item, value),
        span: (item) => ({ from: item.openTo, to: item.closeFrom }),
        suggestions: (item) => expressionNames(names(), item),
    };
}

/// The text of a child, such as <pre>. Several are shown in one field each row of which is one.
function childColumn(name: string, title: string): Column {
    const child = (item: Element) => childrenOf(item, name)[0];
    return {
        title, wide: true,
        get: (item) => (child(item) ? textOf(child(item), text()) : ""),
        set: (item, value) => {
            const one = child(item);
            if (one) return value === "" ? remove(text(), one) : setText(text(), one, value);
            const before = name === "effect" ? item.children.length : item.children.filter((other) => other.name === "param").length;
            return value === "" ? [] : insert(text(), item, before, `<${name}>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${name}>`);
        },
        span: (item) => (child(item) ? { from: child(item).from, to: child(item).to } : null),
        suggestions: (item) => expressionNames(names(), item),
    };
}

/// "p place, q place".
const parameters: Column = {
    title: "parameters",
    get: (item) => childrenOf(item, "param").map((one) => `${attribute(one, "name")} ${attribute(one, "type")}`).join(", "),
    set: (item, value) => {
        const wanted = value.split(",").map((one) => one.trim().split(/\s+/)).filter(([name]) => name);
        const old = childrenOf(item, "param");
        const changes = wanted.flatMap(([name, type], i) =>
            old[i] ? [...setAttribute(text(), old[i], "name", name), ...setAttribute(text(), old[i], "type", type ?? "")] : []);
        const added = wanted.slice(old.length).map(([name, type]) => `<param name="${name}" type="${type ?? ""}"/>`).join("\n");
        if (added) changes.push(...insert(text(), item, old.length, added));
        for (const one of old.slice(wanted.length)) changes.push(...remove(text(), one));
        return changes;
    },
    span: (item) => (childrenOf(item, "param")[0] ? { from: childrenOf(item, "param")[0].from, to: childrenOf(item, "param").at(-1)!.to } : null),
    suggestions: (item) => names().list("type", item.parent).map((label) => ({ label, about: "type", kind: "name" })),
};

const TABLES: { name: string; title: string; columns: Column[]; fresh: (name: string) => string }[] = [
    { name: "type", title: "Types", columns: [attributeColumn("name"), attributeColumn("objects", "objects", true), attributeColumn("capacity"), attributeColumn("count")], fresh: (name) => `<type name="${name}" objects="one"/>` },
    {
        name: "symbol", title: "Symbols",
        columns: [attributeColumn("name"), attributeColumn("type"), attributeColumn("of"), attributeColumn("initial"), attributeColumn("min"), attributeColumn("max"), attributeColumn("step"), attributeColumn("planned"), attributeColumn("clamp")],
        fresh: (name) => `<symbol name="${name}" type="bool"/>`,
    },
    { name: "table", title: "Tables", columns: [attributeColumn("name"), attributeColumn("of"), attributeColumn("type"), attributeColumn("initial"), textColumn("cells")], fresh: (name) => `<table name="${name}" of=""/>` },
    {
        name: "action", title: "Actions",
        columns: [attributeColumn("name"), attributeColumn("cost"), attributeColumn("duration"), parameters, childColumn("pre", "precondition"), childColumn("effect", "effect")],
        fresh: (name) => `<action name="${name}" cost="1"/>`,
    },
    { name: "goal", title: "Goals", columns: [attributeColumn("name"), attributeColumn("priority"), attributeColumn("relevant"), parameters, textColumn("condition")], fresh: (name) => `<goal name="${name}">true</goal>` },
];

function unused(domain: Element, kind: string): string {
    const taken = new Set(childrenOf(domain, kind).map((one) => attribute(one, "name")));
    const base = kind === "action" || kind === "goal" ? `New${kind[0].toUpperCase()}${kind.slice(1)}` : `new_${kind}`;
    let name = base;
    for (let i = 2; taken.has(name); i++) name = `${base}${i}`;
    return name;
}

/// Behind the last of its kind, or where its kind belongs.
function addItem(domain: Element, table: (typeof TABLES)[number]): void {
    const same = childrenOf(domain, table.name);
    const order = TABLES.map((one) => one.name);
    const before = domain.children.filter((one) => order.indexOf(one.name) <= order.indexOf(table.name));
    const last = same.at(-1) ?? before.at(-1);
    const index = last ? domain.children.indexOf(last) + 1 : 0;
    change(domain, (now, it) => insert(now, it, index, table.fresh(unused(it, table.name))), [...pathOf(domain), index]);
}

function messagesIn(findings: Finding[], span: { from: number; to: number } | null): string {
    if (!span) return "";
    return findings.filter((one) => one.document === current() && one.from >= span.from && one.from <= span.to).map((one) => one.message).join("; ");
}

/// What stands in no column: of the element itself, such as a goal that can never be met.
function messagesOf(findings: Finding[], item: Element, columns: Column[]): string {
    const own = findings.filter((one) => one.document === current() && one.from >= item.from && one.from <= item.to);
    return own.filter((one) => !columns.some((column) => { const span = column.span(item); return span && one.from >= span.from && one.from <= span.to; })).map((one) => one.message).join("; ");
}

export function DomainView({ element }: { element: Element }) {
    const { findings, selected } = store.use();
    return (
        <div class="domain">
            {TABLES.map((table) => {
                const items = childrenOf(element, table.name);
                if (items.length === 0 && (table.name === "table" || table.name === "type"))
                    return <p key={table.name}><button class="small" onClick={() => addItem(element, table)}>Add a {table.name}</button></p>;
                return (
                    <table key={table.name}>
                        <caption>{table.title} <button class="small" onClick={() => addItem(element, table)}>Add a{table.name === "action" ? "n" : ""} {table.name}</button></caption>
                        <thead><tr>{table.columns.map((column) => <th key={column.title} class={column.wide ? "wide" : ""}>{column.title}</th>)}<th><span class="hidden">remove</span></th></tr></thead>
                        <tbody>
                            {items.map((item, i) => {
                                const name = attribute(item, "name") ?? "";
                                const message = messagesOf(findings, item, table.columns);
                                return (
                                    <tr key={`${table.name}${i}`} class={pathOf(item).join() === selected.slice(0, 2).join() ? "selected" : ""} onFocusCapture={() => select(item)}>
                                        {table.columns.map((column) => (
                                            <td key={column.title} class={column.wide ? "wide" : ""}>
                                                <Cell label={`${column.title} of ${table.name} ${name}`} value={column.get(item)} suggestions={() => column.suggestions(item)}
                                                    error={messagesIn(findings, column.span(item)) || (column.title === "name" ? message : "")} set={(value) => change(item, (_, it) => column.set(it, value))} />
                                            </td>
                                        ))}
                                        <td><button class="small" aria-label={`Remove ${table.name} ${name}`} onClick={() => change(item, remove, pathOf(element))}>×</button></td>
                                    </tr>
                                );
                            })}
                        </tbody>
                    </table>
                );
            })}
        </div>
    );
}
