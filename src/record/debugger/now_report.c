// What an agent was doing at the end of the tick, whatever kind of mind it has: the member "now" of an answer, and a
// sentence about it when the last decision is over.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <ploy/explain.h>

#include "record/debugger/debugger.h"

// Names.

static const ploy_domain* domain_of(const pl_debug_run* run)
{
    return run->replay ? run->replay->domain : NULL;
}

// The index'th "task NAME" of a task network's description.
static bool find_task(const pl_debug_run* run, uint32_t index, char* text, size_t size)
{
    static const char word[] = "task ";
    pl_note_lines lines;
    if (!pl_note_open_description(run, &lines)) return false;
    while (pl_note_next(&lines, text, size)) {
        if (strncmp(text, word, sizeof word - 1) != 0 || index-- > 0) continue;
        memmove(text, text + sizeof word - 1, strlen(text) - (sizeof word - 1) + 1);
        return true;
    }
    return false;
}

const char* pl_now_goal(const pl_debug_run* run, uint32_t goal, char* text, size_t size)
{
    const ploy_domain* domain = domain_of(run);
    const pl_debugger_mind* mind = pl_debugger_mind_of(run->debugger, run->agent);
    if (mind && !mind->plans && find_task(run, goal, text, size)) return text;
    bool is_known = domain && mind->plans && goal < ploy_domain_goal_count(domain);
    if (is_known) snprintf(text, size, "%s", ploy_domain_goal(domain, goal).name);
    if (!is_known) snprintf(text, size, "goal %" PRIu32, goal);
    return text;
}

const char* pl_now_step(const pl_debug_run* run, const pl_logged_step* logged, char* text, size_t size)
{
    const ploy_domain* domain = domain_of(run);
    ploy_step step = {.action = PLOY_NONE};
    if (domain && logged->ground != PLOY_NONE) step = ploy_domain_grounded(domain, logged->ground);
    if (step.action != PLOY_NONE) {
        ploy_action_print(domain, step.action, step.args, text, size);
    } else {
        snprintf(text, size, "action %" PRIu32, logged->action);
    }
    return text;
}

static const char* action_name(const pl_debug_run* run, char* text, size_t size)
{
    return pl_now_step(run, &(pl_logged_step){run->log->action, run->log->ground}, text, size);
}

// JSON.

static void put_since(pl_text* json, const char* key, const char* name, uint64_t since)
{
    pl_json_open(json, key, '{');
    pl_json_string(json, "name", name);
    pl_json_count(json, "since", since);
    pl_json_close(json, '}');
}

static void put_goal(pl_debug_run* run, const pl_agent_log* log)
{
    char name[512];
    if (log->goal == PLOY_NONE) {
        pl_json_null(&run->json, "goal");
        return;
    }
    pl_json_open(&run->json, "goal", '{');
    pl_json_string(&run->json, "name", pl_now_goal(run, log->goal, name, sizeof name));
    pl_json_count(&run->json, "since", log->goal_since);
    pl_json_flag(&run->json, "held", log->is_held);
    pl_json_close(&run->json, '}');
}

static void put_plan(pl_debug_run* run, const pl_logged_plan* plan)
{
    char name[512];
    if (!plan->is_one) {
        pl_json_null(&run->json, "plan");
        return;
    }
    pl_json_open(&run->json, "plan", '{');
    pl_json_string(&run->json, "goal", pl_now_goal(run, plan->goal, name, sizeof name));
    pl_json_open(&run->json, "steps", '[');
    for (uint32_t i = 0; i < plan->steps.count; ++i) {
        pl_json_string(&run->json, NULL, pl_now_step(run, &plan->steps.data[i], name, sizeof name));
    }
    pl_json_close(&run->json, ']');
    pl_json_count(&run->json, "done", plan->done);
    pl_json_flag(&run->json, "broken", plan->is_broken);
    pl_json_close(&run->json, '}');
}

static void put_activities(pl_debug_run* run, const pl_agent_log* log)
{
    char name[256];
    pl_json_open(&run->json, "activities", '[');
    for (uint32_t i = 0; i < log->activities.count; ++i) {
        const pl_logged_activity* running = &log->activities.data[i];
        put_since(&run->json, NULL, pl_note_line(run, "activities", running->activity, name, sizeof name),
                  running->since);
    }
    pl_json_close(&run->json, ']');
}

static bool is_fuzzy(const pl_debug_run* run)
{
    const pl_debugger_mind* mind = pl_debugger_mind_of(run->debugger, run->agent);
    return mind && strcmp(mind->type, "fuzzy") == 0;
}

ploy_status pl_report_now(pl_debug_run* run)
{
    const pl_agent_log* log = run->log;
    char name[512];
    pl_json_open(&run->json, "now", '{');
    pl_json_string(&run->json, "absent", log->absent);
    put_goal(run, log);
    if (log->action == PLOY_NONE)
        pl_json_null(&run->json, "action");
    else
        put_since(&run->json, "action", action_name(run, name, sizeof name), log->action_since);
    put_plan(run, &log->plan);
    if (log->state == PLOY_NONE || is_fuzzy(run))
        pl_json_null(&run->json, "state");
    else
        put_since(&run->json, "state", pl_mind_part_name(run, run->agent, log->state, name, sizeof name),
                  log->state_since);
    if (log->option == PLOY_NONE)
        pl_json_null(&run->json, "option");
    else
        put_since(&run->json, "option", pl_mind_part_name(run, run->agent, log->option, name, sizeof name),
                  log->option_since);
    put_activities(run, log);
    pl_json_close(&run->json, '}');
    return PLOY_OK;
}

// The decision that the rest of the answer is about.

// "does Patrol and Watch", "does nothing".
static void add_doing(pl_debug_run* run)
{
    const pl_agent_log* log = run->log;
    char name[512];
    if (log->action != PLOY_NONE) {
        pl_text_add(&run->text, "does %s", action_name(run, name, sizeof name));
        return;
    }
    pl_text_add(&run->text, log->activities.count > 0 ? "does " : "does nothing");
    for (uint32_t i = 0; i < log->activities.count; ++i) {
        pl_text_add(&run->text, "%s%s", i > 0 ? " and " : "",
                    pl_note_line(run, "activities", log->activities.data[i].activity, name, sizeof name));
    }
}

void pl_report_force(pl_debug_run* run)
{
    const pl_agent_log* log = run->log;
    const pl_decision* d = run->decision;
    char name[512];
    bool is_waiting = d->goal != PLOY_NONE && !d->is_ended;
    bool has_failed = d->is_ended && d->status != PLOY_FOUND && d->status != PLOY_ALREADY;
    bool is_in_force = !log->absent && (log->goal == d->goal || is_waiting || has_failed);
    pl_json_flag(&run->json, "in_force", is_in_force);
    if (is_in_force) return;
    pl_text_add(&run->text, "%s ", run->agent->name);
    if (log->absent) {
        pl_text_add(&run->text, "has been %s since tick %" PRIu64, log->absent, log->absent_since);
    } else {
        add_doing(run);
        if (log->goal != PLOY_NONE)
            pl_text_add(&run->text, " for %s", pl_now_goal(run, log->goal, name, sizeof name));
        else
            pl_text_add(&run->text, " and pursues no goal");
    }
    pl_text_add(&run->text, ". The decision below is over.\n");
}
