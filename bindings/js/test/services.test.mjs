// What serves many agents: the path service, the spatial index, terrain, pace, the profile, names of numbers.
import assert from "node:assert/strict";
import test from "node:test";
import { Graph, Grid, Obstacles, PathService, Pathfinder, PloyError, RUNNING, SUCCESS, SpatialIndex, Terrain, World } from "../../../build/js/ploy.mjs";

const open = (width, height) => new Grid({ width, height, cells: new Uint8Array(width * height).fill(1) });

test("a path service answers by priority, some per update", () => {
    const grid = open(20, 20), service = new PathService(grid, { maxAnswers: 2 });
    const ids = [3, 7, 11].map((to, i) => service.request({ from: 0, to: grid.node(to, 19) }, { owner: i + 1, priority: i }));
    assert.equal(service.poll(ids[0]), null);
    const first = service.update();
    assert.deepEqual(first.map(({ request }) => request), [ids[1], ids[2]], "the two of the highest priority, in the order of the requests");
    assert.deepEqual(first.map(({ owner, waited, status }) => [owner, waited, status]), [[2n, 0, "found"], [3n, 0, "found"]]);
    const alone = new Pathfinder(grid).find({ from: 0, to: grid.node(7, 19) });
    assert.equal(first[0].cost, alone.cost);
    assert.equal(service.poll(ids[1]).cost, alone.cost);
    assert.equal(service.poll(ids[0]), null);
    assert.deepEqual(service.update().map(({ request, waited }) => [request, waited]), [[ids[0], 1]]);
    assert.throws(() => service.poll(ids[1]), /answered before the last update/);
    assert.deepEqual(service.update(), []);
    const { answered, waiting, updates } = service.stats();
    assert.deepEqual([answered, waiting, updates], [3, 0, 3]);
});

test("a newer request of the same owner drops the older, and requests are cancelled", () => {
    const grid = open(10, 10), service = new PathService(grid, { shareFrom: 0 });
    const old = service.request({ to: 99 }, { owner: 5 }), fresh = service.request({ to: 98 }, { owner: 5 }), none = service.request({ to: 97 });
    assert.equal(service.cancel(none), true);
    assert.equal(service.cancel(none), false);
    assert.deepEqual(service.update().map(({ request }) => request), [fresh]);
    assert.throws(() => service.poll(old), PloyError);
    assert.deepEqual([service.stats().stale, service.stats().cancelled], [1, 1]);
});

test("one search answers many requests to one target", () => {
    const grid = open(30, 30), service = new PathService(grid, { shareFrom: 4 });
    for (let i = 0; i < 10; ++i) service.request({ from: i, to: 899 });
    const answers = service.update(), finder = new Pathfinder(grid);
    assert.equal(answers.length, 10);
    answers.forEach(({ shared, cost }, i) => assert.deepEqual([shared, cost], [true, finder.find({ from: i, to: 899 }).cost]));
    assert.equal(service.stats().fields, 1);
});

test("a saved path service goes on with the same answers", () => {
    const grid = open(40, 40), wall = new Obstacles(grid), fast = [1, 0.5];
    for (let y = 1; y < 40; ++y) wall.block(grid.node(20, y));
    const make = () => new PathService(grid, { maxNodes: 50, slots: 2 });
    const service = make(), ask = { from: 0, to: 1599, obstacles: wall, areaCosts: fast };
    for (let i = 0; i < 6; ++i) service.request({ ...ask, from: i });
    for (let i = 0; i < 3; ++i) service.update();
    assert.throws(() => service.save(), /not in the lists/);
    const bytes = service.save({ obstacles: [wall], areaCosts: [fast] });
    const again = make();
    again.load(bytes, { obstacles: [wall], areaCosts: [fast] });
    const rest = (one) => {
        const all = [];
        for (let i = 0; i < 200; ++i) for (const answer of one.update()) all.push([i, answer.request, answer.cost, ...answer.nodes]);
        return all;
    };
    const expected = rest(service);
    assert.deepEqual(rest(again), expected);
    assert.ok(expected.length > 0);
    assert.throws(() => make().load(bytes.subarray(0, 9), { obstacles: [wall], areaCosts: [fast] }), { status: "invalid" });
});

test("the path service refuses what is no node, no request and no number", () => {
    const service = new PathService(open(4, 4));
    assert.throws(() => service.request({ to: 16 }), /to is a node 0 .. 15, not 16/);
    assert.throws(() => service.request({ to: 3 }, { owner: "Ann" }), TypeError);
    assert.throws(() => service.request({ to: 3 }, { priority: 1e6 }), PloyError);
    assert.throws(() => service.poll(3), TypeError);
    assert.throws(() => service.poll(3n << 32n), PloyError);
    assert.throws(() => service.load([1]), TypeError);
});

test("a search in slices reads its area costs to the end", () => {
    const graph = new Graph({ nodeCount: 3, edges: [[0, 1, 100], [1, 2, 100], [0, 2, 250]], areas: [0, 1, 0] }), finder = new Pathfinder(graph);
    finder.begin({ from: 0, to: 2, areaCosts: [1, 3] });
    for (let i = 0; i < 50; ++i) new Pathfinder(open(9, 9)).find({ to: 80, areaCosts: [7, 8, 9] }); // others use the memory meanwhile
    let path = null;
    while (!path) path = finder.update(1);
    assert.deepEqual([...path.nodes], [0, 2]);
});

test("a spatial index finds what is near, as a loop over all points does", () => {
    const count = 400, positions = new Int32Array(2 * count), masks = new Uint32Array(count);
    for (let i = 0, seed = 7; i < 2 * count; ++i) positions[i] = (seed = (seed * 48271) % 2147483647) % 50000;
    for (let i = 0; i < count; ++i) masks[i] = i % 5 === 0 ? 0 : 1 + (i % 2);
    const index = new SpatialIndex({ cell: 3000 });
    index.build(positions, masks);
    const slow = (x, y, radius, mask, without) => {
        const found = [];
        for (let i = 0; i < count; ++i)
            if (i !== without && masks[i] & mask && Math.hypot(positions[2 * i] - x, positions[2 * i + 1] - y) <= radius) found.push(i);
        return found;
    };
    const distance = (i, x, y) => Math.hypot(positions[2 * i] - x, positions[2 * i + 1] - y);
    const all = index.findAll(positions, { radius: 6000, mask: 2, withoutSelf: true, max: 32 });
    for (let i = 0; i < count; ++i) {
        const [x, y] = positions.subarray(2 * i, 2 * i + 2), expected = slow(x, y, 6000, 2, i);
        assert.ok(expected.length < 32);
        assert.deepEqual([...index.find({ x, y, radius: 6000, mask: 2, without: i })].sort((a, b) => a - b), expected);
        assert.deepEqual([...all.items.subarray(32 * i, 32 * i + all.counts[i])].sort((a, b) => a - b), expected);
        const nearest = index.nearest({ x, y, mask: 1, without: i }), best = slow(x, y, 1e6, 1, i).sort((a, b) => distance(a, x, y) - distance(b, x, y) || a - b)[0];
        assert.equal(nearest, best);
    }
    assert.equal(index.find({ radius: Infinity }).length, masks.filter(Boolean).length);
    assert.equal(index.find({ radius: Infinity, max: 3, nearestFirst: true }).length, 3);
});

test("walls and cones hide points of a spatial index", () => {
    const grid = new Grid({ width: 5, height: 1, cells: [1, 1, 0, 1, 1] }), index = new SpatialIndex();
    index.build([500, 500, 1500, 500, 4500, 500]);
    assert.deepEqual([...index.find({ x: 500, y: 500, without: 0 })].sort(), [1, 2]);
    assert.deepEqual([...index.find({ x: 500, y: 500, without: 0, grid })], [1]);
    assert.deepEqual([...index.find({ x: 1500, y: 500, without: 1, facing: { x: 1, y: 0 }, cosine: 0.5 })], [2]);
    const { counts, items } = index.findAll([1500, 500, 1500, 500], { facings: [1, 0, -1, 0], cosine: 0.5, max: 4, mask: 1 });
    assert.ok(items.subarray(0, counts[0]).includes(2) && !items.subarray(0, counts[0]).includes(0));
    assert.ok(items.subarray(4, 4 + counts[1]).includes(0) && !items.subarray(4, 4 + counts[1]).includes(2));
    index.build([]);
    assert.equal(index.nearest({ x: 0, y: 0 }), null);
    assert.throws(() => index.build([1, 2, 3]), TypeError);
    assert.throws(() => index.build([1, 2], [1, 1]), PloyError);
    assert.throws(() => index.find({ radius: -1 }), PloyError);
});

test("a terrain is the same from the same seed, and a graph with trees in the way", () => {
    const terrain = new Terrain({ seed: 3, width: 20000, height: 20000, trees: 0.1, climbCost: 3, descentCost: 1 }), again = new Terrain({ seed: 3, width: 20000, height: 20000, trees: 0.1, climbCost: 3, descentCost: 1 });
    assert.ok(terrain.nodeCount > 100);
    assert.deepEqual(terrain.positions, again.positions);
    assert.equal(terrain.elevations.length, terrain.nodeCount);
    assert.equal(terrain.triangles.length % 3, 0);
    assert.equal(terrain.edges.isBidirectional, false, "up costs more than down");
    const graph = new Graph({ terrain }), trees = new Obstacles(graph);
    terrain.blockTrees(trees);
    const isTree = Array.from({ length: terrain.nodeCount }, (_, i) => terrain.hasTree(i));
    assert.equal(trees.count, isTree.filter(Boolean).length);
    const [from, to] = [graph.nearest(0, 0, trees), graph.nearest(19000, 19000, trees)];
    const path = new Pathfinder(graph).find({ from, to, obstacles: trees });
    assert.equal(path.status, "found");
    assert.ok([...path.nodes].every((node) => !isTree[node]));
    assert.equal(new Terrain({ relief: 0, climbCost: 0, descentCost: 0, trees: 0, width: 9000, height: 9000, shape: "disk" }).edges.isBidirectional, true);
    assert.throws(() => new Terrain({ spacing: 1 }), PloyError);
    assert.throws(() => new Terrain({ shape: "star" }), /rectangle, disk/);
    assert.throws(() => terrain.blockTrees(new Obstacles(open(3, 3))), PloyError);
    assert.throws(() => terrain.hasTree(-1), PloyError);
});

test("an agent with a pace of four senses in every fourth tick, and acts in all", () => {
    const world = new World();
    let senses = 0, acts = 0;
    world.addSensor("eyes", () => void ++senses);
    world.addActivity("Walk", () => (++acts, RUNNING));
    world.loadText("t.xml", '<ploy version="1"><BehaviorTree ID="T"><Walk/></BehaviorTree></ploy>');
    const agent = world.createAgent("T");
    agent.setPace(4);
    for (let tick = 0; tick < 40; ++tick) world.tick(0.1);
    assert.equal(senses, 10);
    assert.ok(acts >= 37, String(acts));
    for (const wrong of [0, 257, 1.5, "4"]) assert.throws(() => agent.setPace(wrong), /a pace is 1 .. 256/);
    agent.destroy();
    assert.throws(() => agent.setPace(1), { status: "not-found" });
});

test("a world with a clock says where its time went", () => {
    let time = 0;
    const world = new World({ clock: () => ++time });
    world.addSensor("eyes", () => void (time += 1000));
    world.addActivity("Walk", () => ((time += 50000), SUCCESS));
    world.loadText("t.xml", '<ploy version="1"><BehaviorTree ID="T"><Walk/></BehaviorTree></ploy>');
    const agent = world.createAgent("T");
    for (let tick = 0; tick < 10; ++tick) world.tick(0.1);
    const profile = world.profile();
    assert.equal(profile.ticks, 10);
    assert.deepEqual(Object.keys(profile.phases), ["squads", "sense", "think", "work", "act", "apply", "settle"]);
    assert.ok(Math.abs(profile.sensors[0].time - 10000) < 100, JSON.stringify(profile.sensors));
    const [{ name, calls, time: taken }] = profile.activities;
    assert.ok(name === "Walk" && calls > 0 && Math.abs(taken - 50000 * calls) < 100, JSON.stringify(profile.activities));
    assert.equal(profile.minds[0].kind, "bt");
    assert.equal(profile.worst.agent, agent);
    assert.ok(agent.time > 49000);
    assert.throws(() => new World().profile(), /no clock/);
    assert.throws(() => new World({ clock: 5 }), TypeError);
    const inside = new World({ clock: () => 0 });
    inside.addSensor("eyes", () => inside.profile());
    inside.createAgent(null);
    assert.throws(() => inside.tick(0.1), /not inside a tick/);
    const broken = new World({ clock: () => { throw new RangeError("stopped"); } });
    broken.createAgent(null);
    assert.throws(() => broken.tick(0.1), RangeError);
});

test("scripts of behavior trees know the names of numbers", () => {
    const world = new World();
    world.addKey("color", { type: "int" });
    world.addEnum({ RED: 1, GREEN: 2 });
    world.addActivity("Wait", () => SUCCESS);
    world.loadText("t.xml", '<ploy version="1"><BehaviorTree ID="T"><Sequence><Script code="color := GREEN"/><Wait/></Sequence></BehaviorTree></ploy>');
    const agent = world.createAgent("T");
    world.tick(0.1);
    assert.equal(agent.get("color"), 2);
    assert.throws(() => world.addEnum({ color: 1 }), PloyError);
    assert.throws(() => world.addEnum({ BLUE: "3" }), TypeError);
});
