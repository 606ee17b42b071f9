// The text of a string or struct in events: blackboard-text has 18 bytes of it, six in each argument after the first, the
// lowest first.

/// One character per byte.
export function textPart(arg: (index: number) => number): string {
    let bytes = "";
    for (let index = 1; index <= 3; index++) {
        for (let word = arg(index); word > 0; word = Math.floor(word / 256)) bytes += String.fromCharCode(word % 256);
    }
    return bytes;
}

/// What the bytes say. length: of the whole text, of which only the beginning is traced.
export function textOf(bytes: string, length: number): string {
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    return bytes.length < length ? `${text}…` : text;
}
