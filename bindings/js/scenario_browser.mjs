// node bindings/js/scenario_browser.mjs hash | bench: scenario.mjs in Chromium.
import { launch, serve } from "./test/support/browser.mjs";

const server = await serve({ "/page.html": "<!doctype html><title>ploy</title>" });
const browser = await launch();
try {
    const page = await browser.newPage();
    await page.goto(`${server.address}/page.html`);
    const line = await page.evaluate(async (what) => {
        const { hashes, times } = await import("/bindings/js/scenario.mjs");
        const read = async (name) => (await fetch(`/bindings/scenario/${name}`)).text();
        return what === "bench" ? times(read) : hashes(read);
    }, process.argv[2]);
    console.log(`chromium ${line}`);
} finally {
    await browser.close();
    server.close();
}
