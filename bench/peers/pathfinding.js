// npm's pathfinding (AStarFinder) on a MovingAI map: the same rule for diagonal steps, the octile estimate. Arguments: the map, the scenario, and n:
// every n-th query runs. Prints the sum of the distances (2378 per straight step, 3363 per diagonal one) and the mean time in nanoseconds.
// The library needs a fresh copy of its grid for each query; making it is not counted.
'use strict';
const fs = require('fs');
const PF = require('pathfinding');

const [mapFile, scenarioFile, every] = process.argv.slice(2);
const rows = fs.readFileSync(mapFile, 'utf8').split(/\r?\n/);
const first = rows.indexOf('map') + 1, height = Number(rows.find((row) => row.startsWith('height')).split(' ')[1]);
const grid = new PF.Grid(rows.slice(first, first + height).map((row) => [...row].map((c) => ('.GS'.includes(c) ? 0 : 1))));
const queries = fs.readFileSync(scenarioFile, 'utf8').split(/\r?\n/).slice(1).filter((line) => line.trim())
    .filter((line, index) => index % Number(every) === 0)
    .map((line) => line.trim().split(line.includes('\t') ? /\t+/ : / +/).slice(4, 8).map(Number));
const finder = new PF.AStarFinder({ diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles, heuristic: PF.Heuristic.octile });

function cost(path) {
    let sum = 0;
    for (let i = 1; i < path.length; ++i) sum += path[i][0] !== path[i - 1][0] && path[i][1] !== path[i - 1][1] ? 3363 : 2378;
    return sum;
}

for (const query of queries.slice(-3)) finder.findPath(...query, grid.clone());
let spent = 0n, sum = 0;
for (const query of queries) {
    const copy = grid.clone();
    const start = process.hrtime.bigint();
    const path = finder.findPath(...query, copy);
    spent += process.hrtime.bigint() - start;
    sum += cost(path);
}
console.log(`${sum} ${Math.round(Number(spent) / queries.length)}`);
