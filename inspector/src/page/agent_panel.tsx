// The chosen agent: a sentence about what it does, and the tabs for which the recording has events.

import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import type { Model } from "../recording/model";
import { Blackboard } from "../panels/blackboard";
import { Events } from "../panels/events";
import { Memory } from "../panels/memory";
import { Goals } from "../panels/goals";
import { Fsm } from "../panels/fsm";
import { sentences } from "../panels/now";
import type { Shown } from "../panels/panel";
import { Plan } from "../panels/plan";
import { Search } from "../panels/search";
import { Squad } from "../panels/squad";
import { BehaviorTree } from "../panels/bt";
import { TaskNetwork } from "../panels/htn";
import { Utility } from "../panels/utility";
import { Why } from "../panels/why";
import { Tabs } from "../view/tabs";
import { change, useView } from "../view/view";

/// A tab is shown when the agent has events of one of these kinds, and one of these minds at the tick.
const TABS: { id: string; title: string; kinds: string[]; minds?: string[]; Panel: ComponentType<Shown> }[] = [
    { id: "why", title: "Why", kinds: [], Panel: Why },
    { id: "goals", title: "Goals", kinds: ["goal-started", "decision-goal"], Panel: Goals },
    { id: "plan", title: "Plan", kinds: ["plan-found", "plan-failed"], minds: ["goap", "bt"], Panel: Plan },
    { id: "search", title: "Search", kinds: ["search-ended", "decision-begun"], minds: ["goap", "bt"], Panel: Search },
    { id: "htn", title: "Task network", kinds: [], minds: ["htn"], Panel: TaskNetwork },
    { id: "bt", title: "Behavior tree", kinds: [], minds: ["bt"], Panel: BehaviorTree },
    { id: "utility", title: "Utility", kinds: ["utility-chosen"], Panel: Utility },
    { id: "fsm", title: "State machine", kinds: ["state-changed"], Panel: Fsm },
    { id: "blackboard", title: "Blackboard", kinds: ["blackboard-written"], Panel: Blackboard },
    { id: "memory", title: "Memory", kinds: ["fact-added"], Panel: Memory },
    { id: "squad", title: "Squad", kinds: ["squad-joined", "order-given", "agent-enlisted"], Panel: Squad },
    { id: "events", title: "Events", kinds: [], Panel: Events },
];

export function AgentPanel({ model }: { model: Model }) {
    const agent = useView((v) => v.agent);
    const tick = useView((v) => v.tick);
    const wanted = useView((v) => v.tab);
    const grown = useView((v) => v.grown);
    // Thousands of options are not built again at every tick, but when one has another name.
    const names = model.names.haveChanged ? model.agents.map((number) => model.names.agent(number, tick)).join("\n") : "";
    const options = useMemo(() => model.agents.map((number) => <option value={number}>{model.names.agent(number, tick)}</option>), [grown, names]);
    const has = (kinds: string[]) => kinds.length === 0 || kinds.some((kind) => model.recording.eventsOfKindOf(kind, agent).length > 0);
    // One without a mind has the tabs of the mind that it had last.
    const mind = model.names.minded(agent, tick).kind;
    const tabs = TABS.filter(({ kinds, minds }) => has(kinds) && (!minds || minds.includes(mind)));
    const tab = tabs.find(({ id }) => id === wanted) ?? tabs[0];
    return (
        <section id="agent" aria-label="Chosen agent">
            <header>
                <label>
                    Agent{" "}
                    <select id="agent-choice" value={agent} onChange={(event) => change({ agent: Number(event.currentTarget.value) })}>
                        {options}
                    </select>
                </label>
                <p id="now">{sentences(model, agent, tick).join(" ")}</p>
            </header>
            <Tabs name="agent" tabs={tabs} chosen={tab.id} choose={(id) => change({ tab: id })} />
            <div class="panel" role="tabpanel" id="agent-panel" aria-labelledby={`agent-tab-${tab.id}`} tabIndex={0}>
                <tab.Panel key={`${tab.id} ${agent}`} model={model} agent={agent} tick={tick} />
            </div>
        </section>
    );
}
