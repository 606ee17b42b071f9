#include "io/xml/xml.h"

#include <stdio.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

static void read_ok(pl_xml* xml, const char* text)
{
    ploy_allocator allocator = ploy_allocator_default();
    ploy_error error = {0};
    if (pl_xml_read(xml, &allocator, text, strlen(text), (pl_xml_options){.max_depth = 32, .max_section_depth = 256}, &error) != PLOY_OK) {
        fail_msg("%s\n%u:%u: %s", text, (unsigned)error.line, (unsigned)error.column, error.message);
    }
}

static void a_tree_has_the_elements_in_their_order(void** state)
{
    (void)state;
    pl_xml xml;
    read_ok(&xml, "<ploy version='1'>\n<domain name='d'/>\n <agent name='a' domain='d'>\n"
                  "<state> x,\n y </state></agent><domain name='e'/></ploy>");
    const pl_xml_node* domain = pl_xml_next(xml.root->first, PL_ELEMENT_DOMAIN);
    assert_string_equal(pl_xml_value(domain, "name"), "d");
    assert_int_equal(domain->line, 2);
    const pl_xml_node* agent = pl_xml_next(domain, PL_ELEMENT_AGENT);
    assert_int_equal(agent->line, 3);
    assert_string_equal(agent->first->text, "x,\n y");
    assert_ptr_equal(agent->first->parent, agent);
    const pl_xml_node* last = pl_xml_next(agent, PL_ELEMENT_DOMAIN);
    assert_string_equal(pl_xml_value(last, "name"), "e");
    assert_null(last->next);
    pl_xml_destroy(&xml);
}

static void what_is_left_out_is_null(void** state)
{
    (void)state;
    pl_xml xml;
    read_ok(&xml, "<ploy version='1'><domain name='d'><action name='A'/></domain></ploy>");
    const pl_xml_node* action = xml.root->first->first;
    assert_null(pl_xml_value(action, "cost"));
    assert_string_equal(action->text, "");
    assert_int_equal(pl_xml_value_place(&xml, action, "cost", 0), action->file);
    assert_int_equal(pl_xml_attribute_place(&xml, action, "cost"), action->file);
    pl_xml_destroy(&xml);
}

// The file at the place of a text's byte shows that byte, or the reference or line end that stands for it.
static bool stands_for(const char* file, char byte)
{
    static const struct
    {
        const char* written;
        char byte;
    } references[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&#97;", 'a'}, {"&#x6d;", 'm'}, {"\r\n", '\n'}};
    for (size_t i = 0; i < sizeof references / sizeof *references; ++i) {
        size_t length = strlen(references[i].written);
        if (byte == references[i].byte && strncmp(file, references[i].written, length) == 0) {
            return true;
        }
    }
    return *file == byte && byte != '&';
}

static const char* const pieces[] = {"ammo",
                                     " ",
                                     "\n",
                                     "\r\n",
                                     "&lt;",
                                     "&gt;",
                                     "&amp;",
                                     "&#97;",
                                     "&#x6d;",
                                     "\xC3\xBC",
                                     "<!-- aside\n -->",
                                     "<![CDATA[ and]]>",
                                     "<?later on?>",
                                     "  ",
                                     "3"};

static void compose(ploy_random* random, bool in_attribute, char text[1024])
{
    text[0] = '\0';
    for (uint32_t left = ploy_random_below(random, 12); left > 0; --left) {
        const char* piece = pieces[ploy_random_below(random, sizeof pieces / sizeof *pieces)];
        if (!in_attribute || piece[0] != '<') {
            strcat(text, piece);
        }
    }
}

static void every_byte_of_a_text_knows_its_place(void** state)
{
    (void)state;
    ploy_random random = {.seed = 7};
    for (int round = 0; round < 2000; ++round) {
        char inside[1024];
        char text[2048];
        compose(&random, false, inside);
        snprintf(text, sizeof text, "<ploy version='1'><domain name='d'><goal name='g'>%s</goal></domain></ploy>",
                 inside);
        pl_xml xml;
        read_ok(&xml, text);
        const pl_xml_node* goal = xml.root->first->first;
        for (uint32_t at = 0; goal->text[at]; ++at) {
            uint32_t place = pl_xml_text_place(goal, at);
            if (!stands_for(text + place, goal->text[at])) {
                fail_msg("byte %u of '%s' is not at %u of %s", (unsigned)at, goal->text, (unsigned)place, text);
            }
        }
        pl_xml_destroy(&xml);
    }
}

static void every_byte_of_a_value_knows_its_place(void** state)
{
    (void)state;
    ploy_random random = {.seed = 8};
    for (int round = 0; round < 2000; ++round) {
        char inside[1024];
        char text[2048];
        compose(&random, true, inside);
        snprintf(text, sizeof text,
                 "<ploy version='1'><domain name='d'><goal  name='a' relevant\n =\t'x%s' /></domain></ploy>", inside);
        pl_xml xml;
        read_ok(&xml, text);
        const pl_xml_node* goal = xml.root->first->first;
        const char* value = pl_xml_value(goal, "relevant");
        for (uint32_t at = 0; value[at]; ++at) {
            const char* file = text + pl_xml_value_place(&xml, goal, "relevant", at);
            bool white = value[at] == ' ' && (*file == '\n' || *file == '\r');
            if (!white && !stands_for(file, value[at])) {
                fail_msg("byte %u of '%s' is not where it was found in %s", (unsigned)at, value, text);
            }
        }
        assert_memory_equal(text + pl_xml_attribute_place(&xml, goal, "relevant"), "relevant", 8);
        pl_xml_destroy(&xml);
    }
}

static void the_end_of_a_text_has_a_place_too(void** state)
{
    (void)state;
    const char* text = "<ploy version='1'><domain name='d'><goal name='g'>a &lt;</goal></domain></ploy>";
    pl_xml xml;
    read_ok(&xml, text);
    uint32_t place = pl_xml_text_place(xml.root->first->first, 3);
    assert_memory_equal(text + place, "</goal>", 7);
    pl_xml_destroy(&xml);
}

static void lines_end_in_any_of_three_ways(void** state)
{
    (void)state;
    const char* text = "<ploy version='1'>\r\n\n\r  <agent name='a' domain='d'/></ploy>";
    pl_xml xml;
    read_ok(&xml, text);
    ploy_error error = {0};
    pl_xml_locate(&xml, xml.root->first->file, &error);
    assert_int_equal(error.line, 4);
    assert_int_equal(error.column, 3);
    assert_int_equal(xml.root->first->line, 4);
    pl_xml_destroy(&xml);
}

static bool read_with(const ploy_allocator* allocator)
{
    static const char text[] = "<ploy version='1'><domain name='d'><action name='A'><pre>x &lt; 1 and y</pre>"
                               "</action></domain></ploy>";
    pl_xml xml;
    ploy_error error = {0};
    ploy_status status = pl_xml_read(&xml, allocator, text, sizeof text - 1, (pl_xml_options){.max_depth = 32, .max_section_depth = 256}, &error);
    if (status == PLOY_OK) {
        pl_xml_destroy(&xml);
    } else {
        assert_int_equal(status, PLOY_OUT_OF_MEMORY);
    }
    return status == PLOY_OK;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(read_with);
}

TEST_MAIN(TEST(a_tree_has_the_elements_in_their_order), TEST(what_is_left_out_is_null),
          TEST(every_byte_of_a_text_knows_its_place), TEST(every_byte_of_a_value_knows_its_place),
          TEST(the_end_of_a_text_has_a_place_too), TEST(lines_end_in_any_of_three_ways),
          TEST(a_failing_allocator_gives_a_status_and_no_leak))
