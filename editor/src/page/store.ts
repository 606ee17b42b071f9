// What the page shows. Everything that changes it calls `change`, and everything that is shown is drawn again.

import { useEffect, useState } from "preact/hooks";

type Listener = () => void;

export class Store<T extends object> {
    private readonly listeners = new Set<Listener>();
    private isQueued = false;

    constructor(public value: T) {}

    change(part: Partial<T>): void {
        this.value = { ...this.value, ...part };
        if (this.isQueued) return;
        this.isQueued = true;
        queueMicrotask(() => {
            this.isQueued = false;
            for (const listener of [...this.listeners]) listener();
        });
    }

    listen(listener: Listener): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    use(): T {
        const [, redraw] = useState(0);
        useEffect(() => this.listen(() => redraw((count) => count + 1)), []);
        return this.value;
    }
}
