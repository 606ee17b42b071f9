// Events for people: names in place of numbers.

import { type Ground, nameOfSpot, orderSpot } from "./ground";
import type { Life, Names } from "./names";
import { NONE } from "./now";
import type { Recording } from "./recording";

/// What names the numbers of events.
interface Source {
    recording: Recording;
    names: Names;
    ground: Ground;
}

type Meaning = (number: number, names: Names, life: Life, ground: Ground, tick: number) => string;

const OUTCOMES = ["running", "success", "failure", "skipped", "halted"];
const fixed: Meaning = (number) => String(number / 1000);
const flag: Meaning = (number) => (number === 0 ? "no" : "yes");
const goal: Meaning = (number, _, life) => (number === NONE ? "none" : life.goal(number));
const part: Meaning = (number, _, life) => (number === NONE ? "none" : life.part("part", number));
const ground: Meaning = (number, _, life) => life.ground(number, NONE);
const before = (meaning: Meaning): Meaning => (number, ...rest) => (number === 0 ? "none" : meaning(number - 1, ...rest));
const named = (list: string): Meaning => (number, names) => names.nameOf(list, number);
const oneOf = (...words: string[]): Meaning => (number) => words[number] ?? String(number);
const outcome = oneOf(...OUTCOMES);
const agentNamed: Meaning = (number, names, _, __, tick) => names.agentOf(number, tick);
const numbered = (list: "places" | "pickups" | "stores"): Meaning => (number, _, __, ground) => ground[list][number - 1]?.name ?? String(number);
const orderPlace: Meaning = (number, _, __, ground) => {
    const spot = orderSpot(ground, number);
    return spot ? nameOfSpot(ground, spot.x, spot.y) : String(number);
};
const orderTarget: Meaning = (number, names, _, ground, tick) => (ground.hasOrderAgents ? names.agentOf(number, tick) : String(number));
const SCOPES: Record<number, string> = { 1: "local", 2: "agent", 4: "squad", 7: "world" };

/// The scope of a board, and its number if it is one of several that no agent has.
export function boardName(board: number): string {
    const scope = board % 256;
    const number = Math.floor(board / 256);
    return (SCOPES[scope] ?? `scope ${scope}`) + (number > 0 && scope !== 7 ? ` ${number}` : "");
}

// By "event argument", then by argument.
const MEANINGS: Record<string, Meaning> = {
    "search-ended status": named("status"), "plan-failed status": named("status"), "path-answered status": named("status"),
    "decision-goal status": named("goal_status"), "decision-goal index": goal, "decision-no index": ground, "decision-cost index": ground,
    "decision-begun last": before(ground), "decision-begun search": named("search"), "decision-begun target": (number) => (number === NONE ? "none" : String(number)),
    "no-two-moves": flag, viable: flag, "goal-chosen current": before(goal), "plan-taken first": ground,
    "goal-aborted why": named("goap_reason"), "action-aborted why": named("goap_reason"),
    "utility-scored option": part, "utility-chosen option": part, "utility-chosen running": before(part),
    "state-changed from": part, "state-changed to": part, "state-weighed state": part, "bt-node node": part, "bt-node now": outcome,
    "activity-ended outcome": outcome, "order-given kind": named("order"), "order-ended kind": named("order"), "order-ended state": named("order_state"),
    "squad-task-begun kind": named("squad_task"), "path-requested priority": String, "order-given place": orderPlace, "order-given target": orderTarget,
    "goal-chosen mode": oneOf("last plan", "without failed", "all", "rest"), "fact-forgotten reason": oneOf("decayed", "crowded", "requested"),
    "path-dropped why": oneOf("stale", "cancelled"), "belief of": agentNamed, "fight with": agentNamed, "tick-time worst": agentNamed,
    "belief state": oneOf("forgotten", "in view", "remembered"), "pickup state": oneOf("forgotten", "there", "taken"),
    "flag state": oneOf("at home", "carried", "dropped"), "pickup pickup": numbered("pickups"), "owner point": numbered("places"),
    "stock store": numbered("stores"), "decision-limits without": before((number, _, life) => life.action(number)), board: boardName, parent: boardName,
    fact: (number) => String(number % 2 ** 32), goal, ground, role: named("role"), end: named("squad_task_end"),
    action: (number, _, life) => life.action(number), activity: (number, names) => names.activity(number), sensor: (number, names) => names.sensor(number),
    key: (number, names) => names.key(number), type: (number, names) => names.factType(number), squad: (number, names) => names.squad(number),
    cost: fixed, priority: fixed, lead: fixed, score: fixed, counts: fixed, weight: fixed, belief: fixed, x: fixed, y: fixed,
    pushed: flag, set: flag, "is-one": flag, keeps: flag,
};

/// "tree.3 of colony", "distance(hut, hill) = 30 of colony"; undefined: the event is not of a domain.
function domainText({ recording, names }: Source, event: number, name: string): string | undefined {
    const [note, part, item, value] = [0, 1, 2, 3].map((i) => recording.arg(event, i));
    const of = ` of ${names.inDomain("domain_name", note) || `domain ${note}`}`;
    const table = (): string => names.inDomain("table_name", note, part) || `table ${part}`;
    if (name === "object-spawned" || name === "object-despawned")
        return (names.inDomain("typed_object_name", note, part, item) || `object ${item} of type ${part}`) + of;
    if (name === "table-detour") return `${table()}, detour ${item / 1000}${of}`;
    if (name !== "table-cell") return undefined;
    return `${names.inDomain("cell_name", note, part, item) || `${table()}, cell ${item}`} = ${names.inDomain("cell_value", note, part, value) || value}${of}`;
}

/// "goal KillEnemy, priority 0.7".
export function argsText(source: Source, life: Life, event: number): string {
    const { recording, names, ground } = source;
    const tick = recording.eventTicks[event];
    const kind = recording.kinds[event];
    const name = recording.kindNames[kind];
    const ofDomain = domainText(source, event, name);
    if (ofDomain !== undefined) return ofDomain;
    const texts = recording.argNames(kind).map((arg, i) => {
        const number = recording.arg(event, i);
        if (name === "blackboard-written" && arg === "value") return `value ${names.value(recording.arg(event, 1), number, life, tick) || number}`;
        if (name === "fact-value" && arg === "attribute") return `attribute ${names.attributes(recording.arg(event, 1))[number]?.name ?? number}`;
        if (name === "fact-value" && arg === "value") return `value ${names.attributeValue(recording.arg(event, 1), recording.arg(event, 2), number, life, tick)}`;
        if (name === "score" && arg === "score") return `${arg} ${number}`;
        const meaning = MEANINGS[`${name} ${arg}`] ?? MEANINGS[arg];
        return `${arg} ${meaning ? meaning(number, names, life, ground, tick) : number}`;
    });
    return texts.join(", ");
}
