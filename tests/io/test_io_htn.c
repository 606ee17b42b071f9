#include <ploy/io.h>
#include <stdio.h>
#include <string.h>

#include "io/file.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

static ploy_status load(const ploy_allocator* allocator, ploy_file** file)
{
    ploy_file_def def = {0};
    if (allocator) def.allocator = *allocator;
    return ploy_file_load(&def, PLOY_SOURCE_DIR "/examples/outpost.xml", file, NULL);
}

static void a_network_is_read_and_plans(void** state)
{
    (void)state;
    ploy_file* file;
    assert_int_equal(load(NULL, &file), PLOY_OK);
    assert_int_equal(ploy_file_htn_count(file), 1);
    assert_int_equal(pl_file_find_htn(file, "hold"), 0);
    assert_int_equal(pl_file_find_htn(file, "held"), PLOY_NONE);
    const ploy_htn* network = ploy_file_htn(file, 0);
    assert_int_equal(ploy_htn_task_count(network), 3);
    const ploy_domain* domain = ploy_file_domain(file, 0);
    ploy_htn_planner* planner = ploy_htn_planner_create(&(ploy_htn_planner_def){.htn = network});
    uint64_t start[4];
    ploy_state_init(domain, start);
    assert_int_equal(ploy_state_parse(domain, start, "at = wood", NULL), PLOY_OK);
    ploy_htn_query query = {0};
    query.start = start;
    query.task = ploy_htn_find_task(network, "Hold");
    const ploy_htn_plan* plan = ploy_htn_planner_plan(planner, &query);
    assert_int_equal(plan->status, PLOY_PARTIAL);
    assert_int_equal(plan->step_count, 3); // Go(camp) Take Go(hill)
    assert_int_equal(plan->steps[0].args[0], 0);
    assert_int_equal(plan->steps[1].action, ploy_domain_find_action(domain, "Take"));
    assert_int_equal(plan->steps[2].args[0], 2);
    ploy_htn_planner_destroy(planner);
    ploy_file_destroy(file);
}

static void errors_in_a_file_are_reported_with_their_position(void** state)
{
    (void)state;
    static const struct
    {
        const char* inside;
        uint32_t column;
        const char* message;
    } wrong[] = {
        {"<htn name='n'/>", 1, "<htn> needs the attribute 'domain'"},
        {"<htn name='n' domain='x'/>", 23, "unknown domain 'x'"},
        {"<htn name='n' domain='d'/>", 1, "a task network needs a task"},
        {"<htn name='n' domain='d' ranking='best'/>", 35, NULL},
        {"<htn name='n' domain='d' max_depth='0'/>", 37, NULL},
        {"<htn name='n' domain='d'><tusk name='T'/></htn>", 26, "unknown element <tusk> in <htn>"},
        {"<htn name='n' domain='d'><task name='T'><way/></task></htn>", 41, "unknown element <way> in <task>"},
        {"<htn name='n' domain='d'><task name='T'><method><pause x='1'/></method></task></htn>", 56,
         "<pause> has no attribute 'x'"},
        {"<htn name='n' domain='d'>\n<task name='T'>\n<method>\n <do task='Jump'/></method></task></htn>", 2,
         "task 'T': 'Jump' is no task and no action"},
        {"<htn name='n' domain='d'>\n<task name='T'>\n<method when='b ='/></task></htn>", 1, NULL},
        {"<htn name='n' domain='d'><task name='T'>text</task></htn>", 41, "<task> cannot hold text"},
    };
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        char text[512];
        snprintf(text, sizeof text,
                 "<ploy version='1'><domain name='d'><symbol name='b' type='bool'/></domain>\n%s\n</ploy>",
                 wrong[i].inside);
        ploy_file_def def = {0};
        ploy_file* file;
        ploy_error error;
        assert_int_equal(ploy_file_parse(&def, text, strlen(text), &file, &error), PLOY_INVALID);
        assert_null(file);
        if (wrong[i].message && strcmp(error.message, wrong[i].message) != 0) fail_msg("'%s'", error.message);
        if (error.column != wrong[i].column) fail_msg("%s: column %u", error.message, (unsigned)error.column);
    }
}

static bool load_it(const ploy_allocator* allocator)
{
    ploy_file* file;
    bool good = load(allocator, &file) == PLOY_OK;
    ploy_file_destroy(file);
    return good;
}

static void a_failing_allocator_leaves_nothing_behind(void** state)
{
    (void)state;
    test_fail_every_allocation(load_it);
}

TEST_MAIN(TEST(a_network_is_read_and_plans), TEST(errors_in_a_file_are_reported_with_their_position),
          TEST(a_failing_allocator_leaves_nothing_behind))
