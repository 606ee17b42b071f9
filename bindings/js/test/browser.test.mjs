// The same package in Chromium: in a page and in a worker, with the same hash as in node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Recording } from "../../../build/js/ploy.mjs";
import { farmDay } from "./support/farm_day.mjs";
import { launch, root, serve } from "./support/browser.mjs";

test("a page and a worker get the hash that node gets, and a page's recording can be read", { timeout: 120000 }, async () => {
    const farm = readFileSync(`${root}/examples/data/farmer.xml`, "utf8");
    const server = await serve({
        "/page.html": "<!doctype html><title>ploy</title>",
        "/worker.mjs": `import { farmDay } from "/bindings/js/test/support/farm_day.mjs";
            postMessage(farmDay(await (await fetch("/examples/data/farmer.xml")).text()).hash);`,
    });
    const browser = await launch();
    try {
        const page = await browser.newPage();
        const errors = [];
        page.on("pageerror", (error) => errors.push(error.message));
        await page.goto(`${server.address}/page.html`);
        const [here, worker] = await page.evaluate(async (farm) => {
            const { farmDay } = await import("/bindings/js/test/support/farm_day.mjs");
            const { hash, meals, recording } = farmDay(farm);
            const worker = new Worker("/worker.mjs", { type: "module" });
            const other = await new Promise((resolve, reject) => {
                worker.onmessage = ({ data }) => resolve(data);
                worker.onerror = reject;
            });
            return [{ hash, meals, recording: [...recording] }, other];
        }, farm);
        const node = farmDay(farm);
        assert.equal(here.hash, node.hash);
        assert.equal(worker, node.hash);
        assert.deepEqual(here.meals, node.meals);
        assert.deepEqual(errors, []);
        const recording = new Recording(Uint8Array.from(here.recording));
        assert.equal(recording.info.closed, true);
        assert.match(recording.why(1, 60), /BeFed/);
    } finally {
        await browser.close();
        server.close();
    }
});
