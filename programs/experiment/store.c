#include "programs/experiment/store.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/experiment/study_player.h"

struct store
{
    sqlite3* db;
    bool is_out_of_memory; // from then on no answer of the database is to be believed
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
                                COST_COLUMN) ", PRIMARY KEY (match, side)) WITHOUT ROWID;";

static int believe(store* st, int status)
{
    st->is_out_of_memory = st->is_out_of_memory || status == SQLITE_NOMEM || status == SQLITE_IOERR_NOMEM;
    return st->is_out_of_memory ? SQLITE_NOMEM : status;
}

// No column holds NULL: without a text there was no memory, and the error code says so.
static const char* text_of(sqlite3_stmt* row, int column)
{
    const unsigned char* text = sqlite3_column_text(row, column);
    return text ? (const char*)text : "";
}

static bool report_error(const store* st, char* message, size_t size)
{
    bool is_busy = sqlite3_errcode(st->db) == SQLITE_BUSY;
    snprintf(message, size, "%s",
             st->is_out_of_memory ? "out of memory"
             : is_busy            ? "another run is using it"
                                  : sqlite3_errmsg(st->db));
    return false;
}

static bool execute(store* st, const char* sql)
{
    return believe(st, sqlite3_exec(st->db, sql, NULL, NULL, NULL)) == SQLITE_OK;
}

// Prepares a statement, binds value by value, steps and finalizes.
typedef struct query
{
    store* st;
    sqlite3_stmt* statement;
    int next;
} query;

static query begin(store* st, const char* sql)
{
    query q = {.st = st};
    if (believe(st, sqlite3_prepare_v2(st->db, sql, -1, &q.statement, NULL)) != SQLITE_OK) q.statement = NULL;
    return q;
}

static void put(query* q, int64_t value)
{
    believe(q->st, sqlite3_bind_int64(q->statement, ++q->next, value));
}

static void put_text(query* q, const char* text)
{
    believe(q->st, sqlite3_bind_text(q->statement, ++q->next, text, -1, SQLITE_TRANSIENT));
}

static void put_real(query* q, double value)
{
    believe(q->st, sqlite3_bind_double(q->statement, ++q->next, value));
}

static void put_metrics(query* q, const study_metrics* m)
{
    for (uint32_t i = 0; i < STUDY_METRIC_COUNT; i++) put(q, study_metric_of(m, (study_metric)i));
}

static bool run(query* q)
{
    int status = q->statement ? believe(q->st, sqlite3_step(q->statement)) : SQLITE_ERROR;
    sqlite3_finalize(q->statement);
    return status == SQLITE_DONE;
}

static bool add_match(store* st, const study* s, uint32_t match, const study_result* result)
{
    const study_cell* cell = study_cell_of(s, match);
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, result->hash);
    query q = begin(st, "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    put(&q, match);
    put_text(&q, cell->mode);
    put(&q, cell->map);
    put_text(&q, cell->controllers[0]);
    put_text(&q, cell->controllers[1]);
    put(&q, cell->seconds);
    put(&q, (int64_t)s->matches[match].seed);
    put(&q, s->matches[match].swapped);
    put(&q, cell->technical);
    put(&q, (int64_t)result->steps);
    put_text(&q, hash);
    return run(&q);
}

static bool add_side(store* st, const study* s, uint32_t match, const study_result* result, uint32_t side)
{
    query q = begin(st, "INSERT INTO side VALUES (?, ?, ?" STUDY_METRICS(QUESTION) ")");
    put(&q, match);
    put(&q, side);
    put_text(&q, study_cell_of(s, match)->controllers[side]);
    put_metrics(&q, &result->sides[side]);
    return run(&q);
}

static bool add_cost(store* st, uint32_t match, const study_result* result, uint32_t side)
{
    query q = begin(st, "INSERT INTO cost VALUES (?, ?, ?" STUDY_COSTS(COST_QUESTION) ")");
    put(&q, match);
    put(&q, side);
    put_real(&q, result->frames_per_second);
#define PUT_COST(name) put_real(&q, result->costs[side].name);
    STUDY_COSTS(PUT_COST)
#undef PUT_COST
    return run(&q);
}

static bool add_agent(store* st, uint32_t match, const study_result* result, uint32_t agent)
{
    query q = begin(st, "INSERT INTO agent VALUES (?, ?, ?" STUDY_METRICS(QUESTION) ")");
    put(&q, match);
    put(&q, agent);
    put(&q, result->agents[agent].side);
    put_metrics(&q, &result->agents[agent].metrics);
    return run(&q);
}

static bool add_use(store* st, uint32_t match, const study_use* use)
{
    query q = begin(st, "INSERT INTO used VALUES (?, ?, ?, ?, ?)");
    put(&q, match);
    put(&q, use->side);
    put_text(&q, use->kind);
    put_text(&q, use->name);
    put(&q, (int64_t)use->count);
    return run(&q);
}

static bool add_all(store* st, const study* s, uint32_t match, const study_result* result)
{
    bool whole = add_match(st, s, match, result);
    for (uint32_t i = 0; i < 2 && whole; i++)
        whole = add_side(st, s, match, result, i) && add_cost(st, match, result, i);
    for (uint32_t i = 0; i < result->agent_count && whole; i++) whole = add_agent(st, match, result, i);
    for (uint32_t i = 0; i < result->use_count && whole; i++) whole = add_use(st, match, &result->uses[i]);
    return whole;
}

bool store_add(store* st, const study* s, uint32_t match, const study_result* result, char* message, size_t size)
{
    if (execute(st, "BEGIN IMMEDIATE") && add_all(st, s, match, result) && execute(st, "COMMIT")) return true;
    report_error(st, message, size);
    execute(st, "ROLLBACK");
    return false;
}

static void put_about(store* st, const char* key, const char* value)
{
    query q = begin(st, "INSERT OR IGNORE INTO about VALUES (?, ?)");
    put_text(&q, key);
    put_text(&q, value);
    run(&q);
}

static bool is_about(store* st, const char* key, const char* value)
{
    query q = begin(st, "SELECT value FROM about WHERE key = ?");
    put_text(&q, key);
    bool same = q.statement && believe(st, sqlite3_step(q.statement)) == SQLITE_ROW &&
                strcmp(text_of(q.statement, 0), value) == 0;
    believe(st, sqlite3_errcode(st->db));
    sqlite3_finalize(q.statement);
    return same;
}

static bool agree_on(store* st, const char* key, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, number);
    put_about(st, key, text);
    return is_about(st, key, text);
}

// A file belongs to one experiment, version and data.
static bool agree(store* st, const study* s, char* message, size_t size)
{
    put_about(st, "experiment", s->name);
    put_about(st, "version", ploy_version());
    if (agree_on(st, "plan", s->digest) && agree_on(st, "data", study_play_digest()) &&
        is_about(st, "version", ploy_version()))
        return true;
    if (st->is_out_of_memory) return report_error(st, message, size);
    snprintf(message, size,
             "it holds results of another experiment, of another version of this one, or of another version "
             "of the program or the game's data; choose another folder");
    return false;
}

store* store_open(const char* path, const study* s, char* message, size_t size)
{
    store* st = calloc(1, sizeof *st);
    if (!st) return NULL;
    bool open = believe(st, sqlite3_open(path, &st->db)) == SQLITE_OK && execute(st, "PRAGMA locking_mode = EXCLUSIVE") &&
                execute(st, "BEGIN EXCLUSIVE") && execute(st, tables);
    if (!open) report_error(st, message, size);
    if (open && agree(st, s, message, size) && execute(st, "COMMIT")) return st;
    if (st->is_out_of_memory) report_error(st, message, size);
    store_close(st);
    return NULL;
}

void store_close(store* st)
{
    if (!st) return;
    sqlite3_close(st->db);
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
    r->hash = strtoull(text_of(row, 2), NULL, 16);
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
    study_result_add_use(r, (uint32_t)sqlite3_column_int(row, 1) & 1, text_of(row, 2), text_of(row, 3),
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
};

bool store_read(store* st, const study* s, study_result* results, char* message, size_t size)
{
    for (uint32_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        query q = begin(st, readings[i].sql);
        int status = SQLITE_ERROR;
        while (q.statement && (status = believe(st, sqlite3_step(q.statement))) == SQLITE_ROW) {
            int64_t match = sqlite3_column_int64(q.statement, 0);
            if (match >= 0 && match < s->match_count) readings[i].get(&results[match], q.statement);
            if (believe(st, sqlite3_errcode(st->db)) == SQLITE_NOMEM) break;
        }
        sqlite3_finalize(q.statement);
        if (status != SQLITE_DONE) return report_error(st, message, size);
    }
    return true;
}
