// The README's pictures. node screenshots.mjs FOLDER OUT

import { join } from "node:path";
import { launch, open, ploy } from "./browser.mjs";

const [folder, out] = process.argv.slice(2);
const browser = await launch();

async function shoot(name, game, options, hash, prepare, scheme = "light") {
    const recording = join(folder, `${name}.rec`);
    const file = join(folder, `${name}.html`);
    ploy("play", game, ...options, "--record", recording);
    ploy("view", recording, "--out", file);
    const page = await open(browser, `file://${file}${hash}`, { colorScheme: scheme });
    await prepare(page);
    await page.waitForTimeout(1000);
    await page.screenshot({ path: join(out, `${name}.png`) });
    await page.close();
}

const look = async (page, times) => {
    await page.click("h1");
    for (let i = 0; i < times; i++) await page.keyboard.press("+");
};

await shoot("inspector", "smithy", ["--minutes", "10", "--smiths", "10"], "#tick=3210&agent=2&tab=why", async (page) => {
    await look(page, 2);
    await page.selectOption("#ask-kind", "why-not");
    await page.selectOption("#ask-action", "MineOre");
});
await shoot("inspector-arena", "arena", ["--minutes", "5"], "#tick=9000&agent=1&tab=goals", (page) => look(page, 4), "dark");
const scroll = (selector) => (page) => page.evaluate((place) => document.querySelector(place).scrollIntoView(), selector);
await shoot("inspector-machine", "arena", ["--minutes", "2", "--red", "fsm", "--blue", "goap+squad"], "#tick=3000&agent=1&tab=fsm", scroll("#changed"));
await shoot("inspector-utility", "arena", ["--minutes", "2", "--red", "utility", "--everything"], "#tick=3000&agent=1&tab=utility", scroll("#curves"), "dark");
await shoot("inspector-search", "smithy", ["--minutes", "2"], "#tick=600&agent=1&tab=search", scroll("#search-again"));
await browser.close();
