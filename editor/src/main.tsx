// Loads the program, opens the server's file if there is a server, and shows the page.

import { render } from "preact";
import { begin } from "./page/workshop";
import { Page } from "./page/page";
import { Ploy } from "./program/ploy";

async function start(): Promise<void> {
    const place = document.getElementById("page")!;
    const ploy = await Ploy.load();
    place.textContent = "";
    render(<Page />, place);
    await begin(ploy);
    document.documentElement.dataset.opened = String(Math.round(performance.now()));
}

start().catch((error: Error) => {
    document.getElementById("page")!.textContent = `The editor cannot start: ${error.message}`;
});
