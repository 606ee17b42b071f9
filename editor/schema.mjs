// The schema as data for completion and for the tables: every element with its attributes, its values and its children.
// An element is a number, since the same name means different things in different places.

/// The nodes of an XML text without entities in names: { name, attributes, children, text }.
function parse(text) {
    const root = { name: "", attributes: {}, children: [], text: "" };
    const open = [root];
    const token = /<!--[^]*?-->|<\?[^]*?\?>|<\/[^>]*>|<([\w:.-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>|[^<]+/g;
    for (let match; (match = token.exec(text)); ) {
        const top = open[open.length - 1];
        if (match[1]) {
            const attributes = {};
            for (const [, name, value] of match[2].matchAll(/([\w:.-]+)="([^"]*)"/g)) attributes[name] = value;
            const node = { name: match[1], attributes, children: [], text: "" };
            top.children.push(node);
            if (!match[3]) open.push(node);
        } else if (match[0].startsWith("</")) open.pop();
        else if (!match[0].startsWith("<")) top.text += match[0];
    }
    return root.children[0];
}

export function readSchema(text) {
    const grammar = parse(text);
    const defines = new Map(grammar.children.filter((one) => one.name === "define").map((one) => [one.attributes.name, one]));
    const elements = [], numbers = new Map();
    const documentation = (node) => node.children.find((one) => one.name === "a:documentation")?.text.trim() ?? "";

    // What a pattern lets stand: calls `use` for each attribute, element, value and text, through references.
    function walk(nodes, isOptional, use) {
        for (const node of nodes) {
            if (node.name === "ref") walk(defines.get(node.attributes.name).children, isOptional, use);
            else if (node.name === "attribute" || node.name === "element" || node.name === "value" || node.name === "text" || node.name === "anyName") use(node, isOptional);
            else if (node.name === "data" || node.name === "except") continue;
            else walk(node.children, isOptional || /optional|zeroOrMore|choice/.test(node.name), use);
        }
    }
    function describeAttribute(node, isOptional) {
        const values = [];
        let isOpen = false;
        walk(node.children, false, (one) => {
            if (one.name === "value") values.push(one.text.trim());
            else if (one.name === "text") isOpen = true;
        });
        const uses = node.children.filter((one) => one.name === "ref").map((one) => one.attributes.name);
        return { about: documentation(node), required: !isOptional, values: isOpen || uses.includes("text") ? [] : values };
    }
    function number(node) {
        if (numbers.has(node)) return numbers.get(node);
        const own = node.attributes.name ? [node.attributes.name] : node.children.flatMap((one) => (one.name === "name" ? [one] : one.name === "choice" ? one.children.filter((name) => name.name === "name") : [])).map((one) => one.text.trim());
        const element = { names: own, about: documentation(node), attributes: {}, children: [], text: false, open: false };
        numbers.set(node, elements.length);
        elements.push(element);
        const seen = new Set();
        walk(node.children.filter((one) => one.name !== "name"), false, (one, isOptional) => {
            if (one.name === "attribute") {
                if (!one.attributes.name) element.open = true;
                else if (!seen.has(one)) {
                    seen.add(one);
                    const before = element.attributes[one.attributes.name], now = describeAttribute(one, isOptional);
                    element.attributes[one.attributes.name] = before ? { about: before.about || now.about, required: before.required && now.required, values: [...new Set([...before.values, ...now.values])] } : now;
                }
            } else if (one.name === "element") {
                if (!one.attributes.name && !one.children.some((name) => name.name === "name" || (name.name === "choice" && name.children.some((each) => each.name === "name")))) element.open = true;
                else {
                    const child = number(one);
                    if (!element.children.includes(child)) element.children.push(child);
                }
            } else if (one.name === "text") element.text = true;
        });
        if (node.children.some((one) => one.name === "mixed")) element.text = true;
        return numbers.get(node);
    }
    const roots = [];
    walk(grammar.children.find((one) => one.name === "start").children, false, (one) => {
        if (one.name === "element") roots.push(number(one));
    });
    return { roots, elements };
}
