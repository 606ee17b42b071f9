// npm's ngraph.path (A*) on ngraph.graph. Reads the file that `ploy bench nav` writes; prints the sum of the distances and the mean time in
// nanoseconds. Edges at blocked nodes are left out, so that it has no obstacles to check.
'use strict';
const fs = require('fs');
const createGraph = require('ngraph.graph');
const { aStar } = require('ngraph.path');

const lines = fs.readFileSync(process.argv[2], 'utf8').split('\n');
const [, nodes, , edges, , queries, , slope] = lines[0].split(' ').map(Number);
const graph = createGraph();
const blocked = new Uint8Array(nodes);
let at = 1;
for (let i = 0; i < nodes; ++i) {
    const [x, y, b] = lines[at++].split(' ').map(Number);
    blocked[i] = b;
    graph.addNode(i, { x, y });
}
for (let i = 0; i < edges; ++i) {
    const [from, to, cost] = lines[at++].split(' ').map(Number);
    if (!blocked[from] && !blocked[to]) graph.addLink(from, to, cost);
}
const factor = slope * (1 - 1e-12);
const finder = aStar(graph, {
    oriented: true,
    distance: (from, to, link) => link.data,
    heuristic(from, to) {
        const dx = from.data.x - to.data.x, dy = from.data.y - to.data.y;
        return Math.sqrt(dx * dx + dy * dy) * factor;
    },
});
const asked = [];
for (let i = 0; i < queries; ++i) asked.push(lines[at++].split(' ').map(Number));

// The path comes from its end to its start; its cost is not part of it.
function length(path) {
    let sum = 0;
    for (let i = path.length - 1; i > 0; --i) sum += graph.getLink(path[i].id, path[i - 1].id).data;
    return path.length ? sum : -1;
}

for (const [from, to] of asked.slice(0, 20)) finder.find(from, to);
const start = process.hrtime.bigint();
const paths = asked.map(([from, to]) => finder.find(from, to));
const spent = Number(process.hrtime.bigint() - start);
console.log(`${paths.reduce((sum, path) => sum + length(path), 0)} ${Math.round(spent / queries)}`);
