// SQLite for results: one file, one process, whole transactions. Out of memory once, no answer of it is believed.

#ifndef EXPERIMENT_DATABASE_H
#define EXPERIMENT_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct database
{
    sqlite3* handle;
    bool is_out_of_memory;
} database;

/// Opens or creates the file, locked for this process, and begins a transaction with the tables. False: as
/// database_report says.
bool database_open(database* db, const char* path, const char* tables);
void database_close(database* db);
bool database_execute(database* db, const char* sql);
/// Says in message why the last call failed. Returns false.
bool database_report(const database* db, char* message, size_t size);
/// The table about (key, value) has this value for the key, or had none for it.
bool database_agree(database* db, const char* key, const char* value);
/// The status, or SQLITE_NOMEM from the first of them on.
int database_believe(database* db, int status);
/// A column's text; "" for none.
const char* database_text(sqlite3_stmt* row, int column);

/// A statement: its values are put in order, then it runs once.
typedef struct query
{
    database* db;
    sqlite3_stmt* statement; ///< NULL: it cannot be prepared
    int next;
} query;

query query_begin(database* db, const char* sql);
void query_put(query* q, int64_t value);
void query_put_text(query* q, const char* text);
void query_put_real(query* q, double value);
/// Of a statement without rows; ends it.
bool query_run(query* q);

#endif
