// The page in Chromium: it plays, smiths are clicked and say why, the mine is closed, a file is loaded again.
import assert from "node:assert/strict";
import test from "node:test";
import { Recording } from "../../../build/js/ploy.mjs";
import { launch, serve } from "../../js/test/support/browser.mjs";

test("one clicks a smith and asks why", { timeout: 120000 }, async () => {
    const server = await serve(), browser = await launch();
    try {
        const page = await browser.newPage({ viewport: { width: 1290, height: 640 } }), errors = [];
        page.on("pageerror", (error) => errors.push(error.message));
        await page.goto(`${server.address}/build/browser/smiths.html`);
        await page.waitForFunction(() => globalThis.smithy?.game.world.now > 1);
        // Time of its own, so that the test does not depend on the machine's.
        const where = await page.evaluate(() => {
            for (let i = 0; i < 900; ++i) smithy.game.tick(0.05);
            document.getElementById("speed").value = 0;
            document.getElementById("speed").dispatchEvent(new Event("input"));
            return smithy.game.smiths.map(({ name, x, y }) => ({ name, x, y }));
        });
        const box = await page.locator("#village").boundingBox(), scale = box.width / 840;
        await page.mouse.click(box.x + where[1].x * scale, box.y + where[1].y * scale);
        const named = await page.locator("#name").textContent();
        assert.ok(where.some(({ name, x, y }) => name === named && Math.hypot(x - where[1].x, y - where[1].y) < 30), named);
        assert.ok((await page.locator("#answer").textContent()).length > 20);
        await page.selectOption("#action", "BuyScrap");
        await page.click("#why-not");
        assert.match(await page.locator("#answer").textContent(), /BuyScrap/);
        if (process.env.PLOY_PICTURE) await page.screenshot({ path: process.env.PLOY_PICTURE });
        await page.mouse.click(box.x + 110 * scale, box.y + 90 * scale);
        assert.match(await page.locator("#answer").textContent(), /closed the mine/);
        await page.click("summary");
        await page.fill("#file", "<ploy");
        await page.click("#reload");
        assert.match(await page.locator("#answer").textContent(), /:1:/);
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
        const chunks = [];
        for await (const chunk of await download.createReadStream()) chunks.push(chunk);
        const recording = new Recording(new Uint8Array(Buffer.concat(chunks)));
        assert.deepEqual(recording.agents.map(({ name }) => name).sort(), ["Ada", "Bram", "Cleo", "Dirk"]);
        const [inspector] = await Promise.all([page.context().waitForEvent("page"), page.click("#inspect")]);
        inspector.on("pageerror", (error) => errors.push(error.message));
        await inspector.waitForSelector("html[data-opened]");
        assert.match(await inspector.locator("#page").textContent(), /Bram/);
        const run = async (line) => {
            await page.fill("#command", line);
            await page.click("#debugger button");
            return JSON.parse(await page.locator("#answer").textContent());
        };
        assert.equal((await run("pause")).ok, true);
        const ticks = () => page.evaluate(() => (smithy.game.tick(0.05), smithy.game.world.ticks));
        const paused = await ticks();
        assert.equal(await ticks(), paused);
        assert.equal((await run("step 1")).ok, true);
        assert.equal(await ticks(), paused + 1);
        assert.equal((await run("agent Bram")).name, "Bram");
        assert.equal((await run("resume")).ok, true);
        assert.equal(await ticks(), paused + 2);
        assert.deepEqual(errors, []);
    } finally {
        await browser.close();
        server.close();
    }
});
