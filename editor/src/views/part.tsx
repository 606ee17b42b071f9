// The part of the file that is chosen, as what it is.

import { current, store } from "../page/workshop";
import { BehaviorTreeView } from "./behavior_tree";
import { DomainView } from "./domain";
import { ListView } from "./list";

const VIEWS: Record<string, typeof ListView> = { domain: DomainView, BehaviorTree: BehaviorTreeView };

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
