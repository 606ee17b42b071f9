// Files as people write them: any layout, comments, quotation marks and line ends. The same for the same seed.

export function randomOf(seed) {
    let state = (seed * 2654435761) >>> 0 || 1;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

const NAMES = ["Sequence", "Fallback", "Walk", "domain", "action", "state", "key", "Größe", "a.b", "x-y"];
const VALUES = ["", "1", "a b", "x &lt; 3 and not y", "it&apos;s", "Größe", "&#228;", "two  spaces", "{key}"];
const TEXTS = ["", "armed and at = bunker", "a &lt; b", "müde", "1 &amp; 2"];

export function generateFile(seed) {
    const random = randomOf(seed);
    const pick = (list) => list[random(list.length)];
    const eol = pick(["\n", "\n", "\r\n"]);
    const unit = pick(["  ", "    ", "\t"]);
    const isDense = random(5) === 0;
    const attributes = () => {
        const names = ["name", "ID", "cost", "when", "_uid"].slice(0, random(5));
        return names.map((name) => {
            const quote = pick(['"', '"', "'"]);
            return pick([" ", " ", "  ", `${eol}${unit}${unit}`]) + name + pick(["=", "=", " = "]) + quote + pick(VALUES) + quote;
        }).join("");
    };
    const comment = (indent) => (random(6) === 0 ? `${indent}<!-- ${pick(["why", "<b> & 'c' \"", "-", "zwölf"])} -->${eol}` : "");
    const element = (depth, indent) => {
        const name = pick(NAMES);
        const open = `${indent}<${name}${attributes()}`;
        const kind = depth > 3 ? random(2) : random(4);
        if (kind === 0) return `${comment(indent)}${open}${pick(["", " "])}/>${eol}`;
        if (kind === 1) return `${comment(indent)}${open}>${pick(TEXTS)}</${name}>${eol}`;
        const count = 1 + random(4);
        let inside = "";
        for (let i = 0; i < count; i++) inside += element(depth + 1, isDense ? "" : indent + unit) + (random(8) === 0 ? eol : "");
        return `${comment(indent)}${open}>${isDense ? "" : eol}${isDense ? inside.replaceAll(eol, " ") : inside}${isDense ? "" : indent}</${name}>${eol}`;
    };
    let inside = "";
    for (let i = 0, count = 1 + random(5); i < count; i++) inside += element(0, unit);
    const head = pick(["", "", `<?xml version="1.0"?>${eol}`, "\ufeff", `<!-- a file -->${eol}`]);
    return `${head}<ploy version="1">${eol}${inside}</ploy>${pick([eol, "", eol + eol])}`;
}
