// What the checks of the page share: a browser, a page in it, and the program.

import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

export const program = process.env.PLOY;

export function ploy(...args) {
    try {
        return execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
        // "The answer is no" is an answer.
        if (error.status === 1) return error.stdout;
        throw new Error(`ploy ${args.join(" ")}: ${error.stderr}`);
    }
}

let failures = 0;

export function check(isTrue, what) {
    if (isTrue) return;
    failures++;
    console.log(`failed: ${what}`);
}

export function finish() {
    if (failures > 0) process.exitCode = 1;
    console.log(failures === 0 ? "all as it should be" : `${failures} failed`);
}

export async function launch() {
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
}

/// Opens an address; any error in the page is a failure.
export async function open(browser, address, options = {}) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, ...options });
    page.setDefaultTimeout(300000); // for what never comes; nothing is judged by its time
    page.on("pageerror", (error) => check(false, `the page threw: ${error.stack}`));
    page.on("console", (message) => check(message.type() !== "error", `the page said: ${message.text()}`));
    page.on("request", (request) => {
        const local = /^(file|data|blob):/.test(request.url()) || request.url().startsWith(new URL(address).origin);
        check(local, `the page asked for ${request.url()}`);
    });
    await page.goto(address);
    await page.waitForSelector("html[data-opened]");
    return page;
}

/// For screen readers: every control and picture has a name. And everything fits 1280 by 720.
export async function checkNames(page, where) {
    const nameless = await page.$$eval("button, select, input, summary, meter, canvas, svg, [role=img], [role=group]", (all) =>
        all.filter((one) => !one.closest("[aria-hidden=true]") && !one.parentElement.closest("[role=img]"))
            .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.getAttribute("aria-label") || one.closest("label")))
            .map((one) => one.outerHTML.slice(0, 200)));
    check(nameless.length === 0, `${where}: all has names: ${nameless}`);
    const bare = await page.$$eval("#agent-panel table:not(.chart table)", (all) => all.filter((table) => !table.caption).length);
    check(bare === 0, `${where}: tables have captions`);
    const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    check(size[0] <= 1280 && size[1] <= 720, `${where} fits into 1280 by 720: ${size}`);
}

/// By its link; twice, since the address may say so already though something else is shown.
export async function goTo(page, tick, agent, tab) {
    const hash = `#tick=${tick}&agent=${agent}&tab=${tab}`;
    await page.evaluate((wanted) => {
        location.hash = wanted + "&";
        location.hash = wanted;
    }, hash);
    await page.waitForSelector(`#agent-tab-${tab}[aria-selected=true]`);
}
