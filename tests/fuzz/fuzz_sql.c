// A store that another program has modified: SQL statements run on a good store, then every reader. The length of the input chooses the
// readers.
#include "fuzz_store.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

enum { STEPS_MAX = 2000 }; // thousands of operations: the statements of the other program must end by themselves

static int stop(void *steps)
{
    return ++*(int *)steps > STEPS_MAX;
}

// Statements may access this database only.
static int allow(void *unused, int action, const char *a, const char *b, const char *c, const char *d)
{
    (void)unused, (void)a, (void)b, (void)c, (void)d;
    return action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK;
}

static void write_other(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    int      steps = 0;
    ASSERT(sqlite3_open(path, &db) == SQLITE_OK);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_set_authorizer(db, allow, NULL);
    sqlite3_progress_handler(db, 1000, stop, &steps);
    (void)sqlite3_exec(db, "PRAGMA writable_schema = ON", NULL, NULL, NULL);
    for (const char *rest = sql; rest && *rest;) { // each statement alone: a wrong statement does not stop the next ones
        sqlite3_stmt *statement = NULL;
        if (sqlite3_prepare_v2(db, rest, -1, &statement, &rest) != SQLITE_OK) {
            rest = strchr(rest, ';');
            rest = rest ? rest + 1 : NULL;
            continue;
        }
        while (statement && sqlite3_step(statement) == SQLITE_ROW) {
        }
        sqlite3_finalize(statement);
    }
    (void)sqlite3_close(db);
}

void fuzz_sql(const uint8_t *bytes, size_t size)
{
    char        path[FUZZ_PATH], log[FUZZ_PATH], *sql = fuzz_text(bytes, size);
    size_t      good_size = 0;
    const char *good = fuzz_store_bytes(&good_size);
    fuzz_path("store.db", path);
    fuzz_path("store.db-wal", log);
    unlink(log);
    fuzz_write(path, good, good_size);
    write_other(path, sql);
    fuzz_store_read(path, size);
    free(sql);
}
