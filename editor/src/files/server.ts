// The files of `ploy edit FILE`, which the server of this page reads and writes.

export interface Listed {
    name: string;
    version: string; // "": it is not there
    writable: boolean;
}

export class SaveError extends Error {
    constructor(message: string, readonly kind: "changed" | "gone" | "failed") {
        super(message);
    }
}

export const isServed = location.protocol === "http:";

const address = (name: string) => `file?name=${encodeURIComponent(name)}`;

export async function listFiles(): Promise<Listed[]> {
    const answer = await fetch("files");
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { files: Listed[] }).files;
}

export async function readFile(name: string): Promise<{ bytes: Uint8Array; version: string }> {
    const answer = await fetch(address(name));
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    return { bytes: new Uint8Array(await answer.arrayBuffer()), version: (answer.headers.get("ETag") ?? "").replaceAll('"', "") };
}

export interface Written {
    version: string;
    game?: string; // what the game that is attached says to the file
}

/// `version` is the one that is replaced, "" for a file that is gone.
export async function writeFile(name: string, bytes: Uint8Array, version: string): Promise<Written> {
    let answer: Response;
    try {
        answer = await fetch(address(name), { method: "PUT", body: bytes as BodyInit, headers: { "If-Match": `"${version || "none"}"` } });
    } catch {
        throw new SaveError("the server does not answer: has `ploy edit` ended? Nothing is lost here", "failed");
    }
    if (answer.ok) return (await answer.json()) as Written;
    const text = await answer.text();
    throw new SaveError(text, answer.status === 409 ? "changed" : answer.status === 404 ? "gone" : "failed");
}
