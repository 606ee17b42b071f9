// Colors: one per label, the same everywhere, readable on dark and light.

const known = new Map<string, string>();
const named = new Map<string, string>();

function hash(text: string): number {
    let h = 2166136261;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
    return h >>> 0;
}

export function colorOf(label: string): string {
    // An action with arguments has the color of the action.
    const key = label.replace(/\(.*/, "");
    let color = known.get(key);
    if (!color) {
        const h = hash(key);
        color = `hsl(${(h % 24) * 15} ${50 + ((h >> 8) % 3) * 10}% ${isDark() ? 42 : 72}%)`;
        known.set(key, color);
    }
    return color;
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
    known.clear();
    named.clear();
}
