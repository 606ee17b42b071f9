// Values of blackboard keys and ports as JavaScript has them, and blackboards.

import { PloyError, STATUS, allocText, call, callbackPointer, guarded, onCallback, owner, raw, scoped, show, statusName, textAt, alloc, NONE } from "./runtime.mjs";

export const TYPES = ["bool", "int", "decimal", "object", "float", "string"];
const BOOL = 0, INT = 1, DECIMAL = 2, OBJECT = 3, FLOAT = 4, STRING = 5;

/** A value of the library as JavaScript has it: an object of a domain (`objects` are those of its type) is its name. A whole
 *  number beyond 2^53 is a bigint. */
export function fromValue(type, value, objects) {
    if (objects !== undefined && value >= 0n && value < objects.names.length) return objects.names[Number(value)];
    switch (type) {
        case BOOL: return value !== 0n;
        case DECIMAL: return Number(value) / 1000;
        case FLOAT: return raw.ploy_value_float(value);
        case STRING: return textAt(Number(value));
        default: return BigInt.asIntN(54, value) === value ? Number(value) : value;
    }
}

/** A value of JavaScript as one of this type; `name` is what the message is about, `objects` as above. */
export function toValue(type, value, name, objects) {
    if (objects !== undefined) return BigInt(objects.find(value, name));
    switch (type) {
        case BOOL:
            if (value === true || value === 1) return 1n;
            if (value === false || value === 0) return 0n;
            break;
        case INT: case OBJECT:
            if (typeof value === "bigint") return value;
            if (Number.isSafeInteger(value)) return BigInt(value);
            break;
        case DECIMAL:
            if (typeof value === "number" && Number.isFinite(value)) return BigInt(Math.round(value * 1000));
            break;
        case FLOAT:
            if (typeof value === "number" && Number.isFinite(value)) return raw.ploy_value_of_float(value);
            break;
        case STRING:
            if (typeof value === "string") return BigInt(allocText(value)); // in a scope of the caller
            break;
        default:
            throw new PloyError(`${name} is a struct of C: keep a text in a key of type string instead`, { status: "not-supported" });
    }
    throw new PloyError(`${name} is of type ${TYPES[type]}, not ${show(value)}`, { status: "invalid" });
}

/** The keys of a world by name. They are complete when the first agent is created. */
export class Keys {
    #pointer;
    #known = new Map();
    constructor(pointer) {
        this.#pointer = pointer;
    }

    /** Index and type of a key; throws for a name that is none. */
    find(name) {
        const known = this.#known.get(name);
        if (known) return known;
        if (typeof name !== "string") throw new PloyError(`a key is a text, not ${show(name)}`, { status: "invalid" });
        const index = scoped(() => raw.ploy_blackboard_keys_find(this.#pointer, allocText(name))) >>> 0;
        if (index === NONE) throw new PloyError(`there is no blackboard key ${JSON.stringify(name)}`, { status: "not-found" });
        const key = { name, index, type: raw.ploy_blackboard_keys_type(this.#pointer, index) };
        this.#known.set(name, key);
        return key;
    }

    names() {
        const count = raw.ploy_blackboard_keys_count(this.#pointer);
        return Array.from({ length: count }, (_, i) => textAt(raw.ploy_blackboard_keys_name(this.#pointer, i)));
    }
}

const objectsOf = (world, key) => (key.type === OBJECT ? world.names.ofKey(key.index) : undefined);

export function getKey(world, blackboard, key) {
    return fromValue(key.type, raw.ploy_blackboard_get(blackboard, key.index), objectsOf(world, key));
}

export function setKey(world, blackboard, key, value) {
    const write = () => raw.ploy_blackboard_set(blackboard, key.index, toValue(key.type, value, key.name, objectsOf(world, key)));
    const status = key.type === STRING ? call(world, () => scoped(write)) : world.isObserved ? call(world, write) : write();
    if (status > STATUS.PLOY_OK && status !== STATUS.PLOY_ALREADY)
        throw new PloyError(`${key.name}: ${textAt(raw.ploy_status_text(status))}`, { status: statusName(status) });
    return status === STATUS.PLOY_OK;
}

/** A blackboard of a world: the world's own or a squad's. An agent's is read and written through the agent. */
export class Blackboard {
    #world;
    #pointer;
    /** pointer(): the address now; throws when the blackboard's holder is gone. */
    constructor(world, pointer) {
        this.#world = world;
        this.#pointer = pointer;
    }

    /** The value of a key here, or on the nearest parent that has it, or its initial value. */
    get(name) {
        return getKey(this.#world, this.#pointer(), this.#world.keys.find(name));
    }

    /** Sets a key. True: it changed. */
    set(name, value) {
        return setKey(this.#world, this.#pointer(), this.#world.keys.find(name), value);
    }

    /** Removes the value, so that reads go on to the parent. */
    unset(name) {
        const key = this.#world.keys.find(name);
        return call(this.#world, () => raw.ploy_blackboard_unset(this.#pointer(), key.index)) === STATUS.PLOY_OK;
    }

    /** Calls `observer(name, value)` after each change of a key here (null: of every key). Returns what ends it. */
    observe(name, observer) {
        const key = name === null ? NONE : this.#world.keys.find(name).index, pointer = this.#pointer();
        const user = this.#world.keep({ observer, blackboard: this });
        this.#world.isObserved = true;
        return scoped(() => {
            const id = alloc(8);
            const status = raw.ploy_blackboard_subscribe(pointer, key, callbackPointer("ploy_blackboard_subscribe.call"), user, id);
            if (status !== STATUS.PLOY_OK) throw new PloyError(textAt(raw.ploy_status_text(status)), { status: statusName(status) });
            const words = [0, 4].map((at) => new DataView(raw.memory.buffer).getUint32(id + at, true));
            return () => scoped(() => {
                const again = alloc(8);
                words.forEach((word, i) => new DataView(raw.memory.buffer).setUint32(again + 4 * i, word, true));
                return raw.ploy_blackboard_unsubscribe(this.#pointer(), again) === STATUS.PLOY_OK;
            });
        });
    }
}

onCallback("ploy_blackboard_subscribe.call", guarded(undefined, (user, pointer, index) => {
    const { observer, blackboard } = owner().closures[user];
    const name = owner().keys.names()[index];
    observer(name, blackboard.get(name));
}));
