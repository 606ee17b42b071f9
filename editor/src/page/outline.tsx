// The parts of the file, to choose what is drawn; and the files.

import { insert } from "../text/edit";
import { childRules } from "../text/schema";
import { attribute } from "../text/xml";
import { current, edit, select, show, store } from "./workshop";

const FRESH: Record<string, (name: string) => string> = {
    domain: (name) => `<domain name="${name}">\n  <symbol name="done" type="bool"/>\n  <action name="Act">\n    <pre>not done</pre>\n    <effect>done</effect>\n  </action>\n  <goal name="BeDone">done</goal>\n</domain>`,
    agent: (name) => `<agent name="${name}"/>`,
    BehaviorTree: (name) => `<BehaviorTree ID="${name}">\n  <Sequence>\n    <AlwaysSuccess/>\n  </Sequence>\n</BehaviorTree>`,
    fsm: (name) => `<fsm name="${name}">\n  <state name="Start"/>\n</fsm>`,
    fuzzy: (name) => `<fuzzy name="${name}">\n  <variable name="value">\n    <set name="low" falls="0 1"/>\n  </variable>\n  <state name="Start"/>\n  <rule>if value is low then Start</rule>\n</fuzzy>`,
    utility: (name) => `<utility name="${name}">\n  <option name="Idle">\n    <constant value="0.2"/>\n  </option>\n</utility>`,
    htn: (name) => `<htn name="${name}" domain="">\n  <task name="Task">\n    <method/>\n  </task>\n</htn>`,
    blackboard: () => `<blackboard/>`,
    fact: (name) => `<fact name="${name}"/>`,
    sensor: (name) => `<sensor name="${name}"/>`,
    squad: (name) => `<squad name="${name}"/>`,
    include: () => `<include path=""/>`,
    TreeNodesModel: () => `<TreeNodesModel/>`,
};

function addPart(name: string): void {
    const root = current()?.tree.root;
    if (!root || !FRESH[name]) return;
    const taken = new Set(root.children.map((one) => attribute(one, "name") ?? attribute(one, "ID")));
    let own = `new_${name.toLowerCase()}`;
    for (let i = 2; taken.has(own); i++) own = `new_${name.toLowerCase()}${i}`;
    edit(insert(current()!.text, root, root.children.length, FRESH[name](own)), [root.children.length]);
    store.change({ part: root.children.length });
}

export function Outline() {
    const { documents, current: index, part, findings } = store.use();
    const document = documents[index];
    const root = document?.tree.root;
    const kinds = root ? [...new Set(childRules(root).flatMap((one) => one.names))].filter((name) => FRESH[name]) : [];
    return (
        <nav class="outline" aria-label="Parts of the file">
            {documents.length > 1 && (
                <ul class="files">
                    {documents.map((one, i) => (
                        <li key={one.name}><button aria-current={i === index} onClick={() => show(i)}>{one.name}{one.isChanged ? " •" : ""}</button></li>
                    ))}
                </ul>
            )}
            <ul>
                {(root?.children ?? []).map((one, i) => {
                    const count = findings.filter((found) => found.document === document && found.from >= one.from && found.from <= one.to).length;
                    return (
                        <li key={i}>
                            <button aria-current={i === part} onClick={() => select(one)} data-part={`${one.name} ${attribute(one, "name") ?? attribute(one, "ID") ?? ""}`}>
                                <i>{one.name}</i> {attribute(one, "name") ?? attribute(one, "ID") ?? ""}
                                {count > 0 && <span class="count" title={`${count} found here`}>{count}</span>}
                            </button>
                        </li>
                    );
                })}
            </ul>
            {root && (
                <select aria-label="Add a part" value="" onChange={(event) => (addPart(event.currentTarget.value), (event.currentTarget.value = ""))}>
                    <option value="">Add…</option>
                    {kinds.map((name) => <option key={name} value={name}>{name}</option>)}
                </select>
            )}
        </nav>
    );
}
