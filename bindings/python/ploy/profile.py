"""Where the time of a world goes."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, NamedTuple, Optional

from .generated import Phase
from .library import lib, text_of

if TYPE_CHECKING:
    from .agent import Agent
    from .world import World


class ProfileRow(NamedTuple):
    """All calls of one sensor, activity or kind of mind."""

    calls: int
    seconds: float


class Profile(NamedTuple):
    """Sums since the world was created, in seconds; phases are those of a tick, in order."""

    ticks: int
    seconds: float
    longest_tick: float
    phases: Dict[str, float]
    #: By kind: "goap", "bt" and so on.
    minds: Dict[str, ProfileRow]
    sensors: Dict[str, ProfileRow]
    activities: Dict[str, ProfileRow]
    #: The one that took longest in the last tick, if it is still there.
    worst_agent: "Optional[Agent]"
    worst_seconds: float


def _seconds(nanoseconds: int) -> float:
    return nanoseconds / 1_000_000_000


def _rows(rows: Any, count: int) -> Dict[str, ProfileRow]:
    return {text_of(rows[i].name): ProfileRow(rows[i].calls, _seconds(rows[i].time)) for i in range(count)}


def read_profile(world: "World") -> Profile:
    found = lib.ploy_world_get_profile(world._use())
    minds: Dict[str, ProfileRow] = {}
    for each in (found.minds[i] for i in range(found.mind_count)):
        kind = text_of(each.kind)
        before = minds.get(kind, ProfileRow(0, 0))
        minds[kind] = ProfileRow(before.calls + each.calls, before.seconds + _seconds(each.think + each.work + each.act))
    phases = {phase.name.lower(): _seconds(found.phases[phase]) for phase in Phase}
    return Profile(found.ticks, _seconds(found.time), _seconds(found.longest_tick), phases, minds, _rows(found.sensors, found.sensor_count),
                   _rows(found.activities, found.activity_count), world._agents.get(found.worst_agent.index1), _seconds(found.worst_time))


__all__ = ["Profile", "ProfileRow"]
