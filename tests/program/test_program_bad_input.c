// Unusable files: exit status 2, one clear message on stderr, nothing on stdout, no crash, no long wait.

#define _POSIX_C_SOURCE 200809L

#include <ploy/base.h>

#include "support/program/run_program.h"
#include "support/base/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOMAIN(body)                                                                                                   \
    "<ploy version=\"1\">\n<domain name=\"d\">\n<symbol name=\"x\" type=\"int\" min=\"0\" max=\"3\"/>\n" body          \
    "\n</domain>\n</ploy>\n"
#define ACTION "<action name=\"A\" cost=\"1\"><effect>x += 1</effect></action>\n"
#define GOAL "<goal name=\"G\">x = 3</goal>\n"

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static uint32_t count_lines(const char* text)
{
    uint32_t count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

// The message must contain `part` after the file's name.
static void assert_refused(const char* path, const char* part)
{
    static const char* const commands[] = {"plan", "check"};
    for (size_t k = 0; k < 2; k++) {
        char arguments[512];
        snprintf(arguments, sizeof arguments, "%s '%s' --json", commands[k], path);
        run_result r = run_ploy(arguments);
        if (r.status != 2 || !strstr(r.err, part)) print_error("ploy %s: %d\n%s", arguments, r.status, r.err);
        assert_int_equal(r.status, 2);
        assert_int_equal(count_lines(r.err), 1);
        assert_memory_equal(r.err, path, strlen(path));
        assert_non_null(strstr(r.err, part));
        if (k == 0) assert_string_equal(r.out, "");
        run_free(&r);
    }
}

static void assert_text_refused(const char* text, const char* part)
{
    char path[320];
    snprintf(path, sizeof path, "%s", write_temporary("bad.xml", text));
    assert_refused(path, part);
}

static void a_missing_file_is_named(void** state)
{
    (void)state;
    if (can_run()) assert_refused("no/such/file.xml", "file.xml: ");
}

static void a_folder_is_no_file(void** state)
{
    (void)state;
    if (can_run()) assert_refused("/tmp", "/tmp: ");
}

static void an_empty_file_is_refused(void** state)
{
    (void)state;
    if (can_run()) assert_text_refused("", "bad.xml");
}

static void random_bytes_are_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    char path[320];
    for (uint64_t seed = 0; seed < 20; seed++) {
        ploy_random random = {seed, 0, 0};
        snprintf(path, sizeof path, "%s", write_temporary("random.xml", ""));
        FILE* file = fopen(path, "w");
        for (uint32_t k = 0; k < 4096; k++) fputc((int)ploy_random_below(&random, 256), file);
        fclose(file);
        assert_refused(path, "random.xml:");
    }
}

static void a_hundred_megabytes_of_one_element_are_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    char path[320];
    snprintf(path, sizeof path, "%s", write_temporary("big.xml", ""));
    FILE* file = fopen(path, "w");
    static char block[1 << 20];
    memset(block, 'a', sizeof block);
    fputs("<ploy version=\"1\"><domain name=\"", file);
    for (uint32_t k = 0; k < 100; k++) fwrite(block, 1, sizeof block, file);
    fputs("\"/></ploy>", file);
    fclose(file);
    assert_refused(path, "big.xml");
    remove(path);
}

static void an_entity_bomb_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    char text[4096] = "<?xml version=\"1.0\"?>\n<!DOCTYPE ploy [\n<!ENTITY a0 \"aaaaaaaaaaaaaaaa\">\n";
    for (int k = 1; k < 12; k++) {
        char line[256];
        snprintf(line, sizeof line, "<!ENTITY a%d \"&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;\">\n", k, k - 1, k - 1,
                 k - 1, k - 1, k - 1, k - 1, k - 1, k - 1);
        strcat(text, line);
    }
    strcat(text, "]>\n<ploy version=\"1\"><domain name=\"d\"><goal name=\"G\">&a11;</goal></domain></ploy>\n");
    assert_text_refused(text, "bad.xml:");
}

static void costs_outside_the_range_are_refused_with_their_line(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_text_refused(DOMAIN("<action name=\"A\" cost=\"-1\"><effect>x += 1</effect></action>\n" GOAL), "bad.xml:4");
    assert_text_refused(DOMAIN("<action name=\"A\" cost=\"1e99\"><effect>x += 1</effect></action>\n" GOAL),
                        "bad.xml:4");
}

static void a_symbol_named_twice_is_refused_with_its_line(void** state)
{
    (void)state;
    if (can_run()) assert_text_refused(DOMAIN("<symbol name=\"x\" type=\"bool\"/>\n" ACTION GOAL), "bad.xml:4");
}

static void an_int_goal_outside_its_range_is_refused_with_its_line(void** state)
{
    (void)state;
    if (can_run()) assert_text_refused(DOMAIN(ACTION "<goal name=\"G\">x = 4</goal>"), "bad.xml:5");
}

static void an_unknown_symbol_is_refused_with_the_one_that_was_meant(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_text_refused("<ploy version=\"1\"><domain name=\"d\"><symbol name=\"ammo\" type=\"bool\"/>"
                        "<goal name=\"G\">amno</goal></domain></ploy>",
                        "did you mean 'ammo'?");
}

// One line per element that is wrong, and none about what depends on it.
static void every_wrong_element_has_its_message(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[512];
    const char* path = write_temporary(
        "many.xml", "<ploy version=\"1\">\n"
                    "<domain name=\"d\"><symbol name=\"x\" type=\"bool\"/><goal name=\"G\">y</goal></domain>\n"
                    "<domain name=\"e\"><symbol name=\"x\" type=\"bool\"/><goal name=\"G\">z</goal></domain>\n"
                    "<BehaviorTree ID=\"A\"><Sequence/></BehaviorTree>\n"
                    "<fsm name=\"m\"><state name=\"s\"><transition to=\"t\"/></state></fsm>\n"
                    "<agent name=\"a\" domain=\"d\"/>\n"
                    "</ploy>\n");
    snprintf(arguments, sizeof arguments, "check '%s'", path);
    run_result r = run_ploy(arguments);
    if (count_lines(r.err) != 4) print_error("%s", r.err);
    assert_int_equal(r.status, 2);
    assert_int_equal(count_lines(r.err), 4);
    assert_non_null(strstr(r.err, "many.xml:2:"));
    assert_non_null(strstr(r.err, "many.xml:3:"));
    assert_non_null(strstr(r.err, "many.xml:4:"));
    assert_non_null(strstr(r.err, "many.xml:5:"));
    run_free(&r);
}

TEST_MAIN(TEST(every_wrong_element_has_its_message), TEST(a_missing_file_is_named), TEST(a_folder_is_no_file),
          TEST(an_empty_file_is_refused), TEST(random_bytes_are_refused),
          TEST(a_hundred_megabytes_of_one_element_are_refused), TEST(an_entity_bomb_is_refused),
          TEST(costs_outside_the_range_are_refused_with_their_line),
          TEST(a_symbol_named_twice_is_refused_with_its_line),
          TEST(an_int_goal_outside_its_range_is_refused_with_its_line),
          TEST(an_unknown_symbol_is_refused_with_the_one_that_was_meant))
