// A farm that runs the same in node, in a page and in a worker.
import { SUCCESS, World, files } from "../../../../build/js/ploy.mjs";

export function farmDay(farm) {
    const meals = [], path = globalThis.process ? `${process.env.TMPDIR ?? "/tmp"}/ploy_farm_day_${process.pid}.rec` : "farm.rec";
    const make = () => {
        const world = new World({ seed: 5 });
        world.addActivity("Eat", (agent) => {
            meals.push([agent.number, agent.now]);
            agent.user.stomach = 5 + agent.random(10);
            return SUCCESS;
        });
        world.addSensor("stomach", (agent) => agent.set("hungry", --agent.user.stomach < 0));
        files.set("farmer.xml", farm);
        world.loadFile("farmer.xml");
        return world;
    };
    const world = make();
    world.record(path);
    for (let i = 0; i < 4; ++i) world.createAgent("farmer", { stomach: i });
    for (let tick = 0; tick < 200; ++tick) world.tick(0.1);
    const again = make();
    const users = [...world].map(({ user }) => ({ ...user }));
    again.load(world.save(), (agent) => users[agent.number - 1]);
    world.destroy();
    for (let tick = 0; tick < 200; ++tick) again.tick(0.1);
    return { hash: again.hash(), meals, recording: files.get(path) };
}
