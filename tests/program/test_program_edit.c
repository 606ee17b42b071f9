// `ploy edit`: its usage, and the page that stands alone. tests/check_editor.sh tries the server and the page.

#include "support/program/run_program.h"
#include "support/base/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static void assert_refused(const char* arguments, const char* message)
{
    run_result r = run_ploy(arguments);
    if (r.status != 2 || !strstr(r.err, message)) fail_msg("ploy %s: %d: %s", arguments, r.status, r.err);
    run_free(&r);
}

static void a_wrong_usage_is_named(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_refused("edit", "which file?");
    assert_refused("edit a.xml b.xml", "which file?");
    assert_refused("edit a.xml --out page.html", "opens files by itself");
    assert_refused("edit a.xml --json", "--json is for --out");
    assert_refused("edit a.xml --port 70000", "--port is 1 to 65535");
    assert_refused("edit --out page.html --attach 127.0.0.1:1/x", "either --attach or --out");
    assert_refused("edit a.xml --prt 1", "--port");
}

// Without its page the program says what is missing; with it, that there is no file.
static void a_file_that_is_not_there_is_named(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy("edit /nowhere/at_all.xml");
    assert_int_equal(r.status, 2);
    assert_true(strstr(r.err, "/nowhere/at_all.xml") || strstr(r.err, "built without the editor"));
    run_free(&r);
}

static void the_page_that_stands_alone_is_written_whole(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[1024];
    const char* path = write_temporary("workshop.html", "what was there");
    snprintf(arguments, sizeof arguments, "edit --out '%s' --json", path);
    run_result r = run_ploy(arguments);
    FILE* page = fopen(path, "rb");
    assert_non_null(page);
    if (r.status == 0) {
        char head[16] = "";
        assert_int_equal(fread(head, 1, 15, page), 15);
        assert_string_equal(head, "<!doctype html>");
        fseek(page, 0, SEEK_END);
        char bytes[32];
        snprintf(bytes, sizeof bytes, "\"bytes\": %ld", ftell(page));
        assert_non_null(strstr(r.out, bytes));
    } else {
        assert_non_null(strstr(r.err, "built without the editor"));
        char old[15] = "";
        assert_int_equal(fread(old, 1, 14, page), 14);
        assert_string_equal(old, "what was there");
    }
    fclose(page);
    run_free(&r);
}

TEST_MAIN(TEST(a_wrong_usage_is_named), TEST(a_file_that_is_not_there_is_named),
          TEST(the_page_that_stands_alone_is_written_whole))
