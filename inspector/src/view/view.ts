// What the page shows, as one value, and the listeners that are notified when it changes.

import { useEffect, useState } from "preact/hooks";

export interface View {
    tick: number;
    /// Index plus one.
    agent: number;
    isPlaying: boolean;
    /// Ticks per second.
    speed: number;
    /// The ticks that the timeline shows.
    from: number;
    to: number;
    tab: string;
    side: string;
    /// Counts how often the recording has grown.
    grown: number;
    /// Stay at the end of a recording that grows.
    isFollowing: boolean;
    /// The number of problems in the recording; -1: not yet searched.
    problemCount: number;
    /// Counts the searches for problems.
    scans: number;
    /// A server sends what a running game writes.
    isLive: boolean;
}

type Listener = (view: View) => void;

let current: View = {
    tick: 0, agent: 1, isPlaying: false, speed: 10, from: 0, to: 1, tab: "why", side: "map", grown: 0, isFollowing: false, problemCount: -1, scans: 0, isLive: false,
};
const listeners = new Set<Listener>();

export function view(): View {
    return current;
}

export function change(what: Partial<View>): void {
    const next = { ...current, ...what };
    if ((Object.keys(what) as (keyof View)[]).every((key) => next[key] === current[key])) return;
    current = next;
    for (const listener of [...listeners]) listener(current);
}

export function listen(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/// Renders again when the picked value changes. Pick plain values.
export function useView<T>(pick: (view: View) => T): T {
    const [value, set] = useState(() => pick(current));
    useEffect(() => {
        set(() => pick(current));
        return listen((next) => set(() => pick(next)));
    }, []);
    return value;
}
