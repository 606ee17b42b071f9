// Made by bindings/lua/generate.mjs from bindings/interface.json: change those.

#include "generated.h"
#include <ploy/io.h>
#include <ploy/movingai.h>
#include <ploy/pddl.h>
#include <ploy/ploy.h>

static const char* const ploy_status_names[] = {"ok", "in-progress", "found", "already", "not-found", "out-of-nodes", "out-of-depth", "out-of-memory", "cancelled", "partial", "invalid", "full", "not-supported"};
const pl_lua_enum pl_lua_enum_ploy_status = {"ploy_status", ploy_status_names, 13};

static const char* const ploy_value_type_names[] = {"bool", "int", "decimal", "object", "float", "string", "struct"};
const pl_lua_enum pl_lua_enum_ploy_value_type = {"ploy_value_type", ploy_value_type_names, 7};

static const char* const ploy_missing_names[] = {"nothing", "activity", "condition", "scorer", "node", "sensor", "call", "name", "port", "key", "struct", "fact-type", "attribute"};
const pl_lua_enum pl_lua_enum_ploy_missing = {"ploy_missing", ploy_missing_names, 13};

static const char* const ploy_trace_level_names[] = {"default", "none", "basic", "everything"};
const pl_lua_enum pl_lua_enum_ploy_trace_level = {"ploy_trace_level", ploy_trace_level_names, 4};

static const char* const ploy_trace_kind_names[] = {"search-begun", "node-reached", "node-expanded", "search-ended", "plan-requested", "plan-found", "plan-step", "plan-failed", "goal-evaluated", "goal-chosen", "decision-goal", "decision-begun", "decision-limits", "decision-state", "decision-off", "decision-no", "decision-cost", "goal-started", "goal-finished", "goal-aborted", "goal-held", "action-started", "action-finished", "action-aborted", "plan-repaired", "utility-scored", "consideration-read", "utility-chosen", "state-changed", "variable-read", "state-weighed", "blackboard-written", "fact-added", "fact-refreshed", "fact-value", "fact-forgotten", "agent-enlisted", "squad-joined", "squad-left", "squad-task-begun", "squad-task-phase", "squad-task-ended", "squad-role-given", "order-given", "order-ended", "path-requested", "path-answered", "path-dropped", "tick-begun", "tick-ended", "agent-created", "agent-gone", "mind-given", "sensed", "activity-started", "activity-ended", "activity-halted", "bt-node", "blackboard-text", "command-text", "command", "plan-taken", "blackboard-parent", "object-spawned", "object-despawned", "table-cell", "table-detour"};
const pl_lua_enum pl_lua_enum_ploy_trace_kind = {"ploy_trace_kind", ploy_trace_kind_names, 67};

static const char* const ploy_decay_names[] = {"halving", "linear", "none"};
const pl_lua_enum pl_lua_enum_ploy_decay = {"ploy_decay", ploy_decay_names, 3};

static const char* const ploy_forget_reason_names[] = {"decayed", "crowded", "requested"};
const pl_lua_enum pl_lua_enum_ploy_forget_reason = {"ploy_forget_reason", ploy_forget_reason_names, 3};

static const char* const ploy_outcome_names[] = {"running", "success", "failure", "skipped"};
const pl_lua_enum pl_lua_enum_ploy_outcome = {"ploy_outcome", ploy_outcome_names, 4};

static const char* const ploy_part_names[] = {"pre", "effect", "cost", "condition", "priority", "relevant"};
const pl_lua_enum pl_lua_enum_ploy_part = {"ploy_part", ploy_part_names, 6};

static const char* const ploy_search_names[] = {"auto", "astar", "regressive", "bnb", "greedy", "utility", "anytime", "blind", "hmax", "lmcut"};
const pl_lua_enum pl_lua_enum_ploy_search = {"ploy_search", ploy_search_names, 10};

static const char* const ploy_curve_kind_names[] = {"linear", "polynomial", "logistic", "logit", "step", "piecewise"};
const pl_lua_enum pl_lua_enum_ploy_curve_kind = {"ploy_curve_kind", ploy_curve_kind_names, 6};

static const char* const ploy_input_kind_names[] = {"constant", "key", "scorer", "expression", "fact-count", "fact-belief", "fact-age"};
const pl_lua_enum pl_lua_enum_ploy_input_kind = {"ploy_input_kind", ploy_input_kind_names, 7};

static const char* const ploy_combine_names[] = {"product", "sum", "plain", "min", "max"};
const pl_lua_enum pl_lua_enum_ploy_combine = {"ploy_combine", ploy_combine_names, 5};

static const char* const ploy_choice_names[] = {"best", "random"};
const pl_lua_enum pl_lua_enum_ploy_choice = {"ploy_choice", ploy_choice_names, 2};

static const char* const ploy_goap_event_kind_names[] = {"action-started", "action-finished", "action-aborted", "goal-started", "goal-finished", "goal-aborted", "goal-held", "plan-taken"};
const pl_lua_enum pl_lua_enum_ploy_goap_event_kind = {"ploy_goap_event_kind", ploy_goap_event_kind_names, 8};

static const char* const ploy_goap_reason_names[] = {"none", "failed", "overdue", "context", "broken", "satisfied", "interrupted", "irrelevant", "no-plan", "requested", "replaced", "ended", "gone"};
const pl_lua_enum pl_lua_enum_ploy_goap_reason = {"ploy_goap_reason", ploy_goap_reason_names, 13};

static const char* const ploy_goal_status_names[] = {"unevaluated", "irrelevant", "met", "lower", "searching", "no-plan", "refused", "pursued", "held"};
const pl_lua_enum pl_lua_enum_ploy_goal_status = {"ploy_goal_status", ploy_goal_status_names, 9};

static const char* const ploy_phase_names[] = {"squads", "sense", "think", "work", "act", "apply", "settle"};
const pl_lua_enum pl_lua_enum_ploy_phase = {"ploy_phase", ploy_phase_names, 7};

static const char* const ploy_blocker_kind_names[] = {"goal", "pre", "context", "disabled", "unlisted", "range"};
const pl_lua_enum pl_lua_enum_ploy_blocker_kind = {"ploy_blocker_kind", ploy_blocker_kind_names, 6};

static const char* const ploy_why_not_reason_names[] = {"in-plan", "blocked", "costs-more", "tie", "no-use", "dead-end", "no-plan", "already", "not-settled"};
const pl_lua_enum pl_lua_enum_ploy_why_not_reason = {"ploy_why_not_reason", ploy_why_not_reason_names, 9};

static const char* const ploy_goal_outcome_names[] = {"chosen", "lower", "priority", "irrelevant", "met", "no-plan", "cut-short", "held"};
const pl_lua_enum pl_lua_enum_ploy_goal_outcome = {"ploy_goal_outcome", ploy_goal_outcome_names, 8};

static const char* const ploy_path_method_names[] = {"auto", "plain", "near"};
const pl_lua_enum pl_lua_enum_ploy_path_method = {"ploy_path_method", ploy_path_method_names, 3};

static const char* const ploy_fsm_history_names[] = {"none", "shallow", "deep"};
const pl_lua_enum pl_lua_enum_ploy_fsm_history = {"ploy_fsm_history", ploy_fsm_history_names, 3};

static const char* const ploy_fsm_on_names[] = {"anything", "success", "failure", "end"};
const pl_lua_enum pl_lua_enum_ploy_fsm_on = {"ploy_fsm_on", ploy_fsm_on_names, 4};

static const char* const ploy_fuzzy_by_names[] = {"centroid", "average"};
const pl_lua_enum pl_lua_enum_ploy_fuzzy_by = {"ploy_fuzzy_by", ploy_fuzzy_by_names, 2};

static const char* const ploy_htn_ranking_names[] = {"order", "cost"};
const pl_lua_enum pl_lua_enum_ploy_htn_ranking = {"ploy_htn_ranking", ploy_htn_ranking_names, 2};

static const char* const ploy_htn_subtask_kind_names[] = {"pause", "action", "task"};
const pl_lua_enum pl_lua_enum_ploy_htn_subtask_kind = {"ploy_htn_subtask_kind", ploy_htn_subtask_kind_names, 3};

static const char* const ploy_path_drop_names[] = {"stale", "cancelled"};
const pl_lua_enum pl_lua_enum_ploy_path_drop = {"ploy_path_drop", ploy_path_drop_names, 2};

static const char* const ploy_squad_task_kind_names[] = {"none", "patrol", "attack", "flank", "go-to", "formation", "rendezvous", "advance", "follow"};
const pl_lua_enum pl_lua_enum_ploy_squad_task_kind = {"ploy_squad_task_kind", ploy_squad_task_kind_names, 9};

static const char* const ploy_squad_task_end_names[] = {"done", "failed", "lost", "aborted"};
const pl_lua_enum pl_lua_enum_ploy_squad_task_end = {"ploy_squad_task_end", ploy_squad_task_end_names, 4};

static const char* const ploy_order_kind_names[] = {"none", "move", "hold", "attack", "cover", "follow", "lead"};
const pl_lua_enum pl_lua_enum_ploy_order_kind = {"ploy_order_kind", ploy_order_kind_names, 7};

static const char* const ploy_order_state_names[] = {"open", "done", "failed", "overruled", "late", "withdrawn"};
const pl_lua_enum pl_lua_enum_ploy_order_state = {"ploy_order_state", ploy_order_state_names, 6};

static const char* const ploy_role_names[] = {"member", "leader", "flanker", "base", "first", "second"};
const pl_lua_enum pl_lua_enum_ploy_role = {"ploy_role", ploy_role_names, 6};

static const char* const ploy_order_attribute_names[] = {"squad", "number", "task", "type", "role", "place", "target", "issued", "deadline"};
const pl_lua_enum pl_lua_enum_ploy_order_attribute = {"ploy_order_attribute", ploy_order_attribute_names, 9};

static const char* const ploy_terrain_shape_names[] = {"rectangle", "disk"};
const pl_lua_enum pl_lua_enum_ploy_terrain_shape = {"ploy_terrain_shape", ploy_terrain_shape_names, 2};

static const pl_lua_field ploy_point_fields[] = {
    {"x", PL_LUA_I32, offsetof(ploy_point, x), sizeof(((ploy_point*)0)->x), 0, PL_LUA_NO_COUNTER, NULL},
    {"y", PL_LUA_I32, offsetof(ploy_point, y), sizeof(((ploy_point*)0)->y), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_point = {"point", ploy_point_fields, 2};

static const pl_lua_field ploy_allocator_fields[] = {
    {"resize", PL_LUA_CALLBACK, offsetof(ploy_allocator, resize), sizeof(((ploy_allocator*)0)->resize), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_allocator = {"allocator", ploy_allocator_fields, 1};

static const pl_lua_field ploy_error_fields[] = {
    {"line", PL_LUA_U32, offsetof(ploy_error, line), sizeof(((ploy_error*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_error, column), sizeof(((ploy_error*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
    {"message", PL_LUA_CHARS, offsetof(ploy_error, message), sizeof(((ploy_error*)0)->message[0]), 240, PL_LUA_NO_COUNTER, NULL},
    {"hint", PL_LUA_CHARS, offsetof(ploy_error, hint), sizeof(((ploy_error*)0)->hint[0]), 120, PL_LUA_NO_COUNTER, NULL},
    {"missing", PL_LUA_ENUM, offsetof(ploy_error, missing), sizeof(((ploy_error*)0)->missing), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_missing},
    {"name", PL_LUA_CHARS, offsetof(ploy_error, name), sizeof(((ploy_error*)0)->name[0]), 120, PL_LUA_NO_COUNTER, NULL},
    {"owner", PL_LUA_CHARS, offsetof(ploy_error, owner), sizeof(((ploy_error*)0)->owner[0]), 120, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_error = {"error", ploy_error_fields, 7};

static const pl_lua_field ploy_random_fields[] = {
    {"seed", PL_LUA_U64, offsetof(ploy_random, seed), sizeof(((ploy_random*)0)->seed), 0, PL_LUA_NO_COUNTER, NULL},
    {"stream", PL_LUA_U64, offsetof(ploy_random, stream), sizeof(((ploy_random*)0)->stream), 0, PL_LUA_NO_COUNTER, NULL},
    {"counter", PL_LUA_U64, offsetof(ploy_random, counter), sizeof(((ploy_random*)0)->counter), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_random = {"random", ploy_random_fields, 3};

static const pl_lua_field ploy_tasks_fields[] = {
    {"enqueue", PL_LUA_CALLBACK, offsetof(ploy_tasks, enqueue), sizeof(((ploy_tasks*)0)->enqueue), 0, PL_LUA_NO_COUNTER, NULL},
    {"finish", PL_LUA_CALLBACK, offsetof(ploy_tasks, finish), sizeof(((ploy_tasks*)0)->finish), 0, PL_LUA_NO_COUNTER, NULL},
    {"worker_count", PL_LUA_U32, offsetof(ploy_tasks, worker_count), sizeof(((ploy_tasks*)0)->worker_count), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_tasks = {"tasks", ploy_tasks_fields, 3};

static const pl_lua_field ploy_scheduler_def_fields[] = {
    {"workers", PL_LUA_U32, offsetof(ploy_scheduler_def, workers), sizeof(((ploy_scheduler_def*)0)->workers), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_scheduler_def = {"scheduler_def", ploy_scheduler_def_fields, 1};

static const pl_lua_field ploy_trace_event_fields[] = {
    {"kind", PL_LUA_U32, offsetof(ploy_trace_event, kind), sizeof(((ploy_trace_event*)0)->kind), 0, PL_LUA_NO_COUNTER, NULL},
    {"agent", PL_LUA_U32, offsetof(ploy_trace_event, agent), sizeof(((ploy_trace_event*)0)->agent), 0, PL_LUA_NO_COUNTER, NULL},
    {"args", PL_LUA_U64, offsetof(ploy_trace_event, args), sizeof(((ploy_trace_event*)0)->args[0]), 4, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_trace_event = {"trace_event", ploy_trace_event_fields, 3};

static const pl_lua_field ploy_trace_fields[] = {
    {"emit", PL_LUA_CALLBACK, offsetof(ploy_trace, emit), sizeof(((ploy_trace*)0)->emit), 0, PL_LUA_NO_COUNTER, NULL},
    {"level", PL_LUA_ENUM, offsetof(ploy_trace, level), sizeof(((ploy_trace*)0)->level), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_trace_level},
    {"wants_values", PL_LUA_BOOL, offsetof(ploy_trace, wants_values), sizeof(((ploy_trace*)0)->wants_values), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_trace = {"trace", ploy_trace_fields, 3};

static const pl_lua_field ploy_trace_ring_fields[] = {
    {"events", PL_LUA_BY_HAND, offsetof(ploy_trace_ring, events), sizeof(((ploy_trace_ring*)0)->events), 0, PL_LUA_NO_COUNTER, NULL},
    {"capacity", PL_LUA_U32, offsetof(ploy_trace_ring, capacity), sizeof(((ploy_trace_ring*)0)->capacity), 0, PL_LUA_NO_COUNTER, NULL},
    {"emitted", PL_LUA_U64, offsetof(ploy_trace_ring, emitted), sizeof(((ploy_trace_ring*)0)->emitted), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_trace_ring = {"trace_ring", ploy_trace_ring_fields, 3};

static const pl_lua_field ploy_blackboard_keys_def_fields[] = {
    {"trace", PL_LUA_BY_HAND, offsetof(ploy_blackboard_keys_def, trace), sizeof(((ploy_blackboard_keys_def*)0)->trace), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_blackboard_keys_def = {"blackboard_keys_def", ploy_blackboard_keys_def_fields, 1};

static const pl_lua_field ploy_struct_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_struct_def, name), sizeof(((ploy_struct_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"bytes", PL_LUA_U32, offsetof(ploy_struct_def, bytes), sizeof(((ploy_struct_def*)0)->bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"parse", PL_LUA_CALLBACK, offsetof(ploy_struct_def, parse), sizeof(((ploy_struct_def*)0)->parse), 0, PL_LUA_NO_COUNTER, NULL},
    {"print", PL_LUA_CALLBACK, offsetof(ploy_struct_def, print), sizeof(((ploy_struct_def*)0)->print), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_struct_def = {"struct_def", ploy_struct_def_fields, 4};

static const pl_lua_field ploy_key_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_key_def, name), sizeof(((ploy_key_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"type", PL_LUA_ENUM, offsetof(ploy_key_def, type), sizeof(((ploy_key_def*)0)->type), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_value_type},
    {"initial", PL_LUA_BY_HAND, offsetof(ploy_key_def, initial), sizeof(((ploy_key_def*)0)->initial), 0, PL_LUA_NO_COUNTER, NULL},
    {"scopes", PL_LUA_U32, offsetof(ploy_key_def, scopes), sizeof(((ploy_key_def*)0)->scopes), 0, PL_LUA_NO_COUNTER, NULL},
    {"is_volatile", PL_LUA_BOOL, offsetof(ploy_key_def, is_volatile), sizeof(((ploy_key_def*)0)->is_volatile), 0, PL_LUA_NO_COUNTER, NULL},
    {"struct_type", PL_LUA_STRING, offsetof(ploy_key_def, struct_type), sizeof(((ploy_key_def*)0)->struct_type), 0, PL_LUA_NO_COUNTER, NULL},
    {"object_type", PL_LUA_STRING, offsetof(ploy_key_def, object_type), sizeof(((ploy_key_def*)0)->object_type), 0, PL_LUA_NO_COUNTER, NULL},
    {"value_names", PL_LUA_STRING, offsetof(ploy_key_def, value_names), sizeof(((ploy_key_def*)0)->value_names), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_key_def = {"key_def", ploy_key_def_fields, 8};

static const pl_lua_field ploy_blackboard_def_fields[] = {
    {"keys", PL_LUA_BY_HAND, offsetof(ploy_blackboard_def, keys), sizeof(((ploy_blackboard_def*)0)->keys), 0, PL_LUA_NO_COUNTER, NULL},
    {"scope", PL_LUA_U32, offsetof(ploy_blackboard_def, scope), sizeof(((ploy_blackboard_def*)0)->scope), 0, PL_LUA_NO_COUNTER, NULL},
    {"parent", PL_LUA_BY_HAND, offsetof(ploy_blackboard_def, parent), sizeof(((ploy_blackboard_def*)0)->parent), 0, PL_LUA_NO_COUNTER, NULL},
    {"agent", PL_LUA_U32, offsetof(ploy_blackboard_def, agent), sizeof(((ploy_blackboard_def*)0)->agent), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_blackboard_def = {"blackboard_def", ploy_blackboard_def_fields, 4};

static const pl_lua_field ploy_observer_id_fields[] = {
    {"index1", PL_LUA_U32, offsetof(ploy_observer_id, index1), sizeof(((ploy_observer_id*)0)->index1), 0, PL_LUA_NO_COUNTER, NULL},
    {"generation", PL_LUA_U32, offsetof(ploy_observer_id, generation), sizeof(((ploy_observer_id*)0)->generation), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_observer_id = {"observer_id", ploy_observer_id_fields, 2};

static const pl_lua_field ploy_writer_fields[] = {
    {"bytes", PL_LUA_BY_HAND, offsetof(ploy_writer, bytes), sizeof(((ploy_writer*)0)->bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"capacity", PL_LUA_SIZE, offsetof(ploy_writer, capacity), sizeof(((ploy_writer*)0)->capacity), 0, PL_LUA_NO_COUNTER, NULL},
    {"count", PL_LUA_SIZE, offsetof(ploy_writer, count), sizeof(((ploy_writer*)0)->count), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_writer = {"writer", ploy_writer_fields, 3};

static const pl_lua_field ploy_reader_fields[] = {
    {"bytes", PL_LUA_BY_HAND, offsetof(ploy_reader, bytes), sizeof(((ploy_reader*)0)->bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"count", PL_LUA_SIZE, offsetof(ploy_reader, count), sizeof(((ploy_reader*)0)->count), 0, PL_LUA_NO_COUNTER, NULL},
    {"at", PL_LUA_SIZE, offsetof(ploy_reader, at), sizeof(((ploy_reader*)0)->at), 0, PL_LUA_NO_COUNTER, NULL},
    {"failed", PL_LUA_BOOL, offsetof(ploy_reader, failed), sizeof(((ploy_reader*)0)->failed), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_reader = {"reader", ploy_reader_fields, 4};

static const pl_lua_field ploy_fact_attribute_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_fact_attribute, name), sizeof(((ploy_fact_attribute*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"type", PL_LUA_ENUM, offsetof(ploy_fact_attribute, type), sizeof(((ploy_fact_attribute*)0)->type), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_value_type},
    {"identifies", PL_LUA_BOOL, offsetof(ploy_fact_attribute, identifies), sizeof(((ploy_fact_attribute*)0)->identifies), 0, PL_LUA_NO_COUNTER, NULL},
    {"object_type", PL_LUA_STRING, offsetof(ploy_fact_attribute, object_type), sizeof(((ploy_fact_attribute*)0)->object_type), 0, PL_LUA_NO_COUNTER, NULL},
    {"value_names", PL_LUA_STRING, offsetof(ploy_fact_attribute, value_names), sizeof(((ploy_fact_attribute*)0)->value_names), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fact_attribute = {"fact_attribute", ploy_fact_attribute_fields, 5};

static const pl_lua_field ploy_fact_type_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_fact_type_def, name), sizeof(((ploy_fact_type_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"attributes", PL_LUA_STRUCT, offsetof(ploy_fact_type_def, attributes), sizeof(((ploy_fact_type_def*)0)->attributes[0]), 16, offsetof(ploy_fact_type_def, attribute_count), &pl_lua_struct_ploy_fact_attribute},
    {"capacity", PL_LUA_U32, offsetof(ploy_fact_type_def, capacity), sizeof(((ploy_fact_type_def*)0)->capacity), 0, PL_LUA_NO_COUNTER, NULL},
    {"decay", PL_LUA_ENUM, offsetof(ploy_fact_type_def, decay), sizeof(((ploy_fact_type_def*)0)->decay), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_decay},
    {"decay_time", PL_LUA_SECONDS, offsetof(ploy_fact_type_def, decay_time), sizeof(((ploy_fact_type_def*)0)->decay_time), 0, PL_LUA_NO_COUNTER, NULL},
    {"floor", PL_LUA_U32, offsetof(ploy_fact_type_def, floor), sizeof(((ploy_fact_type_def*)0)->floor), 0, PL_LUA_NO_COUNTER, NULL},
    {"is_volatile", PL_LUA_BOOL, offsetof(ploy_fact_type_def, is_volatile), sizeof(((ploy_fact_type_def*)0)->is_volatile), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fact_type_def = {"fact_type_def", ploy_fact_type_def_fields, 7};

static const pl_lua_field ploy_fact_types_def_fields[] = {
    {"trace", PL_LUA_BY_HAND, offsetof(ploy_fact_types_def, trace), sizeof(((ploy_fact_types_def*)0)->trace), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fact_types_def = {"fact_types_def", ploy_fact_types_def_fields, 1};

static const pl_lua_field ploy_fact_id_fields[] = {
    {"index1", PL_LUA_U32, offsetof(ploy_fact_id, index1), sizeof(((ploy_fact_id*)0)->index1), 0, PL_LUA_NO_COUNTER, NULL},
    {"generation", PL_LUA_U32, offsetof(ploy_fact_id, generation), sizeof(((ploy_fact_id*)0)->generation), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fact_id = {"fact_id", ploy_fact_id_fields, 2};

static const pl_lua_field ploy_fact_fields[] = {
    {"type", PL_LUA_U32, offsetof(ploy_fact, type), sizeof(((ploy_fact*)0)->type), 0, PL_LUA_NO_COUNTER, NULL},
    {"set", PL_LUA_U32, offsetof(ploy_fact, set), sizeof(((ploy_fact*)0)->set), 0, PL_LUA_NO_COUNTER, NULL},
    {"belief", PL_LUA_U32, offsetof(ploy_fact, belief), sizeof(((ploy_fact*)0)->belief), 0, PL_LUA_NO_COUNTER, NULL},
    {"source", PL_LUA_U32, offsetof(ploy_fact, source), sizeof(((ploy_fact*)0)->source), 0, PL_LUA_NO_COUNTER, NULL},
    {"age", PL_LUA_SECONDS, offsetof(ploy_fact, age), sizeof(((ploy_fact*)0)->age), 0, PL_LUA_NO_COUNTER, NULL},
    {"values", PL_LUA_I64, offsetof(ploy_fact, values), sizeof(((ploy_fact*)0)->values[0]), 16, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fact = {"fact", ploy_fact_fields, 6};

static const pl_lua_field ploy_memory_def_fields[] = {
    {"fact_types", PL_LUA_BY_HAND, offsetof(ploy_memory_def, fact_types), sizeof(((ploy_memory_def*)0)->fact_types), 0, PL_LUA_NO_COUNTER, NULL},
    {"agent", PL_LUA_U32, offsetof(ploy_memory_def, agent), sizeof(((ploy_memory_def*)0)->agent), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_memory_def = {"memory_def", ploy_memory_def_fields, 2};

static const pl_lua_field ploy_fact_query_fields[] = {
    {"type", PL_LUA_U32, offsetof(ploy_fact_query, type), sizeof(((ploy_fact_query*)0)->type), 0, PL_LUA_NO_COUNTER, NULL},
    {"given", PL_LUA_U32, offsetof(ploy_fact_query, given), sizeof(((ploy_fact_query*)0)->given), 0, PL_LUA_NO_COUNTER, NULL},
    {"min_belief", PL_LUA_U32, offsetof(ploy_fact_query, min_belief), sizeof(((ploy_fact_query*)0)->min_belief), 0, PL_LUA_NO_COUNTER, NULL},
    {"source", PL_LUA_U32, offsetof(ploy_fact_query, source), sizeof(((ploy_fact_query*)0)->source), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_age", PL_LUA_SECONDS, offsetof(ploy_fact_query, max_age), sizeof(((ploy_fact_query*)0)->max_age), 0, PL_LUA_NO_COUNTER, NULL},
    {"min", PL_LUA_I64, offsetof(ploy_fact_query, min), sizeof(((ploy_fact_query*)0)->min[0]), 16, PL_LUA_NO_COUNTER, NULL},
    {"max", PL_LUA_I64, offsetof(ploy_fact_query, max), sizeof(((ploy_fact_query*)0)->max[0]), 16, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fact_query = {"fact_query", ploy_fact_query_fields, 7};

static const pl_lua_field ploy_agent_id_fields[] = {
    {"index1", PL_LUA_U32, offsetof(ploy_agent_id, index1), sizeof(((ploy_agent_id*)0)->index1), 0, PL_LUA_NO_COUNTER, NULL},
    {"generation", PL_LUA_U32, offsetof(ploy_agent_id, generation), sizeof(((ploy_agent_id*)0)->generation), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_agent_id = {"agent_id", ploy_agent_id_fields, 2};

static const pl_lua_field ploy_agent_fields[] = {
    {"mind", PL_LUA_BY_HAND, offsetof(ploy_agent, mind), sizeof(((ploy_agent*)0)->mind), 0, PL_LUA_NO_COUNTER, NULL},
    {"blackboard", PL_LUA_BY_HAND, offsetof(ploy_agent, blackboard), sizeof(((ploy_agent*)0)->blackboard), 0, PL_LUA_NO_COUNTER, NULL},
    {"memory", PL_LUA_BY_HAND, offsetof(ploy_agent, memory), sizeof(((ploy_agent*)0)->memory), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace", PL_LUA_BY_HAND, offsetof(ploy_agent, trace), sizeof(((ploy_agent*)0)->trace), 0, PL_LUA_NO_COUNTER, NULL},
    {"random", PL_LUA_STRUCT, offsetof(ploy_agent, random), sizeof(((ploy_agent*)0)->random), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_random},
    {"now", PL_LUA_SECONDS, offsetof(ploy_agent, now), sizeof(((ploy_agent*)0)->now), 0, PL_LUA_NO_COUNTER, NULL},
    {"dt", PL_LUA_SECONDS, offsetof(ploy_agent, dt), sizeof(((ploy_agent*)0)->dt), 0, PL_LUA_NO_COUNTER, NULL},
    {"id", PL_LUA_STRUCT, offsetof(ploy_agent, id), sizeof(((ploy_agent*)0)->id), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_agent_id},
    {"position", PL_LUA_STRUCT, offsetof(ploy_agent, position), sizeof(((ploy_agent*)0)->position), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_point},
    {"reason", PL_LUA_U32, offsetof(ploy_agent, reason), sizeof(((ploy_agent*)0)->reason), 0, PL_LUA_NO_COUNTER, NULL},
    {"outer", PL_LUA_BY_HAND, offsetof(ploy_agent, outer), sizeof(((ploy_agent*)0)->outer), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_agent = {"agent", ploy_agent_fields, 11};

static const pl_lua_field ploy_port_fields[] = {
    {"key", PL_LUA_U32, offsetof(ploy_port, key), sizeof(((ploy_port*)0)->key), 0, PL_LUA_NO_COUNTER, NULL},
    {"type", PL_LUA_U16, offsetof(ploy_port, type), sizeof(((ploy_port*)0)->type), 0, PL_LUA_NO_COUNTER, NULL},
    {"key_type", PL_LUA_U16, offsetof(ploy_port, key_type), sizeof(((ploy_port*)0)->key_type), 0, PL_LUA_NO_COUNTER, NULL},
    {"value", PL_LUA_I64, offsetof(ploy_port, value), sizeof(((ploy_port*)0)->value), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_port = {"port", ploy_port_fields, 4};

static const pl_lua_field ploy_call_fields[] = {
    {"ports", PL_LUA_BY_HAND, offsetof(ploy_call, ports), sizeof(((ploy_call*)0)->ports), 0, PL_LUA_NO_COUNTER, NULL},
    {"port_count", PL_LUA_U32, offsetof(ploy_call, port_count), sizeof(((ploy_call*)0)->port_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"binding", PL_LUA_U32, offsetof(ploy_call, binding), sizeof(((ploy_call*)0)->binding), 0, PL_LUA_NO_COUNTER, NULL},
    {"elapsed", PL_LUA_SECONDS, offsetof(ploy_call, elapsed), sizeof(((ploy_call*)0)->elapsed), 0, PL_LUA_NO_COUNTER, NULL},
    {"duration", PL_LUA_SECONDS, offsetof(ploy_call, duration), sizeof(((ploy_call*)0)->duration), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_call = {"call", ploy_call_fields, 5};

static const pl_lua_field ploy_activity_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_activity_def, name), sizeof(((ploy_activity_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"ports", PL_LUA_STRING, offsetof(ploy_activity_def, ports), sizeof(((ploy_activity_def*)0)->ports), 0, PL_LUA_NO_COUNTER, NULL},
    {"port_count", PL_LUA_U32, offsetof(ploy_activity_def, port_count), sizeof(((ploy_activity_def*)0)->port_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"data_bytes", PL_LUA_U32, offsetof(ploy_activity_def, data_bytes), sizeof(((ploy_activity_def*)0)->data_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"viable", PL_LUA_CALLBACK, offsetof(ploy_activity_def, viable), sizeof(((ploy_activity_def*)0)->viable), 0, PL_LUA_NO_COUNTER, NULL},
    {"start", PL_LUA_CALLBACK, offsetof(ploy_activity_def, start), sizeof(((ploy_activity_def*)0)->start), 0, PL_LUA_NO_COUNTER, NULL},
    {"valid", PL_LUA_CALLBACK, offsetof(ploy_activity_def, valid), sizeof(((ploy_activity_def*)0)->valid), 0, PL_LUA_NO_COUNTER, NULL},
    {"update", PL_LUA_CALLBACK, offsetof(ploy_activity_def, update), sizeof(((ploy_activity_def*)0)->update), 0, PL_LUA_NO_COUNTER, NULL},
    {"finished", PL_LUA_CALLBACK, offsetof(ploy_activity_def, finished), sizeof(((ploy_activity_def*)0)->finished), 0, PL_LUA_NO_COUNTER, NULL},
    {"halt", PL_LUA_CALLBACK, offsetof(ploy_activity_def, halt), sizeof(((ploy_activity_def*)0)->halt), 0, PL_LUA_NO_COUNTER, NULL},
    {"progress", PL_LUA_CALLBACK, offsetof(ploy_activity_def, progress), sizeof(((ploy_activity_def*)0)->progress), 0, PL_LUA_NO_COUNTER, NULL},
    {"parallel", PL_LUA_BOOL, offsetof(ploy_activity_def, parallel), sizeof(((ploy_activity_def*)0)->parallel), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_activity_def = {"activity_def", ploy_activity_def_fields, 12};

static const pl_lua_field ploy_condition_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_condition_def, name), sizeof(((ploy_condition_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"ports", PL_LUA_STRING, offsetof(ploy_condition_def, ports), sizeof(((ploy_condition_def*)0)->ports), 0, PL_LUA_NO_COUNTER, NULL},
    {"port_count", PL_LUA_U32, offsetof(ploy_condition_def, port_count), sizeof(((ploy_condition_def*)0)->port_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"test", PL_LUA_CALLBACK, offsetof(ploy_condition_def, test), sizeof(((ploy_condition_def*)0)->test), 0, PL_LUA_NO_COUNTER, NULL},
    {"pure", PL_LUA_BOOL, offsetof(ploy_condition_def, pure), sizeof(((ploy_condition_def*)0)->pure), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_condition_def = {"condition_def", ploy_condition_def_fields, 5};

static const pl_lua_field ploy_children_fields[] = {
    {"count", PL_LUA_U32, offsetof(ploy_children, count), sizeof(((ploy_children*)0)->count), 0, PL_LUA_NO_COUNTER, NULL},
    {"is_start", PL_LUA_BOOL, offsetof(ploy_children, is_start), sizeof(((ploy_children*)0)->is_start), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_children = {"children", ploy_children_fields, 2};

static const pl_lua_field ploy_node_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_node_def, name), sizeof(((ploy_node_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"ports", PL_LUA_STRING, offsetof(ploy_node_def, ports), sizeof(((ploy_node_def*)0)->ports), 0, PL_LUA_NO_COUNTER, NULL},
    {"port_count", PL_LUA_U32, offsetof(ploy_node_def, port_count), sizeof(((ploy_node_def*)0)->port_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"min_children", PL_LUA_U32, offsetof(ploy_node_def, min_children), sizeof(((ploy_node_def*)0)->min_children), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_children", PL_LUA_U32, offsetof(ploy_node_def, max_children), sizeof(((ploy_node_def*)0)->max_children), 0, PL_LUA_NO_COUNTER, NULL},
    {"data_bytes", PL_LUA_U32, offsetof(ploy_node_def, data_bytes), sizeof(((ploy_node_def*)0)->data_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"tick", PL_LUA_CALLBACK, offsetof(ploy_node_def, tick), sizeof(((ploy_node_def*)0)->tick), 0, PL_LUA_NO_COUNTER, NULL},
    {"parallel", PL_LUA_BOOL, offsetof(ploy_node_def, parallel), sizeof(((ploy_node_def*)0)->parallel), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_node_def = {"node_def", ploy_node_def_fields, 8};

static const pl_lua_field ploy_scorer_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_scorer_def, name), sizeof(((ploy_scorer_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"ports", PL_LUA_STRING, offsetof(ploy_scorer_def, ports), sizeof(((ploy_scorer_def*)0)->ports), 0, PL_LUA_NO_COUNTER, NULL},
    {"port_count", PL_LUA_U32, offsetof(ploy_scorer_def, port_count), sizeof(((ploy_scorer_def*)0)->port_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"score", PL_LUA_CALLBACK, offsetof(ploy_scorer_def, score), sizeof(((ploy_scorer_def*)0)->score), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_scorer_def = {"scorer_def", ploy_scorer_def_fields, 4};

static const pl_lua_field ploy_sensor_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_sensor_def, name), sizeof(((ploy_sensor_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"sense", PL_LUA_CALLBACK, offsetof(ploy_sensor_def, sense), sizeof(((ploy_sensor_def*)0)->sense), 0, PL_LUA_NO_COUNTER, NULL},
    {"interval", PL_LUA_SECONDS, offsetof(ploy_sensor_def, interval), sizeof(((ploy_sensor_def*)0)->interval), 0, PL_LUA_NO_COUNTER, NULL},
    {"offset", PL_LUA_SECONDS, offsetof(ploy_sensor_def, offset), sizeof(((ploy_sensor_def*)0)->offset), 0, PL_LUA_NO_COUNTER, NULL},
    {"parallel", PL_LUA_BOOL, offsetof(ploy_sensor_def, parallel), sizeof(((ploy_sensor_def*)0)->parallel), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_sensor_def = {"sensor_def", ploy_sensor_def_fields, 5};

const pl_lua_struct pl_lua_struct_ploy_bindings_def = {"bindings_def", NULL, 0};

static const pl_lua_field ploy_mind_parts_fields[] = {
    {"keys", PL_LUA_BY_HAND, offsetof(ploy_mind_parts, keys), sizeof(((ploy_mind_parts*)0)->keys), 0, PL_LUA_NO_COUNTER, NULL},
    {"fact_types", PL_LUA_BY_HAND, offsetof(ploy_mind_parts, fact_types), sizeof(((ploy_mind_parts*)0)->fact_types), 0, PL_LUA_NO_COUNTER, NULL},
    {"bindings", PL_LUA_BY_HAND, offsetof(ploy_mind_parts, bindings), sizeof(((ploy_mind_parts*)0)->bindings), 0, PL_LUA_NO_COUNTER, NULL},
    {"on_error", PL_LUA_CALLBACK, offsetof(ploy_mind_parts, on_error), sizeof(((ploy_mind_parts*)0)->on_error), 0, PL_LUA_NO_COUNTER, NULL},
    {"error_user", PL_LUA_BY_HAND, offsetof(ploy_mind_parts, error_user), sizeof(((ploy_mind_parts*)0)->error_user), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_mind_parts = {"mind_parts", ploy_mind_parts_fields, 5};

static const pl_lua_field ploy_mind_class_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_mind_class, name), sizeof(((ploy_mind_class*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"destroy", PL_LUA_CALLBACK, offsetof(ploy_mind_class, destroy), sizeof(((ploy_mind_class*)0)->destroy), 0, PL_LUA_NO_COUNTER, NULL},
    {"begin", PL_LUA_CALLBACK, offsetof(ploy_mind_class, begin), sizeof(((ploy_mind_class*)0)->begin), 0, PL_LUA_NO_COUNTER, NULL},
    {"think", PL_LUA_CALLBACK, offsetof(ploy_mind_class, think), sizeof(((ploy_mind_class*)0)->think), 0, PL_LUA_NO_COUNTER, NULL},
    {"work", PL_LUA_CALLBACK, offsetof(ploy_mind_class, work), sizeof(((ploy_mind_class*)0)->work), 0, PL_LUA_NO_COUNTER, NULL},
    {"act", PL_LUA_CALLBACK, offsetof(ploy_mind_class, act), sizeof(((ploy_mind_class*)0)->act), 0, PL_LUA_NO_COUNTER, NULL},
    {"end", PL_LUA_CALLBACK, offsetof(ploy_mind_class, end), sizeof(((ploy_mind_class*)0)->end), 0, PL_LUA_NO_COUNTER, NULL},
    {"save", PL_LUA_CALLBACK, offsetof(ploy_mind_class, save), sizeof(((ploy_mind_class*)0)->save), 0, PL_LUA_NO_COUNTER, NULL},
    {"load", PL_LUA_CALLBACK, offsetof(ploy_mind_class, load), sizeof(((ploy_mind_class*)0)->load), 0, PL_LUA_NO_COUNTER, NULL},
    {"save_shared", PL_LUA_CALLBACK, offsetof(ploy_mind_class, save_shared), sizeof(((ploy_mind_class*)0)->save_shared), 0, PL_LUA_NO_COUNTER, NULL},
    {"load_shared", PL_LUA_CALLBACK, offsetof(ploy_mind_class, load_shared), sizeof(((ploy_mind_class*)0)->load_shared), 0, PL_LUA_NO_COUNTER, NULL},
    {"migrate", PL_LUA_CALLBACK, offsetof(ploy_mind_class, migrate), sizeof(((ploy_mind_class*)0)->migrate), 0, PL_LUA_NO_COUNTER, NULL},
    {"why", PL_LUA_CALLBACK, offsetof(ploy_mind_class, why), sizeof(((ploy_mind_class*)0)->why), 0, PL_LUA_NO_COUNTER, NULL},
    {"describe", PL_LUA_CALLBACK, offsetof(ploy_mind_class, describe), sizeof(((ploy_mind_class*)0)->describe), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_mind_class = {"mind_class", ploy_mind_class_fields, 14};

static const pl_lua_field ploy_mind_fields[] = {
    {"kind", PL_LUA_BY_HAND, offsetof(ploy_mind, kind), sizeof(((ploy_mind*)0)->kind), 0, PL_LUA_NO_COUNTER, NULL},
    {"data_bytes", PL_LUA_U32, offsetof(ploy_mind, data_bytes), sizeof(((ploy_mind*)0)->data_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"others", PL_LUA_U32, offsetof(ploy_mind, others), sizeof(((ploy_mind*)0)->others), 0, PL_LUA_NO_COUNTER, NULL},
    {"number", PL_LUA_U32, offsetof(ploy_mind, number), sizeof(((ploy_mind*)0)->number), 0, PL_LUA_NO_COUNTER, NULL},
    {"parallel", PL_LUA_BOOL, offsetof(ploy_mind, parallel), sizeof(((ploy_mind*)0)->parallel), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_mind = {"mind", ploy_mind_fields, 5};

static const pl_lua_field ploy_limits_fields[] = {
    {"variables", PL_LUA_U32, offsetof(ploy_limits, variables), sizeof(((ploy_limits*)0)->variables), 0, PL_LUA_NO_COUNTER, NULL},
    {"values", PL_LUA_U32, offsetof(ploy_limits, values), sizeof(((ploy_limits*)0)->values), 0, PL_LUA_NO_COUNTER, NULL},
    {"operators", PL_LUA_U32, offsetof(ploy_limits, operators), sizeof(((ploy_limits*)0)->operators), 0, PL_LUA_NO_COUNTER, NULL},
    {"alternatives", PL_LUA_U32, offsetof(ploy_limits, alternatives), sizeof(((ploy_limits*)0)->alternatives), 0, PL_LUA_NO_COUNTER, NULL},
    {"depth", PL_LUA_U32, offsetof(ploy_limits, depth), sizeof(((ploy_limits*)0)->depth), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_limits = {"limits", ploy_limits_fields, 5};

static const pl_lua_field ploy_domain_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_domain_def, name), sizeof(((ploy_domain_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"limits", PL_LUA_STRUCT, offsetof(ploy_domain_def, limits), sizeof(((ploy_domain_def*)0)->limits), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_limits},
};
const pl_lua_struct pl_lua_struct_ploy_domain_def = {"domain_def", ploy_domain_def_fields, 2};

static const pl_lua_field ploy_symbol_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_symbol_def, name), sizeof(((ploy_symbol_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"type", PL_LUA_ENUM, offsetof(ploy_symbol_def, type), sizeof(((ploy_symbol_def*)0)->type), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_value_type},
    {"object_type", PL_LUA_STRING, offsetof(ploy_symbol_def, object_type), sizeof(((ploy_symbol_def*)0)->object_type), 0, PL_LUA_NO_COUNTER, NULL},
    {"min", PL_LUA_BY_HAND, offsetof(ploy_symbol_def, min), sizeof(((ploy_symbol_def*)0)->min), 0, PL_LUA_NO_COUNTER, NULL},
    {"max", PL_LUA_BY_HAND, offsetof(ploy_symbol_def, max), sizeof(((ploy_symbol_def*)0)->max), 0, PL_LUA_NO_COUNTER, NULL},
    {"step", PL_LUA_BY_HAND, offsetof(ploy_symbol_def, step), sizeof(((ploy_symbol_def*)0)->step), 0, PL_LUA_NO_COUNTER, NULL},
    {"initial", PL_LUA_STRING, offsetof(ploy_symbol_def, initial), sizeof(((ploy_symbol_def*)0)->initial), 0, PL_LUA_NO_COUNTER, NULL},
    {"of", PL_LUA_STRING, offsetof(ploy_symbol_def, of), sizeof(((ploy_symbol_def*)0)->of[0]), 4, offsetof(ploy_symbol_def, of_count), NULL},
    {"planned", PL_LUA_BOOL, offsetof(ploy_symbol_def, planned), sizeof(((ploy_symbol_def*)0)->planned), 0, PL_LUA_NO_COUNTER, NULL},
    {"clamp", PL_LUA_BOOL, offsetof(ploy_symbol_def, clamp), sizeof(((ploy_symbol_def*)0)->clamp), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_symbol_def = {"symbol_def", ploy_symbol_def_fields, 10};

static const pl_lua_field ploy_table_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_table_def, name), sizeof(((ploy_table_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"type", PL_LUA_ENUM, offsetof(ploy_table_def, type), sizeof(((ploy_table_def*)0)->type), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_value_type},
    {"object_type", PL_LUA_STRING, offsetof(ploy_table_def, object_type), sizeof(((ploy_table_def*)0)->object_type), 0, PL_LUA_NO_COUNTER, NULL},
    {"min", PL_LUA_BY_HAND, offsetof(ploy_table_def, min), sizeof(((ploy_table_def*)0)->min), 0, PL_LUA_NO_COUNTER, NULL},
    {"max", PL_LUA_BY_HAND, offsetof(ploy_table_def, max), sizeof(((ploy_table_def*)0)->max), 0, PL_LUA_NO_COUNTER, NULL},
    {"initial", PL_LUA_BY_HAND, offsetof(ploy_table_def, initial), sizeof(((ploy_table_def*)0)->initial), 0, PL_LUA_NO_COUNTER, NULL},
    {"of", PL_LUA_STRING, offsetof(ploy_table_def, of), sizeof(((ploy_table_def*)0)->of[0]), 4, offsetof(ploy_table_def, of_count), NULL},
    {"symmetric", PL_LUA_BOOL, offsetof(ploy_table_def, symmetric), sizeof(((ploy_table_def*)0)->symmetric), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_table_def = {"table_def", ploy_table_def_fields, 8};

static const pl_lua_field ploy_param_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_param, name), sizeof(((ploy_param*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"type", PL_LUA_STRING, offsetof(ploy_param, type), sizeof(((ploy_param*)0)->type), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_param = {"param", ploy_param_fields, 2};

static const pl_lua_field ploy_action_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_action_def, name), sizeof(((ploy_action_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"params", PL_LUA_STRUCT, offsetof(ploy_action_def, params), sizeof(((ploy_action_def*)0)->params[0]), 4, offsetof(ploy_action_def, param_count), &pl_lua_struct_ploy_param},
    {"pre", PL_LUA_STRING, offsetof(ploy_action_def, pre), sizeof(((ploy_action_def*)0)->pre), 0, PL_LUA_NO_COUNTER, NULL},
    {"effect", PL_LUA_STRING, offsetof(ploy_action_def, effect), sizeof(((ploy_action_def*)0)->effect), 0, PL_LUA_NO_COUNTER, NULL},
    {"cost", PL_LUA_STRING, offsetof(ploy_action_def, cost), sizeof(((ploy_action_def*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"base", PL_LUA_STRING, offsetof(ploy_action_def, base), sizeof(((ploy_action_def*)0)->base), 0, PL_LUA_NO_COUNTER, NULL},
    {"duration", PL_LUA_SECONDS, offsetof(ploy_action_def, duration), sizeof(((ploy_action_def*)0)->duration), 0, PL_LUA_NO_COUNTER, NULL},
    {"limit", PL_LUA_SECONDS, offsetof(ploy_action_def, limit), sizeof(((ploy_action_def*)0)->limit), 0, PL_LUA_NO_COUNTER, NULL},
    {"precedence", PL_LUA_I32, offsetof(ploy_action_def, precedence), sizeof(((ploy_action_def*)0)->precedence), 0, PL_LUA_NO_COUNTER, NULL},
    {"move", PL_LUA_BOOL, offsetof(ploy_action_def, move), sizeof(((ploy_action_def*)0)->move), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_action_def = {"action_def", ploy_action_def_fields, 10};

static const pl_lua_field ploy_goal_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_goal_def, name), sizeof(((ploy_goal_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"params", PL_LUA_STRUCT, offsetof(ploy_goal_def, params), sizeof(((ploy_goal_def*)0)->params[0]), 4, offsetof(ploy_goal_def, param_count), &pl_lua_struct_ploy_param},
    {"condition", PL_LUA_STRING, offsetof(ploy_goal_def, condition), sizeof(((ploy_goal_def*)0)->condition), 0, PL_LUA_NO_COUNTER, NULL},
    {"priority", PL_LUA_STRING, offsetof(ploy_goal_def, priority), sizeof(((ploy_goal_def*)0)->priority), 0, PL_LUA_NO_COUNTER, NULL},
    {"relevant", PL_LUA_STRING, offsetof(ploy_goal_def, relevant), sizeof(((ploy_goal_def*)0)->relevant), 0, PL_LUA_NO_COUNTER, NULL},
    {"hold", PL_LUA_BOOL, offsetof(ploy_goal_def, hold), sizeof(((ploy_goal_def*)0)->hold), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_goal_def = {"goal_def", ploy_goal_def_fields, 6};

static const pl_lua_field ploy_evaluation_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_evaluation, domain), sizeof(((ploy_evaluation*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"owner", PL_LUA_U32, offsetof(ploy_evaluation, owner), sizeof(((ploy_evaluation*)0)->owner), 0, PL_LUA_NO_COUNTER, NULL},
    {"args", PL_LUA_BY_HAND, offsetof(ploy_evaluation, args), sizeof(((ploy_evaluation*)0)->args), 0, PL_LUA_NO_COUNTER, NULL},
    {"arg_count", PL_LUA_U32, offsetof(ploy_evaluation, arg_count), sizeof(((ploy_evaluation*)0)->arg_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"start", PL_LUA_BY_HAND, offsetof(ploy_evaluation, start), sizeof(((ploy_evaluation*)0)->start), 0, PL_LUA_NO_COUNTER, NULL},
    {"agent", PL_LUA_BY_HAND, offsetof(ploy_evaluation, agent), sizeof(((ploy_evaluation*)0)->agent), 0, PL_LUA_NO_COUNTER, NULL},
    {"is_goal", PL_LUA_BOOL, offsetof(ploy_evaluation, is_goal), sizeof(((ploy_evaluation*)0)->is_goal), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_evaluation = {"evaluation", ploy_evaluation_fields, 7};

static const pl_lua_field ploy_type_info_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_type_info, name), sizeof(((ploy_type_info*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"object_count", PL_LUA_U32, offsetof(ploy_type_info, object_count), sizeof(((ploy_type_info*)0)->object_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"is_spawned", PL_LUA_BOOL, offsetof(ploy_type_info, is_spawned), sizeof(((ploy_type_info*)0)->is_spawned), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_type_info = {"type_info", ploy_type_info_fields, 3};

static const pl_lua_field ploy_symbol_info_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_symbol_info, name), sizeof(((ploy_symbol_info*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"type", PL_LUA_ENUM, offsetof(ploy_symbol_info, type), sizeof(((ploy_symbol_info*)0)->type), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_value_type},
    {"object_type", PL_LUA_U32, offsetof(ploy_symbol_info, object_type), sizeof(((ploy_symbol_info*)0)->object_type), 0, PL_LUA_NO_COUNTER, NULL},
    {"min", PL_LUA_BY_HAND, offsetof(ploy_symbol_info, min), sizeof(((ploy_symbol_info*)0)->min), 0, PL_LUA_NO_COUNTER, NULL},
    {"max", PL_LUA_BY_HAND, offsetof(ploy_symbol_info, max), sizeof(((ploy_symbol_info*)0)->max), 0, PL_LUA_NO_COUNTER, NULL},
    {"step", PL_LUA_BY_HAND, offsetof(ploy_symbol_info, step), sizeof(((ploy_symbol_info*)0)->step), 0, PL_LUA_NO_COUNTER, NULL},
    {"initial", PL_LUA_I64, offsetof(ploy_symbol_info, initial), sizeof(((ploy_symbol_info*)0)->initial), 0, PL_LUA_NO_COUNTER, NULL},
    {"of", PL_LUA_U32, offsetof(ploy_symbol_info, of), sizeof(((ploy_symbol_info*)0)->of[0]), 4, offsetof(ploy_symbol_info, of_count), NULL},
    {"first_variable", PL_LUA_U32, offsetof(ploy_symbol_info, first_variable), sizeof(((ploy_symbol_info*)0)->first_variable), 0, PL_LUA_NO_COUNTER, NULL},
    {"variable_count", PL_LUA_U32, offsetof(ploy_symbol_info, variable_count), sizeof(((ploy_symbol_info*)0)->variable_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"planned", PL_LUA_BOOL, offsetof(ploy_symbol_info, planned), sizeof(((ploy_symbol_info*)0)->planned), 0, PL_LUA_NO_COUNTER, NULL},
    {"clamp", PL_LUA_BOOL, offsetof(ploy_symbol_info, clamp), sizeof(((ploy_symbol_info*)0)->clamp), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_symbol_info = {"symbol_info", ploy_symbol_info_fields, 12};

static const pl_lua_field ploy_table_info_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_table_info, name), sizeof(((ploy_table_info*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"type", PL_LUA_ENUM, offsetof(ploy_table_info, type), sizeof(((ploy_table_info*)0)->type), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_value_type},
    {"object_type", PL_LUA_U32, offsetof(ploy_table_info, object_type), sizeof(((ploy_table_info*)0)->object_type), 0, PL_LUA_NO_COUNTER, NULL},
    {"min", PL_LUA_FIXED64, offsetof(ploy_table_info, min), sizeof(((ploy_table_info*)0)->min), 0, PL_LUA_NO_COUNTER, NULL},
    {"max", PL_LUA_FIXED64, offsetof(ploy_table_info, max), sizeof(((ploy_table_info*)0)->max), 0, PL_LUA_NO_COUNTER, NULL},
    {"initial", PL_LUA_I64, offsetof(ploy_table_info, initial), sizeof(((ploy_table_info*)0)->initial), 0, PL_LUA_NO_COUNTER, NULL},
    {"of", PL_LUA_U32, offsetof(ploy_table_info, of), sizeof(((ploy_table_info*)0)->of[0]), 4, offsetof(ploy_table_info, of_count), NULL},
    {"cell_count", PL_LUA_U32, offsetof(ploy_table_info, cell_count), sizeof(((ploy_table_info*)0)->cell_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"symmetric", PL_LUA_BOOL, offsetof(ploy_table_info, symmetric), sizeof(((ploy_table_info*)0)->symmetric), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_table_info = {"table_info", ploy_table_info_fields, 9};

static const pl_lua_field ploy_action_info_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_action_info, name), sizeof(((ploy_action_info*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"param_names", PL_LUA_STRING, offsetof(ploy_action_info, param_names), sizeof(((ploy_action_info*)0)->param_names[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"param_types", PL_LUA_U32, offsetof(ploy_action_info, param_types), sizeof(((ploy_action_info*)0)->param_types[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"param_count", PL_LUA_U32, offsetof(ploy_action_info, param_count), sizeof(((ploy_action_info*)0)->param_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"base", PL_LUA_U32, offsetof(ploy_action_info, base), sizeof(((ploy_action_info*)0)->base), 0, PL_LUA_NO_COUNTER, NULL},
    {"duration", PL_LUA_SECONDS, offsetof(ploy_action_info, duration), sizeof(((ploy_action_info*)0)->duration), 0, PL_LUA_NO_COUNTER, NULL},
    {"limit", PL_LUA_SECONDS, offsetof(ploy_action_info, limit), sizeof(((ploy_action_info*)0)->limit), 0, PL_LUA_NO_COUNTER, NULL},
    {"precedence", PL_LUA_I32, offsetof(ploy_action_info, precedence), sizeof(((ploy_action_info*)0)->precedence), 0, PL_LUA_NO_COUNTER, NULL},
    {"move", PL_LUA_BOOL, offsetof(ploy_action_info, move), sizeof(((ploy_action_info*)0)->move), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_action_info = {"action_info", ploy_action_info_fields, 9};

static const pl_lua_field ploy_goal_info_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_goal_info, name), sizeof(((ploy_goal_info*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"param_names", PL_LUA_STRING, offsetof(ploy_goal_info, param_names), sizeof(((ploy_goal_info*)0)->param_names[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"param_types", PL_LUA_U32, offsetof(ploy_goal_info, param_types), sizeof(((ploy_goal_info*)0)->param_types[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"param_count", PL_LUA_U32, offsetof(ploy_goal_info, param_count), sizeof(((ploy_goal_info*)0)->param_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"hold", PL_LUA_BOOL, offsetof(ploy_goal_info, hold), sizeof(((ploy_goal_info*)0)->hold), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_goal_info = {"goal_info", ploy_goal_info_fields, 5};

static const pl_lua_field ploy_partial_fields[] = {
    {"value", PL_LUA_BY_HAND, offsetof(ploy_partial, value), sizeof(((ploy_partial*)0)->value), 0, PL_LUA_NO_COUNTER, NULL},
    {"set", PL_LUA_BY_HAND, offsetof(ploy_partial, set), sizeof(((ploy_partial*)0)->set), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_partial = {"partial", ploy_partial_fields, 2};

static const pl_lua_field ploy_partial_comparison_fields[] = {
    {"differing", PL_LUA_U32, offsetof(ploy_partial_comparison, differing), sizeof(((ploy_partial_comparison*)0)->differing), 0, PL_LUA_NO_COUNTER, NULL},
    {"unsatisfied", PL_LUA_U32, offsetof(ploy_partial_comparison, unsatisfied), sizeof(((ploy_partial_comparison*)0)->unsatisfied), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_partial_comparison = {"partial_comparison", ploy_partial_comparison_fields, 2};

static const pl_lua_field ploy_step_fields[] = {
    {"id", PL_LUA_U32, offsetof(ploy_step, id), sizeof(((ploy_step*)0)->id), 0, PL_LUA_NO_COUNTER, NULL},
    {"action", PL_LUA_U32, offsetof(ploy_step, action), sizeof(((ploy_step*)0)->action), 0, PL_LUA_NO_COUNTER, NULL},
    {"args", PL_LUA_U32, offsetof(ploy_step, args), sizeof(((ploy_step*)0)->args[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"cost", PL_LUA_FIXED64, offsetof(ploy_step, cost), sizeof(((ploy_step*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_step = {"step", ploy_step_fields, 4};

static const pl_lua_field ploy_reachability_def_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_reachability_def, domain), sizeof(((ploy_reachability_def*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"start", PL_LUA_BY_HAND, offsetof(ploy_reachability_def, start), sizeof(((ploy_reachability_def*)0)->start), 0, PL_LUA_NO_COUNTER, NULL},
    {"disabled", PL_LUA_BY_HAND, offsetof(ploy_reachability_def, disabled), sizeof(((ploy_reachability_def*)0)->disabled), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_reachability_def = {"reachability_def", ploy_reachability_def_fields, 3};

static const pl_lua_field ploy_plan_options_fields[] = {
    {"search", PL_LUA_ENUM, offsetof(ploy_plan_options, search), sizeof(((ploy_plan_options*)0)->search), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_search},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_plan_options, max_nodes), sizeof(((ploy_plan_options*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_depth", PL_LUA_U32, offsetof(ploy_plan_options, max_depth), sizeof(((ploy_plan_options*)0)->max_depth), 0, PL_LUA_NO_COUNTER, NULL},
    {"repeat_cost", PL_LUA_FIXED32, offsetof(ploy_plan_options, repeat_cost), sizeof(((ploy_plan_options*)0)->repeat_cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"no_two_moves", PL_LUA_BOOL, offsetof(ploy_plan_options, no_two_moves), sizeof(((ploy_plan_options*)0)->no_two_moves), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_plan_options = {"plan_options", ploy_plan_options_fields, 5};

static const pl_lua_field ploy_plan_query_fields[] = {
    {"start", PL_LUA_BY_HAND, offsetof(ploy_plan_query, start), sizeof(((ploy_plan_query*)0)->start), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal", PL_LUA_U32, offsetof(ploy_plan_query, goal), sizeof(((ploy_plan_query*)0)->goal), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal_args", PL_LUA_U32, offsetof(ploy_plan_query, goal_args), sizeof(((ploy_plan_query*)0)->goal_args[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"options", PL_LUA_STRUCT, offsetof(ploy_plan_query, options), sizeof(((ploy_plan_query*)0)->options), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_plan_options},
    {"disabled", PL_LUA_BY_HAND, offsetof(ploy_plan_query, disabled), sizeof(((ploy_plan_query*)0)->disabled), 0, PL_LUA_NO_COUNTER, NULL},
    {"agent", PL_LUA_BY_HAND, offsetof(ploy_plan_query, agent), sizeof(((ploy_plan_query*)0)->agent), 0, PL_LUA_NO_COUNTER, NULL},
    {"viable", PL_LUA_CALLBACK, offsetof(ploy_plan_query, viable), sizeof(((ploy_plan_query*)0)->viable), 0, PL_LUA_NO_COUNTER, NULL},
    {"last1", PL_LUA_U32, offsetof(ploy_plan_query, last1), sizeof(((ploy_plan_query*)0)->last1), 0, PL_LUA_NO_COUNTER, NULL},
    {"must_use1", PL_LUA_U32, offsetof(ploy_plan_query, must_use1), sizeof(((ploy_plan_query*)0)->must_use1), 0, PL_LUA_NO_COUNTER, NULL},
    {"score", PL_LUA_CALLBACK, offsetof(ploy_plan_query, score), sizeof(((ploy_plan_query*)0)->score), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace", PL_LUA_BY_HAND, offsetof(ploy_plan_query, trace), sizeof(((ploy_plan_query*)0)->trace), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace_agent", PL_LUA_U32, offsetof(ploy_plan_query, trace_agent), sizeof(((ploy_plan_query*)0)->trace_agent), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_plan_query = {"plan_query", ploy_plan_query_fields, 12};

static const pl_lua_field ploy_plan_fields[] = {
    {"status", PL_LUA_ENUM, offsetof(ploy_plan, status), sizeof(((ploy_plan*)0)->status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"goal", PL_LUA_U32, offsetof(ploy_plan, goal), sizeof(((ploy_plan*)0)->goal), 0, PL_LUA_NO_COUNTER, NULL},
    {"cost", PL_LUA_FIXED64, offsetof(ploy_plan, cost), sizeof(((ploy_plan*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"steps", PL_LUA_BY_HAND, offsetof(ploy_plan, steps), sizeof(((ploy_plan*)0)->steps), 0, PL_LUA_NO_COUNTER, NULL},
    {"step_count", PL_LUA_U32, offsetof(ploy_plan, step_count), sizeof(((ploy_plan*)0)->step_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"expanded", PL_LUA_U32, offsetof(ploy_plan, expanded), sizeof(((ploy_plan*)0)->expanded), 0, PL_LUA_NO_COUNTER, NULL},
    {"generated", PL_LUA_U32, offsetof(ploy_plan, generated), sizeof(((ploy_plan*)0)->generated), 0, PL_LUA_NO_COUNTER, NULL},
    {"proved", PL_LUA_BOOL, offsetof(ploy_plan, proved), sizeof(((ploy_plan*)0)->proved), 0, PL_LUA_NO_COUNTER, NULL},
    {"bound", PL_LUA_FIXED64, offsetof(ploy_plan, bound), sizeof(((ploy_plan*)0)->bound), 0, PL_LUA_NO_COUNTER, NULL},
    {"first_cost", PL_LUA_FIXED64, offsetof(ploy_plan, first_cost), sizeof(((ploy_plan*)0)->first_cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"search", PL_LUA_ENUM, offsetof(ploy_plan, search), sizeof(((ploy_plan*)0)->search), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_search},
    {"passed_status", PL_LUA_ENUM, offsetof(ploy_plan, passed_status), sizeof(((ploy_plan*)0)->passed_status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"passed_goal", PL_LUA_U32, offsetof(ploy_plan, passed_goal), sizeof(((ploy_plan*)0)->passed_goal), 0, PL_LUA_NO_COUNTER, NULL},
    {"tables", PL_LUA_U32, offsetof(ploy_plan, tables), sizeof(((ploy_plan*)0)->tables), 0, PL_LUA_NO_COUNTER, NULL},
    {"alike", PL_LUA_U32, offsetof(ploy_plan, alike), sizeof(((ploy_plan*)0)->alike), 0, PL_LUA_NO_COUNTER, NULL},
    {"from_policy", PL_LUA_BOOL, offsetof(ploy_plan, from_policy), sizeof(((ploy_plan*)0)->from_policy), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_plan = {"plan", ploy_plan_fields, 16};

static const pl_lua_field ploy_planner_def_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_planner_def, domain), sizeof(((ploy_planner_def*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"reserve_nodes", PL_LUA_U32, offsetof(ploy_planner_def, reserve_nodes), sizeof(((ploy_planner_def*)0)->reserve_nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_planner_def, max_nodes), sizeof(((ploy_planner_def*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"cache", PL_LUA_BY_HAND, offsetof(ploy_planner_def, cache), sizeof(((ploy_planner_def*)0)->cache), 0, PL_LUA_NO_COUNTER, NULL},
    {"cache_bytes", PL_LUA_SIZE, offsetof(ploy_planner_def, cache_bytes), sizeof(((ploy_planner_def*)0)->cache_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"no_cache", PL_LUA_BOOL, offsetof(ploy_planner_def, no_cache), sizeof(((ploy_planner_def*)0)->no_cache), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_planner_def = {"planner_def", ploy_planner_def_fields, 6};

static const pl_lua_field ploy_cache_def_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_cache_def, domain), sizeof(((ploy_cache_def*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"bytes", PL_LUA_SIZE, offsetof(ploy_cache_def, bytes), sizeof(((ploy_cache_def*)0)->bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal_bytes", PL_LUA_SIZE, offsetof(ploy_cache_def, goal_bytes), sizeof(((ploy_cache_def*)0)->goal_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"first_bytes", PL_LUA_SIZE, offsetof(ploy_cache_def, first_bytes), sizeof(((ploy_cache_def*)0)->first_bytes), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_cache_def = {"cache_def", ploy_cache_def_fields, 4};

static const pl_lua_field ploy_curve_point_fields[] = {
    {"x", PL_LUA_I32, offsetof(ploy_curve_point, x), sizeof(((ploy_curve_point*)0)->x), 0, PL_LUA_NO_COUNTER, NULL},
    {"y", PL_LUA_I32, offsetof(ploy_curve_point, y), sizeof(((ploy_curve_point*)0)->y), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_curve_point = {"curve_point", ploy_curve_point_fields, 2};

static const pl_lua_field ploy_curve_fields[] = {
    {"kind", PL_LUA_ENUM, offsetof(ploy_curve, kind), sizeof(((ploy_curve*)0)->kind), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_curve_kind},
    {"slope", PL_LUA_I32, offsetof(ploy_curve, slope), sizeof(((ploy_curve*)0)->slope), 0, PL_LUA_NO_COUNTER, NULL},
    {"x_shift", PL_LUA_I32, offsetof(ploy_curve, x_shift), sizeof(((ploy_curve*)0)->x_shift), 0, PL_LUA_NO_COUNTER, NULL},
    {"y_shift", PL_LUA_I32, offsetof(ploy_curve, y_shift), sizeof(((ploy_curve*)0)->y_shift), 0, PL_LUA_NO_COUNTER, NULL},
    {"exponent", PL_LUA_I32, offsetof(ploy_curve, exponent), sizeof(((ploy_curve*)0)->exponent), 0, PL_LUA_NO_COUNTER, NULL},
    {"points", PL_LUA_STRUCT, offsetof(ploy_curve, points), sizeof(((ploy_curve*)0)->points[0]), 8, offsetof(ploy_curve, point_count), &pl_lua_struct_ploy_curve_point},
};
const pl_lua_struct pl_lua_struct_ploy_curve = {"curve", ploy_curve_fields, 6};

static const pl_lua_field ploy_fact_range_fields[] = {
    {"attribute", PL_LUA_STRING, offsetof(ploy_fact_range, attribute), sizeof(((ploy_fact_range*)0)->attribute), 0, PL_LUA_NO_COUNTER, NULL},
    {"min", PL_LUA_I64, offsetof(ploy_fact_range, min), sizeof(((ploy_fact_range*)0)->min), 0, PL_LUA_NO_COUNTER, NULL},
    {"max", PL_LUA_I64, offsetof(ploy_fact_range, max), sizeof(((ploy_fact_range*)0)->max), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fact_range = {"fact_range", ploy_fact_range_fields, 3};

static const pl_lua_field ploy_port_binding_fields[] = {
    {"port", PL_LUA_STRING, offsetof(ploy_port_binding, port), sizeof(((ploy_port_binding*)0)->port), 0, PL_LUA_NO_COUNTER, NULL},
    {"key", PL_LUA_STRING, offsetof(ploy_port_binding, key), sizeof(((ploy_port_binding*)0)->key), 0, PL_LUA_NO_COUNTER, NULL},
    {"text", PL_LUA_STRING, offsetof(ploy_port_binding, text), sizeof(((ploy_port_binding*)0)->text), 0, PL_LUA_NO_COUNTER, NULL},
    {"value", PL_LUA_I64, offsetof(ploy_port_binding, value), sizeof(((ploy_port_binding*)0)->value), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_port_binding = {"port_binding", ploy_port_binding_fields, 4};

static const pl_lua_field ploy_input_fields[] = {
    {"kind", PL_LUA_ENUM, offsetof(ploy_input, kind), sizeof(((ploy_input*)0)->kind), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_input_kind},
    {"name", PL_LUA_STRING, offsetof(ploy_input, name), sizeof(((ploy_input*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"value", PL_LUA_I64, offsetof(ploy_input, value), sizeof(((ploy_input*)0)->value), 0, PL_LUA_NO_COUNTER, NULL},
    {"min", PL_LUA_I64, offsetof(ploy_input, min), sizeof(((ploy_input*)0)->min), 0, PL_LUA_NO_COUNTER, NULL},
    {"max", PL_LUA_I64, offsetof(ploy_input, max), sizeof(((ploy_input*)0)->max), 0, PL_LUA_NO_COUNTER, NULL},
    {"ports", PL_LUA_BY_HAND, offsetof(ploy_input, ports), sizeof(((ploy_input*)0)->ports), 0, PL_LUA_NO_COUNTER, NULL},
    {"port_count", PL_LUA_U32, offsetof(ploy_input, port_count), sizeof(((ploy_input*)0)->port_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"ranges", PL_LUA_BY_HAND, offsetof(ploy_input, ranges), sizeof(((ploy_input*)0)->ranges), 0, PL_LUA_NO_COUNTER, NULL},
    {"range_count", PL_LUA_U32, offsetof(ploy_input, range_count), sizeof(((ploy_input*)0)->range_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"min_belief", PL_LUA_U32, offsetof(ploy_input, min_belief), sizeof(((ploy_input*)0)->min_belief), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_age", PL_LUA_SECONDS, offsetof(ploy_input, max_age), sizeof(((ploy_input*)0)->max_age), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_input = {"input", ploy_input_fields, 11};

static const pl_lua_field ploy_consideration_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_consideration, name), sizeof(((ploy_consideration*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"weight", PL_LUA_I64, offsetof(ploy_consideration, weight), sizeof(((ploy_consideration*)0)->weight), 0, PL_LUA_NO_COUNTER, NULL},
    {"combine", PL_LUA_ENUM, offsetof(ploy_consideration, combine), sizeof(((ploy_consideration*)0)->combine), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_combine},
    {"input", PL_LUA_STRUCT, offsetof(ploy_consideration, input), sizeof(((ploy_consideration*)0)->input), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_input},
    {"curve", PL_LUA_STRUCT, offsetof(ploy_consideration, curve), sizeof(((ploy_consideration*)0)->curve), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_curve},
    {"line", PL_LUA_U32, offsetof(ploy_consideration, line), sizeof(((ploy_consideration*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_consideration, column), sizeof(((ploy_consideration*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_consideration = {"consideration", ploy_consideration_fields, 7};

static const pl_lua_field ploy_option_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_option, name), sizeof(((ploy_option*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"activity", PL_LUA_STRING, offsetof(ploy_option, activity), sizeof(((ploy_option*)0)->activity), 0, PL_LUA_NO_COUNTER, NULL},
    {"when", PL_LUA_STRING, offsetof(ploy_option, when), sizeof(((ploy_option*)0)->when), 0, PL_LUA_NO_COUNTER, NULL},
    {"weight", PL_LUA_I64, offsetof(ploy_option, weight), sizeof(((ploy_option*)0)->weight), 0, PL_LUA_NO_COUNTER, NULL},
    {"combine", PL_LUA_ENUM, offsetof(ploy_option, combine), sizeof(((ploy_option*)0)->combine), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_combine},
    {"considerations", PL_LUA_BY_HAND, offsetof(ploy_option, considerations), sizeof(((ploy_option*)0)->considerations), 0, PL_LUA_NO_COUNTER, NULL},
    {"consideration_count", PL_LUA_U32, offsetof(ploy_option, consideration_count), sizeof(((ploy_option*)0)->consideration_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"ports", PL_LUA_BY_HAND, offsetof(ploy_option, ports), sizeof(((ploy_option*)0)->ports), 0, PL_LUA_NO_COUNTER, NULL},
    {"port_count", PL_LUA_U32, offsetof(ploy_option, port_count), sizeof(((ploy_option*)0)->port_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"duration", PL_LUA_SECONDS, offsetof(ploy_option, duration), sizeof(((ploy_option*)0)->duration), 0, PL_LUA_NO_COUNTER, NULL},
    {"limit", PL_LUA_SECONDS, offsetof(ploy_option, limit), sizeof(((ploy_option*)0)->limit), 0, PL_LUA_NO_COUNTER, NULL},
    {"line", PL_LUA_U32, offsetof(ploy_option, line), sizeof(((ploy_option*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_option, column), sizeof(((ploy_option*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_option = {"option", ploy_option_fields, 13};

static const pl_lua_field ploy_utility_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_utility_def, name), sizeof(((ploy_utility_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"options", PL_LUA_BY_HAND, offsetof(ploy_utility_def, options), sizeof(((ploy_utility_def*)0)->options), 0, PL_LUA_NO_COUNTER, NULL},
    {"option_count", PL_LUA_U32, offsetof(ploy_utility_def, option_count), sizeof(((ploy_utility_def*)0)->option_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"choice", PL_LUA_ENUM, offsetof(ploy_utility_def, choice), sizeof(((ploy_utility_def*)0)->choice), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_choice},
    {"commitment", PL_LUA_FIXED32, offsetof(ploy_utility_def, commitment), sizeof(((ploy_utility_def*)0)->commitment), 0, PL_LUA_NO_COUNTER, NULL},
    {"momentum", PL_LUA_SECONDS, offsetof(ploy_utility_def, momentum), sizeof(((ploy_utility_def*)0)->momentum), 0, PL_LUA_NO_COUNTER, NULL},
    {"repeat_penalty", PL_LUA_FIXED32, offsetof(ploy_utility_def, repeat_penalty), sizeof(((ploy_utility_def*)0)->repeat_penalty), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_utility_def = {"utility_def", ploy_utility_def_fields, 7};

static const pl_lua_field ploy_utility_mind_def_fields[] = {
    {"utility", PL_LUA_BY_HAND, offsetof(ploy_utility_mind_def, utility), sizeof(((ploy_utility_mind_def*)0)->utility), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_utility_mind_def = {"utility_mind_def", ploy_utility_mind_def_fields, 1};

static const pl_lua_field ploy_view_def_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_view_def, domain), sizeof(((ploy_view_def*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"keys", PL_LUA_BY_HAND, offsetof(ploy_view_def, keys), sizeof(((ploy_view_def*)0)->keys), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_view_def = {"view_def", ploy_view_def_fields, 2};

static const pl_lua_field ploy_plan_service_def_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_plan_service_def, domain), sizeof(((ploy_plan_service_def*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"slots", PL_LUA_U32, offsetof(ploy_plan_service_def, slots), sizeof(((ploy_plan_service_def*)0)->slots), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_plan_service_def, max_nodes), sizeof(((ploy_plan_service_def*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"cache_bytes", PL_LUA_SIZE, offsetof(ploy_plan_service_def, cache_bytes), sizeof(((ploy_plan_service_def*)0)->cache_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"capacity", PL_LUA_U32, offsetof(ploy_plan_service_def, capacity), sizeof(((ploy_plan_service_def*)0)->capacity), 0, PL_LUA_NO_COUNTER, NULL},
    {"reserve_nodes", PL_LUA_U32, offsetof(ploy_plan_service_def, reserve_nodes), sizeof(((ploy_plan_service_def*)0)->reserve_nodes), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_plan_service_def = {"plan_service_def", ploy_plan_service_def_fields, 6};

static const pl_lua_field ploy_plan_service_stats_fields[] = {
    {"answered", PL_LUA_U64, offsetof(ploy_plan_service_stats, answered), sizeof(((ploy_plan_service_stats*)0)->answered), 0, PL_LUA_NO_COUNTER, NULL},
    {"cancelled", PL_LUA_U64, offsetof(ploy_plan_service_stats, cancelled), sizeof(((ploy_plan_service_stats*)0)->cancelled), 0, PL_LUA_NO_COUNTER, NULL},
    {"expanded", PL_LUA_U64, offsetof(ploy_plan_service_stats, expanded), sizeof(((ploy_plan_service_stats*)0)->expanded), 0, PL_LUA_NO_COUNTER, NULL},
    {"waiting", PL_LUA_U32, offsetof(ploy_plan_service_stats, waiting), sizeof(((ploy_plan_service_stats*)0)->waiting), 0, PL_LUA_NO_COUNTER, NULL},
    {"active", PL_LUA_U32, offsetof(ploy_plan_service_stats, active), sizeof(((ploy_plan_service_stats*)0)->active), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_plan_service_stats = {"plan_service_stats", ploy_plan_service_stats_fields, 5};

static const pl_lua_field ploy_action_binding_fields[] = {
    {"action", PL_LUA_STRING, offsetof(ploy_action_binding, action), sizeof(((ploy_action_binding*)0)->action), 0, PL_LUA_NO_COUNTER, NULL},
    {"activities", PL_LUA_STRING, offsetof(ploy_action_binding, activities), sizeof(((ploy_action_binding*)0)->activities[0]), 3, PL_LUA_NO_COUNTER, NULL},
    {"completes", PL_LUA_U32, offsetof(ploy_action_binding, completes), sizeof(((ploy_action_binding*)0)->completes), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_action_binding = {"action_binding", ploy_action_binding_fields, 3};

static const pl_lua_field ploy_goal_callbacks_fields[] = {
    {"goal", PL_LUA_STRING, offsetof(ploy_goal_callbacks, goal), sizeof(((ploy_goal_callbacks*)0)->goal), 0, PL_LUA_NO_COUNTER, NULL},
    {"initialize", PL_LUA_CALLBACK, offsetof(ploy_goal_callbacks, initialize), sizeof(((ploy_goal_callbacks*)0)->initialize), 0, PL_LUA_NO_COUNTER, NULL},
    {"relevant", PL_LUA_CALLBACK, offsetof(ploy_goal_callbacks, relevant), sizeof(((ploy_goal_callbacks*)0)->relevant), 0, PL_LUA_NO_COUNTER, NULL},
    {"setup", PL_LUA_CALLBACK, offsetof(ploy_goal_callbacks, setup), sizeof(((ploy_goal_callbacks*)0)->setup), 0, PL_LUA_NO_COUNTER, NULL},
    {"finished", PL_LUA_CALLBACK, offsetof(ploy_goal_callbacks, finished), sizeof(((ploy_goal_callbacks*)0)->finished), 0, PL_LUA_NO_COUNTER, NULL},
    {"aborted", PL_LUA_CALLBACK, offsetof(ploy_goal_callbacks, aborted), sizeof(((ploy_goal_callbacks*)0)->aborted), 0, PL_LUA_NO_COUNTER, NULL},
    {"satisfied", PL_LUA_STRING, offsetof(ploy_goal_callbacks, satisfied), sizeof(((ploy_goal_callbacks*)0)->satisfied), 0, PL_LUA_NO_COUNTER, NULL},
    {"interval", PL_LUA_SECONDS, offsetof(ploy_goal_callbacks, interval), sizeof(((ploy_goal_callbacks*)0)->interval), 0, PL_LUA_NO_COUNTER, NULL},
    {"hysteresis", PL_LUA_FIXED32, offsetof(ploy_goal_callbacks, hysteresis), sizeof(((ploy_goal_callbacks*)0)->hysteresis), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_goal_callbacks = {"goal_callbacks", ploy_goal_callbacks_fields, 9};

static const pl_lua_field ploy_goap_event_fields[] = {
    {"kind", PL_LUA_ENUM, offsetof(ploy_goap_event, kind), sizeof(((ploy_goap_event*)0)->kind), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_goap_event_kind},
    {"reason", PL_LUA_ENUM, offsetof(ploy_goap_event, reason), sizeof(((ploy_goap_event*)0)->reason), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_goap_reason},
    {"index", PL_LUA_U32, offsetof(ploy_goap_event, index), sizeof(((ploy_goap_event*)0)->index), 0, PL_LUA_NO_COUNTER, NULL},
    {"args", PL_LUA_U32, offsetof(ploy_goap_event, args), sizeof(((ploy_goap_event*)0)->args[0]), 4, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_goap_event = {"goap_event", ploy_goap_event_fields, 4};

static const pl_lua_field ploy_goap_mind_def_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_goap_mind_def, domain), sizeof(((ploy_goap_mind_def*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"planning", PL_LUA_BY_HAND, offsetof(ploy_goap_mind_def, planning), sizeof(((ploy_goap_mind_def*)0)->planning), 0, PL_LUA_NO_COUNTER, NULL},
    {"disabled", PL_LUA_BY_HAND, offsetof(ploy_goap_mind_def, disabled), sizeof(((ploy_goap_mind_def*)0)->disabled), 0, PL_LUA_NO_COUNTER, NULL},
    {"goals", PL_LUA_BY_HAND, offsetof(ploy_goap_mind_def, goals), sizeof(((ploy_goap_mind_def*)0)->goals), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal_count", PL_LUA_U32, offsetof(ploy_goap_mind_def, goal_count), sizeof(((ploy_goap_mind_def*)0)->goal_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"action_bindings", PL_LUA_BY_HAND, offsetof(ploy_goap_mind_def, action_bindings), sizeof(((ploy_goap_mind_def*)0)->action_bindings), 0, PL_LUA_NO_COUNTER, NULL},
    {"action_binding_count", PL_LUA_U32, offsetof(ploy_goap_mind_def, action_binding_count), sizeof(((ploy_goap_mind_def*)0)->action_binding_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal_callbacks", PL_LUA_BY_HAND, offsetof(ploy_goap_mind_def, goal_callbacks), sizeof(((ploy_goap_mind_def*)0)->goal_callbacks), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal_callback_count", PL_LUA_U32, offsetof(ploy_goap_mind_def, goal_callback_count), sizeof(((ploy_goap_mind_def*)0)->goal_callback_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"manual", PL_LUA_BOOL, offsetof(ploy_goap_mind_def, manual), sizeof(((ploy_goap_mind_def*)0)->manual), 0, PL_LUA_NO_COUNTER, NULL},
    {"search_interval", PL_LUA_SECONDS, offsetof(ploy_goap_mind_def, search_interval), sizeof(((ploy_goap_mind_def*)0)->search_interval), 0, PL_LUA_NO_COUNTER, NULL},
    {"interval", PL_LUA_SECONDS, offsetof(ploy_goap_mind_def, interval), sizeof(((ploy_goap_mind_def*)0)->interval), 0, PL_LUA_NO_COUNTER, NULL},
    {"hysteresis", PL_LUA_FIXED32, offsetof(ploy_goap_mind_def, hysteresis), sizeof(((ploy_goap_mind_def*)0)->hysteresis), 0, PL_LUA_NO_COUNTER, NULL},
    {"settle", PL_LUA_SECONDS, offsetof(ploy_goap_mind_def, settle), sizeof(((ploy_goap_mind_def*)0)->settle), 0, PL_LUA_NO_COUNTER, NULL},
    {"write_effects", PL_LUA_BOOL, offsetof(ploy_goap_mind_def, write_effects), sizeof(((ploy_goap_mind_def*)0)->write_effects), 0, PL_LUA_NO_COUNTER, NULL},
    {"replan_all", PL_LUA_BOOL, offsetof(ploy_goap_mind_def, replan_all), sizeof(((ploy_goap_mind_def*)0)->replan_all), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_steps", PL_LUA_U32, offsetof(ploy_goap_mind_def, max_steps), sizeof(((ploy_goap_mind_def*)0)->max_steps), 0, PL_LUA_NO_COUNTER, NULL},
    {"options", PL_LUA_STRUCT, offsetof(ploy_goap_mind_def, options), sizeof(((ploy_goap_mind_def*)0)->options), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_plan_options},
    {"act_early", PL_LUA_BOOL, offsetof(ploy_goap_mind_def, act_early), sizeof(((ploy_goap_mind_def*)0)->act_early), 0, PL_LUA_NO_COUNTER, NULL},
    {"score", PL_LUA_CALLBACK, offsetof(ploy_goap_mind_def, score), sizeof(((ploy_goap_mind_def*)0)->score), 0, PL_LUA_NO_COUNTER, NULL},
    {"utility", PL_LUA_BY_HAND, offsetof(ploy_goap_mind_def, utility), sizeof(((ploy_goap_mind_def*)0)->utility), 0, PL_LUA_NO_COUNTER, NULL},
    {"debug", PL_LUA_ENUM, offsetof(ploy_goap_mind_def, debug), sizeof(((ploy_goap_mind_def*)0)->debug), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_trace_level},
    {"event", PL_LUA_CALLBACK, offsetof(ploy_goap_mind_def, event), sizeof(((ploy_goap_mind_def*)0)->event), 0, PL_LUA_NO_COUNTER, NULL},
    {"event_parallel", PL_LUA_BOOL, offsetof(ploy_goap_mind_def, event_parallel), sizeof(((ploy_goap_mind_def*)0)->event_parallel), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_goap_mind_def = {"goap_mind_def", ploy_goap_mind_def_fields, 24};

static const pl_lua_field ploy_world_def_fields[] = {
    {"keys", PL_LUA_BY_HAND, offsetof(ploy_world_def, keys), sizeof(((ploy_world_def*)0)->keys), 0, PL_LUA_NO_COUNTER, NULL},
    {"fact_types", PL_LUA_BY_HAND, offsetof(ploy_world_def, fact_types), sizeof(((ploy_world_def*)0)->fact_types), 0, PL_LUA_NO_COUNTER, NULL},
    {"bindings", PL_LUA_BY_HAND, offsetof(ploy_world_def, bindings), sizeof(((ploy_world_def*)0)->bindings), 0, PL_LUA_NO_COUNTER, NULL},
    {"groups", PL_LUA_U32, offsetof(ploy_world_def, groups), sizeof(((ploy_world_def*)0)->groups), 0, PL_LUA_NO_COUNTER, NULL},
    {"row", PL_LUA_U32, offsetof(ploy_world_def, row), sizeof(((ploy_world_def*)0)->row), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_world_def, max_nodes), sizeof(((ploy_world_def*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_sensor_updates", PL_LUA_U32, offsetof(ploy_world_def, max_sensor_updates), sizeof(((ploy_world_def*)0)->max_sensor_updates), 0, PL_LUA_NO_COUNTER, NULL},
    {"seed", PL_LUA_U64, offsetof(ploy_world_def, seed), sizeof(((ploy_world_def*)0)->seed), 0, PL_LUA_NO_COUNTER, NULL},
    {"capacity", PL_LUA_U32, offsetof(ploy_world_def, capacity), sizeof(((ploy_world_def*)0)->capacity), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace", PL_LUA_BY_HAND, offsetof(ploy_world_def, trace), sizeof(((ploy_world_def*)0)->trace), 0, PL_LUA_NO_COUNTER, NULL},
    {"on_event", PL_LUA_CALLBACK, offsetof(ploy_world_def, on_event), sizeof(((ploy_world_def*)0)->on_event), 0, PL_LUA_NO_COUNTER, NULL},
    {"check", PL_LUA_CALLBACK, offsetof(ploy_world_def, check), sizeof(((ploy_world_def*)0)->check), 0, PL_LUA_NO_COUNTER, NULL},
    {"clock", PL_LUA_CALLBACK, offsetof(ploy_world_def, clock), sizeof(((ploy_world_def*)0)->clock), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_world_def = {"world_def", ploy_world_def_fields, 13};

static const pl_lua_field ploy_world_stats_fields[] = {
    {"agents", PL_LUA_U32, offsetof(ploy_world_stats, agents), sizeof(((ploy_world_stats*)0)->agents), 0, PL_LUA_NO_COUNTER, NULL},
    {"nodes", PL_LUA_U32, offsetof(ploy_world_stats, nodes), sizeof(((ploy_world_stats*)0)->nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"sensor_updates", PL_LUA_U32, offsetof(ploy_world_stats, sensor_updates), sizeof(((ploy_world_stats*)0)->sensor_updates), 0, PL_LUA_NO_COUNTER, NULL},
    {"sensor_updates_late", PL_LUA_U32, offsetof(ploy_world_stats, sensor_updates_late), sizeof(((ploy_world_stats*)0)->sensor_updates_late), 0, PL_LUA_NO_COUNTER, NULL},
    {"bytes", PL_LUA_SIZE, offsetof(ploy_world_stats, bytes), sizeof(((ploy_world_stats*)0)->bytes), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_world_stats = {"world_stats", ploy_world_stats_fields, 5};

static const pl_lua_field ploy_agent_def_fields[] = {
    {"type", PL_LUA_STRING, offsetof(ploy_agent_def, type), sizeof(((ploy_agent_def*)0)->type), 0, PL_LUA_NO_COUNTER, NULL},
    {"mind", PL_LUA_BY_HAND, offsetof(ploy_agent_def, mind), sizeof(((ploy_agent_def*)0)->mind), 0, PL_LUA_NO_COUNTER, NULL},
    {"user", PL_LUA_BY_HAND, offsetof(ploy_agent_def, user), sizeof(((ploy_agent_def*)0)->user), 0, PL_LUA_NO_COUNTER, NULL},
    {"parent", PL_LUA_BY_HAND, offsetof(ploy_agent_def, parent), sizeof(((ploy_agent_def*)0)->parent), 0, PL_LUA_NO_COUNTER, NULL},
    {"sensors_off", PL_LUA_U64, offsetof(ploy_agent_def, sensors_off), sizeof(((ploy_agent_def*)0)->sensors_off), 0, PL_LUA_NO_COUNTER, NULL},
    {"no_blackboard", PL_LUA_BOOL, offsetof(ploy_agent_def, no_blackboard), sizeof(((ploy_agent_def*)0)->no_blackboard), 0, PL_LUA_NO_COUNTER, NULL},
    {"no_memory", PL_LUA_BOOL, offsetof(ploy_agent_def, no_memory), sizeof(((ploy_agent_def*)0)->no_memory), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace_level", PL_LUA_U32, offsetof(ploy_agent_def, trace_level), sizeof(((ploy_agent_def*)0)->trace_level), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_agent_def = {"agent_def", ploy_agent_def_fields, 8};

static const pl_lua_field ploy_profile_row_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_profile_row, name), sizeof(((ploy_profile_row*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"calls", PL_LUA_U64, offsetof(ploy_profile_row, calls), sizeof(((ploy_profile_row*)0)->calls), 0, PL_LUA_NO_COUNTER, NULL},
    {"time", PL_LUA_U64, offsetof(ploy_profile_row, time), sizeof(((ploy_profile_row*)0)->time), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_profile_row = {"profile_row", ploy_profile_row_fields, 3};

static const pl_lua_field ploy_profile_mind_fields[] = {
    {"mind", PL_LUA_BY_HAND, offsetof(ploy_profile_mind, mind), sizeof(((ploy_profile_mind*)0)->mind), 0, PL_LUA_NO_COUNTER, NULL},
    {"kind", PL_LUA_STRING, offsetof(ploy_profile_mind, kind), sizeof(((ploy_profile_mind*)0)->kind), 0, PL_LUA_NO_COUNTER, NULL},
    {"calls", PL_LUA_U64, offsetof(ploy_profile_mind, calls), sizeof(((ploy_profile_mind*)0)->calls), 0, PL_LUA_NO_COUNTER, NULL},
    {"think", PL_LUA_U64, offsetof(ploy_profile_mind, think), sizeof(((ploy_profile_mind*)0)->think), 0, PL_LUA_NO_COUNTER, NULL},
    {"work", PL_LUA_U64, offsetof(ploy_profile_mind, work), sizeof(((ploy_profile_mind*)0)->work), 0, PL_LUA_NO_COUNTER, NULL},
    {"act", PL_LUA_U64, offsetof(ploy_profile_mind, act), sizeof(((ploy_profile_mind*)0)->act), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_profile_mind = {"profile_mind", ploy_profile_mind_fields, 6};

static const pl_lua_field ploy_profile_fields[] = {
    {"ticks", PL_LUA_U64, offsetof(ploy_profile, ticks), sizeof(((ploy_profile*)0)->ticks), 0, PL_LUA_NO_COUNTER, NULL},
    {"time", PL_LUA_U64, offsetof(ploy_profile, time), sizeof(((ploy_profile*)0)->time), 0, PL_LUA_NO_COUNTER, NULL},
    {"longest_tick", PL_LUA_U64, offsetof(ploy_profile, longest_tick), sizeof(((ploy_profile*)0)->longest_tick), 0, PL_LUA_NO_COUNTER, NULL},
    {"phases", PL_LUA_U64, offsetof(ploy_profile, phases), sizeof(((ploy_profile*)0)->phases[0]), 7, PL_LUA_NO_COUNTER, NULL},
    {"minds", PL_LUA_BY_HAND, offsetof(ploy_profile, minds), sizeof(((ploy_profile*)0)->minds), 0, PL_LUA_NO_COUNTER, NULL},
    {"mind_count", PL_LUA_U32, offsetof(ploy_profile, mind_count), sizeof(((ploy_profile*)0)->mind_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"sensors", PL_LUA_BY_HAND, offsetof(ploy_profile, sensors), sizeof(((ploy_profile*)0)->sensors), 0, PL_LUA_NO_COUNTER, NULL},
    {"sensor_count", PL_LUA_U32, offsetof(ploy_profile, sensor_count), sizeof(((ploy_profile*)0)->sensor_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"activities", PL_LUA_BY_HAND, offsetof(ploy_profile, activities), sizeof(((ploy_profile*)0)->activities), 0, PL_LUA_NO_COUNTER, NULL},
    {"activity_count", PL_LUA_U32, offsetof(ploy_profile, activity_count), sizeof(((ploy_profile*)0)->activity_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"worst_agent", PL_LUA_STRUCT, offsetof(ploy_profile, worst_agent), sizeof(((ploy_profile*)0)->worst_agent), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_agent_id},
    {"worst_time", PL_LUA_U64, offsetof(ploy_profile, worst_time), sizeof(((ploy_profile*)0)->worst_time), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_profile = {"profile", ploy_profile_fields, 12};

static const pl_lua_field ploy_event_kind_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_event_kind, name), sizeof(((ploy_event_kind*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"arg_count", PL_LUA_U32, offsetof(ploy_event_kind, arg_count), sizeof(((ploy_event_kind*)0)->arg_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"arg_names", PL_LUA_STRING, offsetof(ploy_event_kind, arg_names), sizeof(((ploy_event_kind*)0)->arg_names[0]), 4, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_event_kind = {"event_kind", ploy_event_kind_fields, 3};

static const pl_lua_field ploy_recorder_def_fields[] = {
    {"write", PL_LUA_CALLBACK, offsetof(ploy_recorder_def, write), sizeof(((ploy_recorder_def*)0)->write), 0, PL_LUA_NO_COUNTER, NULL},
    {"level", PL_LUA_ENUM, offsetof(ploy_recorder_def, level), sizeof(((ploy_recorder_def*)0)->level), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_trace_level},
    {"block_bytes", PL_LUA_U32, offsetof(ploy_recorder_def, block_bytes), sizeof(((ploy_recorder_def*)0)->block_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"block_ticks", PL_LUA_U32, offsetof(ploy_recorder_def, block_ticks), sizeof(((ploy_recorder_def*)0)->block_ticks), 0, PL_LUA_NO_COUNTER, NULL},
    {"pack", PL_LUA_BOOL, offsetof(ploy_recorder_def, pack), sizeof(((ploy_recorder_def*)0)->pack), 0, PL_LUA_NO_COUNTER, NULL},
    {"continues", PL_LUA_BY_HAND, offsetof(ploy_recorder_def, continues), sizeof(((ploy_recorder_def*)0)->continues), 0, PL_LUA_NO_COUNTER, NULL},
    {"continues_at", PL_LUA_U64, offsetof(ploy_recorder_def, continues_at), sizeof(((ploy_recorder_def*)0)->continues_at), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_recorder_def = {"recorder_def", ploy_recorder_def_fields, 7};

static const pl_lua_field ploy_recording_def_fields[] = {
    {"bytes", PL_LUA_BY_HAND, offsetof(ploy_recording_def, bytes), sizeof(((ploy_recording_def*)0)->bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"count", PL_LUA_SIZE, offsetof(ploy_recording_def, count), sizeof(((ploy_recording_def*)0)->count), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_recording_def = {"recording_def", ploy_recording_def_fields, 2};

static const pl_lua_field ploy_recording_info_fields[] = {
    {"version", PL_LUA_U32, offsetof(ploy_recording_info, version), sizeof(((ploy_recording_info*)0)->version), 0, PL_LUA_NO_COUNTER, NULL},
    {"ticks", PL_LUA_U64, offsetof(ploy_recording_info, ticks), sizeof(((ploy_recording_info*)0)->ticks), 0, PL_LUA_NO_COUNTER, NULL},
    {"blocks", PL_LUA_U32, offsetof(ploy_recording_info, blocks), sizeof(((ploy_recording_info*)0)->blocks), 0, PL_LUA_NO_COUNTER, NULL},
    {"frames", PL_LUA_U32, offsetof(ploy_recording_info, frames), sizeof(((ploy_recording_info*)0)->frames), 0, PL_LUA_NO_COUNTER, NULL},
    {"good_bytes", PL_LUA_SIZE, offsetof(ploy_recording_info, good_bytes), sizeof(((ploy_recording_info*)0)->good_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"closed", PL_LUA_BOOL, offsetof(ploy_recording_info, closed), sizeof(((ploy_recording_info*)0)->closed), 0, PL_LUA_NO_COUNTER, NULL},
    {"damaged", PL_LUA_BOOL, offsetof(ploy_recording_info, damaged), sizeof(((ploy_recording_info*)0)->damaged), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_recording_info = {"recording_info", ploy_recording_info_fields, 7};

static const pl_lua_field ploy_debugger_def_fields[] = {
    {"recording", PL_LUA_BY_HAND, offsetof(ploy_debugger_def, recording), sizeof(((ploy_debugger_def*)0)->recording), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_debugger_def = {"debugger_def", ploy_debugger_def_fields, 1};

static const pl_lua_field ploy_debugged_agent_fields[] = {
    {"number", PL_LUA_U32, offsetof(ploy_debugged_agent, number), sizeof(((ploy_debugged_agent*)0)->number), 0, PL_LUA_NO_COUNTER, NULL},
    {"name", PL_LUA_STRING, offsetof(ploy_debugged_agent, name), sizeof(((ploy_debugged_agent*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"mind", PL_LUA_STRING, offsetof(ploy_debugged_agent, mind), sizeof(((ploy_debugged_agent*)0)->mind), 0, PL_LUA_NO_COUNTER, NULL},
    {"domain", PL_LUA_STRING, offsetof(ploy_debugged_agent, domain), sizeof(((ploy_debugged_agent*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_debugged_agent = {"debugged_agent", ploy_debugged_agent_fields, 4};

static const pl_lua_field ploy_debug_query_fields[] = {
    {"agent", PL_LUA_U32, offsetof(ploy_debug_query, agent), sizeof(((ploy_debug_query*)0)->agent), 0, PL_LUA_NO_COUNTER, NULL},
    {"tick", PL_LUA_U64, offsetof(ploy_debug_query, tick), sizeof(((ploy_debug_query*)0)->tick), 0, PL_LUA_NO_COUNTER, NULL},
    {"nth", PL_LUA_U32, offsetof(ploy_debug_query, nth), sizeof(((ploy_debug_query*)0)->nth), 0, PL_LUA_NO_COUNTER, NULL},
    {"why_not", PL_LUA_STRING, offsetof(ploy_debug_query, why_not), sizeof(((ploy_debug_query*)0)->why_not), 0, PL_LUA_NO_COUNTER, NULL},
    {"with", PL_LUA_STRING, offsetof(ploy_debug_query, with), sizeof(((ploy_debug_query*)0)->with), 0, PL_LUA_NO_COUNTER, NULL},
    {"flip", PL_LUA_STRING, offsetof(ploy_debug_query, flip), sizeof(((ploy_debug_query*)0)->flip), 0, PL_LUA_NO_COUNTER, NULL},
    {"other_tick", PL_LUA_U64, offsetof(ploy_debug_query, other_tick), sizeof(((ploy_debug_query*)0)->other_tick), 0, PL_LUA_NO_COUNTER, NULL},
    {"diff", PL_LUA_BOOL, offsetof(ploy_debug_query, diff), sizeof(((ploy_debug_query*)0)->diff), 0, PL_LUA_NO_COUNTER, NULL},
    {"brief", PL_LUA_BOOL, offsetof(ploy_debug_query, brief), sizeof(((ploy_debug_query*)0)->brief), 0, PL_LUA_NO_COUNTER, NULL},
    {"search", PL_LUA_BOOL, offsetof(ploy_debug_query, search), sizeof(((ploy_debug_query*)0)->search), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_set", PL_LUA_U32, offsetof(ploy_debug_query, max_set), sizeof(((ploy_debug_query*)0)->max_set), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_sets", PL_LUA_U32, offsetof(ploy_debug_query, max_sets), sizeof(((ploy_debug_query*)0)->max_sets), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_tries", PL_LUA_U32, offsetof(ploy_debug_query, max_tries), sizeof(((ploy_debug_query*)0)->max_tries), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_debug_query, max_nodes), sizeof(((ploy_debug_query*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_debug_query = {"debug_query", ploy_debug_query_fields, 14};

static const pl_lua_field ploy_debug_answer_fields[] = {
    {"text", PL_LUA_STRING, offsetof(ploy_debug_answer, text), sizeof(((ploy_debug_answer*)0)->text), 0, PL_LUA_NO_COUNTER, NULL},
    {"json", PL_LUA_STRING, offsetof(ploy_debug_answer, json), sizeof(((ploy_debug_answer*)0)->json), 0, PL_LUA_NO_COUNTER, NULL},
    {"is_same", PL_LUA_BOOL, offsetof(ploy_debug_answer, is_same), sizeof(((ploy_debug_answer*)0)->is_same), 0, PL_LUA_NO_COUNTER, NULL},
    {"problem_count", PL_LUA_U32, offsetof(ploy_debug_answer, problem_count), sizeof(((ploy_debug_answer*)0)->problem_count), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_debug_answer = {"debug_answer", ploy_debug_answer_fields, 4};

static const pl_lua_field ploy_explain_def_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_explain_def, domain), sizeof(((ploy_explain_def*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"query", PL_LUA_STRUCT, offsetof(ploy_explain_def, query), sizeof(((ploy_explain_def*)0)->query), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_plan_query},
    {"unlisted", PL_LUA_BY_HAND, offsetof(ploy_explain_def, unlisted), sizeof(((ploy_explain_def*)0)->unlisted), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_set", PL_LUA_U32, offsetof(ploy_explain_def, max_set), sizeof(((ploy_explain_def*)0)->max_set), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_sets", PL_LUA_U32, offsetof(ploy_explain_def, max_sets), sizeof(((ploy_explain_def*)0)->max_sets), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_searches", PL_LUA_U32, offsetof(ploy_explain_def, max_searches), sizeof(((ploy_explain_def*)0)->max_searches), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_explain_def, max_nodes), sizeof(((ploy_explain_def*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_explain_def = {"explain_def", ploy_explain_def_fields, 7};

static const pl_lua_field ploy_conjunct_fields[] = {
    {"part", PL_LUA_ENUM, offsetof(ploy_conjunct, part), sizeof(((ploy_conjunct*)0)->part), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_part},
    {"owner", PL_LUA_U32, offsetof(ploy_conjunct, owner), sizeof(((ploy_conjunct*)0)->owner), 0, PL_LUA_NO_COUNTER, NULL},
    {"clause", PL_LUA_U32, offsetof(ploy_conjunct, clause), sizeof(((ploy_conjunct*)0)->clause), 0, PL_LUA_NO_COUNTER, NULL},
    {"index", PL_LUA_U32, offsetof(ploy_conjunct, index), sizeof(((ploy_conjunct*)0)->index), 0, PL_LUA_NO_COUNTER, NULL},
    {"text", PL_LUA_STRING, offsetof(ploy_conjunct, text), sizeof(((ploy_conjunct*)0)->text), 0, PL_LUA_NO_COUNTER, NULL},
    {"values", PL_LUA_STRING, offsetof(ploy_conjunct, values), sizeof(((ploy_conjunct*)0)->values), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_conjunct = {"conjunct", ploy_conjunct_fields, 6};

static const pl_lua_field ploy_link_fields[] = {
    {"step", PL_LUA_U32, offsetof(ploy_link, step), sizeof(((ploy_link*)0)->step), 0, PL_LUA_NO_COUNTER, NULL},
    {"need", PL_LUA_U32, offsetof(ploy_link, need), sizeof(((ploy_link*)0)->need), 0, PL_LUA_NO_COUNTER, NULL},
    {"conjunct", PL_LUA_STRUCT, offsetof(ploy_link, conjunct), sizeof(((ploy_link*)0)->conjunct), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_conjunct},
    {"turns", PL_LUA_BOOL, offsetof(ploy_link, turns), sizeof(((ploy_link*)0)->turns), 0, PL_LUA_NO_COUNTER, NULL},
    {"counts", PL_LUA_BOOL, offsetof(ploy_link, counts), sizeof(((ploy_link*)0)->counts), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_link = {"link", ploy_link_fields, 5};

static const pl_lua_field ploy_without_fields[] = {
    {"action", PL_LUA_U32, offsetof(ploy_without, action), sizeof(((ploy_without*)0)->action), 0, PL_LUA_NO_COUNTER, NULL},
    {"status", PL_LUA_ENUM, offsetof(ploy_without, status), sizeof(((ploy_without*)0)->status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"cost", PL_LUA_FIXED64, offsetof(ploy_without, cost), sizeof(((ploy_without*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"extra_cost", PL_LUA_FIXED64, offsetof(ploy_without, extra_cost), sizeof(((ploy_without*)0)->extra_cost), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_without = {"without", ploy_without_fields, 4};

static const pl_lua_field ploy_blocker_fields[] = {
    {"kind", PL_LUA_ENUM, offsetof(ploy_blocker, kind), sizeof(((ploy_blocker*)0)->kind), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_blocker_kind},
    {"owner", PL_LUA_U32, offsetof(ploy_blocker, owner), sizeof(((ploy_blocker*)0)->owner), 0, PL_LUA_NO_COUNTER, NULL},
    {"conjunct", PL_LUA_STRUCT, offsetof(ploy_blocker, conjunct), sizeof(((ploy_blocker*)0)->conjunct), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_conjunct},
    {"alone", PL_LUA_ENUM, offsetof(ploy_blocker, alone), sizeof(((ploy_blocker*)0)->alone), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"changers", PL_LUA_BY_HAND, offsetof(ploy_blocker, changers), sizeof(((ploy_blocker*)0)->changers), 0, PL_LUA_NO_COUNTER, NULL},
    {"changer_count", PL_LUA_U32, offsetof(ploy_blocker, changer_count), sizeof(((ploy_blocker*)0)->changer_count), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_blocker = {"blocker", ploy_blocker_fields, 6};

static const pl_lua_field ploy_blocker_set_fields[] = {
    {"obstacles", PL_LUA_BY_HAND, offsetof(ploy_blocker_set, obstacles), sizeof(((ploy_blocker_set*)0)->obstacles), 0, PL_LUA_NO_COUNTER, NULL},
    {"obstacle_count", PL_LUA_U32, offsetof(ploy_blocker_set, obstacle_count), sizeof(((ploy_blocker_set*)0)->obstacle_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"cost", PL_LUA_FIXED64, offsetof(ploy_blocker_set, cost), sizeof(((ploy_blocker_set*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_blocker_set = {"blocker_set", ploy_blocker_set_fields, 3};

static const pl_lua_field ploy_blocker_sets_fields[] = {
    {"sets", PL_LUA_BY_HAND, offsetof(ploy_blocker_sets, sets), sizeof(((ploy_blocker_sets*)0)->sets), 0, PL_LUA_NO_COUNTER, NULL},
    {"set_count", PL_LUA_U32, offsetof(ploy_blocker_sets, set_count), sizeof(((ploy_blocker_sets*)0)->set_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"size", PL_LUA_U32, offsetof(ploy_blocker_sets, size), sizeof(((ploy_blocker_sets*)0)->size), 0, PL_LUA_NO_COUNTER, NULL},
    {"at_least", PL_LUA_U32, offsetof(ploy_blocker_sets, at_least), sizeof(((ploy_blocker_sets*)0)->at_least), 0, PL_LUA_NO_COUNTER, NULL},
    {"status", PL_LUA_ENUM, offsetof(ploy_blocker_sets, status), sizeof(((ploy_blocker_sets*)0)->status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"more", PL_LUA_BOOL, offsetof(ploy_blocker_sets, more), sizeof(((ploy_blocker_sets*)0)->more), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_blocker_sets = {"blocker_sets", ploy_blocker_sets_fields, 6};

static const pl_lua_field ploy_conflict_fields[] = {
    {"conjuncts", PL_LUA_BY_HAND, offsetof(ploy_conflict, conjuncts), sizeof(((ploy_conflict*)0)->conjuncts), 0, PL_LUA_NO_COUNTER, NULL},
    {"conjunct_count", PL_LUA_U32, offsetof(ploy_conflict, conjunct_count), sizeof(((ploy_conflict*)0)->conjunct_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"at_least", PL_LUA_U32, offsetof(ploy_conflict, at_least), sizeof(((ploy_conflict*)0)->at_least), 0, PL_LUA_NO_COUNTER, NULL},
    {"status", PL_LUA_ENUM, offsetof(ploy_conflict, status), sizeof(((ploy_conflict*)0)->status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
};
const pl_lua_struct pl_lua_struct_ploy_conflict = {"conflict", ploy_conflict_fields, 4};

static const pl_lua_field ploy_why_not_fields[] = {
    {"action", PL_LUA_U32, offsetof(ploy_why_not, action), sizeof(((ploy_why_not*)0)->action), 0, PL_LUA_NO_COUNTER, NULL},
    {"ground", PL_LUA_BOOL, offsetof(ploy_why_not, ground), sizeof(((ploy_why_not*)0)->ground), 0, PL_LUA_NO_COUNTER, NULL},
    {"args", PL_LUA_U32, offsetof(ploy_why_not, args), sizeof(((ploy_why_not*)0)->args[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"reason", PL_LUA_ENUM, offsetof(ploy_why_not, reason), sizeof(((ploy_why_not*)0)->reason), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_why_not_reason},
    {"with_status", PL_LUA_ENUM, offsetof(ploy_why_not, with_status), sizeof(((ploy_why_not*)0)->with_status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"with_cost", PL_LUA_FIXED64, offsetof(ploy_why_not, with_cost), sizeof(((ploy_why_not*)0)->with_cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"extra_cost", PL_LUA_FIXED64, offsetof(ploy_why_not, extra_cost), sizeof(((ploy_why_not*)0)->extra_cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"obstacles", PL_LUA_STRUCT, offsetof(ploy_why_not, obstacles), sizeof(((ploy_why_not*)0)->obstacles), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_blocker_sets},
    {"applicable_now", PL_LUA_BOOL, offsetof(ploy_why_not, applicable_now), sizeof(((ploy_why_not*)0)->applicable_now), 0, PL_LUA_NO_COUNTER, NULL},
    {"available", PL_LUA_BOOL, offsetof(ploy_why_not, available), sizeof(((ploy_why_not*)0)->available), 0, PL_LUA_NO_COUNTER, NULL},
    {"unmet", PL_LUA_BY_HAND, offsetof(ploy_why_not, unmet), sizeof(((ploy_why_not*)0)->unmet), 0, PL_LUA_NO_COUNTER, NULL},
    {"unmet_count", PL_LUA_U32, offsetof(ploy_why_not, unmet_count), sizeof(((ploy_why_not*)0)->unmet_count), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_why_not = {"why_not", ploy_why_not_fields, 12};

static const pl_lua_field ploy_goal_choice_fields[] = {
    {"goal", PL_LUA_U32, offsetof(ploy_goal_choice, goal), sizeof(((ploy_goal_choice*)0)->goal), 0, PL_LUA_NO_COUNTER, NULL},
    {"priority", PL_LUA_FIXED64, offsetof(ploy_goal_choice, priority), sizeof(((ploy_goal_choice*)0)->priority), 0, PL_LUA_NO_COUNTER, NULL},
    {"outcome", PL_LUA_ENUM, offsetof(ploy_goal_choice, outcome), sizeof(((ploy_goal_choice*)0)->outcome), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_goal_outcome},
    {"status", PL_LUA_ENUM, offsetof(ploy_goal_choice, status), sizeof(((ploy_goal_choice*)0)->status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
};
const pl_lua_struct pl_lua_struct_ploy_goal_choice = {"goal_choice", ploy_goal_choice_fields, 4};

static const pl_lua_field ploy_explanation_fields[] = {
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_explanation, domain), sizeof(((ploy_explanation*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal", PL_LUA_U32, offsetof(ploy_explanation, goal), sizeof(((ploy_explanation*)0)->goal), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal_args", PL_LUA_U32, offsetof(ploy_explanation, goal_args), sizeof(((ploy_explanation*)0)->goal_args[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"status", PL_LUA_ENUM, offsetof(ploy_explanation, status), sizeof(((ploy_explanation*)0)->status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"cost", PL_LUA_FIXED64, offsetof(ploy_explanation, cost), sizeof(((ploy_explanation*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"expanded", PL_LUA_U32, offsetof(ploy_explanation, expanded), sizeof(((ploy_explanation*)0)->expanded), 0, PL_LUA_NO_COUNTER, NULL},
    {"nodes", PL_LUA_U32, offsetof(ploy_explanation, nodes), sizeof(((ploy_explanation*)0)->nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"proved", PL_LUA_BOOL, offsetof(ploy_explanation, proved), sizeof(((ploy_explanation*)0)->proved), 0, PL_LUA_NO_COUNTER, NULL},
    {"steps", PL_LUA_BY_HAND, offsetof(ploy_explanation, steps), sizeof(((ploy_explanation*)0)->steps), 0, PL_LUA_NO_COUNTER, NULL},
    {"step_count", PL_LUA_U32, offsetof(ploy_explanation, step_count), sizeof(((ploy_explanation*)0)->step_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"links", PL_LUA_BY_HAND, offsetof(ploy_explanation, links), sizeof(((ploy_explanation*)0)->links), 0, PL_LUA_NO_COUNTER, NULL},
    {"link_count", PL_LUA_U32, offsetof(ploy_explanation, link_count), sizeof(((ploy_explanation*)0)->link_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"without", PL_LUA_BY_HAND, offsetof(ploy_explanation, without), sizeof(((ploy_explanation*)0)->without), 0, PL_LUA_NO_COUNTER, NULL},
    {"without_count", PL_LUA_U32, offsetof(ploy_explanation, without_count), sizeof(((ploy_explanation*)0)->without_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"conflict", PL_LUA_STRUCT, offsetof(ploy_explanation, conflict), sizeof(((ploy_explanation*)0)->conflict), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_conflict},
    {"obstacles", PL_LUA_STRUCT, offsetof(ploy_explanation, obstacles), sizeof(((ploy_explanation*)0)->obstacles), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_blocker_sets},
    {"deeper", PL_LUA_STRUCT, offsetof(ploy_explanation, deeper), sizeof(((ploy_explanation*)0)->deeper), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_blocker_sets},
    {"why_not", PL_LUA_BY_HAND, offsetof(ploy_explanation, why_not), sizeof(((ploy_explanation*)0)->why_not), 0, PL_LUA_NO_COUNTER, NULL},
    {"goals", PL_LUA_BY_HAND, offsetof(ploy_explanation, goals), sizeof(((ploy_explanation*)0)->goals), 0, PL_LUA_NO_COUNTER, NULL},
    {"goal_count", PL_LUA_U32, offsetof(ploy_explanation, goal_count), sizeof(((ploy_explanation*)0)->goal_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"searches", PL_LUA_U32, offsetof(ploy_explanation, searches), sizeof(((ploy_explanation*)0)->searches), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_explanation = {"explanation", ploy_explanation_fields, 21};

static const pl_lua_field ploy_graph_edge_fields[] = {
    {"from", PL_LUA_U32, offsetof(ploy_graph_edge, from), sizeof(((ploy_graph_edge*)0)->from), 0, PL_LUA_NO_COUNTER, NULL},
    {"to", PL_LUA_U32, offsetof(ploy_graph_edge, to), sizeof(((ploy_graph_edge*)0)->to), 0, PL_LUA_NO_COUNTER, NULL},
    {"cost", PL_LUA_U32, offsetof(ploy_graph_edge, cost), sizeof(((ploy_graph_edge*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_graph_edge = {"graph_edge", ploy_graph_edge_fields, 3};

static const pl_lua_field ploy_graph_def_fields[] = {
    {"node_count", PL_LUA_U32, offsetof(ploy_graph_def, node_count), sizeof(((ploy_graph_def*)0)->node_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"positions", PL_LUA_BY_HAND, offsetof(ploy_graph_def, positions), sizeof(((ploy_graph_def*)0)->positions), 0, PL_LUA_NO_COUNTER, NULL},
    {"edges", PL_LUA_BY_HAND, offsetof(ploy_graph_def, edges), sizeof(((ploy_graph_def*)0)->edges), 0, PL_LUA_NO_COUNTER, NULL},
    {"edge_count", PL_LUA_U32, offsetof(ploy_graph_def, edge_count), sizeof(((ploy_graph_def*)0)->edge_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"row_begin", PL_LUA_BY_HAND, offsetof(ploy_graph_def, row_begin), sizeof(((ploy_graph_def*)0)->row_begin), 0, PL_LUA_NO_COUNTER, NULL},
    {"row_to", PL_LUA_BY_HAND, offsetof(ploy_graph_def, row_to), sizeof(((ploy_graph_def*)0)->row_to), 0, PL_LUA_NO_COUNTER, NULL},
    {"row_cost", PL_LUA_BY_HAND, offsetof(ploy_graph_def, row_cost), sizeof(((ploy_graph_def*)0)->row_cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"areas", PL_LUA_BY_HAND, offsetof(ploy_graph_def, areas), sizeof(((ploy_graph_def*)0)->areas), 0, PL_LUA_NO_COUNTER, NULL},
    {"bidirectional", PL_LUA_BOOL, offsetof(ploy_graph_def, bidirectional), sizeof(((ploy_graph_def*)0)->bidirectional), 0, PL_LUA_NO_COUNTER, NULL},
    {"keep_reverse", PL_LUA_BOOL, offsetof(ploy_graph_def, keep_reverse), sizeof(((ploy_graph_def*)0)->keep_reverse), 0, PL_LUA_NO_COUNTER, NULL},
    {"landmark_count", PL_LUA_U32, offsetof(ploy_graph_def, landmark_count), sizeof(((ploy_graph_def*)0)->landmark_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"block_size", PL_LUA_U32, offsetof(ploy_graph_def, block_size), sizeof(((ploy_graph_def*)0)->block_size), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_graph_def = {"graph_def", ploy_graph_def_fields, 12};

static const pl_lua_field ploy_obstacles_def_fields[] = {
    {"map", PL_LUA_BY_HAND, offsetof(ploy_obstacles_def, map), sizeof(((ploy_obstacles_def*)0)->map), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_obstacles_def = {"obstacles_def", ploy_obstacles_def_fields, 1};

static const pl_lua_field ploy_path_query_fields[] = {
    {"from", PL_LUA_U32, offsetof(ploy_path_query, from), sizeof(((ploy_path_query*)0)->from), 0, PL_LUA_NO_COUNTER, NULL},
    {"to", PL_LUA_U32, offsetof(ploy_path_query, to), sizeof(((ploy_path_query*)0)->to), 0, PL_LUA_NO_COUNTER, NULL},
    {"obstacles", PL_LUA_BY_HAND, offsetof(ploy_path_query, obstacles), sizeof(((ploy_path_query*)0)->obstacles), 0, PL_LUA_NO_COUNTER, NULL},
    {"area_costs", PL_LUA_BY_HAND, offsetof(ploy_path_query, area_costs), sizeof(((ploy_path_query*)0)->area_costs), 0, PL_LUA_NO_COUNTER, NULL},
    {"area_count", PL_LUA_U32, offsetof(ploy_path_query, area_count), sizeof(((ploy_path_query*)0)->area_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_path_query, max_nodes), sizeof(((ploy_path_query*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"partial", PL_LUA_BOOL, offsetof(ploy_path_query, partial), sizeof(((ploy_path_query*)0)->partial), 0, PL_LUA_NO_COUNTER, NULL},
    {"method", PL_LUA_ENUM, offsetof(ploy_path_query, method), sizeof(((ploy_path_query*)0)->method), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_path_method},
    {"agent_size", PL_LUA_U32, offsetof(ploy_path_query, agent_size), sizeof(((ploy_path_query*)0)->agent_size), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path_query = {"path_query", ploy_path_query_fields, 9};

static const pl_lua_field ploy_path_fields[] = {
    {"status", PL_LUA_ENUM, offsetof(ploy_path, status), sizeof(((ploy_path*)0)->status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"reason", PL_LUA_ENUM, offsetof(ploy_path, reason), sizeof(((ploy_path*)0)->reason), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"cost", PL_LUA_I64, offsetof(ploy_path, cost), sizeof(((ploy_path*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"nodes", PL_LUA_BY_HAND, offsetof(ploy_path, nodes), sizeof(((ploy_path*)0)->nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"count", PL_LUA_U32, offsetof(ploy_path, count), sizeof(((ploy_path*)0)->count), 0, PL_LUA_NO_COUNTER, NULL},
    {"expanded", PL_LUA_U32, offsetof(ploy_path, expanded), sizeof(((ploy_path*)0)->expanded), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path = {"path", ploy_path_fields, 6};

static const pl_lua_field ploy_pathfinder_def_fields[] = {
    {"map", PL_LUA_BY_HAND, offsetof(ploy_pathfinder_def, map), sizeof(((ploy_pathfinder_def*)0)->map), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace", PL_LUA_BY_HAND, offsetof(ploy_pathfinder_def, trace), sizeof(((ploy_pathfinder_def*)0)->trace), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace_agent", PL_LUA_U32, offsetof(ploy_pathfinder_def, trace_agent), sizeof(((ploy_pathfinder_def*)0)->trace_agent), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_pathfinder_def = {"pathfinder_def", ploy_pathfinder_def_fields, 3};

static const pl_lua_field ploy_grid_def_fields[] = {
    {"width", PL_LUA_U32, offsetof(ploy_grid_def, width), sizeof(((ploy_grid_def*)0)->width), 0, PL_LUA_NO_COUNTER, NULL},
    {"height", PL_LUA_U32, offsetof(ploy_grid_def, height), sizeof(((ploy_grid_def*)0)->height), 0, PL_LUA_NO_COUNTER, NULL},
    {"cells", PL_LUA_BY_HAND, offsetof(ploy_grid_def, cells), sizeof(((ploy_grid_def*)0)->cells), 0, PL_LUA_NO_COUNTER, NULL},
    {"four_neighbors", PL_LUA_BOOL, offsetof(ploy_grid_def, four_neighbors), sizeof(((ploy_grid_def*)0)->four_neighbors), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_size", PL_LUA_U32, offsetof(ploy_grid_def, max_size), sizeof(((ploy_grid_def*)0)->max_size), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_grid_def = {"grid_def", ploy_grid_def_fields, 5};

static const pl_lua_field ploy_fsm_state_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_fsm_state_def, name), sizeof(((ploy_fsm_state_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"parent", PL_LUA_STRING, offsetof(ploy_fsm_state_def, parent), sizeof(((ploy_fsm_state_def*)0)->parent), 0, PL_LUA_NO_COUNTER, NULL},
    {"base", PL_LUA_STRING, offsetof(ploy_fsm_state_def, base), sizeof(((ploy_fsm_state_def*)0)->base), 0, PL_LUA_NO_COUNTER, NULL},
    {"does", PL_LUA_STRING, offsetof(ploy_fsm_state_def, does), sizeof(((ploy_fsm_state_def*)0)->does), 0, PL_LUA_NO_COUNTER, NULL},
    {"enter", PL_LUA_STRING, offsetof(ploy_fsm_state_def, enter), sizeof(((ploy_fsm_state_def*)0)->enter), 0, PL_LUA_NO_COUNTER, NULL},
    {"exit", PL_LUA_STRING, offsetof(ploy_fsm_state_def, exit), sizeof(((ploy_fsm_state_def*)0)->exit), 0, PL_LUA_NO_COUNTER, NULL},
    {"initial", PL_LUA_STRING, offsetof(ploy_fsm_state_def, initial), sizeof(((ploy_fsm_state_def*)0)->initial), 0, PL_LUA_NO_COUNTER, NULL},
    {"history", PL_LUA_ENUM, offsetof(ploy_fsm_state_def, history), sizeof(((ploy_fsm_state_def*)0)->history), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_fsm_history},
    {"line", PL_LUA_U32, offsetof(ploy_fsm_state_def, line), sizeof(((ploy_fsm_state_def*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_fsm_state_def, column), sizeof(((ploy_fsm_state_def*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fsm_state_def = {"fsm_state_def", ploy_fsm_state_def_fields, 10};

static const pl_lua_field ploy_fsm_transition_def_fields[] = {
    {"from", PL_LUA_STRING, offsetof(ploy_fsm_transition_def, from), sizeof(((ploy_fsm_transition_def*)0)->from), 0, PL_LUA_NO_COUNTER, NULL},
    {"to", PL_LUA_STRING, offsetof(ploy_fsm_transition_def, to), sizeof(((ploy_fsm_transition_def*)0)->to), 0, PL_LUA_NO_COUNTER, NULL},
    {"when", PL_LUA_STRING, offsetof(ploy_fsm_transition_def, when), sizeof(((ploy_fsm_transition_def*)0)->when), 0, PL_LUA_NO_COUNTER, NULL},
    {"after", PL_LUA_SECONDS, offsetof(ploy_fsm_transition_def, after), sizeof(((ploy_fsm_transition_def*)0)->after), 0, PL_LUA_NO_COUNTER, NULL},
    {"on", PL_LUA_ENUM, offsetof(ploy_fsm_transition_def, on), sizeof(((ploy_fsm_transition_def*)0)->on), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_fsm_on},
    {"line", PL_LUA_U32, offsetof(ploy_fsm_transition_def, line), sizeof(((ploy_fsm_transition_def*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_fsm_transition_def, column), sizeof(((ploy_fsm_transition_def*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fsm_transition_def = {"fsm_transition_def", ploy_fsm_transition_def_fields, 7};

static const pl_lua_field ploy_fsm_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_fsm_def, name), sizeof(((ploy_fsm_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fsm_def = {"fsm_def", ploy_fsm_def_fields, 1};

static const pl_lua_field ploy_fsm_mind_def_fields[] = {
    {"fsm", PL_LUA_BY_HAND, offsetof(ploy_fsm_mind_def, fsm), sizeof(((ploy_fsm_mind_def*)0)->fsm), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fsm_mind_def = {"fsm_mind_def", ploy_fsm_mind_def_fields, 1};

static const pl_lua_field ploy_fuzzy_set_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_fuzzy_set, name), sizeof(((ploy_fuzzy_set*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"points", PL_LUA_I64, offsetof(ploy_fuzzy_set, points), sizeof(((ploy_fuzzy_set*)0)->points[0]), 4, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fuzzy_set = {"fuzzy_set", ploy_fuzzy_set_fields, 2};

static const pl_lua_field ploy_fuzzy_variable_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_fuzzy_variable, name), sizeof(((ploy_fuzzy_variable*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"value", PL_LUA_STRING, offsetof(ploy_fuzzy_variable, value), sizeof(((ploy_fuzzy_variable*)0)->value), 0, PL_LUA_NO_COUNTER, NULL},
    {"is_output", PL_LUA_BOOL, offsetof(ploy_fuzzy_variable, is_output), sizeof(((ploy_fuzzy_variable*)0)->is_output), 0, PL_LUA_NO_COUNTER, NULL},
    {"by", PL_LUA_ENUM, offsetof(ploy_fuzzy_variable, by), sizeof(((ploy_fuzzy_variable*)0)->by), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_fuzzy_by},
};
const pl_lua_struct pl_lua_struct_ploy_fuzzy_variable = {"fuzzy_variable", ploy_fuzzy_variable_fields, 4};

static const pl_lua_field ploy_fuzzy_state_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_fuzzy_state, name), sizeof(((ploy_fuzzy_state*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"does", PL_LUA_STRING, offsetof(ploy_fuzzy_state, does), sizeof(((ploy_fuzzy_state*)0)->does), 0, PL_LUA_NO_COUNTER, NULL},
    {"weight", PL_LUA_STRING, offsetof(ploy_fuzzy_state, weight), sizeof(((ploy_fuzzy_state*)0)->weight), 0, PL_LUA_NO_COUNTER, NULL},
    {"on", PL_LUA_I64, offsetof(ploy_fuzzy_state, on), sizeof(((ploy_fuzzy_state*)0)->on), 0, PL_LUA_NO_COUNTER, NULL},
    {"off", PL_LUA_I64, offsetof(ploy_fuzzy_state, off), sizeof(((ploy_fuzzy_state*)0)->off), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fuzzy_state = {"fuzzy_state", ploy_fuzzy_state_fields, 5};

static const pl_lua_field ploy_fuzzy_rule_fields[] = {
    {"text", PL_LUA_STRING, offsetof(ploy_fuzzy_rule, text), sizeof(((ploy_fuzzy_rule*)0)->text), 0, PL_LUA_NO_COUNTER, NULL},
    {"weight", PL_LUA_FIXED64, offsetof(ploy_fuzzy_rule, weight), sizeof(((ploy_fuzzy_rule*)0)->weight), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fuzzy_rule = {"fuzzy_rule", ploy_fuzzy_rule_fields, 2};

static const pl_lua_field ploy_fuzzy_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_fuzzy_def, name), sizeof(((ploy_fuzzy_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fuzzy_def = {"fuzzy_def", ploy_fuzzy_def_fields, 1};

static const pl_lua_field ploy_fuzzy_mind_def_fields[] = {
    {"fuzzy", PL_LUA_BY_HAND, offsetof(ploy_fuzzy_mind_def, fuzzy), sizeof(((ploy_fuzzy_mind_def*)0)->fuzzy), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_fuzzy_mind_def = {"fuzzy_mind_def", ploy_fuzzy_mind_def_fields, 1};

static const pl_lua_field ploy_htn_subtask_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_htn_subtask, name), sizeof(((ploy_htn_subtask*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"args", PL_LUA_STRING, offsetof(ploy_htn_subtask, args), sizeof(((ploy_htn_subtask*)0)->args[0]), 4, offsetof(ploy_htn_subtask, arg_count), NULL},
    {"line", PL_LUA_U32, offsetof(ploy_htn_subtask, line), sizeof(((ploy_htn_subtask*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_htn_subtask, column), sizeof(((ploy_htn_subtask*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_subtask = {"htn_subtask", ploy_htn_subtask_fields, 4};

static const pl_lua_field ploy_htn_method_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_htn_method, name), sizeof(((ploy_htn_method*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"params", PL_LUA_STRUCT, offsetof(ploy_htn_method, params), sizeof(((ploy_htn_method*)0)->params[0]), 4, offsetof(ploy_htn_method, param_count), &pl_lua_struct_ploy_param},
    {"when", PL_LUA_STRING, offsetof(ploy_htn_method, when), sizeof(((ploy_htn_method*)0)->when), 0, PL_LUA_NO_COUNTER, NULL},
    {"subtasks", PL_LUA_BY_HAND, offsetof(ploy_htn_method, subtasks), sizeof(((ploy_htn_method*)0)->subtasks), 0, PL_LUA_NO_COUNTER, NULL},
    {"subtask_count", PL_LUA_U32, offsetof(ploy_htn_method, subtask_count), sizeof(((ploy_htn_method*)0)->subtask_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"unordered", PL_LUA_BOOL, offsetof(ploy_htn_method, unordered), sizeof(((ploy_htn_method*)0)->unordered), 0, PL_LUA_NO_COUNTER, NULL},
    {"line", PL_LUA_U32, offsetof(ploy_htn_method, line), sizeof(((ploy_htn_method*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_htn_method, column), sizeof(((ploy_htn_method*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_method = {"htn_method", ploy_htn_method_fields, 8};

static const pl_lua_field ploy_htn_task_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_htn_task, name), sizeof(((ploy_htn_task*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"params", PL_LUA_STRUCT, offsetof(ploy_htn_task, params), sizeof(((ploy_htn_task*)0)->params[0]), 4, offsetof(ploy_htn_task, param_count), &pl_lua_struct_ploy_param},
    {"methods", PL_LUA_BY_HAND, offsetof(ploy_htn_task, methods), sizeof(((ploy_htn_task*)0)->methods), 0, PL_LUA_NO_COUNTER, NULL},
    {"method_count", PL_LUA_U32, offsetof(ploy_htn_task, method_count), sizeof(((ploy_htn_task*)0)->method_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"line", PL_LUA_U32, offsetof(ploy_htn_task, line), sizeof(((ploy_htn_task*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_htn_task, column), sizeof(((ploy_htn_task*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_task = {"htn_task", ploy_htn_task_fields, 6};

static const pl_lua_field ploy_htn_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_htn_def, name), sizeof(((ploy_htn_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"domain", PL_LUA_BY_HAND, offsetof(ploy_htn_def, domain), sizeof(((ploy_htn_def*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"task_count", PL_LUA_U32, offsetof(ploy_htn_def, task_count), sizeof(((ploy_htn_def*)0)->task_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"ranking", PL_LUA_ENUM, offsetof(ploy_htn_def, ranking), sizeof(((ploy_htn_def*)0)->ranking), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_htn_ranking},
    {"max_depth", PL_LUA_U32, offsetof(ploy_htn_def, max_depth), sizeof(((ploy_htn_def*)0)->max_depth), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_steps", PL_LUA_U32, offsetof(ploy_htn_def, max_steps), sizeof(((ploy_htn_def*)0)->max_steps), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_htn_def, max_nodes), sizeof(((ploy_htn_def*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"on_error", PL_LUA_CALLBACK, offsetof(ploy_htn_def, on_error), sizeof(((ploy_htn_def*)0)->on_error), 0, PL_LUA_NO_COUNTER, NULL},
    {"error_user", PL_LUA_BY_HAND, offsetof(ploy_htn_def, error_user), sizeof(((ploy_htn_def*)0)->error_user), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_def = {"htn_def", ploy_htn_def_fields, 9};

static const pl_lua_field ploy_htn_method_info_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_htn_method_info, name), sizeof(((ploy_htn_method_info*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"when", PL_LUA_STRING, offsetof(ploy_htn_method_info, when), sizeof(((ploy_htn_method_info*)0)->when), 0, PL_LUA_NO_COUNTER, NULL},
    {"kinds", PL_LUA_ENUM, offsetof(ploy_htn_method_info, kinds), sizeof(((ploy_htn_method_info*)0)->kinds[0]), 32, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_htn_subtask_kind},
    {"subtasks", PL_LUA_U32, offsetof(ploy_htn_method_info, subtasks), sizeof(((ploy_htn_method_info*)0)->subtasks[0]), 32, offsetof(ploy_htn_method_info, subtask_count), NULL},
    {"unordered", PL_LUA_BOOL, offsetof(ploy_htn_method_info, unordered), sizeof(((ploy_htn_method_info*)0)->unordered), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_method_info = {"htn_method_info", ploy_htn_method_info_fields, 5};

static const pl_lua_field ploy_htn_remainder_fields[] = {
    {"method", PL_LUA_U32, offsetof(ploy_htn_remainder, method), sizeof(((ploy_htn_remainder*)0)->method), 0, PL_LUA_NO_COUNTER, NULL},
    {"left", PL_LUA_U32, offsetof(ploy_htn_remainder, left), sizeof(((ploy_htn_remainder*)0)->left), 0, PL_LUA_NO_COUNTER, NULL},
    {"depth", PL_LUA_U32, offsetof(ploy_htn_remainder, depth), sizeof(((ploy_htn_remainder*)0)->depth), 0, PL_LUA_NO_COUNTER, NULL},
    {"within", PL_LUA_U32, offsetof(ploy_htn_remainder, within), sizeof(((ploy_htn_remainder*)0)->within), 0, PL_LUA_NO_COUNTER, NULL},
    {"subtask", PL_LUA_U32, offsetof(ploy_htn_remainder, subtask), sizeof(((ploy_htn_remainder*)0)->subtask), 0, PL_LUA_NO_COUNTER, NULL},
    {"args", PL_LUA_U32, offsetof(ploy_htn_remainder, args), sizeof(((ploy_htn_remainder*)0)->args[0]), 8, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_remainder = {"htn_remainder", ploy_htn_remainder_fields, 6};

static const pl_lua_field ploy_htn_query_fields[] = {
    {"start", PL_LUA_BY_HAND, offsetof(ploy_htn_query, start), sizeof(((ploy_htn_query*)0)->start), 0, PL_LUA_NO_COUNTER, NULL},
    {"task", PL_LUA_U32, offsetof(ploy_htn_query, task), sizeof(((ploy_htn_query*)0)->task), 0, PL_LUA_NO_COUNTER, NULL},
    {"args", PL_LUA_U32, offsetof(ploy_htn_query, args), sizeof(((ploy_htn_query*)0)->args[0]), 4, PL_LUA_NO_COUNTER, NULL},
    {"rest", PL_LUA_BY_HAND, offsetof(ploy_htn_query, rest), sizeof(((ploy_htn_query*)0)->rest), 0, PL_LUA_NO_COUNTER, NULL},
    {"rest_count", PL_LUA_U32, offsetof(ploy_htn_query, rest_count), sizeof(((ploy_htn_query*)0)->rest_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"rank", PL_LUA_BY_HAND, offsetof(ploy_htn_query, rank), sizeof(((ploy_htn_query*)0)->rank), 0, PL_LUA_NO_COUNTER, NULL},
    {"rank_count", PL_LUA_U32, offsetof(ploy_htn_query, rank_count), sizeof(((ploy_htn_query*)0)->rank_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"cost", PL_LUA_I64, offsetof(ploy_htn_query, cost), sizeof(((ploy_htn_query*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"disabled", PL_LUA_BY_HAND, offsetof(ploy_htn_query, disabled), sizeof(((ploy_htn_query*)0)->disabled), 0, PL_LUA_NO_COUNTER, NULL},
    {"agent", PL_LUA_BY_HAND, offsetof(ploy_htn_query, agent), sizeof(((ploy_htn_query*)0)->agent), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_htn_query, max_nodes), sizeof(((ploy_htn_query*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_query = {"htn_query", ploy_htn_query_fields, 11};

static const pl_lua_field ploy_htn_plan_fields[] = {
    {"status", PL_LUA_ENUM, offsetof(ploy_htn_plan, status), sizeof(((ploy_htn_plan*)0)->status), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_status},
    {"cost", PL_LUA_FIXED64, offsetof(ploy_htn_plan, cost), sizeof(((ploy_htn_plan*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"steps", PL_LUA_BY_HAND, offsetof(ploy_htn_plan, steps), sizeof(((ploy_htn_plan*)0)->steps), 0, PL_LUA_NO_COUNTER, NULL},
    {"step_count", PL_LUA_U32, offsetof(ploy_htn_plan, step_count), sizeof(((ploy_htn_plan*)0)->step_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"rank", PL_LUA_BY_HAND, offsetof(ploy_htn_plan, rank), sizeof(((ploy_htn_plan*)0)->rank), 0, PL_LUA_NO_COUNTER, NULL},
    {"rank_count", PL_LUA_U32, offsetof(ploy_htn_plan, rank_count), sizeof(((ploy_htn_plan*)0)->rank_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"rest", PL_LUA_BY_HAND, offsetof(ploy_htn_plan, rest), sizeof(((ploy_htn_plan*)0)->rest), 0, PL_LUA_NO_COUNTER, NULL},
    {"rest_count", PL_LUA_U32, offsetof(ploy_htn_plan, rest_count), sizeof(((ploy_htn_plan*)0)->rest_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"nodes", PL_LUA_U32, offsetof(ploy_htn_plan, nodes), sizeof(((ploy_htn_plan*)0)->nodes), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_plan = {"htn_plan", ploy_htn_plan_fields, 9};

static const pl_lua_field ploy_htn_planner_def_fields[] = {
    {"htn", PL_LUA_BY_HAND, offsetof(ploy_htn_planner_def, htn), sizeof(((ploy_htn_planner_def*)0)->htn), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_planner_def = {"htn_planner_def", ploy_htn_planner_def_fields, 1};

static const pl_lua_field ploy_htn_mind_def_fields[] = {
    {"htn", PL_LUA_BY_HAND, offsetof(ploy_htn_mind_def, htn), sizeof(((ploy_htn_mind_def*)0)->htn), 0, PL_LUA_NO_COUNTER, NULL},
    {"task", PL_LUA_STRING, offsetof(ploy_htn_mind_def, task), sizeof(((ploy_htn_mind_def*)0)->task), 0, PL_LUA_NO_COUNTER, NULL},
    {"disabled", PL_LUA_BY_HAND, offsetof(ploy_htn_mind_def, disabled), sizeof(((ploy_htn_mind_def*)0)->disabled), 0, PL_LUA_NO_COUNTER, NULL},
    {"retry", PL_LUA_SECONDS, offsetof(ploy_htn_mind_def, retry), sizeof(((ploy_htn_mind_def*)0)->retry), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_htn_mind_def = {"htn_mind_def", ploy_htn_mind_def_fields, 4};

static const pl_lua_field ploy_path_service_def_fields[] = {
    {"map", PL_LUA_BY_HAND, offsetof(ploy_path_service_def, map), sizeof(((ploy_path_service_def*)0)->map), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_answers", PL_LUA_U32, offsetof(ploy_path_service_def, max_answers), sizeof(((ploy_path_service_def*)0)->max_answers), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_nodes", PL_LUA_U32, offsetof(ploy_path_service_def, max_nodes), sizeof(((ploy_path_service_def*)0)->max_nodes), 0, PL_LUA_NO_COUNTER, NULL},
    {"slots", PL_LUA_U32, offsetof(ploy_path_service_def, slots), sizeof(((ploy_path_service_def*)0)->slots), 0, PL_LUA_NO_COUNTER, NULL},
    {"share_from", PL_LUA_I32, offsetof(ploy_path_service_def, share_from), sizeof(((ploy_path_service_def*)0)->share_from), 0, PL_LUA_NO_COUNTER, NULL},
    {"kept_fields", PL_LUA_U32, offsetof(ploy_path_service_def, kept_fields), sizeof(((ploy_path_service_def*)0)->kept_fields), 0, PL_LUA_NO_COUNTER, NULL},
    {"capacity", PL_LUA_U32, offsetof(ploy_path_service_def, capacity), sizeof(((ploy_path_service_def*)0)->capacity), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace", PL_LUA_BY_HAND, offsetof(ploy_path_service_def, trace), sizeof(((ploy_path_service_def*)0)->trace), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path_service_def = {"path_service_def", ploy_path_service_def_fields, 8};

static const pl_lua_field ploy_path_request_id_fields[] = {
    {"index1", PL_LUA_U32, offsetof(ploy_path_request_id, index1), sizeof(((ploy_path_request_id*)0)->index1), 0, PL_LUA_NO_COUNTER, NULL},
    {"generation", PL_LUA_U32, offsetof(ploy_path_request_id, generation), sizeof(((ploy_path_request_id*)0)->generation), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path_request_id = {"path_request_id", ploy_path_request_id_fields, 2};

static const pl_lua_field ploy_path_request_fields[] = {
    {"query", PL_LUA_STRUCT, offsetof(ploy_path_request, query), sizeof(((ploy_path_request*)0)->query), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_path_query},
    {"owner", PL_LUA_U64, offsetof(ploy_path_request, owner), sizeof(((ploy_path_request*)0)->owner), 0, PL_LUA_NO_COUNTER, NULL},
    {"priority", PL_LUA_BY_HAND, offsetof(ploy_path_request, priority), sizeof(((ploy_path_request*)0)->priority), 0, PL_LUA_NO_COUNTER, NULL},
    {"trace_agent", PL_LUA_U32, offsetof(ploy_path_request, trace_agent), sizeof(((ploy_path_request*)0)->trace_agent), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path_request = {"path_request", ploy_path_request_fields, 4};

static const pl_lua_field ploy_path_answer_fields[] = {
    {"id", PL_LUA_STRUCT, offsetof(ploy_path_answer, id), sizeof(((ploy_path_answer*)0)->id), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_path_request_id},
    {"owner", PL_LUA_U64, offsetof(ploy_path_answer, owner), sizeof(((ploy_path_answer*)0)->owner), 0, PL_LUA_NO_COUNTER, NULL},
    {"path", PL_LUA_STRUCT, offsetof(ploy_path_answer, path), sizeof(((ploy_path_answer*)0)->path), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_path},
    {"waited", PL_LUA_U32, offsetof(ploy_path_answer, waited), sizeof(((ploy_path_answer*)0)->waited), 0, PL_LUA_NO_COUNTER, NULL},
    {"shared", PL_LUA_BOOL, offsetof(ploy_path_answer, shared), sizeof(((ploy_path_answer*)0)->shared), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path_answer = {"path_answer", ploy_path_answer_fields, 5};

static const pl_lua_field ploy_path_service_stats_fields[] = {
    {"waiting", PL_LUA_U32, offsetof(ploy_path_service_stats, waiting), sizeof(((ploy_path_service_stats*)0)->waiting), 0, PL_LUA_NO_COUNTER, NULL},
    {"active", PL_LUA_U32, offsetof(ploy_path_service_stats, active), sizeof(((ploy_path_service_stats*)0)->active), 0, PL_LUA_NO_COUNTER, NULL},
    {"updates", PL_LUA_U64, offsetof(ploy_path_service_stats, updates), sizeof(((ploy_path_service_stats*)0)->updates), 0, PL_LUA_NO_COUNTER, NULL},
    {"answered", PL_LUA_U64, offsetof(ploy_path_service_stats, answered), sizeof(((ploy_path_service_stats*)0)->answered), 0, PL_LUA_NO_COUNTER, NULL},
    {"shared", PL_LUA_U64, offsetof(ploy_path_service_stats, shared), sizeof(((ploy_path_service_stats*)0)->shared), 0, PL_LUA_NO_COUNTER, NULL},
    {"fields", PL_LUA_U64, offsetof(ploy_path_service_stats, fields), sizeof(((ploy_path_service_stats*)0)->fields), 0, PL_LUA_NO_COUNTER, NULL},
    {"stale", PL_LUA_U64, offsetof(ploy_path_service_stats, stale), sizeof(((ploy_path_service_stats*)0)->stale), 0, PL_LUA_NO_COUNTER, NULL},
    {"cancelled", PL_LUA_U64, offsetof(ploy_path_service_stats, cancelled), sizeof(((ploy_path_service_stats*)0)->cancelled), 0, PL_LUA_NO_COUNTER, NULL},
    {"restarted", PL_LUA_U64, offsetof(ploy_path_service_stats, restarted), sizeof(((ploy_path_service_stats*)0)->restarted), 0, PL_LUA_NO_COUNTER, NULL},
    {"expanded", PL_LUA_U64, offsetof(ploy_path_service_stats, expanded), sizeof(((ploy_path_service_stats*)0)->expanded), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path_service_stats = {"path_service_stats", ploy_path_service_stats_fields, 10};

static const pl_lua_field ploy_path_area_costs_fields[] = {
    {"costs", PL_LUA_BY_HAND, offsetof(ploy_path_area_costs, costs), sizeof(((ploy_path_area_costs*)0)->costs), 0, PL_LUA_NO_COUNTER, NULL},
    {"count", PL_LUA_U32, offsetof(ploy_path_area_costs, count), sizeof(((ploy_path_area_costs*)0)->count), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path_area_costs = {"path_area_costs", ploy_path_area_costs_fields, 2};

static const pl_lua_field ploy_path_service_save_def_fields[] = {
    {"obstacle_layers", PL_LUA_BY_HAND, offsetof(ploy_path_service_save_def, obstacle_layers), sizeof(((ploy_path_service_save_def*)0)->obstacle_layers), 0, PL_LUA_NO_COUNTER, NULL},
    {"obstacle_layer_count", PL_LUA_U32, offsetof(ploy_path_service_save_def, obstacle_layer_count), sizeof(((ploy_path_service_save_def*)0)->obstacle_layer_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"areas", PL_LUA_BY_HAND, offsetof(ploy_path_service_save_def, areas), sizeof(((ploy_path_service_save_def*)0)->areas), 0, PL_LUA_NO_COUNTER, NULL},
    {"area_count", PL_LUA_U32, offsetof(ploy_path_service_save_def, area_count), sizeof(((ploy_path_service_save_def*)0)->area_count), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_path_service_save_def = {"path_service_save_def", ploy_path_service_save_def_fields, 4};

static const pl_lua_field ploy_save_def_fields[] = {
    {"minds", PL_LUA_BY_HAND, offsetof(ploy_save_def, minds), sizeof(((ploy_save_def*)0)->minds), 0, PL_LUA_NO_COUNTER, NULL},
    {"mind_count", PL_LUA_U32, offsetof(ploy_save_def, mind_count), sizeof(((ploy_save_def*)0)->mind_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"blackboards", PL_LUA_BY_HAND, offsetof(ploy_save_def, blackboards), sizeof(((ploy_save_def*)0)->blackboards), 0, PL_LUA_NO_COUNTER, NULL},
    {"blackboard_count", PL_LUA_U32, offsetof(ploy_save_def, blackboard_count), sizeof(((ploy_save_def*)0)->blackboard_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"user_of", PL_LUA_CALLBACK, offsetof(ploy_save_def, user_of), sizeof(((ploy_save_def*)0)->user_of), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_save_def = {"save_def", ploy_save_def_fields, 5};

static const pl_lua_field ploy_remote_def_fields[] = {
    {"world", PL_LUA_BY_HAND, offsetof(ploy_remote_def, world), sizeof(((ploy_remote_def*)0)->world), 0, PL_LUA_NO_COUNTER, NULL},
    {"name", PL_LUA_CALLBACK, offsetof(ploy_remote_def, name), sizeof(((ploy_remote_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"name_user", PL_LUA_BY_HAND, offsetof(ploy_remote_def, name_user), sizeof(((ploy_remote_def*)0)->name_user), 0, PL_LUA_NO_COUNTER, NULL},
    {"load", PL_LUA_CALLBACK, offsetof(ploy_remote_def, load), sizeof(((ploy_remote_def*)0)->load), 0, PL_LUA_NO_COUNTER, NULL},
    {"load_user", PL_LUA_BY_HAND, offsetof(ploy_remote_def, load_user), sizeof(((ploy_remote_def*)0)->load_user), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_remote_def = {"remote_def", ploy_remote_def_fields, 5};

static const pl_lua_field ploy_spatial_def_fields[] = {
    {"cell", PL_LUA_I32, offsetof(ploy_spatial_def, cell), sizeof(((ploy_spatial_def*)0)->cell), 0, PL_LUA_NO_COUNTER, NULL},
    {"capacity", PL_LUA_U32, offsetof(ploy_spatial_def, capacity), sizeof(((ploy_spatial_def*)0)->capacity), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_spatial_def = {"spatial_def", ploy_spatial_def_fields, 2};

static const pl_lua_field ploy_spatial_item_fields[] = {
    {"position", PL_LUA_STRUCT, offsetof(ploy_spatial_item, position), sizeof(((ploy_spatial_item*)0)->position), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_point},
    {"mask", PL_LUA_U32, offsetof(ploy_spatial_item, mask), sizeof(((ploy_spatial_item*)0)->mask), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_spatial_item = {"spatial_item", ploy_spatial_item_fields, 2};

static const pl_lua_field ploy_spatial_query_fields[] = {
    {"position", PL_LUA_STRUCT, offsetof(ploy_spatial_query, position), sizeof(((ploy_spatial_query*)0)->position), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_point},
    {"radius", PL_LUA_I32, offsetof(ploy_spatial_query, radius), sizeof(((ploy_spatial_query*)0)->radius), 0, PL_LUA_NO_COUNTER, NULL},
    {"mask", PL_LUA_U32, offsetof(ploy_spatial_query, mask), sizeof(((ploy_spatial_query*)0)->mask), 0, PL_LUA_NO_COUNTER, NULL},
    {"without", PL_LUA_U32, offsetof(ploy_spatial_query, without), sizeof(((ploy_spatial_query*)0)->without), 0, PL_LUA_NO_COUNTER, NULL},
    {"facing", PL_LUA_STRUCT, offsetof(ploy_spatial_query, facing), sizeof(((ploy_spatial_query*)0)->facing), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_point},
    {"cosine", PL_LUA_FIXED32, offsetof(ploy_spatial_query, cosine), sizeof(((ploy_spatial_query*)0)->cosine), 0, PL_LUA_NO_COUNTER, NULL},
    {"always", PL_LUA_I32, offsetof(ploy_spatial_query, always), sizeof(((ploy_spatial_query*)0)->always), 0, PL_LUA_NO_COUNTER, NULL},
    {"nearest_first", PL_LUA_BOOL, offsetof(ploy_spatial_query, nearest_first), sizeof(((ploy_spatial_query*)0)->nearest_first), 0, PL_LUA_NO_COUNTER, NULL},
    {"grid", PL_LUA_BY_HAND, offsetof(ploy_spatial_query, grid), sizeof(((ploy_spatial_query*)0)->grid), 0, PL_LUA_NO_COUNTER, NULL},
    {"obstacles", PL_LUA_BY_HAND, offsetof(ploy_spatial_query, obstacles), sizeof(((ploy_spatial_query*)0)->obstacles), 0, PL_LUA_NO_COUNTER, NULL},
    {"grid_unit", PL_LUA_I32, offsetof(ploy_spatial_query, grid_unit), sizeof(((ploy_spatial_query*)0)->grid_unit), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_spatial_query = {"spatial_query", ploy_spatial_query_fields, 11};

static const pl_lua_field ploy_squad_id_fields[] = {
    {"index1", PL_LUA_U32, offsetof(ploy_squad_id, index1), sizeof(((ploy_squad_id*)0)->index1), 0, PL_LUA_NO_COUNTER, NULL},
    {"generation", PL_LUA_U32, offsetof(ploy_squad_id, generation), sizeof(((ploy_squad_id*)0)->generation), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_squad_id = {"squad_id", ploy_squad_id_fields, 2};

static const pl_lua_field ploy_squad_task_def_fields[] = {
    {"kind", PL_LUA_ENUM, offsetof(ploy_squad_task_def, kind), sizeof(((ploy_squad_task_def*)0)->kind), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_squad_task_kind},
    {"places", PL_LUA_I64, offsetof(ploy_squad_task_def, places), sizeof(((ploy_squad_task_def*)0)->places[0]), 8, offsetof(ploy_squad_task_def, place_count), NULL},
    {"target", PL_LUA_U64, offsetof(ploy_squad_task_def, target), sizeof(((ploy_squad_task_def*)0)->target), 0, PL_LUA_NO_COUNTER, NULL},
    {"rounds", PL_LUA_U32, offsetof(ploy_squad_task_def, rounds), sizeof(((ploy_squad_task_def*)0)->rounds), 0, PL_LUA_NO_COUNTER, NULL},
    {"min", PL_LUA_U32, offsetof(ploy_squad_task_def, min), sizeof(((ploy_squad_task_def*)0)->min), 0, PL_LUA_NO_COUNTER, NULL},
    {"limit", PL_LUA_SECONDS, offsetof(ploy_squad_task_def, limit), sizeof(((ploy_squad_task_def*)0)->limit), 0, PL_LUA_NO_COUNTER, NULL},
    {"patience", PL_LUA_SECONDS, offsetof(ploy_squad_task_def, patience), sizeof(((ploy_squad_task_def*)0)->patience), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_squad_task_def = {"squad_task_def", ploy_squad_task_def_fields, 7};

static const pl_lua_field ploy_order_fields[] = {
    {"number", PL_LUA_U32, offsetof(ploy_order, number), sizeof(((ploy_order*)0)->number), 0, PL_LUA_NO_COUNTER, NULL},
    {"task", PL_LUA_U32, offsetof(ploy_order, task), sizeof(((ploy_order*)0)->task), 0, PL_LUA_NO_COUNTER, NULL},
    {"kind", PL_LUA_ENUM, offsetof(ploy_order, kind), sizeof(((ploy_order*)0)->kind), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_order_kind},
    {"role", PL_LUA_U32, offsetof(ploy_order, role), sizeof(((ploy_order*)0)->role), 0, PL_LUA_NO_COUNTER, NULL},
    {"place", PL_LUA_I64, offsetof(ploy_order, place), sizeof(((ploy_order*)0)->place), 0, PL_LUA_NO_COUNTER, NULL},
    {"target", PL_LUA_U64, offsetof(ploy_order, target), sizeof(((ploy_order*)0)->target), 0, PL_LUA_NO_COUNTER, NULL},
    {"issued", PL_LUA_SECONDS, offsetof(ploy_order, issued), sizeof(((ploy_order*)0)->issued), 0, PL_LUA_NO_COUNTER, NULL},
    {"deadline", PL_LUA_SECONDS, offsetof(ploy_order, deadline), sizeof(((ploy_order*)0)->deadline), 0, PL_LUA_NO_COUNTER, NULL},
    {"state", PL_LUA_ENUM, offsetof(ploy_order, state), sizeof(((ploy_order*)0)->state), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_order_state},
};
const pl_lua_struct pl_lua_struct_ploy_order = {"order", ploy_order_fields, 9};

static const pl_lua_field ploy_squad_callbacks_fields[] = {
    {"distance", PL_LUA_CALLBACK, offsetof(ploy_squad_callbacks, distance), sizeof(((ploy_squad_callbacks*)0)->distance), 0, PL_LUA_NO_COUNTER, NULL},
    {"where", PL_LUA_CALLBACK, offsetof(ploy_squad_callbacks, where), sizeof(((ploy_squad_callbacks*)0)->where), 0, PL_LUA_NO_COUNTER, NULL},
    {"spot", PL_LUA_CALLBACK, offsetof(ploy_squad_callbacks, spot), sizeof(((ploy_squad_callbacks*)0)->spot), 0, PL_LUA_NO_COUNTER, NULL},
    {"check", PL_LUA_CALLBACK, offsetof(ploy_squad_callbacks, check), sizeof(((ploy_squad_callbacks*)0)->check), 0, PL_LUA_NO_COUNTER, NULL},
    {"ended", PL_LUA_CALLBACK, offsetof(ploy_squad_callbacks, ended), sizeof(((ploy_squad_callbacks*)0)->ended), 0, PL_LUA_NO_COUNTER, NULL},
    {"find_place", PL_LUA_CALLBACK, offsetof(ploy_squad_callbacks, find_place), sizeof(((ploy_squad_callbacks*)0)->find_place), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_squad_callbacks = {"squad_callbacks", ploy_squad_callbacks_fields, 6};

static const pl_lua_field ploy_squads_def_fields[] = {
    {"calls", PL_LUA_STRUCT, offsetof(ploy_squads_def, calls), sizeof(((ploy_squads_def*)0)->calls), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_squad_callbacks},
    {"arrive_within", PL_LUA_I64, offsetof(ploy_squads_def, arrive_within), sizeof(((ploy_squads_def*)0)->arrive_within), 0, PL_LUA_NO_COUNTER, NULL},
    {"order_key", PL_LUA_STRING, offsetof(ploy_squads_def, order_key), sizeof(((ploy_squads_def*)0)->order_key), 0, PL_LUA_NO_COUNTER, NULL},
    {"place_key", PL_LUA_STRING, offsetof(ploy_squads_def, place_key), sizeof(((ploy_squads_def*)0)->place_key), 0, PL_LUA_NO_COUNTER, NULL},
    {"target_key", PL_LUA_STRING, offsetof(ploy_squads_def, target_key), sizeof(((ploy_squads_def*)0)->target_key), 0, PL_LUA_NO_COUNTER, NULL},
    {"pause", PL_LUA_SECONDS, offsetof(ploy_squads_def, pause), sizeof(((ploy_squads_def*)0)->pause), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_squads_def = {"squads_def", ploy_squads_def_fields, 6};

static const pl_lua_field ploy_squad_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_squad_def, name), sizeof(((ploy_squad_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"size", PL_LUA_U32, offsetof(ploy_squad_def, size), sizeof(((ploy_squad_def*)0)->size), 0, PL_LUA_NO_COUNTER, NULL},
    {"home", PL_LUA_I64, offsetof(ploy_squad_def, home), sizeof(((ploy_squad_def*)0)->home), 0, PL_LUA_NO_COUNTER, NULL},
    {"closed", PL_LUA_BOOL, offsetof(ploy_squad_def, closed), sizeof(((ploy_squad_def*)0)->closed), 0, PL_LUA_NO_COUNTER, NULL},
    {"standing", PL_LUA_STRUCT, offsetof(ploy_squad_def, standing), sizeof(((ploy_squad_def*)0)->standing), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_squad_task_def},
};
const pl_lua_struct pl_lua_struct_ploy_squad_def = {"squad_def", ploy_squad_def_fields, 5};

static const pl_lua_field ploy_squad_task_info_fields[] = {
    {"number", PL_LUA_U32, offsetof(ploy_squad_task_info, number), sizeof(((ploy_squad_task_info*)0)->number), 0, PL_LUA_NO_COUNTER, NULL},
    {"kind", PL_LUA_ENUM, offsetof(ploy_squad_task_info, kind), sizeof(((ploy_squad_task_info*)0)->kind), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_squad_task_kind},
    {"phase", PL_LUA_U32, offsetof(ploy_squad_task_info, phase), sizeof(((ploy_squad_task_info*)0)->phase), 0, PL_LUA_NO_COUNTER, NULL},
    {"waiting", PL_LUA_U32, offsetof(ploy_squad_task_info, waiting), sizeof(((ploy_squad_task_info*)0)->waiting), 0, PL_LUA_NO_COUNTER, NULL},
    {"begun", PL_LUA_SECONDS, offsetof(ploy_squad_task_info, begun), sizeof(((ploy_squad_task_info*)0)->begun), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_squad_task_info = {"squad_task_info", ploy_squad_task_info_fields, 5};

static const pl_lua_field ploy_terrain_def_fields[] = {
    {"seed", PL_LUA_U64, offsetof(ploy_terrain_def, seed), sizeof(((ploy_terrain_def*)0)->seed), 0, PL_LUA_NO_COUNTER, NULL},
    {"shape", PL_LUA_ENUM, offsetof(ploy_terrain_def, shape), sizeof(((ploy_terrain_def*)0)->shape), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_terrain_shape},
    {"width", PL_LUA_I32, offsetof(ploy_terrain_def, width), sizeof(((ploy_terrain_def*)0)->width), 0, PL_LUA_NO_COUNTER, NULL},
    {"height", PL_LUA_I32, offsetof(ploy_terrain_def, height), sizeof(((ploy_terrain_def*)0)->height), 0, PL_LUA_NO_COUNTER, NULL},
    {"spacing", PL_LUA_I32, offsetof(ploy_terrain_def, spacing), sizeof(((ploy_terrain_def*)0)->spacing), 0, PL_LUA_NO_COUNTER, NULL},
    {"relief", PL_LUA_I32, offsetof(ploy_terrain_def, relief), sizeof(((ploy_terrain_def*)0)->relief), 0, PL_LUA_NO_COUNTER, NULL},
    {"hill_width", PL_LUA_U32, offsetof(ploy_terrain_def, hill_width), sizeof(((ploy_terrain_def*)0)->hill_width), 0, PL_LUA_NO_COUNTER, NULL},
    {"octaves", PL_LUA_U32, offsetof(ploy_terrain_def, octaves), sizeof(((ploy_terrain_def*)0)->octaves), 0, PL_LUA_NO_COUNTER, NULL},
    {"climb_cost", PL_LUA_FIXED32, offsetof(ploy_terrain_def, climb_cost), sizeof(((ploy_terrain_def*)0)->climb_cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"descent_cost", PL_LUA_FIXED32, offsetof(ploy_terrain_def, descent_cost), sizeof(((ploy_terrain_def*)0)->descent_cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"trees", PL_LUA_I32, offsetof(ploy_terrain_def, trees), sizeof(((ploy_terrain_def*)0)->trees), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_terrain_def = {"terrain_def", ploy_terrain_def_fields, 11};

static const pl_lua_field ploy_bt_def_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_bt_def, name), sizeof(((ploy_bt_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_bt_def = {"bt_def", ploy_bt_def_fields, 1};

static const pl_lua_field ploy_bt_node_fields[] = {
    {"element", PL_LUA_STRING, offsetof(ploy_bt_node, element), sizeof(((ploy_bt_node*)0)->element), 0, PL_LUA_NO_COUNTER, NULL},
    {"parent", PL_LUA_U32, offsetof(ploy_bt_node, parent), sizeof(((ploy_bt_node*)0)->parent), 0, PL_LUA_NO_COUNTER, NULL},
    {"child_count", PL_LUA_U32, offsetof(ploy_bt_node, child_count), sizeof(((ploy_bt_node*)0)->child_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"line", PL_LUA_U32, offsetof(ploy_bt_node, line), sizeof(((ploy_bt_node*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"column", PL_LUA_U32, offsetof(ploy_bt_node, column), sizeof(((ploy_bt_node*)0)->column), 0, PL_LUA_NO_COUNTER, NULL},
    {"lacks", PL_LUA_STRING, offsetof(ploy_bt_node, lacks), sizeof(((ploy_bt_node*)0)->lacks), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_bt_node = {"bt_node", ploy_bt_node_fields, 6};

static const pl_lua_field ploy_bt_mind_def_fields[] = {
    {"trees", PL_LUA_BY_HAND, offsetof(ploy_bt_mind_def, trees), sizeof(((ploy_bt_mind_def*)0)->trees), 0, PL_LUA_NO_COUNTER, NULL},
    {"tree_count", PL_LUA_U32, offsetof(ploy_bt_mind_def, tree_count), sizeof(((ploy_bt_mind_def*)0)->tree_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"main", PL_LUA_STRING, offsetof(ploy_bt_mind_def, main), sizeof(((ploy_bt_mind_def*)0)->main), 0, PL_LUA_NO_COUNTER, NULL},
    {"planner", PL_LUA_BY_HAND, offsetof(ploy_bt_mind_def, planner), sizeof(((ploy_bt_mind_def*)0)->planner), 0, PL_LUA_NO_COUNTER, NULL},
    {"utilities", PL_LUA_BY_HAND, offsetof(ploy_bt_mind_def, utilities), sizeof(((ploy_bt_mind_def*)0)->utilities), 0, PL_LUA_NO_COUNTER, NULL},
    {"utility_count", PL_LUA_U32, offsetof(ploy_bt_mind_def, utility_count), sizeof(((ploy_bt_mind_def*)0)->utility_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_loops", PL_LUA_U32, offsetof(ploy_bt_mind_def, max_loops), sizeof(((ploy_bt_mind_def*)0)->max_loops), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_bt_mind_def = {"bt_mind_def", ploy_bt_mind_def_fields, 7};

static const pl_lua_field ploy_record_def_fields[] = {
    {"path", PL_LUA_STRING, offsetof(ploy_record_def, path), sizeof(((ploy_record_def*)0)->path), 0, PL_LUA_NO_COUNTER, NULL},
    {"level", PL_LUA_ENUM, offsetof(ploy_record_def, level), sizeof(((ploy_record_def*)0)->level), 0, PL_LUA_NO_COUNTER, &pl_lua_enum_ploy_trace_level},
    {"name", PL_LUA_CALLBACK, offsetof(ploy_record_def, name), sizeof(((ploy_record_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"map", PL_LUA_STRING, offsetof(ploy_record_def, map), sizeof(((ploy_record_def*)0)->map), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_record_def = {"record_def", ploy_record_def_fields, 4};

static const pl_lua_field ploy_attach_def_fields[] = {
    {"port", PL_LUA_U16, offsetof(ploy_attach_def, port), sizeof(((ploy_attach_def*)0)->port), 0, PL_LUA_NO_COUNTER, NULL},
    {"name", PL_LUA_CALLBACK, offsetof(ploy_attach_def, name), sizeof(((ploy_attach_def*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"name_user", PL_LUA_BY_HAND, offsetof(ploy_attach_def, name_user), sizeof(((ploy_attach_def*)0)->name_user), 0, PL_LUA_NO_COUNTER, NULL},
    {"load", PL_LUA_CALLBACK, offsetof(ploy_attach_def, load), sizeof(((ploy_attach_def*)0)->load), 0, PL_LUA_NO_COUNTER, NULL},
    {"load_user", PL_LUA_BY_HAND, offsetof(ploy_attach_def, load_user), sizeof(((ploy_attach_def*)0)->load_user), 0, PL_LUA_NO_COUNTER, NULL},
    {"is_paused", PL_LUA_BOOL, offsetof(ploy_attach_def, is_paused), sizeof(((ploy_attach_def*)0)->is_paused), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_attach_def = {"attach_def", ploy_attach_def_fields, 6};

static const pl_lua_field ploy_file_def_fields[] = {
    {"limits", PL_LUA_STRUCT, offsetof(ploy_file_def, limits), sizeof(((ploy_file_def*)0)->limits), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_limits},
    {"max_bytes", PL_LUA_SIZE, offsetof(ploy_file_def, max_bytes), sizeof(((ploy_file_def*)0)->max_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_depth", PL_LUA_U32, offsetof(ploy_file_def, max_depth), sizeof(((ploy_file_def*)0)->max_depth), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_section_depth", PL_LUA_U32, offsetof(ploy_file_def, max_section_depth), sizeof(((ploy_file_def*)0)->max_section_depth), 0, PL_LUA_NO_COUNTER, NULL},
    {"path", PL_LUA_STRING, offsetof(ploy_file_def, path), sizeof(((ploy_file_def*)0)->path), 0, PL_LUA_NO_COUNTER, NULL},
    {"on_error", PL_LUA_CALLBACK, offsetof(ploy_file_def, on_error), sizeof(((ploy_file_def*)0)->on_error), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_file_def = {"file_def", ploy_file_def_fields, 6};

static const pl_lua_field ploy_agent_info_fields[] = {
    {"name", PL_LUA_STRING, offsetof(ploy_agent_info, name), sizeof(((ploy_agent_info*)0)->name), 0, PL_LUA_NO_COUNTER, NULL},
    {"domain", PL_LUA_U32, offsetof(ploy_agent_info, domain), sizeof(((ploy_agent_info*)0)->domain), 0, PL_LUA_NO_COUNTER, NULL},
    {"state", PL_LUA_BY_HAND, offsetof(ploy_agent_info, state), sizeof(((ploy_agent_info*)0)->state), 0, PL_LUA_NO_COUNTER, NULL},
    {"mind", PL_LUA_STRING, offsetof(ploy_agent_info, mind), sizeof(((ploy_agent_info*)0)->mind), 0, PL_LUA_NO_COUNTER, NULL},
    {"task", PL_LUA_STRING, offsetof(ploy_agent_info, task), sizeof(((ploy_agent_info*)0)->task), 0, PL_LUA_NO_COUNTER, NULL},
    {"sensors_off", PL_LUA_U64, offsetof(ploy_agent_info, sensors_off), sizeof(((ploy_agent_info*)0)->sensors_off), 0, PL_LUA_NO_COUNTER, NULL},
    {"utility", PL_LUA_U32, offsetof(ploy_agent_info, utility), sizeof(((ploy_agent_info*)0)->utility), 0, PL_LUA_NO_COUNTER, NULL},
    {"goap", PL_LUA_STRUCT, offsetof(ploy_agent_info, goap), sizeof(((ploy_agent_info*)0)->goap), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_goap_mind_def},
    {"line", PL_LUA_U32, offsetof(ploy_agent_info, line), sizeof(((ploy_agent_info*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_agent_info = {"agent_info", ploy_agent_info_fields, 9};

static const pl_lua_field ploy_movingai_def_fields[] = {
    {"max_cells", PL_LUA_U32, offsetof(ploy_movingai_def, max_cells), sizeof(((ploy_movingai_def*)0)->max_cells), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_bytes", PL_LUA_SIZE, offsetof(ploy_movingai_def, max_bytes), sizeof(((ploy_movingai_def*)0)->max_bytes), 0, PL_LUA_NO_COUNTER, NULL},
    {"four_neighbors", PL_LUA_BOOL, offsetof(ploy_movingai_def, four_neighbors), sizeof(((ploy_movingai_def*)0)->four_neighbors), 0, PL_LUA_NO_COUNTER, NULL},
    {"max_size", PL_LUA_U32, offsetof(ploy_movingai_def, max_size), sizeof(((ploy_movingai_def*)0)->max_size), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_movingai_def = {"movingai_def", ploy_movingai_def_fields, 4};

static const pl_lua_field ploy_scenario_query_fields[] = {
    {"map", PL_LUA_STRING, offsetof(ploy_scenario_query, map), sizeof(((ploy_scenario_query*)0)->map), 0, PL_LUA_NO_COUNTER, NULL},
    {"bucket", PL_LUA_U32, offsetof(ploy_scenario_query, bucket), sizeof(((ploy_scenario_query*)0)->bucket), 0, PL_LUA_NO_COUNTER, NULL},
    {"width", PL_LUA_U32, offsetof(ploy_scenario_query, width), sizeof(((ploy_scenario_query*)0)->width), 0, PL_LUA_NO_COUNTER, NULL},
    {"height", PL_LUA_U32, offsetof(ploy_scenario_query, height), sizeof(((ploy_scenario_query*)0)->height), 0, PL_LUA_NO_COUNTER, NULL},
    {"from_x", PL_LUA_U32, offsetof(ploy_scenario_query, from_x), sizeof(((ploy_scenario_query*)0)->from_x), 0, PL_LUA_NO_COUNTER, NULL},
    {"from_y", PL_LUA_U32, offsetof(ploy_scenario_query, from_y), sizeof(((ploy_scenario_query*)0)->from_y), 0, PL_LUA_NO_COUNTER, NULL},
    {"to_x", PL_LUA_U32, offsetof(ploy_scenario_query, to_x), sizeof(((ploy_scenario_query*)0)->to_x), 0, PL_LUA_NO_COUNTER, NULL},
    {"to_y", PL_LUA_U32, offsetof(ploy_scenario_query, to_y), sizeof(((ploy_scenario_query*)0)->to_y), 0, PL_LUA_NO_COUNTER, NULL},
    {"length", PL_LUA_BY_HAND, offsetof(ploy_scenario_query, length), sizeof(((ploy_scenario_query*)0)->length), 0, PL_LUA_NO_COUNTER, NULL},
    {"line", PL_LUA_U32, offsetof(ploy_scenario_query, line), sizeof(((ploy_scenario_query*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_scenario_query = {"scenario_query", ploy_scenario_query_fields, 10};

static const pl_lua_field ploy_pddl_def_fields[] = {
    {"limits", PL_LUA_STRUCT, offsetof(ploy_pddl_def, limits), sizeof(((ploy_pddl_def*)0)->limits), 0, PL_LUA_NO_COUNTER, &pl_lua_struct_ploy_limits},
    {"on_error", PL_LUA_CALLBACK, offsetof(ploy_pddl_def, on_error), sizeof(((ploy_pddl_def*)0)->on_error), 0, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_pddl_def = {"pddl_def", ploy_pddl_def_fields, 2};

static const pl_lua_field ploy_pddl_verdict_fields[] = {
    {"valid", PL_LUA_BOOL, offsetof(ploy_pddl_verdict, valid), sizeof(((ploy_pddl_verdict*)0)->valid), 0, PL_LUA_NO_COUNTER, NULL},
    {"step_count", PL_LUA_U32, offsetof(ploy_pddl_verdict, step_count), sizeof(((ploy_pddl_verdict*)0)->step_count), 0, PL_LUA_NO_COUNTER, NULL},
    {"cost", PL_LUA_FIXED64, offsetof(ploy_pddl_verdict, cost), sizeof(((ploy_pddl_verdict*)0)->cost), 0, PL_LUA_NO_COUNTER, NULL},
    {"line", PL_LUA_U32, offsetof(ploy_pddl_verdict, line), sizeof(((ploy_pddl_verdict*)0)->line), 0, PL_LUA_NO_COUNTER, NULL},
    {"reason", PL_LUA_CHARS, offsetof(ploy_pddl_verdict, reason), sizeof(((ploy_pddl_verdict*)0)->reason[0]), 240, PL_LUA_NO_COUNTER, NULL},
};
const pl_lua_struct pl_lua_struct_ploy_pddl_verdict = {"pddl_verdict", ploy_pddl_verdict_fields, 5};
