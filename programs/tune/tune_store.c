#include "programs/tune/tune_store.h"

#include <stdio.h>
#include <stdlib.h>

#include "programs/cli/memory.h"
#include "programs/experiment/database.h"

struct tune_store
{
    database db;
};

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS match (candidate TEXT NOT NULL, mode TEXT NOT NULL, map INTEGER NOT NULL,"
    " opponent TEXT NOT NULL, seed INTEGER NOT NULL, swapped INTEGER NOT NULL, own INTEGER NOT NULL,"
    " other INTEGER NOT NULL, PRIMARY KEY (candidate, seed, mode, map, opponent, swapped)) WITHOUT ROWID;";

tune_store* tune_store_open(const char* path, const char* about, char* text, size_t size)
{
    tune_store* st = have_memory(calloc(1, sizeof *st));
    bool is_open = database_open(&st->db, path, tables);
    bool agrees = is_open && database_agree(&st->db, "tuning", about) && database_execute(&st->db, "COMMIT");
    if (agrees) return st;
    if (!is_open || st->db.is_out_of_memory)
        database_report(&st->db, text, size);
    else
        snprintf(text, size,
                 "it holds another tuning: of another file, budget, plan, version or data; choose another folder");
    tune_store_close(st);
    return NULL;
}

void tune_store_close(tune_store* st)
{
    if (!st) return;
    database_close(&st->db);
    free(st);
}

static void put_key(query* q, const char* candidate, const contest_plan* plan, const contest_match* match)
{
    query_put_text(q, candidate);
    query_put_text(q, plan->modes[match->mode]);
    query_put(q, plan->maps[match->map]);
    query_put_text(q, plan->opponents[match->opponent]);
    query_put(q, (int64_t)match->seed);
    query_put(q, match->swapped);
}

bool tune_store_get(tune_store* st, const char* candidate, const contest_plan* plan, const contest_match* match,
                    contest_result* result)
{
    query q = query_begin(&st->db, "SELECT own, other FROM match WHERE candidate = ? AND mode = ? AND map = ? AND"
                                   " opponent = ? AND seed = ? AND swapped = ?");
    put_key(&q, candidate, plan, match);
    bool is_there = q.statement && database_believe(&st->db, sqlite3_step(q.statement)) == SQLITE_ROW;
    if (is_there)
        *result = (contest_result){sqlite3_column_int64(q.statement, 0), sqlite3_column_int64(q.statement, 1)};
    sqlite3_finalize(q.statement);
    return is_there;
}

bool tune_store_add(tune_store* st, const char* candidate, const contest_plan* plan, const contest_match* match,
                    contest_result result, char* text, size_t size)
{
    query q = query_begin(&st->db, "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    put_key(&q, candidate, plan, match);
    query_put(&q, result.own);
    query_put(&q, result.other);
    return query_run(&q) || database_report(&st->db, text, size);
}

bool tune_store_begin(tune_store* st, char* text, size_t size)
{
    return database_execute(&st->db, "BEGIN IMMEDIATE") || database_report(&st->db, text, size);
}

bool tune_store_commit(tune_store* st, char* text, size_t size)
{
    return database_execute(&st->db, "COMMIT") || database_report(&st->db, text, size);
}
