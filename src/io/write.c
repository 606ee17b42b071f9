// A file as XML again. What a reader would fill in by itself is left out, so writing what was just read from a written
// file gives the same bytes.

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/containers/bitset.h"
#include "base/error.h"
#include "io/disk.h"
#include "io/file.h"
#include "io/xml/number.h"
#include "io/xml/loader.h"
#include "mind/bt/bt.h"

typedef struct writer
{
    ploy_write_fn* write;
    void* user;
    const ploy_allocator* allocator;
    ploy_status status;
} writer;

static void put_bytes(writer* w, const char* text, size_t bytes)
{
    if (w->status == PLOY_OK && bytes > 0 && !w->write(w->user, text, bytes)) {
        w->status = PLOY_CANCELLED;
    }
}

static void put(writer* w, const char* text)
{
    put_bytes(w, text, strlen(text));
}

// Line ends survive in texts as they are; in attributes, and a carriage return anywhere, only as references.
static const char* escape(char c, bool in_attribute)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return in_attribute ? NULL : "&gt;";
    case '"':
        return in_attribute ? "&quot;" : NULL;
    case '\r':
        return "&#13;";
    case '\n':
        return in_attribute ? "&#10;" : NULL;
    case '\t':
        return in_attribute ? "&#9;" : NULL;
    default:
        return NULL;
    }
}

static void put_escaped(writer* w, const char* text, bool in_attribute)
{
    const char* plain = text;
    for (; *text; ++text) {
        const char* instead = escape(*text, in_attribute);
        if (instead) {
            put_bytes(w, plain, (size_t)(text - plain));
            put(w, instead);
            plain = text + 1;
        }
    }
    put_bytes(w, plain, (size_t)(text - plain));
}

static void put_attribute(writer* w, const char* name, const char* value)
{
    put(w, " ");
    put(w, name);
    put(w, "=\"");
    put_escaped(w, value, true);
    put(w, "\"");
}

static void put_number(writer* w, const char* name, int64_t value, pl_number_kind kind)
{
    char text[PL_NUMBER_SIZE];
    pl_number_print(value, kind, text);
    put_attribute(w, name, text);
}

static void put_element(writer* w, const char* indent, const char* name, const char* text)
{
    put(w, indent);
    put(w, "<");
    put(w, name);
    put(w, ">");
    put_escaped(w, text, false);
    put(w, "</");
    put(w, name);
    put(w, ">\n");
}

static void write_capacity(writer* w, const ploy_domain* domain, uint32_t type)
{
    uint32_t capacity = ploy_domain_type(domain, type).object_count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < capacity; ++i) {
        count += ploy_domain_object_exists(domain, type, i);
    }
    put_number(w, "capacity", capacity, PL_NUMBER_WHOLE);
    if (count > 0) {
        put_number(w, "count", count, PL_NUMBER_WHOLE);
    }
    put(w, "/>\n");
}

static void write_type(writer* w, const ploy_domain* domain, uint32_t type)
{
    put(w, "    <type");
    put_attribute(w, "name", ploy_domain_type(domain, type).name);
    if (ploy_domain_type(domain, type).is_spawned) {
        write_capacity(w, domain, type);
        return;
    }
    put(w, " objects=\"");
    for (uint32_t i = 0; i < ploy_domain_type(domain, type).object_count; ++i) {
        put(w, i > 0 ? " " : "");
        put_escaped(w, ploy_domain_object_name(domain, type, i), true);
    }
    put(w, "\"/>\n");
}

static const char* kind_name(const ploy_domain* domain, ploy_value_type type, uint32_t object_type)
{
    switch (type) {
    case PLOY_VALUE_BOOL:
        return "bool";
    case PLOY_VALUE_INT:
        return "int";
    case PLOY_VALUE_DECIMAL:
        return "decimal";
    default:
        return ploy_domain_type(domain, object_type).name;
    }
}

static void write_range(writer* w, const ploy_symbol_info* symbol)
{
    if (symbol->type != PLOY_VALUE_INT && symbol->type != PLOY_VALUE_DECIMAL) {
        return;
    }
    bool whole = symbol->type == PLOY_VALUE_INT;
    pl_number_kind kind = whole ? PL_NUMBER_WHOLE : PL_NUMBER_DECIMAL;
    put_number(w, "min", symbol->min, kind);
    put_number(w, "max", symbol->max, kind);
    if (!whole) {
        put_number(w, "step", symbol->step, kind);
    }
}

static void write_initial(writer* w, const ploy_domain* domain, const ploy_symbol_info* symbol)
{
    bool ranged = symbol->type == PLOY_VALUE_INT || symbol->type == PLOY_VALUE_DECIMAL;
    if (symbol->initial == (ranged ? symbol->min : 0)) {
        return;
    }
    if (symbol->type == PLOY_VALUE_OBJECT) {
        put_attribute(w, "initial", ploy_domain_object_name(domain, symbol->object_type, (uint32_t)symbol->initial));
    } else if (symbol->type == PLOY_VALUE_BOOL) {
        put_attribute(w, "initial", "true");
    } else {
        put_number(w, "initial", symbol->initial, symbol->type == PLOY_VALUE_INT ? PL_NUMBER_WHOLE : PL_NUMBER_DECIMAL);
    }
}

static void write_symbol(writer* w, const ploy_domain* domain, uint32_t index)
{
    ploy_symbol_info symbol = ploy_domain_symbol(domain, index);
    put(w, "    <symbol");
    put_attribute(w, "name", symbol.name);
    put_attribute(w, "type", kind_name(domain, symbol.type, symbol.object_type));
    write_range(w, &symbol);
    write_initial(w, domain, &symbol);
    for (uint32_t i = 0; i < symbol.of_count; ++i) {
        put(w, i > 0 ? " " : " of=\"");
        put_escaped(w, ploy_domain_type(domain, symbol.of[i]).name, true);
    }
    put(w, symbol.of_count > 0 ? "\"" : "");
    if (symbol.planned) {
        put_attribute(w, "planned", "true");
    }
    if (symbol.clamp) {
        put_attribute(w, "clamp", "true");
    }
    put(w, "/>\n");
}

// The number or condition that an attribute holds: one clause, or none.
static void write_clause_attribute(writer* w, const ploy_domain* domain, const char* name, ploy_part part,
                                   uint32_t owner)
{
    if (ploy_domain_clause_count(domain, part, owner) > 0) {
        put_attribute(w, name, ploy_domain_clause(domain, part, owner, 0));
    }
}

static void write_clauses(writer* w, const ploy_domain* domain, const char* name, ploy_part part, uint32_t owner)
{
    for (uint32_t i = 0; i < ploy_domain_clause_count(domain, part, owner); ++i) {
        put_element(w, "      ", name, ploy_domain_clause(domain, part, owner, i));
    }
}

static void put_cell(writer* w, const ploy_domain* domain, const ploy_table_info* table, ploy_value value)
{
    char text[PL_NUMBER_SIZE];
    switch (table->type) {
    case PLOY_VALUE_BOOL:
        put(w, value ? "true" : "false");
        break;
    case PLOY_VALUE_OBJECT:
        put(w, ploy_domain_object_name(domain, table->object_type, (uint32_t)value));
        break;
    default:
        pl_number_print(value, table->type == PLOY_VALUE_INT ? PL_NUMBER_WHOLE : PL_NUMBER_DECIMAL, text);
        put(w, text);
    }
}

// Cells that are not as they are at first; of a symmetric table one half.
static void write_cells(writer* w, const ploy_domain* domain, uint32_t index)
{
    ploy_table_info table = ploy_domain_table(domain, index);
    bool is_first = true;
    for (uint32_t cell = 0; cell < table.cell_count; ++cell) {
        uint32_t objects[PLOY_MAX_ARGS], rest = cell;
        for (uint32_t i = table.of_count; i-- > 0;) {
            uint32_t count = ploy_domain_type(domain, table.of[i]).object_count;
            objects[i] = rest % count;
            rest /= count;
        }
        ploy_value value = ploy_domain_table_get(domain, index, objects);
        if (value == table.initial || (table.symmetric && objects[0] > objects[1])) {
            continue;
        }
        put(w, is_first ? "\n      " : ",\n      ");
        for (uint32_t i = 0; i < table.of_count; ++i) {
            put(w, ploy_domain_object_name(domain, table.of[i], objects[i]));
            put(w, " ");
        }
        put(w, "= ");
        put_cell(w, domain, &table, value);
        is_first = false;
    }
    put(w, is_first ? "" : "\n    ");
}

static void write_table(writer* w, const ploy_domain* domain, uint32_t index)
{
    ploy_table_info table = ploy_domain_table(domain, index);
    bool is_number = table.type == PLOY_VALUE_INT || table.type == PLOY_VALUE_DECIMAL;
    pl_number_kind kind = table.type == PLOY_VALUE_INT ? PL_NUMBER_WHOLE : PL_NUMBER_DECIMAL;
    put(w, "    <table");
    put_attribute(w, "name", table.name);
    for (uint32_t i = 0; i < table.of_count; ++i) {
        put(w, i > 0 ? " " : " of=\"");
        put_escaped(w, ploy_domain_type(domain, table.of[i]).name, true);
    }
    put(w, "\"");
    put_attribute(w, "type", kind_name(domain, table.type, table.object_type));
    if (is_number) {
        put_number(w, "min", table.min, kind);
        put_number(w, "max", table.max, kind);
        put_number(w, "initial", table.initial, kind);
    } else if (table.initial != 0) {
        put(w, " initial=\"");
        put_cell(w, domain, &table, table.initial);
        put(w, "\"");
    }
    if (table.symmetric) {
        put_attribute(w, "symmetric", "true");
    }
    put(w, ">");
    write_cells(w, domain, index);
    put(w, "</table>\n");
}

static void write_params(writer* w, const ploy_domain* domain, const char* const* names, const uint32_t* types,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        put(w, "      <param");
        put_attribute(w, "name", names[i]);
        put_attribute(w, "type", ploy_domain_type(domain, types[i]).name);
        put(w, "/>\n");
    }
}

static void write_action(writer* w, const ploy_domain* domain, uint32_t index)
{
    ploy_action_info action = ploy_domain_action(domain, index);
    put(w, "    <action");
    put_attribute(w, "name", action.name);
    if (action.base != PLOY_NONE) {
        put_attribute(w, "base", ploy_domain_action(domain, action.base).name);
    }
    write_clause_attribute(w, domain, "cost", PLOY_PART_COST, index);
    if (action.duration != 0) {
        put_number(w, "duration", action.duration / (PLOY_SECOND / PLOY_UNIT), PL_NUMBER_DECIMAL);
    }
    if (action.limit != 0) {
        put_number(w, "limit", action.limit / (PLOY_SECOND / PLOY_UNIT), PL_NUMBER_DECIMAL);
    }
    if (action.precedence != 0) {
        put_number(w, "precedence", action.precedence, PL_NUMBER_WHOLE);
    }
    if (action.move) {
        put_attribute(w, "move", "true");
    }
    if (action.context) {
        put_attribute(w, "context", action.context);
    }
    put(w, ">\n");
    write_params(w, domain, action.param_names, action.param_types, action.param_count);
    write_clauses(w, domain, "pre", PLOY_PART_PRE, index);
    write_clauses(w, domain, "effect", PLOY_PART_EFFECT, index);
    put(w, "    </action>\n");
}

// A file has room for one condition: clauses added at run time are joined.
static void write_joined(writer* w, const ploy_domain* domain, ploy_part part, uint32_t owner, bool in_attribute)
{
    uint32_t count = ploy_domain_clause_count(domain, part, owner);
    for (uint32_t i = 0; i < count; ++i) {
        put(w, i > 0 ? " and " : "");
        put(w, count > 1 ? "(" : "");
        put_escaped(w, ploy_domain_clause(domain, part, owner, i), in_attribute);
        put(w, count > 1 ? ")" : "");
    }
}

static void write_goal(writer* w, const ploy_domain* domain, uint32_t index)
{
    ploy_goal_info goal = ploy_domain_goal(domain, index);
    put(w, "    <goal");
    put_attribute(w, "name", goal.name);
    write_clause_attribute(w, domain, "priority", PLOY_PART_PRIORITY, index);
    if (ploy_domain_clause_count(domain, PLOY_PART_RELEVANT, index) > 0) {
        put(w, " relevant=\"");
        write_joined(w, domain, PLOY_PART_RELEVANT, index, true);
        put(w, "\"");
    }
    if (goal.hold) put_attribute(w, "hold", "true");
    put(w, goal.param_count > 0 ? ">\n" : ">");
    write_params(w, domain, goal.param_names, goal.param_types, goal.param_count);
    write_joined(w, domain, PLOY_PART_CONDITION, index, false);
    put(w, goal.param_count > 0 ? "\n    </goal>\n" : "</goal>\n");
}

static void write_each(writer* w, const ploy_domain* domain, uint32_t count,
                       void (*write)(writer* w, const ploy_domain* domain, uint32_t index))
{
    for (uint32_t i = 0; i < count; ++i) {
        write(w, domain, i);
    }
}

static void write_domain(writer* w, const ploy_domain* domain)
{
    put(w, "  <domain");
    put_attribute(w, "name", ploy_domain_name(domain));
    put(w, ">\n");
    write_each(w, domain, ploy_domain_type_count(domain), write_type);
    write_each(w, domain, ploy_domain_symbol_count(domain), write_symbol);
    for (uint32_t i = 0; ploy_domain_table(domain, i).name; ++i) {
        write_table(w, domain, i);
    }
    write_each(w, domain, ploy_domain_action_count(domain), write_action);
    write_each(w, domain, ploy_domain_goal_count(domain), write_goal);
    put(w, "  </domain>\n");
}

// Actions added to the domain since the file was read have no bit; `count` is what the agent knows of.
static void write_actions(writer* w, const ploy_domain* domain, const ploy_agent_info* agent, uint32_t count)
{
    if (pl_bits_count(agent->goap.disabled, pl_bits_words(count)) == 0) {
        return;
    }
    put(w, "    <actions>");
    const char* space = "";
    for (uint32_t i = 0; i < count; ++i) {
        if (!pl_bits_test(agent->goap.disabled, i)) {
            put(w, space);
            put_escaped(w, ploy_domain_action(domain, i).name, false);
            space = " ";
        }
    }
    put(w, "</actions>\n");
}

static bool has_default_goals(const ploy_domain* domain, const ploy_agent_info* agent)
{
    uint32_t next = 0;
    for (uint32_t goal = 0; goal < ploy_domain_goal_count(domain); ++goal) {
        if (ploy_domain_goal(domain, goal).param_count == 0) {
            if (next == agent->goap.goal_count || agent->goap.goals[next] != goal) {
                return false;
            }
            ++next;
        }
    }
    return next == agent->goap.goal_count;
}

static void write_goals(writer* w, const ploy_domain* domain, const ploy_agent_info* agent)
{
    if (has_default_goals(domain, agent)) {
        return;
    }
    put(w, "    <goals>");
    for (uint32_t i = 0; i < agent->goap.goal_count; ++i) {
        put(w, i > 0 ? " " : "");
        put_escaped(w, ploy_domain_goal(domain, agent->goap.goals[i]).name, false);
    }
    put(w, "</goals>\n");
}

static void write_state(writer* w, const ploy_domain* domain, const uint64_t* state)
{
    size_t bytes = ploy_state_print(domain, state, NULL, 0) + 1;
    if (bytes == 1) {
        return;
    }
    char* text = pl_alloc(w->allocator, bytes);
    if (!text) {
        w->status = PLOY_OUT_OF_MEMORY;
        return;
    }
    ploy_state_print(domain, state, text, bytes);
    put_element(w, "    ", "state", text);
    pl_free(w->allocator, text, bytes);
}

// A setting whose 0 means the default, and is then left out.
static void put_setting(writer* w, const char* name, int64_t value, int64_t unit)
{
    if (value != 0) {
        put_number(w, name, value == PLOY_OFF ? 0 : value / unit, PL_NUMBER_DECIMAL);
    }
}

static void write_sensors(writer* w, const ploy_file* file, uint64_t sensors)
{
    if (sensors == UINT64_MAX) {
        return;
    }
    const char* space = "";
    put(w, " sensors=\"");
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        if (sensors >> i & 1) {
            put(w, space);
            put_escaped(w, file->world.sensors.data[i].name, true);
            space = " ";
        }
    }
    put(w, "\"");
}

static void write_options(writer* w, const ploy_plan_options* options)
{
    if (options->max_nodes != 0) {
        put_number(w, "max_nodes", options->max_nodes, PL_NUMBER_WHOLE);
    }
    if (options->max_depth != 0) {
        put_number(w, "max_depth", options->max_depth, PL_NUMBER_WHOLE);
    }
    put_setting(w, "repeat_cost", options->repeat_cost, 1);
    if (options->no_two_moves) {
        put_attribute(w, "no_two_moves", "true");
    }
}

static void write_settings(writer* w, const ploy_file* file, const ploy_agent_info* agent)
{
    if (strcmp(agent->mind, "goap") != 0) {
        put_attribute(w, "mind", agent->mind);
    }
    write_sensors(w, file, ~agent->sensors_off);
    if (agent->goap.manual) {
        put_attribute(w, "automatic", "false");
    }
    if (agent->goap.write_effects) {
        put_attribute(w, "write_effects", "true");
    }
    put_setting(w, "search_interval", agent->goap.search_interval, 1000);
    put_setting(w, "interval", agent->goap.interval, 1000);
    put_setting(w, "settle", agent->goap.settle, 1000);
    put_setting(w, "hysteresis", agent->goap.hysteresis, 1);
    if (agent->goap.debug != PLOY_TRACE_DEFAULT) {
        put_attribute(w, "debug", pl_debug_name(agent->goap.debug));
    }
    if (agent->goap.options.search != PLOY_SEARCH_AUTO) {
        put_attribute(w, "search", ploy_search_name(agent->goap.options.search));
    }
    if (agent->goap.act_early) {
        put_attribute(w, "act_early", "true");
    }
    write_options(w, &agent->goap.options);
    if (agent->utility != PLOY_NONE) {
        put_attribute(w, "utility", file->utilities.data[agent->utility].name);
    }
    if (agent->task) {
        put_attribute(w, "task", agent->task);
    }
}

static void write_pursue(writer* w, const ploy_goal_callbacks* life)
{
    put(w, "    <pursue");
    put_attribute(w, "goal", life->goal);
    put_setting(w, "interval", life->interval, 1000);
    put_setting(w, "hysteresis", life->hysteresis, 1);
    if (life->satisfied) {
        put_attribute(w, "satisfied", life->satisfied);
    }
    put(w, "/>\n");
}

static void write_activities(writer* w, const char* name, const ploy_action_binding* binding, uint32_t which)
{
    const char* space = "";
    put(w, " ");
    put(w, name);
    put(w, "=\"");
    for (uint32_t i = 0; i < PLOY_GOAP_ACTIVITIES && binding->activities[i]; ++i) {
        if (which >> i & 1) {
            put(w, space);
            put_escaped(w, binding->activities[i], true);
            space = " ";
        }
    }
    put(w, "\"");
}

static void write_perform(writer* w, const ploy_action_binding* binding)
{
    put(w, "    <perform");
    put_attribute(w, "action", binding->action);
    write_activities(w, "activities", binding, UINT32_MAX);
    if (binding->completes != 0) {
        write_activities(w, "completes", binding, binding->completes);
    }
    put(w, "/>\n");
}

static void write_agent(writer* w, const ploy_file* file, const ploy_agent_info* agent)
{
    const pl_file_domain* entry = agent->domain == PLOY_NONE ? NULL : &file->domains.data[agent->domain];
    put(w, "  <agent");
    put_attribute(w, "name", agent->name);
    if (entry) {
        put_attribute(w, "domain", ploy_domain_name(entry->domain));
    }
    write_settings(w, file, agent);
    if (!entry) {
        put(w, "/>\n");
        return;
    }
    put(w, ">\n");
    write_actions(w, entry->domain, agent, entry->action_count);
    write_goals(w, entry->domain, agent);
    write_state(w, entry->domain, agent->state);
    for (uint32_t i = 0; i < agent->goap.goal_callback_count; ++i) {
        write_pursue(w, &agent->goap.goal_callbacks[i]);
    }
    for (uint32_t i = 0; i < agent->goap.action_binding_count; ++i) {
        write_perform(w, &agent->goap.action_bindings[i]);
    }
    put(w, "  </agent>\n");
}

static void indent(writer* w, uint32_t level)
{
    for (; level > 0; --level) {
        put(w, "  ");
    }
}

static void write_section(writer* w, const pl_xml_node* node, uint32_t level)
{
    indent(w, level);
    put(w, "<");
    put(w, node->name);
    for (uint32_t i = 0; i < node->attribute_count; ++i) {
        put_attribute(w, node->attributes[i].name, node->attributes[i].value);
    }
    if (!node->first && !*node->text) {
        put(w, "/>\n");
        return;
    }
    put(w, node->first ? ">\n" : ">");
    put_escaped(w, node->text, false);
    for (const pl_xml_node* child = node->first; child; child = child->next) {
        write_section(w, child, level + 1);
    }
    indent(w, node->first ? level : 0);
    put(w, "</");
    put(w, node->name);
    put(w, ">\n");
}

ploy_status ploy_file_write(const ploy_file* file, ploy_write_fn* write, void* user)
{
    PL_NEED(file, PLOY_INVALID);
    PL_NEED(write, PLOY_INVALID);
    for (uint32_t i = 0; i < file->bts.count; ++i) {
        if (!pl_bt_has_required(file->bts.data[i])) return PLOY_NOT_SUPPORTED;
    }
    writer w = {write, user, &file->allocator, PLOY_OK};
    put(&w, "<ploy version=\"1\"");
    if (file->main_bt) {
        put_attribute(&w, "main_tree_to_execute", file->main_bt);
    }
    put(&w, ">\n");
    for (uint32_t i = 0; i < file->domains.count; ++i) {
        write_domain(&w, file->domains.data[i].domain);
    }
    for (uint32_t i = 0; w.status == PLOY_OK && i < file->agents.count; ++i) {
        write_agent(&w, file, &file->agents.data[i]);
    }
    for (uint32_t i = 0; w.status == PLOY_OK && i < file->sections.count; ++i) {
        write_section(&w, file->sections.data[i], 1);
    }
    put(&w, "</ploy>\n");
    return w.status;
}

ploy_status ploy_domain_write(const ploy_domain* domain, ploy_write_fn* write, void* user)
{
    PL_NEED(domain, PLOY_INVALID);
    PL_NEED(write, PLOY_INVALID);
    ploy_allocator allocator = pl_allocator_choose(NULL);
    writer w = {write, user, &allocator, PLOY_OK};
    put(&w, "<ploy version=\"1\">\n");
    write_domain(&w, domain);
    put(&w, "</ploy>\n");
    return w.status;
}

static bool write_stream(void* user, const char* text, size_t bytes)
{
    return fwrite(text, 1, bytes, user) == bytes;
}

static ploy_status fail_save(ploy_error* error, const char* what)
{
    pl_error_set(error, 0, 0, "%s: %s", what, strerror(errno));
    return PLOY_INVALID;
}

static ploy_status fail_memory(ploy_error* error)
{
    pl_error_set(error, 0, 0, "out of memory");
    return PLOY_OUT_OF_MEMORY;
}

static ploy_status write_path(const ploy_file* file, const char* path, ploy_error* error)
{
    FILE* stream = pl_disk_open(path, "wb");
    if (!stream) {
        return fail_save(error, "cannot be opened for writing");
    }
    ploy_status status = ploy_file_write(file, write_stream, stream);
    bool closed = fclose(stream) == 0;
    if (status == PLOY_OUT_OF_MEMORY) {
        return fail_memory(error);
    }
    return status == PLOY_OK && closed ? PLOY_OK : fail_save(error, "cannot be written");
}

// Written beside the old file and moved over it at the end, so that a save that fails leaves the old one whole.
ploy_status ploy_file_save(const ploy_file* file, const char* path, ploy_error* error)
{
    PL_NEED_ERROR(error, file, PLOY_INVALID);
    PL_NEED_ERROR(error, path, PLOY_INVALID);
    pl_error_clear(error);
    static const char suffix[] = ".part";
    size_t bytes = strlen(path) + sizeof suffix;
    char* part = pl_alloc(&file->allocator, bytes);
    if (!part) {
        return fail_memory(error);
    }
    strcat(strcpy(part, path), suffix);
    ploy_status status = write_path(file, part, error);
    if (status == PLOY_OK && !pl_disk_replace(part, path)) {
        status = fail_save(error, "cannot be replaced");
    }
    if (status != PLOY_OK) {
        pl_disk_remove(part);
    }
    pl_free(&file->allocator, part, bytes);
    return status;
}
