// Colours: one for each label, the same everywhere, readable on dark and light.

const known = new Map<string, string>();
const named = new Map<string, string>();

function hash(text: string): number {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    return h >>> 0;
}

export function colourOf(label: string): string {
    // An action with arguments looks like the action.
    const key = label.replace(/\(.*/, "");
    let colour = known.get(key);
    if (!colour) {
        const h = hash(key);
        colour = `hsl(${(h % 24) * 15} ${50 + ((h >> 8) % 3) * 10}% ${isDark() ? 42 : 72}%)`;
        known.set(key, colour);
    }
    return colour;
}

export function isDark(): boolean {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// A canvas takes no variables and no light-dark().
function resolve(name: string): string {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
}

/// A colour of the style sheet.
export function css(name: string): string {
    let colour = named.get(name);
    if (colour === undefined) {
        colour = resolve(name);
        named.set(name, colour);
    }
    return colour;
}

/// Shown colours have to be looked up again.
export function forgetColours(): void {
    known.clear();
    named.clear();
}
