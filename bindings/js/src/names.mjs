// Objects of domains by their names: blackboard keys of symbols, and arguments of actions and goals.
//
// The library has an object as its index in the type. Names are read once per domain, so that a callback looks them up
// without a call. Hot reload makes other domains: the world then says that its names are stale.

import { NONE, PloyError, alloc, allocText, bytesOf, mem, offsetOf, printed, raw, read, scoped, show, textAt } from "./runtime.mjs";

const OBJECT = 3, OUTER = offsetOf("ploy_agent.outer"), MIND_KIND = offsetOf("ploy_mind.kind"), CLASS_NAME = offsetOf("ploy_mind_class.name");

/** What the library says about a part of a domain. */
export function infoOf(domain, kind, index) {
    return scoped(() => {
        const info = alloc(bytesOf(`ploy_${kind}_info`));
        raw[`ploy_domain_${kind}`](info, domain, index);
        return read(info, `ploy_${kind}_info`);
    });
}

/** The objects of one type of a domain. */
export class Objects {
    #indices = new Map();
    constructor(domain, type) {
        const { name, object_count: count, is_spawned: isSpawned } = infoOf(domain, "type", type);
        this.type = name;
        this.isSpawned = isSpawned;
        this.names = Array.from({ length: count }, (_, i) => textAt(raw.ploy_domain_object_name(domain, type, i)));
        this.names.forEach((one, i) => this.#indices.set(one, i));
    }

    /** The index of an object; `what` is what the message is about. */
    find(name, what) {
        const index = this.#indices.get(name);
        if (index !== undefined) return index;
        const some = this.names.slice(0, 12).join(", ") + (this.names.length > 12 ? ", …" : "");
        throw new PloyError(`${what} is a ${this.type} by its name, not ${show(name)}; there are: ${some}`, { status: "invalid" });
    }
}

/** The indices of the arguments of an action or goal, given by name. */
export function objectIndices(domain, kind, index, args) {
    const { name, param_types: types, param_names: names, param_count: count } = infoOf(domain, kind, index);
    if (args.length !== count)
        throw new PloyError(`${kind} ${name} takes ${count} argument${count === 1 ? "" : "s"} (${names.slice(0, count).join(", ")}), not ${args.length}`, { status: "invalid" });
    return args.map((arg, i) => new Objects(domain, types[i]).find(arg, `${names[i]} of ${kind} ${name}`));
}

/** The names of a world's domains: those of its files, and those made in code. */
export class Names {
    #world;
    #files = new Set();
    #made = [];
    #keys = null; // the objects of each key, by its index
    #types = new Map(); // of a domain: the objects of each type
    #minds = new Map(); // the domain of each mind that was met

    constructor(world) {
        this.#world = world;
    }

    addFile(name) {
        this.#files.add(name);
        this.#keys = null;
    }

    addDomain(domain) {
        this.#made.push(domain);
        this.#keys = null;
    }

    /** The agent types of the files. */
    types() {
        const all = [];
        this.#eachFile((file) => scoped(() => {
            const info = alloc(bytesOf("ploy_agent_info"));
            for (let i = 0; i < raw.ploy_file_agent_count(file); ++i) {
                raw.ploy_file_agent(info, file, i);
                all.push(textAt(mem().getUint32(info + offsetOf("ploy_agent_info.name"), true)));
            }
        }));
        return all;
    }

    /** The addresses of all domains, the newest version of each. */
    domains() {
        const all = this.#made.map(({ pointer }) => pointer);
        this.#eachFile((file) => {
            for (let i = 0; i < raw.ploy_file_domain_count(file); ++i) all.push(raw.ploy_file_domain(file, i));
        });
        return all;
    }

    #eachFile(use) {
        for (const name of this.#files) {
            const file = scoped(() => raw.ploy_world_file(this.#world.pointer, allocText(name)));
            if (file !== 0) use(file);
        }
    }

    #build() {
        this.#keys = [];
        this.#types.clear();
        this.#minds.clear();
        const keys = raw.ploy_world_keys(this.#world.pointer);
        for (const domain of this.domains()) {
            for (let i = 0; i < raw.ploy_domain_symbol_count(domain); ++i) {
                const { type, object_type: of, first_variable: first, variable_count: count } = infoOf(domain, "symbol", i);
                for (let variable = first; type === OBJECT && variable < first + count; ++variable) {
                    const name = printed((text, size) => raw.ploy_domain_variable_print(domain, variable, text, size));
                    const key = scoped(() => raw.ploy_blackboard_keys_find(keys, allocText(name))) >>> 0;
                    if (key !== NONE) this.#keys[key] ??= this.ofType(domain, of);
                }
            }
        }
    }

    ofType(domain, type) {
        if (!this.#types.has(domain)) this.#types.set(domain, []);
        return (this.#types.get(domain)[type] ??= new Objects(domain, type));
    }

    /** The objects that a key may have; undefined: it is a handle of the game. */
    ofKey(index) {
        if (this.#keys === null) this.#build();
        return this.#keys[index];
    }

    /** The objects of a type of the domain that an agent plans in. */
    ofArgument(agent, mind, type) {
        if (this.#keys === null) this.#build();
        let domain = this.#minds.get(mind);
        if (domain === undefined) this.#minds.set(mind, (domain = this.#domainOf(agent, mind)));
        return domain === 0 ? undefined : this.ofType(domain, type);
    }

    /** The domain of a GOAP mind, or what the file says about the agent's type: a task network has one, too. */
    #domainOf(agent, mind) {
        if (isGoap(mind)) return raw.ploy_goap_domain(mind);
        const whole = mem().getUint32(agent + OUTER, true) || agent;
        let domain = 0;
        this.#eachFile((file) => scoped(() => {
            const index = raw.ploy_file_find_agent(file, raw.ploy_agent_type(whole)) >>> 0, info = alloc(bytesOf("ploy_agent_info"));
            if (index === NONE) return;
            raw.ploy_file_agent(info, file, index);
            const of = mem().getUint32(info + offsetOf("ploy_agent_info.domain"), true);
            if (of !== NONE) domain = raw.ploy_file_domain(file, of);
        }));
        return domain;
    }
}

export const isGoap = (mind) => mind !== 0 && textAt(mem().getUint32(mem().getUint32(mind + MIND_KIND, true) + CLASS_NAME, true)) === "goap";
