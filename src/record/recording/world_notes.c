// The notes about a world: names for the numbers in its events. docs/internals/formats.md describes the lines.

#include <ploy/goap.h>
#include <ploy/fsm.h>
#include <ploy/save.h>
#include <ploy/recording.h>
#include <ploy/bt.h>
#include <ploy/utility.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "agent/squads.h"
#include "agent/world.h"
#include "base/memory.h"
#include "knowledge/blackboard.h"
#include "knowledge/fact_types.h"
#include "mind/fuzzy/fuzzy.h"
#include "mind/htn/htn_mind.h"
#include "record/recording/recorder.h"
#include "record/json_text.h"
#include "mind/bt/bt.h"
#include "mind/common/mind.h"
#include "mind/fsm/fsm.h"
#include "mind/utility/utility.h"

typedef struct note_writer
{
    ploy_recorder* recorder;
    pl_noted_world* noted;
    const ploy_world* world;
    pl_text text;
    ploy_agent_name_fn* name_of;
    void* user;
    ploy_status status;
} note_writer;

static void put(note_writer* n, const char* name, const void* bytes, size_t count)
{
    if (n->text.failed) n->status = PLOY_OUT_OF_MEMORY;
    if (n->status == PLOY_OK) n->status = ploy_recorder_note(n->recorder, name, bytes, count);
}

static void put_text(note_writer* n, const char* name)
{
    put(n, name, pl_text_string(&n->text), n->text.chars.count);
    PL_ARRAY_CLEAR(&n->text.chars);
}

// Minds.

static bool is_kind(const ploy_mind* mind, const char* name)
{
    return strcmp(mind->kind->name, name) == 0;
}

// The GOAP mind that makes its decisions, or NULL.
static const ploy_mind* planner_of(const ploy_mind* mind)
{
    if (is_kind(mind, "bt")) mind = pl_bt_mind_planner(mind);
    return mind && is_kind(mind, "goap") ? mind : NULL;
}

static const ploy_domain* domain_of(const ploy_mind* mind)
{
    if (is_kind(mind, "htn")) return ((const pl_htn_mind*)mind)->htn->domain;
    const ploy_mind* planner = planner_of(mind);
    return planner ? ploy_goap_domain(planner) : NULL;
}

static void list_names(note_writer* n, const ploy_mind* mind)
{
    if (is_kind(mind, "bt")) {
        for (uint32_t i = 0; i < ploy_bt_mind_node_count(mind); ++i)
            pl_text_add(&n->text, "%s\n", ploy_bt_mind_node_name(mind, i));
    } else if (is_kind(mind, "fsm")) {
        for (uint32_t i = 0; i < pl_fsm_mind_state_count(mind); ++i)
            pl_text_add(&n->text, "%s\n", ploy_fsm_mind_state_name(mind, i));
    } else if (is_kind(mind, "utility")) {
        for (uint32_t i = 0; i < pl_utility_option_count((const ploy_utility*)mind); ++i)
            pl_text_add(&n->text, "%s\n", pl_utility_option_name((const ploy_utility*)mind, i));
    } else if (pl_is_fuzzy(mind)) {
        const pl_fuzzy_mind* fuzzy = (const pl_fuzzy_mind*)mind;
        for (uint32_t i = 0; i < fuzzy->states.count; ++i) pl_text_add(&n->text, "%s\n", fuzzy->states.data[i].name);
    } else if (is_kind(mind, "htn")) {
        const ploy_domain* domain = ((const pl_htn_mind*)mind)->htn->domain;
        for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i)
            pl_text_add(&n->text, "%s\n", ploy_domain_action(domain, i).name);
    }
}

static void list_parents(note_writer* n, const ploy_mind* mind)
{
    if (!is_kind(mind, "bt")) return;
    for (uint32_t i = 0; i < ploy_bt_mind_node_count(mind); ++i)
        pl_text_add(&n->text, "%" PRId32 "\n", (int32_t)ploy_bt_mind_get_node(mind, i).parent);
}

static void note_description(note_writer* n, uint32_t number, const ploy_mind* mind)
{
    char name[32];
    size_t size = pl_mind_describe(mind, NULL, 0) + 1;
    if (size == 1) return;
    ploy_allocator allocator = pl_recorder_allocator(n->recorder);
    char* text = pl_alloc(&allocator, size);
    if (!text) {
        n->status = PLOY_OUT_OF_MEMORY;
        return;
    }
    snprintf(name, sizeof name, "description:%" PRIu32, number);
    put(n, name, text, pl_mind_describe(mind, text, size));
    pl_free(&allocator, text, size);
}

static void note_mind(note_writer* n, uint32_t number, const ploy_mind* mind, uint32_t domain_note)
{
    char name[32];
    list_names(n, mind);
    snprintf(name, sizeof name, "names:%" PRIu32, number);
    if (n->text.chars.count > 0) put_text(n, name);
    list_parents(n, mind);
    snprintf(name, sizeof name, "parents:%" PRIu32, number);
    if (n->text.chars.count > 0) put_text(n, name);
    note_description(n, number, mind);
    pl_text_add(&n->noted->lines, "mind %" PRIu32 " %s ", number, mind->kind->name);
    if (domain_note == PLOY_NONE) {
        pl_text_add(&n->noted->lines, "-\n");
    } else {
        pl_text_add(&n->noted->lines, "%" PRIu32 " %s\n", domain_note, ploy_domain_name(domain_of(mind)));
    }
}

// Has the mind this number, and its domain the note that it had then?
static bool is_number_of(const pl_noted_world* noted, uint32_t number, const ploy_mind* mind)
{
    if (number >= noted->minds.count || noted->minds.data[number].mind != mind) return false;
    const ploy_domain* domain = domain_of(mind);
    const pl_noted_domain* known = domain ? pl_noted_domains_find(&noted->domains, domain) : NULL;
    return !domain || (known && known->note == noted->minds.data[number].domain_note);
}

// The planner of a behavior tree gets the number of the tree, or of any that has it.
static void number_planner(const pl_noted_world* noted, uint32_t number)
{
    ploy_mind* planner = (ploy_mind*)noted->minds.data[number].planner;
    if (!planner) return;
    bool has_number = planner->number > 0 && planner->number <= noted->minds.count &&
                      noted->minds.data[planner->number - 1].planner == planner;
    if (!has_number) planner->number = number + 1;
}

static uint32_t number_of(note_writer* n, ploy_mind* mind)
{
    pl_noted_world* noted = n->noted;
    if (is_number_of(noted, mind->number - 1, mind)) return mind->number - 1;
    pl_noted_mind fresh = {.mind = mind, .planner = planner_of(mind), .domain = PLOY_NONE, .domain_note = PLOY_NONE};
    const ploy_domain* domain = domain_of(mind);
    ploy_status status = domain ? pl_recorder_note_domain(n->recorder, domain, &fresh) : PLOY_OK;
    ploy_allocator allocator = pl_recorder_allocator(n->recorder);
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&noted->minds, &allocator, fresh)) status = PLOY_OUT_OF_MEMORY;
    if (status != PLOY_OK) {
        n->status = status;
        return PLOY_NONE;
    }
    uint32_t number = noted->minds.count - 1;
    mind->number = number + 1;
    number_planner(noted, number);
    note_mind(n, number, mind, fresh.domain_note);
    return number;
}

// Domains.

static void each_mind(const note_writer* n, void (*call)(const note_writer* n, const ploy_mind* mind))
{
    const ploy_world* world = n->world;
    for (uint32_t i = 0; i < world->minds.entries.count; ++i) {
        call(n, (const ploy_mind*)(uintptr_t)world->minds.entries.data[i].key);
    }
    for (uint32_t i = 0; i < world->types.count; ++i) {
        if (world->types.data[i].mind) call(n, world->types.data[i].mind);
    }
}

static void compare_domain(const note_writer* n, const ploy_mind* mind)
{
    pl_recorder_compare_domain(n->recorder, mind);
}

static void mark_domain(const note_writer* n, const ploy_mind* mind)
{
    const pl_noted_world* noted = n->noted;
    uint32_t number = mind->number - 1;
    bool is_noted = number < noted->minds.count && noted->minds.data[number].mind == mind;
    pl_noted_domain* domain = is_noted ? pl_noted_domains_at(&noted->domains, noted->minds.data[number].domain) : NULL;
    if (domain) domain->is_used = true;
}

// Agents, activities, sensors, keys, fact types, squads.

static void note_agent(note_writer* n, const ploy_agent* agent, uint64_t tick)
{
    ploy_agent_id id = agent->id;
    char name[128], mind[16] = "-";
    const char* type = ploy_agent_type(agent);
    snprintf(name, sizeof name, "%s %" PRIu32, *type ? type : "agent", id.index1);
    if (n->name_of) n->name_of(n->user, agent, name, sizeof name);
    if (agent->mind) snprintf(mind, sizeof mind, "%" PRIu32, number_of(n, agent->mind));
    pl_text_add(&n->noted->lines, "agent %" PRIu32 " %" PRIu32 " %" PRIu64 " %s %s\n", id.index1, id.generation, tick,
                mind, name);
}

static void note_all_agents(note_writer* n)
{
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(n->world, id)).index1 != 0)
        note_agent(n, ploy_world_agent(n->world, id), pl_recorder_tick(n->recorder));
}

// Agents that are gone already keep the name of the one before.
static void note_changed_agents(note_writer* n)
{
    for (uint32_t i = 0; i < n->noted->changes.count; ++i) {
        pl_life_change change = n->noted->changes.data[i];
        if (change.agent == 0 || change.agent > pl_id_pool_end(&n->world->ids)) continue;
        pl_id id = pl_id_pool_at(&n->world->ids, change.agent - 1);
        if (!pl_id_is_null(id)) note_agent(n, pl_world_agent(n->world, change.agent - 1), change.tick);
    }
    PL_ARRAY_CLEAR(&n->noted->changes);
}

// Agents whose domain has other clauses: as if they had got another mind.
static void note_changed_domains(note_writer* n)
{
    if (!n->noted->has_new_notes) return;
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(n->world, id)).index1 != 0) {
        const ploy_agent* agent = ploy_world_agent(n->world, id);
        const ploy_domain* of = agent->mind ? domain_of(agent->mind) : NULL;
        const pl_noted_domain* domain = of ? pl_noted_domains_find(&n->noted->domains, of) : NULL;
        if (domain && domain->has_new_note) note_agent(n, agent, domain->since);
    }
    for (uint32_t i = 0; i < n->noted->domains.list.count; ++i) n->noted->domains.list.data[i].has_new_note = false;
    n->noted->has_new_notes = false;
}

static void note_activities(note_writer* n)
{
    const ploy_bindings* bindings = ploy_world_bindings(n->world);
    if (!bindings) return;
    for (uint32_t i = 0; i < ploy_bindings_activity_count(bindings); ++i) {
        pl_text_add(&n->text, "%s\n", ploy_bindings_activity(bindings, i)->name);
    }
    put_text(n, "activities");
}

static void note_sensors(note_writer* n)
{
    const pl_sensors* sensors = &n->world->sensors;
    for (uint32_t i = 0; i < sensors->count; ++i) pl_text_add(&n->text, "%s\n", sensors->list[i].def->name);
    if (sensors->count > 0) put_text(n, "sensors");
}

// A float, string or struct as its text in quotes, as in JSON.
static void note_initial(note_writer* n, const pl_key* key, uint32_t index)
{
    char text[PLOY_STRUCT_TEXT] = "";
    if (!pl_value_is_traced_as_text(key->kind)) {
        pl_text_add(&n->text, "%" PRId64, key->initial);
    } else if (key->kind == PLOY_VALUE_STRING) {
        pl_json_string(&n->text, NULL, ploy_value_string(key->initial));
    } else {
        pl_key_print(n->world->def.keys, index, key->initial, text, sizeof text);
        pl_json_string(&n->text, NULL, text);
    }
}

static void note_keys(note_writer* n)
{
    const ploy_blackboard_keys* keys = n->world->def.keys;
    if (!keys) return;
    for (uint32_t i = 0; i < ploy_blackboard_keys_count(keys); ++i) {
        const pl_key* key = pl_blackboard_key(keys, i);
        const char* of = key->value_names ? key->value_names : key->object_type;
        pl_text_add(&n->text, "%s%s%s %s\n", pl_key_type_name(keys, i),
                    key->value_names ? "="
                    : of             ? ":"
                                     : "",
                    of ? of : "", ploy_blackboard_keys_name(keys, i));
    }
    put_text(n, "keys");
    for (uint32_t i = 0; i < ploy_blackboard_keys_count(keys); ++i) {
        const pl_key* key = pl_blackboard_key(keys, i);
        note_initial(n, key, i);
        pl_text_add(&n->text, "%s\n", key->is_volatile ? " volatile" : "");
    }
    put_text(n, "initials");
}

// Words with one '|' between them.
static void add_words(note_writer* n, const char* text)
{
    static const char space[] = " \t\r\n";
    char mark = '=';
    for (text += strspn(text, space); *text; text += strspn(text, space), mark = '|') {
        int length = (int)strcspn(text, space);
        pl_text_add(&n->text, "%c%.*s", mark, length, text);
        text += length;
    }
}

static void note_attributes(note_writer* n, const ploy_fact_types* kinds)
{
    for (uint32_t i = 0; i < kinds->list.count; ++i) {
        for (uint32_t a = 0; a < ploy_fact_types_attribute_count(kinds, i); ++a) {
            ploy_fact_attribute one = ploy_fact_types_attribute(kinds, i, a);
            pl_text_add(&n->text, "%" PRIu32 " %d %s", i, (int)one.identifies, pl_value_kind_name(NULL, one.type));
            if (one.value_names)
                add_words(n, one.value_names);
            else if (one.object_type)
                pl_text_add(&n->text, ":%s", one.object_type);
            pl_text_add(&n->text, " %s\n", one.name);
        }
    }
    put_text(n, "attributes");
}

static void note_fact_types(note_writer* n)
{
    const ploy_fact_types* kinds = n->world->def.fact_types;
    if (!kinds) return;
    for (uint32_t i = 0; i < kinds->list.count; ++i) {
        pl_text_add(&n->text, "%s\n", pl_fact_types_name(kinds, i));
    }
    put_text(n, "fact-types");
    for (uint32_t i = 0; i < kinds->list.count; ++i) {
        const pl_belief_rule* rule = &pl_fact_type_at(kinds, i)->rule;
        pl_text_add(&n->text, "%" PRIu32 " %" PRIu32 " %" PRIu32 "\n", rule->decay, rule->time, rule->floor);
    }
    put_text(n, "beliefs");
    note_attributes(n, kinds);
}

static bool is_known_squad(const pl_noted_world* noted, uint64_t squad)
{
    for (uint32_t i = noted->squads.count; i-- > 0;) {
        if (noted->squads.data[i] == squad) return true;
    }
    return false;
}

static void note_squads(note_writer* n)
{
    const ploy_squads* squads = n->world->squads;
    ploy_allocator allocator = pl_recorder_allocator(n->recorder);
    ploy_squad_id id = {0};
    while (squads && (id = pl_squads_next(squads, id)).index1 != 0) {
        if (is_known_squad(n->noted, pl_squad_word(id))) continue;
        if (!PL_ARRAY_PUSH(&n->noted->squads, &allocator, pl_squad_word(id))) n->status = PLOY_OUT_OF_MEMORY;
        pl_text_add(&n->noted->lines, "squad %" PRIu32 " %" PRIu32 " %s\n", id.index1, id.generation,
                    pl_squad_name(squads, id));
    }
    n->noted->has_squad_changes = false;
}

static void each_blackboard(const ploy_world* world, void (*call)(ploy_blackboard* blackboard))
{
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(world, id)).index1 != 0) {
        const ploy_agent* agent = ploy_world_agent(world, id);
        if (agent->blackboard) call(agent->blackboard);
    }
}

// Of a recording that is continued: the numbers of blackboards may be others than in the part before.
static void trace_blackboards(note_writer* n)
{
    if (!n->noted->is_loading) return;
    n->noted->is_loading = false;
    each_blackboard(n->world, pl_blackboard_forget_trace);
    each_blackboard(n->world, pl_blackboard_trace_again);
}

static void note_first(note_writer* n)
{
    trace_blackboards(n);
    note_activities(n);
    note_sensors(n);
    note_keys(n);
    note_fact_types(n);
    note_all_agents(n);
    note_squads(n);
    n->noted->is_noted = true;
    PL_ARRAY_CLEAR(&n->noted->changes);
    ploy_recorder_flush(n->recorder);
}

ploy_status ploy_recorder_note_world(ploy_recorder* recorder, const ploy_world* world, ploy_agent_name_fn* name_of,
                                     void* user)
{
    PL_NEED(recorder, PLOY_INVALID);
    PL_NEED(world, PLOY_INVALID);
    pl_noted_world* noted = pl_recorder_world(recorder);
    note_writer n = {.recorder = recorder, .noted = noted, .world = world, .name_of = name_of, .user = user};
    each_mind(&n, compare_domain);
    bool has_changes = noted->changes.count > 0 || noted->has_squad_changes || noted->has_new_notes;
    if (noted->is_noted && !has_changes) return PLOY_OK;
    each_mind(&n, mark_domain);
    pl_noted_domains_prune(&noted->domains);
    ploy_allocator allocator = pl_recorder_allocator(recorder);
    pl_text_init(&n.text, &allocator);
    if (noted->is_noted) {
        note_changed_agents(&n);
        note_changed_domains(&n);
        note_squads(&n);
    } else {
        note_first(&n);
    }
    pl_text_destroy(&n.text);
    return noted->lines.failed ? PLOY_OUT_OF_MEMORY : n.status;
}
