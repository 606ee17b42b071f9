// States of a domain: what holds, and what it becomes by actions.

import { PloyError, STATUS, allocText, allocWords, call, checked, fail, printed, raw, register, scoped, show } from "./runtime.mjs";
import { Objects, infoOf, objectIndices } from "./names.mjs";
import { fromValue, toValue } from "./values.mjs";

const OBJECT = 3, variables = new WeakMap(); // of domains: their variables by name

function variablesOf(domain) {
    if (!variables.has(domain)) {
        const found = new Map(), { pointer } = domain;
        for (let i = 0; i < raw.ploy_domain_symbol_count(pointer); ++i) {
            const { type, object_type: of, first_variable: first, variable_count: count } = infoOf(pointer, "symbol", i);
            const objects = type === OBJECT ? new Objects(pointer, of) : undefined;
            for (let variable = first; variable < first + count; ++variable)
                found.set(printed((text, size) => raw.ploy_domain_variable_print(pointer, variable, text, size)), { variable, type, objects });
        }
        variables.set(domain, found);
    }
    return variables.get(domain);
}

/** A state of a domain: Domain.state makes it. */
export class State {
    #domain;
    #at;
    constructor(domain, start = "") {
        this.#domain = domain;
        const bytes = 8 * Math.max(1, raw.ploy_domain_state_words(domain.pointer));
        this.#at = raw.malloc(bytes);
        if (this.#at === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
        register(this, "free", this.#at);
        raw.ploy_state_init(domain.pointer, this.#at);
        if (start instanceof State) new Uint8Array(raw.memory.buffer).copyWithin(this.#at, start.#at, start.#at + bytes);
        else this.parse(typeof start === "string" ? start : Object.entries(start).map(([name, value]) => `${name} = ${value}`).join(", "));
    }

    get pointer() {
        return this.#at;
    }
    get domain() {
        return this.#domain;
    }

    /** Sets variables by text: "ammo = 2, safe(bunker), not armed". On an error nothing changes. */
    parse(text) {
        scoped(() => checked((error) => raw.ploy_state_parse(this.#domain.pointer, this.#at, allocText(text), error), "state"));
    }

    #find(name) {
        const found = variablesOf(this.#domain).get(name);
        if (!found) throw new PloyError(`the state has no ${show(name)}; it has: ${[...variablesOf(this.#domain).keys()].slice(0, 12).join(", ")}`, { status: "not-found" });
        return found;
    }

    /** The value of a symbol: get("ammo"), get("safe(bunker)"). */
    get(name) {
        const { variable, type, objects } = this.#find(name);
        return fromValue(type, raw.ploy_state_get(this.#domain.pointer, this.#at, variable), objects);
    }

    set(name, value) {
        const { variable, type, objects } = this.#find(name);
        const status = raw.ploy_state_set(this.#domain.pointer, this.#at, variable, toValue(type, value, name, objects));
        if (status !== STATUS.PLOY_OK) fail(status, 0, `${name} = ${show(value)}`);
    }

    #grounded(kind, name, args, use) {
        const index = this.#domain.find(kind, name);
        return call(this.#domain, () => scoped(() => use(index, allocWords(objectIndices(this.#domain.pointer, kind, index, args)))));
    }

    /** Do the preconditions of an action hold? */
    canApply(action, ...args) {
        return this.#grounded("action", action, args, (index, objects) => raw.ploy_action_applicable(this.#domain.pointer, index, objects, this.#at)) !== 0;
    }

    /** Changes the state by the effects of an action, and returns its cost. Throws if it cannot be applied. */
    apply(action, ...args) {
        if (!this.canApply(action, ...args)) throw new PloyError(`${action} cannot be applied: ${this}`, { status: "invalid" });
        return this.#grounded("action", action, args, (index, objects) => {
            const cost = Number(raw.ploy_action_cost(this.#domain.pointer, index, objects, this.#at, 0)) / 1000;
            raw.ploy_action_apply(this.#domain.pointer, index, objects, this.#at);
            return cost;
        });
    }

    /** Does a goal hold? */
    meets(goal, ...args) {
        return this.#grounded("goal", goal, args, (index, objects) => raw.ploy_goal_met(this.#domain.pointer, index, objects, this.#at)) !== 0;
    }

    /** What differs from the initial state: "ammo = 2, safe(bunker)". */
    toString() {
        return printed((text, size) => raw.ploy_state_print(this.#domain.pointer, this.#at, text, size));
    }
}
