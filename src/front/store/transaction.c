#include "store/private/transaction.h"

#include <stdbool.h>

#include "store/sql.h"

// SQLite continues to write to a file that was moved or removed, and closes it without its log, so later results would be lost. This
// function writes the results so far into the file, wherever it is now.
Status transaction_check_place(sqlite3 *db)
{
    int moved = 0;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || !moved)
        return status_ok();
    sqlite3_wal_checkpoint_v2(db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return status_make(STATUS_IO,
                       "%s: was moved, removed or replaced during the run; a moved file has all stored results: move it back to this "
                       "name and run again; results of a removed or replaced file are lost",
                       sqlite3_db_filename(db, "main"));
}

// True if the file is shorter than its first page states, or has no first page. Reads through SQLite's descriptor, since closing another
// descriptor would drop its locks.
static bool is_cut(sqlite3 *db)
{
    enum { HEADER = 32, PAGE_BYTES = 16, PAGES = 28 };
    unsigned char head[HEADER];
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods ||
        file->pMethods->xFileSize(file, &size) != SQLITE_OK)
        return false;
    if (file->pMethods->xRead(file, head, HEADER, 0) != SQLITE_OK)
        return true;
    const sqlite3_int64  bytes = head[PAGE_BYTES] << 8 | head[PAGE_BYTES + 1], page = bytes == 1 ? 65536 : bytes;
    const unsigned char *pages = head + PAGES;
    return size < page * ((sqlite3_int64)pages[0] << 24 | pages[1] << 16 | pages[2] << 8 | pages[3]);
}

// SQLite also continues to write to a truncated file, which then has holes. An empty file is about to become a store. While another program
// checkpoints its log, the first page is written first, so the check is repeated for a while.
static Status check_size(sqlite3 *db)
{
    enum { LOOKS = 50, LOOK_MS = 20 };
    int64_t pages = 0;
    for (int looks = 0; is_cut(db); looks++) {
        TRY(sql_run(db, &pages, "PRAGMA page_count", ""));
        if (pages == 0)
            return status_ok();
        if (looks == LOOKS)
            return status_make(STATUS_IO, "%s: was truncated by another program during the run; " SQL_RECOVER,
                               sqlite3_db_filename(db, "main"));
        sqlite3_sleep(LOOK_MS);
    }
    return status_ok();
}

Status transaction_begin(sqlite3 *db)
{
    TRY(transaction_check_place(db));
    TRY(check_size(db));
    return sql_exec(db, "BEGIN IMMEDIATE");
}

// A failed COMMIT (full disk) leaves the transaction open, so it is rolled back.
Status transaction_end(sqlite3 *db, Status status)
{
    if (status.code == STATUS_OK)
        status = sql_exec(db, "COMMIT");
    if (status.code != STATUS_OK && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

Status transaction_part(sqlite3 *db)
{
    return sql_exec(db, "SAVEPOINT part");
}

Status transaction_part_end(sqlite3 *db, Status status)
{
    if (status.code == STATUS_OK)
        status = sql_exec(db, "RELEASE part");
    if (status.code != STATUS_OK && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK TO part; RELEASE part", NULL, NULL, NULL);
    return status;
}
