// A domain as bytes: its description in the order it was added, so that all indices stay what they were. Bindings are
// the game's and are not kept.
//
//   "PLOYDOM" kind:u8 | name
//   types: name, objects | symbols | actions | goals, each list behind its count; a text is its length:u16 and its
//   bytes clauses of a part behind their count, each a text
//
// Kind 1 has neither spawned types nor tables. Kind 2 has, as they are now: behind a type's count a flag, and if it is
// set, what says when each object was spawned instead of names; behind the symbols the tables, with all their cells.

#include <ploy/save.h>

#include <string.h>

#include "record/save/domain_save.h"
#include "base/containers/arena.h"
#include "base/error.h"
#include "plan/domain/domain.h"

#define PLAIN 0x014D4F44594F4C50u // "PLOYDOM" 1
#define CHANGING 0x024D4F44594F4C50u

// Writing.

static void write_text(ploy_writer* writer, const char* text)
{
    size_t length = text ? strlen(text) : 0;
    PL_ASSERT(length <= UINT16_MAX);
    ploy_write_u16(writer, (uint16_t)length);
    ploy_write_bytes(writer, text, length);
}

static void write_clauses(ploy_writer* writer, const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    uint32_t count = ploy_domain_clause_count(domain, part, owner);
    ploy_write_u16(writer, (uint16_t)count);
    for (uint32_t i = 0; i < count; ++i) write_text(writer, ploy_domain_clause(domain, part, owner, i));
}

static void write_params(ploy_writer* writer, const ploy_domain* domain, const char* const* names,
                         const uint32_t* types, uint32_t count)
{
    ploy_write_u8(writer, (uint8_t)count);
    for (uint32_t i = 0; i < count; ++i) {
        write_text(writer, names[i]);
        write_text(writer, ploy_domain_type(domain, types[i]).name);
    }
}

static void write_type(ploy_writer* writer, const ploy_domain* domain, uint32_t type)
{
    uint32_t count = ploy_domain_type(domain, type).object_count;
    write_text(writer, ploy_domain_type(domain, type).name);
    ploy_write_u32(writer, count);
    if (pl_domain_can_change(domain)) ploy_write_u8(writer, domain->types.data[type].is_spawned);
    if (domain->types.data[type].is_spawned) {
        const pl_object* objects = domain->objects.data + domain->types.data[type].first_object;
        for (uint32_t i = 0; i < count; ++i) ploy_write_u32(writer, objects[i].born);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) write_text(writer, ploy_domain_object_name(domain, type, i));
}

static void write_symbol(ploy_writer* writer, const ploy_domain* domain, uint32_t symbol)
{
    ploy_symbol_info info = ploy_domain_symbol(domain, symbol);
    char initial[256];
    ploy_value_print(domain, info.first_variable, info.initial, initial, sizeof initial);
    write_text(writer, info.name);
    ploy_write_u8(writer, (uint8_t)info.type);
    write_text(writer, info.object_type == PLOY_NONE ? "" : ploy_domain_type(domain, info.object_type).name);
    ploy_write_i64(writer, info.min);
    ploy_write_i64(writer, info.max);
    ploy_write_i64(writer, info.step);
    write_text(writer, initial);
    ploy_write_u8(writer, (uint8_t)info.of_count);
    for (uint32_t i = 0; i < info.of_count; ++i) write_text(writer, ploy_domain_type(domain, info.of[i]).name);
    ploy_write_u8(writer, (uint8_t)(info.planned | info.clamp << 1));
}

static void write_table(ploy_writer* writer, const ploy_domain* domain, uint32_t table)
{
    const pl_value_table* t = &domain->tables.data[table];
    write_text(writer, t->name);
    ploy_write_u8(writer, t->kind);
    write_text(writer, t->type == PLOY_NONE ? "" : ploy_domain_type(domain, t->type).name);
    ploy_write_i64(writer, t->min);
    ploy_write_i64(writer, t->max);
    ploy_write_i64(writer, t->initial);
    ploy_write_u8(writer, t->of_count);
    for (uint32_t i = 0; i < t->of_count; ++i) write_text(writer, ploy_domain_type(domain, t->of[i]).name);
    ploy_write_u8(writer, t->is_symmetric);
    for (uint32_t i = 0; i < t->cell_count; ++i) ploy_write_i64(writer, t->values[i]);
}

static void write_action(ploy_writer* writer, const ploy_domain* domain, uint32_t action)
{
    ploy_action_info info = ploy_domain_action(domain, action);
    write_text(writer, info.name);
    write_text(writer, info.base == PLOY_NONE ? "" : ploy_domain_action(domain, info.base).name);
    write_text(writer, info.context);
    write_params(writer, domain, info.param_names, info.param_types, info.param_count);
    ploy_write_i64(writer, info.duration);
    ploy_write_i64(writer, info.limit);
    ploy_write_u32(writer, (uint32_t)info.precedence);
    ploy_write_u8(writer, info.move);
    write_clauses(writer, domain, PLOY_PART_PRE, action);
    write_clauses(writer, domain, PLOY_PART_EFFECT, action);
    write_clauses(writer, domain, PLOY_PART_COST, action);
}

static void write_goal(ploy_writer* writer, const ploy_domain* domain, uint32_t goal)
{
    ploy_goal_info info = ploy_domain_goal(domain, goal);
    write_text(writer, info.name);
    write_params(writer, domain, info.param_names, info.param_types, info.param_count);
    ploy_write_u8(writer, info.hold);
    write_clauses(writer, domain, PLOY_PART_CONDITION, goal);
    write_clauses(writer, domain, PLOY_PART_PRIORITY, goal);
    write_clauses(writer, domain, PLOY_PART_RELEVANT, goal);
}

typedef void write_fn(ploy_writer* writer, const ploy_domain* domain, uint32_t index);

static void write_list(ploy_writer* writer, const ploy_domain* domain, uint32_t count, write_fn* write)
{
    ploy_write_u32(writer, count);
    for (uint32_t i = 0; i < count; ++i) write(writer, domain, i);
}

void pl_domain_save(const ploy_domain* domain, ploy_writer* writer)
{
    PL_ASSERT(pl_domain_compiled(domain));
    bool can_change = pl_domain_can_change(domain);
    ploy_write_u64(writer, can_change ? CHANGING : PLAIN);
    write_text(writer, ploy_domain_name(domain));
    write_list(writer, domain, ploy_domain_type_count(domain), write_type);
    write_list(writer, domain, ploy_domain_symbol_count(domain), write_symbol);
    if (can_change) {
        ploy_write_u32(writer, domain->object_stamp);
        write_list(writer, domain, domain->tables.count, write_table);
    }
    write_list(writer, domain, ploy_domain_action_count(domain), write_action);
    write_list(writer, domain, ploy_domain_goal_count(domain), write_goal);
}

// Reading.

// Texts of the definition being read live in an arena until it has been added.
typedef struct source
{
    ploy_domain* domain;
    ploy_reader* reader;
    ploy_error* error;
    pl_arena texts;
    bool can_change; // kind 2
    bool no_memory;
} source;

// NULL: cut, with a zero byte inside, or no memory; the reader has failed then.
static const char* read_text(source* s)
{
    uint32_t length = ploy_read_u16(s->reader);
    bool is_there = !s->reader->failed && length <= s->reader->count - s->reader->at;
    char* text = is_there ? pl_arena_alloc(&s->texts, length + 1) : NULL;
    if (is_there && !text) s->no_memory = true;
    if (text) ploy_read_bytes(s->reader, text, length);
    if (text) text[length] = '\0';
    if (!text || strlen(text) != length) s->reader->failed = true;
    return s->reader->failed ? "" : text;
}

// Whether a list of `count` items of at least `bytes` each can be in what is left.
static uint32_t read_count(source* s, uint32_t min)
{
    uint32_t count = ploy_read_u32(s->reader);
    if (!s->reader->failed && count > (s->reader->count - s->reader->at) / min) s->reader->failed = true;
    return s->reader->failed ? 0 : count;
}

static ploy_status read_clauses(source* s, ploy_part part, uint32_t owner)
{
    uint32_t count = ploy_read_u16(s->reader);
    ploy_status status = s->reader->failed ? PLOY_INVALID : PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        const char* text = read_text(s);
        status = s->reader->failed ? PLOY_INVALID : ploy_domain_add_clause(s->domain, part, owner, text, s->error);
    }
    return status;
}

static ploy_status read_parts(source* s, ploy_part first, uint32_t owner)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < 3 && status == PLOY_OK; ++i) status = read_clauses(s, (ploy_part)(first + i), owner);
    return status;
}

static uint32_t read_params(source* s, ploy_param params[PLOY_MAX_ARGS])
{
    uint32_t count = ploy_read_u8(s->reader);
    if (count > PLOY_MAX_ARGS) s->reader->failed = true;
    for (uint32_t i = 0; i < count && !s->reader->failed; ++i) {
        params[i].name = read_text(s);
        params[i].type = read_text(s);
    }
    return s->reader->failed ? 0 : count;
}

static ploy_status read_spawned_type(source* s, const char* name, uint32_t count)
{
    uint32_t type;
    if (s->reader->failed || count > (s->reader->count - s->reader->at) / 4) return PLOY_INVALID;
    ploy_status status = ploy_domain_add_type(s->domain, name, NULL, count, &type, s->error);
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        s->domain->objects.data[s->domain->types.data[type].first_object + i].born = ploy_read_u32(s->reader);
    }
    return s->reader->failed ? PLOY_INVALID : status;
}

static ploy_status read_type(source* s)
{
    const char* name = read_text(s);
    uint32_t count = read_count(s, 2);
    if (s->can_change && ploy_read_u8(s->reader)) return read_spawned_type(s, name, count);
    const char** objects = PL_ARENA_ARRAY(&s->texts, const char*, count + 1);
    if (!objects) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; ++i) objects[i] = read_text(s);
    if (s->reader->failed) return PLOY_INVALID;
    return ploy_domain_add_type(s->domain, name, objects, count, NULL, s->error);
}

static ploy_status read_symbol(source* s)
{
    ploy_symbol_def def = {0};
    def.name = read_text(s);
    uint32_t kind = ploy_read_u8(s->reader);
    if (kind > PLOY_VALUE_OBJECT) s->reader->failed = true;
    def.type = (ploy_value_type)kind;
    def.object_type = read_text(s);
    def.min = ploy_read_i64(s->reader);
    def.max = ploy_read_i64(s->reader);
    def.step = ploy_read_i64(s->reader);
    def.initial = read_text(s);
    def.of_count = ploy_read_u8(s->reader);
    if (def.of_count > PLOY_MAX_ARGS) s->reader->failed = true;
    for (uint32_t i = 0; i < def.of_count && !s->reader->failed; ++i) def.of[i] = read_text(s);
    uint32_t flags = ploy_read_u8(s->reader);
    def.planned = flags & 1;
    def.clamp = flags >> 1 & 1;
    if (flags > 3) s->reader->failed = true;
    if (s->reader->failed) return PLOY_INVALID;
    if (def.type != PLOY_VALUE_OBJECT) def.object_type = NULL;
    return ploy_domain_add_symbol(s->domain, &def, NULL, s->error);
}

static ploy_status read_cells(source* s, uint32_t table)
{
    pl_value_table* t = &s->domain->tables.data[table];
    if (t->cell_count > (s->reader->count - s->reader->at) / 8) return PLOY_INVALID;
    for (uint32_t i = 0; i < t->cell_count; ++i) {
        t->values[i] = ploy_read_i64(s->reader);
        if (t->values[i] < t->min || t->values[i] > t->max) s->reader->failed = true;
    }
    return s->reader->failed ? PLOY_INVALID : PLOY_OK;
}

static ploy_status read_table(source* s)
{
    ploy_table_def def = {0};
    uint32_t table;
    def.name = read_text(s);
    uint32_t kind = ploy_read_u8(s->reader);
    if (kind > PLOY_VALUE_OBJECT) s->reader->failed = true;
    def.type = (ploy_value_type)kind;
    def.object_type = read_text(s);
    def.min = ploy_read_i64(s->reader);
    def.max = ploy_read_i64(s->reader);
    def.initial = ploy_read_i64(s->reader);
    def.of_count = ploy_read_u8(s->reader);
    if (def.of_count > PLOY_MAX_ARGS) s->reader->failed = true;
    for (uint32_t i = 0; i < def.of_count && !s->reader->failed; ++i) def.of[i] = read_text(s);
    def.symmetric = ploy_read_u8(s->reader);
    if (s->reader->failed) return PLOY_INVALID;
    ploy_status status = ploy_domain_add_table(s->domain, &def, &table, s->error);
    return status == PLOY_OK ? read_cells(s, table) : status;
}

static ploy_status read_action(source* s)
{
    ploy_action_def def = {0};
    uint32_t action;
    def.name = read_text(s);
    def.base = read_text(s);
    def.context = read_text(s);
    def.param_count = read_params(s, def.params);
    def.duration = ploy_read_i64(s->reader);
    def.limit = ploy_read_i64(s->reader);
    def.precedence = (int32_t)ploy_read_u32(s->reader);
    def.move = ploy_read_u8(s->reader);
    if (s->reader->failed) return PLOY_INVALID;
    ploy_status status = ploy_domain_add_action(s->domain, &def, &action, s->error);
    return status == PLOY_OK ? read_parts(s, PLOY_PART_PRE, action) : status;
}

static ploy_status read_goal(source* s)
{
    ploy_goal_def def = {0};
    uint32_t goal;
    def.name = read_text(s);
    def.param_count = read_params(s, def.params);
    def.hold = ploy_read_u8(s->reader);
    if (s->reader->failed) return PLOY_INVALID;
    ploy_status status = ploy_domain_add_goal(s->domain, &def, &goal, s->error);
    return status == PLOY_OK ? read_parts(s, PLOY_PART_CONDITION, goal) : status;
}

typedef ploy_status read_fn(source* s);

static ploy_status read_list(source* s, read_fn* read)
{
    uint32_t count = read_count(s, 6);
    ploy_status status = s->reader->failed ? PLOY_INVALID : PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        status = read(s);
        pl_arena_reset(&s->texts);
    }
    return status;
}

static ploy_status read_domain(source* s)
{
    ploy_status status = read_list(s, read_type);
    if (status == PLOY_OK) status = read_list(s, read_symbol);
    if (status == PLOY_OK && s->can_change) {
        s->domain->object_stamp = ploy_read_u32(s->reader);
        status = read_list(s, read_table);
    }
    if (status == PLOY_OK) status = read_list(s, read_action);
    if (status == PLOY_OK) status = read_list(s, read_goal);
    return status == PLOY_OK ? ploy_domain_compile(s->domain, s->error) : status;
}

static ploy_status open_domain(source* s, const ploy_allocator* allocator)
{
    uint64_t kind = ploy_read_u64(s->reader);
    s->can_change = kind == CHANGING;
    if (kind != PLAIN && !s->can_change) return PLOY_INVALID;
    ploy_domain_def def = {0};
    def.allocator = *allocator;
    def.name = read_text(s);
    if (s->reader->failed) return PLOY_INVALID;
    s->domain = ploy_domain_create(&def);
    return s->domain ? read_domain(s) : PLOY_OUT_OF_MEMORY;
}

ploy_status pl_domain_load(const ploy_allocator* allocator, ploy_reader* reader, ploy_domain** domain,
                           ploy_error* error)
{
    ploy_allocator chosen = pl_allocator_choose(allocator);
    source s = {.reader = reader, .error = error};
    pl_error_clear(error);
    pl_arena_init(&s.texts, &chosen, 0);
    ploy_status status = open_domain(&s, &chosen);
    pl_arena_destroy(&s.texts);
    if (s.no_memory) status = PLOY_OUT_OF_MEMORY;
    if (status == PLOY_INVALID && reader->failed) pl_error_set(error, 0, 0, "not a domain, or cut");
    if (status != PLOY_OK) ploy_domain_destroy(s.domain);
    *domain = status == PLOY_OK ? s.domain : NULL;
    return status;
}
