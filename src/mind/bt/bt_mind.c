// The mind of a compiled behavior tree: ticks, saves, hot reload, and what an agent does and why.

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/error.h"
#include "mind/common/mind.h"
#include "mind/common/bindings.h"
#include "mind/bt/bt_run.h"
#include "plan/language/text.h"

static ploy_bt_mind_def bt_mind_with_defaults(const ploy_bt_mind_def* given)
{
    ploy_bt_mind_def def = given ? *given : (ploy_bt_mind_def){0};
    def.parts.allocator = pl_allocator_choose(&def.parts.allocator);
    PL_DEFAULT(def.max_loops, PLOY_DEFAULT_BT_MAX_LOOPS);
    return def;
}

static const pl_bt_mind* mind_of(const ploy_agent* agent)
{
    return (const pl_bt_mind*)agent->mind;
}

static pl_bt_run run_of(ploy_agent* agent)
{
    const pl_bt_mind* m = mind_of(agent);
    return (pl_bt_run){
        .mind = m,
        .ops = m->ops.data,
        .words = agent->mind_data,
        .agent = agent,
        .is_traced = pl_trace_wants_values(agent->trace),
    };
}

// Destruction.

static void destroy_guards(pl_bt_mind* m)
{
    for (uint32_t i = 0; i < m->guards.count; ++i) {
        pl_guard_destroy(m->guards.data[i].fails);
        pl_guard_destroy(m->guards.data[i].succeeds);
        pl_guard_destroy(m->guards.data[i].skips);
        pl_guard_destroy(m->guards.data[i].holds);
    }
    for (uint32_t i = 0; i < m->posts.count; ++i) {
        pl_guard_destroy(m->posts.data[i].succeeded);
        pl_guard_destroy(m->posts.data[i].failed);
        pl_guard_destroy(m->posts.data[i].halted);
        pl_guard_destroy(m->posts.data[i].ended);
    }
    for (uint32_t i = 0; i < m->scripts.count; ++i) pl_guard_destroy(m->scripts.data[i]);
    for (uint32_t i = 0; i < m->scores.count; ++i) pl_guard_destroy(m->scores.data[i].guard);
    for (uint32_t i = 0; i < m->utilities.count; ++i) ploy_utility_destroy(m->utilities.data[i]);
}

static void destroy(ploy_mind* mind)
{
    pl_bt_mind* m = (pl_bt_mind*)mind;
    ploy_allocator allocator = m->allocator;
    destroy_guards(m);
    PL_ARRAY_FREE(&m->ops, &allocator);
    PL_ARRAY_FREE(&m->sources, &allocator);
    PL_ARRAY_FREE(&m->leaves, &allocator);
    PL_ARRAY_FREE(&m->ports, &allocator);
    PL_ARRAY_FREE(&m->guards, &allocator);
    PL_ARRAY_FREE(&m->posts, &allocator);
    PL_ARRAY_FREE(&m->scripts, &allocator);
    PL_ARRAY_FREE(&m->scores, &allocator);
    PL_ARRAY_FREE(&m->plans, &allocator);
    PL_ARRAY_FREE(&m->loops, &allocator);
    PL_ARRAY_FREE(&m->lacks, &allocator);
    PL_ARRAY_FREE(&m->goals, &allocator);
    PL_ARRAY_FREE(&m->utilities, &allocator);
    PL_ARRAY_FREE(&m->numbers, &allocator);
    PL_ARRAY_FREE(&m->keys, &allocator);
    PL_ARRAY_FREE(&m->watched, &allocator);
    pl_arena_destroy(&m->arena);
    ploy_mind_destroy(m->planner);
    pl_held held = m->held;
    PL_DELETE(&allocator, m);
    pl_held_drop(&held);
}

// A tick.

static void end_run(pl_bt_run* r, uint32_t outcome)
{
    uint32_t ended = outcome == PLOY_FAILURE ? PLOY_FAILURE : PLOY_SUCCESS;
    r->words[PL_BT_END] = ended | r->words[PL_BT_CAUSE] << 16;
    r->words[PL_BT_END_REASON] = r->words[PL_BT_REASON];
}

static uint32_t pass(pl_bt_run* r)
{
    uint64_t stamp = pl_blackboard_stamp_all(r->agent->blackboard);
    r->seen = (uint64_t)pl_words_get(r->words + PL_BT_SEEN);
    uint32_t outcome = pl_thread_is_idle(r, 0) ? pl_thread_start(r, 0) : pl_thread_resume(r, 0);
    stamp = r->missed ? ~stamp : stamp;
    if (stamp != r->seen) pl_words_set(r->words + PL_BT_SEEN, (int64_t)stamp);
    return outcome;
}

// Between two passes no time goes by.
PL_NO_INLINE static uint32_t pass_again(pl_bt_run* r)
{
    int64_t dt = r->agent->dt;
    uint32_t outcome = PLOY_RUNNING;
    r->agent->dt = 0;
    for (uint32_t left = r->mind->max_loops; left > 0 && r->yields && outcome == PLOY_RUNNING; --left) {
        r->yields = r->missed = r->impure = false;
        outcome = pass(r);
    }
    r->agent->dt = dt;
    return outcome;
}

static void act(ploy_agent* agent)
{
    pl_bt_run r = run_of(agent);
    uint32_t outcome = pass(&r);
    if (PL_UNLIKELY(r.yields) && outcome == PLOY_RUNNING) outcome = pass_again(&r);
    if (outcome != PLOY_RUNNING) end_run(&r, outcome);
}

static void end(ploy_agent* agent)
{
    pl_bt_run r = run_of(agent);
    pl_thread_halt(&r, 0);
    pl_planner_end(agent);
}

static uint32_t work(ploy_mind* mind, const ploy_tasks* tasks, uint32_t max_nodes)
{
    ploy_mind* planner = ((pl_bt_mind*)mind)->planner;
    return planner ? planner->kind->work(planner, tasks, max_nodes) : 0;
}

// Saving.

static void save(const ploy_agent* agent, ploy_writer* writer)
{
    const pl_bt_mind* m = mind_of(agent);
    const uint32_t* words = agent->mind_data;
    ploy_write_u64(writer, m->layout_hash);
    for (uint32_t i = 0; i < m->word_count; ++i) ploy_write_u32(writer, words[i]);
    for (uint32_t i = 0; i < m->planner_count; ++i) m->planner->kind->save(pl_bt_planner_agent(agent, i), writer);
}

static bool is_child(const pl_bt_mind* m, uint32_t parent, uint32_t op)
{
    return op < m->ops.count && m->ops.data[op].parent == parent;
}

static bool lasting_is_good(const pl_bt_mind* m, const uint32_t* words)
{
    for (uint32_t i = 0; i < m->ops.count; ++i) {
        const pl_op* op = &m->ops.data[i];
        if (op->kind == PL_BT_RUN_ONCE && words[op->cell] > PLOY_FAILURE) return false;
        bool remembers = op->kind == PL_BT_SEQUENCE_WITH_MEMORY && words[op->cell] != 0;
        if (remembers && !is_child(m, i, words[op->cell])) return false;
        if (op->kind == PL_BT_PLAN && !pl_plan_is_good(m, i, words)) return false;
    }
    uint32_t ended = words[PL_BT_END] & 0xFFFFu, cause = words[PL_BT_END] >> 16;
    return ended <= PLOY_FAILURE && cause <= m->ops.count && (ended != PLOY_FAILURE || cause > 0) &&
           words[PL_BT_CAUSE] <= m->ops.count;
}

static bool is_watch_of(const pl_bt_mind* m, uint32_t position, uint32_t watch)
{
    uint32_t at = m->ops.data[position].watch;
    while (at != PL_OP_NONE && at != watch) at = m->ops.data[at].watch;
    return at != PL_OP_NONE;
}

static bool is_position(const pl_op* op)
{
    switch (op->kind) {
    case PL_BT_ACTION:
    case PL_BT_PLAN:
    case PL_BT_SLEEP:
    case PL_BT_DELAY:
    case PL_BT_REPEAT:
    case PL_BT_RETRY:
    case PL_BT_KEEP_RUNNING:
    case PL_BT_SEQUENCE_WITH_MEMORY:
    case PL_BT_WAIT_VALUE_UPDATE:
    case PL_BT_LOOP_INT:
        return true;
    case PL_BT_PRECONDITION:
        return op->value == PLOY_RUNNING || op->value < 0;
    default:
        return pl_op_is_fork((pl_bt_kind)op->kind) || op->flags & PL_OP_YIELDS;
    }
}

static bool thread_is_good(const pl_bt_mind* m, const uint32_t* words, uint32_t top);

static bool fork_is_good(const pl_bt_mind* m, const uint32_t* words, uint32_t at)
{
    const pl_op* op = &m->ops.data[at];
    bool has_running = op->kind != PL_BT_PARALLEL && op->kind != PL_BT_PARALLEL_ALL && op->kind != PL_BT_SERVICE &&
                       op->kind != PL_BT_NODE;
    bool waits = (words[op->cell] >> 16 & 3) != 0;
    if (op->kind == PL_BT_PARALLEL_ALL && words[op->cell + 5] > m->ops.count) return false;
    if (has_running && !waits && !is_child(m, at, (words[op->cell] & 0xFFFFu) - 1)) return false;
    for (uint32_t child = at + 1; child < op->next; child = m->ops.data[child].next) {
        if (!thread_is_good(m, words, child)) return false;
    }
    return true;
}

static bool thread_is_good(const pl_bt_mind* m, const uint32_t* words, uint32_t top)
{
    const pl_op* ops = m->ops.data;
    const uint32_t* thread = words + ops[top].thread;
    uint32_t position = (thread[PL_THREAD_POSITION] & 0xFFFFu) - 1;
    uint32_t stopper = thread[PL_THREAD_POSITION] >> 16;
    if (thread[PL_THREAD_POSITION] == 0) return true;
    if (position < top || position >= ops[top].next || ops[position].thread != ops[top].thread) return false;
    if (!is_position(&ops[position])) return false;
    if (stopper != 0 && !is_watch_of(m, position, stopper - 1)) return false;
    if (ops[position].kind == PL_BT_PLAN) return pl_plan_is_active(m, position, words);
    if (ops[position].kind == PL_BT_ACTION) return thread[PL_THREAD_PHASE] - 1 < 2;
    if (ops[position].kind == PL_BT_SEQUENCE_WITH_MEMORY) return words[ops[position].cell] != 0;
    if (ops[position].flags & PL_OP_YIELDS) return is_child(m, position, words[ops[position].cell] >> 16);
    return pl_op_is_fork((pl_bt_kind)ops[position].kind) ? fork_is_good(m, words, position) : true;
}

static ploy_status load(ploy_agent* agent, ploy_reader* reader)
{
    const pl_bt_mind* m = mind_of(agent);
    uint32_t* words = agent->mind_data;
    if (ploy_read_u64(reader) != m->layout_hash) return PLOY_INVALID;
    for (uint32_t i = 0; i < m->word_count; ++i) words[i] = ploy_read_u32(reader);
    bool is_good = !reader->failed && lasting_is_good(m, words) && thread_is_good(m, words, 0);
    if (!is_good) memset(words, 0, m->word_count * sizeof *words);
    return is_good ? pl_planner_load(agent, reader) : PLOY_INVALID;
}

static void save_shared(const ploy_mind* mind, ploy_writer* writer)
{
    const ploy_mind* planner = ((const pl_bt_mind*)mind)->planner;
    if (planner) planner->kind->save_shared(planner, writer);
}

static ploy_status load_shared(ploy_mind* mind, ploy_reader* reader)
{
    ploy_mind* planner = ((pl_bt_mind*)mind)->planner;
    return planner ? planner->kind->load_shared(planner, reader) : PLOY_OK;
}

// Why.

static void put(pl_text_writer* w, const char* text)
{
    pl_writer_add(w, "%s", text);
}

static bool is_wrapper(const pl_bt_mind* m, uint32_t at)
{
    return m->ops.data[at].kind == PL_BT_GUARD || m->ops.data[at].kind == PL_BT_POST;
}

// A node with conditions or scripts is several operations of one name.
static void put_path(pl_text_writer* t, const pl_bt_mind* m, uint32_t top, uint32_t at)
{
    if (at != top) {
        put_path(t, m, top, m->ops.data[at].parent);
        if (is_wrapper(m, m->ops.data[at].parent)) return;
        put(t, " > ");
    }
    put(t, m->sources.data[at].name);
}

static void put_thread(pl_text_writer* t, const ploy_agent* agent, uint32_t top)
{
    const pl_bt_mind* m = mind_of(agent);
    uint32_t word = ((const uint32_t*)agent->mind_data)[m->ops.data[top].thread];
    uint32_t position = (word & 0xFFFFu) - 1;
    if (word == 0) return;
    if (top != 0) put(t, "; ");
    put_path(t, m, top, position);
    if (word >> 16) put(t, " (being halted)");
    if (!pl_op_is_fork((pl_bt_kind)m->ops.data[position].kind)) return;
    for (uint32_t child = position + 1; child < m->ops.data[position].next; child = m->ops.data[child].next) {
        put_thread(t, agent, child);
    }
}

static void put_end(pl_text_writer* t, const ploy_agent* agent)
{
    uint32_t node, reason;
    if (!ploy_bt_failure(agent, &node, &reason)) {
        put(t, ploy_bt_outcome(agent) == PLOY_SUCCESS ? "the tree succeeded" : "the tree has not begun");
        return;
    }
    const char* why = pl_bindings_reason(mind_of(agent)->bindings, reason);
    put(t, "the tree failed at ");
    put(t, ploy_bt_mind_node_name(agent->mind, node));
    if (*why) put(t, ": ");
    put(t, why);
}

static size_t why(const ploy_agent* agent, char* to, size_t size)
{
    pl_text_writer t = pl_writer_begin(to, size);
    const pl_bt_mind* m = mind_of(agent);
    bool is_idle = ((const uint32_t*)agent->mind_data)[m->ops.data[0].thread] == 0;
    if (is_idle) {
        put_end(&t, agent);
    } else {
        put(&t, "running: ");
        put_thread(&t, agent, 0);
    }
    return t.length;
}

static ploy_status migrate(ploy_agent* agent, ploy_agent* old);

static const ploy_mind_class bt_class = {
    .name = "bt",
    .destroy = destroy,
    .begin = pl_planner_begin,
    .think = pl_planner_think,
    .work = work,
    .act = act,
    .end = end,
    .save = save,
    .load = load,
    .save_shared = save_shared,
    .load_shared = load_shared,
    .migrate = migrate,
    .why = why,
};

// A tree with the same layout continues where the old one was.
static ploy_status migrate(ploy_agent* agent, ploy_agent* old)
{
    const pl_bt_mind* m = mind_of(agent);
    bool is_bt = old->mind && old->mind->kind == &bt_class;
    bool fits = is_bt && !m->planner == !mind_of(old)->planner && mind_of(old)->layout_hash == m->layout_hash &&
                mind_of(old)->bindings == m->bindings;
    if (fits) {
        memcpy(agent->mind_data, old->mind_data, m->word_count * sizeof(uint32_t));
        pl_words_set((uint32_t*)agent->mind_data + PL_BT_SEEN, -1); // other keys may be watched now
    } else if (old->mind && old->mind->kind->end) {
        old->mind->kind->end(old);
    }
    return fits ? pl_planner_restore(agent, old) : pl_planner_begin(agent);
}

// Only now, because the list of ports no longer moves.
static void prepare_conditions(pl_bt_mind* m)
{
    for (uint32_t i = 0; i < m->ops.count; ++i) {
        if (m->ops.data[i].kind != PL_BT_CONDITION) continue;
        pl_bt_leaf* leaf = &m->leaves.data[m->ops.data[i].arg];
        const ploy_condition_def* def = leaf->condition;
        leaf->call = (ploy_call){
            .user = def->user,
            .ports = m->ports.data + leaf->ports,
            .port_count = def->port_count,
            .binding = leaf->binding,
        };
    }
}

// Gives each port that converts its key into a string or struct a place in the mind data. Returns the end of the last.
static uint32_t give_rooms(pl_bt_mind* m, const ploy_blackboard_keys* keys, uint32_t at)
{
    for (uint32_t i = 0; i < m->ports.count; ++i) {
        size_t bytes = pl_port_room(&m->ports.data[i], keys);
        if (bytes == 0) continue;
        m->ports.data[i].value = at;
        at += (uint32_t)bytes;
    }
    return at;
}

static bool is_parallel(const pl_bt_mind* m)
{
    bool parallel = !m->planner; // its searches are requested from act
    for (uint32_t i = 0; i < m->leaves.count; ++i) {
        const pl_bt_leaf* leaf = &m->leaves.data[i];
        parallel = parallel && (!leaf->activity || leaf->activity->parallel) && (!leaf->node || leaf->node->parallel);
    }
    return parallel;
}

// A utility that is wrong is reported by itself.
static ploy_status make_utilities(pl_bt_mind* m, const ploy_bt_mind_def* def, pl_reports* reports)
{
    if (!PL_ARRAY_RESERVE(&m->utilities, &m->allocator, def->utility_count)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < def->utility_count; ++i) {
        ploy_utility_def own = def->utilities[i];
        own.parts = pl_mind_parts_within(&own.parts, &def->parts);
        ploy_utility* utility;
        status = ploy_utility_create(&own, &utility, reports->error);
        if (status == PLOY_OK) m->utilities.data[m->utilities.count++] = utility;
        if (status == PLOY_INVALID) status = pl_reports_join(reports);
    }
    return status;
}

static ploy_status make(pl_bt_mind* m, const ploy_bt_mind_def* def, ploy_error* error)
{
    // Leaves without ports point into the list too, so it is there even when it is empty.
    if (!PL_ARRAY_RESERVE(&m->ports, &m->allocator, 1)) return PLOY_OUT_OF_MEMORY;
    pl_reports reports = pl_mind_reports(&def->parts, error);
    ploy_status status = make_utilities(m, def, &reports);
    if (status == PLOY_OK) status = pl_bt_compile(m, def, &reports);
    status = pl_reports_end(&reports, status);
    if (status == PLOY_OK) status = pl_bt_find_watched(m);
    if (status != PLOY_OK) return status;
    if (!pl_bt_lay_out(m)) {
        pl_error_set(error, 0, 0, "an agent would need more than %u bytes", PL_OP_NONE * 4);
        return pl_reports_end(&reports, PLOY_INVALID);
    }
    prepare_conditions(m);
    if (m->planner_count > 0) status = pl_bt_make_planner(m, def->planner, &def->parts, error);
    if (status != PLOY_OK) return pl_reports_end(&reports, status);
    m->planner_at = m->word_count * (uint32_t)sizeof(uint32_t);
    m->planner_bytes = m->planner ? (uint32_t)sizeof(ploy_agent) + m->planner->data_bytes : 0;
    m->base.data_bytes = give_rooms(m, def->parts.keys, m->planner_at + m->planner_count * m->planner_bytes);
    m->base.parallel = is_parallel(m);
    return PLOY_OK;
}

ploy_status ploy_bt_mind_create(const ploy_bt_mind_def* given, ploy_mind** mind, ploy_error* error)
{
    PL_NEED_ERROR(error, mind, PLOY_INVALID);
    *mind = NULL;
    PL_NEED_NAMED("def", error, given, PLOY_INVALID);
    ploy_bt_mind_def full = bt_mind_with_defaults(given);
    const ploy_bt_mind_def* def = &full;
    PL_NEED_ERROR(error, def->trees, PLOY_INVALID);
    PL_NEED_ERROR(error, def->parts.bindings, PLOY_INVALID);
    PL_ASSERT(def->tree_count > 0);
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_bt_mind* m = PL_NEW(&def->parts.allocator, pl_bt_mind);
    if (m) {
        m->base.kind = &bt_class;
        m->allocator = def->parts.allocator;
        m->held = pl_held_take(&def->parts);
        m->bindings = def->parts.bindings;
        m->max_loops = def->max_loops;
        pl_arena_init(&m->arena, &m->allocator, 4096);
    }
    ploy_status status = m ? make(m, def, error) : PLOY_OUT_OF_MEMORY;
    if (status == PLOY_OUT_OF_MEMORY) pl_error_set(error, 0, 0, "out of memory");
    if (status == PLOY_OK) {
        *mind = &m->base;
    } else if (m) {
        destroy(&m->base);
    }
    return status;
}

// Queries.

#define bt_of(mind) bt_for(__func__, mind)

static const pl_bt_mind* bt_for(const char* function, const ploy_mind* mind)
{
    bool mind_is_bt = mind && mind->kind == &bt_class;
    PL_ASSERT_FOR(function, mind_is_bt);
    return (const pl_bt_mind*)mind;
}

uint32_t ploy_bt_mind_node_count(const ploy_mind* mind)
{
    PL_NEED(mind, 0);
    return bt_of(mind)->ops.count;
}

const char* ploy_bt_mind_node_name(const ploy_mind* mind, uint32_t node)
{
    PL_NEED(mind, "");
    PL_ASSERT(node < bt_of(mind)->ops.count);
    return bt_of(mind)->sources.data[node].name;
}

const ploy_mind* pl_bt_mind_planner(const ploy_mind* mind)
{
    return bt_of(mind)->planner;
}

static const char* element_of(const pl_bt_mind* m, const pl_op* op)
{
    const pl_bt_leaf* leaf = m->leaves.data + op->arg;
    switch (op->kind) {
    case PL_BT_ACTION:
        return leaf->activity->name;
    case PL_BT_CONDITION:
        return leaf->condition->name;
    case PL_BT_NODE:
        return leaf->node->name;
    case PL_BT_LACKING:
        return pl_bt_kind_element((pl_bt_kind)m->lacks.data[op->arg].kind);
    case PL_BT_SEQUENCE:
        return pl_bt_kind_element(op->flags & PL_OP_YIELDS ? PL_BT_ASYNC_SEQUENCE : PL_BT_SEQUENCE);
    case PL_BT_FALLBACK:
        return pl_bt_kind_element(op->flags & PL_OP_YIELDS ? PL_BT_ASYNC_FALLBACK : PL_BT_FALLBACK);
    default:
        return pl_bt_kind_element((pl_bt_kind)op->kind);
    }
}

ploy_bt_node ploy_bt_mind_get_node(const ploy_mind* mind, uint32_t node)
{
    PL_NEED(mind, (ploy_bt_node){0});
    const pl_bt_mind* m = bt_of(mind);
    PL_ASSERT(node < m->ops.count);
    const pl_op* op = &m->ops.data[node];
    ploy_bt_node info = {.element = element_of(m, op), .parent = op->parent, .line = m->sources.data[node].line};
    if (op->parent == PL_OP_NONE) info.parent = PLOY_NONE;
    for (uint32_t child = node + 1; child < op->next; child = m->ops.data[child].next) ++info.child_count;
    return info;
}

ploy_outcome ploy_bt_outcome(const ploy_agent* agent)
{
    PL_NEED(agent, PLOY_FAILURE);
    bt_of(agent->mind);
    return (ploy_outcome)(((const uint32_t*)agent->mind_data)[PL_BT_END] & 0xFFFFu);
}

typedef struct leaf_list
{
    uint32_t* nodes;
    uint32_t capacity, count;
} leaf_list;

static void find_running(leaf_list* list, const ploy_agent* agent, uint32_t top)
{
    const pl_bt_mind* m = mind_of(agent);
    uint32_t word = ((const uint32_t*)agent->mind_data)[m->ops.data[top].thread];
    if (word == 0) return;
    uint32_t position = (word & 0xFFFFu) - 1;
    if (!pl_op_is_fork((pl_bt_kind)m->ops.data[position].kind)) {
        if (list->count < list->capacity) list->nodes[list->count] = position;
        list->count++;
        return;
    }
    for (uint32_t child = position + 1; child < m->ops.data[position].next; child = m->ops.data[child].next) {
        find_running(list, agent, child);
    }
}

uint32_t ploy_bt_running(const ploy_agent* agent, uint32_t* nodes, uint32_t capacity)
{
    PL_NEED(agent, 0);
    bt_of(agent->mind);
    leaf_list list = {nodes, nodes ? capacity : 0, 0};
    find_running(&list, agent, 0);
    return list.count;
}

bool ploy_bt_failure(const ploy_agent* agent, uint32_t* node, uint32_t* reason)
{
    PL_NEED(agent, false);
    const uint32_t* words = agent->mind_data;
    if (ploy_bt_outcome(agent) != PLOY_FAILURE) return false;
    if (node) *node = (words[PL_BT_END] >> 16) - 1;
    if (reason) *reason = words[PL_BT_END_REASON];
    return true;
}
