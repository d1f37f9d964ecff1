#include "cli/private/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/private/database.h"
#include "experiment/stored_cases.h"
#include "store/store.h"

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a shard of the experiment");
}

static Status read_shard(const char *text, const char *command, int *number, int *count)
{
    char       copy[32];
    int64_t    i = 0, n = 0;
    const bool fits = strlen(text) < sizeof copy;
    snprintf(copy, sizeof copy, "%s", text);
    char *slash = strchr(copy, '/');
    if (fits && slash) {
        *slash = '\0';
        if (text_to_int(copy, &i) && text_to_int(slash + 1, &n) && i >= 1 && i <= n && n <= DEAL_SHARDS_MAX) {
            *number = (int)i;
            *count = (int)n;
            return status_ok();
        }
    }
    return status_make(STATUS_USAGE, "%s: --shard must be I/N with 1 <= I <= N <= %d, for example 3/16, not `%.60s`", command,
                       DEAL_SHARDS_MAX, text);
}

static Status choose_shard(const ShareFlags *flags, int shards, const Experiment *e, Share *out)
{
    STORE *times = NULL;
    if (flags->costs)
        TRY(store_open(flags->costs, STORE_READ, &times));
    TRY(deal_create(e, times, shards, &out->deal));
    for (int i = 0; out->number && i < e->case_count; i++)
        out->has[i] = out->deal.shard[i] == out->number;
    return status_ok();
}

// The case with this key, in all blocks that contain it.
static Status choose_key(const char *key, const char *command, const Experiment *e, bool *has)
{
    const char  *found = NULL;
    const size_t length = strlen(key);
    for (int i = 0; i < e->case_count; i++) {
        const char *mine = e->cases[i].setup.key;
        if (length == 0 || strncmp(mine, key, length) != 0)
            continue;
        if (found && strcmp(found, mine) != 0)
            return status_make(STATUS_INPUT, "%s: --case %.80s: several keys begin so, for example %s and %s; give more digits", command,
                               key, found, mine);
        found = mine;
        has[i] = true;
    }
    return found ? status_ok()
                 : status_make(STATUS_INPUT, "%s: --case %.80s: no key of the experiment begins so; `weft plan` lists the keys", command,
                               key);
}

static Status choose(const ShareFlags *flags, const char *command, int shards, const Experiment *e, Share *out)
{
    if (share_is_part(flags)) {
        out->has = calloc((size_t)e->case_count + 1, sizeof *out->has);
        if (!out->has)
            return no_memory();
    }
    for (int k = 0; k < flags->keys.count; k++)
        TRY(choose_key(flags->keys.texts[k], command, e, out->has));
    if (flags->figure)
        TRY(experiment_figure_cases(e, flags->figure, out->has));
    return shards ? choose_shard(flags, shards, e, out) : status_ok();
}

static Status take_stored(const char *path, Experiment *e)
{
    STORE *store = NULL;
    TRY(database_open(path, STORE_READ, &store));
    const Status status = experiment_take_stored(e, store);
    return status.code == STATUS_OK ? status : status_prefix(status, "--as %.300s", path);
}

bool share_is_part(const ShareFlags *flags)
{
    return flags->shard || flags->figure || flags->keys.count;
}

Status share_create(const ShareFlags *flags, const char *command, int shards, Experiment *e, Share *out)
{
    *out = (Share){0};
    if (flags->shard)
        TRY(read_shard(flags->shard, command, &out->number, &shards));
    if ((flags->shard != NULL) + (flags->figure != NULL) + (flags->keys.count > 0) > 1)
        return status_make(STATUS_USAGE, "%s: give only one of --shard, --figure and --case", command);
    if (flags->costs && !shards)
        return status_make(STATUS_USAGE, "%s: --costs needs --shard or --shards", command);
    if (flags->as)
        TRY(take_stored(flags->as, e));
    const Status status = choose(flags, command, shards, e, out);
    if (status.code != STATUS_OK)
        share_destroy(out);
    return status;
}

void share_destroy(Share *share)
{
    free(share->has);
    deal_destroy(&share->deal);
    *share = (Share){0};
}

Status share_part(const Share *share, const Experiment *whole, Experiment *out)
{
    *out = *whole;
    out->case_count = 0;
    out->cases = malloc(((size_t)whole->case_count + 1) * sizeof *out->cases);
    if (!out->cases)
        return no_memory();
    for (int i = 0; i < whole->case_count; i++)
        if (!share->has || share->has[i])
            out->cases[out->case_count++] = whole->cases[i];
    return status_ok();
}

void share_part_end(Experiment *part)
{
    free(part->cases);
    *part = (Experiment){0};
}
