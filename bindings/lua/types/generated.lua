---@meta
-- Made by bindings/lua/generate.mjs from bindings/interface.json: change those.
-- Times are seconds, and costs, priorities and decimals the numbers themselves, although the texts are those of C.

---@alias ploy.status
---| '"ok"'
---| '"in-progress"'
---| '"found"'
---| '"already"'
---| '"not-found"'
---| '"out-of-nodes"'
---| '"out-of-depth"'
---| '"out-of-memory"'
---| '"cancelled"'
---| '"partial"'
---| '"invalid"'
---| '"full"'
---| '"not-supported"'

---@alias ploy.value_type
---| '"bool"' # 0 or 1
---| '"int"' # the number itself
---| '"decimal"' # fixed point (1/1000): 1.5 is 1500
---| '"object"' # of a symbol: the index of an object of its type; elsewhere: a handle of the game
---| '"float"' # decimal floating point, made by ploy_value_of_float; of blackboard keys and ports only
---| '"string"' # text in UTF-8 that ends with a zero byte; of blackboard keys and ports only
---| '"struct"' # a struct that only the game knows (<ploy/blackboard.h>); of blackboard keys and ports only

--- What a file uses and the game has not bound or added.
---@alias ploy.missing
---| '"nothing"' # the error is about something else
---| '"activity"'
---| '"condition"'
---| '"scorer"'
---| '"node"'
---| '"sensor"'
---| '"call"' # of a domain: a condition (context=) or a scorer (call:)
---| '"name"' # in an expression: a blackboard key, a condition or a scorer
---| '"port"' # of ploy_error.owner; "": of whatever the place in the file names
---| '"key"'
---| '"struct"' # a type of keys
---| '"fact-type"'
---| '"attribute"' # of the fact type ploy_error.owner

--- Which events a sink gets.
---@alias ploy.trace_level
---| '"default"' # of agents and minds: everything; of recorders: basic
---| '"none"'
---| '"basic"' # a few events per decision; see also ploy_trace.wants_values
---| '"everything"' # events per search node, and what each tick took

---@alias ploy.trace_kind
---| '"search-begun"'
---| '"node-reached"'
---| '"node-expanded"'
---| '"search-ended"'
---| '"plan-requested"'
---| '"plan-found"'
---| '"plan-step"'
---| '"plan-failed"'
---| '"goal-evaluated"'
---| '"goal-chosen"'
---| '"decision-goal"'
---| '"decision-begun"'
---| '"decision-limits"'
---| '"decision-state"'
---| '"decision-off"'
---| '"decision-no"'
---| '"decision-cost"'
---| '"goal-started"'
---| '"goal-finished"'
---| '"goal-aborted"'
---| '"goal-held"'
---| '"action-started"'
---| '"action-finished"'
---| '"action-aborted"'
---| '"plan-repaired"'
---| '"utility-scored"'
---| '"consideration-read"'
---| '"utility-chosen"'
---| '"state-changed"'
---| '"variable-read"'
---| '"state-weighed"'
---| '"blackboard-written"'
---| '"fact-added"'
---| '"fact-refreshed"'
---| '"fact-value"'
---| '"fact-forgotten"'
---| '"agent-enlisted"'
---| '"squad-joined"'
---| '"squad-left"'
---| '"squad-task-begun"'
---| '"squad-task-phase"'
---| '"squad-task-ended"'
---| '"squad-role-given"'
---| '"order-given"'
---| '"order-ended"'
---| '"path-requested"'
---| '"path-answered"'
---| '"path-dropped"'
---| '"tick-begun"'
---| '"tick-ended"'
---| '"agent-created"'
---| '"agent-gone"'
---| '"mind-given"'
---| '"sensed"'
---| '"activity-started"'
---| '"activity-ended"'
---| '"activity-halted"'
---| '"bt-node"'
---| '"blackboard-text"'
---| '"command-text"'
---| '"command"'
---| '"plan-taken"'
---| '"blackboard-parent"'
---| '"object-spawned"'
---| '"object-despawned"'
---| '"table-cell"'
---| '"table-detour"'

--- How belief falls with age.
---@alias ploy.decay
---| '"halving"' # halves every decay_time, linearly in between
---| '"linear"' # falls from certain to zero in decay_time
---| '"none"' # does not fall: the fact stays until it is forgotten on request

--- Why a memory forgot a fact, for the trace.
---@alias ploy.forget_reason
---| '"decayed"' # its belief fell below the floor of its type
---| '"crowded"' # its type was full, and it was the least believed
---| '"requested"' # the caller asked for it

--- The status of an activity or of a node of a behavior tree.
---@alias ploy.outcome
---| '"running"'
---| '"success"'
---| '"failure"'
---| '"skipped"' # of a node of a behavior tree that did not run, never of an activity

--- A text of an action or a goal.
---@alias ploy.part
---| '"pre"' # an action's precondition: clauses that must all hold
---| '"effect"' # an action's effects
---| '"cost"' # an action's cost: one clause
---| '"condition"' # a goal's condition: clauses that must all hold
---| '"priority"' # a goal's priority: one clause
---| '"relevant"' # a goal's relevance: clauses that must all hold

---@alias ploy.search
---| '"auto"'
---| '"astar"'
---| '"regressive"'
---| '"bnb"'
---| '"greedy"'
---| '"utility"'
---| '"anytime"'
---| '"blind"'
---| '"hmax"'
---| '"lmcut"'

---@alias ploy.curve_kind
---| '"linear"'
---| '"polynomial"'
---| '"logistic"'
---| '"logit"'
---| '"step"'
---| '"piecewise"'

---@alias ploy.input_kind
---| '"constant"'
---| '"key"'
---| '"scorer"'
---| '"expression"'
---| '"fact-count"'
---| '"fact-belief"'
---| '"fact-age"'

---@alias ploy.combine
---| '"product"'
---| '"sum"'
---| '"plain"'
---| '"min"'
---| '"max"'

---@alias ploy.choice
---| '"best"' # the highest score, the first of equals
---| '"random"' # at random, weighted by score, from the agent's own random numbers

---@alias ploy.goap_event_kind
---| '"action-started"'
---| '"action-finished"'
---| '"action-aborted"'
---| '"goal-started"'
---| '"goal-finished"'
---| '"goal-aborted"'
---| '"goal-held"'
---| '"plan-taken"'

---@alias ploy.goap_reason
---| '"none"'
---| '"failed"'
---| '"overdue"'
---| '"context"'
---| '"broken"'
---| '"satisfied"'
---| '"interrupted"'
---| '"irrelevant"'
---| '"no-plan"'
---| '"requested"'
---| '"replaced"'
---| '"ended"'
---| '"gone"'

---@alias ploy.goal_status
---| '"unevaluated"'
---| '"irrelevant"'
---| '"met"'
---| '"lower"'
---| '"searching"'
---| '"no-plan"'
---| '"refused"'
---| '"pursued"'
---| '"held"'

--- The parts of a tick, in order.
---@alias ploy.phase
---| '"squads"' # reservations and squads
---| '"sense"' # agents get the time, sensors update
---| '"think"' # with the former in one, when there are no sensors
---| '"work"' # searches
---| '"act"' # minds that act on the workers
---| '"apply"' # minds that act on one thread, and deferred calls
---| '"settle"' # agents come and go, minds change

---@alias ploy.blocker_kind
---| '"goal"' # a condition of the goal; removed: not required
---| '"pre"' # a condition of an action; removed: not required, and effects that it keeps in range clamp
---| '"context"' # an action's context does not hold; removed: it holds for all arguments
---| '"disabled"' # the action is disabled in the query; removed: it is not
---| '"unlisted"' # likewise, because the agent does not have the action
---| '"range"' # an effect would leave the range of its symbol; removed: it clamps

---@alias ploy.why_not_reason
---| '"in-plan"'
---| '"blocked"'
---| '"costs-more"'
---| '"tie"'
---| '"no-use"'
---| '"dead-end"'
---| '"no-plan"'
---| '"already"'
---| '"not-settled"'

---@alias ploy.goal_outcome
---| '"chosen"'
---| '"lower"'
---| '"priority"'
---| '"irrelevant"'
---| '"met"'
---| '"no-plan"'
---| '"cut-short"'
---| '"held"'

---@alias ploy.path_method
---| '"auto"' # the fastest that the map has: landmarks, jump points
---| '"plain"' # A* with the straight-line heuristic alone. The costs of paths are the same
---| '"near"' # By the graph's hierarchy: a path in a small part of the time, a few percent longer than the cheapest. It leads round obstacles. Without a hierarchy, with area costs, between near nodes: as PLOY_PATH_AUTO.

--- Which inner state is entered when a state that contains others is entered again.
---@alias ploy.fsm_history
---| '"none"' # its initial state
---| '"shallow"' # the inner state that was last active; that one starts at its own initial state
---| '"deep"' # the innermost state that was last active

--- What must have happened to the activities of the state that a transition leaves.
---@alias ploy.fsm_on
---| '"anything"' # no matter what; they may still be running
---| '"success"' # all have succeeded
---| '"failure"' # at least one has failed
---| '"end"' # all have ended

--- How the sets of an output become one number.
---@alias ploy.fuzzy_by
---| '"centroid"' # from 101 samples over all sets of the output (default)
---| '"average"' # of the midpoints, weighted by strength; costs less

---@alias ploy.htn_ranking
---| '"order"' # the first plan in order of the methods
---| '"cost"' # the plan with the lowest cost, the first of equals. Searches all plans

---@alias ploy.htn_subtask_kind
---| '"pause"'
---| '"action"' # of the domain
---| '"task"'

--- Why a request is never answered, for the trace.
---@alias ploy.path_drop
---| '"stale"' # its owner made a newer request
---| '"cancelled"'

--- What a squad can do. No task waits for a member that died, failed or overruled its order.
---@alias ploy.squad_task_kind
---| '"none"'
---| '"patrol"'
---| '"attack"'
---| '"flank"'
---| '"go-to"'
---| '"formation"'
---| '"rendezvous"'
---| '"advance"'
---| '"follow"'

---@alias ploy.squad_task_end
---| '"done"'
---| '"failed"'
---| '"lost"'
---| '"aborted"'

---@alias ploy.order_kind
---| '"none"'
---| '"move"'
---| '"hold"'
---| '"attack"'
---| '"cover"'
---| '"follow"'
---| '"lead"'

---@alias ploy.order_state
---| '"open"'
---| '"done"'
---| '"failed"'
---| '"overruled"'
---| '"late"'
---| '"withdrawn"'

---@alias ploy.role
---| '"member"'
---| '"leader"'
---| '"flanker"'
---| '"base"'
---| '"first"'
---| '"second"'

--- The attributes of the fact that an order is. A member has one such fact per squad: a new order replaces the old one, and it is forgotten when the order ends.
---@alias ploy.order_attribute
---| '"squad"' # identifies; an object: generation << 32 | index1
---| '"number"'
---| '"task"' # a ploy_squad_task_kind
---| '"type"' # a ploy_order_kind
---| '"role"'
---| '"place"'
---| '"target"'
---| '"issued"'
---| '"deadline"'

---@alias ploy.terrain_shape
---| '"rectangle"'
---| '"disk"' # the largest in the middle of the rectangle

--- What is wrong with a piece of data, and where. Functions that take one accept NULL.
---@class ploy.error
---@field line? integer from 1; 0: not known
---@field column? integer from 1, in bytes; 0: not known
---@field message? string what is wrong; empty: no error
---@field hint? string what would be right; may be empty
---@field missing? ploy.missing for tools: what the game would have to bind or add
---@field name? string of what is missing
---@field owner? string of a port or an attribute

---@class ploy.scheduler_def
---@field workers? integer 1 .. 64, default 4. The thread that waits for a task counts: one fewer is started

---@class ploy.blackboard_keys_def
---@field trace? any of all their blackboards, must outlive them; NULL: none

--- A type of struct that only the game knows, say a pose. Keys of the type hold its bytes. Two values are equal if all bytes are, so zero a struct before you fill it if it has padding. It must not own memory.
---@class ploy.struct_def
---@field name? string copied; unique, and not one of bool, int, decimal, object, string and any
---@field bytes? integer its size, 1 .. PLOY_STRUCT_BYTES
---@field parse? function Reads the text of a file or a save into `made`, which is zeroed. false: the text is wrong. Required.
---@field print? function Writes it so that parse gives the same bytes again, in less than PLOY_STRUCT_TEXT bytes. Returns the length, like snprintf. Saves, hashes and recordings have this text, so they agree on every machine. Required.

---@class ploy.key_def
---@field name? string copied; must be unique
---@field type? ploy.value_type default bool
---@field initial? any what a read gives where no blackboard has it set; default 0, "" or a zeroed struct. Copied
---@field scopes? integer bit s: blackboards of scope s can hold it, 4 (bool), 8 (number) or 12 bytes each; default all
---@field is_volatile? boolean changes all the time: traced only at level everything. Default false
---@field struct_type? string of type PLOY_VALUE_STRUCT: the name of the struct
---@field object_type? string Of type PLOY_VALUE_OBJECT or PLOY_VALUE_INT: what it is a handle of, so that recordings and debuggers can name it. "agent": index1 of a ploy_agent_id, its generation in the upper 32 bits or 0. A type of the agent's domain: the index of an object. Any other word, say "door": what the game numbers in the lower 32 bits, from 1; shown as "door 3". Copied. Default NULL: an object key takes the type of the symbol that has its name; without one, and for ints, a number is shown.
---@field value_names? string Of type PLOY_VALUE_INT: words for its values from 0, separated by spaces, say "home carried dropped", so that recordings and debuggers can name them. Other values stay numbers. Copied. Default NULL: a number.

---@class ploy.blackboard_def
---@field keys? any required
---@field scope? integer default PLOY_SCOPE_AGENT
---@field parent? any of a higher scope and the same keys; NULL: none
---@field agent? integer for the trace: index plus one; 0: no agent

---@class ploy.fact_attribute
---@field name? string copied
---@field type? ploy.value_type
---@field identifies? boolean facts that agree in all attributes marked so are one fact
---@field object_type? string Of type PLOY_VALUE_OBJECT or PLOY_VALUE_INT, as in ploy_key_def, so that recordings can name it; also "agent_index": the index of an agent, from 0. Copied.
---@field value_names? string of type PLOY_VALUE_INT, as in ploy_key_def. Copied

---@class ploy.fact_type_def
---@field name? string copied; must be unique
---@field attributes? ploy.fact_attribute[]
---@field capacity? integer facts of the type in one memory, 1 .. 65,536, default 32. Memory grows as facts come
---@field decay? ploy.decay default halving
---@field decay_time? number microseconds, 1,000 .. 2^28 * 1,000 (3 days), default 10 seconds; rounded up to a millisecond (seconds here)
---@field floor? integer a fact believed less than this is forgotten, 1 .. 1,000, default 50
---@field is_volatile? boolean changes all the time: traced only at level everything. Default false

---@class ploy.fact_types_def
---@field trace? any of all their memories, must outlive them; NULL: none

---@class ploy.memory_def
---@field fact_types? any required
---@field agent? integer for the trace: index plus one; 0: no agent

---@class ploy.fact_query
---@field type? integer
---@field given? integer bit a: the fact must have attribute a, between min[a] and max[a]
---@field min_belief? integer 0: any
---@field source? integer PLOY_NONE: any
---@field max_age? number microseconds; INT64_MAX: any (seconds here)
---@field min? integer[]
---@field max? integer[]

--- An activity: something that an agent does over time. One run calls start once, update in each tick while the activity is running, and then exactly one of finished (it ended with success or failure) and halt (its mind stopped it).
---@class ploy.activity_def
---@field name? string copied; unique among activities
---@field ports? string declared as above, copied; NULL: none
---@field port_count? integer counted when it is added
---@field data_bytes? integer size of ploy_call.data, a multiple of 4, at most 64; default 0. Its fields are 32-bit numbers: saves and hashes read it as words, the same on every machine
---@field viable? function may a plan use it now? Before planning, on any thread, reads only. NULL: yes
---@field start? function NULL: returns PLOY_RUNNING
---@field valid? function before each update; false halts the activity, which then fails. NULL: true
---@field update? function NULL: PLOY_SUCCESS once the duration has passed
---@field finished? function NULL: does nothing
---@field halt? function PLOY_RUNNING: called again in the next tick. NULL: halts at once
---@field progress? function 0 to 1000 (done). NULL: elapsed time divided by duration
---@field parallel? boolean its callbacks may run on any thread, as below; default false

--- A condition: true or false, for minds and domains. Reads only.
---@class ploy.condition_def
---@field name? string copied; unique among conditions
---@field ports? string declared as above, copied; NULL: none
---@field port_count? integer counted when it is added
---@field test? function required
---@field pure? boolean the result depends on the ports alone: it is evaluated again only after one of their keys changed

--- The game's own control node or decorator: a node of a behavior tree that decides which of its children run. `tick` is called when the node is entered and then in every tick while it is running. When it ends, the tree halts the children that still run; that may take ticks, in which `tick` is not called.
---@class ploy.node_def
---@field name? string copied; unique among nodes
---@field ports? string declared as above, copied; NULL: none
---@field port_count? integer counted when it is added
---@field min_children? integer default 1
---@field max_children? integer 1: a decorator; default and at most 64
---@field data_bytes? integer size of ploy_call.data, a multiple of 4, at most 64; kept from run to run, zeroed at first
---@field tick? function required
---@field parallel? boolean may run on any thread, like a parallel activity

--- A scorer: a number in fixed point (1/1000), for minds and domains. Reads only.
---@class ploy.scorer_def
---@field name? string copied; unique among scorers
---@field ports? string declared as above, copied; NULL: none
---@field port_count? integer counted when it is added
---@field score? function required

--- A sensor: writes what the game knows to an agent's blackboard and working memory, at its own interval. The world (<ploy/world.h>) updates it for each agent. A file may set the times: <sensor name="eyes" interval="0.2"/>.
---@class ploy.sensor_def
---@field name? string copied; unique among sensors
---@field sense? function required
---@field interval? number microseconds between two updates of an agent; 0: every tick of the agent (default) (seconds here)
---@field offset? number microseconds: the agent with index i first updates (i * offset) modulo interval after its creation; default 16,667; PLOY_OFF: all agents update in the same tick (seconds here)
---@field parallel? boolean may run on any thread; it changes only its own agent's blackboard, memory and user data, and reads no other agent's memory or time

---@class ploy.bindings_def

--- What a domain may grow to. A domain beyond a limit is refused with an error. 0: the default.
---@class ploy.limits
---@field variables? integer variables of all symbols together, default 4,096
---@field values? integer values of one symbol, default 65,536
---@field operators? integer grounded actions, one for each alternative of their preconditions, default 65,536
---@field alternatives? integer of one condition in disjunctive normal form, default 1,024
---@field depth? integer of nested parentheses and operators in one expression, default 64, at most 250

---@class ploy.domain_def
---@field name? string default ""
---@field limits? ploy.limits

---@class ploy.symbol_def
---@field name? string
---@field type? ploy.value_type default bool
---@field object_type? string PLOY_VALUE_OBJECT: the type whose objects are its values
---@field min? any int: the number itself; decimal: fixed point (1/1000)
---@field max? any int: the number itself; decimal: fixed point (1/1000)
---@field step? any decimal: fixed point (1/1000) between two values, default 1
---@field initial? string as text: "true", "3", "0.5", an object's name; NULL: false, min, first object
---@field of? string[] types that index it
---@field planned? boolean plan-only: never sensed
---@field clamp? boolean int, decimal: += and -= stop at its range; false: an action that would leave it cannot be applied

--- A table: values that depend on objects and not on the state, such as the distance between two places. Actions cannot change it; the game can, at any time. Texts read it like a function: "distance(at, p)".
---@class ploy.table_def
---@field name? string
---@field type? ploy.value_type default bool
---@field object_type? string PLOY_VALUE_OBJECT: the type whose objects are its values
---@field min? any int: the number itself; decimal: fixed point (1/1000). Both 0: 0 to 1,000,000
---@field max? any int: the number itself; decimal: fixed point (1/1000). Both 0: 0 to 1,000,000
---@field initial? any of every cell; default 0: false, 0, the first object
---@field of? string[] types that index it, 1 or more
---@field symmetric? boolean two equal types index it, and (a, b) is always (b, a): setting one sets both

--- A parameter: a name and the type it ranges over.
---@class ploy.param
---@field name? string
---@field type? string

---@class ploy.action_def
---@field name? string
---@field params? ploy.param[]
---@field pre? string condition; NULL or "": always
---@field effect? string effects, separated by commas; NULL or "": none
---@field cost? string 0 to 1,000,000,000: a number, an expression over symbols, or "call:NAME"; NULL: "1"
---@field base? string an action added before: its parameters come first, and its preconditions, effects and context apply besides the action's own; NULL: none
---@field duration? number microseconds, 0 to 10^15 (seconds here)
---@field limit? number microseconds after which it has failed; 0: none (default) (seconds here)
---@field precedence? integer higher goes first among plans of equal cost
---@field move? boolean see ploy_plan_options.no_two_moves

---@class ploy.goal_def
---@field name? string
---@field params? ploy.param[]
---@field condition? string what must hold at the end of a plan
---@field priority? string a number, an expression over symbols, or "call:NAME"; NULL: "1"; 0 or less: not considered
---@field relevant? string condition, or NULL: always
---@field hold? boolean an agent stays with the goal while it is relevant, also when it is met; default: it is then finished

---@class ploy.type_info
---@field name? string
---@field object_count? integer of a spawned type: its capacity
---@field is_spawned? boolean

---@class ploy.symbol_info
---@field name? string
---@field type? ploy.value_type
---@field object_type? integer objects: their type, else PLOY_NONE
---@field min? any int: the number itself; decimal: fixed point (1/1000)
---@field max? any int: the number itself; decimal: fixed point (1/1000)
---@field step? any int: the number itself; decimal: fixed point (1/1000)
---@field initial? integer as ploy_state_get returns it
---@field of? integer[] types that index it
---@field first_variable? integer its variables are numbered from here, the last index fastest
---@field variable_count? integer
---@field planned? boolean
---@field clamp? boolean

---@class ploy.table_info
---@field name? string
---@field type? ploy.value_type
---@field object_type? integer objects: their type, else PLOY_NONE
---@field min? number int: the number itself; decimal: fixed point (1/1000) (the number itself here)
---@field max? number int: the number itself; decimal: fixed point (1/1000) (the number itself here)
---@field initial? integer
---@field of? integer[] types that index it
---@field cell_count? integer
---@field symmetric? boolean

---@class ploy.action_info
---@field name? string
---@field param_names? string[]
---@field param_types? integer[]
---@field param_count? integer
---@field base? integer the action it is built on, or PLOY_NONE
---@field duration? number microseconds (seconds here)
---@field limit? number microseconds; 0: none (seconds here)
---@field precedence? integer
---@field move? boolean

---@class ploy.goal_info
---@field name? string
---@field param_names? string[]
---@field param_types? integer[]
---@field param_count? integer
---@field hold? boolean

---@class ploy.reachability_def
---@field domain? any compiled; must not change or be destroyed while the reachability lives
---@field start? any read by create alone
---@field disabled? any one bit per action, read by create alone; NULL: all are available

--- How to search. Queries, GOAP minds and recorded decisions embed it. Zeroed: the cheapest plan, within the planner's own limit.
---@class ploy.plan_options
---@field search? ploy.search
---@field max_nodes? integer states expanded; 0: the planner's own limit
---@field max_depth? integer steps; 0: no limit
---@field repeat_cost? number the same grounded action twice in a row costs this many 1/1000 of its cost; 0: off (the number itself here)
---@field no_two_moves? boolean never two moves in a row

---@class ploy.plan_query
---@field start? any read by begin alone
---@field goal? integer
---@field goal_args? integer[]
---@field options? ploy.plan_options
---@field disabled? any one bit per action; NULL: all are available
---@field agent? any passed to callbacks
---@field viable? function NULL: all are
---@field last1? integer the step done just before (ploy_step.id) plus one, for no_two_moves and repeat_cost; 0: none
---@field must_use1? integer an action that the plan has to contain, plus one; 0: none
---@field score? function required by PLOY_SEARCH_UTILITY
---@field trace? any or NULL
---@field trace_agent? integer goes into every event

---@class ploy.planner_def
---@field domain? any
---@field reserve_nodes? integer room made at creation; more is allocated when a search needs it
---@field max_nodes? integer states that a search holds, or as many as its options allow. 0: 1,000,000, and a search without max_nodes of its own ends in PLOY_OUT_OF_NODES within about a second
---@field cache? any shared: only read while planning, learns in ploy_plan_batch
---@field cache_bytes? integer without a shared cache: of its own cache, which learns at once; default 1 MB
---@field no_cache? boolean keep only what was prepared for the last goal

---@class ploy.cache_def
---@field domain? any
---@field bytes? integer in all, default 4 MB
---@field goal_bytes? integer for a goal that is queried often, default 64 KB
---@field first_bytes? integer for a goal queried the first time, default 16 KB

---@class ploy.utility_def
---@field name? string may be NULL
---@field options? any like all texts and lists, only read during create
---@field option_count? integer
---@field choice? ploy.choice default best
---@field commitment? number The bonus of the running option, fixed point (1/1000), default 250, PLOY_OFF: none. It counts as its own score or the highest score at the time it was chosen, whichever is more, plus this fraction of that. So it goes on even when its own score falls. (the number itself here)
---@field momentum? number Microseconds in which what it counts above its present score fades to 0; 0: it does not fade (default). (seconds here)
---@field repeat_penalty? number The option that ended last counts this fraction of its score in the next choice only; fixed point (1/1000), default 550, PLOY_OFF: 0. (the number itself here)

---@class ploy.utility_mind_def
---@field utility? any only read during create; where it has no parts, those above are used

---@class ploy.view_def
---@field domain? any compiled
---@field keys? any NULL: nothing is read

---@class ploy.plan_service_def
---@field domain? any compiled
---@field slots? integer searches in progress at the same time when nodes are limited; default 4, at most 64
---@field max_nodes? integer per search; 0: the planner's own limit, about a second of work (default)
---@field cache_bytes? integer size of the shared cache; default 4 MB
---@field capacity? integer agents for which memory is reserved; default 64
---@field reserve_nodes? integer search nodes for which memory is reserved, per slot; default 0

---@class ploy.plan_service_stats
---@field answered? integer requests
---@field cancelled? integer requests of agents that were destroyed or gave up
---@field expanded? integer nodes
---@field waiting? integer requests that have not started
---@field active? integer searches in progress

---@class ploy.goap_mind_def
---@field domain? any compiled and fully bound
---@field planning? any for the same domain; NULL: the mind has its own
---@field disabled? any one bit per action that these agents cannot do; NULL: they can do all. Copied
---@field goals? any that the agents pursue on their own; NULL: all goals without parameters. Copied
---@field goal_count? integer
---@field action_bindings? any copied
---@field action_binding_count? integer
---@field goal_callbacks? any copied
---@field goal_callback_count? integer
---@field manual? boolean plan only after ploy_goap_push and ploy_goap_replan
---@field search_interval? number microseconds: an agent that pursues a goal searches for a better one this often, and a goal without a plan is tried again after this time. Default 500,000; PLOY_OFF: always (seconds here)
---@field interval? number microseconds between two evaluations of a goal's relevance while the agent pursues a goal; default 100,000; PLOY_OFF: every tick (seconds here)
---@field hysteresis? number fixed point (1/1000): the lead in priority that a goal needs to interrupt another; default 100; PLOY_OFF: none (the number itself here)
---@field settle? number microseconds: an action that succeeded has its effects in the agent's state at once; each stays until its key is next written, the same value or another, or until this time has passed. Default: 1 second more than the longest interval of the bindings' sensors; at most an hour; PLOY_OFF: only the blackboard counts (seconds here)
---@field write_effects? boolean when an action succeeds, its effects are written to the agent's blackboard; default: only the game and its sensors write it
---@field replan_all? boolean replan with all actions at once; default: first with the actions of the last plan
---@field max_steps? integer steps of a plan that an agent keeps; the rest of a longer plan is planned later. Default 16
---@field options? ploy.plan_options
---@field act_early? boolean with PLOY_SEARCH_ANYTIME: act on the first plan; each step's start searches for a cheaper rest, and each one that is found is taken at once, while the search goes on. Default: wait until the search has ended
---@field score? function for PLOY_SEARCH_UTILITY
---@field utility? any Scores the actions: an action's score is that of the option of its name, 0 if there is none. Among plans of equal cost the one whose first action scores highest is taken; the score of the action done last is multiplied by the utility's `repeat`. PLOY_SEARCH_UTILITY without `score` uses it too. Only read by create; parts that it leaves out are those of the mind. NULL: ties go to the action of higher precedence.
---@field debug? ploy.trace_level the most detailed level that goes into agent->trace; default PLOY_TRACE_EVERYTHING
---@field event? function
---@field event_parallel? boolean event keeps the rules of a parallel activity: it changes only its own agent and defers the rest, so that the agents may act on any thread; default false

---@class ploy.world_def
---@field keys? any shared with other worlds; NULL: the world has its own
---@field fact_types? any likewise
---@field bindings? any likewise
---@field groups? integer agents are ticked in this many groups, one group per tick; default 1
---@field row? integer agents created one after the other that share a group; default 1
---@field max_nodes? integer nodes searched per tick by all agents together; 0: 100,000 per domain, and fewer in a domain of more than 32 operators (default); UINT32_MAX: no limit
---@field max_sensor_updates? integer per tick, all agents together; 0: no limit (default)
---@field seed? integer of the agents' random numbers
---@field capacity? integer agents that need no more memory; default 64
---@field trace? any or NULL; must outlive the world
---@field on_event? function goals and actions of agents whose type comes from a file; gets `user`
---@field check? function For tests, slow: catches parallel activities that change other agents. The log names the activity. They run on one thread, in reverse order in every other tick: an activity that reads what others change gives another hash than without the check. Gets `user`. NULL: no check (default); debug builds still catch writes to blackboards, working memories, squads, reservations and path services.
---@field clock? function measures where time goes (<ploy/profile.h>); gets `user`. NULL: nothing is measured (default)

--- Work and memory, for displays and tests.
---@class ploy.world_stats
---@field agents? integer
---@field nodes? integer searched in the last tick
---@field sensor_updates? integer in the last tick
---@field sensor_updates_late? integer were due in the last tick and have to wait; the longest overdue goes first
---@field bytes? integer of agents and their minds' data, without blackboards and memories

---@class ploy.agent_def
---@field type? string of a loaded file, or of ploy_world_add_mind; NULL: none
---@field mind? any without a type: what decides; NULL: nothing decides
---@field user? any goes into ploy_agent.user
---@field parent? any of its blackboard; NULL: the world's
---@field sensors_off? integer bit s: it does not have sensor s of the bindings; besides what its type says
---@field no_blackboard? boolean though there are keys
---@field no_memory? boolean though there are fact types
---@field trace_level? integer a ploy_trace_level, at most the world's; default everything

---@class ploy.recorder_def
---@field write? function required
---@field level? ploy.trace_level of the trace, default basic
---@field block_bytes? integer a block of events ends at this size, 64 .. 2^24, default 65,536
---@field block_ticks? integer or after this many ticks, default 300
---@field pack? boolean compress blocks of events, not only key frames: smaller and slower; default false
---@field continues? any Another recording of the same game: the file begins with all that it has up to its last key frame at or before continues_at, and the first tick is that of the key frame. Load the key frame first; events are recorded from ploy_recorder_note_world or ploy_recorder_frame on. Needed only by ploy_recorder_create. NULL: none.
---@field continues_at? integer tick

---@class ploy.recording_def
---@field bytes? any the file; must outlive the recording
---@field count? integer number of bytes

---@class ploy.recording_info
---@field version? integer
---@field ticks? integer whole ticks that can be read
---@field blocks? integer
---@field frames? integer key frames
---@field good_bytes? integer up to the end of the last whole block
---@field closed? boolean the recorder was closed: nothing is missing
---@field damaged? boolean the bytes after good_bytes are not the beginning of a block, or its checksum is wrong

---@class ploy.debugger_def
---@field recording? any required; must outlive the debugger, which moves its reading position

--- A query about the last decision of an agent at or before a tick. Texts may be NULL.
---@class ploy.debug_query
---@field agent? integer number
---@field tick? integer from 0; beyond the end: the last whole tick, so UINT64_MAX is about the last decision
---@field nth? integer when there are several decisions in that tick: which, from 1; default 0: the last
---@field why_not? string why this action is not in the plan: "TakeOre", "GoTo(bunker)"
---@field with? string the decision in a changed state: "ammo = 2, not armed"
---@field flip? string the smallest changes of the state that put this action into the plan
---@field other_tick? integer for diff
---@field diff? boolean what changed since the decision at or before other_tick, and which changes mattered
---@field brief? boolean without alternatives and reasons
---@field search? boolean every node of the search and what became of it, every edge it dropped and why
---@field max_set? integer flip and diff: changes at a time, default 3
---@field max_sets? integer flip: sets of changes to report, default 8
---@field max_tries? integer flip and diff: changed decisions to evaluate, default 20,000; reasons: searches, at most 2,000
---@field max_nodes? integer per search; default 0: as recorded, at most 2^20

--- What to explain, and the limits of the effort. The domain must be compiled; it is not changed.
---@class ploy.explain_def
---@field domain? any
---@field query? ploy.plan_query start, goal, options; options.search finds the plan itself; must_use1 is ignored
---@field unlisted? any bits of query.disabled that mean "not in the agent's list", for the text; or NULL
---@field max_set? integer obstacles in one set, default 3
---@field max_sets? integer sets of the smallest size that are reported, default 8
---@field max_searches? integer in one call, default 2,000
---@field max_nodes? integer per search, where the query sets no limit. 0: 100,000; of a why-not, all searches together do what takes less than 100 ms (default)

--- A one-way edge. An edge back is an edge of its own.
---@class ploy.graph_edge
---@field from? integer
---@field to? integer
---@field cost? integer in the caller's unit; below 2^32 - 1. The cost of a whole path must stay below 2^32 - 1 too

--- Everything is copied. Edges come either as a list (`edges`) or in compressed rows (`row_begin`, `row_to`, `row_cost`).
---@class ploy.graph_def
---@field node_count? integer 0 is allowed
---@field positions? any of each node; NULL: no heuristic, no nearest node
---@field edges? any
---@field edge_count? integer
---@field row_begin? any node_count + 1 ascending numbers from 0: where the edges of each node begin in row_to and row_cost.
---@field row_to? any
---@field row_cost? any
---@field areas? any Of each node; NULL: all 0. The cost of an edge is scaled by the area of the node it leads to.
---@field bidirectional? boolean each edge given also leads back, at the same cost
---@field keep_reverse? boolean Keep one-way edges backwards too, which distance fields need. Costs nothing when there are no one-way edges.
---@field landmark_count? integer Landmarks give a better heuristic for 2 bytes per node and landmark (4 with one-way edges). Default 0: none; at most PLOY_MAX_LANDMARKS.
---@field block_size? integer Nodes per block of a hierarchy, for PLOY_PATH_NEAR on graphs so large that searches take milliseconds: 1024 for 100,000 nodes, 4096 for a million. Default 0: none; at most 65,535. It takes about 100 bytes per node (200 with one-way edges).

---@class ploy.obstacles_def
---@field map? any must outlive the layer

---@class ploy.path_query
---@field from? integer
---@field to? integer a path may begin on a blocked node, but not enter one: a blocked `to` is reached only as `from`
---@field obstacles? any of the pathfinder's map; NULL: nothing is blocked
---@field area_costs? any The factor of each area in 1/256; scaled costs are rounded up. NULL: PLOY_AREA_ONE for all.
---@field area_count? integer areas not listed cost PLOY_AREA_ONE
---@field max_nodes? integer nodes expanded before it ends in PLOY_OUT_OF_NODES; 0: no limit
---@field partial? boolean without a path: one to the expanded node that is nearest to `to` in a straight line
---@field method? ploy.path_method
---@field agent_size? integer on grids: the agent's width in cells, default 1

---@class ploy.pathfinder_def
---@field map? any must outlive the pathfinder
---@field trace? any NULL: none
---@field trace_agent? integer

---@class ploy.grid_def
---@field width? integer 1 .. PLOY_MAX_GRID_SIDE
---@field height? integer likewise
---@field cells? any width * height, row by row: 0 is blocked, else the weight of a step into the cell. Copied
---@field four_neighbors? boolean no diagonal steps
---@field max_size? integer The largest agent, default 1. Each size takes 6 bits per cell. A larger query is PLOY_NOT_SUPPORTED.

--- All texts are copied.
---@class ploy.fsm_state_def
---@field name? string unique within the fsm
---@field parent? string the state that contains it, which must have been added before; NULL: none
---@field base? string A state to inherit from; it may be added later. Whatever is NULL here (does, enter, exit) comes from the base. So do the base's transitions, which are evaluated after the state's own, except those that lead to this state or to a target that one of its own transitions has. Inner states are not inherited. NULL: none.
---@field does? string activities that run while it is active; NULL: the base's, or none; "": none
---@field enter? string one activity that runs before them; NULL: the base's, or none; "": none
---@field exit? string one activity that runs after them; likewise
---@field initial? string the inner state that is entered with it; NULL: the one added first
---@field history? ploy.fsm_history default none
---@field line? integer in a file, for errors; 0: unknown (default)
---@field column? integer

--- Transitions are evaluated in this order: those from any state; those of the innermost active state in the order in which they were added; those of its base; then the same for the state that contains it. The first that holds is taken.
---@class ploy.fsm_transition_def
---@field from? string NULL: any state that is neither `to` nor inside it
---@field to? string the state to enter; when it is `from`, that state is left and entered again
---@field when? string a condition over keys, conditions and scorers; NULL: always true
---@field after? number microseconds since `from` was entered, at least; default 0 (seconds here)
---@field on? ploy.fsm_on default anything
---@field line? integer in a file, for errors; 0: unknown (default)
---@field column? integer

---@class ploy.fsm_def
---@field name? string required; copied

---@class ploy.fsm_mind_def
---@field fsm? any only read during create

---@class ploy.fuzzy_def
---@field name? string required; copied

---@class ploy.fuzzy_mind_def
---@field fuzzy? any only read during create

---@class ploy.htn_def
---@field name? string may be NULL
---@field domain? any compiled. Only its clauses and bindings may change
---@field task_count? integer
---@field ranking? ploy.htn_ranking default order
---@field max_depth? integer of tasks within tasks, 1 .. 1,000, default 32
---@field max_steps? integer per plan, 1 .. 1,000, default 32
---@field max_nodes? integer methods and actions tried per search, default 10,000
---@field on_error? function For tools: gets every error of the description, and creation fails at the end. NULL: it ends at the first error.
---@field error_user? any

--- Texts belong to the htn.
---@class ploy.htn_method_info
---@field name? string "": none
---@field when? string "": always true
---@field kinds? ploy.htn_subtask_kind[]
---@field subtasks? integer[] index of the action or task
---@field unordered? boolean

---@class ploy.htn_query
---@field start? any a state of the domain
---@field task? integer
---@field args? integer[] of the task: objects
---@field rest? any continue with these instead of the task; NULL: plan for the task
---@field rest_count? integer
---@field rank? any The rank of a plan that is in progress. The search stops where it can only find plans that rank no better, with PLOY_ALREADY. NULL: any plan will do. Not read with PLOY_RANKING_COST.
---@field rank_count? integer
---@field cost? integer with PLOY_RANKING_COST: only plans that cost less count; 0: no limit (default)
---@field disabled? any one bit per action; NULL: all are available
---@field agent? any passed to callbacks
---@field max_nodes? integer 0: the htn's (default)

---@class ploy.htn_planner_def
---@field htn? any required

---@class ploy.htn_mind_def
---@field htn? any required
---@field task? string that all agents do again and again; it has no parameters
---@field disabled? any one bit per action that these agents do not have; NULL: they have all. Copied
---@field retry? number microseconds after a search that found nothing until the next one, if nothing has changed; default 500,000 (seconds here)

---@class ploy.path_service_def
---@field map? any must outlive the service
---@field max_answers? integer requests answered per update; 0: no limit (default)
---@field max_nodes? integer nodes expanded per update, all requests together; 0: no limit (default)
---@field slots? integer With max_nodes: searches that run at once, each with an equal part of it, 1 .. 64; default 4. More slots than workers cost memory only. Without max_nodes there is one slot per worker.
---@field share_from? integer One search from the target answers this many requests to it, or more; default 4; negative: never.
---@field kept_fields? integer Targets whose search is kept from update to update, for crowds: a target that is shared again has a whole distance field, which is only repaired when obstacles change (ploy_pathfinder_begin_repair). 16 bytes per node and target. Without max_nodes, for queries without area costs. Paths are the same. Default 0.
---@field capacity? integer requests at once that need no more memory; default 64
---@field trace? any receives the events of requests with a trace_agent, on the calling thread. NULL: none

---@class ploy.path_service_stats
---@field waiting? integer not begun
---@field active? integer begun and not answered
---@field updates? integer
---@field answered? integer
---@field shared? integer answers of shared searches
---@field fields? integer shared searches
---@field stale? integer dropped for a newer request of the same owner
---@field cancelled? integer
---@field restarted? integer searches begun again because obstacles changed
---@field expanded? integer nodes

--- A save refers to what requests point at by index: use the same lists in the same order for save and load.
---@class ploy.path_service_save_def
---@field obstacle_layers? any all that requests use. Default none
---@field obstacle_layer_count? integer
---@field areas? any likewise, costs and count as in the requests
---@field area_count? integer

--- What a save cannot hold: the same lists in the same order for save and load.
---@class ploy.save_def
---@field minds? any those that agents have and the world does not own; for load fresh ones, without agents
---@field mind_count? integer
---@field blackboards? any Every blackboard that is the parent of an agent's, but for the world's and the squads'; saved too. Default none.
---@field blackboard_count? integer
---@field user_of? function load: what goes into ploy_agent.user; NULL: NULL

---@class ploy.remote_def
---@field world? any required; has at most one
---@field name? function display names; NULL: the type and a number
---@field name_user? any passed to name
---@field load? function NULL: the command load is refused
---@field load_user? any passed to load

---@class ploy.spatial_def
---@field cell? integer side of a cell of the index; about half the usual radius. Default 4000. It changes the time alone
---@field capacity? integer items that need no more memory; default 64

---@class ploy.spatial_query
---@field position? ploy.point
---@field radius? integer items at this distance are found; INT32_MAX: all
---@field mask? integer items with one of these bits
---@field without? integer index of an item that is left out; PLOY_NONE: none
---@field facing? ploy.point middle of a cone, of any length; zero: all around
---@field cosine? number of half the angle of the cone, fixed point (1/1000): 0 is a half circle, 500 120 degrees (the number itself here)
---@field always? integer within this distance items are found outside of the cone, too
---@field nearest_first? boolean by distance, ties by index; of more than there is room for, the nearest
---@field grid? any items that a line of sight on this grid reaches; NULL: no walls
---@field obstacles? any of the grid, or NULL
---@field grid_unit? integer side of a cell of the grid in units of positions; default 1000

--- What the places of a task mean: patrol the stations of a round: members are spread over them, and all go on when all are there attack what is attacked flank what is attacked, then one or two places to come from: some cover while others go there, then all attack go-to where to formation where to, one after the other: each member has a spot in the formation and waits there for the rest rendezvous where to meet and wait until all are there; none: where the member nearest to all others is advance where to, one after the other: half the squad covers while the other half moves up follow none: all follow the target or, when it is 0, the first member, whose order is to lead
---@class ploy.squad_task_def
---@field kind? ploy.squad_task_kind
---@field places? integer[]
---@field target? integer goes into all its orders: a handle of the game's
---@field rounds? integer patrol: how many; default 0: until it is aborted or out of time
---@field min? integer members it needs: it begins with no fewer and fails with fewer; default 1
---@field limit? number microseconds: after that a patrol without rounds and a follow are done, all others failed. Default 0: none (seconds here)
---@field patience? number microseconds that an order may take until it counts as failed. Default 0: for ever (seconds here)

---@class ploy.order
---@field number? integer of all orders of the squads, from 1
---@field task? integer the task's number
---@field kind? ploy.order_kind
---@field role? integer a ploy_role
---@field place? integer
---@field target? integer
---@field issued? number
---@field deadline? number INT64_MAX: none (seconds here)
---@field state? ploy.order_state

---@class ploy.squads_def
---@field calls? ploy.squad_callbacks
---@field arrive_within? integer a move is done at this distance from its place; default 0
---@field order_key? string an int key on a member's blackboard that gets the ploy_order_kind; NULL: none
---@field place_key? string an int key that gets the order's place; NULL: none
---@field target_key? string an object key that gets the order's target; NULL: none
---@field pause? number microseconds between a standing task's end and its next beginning; default 1 s (seconds here)

---@class ploy.squad_def
---@field name? string for people, copied up to 31 bytes; NULL: ""
---@field size? integer members at most, 1 .. PLOY_SQUAD_MAX, default 4
---@field home? integer the place whose distance decides who joins; default 0
---@field closed? boolean no agent joins from the pool
---@field standing? ploy.squad_task_def begun whenever there is nothing else to do; kind none (default): nothing

---@class ploy.squad_task_info
---@field number? integer 0: no task is running
---@field kind? ploy.squad_task_kind
---@field phase? integer from 0
---@field waiting? integer tasks in the queue
---@field begun? number

---@class ploy.terrain_def
---@field seed? integer default 1
---@field shape? ploy.terrain_shape default a rectangle
---@field width? integer Units, 1 .. PLOY_TERRAIN_MAX_SIDE; default 65536 each. Nodes have 0 <= x < width, 0 <= y < height.
---@field height? integer Units, 1 .. PLOY_TERRAIN_MAX_SIDE; default 65536 each. Nodes have 0 <= x < width, 0 <= y < height.
---@field spacing? integer The least distance between two nodes, 2 .. PLOY_TERRAIN_MAX_SIDE; default 1024. A square of this side has about 0.62 nodes.
---@field relief? integer Elevations are in -relief .. relief units; at most PLOY_TERRAIN_MAX_SIDE; default 2048; negative: flat.
---@field hill_width? integer units from one of the widest hills to the next, at least 1; default 16384
---@field octaves? integer sizes of hills, each half as wide and high as the one before, 1 .. 16; default 4
---@field climb_cost? number Cost of each unit up, in fixed point (1/1000) of the cost of a level unit; at most 1000000; default 2000; negative: none. (the number itself here)
---@field descent_cost? number the same for down. Where the two differ, edges are one-way (the number itself here)
---@field trees? integer nodes of each thousand that have a tree; default 100; negative: none

---@class ploy.bt_def
---@field name? string copied, not empty

---@class ploy.bt_mind_def
---@field trees? any only read by create
---@field tree_count? integer at least 1
---@field main? string name of the tree to run; NULL: the first. The others are for <SubTree>
---@field planner? any The planner of <Plan> nodes. It pursues only the goals that a node names. Only read by create. NULL: the trees have no <Plan>.
---@field utilities? any The utilities of _score="utility:NAME" and <Plan choose="NAME">. Only read by create; parts that they leave out are those of the mind.
---@field utility_count? integer
---@field max_loops? integer How often one tick may pass from the root again because a round of Repeat and so on has ended. Then the tree runs on in the next tick. Default 1,000.

---@class ploy.record_def
---@field path? string the file that is written
---@field level? ploy.trace_level default basic
---@field name? function NULL: the type and a number
---@field map? string a drawing below the agents, docs/internals/formats.md; NULL: none. Copied

---@class ploy.attach_def
---@field port? integer of 127.0.0.1; 0: a free one
---@field name? function display names; NULL: the type and a number
---@field name_user? any passed to name
---@field load? function of the command load; NULL: ploy_world_load_text of the file of that name
---@field load_user? any passed to load
---@field is_paused? boolean from the beginning, until a debugger resumes the world or leaves

---@class ploy.file_def
---@field limits? ploy.limits of each domain
---@field max_bytes? integer of a file, default 16 MB
---@field max_depth? integer of elements, default 32
---@field max_section_depth? integer of elements in a behavior tree and the like, default 512
---@field path? string of the text: <include> is relative to its folder. ploy_file_load sets it
---@field on_error? function For tools: gets every error of the file. Loading goes on behind what is wrong and fails at the end. What depends on something wrong is passed over: of a domain with wrong types or symbols its actions and goals, of a file with a wrong domain its agents and task networks. NULL: loading ends at the first error.

--- An agent type: what decides for it, which actions and goals of a domain it may use, and the state it starts in.
---@class ploy.agent_info
---@field name? string
---@field domain? integer of the file; PLOY_NONE: none
---@field state? any initial values, then its <state>; NULL without a domain
---@field mind? string "goap", or the name of a behavior tree, state machine, task network or utility
---@field task? string of a task network; NULL: its first without parameters
---@field sensors_off? integer bit s: it does not have sensor s of the file
---@field utility? integer of the file, that scores actions; PLOY_NONE: none
---@field goap? ploy.goap_mind_def its domain, actions, goals and settings; lacks only the bindings and keys of the game
---@field line? integer where it stands in the file

---@class ploy.movingai_def
---@field max_cells? integer of a map, default 64 million; at most PLOY_MAX_GRID_CELLS
---@field max_bytes? integer of a file, default 128 MB
---@field four_neighbors? boolean of the grid: see ploy_grid_def
---@field max_size? integer of the grid, default 1

---@class ploy.scenario_query
---@field map? string as written, often with folders that do not exist; lives as long as the scenario
---@field bucket? integer
---@field width? integer of the map; start and goal lie inside
---@field height? integer of the map; start and goal lie inside
---@field from_x? integer
---@field from_y? integer
---@field to_x? integer
---@field to_y? integer
---@field length? any in cells
---@field line? integer of the file

---@class ploy.pddl_def
---@field limits? ploy.limits of the grounded domain; 0: 65,535 variables, 1,000,000 operators
---@field on_error? function gets every error of a text; NULL: only the first is reported
