#include "programs/commands/pddl_files.h"

#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/whole_file.h"

#include <stdio.h>
#include <string.h>

bool is_pddl(const char* path)
{
    static const char end[] = ".pddl";
    size_t length = strlen(path), count = sizeof end - 1;
    if (length < count) return false;
    for (size_t k = 0; k < count; k++)
        if ((path[length - count + k] | 32) != (end[k] | 32)) return false;
    return true;
}

typedef struct pddl_errors
{
    const char* path;
    uint32_t count;
} pddl_errors;

static void print_pddl_error(void* user, const ploy_error* error)
{
    pddl_errors* errors = user;
    errors->count++;
    print_error(errors->path, error);
}

static bool read_one(ploy_pddl** pddl, const char* who, const char* path, pddl_errors* errors)
{
    ploy_pddl_def def = {.on_error = print_pddl_error, .user = errors};
    whole_file file;
    ploy_error error = {0};
    if (!whole_file_open(&file, who, path)) return false;
    errors->path = path;
    const char* text = file.bytes ? (const char*)file.bytes : "";
    ploy_status status = ploy_pddl_read(&def, text, file.count, pddl, &error);
    whole_file_close(&file);
    if (status != PLOY_OK && errors->count == 0) print_error(path, &error);
    return status == PLOY_OK;
}

ploy_pddl* pddl_files_load(const char* who, const char* const* paths, uint32_t count)
{
    pddl_errors errors = {0};
    ploy_pddl* pddl = NULL;
    for (uint32_t k = 0; k < count; k++) {
        if (read_one(&pddl, who, paths[k], &errors)) continue;
        ploy_pddl_destroy(pddl);
        return NULL;
    }
    return pddl;
}

bool pddl_files_fit(const char* who, const text_list* files)
{
    if (files->count == 1 || (files->count == 2 && is_pddl(files->items[1]))) return true;
    complain(who, "PDDL is two files: a domain and a problem (ploy %s domain.pddl problem.pddl)", who);
    return false;
}

static void print_verdict(const ploy_pddl_verdict* v, const char* plan, bool as_json)
{
    char cost[32];
    if (as_json) {
        json j = json_begin(stdout);
        json_flag(&j, "valid", v->valid);
        json_count(&j, "steps", v->step_count);
        json_fixed(&j, "cost", v->cost);
        json_count(&j, "line", v->line);
        json_text(&j, "reason", v->valid ? NULL : v->reason);
        json_end(&j);
    } else if (v->valid) {
        printf("valid: %u step%s, cost %s\n", v->step_count, v->step_count == 1 ? "" : "s", print_fixed(v->cost, cost));
    } else if (v->line) {
        printf("%s:%u: not valid: %s\n", plan, v->line, v->reason);
    } else {
        printf("%s: not valid: %s\n", plan, v->reason);
    }
}

int pddl_files_validate(const char* plan, const text_list* files, bool as_json)
{
    whole_file text;
    if (files->count == 0 || !is_pddl(files->items[0]))
        return complain("plan", "--validate needs a domain and a problem in PDDL");
    if (!pddl_files_fit("plan", files)) return ANSWER_BAD;
    if (!whole_file_open(&text, "plan", plan)) return ANSWER_BAD;
    ploy_pddl* pddl = pddl_files_load("plan", files->items, files->count);
    int answer = ANSWER_BAD;
    if (pddl) {
        ploy_pddl_verdict verdict;
        ploy_error error = {0};
        const char* bytes = text.bytes ? (const char*)text.bytes : "";
        if (ploy_pddl_check_plan(pddl, bytes, text.count, &verdict, &error) == PLOY_OK) {
            print_verdict(&verdict, plan, as_json);
            answer = verdict.valid ? ANSWER_DONE : ANSWER_NO;
        } else {
            print_error(plan, &error);
        }
    }
    ploy_pddl_destroy(pddl);
    whole_file_close(&text);
    return answer;
}
