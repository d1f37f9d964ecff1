#include "store/private/transaction.h"

#include "store/sql.h"

// A file that somebody moves or removes meanwhile is written to all the same, and closed without its log: what follows would be lost. What
// came before goes into it, wherever it is.
static Status check_place(sqlite3 *db)
{
    int moved = 0;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || !moved)
        return status_ok();
    sqlite3_wal_checkpoint_v2(db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return status_make(STATUS_IO,
                       "%s: was moved, removed or replaced while it was written to; one that was moved has all that was measured: put it "
                       "back and run again",
                       sqlite3_db_filename(db, "main"));
}

Status transaction_begin(sqlite3 *db)
{
    TRY(check_place(db));
    return sql_exec(db, "BEGIN IMMEDIATE");
}

// A COMMIT that fails (full disk) leaves the transaction open: it is rolled back.
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
