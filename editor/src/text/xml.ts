// A text as elements with their places. Nothing of the text is lost or normalized: every graphic edit is a change of the
// text at these places. Text that is wrong gives what can be read of it, and the first error.

export interface Attribute {
    name: string;
    value: string; // without entities
    from: number; // of the name
    valueFrom: number; // behind the quotation mark
    valueTo: number;
    to: number; // behind the closing quotation mark
}

export interface Span {
    from: number;
    to: number;
}

export interface Element extends Span {
    name: string;
    attributes: Attribute[];
    children: Element[];
    comments: Span[];
    texts: Span[]; // between children
    parent: Element | null;
    nameTo: number;
    openTo: number; // behind the ">" of the opening tag
    closeFrom: number; // of the closing tag; openTo if it is <empty/>
    isEmpty: boolean; // <empty/>
}

export interface SyntaxError extends Span {
    message: string;
}

export interface Tree {
    root: Element | null;
    comments: Span[]; // outside of the root
    error: SyntaxError | null;
}

const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

export function decode(text: string): string {
    return text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (all, hex, decimal, name) => {
        if (name) return NAMED[name] ?? all;
        const code = parseInt(hex ?? decimal, hex ? 16 : 10);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    });
}

export function encode(text: string, quote = ""): string {
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    if (quote === '"') return escaped.replaceAll('"', "&quot;");
    return quote === "'" ? escaped.replaceAll("'", "&apos;") : escaped;
}

const SPACE = /\s/;
const NAME = /[^\s=/<>"']/;

class Reader {
    at = 0;
    error: SyntaxError | null = null;
    root: Element | null = null;
    readonly open: Element[] = [];
    readonly outer: Span[] = [];

    constructor(readonly text: string) {}

    fail(message: string, from: number, to = from + 1): void {
        this.error ??= { message, from: Math.min(from, this.text.length), to: Math.min(to, this.text.length) };
    }

    get top(): Element | null {
        return this.open[this.open.length - 1] ?? null;
    }

    spaces(): void {
        while (this.at < this.text.length && SPACE.test(this.text[this.at])) this.at++;
    }

    word(): string {
        const from = this.at;
        while (this.at < this.text.length && NAME.test(this.text[this.at])) this.at++;
        return this.text.slice(from, this.at);
    }

    /// To behind `end`; what is never closed goes to the end of the text.
    skip(end: string, what: string): void {
        const from = this.at;
        const found = this.text.indexOf(end, this.at);
        if (found < 0) this.fail(`${what} is not closed`, from, from + 4);
        this.at = found < 0 ? this.text.length : found + end.length;
    }

    attribute(owner: Element): void {
        const from = this.at;
        const name = this.word();
        if (name === "") {
            this.fail("an attribute's name is expected", this.at);
            this.at++;
            return;
        }
        this.spaces();
        if (this.text[this.at] !== "=") return this.fail(`attribute '${name}' has no value`, from, from + name.length);
        this.at++;
        this.spaces();
        const quote = this.text[this.at];
        if (quote !== '"' && quote !== "'") return this.fail(`the value of '${name}' needs quotation marks`, this.at);
        const valueFrom = this.at + 1;
        const valueTo = this.text.indexOf(quote, valueFrom);
        if (valueTo < 0) {
            this.fail(`the value of '${name}' is not closed`, this.at);
            this.at = this.text.length;
            return;
        }
        if (owner.attributes.some((one) => one.name === name)) this.fail(`'${name}' is there twice`, from, from + name.length);
        this.at = valueTo + 1;
        owner.attributes.push({ name, value: decode(this.text.slice(valueFrom, valueTo)), from, valueFrom, valueTo, to: this.at });
    }

    opening(): void {
        const from = this.at++;
        const name = this.word();
        if (name === "") return this.fail("an element's name is expected", from);
        const element: Element = {
            name, from, to: this.at, nameTo: this.at, openTo: this.at, closeFrom: this.at, isEmpty: false,
            attributes: [], children: [], comments: [], texts: [], parent: this.top,
        };
        for (this.spaces(); this.at < this.text.length && !"/><".includes(this.text[this.at]); this.spaces()) this.attribute(element);
        element.isEmpty = this.text[this.at] === "/";
        if (element.isEmpty) this.at++;
        if (this.text[this.at] === ">") this.at++;
        else this.fail(`<${name}> is not closed by '>'`, from, from + name.length + 1);
        element.openTo = element.closeFrom = element.to = this.at;
        if (this.top) this.top.children.push(element);
        else if (this.root) this.fail("there is a second root element", from, this.at);
        else this.root = element;
        if (!element.isEmpty) this.open.push(element);
    }

    closing(): void {
        const from = this.at;
        this.at += 2;
        const name = this.word();
        this.spaces();
        if (this.text[this.at] === ">") this.at++;
        else this.fail(`</${name} is not closed by '>'`, from, this.at);
        const index = this.open.map((one) => one.name).lastIndexOf(name);
        if (index !== this.open.length - 1) this.fail(`</${name}> closes ${this.top ? `<${this.top.name}>` : "nothing"}`, from, this.at);
        if (index < 0) return;
        for (const element of this.open.splice(index)) {
            element.closeFrom = from;
            element.to = this.at;
        }
    }

    comment(): void {
        const from = this.at;
        this.skip("-->", "the comment");
        (this.top?.comments ?? this.outer).push({ from, to: this.at });
    }

    content(): void {
        const from = this.at;
        const next = this.text.indexOf("<", this.at);
        this.at = next < 0 ? this.text.length : next;
        if (this.top) this.top.texts.push({ from, to: this.at });
        else if (/[^\s\ufeff]/.test(this.text.slice(from, this.at))) this.fail("there is text outside of the root element", from, this.at);
    }

    read(): Tree {
        while (this.at < this.text.length) {
            if (this.text[this.at] !== "<") this.content();
            else if (this.text.startsWith("<!--", this.at)) this.comment();
            else if (this.text.startsWith("<?", this.at)) this.skip("?>", "the instruction");
            else if (this.text.startsWith("<![CDATA[", this.at)) this.skip("]]>", "the section");
            else if (this.text.startsWith("<!", this.at)) this.skip(">", "the declaration");
            else if (this.text[this.at + 1] === "/") this.closing();
            else this.opening();
        }
        if (this.top) this.fail(`<${this.top.name}> is never closed`, this.top.from, this.top.nameTo);
        for (const element of this.open) element.closeFrom = element.to = this.text.length;
        if (!this.root) this.fail("there is no element", 0);
        return { root: this.root, comments: this.outer, error: this.error };
    }
}

export function parse(text: string): Tree {
    return new Reader(text).read();
}

export function attribute(element: Element, name: string): string | undefined {
    return element.attributes.find((one) => one.name === name)?.value;
}

export function find(element: Element, name: string): Attribute | undefined {
    return element.attributes.find((one) => one.name === name);
}

/// The element's own text, without spaces around it.
export function textOf(element: Element, source: string): string {
    return decode(element.texts.map((one) => source.slice(one.from, one.to)).join("").trim());
}

export function childrenOf(element: Element, name: string): Element[] {
    return element.children.filter((one) => one.name === name);
}

export function* walk(element: Element): Generator<Element> {
    yield element;
    for (const child of element.children) yield* walk(child);
}

/// The innermost element around a place.
export function elementAt(root: Element, at: number): Element | null {
    if (at < root.from || at > root.to) return null;
    for (const child of root.children) {
        const inner = at > child.from && at < child.to ? elementAt(child, at) : null;
        if (inner) return inner;
    }
    return root;
}

/// Child indices from the root: finds the same element in another version of the text.
export function pathOf(element: Element): number[] {
    const path: number[] = [];
    for (let one = element; one.parent; one = one.parent) path.unshift(one.parent.children.indexOf(one));
    return path;
}

export function follow(root: Element | null, path: number[]): Element | null {
    let at = root;
    for (const index of path) at = at?.children[index] ?? null;
    return at;
}
