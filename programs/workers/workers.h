// Jobs for workers: threads of this process or, under mpirun, the other ranks.
//
//   rank 0   workers_run: takes jobs from a source, hands them out, keeps their results
//   others   workers_serve: do jobs until rank 0 has no more
//
// A job and its result are messages in both cases, so that one process and many run the same code. A rank that is lost
// costs its job, which another one gets.

#ifndef WORKERS_WORKERS_H
#define WORKERS_WORKERS_H

#include "programs/workers/packet.h"

/// How a job is done.
typedef struct worker_kind
{
    /// A worker for one thread; setup is what workers_create got. NULL: text says why.
    void* (*begin)(packet_reader* setup, char* text, size_t size);
    /// False: text says why.
    bool (*work)(void* worker, packet_reader* job, packet* result, char* text, size_t size);
    void (*end)(void* worker);
} worker_kind;

/// Where jobs come from and where results go. Never called by two threads at once.
typedef struct job_source
{
    void* user;
    /// Writes the next job and its number; false: there is none.
    bool (*next)(void* user, uint32_t* number, packet* job);
    /// False: text says why, and no more jobs are handed out.
    bool (*keep)(void* user, uint32_t number, packet_reader* result, char* text, size_t size);
} job_source;

/// What handing out cost: rank 0 can feed seconds of play per job / seconds of its own per job ranks.
typedef struct workers_cost
{
    uint32_t workers, lost; ///< threads or playing ranks; ranks that died
    uint64_t jobs;
    double work_seconds, hand_out_seconds;
} workers_cost;

typedef struct workers workers;

/// At the start of a command, on every rank. False: text says why.
bool workers_begin(char* text, size_t size);
/// At its end, on every rank; rank 0 lets the others go. Returns the exit status of this process.
int workers_end(int status);
/// This process is one that serves.
bool workers_is_serving(void);
/// Processes that do jobs; 0: threads do them.
uint32_t workers_rank_count(void);
/// Does jobs until rank 0 lets it go.
void workers_serve(const worker_kind* kind);

/// With so many threads, unless there are ranks. Copies the setup.
workers* workers_create(const worker_kind* kind, const packet* setup, uint32_t threads);
void workers_destroy(workers* w);
/// Until all jobs are done. False: text says what went wrong; results kept so far stay kept.
bool workers_run(workers* w, const job_source* source, char* text, size_t size);
/// Of all runs so far.
workers_cost workers_get_cost(const workers* w);

#endif
