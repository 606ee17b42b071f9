// The pictures of the README and the docs, but for the tutorial's. node screenshots.mjs FOLDER OUT

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

const zoom = async (page, times) => {
    await page.click("h1");
    for (let i = 0; i < times; i++) await page.keyboard.press("+");
};

await shoot("inspector", "smithy", ["--minutes", "10", "--smiths", "10"], "#tick=3210&agent=2&tab=why", async (page) => {
    await zoom(page, 2);
    await page.selectOption("#ask-kind", "why-not");
    await page.selectOption("#ask-action", "MineOre");
});
await shoot("inspector-arena", "arena", ["--minutes", "5"], "#tick=9000&agent=1&tab=goals", (page) => zoom(page, 4), "dark");
const scroll = (selector) => async (page) => (await page.waitForSelector(selector)).evaluate((place) => place.scrollIntoView());
await shoot("inspector-machine", "arena", ["--minutes", "2", "--red", "fsm", "--blue", "goap+squad"], "#tick=3000&agent=1&tab=fsm", scroll("#changed"));
await shoot("inspector-utility", "arena", ["--minutes", "2", "--red", "utility", "--everything"], "#tick=3000&agent=1&tab=utility", scroll("#curves"), "dark");
await shoot("inspector-search", "smithy", ["--minutes", "2"], "#tick=600&agent=1&tab=search", scroll("#search-again"));

// A game that is playing: the middle of the terrain.
const battle = join(folder, "battle.svg");
ploy("play", "battleground", "--agents", "120", "--nodes", "3000", "--seed", "5", "--svg", battle, "--svg-at", "2");
const picture = await browser.newPage({ viewport: { width: 900, height: 900 } });
await picture.goto(`file://${battle}`);
await picture.screenshot({ path: join(out, "battleground.png"), clip: { x: 0, y: 220, width: 900, height: 460 } });
await browser.close();
