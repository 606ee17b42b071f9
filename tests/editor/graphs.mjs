// Graphs of the editor in a browser: state machines, task networks, utilities and fuzzy machines. node graphs.mjs FOLDER

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish, launch } from "../inspector/browser.mjs";
import { findings, openEditor, textOf } from "./editor_page.mjs";

const folder = process.argv[2];
const examples = join(new URL(".", import.meta.url).pathname, "../../examples");
const browser = await launch();

async function dragTo(page, from, x, y) {
    const a = await page.locator(from).first().boundingBox();
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move((a.x + x) / 2, (a.y + y) / 2, { steps: 3 });
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
}

async function drag(page, from, to, share = 0.5) {
    const b = await page.locator(to).first().boundingBox();
    await dragTo(page, from, b.x + b.width * share, b.y + b.height / 2);
}

/// The lines that are in one text only.
function difference(before, after) {
    const [a, b] = [before.split("\n"), after.split("\n")];
    return { gone: a.filter((line) => !b.includes(line)).map((line) => line.trim()), come: b.filter((line) => !a.includes(line)).map((line) => line.trim()) };
}

async function drawsMachines() {
    const source = readFileSync(join(examples, "sentry.xml"), "utf8");
    const { page, stop } = await openEditor(browser, folder, "machine.xml", source, { viewport: { width: 1280, height: 1000 } });
    const machine = source.slice(source.indexOf("<fsm"), source.indexOf("</fsm>"));
    check((await page.locator(".node.state").count()) === machine.match(/<state /g).length, "every state is drawn");
    check((await page.locator("[data-transition]").count()) === machine.match(/<transition /g).length, "every transition is drawn");
    await drag(page, "[data-handle=Cover]", "[data-state=Snipe]");
    let now = difference(source, await textOf(page));
    check(now.come.join() === '<transition to="Snipe"/>' && now.gone.length === 0, `a line from one state to another is a transition: ${JSON.stringify(now)}`);
    await page.fill("[aria-label='transition to']", "Snipee");
    await page.waitForFunction(() => /error/.test(document.getElementById("state").textContent));
    await page.click("text=Undo");
    await page.click("text=Undo");
    check((await textOf(page)) === source, "undone, it is as before");
    await page.click("text=Add a state");
    await page.fill("[aria-label='state name']", "Rest");
    await page.waitForSelector("[data-state=Rest]");
    await drag(page, "[data-state=Rest]", "[data-state=Duty] > b");
    now = difference(source, await textOf(page));
    check(now.come.join() === '<state name="Rest"/>' && /<state name="Stand"[^]*<state name="Rest"\/>\s*<transition to="Fight"/.test(await textOf(page)), `a state is dragged into another: ${JSON.stringify(now)}`);
    await page.click("[data-transition='not far']");
    check((await page.inputValue("[aria-label='transition when']")) === "not far", "a click on a transition shows it");
    check((await findings(page)) === "nothing found", "and all is right");
    await stop();
}

async function drawsNetworks() {
    const source = readFileSync(join(examples, "outpost.xml"), "utf8");
    const { page, stop } = await openEditor(browser, folder, "network.xml", source, { viewport: { width: 1600, height: 1000 } });
    await page.click("[data-part^=htn]");
    const before = await page.locator(".node.leaf, .node.subtree").count();
    await drag(page, "[data-new=Shoot]", "[data-node=stay]");
    check((await page.locator(".node.leaf, .node.subtree").count()) === before + 1, "an action is dropped into a method");
    check((await textOf(page)).includes('when="at = hill and safe(hill)">\n        <do task="Shoot"/>\n      </method>'), "as a step of it");
    await drag(page, "[data-new=Shoot]", "[data-node=Hold] >> nth=0");
    check((await page.locator(".node.leaf, .node.subtree").count()) === before + 1, "a task takes methods, not steps");
    await page.click("text=Undo");
    check((await textOf(page)) === source, "undone, it is as before");
    await stop();
}

async function drawsCurves() {
    const source = readFileSync(join(examples, "guard.xml"), "utf8");
    const { page, stop } = await openEditor(browser, folder, "curves.xml", source, { viewport: { width: 1280, height: 1000 } });
    const curve = "[data-option=Flee] [data-consideration=threat] svg";
    await page.waitForSelector(`${curve} path.line[d^=M]`);
    const box = await page.locator(curve).boundingBox();
    await dragTo(page, `${curve} circle >> nth=1`, box.x + box.width * 0.5, box.y + box.height * 0.5);
    const now = difference(source, await textOf(page));
    check(now.come.length === 1 && /points="0 0, 0\.[45]\d* 0\.[45]\d*, 1 1"/.test(now.come[0]), `a point of a curve is dragged: ${JSON.stringify(now.come)}`);
    await page.click("text=Undo");
    check((await textOf(page)) === source, "one undo takes the whole drag back");
    const shift = "[data-option=Attack] [data-consideration=health] circle >> nth=0";
    await page.focus(shift);
    await page.keyboard.press("ArrowRight");
    check(difference(source, await textOf(page)).come[0] === '<key of="health" curve="logistic" slope="12" x_shift="0.41"/>', `keys move a handle: ${difference(source, await textOf(page)).come}`);
    await page.selectOption("[aria-label='Curve of anger']", "step");
    check((await textOf(page)).includes('curve="step" exponent="2"'), "another kind of curve");
    check((await findings(page)) === "nothing found", "and all is right");
    await stop();

    const fuzzy = readFileSync(join(examples, "watch.xml"), "utf8");
    const other = await openEditor(browser, folder, "fuzzy.xml", fuzzy, { viewport: { width: 1280, height: 1000 } });
    await other.page.click("[data-part^=fuzzy]");
    await other.page.focus("[aria-label='corner 2 of low']");
    await other.page.keyboard.press("Shift+ArrowRight");
    check(/<set name="low" falls="0\.2 0\.6\d+"\/>/.test(await textOf(other.page)), "the corner of a set is moved");
    await other.page.fill("[aria-label='rule 2']", "if health is goood then Stand");
    await other.page.waitForSelector(".utility .error");
    check(true, "a rule that is wrong says so");
    await other.stop();
}

await drawsMachines();
await drawsNetworks();
await drawsCurves();
await browser.close();
finish();
