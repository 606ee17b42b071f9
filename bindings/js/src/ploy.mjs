// What a program imports.

import { PloyError, files, raw, setLog, textAt } from "./runtime.mjs";
import { Agent, Call } from "./agent.mjs";
import { Blackboard } from "./values.mjs";
import { FAILURE, RUNNING, SUCCESS, World } from "./world.mjs";
import { Reservations, Squad, Squads } from "./squads.mjs";
import { Domain, Planner } from "./plan.mjs";
import { DIAGONAL, Graph, Grid, Obstacles, Pathfinder, STRAIGHT } from "./paths.mjs";
import { PathService } from "./path_service.mjs";
import { SpatialIndex } from "./spatial.mjs";
import { State } from "./state.mjs";
import { Terrain } from "./terrain.mjs";
import { Recording } from "./recording.mjs";

const version = textAt(raw.ploy_version());

export { Agent, Blackboard, Call, DIAGONAL, Domain, FAILURE, Graph, Grid, Obstacles, PathService, Pathfinder, Planner, PloyError, RUNNING, Recording, Reservations, STRAIGHT, SUCCESS, SpatialIndex, Squad, Squads, State, Terrain, World, files, raw, setLog, version };
