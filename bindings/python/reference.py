#!/usr/bin/env python3
"""Writes docs/reference/python.md from the docstrings and type hints of the package. --check fails if it is out of date."""
import enum
import inspect
import os
import re
import sys

import ploy
import ploy.arena

TARGET = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "reference", "python.md")

SECTIONS = (
    ("Worlds and agents", (ploy.World, ploy.Agent, ploy.Blackboard, ploy.Memory, ploy.Fact, ploy.Event, ploy.Stats, ploy.Profile, ploy.ProfileRow, ploy.Step)),
    ("What callbacks get", (ploy.Call, ploy.Children)),
    ("Squads", (ploy.Squads, ploy.Squad, ploy.Task, ploy.Order, ploy.Reservations)),
    ("The planner alone", (ploy.File, ploy.Domain, ploy.State, ploy.Plan, ploy.PlanSearch)),
    ("Objects and tables that change", (ploy.objects.DomainObjects, ploy.Table, ploy.WorldDomain)),
    ("Paths", (ploy.Grid, ploy.Graph, ploy.Obstacles, ploy.PathFinder, ploy.Path, ploy.PathService, ploy.PathRequest, ploy.PathServiceStats, ploy.Terrain)),
    ("Who is near", (ploy.SpatialIndex,)),
    ("Recordings", (ploy.Recording, ploy.RecordingInfo, ploy.RecordedEvent)),
    ("Exceptions", (ploy.Error, ploy.FileError, ploy.GoneError, ploy.ThreadError)),
    ("The arena", (ploy.arena.Arena, ploy.arena.Standing, ploy.arena.Body, ploy.arena.Thing)),
    ("Enums", (ploy.Outcome, ploy.Status, ploy.ValueType, ploy.Search, ploy.PathMethod, ploy.TerrainShape, ploy.Decay, ploy.TraceLevel, ploy.GoapEventKind, ploy.GoapReason,
               ploy.SquadTaskKind, ploy.SquadTaskEnd, ploy.OrderKind, ploy.OrderState, ploy.Role, ploy.Missing)),
)


def signature_of(function):
    signature = inspect.signature(function)
    params = [each.replace(annotation=inspect.Parameter.empty) for name, each in signature.parameters.items() if name != "self"]
    text = str(signature.replace(parameters=params, return_annotation=inspect.Signature.empty))
    result = signature.return_annotation
    text = re.sub(r"<class '(\w+)'>", r"\1", re.sub(r"<(\w+)\.(\w+): \d+>", r"\1.\2", text))
    return text + ("" if result in (inspect.Signature.empty, "None", None) else " → `%s`" % str(result).strip('"').replace('"', ""))


def paragraph(doc):
    """The docstring in one line, programs apart."""
    lines, out = inspect.cleandoc(doc or "").splitlines(), []
    for line in lines:
        is_code = line.startswith("    ")
        if is_code and out:
            out[-1] = re.sub(":$", ".", out[-1])
        if is_code or not line.strip():
            continue
        out.append(line)
    return " ".join(out)


def call_text(name, function):
    text = signature_of(function)
    arguments, arrow, result = text.partition(" → ")
    return "`%s%s`%s" % (name, arguments, " → " + result if arrow else "")


def members(cls):
    found = []
    for name, member in vars(cls).items():
        if name == "__getitem__" or (name.startswith("_") and name != "__init__"):
            continue
        if isinstance(member, property):
            kind = inspect.signature(member.fget).return_annotation
            found.append(("`%s`%s" % (name, "" if kind is inspect.Signature.empty else ": `%s`" % str(kind).strip('"').replace('"', "")), paragraph(member.__doc__)))
        elif inspect.isfunction(member) and name != "__init__":
            found.append((call_text(name, member), paragraph(member.__doc__)))
    return found


def attributes(cls):
    """Fields of named tuples, and `#:` comments before attributes."""
    if hasattr(cls, "_fields"):
        return [("`%s`" % name, "") for name in cls._fields]
    found = []
    for comment, name in re.findall(r"#: (.*)\n\s+self\.(\w+)", inspect.getsource(cls)):
        found.append(("`%s`" % name, comment))
    return found


def describe(cls):
    lines = ["### " + cls.__name__, ""]
    doc = paragraph(cls.__doc__)
    if issubclass(cls, enum.Enum):
        values = ", ".join("`%s`" % value.name for value in cls)
        return lines + ([doc, ""] if doc else []) + [values, ""]
    if doc and not doc.startswith(cls.__name__ + "("):
        lines += [doc, ""]
    is_made = "__init__" in vars(cls) and not hasattr(cls, "_fields") and not issubclass(cls, Exception) and cls.__name__ in (
        "World", "Domain", "File", "Grid", "Graph", "Obstacles", "PathFinder", "PathService", "Terrain", "SpatialIndex", "Recording", "Arena")
    rows = [(call_text(cls.__name__, cls.__init__), paragraph(cls.__init__.__doc__))] if is_made else []
    rows += attributes(cls) + members(cls)
    if rows:
        lines += ["| | |", "|---|---|"] + ["| %s | %s |" % (name.replace("|", "\\|"), doc.replace("|", "\\|")) for name, doc in rows] + [""]
    return lines


def page():
    lines = ["# Python reference", "", "Made from the package by `bindings/python/reference.py`; [the tutorial](../learn/python.md) comes first. Times are seconds, decimals are floats.", "",
             "`ploy.RUNNING`, `ploy.SUCCESS` and `ploy.FAILURE` are what activities return. `ploy.lib` and `ploy.ffi` are the low level: every function of the headers under its C name.", ""]
    for title, classes in SECTIONS:
        lines += ["## " + title, ""]
        for cls in classes:
            lines += describe(cls)
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    text = page()
    if sys.argv[1:] == ["--check"]:
        with open(TARGET, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit("docs/reference/python.md is out of date: run bindings/python/reference.sh")
    else:
        with open(TARGET, "w", encoding="utf-8") as file:
            file.write(text)
