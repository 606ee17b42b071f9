// The types as a program uses them: tsc says what does not fit.
import { World, SUCCESS, Domain, Outcome, raw } from "../../../build/js/ploy.mjs";
const world = new World({ onEvent: (agent, event) => console.log(agent.user, event.kind) });
world.addActivity<{ meals: number }>("Eat", { ports: "a", update(agent, call): Outcome { agent.user.meals++; return SUCCESS; } });
world.addSensor("s", (agent) => { agent.set("hungry", true); }, { interval: 0.5 });
const a = world.createAgent("farmer", { meals: 1 });
a.user.meals = 2;
for (const agent of world) console.log(agent.why(), agent.plan[0].name);
const plan = new Domain({ symbols: { a: "bool" } }).plan({ start: { a: true } });
plan.steps.map(({ action }) => action.length);
const n: number = raw.ploy_world_squads(0);
