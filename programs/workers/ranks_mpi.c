// Rank 0 hands out, all others work. Nobody waits inside MPI, where waiting costs a whole core: every rank polls and
// sleeps in between. While a rank works, a second thread does the job and the first one tells rank 0 once per second
// that it lives; a rank that is silent for LOST_AFTER seconds is lost, and its job goes to another one.
//
//   rank 0                    rank n
//     SETUP  bytes       ->
//     JOB    number job  ->
//                        <-     BEAT
//                        <-     RESULT  number seconds result     or     FAILED  text
//     STOP   is_whole    ->

#define _POSIX_C_SOURCE 200809L

#include "programs/workers/ranks.h"

#if defined(PLOY_MPI)

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "programs/cli/clock.h"
#include "programs/cli/memory.h"

#define LOST_AFTER 10.0
#define BEAT_SECONDS 1
#define POLL_NS 100000
/// To let ranks hear that all is done.
#define GOODBYE_SECONDS 2.0

enum
{
    TAG_SETUP = 1,
    TAG_JOB,
    TAG_STOP,
    TAG_BEAT,
    TAG_RESULT,
    TAG_FAILED,
};

typedef struct rank
{
    bool is_lost, is_busy, has_setup;
    uint32_t number; // of its job
    packet job;     // as it was sent
    MPI_Request sent, setup_sent;
    double heard; // when it was last heard of
} rank;

static struct
{
    bool is_on;
    int number, count;
    rank* ranks; // on rank 0
    packet setup;
    uint32_t lost;
} all = {.count = 1};

static double now(void)
{
    return wall_ns() / 1e9;
}

static void rest(void)
{
    nanosleep(&(struct timespec){0, POLL_NS}, NULL);
}

static bool is_launched(void)
{
    static const char* const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
    for (uint32_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i])) return true;
    return false;
}

bool ranks_begin(char* text, size_t size)
{
    if (!is_launched()) return true;
    int given;
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0); // ranks may share cores
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS || given < MPI_THREAD_FUNNELED) {
        snprintf(text, size, "MPI cannot begin");
        return false;
    }
    all.is_on = true;
    MPI_Comm_rank(MPI_COMM_WORLD, &all.number);
    MPI_Comm_size(MPI_COMM_WORLD, &all.count);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    all.ranks = have_memory(calloc((size_t)all.count, sizeof *all.ranks));
    for (int i = 0; i < all.count; i++) all.ranks[i].sent = all.ranks[i].setup_sent = MPI_REQUEST_NULL;
    return true;
}

uint32_t ranks_number(void)
{
    return (uint32_t)all.number;
}

uint32_t ranks_count(void)
{
    return (uint32_t)all.count;
}

static void lose(int number)
{
    if (all.ranks[number].is_lost) return;
    all.ranks[number].is_lost = true;
    all.lost++;
    fprintf(stderr, "rank %d is lost; another one gets its match\n", number);
}

static void send(int to, int tag, const packet* m, MPI_Request* request)
{
    if (MPI_Isend(m->bytes, (int)m->count, MPI_BYTE, to, tag, MPI_COMM_WORLD, request) != MPI_SUCCESS) {
        *request = MPI_REQUEST_NULL;
        if (all.number == 0) lose(to);
    }
}

// Waits until a message is on its way, polling; false: it never will be.
static bool deliver(MPI_Request* request, double seconds)
{
    int is_sent = 0;
    for (double began = now(); !is_sent && now() - began < seconds; is_sent ? (void)0 : rest())
        if (MPI_Test(request, &is_sent, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    return is_sent;
}

// The message that has come, if any.
static bool receive(int from, packet* m, MPI_Status* about)
{
    int is_there = 0, count = 0;
    if (MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, about) != MPI_SUCCESS || !is_there) return false;
    MPI_Get_count(about, MPI_BYTE, &count);
    packet_clear(m);
    packet_put(m, NULL, 0);
    if ((size_t)count > m->capacity) {
        m->capacity = (size_t)count;
        m->bytes = have_memory(realloc(m->bytes, m->capacity));
    }
    m->count = (size_t)count;
    return MPI_Recv(m->bytes, count, MPI_BYTE, about->MPI_SOURCE, about->MPI_TAG, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

static void say_stop(void)
{
    static packet stop; // outlives the sending
    packet_put_count(&stop, all.lost == 0);
    for (int i = 1; i < all.count; i++)
        if (!all.ranks[i].is_lost) send(i, TAG_STOP, &stop, &all.ranks[i].sent);
    for (int i = 1; i < all.count; i++)
        if (!all.ranks[i].is_lost) deliver(&all.ranks[i].sent, GOODBYE_SECONDS);
}

// MPI_Finalize waits for every rank, so that after a loss nobody may call it.
int ranks_end(int status)
{
    if (!all.is_on) return status;
    if (all.number == 0) say_stop();
    if (all.lost == 0) {
        MPI_Finalize();
        return status;
    }
    fflush(NULL);
    if (all.number == 0) nanosleep(&(struct timespec){1, 0}, NULL); // the others end first
    _exit(status);
}

// Rank 0.

typedef struct hand_out
{
    const job_source* source;
    workers_cost* cost;
    bool is_over, failed;
    char* text;
    size_t size;
} hand_out;

static void fail(hand_out* h, const char* why)
{
    if (!h->failed) snprintf(h->text, h->size, "%s", why);
    h->failed = true;
}

// A job that a lost rank did not do, or a new one.
static bool find_job(hand_out* h, rank* r)
{
    for (int i = 1; i < all.count; i++) {
        rank* lost = &all.ranks[i];
        if (!lost->is_lost || !lost->is_busy) continue;
        r->number = lost->number;
        packet_put(&r->job, lost->job.bytes, lost->job.count);
        lost->is_busy = false;
        return true;
    }
    packet job = {0};
    bool is_there = !h->is_over && h->source->next(h->source->user, &r->number, &job);
    if (is_there) {
        packet_put_count(&r->job, r->number);
        packet_put(&r->job, job.bytes, job.count);
    }
    packet_free(&job);
    h->is_over = !is_there;
    return is_there;
}

static void feed(hand_out* h, int number)
{
    rank* r = &all.ranks[number];
    if (r->is_lost || r->is_busy || h->failed || !deliver(&r->sent, 0.001)) return;
    packet_clear(&r->job);
    if (!find_job(h, r)) return;
    r->is_busy = true;
    r->heard = now();
    if (!r->has_setup) send(number, TAG_SETUP, &all.setup, &r->setup_sent);
    r->has_setup = true;
    send(number, TAG_JOB, &r->job, &r->sent);
}

static void take_result(hand_out* h, rank* r, const packet* m)
{
    packet_reader reader = packet_read(m);
    uint32_t number = (uint32_t)packet_get_count(&reader);
    double seconds = packet_get_real(&reader);
    if (!r->is_busy || r->number != number) return;
    r->is_busy = false;
    packet_reader result = {reader.bytes + reader.at, reader.count - reader.at, 0, reader.is_short};
    if (!h->failed && !h->source->keep(h->source->user, number, &result, h->text, h->size)) h->failed = true;
    h->cost->jobs++;
    h->cost->work_seconds += seconds;
}

static void handle(hand_out* h, const packet* m, const MPI_Status* about)
{
    rank* r = &all.ranks[about->MPI_SOURCE];
    if (r->is_lost) return; // its job has been given away
    r->heard = now();
    packet_reader reader = packet_read(m);
    if (about->MPI_TAG == TAG_RESULT) take_result(h, r, m);
    if (about->MPI_TAG != TAG_FAILED) return;
    r->is_busy = false;
    fail(h, packet_get_text(&reader));
}

// Jobs that are not done; after a failure only those that ranks still work on.
static uint32_t count_busy(hand_out* h)
{
    uint32_t alive = 0, busy[2] = {0};
    for (int i = 1; i < all.count; i++) {
        rank* r = &all.ranks[i];
        if (r->is_busy && !r->is_lost && now() - r->heard > LOST_AFTER) lose(i);
        alive += !r->is_lost;
        busy[r->is_lost] += r->is_busy;
    }
    if (alive == 0) fail(h, "every rank that plays is lost; the same command goes on from here");
    h->cost->lost = all.lost;
    return busy[0] + (h->failed ? 0 : busy[1]);
}

static void set_up(const packet* setup)
{
    bool is_same = setup->count == all.setup.count &&
                   (setup->count == 0 || memcmp(setup->bytes, all.setup.bytes, setup->count) == 0);
    if (is_same && all.ranks[1].has_setup) return;
    packet_clear(&all.setup);
    packet_put(&all.setup, setup->bytes, setup->count);
    for (int i = 1; i < all.count; i++) all.ranks[i].has_setup = false;
}

bool ranks_run(const packet* setup, const job_source* source, workers_cost* cost, char* text, size_t size)
{
    hand_out h = {.source = source, .cost = cost, .text = text, .size = size};
    packet m = {0};
    set_up(setup);
    for (;;) {
        MPI_Status about;
        double began = now();
        for (int i = 1; i < all.count; i++) feed(&h, i);
        if (count_busy(&h) == 0) break;
        bool is_there = receive(MPI_ANY_SOURCE, &m, &about);
        if (is_there) handle(&h, &m, &about);
        cost->hand_out_seconds += is_there ? now() - began : 0;
        if (!is_there) rest();
    }
    packet_free(&m);
    return !h.failed;
}

// The others.

typedef struct rank_server
{
    const worker_kind* kind;
    void* worker;
    packet setup, job, result;
    char text[512];
    bool is_done, is_good; // of the job; under the lock
    pthread_mutex_t lock;
    pthread_cond_t done;
} rank_server;

static bool work_on(rank_server* s)
{
    packet_reader setup = packet_read(&s->setup), job = packet_read(&s->job);
    snprintf(s->text, sizeof s->text, "out of memory");
    if (!s->worker) s->worker = s->kind->begin(&setup, s->text, sizeof s->text);
    if (!s->worker) return false;
    packet_clear(&s->result);
    packet_put_count(&s->result, packet_get_count(&job));
    packet_put_real(&s->result, 0);
    double began = now();
    if (!s->kind->work(s->worker, &job, &s->result, s->text, sizeof s->text)) return false;
    packet seconds = {0};
    packet_put_real(&seconds, now() - began);
    memcpy(s->result.bytes + 8, seconds.bytes, seconds.count);
    packet_free(&seconds);
    return true;
}

static void* work(void* user)
{
    rank_server* s = user;
    bool is_good = work_on(s);
    pthread_mutex_lock(&s->lock);
    s->is_good = is_good;
    s->is_done = true;
    pthread_cond_signal(&s->done);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static bool wait_a_beat(rank_server* s)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += BEAT_SECONDS;
    pthread_mutex_lock(&s->lock);
    while (!s->is_done && pthread_cond_timedwait(&s->done, &s->lock, &until) == 0) {
    }
    bool is_done = s->is_done;
    pthread_mutex_unlock(&s->lock);
    return is_done;
}

static void answer(rank_server* s)
{
    if (!s->is_good) {
        packet_clear(&s->result);
        packet_put_text(&s->result, s->text);
    }
    MPI_Request request;
    send(0, s->is_good ? TAG_RESULT : TAG_FAILED, &s->result, &request);
    while (!deliver(&request, LOST_AFTER)) {
    }
}

static void serve_job(rank_server* s)
{
    pthread_t thread;
    s->is_done = false;
    if (pthread_create(&thread, NULL, work, s) != 0) out_of_memory();
    while (!wait_a_beat(s)) {
        static packet beat; // outlives the sending
        MPI_Request request;
        send(0, TAG_BEAT, &beat, &request);
        deliver(&request, LOST_AFTER);
    }
    pthread_join(thread, NULL);
    answer(s);
}

static bool serve_message(rank_server* s, packet* m, int tag)
{
    packet_reader reader = packet_read(m);
    if (tag == TAG_STOP) {
        all.lost = packet_get_count(&reader) == 0;
        return false;
    }
    packet* to = tag == TAG_SETUP ? &s->setup : &s->job;
    packet_clear(to);
    packet_put(to, m->bytes, m->count);
    if (tag == TAG_SETUP && s->worker) {
        s->kind->end(s->worker);
        s->worker = NULL;
    }
    if (tag == TAG_JOB) serve_job(s);
    return true;
}

void ranks_serve(const worker_kind* kind)
{
    rank_server s = {.kind = kind};
    packet m = {0};
    bool goes_on = true;
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.done, NULL);
    while (goes_on) {
        MPI_Status about;
        if (receive(0, &m, &about))
            goes_on = serve_message(&s, &m, about.MPI_TAG);
        else
            rest();
    }
    if (s.worker) kind->end(s.worker);
    pthread_cond_destroy(&s.done);
    pthread_mutex_destroy(&s.lock);
    packet_free(&m);
    packet_free(&s.setup);
    packet_free(&s.job);
    packet_free(&s.result);
}

#endif
