// The planner alone: domains, plans and explanations without a world.

import { NONE, Owner, PloyError, STATUS, alloc, allocBytes, allocStruct, allocText, allocWords, bytesOf, call, callbackPointer, checked, fail, files, guarded, mem, micros, offsetOf, onCallback, printed, raw, read, readAll, register, scoped, show, statusName, textAt, unregister } from "./runtime.mjs";
import { describeGrounded } from "./agent.mjs";

const VALUE_TYPES = { bool: 0, int: 1, decimal: 2 };
const uses = []; // of functions in domains: [a weak reference to the domain, the function's name]

const params = (list = {}) => {
    const all = Object.entries(list).map(([name, type]) => ({ name, type }));
    return { params: all, param_count: all.length };
};
const text = (value) => (value === undefined || value === null ? null : String(value));

/** What can be known, done and wanted: symbols, actions and goals. It is compiled when it is made. */
export class Domain extends Owner {
    #pointer;
    #file = 0;
    /** The functions of context and call:, by name. */
    bound = {};

    /** types: { place: ["house", "field"] }; symbols: { hungry: "bool", at: "place", ammo: { type: "int", min: 0, max: 12 } };
     *  actions: { Eat: { pre: "hungry", effect: "not hungry", cost: 1 } }; goals: { BeFed: "not hungry" }. `calls` has
     *  the functions that context and "call:NAME" name: they get { name, args } and return a boolean or a number. */
    constructor({ name = "", types = {}, symbols = {}, actions = {}, goals = {}, calls = {} } = {}, from) {
        super();
        if (from) {
            [this.#file, this.#pointer] = from;
            register(this, "ploy_file_destroy", this.#file);
        } else {
            this.#pointer = scoped(() => raw.ploy_domain_create(allocStruct("ploy_domain_def", { name })));
            if (this.#pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
            register(this, "ploy_domain_destroy", this.#pointer);
            for (const [type, objects] of Object.entries(types)) this.#addType(type, objects);
            for (const [symbol, how] of Object.entries(symbols)) this.#addSymbol(symbol, typeof how === "string" ? { type: how } : how);
            for (const [action, how] of Object.entries(actions)) this.#addAction(action, how);
            for (const [goal, how] of Object.entries(goals)) this.#addGoal(goal, typeof how === "string" ? { condition: how } : how);
            scoped(() => checked((error) => raw.ploy_domain_compile(this.#pointer, error), `domain ${name}`));
        }
        for (const [called, closure] of Object.entries(calls)) this.bind(called, closure);
    }

    /** A domain of a file: the one of that name, or the first. */
    static load(path, name) {
        return Domain.#from(path, name, (error, file) => raw.ploy_file_load(0, allocText(files.resolve(path)), file, error));
    }

    /** The same from a text. */
    static parse(content, name) {
        return Domain.#from("text", name, (error, file) => {
            const bytes = new TextEncoder().encode(content);
            return raw.ploy_file_parse(0, allocBytes(bytes), bytes.length, file, error);
        });
    }

    static #from(where, name, open) {
        return scoped(() => {
            const out = alloc(4);
            checked((error) => open(error, out), where);
            const file = mem().getUint32(out, true), count = raw.ploy_file_domain_count(file);
            for (let i = 0; i < count; ++i) {
                const domain = raw.ploy_file_domain(file, i);
                if (name === undefined || textAt(raw.ploy_domain_name(domain)) === name) return new Domain({}, [file, domain]);
            }
            raw.ploy_file_destroy(file);
            throw new PloyError(`${where}: there is no domain ${name === undefined ? "" : show(name)}`, { status: "not-found" });
        });
    }

    get pointer() {
        return this.#pointer;
    }

    get name() {
        return textAt(raw.ploy_domain_name(this.#pointer));
    }

    #addType(name, objects) {
        scoped(() => {
            const list = allocWords(objects.map(allocText));
            checked((error) => raw.ploy_domain_add_type(this.#pointer, allocText(name), list, objects.length, 0, error), `type ${name}`);
        });
    }

    #addSymbol(name, { type = "bool", min, max, step, initial, of = [], planned, clamp }) {
        const number = VALUE_TYPES[type] ?? 3, scale = type === "decimal" ? 1000 : 1;
        const scaled = (value) => (value === undefined ? undefined : Math.round(value * scale));
        scoped(() => checked((error) => raw.ploy_domain_add_symbol(this.#pointer, allocStruct("ploy_symbol_def", {
            name, type: number, object_type: number === 3 ? type : null, min: scaled(min), max: scaled(max), step: scaled(step),
            initial: text(initial), of: [of].flat(), of_count: [of].flat().length, planned, clamp,
        }), 0, error), `symbol ${name}`));
    }

    #addAction(name, { params: list, pre, effect, cost, context, base, duration = 0, limit = 0, precedence, move }) {
        scoped(() => checked((error) => raw.ploy_domain_add_action(this.#pointer, allocStruct("ploy_action_def", {
            name, ...params(list), pre: text(pre), effect: text(effect), cost: text(cost), context: text(context), base: text(base),
            duration: micros(duration, "duration"), limit: micros(limit, "limit"), precedence, move,
        }), 0, error), `action ${name}`));
    }

    #addGoal(name, { params: list, condition, priority, relevant, hold }) {
        scoped(() => checked((error) => raw.ploy_domain_add_goal(this.#pointer, allocStruct("ploy_goal_def", {
            name, ...params(list), condition: text(condition), priority: text(priority), relevant: text(relevant), hold,
        }), 0, error), `goal ${name}`));
    }

    /** Binds a function to a name that `context` or "call:NAME" uses. */
    bind(name, closure) {
        const user = uses.push([new WeakRef(this), name]) - 1;
        this.bound[name] = closure;
        scoped(() => {
            const at = allocText(name);
            const asContext = raw.ploy_domain_bind_context(this.#pointer, at, callbackPointer("ploy_domain_bind_context.fn"), user);
            const asNumber = raw.ploy_domain_bind_number(this.#pointer, at, callbackPointer("ploy_domain_bind_number.fn"), user);
            if (asContext !== STATUS.PLOY_OK && asNumber !== STATUS.PLOY_OK) fail(asContext, 0, `call ${name}`);
        });
    }

    #names(kind) {
        const count = raw[`ploy_domain_${kind}_count`](this.#pointer);
        return scoped(() => {
            const info = alloc(bytesOf(`ploy_${kind}_info`));
            return Array.from({ length: count }, (_, i) => {
                raw[`ploy_domain_${kind}`](info, this.#pointer, i);
                return read(info, `ploy_${kind}_info`).name;
            });
        });
    }

    get actions() {
        return this.#names("action");
    }
    get goals() {
        return this.#names("goal");
    }
    get symbols() {
        return this.#names("symbol");
    }

    /** The names of a type's objects: an object of a port or a key is its index in this list. */
    objects(type) {
        const number = this.#names("type").indexOf(type);
        if (number < 0) throw new PloyError(`there is no type ${show(type)}`, { status: "not-found" });
        return scoped(() => {
            const info = alloc(bytesOf("ploy_type_info"));
            raw.ploy_domain_type(info, this.#pointer, number);
            const { object_count: count } = read(info, "ploy_type_info");
            return Array.from({ length: count }, (_, i) => textAt(raw.ploy_domain_object_name(this.#pointer, number, i)));
        });
    }

    /** The cheapest plan for a goal; without a goal, for the one of the highest priority that has a plan. start: text such
     *  as "hungry, at = field", or an object; what it leaves out has its initial value. */
    plan(query = {}) {
        return new Planner(this).plan(query);
    }

    /** Why this plan, or why none, in lines of English; with whyNot, why that action is not in the plan. */
    explain({ whyNot, maxSearches, ...query } = {}) {
        return call(this, () => scoped(() => {
            const def = allocStruct("ploy_explain_def", { domain: this.#pointer, max_searches: maxSearches });
            const asked = this.query(query);
            new Uint8Array(raw.memory.buffer).copyWithin(def + offsetOf("ploy_explain_def.query"), asked, asked + bytesOf("ploy_plan_query"));
            const out = alloc(4);
            let status;
            if (whyNot !== undefined) status = raw.ploy_explain_action(def, this.find("action", whyNot), 0, out);
            else if (query.goal === undefined) status = raw.ploy_explain_goals(def, 0, 0, out);
            else status = raw.ploy_explain_plan(def, out);
            if (status !== STATUS.PLOY_OK) fail(status, 0, "explain");
            const explanation = mem().getUint32(out, true);
            try {
                return printed((at, size) => raw.ploy_explanation_print(explanation, at, size));
            } finally {
                raw.ploy_explanation_destroy(explanation);
            }
        }));
    }

    find(kind, name) {
        const index = scoped(() => raw[`ploy_domain_find_${kind}`](this.#pointer, allocText(name))) >>> 0;
        if (index === NONE) throw new PloyError(`there is no ${kind} ${show(name)}`, { status: "not-found" });
        return index;
    }

    /** A query in memory of the scope. */
    query({ start = "", goal, args = [], search, maxNodes, maxDepth, noTwoMoves, without = [] } = {}) {
        const words = raw.ploy_domain_state_words(this.#pointer), state = alloc(8 * Math.max(words, 1));
        raw.ploy_state_init(this.#pointer, state);
        const set = typeof start === "string" ? start : Object.entries(start).map(([name, value]) => `${name} = ${value}`).join(", ");
        checked((error) => raw.ploy_state_parse(this.#pointer, state, allocText(set), error), "start");
        const options = { max_nodes: maxNodes, max_depth: maxDepth, no_two_moves: noTwoMoves };
        if (search !== undefined) {
            options.search = raw.ploy_search_find(allocText(search)) >>> 0;
            if (options.search === NONE) throw new PloyError(`there is no search ${show(search)}`, { status: "not-found" });
        }
        const index = goal === undefined ? 0 : this.find("goal", goal);
        let disabled = 0;
        if (without.length > 0) {
            const bits = new Uint8Array(8 * Math.ceil(raw.ploy_domain_action_count(this.#pointer) / 64));
            for (const action of without.map((name) => this.find("action", name))) bits[action >> 3] |= 1 << (action & 7);
            disabled = allocBytes(bits);
        }
        return allocStruct("ploy_plan_query", { start: state, goal: index, goal_args: this.#goalArgs(index, args), options, disabled });
    }

    #goalArgs(goal, args) {
        if (args.length === 0) return [];
        const info = alloc(bytesOf("ploy_goal_info"));
        raw.ploy_domain_goal(info, this.#pointer, goal);
        const { param_types: types } = read(info, "ploy_goal_info");
        return args.map((name, i) => {
            const object = raw.ploy_domain_find_object(this.#pointer, types[i], allocText(name)) >>> 0;
            if (object === NONE) throw new PloyError(`there is no object ${show(name)}`, { status: "not-found" });
            return object;
        });
    }

    /** A plan of a planner as an object. */
    readPlan(at) {
        const { status, goal, cost, steps, step_count: count, expanded, generated, proved, bound, search } = read(at, "ploy_plan");
        if (status === STATUS.PLOY_INVALID || status === STATUS.PLOY_OUT_OF_MEMORY) fail(status, 0, "plan");
        return {
            status: statusName(status), expanded, generated, proved, cost: cost / 1000, bound: bound / 1000, search: textAt(raw.ploy_search_name(search)),
            goal: status === STATUS.PLOY_FOUND || status === STATUS.PLOY_ALREADY ? describeGrounded(this.#pointer, "goal", goal, [0, 0, 0, 0]).name : null,
            steps: readAll(steps, count, "ploy_step").map((step) => {
                const { name, args } = describeGrounded(this.#pointer, "action", step.action, step.args);
                return { action: name, args, cost: step.cost / 1000 };
            }),
        };
    }
}

/** Plans in one domain again and again; it remembers what it computed for each goal. */
export class Planner {
    #domain;
    #pointer;
    constructor(domain, { maxNodes, reserveNodes } = {}) {
        this.#domain = domain;
        this.#pointer = scoped(() => raw.ploy_planner_create(allocStruct("ploy_planner_def", {
            domain: domain.pointer, max_nodes: maxNodes, reserve_nodes: reserveNodes,
        })));
        if (this.#pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
        register(this, "ploy_planner_destroy", this.#pointer, domain);
    }

    /** See Domain.plan. */
    plan(query = {}) {
        const domain = this.#domain;
        return call(domain, () => scoped(() => {
            const asked = domain.query(query);
            return domain.readPlan(query.goal === undefined ? raw.ploy_planner_plan_best(this.#pointer, asked, 0, 0) : raw.ploy_planner_plan(this.#pointer, asked));
        }));
    }

    /** The same in slices: begin, then update(maxNodes) until it returns a plan; null: in progress. */
    begin(query) {
        const status = call(this.#domain, () => scoped(() => raw.ploy_planner_begin(this.#pointer, this.#domain.query(query))));
        if (status === STATUS.PLOY_INVALID) fail(status, 0, "plan");
    }
    update(maxNodes) {
        const status = call(this.#domain, () => raw.ploy_planner_update(this.#pointer, maxNodes));
        return status === STATUS.PLOY_IN_PROGRESS ? null : this.end();
    }
    /** Cancels a search that is still in progress. */
    end() {
        return this.#domain.readPlan(raw.ploy_planner_end(this.#pointer));
    }
}

function evaluate(user, at, kind) {
    const [domain, name] = uses[user], evaluation = read(at, "ploy_evaluation");
    const args = evaluation.arg_count ? Array.from(new Uint32Array(raw.memory.buffer, evaluation.args, evaluation.arg_count)) : [];
    return domain.deref().bound[name](describeGrounded(evaluation.domain, kind, evaluation.owner, args));
}
onCallback("ploy_domain_bind_context.fn", guarded(0, (user, at) => (evaluate(user, at, "action") ? 1 : 0)));
onCallback("ploy_domain_bind_number.fn", guarded(0n, (user, at) => {
    const value = evaluate(user, at, "action");
    if (typeof value !== "number" || !Number.isFinite(value)) throw new PloyError(`call ${uses[user][1]} returns a number, not ${show(value)}`, { status: "invalid" });
    return BigInt(Math.round(value * 1000));
}));
