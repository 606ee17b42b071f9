// The files that the library opens: those of the machine in node, and those kept in memory anywhere.

const fs = globalThis.process?.versions?.node ? await import("node:fs") : null;
const nodePath = fs ? await import("node:path") : null;

/** Files in memory, by path. In node the library sees the files of the machine too; one that is here comes first. */
export class Files {
    #kept = new Map();

    /** Keeps a file in memory: a text or bytes. */
    set(path, content) {
        const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
        this.#kept.set(this.resolve(path), { bytes, count: bytes.length });
    }

    /** The bytes of a file, or undefined: one in memory, then one of the machine. */
    get(path) {
        const name = this.resolve(path), kept = this.#kept.get(name);
        if (kept) return kept.bytes.slice(0, kept.count);
        if (!fs) return undefined;
        try {
            return new Uint8Array(fs.readFileSync(name));
        } catch {
            return undefined;
        }
    }

    /** The text of a file, or undefined. */
    text(path) {
        const bytes = this.get(path);
        return bytes && new TextDecoder().decode(bytes);
    }

    /** Forgets a file in memory. Files of the machine stay. */
    delete(path) {
        return this.#kept.delete(this.resolve(path));
    }

    /** The path that the library is given: absolute, so that the folder of a program does not matter. */
    resolve(path) {
        if (nodePath) return nodePath.resolve(path);
        const parts = [];
        for (const part of String(path).split("/")) {
            if (part === "..") parts.pop();
            else if (part !== "" && part !== ".") parts.push(part);
        }
        return `/${parts.join("/")}`;
    }

    openToRead(path) {
        const bytes = this.get(path);
        return bytes && { bytes, count: bytes.length, at: 0 };
    }

    /** An open file that is written, or a number: the errno. */
    openToWrite(path, isAppended) {
        const name = this.resolve(path);
        if (!fs) {
            const kept = isAppended ? this.#kept.get(name) : undefined;
            const file = kept ?? { bytes: new Uint8Array(1024), count: 0 };
            this.#kept.set(name, file);
            return { kept: file, at: file.count };
        }
        this.#kept.delete(name);
        try {
            return { descriptor: fs.openSync(name, isAppended ? "a" : "w"), at: 0 };
        } catch (error) {
            return error.code === "ENOENT" ? ENOENT : error.code === "EISDIR" ? EISDIR : EACCES;
        }
    }

    rename(from, to) {
        const old = this.resolve(from), name = this.resolve(to), kept = this.#kept.get(old);
        if (kept) {
            this.#kept.delete(old);
            this.#kept.set(name, kept);
            return 0;
        }
        try {
            fs?.renameSync(old, name);
            return fs ? 0 : ENOENT;
        } catch {
            return ENOENT;
        }
    }

    remove(path) {
        if (this.delete(path)) return 0;
        try {
            fs?.unlinkSync(this.resolve(path));
            return fs ? 0 : ENOENT;
        } catch {
            return ENOENT;
        }
    }
}

const EACCES = 2, EBADF = 8, EINVAL = 28, EISDIR = 31, ENOENT = 44, ENOSYS = 52;
const O_CREATE = 1, RIGHT_WRITE = 64n, FLAG_APPEND = 1;

function writeTo(file, bytes) {
    if (file.descriptor !== undefined) fs.writeSync(file.descriptor, bytes);
    else {
        const { kept } = file;
        if (file.at + bytes.length > kept.bytes.length) {
            const grown = new Uint8Array(Math.max(2 * kept.bytes.length, file.at + bytes.length));
            grown.set(kept.bytes.subarray(0, kept.count));
            kept.bytes = grown;
        }
        kept.bytes.set(bytes, file.at);
        kept.count = Math.max(kept.count, file.at + bytes.length);
    }
    file.at += bytes.length;
}

/** What wasi-libc asks of its host. `memory()` gives the module's bytes, `print(text)` gets what is printed. */
export function wasiImports(files, memory, print) {
    const open = new Map();
    const view = () => new DataView(memory().buffer);
    const pathAt = (at, count) => {
        const path = new TextDecoder().decode(memory().subarray(at, at + count));
        return globalThis.process?.platform === "win32" ? path : `/${path}`;
    };
    const eachVector = (vectors, count, use) => {
        let total = 0;
        for (let i = 0; i < count; ++i) {
            const at = view().getUint32(vectors + 8 * i, true), bytes = view().getUint32(vectors + 8 * i + 4, true);
            const done = use(memory().subarray(at, at + bytes));
            total += done;
            if (done < bytes) break;
        }
        return total;
    };
    return {
        environ_get: () => 0,
        environ_sizes_get(count, bytes) {
            view().setUint32(count, 0, true);
            view().setUint32(bytes, 0, true);
            return 0;
        },
        clock_time_get(clock, precision, time) { // the library reads no clock
            view().setBigUint64(time, 0n, true);
            return 0;
        },
        random_get(at, count) { // the salt of the XML parser's hashes; nothing that decides
            for (let i = 0; i < count; ++i) memory()[at + i] = Math.floor(256 * Math.random());
            return 0;
        },
        fd_prestat_get(fd, info) {
            if (fd !== 3) return EBADF;
            view().setUint32(info, 0, true);
            view().setUint32(info + 4, 1, true);
            return 0;
        },
        fd_prestat_dir_name(fd, at) {
            if (fd !== 3) return EBADF;
            memory()[at] = 47; // "/"
            return 0;
        },
        fd_fdstat_get(fd, info) {
            if (fd > 3 && !open.has(fd)) return EBADF;
            memory().fill(0, info, info + 24);
            view().setUint8(info, fd < 3 ? 2 : fd === 3 ? 3 : 4);
            view().setBigUint64(info + 8, ~0n & 0xffffffffffffffffn, true);
            view().setBigUint64(info + 16, ~0n & 0xffffffffffffffffn, true);
            return 0;
        },
        fd_fdstat_set_flags: () => 0,
        path_open(folder, lookup, at, count, how, rights, inherited, flags, result) {
            const path = pathAt(at, count), isWritten = (how & O_CREATE) !== 0 || (rights & RIGHT_WRITE) !== 0n;
            const file = isWritten ? files.openToWrite(path, (flags & FLAG_APPEND) !== 0) : files.openToRead(path);
            if (!file) return ENOENT;
            if (typeof file === "number") return file;
            let fd = 4;
            while (open.has(fd)) ++fd;
            open.set(fd, file);
            view().setUint32(result, fd, true);
            return 0;
        },
        fd_read(fd, vectors, count, result) {
            const file = open.get(fd);
            if (!file?.bytes) return EBADF;
            view().setUint32(result, eachVector(vectors, count, (into) => {
                const part = file.bytes.subarray(file.at, Math.min(file.at + into.length, file.count));
                into.set(part);
                file.at += part.length;
                return part.length;
            }), true);
            return 0;
        },
        fd_write(fd, vectors, count, result) {
            const file = open.get(fd);
            if (fd > 2 && !file) return EBADF;
            view().setUint32(result, eachVector(vectors, count, (bytes) => {
                if (file) writeTo(file, bytes);
                else print(new TextDecoder().decode(bytes.slice()));
                return bytes.length;
            }), true);
            return 0;
        },
        fd_seek(fd, offset, from, result) {
            const file = open.get(fd);
            if (!file) return EBADF;
            const at = Number(offset) + (from === 0 ? 0 : from === 1 ? file.at : (file.kept ?? file).count ?? 0);
            if (at < 0 || file.descriptor !== undefined) return EINVAL;
            file.at = at;
            view().setBigUint64(result, BigInt(at), true);
            return 0;
        },
        fd_close(fd) {
            const file = open.get(fd);
            if (!file) return EBADF;
            if (file.descriptor !== undefined) fs.closeSync(file.descriptor);
            open.delete(fd);
            return 0;
        },
        path_rename: (folder, from, fromCount, to, at, count) => files.rename(pathAt(from, fromCount), pathAt(at, count)),
        path_unlink_file: (folder, at, count) => files.remove(pathAt(at, count)),
        path_remove_directory: () => ENOSYS,
        proc_exit(code) {
            throw new Error(`the library ended the program with ${code}`);
        },
    };
}
