"""The planner alone: domains of symbols, actions and goals, states, plans, and explanations of them."""
from __future__ import annotations

import os
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from .agent import Step, action_of, goal_of, step_of
from .generated import MAX_ARGS, NONE, Search, Status, ValueType
from .library import Error, FileError, bytes_of, c_text, end_with, expect, ffi, fixed, lib, microseconds, printed, text_of
from .values import decode


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
        value = lib.ploy_state_get(self._use(), self._words, variable)
        if symbol.type == ValueType.OBJECT:
            return text_of(lib.ploy_domain_object_name(self.domain._pointer, symbol.object_type, value))
        return decode(symbol.type, value)

    def __setitem__(self, name: str, value: Any) -> None:
        variable, symbol = self._variable(name)
        if symbol.type == ValueType.OBJECT and isinstance(value, str):
            number = lib.ploy_domain_find_object(self.domain._use(), symbol.object_type, value.encode())
            if number == NONE:
                raise KeyError("no object '%s'" % value)
        else:
            number = fixed(value) if symbol.type == ValueType.DECIMAL else int(value)
        if lib.ploy_state_set(self._use(), self._words, variable, number) != Status.OK:
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


class Domain:
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

    @classmethod
    def _of_file(cls, pointer: Any, owner: Any) -> "Domain":
        domain = cls.__new__(cls)
        domain._init(pointer, owner)
        return domain

    @property
    def name(self) -> str:
        return text_of(lib.ploy_domain_name(self._pointer))

    # Description.

    def _changed(self, status: int, error: Any) -> None:
        if self._planner is not None:
            self._end_planner()
        self._is_compiled, self._known, self._planner = False, None, None
        self._version += 1
        _raise(error, status)

    def add_type(self, name: str, objects: Sequence[str]) -> None:
        """A set of named objects."""
        texts = [c_text(each) for each in objects]
        error = ffi.new("ploy_error*")
        self._changed(lib.ploy_domain_add_type(self._pointer, bytes_of(name), ffi.new("char*[]", texts), len(texts), ffi.NULL, error), error)

    def add_symbol(self, name: str, type: Union[type, str] = bool, *, min: float = 0, max: float = 0, step: float = 0,
                   initial: Optional[str] = None, of: Sequence[str] = (), planned: bool = False, clamp: bool = False) -> None:
        """type: bool, int, float (a decimal) or the name of a type of objects. of: the types that index it, as in
        safe(place). planned: exists only within plans."""
        kinds: Dict[Any, ValueType] = {bool: ValueType.BOOL, int: ValueType.INT, float: ValueType.DECIMAL}
        kind = kinds.get(type, ValueType.OBJECT)
        if kind == ValueType.OBJECT and not isinstance(type, str):
            raise TypeError("a symbol is bool, int, float or the name of a type, not %r" % (type,))
        scale = 1000 if kind == ValueType.DECIMAL else 1
        texts = _texts(name=name, object_type=type if isinstance(type, str) else None, initial=initial)
        indexes = [c_text(each) for each in of]
        if len(indexes) > MAX_ARGS:
            raise ValueError("a symbol is indexed by at most %d types" % MAX_ARGS)
        error = ffi.new("ploy_error*")
        self._changed(lib.ploy_domain_add_symbol(self._pointer, ffi.new("ploy_symbol_def*", {
            **texts, "type": kind, "min": round(min * scale), "max": round(max * scale), "step": fixed(step), "of": indexes,
            "of_count": len(indexes), "planned": planned, "clamp": clamp}), ffi.NULL, error), error)

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
        self._changed(lib.ploy_domain_add_action(self._pointer, ffi.new("ploy_action_def*", {
            **texts, "params": listed, "param_count": len(listed), "duration": microseconds(duration), "limit": microseconds(limit),
            "precedence": precedence, "move": move}), ffi.NULL, error), error)
        del kept

    def add_goal(self, name: str, condition: str, *, params: Dict[str, str] = {}, priority: Union[str, float, None] = None,
                 relevant: Optional[str] = None, hold: bool = False) -> None:
        """condition: what must hold at the end of a plan."""
        texts = _texts(name=name, condition=condition, priority=None if priority is None else str(priority), relevant=relevant)
        kept, listed = self._params(params)
        error = ffi.new("ploy_error*")
        self._changed(lib.ploy_domain_add_goal(self._pointer, ffi.new("ploy_goal_def*", {
            **texts, "params": listed, "param_count": len(listed), "hold": hold}), ffi.NULL, error), error)
        del kept

    def bind_cost(self, name: str, function: Callable[["State", Tuple[str, ...]], float]) -> None:
        """Binds "call:NAME" of a cost: function(state, arguments) returns a number."""
        self._bind("number", name, function, lambda result: round(result * 1000), 0)

    def bind_context(self, name: str, function: Callable[["State", Tuple[str, ...]], bool]) -> None:
        """Binds context="NAME" of an action: function(state, arguments) returns True or False."""
        self._bind("context", name, function, bool, False)

    def _bind(self, kind: str, name: str, function: Callable[..., Any], convert: Callable[[Any], Any], error: Any) -> None:
        self._use()

        def call(_user: Any, evaluation: Any) -> Any:
            info = lib.ploy_domain_action(self._pointer, evaluation.owner)
            args = tuple(text_of(lib.ploy_domain_object_name(self._pointer, info.param_types[i], evaluation.args[i])) for i in range(evaluation.arg_count))
            return convert(function(State(self, evaluation.start), args))

        wrapped = ffi.callback("ploy_%s_fn" % kind, call, error=error, onerror=lambda _t, value, _tb: self._raised.append(value))
        self._kept.append(wrapped)
        if getattr(lib, "ploy_domain_bind_" + kind)(self._pointer, bytes_of(name), wrapped, ffi.NULL) == Status.NOT_FOUND:
            raise KeyError("the domain uses no such name: '%s'" % name)

    def _use(self) -> Any:
        if not self._is_compiled:
            error = ffi.new("ploy_error*")
            _raise(error, lib.ploy_domain_compile(self._pointer, error))
            self._is_compiled = True
        return self._pointer

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

    @property
    def actions(self) -> List[str]:
        return [text_of(lib.ploy_domain_action(self._use(), i).name) for i in range(lib.ploy_domain_action_count(self._use()))]

    @property
    def goals(self) -> List[str]:
        return [text_of(lib.ploy_domain_goal(self._use(), i).name) for i in range(lib.ploy_domain_goal_count(self._use()))]

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


class File:
    """A file without a world: for the planner alone, and for tools."""

    def __init__(self, path: "Union[str, os.PathLike[str]]") -> None:
        out, error, name = ffi.new("ploy_file**"), ffi.new("ploy_error*"), os.fspath(path)
        status = lib.ploy_file_load(ffi.NULL, bytes_of(name), out, error)
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
