// From an agent type to the mind that its file names, of whatever kind it is.

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/error.h"
#include "io/file.h"
#include "mind/common/bindings.h"
#include "mind/htn/htn.h"

typedef struct maker
{
    const ploy_file* file;
    const ploy_agent_info* agent;
    ploy_mind_parts parts;
    ploy_goap_mind_def goap;
    ploy_mind** mind;
    ploy_error* error;
} maker;

static ploy_status make_goap(maker* m, uint32_t index)
{
    (void)index;
    return ploy_goap_mind_create(&m->goap, m->mind, m->error);
}

static ploy_status make_bt(maker* m, uint32_t index)
{
    ploy_bt_mind_def def = {0};
    def.parts = m->parts;
    def.trees = ploy_file_bts(m->file);
    def.tree_count = ploy_file_bt_count(m->file);
    def.main = ploy_bt_name(def.trees[index]);
    def.planner = m->goap.domain ? &m->goap : NULL;
    def.utilities = m->file->utilities.data;
    def.utility_count = m->file->utilities.count;
    return ploy_bt_mind_create(&def, m->mind, m->error);
}

static ploy_status make_fsm(maker* m, uint32_t index)
{
    ploy_fsm_mind_def def = {m->parts, ploy_file_fsm(m->file, index)};
    return ploy_fsm_mind_create(&def, m->mind, m->error);
}

static ploy_status make_fuzzy(maker* m, uint32_t index)
{
    ploy_fuzzy_mind_def def = {m->parts, ploy_file_fuzzy(m->file, index)};
    return ploy_fuzzy_mind_create(&def, m->mind, m->error);
}

static const char* first_task(const ploy_htn* htn)
{
    for (uint32_t i = 0; i < ploy_htn_task_count(htn); ++i) {
        if (pl_htn_task_param_count(htn, i) == 0) return ploy_htn_task_name(htn, i);
    }
    return NULL;
}

static ploy_status make_htn(maker* m, uint32_t index)
{
    ploy_htn_mind_def def = {0};
    def.parts = m->parts;
    def.htn = ploy_file_htn(m->file, index);
    def.disabled = m->agent->goap.disabled;
    def.task = m->agent->task ? m->agent->task : first_task(def.htn);
    if (def.task) return ploy_htn_mind_create(&def, m->mind, m->error);
    pl_error_set(m->error, 0, 0, "every task of the task network '%s' has parameters", m->agent->mind);
    return PLOY_INVALID;
}

static ploy_status make_utility(maker* m, uint32_t index)
{
    ploy_utility_mind_def def = {m->parts, &m->file->utilities.data[index]};
    return ploy_utility_mind_create(&def, m->mind, m->error);
}

// Kinds, in the order in which a name is looked up.

static uint32_t find_goap(const ploy_file* file, const char* name)
{
    (void)file;
    return strcmp(name, "goap") == 0 ? 0 : PLOY_NONE;
}

static uint32_t find_bt(const ploy_file* file, const char* name)
{
    for (uint32_t i = 0; i < ploy_file_bt_count(file); ++i) {
        if (strcmp(ploy_bt_name(ploy_file_bt(file, i)), name) == 0) return i;
    }
    return PLOY_NONE;
}

static const struct
{
    uint32_t (*find)(const ploy_file* file, const char* name);
    ploy_status (*make)(maker* m, uint32_t index);
} kinds[] = {
    {find_goap, make_goap},         {find_bt, make_bt},
    {ploy_file_find_fsm, make_fsm}, {ploy_file_find_fuzzy, make_fuzzy},
    {pl_file_find_htn, make_htn},   {ploy_file_find_utility, make_utility},
};

static ploy_status fail_unknown(const maker* m)
{
    const ploy_file* file = m->file;
    pl_error_set(m->error, m->agent->line, 1,
                 "the file has no behavior tree, state machine, task network or utility '%s'", m->agent->mind);
    pl_error_hint(m->error, "'goap', or the name of one that the file has");
    pl_similar similar = pl_similar_begin(m->agent->mind);
    pl_similar_offer(&similar, "goap");
    for (uint32_t i = 0; i < ploy_file_bt_count(file); ++i) {
        pl_similar_offer(&similar, ploy_bt_name(ploy_file_bt(file, i)));
    }
    for (uint32_t i = 0; i < ploy_file_fsm_count(file); ++i) {
        pl_similar_offer(&similar, ploy_fsm_name(ploy_file_fsm(file, i)));
    }
    for (uint32_t i = 0; i < ploy_file_fuzzy_count(file); ++i) {
        pl_similar_offer(&similar, ploy_fuzzy_name(ploy_file_fuzzy(file, i)));
    }
    for (uint32_t i = 0; i < file->utilities.count; ++i) pl_similar_offer(&similar, file->utilities.data[i].name);
    pl_similar_hint(&similar, m->error);
    pl_error_missing(m->error, PLOY_MISSING_NOTHING, m->agent->mind, NULL);
    return PLOY_INVALID;
}

static ploy_status make(maker* m)
{
    for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
        uint32_t index = kinds[k].find(m->file, m->agent->mind);
        if (index != PLOY_NONE) return kinds[k].make(m, index);
    }
    return fail_unknown(m);
}

static int64_t interval_of(const ploy_file* file, const ploy_sensor_def* def)
{
    uint32_t listed = pl_file_find_sensor(file, def->name);
    bool is_set = listed != PLOY_NONE && file->world.sensors.data[listed].has_interval;
    return is_set ? file->world.sensors.data[listed].interval : def->interval;
}

// A second more than the longest interval of the agent's sensors. Without a list it has all that are bound.
static int64_t default_settle(const ploy_file* file, const ploy_agent_info* info, const ploy_bindings* bindings)
{
    int64_t longest = 0;
    for (uint32_t i = 0; bindings && i < pl_bindings_sensor_count(bindings); ++i) {
        const ploy_sensor_def* def = pl_bindings_sensor(bindings, i);
        uint32_t listed = pl_file_find_sensor(file, def->name);
        bool is_off = listed == PLOY_NONE ? info->sensors_off != 0 : info->sensors_off >> listed & 1;
        if (!is_off && longest < interval_of(file, def)) longest = interval_of(file, def);
    }
    return PLOY_DEFAULT_GOAP_SETTLE + longest;
}

ploy_status pl_file_mind(const ploy_file* file, const ploy_agent_info* info, const pl_file_mind_def* def,
                         ploy_mind** mind, ploy_error* error)
{
    maker m = {.file = file, .agent = info, .parts = def->parts, .goap = info->goap, .mind = mind, .error = error};
    *mind = NULL;
    m.goap.parts = def->parts;
    m.goap.event = def->event;
    m.goap.event_user = def->event_user;
    if (m.goap.settle == 0) m.goap.settle = default_settle(file, info, def->parts.bindings);
    return make(&m);
}

// Agent types. Without <agent> elements, what decides is a type of its own.

static uint32_t main_bt(const ploy_file* file)
{
    if (file->main_bt) return ploy_file_find_bt(file, file->main_bt);
    return file->bts.count == 1 ? 0 : PLOY_NONE;
}

uint32_t pl_file_type_count(const ploy_file* file)
{
    if (file->agents.count > 0) return file->agents.count;
    return (main_bt(file) != PLOY_NONE) + file->fsms.count + file->fuzzies.count + file->utilities.count +
           file->htns.count;
}

static const char* own_type(const ploy_file* file, uint32_t index)
{
    uint32_t tree = main_bt(file);
    if (tree != PLOY_NONE && index-- == 0) return ploy_bt_name(file->bts.data[tree]);
    if (index < file->fsms.count) return ploy_fsm_name(file->fsms.data[index]);
    index -= file->fsms.count;
    if (index < file->fuzzies.count) return ploy_fuzzy_name(file->fuzzies.data[index]);
    index -= file->fuzzies.count;
    if (index < file->utilities.count) return file->utilities.data[index].name;
    return ploy_htn_name(file->htns.data[index - file->utilities.count]);
}

ploy_agent_info pl_file_type(const ploy_file* file, uint32_t index)
{
    if (file->agents.count > 0) return file->agents.data[index];
    const char* name = own_type(file, index);
    return (ploy_agent_info){.name = name, .mind = name, .domain = PLOY_NONE, .utility = PLOY_NONE, .line = 1};
}
