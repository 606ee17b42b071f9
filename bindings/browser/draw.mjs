// The village on a canvas.
import { PLACES } from "./game.mjs";

const STONE = "#8d8a84";

function tree(g, x, y, size) {
    g.fillStyle = "#6b4a2e";
    g.fillRect(x - 3, y - 4, 6, 14);
    g.fillStyle = "#3f7a45";
    for (const [dx, dy, r] of [[0, -size, size * 0.8], [-size * 0.5, -size * 0.5, size * 0.7], [size * 0.5, -size * 0.5, size * 0.7]]) {
        g.beginPath();
        g.arc(x + dx, y + dy - 4, r, 0, 7);
        g.fill();
    }
}

function house(g, x, y, w, h, wall, roof) {
    g.fillStyle = wall;
    g.fillRect(x - w / 2, y - h, w, h);
    g.fillStyle = roof;
    g.beginPath();
    g.moveTo(x - w / 2 - 10, y - h);
    g.lineTo(x, y - h - 34);
    g.lineTo(x + w / 2 + 10, y - h);
    g.fill();
    g.fillStyle = "#5d3f27";
    g.fillRect(x - 9, y - 26, 18, 26);
    g.fillStyle = "#f7dd8b";
    g.fillRect(x - w / 2 + 10, y - h + 12, 14, 14);
    g.fillRect(x + w / 2 - 24, y - h + 12, 14, 14);
}

function place(g, name, game, time) {
    const { x, y } = PLACES[name];
    if (name === "mine") {
        g.fillStyle = STONE;
        g.beginPath();
        g.moveTo(x - 80, y + 26);
        g.lineTo(x - 40, y - 50);
        g.lineTo(x, y - 20);
        g.lineTo(x + 40, y - 62);
        g.lineTo(x + 82, y + 26);
        g.fill();
        g.fillStyle = game.isMineOpen ? "#2b2622" : "#75706a";
        g.beginPath();
        g.arc(x, y + 26, 24, Math.PI, 0);
        g.fill();
        if (!game.isMineOpen) {
            g.strokeStyle = "#8a5a33";
            g.lineWidth = 6;
            g.beginPath();
            g.moveTo(x - 26, y + 2);
            g.lineTo(x + 26, y + 24);
            g.moveTo(x + 26, y + 2);
            g.lineTo(x - 26, y + 24);
            g.stroke();
        }
    }
    if (name === "woods") for (const [dx, dy, s] of [[-70, -20, 24], [-30, -44, 28], [20, -30, 24], [62, -46, 22], [-50, 14, 22], [8, 8, 26], [64, 10, 24]]) tree(g, x + dx, y + dy, s);
    if (name === "furnace") {
        g.fillStyle = "#7a5648";
        g.fillRect(x - 34, y - 40, 68, 66);
        g.fillRect(x + 8, y - 84, 18, 50);
        g.fillStyle = game.fire > 0 ? "#ff9d2e" : "#2b2622";
        g.beginPath();
        g.arc(x - 6, y + 14, 18, Math.PI, 0);
        g.fill();
        if (game.fire > 0) {
            g.fillStyle = "#ffd75e";
            g.beginPath();
            g.arc(x - 6, y + 14, 8 + 3 * Math.sin(time * 9), Math.PI, 0);
            g.fill();
            for (let i = 0; i < 5; ++i) {
                const age = (time * 0.5 + i / 5) % 1;
                g.fillStyle = `rgba(230,230,230,${0.5 * (1 - age)})`;
                g.beginPath();
                g.arc(x + 17 + 14 * Math.sin(3 * age + i), y - 86 - 50 * age, 5 + 9 * age, 0, 7);
                g.fill();
            }
        }
    }
    if (name === "anvil") {
        g.fillStyle = "#6b4a2e";
        g.fillRect(x - 18, y + 4, 36, 22);
        g.fillStyle = "#4a4f57";
        g.fillRect(x - 28, y - 14, 56, 12);
        g.fillRect(x - 10, y - 4, 20, 10);
        g.beginPath();
        g.moveTo(x + 28, y - 14);
        g.lineTo(x + 46, y - 12);
        g.lineTo(x + 28, y - 4);
        g.fill();
    }
    if (name === "market") {
        for (let i = 0; i < 6; ++i) {
            g.fillStyle = i % 2 ? "#f4ead2" : "#c0563b";
            g.fillRect(x - 60 + 20 * i, y - 46, 20, 22);
        }
        g.fillStyle = "#8a6a43";
        g.fillRect(x - 58, y - 24, 6, 50);
        g.fillRect(x + 52, y - 24, 6, 50);
        g.fillRect(x - 58, y, 116, 14);
        g.fillStyle = "#e0b04f";
        for (let i = 0; i < 4; ++i) g.fillRect(x - 44 + 26 * i, y - 8, 14, 8);
    }
    if (name === "inn") house(g, x, y + 30, 110, 54, "#e8d5ae", "#9c4a36");
    g.fillStyle = "#3d3a33";
    g.font = "13px sans-serif";
    g.textAlign = "center";
    g.fillText(PLACES[name].label, x, y + 44);
}

const THINGS = { sword: "#d7dde5", ingot: "#ff9d2e", ore: "#6f6a76", wood: "#8a5a33", bread: "#dba75a" };

function person(g, smith, game, isChosen, time) {
    const isWalking = smith.doing.startsWith("walks"), bob = isWalking ? 2 * Math.sin(time * 12 + smith.x) : 0, { x } = smith, y = smith.y + bob;
    g.fillStyle = "rgba(0,0,0,0.2)";
    g.beginPath();
    g.ellipse(x, smith.y + 16, 12, 4, 0, 0, 7);
    g.fill();
    if (isChosen) {
        g.strokeStyle = "#fff6c8";
        g.lineWidth = 3;
        g.beginPath();
        g.ellipse(x, smith.y + 16, 17, 7, 0, 0, 7);
        g.stroke();
    }
    g.fillStyle = smith.color;
    g.beginPath();
    g.roundRect(x - 9, y - 6, 18, 21, 6);
    g.fill();
    g.fillStyle = "#5d4632";
    g.fillRect(x - 7, y + 2, 14, 11);
    g.fillStyle = "#f0c9a0";
    g.beginPath();
    g.arc(x, y - 13, 8, 0, 7);
    g.fill();
    g.fillStyle = smith.color;
    g.beginPath();
    g.arc(x, y - 15, 8, Math.PI, 0);
    g.fill();
    game.carries(smith).forEach((thing, i) => {
        g.fillStyle = THINGS[thing];
        if (thing === "sword") g.fillRect(x + 9 + 5 * i, y - 14, 3, 22);
        else {
            g.beginPath();
            g.arc(x + 12 + 6 * i, y + 3, 5, 0, 7);
            g.fill();
        }
    });
    if (/^Forge|^Mine|^Chop/.test(smith.doing)) {
        g.save();
        g.translate(x - 8, y - 2);
        g.rotate(-0.6 + Math.sin(time * 8) * 0.8);
        g.fillStyle = "#6b4a2e";
        g.fillRect(-2, -16, 3, 16);
        g.fillStyle = "#4a4f57";
        g.fillRect(-6, -20, 11, 6);
        g.restore();
    }
    g.font = "bold 12px sans-serif";
    g.textAlign = "center";
    g.fillStyle = "#2e2a24";
    g.fillText(smith.name, x, smith.y + 32);
    if (!smith.doing || isWalking) return;
    g.font = "11px sans-serif";
    const width = g.measureText(smith.doing).width + 12;
    g.fillStyle = "rgba(255,252,240,0.92)";
    g.beginPath();
    g.roundRect(x - width / 2, y - 42, width, 16, 7);
    g.fill();
    g.fillStyle = "#3d3a33";
    g.fillText(smith.doing, x, y - 30);
}

export function draw(g, game, chosen, time) {
    const { width, height } = g.canvas;
    g.fillStyle = "#9cc26d";
    g.fillRect(0, 0, width, height);
    g.fillStyle = "#8fb662";
    for (let i = 0; i < 90; ++i) {
        const x = (i * i * 37 + i * 101) % width, y = (i * i * 53 + i * 67) % height;
        g.fillRect(x, y, 2, 7);
        g.fillRect(x + 4, y + 2, 2, 5);
    }
    g.strokeStyle = "#d9c393";
    g.lineWidth = 26;
    g.lineCap = g.lineJoin = "round";
    const names = ["mine", "furnace", "inn", "market", "anvil", "woods", "mine"];
    g.beginPath();
    names.forEach((name, i) => g[i ? "lineTo" : "moveTo"](PLACES[name].x, PLACES[name].y + 52));
    g.moveTo(PLACES.furnace.x, PLACES.furnace.y + 52);
    g.lineTo(PLACES.anvil.x, PLACES.anvil.y + 52);
    g.stroke();
    for (const name of Object.keys(PLACES)) place(g, name, game, time);
    for (const smith of [...game.smiths].sort((a, b) => a.y - b.y)) person(g, smith, game, smith === chosen, time);
}

/** The smith or the place at a point of the canvas. */
export function at(game, x, y) {
    const smith = game.smithAt(x, y, 22);
    if (smith) return { smith };
    const name = Object.keys(PLACES).find((one) => Math.hypot(PLACES[one].x - x, PLACES[one].y - y) < 50);
    return { name };
}
