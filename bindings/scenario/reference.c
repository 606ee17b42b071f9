// The worlds of README.md in C, which every binding must match.
//
//   reference hash     the three hashes
//   reference bench    nanoseconds per tick with an empty callback, and with one that counts

#include <ploy/io.h>
#include <ploy/save.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TICK 100000

static void check(bool ok, const char* what)
{
    if (ok) return;
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static int64_t at_least(int64_t value, int64_t min)
{
    return value > min ? value : min;
}

static int64_t at_most(int64_t value, int64_t max)
{
    return value < max ? value : max;
}

// farm.xml

static void stomach(ploy_agent* agent, void* user)
{
    (void)user;
    int64_t energy = at_least(ploy_agent_get(agent, "energy") - 1, 0);
    ploy_agent_set(agent, "energy", energy);
    ploy_agent_set(agent, "hungry", energy < 60);
}

static ploy_outcome go_to(ploy_agent* agent, const ploy_call* call)
{
    int64_t steps = ploy_agent_get(agent, "steps") + 1;
    bool is_there = steps >= 15 + agent->id.index1;
    ploy_agent_set(agent, "steps", is_there ? 0 : steps);
    ploy_agent_set(agent, "at", is_there ? ploy_call_get(call, agent, 0) : 2);
    return is_there ? PLOY_SUCCESS : PLOY_RUNNING;
}

static ploy_outcome eat(ploy_agent* agent, const ploy_call* call)
{
    if (call->elapsed < call->duration) return PLOY_RUNNING;
    ploy_agent_set(agent, "energy", 100);
    ploy_agent_set(agent, "hungry", false);
    return PLOY_SUCCESS;
}

static void bind_farm(ploy_bindings* bindings)
{
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "stomach", .sense = stomach}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "GoTo", .ports = "place", .update = go_to}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Eat", .update = eat}, NULL);
}

// watch.xml

static void ear(ploy_agent* agent, void* user)
{
    (void)user;
    ploy_agent_set(agent, "noise", (agent->now / TICK * 7 + agent->id.index1 * 5) % 13);
}

static bool is_loud(ploy_agent* agent, const ploy_call* call)
{
    return ploy_call_get(call, agent, 1) > ploy_call_get(call, agent, 0);
}

static ploy_outcome shout(ploy_agent* agent, const ploy_call* call)
{
    bool is_alarm = strcmp(ploy_value_string(ploy_call_get(call, agent, 0)), "alarm") == 0;
    ploy_call_set(call, agent, 1, at_least(ploy_call_get(call, agent, 1) - 1, 0));
    ploy_call_set(call, agent, 0, ploy_value_of(is_alarm ? "quiet" : "alarm"));
    return PLOY_SUCCESS;
}

static ploy_outcome walk(ploy_agent* agent, const ploy_call* call)
{
    int64_t to = ploy_call_get(call, agent, 0), place = ploy_call_get(call, agent, 1);
    place += (place < to) - (place > to);
    ploy_call_set(call, agent, 1, place);
    return place == to ? PLOY_SUCCESS : PLOY_RUNNING;
}

static void bind_watch(ploy_bindings* bindings)
{
    ploy_condition_def loud = {.name = "IsLoud", .ports = "than:int noise:int", .test = is_loud};
    ploy_activity_def shouting = {.name = "Shout", .ports = "<>word:string <>calm:decimal", .start = shout};
    ploy_activity_def walking = {.name = "Walk", .ports = "to:int <>place:int", .update = walk};
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "ear", .sense = ear}, NULL);
    ploy_bindings_add_condition(bindings, &loud, NULL);
    ploy_bindings_add_activity(bindings, &shouting, NULL);
    ploy_bindings_add_activity(bindings, &walking, NULL);
}

// inn.xml

static void bell(ploy_agent* agent, void* user)
{
    (void)user;
    ploy_world* world = ploy_agent_world(agent);
    ploy_squads* squads = ploy_world_squads(world);
    ploy_blackboard* table = ploy_squad_blackboard(squads, ploy_squads_of(squads, agent->id));
    if (agent->id.index1 == 1 && table) {
        uint32_t supper = ploy_blackboard_keys_find(ploy_world_keys(world), "supper");
        ploy_blackboard_set(table, supper, agent->now / PLOY_SECOND % 20 < 8);
    }
    ploy_fact fact = ploy_fact_of(ploy_fact_types_find(ploy_world_fact_types(world), "neighbor"));
    ploy_fact_set(&fact, 0, (agent->now / TICK + agent->id.index1) % 9);
    ploy_fact_set(&fact, 1, agent->id.index1);
    ploy_memory_remember(agent->memory, &fact, NULL);
}

static int64_t appetite(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    ploy_fact_query query;
    ploy_fact_query_init(&query, ploy_fact_types_find(ploy_world_fact_types(ploy_agent_world(agent)), "neighbor"));
    int64_t neighbors = ploy_memory_count(agent->memory, &query);
    return at_least(ploy_agent_get(agent, "hunger") - 20 * neighbors, 0);
}

static ploy_outcome lower(ploy_agent* agent, const char* key, int64_t by)
{
    int64_t value = at_least(ploy_agent_get(agent, key) - by, 0);
    ploy_agent_set(agent, key, value);
    return value == 0 ? PLOY_SUCCESS : PLOY_RUNNING;
}

static ploy_outcome eat_supper(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return lower(agent, "hunger", 120);
}

static ploy_outcome sleep_well(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return lower(agent, "fatigue", 50);
}

static ploy_outcome talk(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    ploy_agent_set(agent, "hunger", at_most(ploy_agent_get(agent, "hunger") + 9, 1000));
    ploy_agent_set(agent, "fatigue", at_most(ploy_agent_get(agent, "fatigue") + 6, 1000));
    return PLOY_RUNNING;
}

static void bind_inn(ploy_bindings* bindings)
{
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "bell", .sense = bell}, NULL);
    ploy_bindings_add_scorer(bindings, &(ploy_scorer_def){.name = "appetite", .score = appetite}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Eat", .update = eat_supper}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Sleep", .update = sleep_well}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Talk", .update = talk}, NULL);
}

// The run.

typedef struct scenario
{
    const char* file;
    const char* type;
    void (*bind)(ploy_bindings* bindings);
    bool is_enlisted;
} scenario;

static const scenario scenarios[] = {
    {"bindings/scenario/farm.xml", "farmer", bind_farm, false},
    {"bindings/scenario/watch.xml", "guard", bind_watch, false},
    {"bindings/scenario/inn.xml", "guest", bind_inn, true},
};

static ploy_world* make_world(const scenario* s)
{
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    s->bind(ploy_world_bindings(world));
    check(ploy_world_load_file(world, s->file, &error) == PLOY_OK, error.message);
    return world;
}

static ploy_world* save_and_load(const scenario* s, ploy_world* world)
{
    ploy_writer writer = {0};
    check(ploy_world_save(world, NULL, &writer) == PLOY_OK, "cannot save");
    writer = (ploy_writer){.bytes = malloc(writer.count), .capacity = writer.count};
    check(ploy_world_save(world, NULL, &writer) == PLOY_OK && ploy_writer_fits(&writer), "cannot save");
    ploy_world* loaded = make_world(s);
    ploy_error error = {0};
    ploy_reader reader = {.bytes = writer.bytes, .count = writer.count};
    check(ploy_world_load(loaded, NULL, &reader, &error) == PLOY_OK, error.message);
    ploy_world_destroy(world);
    free(writer.bytes);
    return loaded;
}

static uint64_t hash_of(const scenario* s)
{
    ploy_world* world = make_world(s);
    for (int i = 0; i < 8; ++i) {
        ploy_agent_id agent = ploy_agent_create(world, &(ploy_agent_def){.type = s->type});
        if (s->is_enlisted) ploy_squads_enlist(ploy_world_squads(world), agent);
    }
    for (int tick = 0; tick < 10000; ++tick) {
        if (tick == 5000) world = save_and_load(s, world);
        ploy_world_tick(world, TICK);
    }
    uint64_t hash = ploy_world_hash(world);
    ploy_world_destroy(world);
    return hash;
}

// The benchmark.

static ploy_outcome do_nothing(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    (void)call;
    return PLOY_RUNNING;
}

static ploy_outcome count_up(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    ploy_agent_set(agent, "count", ploy_agent_get(agent, "count") + 1);
    return PLOY_RUNNING;
}

static int64_t now_ns(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int compare(const void* a, const void* b)
{
    int64_t x = *(const int64_t*)a, y = *(const int64_t*)b;
    return (x > y) - (x < y);
}

static int64_t measure(ploy_activity_fn* update)
{
    enum { MAX = 20000 };
    static int64_t times[MAX];
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    ploy_bindings_add_activity(ploy_world_bindings(world), &(ploy_activity_def){.name = "Work", .update = update}, NULL);
    check(ploy_world_load_file(world, "bindings/scenario/bench.xml", &error) == PLOY_OK, error.message);
    for (int i = 0; i < 1000; ++i) ploy_agent_create(world, &(ploy_agent_def){.type = "worker"});
    for (int i = 0; i < 20; ++i) ploy_world_tick(world, TICK);
    int count = 0;
    for (int64_t begin = now_ns(); count < 20 || (count < MAX && now_ns() - begin < 1000000000); ++count) {
        int64_t before = now_ns();
        ploy_world_tick(world, TICK);
        times[count] = now_ns() - before;
    }
    ploy_world_destroy(world);
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count / 2];
}

int main(int argc, char** argv)
{
    if (argc == 2 && strcmp(argv[1], "hash") == 0) {
        for (int i = 0; i < 3; ++i) printf("%s%016llx", i == 0 ? "" : " ", (unsigned long long)hash_of(&scenarios[i]));
        puts("");
    } else if (argc == 2 && strcmp(argv[1], "bench") == 0) {
        printf("%lld %lld\n", (long long)measure(do_nothing), (long long)measure(count_up));
    } else {
        fprintf(stderr, "usage: reference hash | bench\n");
        return 2;
    }
}
