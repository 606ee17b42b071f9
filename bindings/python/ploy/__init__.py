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
from .domains import WorldDomain
from .generated import (Decay, GoapEventKind, GoapReason, Missing, OrderKind, OrderState, Outcome, PathMethod, Role, Search, SquadTaskEnd,
                        SquadTaskKind, Status, TerrainShape, TraceLevel, ValueType)
from .generated import VERSION as __version__
from .library import Error, FileError, GoneError, ThreadError, ffi, lib
from .memory import Fact, Memory
from .objects import Table
from .path_service import PathRequest, PathService, PathServiceStats
from .paths import Graph, Grid, Obstacles, Path, PathFinder
from .planning import Domain, File, Plan, PlanSearch, State
from .profile import Profile, ProfileRow
from .recording import RecordedEvent, Recording, RecordingInfo
from .spatial import SpatialIndex
from .squads import Order, Reservations, Squad, Squads, Task
from .terrain import Terrain
from .world import Event, Stats, World

#: What start and update of an activity return.
RUNNING, SUCCESS, FAILURE = Outcome.RUNNING, Outcome.SUCCESS, Outcome.FAILURE

__all__ = [
    "Agent", "Blackboard", "Call", "Children", "Decay", "Domain", "Error", "Event", "FAILURE", "Fact", "File", "FileError", "GoapEventKind",
    "GoapReason", "GoneError", "Graph", "Grid", "Memory", "Missing", "Obstacles", "Order", "OrderKind", "OrderState", "Outcome", "Path",
    "PathFinder", "PathMethod", "PathRequest", "PathService", "PathServiceStats", "Plan", "PlanSearch", "Profile", "ProfileRow", "RUNNING",
    "RecordedEvent", "Recording", "RecordingInfo", "Reservations", "Role", "SUCCESS", "Search", "SpatialIndex", "Squad", "SquadTaskEnd",
    "SquadTaskKind", "Squads", "State", "Stats", "Status", "Step", "Table", "Task", "Terrain", "TerrainShape", "ThreadError", "TraceLevel",
    "ValueType", "World", "WorldDomain", "ffi", "lib",
]
