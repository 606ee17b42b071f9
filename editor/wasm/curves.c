// `curves FILE`: the response curves of a file's utilities as JSON, each with the place of its element. Only the page has
// this command.

#include <ploy/utility.h>

#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"

enum
{
    SAMPLES = 51
};

static int run(int argc, char** argv);
const command command_curves = {"curves", "the curves of a file", "", run};

static void write_curve(json* j, const ploy_consideration* c)
{
    json_object(j, NULL);
    json_count(j, "line", c->line);
    json_count(j, "column", c->column);
    json_array(j, "values");
    for (int32_t i = 0; i < SAMPLES; i++) json_integer(j, NULL, ploy_curve_at(&c->curve, i * PLOY_UNIT / (SAMPLES - 1)));
    json_close(j);
    json_close(j);
}

static void write_curves(json* j, const ploy_file* file)
{
    json_array(j, "curves");
    for (uint32_t u = 0; u < ploy_file_utility_count(file); u++) {
        ploy_utility_def utility = ploy_file_utility(file, u);
        for (uint32_t o = 0; o < utility.option_count; o++) {
            const ploy_option* option = &utility.options[o];
            for (uint32_t k = 0; k < option->consideration_count; k++)
                if (option->considerations[k].parts == 0 && option->considerations[k].line)
                    write_curve(j, &option->considerations[k]);
        }
    }
    json_close(j);
}

static int run(int argc, char** argv)
{
    ploy_file* file = argc == 2 ? load_file(argv[1]) : NULL;
    if (!file) return ANSWER_BAD;
    json j = json_begin_line(stdout);
    write_curves(&j, file);
    json_end(&j);
    ploy_file_destroy(file);
    return ANSWER_DONE;
}
