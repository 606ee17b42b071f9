// `nodes`: the types of behavior tree nodes as JSON, for the palette. Only the page has this command.

#include "mind/bt/bt.h"
#include "programs/cli/command.h"
#include "programs/cli/json.h"

static int run(int argc, char** argv);
const command command_nodes = {"nodes", "the types of nodes", "", run};

static void write_node(json* j, const char* name, uint32_t min, uint32_t max, const char* required, const char* optional)
{
    json_object(j, NULL);
    json_text(j, "name", name);
    json_count(j, "min", min);
    json_count(j, "max", max);
    json_text(j, "required", required);
    json_text(j, "optional", optional);
    json_close(j);
}

static int run(int argc, char** argv)
{
    (void)argc, (void)argv;
    json j = json_begin_line(stdout);
    json_text(&j, "common", PL_BT_COMMON);
    json_array(&j, "nodes");
#define WRITE_NODE(NAME, element, min, max, required, optional) write_node(&j, element, min, max, required, optional);
    PL_BT_KIND_LIST(WRITE_NODE)
#undef WRITE_NODE
    json_close(&j);
    json_end(&j);
    return ANSWER_DONE;
}
