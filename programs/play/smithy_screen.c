#include "programs/play/smithy_screen.h"

#include <stdarg.h>
#include <string.h>

#include "programs/cli/system.h"

enum
{
    COLUMNS = 80,
};

typedef struct smithy_sheet
{
    char* text;
    size_t used;
    const smithy* game;
    const ploy_agent* agent; // the smith that is shown
    const play_session* play;
} smithy_sheet;

CLI_PRINTF(2, 3) static void put(smithy_sheet* s, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vsnprintf(s->text + s->used, SMITHY_SCREEN_BYTES - s->used, format, list);
    va_end(list);
    s->used += (size_t)count;
    if (s->used >= SMITHY_SCREEN_BYTES) s->used = SMITHY_SCREEN_BYTES - 1;
}

static void draw_map(const smithy* game, char map[SHOP_HEIGHT][SHOP_WIDTH + 1])
{
    memset(map, ' ', SHOP_HEIGHT * (SHOP_WIDTH + 1));
    for (uint32_t place = SHOP_MINE; place < SHOP_PLACE_COUNT; place++) {
        shop_point at = game->stock.places[place];
        map[at.y / SHOP_CELL][at.x / SHOP_CELL] = shop_place_letter((shop_place)place);
    }
    for (uint32_t i = game->smith_count; i-- > 0;) {
        shop_point at = game->smiths[i].position;
        map[at.y / SHOP_CELL][at.x / SHOP_CELL] = (char)(i < 9 ? '1' + (int)i : 'a' + (int)(i - 9) % 26);
    }
    for (uint32_t y = 0; y < SHOP_HEIGHT; y++) map[y][SHOP_WIDTH] = '\0';
}

// Goals by priority, the best first.
static uint32_t rank_goals(const smithy_sheet* s, uint32_t* goals)
{
    uint32_t count = ploy_domain_goal_count(s->game->domain);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at > 0 && ploy_goap_priority(s->agent, goals[at - 1]) < ploy_goap_priority(s->agent, i); at--)
            goals[at] = goals[at - 1];
        goals[at] = i;
    }
    return count;
}

// The text to the right of the map in this row.
static void put_beside(smithy_sheet* s, uint32_t row)
{
    const smithy* game = s->game;
    uint32_t goals[SMITHY_MAX_GOALS];
    uint32_t count = rank_goals(s, goals);
    if (row == 0) put(s, "goals of smith 1");
    if (row >= 1 && row <= count) {
        uint32_t goal = goals[row - 1];
        bool pursued = ploy_goap_goal(s->agent, NULL) == goal;
        char number[24];
        put(s, "%s%c %-14s %6s%s", play_color(s->play, pursued ? "\033[1m" : ""), pursued ? '>' : ' ',
            ploy_domain_goal(game->domain, goal).name, print_fixed(ploy_goap_priority(s->agent, goal), number),
            play_color(s->play, "\033[0m"));
    }
    if (row >= count + 2 && row < count + 2 + 7) {
        shop_store store = (shop_store)(STORE_IRON + row - count - 2);
        put(s, "%-22s %u/%u", shop_store_name(store), game->stock.count[store], game->stock.size[store]);
    }
}

static void put_map(smithy_sheet* s)
{
    char map[SHOP_HEIGHT][SHOP_WIDTH + 1];
    draw_map(s->game, map);
    for (uint32_t y = 0; y < SHOP_HEIGHT; y++) {
        put(s, "|%s| ", map[y]);
        put_beside(s, y);
        put(s, "\n");
    }
}

// Breaks words into at most `lines` lines of at most COLUMNS characters and cuts the rest.
typedef struct flow
{
    uint32_t column, line, lines;
} flow;

static void put_word(smithy_sheet* s, flow* f, const char* word)
{
    uint32_t length = (uint32_t)strlen(word);
    if (f->column + length + 1 > COLUMNS) {
        if (++f->line >= f->lines) return;
        put(s, "\n  ");
        f->column = 2;
    }
    if (f->line >= f->lines) return;
    put(s, "%s ", word);
    f->column += length + 1;
}

static void end_flow(smithy_sheet* s, flow* f)
{
    for (; f->line < f->lines; f->line++) put(s, "\n");
}

static void put_plan(smithy_sheet* s)
{
    ploy_step steps[32];
    uint32_t count = ploy_goap_steps(s->agent, steps, 32);
    flow f = {.lines = 3};
    uint32_t goal = ploy_goap_goal(s->agent, NULL);
    put_word(s, &f, "plan:");
    int64_t cost = 0;
    for (uint32_t i = 0; i < count; i++) {
        put_word(s, &f, ploy_domain_action(s->game->domain, steps[i].action).name);
        cost += ploy_action_cost(s->game->domain, steps[i].action, steps[i].args, ploy_goap_state(s->agent),
                                 (void*)(uintptr_t)s->agent);
    }
    char text[64], number[24];
    snprintf(text, sizeof text, "(cost left %s)", print_fixed(cost, number));
    put_word(s, &f, goal == PLOY_NONE ? "none" : text);
    end_flow(s, &f);
}

static void put_symbols(smithy_sheet* s)
{
    const ploy_domain* domain = s->game->domain;
    flow f = {.lines = 3};
    put_word(s, &f, "true:");
    for (uint32_t v = 0; v < ploy_domain_variable_count(domain); v++) {
        char name[64], text[64 + 40], value[32];
        int64_t is = ploy_state_get(domain, ploy_goap_state(s->agent), v);
        if (is == 0) continue;
        ploy_domain_variable_print(domain, v, name, sizeof name);
        ploy_value_print(domain, v, is, value, sizeof value);
        snprintf(text, sizeof text, strcmp(value, "true") == 0 ? "%s" : "%s=%s", name, value);
        put_word(s, &f, text);
    }
    end_flow(s, &f);
}

void smithy_screen(const smithy* game, const plan_timer* timer, const play_session* p, char screen[SMITHY_SCREEN_BYTES])
{
    smithy_sheet s = {screen, 0, game, ploy_world_agent(game->world, game->smiths[0].id), p};
    uint64_t seconds = game->ticks * SMITHY_TICK / PLOY_SECOND;
    put(&s, "smithy  %02u:%02u  smiths %u  weapons %u  plans %u, %.1f us each, %.1f at most\n",
        (unsigned)(seconds / 60), (unsigned)(seconds % 60), game->smith_count, (unsigned)game->stock.sold,
        (unsigned)timer->plans, plan_timer_mean(timer) / 1e3, (double)timer->worst / 1e3);
    put_map(&s);
    put_plan(&s);
    put_symbols(&s);
    put(&s, "M mine F forest S smelter C cutter I iron W wood B bench O output, 1.. smiths\n");
}
