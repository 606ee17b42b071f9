// The editor in a browser: text and graphics stay in step, edits are undone, names are renamed, files are saved.
// node editing.mjs FOLDER

import { existsSync, readFileSync, writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { check, finish, launch, open, ploy } from "../inspector/browser.mjs";
import { findings, openEditor, textOf } from "./editor_page.mjs";

const folder = process.argv[2];
const browser = await launch();

const TREE = `<ploy version="1" main_tree_to_execute="Guard">
  <!-- What a guard does. -->
  <BehaviorTree ID="Guard">
    <Fallback>
      <Attack target="{enemy}"/> <!-- first -->
      <Patrol/>
    </Fallback>
  </BehaviorTree>
</ploy>
`;

async function drag(page, from, to, share) {
    const a = await page.locator(from).boundingBox(), b = await page.locator(to).boundingBox();
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width * share, b.y + b.height / 2 + 3, { steps: 5 });
    await page.mouse.up();
}

async function drawsTrees() {
    const { page, file, stop } = await openEditor(browser, folder, "tree.xml", TREE);
    check((await page.locator(".node").count()) === 4, "every node is drawn");
    check((await findings(page)) === "nothing found", "nothing is wrong with it");

    await drag(page, "[data-new=Sequence]", "[data-node=Patrol]", 0.9);
    let text = await textOf(page);
    check(text.includes("      <Patrol/>\n      <Sequence/>\n"), `a new node comes behind the one it is dropped beside: ${text}`);
    await page.waitForFunction(() => /error/.test(document.getElementById("state").textContent));
    check(true, "an empty Sequence is an error at once");
    await drag(page, "[data-node=Patrol]", "[data-node=Sequence]", 0.5);
    text = await textOf(page);
    check(text.includes("      <Sequence>\n        <Patrol/>\n      </Sequence>\n"), `a node is moved into another: ${text}`);
    check(text.includes("<!-- first -->") && text.includes("<!-- What a guard does. -->"), "comments stay");
    check((await findings(page)) === "nothing found", "and all is right again");

    await page.click("[data-node=Patrol]");
    await page.click("[data-new=Inverter]");
    check((await page.locator("[data-node=Inverter]").count()) === 1, "a click adds a node, too");
    await page.click("text=Undo");
    check((await page.locator("[data-node=Inverter]").count()) === 0, "one undo takes it back");
    await page.click("text=Redo");
    check((await page.locator("[data-node=Inverter]").count()) === 1, "and redo brings it again");
    await page.click("text=Undo");

    await page.click("[data-node=Attack]");
    await page.fill("[aria-label='Attack target']", "{foe}");
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("{foe}"));
    check(true, "an attribute is edited in the form");
    await page.focus("[data-node=Attack]");
    await page.keyboard.press("Alt+ArrowRight");
    check(/<Sequence>[^]*<Attack/.test(await textOf(page)), "keys move a node");
    await page.click("[data-node=Attack]");
    await page.keyboard.press("Delete");
    check(!(await textOf(page)).includes("<Attack"), "and delete it");
    for (let i = 0; i < 8; i++) await page.click("text=Undo");
    check((await textOf(page)) === TREE, "undone, it is the text as it was");
    check(readFileSync(file, "utf8") === TREE, "nothing was written so far");
    await stop();
}

const DOMAIN = readFileSync(join(new URL(".", import.meta.url).pathname, "../../examples/village_smith.xml"), "utf8");

async function editsDomains() {
    const { page, file, stop } = await openEditor(browser, folder, "village.xml", DOMAIN);
    await page.click("text=Add a symbol");
    await page.fill("[aria-label='name of symbol new_symbol']", "polished");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[aria-label='name of symbol polished']");
    await page.click("text=Add an action");
    const field = (what) => page.locator(`[aria-label='${what}']`);
    await field("name of action NewAction").fill("Polish");
    await page.keyboard.press("Enter");
    await field("precondition of action Polish").fill("sword and not polis");
    await page.waitForSelector("[role=listbox] >> text=polished");
    await page.keyboard.press("Tab");
    check((await field("precondition of action Polish").inputValue()) === "sword and not polished", "a name is completed");
    await page.keyboard.press("Enter");
    await field("effect of action Polish").fill("polishd");
    await page.waitForSelector("td .error >> text=polishd");
    check(true, "what is wrong stands under the field");
    await field("effect of action Polish").fill("polished");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("state").textContent === "nothing found");
    await page.keyboard.press("Control+s");
    await page.waitForSelector("text=village.xml is saved.");
    const saved = readFileSync(file, "utf8");
    const lines = (text) => new Set(text.split("\n"));
    check(DOMAIN.split("\n").every((line) => lines(saved).has(line)), "every old line is in the saved file");
    const added = saved.split("\n").filter((line) => !lines(DOMAIN).has(line)).map((line) => line.trim());
    check(added.join("|") === '<symbol name="polished" type="bool"/>|<action name="Polish" cost="1">|<pre>sword and not polished</pre>|<effect>polished</effect>', `and only what was added is new: ${added.join("|")}`);
    check(JSON.parse(ploy("check", file, "--json")).count === 0, "the program finds nothing in it");

    // Renaming.
    await page.evaluate(() => document.querySelector(".cm-content").focus());
    await field("name of symbol axe").focus();
    await page.click("#tab-usages");
    await page.locator(".cm-line", { hasText: '<symbol name="axe"' }).first().click({ position: { x: 140, y: 5 } });
    await page.waitForSelector("text=symbol axe");
    await page.fill("[aria-label='New name']", "pick");
    await page.click("text=Rename everywhere");
    await page.waitForSelector("text=there is a symbol 'pick' already");
    await page.fill("[aria-label='New name']", "hatchet");
    await page.click("text=Rename everywhere");
    await page.waitForSelector("text=is now hatchet");
    const renamed = await textOf(page);
    const domain = (text) => text.slice(text.indexOf('<domain name="village_smith"'), text.indexOf('<domain name="village_master"'));
    check(!/\baxe\b/.test(domain(renamed)) && (domain(renamed).match(/\bhatchet\b/g) ?? []).length === (domain(saved).match(/\baxe\b/g) ?? []).length, "all its uses are renamed");
    check(/\baxe\b/.test(renamed.slice(renamed.indexOf('<domain name="village_master"'))), "the other domain has its own");
    check(renamed.includes("<state>hatchet, pick,"), "the state of its agents is renamed, too");
    check((await findings(page)) === "nothing found", "and nothing is wrong then");
    await stop();
}

async function meetsOthers() {
    const { page, file, stop } = await openEditor(browser, folder, "other.xml", TREE);
    writeFileSync(file, TREE.replace("What a guard does", "What another wrote"));
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("What another wrote"));
    check(true, "a file without edits here is read again when it changes");
    await page.click("[data-node=Patrol]");
    await page.click("[data-new=Inverter]");
    writeFileSync(file, TREE);
    await page.click("text=Save");
    await page.waitForSelector("dialog[open]");
    check(/changed on the disk/.test(await page.textContent("dialog")), "saving over what another wrote asks first");
    await page.click("dialog >> text=Cancel");
    check(readFileSync(file, "utf8") === TREE, "and writes nothing before");
    await page.click("text=Save");
    await page.click("dialog >> text=Write mine over it");
    await page.waitForSelector("text=other.xml is saved.");
    check(readFileSync(file, "utf8").includes("Inverter"), "on request it does");
    rmSync(file);
    await page.click("[data-node=Patrol]");
    await page.click("[data-new=ForceSuccess]");
    await page.click("text=Save");
    await page.click("dialog >> text=Write it again");
    for (let i = 0; i < 600 && !existsSync(file); i++) await page.waitForTimeout(50);
    check(existsSync(file) && readFileSync(file, "utf8").includes("ForceSuccess"), "a file that is gone is written again");
    await stop(true);
    await page.click("[data-node=Patrol]");
    await page.click("[data-new=ForceFailure]");
    await page.click("text=Save");
    await page.waitForSelector("text=Nothing is lost here");
    check((await textOf(page)).includes("ForceFailure"), "without the server the text is still here");
    await page.close({ runBeforeUnload: false });
}

async function standsAlone() {
    const path = join(folder, "workshop.html");
    ploy("edit", "--out", path);
    const page = await open(browser, `file://${path}`);
    const chooser = page.waitForEvent("filechooser");
    await page.click("text=Open a file…");
    await (await chooser).setFiles({ name: "tree.xml", mimeType: "text/xml", buffer: Buffer.from(TREE.replaceAll("\n", "\r\n")) });
    await page.waitForSelector("[data-node=Patrol]");
    check((await findings(page)) === "nothing found", "the page that stands alone checks, too");
    await page.click("[data-node=Patrol]");
    await page.click("[data-new=Inverter]");
    const download = page.waitForEvent("download");
    await page.click("text=Save");
    const saved = readFileSync(await (await download).path(), "utf8");
    check(!/[^\r]\n/.test(saved), "it saves as a download, with the line ends of the file");
    check(saved.split("\r\n").filter((line) => !line.includes("Inverter")).join("\n") === TREE, "and nothing else is different");
    await page.close({ runBeforeUnload: false });
}

await drawsTrees();
await editsDomains();
await meetsOthers();
await standsAlone();
await browser.close();
finish();
