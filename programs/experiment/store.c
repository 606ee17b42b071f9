#include "programs/experiment/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/experiment/database.h"
#include "programs/experiment/study_player.h"

struct store
{
    database db;
};

// Columns come from the lists of result.h, so that none is forgotten.
#define COLUMN(name, text) ", " #name " INTEGER NOT NULL"
#define COST_COLUMN(name) ", " #name " REAL NOT NULL"
#define COMMA_NAME(name, text) ", " #name
#define COMMA_COST(name) ", " #name
#define QUESTION(name, text) ", ?"
#define COST_QUESTION(name) ", ?"

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS match (id INTEGER PRIMARY KEY, mode TEXT NOT NULL, map INTEGER NOT NULL,"
    " first TEXT NOT NULL, second TEXT NOT NULL, seconds INTEGER NOT NULL, seed INTEGER NOT NULL,"
    " swapped INTEGER NOT NULL, technical INTEGER NOT NULL, steps INTEGER NOT NULL, hash TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS side (match INTEGER NOT NULL, side INTEGER NOT NULL, controller TEXT NOT "
    "NULL" STUDY_METRICS(
        COLUMN) ", PRIMARY KEY (match, side)) WITHOUT ROWID;"
                "CREATE TABLE IF NOT EXISTS agent (match INTEGER NOT NULL, agent INTEGER NOT NULL,"
                " side INTEGER NOT NULL" STUDY_METRICS(
                    COLUMN) ", PRIMARY KEY (match, agent)) WITHOUT ROWID;"
                            "CREATE TABLE IF NOT EXISTS used (match INTEGER NOT NULL, side INTEGER NOT NULL,"
                            " kind TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,"
                            " PRIMARY KEY (match, side, kind, name)) WITHOUT ROWID;"
                            "CREATE TABLE IF NOT EXISTS cost (match INTEGER NOT NULL, side INTEGER NOT NULL,"
                            " frames_per_second REAL NOT NULL" STUDY_COSTS(
                                COST_COLUMN) ", PRIMARY KEY (match, side)) WITHOUT ROWID;"
                                             "CREATE TABLE IF NOT EXISTS segment (match INTEGER NOT NULL, number"
                                             " INTEGER NOT NULL, side INTEGER NOT NULL, mean_ns REAL NOT NULL,"
                                             " min_ns REAL NOT NULL, p99_ns REAL NOT NULL,"
                                             " PRIMARY KEY (match, number, side)) WITHOUT ROWID;";

static void put_metrics(query* q, const study_metrics* m)
{
    for (uint32_t i = 0; i < STUDY_METRIC_COUNT; i++) query_put(q, study_metric_of(m, (study_metric)i));
}

static bool add_match(store* st, const study* s, uint32_t match, const study_result* result)
{
    const study_cell* cell = study_cell_of(s, match);
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, result->hash);
    query q = query_begin(&st->db, "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    query_put(&q, match);
    query_put_text(&q, cell->mode);
    query_put(&q, cell->map);
    query_put_text(&q, cell->controllers[0]);
    query_put_text(&q, cell->controllers[1]);
    query_put(&q, cell->seconds);
    query_put(&q, (int64_t)s->matches[match].seed);
    query_put(&q, s->matches[match].swapped);
    query_put(&q, cell->technical);
    query_put(&q, (int64_t)result->steps);
    query_put_text(&q, hash);
    return query_run(&q);
}

static bool add_side(store* st, const study* s, uint32_t match, const study_result* result, uint32_t side)
{
    query q = query_begin(&st->db, "INSERT INTO side VALUES (?, ?, ?" STUDY_METRICS(QUESTION) ")");
    query_put(&q, match);
    query_put(&q, side);
    query_put_text(&q, study_cell_of(s, match)->controllers[side]);
    put_metrics(&q, &result->sides[side]);
    return query_run(&q);
}

static bool add_cost(store* st, uint32_t match, const study_result* result, uint32_t side)
{
    query q = query_begin(&st->db, "INSERT INTO cost VALUES (?, ?, ?" STUDY_COSTS(COST_QUESTION) ")");
    query_put(&q, match);
    query_put(&q, side);
    query_put_real(&q, result->frames_per_second);
#define PUT_COST(name) query_put_real(&q, result->costs[side].name);
    STUDY_COSTS(PUT_COST)
#undef PUT_COST
    return query_run(&q);
}

static bool add_agent(store* st, uint32_t match, const study_result* result, uint32_t agent)
{
    query q = query_begin(&st->db, "INSERT INTO agent VALUES (?, ?, ?" STUDY_METRICS(QUESTION) ")");
    query_put(&q, match);
    query_put(&q, agent);
    query_put(&q, result->agents[agent].side);
    put_metrics(&q, &result->agents[agent].metrics);
    return query_run(&q);
}

static bool add_use(store* st, uint32_t match, const study_use* use)
{
    query q = query_begin(&st->db, "INSERT INTO used VALUES (?, ?, ?, ?, ?)");
    query_put(&q, match);
    query_put(&q, use->side);
    query_put_text(&q, use->kind);
    query_put_text(&q, use->name);
    query_put(&q, (int64_t)use->count);
    return query_run(&q);
}

static bool add_segment(store* st, uint32_t match, const study_result* result, uint32_t index)
{
    query q = query_begin(&st->db, "INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?)");
    query_put(&q, match);
    query_put(&q, index / 2);
    query_put(&q, index % 2);
    for (uint32_t i = 0; i < STUDY_CPU_PARTS; i++) query_put_real(&q, result->segments[index / 2].ns[index % 2][i]);
    return query_run(&q);
}

static bool add_all(store* st, const study* s, uint32_t match, const study_result* result)
{
    bool whole = add_match(st, s, match, result);
    for (uint32_t i = 0; i < 2 && whole; i++)
        whole = add_side(st, s, match, result, i) && add_cost(st, match, result, i);
    for (uint32_t i = 0; i < result->agent_count && whole; i++) whole = add_agent(st, match, result, i);
    for (uint32_t i = 0; i < result->use_count && whole; i++) whole = add_use(st, match, &result->uses[i]);
    for (uint32_t i = 0; i < 2 * result->segment_count && whole; i++) whole = add_segment(st, match, result, i);
    return whole;
}

bool store_add(store* st, const study* s, uint32_t match, const study_result* result, char* message, size_t size)
{
    if (database_execute(&st->db, "BEGIN IMMEDIATE") && add_all(st, s, match, result) && database_execute(&st->db, "COMMIT")) return true;
    database_report(&st->db, message, size);
    database_execute(&st->db, "ROLLBACK");
    return false;
}

// A file belongs to one experiment, version and data.
static bool agree(store* st, const study* s, char* message, size_t size)
{
    char plan[24], data[24];
    snprintf(plan, sizeof plan, "%016" PRIx64, s->digest);
    snprintf(data, sizeof data, "%016" PRIx64, study_play_digest());
    database_agree(&st->db, "experiment", s->name); // another name is no other experiment
    if (database_agree(&st->db, "plan", plan) && database_agree(&st->db, "data", data) &&
        database_agree(&st->db, "version", ploy_version()))
        return true;
    if (st->db.is_out_of_memory) return database_report(&st->db, message, size);
    snprintf(message, size,
             "it holds results of another experiment, of another version of this one, or of another version "
             "of the program or the game's data; choose another folder");
    return false;
}

store* store_open(const char* path, const study* s, char* message, size_t size)
{
    store* st = calloc(1, sizeof *st);
    if (!st) return NULL;
    bool open = database_open(&st->db, path, tables);
    if (!open) database_report(&st->db, message, size);
    if (open && agree(st, s, message, size) && database_execute(&st->db, "COMMIT")) return st;
    if (st->db.is_out_of_memory) database_report(&st->db, message, size);
    store_close(st);
    return NULL;
}

void store_close(store* st)
{
    if (!st) return;
    database_close(&st->db);
    free(st);
}

static study_metrics get_metrics(sqlite3_stmt* row, int column)
{
    study_metrics m;
#define GET_MEASURE(name, text) m.name = sqlite3_column_int64(row, column++);
    STUDY_METRICS(GET_MEASURE)
#undef GET_MEASURE
    return m;
}

static void get_match(study_result* r, sqlite3_stmt* row)
{
    r->done = true;
    r->steps = (uint64_t)sqlite3_column_int64(row, 1);
    r->hash = strtoull(database_text(row, 2), NULL, 16);
}

static void get_side(study_result* r, sqlite3_stmt* row)
{
    r->sides[sqlite3_column_int(row, 1) & 1] = get_metrics(row, 2);
}

static void get_agent(study_result* r, sqlite3_stmt* row)
{
    if (r->agent_count == STUDY_AGENTS) return;
    study_agent* agent = &r->agents[r->agent_count++];
    agent->side = (uint32_t)sqlite3_column_int(row, 1) & 1;
    agent->metrics = get_metrics(row, 2);
}

static void get_use(study_result* r, sqlite3_stmt* row)
{
    study_result_add_use(r, (uint32_t)sqlite3_column_int(row, 1) & 1, database_text(row, 2), database_text(row, 3),
                         (uint64_t)sqlite3_column_int64(row, 4));
}

static void get_cost(study_result* r, sqlite3_stmt* row)
{
    study_costs* c = &r->costs[sqlite3_column_int(row, 1) & 1];
    int column = 3;
    r->frames_per_second = sqlite3_column_double(row, 2);
#define GET_COST(name) c->name = sqlite3_column_double(row, column++);
    STUDY_COSTS(GET_COST)
#undef GET_COST
}

static void get_segment(study_result* r, sqlite3_stmt* row)
{
    uint32_t side = (uint32_t)sqlite3_column_int(row, 2) & 1;
    if (side == 0) study_result_add_segment(r, &(study_segment){0});
    if (r->segment_count == 0) return;
    for (uint32_t i = 0; i < STUDY_CPU_PARTS; i++)
        r->segments[r->segment_count - 1].ns[side][i] = sqlite3_column_double(row, 3 + (int)i);
}

static const struct
{
    const char* sql; // its first column is the match
    void (*get)(study_result* result, sqlite3_stmt* row);
} readings[] = {
    {"SELECT id, steps, hash FROM match ORDER BY id", get_match},
    {"SELECT match, side" STUDY_METRICS(COMMA_NAME) " FROM side", get_side},
    {"SELECT match, side" STUDY_METRICS(COMMA_NAME) " FROM agent ORDER BY match, agent", get_agent},
    {"SELECT match, side, kind, name, count FROM used ORDER BY match, side, kind, name", get_use},
    {"SELECT match, side, frames_per_second" STUDY_COSTS(COMMA_COST) " FROM cost", get_cost},
    {"SELECT match, number, side, mean_ns, min_ns, p99_ns FROM segment ORDER BY match, number, side", get_segment},
};

bool store_read(store* st, const study* s, study_result* results, char* message, size_t size)
{
    for (uint32_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        query q = query_begin(&st->db, readings[i].sql);
        int status = SQLITE_ERROR;
        while (q.statement && (status = database_believe(&st->db, sqlite3_step(q.statement))) == SQLITE_ROW) {
            int64_t match = sqlite3_column_int64(q.statement, 0);
            if (match >= 0 && match < s->match_count) readings[i].get(&results[match], q.statement);
            if (database_believe(&st->db, sqlite3_errcode(st->db.handle)) == SQLITE_NOMEM) break;
        }
        sqlite3_finalize(q.statement);
        if (status != SQLITE_DONE) return database_report(&st->db, message, size);
    }
    return true;
}
