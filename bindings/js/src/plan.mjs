// The planner alone: domains, plans and explanations without a world.

import { NONE, Owner, PloyError, STATUS, alloc, allocBytes, allocStruct, allocText, allocWords, bytesOf, call, callbackPointer, checked, fail, files, guarded, mem, micros, offsetOf, onCallback, printed, raw, read, readAll, register, scoped, show, statusName, textAt, unregister } from "./runtime.mjs";
import { describeGrounded } from "./agent.mjs";
import { Objects, infoOf, objectIndices } from "./names.mjs";
import { State } from "./state.mjs";
import { fromValue, toValue } from "./values.mjs";

const VALUE_TYPES = { bool: 0, int: 1, decimal: 2 }, OBJECT = 3;
const uses = []; // of functions in domains: [a weak reference to the domain, the function's name]

const params = (list = {}) => {
    const all = Object.entries(list).map(([name, type]) => ({ name, type }));
    return { params: all, param_count: all.length };
};
const text = (value) => (value === undefined || value === null ? null : String(value));

/** A table of a domain: values that depend on objects and not on the state. Actions cannot change it; the game can. */
class Table {
    #domain;
    constructor(domain, name) {
        this.#domain = domain;
        this.name = name;
        this.#find();
    }

    /** Found again at each use: hot reload makes another domain. */
    #find() {
        const { pointer } = this.#domain, index = this.#domain.find("table", this.name);
        return { pointer, index, ...infoOf(pointer, "table", index) };
    }

    #cell({ pointer, of, of_count: count }, objects) {
        if (objects.length !== count) throw new PloyError(`table ${this.name} has ${count} ${count === 1 ? "index" : "indices"}, not ${objects.length}`, { status: "invalid" });
        return allocWords(objects.map((object, i) => new Objects(pointer, of[i]).find(object, `index ${i + 1} of table ${this.name}`)));
    }

    #values({ pointer, type, object_type: of }) {
        return type === OBJECT ? new Objects(pointer, of) : undefined;
    }

    /** The value of a cell: get("camp", "hill"). */
    get(...objects) {
        const table = this.#find();
        return scoped(() => fromValue(table.type, raw.ploy_domain_table_get(table.pointer, table.index, this.#cell(table, objects)), this.#values(table)));
    }

    /** Changes a cell: set(["camp", "hill"], 12). Costs and priorities have it at once, conditions and effects after compile. */
    set(objects, value) {
        this.#domain.mayChange("ploy_domain_table_set");
        const table = this.#find();
        scoped(() => {
            const set = toValue(table.type, value, `table ${this.name}`, this.#values(table));
            const status = raw.ploy_domain_table_set(table.pointer, table.index, this.#cell(table, [objects].flat()), set);
            if (status !== STATUS.PLOY_OK) fail(status, 0, `table ${this.name} (${show(value)})`);
        });
    }

    /** Changes cells by text: "camp hill = 12, camp lake = 5.5". On an error nothing changes. */
    parse(text) {
        this.#domain.mayChange("ploy_domain_table_parse");
        const { pointer, index } = this.#find();
        scoped(() => checked((error) => raw.ploy_domain_table_parse(pointer, index, allocText(text), error), `table ${this.name}`));
    }
}

/** What a domain contains, and what of it changes while a game runs: its tables, and objects that come and go. */
class DomainParts extends Owner {
    get name() {
        return textAt(raw.ploy_domain_name(this.pointer));
    }

    #names(kind) {
        return Array.from({ length: raw[`ploy_domain_${kind}_count`](this.pointer) }, (_, i) => infoOf(this.pointer, kind, i).name);
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

    find(kind, name) {
        const index = scoped(() => raw[`ploy_domain_find_${kind}`](this.pointer, allocText(name))) >>> 0;
        if (index === NONE) throw new PloyError(`there is no ${kind} ${show(name)}`, { status: "not-found" });
        return index;
    }

    /** The index of a type. */
    typeIndex(name) {
        const index = this.#names("type").indexOf(name);
        if (index < 0) throw new PloyError(`there is no type ${show(name)}`, { status: "not-found" });
        return index;
    }

    /** The names of a type's objects; of a spawned type those that exist. */
    objects(type) {
        const index = this.typeIndex(type), { names, isSpawned } = new Objects(this.pointer, index);
        return isSpawned ? names.filter((_, i) => raw.ploy_domain_object_exists(this.pointer, index, i) !== 0) : names;
    }

    /** A table by name. */
    table(name) {
        return new Table(this, name);
    }

    /** Makes one more object of a type exist, and returns its name: "tree.4". Call compile after the last change. */
    spawn(type) {
        this.mayChange("ploy_domain_spawn");
        const index = this.typeIndex(type);
        return scoped(() => {
            const object = alloc(4), status = raw.ploy_domain_spawn(this.pointer, index, object);
            if (status !== STATUS.PLOY_OK) fail(status, 0, `type ${type}`);
            return textAt(raw.ploy_domain_object_name(this.pointer, index, mem().getUint32(object, true)));
        });
    }

    /** Ends an object; a plan that needs it is over. */
    despawn(type, object) {
        this.mayChange("ploy_domain_despawn");
        const index = this.typeIndex(type);
        const status = raw.ploy_domain_despawn(this.pointer, index, new Objects(this.pointer, index).find(object, "object"));
        if (status !== STATUS.PLOY_OK) fail(status, 0, object);
    }

    exists(type, object) {
        const index = this.typeIndex(type);
        return raw.ploy_domain_object_exists(this.pointer, index, new Objects(this.pointer, index).find(object, "object")) !== 0;
    }

    /** Takes over what was spawned, despawned and set in tables that conditions and effects read. Once per frame. */
    compile() {
        this.mayChange("ploy_domain_compile");
        scoped(() => checked((error) => raw.ploy_domain_compile(this.pointer, error), `domain ${this.name}`));
    }
}

/** A domain of a world's files. Hot reload makes another one, and keeps what the game has changed. */
export class WorldDomain extends DomainParts {
    #world;
    #name;
    constructor(world, name) {
        super();
        this.#world = world;
        this.#name = name;
        this.pointer;
    }

    get pointer() {
        const all = this.#world.names.domains(), found = all.find((one) => this.#name === undefined || textAt(raw.ploy_domain_name(one)) === this.#name);
        if (found === undefined) throw new PloyError(`the world has no domain${this.#name === undefined ? "" : ` ${show(this.#name)}`}`, { status: "not-found" });
        return found;
    }

    mayChange(what) {
        if (this.#world.isTicking) throw new PloyError(`${what}: not inside a tick of the world`, { status: "not-supported" });
    }
}

/** What can be known, done and wanted: symbols, actions and goals. It is compiled when it is made. */
export class Domain extends DomainParts {
    #pointer;
    #file = 0;
    /** Held by all that read the domain: the library's memory is freed after the last of them. */
    memory = {};
    #worlds = [];
    #asked = null;
    #searches = new Set(); // planners whose search is in progress
    /** The functions of context and call:, by name. */
    bound = {};

    /** types: { place: ["house", "field"], tree: 300 } (so many trees at most, which are spawned); tables: { distance: { of:
     *  ["place", "place"], symmetric: true, cells: "house field = 4" } }; symbols: { hungry: "bool", at: "place", ammo: { type: "int", min: 0, max: 12 } };
     *  actions: { Eat: { pre: "hungry", effect: "not hungry", cost: 1 } }; goals: { BeFed: "not hungry" }. `calls` has
     *  the functions that context and "call:NAME" name: they get { name, args } and return a boolean or a number. */
    constructor({ name = "", types = {}, tables = {}, symbols = {}, actions = {}, goals = {}, calls = {} } = {}, from) {
        super();
        if (from) {
            [this.#file, this.#pointer] = from;
            register(this.memory, "ploy_file_destroy", this.#file);
        } else {
            this.#pointer = scoped(() => raw.ploy_domain_create(allocStruct("ploy_domain_def", { name })));
            if (this.#pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
            register(this.memory, "ploy_domain_destroy", this.#pointer);
            for (const [type, objects] of Object.entries(types)) this.#addType(type, objects);
            for (const [table, how] of Object.entries(tables)) this.#addTable(table, how);
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

    /** A world plans with it: then it changes only between its ticks. */
    usedBy(world) {
        this.#worlds.push(new WeakRef(world));
    }

    /** A search of a planner began or ended. */
    searching(planner, isSearching) {
        if (isSearching) this.#searches.add(planner);
        else this.#searches.delete(planner);
    }

    mayChange(what) {
        if (this.calls > 0 || this.#searches.size > 0) throw new PloyError(`${what}: not while a search is in progress`, { status: "not-supported" });
        if (this.#worlds.some((world) => world.deref()?.isTicking)) throw new PloyError(`${what}: not inside a tick of the world`, { status: "not-supported" });
    }

    #addType(name, objects) {
        scoped(() => {
            const isSpawned = typeof objects === "number", list = isSpawned ? 0 : allocWords(objects.map(allocText));
            checked((error) => raw.ploy_domain_add_type(this.#pointer, allocText(name), list, isSpawned ? objects : objects.length, 0, error), `type ${name}`);
        });
    }

    #addTable(name, { of, type = "decimal", min, max, initial = 0, symmetric, cells = "" }) {
        const number = VALUE_TYPES[type] ?? OBJECT, scale = type === "decimal" ? 1000 : 1;
        const scaled = (value) => (value === undefined ? undefined : Math.round(value * scale));
        scoped(() => {
            const out = alloc(4), types = [of].flat();
            checked((error) => raw.ploy_domain_add_table(this.#pointer, allocStruct("ploy_table_def", {
                name, type: number, object_type: number === OBJECT ? type : null, min: scaled(min), max: scaled(max),
                initial: number !== OBJECT ? scaled(Number(initial)) : initial === 0 ? 0 : new Objects(this.#pointer, this.typeIndex(type)).find(initial, `table ${name}`), of: types, of_count: types.length, symmetric,
            }), out, error), `table ${name}`);
            checked((error) => raw.ploy_domain_table_parse(this.#pointer, mem().getUint32(out, true), allocText(cells), error), `table ${name}`);
        });
    }

    #addSymbol(name, { type = "bool", min, max, step, initial, of = [], planned, clamp }) {
        const number = VALUE_TYPES[type] ?? OBJECT, scale = type === "decimal" ? 1000 : 1;
        const scaled = (value) => (value === undefined ? undefined : Math.round(value * scale));
        scoped(() => checked((error) => raw.ploy_domain_add_symbol(this.#pointer, allocStruct("ploy_symbol_def", {
            name, type: number, object_type: number === OBJECT ? type : null, min: scaled(min), max: scaled(max), step: scaled(step),
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

    /** A state to inspect and to change by actions; start as in plan. */
    state(start) {
        if (start instanceof State && start.domain !== this) throw new PloyError("the state is of another domain", { status: "invalid" });
        return new State(this, start);
    }

    /** The cheapest plan for a goal; without a goal, for the one of the highest priority that has a plan. start: text such
     *  as "hungry, at = field", an object or a State; what it leaves out has its initial value. */
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

    /** A query in memory of the scope. */
    query({ start = "", goal, args = [], search, maxNodes, maxDepth, noTwoMoves, without = [] } = {}) {
        const state = this.state(start);
        this.#asked = state; // as long as the search may read it
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
        return allocStruct("ploy_plan_query", { start: state.pointer, goal: index, goal_args: goal === undefined ? [] : objectIndices(this.#pointer, "goal", index, args), options, disabled });
    }

    /** A plan of a planner as an object. */
    readPlan(at) {
        const { status, goal, cost, steps, step_count: count, expanded, generated, proved, bound, search } = read(at, "ploy_plan");
        const unbound = status === STATUS.PLOY_INVALID ? textAt(raw.ploy_domain_find_unbound(this.#pointer)) : null;
        if (unbound) throw new PloyError(`plan: no function is bound to ${unbound}`, { status: "invalid" });
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
        register(this, "ploy_planner_destroy", this.#pointer, domain.memory);
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
        this.#domain.searching(this, true);
    }
    update(maxNodes) {
        const status = call(this.#domain, () => raw.ploy_planner_update(this.#pointer, maxNodes));
        return status === STATUS.PLOY_IN_PROGRESS ? null : this.end();
    }
    /** The best plan so far of an anytime search in progress; null: there is none yet. */
    best() {
        const plan = raw.ploy_planner_best(this.#pointer);
        return plan === 0 ? null : this.#domain.readPlan(plan);
    }
    /** Cancels a search that is still in progress. */
    end() {
        this.#domain.searching(this, false);
        return this.#domain.readPlan(raw.ploy_planner_end(this.#pointer));
    }
}

function evaluate(user, at) {
    const [domain, name] = uses[user], evaluation = read(at, "ploy_evaluation");
    const args = evaluation.arg_count ? Array.from(new Uint32Array(raw.memory.buffer, evaluation.args, evaluation.arg_count)) : [];
    return domain.deref().bound[name](describeGrounded(evaluation.domain, evaluation.is_goal ? "goal" : "action", evaluation.owner, args));
}
onCallback("ploy_domain_bind_context.fn", guarded(0, (user, at) => (evaluate(user, at) ? 1 : 0)));
onCallback("ploy_domain_bind_number.fn", guarded(0n, (user, at) => {
    const value = evaluate(user, at);
    if (typeof value !== "number" || !Number.isFinite(value)) throw new PloyError(`call ${uses[user][1]} returns a number, not ${show(value)}`, { status: "invalid" });
    return BigInt(Math.round(value * 1000));
}));
