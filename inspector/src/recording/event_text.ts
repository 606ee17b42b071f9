// Events for people: names in place of numbers.

import type { Life, Names } from "./names";
import { NONE } from "./now";
import type { Recording } from "./recording";

type Meaning = (number: number, names: Names, life: Life) => string;

const OUTCOMES = ["running", "success", "failure", "skipped", "halted"];
const fixed: Meaning = (number) => String(number / 1000);
const flag: Meaning = (number) => (number === 0 ? "no" : "yes");
const goal: Meaning = (number, _, life) => (number === NONE ? "none" : life.goal(number));
const part: Meaning = (number, _, life) => (number === NONE ? "none" : life.part("part", number));
const ground: Meaning = (number, _, life) => life.ground(number, NONE);
const before = (meaning: Meaning): Meaning => (number, names, life) => (number === 0 ? "none" : meaning(number - 1, names, life));
const named = (list: string): Meaning => (number, names) => names.nameOf(list, number);
const outcome: Meaning = (number) => OUTCOMES[number] ?? String(number);

// By "event argument", then by argument.
const MEANINGS: Record<string, Meaning> = {
    "search-ended status": named("status"), "plan-failed status": named("status"), "path-answered status": named("status"),
    "decision-goal status": named("goal_status"), "decision-goal index": goal, "decision-no index": ground, "decision-cost index": ground,
    "decision-begun last": before(ground), "goal-chosen current": before(goal), "plan-taken first": ground,
    "goal-aborted why": named("goap_reason"), "action-aborted why": named("goap_reason"),
    "utility-scored option": part, "utility-chosen option": part, "utility-chosen running": before(part),
    "state-changed from": part, "state-changed to": part, "state-weighed state": part, "bt-node node": part, "bt-node now": outcome,
    "activity-ended outcome": outcome, "order-given kind": named("order"), "order-ended kind": named("order"), "order-ended state": named("order_state"),
    "squad-task-begun kind": named("squad_task"), "path-requested priority": String,
    goal, ground, role: named("role"), end: named("squad_task_end"),
    action: (number, _, life) => life.action(number), activity: (number, names) => names.activity(number), sensor: (number, names) => names.sensor(number),
    key: (number, names) => names.key(number), type: (number, names) => names.factType(number), squad: (number, names) => names.squad(number),
    cost: fixed, priority: fixed, lead: fixed, score: fixed, counts: fixed, weight: fixed, belief: fixed, x: fixed, y: fixed,
    pushed: flag, set: flag, "is-one": flag, keeps: flag,
};

/// "goal KillEnemy, priority 0.7".
export function argsText(recording: Recording, names: Names, life: Life, event: number): string {
    const kind = recording.kinds[event];
    const name = recording.kindNames[kind];
    const texts = recording.argNames(kind).map((arg, i) => {
        const number = recording.arg(event, i);
        if (name === "blackboard-written" && arg === "value") return `value ${names.value(recording.arg(event, 1), number) || number}`;
        if (name === "score" && arg === "score") return `${arg} ${number}`;
        const meaning = MEANINGS[`${name} ${arg}`] ?? MEANINGS[arg];
        return `${arg} ${meaning ? meaning(number, names, life) : number}`;
    });
    return texts.join(", ");
}
