// Under mpirun: however many ranks play, and if one of them dies, the results are those of one process.

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "programs/experiment/result_packet.h"
#include "programs/experiment/store.h"
#include "support/base/test.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"

static const char quick[] =
    "<experiment version=\"1\" name=\"x\" game=\"arena\" seed=\"1000\">\n"
    "<test mode=\"ctf\" maps=\"1 2\" first=\"goap+squad\" second=\"fsm\" matches=\"3\" seconds=\"3\"/>\n"
    "<test mode=\"deathmatch\" first=\"fsm\" second=\"goap\" matches=\"3\" seconds=\"3\"/>\n</experiment>";
// Long enough for a rank to be killed in the middle of it.
static const char lasting[] =
    "<experiment version=\"1\" name=\"x\" game=\"arena\" seed=\"1000\">\n"
    "<test mode=\"ctf\" first=\"goap+squad\" second=\"fsm\" matches=\"8\" seconds=\"200\"/>\n</experiment>";

#define MPIRUN "mpirun --oversubscribe"

static void set_environment(void)
{
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_btl", "self,vader,tcp", 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); // MPI's own
}

static bool is_possible(void)
{
#if defined(__SANITIZE_THREAD__)
    return false; // MPI is not built for it
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
    return false;
#endif
#endif
    if (!ploy_is_built() || system("mpirun --version >/dev/null 2>&1") != 0) return false;
    set_environment();
    run_result r = run_ploy_under(MPIRUN " -n 2", "experiment /nowhere.xml");
    bool is_built_in = !strstr(r.err, "without MPI");
    run_free(&r);
    return is_built_in;
}

static bool can_run(void)
{
    static int known = -1;
    if (known < 0) known = is_possible();
    if (known) return true;
    print_message("skipped: no mpirun, or the program was built without MPI\n");
    skip();
    return false;
}

typedef struct rank_folder
{
    char path[64];
} rank_folder;

static rank_folder make_folder(void)
{
    rank_folder f = {"/tmp/ploy_ranks_XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    return f;
}

static void remove_folder(const rank_folder* f)
{
    static const char* const names[] = {"report.html", "report.html.part", "results.sqlite", "results.sqlite-wal",
                                        "results.sqlite-journal"};
    char path[128];
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", f->path, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(f->path), 0);
}

// All that does not depend on the moment, as bytes.
static packet read_results(const char* file, const rank_folder* f)
{
    study s;
    ploy_error error;
    char path[128], message[256] = "";
    packet all = {0};
    assert_int_equal(study_load(&s, file, &error), PLOY_OK);
    study_result* results = calloc(s.match_count, sizeof *results);
    snprintf(path, sizeof path, "%s/results.sqlite", f->path);
    store* st = store_open(path, &s, message, sizeof message);
    if (!st || !store_read(st, &s, results, message, sizeof message)) fail_msg("%s: %s", path, message);
    store_close(st);
    for (uint32_t i = 0; i < s.match_count; i++) {
        assert_true(results[i].done);
        results[i].frames_per_second = 0;
        memset(results[i].costs, 0, sizeof results[i].costs);
        result_pack(&results[i], &all);
        study_result_free(&results[i]);
    }
    free(results);
    study_free(&s);
    return all;
}

static void assert_same_results(const char* file, const rank_folder* f, const rank_folder* other)
{
    packet a = read_results(file, f), b = read_results(file, other);
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.bytes, b.bytes, a.count);
    packet_free(&a);
    packet_free(&b);
}

static void play(const char* starter, const char* file, const rank_folder* f, char* lost)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "experiment %s --out %s --json", file, f->path);
    run_result r = starter ? run_ploy_under(starter, arguments) : run_ploy(arguments);
    if (r.status != 0) fail_msg("%s: status %d: %s%s", starter ? starter : "", r.status, r.out, r.err);
    if (lost && !json_at(r.out, "workers.lost", lost, 16)) fail_msg("no workers.lost in %s", r.out);
    run_free(&r);
}

static void any_number_of_ranks_gives_the_same_results(void** state)
{
    (void)state;
    if (!can_run()) return;
    char file[256];
    snprintf(file, sizeof file, "%s", write_temporary("ranks.xml", quick));
    rank_folder alone = make_folder();
    play(NULL, file, &alone, NULL);
    for (uint32_t ranks = 2; ranks <= 6; ranks += ranks == 2 ? 1 : 3) {
        char starter[64];
        rank_folder many = make_folder();
        snprintf(starter, sizeof starter, MPIRUN " -n %u", ranks);
        play(starter, file, &many, NULL);
        assert_same_results(file, &alone, &many);
        remove_folder(&many);
    }
    remove_folder(&alone);
}

static bool file_has(const char* path, const char* text)
{
    char bytes[16384];
    FILE* file = fopen(path, "rb");
    size_t count = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    if (file) fclose(file);
    for (size_t i = 0; i < count; i++)
        if (!bytes[i]) bytes[i] = '\n';
    bytes[count] = '\0';
    return strstr(bytes, text) != NULL;
}

// The process of a rank that plays into the folder; 0: there is none (yet).
static pid_t find_rank(const rank_folder* f, uint32_t rank)
{
    char wanted[48];
    snprintf(wanted, sizeof wanted, "\nOMPI_COMM_WORLD_RANK=%u\n", rank);
    DIR* processes = opendir("/proc");
    pid_t found = 0;
    for (const struct dirent* entry; processes && !found && (entry = readdir(processes));) {
        char command[300], environment[300];
        snprintf(command, sizeof command, "/proc/%.20s/cmdline", entry->d_name);
        snprintf(environment, sizeof environment, "/proc/%.20s/environ", entry->d_name);
        if (file_has(command, f->path) && file_has(environment, wanted)) found = (pid_t)atoi(entry->d_name);
    }
    if (processes) closedir(processes);
    return found;
}

static bool has_begun(const rank_folder* f)
{
    char path[128];
    snprintf(path, sizeof path, "%s/results.sqlite", f->path);
    return access(path, F_OK) == 0;
}

// Starts a child that kills the rank as soon as matches are played.
static pid_t kill_rank_soon(const rank_folder* f, uint32_t rank)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) return child;
    for (uint32_t tries = 0; tries < 600; tries++) {
        nanosleep(&(struct timespec){0, 100000000}, NULL);
        pid_t found = has_begun(f) ? find_rank(f, rank) : 0;
        if (!found) continue;
        nanosleep(&(struct timespec){0, 300000000}, NULL);
        kill(found, SIGKILL);
        _exit(0);
    }
    _exit(1);
}

static void a_rank_that_dies_costs_its_match_and_nothing_else(void** state)
{
    (void)state;
    if (!can_run()) return;
    char file[256], lost[16];
    snprintf(file, sizeof file, "%s", write_temporary("lasting.xml", lasting));
    rank_folder alone = make_folder(), killed = make_folder();
    play(NULL, file, &alone, NULL);
    pid_t killer = kill_rank_soon(&killed, 2);
    play(MPIRUN " --enable-recovery -n 4", file, &killed, lost);
    int status = -1;
    waitpid(killer, &status, 0);
    assert_int_equal(status, 0);
    assert_string_equal(lost, "1");
    assert_same_results(file, &alone, &killed);
    remove_folder(&killed);
    remove_folder(&alone);
}

static void where_mpi_ends_everything_the_same_command_goes_on(void** state)
{
    (void)state;
    if (!can_run()) return;
    char file[256], arguments[512];
    snprintf(file, sizeof file, "%s", write_temporary("lasting.xml", lasting));
    rank_folder alone = make_folder(), killed = make_folder();
    play(NULL, file, &alone, NULL);
    pid_t killer = kill_rank_soon(&killed, 1);
    snprintf(arguments, sizeof arguments, "experiment %s --out %s --json", file, killed.path);
    run_result r = run_ploy_under(MPIRUN " -n 3", arguments);
    assert_int_not_equal(r.status, 0);
    run_free(&r);
    waitpid(killer, NULL, 0);
    play(MPIRUN " -n 3", file, &killed, NULL);
    assert_same_results(file, &alone, &killed);
    remove_folder(&killed);
    remove_folder(&alone);
}

static void a_bad_file_ends_all_ranks(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy_under(MPIRUN " -n 3", "experiment /nowhere.xml");
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "/nowhere.xml"));
    run_free(&r);
}

TEST_MAIN(TEST(any_number_of_ranks_gives_the_same_results),
          TEST(a_rank_that_dies_costs_its_match_and_nothing_else),
          TEST(where_mpi_ends_everything_the_same_command_goes_on),
          TEST(a_bad_file_ends_all_ranks))
