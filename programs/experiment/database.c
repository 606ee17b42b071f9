#include "programs/experiment/database.h"

#include <stdio.h>
#include <string.h>

int database_believe(database* db, int status)
{
    db->is_out_of_memory = db->is_out_of_memory || status == SQLITE_NOMEM || status == SQLITE_IOERR_NOMEM;
    return db->is_out_of_memory ? SQLITE_NOMEM : status;
}

// No column holds NULL: without a text there was no memory, and the error code says so.
const char* database_text(sqlite3_stmt* row, int column)
{
    const unsigned char* text = sqlite3_column_text(row, column);
    return text ? (const char*)text : "";
}

bool database_report(const database* db, char* message, size_t size)
{
    bool is_busy = sqlite3_errcode(db->handle) == SQLITE_BUSY;
    snprintf(message, size, "%s",
             db->is_out_of_memory ? "out of memory"
             : is_busy            ? "another run is using it"
                                  : sqlite3_errmsg(db->handle));
    return false;
}

bool database_execute(database* db, const char* sql)
{
    return database_believe(db, sqlite3_exec(db->handle, sql, NULL, NULL, NULL)) == SQLITE_OK;
}

// A write-ahead log: a commit need not wait for the disk. A process that is killed loses nothing; a machine that loses its
// power loses the last matches, which are played again.
bool database_open(database* db, const char* path, const char* tables)
{
    return database_believe(db, sqlite3_open(path, &db->handle)) == SQLITE_OK &&
           database_execute(db, "PRAGMA locking_mode = EXCLUSIVE") && database_execute(db, "PRAGMA journal_mode = WAL") &&
           database_execute(db, "PRAGMA synchronous = NORMAL") && database_execute(db, "BEGIN EXCLUSIVE") &&
           database_execute(db, tables);
}

void database_close(database* db)
{
    if (db->handle) sqlite3_exec(db->handle, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL); // one plain file again
    sqlite3_close(db->handle);
    *db = (database){0};
}

query query_begin(database* db, const char* sql)
{
    query q = {.db = db};
    if (database_believe(db, sqlite3_prepare_v2(db->handle, sql, -1, &q.statement, NULL)) != SQLITE_OK)
        q.statement = NULL;
    return q;
}

void query_put(query* q, int64_t value)
{
    database_believe(q->db, sqlite3_bind_int64(q->statement, ++q->next, value));
}

void query_put_text(query* q, const char* text)
{
    database_believe(q->db, sqlite3_bind_text(q->statement, ++q->next, text, -1, SQLITE_TRANSIENT));
}

void query_put_real(query* q, double value)
{
    database_believe(q->db, sqlite3_bind_double(q->statement, ++q->next, value));
}

bool query_run(query* q)
{
    int status = q->statement ? database_believe(q->db, sqlite3_step(q->statement)) : SQLITE_ERROR;
    sqlite3_finalize(q->statement);
    return status == SQLITE_DONE;
}

bool database_agree(database* db, const char* key, const char* value)
{
    query put = query_begin(db, "INSERT OR IGNORE INTO about VALUES (?, ?)");
    query_put_text(&put, key);
    query_put_text(&put, value);
    query_run(&put);
    query q = query_begin(db, "SELECT value FROM about WHERE key = ?");
    query_put_text(&q, key);
    bool is_same = q.statement && database_believe(db, sqlite3_step(q.statement)) == SQLITE_ROW &&
                   strcmp(database_text(q.statement, 0), value) == 0;
    database_believe(db, sqlite3_errcode(db->handle));
    sqlite3_finalize(q.statement);
    return is_same;
}
