#include "cli/private/database.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"

Status database_path(const char *given, const char *name, bool make_folder, char *out, size_t size)
{
    const int used = given ? snprintf(out, size, "%s", given) : snprintf(out, size, "results/%s.db", name);
    if (used <= 0 || (size_t)used >= size)
        return status_make(STATUS_USAGE, "the name of the database must have 1 to %zu bytes", size - 1);
    TRY(text_need_printable("database", out));
    if (!given && make_folder && mkdir("results", 0777) != 0 && errno != EEXIST)
        return status_make(STATUS_IO, "results: cannot be created: %s; give a database with -o", strerror(errno));
    return status_ok();
}

Status database_open(const char *path, StoreMode mode, Store **out)
{
    int64_t left_out = 0;
    TRY(store_open(path, mode, out));
    const Status status = store_settings_left_out(*out, &left_out);
    if (left_out > 0)
        fprintf(stderr,
                "weft: %s: %lld setting%s no column in `case_setting` and the wide views, which are full; use the view `case_parameter`,"
                " which has every setting\n",
                path, (long long)left_out, left_out == 1 ? " has" : "s have");
    if (status.code == STATUS_OK)
        return status;
    store_close(*out);
    *out = NULL;
    return status;
}
