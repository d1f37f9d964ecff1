// Opens a store: its lock, identity and schema.
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_facts.h"
#include "store/private/file_system.h"
#include "store/private/guard.h"
#include "store/private/machines.h"
#include "store/private/schema.h"
#include "store/private/store_file.h"
#include "store/private/transaction.h"
#include "store/sql.h"

enum { APPLICATION_ID = 0x77656674, BUSY_MS = 10000, BUSY_RUN_MS = 180000 };

// Only one writer at a time: it holds a flock on PATH.lock, which ends with the process in any case. (The lock is not on the database
// itself, since closing another descriptor of a file drops SQLite's locks on it.)
struct Store {
    sqlite3 *db;
    char    *lock_path; // NULL when reading
    int      lock;
    Guard    guard;
};

struct sqlite3 *store_handle(Store *store)
{
    return store->db;
}

Status store_need_one_machine(Store *store, const char *what)
{
    int     machines = 0;
    int64_t max = 0;
    TRY(machines_count(store->db, &machines));
    TRY(sql_run(store->db, &max,
                "SELECT coalesce(max(n), 0) FROM (SELECT count(DISTINCT m.machine) AS n FROM repetition AS r"
                " JOIN temp.machine_of AS m ON m.environment_id = r.environment_id GROUP BY r.case_id, r.build_id)",
                ""));
    return max < 2 ? status_ok()
                   : status_make(STATUS_INPUT, "%s: has repetitions of one case and build from %lld machines, which are never pooled; %s",
                                 sqlite3_db_filename(store->db, "main"), (long long)max, what);
}

bool store_is_table(const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(schema_tables(), SCHEMA_BEGIN_TABLE); at; at = strstr(at, SCHEMA_BEGIN_TABLE)) {
        at += strlen(SCHEMA_BEGIN_TABLE);
        if (strncmp(at, name, length) == 0 && at[length] == ' ')
            return true;
    }
    return false;
}

Status store_settings_left_out(Store *store, int64_t *out)
{
    return sql_run(store->db, out,
                   "SELECT count(*) FROM (SELECT DISTINCT name FROM parameter"
                   " WHERE name NOT IN (SELECT name FROM pragma_table_info('case_setting')))",
                   "");
}

// ---- the lock ----

// True if `lock` is still the file of that name: a writer that ends removes the file while it holds the lock.
static bool is_same_file(int lock, const char *path)
{
    struct stat locked, named;
    return fstat(lock, &locked) == 0 && stat(path, &named) == 0 && locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
}

static Status take_lock(const char *path, Store *store)
{
    const size_t size = strlen(path) + sizeof ".lock";
    store->lock_path = malloc(size);
    if (!store->lock_path)
        return status_make(STATUS_MEMORY, "%s: out of memory", path);
    snprintf(store->lock_path, size, "%s.lock", path);
    for (;;) {
        store->lock = open(store->lock_path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (store->lock < 0)
            return status_make(STATUS_IO, "%s: the lock of the database cannot be written: %s; check its name and its folder",
                               store->lock_path, strerror(errno));
        if (flock(store->lock, LOCK_EX | LOCK_NB) != 0)
            break;
        if (is_same_file(store->lock, store->lock_path))
            return status_ok();
        close(store->lock);
    }
    const int reason = errno;
    close(store->lock);
    store->lock = -1;
    if (reason != EWOULDBLOCK) {
        unlink(store->lock_path);
        return file_system_without_locks(path, reason);
    }
    return status_make(STATUS_IO, "%s: busy, another run is writing to it; wait for its end or choose another file", path);
}

static void drop_lock(Store *store)
{
    if (store->lock >= 0) {
        unlink(store->lock_path);
        close(store->lock);
    }
    free(store->lock_path);
}

// ---- identity ----

// True if the file is not empty. An empty file is about to become a store, or its creator was killed.
static Status is_empty(sqlite3 *db, bool *out)
{
    int64_t objects = 0, application = 0;
    TRY(sql_run(db, &objects, "SELECT count(*) FROM sqlite_schema", ""));
    TRY(sql_run(db, &application, "PRAGMA application_id", ""));
    *out = objects == 0 && application == 0;
    return status_ok();
}

static Status check_identity(const char *path, sqlite3 *db)
{
    int64_t application = 0, version = 0;
    TRY(sql_run(db, &application, "PRAGMA application_id", ""));
    if (application != APPLICATION_ID)
        return status_make(STATUS_INPUT, "%s: an SQLite database, but not a store of weft; give a file that `weft run -o` made", path);
    TRY(sql_run(db, &version, "PRAGMA user_version", ""));
    if (version != SCHEMA_VERSION)
        return status_make(STATUS_INPUT, "%s: a store of schema version %lld, this weft reads version %d; %s", path, (long long)version,
                           SCHEMA_VERSION,
                           version > SCHEMA_VERSION ? "use a newer weft" : "use the weft that made it, or measure again into another file");
    return status_ok();
}

static Status not_a_database(const char *path, Status status, sqlite3 *db)
{
    if (sqlite3_errcode(db) != SQLITE_NOTADB)
        return status;
    return status_make(STATUS_INPUT, "%s: not a database; give the file that `weft run -o` made", path);
}

// ---- opening ----

static Status identify(sqlite3 *db)
{
    char identity[200], facts[400];
    snprintf(identity, sizeof identity, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION_ID, SCHEMA_VERSION);
    sqlite3_snprintf(sizeof facts, facts,
                     "INSERT OR REPLACE INTO meta (key, value) VALUES ('schema_version', '%d');"
                     "INSERT OR IGNORE INTO meta (key, value) VALUES ('weft_version', %Q), ('sqlite', '%s %s'),"
                     " ('created', strftime('%%Y-%%m-%%dT%%H:%%M:%%SZ', 'now'));",
                     SCHEMA_VERSION, BUILD_VERSION, sqlite3_libversion(), sqlite3_sourceid());
    TRY(sql_exec(db, facts));
    return sql_exec(db, identity);
}

static Status is_of_today(sqlite3 *db, bool *out)
{
    int64_t version = 0;
    TRY(sql_run(db, &version, "PRAGMA user_version", ""));
    *out = version == SCHEMA_VERSION;
    return *out ? schema_is_today(db, out) : status_ok();
}

// Turns an empty file into a store, and adds missing tables and columns to an older one. All or nothing: a killed process leaves an empty
// file, which the next run treats as new.
static Status update_file(Store *store)
{
    bool today = false;
    TRY(is_of_today(store->db, &today));
    TRY(transaction_begin(store->db));
    Status status = today ? status_ok() : schema_update(store->db);
    if (status.code == STATUS_OK && !today)
        status = identify(store->db);
    return transaction_end(store->db, status);
}

// Makes the missing parts of the file for a reader, without changing the file. Views are always those of this weft.
static Status complete_for_reader(const char *path, StoreMode mode, Store *store)
{
    TRY(guard_check_shape(store->db, path));
    if (mode != STORE_GLANCE)
        TRY(guard_check_whole(store->db, path));
    if (mode == STORE_MACHINES)
        TRY(machines_split(store->db));
    return schema_own_views(store->db);
}

// Every path is the name of a file, even `:memory:` and `file:x`, which SQLite would interpret otherwise.
static int open_file(const char *path, int flags, sqlite3 **db)
{
    char *literal = sqlite3_mprintf("%s%s", *path == '/' ? "" : "./", path);
    if (!literal)
        return SQLITE_NOMEM;
    const int code = sqlite3_open_v2(literal, db, flags, NULL);
    sqlite3_free(literal);
    return code;
}

// The reason of the system, if any, is more specific than SQLite's.
static Status cannot_open(const char *path, sqlite3 *db)
{
    const int system = db ? sqlite3_system_errno(db) : ENOMEM;
    return status_make(STATUS_IO, "%s: cannot be opened: %s; check the file, its folder and the limits of this shell (`ulimit -a`)", path,
                       system ? strerror(system) : sqlite3_errmsg(db));
}

static Status need_file(const char *path, mode_t mode)
{
    return S_ISREG(mode) ? status_ok() : status_make(STATUS_INPUT, "%s: not a file; give the file that `weft run -o` made", path);
}

static Status open_write(const char *path, Store *store)
{
    struct stat info;
    if (stat(path, &info) == 0)
        TRY(need_file(path, info.st_mode));
    TRY(file_system_check(path, file_system_type(path)));
    TRY(take_lock(path, store));
    if (open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &store->db) != SQLITE_OK)
        return cannot_open(path, store->db);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    bool   empty = false;
    Status status = guard_install(store->db, &store->guard);
    if (status.code == STATUS_OK)
        status = is_empty(store->db, &empty);
    if (status.code != STATUS_OK)
        return not_a_database(path, status, store->db);
    if (!empty) {
        TRY(check_identity(path, store->db));
        TRY(guard_check_shape(store->db, path));
        TRY(guard_check_whole(store->db, path));
    }
    TRY(sql_exec(store->db, "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL"));
    TRY(update_file(store));
    TRY(schema_own_views(store->db));
    TRY(sql_exec(store->db, "PRAGMA journal_mode = WAL"));
    sqlite3_busy_timeout(store->db, BUSY_RUN_MS); // a lost repetition may cost hours
    return status_ok();
}

// file:PATH?immutable=1, with special characters of the path escaped.
static char *immutable_uri(const char *path)
{
    char *uri = malloc(3 * strlen(path) + 32);
    if (!uri)
        return NULL;
    char *end = uri + sprintf(uri, "file:");
    for (const char *p = path; *p; p++)
        end += sprintf(end, strchr("?#%", *p) ? "%%%02X" : "%c", (unsigned char)*p);
    strcpy(end, "?immutable=1");
    return uri;
}

static bool has_file(const char *path, const char *suffix)
{
    char        name[4096];
    struct stat info;
    return snprintf(name, sizeof name, "%s%s", path, suffix) < (int)sizeof name && stat(name, &info) == 0;
}

// SQLite cannot make the shared memory file of WAL mode if the folder is read-only (published results) or the disk is full. Then a store
// without a log is opened as immutable. A store with a log is opened with the index of the log in memory, which requires exclusive access;
// the log is left to the next run.
typedef enum ReadWay { READ_SHARED, READ_ALONE, READ_IMMUTABLE } ReadWay;

static int open_way(const char *path, ReadWay way, sqlite3 **db)
{
    // If the file is writable it is not opened with SQLITE_OPEN_READONLY: the last reader would leave -wal and -shm files. Nothing is
    // written.
    if (way != READ_IMMUTABLE)
        return open_file(path, SQLITE_OPEN_READWRITE, db);
    char *uri = immutable_uri(path);
    if (!uri)
        return SQLITE_NOMEM;
    const int code = sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    free(uri);
    return code;
}

// Begins the single transaction of a reader, which store_close ends: a command reads one snapshot, whatever a run writes at the same time.
static Status begin_reading(const char *path, ReadWay way, Store *store, bool *empty)
{
    sqlite3_close(store->db);
    if (open_way(path, way, &store->db) != SQLITE_OK)
        return cannot_open(path, store->db);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    TRY(guard_install(store->db, &store->guard));
    if (way == READ_ALONE) {
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        TRY(sql_exec(store->db, "PRAGMA locking_mode = EXCLUSIVE"));
    }
    TRY(sql_exec(store->db, "BEGIN"));
    return is_empty(store->db, empty);
}

static bool lacks_shared_memory(int code)
{
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_IOERR || code == SQLITE_FULL;
}

static Status open_read(const char *path, StoreMode mode, Store *store)
{
    struct stat info;
    bool        empty = false;
    if (stat(path, &info) != 0)
        return status_make(STATUS_IO, "%s: %s; `weft run EXPERIMENT.yaml -o %s` makes one", path, strerror(errno), path);
    TRY(need_file(path, info.st_mode));
    Status status = begin_reading(path, READ_SHARED, store, &empty);
    if (status.code != STATUS_OK && lacks_shared_memory(sqlite3_errcode(store->db)))
        status = begin_reading(path, has_file(path, "-wal") ? READ_ALONE : READ_IMMUTABLE, store, &empty);
    if (status.code != STATUS_OK)
        return not_a_database(path, status, store->db);
    if (empty)
        return status_make(STATUS_INPUT, "%s: an empty file; give the file that `weft run -o` made", path);
    TRY(check_identity(path, store->db));
    return complete_for_reader(path, mode, store);
}

// If `mode` is NULL, takes only the lock of a writer.
static Status open_store(const char *path, const StoreMode *mode, Store **out)
{
    *out = NULL;
    Store *store = calloc(1, sizeof *store);
    if (!store)
        return status_make(STATUS_MEMORY, "%s: out of memory", path);
    store->lock = -1;
    Status status = mode ? guard_check_companions(path) : take_lock(path, store);
    if (status.code == STATUS_OK && mode)
        status = *mode == STORE_WRITE ? open_write(path, store) : open_read(path, *mode, store);
    if (status.code == STATUS_OK)
        *out = store;
    else
        store_close(store);
    return status;
}

Status store_open(const char *path, StoreMode mode, Store **out)
{
    return open_store(path, &mode, out);
}

Status store_hold(const char *path, Store **out)
{
    return open_store(path, NULL, out);
}

Status store_open_memory(Store **out)
{
    Store *store = *out = calloc(1, sizeof *store);
    if (!store)
        return status_make(STATUS_MEMORY, "out of memory for a store");
    store->lock = -1;
    if (sqlite3_open(":memory:", &store->db) != SQLITE_OK)
        return sql_error(store->db, "a store in memory cannot be made");
    TRY(schema_update(store->db));
    return schema_own_views(store->db);
}

Status store_check_place(Store *store)
{
    return transaction_check_place(store->db);
}

void store_close(Store *store)
{
    if (!store)
        return;
    sqlite3_close(store->db); // all statements are finalized by their creators
    drop_lock(store);
    free(store);
}
