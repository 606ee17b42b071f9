// What the program writes: nothing that was there before is lost to a mistake on the command line, and nothing that is
// read is written.

#define _DEFAULT_SOURCE

#include "support/program/run_program.h"
#include "support/base/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OLD "what was there before\n"
#define FARMER                                                                                                         \
    "<ploy version=\"1\"><domain name=\"d\"><symbol name=\"x\" type=\"bool\"/>"                                        \
    "<action name=\"Do\" duration=\"1\"><effect>x</effect></action><goal name=\"Want\">x</goal></domain>"              \
    "<agent name=\"a\" domain=\"d\"/></ploy>\n"

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static void temporary(char path[320], const char* name, const char* text)
{
    snprintf(path, 320, "%s", write_temporary(name, text));
}

static void assert_holds(const char* path, const char* expected)
{
    char text[4096];
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    size_t bytes = fread(text, 1, sizeof text - 1, file);
    text[bytes] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

// The command, with the path where it says %s, ends with status 2 and says why; the file is as it was.
static void assert_spares(const char* format, const char* path, const char* contents, const char* why)
{
    char arguments[2048];
    size_t used = 0;
    for (const char* at = format; *at; at++) {
        if (at[0] == '%' && at[1] == 's') {
            used += (size_t)snprintf(arguments + used, sizeof arguments - used, "'%s'", path);
            at++;
        } else {
            arguments[used++] = *at;
        }
    }
    arguments[used] = '\0';
    run_result r = run_ploy(arguments);
    if (r.status != 2 || !strstr(r.err, why)) fail_msg("%s: %d, not '%s': %s", arguments, r.status, why, r.err);
    assert_holds(path, contents);
    run_free(&r);
}

static void a_mistake_in_the_input_leaves_the_old_recording(void** state)
{
    (void)state;
    if (!can_run()) return;
    char rec[320];
    temporary(rec, "old.rec", OLD);
    assert_spares("play arena --red chess --record %s", rec, OLD, "there is no controller 'chess'");
    assert_spares("play arena --mode golf --record %s", rec, OLD, "there is no mode 'golf'");
    assert_spares("play arena --types archer --record %s", rec, OLD, "there is no type of agents 'archer'");
    assert_spares("play smithy --data /no/such/file --record %s", rec, OLD, "/no/such/file");
    assert_spares("play battleground --data /no/such/file --record %s", rec, OLD, "/no/such/file");
    assert_spares("play file /no/such/file.xml --record %s", rec, OLD, "/no/such/file.xml");
}

static void a_recording_is_never_one_of_the_inputs(void** state)
{
    (void)state;
    if (!can_run()) return;
    char farm[320], link_path[400];
    temporary(farm, "farm.xml", FARMER);
    assert_spares("play file %s --record %s", farm, FARMER, "is read");
    assert_spares("play smithy --data %s --record %s", farm, FARMER, "is read");
    assert_spares("play battleground --data %s --record %s", farm, FARMER, "is read");
    assert_spares("play battleground --data %s --svg %s", farm, FARMER, "is read");
    snprintf(link_path, sizeof link_path, "%s.link", farm);
    assert_int_equal(symlink(farm, link_path), 0);
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "play file '%s' --record '%s'", farm, link_path);
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 2);
    assert_holds(farm, FARMER);
    run_free(&r);
}

static void a_recording_is_never_a_file_of_the_data_folder(void** state)
{
    (void)state;
    if (!can_run()) return;
    char mode[320], folder[320], arguments[1024];
    static const char text[] = "mode golf\nteams 1\nrespawn 1\n";
    temporary(mode, "golf.mode", text);
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(mode, '/') - mode), mode);
    snprintf(arguments, sizeof arguments, "play arena --mode golf --minutes 1 --data '%s' --record %%s", folder);
    assert_spares(arguments, mode, text, "is read");
}

static void a_picture_or_page_is_never_its_input(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char map_text[] = "type octile\nheight 2\nwidth 2\nmap\n..\n..\n";
    char map[320], rec[320];
    temporary(map, "small.map", map_text);
    assert_spares("path %s --from 0,0 --to 1,1 --svg %s", map, map_text, "is read");
    temporary(rec, "small.rec", OLD);
    assert_spares("view %s --out %s", rec, OLD, "is read");
}

static void a_recording_that_another_process_writes_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    char rec[320];
    if (!ploy_is_on_posix()) skip(); // the lock is one of POSIX; the next test has two programs
    temporary(rec, "locked.rec", OLD);
    FILE* file = fopen(rec, "r+b");
    assert_non_null(file);
    assert_int_equal(flock(fileno(file), LOCK_EX), 0);
    assert_spares("play smithy --minutes 1 --record %s", rec, OLD, "another process writes it");
    fclose(file);
    char arguments[512];
    snprintf(arguments, sizeof arguments, "play smithy --minutes 1 --record '%s'", rec);
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 0);
    run_free(&r);
}

// While it is written it has its own name, so that a viewer can follow it.
static void two_programs_on_one_recording_do_not_meet(void** state)
{
    (void)state;
    if (!can_run()) return;
    char rec[320], command[1200];
    temporary(rec, "both.rec", "");
    // The first one is stopped by its full pipe, with the recording open.
    snprintf(
        command, sizeof command,
        "{ timeout 300 \"$PLOY\" play smithy --minutes 60 --watch --record '%s'; } | "
        "{ head -c 100 >/dev/null; \"$PLOY\" play smithy --minutes 1 --record '%s' 2>/dev/null >/dev/null; echo $? "
        "> '%s.status'; }",
        rec, rec, rec);
    assert_int_equal(WEXITSTATUS(system(command)), 0);
    char status[400];
    snprintf(status, sizeof status, "%s.status", rec);
    assert_holds(status, "2\n");
}

static void screens_never_reach_the_recording(void** state)
{
    (void)state;
    if (!can_run()) return;
    char rec[320], command[1200];
    if (!ploy_is_on_posix()) skip(); // no program starts with closed streams
    temporary(rec, "screens.rec", "");
    snprintf(command, sizeof command, "timeout 300 \"$PLOY\" play smithy --minutes 1 --watch --record '%s' >&- 2>&-",
             rec);
    assert_int_equal(WEXITSTATUS(system(command)), 2);
    snprintf(command, sizeof command, "grep -q 'smithy  00:10' '%s'", rec);
    assert_int_equal(WEXITSTATUS(system(command)), 1);
    snprintf(command, sizeof command, "timeout 300 \"$PLOY\" ask '%s' --json >/dev/null", rec);
    assert_int_not_equal(WEXITSTATUS(system(command)), 2);
}

static void nothing_is_left_beside_an_output(void** state)
{
    (void)state;
    if (!can_run()) return;
    char svg[320], arguments[512], part[400];
    temporary(svg, "battle.svg", OLD);
    snprintf(arguments, sizeof arguments, "play battleground --nodes 300 --agents 8 --svg '%s'", svg);
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 0);
    run_free(&r);
    snprintf(part, sizeof part, "%s.part", svg);
    assert_int_not_equal(access(part, F_OK), 0);
    snprintf(arguments, sizeof arguments, "grep -q '</svg>' '%s'", svg);
    assert_int_equal(system(arguments), 0);
}

TEST_MAIN(TEST(a_mistake_in_the_input_leaves_the_old_recording), TEST(a_recording_is_never_one_of_the_inputs),
          TEST(a_recording_is_never_a_file_of_the_data_folder), TEST(a_picture_or_page_is_never_its_input),
          TEST(a_recording_that_another_process_writes_is_refused), TEST(two_programs_on_one_recording_do_not_meet),
          TEST(screens_never_reach_the_recording), TEST(nothing_is_left_beside_an_output))
