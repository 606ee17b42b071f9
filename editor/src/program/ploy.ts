// The program, for the page: commands run one after the other, in the order in which they are given.

import type { Answer } from "./wasi";
import type { Reply, Request } from "./worker";

async function unpack(id: string): Promise<ArrayBuffer> {
    const text = atob(document.getElementById(id)!.textContent!.trim());
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export async function unpackText(id: string): Promise<string> {
    return new TextDecoder().decode(await unpack(id));
}

type Files = Map<string, Uint8Array>;

/// A worker of its own for each kind of work: a new command of a kind ends the one that still runs.
class Slot {
    private worker: Worker | null = null;
    private running: { id: number; done: (answer: Answer | null) => void } | null = null;
    private count = 0;

    private start(address: string, module: ArrayBuffer): Worker {
        const worker = new Worker(address);
        worker.onmessage = (event: MessageEvent<Reply>) => {
            if (this.running?.id !== event.data.id) return;
            const { done } = this.running;
            this.running = null;
            done(event.data.answer);
        };
        worker.postMessage({ id: 0, module, args: ["none"], files: new Map() } satisfies Request);
        return worker;
    }

    stop(): void {
        if (!this.running) return;
        this.running.done(null);
        this.running = null;
        this.worker?.terminate();
        this.worker = null;
    }

    run(address: string, module: ArrayBuffer, args: string[], files: Files): Promise<Answer | null> {
        this.stop();
        this.worker ??= this.start(address, module);
        const id = ++this.count;
        return new Promise((done) => {
            this.running = { id, done };
            this.worker!.postMessage({ id, args, files } satisfies Request);
        });
    }
}

export class Ploy {
    private readonly slots = new Map<string, Slot>();

    private constructor(private readonly address: string, private readonly module: ArrayBuffer) {}

    static async load(): Promise<Ploy> {
        const [module, worker] = await Promise.all([unpack("program"), unpackText("worker")]);
        return new Ploy(URL.createObjectURL(new Blob([worker], { type: "text/javascript" })), module);
    }

    /// null: a later command of the same kind took its place.
    async run(kind: string, args: string[], files: Files): Promise<Answer | null> {
        let slot = this.slots.get(kind);
        if (!slot) this.slots.set(kind, (slot = new Slot()));
        return slot.run(this.address, this.module, args, files);
    }

    stop(kind: string): void {
        this.slots.get(kind)?.stop();
    }

    /// The same, of a command with --json. null as above, or when it gave none; `error` then has its message.
    async json<T>(kind: string, args: string[], files: Files): Promise<{ value: T | null; error: string } | null> {
        const answer = await this.run(kind, args, files);
        if (!answer) return null;
        try {
            return { value: JSON.parse(answer.out) as T, error: answer.error };
        } catch {
            return { value: null, error: answer.error || answer.out };
        }
    }
}
