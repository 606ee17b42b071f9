---@meta ploy
-- For editors: what the module has. generated.lua has the defs.

---@class ploy
---@field version string
local ploy = {}

--- A world owns agents and all that belongs to them. Order: bind, load, create agents, tick.
---@param def? ploy.world_def
---@return ploy.World
function ploy.world(def) end
--- A domain in code: add types, symbols, actions and goals, then compile.
---@param def? ploy.domain_def
---@return ploy.Domain
function ploy.domain(def) end
--- A file without a world, for a planner alone.
---@param path string
---@return ploy.File
function ploy.load_file(path) end
---@param text string
---@return ploy.File
function ploy.parse_file(text) end
--- cells: one string per row ('#' and '@' are blocked, digits are weights), or width, height and a list of weights.
---@param def ploy.grid_def
---@return ploy.Map
function ploy.grid(def) end
---@param def ploy.graph_def
---@return ploy.Map
function ploy.graph(def) end
--- Terrain from a seed: points joined to their neighbors, with hills and trees.
---@param def? ploy.terrain_def
---@return ploy.Terrain
function ploy.terrain(def) end
--- Who is near. cell: the side of a cell of the index, about half the usual radius, in the unit of positions.
---@param def? {cell?: number, capacity?: integer}
---@return ploy.Spatial
function ploy.spatial(def) end
--- The contents of a recording, as io.open(path, "rb"):read("*a") gives them.
---@param bytes string
---@return ploy.Recording
function ploy.recording(bytes) end
--- Gets every message that the library logs; nil: they go to stderr.
---@param log? fun(message: string)
function ploy.set_log(log) end

---@class ploy.World
---@field now number seconds since the world began
---@field ticks integer
---@field is_open boolean
local World = {}
--- Time goes on by dt seconds. Raises the first error that a callback raised.
---@param dt number
function World:tick(dt) end
--- Ends all agents and frees the world. Not inside a tick.
function World:close() end
--- Loading the same path again is hot reload.
---@param path string
function World:load_file(path) end
---@param name string
---@param text string
function World:load_text(name, text) end
--- All errors for which the world would refuse the text.
---@param name string
---@param text string
---@return ploy.error[]
function World:check_text(name, text) end
---@param def? ploy.agent_def
---@return ploy.Agent
function World:create_agent(def) end
--- for agent in world:agents() do … end
---@return fun(): ploy.Agent?
function World:agents() end
---@return ploy.Blackboard
function World:blackboard() end
---@param def ploy.activity_def
function World:add_activity(def) end
---@param def ploy.condition_def
function World:add_condition(def) end
---@param def ploy.scorer_def
function World:add_scorer(def) end
---@param def ploy.sensor_def
function World:add_sensor(def) end
---@param def ploy.node_def
function World:add_node(def) end
---@param text string
---@return integer
function World:add_reason(text) end
---@param def ploy.key_def
function World:add_key(def) end
---@param def ploy.fact_type_def
function World:add_fact_type(def) end
--- An agent type whose mind plans in a domain made in code.
---@param name string
---@param def ploy.goap_mind_def
function World:add_goap_mind(name, def) end
--- Names of numbers that scripts of behavior trees know: {RED = 1}. Before the files that use them.
---@param names table<string, integer>
function World:add_enum(names) end
--- A domain of the loaded files, for its objects and tables. It is changed between two ticks.
---@param name? string default: the only one
---@return ploy.WorldDomain
function World:domain(name) end
---@param def ploy.squads_def
function World:configure_squads(def) end
---@param def? ploy.squad_def
---@return ploy.Squad
function World:add_squad(def) end
---@param name string
---@return ploy.Squad?
function World:find_squad(name) end
--- The agent joins the nearest squad with a free place.
---@param agent ploy.Agent
function World:enlist(agent) end
--- Claims one of the slots of a resource until a time; false: others have them all.
---@param resource integer
---@param agent ploy.Agent
---@param slots? integer default 1
---@param until_time? number seconds; default: until it is released
---@return boolean
function World:claim(resource, agent, slots, until_time) end
---@param resource integer
---@param agent ploy.Agent
---@return boolean
function World:release(resource, agent) end
---@param resource integer
---@param agent ploy.Agent
---@param slots? integer
---@return boolean
function World:is_free(resource, agent, slots) end
--- How many agents have a slot of the resource.
---@param resource integer
---@return integer
function World:claims(resource) end
---@return string bytes
function World:save() end
--- Into a fresh world with the same callbacks and files. user_of gives each agent its user value.
---@param bytes string
---@param user_of? fun(agent: ploy.Agent): any
function World:load(bytes, user_of) end
--- 16 hexadecimal digits: worlds with equal hashes go on in the same way.
---@return string
function World:hash() end
--- Before the first agent.
---@param def ploy.record_def
function World:record(def) end
--- Lets a debugger of this machine attach, until the world is closed. Ask may_tick before each tick.
---@param def? ploy.attach_def
---@return string address for ploy attach and ploy view --live --attach
function World:attach(def) end
--- Executes what the debugger has sent. false: the world is paused; do not tick it, but ask again.
---@return boolean
function World:may_tick() end
---@return ploy.world_stats
function World:stats() end
--- Where the time has gone, in seconds, of a world that was made with a clock: ploy.world{clock = os.clock}.
---@return {ticks: integer, seconds: number, longest_tick: number, phases: table<string, number>, minds: table, sensors: table, activities: table, worst_agent?: ploy.Agent, worst_seconds: number}
function World:profile() end

---@class ploy.Agent
---@field user any a value of the game
---@field now number seconds
---@field dt number seconds since its last tick
---@field index integer from 1
---@field type string
---@field world ploy.World
---@field is_alive boolean
local Agent = {}
--- The value of a key on the agent's blackboard, or on those of its squad and world.
---@param key string
---@return boolean|number|string
function Agent:get(key) end
---@param key string
---@param value boolean|number|string
function Agent:set(key, value) end
---@param key string
function Agent:unset(key) end
---@return ploy.Blackboard
function Agent:blackboard() end
--- true: the fact is new.
---@param fact {type: string, belief?: number, values: table<string, boolean|number>}
---@return boolean
function Agent:remember(fact) end
--- A value of the query may be a range: {from, to}.
---@param query {type: string, values?: table, min_belief?: number, max_age?: number}
---@return {belief: number, age: number, values: table}[]
function Agent:facts(query) end
--- The most believed fact that matches.
---@return {belief: number, age: number, values: table}?
function Agent:best_fact(query) end
---@return integer
function Agent:count_facts(query) end
---@return integer
function Agent:forget(query) end
function Agent:destroy() end
--- What it does and why, in English.
---@return string
function Agent:why() end
---@param min integer
---@param max integer
---@return integer
function Agent:random(min, max) end
---@return number x
---@return number y
function Agent:position() end
---@param x number
---@param y number
function Agent:set_position(x, y) end
---@param sensor integer from 1, in the order they were added
---@param is_on boolean
function Agent:set_sensor(sensor, is_on) end
--- Level of detail: it senses and thinks only in every pace-th of its ticks, 1 to 256, and acts in all of them.
---@param pace integer
function Agent:set_pace(pace) end
--- Begins the mind of another agent of the world; nil: nothing decides for it. Inside a tick, when it ends.
---@param other? ploy.Agent
function Agent:set_mind(other) end
--- return agent:fail("the door is locked")
---@param reason string
---@return "failure"
function Agent:fail(reason) end
--- Pursues this goal above all others. Objects by name.
---@param goal string
---@param ... string
function Agent:push(goal, ...) end
function Agent:abort() end
function Agent:replan() end
---@return string? goal
---@return string ... its arguments
function Agent:goal() end
---@return string? action
---@return string ... its arguments
function Agent:action() end
---@return number progress of the action, 0 to 1
function Agent:progress() end
---@return string[] steps, the running one first
function Agent:plan() end
---@param goal string
---@return number
function Agent:priority(goal) end
---@return ploy.Squad?
function Agent:squad() end
---@return ploy.order?
function Agent:order() end
---@param state "done"|"failed"|"overruled"
function Agent:report(state) end
---@return boolean
function Agent:leave_squad() end

--- What a callback gets besides the agent. Valid until the callback returns.
---@class ploy.Call
---@field elapsed number seconds since start
---@field duration number seconds, from the data
---@field name string of the activity, condition, scorer or node
---@field child_count integer in nodes
---@field is_start boolean in nodes: the node is entered
local Call = {}
---@param port string
---@return boolean|number|string
function Call:get(port) end
---@param port string
---@param value boolean|number|string
function Call:set(port, value) end
--- A 32-bit number of this run; the def's data_bytes says how many there are, 4 bytes each. Saved with the world.
---@param index integer from 1
---@return integer
function Call:data(index) end
---@param index integer
---@param value integer
function Call:set_data(index, value) end
---@param child integer from 1
---@return ploy.outcome
function Call:tick_child(child) end
---@param child integer
---@return boolean is_done
function Call:halt_child(child) end
---@param child integer
---@return boolean
function Call:is_child_running(child) end

---@class ploy.Blackboard
local Blackboard = {}
function Blackboard:get(key) end
function Blackboard:set(key, value) end
function Blackboard:unset(key) end
--- key nil: all keys.
---@param key string?
---@param observer fun(key: string, value: any)
---@return integer subscription
function Blackboard:subscribe(key, observer) end
---@param subscription integer
---@return boolean
function Blackboard:unsubscribe(subscription) end

---@class ploy.Squad
local Squad = {}
---@param agent ploy.Agent
function Squad:join(agent) end
---@return ploy.Agent[]
function Squad:members() end
---@param task ploy.squad_task_def
---@return integer number
function Squad:queue(task) end
---@return ploy.squad_task_info?
function Squad:task() end
---@param number? integer nil: all
---@return boolean
function Squad:abort(number) end
---@return ploy.Blackboard
function Squad:blackboard() end
---@return string
function Squad:why() end
function Squad:destroy() end

--- The objects and tables of a domain, by name. What was changed is compiled before anything plans with it.
---@class ploy.WorldDomain
---@field name string
local WorldDomain = {}
---@return string[]
function WorldDomain:types() end
--- The objects of a type that exist.
---@param type string
---@return string[]
function WorldDomain:objects(type) end
--- Does a spawned object exist, such as "tree.3"?
---@param object string
---@return boolean
function WorldDomain:exists(object) end
--- An object of a type with a capacity begins to exist.
---@param type string
---@return string object "tree.3"
function WorldDomain:spawn(type) end
--- It ends to exist. An agent whose plan needs it plans again.
---@param object string
function WorldDomain:despawn(object) end
--- domain:cell("distance", "camp", "hill")
---@param table string
---@param ... string objects
---@return boolean|number|string
function WorldDomain:cell(table, ...) end
--- domain:set_cell("distance", "camp", "hill", 12)
---@param table string
---@param ... boolean|number|string objects, then the value
function WorldDomain:set_cell(table, ...) end
--- domain:set_cells("distance", "camp hill = 12, camp lake = 5.5")
---@param table string
---@param text string
function WorldDomain:set_cells(table, text) end

---@class ploy.Domain: ploy.WorldDomain
local Domain = {}
---@param name string
---@param objects string[]|integer names, or room for this many that are spawned while the game runs
function Domain:add_type(name, objects) end
---@param def ploy.table_def
function Domain:add_table(def) end
---@param def ploy.symbol_def
function Domain:add_symbol(def) end
---@param def ploy.action_def
function Domain:add_action(def) end
---@param def ploy.goal_def
function Domain:add_goal(def) end
function Domain:compile() end
---@param name string
---@param context fun(...: string): boolean gets the arguments of the action
function Domain:bind_context(name, context) end
---@param name string
---@param number fun(...: string): number
function Domain:bind_number(name, number) end
---@param def? ploy.planner_def
---@return ploy.Planner
function Domain:planner(def) end
--- Why this plan, or why none; with why_not: why not that action.
---@param query? ploy.query
---@return {text: string, status: ploy.status, cost: number, steps: ploy.Step[], why_not?: ploy.why_not_reason}
function Domain:explain(query) end
--- Do the preconditions of an action hold? A state is text: "ammo = 2, at = camp".
---@param state string
---@param action string
---@param ... string objects
---@return boolean
function Domain:applicable(state, action, ...) end
--- The state after an action.
---@param state string
---@param action string
---@param ... string objects
---@return string
function Domain:apply(state, action, ...) end
--- Does a goal hold?
---@param state string
---@param goal string
---@param ... string objects
---@return boolean
function Domain:meets(state, goal, ...) end
---@return string[]
function Domain:actions() end
---@return string[]
function Domain:goals() end
---@return string[]
function Domain:symbols() end

---@class ploy.query
---@field start? string "hungry, at = camp"; default: the initial state
---@field goal? string default: the goal of the highest priority that has a plan
---@field args? string[] of the goal
---@field disabled? string[] actions
---@field must_use? string an action
---@field search? ploy.search
---@field max_nodes? integer
---@field max_depth? integer
---@field repeat_cost? number
---@field no_two_moves? boolean
---@field why_not? string of explain: an action
---@field why_not_args? string[]

---@class ploy.Step
---@field action string
---@field args string[]
---@field cost number

---@class ploy.Plan
---@field status ploy.status
---@field goal string?
---@field cost number
---@field steps ploy.Step[]
---@field proved boolean
---@field expanded integer

---@class ploy.Planner
local Planner = {}
---@param query? ploy.query
---@return ploy.Plan
function Planner:plan(query) end
---@param query ploy.query
---@return ploy.status
function Planner:begin(query) end
---@param max_nodes integer
---@return ploy.status
function Planner:update(max_nodes) end
--- The best plan so far of an anytime search in progress.
---@return ploy.Plan?
function Planner:best() end
---@return ploy.Plan
function Planner:finish() end

---@class ploy.File
local File = {}
---@param name? string default: the first
---@return ploy.Domain
function File:domain(name) end
---@return {name: string, mind: string, domain?: string, state?: string}[]
function File:agents() end

--- A grid or a graph with its obstacles. Nodes are numbers from 0.
---@class ploy.Map
---@field node_count integer
local Map = {}
--- nil and the status without a path.
---@param query ploy.path_query
---@return integer[]? nodes
---@return integer cost
function Map:find(query) end
---@param node integer
function Map:block(node) end
---@param node integer
function Map:unblock(node) end
---@param node integer
---@return boolean
function Map:is_blocked(node) end
---@param x integer
---@param y integer
---@return integer
function Map:cell(x, y) end
---@param cell integer
---@return integer x
---@return integer y
function Map:xy(cell) end
---@param from integer
---@param to integer
---@return boolean
function Map:sees(from, to) end
---@param path integer[]
---@return integer[]
function Map:smooth(path) end

--- The cost to get to a node from each node, the first at 1; -1: there is no path.
---@param to integer
---@return integer[]
function Map:distances(to) end
--- The node of a graph nearest to a point that is not blocked.
---@param x integer
---@param y integer
---@return integer?
function Map:nearest(x, y) end
---@param def? ploy.path_service_def
---@return ploy.PathService
function Map:path_service(def) end

--- Paths for many agents, as many per update as its limits allow. A request is a number.
---@class ploy.PathService
local PathService = {}
---@param from integer
---@param to integer
---@param owner? integer whose newer request replaces the older one
---@param options? {priority?: integer, max_nodes?: integer, partial?: boolean, method?: ploy.path_method, agent_size?: integer}
---@return integer request
function PathService:request(from, to, owner, options) end
---@param request integer
---@return boolean
function PathService:cancel(request) end
--- Answers requests until a limit is reached. Without a function: poll them.
---@param done? fun(request: integer, status: ploy.status, nodes: integer[]?, cost: integer, owner: integer)
function PathService:update(done) end
--- "in-progress" while it waits; "invalid": it was dropped, or answered before the last update.
---@param request integer
---@param into? integer[] is filled with the nodes
---@return ploy.status
---@return integer[]? nodes
---@return integer? cost
function PathService:poll(request, into) end
---@return ploy.path_service_stats
function PathService:stats() end
---@return string bytes
function PathService:save() end
--- Into a service made like the saved one, on the same map with the same obstacles.
---@param bytes string
function PathService:load(bytes) end

--- Lists are flat; nodes count from 0.
---@class ploy.Terrain
---@field node_count integer
local Terrain = {}
---@return integer[] x, y, x, y, …
function Terrain:positions() end
---@return integer[]
function Terrain:elevations() end
---@return integer[] three nodes per triangle
function Terrain:triangles() end
---@return integer[] from, to, cost, …
---@return boolean is_bidirectional each edge leads back, too
function Terrain:edges() end
---@param node integer
---@return boolean
function Terrain:has_tree(node) end
---@return ploy.Map
function Terrain:graph() end
---@param map ploy.Map
function Terrain:block_trees(map) end

--- Positions and lengths are in the unit of Agent:position; points count from 1.
---@class ploy.Spatial
local Spatial = {}
--- Replaces what the index holds.
---@param positions number[] x, y, x, y, …
---@param masks? integer[]|integer bits that say what each point is, default 1; 0: it is not there
function Spatial:build(positions, masks) end
--- The points within a radius (nil: any distance).
---@param x number
---@param y number
---@param radius? number
---@param options? ploy.spatial_options
---@param into? integer[] is filled instead of a new list
---@return integer[] points
---@return integer count
function Spatial:find(x, y, radius, options, into) end
---@param x number
---@param y number
---@param radius? number
---@param options? ploy.spatial_options
---@return integer? point
function Spatial:nearest(x, y, radius, options) end

---@class ploy.spatial_options
---@field mask? integer points with one of these bits
---@field without? integer a point that is left out
---@field facing_x? number the middle of a cone
---@field facing_y? number
---@field cosine? number of half the angle of the cone: 0.5 is 120 degrees
---@field always? number within this distance outside of the cone, too
---@field nearest_first? boolean
---@field max_count? integer
---@field map? ploy.Map a grid: only points that a line of sight reaches
---@field grid_unit? number the side of its cells, default 1

---@class ploy.Recording
local Recording = {}
---@return ploy.debugged_agent[]
function Recording:agents() end
--- The bytes that the game has put into the recording under a name.
---@param name string
---@return string?
function Recording:note(name) end
---@return ploy.recording_info
function Recording:info() end
--- for tick, event in recording:events() do print(tick, event.kind) end
---@param from? integer
---@return fun(): integer, table
function Recording:events(from) end
---@param query ploy.debug_query
---@return {text: string, json: string, is_same: boolean}
function Recording:query(query) end
---@return {text: string, json: string, problem_count: integer}
function Recording:find_problems() end

return ploy
