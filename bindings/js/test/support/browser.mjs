// Chromium with the files of this folder's project, served on loopback.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../../", import.meta.url));
const types = { ".mjs": "text/javascript", ".js": "text/javascript", ".html": "text/html", ".xml": "application/xml", ".png": "image/png" };

/** Serves the project's files, and `pages` by path. */
export async function serve(pages = {}) {
    const server = createServer((request, response) => {
        const path = normalize(new URL(request.url, "http://localhost").pathname);
        try {
            const content = pages[path] ?? readFileSync(join(root, path));
            response.writeHead(200, { "content-type": `${types[extname(path)] ?? "text/html"}; charset=utf-8` });
            response.end(content);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

export async function launch() {
    const { chromium } = await import("../../../../tests/inspector/node_modules/playwright-core/index.mjs");
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
}
