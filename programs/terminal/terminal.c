#define _DEFAULT_SOURCE

#include "programs/terminal/terminal.h"

static uint32_t at_most(uint32_t value, uint32_t max)
{
    return value < max ? value : max;
}

static terminal_size sized(uint32_t columns, uint32_t rows)
{
    if (columns == 0 || rows == 0) return (terminal_size){TERMINAL_COLUMNS, TERMINAL_ROWS};
    return (terminal_size){at_most(columns, TERMINAL_MAX_COLUMNS), at_most(rows, TERMINAL_MAX_ROWS)};
}

#if defined(__wasi__) // the editor's page

terminal_size terminal_get_size(void)
{
    return sized(0, 0);
}

void terminal_begin(void)
{
}

void terminal_end(void)
{
}

bool terminal_has_keys(void)
{
    return false;
}

char terminal_key(double seconds)
{
    (void)seconds;
    return 0;
}

#elif !defined(_WIN32)

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static struct termios before;
static volatile sig_atomic_t has_keys;

#define SHOW_CURSOR "\033[?25h"
#define HIDE_CURSOR "\033[?25l"

terminal_size terminal_get_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return sized(0, 0);
    return sized(size.ws_col, size.ws_row);
}

static void say(const char* text, size_t bytes)
{
    if (write(STDOUT_FILENO, text, bytes) < 0) return; // then there is no terminal to mend
}

void terminal_end(void)
{
    if (!has_keys) return;
    has_keys = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    say(SHOW_CURSOR, sizeof SHOW_CURSOR - 1);
}

static void end_by_signal(int number)
{
    terminal_end();
    signal(number, SIG_DFL);
    raise(number);
}

// Ctrl-C still ends the program; Ctrl-Z would leave the terminal as it is now.
void terminal_begin(void)
{
    if (has_keys || tcgetpgrp(STDIN_FILENO) != getpgrp() || tcgetattr(STDIN_FILENO, &before) != 0) return;
    struct termios keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    keys.c_cc[VSUSP] = _POSIX_VDISABLE;
    if (tcsetattr(STDIN_FILENO, TCSANOW, &keys) != 0) return;
    has_keys = 1;
    atexit(terminal_end);
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (uint32_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], end_by_signal);
    say(HIDE_CURSOR, sizeof HIDE_CURSOR - 1);
}

bool terminal_has_keys(void)
{
    return has_keys;
}

static void rest(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&time, NULL);
}

static char key_of(const char* bytes, ssize_t count)
{
    if (bytes[0] != '\033') return bytes[0];
    if (count < 3) return 0;
    return bytes[2] == 'A' ? '+' : bytes[2] == 'B' ? '-' : bytes[2] == 'C' ? '.' : 0;
}

char terminal_key(double seconds)
{
    struct pollfd keyboard = {.fd = STDIN_FILENO, .events = POLLIN};
    if (seconds < 0) seconds = 0;
    if (!has_keys) {
        rest(seconds);
        return 0;
    }
    if (poll(&keyboard, 1, (int)(1e3 * seconds + 0.5)) <= 0) return 0;
    char bytes[8] = {0};
    ssize_t count = read(STDIN_FILENO, bytes, 1);
    if (count == 1 && bytes[0] == '\033' && poll(&keyboard, 1, 0) > 0)
        count += read(STDIN_FILENO, bytes + 1, sizeof bytes - 1);
    if (count <= 0) terminal_end(); // nobody is there any more
    return count <= 0 ? 0 : key_of(bytes, count);
}

#else

#include <conio.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

static bool has_keys;

terminal_size terminal_get_size(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(_fileno(stdout)), &info)) return sized(0, 0);
    return sized((uint32_t)(info.srWindow.Right - info.srWindow.Left + 1),
                 (uint32_t)(info.srWindow.Bottom - info.srWindow.Top + 1));
}

void terminal_begin(void)
{
    DWORD mode;
    has_keys = GetConsoleMode((HANDLE)_get_osfhandle(_fileno(stdin)), &mode) != 0;
}

void terminal_end(void)
{
    has_keys = false;
}

bool terminal_has_keys(void)
{
    return has_keys;
}

// Keys that are not letters come as two numbers.
static char next_key(void)
{
    int key = _getch();
    if (key != 0 && key != 0xE0) return (char)key;
    key = _getch();
    return key == 72 ? '+' : key == 80 ? '-' : key == 77 ? '.' : 0;
}

char terminal_key(double seconds)
{
    ULONGLONG until = GetTickCount64() + (ULONGLONG)(seconds > 0 ? 1e3 * seconds : 0);
    for (; !has_keys || !_kbhit(); Sleep(1))
        if (GetTickCount64() >= until) return 0;
    return next_key();
}

#endif
