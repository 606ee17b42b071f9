"""Ploy makes game characters decide: planning (GOAP), behavior trees, utility AI, state machines, task networks, paths,
sensors, memory, squads. And it explains why.

    import ploy

    world = ploy.World()

    @world.activity("Eat")
    def eat(agent):
        agent["hungry"] = False
        return ploy.SUCCESS

    world.load("farmer.xml")
    farmer = world.create("farmer")
    for _ in range(600):
        world.tick(1 / 60)
    print(farmer.why())
"""
from .agent import Agent, Step
from .blackboard import Blackboard
from .calls import Call, Children
from .generated import (GoapEventKind, GoapReason, Missing, OrderKind, OrderState, Outcome, PathMethod, Role, Search, SquadTaskEnd,
                        SquadTaskKind, Status, TraceLevel, ValueType)
from .generated import VERSION as __version__
from .library import Error, FileError, GoneError, ThreadError, ffi, lib
from .memory import Fact, Memory
from .paths import Graph, Grid, Obstacles, Path, PathFinder
from .planning import Domain, File, Plan, State
from .recording import RecordedEvent, Recording, RecordingInfo
from .squads import Order, Reservations, Squad, Squads, Task
from .world import Event, Stats, World

#: What start and update of an activity return.
RUNNING, SUCCESS, FAILURE = Outcome.RUNNING, Outcome.SUCCESS, Outcome.FAILURE

__all__ = [
    "Agent", "Blackboard", "Call", "Children", "Domain", "Error", "Event", "FAILURE", "Fact", "File", "FileError", "GoapEventKind", "GoapReason",
    "GoneError", "Graph", "Grid", "Memory", "Missing", "Obstacles", "Order", "OrderKind", "OrderState", "Outcome", "Path", "PathFinder", "PathMethod",
    "Plan", "RUNNING", "RecordedEvent", "Recording", "RecordingInfo", "Reservations", "Role", "SUCCESS", "Search", "Squad", "SquadTaskEnd",
    "SquadTaskKind", "Squads", "State", "Stats", "Status", "Step", "Task", "ThreadError", "TraceLevel", "ValueType", "World", "ffi", "lib",
]
