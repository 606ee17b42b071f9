// The editor in a browser, served with a file.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, program } from "../inspector/browser.mjs";

/// Any error in the page is a failure, but for requests to a server that a test has stopped.
async function openPage(browser, address, options) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, ...options });
    page.setDefaultTimeout(Number(process.env.PATIENCE ?? 300000)); // for what never comes; nothing is judged by its time
    page.on("pageerror", (error) => check(false, `the page threw: ${error.stack}`));
    page.on("console", (message) => check(message.type() !== "error" || /ERR_(CONNECTION|SOCKET)|40[49] /.test(message.text()), `the page said: ${message.text()}`));
    page.on("request", (request) => check(/^(data|blob):/.test(request.url()) || request.url().startsWith(new URL(address).origin), `the page asked for ${request.url()}`));
    await page.goto(address);
    await page.waitForSelector("html[data-opened]");
    return page;
}

export async function openEditor(browser, folder, name, text, options = {}, args = []) {
    const file = join(folder, name);
    if (text !== null) writeFileSync(file, text);
    const server = spawn(program, ["edit", file, ...args]);
    process.once("exit", () => server.kill("SIGTERM"));
    const address = await new Promise((resolve) => server.stdout.once("data", (line) => resolve(String(line).trim())));
    const page = await openPage(browser, address, options);
    await page.waitForSelector(".cm-content");
    await findings(page);
    const stop = async (keepsPage = false) => {
        if (!keepsPage) await page.close({ runBeforeUnload: false });
        const ended = new Promise((resolve) => server.once("exit", resolve));
        server.kill("SIGTERM");
        check((await ended) === 0, `${name}: the server ends`);
    };
    return { page, file, stop, address };
}

/// What the header says when the text has been checked.
export async function findings(page) {
    await page.waitForFunction(() => !/checking/.test(document.getElementById("state")?.textContent ?? "checking"));
    await page.waitForTimeout(250);
    await page.waitForFunction(() => !/checking/.test(document.getElementById("state")?.textContent ?? "checking"));
    return page.textContent("#state");
}

/// The whole text, though the editor draws only what is in sight.
export async function textOf(page) {
    return page.evaluate(() => document.querySelector(".text").workshopText());
}
