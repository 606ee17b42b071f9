// `ploy graph` draws everything in a file, with each arrow where it belongs.

#include "support/program/json_reader.h"
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

static run_result draw(const char* text, const char* options)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "graph '%s' %s", write_temporary("graph.xml", text), options);
    return run_ploy(arguments);
}

static void assert_has(const run_result* r, const char* text)
{
    if (!strstr(r->out, text)) fail_msg("'%s' is not in\n%s%s", text, r->out, r->err);
}

static void assert_has_not(const run_result* r, const char* text)
{
    if (strstr(r->out, text)) fail_msg("'%s' is in\n%s", text, r->out);
}

// One action that sets something, and one that needs something.
static bool serves(const char* effect, const char* pre)
{
    char text[1024];
    snprintf(text, sizeof text,
             "<ploy version='1'><domain name='d'><type name='place' objects='camp lake'/>"
             "<symbol name='b' type='bool'/><symbol name='c' type='bool'/>"
             "<symbol name='n' type='int' min='0' max='9'/>"
             "<symbol name='at' type='place'/>"
             "<action name='One'><param name='p' type='place'/><effect>%s</effect></action>"
             "<action name='Two'><pre>%s</pre><effect>c</effect></action></domain></ploy>",
             effect, pre);
    run_result r = draw(text, "--dot");
    if (r.status != 0) fail_msg("%s", r.err);
    bool linked = strstr(r.out, "t0_0 -> t0_1") != NULL;
    run_free(&r);
    return linked;
}

static void an_effect_leads_to_what_it_serves(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const struct
    {
        const char *effect, *pre;
        bool linked;
    } rows[] = {
        {"b", "b", true},
        {"b", "not b", false},
        {"not b", "not b", true},
        {"b = false", "b", false},
        {"b", "c", false},
        {"n += 1", "n gt 3", true},
        {"n += 1", "n lt 3", false},
        {"n -= 1", "n lt 3", true},
        {"n -= 1", "not n lt 3", false},
        {"n = 5", "n ge 4", true},
        {"n = 5", "n ge 6", false},
        {"n = 5", "c and n = 5", true},
        {"n = 5", "n = 4 and c", false},
        {"at = lake", "at = camp", false},
        {"at = lake", "at != camp", true},
        {"at = p", "at = camp", true},
        {"b, n = 1", "n = 1", true},
        {"b", "c or not b", true}, // not a simple part: naming the symbol is enough
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (serves(rows[i].effect, rows[i].pre) != rows[i].linked) fail_msg("%s for %s", rows[i].effect, rows[i].pre);
    }
}

static void a_state_machine_is_drawn_with_nested_states(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy("graph '" PLOY_SOURCE_DIR "/examples/sentry.xml' --dot --only sentry");
    assert_int_equal(r.status, 0);
    assert_has(&r, "label=\"Duty (history: deep)\"");
    assert_has(&r, "t0_1 -> t0_2 [label=\"on success\"]");
    assert_has(&r, "t0_2 -> t0_1 [label=\"after 5.000 s\"]");
    assert_has(&r, "t0_1 -> t0_4 [label=\"enemies gt 0\", ltail=cluster_t0_0, lhead=cluster_t0_3]");
    assert_has(&r, "any state");
    assert_has_not(&r, "fuzzy");
    run_free(&r);
    r = run_ploy("graph '" PLOY_SOURCE_DIR "/examples/sentry.xml' --dot --only nerves");
    assert_has(&r, "if health is good then Press");
    assert_has(&r, "t1_2 -> t1_0");
    assert_has(&r, "t1_3 -> t1_1");
    assert_has_not(&r, "t1_3 -> t1_0");
    run_free(&r);
}

static void a_behavior_tree_is_drawn(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r =
        draw("<root BTCPP_format='4'><BehaviorTree ID='Main'><Sequence name='say \"hi\"'><Wave/><Action ID='Talk'/>"
             "</Sequence></BehaviorTree></root>",
             "--dot");
    assert_int_equal(r.status, 0);
    assert_has(&r, "label=\"tree Main\"");
    assert_has(&r, "Sequence\\nsay \\\"hi\\\"");
    assert_has(&r, "Action Talk");
    assert_has(&r, "t0_0 -> t0_1");
    assert_has(&r, "t0_0 -> t0_2");
    run_free(&r);
}

static void a_task_network_is_drawn_with_its_methods(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy("graph '" PLOY_SOURCE_DIR "/examples/outpost.xml' --dot --only hold");
    assert_int_equal(r.status, 0);
    assert_has(&r, "label=\"network hold\"");
    assert_has(&r, "t1_0 [label=\"Hold\"");
    assert_has(&r, "stay\\nwhen at = hill and safe(hill)");
    assert_has(&r, "t1_0 -> t1_9 [label=\"3\", style=dashed]");
    assert_has(&r, "t1_9 -> t1_1 [label=\"1\"]");
    assert_has(&r, "pause");
    assert_has(&r, "t1_14 -> t1_3 []"); // Reach by Go
    assert_has_not(&r, "label=\"domain");
    run_free(&r);
}

static bool has_before(const char* from, const char* end, const char* word)
{
    const char* found = strstr(from, word);
    return found && found < end;
}

typedef struct drawn_box
{
    double x, y, width, height;
} drawn_box;

// The nodes that contain no others, in the order of the drawing; further down for each thing of the file.
static uint32_t read_boxes(const char* svg, drawn_box* boxes, uint32_t room)
{
    uint32_t count = 0;
    double down = 0;
    for (const char* at = strstr(svg, "<g transform"); at && *at; at = strchr(at + 1, '<')) {
        drawn_box box, middle;
        sscanf(at, "<g transform=\"translate(0 %lf)", &down);
        bool is_rect = sscanf(at, "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"", &box.x, &box.y, &box.width,
                              &box.height) == 4;
        bool is_ellipse = sscanf(at, "<ellipse cx=\"%lf\" cy=\"%lf\" rx=\"%lf\" ry=\"%lf\"", &middle.x, &middle.y,
                                 &middle.width, &middle.height) == 4;
        if (is_ellipse)
            box = (drawn_box){middle.x - middle.width, middle.y - middle.height, 2 * middle.width, 2 * middle.height};
        const char* end = strchr(at, '>');
        bool contains = end && has_before(at, end, "class=\"around\"");
        if ((!is_rect && !is_ellipse) || contains) continue;
        assert_true(count < room);
        box.y += down;
        boxes[count++] = box;
    }
    return count;
}

static uint32_t count_text(const char* text, const char* word)
{
    uint32_t count = 0;
    while ((text = strstr(text, word))) count++, text++;
    return count;
}

// As Graphviz gets it: the same arrows, and no node over another.
static void assert_is_drawn(const char* path)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "graph '%s'", path);
    run_result svg = run_ploy(arguments);
    snprintf(arguments, sizeof arguments, "graph '%s' --dot", path);
    run_result dot = run_ploy(arguments);
    if (svg.status != 0 || !strstr(svg.out, "</svg>")) fail_msg("%s: %d %s", path, svg.status, svg.err);
    if (count_text(svg.out, "marker-end") != count_text(dot.out, " -> ")) fail_msg("%s: not all arrows", path);
    static drawn_box boxes[2000];
    uint32_t count = read_boxes(svg.out, boxes, 2000);
    if (count == 0) fail_msg("%s: no nodes", path);
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            bool apart =
                boxes[a].x + boxes[a].width <= boxes[b].x + 1 || boxes[b].x + boxes[b].width <= boxes[a].x + 1 ||
                boxes[a].y + boxes[a].height <= boxes[b].y + 1 || boxes[b].y + boxes[b].height <= boxes[a].y + 1;
            if (!apart) fail_msg("%s: a node at %.0f %.0f is over another", path, boxes[a].x, boxes[a].y);
        }
    }
    run_free(&svg);
    run_free(&dot);
}

static void every_example_is_drawn_without_overlaps(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const names[] = {"outpost", "sentry", "fighter", "three_layers", "gatehouse", "camp", "stuck"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char path[256];
        snprintf(path, sizeof path, PLOY_SOURCE_DIR "/examples/%s.xml", names[i]);
        assert_is_drawn(path);
    }
}

static void the_picture_in_the_docs_is_what_the_program_draws(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy("graph '" PLOY_SOURCE_DIR "/examples/sentry.xml' --only sentry | "
                            "diff - '" PLOY_SOURCE_DIR "/docs/pictures/graph-sentry.svg'");
    if (r.status != 0) fail_msg("%.1000s%s", r.out, r.err);
    run_free(&r);
}

// State machines with random arrows, nested at random.
static void random_machines_are_drawn_without_overlaps(void** state)
{
    (void)state;
    if (!can_run()) return;
    for (uint32_t seed = 1; seed <= 20; seed++) {
        char text[8192];
        uint32_t random = seed, states = 3 + seed;
        size_t used = (size_t)snprintf(text, sizeof text, "<ploy version='1'><fsm name='m'>");
        for (uint32_t k = 0; k < states; k++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "<state name='S%u'>", k);
            for (uint32_t t = 1; t <= 2; t++) {
                random = random * 1664525u + 1013904223u;
                used += (size_t)snprintf(text + used, sizeof text - used, "<transition to='S%u' after='%u'/>",
                                         (random >> 12) % states, t);
            }
            // Every fourth state has the two after it inside.
            bool stays_open = k % 4 == 1 && k + 1 < states, was_last = (k % 4 == 3 || k + 1 == states) && k % 4 >= 2;
            const char* end = stays_open ? "" : was_last ? "</state></state>" : "</state>";
            used += (size_t)snprintf(text + used, sizeof text - used, "%s", end);
        }
        snprintf(text + used, sizeof text - used, "</fsm></ploy>");
        assert_is_drawn(write_temporary("machine.xml", text));
    }
}

static void what_a_file_holds_is_listed(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy("graph '" PLOY_SOURCE_DIR "/examples/sentry.xml' --json");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    char value[64];
    assert_true(json_at(r.out, "things.1.kind", value, sizeof value));
    assert_string_equal(value, "fuzzy");
    assert_true(json_at(r.out, "things.0.nodes", value, sizeof value));
    assert_string_equal(value, "8");
    run_free(&r);
}

static void what_cannot_be_drawn_is_named(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = draw("<ploy version='1'/>", "");
    assert_int_equal(r.status, 1);
    run_free(&r);
    r = draw("<ploy version='1'><fsm name='guard'><state name='A'/></fsm></ploy>", "--only gard");
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "did you mean 'guard'?"));
    run_free(&r);
    r = run_ploy("graph");
    assert_int_equal(r.status, 2);
    run_free(&r);
    r = run_ploy("graph nowhere.xml");
    assert_int_equal(r.status, 2);
    run_free(&r);
}

TEST_MAIN(TEST(an_effect_leads_to_what_it_serves), TEST(a_state_machine_is_drawn_with_nested_states),
          TEST(a_behavior_tree_is_drawn), TEST(a_task_network_is_drawn_with_its_methods),
          TEST(every_example_is_drawn_without_overlaps), TEST(the_picture_in_the_docs_is_what_the_program_draws),
          TEST(random_machines_are_drawn_without_overlaps), TEST(what_a_file_holds_is_listed),
          TEST(what_cannot_be_drawn_is_named))
