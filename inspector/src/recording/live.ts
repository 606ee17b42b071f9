// A recording that a game is still writing: a websocket sends its bytes.

export interface Feed {
    /// The next bytes.
    more: (bytes: Uint8Array) => void;
    lost: () => void;
}

const GATHER_MS = 50;

function join(parts: Uint8Array[]): Uint8Array {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/// Passes on the bytes of GATHER_MS at a time.
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
