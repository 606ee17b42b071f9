// The part of the file that is chosen, as what it is.

import { current, store } from "../page/workshop";
import { BehaviorTreeView } from "./behavior_tree";
import { DomainView } from "./domain";
import { FuzzyView } from "./fuzzy";
import { ListView } from "./list";
import { MachineView } from "./machine";
import { NetworkView } from "./network";
import { UtilityView } from "./utility";

const VIEWS: Record<string, typeof ListView> = {
    domain: DomainView, BehaviorTree: BehaviorTreeView, fsm: MachineView, fuzzy: FuzzyView, htn: NetworkView, utility: UtilityView,
};

export function PartView() {
    const { part, current: index } = store.use();
    const document = current();
    const root = document?.tree.root;
    const error = document?.tree.error;
    if (error) {
        const line = document!.state.doc.lineAt(Math.min(error.from, document!.state.doc.length)).number;
        return <p class="nothing">Line {line}: {error.message}. The graph comes back when the text is right again.</p>;
    }
    const element = root?.children[part] ?? root;
    if (!element) return <p class="nothing">The file is empty.</p>;
    const View = VIEWS[element.name] ?? ListView;
    return <View key={`${index}:${part}`} element={element} />;
}
