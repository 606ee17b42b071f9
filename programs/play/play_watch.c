// --watch: screens, and the keys of the person in front of them.

#include <string.h>

#include "programs/cli/clock.h"
#include "programs/play/play.h"

enum
{
    MIN_SPEED = -4, // a sixteenth
    MAX_SPEED = 6,  // 64 times
};

#define PAUSE_SECONDS 0.2
#define MIN_FRAME_NS (1e9 / 50) // faster games leave out screens

bool play_wants_screen(const play_session* p, uint64_t tick, uint32_t every)
{
    return p->watch && (p->watching.is_stepping || tick % every == 0);
}

terminal_size play_screen_size(const play_session* p)
{
    terminal_size size = {TERMINAL_COLUMNS, TERMINAL_ROWS};
    if (!p->is_terminal) return size;
    size = terminal_get_size();
    if (size.rows > 1) size.rows--;
    return size;
}

const char* play_color(const play_session* p, const char* code)
{
    return p->has_colors ? code : "";
}

void play_watch_begin(play_session* p)
{
    if (p->watch && p->is_terminal) terminal_begin();
}

void play_watch_end(play_session* p)
{
    if (!p->watch || !p->is_terminal || !terminal_has_keys()) return;
    fputs("\033[J", stdout);
    fflush(stdout);
    terminal_end();
}

// Drawing.

static size_t escape_length(const char* text)
{
    size_t count = 1;
    while (text[count] && !(text[count] >= '@' && text[count] <= '~' && text[count] != '[')) count++;
    return text[count] ? count + 1 : count;
}

// Prints what fits of a line; escapes and the later bytes of a character need no column. Returns where the next begins.
static const char* print_line(const char* line, uint32_t columns)
{
    for (uint32_t column = 0; *line && *line != '\n';) {
        size_t count = *line == '\033' ? escape_length(line) : 1;
        column += *line != '\033' && ((unsigned char)*line & 0xC0) != 0x80;
        if (column <= columns || *line == '\033') fwrite(line, 1, count, stdout);
        line += count;
    }
    return line + (*line == '\n');
}

static void print_speed(int32_t speed)
{
    if (speed < 0) printf("1/%u", 1u << -speed);
    if (speed >= 0) printf("%u", 1u << speed);
}

static void print_keys(const play_session* p)
{
    const play_watch* w = &p->watching;
    printf("\0337\033[%u;1H%s", (unsigned)w->size.rows + 1, play_color(p, "\033[7m"));
    if (w->size.columns >= TERMINAL_COLUMNS)
        printf(" space %s | . step | + - speed (", w->is_paused ? "continue" : "pause");
    else
        printf(" space . + - q (");
    print_speed(w->speed);
    printf("x) | q end%s%s\033[K\0338", w->is_paused ? " | paused" : "", play_color(p, "\033[0m"));
    fflush(stdout);
}

static void draw(play_session* p, const char* text)
{
    terminal_size size = play_screen_size(p);
    bool is_new = size.columns != p->watching.size.columns || size.rows != p->watching.size.rows;
    p->watching.size = size;
    fputs(is_new ? "\033[2J\033[H" : "\033[H", stdout);
    for (uint32_t row = 0; *text && row < size.rows; row++) {
        text = print_line(text, size.columns);
        fputs("\033[K\n", stdout);
    }
    fputs("\033[J", stdout);
    if (terminal_has_keys()) print_keys(p);
    fflush(stdout);
}

// Keys.

// With --attach the debugger pauses the game.
static void press(play_session* p, char key)
{
    play_watch* w = &p->watching;
    if (key == 0) return;
    w->is_stepping = (key == '.' || key == 's') && !p->attach;
    if (w->is_stepping || (key == ' ' && !p->attach)) w->is_paused = w->is_stepping || !w->is_paused;
    if (key == '+' && w->speed < MAX_SPEED) w->speed++;
    if (key == '-' && w->speed > MIN_SPEED) w->speed--;
    if (key == 'q') w->is_left = true;
    print_keys(p);
}

static double seconds_left(const play_session* p, double seconds)
{
    int32_t speed = p->watching.speed;
    double shown_for = speed < 0 ? seconds * (1 << -speed) : seconds / (1 << speed);
    return shown_for - (wall_ns() - p->watching.shown) / 1e9;
}

static void wait_or_obey(play_session* p, double seconds)
{
    play_watch* w = &p->watching;
    if (w->is_paused) play_record_flush(p);
    w->is_stepping = false;
    for (;;) {
        double left = seconds_left(p, seconds);
        press(p, terminal_key(w->is_paused ? PAUSE_SECONDS : left));
        if (w->is_paused && !terminal_has_keys()) w->is_paused = false;
        if (w->is_left || w->is_stepping || (!w->is_paused && seconds_left(p, seconds) <= 0)) break;
    }
    w->shown = wall_ns();
}

static void print(const char* text)
{
    fputs(text, stdout);
    size_t count = strlen(text);
    if (count > 0 && text[count - 1] != '\n') fputs("\n", stdout);
    fflush(stdout);
}

void play_show(play_session* p, const char* text, double seconds)
{
    play_watch* w = &p->watching;
    if (!p->is_terminal) {
        print(text);
        return;
    }
    if (w->is_paused || wall_ns() - w->drawn >= MIN_FRAME_NS) {
        draw(p, text);
        w->drawn = wall_ns();
    }
    wait_or_obey(p, seconds);
}
