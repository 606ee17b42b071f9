// The inner functions of libploy that libploy-io calls. Linked statically, it calls them by their names. As shared
// libraries, which export nothing but public names, libploy hands them over in one table, and libploy-io has a function
// of each name that calls through it (io/inner_calls.c). What is missing here is an undefined reference when the shared
// libploy-io is linked.

#ifndef PL_AGENT_INNER_CALLS_H
#define PL_AGENT_INNER_CALLS_H

#include "agent/world.h"
#include "base/check.h"
#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/bitset.h"
#include "base/containers/names.h"
#include "base/error.h"
#include "base/memory.h"
#include "knowledge/blackboard.h"
#include "knowledge/fact_types.h"
#include "knowledge/value.h"
#include "mind/bt/bt.h"
#include "mind/common/bindings.h"
#include "mind/fsm/fsm.h"
#include "mind/fuzzy/fuzzy.h"
#include "mind/htn/htn.h"
#include "mind/utility/utility.h"
#include "plan/domain/domain.h"
#include "plan/language/expression.h"

/// GET(type, name, parameters, arguments), or DO(name, parameters, arguments) of those that return nothing. pl_log,
/// pl_error_set and pl_error_hint are called by their lists of arguments.
#define PL_INNER_CALLS(GET, DO)                                                                                        \
    DO(pl_null_argument, (const char* function, const char* argument, ploy_error* error), (function, argument, error)) \
    DO(pl_arena_init, (pl_arena * arena, const ploy_allocator* allocator, size_t block_bytes),                         \
       (arena, allocator, block_bytes))                                                                                \
    DO(pl_arena_reset, (pl_arena * arena), (arena))                                                                    \
    DO(pl_arena_destroy, (pl_arena * arena), (arena))                                                                  \
    GET(void*, pl_arena_alloc, (pl_arena * arena, size_t bytes), (arena, bytes))                                       \
    GET(void*, pl_arena_alloc_zeroed, (pl_arena * arena, size_t count, size_t size), (arena, count, size))             \
    GET(bool, pl_array_grow,                                                                                           \
        (const ploy_allocator* allocator, void* data, uint32_t* capacity, uint32_t needed, size_t size),               \
        (allocator, data, capacity, needed, size))                                                                     \
    GET(uint32_t, pl_bits_count, (const uint64_t* words, uint32_t word_count), (words, word_count))                    \
    DO(pl_names_init, (pl_names * names, const ploy_allocator* allocator), (names, allocator))                         \
    DO(pl_names_destroy, (pl_names * names), (names))                                                                  \
    GET(uint32_t, pl_names_intern, (pl_names * names, const char* text, size_t length), (names, text, length))         \
    GET(uint32_t, pl_names_find, (const pl_names* names, const char* text, size_t length), (names, text, length))      \
    DO(pl_names_cut, (pl_names * names, uint32_t count), (names, count))                                               \
    DO(pl_error_clear, (ploy_error * error), (error))                                                                  \
    DO(pl_error_set_list, (ploy_error * error, uint32_t line, uint32_t column, const char* format, va_list list),      \
       (error, line, column, format, list))                                                                            \
    DO(pl_error_missing, (ploy_error * error, ploy_missing missing, const char* name, const char* owner),              \
       (error, missing, name, owner))                                                                                  \
    GET(ploy_status, pl_reports_take, (pl_reports * reports, ploy_status status), (reports, status))                   \
    GET(ploy_status, pl_reports_join, (pl_reports * reports), (reports))                                               \
    GET(ploy_status, pl_reports_end, (pl_reports * reports, ploy_status status), (reports, status))                    \
    GET(pl_similar, pl_similar_begin, (const char* wanted), (wanted))                                                  \
    DO(pl_similar_offer, (pl_similar * similar, const char* name), (similar, name))                                    \
    DO(pl_similar_hint, (const pl_similar* similar, ploy_error* error), (similar, error))                              \
    GET(ploy_allocator, pl_allocator_choose, (const ploy_allocator* allocator), (allocator))                           \
    GET(void*, pl_alloc, (const ploy_allocator* allocator, size_t bytes), (allocator, bytes))                          \
    GET(void*, pl_alloc_zeroed, (const ploy_allocator* allocator, size_t bytes), (allocator, bytes))                   \
    GET(void*, pl_resize, (const ploy_allocator* allocator, void* memory, size_t old_bytes, size_t new_bytes),         \
        (allocator, memory, old_bytes, new_bytes))                                                                     \
    DO(pl_free, (const ploy_allocator* allocator, void* memory, size_t bytes), (allocator, memory, bytes))             \
    GET(size_t, pl_array_bytes, (size_t count, size_t size), (count, size))                                            \
    GET(bool, pl_domain_failure, (const ploy_domain* domain, ploy_part* part, uint32_t* owner, uint32_t* clause),      \
        (domain, part, owner, clause))                                                                                 \
    GET(const char*, pl_domain_next_unbound, (const ploy_domain* domain, uint32_t* next), (domain, next))              \
    DO(pl_bindings_bind_calls, (const ploy_bindings* bindings, ploy_domain* domain), (bindings, domain))               \
    GET(ploy_status, pl_bindings_fail_call,                                                                            \
        (const ploy_bindings* bindings, const ploy_domain* domain, const char* name, ploy_error* error),               \
        (bindings, domain, name, error))                                                                               \
    DO(pl_domain_uncompile, (ploy_domain * domain), (domain))                                                          \
    GET(uint32_t, pl_domain_find_type, (const ploy_domain* domain, const char* name), (domain, name))                  \
    GET(uint32_t, pl_domain_symbol_of, (const ploy_domain* domain, uint32_t variable), (domain, variable))             \
    GET(int64_t, pl_domain_price, (const ploy_domain* domain, uint32_t ground, const uint64_t* state),                 \
        (domain, ground, state))                                                                                       \
    GET(bool, pl_domain_is_clamped, (const ploy_domain* domain, uint32_t action, uint32_t number),                     \
        (domain, action, number))                                                                                      \
    GET(pl_source, pl_source_clause,                                                                                   \
        (const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause, ploy_error* error),               \
        (domain, part, owner, clause, error))                                                                          \
    GET(ploy_status, pl_expression_parse,                                                                              \
        (const pl_source* source, pl_grammar grammar, const ploy_allocator* allocator, pl_expression* expression),     \
        (source, grammar, allocator, expression))                                                                      \
    DO(pl_expression_free, (pl_expression * expression, const ploy_allocator* allocator), (expression, allocator))     \
    GET(bool, pl_scope_holds, (const pl_scope* scope, uint32_t node), (scope, node))                                   \
    GET(int64_t, pl_scope_fixed, (const pl_scope* scope, uint32_t node), (scope, node))                                \
    GET(pl_keys_mark, pl_blackboard_keys_mark, (const ploy_blackboard_keys* keys), (keys))                             \
    DO(pl_blackboard_keys_rewind, (ploy_blackboard_keys * keys, const pl_keys_mark* mark), (keys, mark))               \
    GET(bool, pl_blackboard_was_written, (const ploy_blackboard* blackboard, uint32_t key), (blackboard, key))         \
    GET(pl_fact_types_mark, pl_fact_types_mark_end, (const ploy_fact_types* fact_types), (fact_types))                 \
    DO(pl_fact_types_rewind, (ploy_fact_types * fact_types, const pl_fact_types_mark* mark), (fact_types, mark))       \
    GET(const char*, pl_value_kind_name, (const pl_struct_types* structs, pl_value_kind kind), (structs, kind))        \
    GET(pl_value_kind, pl_value_kind_find, (const pl_struct_types* structs, const char* name, size_t length),          \
        (structs, name, length))                                                                                       \
    GET(bool, pl_value_parse,                                                                                          \
        (const pl_struct_types* structs, pl_value_kind kind, const char* text, void* room, ploy_value* value),         \
        (structs, kind, text, room, value))                                                                            \
    DO(pl_bt_set_btcpp, (ploy_bt * bt), (bt))                                                                          \
    DO(pl_bt_place_node, (ploy_bt * bt, uint32_t node, uint32_t line, uint32_t column), (bt, node, line, column))      \
    DO(pl_bt_place_attribute, (ploy_bt * bt, uint32_t line, uint32_t column), (bt, line, column))                      \
    GET(bool, pl_bt_set_source, (ploy_bt * bt, const char* path), (bt, path))                                          \
    GET(ploy_status, pl_bt_check, (const ploy_bt* bt, pl_reports* reports), (bt, reports))                             \
    GET(bool, pl_bt_has_required, (const ploy_bt* bt), (bt))                                                           \
    GET(ploy_status, pl_bt_declare, (const ploy_bt_mind_def* def, bool all, ploy_blackboard_keys* keys),               \
        (def, all, keys))                                                                                              \
    GET(uint32_t, pl_bindings_find_sensor, (const ploy_bindings* bindings, const char* name), (bindings, name))        \
    GET(uint32_t, pl_bindings_sensor_count, (const ploy_bindings* bindings), (bindings))                               \
    GET(const ploy_sensor_def*, pl_bindings_sensor, (const ploy_bindings* bindings, uint32_t index),                   \
        (bindings, index))                                                                                             \
    GET(ploy_status, pl_ports_connect,                                                                                 \
        (const pl_port_source* from, const char* noun, const char* user, const pl_port_list* ports, pl_ports* made,    \
         ploy_error* error),                                                                                           \
        (from, noun, user, ports, made, error))                                                                        \
    GET(ploy_status, pl_fsm_check, (const ploy_fsm* fsm, pl_reports* reports), (fsm, reports))                         \
    DO(pl_fuzzy_set_position, (ploy_fuzzy * fuzzy, uint32_t line, uint32_t column), (fuzzy, line, column))             \
    GET(ploy_status, pl_fuzzy_check, (const ploy_fuzzy* fuzzy, pl_reports* reports), (fuzzy, reports))                 \
    GET(uint32_t, pl_htn_task_param_count, (const ploy_htn* htn, uint32_t task), (htn, task))                          \
    GET(ploy_status, pl_curve_find, (const char* name, ploy_curve_kind* kind), (name, kind))                           \
    GET(ploy_status, pl_combine_find, (const char* name, ploy_combine* combine), (name, combine))                      \
    DO(pl_world_set_sensor_times, (ploy_world * world, uint32_t sensor, int64_t interval, int64_t offset),             \
       (world, sensor, interval, offset))                                                                              \
    DO(pl_world_set_trace, (ploy_world * world, const ploy_trace* trace), (world, trace))                              \
    GET(ploy_status, pl_world_replace_mind, (ploy_world * world, ploy_mind * old, ploy_mind * fresh),                  \
        (world, old, fresh))                                                                                           \
    GET(ploy_status, pl_world_set_type, (ploy_world * world, const char* name, const pl_agent_type* type),             \
        (world, name, type))                                                                                           \
    GET(const pl_agent_type*, pl_world_find_type, (const ploy_world* world, const char* name), (world, name))          \
    GET(bool, pl_world_is_closed_to_caller, (const ploy_world* world), (world))                                        \
    DO(pl_world_refuse, (const ploy_world* world, const char* function), (world, function))                            \
    GET(pl_world_extension*, pl_world_extend, (ploy_world * world, uint32_t which), (world, which))                    \
    DO(pl_log_list, (const char* format, va_list list), (format, list))                                                \
    DO(pl_error_hint_list, (ploy_error * error, const char* format, va_list list), (error, format, list))

typedef struct pl_inner_calls
{
#define GET(type, name, parameters, arguments) type(*name) parameters;
#define DO(name, parameters, arguments) void(*name) parameters;
    PL_INNER_CALLS(GET, DO)
#undef GET
#undef DO
    void (*pl_assert_failed)(const char* function, const char* condition, const char* file, int line);
} pl_inner_calls;

/// Only for a libploy-io of the same version.
PLOY_API const pl_inner_calls* ploy_inner_calls(void);

#endif
