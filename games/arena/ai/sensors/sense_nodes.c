// Positions to attack from and to hide at, as facts. The map has lists of which spots see each other, so an update
// visits the spots around and looks them up. Old positions decay within seconds.

#include "games/arena/ai/crowd.h"
#include "games/arena/ai/sensors/sensors.h"

/// The positions that the agent remembers when the update begins: few of those around are among them.
typedef struct known_spots
{
    uint32_t spots[ARENA_NODES_KNOWN];
    uint8_t roles[ARENA_NODES_KNOWN];
    uint32_t count;
    uint64_t hints; ///< bit of each spot, modulo 64
} known_spots;

static known_spots find_known(const arena_agent* agent)
{
    known_spots known;
    known.count = 0;
    known.hints = 0;
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_NODE);
    ploy_fact_id id = {0, 0};
    while (known.count < ARENA_NODES_KNOWN && (id = ploy_memory_next(agent->agent->memory, &query, id)).index1) {
        ploy_fact fact;
        ploy_memory_get(agent->agent->memory, id, &fact);
        known.spots[known.count] = (uint32_t)fact.values[ARENA_NODE_SPOT];
        known.hints |= UINT64_C(1) << fact.values[ARENA_NODE_SPOT] % 64;
        known.roles[known.count++] = (uint8_t)fact.values[ARENA_NODE_ROLE];
    }
    return known;
}

static bool is_known(const known_spots* known, uint32_t spot, arena_role role)
{
    if (!(known->hints >> spot % 64 & 1)) return false;
    for (uint32_t i = 0; i < known->count; i++) {
        if (known->spots[i] == spot && known->roles[i] == role) return true;
    }
    return false;
}

static void note(arena_agent* agent, uint32_t spot, arena_role role, int32_t distance, int32_t badness)
{
    ploy_fact fact = ploy_fact_of(ARENA_FACT_NODE);
    fact.source = ARENA_SENSE_NODES;
    const arena_tactics* tactics = &agent->match->tactics;
    int64_t belief = PLOY_FACT_CERTAIN - (int64_t)badness * tactics->node_loss / ARENA_CELL;
    fact.belief = belief < tactics->node_belief ? (uint32_t)tactics->node_belief : (uint32_t)belief;
    ploy_fact_set(&fact, ARENA_NODE_SPOT, spot);
    ploy_fact_set(&fact, ARENA_NODE_ROLE, role);
    ploy_fact_set(&fact, ARENA_NODE_AT, agent->match->map->spots[spot].node);
    ploy_fact_set(&fact, ARENA_NODE_DISTANCE, distance);
    ploy_fact_id id;
    ploy_status status = ploy_memory_remember(agent->agent->memory, &fact, &id);
    if (status == PLOY_ALREADY) ploy_memory_believe(agent->agent->memory, id, fact.belief); // it may have been more
}

// A spot that sees the target does not hide from it: what was believed of it before is wrong.
static void forget_role(arena_agent* agent, const known_spots* known, uint32_t spot, arena_role role)
{
    if (!is_known(known, spot, role)) return;
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_NODE);
    ploy_fact_query_equal(&query, ARENA_NODE_SPOT, spot);
    ploy_fact_query_equal(&query, ARENA_NODE_ROLE, role);
    ploy_memory_forget_all(agent->agent->memory, &query);
}

static int32_t size_of(int32_t v)
{
    return v < 0 ? -v : v;
}

/// The best positions of a role in an update, best first: in a crowd only a few are worth a fact.
typedef struct position
{
    uint32_t spot;
    int32_t distance, badness;
} position;

typedef struct position_list
{
    uint32_t room, count; ///< room 0: every position becomes a fact at once
    position best[ARENA_NODES_KNOWN];
} position_list;

static void keep(position_list* list, position found)
{
    if (list->count == list->room && found.badness >= list->best[list->count - 1].badness) return;
    uint32_t at = list->count == list->room ? list->count - 1 : list->count++;
    for (; at > 0 && found.badness < list->best[at - 1].badness; at--) list->best[at] = list->best[at - 1];
    list->best[at] = found;
}

static void take(arena_agent* agent, position_list lists[2], arena_role role, position found)
{
    if (lists[role].room)
        keep(&lists[role], found);
    else
        note(agent, found.spot, role, found.distance, found.badness);
}

// Attack positions see the target at about the weapon's best distance. Cover does not see the target and is near.
static void judge(arena_agent* agent, const known_spots* known, uint32_t spot, uint32_t target_spot,
                  position_list lists[2])
{
    const arena_map* map = agent->match->map;
    arena_vec at = map->spots[spot].middle;
    int32_t from_here = arena_distance(at, agent->at);
    if (!arena_map_spot_sees(map, target_spot, spot)) { // one list for all spots
        forget_role(agent, known, spot, ARENA_ROLE_ATTACK);
        take(agent, lists, ARENA_ROLE_COVER, (position){spot, from_here, from_here});
        return;
    }
    const arena_weapon* weapon = &agent->match->weapons[agent->arms.weapon];
    int32_t to_target = arena_distance(at, agent->target.at);
    forget_role(agent, known, spot, ARENA_ROLE_COVER);
    if (to_target > weapon->range) return;
    int64_t walk = (int64_t)from_here * agent->match->tactics.node_walk / 1000;
    take(agent, lists, ARENA_ROLE_ATTACK,
         (position){spot, to_target, size_of(to_target - weapon->keep) + (int32_t)walk});
}

static void note_kept(arena_agent* agent, const position_list lists[2])
{
    for (uint32_t role = 0; role < 2; role++) {
        for (uint32_t i = 0; i < lists[role].count; i++) {
            const position* p = &lists[role].best[i];
            note(agent, p->spot, (arena_role)role, p->distance, p->badness);
        }
    }
}

void arena_sense_nodes(arena_agent* agent)
{
    const arena_map* map = agent->match->map;
    if (!agent->target.agent1) return;
    uint32_t target_spot = arena_map_spot(map, agent->target.at);
    if (target_spot == PLOY_NONE) return;
    known_spots known = find_known(agent);
    position_list lists[2];
    lists[0].count = lists[1].count = 0;
    lists[0].room = lists[1].room = arena_is_crowd(agent->match) ? (uint32_t)agent->match->tactics.crowd_nodes : 0;
    int32_t around = agent->match->tactics.nodes_around;
    int32_t at_x = agent->at.x / ARENA_CELL / ARENA_LATTICE, at_y = agent->at.y / ARENA_CELL / ARENA_LATTICE;
    for (int32_t y = at_y - around; y <= at_y + around; y++) {
        for (int32_t x = at_x - around; x <= at_x + around; x++) {
            if (x < 0 || y < 0 || x >= (int32_t)map->lattice_width || y >= (int32_t)map->lattice_height) continue;
            uint32_t spot = map->lattice[(uint32_t)y * map->lattice_width + (uint32_t)x];
            if (spot != PLOY_NONE) judge(agent, &known, spot, target_spot, lists);
        }
    }
    note_kept(agent, lists);
}
