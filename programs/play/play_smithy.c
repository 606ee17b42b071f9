// `ploy play smithy`.

#include <stdlib.h>
#include <string.h>

#include "games/smithy/save.h"
#include "games/smithy/smithy.h"
#include "programs/cli/plan_status.h"
#include "programs/play/plan_timer.h"
#include "programs/play/play.h"
#include "programs/play/smithy_screen.h"

static const char page[] =
    "NAME\n"
    "  ploy play smithy - weapon smiths that plan their work\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy play smithy [--smiths N] [--minutes M] [--data FILE] [--first] [--seed N]\n"
    "                   [--workers N] [--record FILE] [--view] [--watch] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Smiths fetch ore and wood, keep smelter, cutter and stocks full, put weapons together\n"
    "  and empty the output. Their actions and goals are in games/smithy/data/smithy.xml. They\n"
    "  share one smithy and do not take what another smith has claimed.\n"
    "\n"
    "OPTIONS\n"
    "  --smiths N         1 to 64 (default 3)\n"
    "  --minutes M        of the game (default 10)\n"
    "  --data FILE        another file of symbols, actions and goals\n"
    "  --first            only print a plan for each goal from the start state\n" PLAY_PAGE
    "                     weapons, goals_reached, plans, plan_ns_mean, plan_ns_worst,\n"
    "                     idle_share (ticks without an action though there is a plan for a\n"
    "                     goal), smiths (each goals_reached, working_share, idle_share), actions\n"
    "                     and goals (name to count); with --first only plans (each goal, status,\n"
    "                     cost, steps)\n"
    "\n"
    "EXAMPLES\n"
    "  ploy play smithy --watch\n"
    "  ploy play smithy --smiths 8 --minutes 60 --seed 7 --json\n";

static int run(int argc, char** argv);
const command play_smithy = {"play smithy", "weapon smiths that plan their work", page, run};

typedef struct smithy_session
{
    play_session play;
    smithy_def def;
    smithy* game;
    plan_timer timer;
    uint32_t minutes;
    const char* data; // file name, or NULL
    uint32_t stock;   // kind of event
    uint32_t frames;  // key frames when all stocks were recorded last
    uint32_t recorded[STORE_COUNT];
} smithy_session;

static void print_plan_json(json* j, const smithy* game, const ploy_plan* plan)
{
    json_object(j, NULL);
    json_text(j, "goal", ploy_domain_goal(game->domain, plan->goal).name);
    json_text(j, "status", plan_status_name(plan->status));
    if (plan->status == PLOY_FOUND) {
        json_fixed(j, "cost", plan->cost);
        json_array(j, "steps");
        for (uint32_t i = 0; i < plan->step_count; i++)
            json_text(j, NULL, ploy_domain_action(game->domain, plan->steps[i].action).name);
        json_close(j);
    }
    json_close(j);
}

static void print_plan(const smithy* game, const ploy_plan* plan)
{
    char text[24];
    const char* goal = ploy_domain_goal(game->domain, plan->goal).name;
    if (plan->status != PLOY_FOUND) {
        printf("%s: %s\n", goal, ploy_status_text(plan->status));
        return;
    }
    printf("%s, cost %s:\n", goal, print_fixed(plan->cost, text));
    for (uint32_t i = 0; i < plan->step_count; i++)
        printf("  %u. %s\n", i + 1, ploy_domain_action(game->domain, plan->steps[i].action).name);
}

// --first: the plans only.
static int print_first(smithy_session* s)
{
    smithy* game = s->game;
    ploy_plan_query query = {0};
    query.start = smithy_state(game, &game->smiths[0]);
    query.agent = ploy_world_agent(game->world, game->smiths[0].id);
    query.options.no_two_moves = true;
    json j = {0};
    if (s->play.json) {
        j = play_json(&s->play, game->ticks, smithy_hash(game));
        json_array(&j, "plans");
    }
    for (query.goal = 0; query.goal < ploy_domain_goal_count(game->domain); query.goal++) {
        const ploy_plan* plan = ploy_planner_plan(game->judge, &query);
        s->play.json ? print_plan_json(&j, game, plan) : print_plan(game, plan);
    }
    if (s->play.json) {
        json_close(&j);
        json_end(&j);
    }
    return ANSWER_DONE;
}

static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

static uint64_t total_idle(const smithy* game)
{
    uint64_t idle = 0;
    for (uint32_t i = 0; i < game->smith_count; i++) idle += game->smiths[i].idle;
    return idle;
}

static uint64_t total_goals(const smithy* game)
{
    uint64_t reached = 0;
    for (uint32_t i = 0; i < ploy_domain_goal_count(game->domain); i++) reached += game->goals_reached[i];
    return reached;
}

static void print_smiths(json* j, const smithy* game)
{
    json_array(j, "smiths");
    for (uint32_t i = 0; i < game->smith_count; i++) {
        json_object(j, NULL);
        json_count(j, "goals_reached", game->smiths[i].goals_reached);
        json_share(j, "working_share", share(game->smiths[i].working, game->ticks));
        json_share(j, "idle_share", share(game->smiths[i].idle, game->ticks));
        json_close(j);
    }
    json_close(j);
}

static void print_counts(json* j, const smithy* game)
{
    json_object(j, "actions");
    for (uint32_t i = 0; i < ploy_domain_action_count(game->domain); i++)
        json_count(j, ploy_domain_action(game->domain, i).name, game->actions_done[i]);
    json_close(j);
    json_object(j, "goals");
    for (uint32_t i = 0; i < ploy_domain_goal_count(game->domain); i++)
        json_count(j, ploy_domain_goal(game->domain, i).name, game->goals_reached[i]);
    json_close(j);
}

static void print_json(smithy_session* s)
{
    const smithy* game = s->game;
    json j = play_json(&s->play, game->ticks, smithy_hash(game));
    json_count(&j, "weapons", game->stock.sold);
    json_count(&j, "goals_reached", total_goals(game));
    json_count(&j, "plans", s->timer.plans);
    json_real(&j, "plan_ns_mean", plan_timer_mean(&s->timer));
    json_count(&j, "plan_ns_worst", s->timer.worst);
    json_share(&j, "idle_share", share(total_idle(game), game->ticks * game->smith_count));
    print_smiths(&j, game);
    print_counts(&j, game);
    json_end(&j);
}

static void print_result(smithy_session* s)
{
    const smithy* game = s->game;
    printf("%u minutes, %u smiths: %u weapons, %u goals reached, %u plans (%.1f us on average, %.1f us at most)\n",
           s->minutes, game->smith_count, (unsigned)game->stock.sold, (unsigned)total_goals(game),
           (unsigned)s->timer.plans, plan_timer_mean(&s->timer) / 1e3, (double)s->timer.worst / 1e3);
    for (uint32_t i = 0; i < game->smith_count; i++)
        printf("  smith %u: working %.0f %%, reached %u goals\n", i + 1,
               100 * share(game->smiths[i].working, game->ticks), (unsigned)game->smiths[i].goals_reached);
    if (!s->play.watch) printf("try --watch to see it, --first for the plans only\n");
}

// Recording.

static void name_smith(void* user, const ploy_agent* agent, char* text, size_t size)
{
    (void)user;
    snprintf(text, size, "smith %u", agent->id.index1);
}

static ploy_status save_smithy(void* game, ploy_writer* writer)
{
    return smithy_save(game, writer);
}

static ploy_status load_smithy(void* game, ploy_reader* reader, ploy_error* error)
{
    return smithy_load(game, reader, error);
}

static void record_map(smithy_session* s)
{
    char text[SHOP_HEIGHT * (SHOP_WIDTH + 1) + 1024];
    size_t used = (size_t)snprintf(text, sizeof text, "cells %d %d\n", SHOP_WIDTH, SHOP_HEIGHT);
    for (uint32_t y = 0; y < SHOP_HEIGHT; y++, used += SHOP_WIDTH + 1) {
        memset(text + used, '.', SHOP_WIDTH);
        text[used + SHOP_WIDTH] = '\n';
    }
    for (uint32_t place = SHOP_MINE; place < SHOP_PLACE_COUNT; place++) {
        shop_point at = s->game->stock.places[place];
        used += (size_t)snprintf(text + used, sizeof text - used, "place %d %d %s\n", (int)at.x, (int)at.y,
                                 shop_place_name((shop_place)place));
    }
    for (uint32_t i = 0; i < STORE_COUNT; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "store %u %u %s\n",
                                 (unsigned)shop_store_place((shop_store)i), s->game->stock.size[i],
                                 shop_store_name((shop_store)i));
    play_record_map(&s->play, text);
    s->stock = play_record_kind(&s->play, "stock", 2, (const char*[]){"store", "count"});
}

// When they change, and all of them after a key frame.
static void record_stocks(smithy_session* s)
{
    const uint32_t* count = s->game->stock.count;
    bool is_all = s->frames != play_record_frames(&s->play);
    s->frames = play_record_frames(&s->play);
    for (uint32_t i = 0; i < STORE_COUNT; i++) {
        if (!is_all && s->recorded[i] == count[i]) continue;
        s->recorded[i] = count[i];
        play_record_event(&s->play, s->stock, 0, (int64_t[4]){i + 1, count[i]});
    }
}

static void record_positions(smithy_session* s)
{
    for (uint32_t i = 0; i < s->game->smith_count; i++) {
        const smith* who = &s->game->smiths[i];
        play_record_position(&s->play, who->id.index1, who->position.x, who->position.y);
    }
}

static int begin_remote(smithy_session* s)
{
    play_remote_def def = {.world = s->game->world, .name = name_smith, .load = smithy_reload, .load_user = s->game};
    return play_remote_begin(&s->play, &def);
}

static void work_on(smithy_session* s)
{
    record_map(s);
    play_record_world(&s->play, s->game->world, name_smith, NULL);
    static char screen[PLAY_SCREEN_BYTES];
    uint64_t ticks = (uint64_t)s->minutes * 60 * PLOY_SECOND / SMITHY_TICK;
    for (uint64_t tick = play_first_tick(&s->play); tick < ticks; tick++) {
        play_record_frame(&s->play, ploy_world_now(s->game->world), save_smithy, s->game);
        if (!play_before_tick(&s->play, s->game->world, (double)SMITHY_TICK / PLOY_SECOND)) break;
        smithy_tick(s->game);
        record_positions(s);
        record_stocks(s);
        play_record_tick(&s->play);
        if (!play_wants_screen(&s->play, tick, 1)) continue;
        smithy_screen(s->game, &s->timer, &s->play, screen);
        play_show(&s->play, screen, (double)SMITHY_TICK / PLOY_SECOND);
    }
    play_watch_end(&s->play);
}

static int play_on(smithy_session* s)
{
    ploy_error error = {0};
    plan_timer_init(&s->timer, play_trace(&s->play));
    s->def.seed = s->play.seed;
    s->def.tasks = play_tasks(&s->play);
    s->def.trace = &s->timer.trace;
    s->def.clock = play_clock(&s->play);
    bool is_empty = play_has_frame(&s->play);
    s->game = is_empty ? smithy_create_empty(&s->def, &error) : smithy_create(&s->def, &error);
    if (!s->game) return play_complain_data(&s->play, s->data, &error);
    return play_load_frame(&s->play, load_smithy, s->game);
}

static int run(int argc, char** argv)
{
    smithy_session s = {.minutes = 10, .def = smithy_def_default()};
    bool first = false;
    option options[PLAY_OPTIONS + 4];
    play_list_options(&s.play, options);
    options[PLAY_OPTIONS] = (option){"--smiths", OPTION_COUNT, &s.def.smiths};
    options[PLAY_OPTIONS + 1] = (option){"--minutes", OPTION_COUNT, &s.minutes};
    options[PLAY_OPTIONS + 2] = (option){"--data", OPTION_TEXT, &s.data};
    options[PLAY_OPTIONS + 3] = (option){"--first", OPTION_FLAG, &first};
    int answer = options_parse(&play_smithy, options, PLAY_OPTIONS + 4, NULL, argc, argv);
    if (answer != OPTIONS_GO_ON) return answer;
    if (s.def.smiths < 1 || s.def.smiths > SMITHY_MAX_SMITHS) return complain("play smithy", "--smiths is 1 to 64");
    char* text = NULL;
    answer = play_begin(&s.play, &play_smithy);
    if (answer == ANSWER_DONE && s.data) answer = play_read_data(&s.play, s.data, &text, &s.def.data_bytes);
    s.def.data = text;
    if (answer == ANSWER_DONE) answer = play_on(&s);
    if (answer == ANSWER_DONE) answer = play_start(&s.play);
    if (answer == ANSWER_DONE && first) answer = print_first(&s);
    if (answer == ANSWER_DONE && !first) answer = begin_remote(&s);
    if (answer == ANSWER_DONE && !first) {
        work_on(&s);
        if (play_prints(&s.play)) s.play.json ? print_json(&s) : print_result(&s);
        play_remote_end(&s.play, smithy_hash(s.game));
    }
    smithy_destroy(s.game);
    free(text);
    int ended = play_end(&s.play);
    return answer == ANSWER_DONE ? ended : answer;
}
