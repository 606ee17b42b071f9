// One part of an agent's state (its plan, its blackboard, …) at the end of a tick, replayed from events. Going forward
// replays only new events; going back starts from the nearest state that was kept.

import type { Recording } from "./recording";

export type Handler<S> = (state: S, arg: (index: number) => number, tick: number) => void;

const KEEP_EACH = 4096;

export class Replay<S> {
    private agent = -1;
    private grown = -1;
    private events: Uint32Array = new Uint32Array();
    private used = 0;
    private state: S;
    private kept: S[] = [];

    constructor(
        private readonly recording: Recording,
        private readonly begin: () => S,
        private readonly handlers: Record<string, Handler<S>>,
    ) {
        this.state = begin();
    }

    /// Shared until the next call.
    at(agent: number, tick: number): S {
        const { recording } = this;
        if (agent !== this.agent || recording.count !== this.grown) this.choose(agent);
        const end = recording.countUntil(this.events, tick);
        if (end < this.used) this.goBack(end);
        this.goOn(end);
        return this.state;
    }

    private choose(agent: number): void {
        this.agent = agent;
        this.grown = this.recording.count;
        this.events = this.recording.eventsOfKinds(Object.keys(this.handlers), agent);
        this.used = 0;
        this.state = this.begin();
        this.kept = [];
    }

    private goBack(end: number): void {
        const nearest = Math.min(Math.floor(end / KEEP_EACH), this.kept.length - 1);
        this.used = nearest * KEEP_EACH;
        this.state = structuredClone(this.kept[nearest]);
    }

    private goOn(end: number): void {
        const { recording } = this;
        const apply = recording.kindNames.map((name) => this.handlers[name]);
        let event = 0;
        const arg = (index: number) => recording.arg(event, index);
        for (; this.used < end; this.used++) {
            if (this.used === this.kept.length * KEEP_EACH) this.kept.push(structuredClone(this.state));
            event = this.events[this.used];
            apply[recording.kinds[event]](this.state, arg, recording.eventTicks[event]);
        }
    }
}
