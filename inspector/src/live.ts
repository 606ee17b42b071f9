// A recording that is still being written: its bytes come over a socket as they are.

export interface Feed {
    /// Bytes that follow those before.
    more: (bytes: Uint8Array) => void;
    lost: () => void;
}

const GATHER_MS = 250;

function join(parts: Uint8Array[]): Uint8Array {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/// What comes within a moment is handed on together.
export function follow(feed: Feed): void {
    const socket = new WebSocket(`ws://${location.host}${location.pathname}follow`);
    socket.binaryType = "arraybuffer";
    let parts: Uint8Array[] = [];
    let waiting = 0;
    const flush = () => {
        waiting = 0;
        const bytes = join(parts);
        parts = [];
        feed.more(bytes);
    };
    socket.onmessage = ({ data }) => {
        // The game was started again.
        if (typeof data === "string") return location.reload();
        parts.push(new Uint8Array(data as ArrayBuffer));
        waiting ||= setTimeout(flush, GATHER_MS) as unknown as number;
    };
    socket.onclose = feed.lost;
}
