#include "programs/play/smithy_screen.h"

#include <stdarg.h>
#include <string.h>

#include "programs/cli/system.h"

enum
{
    LIST_WIDTH = 30, // beside the map
    FLOW_LINES = 3,  // of the plan, and of the symbols
    OTHER_LINES = 2, // head and foot
};

typedef struct smithy_sheet
{
    char* text;
    size_t used;
    const smithy* game;
    const ploy_agent* agent; // the smith that is shown
    const play_session* play;
    terminal_size size;
    uint32_t scale; // characters per cell of the map
} smithy_sheet;

CLI_PRINTF(2, 3) static void put(smithy_sheet* s, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vsnprintf(s->text + s->used, PLAY_SCREEN_BYTES - s->used, format, list);
    va_end(list);
    s->used += (size_t)count;
    if (s->used >= PLAY_SCREEN_BYTES) s->used = PLAY_SCREEN_BYTES - 1;
}

typedef char smithy_map[TERMINAL_MAX_ROWS][TERMINAL_MAX_COLUMNS];

static void dot(const smithy_sheet* s, smithy_map map, shop_point at, char what)
{
    map[(uint32_t)at.y * s->scale / SHOP_CELL][(uint32_t)at.x * s->scale / SHOP_CELL] = what;
}

static void draw_map(const smithy_sheet* s, smithy_map map)
{
    const smithy* game = s->game;
    memset(map, ' ', sizeof(smithy_map));
    for (uint32_t place = SHOP_MINE; place < SHOP_PLACE_COUNT; place++)
        dot(s, map, game->stock.places[place], shop_place_letter((shop_place)place));
    for (uint32_t i = game->smith_count; i-- > 0;)
        dot(s, map, game->smiths[i].position, (char)(i < 9 ? '1' + (int)i : 'a' + (int)(i - 9) % 26));
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
    static smithy_map map;
    draw_map(s, map);
    for (uint32_t y = 0; y < SHOP_HEIGHT * s->scale; y++) {
        put(s, "|%.*s| ", (int)(SHOP_WIDTH * s->scale), map[y]);
        put_beside(s, y);
        put(s, "\n");
    }
}

// Breaks words into at most `lines` lines of the terminal and cuts the rest.
typedef struct flow
{
    uint32_t column, line, lines;
} flow;

static void put_word(smithy_sheet* s, flow* f, const char* word)
{
    uint32_t length = (uint32_t)strlen(word);
    if (f->column + length + 1 > s->size.columns) {
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
    flow f = {.lines = FLOW_LINES};
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
    flow f = {.lines = FLOW_LINES};
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

// As many smiths as there are rows left.
static void put_others(smithy_sheet* s)
{
    uint32_t used = SHOP_HEIGHT * s->scale + 2 * FLOW_LINES + OTHER_LINES;
    if (!s->play->is_terminal) return;
    for (uint32_t i = 1; i < s->game->smith_count && used < s->size.rows; i++, used++) {
        char why[TERMINAL_MAX_COLUMNS];
        ploy_mind_why(ploy_world_agent(s->game->world, s->game->smiths[i].id), why, sizeof why);
        for (char* c = why; (c = strchr(c, '\n'));) *c = ' ';
        put(s, "%u: %.*s\n", i + 1, (int)s->size.columns - 8, why);
    }
}

static uint32_t scale_of(terminal_size size)
{
    uint32_t scale = 1;
    uint32_t rest = 2 * FLOW_LINES + OTHER_LINES;
    while (size.columns >= (scale + 1) * SHOP_WIDTH + LIST_WIDTH && size.rows >= (scale + 1) * SHOP_HEIGHT + rest) scale++;
    return scale;
}

void smithy_screen(const smithy* game, const plan_timer* timer, const play_session* p, char screen[PLAY_SCREEN_BYTES])
{
    terminal_size size = play_screen_size(p);
    smithy_sheet s = {screen, 0, game, ploy_world_agent(game->world, game->smiths[0].id), p, size, scale_of(size)};
    uint64_t seconds = game->ticks * SMITHY_TICK / PLOY_SECOND;
    put(&s, "smithy  %02u:%02u  smiths %u  weapons %u  plans %u, %.1f us each, %.1f at most\n",
        (unsigned)(seconds / 60), (unsigned)(seconds % 60), game->smith_count, (unsigned)game->stock.sold,
        (unsigned)timer->plans, plan_timer_mean(timer) / 1e3, (double)timer->worst / 1e3);
    put_map(&s);
    put_plan(&s);
    put_symbols(&s);
    put_others(&s);
    put(&s, "M mine F forest S smelter C cutter I iron W wood B bench O output, 1.. smiths\n");
}
