// Runs a command of the program in a new instance of its module, with files in memory.

export interface Answer {
    status: number; // the exit status: 0 done, 1 the answer is no, 2 bad input
    out: string;
    error: string;
    files: Map<string, Uint8Array>; // those that the command has written
}

interface OpenFile {
    path: string;
    bytes: Uint8Array;
    count: number;
    at: number;
    isWritten: boolean;
}

class Exit {
    constructor(readonly status: number) {}
}

const EBADF = 8, EINVAL = 28, ENOENT = 44, ENOSYS = 52;
const O_CREATE = 1, O_TRUNCATE = 8;
const RIGHT_WRITE = 64n;
const FOLDER = 3;

/// What wasi-libc asks of its host.
class Host {
    memory!: WebAssembly.Memory;
    readonly open = new Map<number, OpenFile>();
    readonly written = new Map<string, Uint8Array>();
    readonly printed: Uint8Array[][] = [[], []];

    constructor(private readonly args: string[], private readonly files: Map<string, Uint8Array>) {}

    private get view(): DataView {
        return new DataView(this.memory.buffer);
    }

    private bytes(at: number, count: number): Uint8Array {
        return new Uint8Array(this.memory.buffer, at, count);
    }

    private path(at: number, count: number): string {
        return new TextDecoder().decode(this.bytes(at, count).slice()).replace(/^(\.?\/)+/, "");
    }

    private content(path: string): Uint8Array | undefined {
        return this.written.get(path) ?? this.files.get(path);
    }

    private write(file: OpenFile, bytes: Uint8Array): void {
        const end = file.at + bytes.length;
        if (end > file.bytes.length) {
            const grown = new Uint8Array(Math.max(2 * file.bytes.length, end));
            grown.set(file.bytes.subarray(0, file.count));
            file.bytes = grown;
        }
        file.bytes.set(bytes, file.at);
        file.at = end;
        file.count = Math.max(file.count, end);
    }

    private keep(file: OpenFile): void {
        if (file.isWritten) this.written.set(file.path, file.bytes.slice(0, file.count));
    }

    private describe(at: number, type: number, size: number): number {
        this.bytes(at, 64).fill(0);
        this.view.setUint8(at + 16, type);
        this.view.setBigUint64(at + 24, 1n, true);
        this.view.setBigUint64(at + 32, BigInt(size), true);
        return 0;
    }

    private vectors(at: number, count: number, result: number, use: (bytes: Uint8Array) => number): number {
        let total = 0;
        for (let i = 0; i < count; i++) {
            const length = this.view.getUint32(at + 8 * i + 4, true);
            const done = use(this.bytes(this.view.getUint32(at + 8 * i, true), length));
            total += done;
            if (done < length) break;
        }
        this.view.setUint32(result, total, true);
        return 0;
    }

    private texts(list: string[], pointers: number, at: number): number {
        for (const [i, text] of list.entries()) {
            const bytes = new TextEncoder().encode(text + "\0");
            this.view.setUint32(pointers + 4 * i, at, true);
            this.bytes(at, bytes.length).set(bytes);
            at += bytes.length;
        }
        return 0;
    }

    private sizes(list: string[], count: number, bytes: number): number {
        this.view.setUint32(count, list.length, true);
        this.view.setUint32(bytes, new TextEncoder().encode(list.map((text) => text + "\0").join("")).length, true);
        return 0;
    }

    private openPath(path: string, how: number, rights: bigint, result: number): number {
        const isWritten = (how & O_CREATE) !== 0 || (rights & RIGHT_WRITE) !== 0n;
        const old = this.content(path);
        if (!old && (how & O_CREATE) === 0) return ENOENT;
        const bytes = old && (how & O_TRUNCATE) === 0 ? old.slice() : new Uint8Array(isWritten ? 4096 : 0);
        const count = old && (how & O_TRUNCATE) === 0 ? old.length : 0;
        let fd = FOLDER + 1;
        while (this.open.has(fd)) fd++;
        this.open.set(fd, { path, bytes, count, at: 0, isWritten });
        this.view.setUint32(result, fd, true);
        return 0;
    }

    private rename(from: string, to: string): number {
        const bytes = this.content(from);
        if (!bytes) return ENOENT;
        this.written.delete(from);
        this.written.set(to, bytes);
        return 0;
    }

    imports(): Record<string, (...args: never[]) => number> {
        const calls = {
            args_sizes_get: (count: number, bytes: number) => this.sizes(this.args, count, bytes),
            args_get: (pointers: number, at: number) => this.texts(this.args, pointers, at),
            environ_sizes_get: (count: number, bytes: number) => this.sizes([], count, bytes),
            environ_get: () => 0,
            clock_res_get: (_: number, at: number) => (this.view.setBigUint64(at, 1000n, true), 0),
            clock_time_get: (_: number, __: bigint, at: number) => (this.view.setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true), 0),
            random_get: (at: number, count: number) => (crypto.getRandomValues(this.bytes(at, count)), 0),
            poll_oneoff: () => ENOSYS,
            sched_yield: () => 0,
            fd_prestat_get: (fd: number, at: number) => (fd !== FOLDER ? EBADF : (this.view.setUint32(at, 0, true), this.view.setUint32(at + 4, 1, true), 0)),
            fd_prestat_dir_name: (fd: number, at: number) => (fd !== FOLDER ? EBADF : ((this.bytes(at, 1)[0] = 47), 0)),
            fd_fdstat_get: (fd: number, at: number) => {
                if (fd > FOLDER && !this.open.has(fd)) return EBADF;
                this.bytes(at, 24).fill(0);
                this.view.setUint8(at, fd < FOLDER ? 4 : fd === FOLDER ? 3 : 4);
                this.view.setBigUint64(at + 8, 0xffffffffffffffffn, true);
                this.view.setBigUint64(at + 16, 0xffffffffffffffffn, true);
                return 0;
            },
            fd_fdstat_set_flags: () => 0,
            fd_filestat_get: (fd: number, at: number) => (this.open.has(fd) ? this.describe(at, 4, this.open.get(fd)!.count) : fd === FOLDER ? this.describe(at, 3, 0) : EBADF),
            path_filestat_get: (_: number, __: number, at: number, count: number, result: number) => {
                const bytes = this.content(this.path(at, count));
                return bytes ? this.describe(result, 4, bytes.length) : ENOENT;
            },
            path_open: (_: number, __: number, at: number, count: number, how: number, rights: bigint, ___: bigint, ____: number, result: number) => this.openPath(this.path(at, count), how, rights, result),
            fd_read: (fd: number, at: number, count: number, result: number) => {
                const file = this.open.get(fd);
                if (fd === 0) return this.vectors(at, 0, result, () => 0);
                if (!file) return EBADF;
                return this.vectors(at, count, result, (into) => {
                    const part = file.bytes.subarray(file.at, Math.min(file.at + into.length, file.count));
                    into.set(part);
                    file.at += part.length;
                    return part.length;
                });
            },
            fd_write: (fd: number, at: number, count: number, result: number) => {
                const file = this.open.get(fd);
                if (fd > 2 && !file) return EBADF;
                return this.vectors(at, count, result, (bytes) => {
                    if (file) this.write(file, bytes);
                    else this.printed[fd === 1 ? 0 : 1].push(bytes.slice());
                    return bytes.length;
                });
            },
            fd_seek: (fd: number, offset: bigint, from: number, result: number) => {
                const file = this.open.get(fd);
                if (!file) return EBADF;
                const at = Number(offset) + (from === 0 ? 0 : from === 1 ? file.at : file.count);
                if (at < 0) return EINVAL;
                file.at = at;
                this.view.setBigUint64(result, BigInt(at), true);
                return 0;
            },
            fd_close: (fd: number) => {
                const file = this.open.get(fd);
                if (!file) return EBADF;
                this.keep(file);
                this.open.delete(fd);
                return 0;
            },
            path_rename: (_: number, from: number, fromCount: number, __: number, to: number, toCount: number) => this.rename(this.path(from, fromCount), this.path(to, toCount)),
            path_unlink_file: (_: number, at: number, count: number) => (this.written.delete(this.path(at, count)) ? 0 : ENOENT),
            path_remove_directory: () => ENOSYS,
            path_create_directory: () => ENOSYS,
            fd_readdir: () => ENOSYS,
            proc_exit: (status: number): number => {
                throw new Exit(status);
            },
        };
        return calls as unknown as Record<string, (...args: never[]) => number>;
    }

    end(): void {
        for (const file of this.open.values()) this.keep(file);
    }
}

function join(parts: Uint8Array[]): string {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return new TextDecoder().decode(all);
}

/// A call that the module imports and the page does not know fails when it is called, not before.
function complete(module: WebAssembly.Module, imports: Record<string, (...args: never[]) => number>): WebAssembly.ModuleImports {
    const all: WebAssembly.ModuleImports = { ...imports };
    for (const { name } of WebAssembly.Module.imports(module)) all[name] ??= () => ENOSYS;
    return all;
}

/// args without the program's name: ["check", "a.xml", "--json"]. Paths are names of the files.
export function runProgram(module: WebAssembly.Module, args: string[], files: Map<string, Uint8Array>): Answer {
    const host = new Host(["ploy", ...args], files);
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: complete(module, host.imports()) });
    host.memory = instance.exports.memory as WebAssembly.Memory;
    let status = 0;
    let crash = "";
    try {
        (instance.exports._start as () => void)();
    } catch (thrown) {
        if (thrown instanceof Exit) status = thrown.status;
        else {
            status = 2;
            crash = `${args[0]} ended with: ${thrown}`;
        }
    }
    host.end();
    return { status, out: join(host.printed[0]), error: join(host.printed[1]) + crash, files: host.written };
}
