// `--watch` on a terminal: a screen that fills it, and the keys that pause, step, speed up and end a game.

#define _GNU_SOURCE // posix_openpt, and the size of a terminal

#include "support/program/run_program.h"
#include "support/base/test.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum
{
    COLUMNS = 130,
    ROWS = 50,
    PATIENCE_MS = 60000, // machines may be busy
    QUIET_MS = 700,
};

#define FRAME "\033[H" // begins a screen

typedef struct spectator
{
    int terminal;
    pid_t game;
    struct termios before;
    char* seen; // since the last call of forget
    size_t count, capacity;
} spectator;

static void become_the_game(const char* path, const char* arguments)
{
    char command[512];
    setsid();
    int terminal = open(path, O_RDWR);
    ioctl(terminal, TIOCSCTTY, 0);
    for (int stream = 0; stream < 3; stream++) dup2(terminal, stream);
    snprintf(command, sizeof command, "exec \"$PLOY\" %s", arguments);
    execl("/bin/sh", "sh", "-c", command, (char*)NULL);
    _exit(127);
}

static spectator sit_down(const char* arguments)
{
    spectator d = {.terminal = posix_openpt(O_RDWR | O_NOCTTY)};
    struct winsize size = {.ws_col = COLUMNS, .ws_row = ROWS};
    if (d.terminal < 0) { // as where a container has no /dev/pts
        print_message("skipped: this machine has no pseudo terminals\n");
        skip();
    }
    assert_true(grantpt(d.terminal) == 0 && unlockpt(d.terminal) == 0);
    assert_int_equal(ioctl(d.terminal, TIOCSWINSZ, &size), 0);
    assert_int_equal(tcgetattr(d.terminal, &d.before), 0);
    d.capacity = 1 << 16;
    d.seen = calloc(1, d.capacity);
    d.game = fork();
    if (d.game == 0) become_the_game(ptsname(d.terminal), arguments);
    return d;
}

// False: nothing came in that time, or the game has ended.
static bool look(spectator* d, int milliseconds)
{
    struct pollfd screen = {.fd = d->terminal, .events = POLLIN};
    if (poll(&screen, 1, milliseconds) <= 0) return false;
    if (d->capacity - d->count < 4096) d->seen = realloc(d->seen, d->capacity *= 2);
    ssize_t got = read(d->terminal, d->seen + d->count, 4095);
    if (got > 0) d->count += (size_t)got;
    d->seen[d->count] = '\0';
    return got > 0;
}

static void forget(spectator* d)
{
    d->count = 0;
    d->seen[0] = '\0';
}

static uint32_t times(const char* text, const char* what)
{
    uint32_t count = 0;
    for (; (text = strstr(text, what)); text += strlen(what)) count++;
    return count;
}

static void wait_for(spectator* d, const char* what, uint32_t how_often)
{
    while (times(d->seen, what) < how_often)
        if (!look(d, PATIENCE_MS)) fail_msg("'%s' is not %u times in: %s", what, how_often, d->seen);
}

static void press(spectator* d, const char* keys)
{
    forget(d);
    assert_int_equal(write(d->terminal, keys, strlen(keys)), strlen(keys));
}

static void assert_nothing_moves(spectator* d)
{
    while (look(d, QUIET_MS)) {} // what was on its way
    forget(d);
    assert_false(look(d, QUIET_MS));
}

static int get_up(spectator* d)
{
    int status;
    while (look(d, PATIENCE_MS)) {}
    waitpid(d->game, &status, 0);
    struct termios after;
    assert_int_equal(tcgetattr(d->terminal, &after), 0);
    assert_int_equal(after.c_lflag, d->before.c_lflag);
    assert_non_null(strstr(d->seen, "\033[?25h")); // the cursor is back
    close(d->terminal);
    free(d->seen);
    return status;
}

// The rows and the widest row of the first whole screen; escapes need no column.
static void measure(const char* seen, uint32_t* rows, uint32_t* columns)
{
    const char* at = strstr(seen, FRAME) + strlen(FRAME);
    uint32_t column = 0;
    for (*rows = *columns = 0; *at && strncmp(at, FRAME, strlen(FRAME)) != 0; at++) {
        if (*at == '\033' && at[1] == '[') {
            at += 2;
            at += strcspn(at, "ABCDEFGHJKmhl");
        } else if (*at == '\n') {
            ++*rows;
            column = 0;
        } else if (*at != '\r' && ++column > *columns) {
            *columns = column;
        }
    }
}

static void watch(const char* arguments, const char* result, uint32_t min_rows, uint32_t min_columns)
{
    spectator d = sit_down(arguments);
    wait_for(&d, FRAME, 3);
    uint32_t rows, columns;
    measure(d.seen, &rows, &columns);
    if (rows < min_rows || rows >= ROWS || columns < min_columns || columns > COLUMNS)
        fail_msg("%s: %u rows, %u columns", arguments, rows, columns);
    press(&d, " ");
    wait_for(&d, "| paused", 1);
    assert_nothing_moves(&d);
    for (uint32_t step = 0; step < 3; step++) {
        press(&d, step == 1 ? "\033[C" : "."); // Right, too
        wait_for(&d, FRAME, 1);
        while (look(&d, QUIET_MS)) {}
        assert_int_equal(times(d.seen, FRAME), 1); // one step, and paused again
    }
    press(&d, "+++-");
    wait_for(&d, "(8x)", 1);
    wait_for(&d, "(4x)", 1);
    press(&d, " ");
    wait_for(&d, FRAME, 5);
    press(&d, "q");
    wait_for(&d, result, 1);
    int status = get_up(&d);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static bool can_run(void)
{
    if (ploy_is_built() && ploy_is_on_posix()) return true;
    print_message("skipped: the program was not built, or runs elsewhere\n");
    skip();
    return false;
}

static void an_arena_is_watched_and_stepped(void** state)
{
    (void)state;
    if (can_run()) watch("play arena --watch --minutes 5", "domination on map 1", ROWS - 2, 100);
}

static void a_battle_is_watched_and_stepped(void** state)
{
    (void)state;
    if (can_run()) watch("play battleground --watch --respawn 5", "fighters are left", ROWS - 4, 100);
}

static void a_smithy_is_watched_and_stepped(void** state)
{
    (void)state;
    if (can_run()) watch("play smithy --watch --smiths 20", "weapons", ROWS - 3, 100);
}

// A row of the list of agents: letter, health, weapon, then what it thinks.
static uint32_t count_rows(const char* text, char first, char last, const char* says)
{
    uint32_t count = 0;
    for (const char* row = text; row; row = strchr(row, '\n')) {
        row += *row == '\n';
        size_t length = strcspn(row, "\n");
        const char* found = strstr(row, says);
        if (!found || found >= row + length) continue;
        for (const char* at = row; at < found; at++)
            count += at[0] == ' ' && at[1] >= first && at[1] <= last && at[2] == ' ' && at[5] >= '0' && at[5] <= '9' &&
                     at[6] == ' ' && at[9] == ' ';
    }
    return count;
}

static void goals_actions_states_and_orders_are_on_the_screen(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy("play arena --watch --minutes 2 --red long.goap+squad --blue long.fsm+squad --seed 3");
    assert_int_equal(r.status, 0);
    static const char* const goals[] = {"FindHealth/GoToHealth", "KillEnemy/", "GoToTask/GoTo", "FindAmmo/"};
    for (uint32_t i = 0; i < 4; i++) assert_true(count_rows(r.out, 'A', 'E', goals[i]) > 0);
    assert_int_equal(count_rows(r.out, 'a', 'e', "/"), 0); // it has no goals
    static const char* const states[] = {"Attack, ", "GoToHealth, ", "GoTo, "};
    for (uint32_t i = 0; i < 3; i++) assert_true(count_rows(r.out, 'a', 'e', states[i]) > 0);
    static const char* const orders[] = {", patrol:move", ", flank:move", ", attack:attack"};
    for (uint32_t i = 0; i < 3; i++) assert_true(count_rows(r.out, 'A', 'e', orders[i]) > 0);
    run_free(&r);
}

// Ctrl-C: the terminal is as it was.
static void an_interrupted_game_leaves_the_terminal_as_it_was(void** state)
{
    (void)state;
    if (!can_run()) return;
    spectator d = sit_down("play smithy --watch");
    wait_for(&d, FRAME, 2);
    press(&d, "\003");
    int status = get_up(&d);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
}

TEST_MAIN(TEST(an_arena_is_watched_and_stepped), TEST(a_battle_is_watched_and_stepped),
          TEST(a_smithy_is_watched_and_stepped), TEST(goals_actions_states_and_orders_are_on_the_screen),
          TEST(an_interrupted_game_leaves_the_terminal_as_it_was))
