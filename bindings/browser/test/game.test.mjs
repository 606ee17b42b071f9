// The rules without the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game } from "../game.mjs";

const xml = readFileSync(new URL("../smiths.xml", import.meta.url), "utf8");
const run = (game, seconds) => {
    for (let i = 0; i < seconds * 20; ++i) game.tick(0.05);
};

test("in ten minutes every smith sells swords, eats and sleeps", () => {
    const game = new Game(xml), seen = new Set();
    for (let i = 0; i < 600; ++i) {
        run(game, 1);
        for (const smith of game.smiths) seen.add(`${smith.name} ${smith.doing}`);
    }
    for (const smith of game.smiths) {
        assert.ok(smith.swords >= 3, `${smith.name} sold ${smith.swords}`);
        assert.ok(seen.has(`${smith.name} Sleep`), `${smith.name} slept`);
        assert.ok(["Eat bread", "Eat supper", "Wash dishes"].some((meal) => seen.has(`${smith.name} ${meal}`)), `${smith.name} ate`);
    }
});

test("with the mine closed they buy scrap, and say why they do not mine", () => {
    const game = new Game(xml), seen = new Set();
    game.isMineOpen = false;
    for (let i = 0; i < 300; ++i) {
        run(game, 1);
        for (const smith of game.smiths) seen.add(smith.doing);
    }
    assert.ok(seen.has("Buy scrap"));
    assert.ok(!seen.has("Mine ore"));
    assert.match(game.why(game.smiths[0], "MineOre"), /mineOpen|MineOre/);
});

test("the same seed gives the same day", () => {
    const [one, two] = [new Game(xml), new Game(xml)];
    run(one, 60);
    run(two, 60);
    assert.equal(one.world.hash(), two.world.hash());
});

test("new rules are taken while they work, wrong ones are refused", () => {
    const game = new Game(xml);
    run(game, 20);
    assert.throws(() => game.reload(xml.replace("<pre>bread</pre>", "<pre>breat</pre>")), /breat/);
    game.reload(xml.replace('name="SellASword" priority="0.4"', 'name="SellASword" priority="0"'));
    run(game, 120); // what is begun is finished
    for (let i = 0; i < 60; ++i) {
        run(game, 1);
        for (const { agent } of game.smiths) assert.notEqual(agent.goal?.name, "SellASword");
    }
});

test("walking times are measured, also after new rules, and a click finds the nearest smith", () => {
    const game = new Game(xml), seconds = () => game.world.domain().table("walk").get("mine", "market");
    assert.equal(seconds(), 9.7);
    game.reload(xml.replace('initial="4"', 'initial="5"'));
    assert.equal(seconds(), 9.7);
    assert.equal(game.domain.table("walk").get("market", "mine"), 9.7);
    assert.throws(() => game.reload(xml.replaceAll('"walk"', '"way"').replace("walk(at", "way(at")), /there is no table "walk"/);
    assert.equal(game.smithAt(712, 176, 22).name, "Bram");
    assert.equal(game.smithAt(100, 100, 22), undefined);
});
