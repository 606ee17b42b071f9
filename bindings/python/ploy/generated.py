# Made by bindings/python/generate.mjs from bindings/interface.json: do not edit.
"""The constants and enums of the C library."""
import enum

VERSION_MAJOR = 0
VERSION_MINOR = 2
VERSION_PATCH = 0
VERSION = "0.2.0"
#: The index of nothing: no such symbol, action, goal, node.
NONE = 4294967295
#: One second. All times are microseconds in int64_t.
SECOND = 1000000
#: In a def every 0, NULL or false means the default, so `(ploy_world_def){0}` and a NULL def are both all defaults. A number whose default is not 0 is switched off with this.
OFF = -1
MAX_COORDINATE = 1073741823
LOG_OUT_OF_MEMORY = "out of memory"
#: Levels of states within states, at most.
FSM_MAX_DEPTH = 16
#: Changes of state per agent and tick, at most. The rest happens in the next tick.
FSM_MAX_CHANGES = 8
#: The maximum number of activities that one action runs at the same time.
GOAP_ACTIVITIES = 3
GRID_STRAIGHT = 2378
GRID_DIAGONAL = 3363
#: Limits: cells along one side, cells in all, and the width of an agent in cells.
MAX_GRID_SIDE = 65535
MAX_GRID_CELLS = 268435456
MAX_AGENT_SIZE = 16
#: Subtasks per method, at most.
MAX_SUBTASKS = 32
#: The highest number of attributes of one fact type.
FACT_ATTRIBUTES = 16
#: The belief in a fact that is certain.
FACT_CERTAIN = 1000
#: The maximum number of ports of an activity that an action of a domain uses, and of a condition or scorer that a goal or a domain uses. Elsewhere there is no limit.
MAX_PORTS = 8
#: Plus the index of a type of a domain: see ploy_port.key_type.
PORT_OBJECT = 32768
#: The maximum number of sensors of a world.
MAX_SENSORS = 64
#: Areas are numbers 0 .. PLOY_MAX_AREAS - 1: water, road, swamp. Each query sets their costs.
MAX_AREAS = 256
MAX_LANDMARKS = 32
#: The factor of an area that costs what its edges say, and of one that cannot be entered.
AREA_ONE = 256
AREA_CLOSED = 4294967295
#: Parameters of an action or a goal, and types that index a symbol, at most.
MAX_ARGS = 4
#: Costs, priorities and decimals are integers in fixed point: 1/1000 of the unit that files use.
UNIT = 1000
#: The version of the format that this library writes and reads.
RECORDING_VERSION = 2
#: Members of one squad, at most.
SQUAD_MAX = 32
#: Places of one task, at most.
SQUAD_PLACES = 8
#: Tasks that wait in one squad, at most.
SQUAD_QUEUE = 8
TERRAIN_MAX_SIDE = 1048576
#: Points per piecewise curve, at most.
CURVE_POINTS = 8
#: Levels of nested composites, at most.
CONSIDERATION_DEPTH = 16
#: Options per utility, at most.
UTILITY_OPTIONS = 64
#: The largest pace.
MAX_PACE = 256
#: one behavior tree or plan of an agent
SCOPE_LOCAL = 1
SCOPE_AGENT = 2
SCOPE_SQUAD = 4
SCOPE_WORLD = 7
SCOPE_COUNT = 8
STRUCT_BYTES = 1024
STRUCT_TEXT = 4096
#: variables and outputs together
FUZZY_MAX_VARIABLES = 64
#: of all variables and outputs together
FUZZY_MAX_SETS = 256
FUZZY_MAX_STATES = 64
FUZZY_MAX_RULES = 256


class Status(enum.IntEnum):
    OK = 0
    IN_PROGRESS = 1
    FOUND = 2
    ALREADY = 3
    NOT_FOUND = 4
    OUT_OF_NODES = 5
    OUT_OF_DEPTH = 6
    OUT_OF_MEMORY = 7
    CANCELLED = 8
    PARTIAL = 9
    INVALID = 10
    FULL = 11
    NOT_SUPPORTED = 12


class ValueType(enum.IntEnum):
    #: 0 or 1
    BOOL = 0
    #: the number itself
    INT = 1
    #: fixed point (1/1000): 1.5 is 1500
    DECIMAL = 2
    #: of a symbol: the index of an object of its type; elsewhere: a handle of the game
    OBJECT = 3
    #: decimal floating point, made by ploy_value_of_float; of blackboard keys and ports only
    FLOAT = 4
    #: text in UTF-8 that ends with a zero byte; of blackboard keys and ports only
    STRING = 5
    #: a struct that only the game knows (<ploy/blackboard.h>); of blackboard keys and ports only
    STRUCT = 6


class Missing(enum.IntEnum):
    "What a file uses and the game has not bound or added."

    #: the error is about something else
    NOTHING = 0
    ACTIVITY = 1
    CONDITION = 2
    SCORER = 3
    NODE = 4
    SENSOR = 5
    #: of a domain: a condition (context=) or a scorer (call:)
    CALL = 6
    #: in an expression: a blackboard key, a condition or a scorer
    NAME = 7
    #: of ploy_error.owner; "": of whatever the place in the file names
    PORT = 8
    KEY = 9
    #: a type of keys
    STRUCT = 10
    FACT_TYPE = 11
    #: of the fact type ploy_error.owner
    ATTRIBUTE = 12


class TraceLevel(enum.IntEnum):
    "Which events a sink gets."

    #: of agents and minds: everything; of recorders: basic
    DEFAULT = 0
    NONE = 1
    #: a few events per decision; see also ploy_trace.wants_values
    BASIC = 2
    #: events per search node, and what each tick took
    EVERYTHING = 3


class TraceKind(enum.IntEnum):
    SEARCH_BEGUN = 0
    NODE_REACHED = 1
    NODE_EXPANDED = 2
    SEARCH_ENDED = 3
    PLAN_REQUESTED = 4
    PLAN_FOUND = 5
    PLAN_STEP = 6
    PLAN_FAILED = 7
    GOAL_EVALUATED = 8
    GOAL_CHOSEN = 9
    DECISION_GOAL = 10
    DECISION_BEGUN = 11
    DECISION_LIMITS = 12
    DECISION_STATE = 13
    DECISION_OFF = 14
    DECISION_NO = 15
    DECISION_COST = 16
    GOAL_STARTED = 17
    GOAL_FINISHED = 18
    GOAL_ABORTED = 19
    GOAL_HELD = 20
    ACTION_STARTED = 21
    ACTION_FINISHED = 22
    ACTION_ABORTED = 23
    PLAN_REPAIRED = 24
    UTILITY_SCORED = 25
    CONSIDERATION_READ = 26
    UTILITY_CHOSEN = 27
    STATE_CHANGED = 28
    VARIABLE_READ = 29
    STATE_WEIGHED = 30
    BLACKBOARD_WRITTEN = 31
    FACT_ADDED = 32
    FACT_REFRESHED = 33
    FACT_VALUE = 34
    FACT_FORGOTTEN = 35
    AGENT_ENLISTED = 36
    SQUAD_JOINED = 37
    SQUAD_LEFT = 38
    SQUAD_TASK_BEGUN = 39
    SQUAD_TASK_PHASE = 40
    SQUAD_TASK_ENDED = 41
    SQUAD_ROLE_GIVEN = 42
    ORDER_GIVEN = 43
    ORDER_ENDED = 44
    PATH_REQUESTED = 45
    PATH_ANSWERED = 46
    PATH_DROPPED = 47
    TICK_BEGUN = 48
    TICK_ENDED = 49
    AGENT_CREATED = 50
    AGENT_GONE = 51
    MIND_GIVEN = 52
    SENSED = 53
    ACTIVITY_STARTED = 54
    ACTIVITY_ENDED = 55
    ACTIVITY_HALTED = 56
    BT_NODE = 57
    BLACKBOARD_TEXT = 58
    COMMAND_TEXT = 59
    COMMAND = 60
    PLAN_TAKEN = 61
    BLACKBOARD_PARENT = 62
    OBJECT_SPAWNED = 63
    OBJECT_DESPAWNED = 64
    TABLE_CELL = 65
    TABLE_DETOUR = 66


class Decay(enum.IntEnum):
    "How belief falls with age."

    #: halves every decay_time, linearly in between
    HALVING = 0
    #: falls from certain to zero in decay_time
    LINEAR = 1
    #: does not fall: the fact stays until it is forgotten on request
    NONE = 2


class ForgetReason(enum.IntEnum):
    "Why a memory forgot a fact, for the trace."

    #: its belief fell below the floor of its type
    DECAYED = 0
    #: its type was full, and it was the least believed
    CROWDED = 1
    #: the caller asked for it
    REQUESTED = 2


class Outcome(enum.IntEnum):
    "The status of an activity or of a node of a behavior tree."

    RUNNING = 0
    SUCCESS = 1
    FAILURE = 2
    #: of a node of a behavior tree that did not run, never of an activity
    SKIPPED = 3


class Part(enum.IntEnum):
    "A text of an action or a goal."

    #: an action's precondition: clauses that must all hold
    PRE = 0
    #: an action's effects
    EFFECT = 1
    #: an action's cost: one clause
    COST = 2
    #: a goal's condition: clauses that must all hold
    CONDITION = 3
    #: a goal's priority: one clause
    PRIORITY = 4
    #: a goal's relevance: clauses that must all hold
    RELEVANT = 5


class Search(enum.IntEnum):
    AUTO = 0
    ASTAR = 1
    REGRESSIVE = 2
    BNB = 3
    GREEDY = 4
    UTILITY = 5
    ANYTIME = 6
    BLIND = 7
    HMAX = 8
    LMCUT = 9


class CurveKind(enum.IntEnum):
    LINEAR = 0
    POLYNOMIAL = 1
    LOGISTIC = 2
    LOGIT = 3
    STEP = 4
    PIECEWISE = 5


class InputKind(enum.IntEnum):
    CONSTANT = 0
    KEY = 1
    SCORER = 2
    EXPRESSION = 3
    FACT_BELIEF = 5
    FACT_AGE = 6


class Combine(enum.IntEnum):
    PRODUCT = 0
    SUM = 1
    PLAIN = 2
    MIN = 3
    MAX = 4


class Choice(enum.IntEnum):
    #: the highest score, the first of equals
    BEST = 0
    #: at random, weighted by score, from the agent's own random numbers
    RANDOM = 1


class GoapEventKind(enum.IntEnum):
    ACTION_STARTED = 0
    ACTION_FINISHED = 1
    ACTION_ABORTED = 2
    GOAL_STARTED = 3
    GOAL_FINISHED = 4
    GOAL_ABORTED = 5
    GOAL_HELD = 6
    PLAN_TAKEN = 7


class GoapReason(enum.IntEnum):
    NONE = 0
    FAILED = 1
    OVERDUE = 2
    CONTEXT = 3
    BROKEN = 4
    SATISFIED = 5
    INTERRUPTED = 6
    IRRELEVANT = 7
    NO_PLAN = 8
    REQUESTED = 9
    REPLACED = 10
    ENDED = 11
    GONE = 12


class GoalStatus(enum.IntEnum):
    UNEVALUATED = 0
    IRRELEVANT = 1
    MET = 2
    LOWER = 3
    SEARCHING = 4
    NO_PLAN = 5
    REFUSED = 6
    PURSUED = 7
    HELD = 8


class Phase(enum.IntEnum):
    "The parts of a tick, in order."

    #: reservations and squads
    SQUADS = 0
    #: agents get the time, sensors update
    SENSE = 1
    #: with the former in one, when there are no sensors
    THINK = 2
    #: searches
    WORK = 3
    #: minds that act on the workers
    ACT = 4
    #: minds that act on one thread, and deferred calls
    APPLY = 5
    #: agents come and go, minds change
    SETTLE = 6


class BlockerKind(enum.IntEnum):
    #: a condition of the goal; removed: not required
    GOAL = 0
    #: a condition of an action; removed: not required, and effects that it keeps in range clamp
    PRE = 1
    #: an action's context does not hold; removed: it holds for all arguments
    CONTEXT = 2
    #: the action is disabled in the query; removed: it is not
    DISABLED = 3
    #: likewise, because the agent does not have the action
    UNLISTED = 4
    #: an effect would leave the range of its symbol; removed: it clamps
    RANGE = 5


class WhyNotReason(enum.IntEnum):
    IN_PLAN = 0
    BLOCKED = 1
    COSTS_MORE = 2
    TIE = 3
    NO_USE = 4
    DEAD_END = 5
    NO_PLAN = 6
    ALREADY = 7
    NOT_SETTLED = 8


class GoalOutcome(enum.IntEnum):
    CHOSEN = 0
    LOWER = 1
    PRIORITY = 2
    IRRELEVANT = 3
    MET = 4
    NO_PLAN = 5
    CUT_SHORT = 6
    HELD = 7


class PathMethod(enum.IntEnum):
    #: the fastest that the map has: landmarks, jump points
    AUTO = 0
    #: A* with the straight-line heuristic alone. The costs of paths are the same
    PLAIN = 1
    #: By the graph's hierarchy: a path in a small part of the time, a few percent longer than the cheapest. It leads round obstacles. Without a hierarchy, with area costs, between near nodes: as PLOY_PATH_AUTO.
    NEAR = 2


class FsmHistory(enum.IntEnum):
    "Which inner state is entered when a state that contains others is entered again."

    #: its initial state
    NONE = 0
    #: the inner state that was last active; that one starts at its own initial state
    SHALLOW = 1
    #: the innermost state that was last active
    DEEP = 2


class FsmOn(enum.IntEnum):
    "What must have happened to the activities of the state that a transition leaves."

    #: no matter what; they may still be running
    ANYTHING = 0
    #: all have succeeded
    SUCCESS = 1
    #: at least one has failed
    FAILURE = 2
    #: all have ended
    END = 3


class FuzzyBy(enum.IntEnum):
    "How the sets of an output become one number."

    #: from 101 samples over all sets of the output (default)
    CENTROID = 0
    #: of the midpoints, weighted by strength; costs less
    AVERAGE = 1


class HtnRanking(enum.IntEnum):
    #: the first plan in order of the methods
    ORDER = 0
    #: the plan with the lowest cost, the first of equals. Searches all plans
    COST = 1


class HtnSubtaskKind(enum.IntEnum):
    PAUSE = 0
    #: of the domain
    ACTION = 1
    TASK = 2


class PathDrop(enum.IntEnum):
    "Why a request is never answered, for the trace."

    #: its owner made a newer request
    STALE = 0
    CANCELLED = 1


class SquadTaskKind(enum.IntEnum):
    "What a squad can do. No task waits for a member that died, failed or overruled its order."

    NONE = 0
    PATROL = 1
    ATTACK = 2
    FLANK = 3
    GO_TO = 4
    FORMATION = 5
    RENDEZVOUS = 6
    ADVANCE = 7
    FOLLOW = 8


class SquadTaskEnd(enum.IntEnum):
    DONE = 0
    FAILED = 1
    LOST = 2
    ABORTED = 3


class OrderKind(enum.IntEnum):
    NONE = 0
    MOVE = 1
    HOLD = 2
    ATTACK = 3
    COVER = 4
    FOLLOW = 5
    LEAD = 6


class OrderState(enum.IntEnum):
    OPEN = 0
    DONE = 1
    FAILED = 2
    OVERRULED = 3
    LATE = 4
    WITHDRAWN = 5


class Role(enum.IntEnum):
    MEMBER = 0
    LEADER = 1
    FLANKER = 2
    BASE = 3
    FIRST = 4
    SECOND = 5


class OrderAttribute(enum.IntEnum):
    "The attributes of the fact that an order is. A member has one such fact per squad: a new order replaces the old one, and it is forgotten when the order ends."

    #: identifies; an object: generation << 32 | index1
    SQUAD = 0
    NUMBER = 1
    #: a ploy_squad_task_kind
    TASK = 2
    #: a ploy_order_kind
    TYPE = 3
    ROLE = 4
    PLACE = 5
    TARGET = 6
    ISSUED = 7
    DEADLINE = 8


class TerrainShape(enum.IntEnum):
    RECTANGLE = 0
    #: the largest in the middle of the rectangle
    DISK = 1
