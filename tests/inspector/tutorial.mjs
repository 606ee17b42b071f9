// The picture that the tutorial ends with. node tutorial.mjs PAGE#ADDRESS PICTURE.png [--update]
// Pixels are compared, since the picture is what the page promises. Fonts are not the same everywhere, so that a share of
// pixels may differ.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { check, finish, launch, open } from "./browser.mjs";

const maxShare = 0.03;
const [address, picture, update] = process.argv.slice(2);
const browser = await launch();
const page = await open(browser, `file://${address}`, { colorScheme: "light" });
await page.click("h1");
await page.keyboard.press("+");
await page.waitForTimeout(1000);
const shot = await page.screenshot();
await page.close();

/// The share of pixels that differ visibly; 1 when the sizes do.
async function difference(one, other) {
    const canvas = await browser.newPage();
    const share = await canvas.evaluate(async (sources) => {
        const read = async (source) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            const context = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
            context.drawImage(image, 0, 0);
            return context.getImageData(0, 0, image.width, image.height);
        };
        const [a, b] = await Promise.all(sources.map(read));
        if (a.width !== b.width || a.height !== b.height) return 1;
        let count = 0;
        for (let i = 0; i < a.data.length; i += 4)
            if ([0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > 48)) count++;
        return (count * 4) / a.data.length;
    }, [one, other].map((png) => `data:image/png;base64,${png.toString("base64")}`));
    await canvas.close();
    return share;
}

if (update) {
    writeFileSync(picture, shot);
} else {
    check(existsSync(picture), `${picture} is not there: --update takes it`);
    const share = existsSync(picture) ? await difference(shot, readFileSync(picture)) : 1;
    console.log(`${(share * 100).toFixed(2)} % of the pixels differ`);
    check(share <= maxShare, `the page is not as ${picture} shows it`);
}
await browser.close();
finish();
