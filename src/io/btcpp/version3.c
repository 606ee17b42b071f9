#include "io/btcpp/version3.h"

#include <stdio.h>
#include <string.h>

typedef struct upgrade
{
    pl_xml* xml;
    pl_edits* edits; ///< or NULL
    bool failed;     ///< out of memory
} upgrade;

static const char* keep(upgrade* u, const char* text, size_t length)
{
    char* copy = pl_arena_alloc(&u->xml->arena, length + 1);
    if (!copy) {
        u->failed = true;
        return "";
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static const char* join(upgrade* u, const char* a, const char* b, const char* c)
{
    size_t bytes = strlen(a) + strlen(b) + strlen(c) + 1;
    char* text = pl_arena_alloc(&u->xml->arena, bytes);
    if (!text) {
        u->failed = true;
        return "";
    }
    snprintf(text, bytes, "%s%s%s", a, b, c);
    return text;
}

static const char* escaped(upgrade* u, const char* value)
{
    static const char* const names[] = {['&'] = "&amp;", ['<'] = "&lt;", ['"'] = "&quot;", ['\n'] = "&#10;"};
    size_t bytes = 1;
    for (const char* c = value; *c; ++c) {
        bytes += strchr("&<\"\n", *c) ? 6 : 1;
    }
    char* text = pl_arena_alloc(&u->xml->arena, bytes);
    if (!text) {
        u->failed = true;
        return "";
    }
    char* end = text;
    for (const char* c = value; *c; ++c) {
        const char* name = strchr("&<\"\n", *c) ? names[(unsigned char)*c] : NULL;
        size_t length = name ? strlen(name) : 1;
        memcpy(end, name ? name : c, length);
        end += length;
    }
    *end = '\0';
    return text;
}

bool pl_edits_add(pl_edits* edits, uint32_t at, uint32_t length, const char* text)
{
    return PL_ARRAY_PUSH(&edits->list, edits->allocator, (pl_edit){at, length, text, edits->list.count});
}

static void edit(upgrade* u, uint32_t at, uint32_t length, const char* text)
{
    if (u->edits && !pl_edits_add(u->edits, at, length, text)) {
        u->failed = true;
    }
}

// Changes of one element. The attributes of an element in a section are its own array: a change replaces an entry.

static void rename_element(upgrade* u, pl_xml_node* node, const char* name)
{
    uint32_t length = (uint32_t)strlen(node->name);
    edit(u, node->file + 1, length, name);
    if (node->end != node->file) {
        edit(u, node->end + 2, length, name);
    }
    node->name = name;
}

static pl_xml_attribute* attribute_of(pl_xml_node* node, const char* name)
{
    for (uint32_t i = 0; i < node->attribute_count; ++i) {
        if (strcmp(node->attributes[i].name, name) == 0) {
            return (pl_xml_attribute*)&node->attributes[i];
        }
    }
    return NULL;
}

static void rename_attribute(upgrade* u, pl_xml_node* node, const char* name, const char* now)
{
    pl_xml_attribute* attribute = attribute_of(node, name);
    if (attribute) {
        edit(u, pl_xml_attribute_place(u->xml, node, name), (uint32_t)strlen(name), now);
        attribute->name = now;
    }
}

static uint32_t end_of_value(const upgrade* u, uint32_t place)
{
    char quote = place > 0 ? u->xml->text[place - 1] : '"';
    while (place < u->xml->bytes && u->xml->text[place] != quote) {
        ++place;
    }
    return place;
}

// The text in the file is escaped for either kind of quotation marks: values that are set have no apostrophe unless the
// file has one there.
static void set_value(upgrade* u, pl_xml_node* node, const char* name, const char* value)
{
    uint32_t place = pl_xml_value_place(u->xml, node, name, 0);
    edit(u, place, end_of_value(u, place) - place, escaped(u, value));
    attribute_of(node, name)->value = value;
}

static void drop_attribute(upgrade* u, pl_xml_node* node, const char* name)
{
    pl_xml_attribute* attribute = attribute_of(node, name);
    if (!attribute) {
        return;
    }
    uint32_t place = pl_xml_attribute_place(u->xml, node, name);
    uint32_t end = end_of_value(u, pl_xml_value_place(u->xml, node, name, 0)) + 1;
    while (place > 0 && pl_is_white(u->xml->text[place - 1])) {
        --place;
    }
    if (end <= u->xml->bytes) {
        edit(u, place, end - place, "");
    }
    pl_xml_attribute* last = (pl_xml_attribute*)&node->attributes[--node->attribute_count];
    memmove(attribute, attribute + 1, (size_t)(last - attribute) * sizeof *attribute);
}

// Behind the element's name, as it stands in the file.
static void add_attribute(upgrade* u, pl_xml_node* node, const char* name, const char* value)
{
    pl_xml_attribute* all = PL_ARENA_ARRAY(&u->xml->arena, pl_xml_attribute, node->attribute_count + 1);
    if (!all) {
        u->failed = true;
        return;
    }
    if (node->attribute_count > 0) {
        memcpy(all, node->attributes, node->attribute_count * sizeof *all);
    }
    all[node->attribute_count++] = (pl_xml_attribute){name, value};
    node->attributes = all;
    uint32_t place = node->file + 1;
    while (!pl_is_white(u->xml->text[place]) && !strchr("/>", u->xml->text[place])) {
        ++place;
    }
    edit(u, place, 0, join(u, join(u, " ", name, "=\""), escaped(u, value), "\""));
}

// Node types.

static bool is_true(const char* value)
{
    return value && (strcmp(value, "1") == 0 || strcmp(value, "true") == 0 || strcmp(value, "TRUE") == 0 ||
                     strcmp(value, "True") == 0);
}

static bool is_key(const char* value)
{
    bool begins_name = (*value >= 'a' && *value <= 'z') || (*value >= 'A' && *value <= 'Z') || *value == '_';
    return begins_name && value[strcspn(value, "{} \t\r\n'\"")] == '\0' && strcmp(value, "true") != 0 &&
           strcmp(value, "false") != 0;
}

static void brace_values(upgrade* u, pl_xml_node* node)
{
    for (uint32_t i = 0; i < node->attribute_count; ++i) {
        const pl_xml_attribute* of = &node->attributes[i];
        bool is_port = *of->name != '_' && strcmp(of->name, "ID") != 0 && strcmp(of->name, "name") != 0;
        if (is_port && is_key(of->value)) {
            set_value(u, node, of->name, join(u, "{", of->value, "}"));
        }
    }
}

// The end of an element without children, closing tag and all.
static uint32_t end_of_leaf(const upgrade* u, const pl_xml_node* node)
{
    uint32_t place = node->end != node->file ? node->end : node->file;
    for (char quote = 0; place < u->xml->bytes; ++place) {
        char c = u->xml->text[place];
        if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
        if (!quote && c == '>') return place + 1;
    }
    return place;
}

// The first versions had <remap internal="x" external="y"/> in a <SubTree>.
static void upgrade_remaps(upgrade* u, pl_xml_node* node)
{
    pl_xml_node* before = NULL;
    for (pl_xml_node** link = &node->first; *link && !u->failed;) {
        pl_xml_node* child = *link;
        const char *internal = pl_xml_value(child, "internal"), *external = pl_xml_value(child, "external");
        if (strcmp(child->name, "remap") != 0 || !internal || !external || child->first) {
            link = &child->next;
            before = child;
            continue;
        }
        if (!attribute_of(node, internal)) add_attribute(u, node, internal, join(u, "{", external, "}"));
        edit(u, child->file, end_of_leaf(u, child) - child->file, "");
        *link = child->next;
        if (node->last == child) node->last = before;
    }
}

static void upgrade_subtree(upgrade* u, pl_xml_node* node)
{
    bool is_shared = is_true(pl_xml_value(node, "__shared_blackboard")) || is_true(pl_xml_value(node, "__autoremap"));
    if (strcmp(node->name, "SubTree") == 0) {
        brace_values(u, node);
        upgrade_remaps(u, node);
    } else {
        rename_element(u, node, "SubTree");
    }
    drop_attribute(u, node, "__shared_blackboard");
    drop_attribute(u, node, "__autoremap");
    if (is_shared && !attribute_of(node, "_autoremap")) {
        add_attribute(u, node, "_autoremap", "true");
    }
}

// An operand of a check as a script has it: "{key}" is a name, a number is itself, all else is a text.
static const char* operand(upgrade* u, const char* value, bool is_text)
{
    size_t length = strlen(value);
    if (length > 2 && value[0] == '{' && value[length - 1] == '}') {
        return keep(u, value + 1, length - 2);
    }
    const char* quote = strchr(value, '\'') ? "\"" : "'";
    return is_text ? join(u, quote, value, quote) : value;
}

static void upgrade_check(upgrade* u, pl_xml_node* node, const char* type)
{
    bool is_text = strcmp(type, "BlackboardCheckString") == 0;
    const char* a = pl_xml_value(node, "value_A");
    const char* b = pl_xml_value(node, "value_B");
    const char* mismatch = pl_xml_value(node, "return_on_mismatch");
    const char* code = join(u, operand(u, a ? a : "", is_text), " == ", operand(u, b ? b : "", is_text));
    drop_attribute(u, node, "value_A");
    drop_attribute(u, node, "value_B");
    drop_attribute(u, node, "return_on_mismatch");
    add_attribute(u, node, "if", code);
    add_attribute(u, node, "else", mismatch ? mismatch : "FAILURE");
}

// The type of a node is its element, or the ID of <Control> and <Decorator>.
static void set_type(upgrade* u, pl_xml_node* node, bool is_generic, const char* type)
{
    if (is_generic) {
        set_value(u, node, "ID", type);
    } else {
        rename_element(u, node, type);
    }
}

static void upgrade_node(upgrade* u, pl_xml_node* node)
{
    static const char* const names[][2] = {
        {"SequenceStar", "SequenceWithMemory"},
        {"FallbackStar", "Fallback"},
        {"RetryUntilSuccesful", "RetryUntilSuccessful"},
    };
    const char* id = pl_xml_value(node, "ID");
    bool is_generic = id && (strcmp(node->name, "Control") == 0 || strcmp(node->name, "Decorator") == 0);
    const char* type = is_generic ? id : node->name;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (strcmp(type, names[i][0]) == 0) {
            drop_attribute(u, node, "reset_on_failure");
            set_type(u, node, is_generic, names[i][1]);
            return;
        }
    }
    if (strcmp(type, "Parallel") == 0) {
        rename_attribute(u, node, "threshold", "success_count");
        rename_attribute(u, node, "success_threshold", "success_count");
        rename_attribute(u, node, "failure_threshold", "failure_count");
    } else if (strcmp(type, "SubTree") == 0 || strcmp(type, "SubTreePlus") == 0) {
        upgrade_subtree(u, node);
    } else if (strncmp(type, "BlackboardCheck", 15) == 0) {
        upgrade_check(u, node, type);
        set_type(u, node, is_generic, "Precondition");
    }
}

// As deep as the sections that were read.
static void upgrade_below(upgrade* u, pl_xml_node* node)
{
    for (; node && !u->failed; node = node->next) {
        upgrade_node(u, node);
        upgrade_below(u, node->first);
    }
}

bool pl_is_version3(const pl_xml* xml)
{
    if (xml->root->element != PL_ELEMENT_ROOT) {
        return false;
    }
    const char* format = pl_xml_value(xml->root, "BTCPP_format");
    return !format || strcmp(format, "3") == 0;
}

static void mark_version(upgrade* u)
{
    pl_xml_node* root = u->xml->root;
    if (pl_xml_value(root, "BTCPP_format")) {
        edit(u, pl_xml_value_place(u->xml, root, "BTCPP_format", 0), 1, "4");
    } else {
        edit(u, root->file + 5, 0, " BTCPP_format=\"4\"");
    }
}

ploy_status pl_version3_upgrade(pl_xml* xml, pl_edits* edits)
{
    upgrade u = {.xml = xml, .edits = edits};
    if (!pl_is_version3(xml)) {
        return PLOY_OK;
    }
    mark_version(&u);
    for (pl_xml_node* node = xml->root->first; node; node = node->next) {
        if (node->element == PL_ELEMENT_BT) {
            upgrade_below(&u, node->first);
        }
    }
    return u.failed ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}
