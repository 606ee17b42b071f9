// The worker in which commands run: a long search does not stop the page, and can be ended.

import { type Answer, runProgram } from "./wasi";

export interface Request {
    id: number;
    module?: ArrayBuffer; // with the first request
    args: string[];
    files: Map<string, Uint8Array>;
}

export interface Reply {
    id: number;
    answer: Answer;
}

let module: WebAssembly.Module;

onmessage = (event: MessageEvent<Request>) => {
    const { id, args, files } = event.data;
    if (event.data.module) module = new WebAssembly.Module(event.data.module);
    postMessage({ id, answer: runProgram(module, args, files) } satisfies Reply);
};
