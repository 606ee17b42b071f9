// The cost of one action on a slider: the plan it would give, and the costs at which the plan flips.

import { useEffect, useState } from "preact/hooks";
import { change, current, store } from "../page/workshop";
import { setAttribute } from "../text/edit";
import { type CostPlan, actionsWithCosts, findFlips, options, planWithCost, stepText, trial } from "./trial";

type Flips = Awaited<ReturnType<typeof findFlips>>;

function describe(one: CostPlan): string {
    if (one.plan.cost === null) return `no plan (${one.plan.status})`;
    return one.plan.steps.map(stepText).join(", ") || "nothing to do";
}

export function CostSlider() {
    const { revision } = store.use();
    trial.use();
    const document = current()!;
    const actions = actionsWithCosts(document);
    const [name, setName] = useState("");
    const [cost, setCost] = useState(0);
    const [shown, setShown] = useState<CostPlan | null>(null);
    const [flips, setFlips] = useState<Flips>(null);
    const action = actions.find((one) => one.name === name);
    const high = action ? Math.max(20, 4 * action.cost) : 20;
    const asked = `${name} ${revision} ${options().join(" ")}`;
    useEffect(() => {
        setFlips(null);
        setShown(null);
        if (action) setCost(action.cost);
        let isOld = false;
        if (action) void findFlips(name, 0, high).then((found) => !isOld && setFlips(found));
        return () => (isOld = true);
    }, [asked]);
    const slide = async (value: number) => {
        setCost(value);
        const found = await planWithCost(name, value);
        if (found) setShown(found);
    };
    return (
        <div class="cost">
            <label>what if the cost of <select aria-label="Action" value={name} onChange={(event) => setName(event.currentTarget.value)}>
                <option value="">…</option>
                {actions.map((one) => <option key={one.name}>{one.name}</option>)}
            </select> were</label>
            {action && (
                <>
                    <input type="range" aria-label="Cost" min={0} max={high} step={high > 100 ? 1 : 0.1} value={cost} onInput={(event) => void slide(Number(event.currentTarget.value))} />
                    <b>{cost}</b>
                    {cost !== action.cost && <button class="small" onClick={() => change(action.element, (text, it) => setAttribute(text, it, "cost", String(cost)))}>Write it into the file</button>}
                    <div class="flips" aria-label="Where the plan flips" role="img">
                        {(flips ?? []).map((one) => <span key={one.at} style={{ left: `${(100 * one.at) / high}%` }} />)}
                        <i style={{ left: `${(100 * Math.min(cost, high)) / high}%` }} />
                    </div>
                    <ul id="flips">
                        {flips?.length === 0 && <li>The plan is the same from 0 to {high}.</li>}
                        {flips?.map((one) => <li key={one.at}>at <b>{one.at}</b> it flips from {one.from.count} to {one.to.count} × {name}: <i>{describe(one.to)}</i></li>)}
                        {!flips && <li>searching where it flips…</li>}
                    </ul>
                    {shown && <p>At {shown.cost}: {describe(shown)}{shown.plan.cost !== null && `, cost ${shown.plan.cost}`}</p>}
                </>
            )}
        </div>
    );
}
