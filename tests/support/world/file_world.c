#include "support/world/file_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/world.h"
#include "support/base/test.h"

// Activities.

static void note(file_world* w, const ploy_agent* agent, const char* what, const char* name)
{
    size_t length = strlen(w->log);
    const char* who = w->mind_count > 1 ? ploy_file_agent(w->file, (agent->id.index1 - 1) % w->mind_count).name : "";
    snprintf(w->log + length, sizeof w->log - length, "%s%s%s ", who, what, name);
}

static const file_doing* doing_of(const ploy_call* call)
{
    return call->user;
}

/// What an activity remembers: it shows in saves and hashes.
typedef struct doing_data
{
    uint32_t mark;   ///< four different bytes
    int32_t started; ///< milliseconds, negative
} doing_data;

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    *(doing_data*)call->data = (doing_data){0x01020304, -(int32_t)(agent->now / 1000)};
    note(doing_of(call)->in, agent, "+", doing_of(call)->name);
    return PLOY_RUNNING;
}

static void write_changes(const file_doing* doing, ploy_blackboard* blackboard, const uint64_t* from,
                          const uint64_t* to)
{
    for (uint32_t s = 0; s < ploy_domain_symbol_count(doing->domain); ++s) {
        ploy_symbol_info symbol = ploy_domain_symbol(doing->domain, s);
        for (uint32_t i = 0; i < symbol.variable_count; ++i) {
            uint32_t variable = symbol.first_variable + i;
            int64_t value = ploy_state_get(doing->domain, to, variable);
            if (value == ploy_state_get(doing->domain, from, variable)) continue;
            char name[64];
            ploy_domain_variable_print(doing->domain, variable, name, sizeof name);
            ploy_blackboard_set(blackboard, ploy_blackboard_keys_find(doing->in->keys, name), value);
        }
    }
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    const file_doing* doing = doing_of(call);
    if (!doing->domain) return PLOY_RUNNING;
    uint64_t before[8], after[8];
    assert_true(ploy_domain_state_words(doing->domain) <= 8);
    ploy_state_init(doing->domain, before);
    ploy_view_read(doing->view, agent->blackboard, before);
    memcpy(after, before, sizeof after);
    if (!ploy_action_applicable(doing->domain, doing->action, no_args, before)) return PLOY_FAILURE;
    ploy_action_apply(doing->domain, doing->action, no_args, after);
    write_changes(doing, agent->blackboard, before, after);
    return PLOY_SUCCESS;
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    file_world* w = doing_of(call)->in;
    note(w, agent, "-", doing_of(call)->name);
    if (w->halts_left == 0) return PLOY_SUCCESS;
    --w->halts_left;
    return PLOY_RUNNING;
}

static bool add_doing(file_world* w, const char* name, const ploy_domain* domain, uint32_t action)
{
    if (ploy_bindings_find_activity(w->bindings, name) != PLOY_NONE) return true;
    assert_true(w->doing_count < FILE_WORLD_DOINGS);
    file_doing* doing = &w->doings[w->doing_count];
    *doing = (file_doing){w, name, domain, action, NULL};
    ++w->doing_count;
    ploy_activity_def def = {0};
    def.name = name;
    def.start = start;
    def.update = perform;
    def.halt = halt;
    def.data_bytes = sizeof(doing_data);
    def.user = doing;
    return ploy_bindings_add_activity(w->bindings, &def, NULL) == PLOY_OK;
}

static bool add_doings(file_world* w, const char* const* idle)
{
    for (uint32_t d = 0; d < ploy_file_domain_count(w->file); ++d) {
        const ploy_domain* domain = ploy_file_domain(w->file, d);
        for (uint32_t a = 0; a < ploy_domain_action_count(domain); ++a) {
            if (!add_doing(w, ploy_domain_action(domain, a).name, domain, a)) return false;
        }
    }
    for (; idle && *idle; ++idle) {
        if (!add_doing(w, *idle, NULL, 0)) return false;
    }
    return true;
}

// Creation, ticks, saves.

static bool read(file_world* w, const file_world_def* def)
{
    ploy_file_def file = {0};
    ploy_error error = {0};
    file.allocator = w->allocator;
    ploy_status status = ploy_file_parse(&file, def->text, def->bytes, &w->file, &error);
    if (status == PLOY_INVALID) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    return status == PLOY_OK;
}

static bool make_world(file_world* w, const file_world_def* from)
{
    ploy_world_def def = {0};
    def.allocator = w->allocator;
    def.max_nodes = from->max_nodes;
    def.trace = from->trace;
    if (from->workers > 0) {
        w->scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = from->workers});
        def.tasks = ploy_scheduler_tasks(w->scheduler);
    }
    w->world = ploy_world_create(&def);
    if (!w->world) return false;
    w->keys = ploy_world_keys(w->world);
    w->bindings = ploy_world_bindings(w->world);
    return true;
}

static bool load(file_world* w, const file_world_def* def)
{
    ploy_error error = {0};
    ploy_status status = ploy_world_load_text(w->world, "file", def->text, def->bytes, &error);
    if (status == PLOY_INVALID) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    if (status != PLOY_OK) return false;
    w->mind_count = ploy_file_agent_count(w->file);
    for (uint32_t i = 0; i < w->mind_count; ++i) {
        w->minds[i] = pl_world_find_type(w->world, ploy_file_agent(w->file, i).name)->mind;
    }
    return true;
}

static bool make_views(file_world* w)
{
    for (uint32_t i = 0; i < w->doing_count; ++i) {
        file_doing* doing = &w->doings[i];
        if (!doing->domain) continue;
        if (ploy_view_create(&(ploy_view_def){w->allocator, doing->domain, w->keys}, &doing->view, NULL) != PLOY_OK) {
            return false;
        }
    }
    return true;
}

static bool populate(file_world* w)
{
    for (uint32_t i = 0; i < w->mind_count; ++i) {
        w->agents[i] = ploy_agent_create(w->world, &(ploy_agent_def){.type = ploy_file_agent(w->file, i).name});
        if (!ploy_world_agent(w->world, w->agents[i])) return false;
    }
    return true;
}

bool file_world_open(file_world* w, const file_world_def* def)
{
    *w = (file_world){0};
    w->allocator = def->allocator ? *def->allocator : ploy_allocator_default();
    return read(w, def) && make_world(w, def) && add_doings(w, def->idle) && load(w, def) && make_views(w) &&
           (def->empty || populate(w));
}

void file_world_close(file_world* w)
{
    ploy_world_destroy(w->world);
    ploy_scheduler_destroy(w->scheduler);
    for (uint32_t i = 0; i < w->doing_count; ++i) ploy_view_destroy(w->doings[i].view);
    ploy_file_destroy(w->file);
}

void file_world_tick(file_world* w, uint32_t times)
{
    for (; times > 0; --times) ploy_world_tick(w->world, PLOY_SECOND / 10);
}

ploy_agent* file_world_agent(file_world* w, uint32_t agent)
{
    return ploy_world_agent(w->world, w->agents[agent]);
}

void file_world_set(file_world* w, const char* key, int64_t value)
{
    ploy_blackboard_set(file_world_agent(w, 0)->blackboard, ploy_blackboard_keys_find(w->keys, key), value);
}

int64_t file_world_get(file_world* w, const char* key)
{
    return ploy_blackboard_get(file_world_agent(w, 0)->blackboard, ploy_blackboard_keys_find(w->keys, key));
}

void file_world_reload(file_world* w, const file_world_def* def)
{
    ploy_file* old_file = w->file;
    ploy_mind* old[FILE_WORLD_AGENTS];
    uint32_t count = w->mind_count;
    memcpy(old, w->minds, sizeof old);
    assert_true(read(w, def) && load(w, def) && w->mind_count == count);
    for (uint32_t i = 0; i < count; ++i) assert_int_equal(ploy_world_mind_agents(w->world, old[i]), 0);
    for (uint32_t i = 0; i < w->doing_count; ++i) {
        file_doing* doing = &w->doings[i];
        doing->name = ploy_bindings_activity(w->bindings, i)->name;
        if (!doing->domain) continue;
        ploy_view_destroy(doing->view);
        doing->view = NULL;
        doing->domain = ploy_file_domain(w->file, 0);
    }
    assert_true(make_views(w));
    ploy_file_destroy(old_file);
}

void file_world_move(file_world* from, file_world* to)
{
    ploy_writer count = {0};
    assert_int_equal(ploy_world_save(from->world, NULL, &count), PLOY_OK);
    uint8_t* bytes = malloc(count.count);
    ploy_writer writer = {.bytes = bytes, .capacity = count.count};
    assert_int_equal(ploy_world_save(from->world, NULL, &writer), PLOY_OK);
    assert_true(ploy_writer_fits(&writer));
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    ploy_error error = {0};
    ploy_status status = ploy_world_load(to->world, NULL, &reader, &error);
    if (status != PLOY_OK) fail_msg("%s", error.message);
    assert_true(ploy_world_hash(from->world) == ploy_world_hash(to->world));
    memcpy(to->agents, from->agents, sizeof to->agents);
    free(bytes);
}
