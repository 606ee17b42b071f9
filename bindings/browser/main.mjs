// The page: a loop, a panel, clicks.
import { PloyError, files, setLog } from "../../build/js/ploy.mjs";
import { Game } from "./game.mjs";
import { at, draw } from "./draw.mjs";

const element = (id) => document.getElementById(id);
const canvas = element("village"), context = canvas.getContext("2d");
const xml = element("smiths").textContent.trim();
const RECORDING = "smiths.rec";

setLog((message) => show(message));
const game = new Game(xml, { record: RECORDING });
let chosen = game.smiths[0], speed = 1, left = 0, last = performance.now(), asked = 0;
element("file").value = xml;

for (const action of game.domain.actions.filter((name) => name !== "GoTo")) element("action").append(new Option(action, action));

function show(text) {
    element("answer").textContent = text;
}

function panel() {
    const { agent } = chosen;
    element("name").textContent = chosen.name;
    element("name").style.color = chosen.color;
    element("needs").textContent = `food ${Math.round(chosen.food)}   rest ${Math.round(chosen.rest)}   coins ${agent.get("coins")}   swords sold ${chosen.swords}`;
    element("goal").textContent = agent.goal ? agent.goal.name : "nothing at the moment";
    element("plan").replaceChildren(...agent.plan.map(({ name, args }) => {
        const item = document.createElement("li");
        item.textContent = args.length ? `${name}(${args.join(", ")})` : name;
        return item;
    }));
    element("log").textContent = game.log.slice(-6).join("\n");
}

function frame(now) {
    left += Math.min(now - last, 250) / 1000 * speed;
    last = now;
    for (; left >= 0.05; left -= 0.05) game.tick(0.05);
    draw(context, game, chosen, game.world.now);
    if (now - asked > 200) {
        asked = now;
        panel();
    }
    requestAnimationFrame(frame);
}

canvas.addEventListener("click", (event) => {
    const box = canvas.getBoundingClientRect(), scale = canvas.width / box.width;
    const { smith, name } = at(game, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
    if (smith) {
        chosen = smith;
        panel();
        show(game.why(chosen));
    } else if (name === "mine") {
        game.isMineOpen = !game.isMineOpen;
        show(game.isMineOpen ? "The mine is open again." : "You closed the mine. See what the smiths do.");
    } else if (name === "furnace") {
        game.fire = 0;
        show("You put out the fire.");
    }
});
element("why").addEventListener("click", () => show(game.why(chosen)));
element("why-not").addEventListener("click", () => show(game.why(chosen, element("action").value)));
element("speed").addEventListener("input", (event) => (speed = Number(event.target.value)));
element("reload").addEventListener("click", () => {
    try {
        game.reload(element("file").value);
        show("The smiths go on with the new file.");
    } catch (error) {
        if (!(error instanceof PloyError)) throw error;
        show(error.message);
    }
});
element("save").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([files.get(RECORDING)]));
    link.download = RECORDING;
    link.click();
    show("Open the recording with: ploy view smiths.rec");
});

// The inspector's page is inside this one; it gets the recording as `ploy view` gives it, as base64.
element("inspect").addEventListener("click", async () => {
    const reader = new FileReader();
    await new Promise((resolve) => {
        reader.onload = resolve;
        reader.readAsDataURL(new Blob([files.get(RECORDING)]));
    });
    const base64 = reader.result.slice(reader.result.indexOf(",") + 1), packed = Uint8Array.from(atob(element("inspector").textContent), (letter) => letter.charCodeAt(0));
    const text = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
    open(URL.createObjectURL(new Blob([text.replace("<!--recording-->", () => base64)], { type: "text/html" })));
});

element("debugger").addEventListener("submit", (event) => {
    event.preventDefault();
    show(JSON.stringify(game.remote.request(element("command").value), null, 1));
});

globalThis.smithy = { get game() { return game; }, choose: (smith) => (chosen = smith) }; // for the console
requestAnimationFrame(frame);
