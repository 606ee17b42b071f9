#include "io/file.h"

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/error.h"
#include "io/btcpp/include.h"
#include "io/btcpp/version3.h"
#include "io/xml/loader.h"
#include "io/xml/read_file.h"

static ploy_file_def file_with_defaults(const ploy_file_def* given)
{
    ploy_file_def def = given ? *given : (ploy_file_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.max_bytes, PLOY_DEFAULT_FILE_MAX_BYTES);
    PL_DEFAULT(def.max_depth, PLOY_DEFAULT_FILE_MAX_DEPTH);
    PL_DEFAULT(def.max_section_depth, PLOY_DEFAULT_FILE_MAX_SECTION_DEPTH);
    return def;
}

static ploy_file* create(const ploy_allocator* allocator)
{
    ploy_file* file = PL_NEW(allocator, ploy_file);
    if (file) {
        file->allocator = *allocator;
        pl_arena_init(&file->arena, allocator, 4096);
        pl_names_init(&file->domain_names, allocator);
        pl_names_init(&file->agent_names, allocator);
        pl_names_init(&file->lost, allocator);
    }
    return file;
}

void ploy_file_destroy(ploy_file* file)
{
    if (!file) {
        return;
    }
    ploy_allocator allocator = file->allocator;
    for (uint32_t i = 0; i < file->htns.count; ++i) {
        ploy_htn_destroy(file->htns.data[i]);
    }
    for (uint32_t i = 0; i < file->domains.count; ++i) {
        ploy_domain_destroy(file->domains.data[i].domain);
    }
    for (uint32_t i = 0; i < file->bts.count; ++i) {
        ploy_bt_destroy(file->bts.data[i]);
    }
    for (uint32_t i = 0; i < file->fsms.count; ++i) {
        ploy_fsm_destroy(file->fsms.data[i]);
    }
    for (uint32_t i = 0; i < file->fuzzies.count; ++i) {
        ploy_fuzzy_destroy(file->fuzzies.data[i]);
    }
    PL_ARRAY_FREE(&file->domains, &allocator);
    PL_ARRAY_FREE(&file->bts, &allocator);
    PL_ARRAY_FREE(&file->utilities, &allocator);
    PL_ARRAY_FREE(&file->htns, &allocator);
    PL_ARRAY_FREE(&file->fsms, &allocator);
    PL_ARRAY_FREE(&file->fuzzies, &allocator);
    pl_file_world_free(&file->world, &allocator);
    PL_ARRAY_FREE(&file->sections, &allocator);
    PL_ARRAY_FREE(&file->included, &allocator);
    PL_ARRAY_FREE(&file->agents, &allocator);
    pl_names_destroy(&file->domain_names);
    pl_names_destroy(&file->agent_names);
    pl_names_destroy(&file->lost);
    pl_arena_destroy(&file->arena);
    PL_DELETE(&allocator, file);
}

// Of BehaviorTree.CPP's versions the first number counts: "4", " 4 ", "4.6".
static bool is_version4(const char* text)
{
    while (pl_is_white(*text)) {
        ++text;
    }
    return text[0] == '4' && (text[1] < '0' || text[1] > '9');
}

static ploy_status check_version(pl_loader* loader)
{
    const pl_xml_node* root = loader->xml->root;
    bool is_ours = root->element == PL_ELEMENT_PLOY;
    loader->file->is_btcpp = loader->file->is_btcpp || !is_ours;
    const char* attribute = is_ours ? "version" : "BTCPP_format";
    const char* version = pl_xml_value(root, attribute);
    if (pl_is_version3(loader->xml) || (is_ours ? strcmp(version, "1") == 0 : is_version4(version))) {
        return PLOY_OK;
    }
    pl_loader_fail_value(loader, root, attribute, "unknown version '%s'", version);
    pl_error_hint(loader->error, "this library reads version %s", is_ours ? "1" : "3 and 4");
    return PLOY_INVALID;
}

// What others name.
static uint32_t count_parts(const ploy_file* file)
{
    return file->bts.count + file->utilities.count + file->fsms.count + file->fuzzies.count + file->htns.count +
           file->world.sensors.count + file->world.fact_types.count + file->world.squads.count + file->domains.count +
           file->agents.count;
}

static const char* name_of(const pl_xml_node* node)
{
    return pl_xml_value(node, node->element == PL_ELEMENT_BT ? "ID" : "name");
}

// What failed is lost: an error must not lead to others that are its consequences.
static ploy_status load_one(pl_loader* loader, const pl_xml_node* node,
                            ploy_status (*load)(pl_loader* loader, const pl_xml_node* node))
{
    uint32_t parts = count_parts(loader->file);
    ploy_status status = pl_loader_take(loader, load(loader, node));
    bool is_kept = count_parts(loader->file) > parts || node->element == PL_ELEMENT_BLACKBOARD;
    return status == PLOY_OK && !is_kept ? pl_loader_lose(loader, name_of(node)) : status;
}

static ploy_status load_each(pl_loader* loader, pl_element element,
                             ploy_status (*load)(pl_loader* loader, const pl_xml_node* node))
{
    ploy_status status = PLOY_OK;
    const pl_xml_node* node = pl_xml_next(loader->xml->root->first, element);
    for (; node && status == PLOY_OK; node = pl_xml_next(node->next, element)) {
        status = load_one(loader, node, load);
    }
    return status;
}

static const struct
{
    pl_element element;
    ploy_status (*load)(pl_loader* loader, const pl_xml_node* node); // NULL: only kept
} sections[] = {
    {PL_ELEMENT_BT, pl_load_bt},     {PL_ELEMENT_BT_MODEL, NULL},         {PL_ELEMENT_UTILITY, pl_load_utility},
    {PL_ELEMENT_FSM, pl_load_fsm},   {PL_ELEMENT_FUZZY, pl_load_fuzzy},   {PL_ELEMENT_BLACKBOARD, pl_load_keys},
    {PL_ELEMENT_FACT, pl_load_kind}, {PL_ELEMENT_SENSOR, pl_load_sensor}, {PL_ELEMENT_SQUAD, pl_load_squad},
    {PL_ELEMENT_HTN, pl_load_htn},
};

static ploy_status load_sections(pl_loader* loader)
{
    for (uint32_t i = 0; i < sizeof sections / sizeof *sections; ++i) {
        ploy_status status = sections[i].load ? load_each(loader, sections[i].element, sections[i].load) : PLOY_OK;
        if (status != PLOY_OK) {
            return status;
        }
    }
    return PLOY_OK;
}

// Of a tree's own attributes a Ploy file has its name and what editors write with a '_'.
static void drop_foreign(pl_xml_node* tree)
{
    pl_xml_attribute* all = (pl_xml_attribute*)tree->attributes;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < tree->attribute_count; ++i) {
        if (*all[i].name == '_' || strcmp(all[i].name, "ID") == 0) {
            all[kept++] = all[i];
        }
    }
    tree->attribute_count = kept;
}

// Text between the elements of a tree is none of it.
static void drop_text(pl_xml_node* node)
{
    node->text = "";
    for (pl_xml_node* child = node->first; child; child = child->next) {
        drop_text(child);
    }
}

static ploy_status keep_sections(pl_loader* loader)
{
    ploy_file* file = loader->file;
    for (const pl_xml_node* node = loader->xml->root->first; node; node = node->next) {
        if (node->element == PL_ELEMENT_INNER || !pl_element_is_free(node->element)) {
            continue;
        }
        pl_xml_node* copy = pl_xml_copy(&file->arena, node);
        if (copy && copy->element == PL_ELEMENT_BT) {
            drop_foreign(copy);
            drop_text(copy);
        }
        if (!copy || !PL_ARRAY_PUSH(&file->sections, &file->allocator, copy)) {
            return PLOY_OUT_OF_MEMORY;
        }
    }
    return PLOY_OK;
}

static ploy_status find_main_tree(pl_loader* loader)
{
    ploy_file* file = loader->file;
    const char* name = pl_xml_value(loader->xml->root, "main_tree_to_execute");
    if (!name) {
        return PLOY_OK;
    }
    uint32_t index = ploy_file_find_bt(file, name);
    if (index != PLOY_NONE) {
        file->main_bt = ploy_bt_name(file->bts.data[index]);
        return PLOY_OK;
    }
    if (file->has_lost_include) {
        return PLOY_OK;
    }
    pl_loader_fail_value(loader, loader->xml->root, "main_tree_to_execute", "unknown tree '%s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < file->bts.count; ++i) {
        pl_similar_offer(&similar, ploy_bt_name(file->bts.data[i]));
    }
    pl_similar_hint(&similar, loader->error);
    pl_error_missing(loader->error, PLOY_MISSING_NOTHING, name, NULL);
    return PLOY_INVALID;
}

// After an <include> that failed: the trees that only it can have brought are lost.
static ploy_status lose_trees(pl_loader* loader)
{
    ploy_file* file = loader->file;
    ploy_status status = PLOY_OK;
    for (uint32_t t = 0; file->has_lost_include && t < file->bts.count; ++t) {
        const ploy_bt* bt = file->bts.data[t];
        for (uint32_t i = 0; i < ploy_bt_node_count(bt) && status == PLOY_OK; ++i) {
            const char* id = ploy_bt_get(bt, i, "ID");
            bool is_subtree = id && strcmp(ploy_bt_get_node(bt, i).element, "SubTree") == 0;
            if (is_subtree && ploy_file_find_bt(file, id) == PLOY_NONE) status = pl_loader_lose(loader, id);
        }
    }
    return status;
}

static ploy_status load_included(pl_loader* loader);

static ploy_status begin_load(pl_loader* loader)
{
    ploy_status status = check_version(loader);
    if (status == PLOY_OK) {
        status = pl_version3_upgrade(loader->xml, NULL);
    }
    return status == PLOY_OK ? pl_load_includes(loader, load_included) : status;
}

// A file that another one includes: its trees become those of the other.
static ploy_status load_included(pl_loader* loader)
{
    ploy_status status = begin_load(loader);
    if (status == PLOY_OK) {
        status = load_each(loader, PL_ELEMENT_BT, pl_load_bt);
    }
    return status == PLOY_OK ? keep_sections(loader) : status;
}

static ploy_status load_all(pl_loader* loader)
{
    ploy_status status = begin_load(loader);
    if (status == PLOY_OK) {
        status = load_each(loader, PL_ELEMENT_DOMAIN, pl_load_domain);
    }
    if (status == PLOY_OK) {
        status = load_sections(loader);
    }
    if (status == PLOY_OK) {
        status = lose_trees(loader);
    }
    if (status == PLOY_OK) {
        status = pl_loader_take(loader, find_main_tree(loader));
    }
    if (status == PLOY_OK) {
        status = keep_sections(loader);
    }
    return status == PLOY_OK ? load_each(loader, PL_ELEMENT_AGENT, pl_load_agent) : status;
}

static ploy_status load_xml(const ploy_file_def* def, pl_xml* xml, ploy_file* file, ploy_error* error, bool* is_whole)
{
    pl_loader loader = {.def = def, .xml = xml, .file = file, .error = error};
    loader.reports = (pl_reports){.error = error, .on_error = def->on_error, .user = def->user};
    loader.reports.count = xml->is_wrong;
    loader.reports.last = *error;
    ploy_status status = load_all(&loader);
    *is_whole = status == PLOY_OK;
    return pl_reports_end(&loader.reports, status);
}

// is_partial: a file with errors is wanted, too.
static ploy_status load_text(const ploy_file_def* def, const char* text, size_t bytes, ploy_file** file, bool is_partial,
                             ploy_error* error)
{
    pl_xml xml;
    ploy_file* loaded = create(&def->allocator);
    if (!loaded) return PLOY_OUT_OF_MEMORY;
    pl_xml_options options = {def->max_depth, def->max_section_depth, def->on_error, def->user, &loaded->lost};
    bool is_whole = false;
    ploy_status status = pl_xml_read(&xml, &def->allocator, text, bytes, options, error);
    if (status == PLOY_INVALID && def->on_error) def->on_error(def->user, error);
    if (status == PLOY_OK) {
        status = load_xml(def, &xml, loaded, error, &is_whole);
        pl_xml_destroy(&xml);
    }
    if (status == PLOY_OK || (is_whole && is_partial)) {
        *file = loaded;
    } else {
        ploy_file_destroy(loaded);
    }
    return status;
}

static size_t most_bytes(const ploy_file_def* def)
{
    return def->max_bytes < PL_XML_MAX_BYTES ? def->max_bytes : PL_XML_MAX_BYTES;
}

static ploy_status parse(const ploy_file_def* given, const char* text, size_t bytes, ploy_file** file, bool is_partial,
                         ploy_error* error)
{
    ploy_file_def full = file_with_defaults(given);
    pl_error_clear(error);
    if (bytes > most_bytes(&full)) {
        return pl_fail_size(most_bytes(&full), error);
    }
    ploy_status status = load_text(&full, text, bytes, file, is_partial, error);
    return status == PLOY_OUT_OF_MEMORY ? pl_fail_memory(error) : status;
}

ploy_status ploy_file_parse(const ploy_file_def* given, const char* text, size_t bytes, ploy_file** file,
                            ploy_error* error)
{
    PL_NEED_ERROR(error, file, PLOY_INVALID);
    *file = NULL;
    if (bytes > 0) PL_NEED_ERROR(error, text, PLOY_INVALID);
    ploy_error ignored;
    return parse(given, text, bytes, file, false, error ? error : &ignored);
}

ploy_status pl_file_parse_partly(const ploy_file_def* given, const char* text, size_t bytes, ploy_file** file,
                                 ploy_error* error)
{
    *file = NULL;
    return parse(given, text, bytes, file, true, error);
}

ploy_status ploy_file_load(const ploy_file_def* given, const char* path, ploy_file** file, ploy_error* error)
{
    PL_NEED_ERROR(error, file, PLOY_INVALID);
    *file = NULL;
    PL_NEED_ERROR(error, path, PLOY_INVALID);
    ploy_file_def full = file_with_defaults(given);
    full.path = path;
    const ploy_file_def* def = &full;
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_file_text text = {0};
    ploy_status status = pl_read_file(path, &def->allocator, most_bytes(def), &text, error);
    if (status == PLOY_OK) {
        status = ploy_file_parse(def, text.data, text.count, file, error);
    }
    PL_ARRAY_FREE(&text, &def->allocator);
    return status;
}

uint32_t ploy_file_domain_count(const ploy_file* file)
{
    PL_NEED(file, 0);
    return file->domains.count;
}

ploy_domain* ploy_file_domain(const ploy_file* file, uint32_t index)
{
    PL_NEED(file, NULL);
    PL_ASSERT(index < file->domains.count);
    return file->domains.data[index].domain;
}

uint32_t pl_file_find_domain(const ploy_file* file, const char* name)
{
    return pl_names_find(&file->domain_names, name, strlen(name));
}

uint32_t ploy_file_bt_count(const ploy_file* file)
{
    PL_NEED(file, 0);
    return file->bts.count;
}

const ploy_bt* ploy_file_bt(const ploy_file* file, uint32_t index)
{
    PL_NEED(file, NULL);
    PL_ASSERT(index < file->bts.count);
    return file->bts.data[index];
}

const ploy_bt* const* ploy_file_bts(const ploy_file* file)
{
    PL_NEED(file, NULL);
    return (const ploy_bt* const*)file->bts.data;
}

uint32_t ploy_file_find_bt(const ploy_file* file, const char* name)
{
    PL_NEED(file, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    for (uint32_t i = 0; i < file->bts.count; ++i) {
        if (strcmp(ploy_bt_name(file->bts.data[i]), name) == 0) {
            return i;
        }
    }
    return PLOY_NONE;
}

const char* ploy_file_main_bt(const ploy_file* file)
{
    PL_NEED(file, NULL);
    return file->main_bt;
}

uint32_t ploy_file_fsm_count(const ploy_file* file)
{
    PL_NEED(file, 0);
    return file->fsms.count;
}

const ploy_fsm* ploy_file_fsm(const ploy_file* file, uint32_t index)
{
    PL_NEED(file, NULL);
    PL_ASSERT(index < file->fsms.count);
    return file->fsms.data[index];
}

uint32_t ploy_file_find_fsm(const ploy_file* file, const char* name)
{
    PL_NEED(file, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    for (uint32_t i = 0; i < file->fsms.count; ++i) {
        if (strcmp(ploy_fsm_name(file->fsms.data[i]), name) == 0) {
            return i;
        }
    }
    return PLOY_NONE;
}

uint32_t ploy_file_fuzzy_count(const ploy_file* file)
{
    PL_NEED(file, 0);
    return file->fuzzies.count;
}

const ploy_fuzzy* ploy_file_fuzzy(const ploy_file* file, uint32_t index)
{
    PL_NEED(file, NULL);
    PL_ASSERT(index < file->fuzzies.count);
    return file->fuzzies.data[index];
}

uint32_t ploy_file_find_fuzzy(const ploy_file* file, const char* name)
{
    PL_NEED(file, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    for (uint32_t i = 0; i < file->fuzzies.count; ++i) {
        if (strcmp(ploy_fuzzy_name(file->fuzzies.data[i]), name) == 0) {
            return i;
        }
    }
    return PLOY_NONE;
}

uint32_t ploy_file_agent_count(const ploy_file* file)
{
    PL_NEED(file, 0);
    return file->agents.count;
}

ploy_agent_info ploy_file_agent(const ploy_file* file, uint32_t index)
{
    PL_NEED(file, (ploy_agent_info){0});
    PL_ASSERT(index < file->agents.count);
    return file->agents.data[index];
}

uint32_t ploy_file_find_agent(const ploy_file* file, const char* name)
{
    PL_NEED(file, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return pl_names_find(&file->agent_names, name, strlen(name));
}

uint32_t pl_file_default_goals(const ploy_domain* domain, uint32_t* goals)
{
    uint32_t count = 0;
    for (uint32_t goal = 0; goal < ploy_domain_goal_count(domain); ++goal) {
        if (ploy_domain_goal(domain, goal).param_count == 0) {
            goals[count++] = goal;
        }
    }
    return count;
}

uint32_t ploy_file_line(const ploy_file* file, uint32_t domain, ploy_part part, uint32_t owner)
{
    PL_NEED(file, 0);
    PL_ASSERT(domain < file->domains.count);
    const pl_file_domain* entry = &file->domains.data[domain];
    bool is_action = part <= PLOY_PART_COST;
    if (owner >= (is_action ? entry->action_count : entry->goal_count)) {
        return 0;
    }
    return entry->lines[3 * (is_action ? owner : entry->action_count + owner) + part % 3];
}

static void place(const uint32_t* names, uint32_t index, ploy_error* error)
{
    error->line = names[2 * index];
    error->column = names[2 * index + 1];
}

void pl_file_place_action(const ploy_file* file, uint32_t domain, uint32_t action, ploy_error* error)
{
    const pl_file_domain* entry = &file->domains.data[domain];
    if (action < entry->action_count) place(entry->names, action, error);
}

void pl_file_place_goal(const ploy_file* file, uint32_t domain, uint32_t goal, ploy_error* error)
{
    const pl_file_domain* entry = &file->domains.data[domain];
    if (goal < entry->goal_count) place(entry->names, entry->action_count + goal, error);
}
