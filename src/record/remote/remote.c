#include "record/remote/remote.h"

#include <stdio.h>
#include <string.h>

#include "agent/world.h"
#include "base/check.h"
#include "base/error.h"
#include "mind/bt/bt.h"
#include "mind/htn/htn.h"
#include "mind/htn/htn_mind.h"
#include "trace/emit.h"

// Life.

static void destroy_parts(ploy_remote* remote)
{
    const ploy_allocator allocator = remote->allocator;
    PL_ARRAY_FREE(&remote->breaks, &allocator);
    PL_ARRAY_FREE(&remote->alternations, &allocator);
    PL_ARRAY_FREE(&remote->held, &allocator);
    PL_ARRAY_FREE(&remote->disabled, &allocator);
    PL_ARRAY_FREE(&remote->words.chars, &allocator);
    pl_text_destroy(&remote->answer);
    pl_text_destroy(&remote->event);
    pl_text_destroy(&remote->queue);
}

// With the world.
static void close_remote(void* data)
{
    ploy_remote_destroy(data);
}

ploy_status ploy_remote_create(const ploy_remote_def* def, ploy_remote** made)
{
    PL_NEED(def, PLOY_INVALID);
    PL_NEED_NAMED("remote", NULL, made, PLOY_INVALID);
    *made = NULL;
    ploy_world* world = def->world;
    PL_NEED_NAMED("def->world", NULL, world, PLOY_INVALID);
    PL_WORLD_IDLE(world, PLOY_NOT_SUPPORTED);
    pl_world_extension* extension = pl_world_extend(world, PL_WORLD_REMOTE);
    if (extension->data) return PLOY_NOT_SUPPORTED;
    ploy_remote* remote = PL_NEW(&world->allocator, ploy_remote);
    if (!remote) return PLOY_OUT_OF_MEMORY;
    remote->allocator = world->allocator;
    remote->def = *def;
    remote->world = world;
    pl_text_init(&remote->answer, &remote->allocator);
    pl_text_init(&remote->event, &remote->allocator);
    pl_text_init(&remote->queue, &remote->allocator);
    remote->answer.is_line = remote->queue.is_line = true;
    remote->inner = world->def.trace;
    remote->tee = (ploy_trace){pl_remote_emit, remote, PLOY_TRACE_BASIC, false};
    if (remote->inner && remote->inner->level > PLOY_TRACE_BASIC) remote->tee.level = remote->inner->level;
    remote->tee.wants_values = remote->inner && remote->inner->wants_values;
    pl_world_set_trace(world, &remote->tee);
    *extension = (pl_world_extension){.data = remote, .after_tick = pl_remote_after_tick, .close = close_remote};
    *made = remote;
    return PLOY_OK;
}

void ploy_remote_destroy(ploy_remote* remote)
{
    if (!remote) return;
    PL_WORLD_IDLE(remote->world, );
    pl_remote_undo(remote);
    pl_remote_clear_all(remote);
    pl_world_set_trace(remote->world, remote->inner);
    *pl_world_extend(remote->world, PL_WORLD_REMOTE) = (pl_world_extension){0};
    destroy_parts(remote);
    ploy_allocator allocator = remote->allocator;
    PL_DELETE(&allocator, remote);
}

void ploy_remote_detach(ploy_remote* remote)
{
    PL_NEED(remote, );
    pl_remote_clear_all(remote);
    PL_ARRAY_CLEAR(&remote->queue.chars);
    remote->is_paused = false;
    remote->steps = 0;
}

// What the other files use.

ploy_status pl_remote_fail(ploy_remote* remote, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    pl_error_set_list(&remote->error, 0, 0, format, list);
    va_end(list);
    return PLOY_INVALID;
}

char* pl_remote_copy(ploy_remote* remote, const char* text)
{
    size_t bytes = strlen(text) + 1;
    char* copy = pl_alloc(&remote->allocator, bytes);
    if (copy) memcpy(copy, text, bytes);
    return copy;
}

void pl_remote_free(ploy_remote* remote, char* text)
{
    if (text) pl_free(&remote->allocator, text, strlen(text) + 1);
}

const ploy_domain* pl_remote_domain(const ploy_mind* mind)
{
    if (mind && strcmp(mind->kind->name, "bt") == 0) mind = pl_bt_mind_planner(mind);
    if (!mind) return NULL;
    if (strcmp(mind->kind->name, "htn") == 0) return ploy_htn_domain(((const pl_htn_mind*)mind)->htn);
    return strcmp(mind->kind->name, "goap") == 0 ? ploy_goap_domain(mind) : NULL;
}

// "#12" is 12; 0: it is no number.
static uint32_t number_of(const char* word)
{
    uint64_t number = 0;
    if (*word++ != '#' || !*word) return 0;
    for (; *word; ++word) {
        if (*word < '0' || *word > '9') return 0;
        number = number * 10 + (uint64_t)(*word - '0');
        if (number > UINT32_MAX - 1) return 0;
    }
    return (uint32_t)number;
}

// The name that is most similar, for the hint.
static ploy_agent* find_by_name(ploy_remote* remote, const char* word)
{
    char name[128], best[128] = "";
    uint32_t distance = UINT32_MAX;
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(remote->world, id)).index1 != 0) {
        ploy_agent* agent = ploy_world_agent(remote->world, id);
        pl_remote_name(remote, agent, name, sizeof name);
        if (strcmp(name, word) == 0) return agent;
        pl_similar similar = pl_similar_begin(word);
        pl_similar_offer(&similar, name);
        if (!similar.best || similar.distance >= distance) continue;
        distance = similar.distance;
        memcpy(best, name, sizeof best);
    }
    pl_remote_fail(remote, "there is no agent '%s'", word);
    if (*best) pl_error_hint(&remote->error, "did you mean '%s'?", best);
    return NULL;
}

ploy_agent* pl_remote_find_agent(ploy_remote* remote, const char* word)
{
    uint32_t number = number_of(word);
    if (number == 0) return find_by_name(remote, word);
    bool is_place = number <= pl_id_pool_end(&remote->world->ids);
    ploy_agent* agent = is_place ? pl_world_agent(remote->world, number - 1) : NULL;
    if (!agent || agent->id.index1 == 0) return pl_remote_fail(remote, "there is no agent '%s'", word), NULL;
    return agent;
}

// Pausing.

bool ploy_remote_may_tick(ploy_remote* remote)
{
    PL_NEED(remote, true);
    if (!remote->is_paused) return true;
    if (remote->steps == 0) {
        pl_world_extension* record = pl_world_extend(remote->world, PL_WORLD_RECORDING);
        if (record->data && record->flush) record->flush(record->data); // who follows it sees where the world stands
        return false;
    }
    --remote->steps;
    remote->is_stepping = true;
    return true;
}

static ploy_status do_pause(ploy_remote* remote)
{
    remote->is_paused = true;
    remote->steps = 0;
    return PLOY_OK;
}

static ploy_status do_resume(ploy_remote* remote)
{
    remote->is_paused = false;
    remote->steps = 0;
    return PLOY_OK;
}

static ploy_status do_step(ploy_remote* remote)
{
    int64_t ticks = 1;
    if (remote->words.count > 1) {
        bool is_number = pl_value_parse_int(remote->words.words[1], &ticks);
        if (!is_number || ticks < 1) return pl_remote_fail(remote, "step takes a number of ticks, at least 1");
    }
    remote->is_paused = true;
    remote->steps = (uint64_t)ticks;
    return PLOY_OK;
}

const char* ploy_remote_next_event(ploy_remote* remote)
{
    PL_NEED(remote, NULL);
    const char* queue = pl_text_string(&remote->queue);
    if (!*queue) return NULL;
    size_t length = strcspn(queue, "\n");
    PL_ARRAY_CLEAR(&remote->event.chars);
    pl_text_add(&remote->event, "%.*s", (int)length, queue);
    uint32_t rest = remote->queue.chars.count - (uint32_t)length - 1;
    memmove(remote->queue.chars.data, queue + length + 1, rest + 1);
    remote->queue.chars.count = rest;
    return remote->event.failed ? NULL : pl_text_string(&remote->event);
}

// The table.

typedef ploy_status command_fn(ploy_remote* remote);

typedef struct remote_command
{
    const char* name;
    const char* usage;
    uint32_t min, max; // arguments
    uint32_t agent;    // the argument that is an agent or world, for the trace; 0: none
    bool changes;      // the world
    command_fn* run;
} remote_command;

static command_fn do_help;

static const remote_command commands[] = {
    {"help", "", 0, 0, 0, false, do_help},
    {"status", "", 0, 0, 0, false, pl_remote_status},
    {"agents", "", 0, 0, 0, false, pl_remote_agents},
    {"agent", "AGENT", 1, 1, 0, false, pl_remote_agent},
    {"pause", "", 0, 0, 0, false, do_pause},
    {"resume", "", 0, 0, 0, false, do_resume},
    {"step", "[TICKS]", 0, 1, 0, false, do_step},
    {"break", "goal|action|state|node|condition|dither [NAME] [AGENT]", 1, 3, 0, false, pl_remote_break},
    {"clear", "[NUMBER]", 0, 1, 0, false, pl_remote_clear},
    {"set", "AGENT KEY VALUE", 3, 3, 1, true, pl_remote_set},
    {"unset", "AGENT KEY", 2, 2, 1, true, pl_remote_unset},
    {"hold", "AGENT KEY VALUE", 3, 3, 1, true, pl_remote_hold},
    {"release", "AGENT KEY", 2, 2, 1, true, pl_remote_release},
    {"disable", "ACTION", 1, 1, 0, true, pl_remote_disable},
    {"enable", "ACTION", 1, 1, 0, true, pl_remote_enable},
    {"goal", "AGENT GOAL [OBJECT...]", 2, 2 + PLOY_MAX_ARGS, 1, true, pl_remote_goal},
    {"abort", "AGENT", 1, 1, 1, true, pl_remote_abort},
    {"cost", "ACTION EXPRESSION", 2, 2, 0, true, pl_remote_cost},
    {"priority", "GOAL EXPRESSION", 2, 2, 0, true, pl_remote_priority},
    {"load", "NAME TEXT", 2, 2, 0, true, pl_remote_load},
};

enum
{
    COMMANDS = sizeof commands / sizeof *commands,
};

static ploy_status do_help(ploy_remote* remote)
{
    char line[128];
    pl_json_open(&remote->answer, "commands", '[');
    for (uint32_t i = 0; i < COMMANDS; ++i) {
        snprintf(line, sizeof line, "%s%s%s", commands[i].name, *commands[i].usage ? " " : "", commands[i].usage);
        pl_json_string(&remote->answer, NULL, line);
    }
    pl_json_close(&remote->answer, ']');
    return PLOY_OK;
}

static const remote_command* find_command(ploy_remote* remote)
{
    const char* name = remote->words.words[0];
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < COMMANDS; ++i) {
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
        pl_similar_offer(&similar, commands[i].name);
    }
    pl_remote_fail(remote, "there is no command '%s'", name);
    pl_similar_hint(&similar, &remote->error);
    return NULL;
}

// Commands in the trace.

enum
{
    WORD_BYTES = 6,
    PART_BYTES = 3 * WORD_BYTES,
};

static void trace_text(const ploy_trace* trace, const char* text, size_t count)
{
    for (size_t at = 0; at < count; at += PART_BYTES) {
        ploy_trace_event event = {PLOY_TRACE_COMMAND_TEXT, 0, {at}};
        for (size_t i = 0; i < PART_BYTES && at + i < count; ++i) {
            event.args[1 + i / WORD_BYTES] |= (uint64_t)(unsigned char)text[at + i] << 8 * (i % WORD_BYTES);
        }
        pl_trace_emit(trace, &event);
    }
    pl_trace_emit(trace, &(ploy_trace_event){PLOY_TRACE_COMMAND, 0, {count}});
}

// The command as it is given again: agents by number, since names are the game's.
static void trace_command(ploy_remote* remote, const remote_command* command, uint32_t agent)
{
    if (!pl_trace_wants(remote->inner, PLOY_TRACE_BASIC)) return;
    pl_text text;
    pl_text_init(&text, &remote->allocator);
    pl_text_add(&text, "%s", command->name);
    for (uint32_t i = 1; i < remote->words.count; ++i) {
        pl_text_add(&text, " ");
        if (i == command->agent && agent > 0) {
            pl_text_add(&text, "#%u", (unsigned)agent);
        } else {
            text.depth = 0;
            pl_json_string(&text, NULL, remote->words.words[i]);
        }
    }
    if (text.failed) pl_log("ploy_remote_request: out of memory; the recording lacks a command");
    if (!text.failed) trace_text(remote->inner, pl_text_string(&text), text.chars.count);
    pl_text_destroy(&text);
}

// Requests.

static ploy_status execute(ploy_remote* remote, const char* line, size_t bytes)
{
    ploy_status status = pl_command_split(&remote->words, &remote->allocator, line, bytes, &remote->error);
    if (status != PLOY_OK) return status;
    if (remote->words.count == 0) return pl_remote_fail(remote, "the command is empty");
    const remote_command* command = find_command(remote);
    if (!command) return PLOY_INVALID;
    uint32_t count = remote->words.count - 1;
    if (count < command->min || count > command->max) {
        pl_remote_fail(remote, "%s: %s", command->name, count < command->min ? "an argument is missing" : "too many arguments");
        pl_error_hint(&remote->error, "%s %s", command->name, command->usage);
        return PLOY_INVALID;
    }
    // Its number now: the agent may be gone afterwards.
    uint32_t agent = 0;
    if (command->agent > 0 && strcmp(remote->words.words[command->agent], "world") != 0) {
        const ploy_agent* found = pl_remote_find_agent(remote, remote->words.words[command->agent]);
        if (!found) return PLOY_INVALID;
        agent = found->id.index1;
    }
    pl_json_string(&remote->answer, "command", command->name);
    status = command->run(remote);
    if (status == PLOY_OK && command->changes) trace_command(remote, command, agent);
    return status;
}

static void restart_answer(ploy_remote* remote, bool is_ok)
{
    PL_ARRAY_CLEAR(&remote->answer.chars);
    remote->answer.depth = 0;
    remote->answer.has_items = 0;
    remote->answer.failed = false;
    pl_json_open(&remote->answer, NULL, '{');
    pl_json_flag(&remote->answer, "ok", is_ok);
}

const char* ploy_remote_request(ploy_remote* remote, const char* line, size_t bytes)
{
    PL_NEED(remote, "");
    PL_NEED(line, "");
    PL_WORLD_IDLE(remote->world, "{\"ok\": false, \"error\": \"not inside a tick\"}");
    pl_error_clear(&remote->error);
    restart_answer(remote, true);
    ploy_status status = execute(remote, line, bytes);
    if (status != PLOY_OK) {
        bool has_message = remote->error.message[0] != '\0';
        restart_answer(remote, false);
        pl_json_string(&remote->answer, "error", has_message ? remote->error.message : ploy_status_text(status));
        if (remote->error.hint[0]) pl_json_string(&remote->answer, "hint", remote->error.hint);
        if (remote->error.line > 0) pl_json_count(&remote->answer, "line", remote->error.line);
        if (remote->error.column > 0) pl_json_count(&remote->answer, "column", remote->error.column);
    }
    pl_json_close(&remote->answer, '}');
    return remote->answer.failed ? "{\"ok\": false, \"error\": \"out of memory\"}" : pl_text_string(&remote->answer);
}
