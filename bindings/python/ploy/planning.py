"""The planner alone: domains of symbols, actions and goals, states, plans, and explanations of them."""
from __future__ import annotations

import os
import weakref
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from .agent import Step, action_of, goal_of, step_of
from .generated import MAX_ARGS, NONE, Search, Status, ValueType
from .library import Error, FileError, bytes_of, c_text, end_with, expect, ffi, fixed, lib, microseconds, printed, text_of
from .objects import DomainObjects, find_object, find_type, number_of, value_of
from .values import WRITE


class Plan(NamedTuple):
    """A plan, or the reason why there is none."""

    #: FOUND, ALREADY (the goal holds), NOT_FOUND (no plan exists), OUT_OF_NODES, …
    status: Status
    goal: str
    steps: List[Step]
    cost: float
    #: No plan that the query allows costs less.
    proved: bool
    expanded: int

    def __bool__(self) -> bool:
        return self.status in (Status.FOUND, Status.ALREADY)


def _texts(**fields: Optional[str]) -> Dict[str, Any]:
    return {name: c_text(text) for name, text in fields.items()}


def _raise(error: Any, status: int) -> None:
    if status == Status.OUT_OF_MEMORY:
        raise MemoryError("ploy")
    if status != Status.OK:
        raise FileError("domain", error, Status(status))


def _kind_of(type: Any) -> ValueType:
    kinds: Dict[Any, ValueType] = {bool: ValueType.BOOL, int: ValueType.INT, float: ValueType.DECIMAL}
    kind = kinds.get(type, ValueType.OBJECT)
    if kind == ValueType.OBJECT and not isinstance(type, str):
        raise TypeError("a value is bool, int, float or the name of a type, not %r" % (type,))
    return kind


class State:
    """A state of a domain: `state["ammo"] = 2`, `state["safe(bunker)"]`. Objects are names."""

    def __init__(self, domain: "Domain", words: Any = None) -> None:
        self.domain = domain
        self._words = ffi.new("uint64_t[]", max(lib.ploy_domain_state_words(domain._use()), 1))
        self._version = domain._version
        if words is None:
            lib.ploy_state_init(domain._pointer, self._words)
        else:
            ffi.memmove(self._words, words, ffi.sizeof(self._words))

    def _use(self) -> Any:
        if self._version != self.domain._version:
            raise Error("the domain has changed since the state was made: make a new one")
        return self.domain._use()

    def _variable(self, name: str) -> Tuple[int, Any]:
        variables = self.domain._variables()
        if name not in variables:
            raise KeyError("no symbol '%s'" % name)
        return variables[name]

    def __getitem__(self, name: str) -> Any:
        variable, symbol = self._variable(name)
        return value_of(self._use(), symbol, lib.ploy_state_get(self._use(), self._words, variable))

    def __setitem__(self, name: str, value: Any) -> None:
        variable, symbol = self._variable(name)
        if lib.ploy_state_set(self._use(), self._words, variable, number_of(self._use(), symbol, value)) != Status.OK:
            raise ValueError("%r is outside the range of '%s'" % (value, name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.domain._variables())

    def set(self, text: str) -> "State":
        """Applies "ammo = 2, safe(bunker), not armed"."""
        error = ffi.new("ploy_error*")
        status = lib.ploy_state_parse(self._use(), self._words, bytes_of(text), error)
        if status != Status.OK:
            raise FileError("state", error, Status(status))
        return self

    def copy(self) -> "State":
        self._use()
        return State(self.domain, self._words)

    def applicable(self, action: str, *args: str) -> bool:
        """Do the preconditions of the action hold?"""
        number, objects = action_of(self._use(), action, args)
        return lib.ploy_action_applicable(self.domain._pointer, number, objects, self._words)

    def apply(self, action: str, *args: str) -> None:
        """Changes the state as the action does."""
        if not self.applicable(action, *args):
            raise Error("'%s' is not applicable in this state" % action)
        number, objects = action_of(self.domain._pointer, action, args)
        lib.ploy_action_apply(self.domain._pointer, number, objects, self._words)

    def meets(self, goal: str, *args: str) -> bool:
        """Does the goal hold?"""
        number, objects = goal_of(self._use(), goal, args)
        return lib.ploy_goal_met(self.domain._pointer, number, objects, self._words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bytes(ffi.buffer(self._words)) == bytes(ffi.buffer(other._words))

    def __str__(self) -> str:
        return printed(lambda text, size: lib.ploy_state_print(self._use(), self._words, text, size))


class Domain(DomainObjects):
    """Symbols, actions and goals, in code or of a File. Conditions and effects are text:

        domain = ploy.Domain()
        domain.add_symbol("armed", bool)
        domain.add_action("Draw", effect="armed")
        domain.add_goal("BeReady", "armed")
        print(domain.plan(goal="BeReady").steps)
    """

    _pointer: Any

    def __init__(self, name: str = "") -> None:
        text = c_text(name)
        self._init(lib.ploy_domain_create(ffi.new("ploy_domain_def*", {"name": text})), None)
        if not self._pointer:
            raise MemoryError("ploy_domain_create")
        self._pointer = ffi.gc(self._pointer, lib.ploy_domain_destroy)
        self._is_compiled = False

    def _init(self, pointer: Any, owner: Any) -> None:
        self._pointer = pointer
        self._owner = owner
        self._is_compiled = True
        self._planner: Any = None
        self._version = 0
        self._known: Optional[Dict[str, Tuple[int, Any]]] = None
        self._kept: List[Any] = []
        self._raised: List[BaseException] = []
        self._changes = 0  # of any kind: a search in slices ends with one
        self._users: Any = weakref.WeakSet()  # worlds with a mind that plans with it

    @classmethod
    def _of_file(cls, pointer: Any, owner: Any) -> "Domain":
        domain = cls.__new__(cls)
        domain._init(pointer, owner)
        return domain

    def _read(self) -> Any:
        return self._pointer

    # Description.

    def _changed(self, status: int, error: Any) -> None:
        if self._planner is not None:
            self._end_planner()
        self._is_compiled, self._known, self._planner = False, None, None
        self._version += 1
        self._changes += 1
        _raise(error, status)

    def _describe(self) -> Any:
        """The pointer, for what is added to the description."""
        if self._users:
            raise Error("a mind plans with the domain: only objects and tables change", Status.NOT_SUPPORTED)
        return self._pointer

    def _begin_change(self) -> Any:
        """States stay valid, and so does the planner; a search in slices does not."""
        for world in self._users:
            if world._is_ticking:
                raise Error("a domain is changed between two ticks, not inside one", Status.NOT_SUPPORTED)
            world._domains.unsettled[self] = None
        self._is_compiled = False
        self._changes += 1
        return self._pointer

    def add_type(self, name: str, objects: Sequence[str] = (), *, capacity: int = 0) -> None:
        """A set of named objects. capacity, instead of objects: room for this many that are spawned while the game runs, named
        "tree.1", "tree.2", …"""
        if bool(objects) == bool(capacity):
            raise ValueError("a type has objects or a capacity")
        pointer, texts = self._describe(), [c_text(each) for each in objects]
        error = ffi.new("ploy_error*")
        listed = ffi.new("char*[]", texts) if texts else ffi.NULL
        self._changed(lib.ploy_domain_add_type(pointer, bytes_of(name), listed, len(texts) or capacity, ffi.NULL, error), error)

    def add_symbol(self, name: str, type: Union[type, str] = bool, *, min: float = 0, max: float = 0, step: float = 0,
                   initial: Optional[str] = None, of: Sequence[str] = (), planned: bool = False, clamp: bool = False) -> None:
        """type: bool, int, float (a decimal) or the name of a type of objects. of: the types that index it, as in
        safe(place). planned: exists only within plans."""
        kind = _kind_of(type)
        pointer = self._describe()
        scale = 1000 if kind == ValueType.DECIMAL else 1
        texts = _texts(name=name, object_type=type if isinstance(type, str) else None, initial=initial)
        indexes = [c_text(each) for each in of]
        if len(indexes) > MAX_ARGS:
            raise ValueError("a symbol is indexed by at most %d types" % MAX_ARGS)
        error = ffi.new("ploy_error*")
        self._changed(lib.ploy_domain_add_symbol(pointer, ffi.new("ploy_symbol_def*", {
            **texts, "type": kind, "min": round(min * scale), "max": round(max * scale), "step": fixed(step), "of": indexes,
            "of_count": len(indexes), "planned": planned, "clamp": clamp}), ffi.NULL, error), error)

    def add_table(self, name: str, type: Union[type, str] = bool, *, of: Sequence[str], min: float = 0, max: float = 0,
                  initial: Any = None, symmetric: bool = False) -> None:
        """Values that depend on objects and not on the state, such as distances: actions read them like a function, and only the
        game changes them. min, max: both 0 is 0 to 1,000,000. symmetric: (a, b) is always (b, a)."""
        kind = _kind_of(type)
        pointer, scale = self._describe(), 1000 if kind == ValueType.DECIMAL else 1
        texts, indexes = _texts(name=name, object_type=type if isinstance(type, str) else None), [c_text(each) for each in of]
        if not 1 <= len(indexes) <= MAX_ARGS:
            raise ValueError("a table is indexed by 1 to %d types" % MAX_ARGS)
        first = 0
        if initial is not None:
            first = find_object(pointer, find_type(pointer, str(type)), initial) if kind == ValueType.OBJECT else WRITE[kind](initial)
        error = ffi.new("ploy_error*")
        self._changed(lib.ploy_domain_add_table(pointer, ffi.new("ploy_table_def*", {
            **texts, "type": kind, "min": round(min * scale), "max": round(max * scale), "initial": first, "of": indexes,
            "of_count": len(indexes), "symmetric": symmetric}), ffi.NULL, error), error)

    def _params(self, params: Dict[str, str]) -> Tuple[List[Any], List[Dict[str, Any]]]:
        if len(params) > MAX_ARGS:
            raise ValueError("at most %d parameters" % MAX_ARGS)
        listed = [_texts(name=name, type=type) for name, type in params.items()]
        return [text for each in listed for text in each.values()], listed

    def add_action(self, name: str, *, params: Dict[str, str] = {}, pre: Optional[str] = None, effect: Optional[str] = None,
                   cost: Union[str, float, None] = None, context: Optional[str] = None, base: Optional[str] = None, duration: float = 0,
                   limit: float = 0, precedence: int = 0, move: bool = False) -> None:
        """params: names and types. cost: a number, an expression over symbols, or "call:NAME"."""
        texts = _texts(name=name, pre=pre, effect=effect, cost=None if cost is None else str(cost), context=context, base=base)
        kept, listed = self._params(params)
        error = ffi.new("ploy_error*")
        self._changed(lib.ploy_domain_add_action(self._describe(), ffi.new("ploy_action_def*", {
            **texts, "params": listed, "param_count": len(listed), "duration": microseconds(duration), "limit": microseconds(limit),
            "precedence": precedence, "move": move}), ffi.NULL, error), error)
        del kept

    def add_goal(self, name: str, condition: str, *, params: Dict[str, str] = {}, priority: Union[str, float, None] = None,
                 relevant: Optional[str] = None, hold: bool = False) -> None:
        """condition: what must hold at the end of a plan."""
        texts = _texts(name=name, condition=condition, priority=None if priority is None else str(priority), relevant=relevant)
        kept, listed = self._params(params)
        error = ffi.new("ploy_error*")
        self._changed(lib.ploy_domain_add_goal(self._describe(), ffi.new("ploy_goal_def*", {
            **texts, "params": listed, "param_count": len(listed), "hold": hold}), ffi.NULL, error), error)
        del kept

    def bind_cost(self, name: str, function: Callable[["State", Tuple[str, ...]], float]) -> None:
        """Binds "call:NAME" of a cost or a priority: function(state, arguments) returns a number."""
        self._bind("number", name, function, lambda result: round(result * 1000), 0)

    def bind_context(self, name: str, function: Callable[["State", Tuple[str, ...]], bool]) -> None:
        """Binds context="NAME" of an action: function(state, arguments) returns True or False."""
        self._bind("context", name, function, bool, False)

    def _bind(self, kind: str, name: str, function: Callable[..., Any], convert: Callable[[Any], Any], error: Any) -> None:
        self._use()

        def call(_user: Any, evaluation: Any) -> Any:
            info = (lib.ploy_domain_goal if evaluation.is_goal else lib.ploy_domain_action)(self._pointer, evaluation.owner)
            args = tuple(text_of(lib.ploy_domain_object_name(self._pointer, info.param_types[i], evaluation.args[i])) for i in range(evaluation.arg_count))
            return convert(function(State(self, evaluation.start), args))

        wrapped = ffi.callback("ploy_%s_fn" % kind, call, error=error, onerror=lambda _t, value, _tb: self._raised.append(value))
        self._kept.append(wrapped)
        bind = lib.ploy_domain_bind_number if kind == "number" else lib.ploy_domain_bind_context
        if bind(self._pointer, bytes_of(name), wrapped, ffi.NULL) == Status.NOT_FOUND:
            raise KeyError("the domain uses no such name: '%s'" % name)

    def _use(self) -> Any:
        if not self._is_compiled:
            error = ffi.new("ploy_error*")
            _raise(error, lib.ploy_domain_compile(self._pointer, error))
            self._is_compiled = True
        return self._pointer

    def _compile(self) -> None:
        self._use()

    def _ready(self) -> Any:
        pointer = self._use()
        unbound = lib.ploy_domain_find_unbound(pointer)
        if unbound:
            raise Error("the domain uses '%s', which is not bound" % text_of(unbound))
        return pointer

    def _variables(self) -> Dict[str, Tuple[int, Any]]:
        if self._known is None:
            pointer, known = self._use(), {}
            for index in range(lib.ploy_domain_symbol_count(pointer)):
                symbol = lib.ploy_domain_symbol(pointer, index)
                for variable in range(symbol.first_variable, symbol.first_variable + symbol.variable_count):
                    known[printed(lambda text, size: lib.ploy_domain_variable_print(pointer, variable, text, size))] = (variable, symbol)
            self._known = known
        return self._known

    # Planning.

    def state(self, text: str = "") -> State:
        """The initial state, changed by "ammo = 2, safe(bunker), not armed"."""
        return State(self).set(text) if text else State(self)

    def _start(self, start: Union[State, str, None]) -> State:
        state = start if isinstance(start, State) else self.state(start or "")
        if state.domain is not self:
            raise ValueError("the state belongs to another domain")
        state._use()
        return state

    def _query(self, start: State, goal: Optional[str], args: Sequence[str], search: Union[Search, str], max_nodes: int, max_depth: int,
               disabled: Sequence[str]) -> Tuple[Any, Any]:
        pointer = self._ready()
        query = ffi.new("ploy_plan_query*")
        query.start = start._words
        if goal is not None:
            number, objects = goal_of(pointer, goal, tuple(args))
            query.goal = number
            for i in range(MAX_ARGS):
                query.goal_args[i] = objects[i]
        found = lib.ploy_search_find(search.encode()) if isinstance(search, str) else int(search)
        if found == NONE:
            raise KeyError("no search '%s'" % search)
        if found == Search.UTILITY:
            raise ValueError("the search 'utility' needs an agent with scores")
        query.options.search, query.options.max_nodes, query.options.max_depth = found, max_nodes, max_depth
        bits = ffi.new("uint64_t[]", lib.ploy_domain_action_count(pointer) // 64 + 1)
        for name in disabled:
            index = lib.ploy_domain_find_action(pointer, bytes_of(name))
            if index == NONE:
                raise KeyError("no action '%s'" % name)
            bits[index // 64] |= 1 << index % 64
        query.disabled = bits
        return query, bits

    def plan(self, start: Union[State, str, None] = None, goal: Optional[str] = None, args: Sequence[str] = (), *,
             search: Union[Search, str] = Search.AUTO, max_nodes: int = 0, max_depth: int = 0, disabled: Sequence[str] = ()) -> Plan:
        """The cheapest plan from a state (or text that changes the initial one). Without a goal: for the relevant goal of
        the highest priority that has a plan."""
        state = self._start(start)
        query, bits = self._query(state, goal, args, search, max_nodes, max_depth, disabled)
        if self._planner is None:
            planner = lib.ploy_planner_create(ffi.new("ploy_planner_def*", {"domain": self._pointer}))
            if not planner:
                raise MemoryError("ploy_planner_create")
            self._planner = planner
            self._end_planner = end_with(self, planner, lib.ploy_planner_destroy, self._pointer, self._owner)
        plan = lib.ploy_planner_plan(self._planner, query) if goal is not None else lib.ploy_planner_plan_best(self._planner, query, ffi.NULL, 0)
        del bits
        return self._plan_of(plan)

    def begin(self, start: Union[State, str, None] = None, goal: str = "", args: Sequence[str] = (), *, search: Union[Search, str] = Search.AUTO,
              max_nodes: int = 0, max_depth: int = 0, disabled: Sequence[str] = ()) -> "PlanSearch":
        """The same in slices: `search = domain.begin(…)`, then `search.update(1000)` until it is True, then `search.end()`. Any
        slices give the same plan."""
        return PlanSearch(self, *self._query(self._start(start), goal, args, search, max_nodes, max_depth, disabled))

    def _plan_of(self, plan: Any) -> Plan:
        self._raise_noted()
        if plan.status == Status.OUT_OF_MEMORY:
            raise MemoryError("ploy_planner_plan")
        name = "" if plan.goal == NONE else text_of(lib.ploy_domain_goal(self._pointer, plan.goal).name)
        steps = [step_of(self._pointer, plan.steps[i].action, plan.steps[i].args, plan.steps[i].cost) for i in range(plan.step_count)]
        return Plan(Status(plan.status), name, steps, plan.cost / 1000, plan.proved, plan.expanded)

    def _raise_noted(self) -> None:
        if self._raised:
            first, self._raised[:] = self._raised[0], []
            raise first

    def explain(self, start: Union[State, str, None] = None, goal: Optional[str] = None, args: Sequence[str] = (), *,
                why_not: Optional[str] = None, disabled: Sequence[str] = ()) -> str:
        """Why this plan, or why none; without a goal: which goal is chosen, and why not the others. why_not: why this
        action is not in the plan. Lines of English."""
        state = self._start(start)
        query, bits = self._query(state, goal, args, Search.AUTO, 0, 0, disabled)
        definition, out = ffi.new("ploy_explain_def*"), ffi.new("ploy_explanation**")
        definition.domain, definition.query = self._pointer, query[0]
        if why_not is not None:
            if goal is None:
                raise ValueError("why_not needs a goal")
            action, _objects = action_of(self._pointer, why_not, None)
            status = lib.ploy_explain_action(definition, action, ffi.NULL, out)
        elif goal is not None:
            status = lib.ploy_explain_plan(definition, out)
        else:
            status = lib.ploy_explain_goals(definition, ffi.NULL, 0, out)
        del bits
        self._raise_noted()
        expect(status, "ploy_explain_plan")
        try:
            return printed(lambda text, size: lib.ploy_explanation_print(out[0], text, size), 4096)
        finally:
            lib.ploy_explanation_destroy(out[0])


class PlanSearch:
    """A search in slices, made by Domain.begin. A change of the domain ends it."""

    def __init__(self, domain: Domain, query: Any, kept: Any) -> None:
        self._domain, self._kept, self._changes = domain, (query, kept), domain._changes
        self._is_open = True
        self._planner = lib.ploy_planner_create(ffi.new("ploy_planner_def*", {"domain": domain._pointer}))
        if not self._planner:
            raise MemoryError("ploy_planner_create")
        end_with(self, self._planner, lib.ploy_planner_destroy, domain._pointer, domain._owner)
        self._status = lib.ploy_planner_begin(self._planner, query)
        domain._raise_noted()

    def _use(self) -> Any:
        if self._is_open and self._changes != self._domain._changes:
            self._is_open = False
            raise Error("the domain has changed since begin")
        if not self._is_open:
            raise Error("the search has ended")
        return self._planner

    def update(self, max_nodes: int = 1000) -> bool:
        """Expands at most this many states. True: it is done."""
        planner = self._use()
        if not 0 <= max_nodes < 1 << 32:
            raise ValueError("max_nodes is 0 .. 2^32 - 1")
        if self._status == Status.IN_PROGRESS:
            self._status = lib.ploy_planner_update(planner, max_nodes)
        self._domain._raise_noted()
        return self._status != Status.IN_PROGRESS

    def best(self) -> Optional[Plan]:
        """The best plan so far of an anytime search in progress; None: there is none yet. The search goes on."""
        plan = lib.ploy_planner_best(self._use())
        return self._domain._plan_of(plan) if plan else None

    def end(self) -> Plan:
        """The plan. A search that is still in progress is CANCELLED."""
        planner = self._use()
        self._is_open = False
        return self._domain._plan_of(lib.ploy_planner_end(planner))


class File:
    """A file without a world: for the planner alone, and for tools."""

    def __init__(self, path: "Union[str, os.PathLike[str], None]" = None, *, text: Optional[str] = None) -> None:
        """text, instead of a path: what the file would hold."""
        if (path is None) == (text is None):
            raise TypeError("a path or a text is wanted")
        out, error, name = ffi.new("ploy_file**"), ffi.new("ploy_error*"), "text" if path is None else os.fspath(path)
        if text is None:
            status = lib.ploy_file_load(ffi.NULL, bytes_of(name), out, error)
        else:
            status = lib.ploy_file_parse(ffi.NULL, bytes_of(text), len(bytes_of(text)), out, error)
        if status != Status.OK:
            raise FileError(name, error, Status(status))
        self._pointer = ffi.gc(out[0], lib.ploy_file_destroy)

    @property
    def domains(self) -> Dict[str, Domain]:
        """By name."""
        listed = [Domain._of_file(lib.ploy_file_domain(self._pointer, i), self._pointer) for i in range(lib.ploy_file_domain_count(self._pointer))]
        return {domain.name: domain for domain in listed}

    @property
    def agents(self) -> List[str]:
        """The names of its agent types."""
        return [text_of(lib.ploy_file_agent(self._pointer, i).name) for i in range(lib.ploy_file_agent_count(self._pointer))]
