// The library as a WebAssembly module: its calls, and texts in and out of its memory.

type Call = (...args: (number | bigint)[]) => number;

export class Wasm {
    private constructor(
        private readonly calls: Record<string, Call>,
        private readonly memory: WebAssembly.Memory,
    ) {}

    static async load(bytes: Uint8Array): Promise<Wasm> {
        // The library neither opens files nor prints, so these calls of its libc may fail.
        const refuse = () => 8;
        const wasi = { fd_close: refuse, fd_seek: refuse, fd_write: refuse, fd_fdstat_get: refuse, fd_read: refuse };
        const { instance } = await WebAssembly.instantiate(bytes as BufferSource, { wasi_snapshot_preview1: wasi });
        const calls = instance.exports as unknown as Record<string, Call>;
        calls._initialize();
        return new Wasm(calls, instance.exports.memory as WebAssembly.Memory);
    }

    call(name: string, ...args: number[]): number {
        return this.calls[name](...args);
    }

    /// Valid until a call that may allocate.
    view<T>(type: { new (buffer: ArrayBuffer, at: number, count: number): T }, at: number, count: number): T {
        return new type(this.memory.buffer, at, count);
    }

    /// A copy in the module's memory; free it with memory_free.
    put(bytes: Uint8Array): number {
        const at = this.call("memory_alloc", bytes.length);
        if (at === 0) throw new Error("out of memory");
        this.view(Uint8Array, at, bytes.length).set(bytes);
        return at;
    }

    text(at: number): string {
        const bytes = new Uint8Array(this.memory.buffer, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    /// A call whose arguments may be texts.
    callWith(name: string, ...args: (number | string)[]): number {
        const taken: number[] = [];
        const plain = args.map((arg) => {
            if (typeof arg === "number") return arg;
            taken.push(this.put(new TextEncoder().encode(arg + "\0")));
            return taken[taken.length - 1];
        });
        const result = this.call(name, ...plain);
        for (const at of taken) this.call("memory_free", at);
        return result;
    }

    /// The same for a call that returns a text.
    callText(name: string, ...args: (number | string)[]): string {
        const at = this.callWith(name, ...args);
        return at === 0 ? "" : this.text(at);
    }
}
