// Colors. Goals, states, options, actions and activities of a recording share one palette: the most frequent labels get
// colors that differ well, and have them everywhere: on the map, on the timeline, in charts. Teams have their own.

const named = new Map<string, string>();
let palette = new Map<string, number>();

const HUES = [210, 28, 135, 285, 0, 172, 48, 325, 92, 245, 15, 190, 65, 305, 110, 265, 350, 155, 35, 225];

/// An action with arguments has the color of the action.
function keyOf(label: string): string {
    return label.replace(/\(.*/, "");
}

function hash(text: string): number {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    return h >>> 0;
}

/// The labels of a recording, the most frequent first.
export function setPalette(labels: string[]): void {
    palette = new Map();
    for (const label of labels) {
        const key = keyOf(label);
        if (!palette.has(key)) palette.set(key, palette.size);
    }
}

/// Those of the palette that have a color of their own.
export function distinctLabels(): string[] {
    return [...palette].filter(([, rank]) => rank < HUES.length).map(([label]) => label);
}

export function colorOf(label: string): string {
    const key = keyOf(label);
    const rank = palette.get(key);
    if (rank !== undefined && rank < HUES.length) return `hsl(${HUES[rank]} 55% ${isDark() ? 40 : 74}%)`;
    return `hsl(${hash(key) % 360} 12% ${isDark() ? 38 : 76}%)`;
}

/// The same for lines, on any background.
export function lineColorOf(label: string): string {
    return colorOf(label).replace(/\d+%\)$/, isDark() ? "62%)" : "42%)");
}

const TEAM_COLORS = ["#d0463b", "#2f6fd6", "#2a9152", "#b07d12", "#8a4fc4", "#0f8f9e", "#c2468f", "#6b7280"];

/// team: its place in the list of teams.
export function teamColor(team: number): string {
    return TEAM_COLORS[team % TEAM_COLORS.length];
}

export function isDark(): boolean {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// A canvas accepts neither variables nor light-dark().
function resolve(name: string): string {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
}

/// A color of the style sheet.
export function css(name: string): string {
    let color = named.get(name);
    if (color === undefined) {
        color = resolve(name);
        named.set(name, color);
    }
    return color;
}

/// Call it when the theme changes.
export function forgetColors(): void {
    named.clear();
}
