#define _POSIX_C_SOURCE 200809L

#include <ploy/io.h>
#include <ploy/save.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"

#if !defined(_WIN32) && !defined(__wasi__)

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char farm[] = "<ploy version='1'><domain name='farm'><symbol name='fed' type='bool'/>"
                           "<action name='Eat' duration='1'><effect>fed</effect></action><goal name='BeFed'>fed</goal>"
                           "</domain><agent name='farmer' domain='farm' write_effects='true'/></ploy>";

typedef struct attach_stage
{
    ploy_world* world;
    unsigned port;
    char token[64];
} attach_stage;

static void set_up(attach_stage* s, bool is_paused)
{
    ploy_error error = {0};
    s->world = ploy_world_create(NULL);
    assert_int_equal(ploy_world_load_text(s->world, "data/farm.xml", farm, sizeof farm - 1, &error), PLOY_OK);
    ploy_agent_create(s->world, &(ploy_agent_def){.type = "farmer"});
    assert_null(ploy_world_attach_address(s->world));
    assert_true(ploy_world_may_tick(s->world));
    assert_int_equal(ploy_world_attach(s->world, &(ploy_attach_def){.is_paused = is_paused}, &error), PLOY_OK);
    assert_int_equal(ploy_world_attach(s->world, NULL, &error), PLOY_NOT_SUPPORTED);
    assert_int_equal(sscanf(ploy_world_attach_address(s->world), "127.0.0.1:%u/%63s", &s->port, s->token), 2);
    assert_int_equal(strlen(s->token), 32);
}

static int connect_to(const attach_stage* s)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s->port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int made = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(made >= 0);
    assert_int_equal(connect(made, (struct sockaddr*)&to, sizeof to), 0);
    return made;
}

static void say(int socket, const char* text)
{
    assert_int_equal(send(socket, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

static void serve(attach_stage* s, int frames)
{
    for (int i = 0; i < frames; ++i) {
        if (ploy_world_may_tick(s->world)) ploy_world_tick(s->world, PLOY_SECOND / 10);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
}

// One line; "": the connection was closed.
static const char* hear(attach_stage* s, int socket)
{
    static char line[1 << 16];
    size_t count = 0;
    for (int tries = 0; tries < 20000; ++tries) {
        ssize_t got = recv(socket, line + count, 1, MSG_DONTWAIT);
        if (got == 0 || (got > 0 && line[count] == '\n')) break;
        if (got > 0) ++count;
        if (got < 0) serve(s, 1);
    }
    line[count] = '\0';
    return line;
}

static int attach(attach_stage* s)
{
    char hello[80];
    int made = connect_to(s);
    snprintf(hello, sizeof hello, "attach %s\n", s->token);
    say(made, hello);
    return made;
}

static void expect(attach_stage* s, int socket, const char* what)
{
    const char* line = hear(s, socket);
    if (!strstr(line, what)) fail_msg("'%s' is not in: %s", what, line);
}

static void a_debugger_with_the_token_is_answered(void** state)
{
    (void)state;
    attach_stage s;
    set_up(&s, true);
    serve(&s, 5);
    assert_int_equal(ploy_world_ticks(s.world), 0);
    int debugger = attach(&s);
    expect(&s, debugger, "\"command\": \"attach\"");
    say(debugger, "status\r\nbreak goal BeFed\nresume\n");
    expect(&s, debugger, "\"paused\": true");
    expect(&s, debugger, "\"breakpoint\": 1");
    expect(&s, debugger, "\"command\": \"resume\"");
    expect(&s, debugger, "\"what\": \"BeFed\"");
    close(debugger);
    uint64_t ticks = ploy_world_ticks(s.world);
    serve(&s, 20);
    assert_true(ploy_world_ticks(s.world) > ticks); // it goes on
    debugger = attach(&s);
    expect(&s, debugger, "\"ok\": true");
    say(debugger, "status\n");
    expect(&s, debugger, "\"breakpoints\": []");
    ploy_world_destroy(s.world);
    assert_string_equal(hear(&s, debugger), "");
    close(debugger);
}

static void nobody_attaches_without_the_token_or_second(void** state)
{
    (void)state;
    attach_stage s;
    set_up(&s, false);
    int stranger = connect_to(&s);
    say(stranger, "GET / HTTP/1.1\r\n\r\n");
    expect(&s, stranger, "the first line is: attach TOKEN");
    assert_string_equal(hear(&s, stranger), "");
    close(stranger);
    stranger = connect_to(&s);
    say(stranger, "attach 00000000000000000000000000000000\npause\n");
    expect(&s, stranger, "\"ok\": false");
    close(stranger);
    serve(&s, 5);
    assert_true(ploy_world_ticks(s.world) >= 5);
    int debugger = attach(&s), second = attach(&s);
    expect(&s, debugger, "\"ok\": true");
    expect(&s, second, "another debugger is attached");
    assert_string_equal(hear(&s, second), "");
    close(second);
    say(debugger, "pause\n");
    expect(&s, debugger, "\"ok\": true");
    close(debugger);
    ploy_world_destroy(s.world);
}

static void guests_that_say_nothing_do_not_keep_the_debugger_out(void** state)
{
    (void)state;
    attach_stage s;
    set_up(&s, false);
    int silent[20];
    for (int i = 0; i < 20; ++i) {
        silent[i] = connect_to(&s);
        serve(&s, 1);
    }
    int debugger = attach(&s);
    expect(&s, debugger, "\"ok\": true");
    int loud = connect_to(&s);
    char* long_line = malloc(10001);
    memset(long_line, 'x', 10000);
    long_line[10000] = '\0';
    say(loud, long_line);
    serve(&s, 20);
    close(loud);
    say(debugger, long_line);
    say(debugger, "\n");
    expect(&s, debugger, "there is no command");
    free(long_line);
    for (int i = 0; i < 20; ++i) close(silent[i]);
    close(debugger);
    ploy_world_destroy(s.world);
}

static void a_debugger_that_dies_in_the_middle_of_a_command_pauses_nothing(void** state)
{
    (void)state;
    attach_stage s;
    set_up(&s, false);
    int debugger = attach(&s);
    expect(&s, debugger, "\"ok\": true");
    say(debugger, "pause\nset \"far");
    expect(&s, debugger, "\"command\": \"pause\"");
    uint64_t ticks = ploy_world_ticks(s.world);
    serve(&s, 5);
    assert_int_equal(ploy_world_ticks(s.world), ticks);
    struct linger at_once = {1, 0}; // as when a process is killed
    setsockopt(debugger, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(debugger);
    serve(&s, 20);
    assert_true(ploy_world_ticks(s.world) > ticks);
    ploy_world_destroy(s.world);
}

static void a_debugger_that_does_not_read_does_not_hold_up_the_world(void** state)
{
    (void)state;
    attach_stage s;
    set_up(&s, false);
    int debugger = attach(&s);
    expect(&s, debugger, "\"ok\": true");
    char many[6001] = "";
    for (int i = 0; i < 1000; ++i) memcpy(many + 6 * i, "help \n", 6);
    many[6000] = '\0';
    uint64_t ticks = ploy_world_ticks(s.world);
    for (int i = 0; i < 40; ++i) {
        send(debugger, many, 6000, MSG_NOSIGNAL | MSG_DONTWAIT);
        serve(&s, 2);
    }
    assert_int_equal(ploy_world_ticks(s.world), ticks + 80);
    close(debugger);
    serve(&s, 5);
    ploy_world_destroy(s.world);
}

static void a_file_is_found_by_the_last_part_of_its_name(void** state)
{
    (void)state;
    attach_stage s;
    set_up(&s, false);
    int debugger = attach(&s);
    expect(&s, debugger, "\"ok\": true");
    char line[1024];
    snprintf(line, sizeof line, "load /elsewhere/farm.xml \"%s\"\n", farm);
    say(debugger, line);
    expect(&s, debugger, "\"command\": \"load\"");
    say(debugger, "load farm.xml \"<ploy version='1'><domain/></ploy>\"\n");
    expect(&s, debugger, "\"ok\": false");
    close(debugger);
    ploy_world_destroy(s.world);
}

static void two_worlds_have_two_addresses(void** state)
{
    (void)state;
    attach_stage a, b;
    set_up(&a, false);
    set_up(&b, false);
    assert_int_not_equal(a.port, b.port);
    assert_string_not_equal(a.token, b.token);
    ploy_error error;
    ploy_world* third = ploy_world_create(NULL);
    assert_int_equal(ploy_world_attach(third, &(ploy_attach_def){.port = (uint16_t)a.port}, &error), PLOY_NOT_SUPPORTED);
    assert_non_null(strstr(error.message, "in use"));
    ploy_world_destroy(third);
    ploy_world_destroy(a.world);
    ploy_world_destroy(b.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_debugger_with_the_token_is_answered),
        cmocka_unit_test(nobody_attaches_without_the_token_or_second),
        cmocka_unit_test(guests_that_say_nothing_do_not_keep_the_debugger_out),
        cmocka_unit_test(a_debugger_that_dies_in_the_middle_of_a_command_pauses_nothing),
        cmocka_unit_test(a_debugger_that_does_not_read_does_not_hold_up_the_world),
        cmocka_unit_test(a_file_is_found_by_the_last_part_of_its_name),
        cmocka_unit_test(two_worlds_have_two_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 0;
}

#endif
