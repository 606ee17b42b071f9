// `ploy play arena`.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "games/arena/map/picture.h"
#include "games/arena/rules/save.h"
#include "programs/cli/system.h"
#include "programs/play/arena_record.h"
#include "programs/cli/clock.h"

#define SCREENS_PER_SECOND 10 // screens per second of the match

static const char page[] =
    "NAME\n"
    "  ploy play arena - two teams with different AI techniques fight each other\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy play arena [--mode M] [--map N] [--red C] [--blue C] [--minutes M] [--agents N]\n"
    "                  [--types T,…] [--data FOLDER] [--phases] [--seed N]\n"
    "                  [--workers N] [--record FILE] [--view] [--watch] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Ten agents fight on a map of 256 by 256 cells: five of each controller, in teams, or, in\n"
    "  deathmatch and lms, everyone against everyone, with results summed per controller. All\n"
    "  have the same sensors, memory and activities; only the controllers differ.\n"
    "\n"
    "OPTIONS\n"
    "  --mode M           domination (default), ctf, deathmatch, lms, or a mode of --data\n"
    "  --map N            1 or 2 (halls, yard; default 1), or the name of a map of --data\n"
    "  --red C, --blue C  goap, fsm, fuzzy, bt, gobt, utility, htn, random, or as in the\n"
    "                     dissertation long.goap, long.fsm; with +squad after it, squads\n"
    "                     lead its agents (default goap+squad, fsm+squad)\n"
    "  --minutes M        of the match (default 20)\n"
    "  --agents N         2 to 1000, half of each controller (default 10); from 100 on the map\n"
    "                     is repeated\n"
    "  --types T,…        all (default), no_melee, melee_only, or a type of --data: agents of a\n"
    "                     side take turns\n"
    "  --data FOLDER      whose files replace the built-in ones of their names: NAME.xml,\n"
    "                     squads.xml, NAME.mode, NAME.type, NAME.map and NAME.places,\n"
    "                     tactics.txt and weapons.txt\n"
    "  --phases           also print how the time is spent\n" PLAY_PAGE
    "                     mode, map, frames_per_second, teams and agents (each name,\n"
    "                     controller, score, kills, deaths, rounds_won, shots, hits,\n"
    "                     mate_distance, squad_distance, nearest_mate (cells), plans,\n"
    "                     state_changes, ai_ns_mean, ai_ns_min, ai_ns_max, ai_ns_p999,\n"
    "                     ai_bytes; a team's times are those of all its agents together\n"
    "                     per tick; with more than 100 agents one tick in 31 is timed),\n"
    "                     squad_tasks (name to count), behavior (red and blue,\n"
    "                     each goals, goal_median_s, goals_under_1s, aba_per_minute,\n"
    "                     finished_share, still_in_view_share, one_step_share (in fights),\n"
    "                     one_step_all_share, sheltered_reload_share, blind_fire_near_share,\n"
    "                     flanked_fight_share; null: there was none), and with --phases\n"
    "                     phases (name to share)\n"
    "\n"
    "EXAMPLES\n"
    "  ploy play arena --watch --minutes 2\n"
    "  ploy play arena --mode ctf --map 2 --red goap --blue bt --seed 7 --json\n";

static int run(int argc, char** argv);
const command play_arena = {"play arena", "two teams with different AI techniques fight each other", page, run};

typedef struct arena_session
{
    play_session play;
    arena_setup setup;
    arena_stage* stage;
    arena_game game;
    uint32_t minutes;
    const char* data;
    bool phases;
    char* types; // the text that the setup's types point into
} arena_session;

static uint64_t read_clock(void)
{
    return (uint64_t)wall_ns();
}

static const char* side_name(uint32_t side)
{
    return side ? "blue" : "red";
}

// JSON.

static double mean_of(const arena_time* time)
{
    return time->steps ? (double)time->total / (double)time->steps : 0;
}

static void print_distance(json* j, const char* name, int64_t distance)
{
    if (distance < 0)
        json_null(j, name);
    else
        json_fixed(j, name, distance);
}

static void print_figures(json* j, const char* name, const char* controller, const arena_figures* f)
{
    json_object(j, NULL);
    json_text(j, "name", name);
    json_text(j, "controller", controller);
    json_fixed(j, "score", (int64_t)f->score.score * 1000);
    json_count(j, "kills", f->score.kills);
    json_count(j, "deaths", f->score.deaths);
    json_count(j, "rounds_won", f->score.rounds_won);
    json_count(j, "shots", f->score.shots);
    json_count(j, "hits", f->score.hits);
    print_distance(j, "mate_distance", f->mate_distance);
    print_distance(j, "squad_distance", f->squad_distance);
    print_distance(j, "nearest_mate", f->nearest_mate);
    json_count(j, "plans", f->score.plans);
    json_count(j, "state_changes", f->score.state_changes);
    json_real(j, "ai_ns_mean", mean_of(&f->time));
    json_count(j, "ai_ns_min", f->time.min);
    json_count(j, "ai_ns_max", f->time.max);
    json_count(j, "ai_ns_p999", f->time.p999);
    json_count(j, "ai_bytes", f->bytes);
    json_close(j);
}

static void print_agents(json* j, const arena_session* f)
{
    json_array(j, "agents");
    for (uint32_t i = 0; i < f->game.match->agent_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s %u", side_name(i % 2), i / 2 + 1);
        arena_figures figures = arena_game_agent(&f->game, i);
        print_figures(j, name, f->setup.sides[i % 2], &figures);
    }
    json_close(j);
}

static uint32_t tasks_of(const arena_session* f, ploy_squad_task_kind kind)
{
    uint32_t count = 0;
    for (uint32_t side = 0; side < ARENA_SIDES; side++) count += arena_squads_tasks(f->game.squads, side, kind);
    return count;
}

// Times of the parts of a step.

typedef struct step_part
{
    const char* name;
    double share;
} step_part;

/// Sensing and deciding separately, then the rest in the order of a step.
static void find_parts(const arena_session* f, step_part parts[ARENA_PHASE_COUNT + 1])
{
    static const char* const names[] = {
#define NAME(NAME_, text) text,
        ARENA_PHASE_LIST(NAME)
#undef NAME
    };
    double total = 0, deciding = (double)arena_times_deciding(f->game.times);
    for (uint32_t i = 0; i < ARENA_PHASE_COUNT; i++) {
        double taken = (double)arena_times_phase(f->game.times, (arena_phase)i);
        total += taken;
        parts[i] = i == ARENA_PHASE_WORLD ? (step_part){"sensing", taken - deciding} : (step_part){names[i], taken};
    }
    parts[ARENA_PHASE_COUNT] = (step_part){"deciding", deciding};
    for (uint32_t i = 0; i <= ARENA_PHASE_COUNT && total > 0; i++) parts[i].share /= total;
}

static void print_parts(const arena_session* f, json* j)
{
    step_part parts[ARENA_PHASE_COUNT + 1];
    find_parts(f, parts);
    if (j) json_object(j, "phases");
    if (!j) printf("  time spent:");
    for (uint32_t i = 0; i <= ARENA_PHASE_COUNT; i++) {
        if (j)
            json_real(j, parts[i].name, parts[i].share);
        else
            printf("%s %s %.1f %%", i ? "," : "", parts[i].name, 100 * parts[i].share);
    }
    if (j) json_close(j);
    if (!j) printf("\n");
}

// A share of 0 things is null.
static void print_share(json* j, const char* name, uint32_t part, uint32_t whole)
{
    if (whole == 0)
        json_null(j, name);
    else
        json_fixed(j, name, (int64_t)part * 1000 / whole);
}

static void print_conduct(json* j, const char* name, const arena_conduct* c)
{
    uint64_t steps = (uint64_t)c->samples * ARENA_SAMPLE;
    json_object(j, name);
    json_count(j, "goals", c->goals);
    json_fixed(j, "goal_median_s", (int64_t)arena_conduct_median(c) * 1000 / ARENA_STEPS_PER_SECOND);
    print_share(j, "goals_under_1s", c->under_second, c->goals);
    json_fixed(j, "aba_per_minute",
               steps ? (int64_t)((uint64_t)c->returns * 60000 * ARENA_STEPS_PER_SECOND / steps) : 0);
    print_share(j, "finished_share", c->finished, c->has_outcomes ? c->goals : 0);
    print_share(j, "still_in_view_share", c->still, c->samples);
    print_share(j, "one_step_share", c->fight_one_step, c->fight_plans);
    print_share(j, "one_step_all_share", c->one_step, c->plans);
    print_share(j, "sheltered_reload_share", c->sheltered_reloads, c->reloads);
    print_share(j, "blind_fire_near_share", c->blind_near, c->blind_shots);
    print_share(j, "flanked_fight_share", c->flanked_fights, c->squad_fights);
    json_close(j);
}

static void print_behavior(json* j, const arena_game* game)
{
    json_object(j, "behavior");
    for (uint32_t side = 0; side < ARENA_SIDES; side++)
        print_conduct(j, side_name(side), arena_behavior_of(game->behavior, side));
    json_close(j);
}

static void print_json(arena_session* f, double seconds)
{
    const arena_match* match = f->game.match;
    json j = play_json(&f->play, match->step, arena_match_hash(match));
    json_text(&j, "mode", match->rules.name);
    json_text(&j, "map", f->setup.map);
    json_real(&j, "frames_per_second", seconds > 0 ? match->step / seconds : 0);
    json_array(&j, "teams");
    for (uint32_t side = 0; side < ARENA_SIDES; side++) {
        arena_figures figures = arena_game_side(&f->game, side);
        print_figures(&j, side_name(side), f->setup.sides[side], &figures);
    }
    json_close(&j);
    print_agents(&j, f);
    json_object(&j, "squad_tasks");
    for (uint32_t kind = 1; kind < PLOY_SQUAD_TASK_KIND_COUNT; kind++)
        json_count(&j, ploy_squad_task_name(kind), tasks_of(f, (ploy_squad_task_kind)kind));
    json_close(&j);
    print_behavior(&j, &f->game);
    if (f->phases) print_parts(f, &j);
    json_end(&j);
}

// Text.

static void print_side(const arena_session* f, uint32_t side)
{
    arena_figures figures = arena_game_side(&f->game, side);
    const arena_score* s = &figures.score;
    printf("  %-5s %-14s %5d points %4u kills %4u deaths %4u rounds, %u of %u shots hit\n", side_name(side),
           f->setup.sides[side], s->score, s->kills, s->deaths, s->rounds_won, s->hits, s->shots);
    printf("        decisions: %u plans, %u state changes, %.1f us per tick (99.9 %% within %.1f), %zu KB\n", s->plans,
           s->state_changes, mean_of(&figures.time) / 1e3, (double)figures.time.p999 / 1e3, figures.bytes / 1024);
}

static void print_result(const arena_session* f, double seconds)
{
    const arena_match* match = f->game.match;
    arena_figures red = arena_game_side(&f->game, 0), blue = arena_game_side(&f->game, 1);
    int32_t lead = red.score.score - blue.score.score;
    if (lead == 0) lead = (int32_t)red.score.kills - (int32_t)blue.score.kills;
    printf("%s on map %s, %u minutes: %s\n", match->rules.name, f->setup.map, f->minutes,
           lead == 0  ? "a draw"
           : lead > 0 ? "red wins"
                      : "blue wins");
    for (uint32_t side = 0; side < ARENA_SIDES; side++) print_side(f, side);
    if (!f->play.watch)
        printf("  %.0f frames per second, %.0f times real time\n", match->step / seconds,
               match->step / seconds / ARENA_STEPS_PER_SECOND);
    if (f->phases) print_parts(f, NULL);
}

// What an agent does, for the screen: its goal and action, or its state, and its order.
static void describe_agent(void* user, const arena_agent* agent, char* text, size_t size)
{
    const arena_game* game = user;
    arena_doing doing = arena_controller_doing(game->controllers[agent->side], agent);
    char order[48] = "";
    if (game->squads) arena_squads_command(game->squads, agent, order, sizeof order);
    bool is_same = strcmp(doing.goal, doing.action) == 0;
    snprintf(text, size, "%s%s%s%s%s", is_same ? "" : doing.goal, is_same || !doing.goal[0] ? "" : "/", doing.action,
             order[0] ? ", " : "", order);
}

// The match.

static void show(arena_session* f)
{
    static char screen[PLAY_SCREEN_BYTES];
    // Without a terminal, a picture every ten seconds is enough.
    uint32_t every = f->play.is_terminal ? ARENA_STEPS_PER_SECOND / SCREENS_PER_SECOND : 10 * ARENA_STEPS_PER_SECOND;
    if (!play_wants_screen(&f->play, f->game.match->step, every)) return;
    terminal_size size = play_screen_size(&f->play);
    arena_picture_def def = {size.columns, size.rows, f->play.has_colors, describe_agent, &f->game};
    arena_picture(f->game.match, &def, screen, sizeof screen);
    play_show(&f->play, screen, 1.0 / SCREENS_PER_SECOND);
}

// A ploy_remote_load_fn.
static ploy_status reload(void* user, const char* name, const char* text, size_t bytes, ploy_error* error)
{
    arena_session* f = user;
    return arena_controllers_reload(arena_stage_controllers(f->stage), f->game.match, name, text, bytes, error);
}

static int begin_remote(arena_session* f)
{
    play_remote_def def = {
        .world = f->game.match->world, .name = arena_record_name, .load = reload, .load_user = f};
    return play_remote_begin(&f->play, &def);
}

static double fight_on(arena_session* f)
{
    arena_record record;
    arena_record_begin(&record, &f->play, &f->game, &f->setup, f->data);
    double began = wall_ns();
    uint32_t steps = f->minutes * 60 * ARENA_STEPS_PER_SECOND;
    for (uint64_t i = play_first_tick(&f->play); i < steps; i++) {
        arena_record_before(&record);
        if (!play_before_tick(&f->play, f->game.match->world, 1.0 / ARENA_STEPS_PER_SECOND)) break;
        arena_game_step(&f->game);
        arena_record_after(&record);
        show(f);
    }
    arena_record_end(&record);
    play_watch_end(&f->play);
    return (wall_ns() - began) / 1e9;
}

static bool split_types(arena_session* f, const char* text)
{
    f->types = malloc(strlen(text) + 1);
    if (!f->types) return false;
    strcpy(f->types, text);
    uint32_t count = 0;
    for (char* word = strtok(f->types, ","); word; word = strtok(NULL, ",")) {
        if (count == ARENA_SETUP_TYPES) return false;
        f->setup.types[count++] = word;
    }
    return count > 0;
}

static ploy_status load(void* game, ploy_reader* reader, ploy_error* error)
{
    return arena_game_load(game, reader, error);
}

static int play_on(arena_session* f)
{
    ploy_error error = {0};
    arena_controllers_def def = arena_controllers_def_default();
    def.folder = f->data;
    def.trace = play_trace(&f->play);
    f->setup.seed = f->play.seed;
    f->setup.tasks = play_tasks(&f->play);
    f->setup.trace = play_trace(&f->play);
    f->setup.clock = read_clock;
    f->setup.interruptions = interruptions;
    f->setup.behavior = f->play.json;
    f->setup.empty = play_has_frame(&f->play);
    while (f->setup.agent_count > 60 * f->setup.tiles * f->setup.tiles) f->setup.tiles++;
    const char* wrong_file = "";
    def.wrong_file = &wrong_file;
    ploy_status status = arena_stage_create(&def, &f->stage, &error);
    if (status == PLOY_OK) status = arena_game_begin(f->stage, &f->setup, &f->game, &error);
    if (status == PLOY_OK && play_load_frame(&f->play, load, &f->game) != ANSWER_DONE) return ANSWER_BAD;
    if (status == PLOY_OK && f->phases) arena_times_mark(f->game.times);
    if (status == PLOY_OUT_OF_MEMORY) return complain("play arena", "out of memory");
    if (status == PLOY_OK) return ANSWER_DONE;
    if (error.line == 0) return complain("play arena", "%s%s%s", error.message, error.hint[0] ? "; " : "", error.hint);
    char path[600];
    const char* file = f->stage ? arena_controllers_file(arena_stage_controllers(f->stage)) : NULL;
    if (!f->stage) snprintf(path, sizeof path, "%s/%s", f->data ? f->data : "", wrong_file);
    return play_complain_data(&f->play, f->stage ? file : path, &error);
}

typedef struct folder_check
{
    const play_session* play;
    int answer;
} folder_check;

static bool check_file(const char* path, void* user)
{
    folder_check* check = user;
    check->answer = play_check_input(check->play, path);
    return check->answer == ANSWER_DONE;
}

// Any file of the folder may be read, so none may be the recording.
static int check_folder(const arena_session* f)
{
    folder_check check = {&f->play, ANSWER_DONE};
    if (!system_each_file(f->data, check_file, &check))
        return complain("play arena", "%s: cannot be opened: %s", f->data, strerror(errno));
    return check.answer;
}

static int run(int argc, char** argv)
{
    arena_session f = {.minutes = 20, .setup = arena_setup_default()};
    const char* types = NULL;
    option options[PLAY_OPTIONS + 9];
    f.setup.map = "1";
    play_list_options(&f.play, options);
    options[PLAY_OPTIONS] = (option){"--mode", OPTION_TEXT, &f.setup.mode};
    options[PLAY_OPTIONS + 1] = (option){"--map", OPTION_TEXT, &f.setup.map};
    options[PLAY_OPTIONS + 2] = (option){"--red", OPTION_TEXT, &f.setup.sides[0]};
    options[PLAY_OPTIONS + 3] = (option){"--blue", OPTION_TEXT, &f.setup.sides[1]};
    options[PLAY_OPTIONS + 4] = (option){"--minutes", OPTION_COUNT, &f.minutes};
    options[PLAY_OPTIONS + 5] = (option){"--agents", OPTION_COUNT, &f.setup.agent_count};
    options[PLAY_OPTIONS + 6] = (option){"--types", OPTION_TEXT, &types};
    options[PLAY_OPTIONS + 7] = (option){"--data", OPTION_TEXT, &f.data};
    options[PLAY_OPTIONS + 8] = (option){"--phases", OPTION_FLAG, &f.phases};
    int answer = options_parse(&play_arena, options, PLAY_OPTIONS + 9, NULL, argc, argv);
    if (answer != OPTIONS_GO_ON) return answer;
    if (f.minutes < 1 || f.minutes > 1000) return complain("play arena", "--minutes is 1 to 1000");
    if (f.setup.agent_count < 2 || f.setup.agent_count > 1000) return complain("play arena", "--agents is 2 to 1000");
    if (types && !split_types(&f, types))
        answer = complain("play arena", "--types is one to eight names: all,no_melee");
    if (answer == OPTIONS_GO_ON) answer = play_begin(&f.play, &play_arena);
    if (answer == ANSWER_DONE && f.data) answer = check_folder(&f);
    if (answer == ANSWER_DONE) answer = play_on(&f);
    if (answer == ANSWER_DONE) answer = play_start(&f.play);
    if (answer == ANSWER_DONE) answer = begin_remote(&f);
    if (answer == ANSWER_DONE) {
        double seconds = fight_on(&f);
        if (play_prints(&f.play)) f.play.json ? print_json(&f, seconds) : print_result(&f, seconds);
        play_remote_end(&f.play, arena_match_hash(f.game.match));
    }
    arena_game_end(&f.game);
    arena_stage_destroy(f.stage);
    free(f.types);
    int ended = play_end(&f.play);
    return answer == ANSWER_DONE ? ended : answer;
}
