// Files of the page that stands alone: opened and saved by the browser.

interface Picker {
    showOpenFilePicker?: (options: object) => Promise<FileSystemFileHandle[]>;
    showSaveFilePicker?: (options: object) => Promise<FileSystemFileHandle>;
}

const picker = window as unknown as Picker;
const TYPES = [{ description: "Ploy and BehaviorTree.CPP files", accept: { "text/xml": [".xml"] } }];

export interface LocalFile {
    name: string;
    bytes: Uint8Array;
    handle: FileSystemFileHandle | null;
}

async function take(file: File, handle: FileSystemFileHandle | null): Promise<LocalFile> {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), handle };
}

function chooseByInput(accept: string): Promise<LocalFile[]> {
    return new Promise((resolve) => {
        const input = document.createElement("input");
        input.type = "file";
        input.multiple = true;
        input.accept = accept;
        input.id = "chooser";
        input.hidden = true;
        input.onchange = async () => {
            input.remove();
            resolve(await Promise.all([...(input.files ?? [])].map((file) => take(file, null))));
        };
        input.oncancel = () => (input.remove(), resolve([]));
        document.body.append(input);
        input.click();
    });
}

export async function openLocal(accept = ".xml"): Promise<LocalFile[]> {
    if (!picker.showOpenFilePicker || accept !== ".xml" || navigator.webdriver) return chooseByInput(accept);
    try {
        const handles = await picker.showOpenFilePicker({ multiple: true, types: TYPES });
        return await Promise.all(handles.map(async (handle) => take(await handle.getFile(), handle)));
    } catch (error) {
        if ((error as Error).name === "AbortError") return [];
        return chooseByInput(accept);
    }
}

export async function droppedFiles(data: DataTransfer): Promise<LocalFile[]> {
    return Promise.all([...data.files].map((file) => take(file, null)));
}

export function download(name: string, bytes: Uint8Array): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes as BlobPart], { type: "text/xml" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/// Into the file itself where the browser can, refusing when it has changed since; else as a download.
export async function saveLocal(name: string, bytes: Uint8Array, old: Uint8Array, handle: FileSystemFileHandle | null): Promise<void> {
    if (!handle) return download(name, bytes);
    const now = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    if (now.length !== old.length || now.some((byte, i) => byte !== old[i])) throw new Error("the file has changed on the disk");
    const stream = await handle.createWritable(); // a temporary file, which close() renames
    await stream.write(bytes as BufferSource);
    await stream.close();
}
