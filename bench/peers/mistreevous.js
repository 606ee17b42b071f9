// The tree of `ploy bench mind` (programs/bench_mind_tree.c) in mistreevous: 100 nodes, 32 visited a tick. Prints
// nanoseconds a visited node, for one agent and for as many as the argument says.

"use strict";
const { BehaviourTree } = require("mistreevous");

const BRANCHES = 10, VISITED = 32, TICKS = 20000, ROUNDS = 5;

const branch = "sequence { flip { condition [IsWell, 50] } " + "action [Shoot] ".repeat(6) + "} ";
const definition = "root { selector { " + branch.repeat(BRANCHES) + "action [Shoot] " +
    "condition [IsWell, 50] ".repeat(8) + "} }";

function makeAgent(index) {
    const agent = {
        health: 60 + index % 40,
        shots: 0,
        IsWell(least) { return agent.health >= least; },
        Shoot() { agent.shots++; return "mistreevous.succeeded"; },
    };
    return agent;
}

function measure(count) {
    const agents = Array.from({ length: count }, (_, i) => makeAgent(i));
    const trees = agents.map((agent) => new BehaviourTree(definition, agent));
    const rounds = Math.max(1, Math.floor(TICKS / count));
    let best = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
        const start = process.cpuUsage();
        for (let tick = 0; tick < rounds; tick++) for (const tree of trees) tree.step();
        const used = process.cpuUsage(start);
        best = Math.min(best, (used.user + used.system) * 1000 / (rounds * count * VISITED));
    }
    if (agents[0].shots !== rounds * ROUNDS) throw new Error("the tree did not do what it should");
    return best;
}

const many = Number(process.argv.slice(2).find((word) => !word.startsWith("-")) || 1000);
const rows = [1, many].map((count) => ({ name: `mistreevous.node_ns.${count}`, value: Number(measure(count).toFixed(1)), unit: "ns" }));
if (process.argv.includes("--json")) console.log(JSON.stringify({ rows }));
else for (const row of rows) console.log(`${row.name} ${row.value}`);
