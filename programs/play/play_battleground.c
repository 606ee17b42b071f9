// `ploy play battleground`.

#include <stdlib.h>
#include <string.h>

#include "programs/play/battle_picture.h"
#include "programs/play/battle_screen.h"
#include "programs/cli/clock.h"
#include "programs/cli/output_file.h"
#include "games/battleground/battle.h"
#include "games/battleground/save.h"
#include "programs/play/battle_record.h"
#include "programs/play/play.h"

static const char page[] = "NAME\n"
                           "  ploy play battleground - fighters hunt each other until one is left\n"
                           "\n"
                           "SYNOPSIS\n"
                           "  ploy play battleground [--agents N] [--nodes N] [--batch N] [--respawn S]\n"
                           "                   [--minutes M] [--data FILE] [--svg FILE] [--svg-at S] [--seed N]\n"
                           "                   [--workers N] [--record FILE] [--view] [--watch] [--json]\n"
                           "\n"
                           "DESCRIPTION\n"
                           "  Fighters appear on terrain drawn from the seed and hunt the nearest fighter: a\n"
                           "  behavior tree, games/battleground/data/battleground.xml, decides for each. Paths come\n"
                           "  from a path service, some per tick; a second has 60 ticks.\n"
                           "\n"
                           "OPTIONS\n"
                           "  --agents N         fighters, 2 to 20000 (default 48)\n"
                           "  --nodes N          nodes of the terrain, about, 16 to 200000 (default 2000)\n"
                           "  --batch N          paths answered per tick; 0: all (default 8)\n"
                           "  --respawn S        losers return after so many seconds, and the battle continues\n"
                           "                     until the minutes are over\n"
                           "  --minutes M        of the game, at most (default 10)\n"
                           "  --data FILE        another file with the fighters' behavior tree\n"
                           "  --svg FILE         write a picture: terrain, trees, fighters, their paths\n"
                           "  --svg-at S         when, in seconds from the start (default 4)\n" PLAY_PAGE
                           "                     agents, nodes, left, winner (from 1; null: none yet), fights,\n"
                           "                     blows, path_requests, path_latency_mean and path_latency_worst (in\n"
                           "                     ticks), expanded (nodes), ticks_a_second, path_share (of that time,\n"
                           "                     what paths take), times_real_time\n"
                           "\n"
                           "EXAMPLES\n"
                           "  ploy play battleground --watch\n"
                           "  ploy play battleground --agents 48 --seed 7 --json\n"
                           "  ploy play battleground --agents 200 --nodes 10000 --svg battle.svg\n";

static int run(int argc, char** argv);
const command play_battleground = {"play battleground", "fighters hunt each other until one is left", page, run};

enum
{
    OPTIONS = 8 // of this game
};

typedef struct battle_session
{
    play_session play;
    battle_def def;
    battle* game;
    battle_record record;
    uint32_t minutes;
    uint32_t respawn; // seconds
    const char* data; // file name, or NULL
    const char* svg;
    uint32_t svg_at;          // seconds
    double paths_ns, rest_ns; // wall time
} battle_session;

static double mean_latency(const battle_counts* counts)
{
    return counts->answers ? (double)counts->waited / (double)counts->answers : 0;
}

static double ticks_per_second(const battle_session* m)
{
    return (double)m->game->ticks * 1e9 / (m->paths_ns + m->rest_ns);
}

static void print_json(battle_session* m)
{
    const battle* game = m->game;
    const fighter* winner = battle_winner(game);
    json j = play_json(&m->play, game->ticks, battle_hash(game));
    json_count(&j, "agents", game->fighter_count);
    json_count(&j, "nodes", ploy_nav_map_node_count(ploy_graph_map(game->ground.graph)));
    json_count(&j, "left", game->left);
    if (winner)
        json_count(&j, "winner", winner->number + 1);
    else
        json_null(&j, "winner");
    json_count(&j, "fights", game->counts.fights);
    json_count(&j, "blows", game->counts.blows);
    json_count(&j, "path_requests", game->counts.requests);
    json_share(&j, "path_latency_mean", mean_latency(&game->counts));
    json_count(&j, "path_latency_worst", game->counts.longest_wait);
    json_count(&j, "expanded", ploy_path_service_get_stats(game->paths).expanded);
    json_real(&j, "ticks_a_second", ticks_per_second(m));
    json_share(&j, "path_share", m->paths_ns / (m->paths_ns + m->rest_ns));
    json_real(&j, "times_real_time", ticks_per_second(m) / BATTLE_TICKS);
    json_end(&j);
}

static void print_result(const battle_session* m)
{
    const battle* game = m->game;
    const battle_counts* c = &game->counts;
    const fighter* winner = battle_winner(game);
    printf("%.1f seconds, %u fighters: %u fights, %u paths (%.1f ticks each, %u at most), %.0f times real time\n",
           (double)game->ticks / BATTLE_TICKS, game->fighter_count, (unsigned)c->fights, (unsigned)c->answers,
           mean_latency(c), c->longest_wait, ticks_per_second(m) / BATTLE_TICKS);
    if (winner)
        printf("fighter %u is left, with %d health after %u wins\n", winner->number + 1, winner->health, winner->wins);
    else
        printf("%u fighters are left\n", game->left);
    if (!m->play.watch) printf("try --watch to see it, --svg FILE for a picture\n");
}

static bool is_time_for_picture(const battle_session* m, bool is_over)
{
    uint64_t at = (uint64_t)m->svg_at * BATTLE_TICKS;
    return m->svg && (m->game->ticks == at || (is_over && m->game->ticks < at));
}

static void tick(battle_session* m)
{
    double began = wall_ns();
    battle_answer_paths(m->game);
    double between = wall_ns();
    battle_act(m->game);
    m->paths_ns += between - began;
    m->rest_ns += wall_ns() - between;
}

static int fight_on(battle_session* m)
{
    static char screen[PLAY_SCREEN_BYTES];
    uint64_t ticks = (uint64_t)m->minutes * 60 * BATTLE_TICKS;
    battle_record_begin(&m->record, &m->play, m->game, &m->def);
    for (bool is_over = false; !is_over;) {
        battle_record_frame(&m->play, m->game);
        if (!play_before_tick(&m->play, m->game->world, 1.0 / BATTLE_TICKS)) break;
        tick(m);
        battle_record_tick(&m->record, &m->play, m->game);
        play_record_tick(&m->play);
        is_over = m->game->ticks >= ticks || battle_winner(m->game);
        if (is_time_for_picture(m, is_over) && !battle_picture(m->game, m->svg)) return ANSWER_BAD;
        if (!play_wants_screen(&m->play, is_over ? 0 : m->game->ticks, 3)) continue;
        battle_screen(m->game, &m->play, screen);
        play_show(&m->play, screen, 3.0 / BATTLE_TICKS);
    }
    play_watch_end(&m->play);
    return ANSWER_DONE;
}

static ploy_status load(void* game, ploy_reader* reader, ploy_error* error)
{
    return battle_load(game, reader, error);
}

static int start(battle_session* m)
{
    ploy_error error = {0};
    m->def.seed = m->play.seed;
    m->def.tasks = play_tasks(&m->play);
    m->def.trace = play_trace(&m->play);
    m->def.clock = play_clock(&m->play);
    m->def.respawn = m->respawn * BATTLE_TICKS;
    m->game = play_has_frame(&m->play) ? battle_create_empty(&m->def, &error) : battle_create(&m->def, &error);
    if (!m->game) return play_complain_data(&m->play, m->data, &error);
    return play_load_frame(&m->play, load, m->game);
}

static int check(const battle_session* m)
{
    const char* name = play_battleground.name;
    if (m->def.fighters < 2 || m->def.fighters > BATTLE_MAX_FIGHTERS) return complain(name, "--agents is 2 to 20000");
    if (m->def.nodes < 16 || m->def.nodes > BATTLE_MAX_NODES) return complain(name, "--nodes is 16 to 200000");
    if (m->minutes < 1 || m->minutes > 100000) return complain(name, "--minutes is 1 to 100000");
    if (m->respawn > 3600) return complain(name, "--respawn is at most 3600 seconds");
    if (output_check(name, m->svg, m->data) != ANSWER_DONE) return ANSWER_BAD;
    if (m->svg && m->play.record && strcmp(m->svg, m->play.record) == 0)
        return complain(name, "--svg and --record are the same file");
    return ANSWER_DONE;
}

static void list_options(battle_session* m, option* rows)
{
    play_list_options(&m->play, rows);
    rows += PLAY_OPTIONS;
    rows[0] = (option){"--agents", OPTION_COUNT, &m->def.fighters};
    rows[1] = (option){"--nodes", OPTION_COUNT, &m->def.nodes};
    rows[2] = (option){"--batch", OPTION_COUNT, &m->def.batch};
    rows[3] = (option){"--respawn", OPTION_COUNT, &m->respawn};
    rows[4] = (option){"--minutes", OPTION_COUNT, &m->minutes};
    rows[5] = (option){"--data", OPTION_TEXT, &m->data};
    rows[6] = (option){"--svg", OPTION_TEXT, &m->svg};
    rows[7] = (option){"--svg-at", OPTION_COUNT, &m->svg_at};
}

static int run(int argc, char** argv)
{
    battle_session m = {.minutes = 10, .svg_at = 4, .def = battle_def_default()};
    option options[PLAY_OPTIONS + OPTIONS];
    list_options(&m, options);
    int answer = options_parse(&play_battleground, options, PLAY_OPTIONS + OPTIONS, NULL, argc, argv);
    if (answer != OPTIONS_GO_ON) return answer;
    answer = check(&m);
    if (answer != ANSWER_DONE) return answer;
    char* text = NULL;
    answer = play_begin(&m.play, &play_battleground);
    if (answer == ANSWER_DONE && m.data) answer = play_read_data(&m.play, m.data, &text, &m.def.data_bytes);
    m.def.data = text;
    if (answer == ANSWER_DONE) answer = start(&m);
    if (answer == ANSWER_DONE) answer = play_start(&m.play);
    if (answer == ANSWER_DONE)
        answer = play_remote_begin(&m.play, &(play_remote_def){.world = m.game->world, .name = battle_record_name});
    if (answer == ANSWER_DONE) answer = fight_on(&m);
    if (answer == ANSWER_DONE && play_prints(&m.play)) m.play.json ? print_json(&m) : print_result(&m);
    if (answer == ANSWER_DONE) play_remote_end(&m.play, battle_hash(m.game));
    battle_destroy(m.game);
    free(text);
    battle_record_end(&m.record);
    int ended = play_end(&m.play);
    return answer == ANSWER_DONE ? ended : answer;
}
