// Bytes of a file as text and back, so that what is not edited stays byte for byte. UTF-8 with or without a mark, any
// line ends; ISO 8859-1 if the file says so.

export interface Decoded {
    text: string;
    isLatin: boolean;
}

export class NotText extends Error {}

export function decodeBytes(bytes: Uint8Array): Decoded {
    const head = String.fromCharCode(...bytes.subarray(0, 200));
    const named = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1].toLowerCase() ?? "utf-8";
    if (named === "iso-8859-1" || named === "us-ascii") {
        let text = "";
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return { text, isLatin: true };
    }
    try {
        return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), isLatin: false };
    } catch {
        throw new NotText("it is not UTF-8: save it so first");
    }
}

export function encodeText(text: string, isLatin: boolean): Uint8Array {
    if (!isLatin) return new TextEncoder().encode(text);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code > 255) throw new NotText(`'${text[i]}' is not in ISO 8859-1, which the file says it is`);
        bytes[i] = code;
    }
    return bytes;
}

/// Where lines end in the editor: the text is given back exactly as it was, whatever the line ends are.
export function lineSeparator(text: string): string {
    const all = text.match(/\n/g)?.length ?? 0;
    const crlf = text.match(/\r\n/g)?.length ?? 0;
    const lone = text.match(/\r(?!\n)/g)?.length ?? 0;
    return crlf > 0 && crlf === all && lone === 0 ? "\r\n" : "\n";
}
