#include "report/private/published.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/private/judged.h"
#include "report/private/verdict_vary.h"

static Status load(const char *path, Published *p)
{
    int64_t id = 0;
    TRY(store_open(path, STORE_MACHINES, &p->store));
    TRY(dataset_find(p->store, p->name, &id));
    if (id == 0)
        return status_make(STATUS_INPUT, "%s: has no experiment named `%s`", path, p->name);
    TRY(dataset_init(p->store, id, &p->dataset));
    return judged_specs(&p->dataset, &p->specs);
}

static void close_one(Published *p)
{
    figure_specs_destroy(&p->specs);
    dataset_destroy(&p->judged);
    dataset_destroy(&p->dataset);
    store_close(p->store);
    free(p);
}

Status published_open(PublishedStores *stores, const char *name, Published **out)
{
    char path[4096];
    for (int i = 0; i < stores->count; i++)
        if (strcmp(stores->stores[i]->name, name) == 0) {
            *out = stores->stores[i];
            return status_ok();
        }
    if (stores->count == PUBLISHED_MAX || strlen(name) >= SPEC_NAME_MAX)
        return status_make(STATUS_INPUT, "`%.70s`: names have at most %d bytes, and documents at most %d of them", name, SPEC_NAME_MAX - 1,
                           PUBLISHED_MAX);
    if (snprintf(path, sizeof path, "%s/%s.db", stores->folder, name) >= (int)sizeof path)
        return status_make(STATUS_USAGE, "%.60s…: the name of the folder is too long", stores->folder);
    Published *p = calloc(1, sizeof *p);
    if (!p)
        return status_make(STATUS_MEMORY, "%s: out of memory while reading it", path);
    strcpy(p->name, name);
    const Status status = load(path, p);
    if (status.code != STATUS_OK) {
        close_one(p);
        return status;
    }
    stores->stores[stores->count++] = p;
    *out = p;
    return status_ok();
}

void published_close(PublishedStores *stores)
{
    for (int i = 0; i < stores->count; i++)
        close_one(stores->stores[i]);
    stores->count = 0;
}

// In a dataset of their own, since variations replace the temporary tables: of `judged` only its cases are used from then on.
Status published_judge(Published *p, bool vary)
{
    if (!p->verdicts) {
        p->stale = true;
        TRY(dataset_init(p->store, p->dataset.id, &p->judged));
        TRY(judged_verdicts(&p->judged, &p->specs, &p->verdicts));
    }
    if (!vary || p->varied)
        return status_ok();
    p->stale = p->varied = true;
    return verdicts_vary(p->store, &p->judged, p->verdicts, p->specs.verdict_count);
}

Status published_select(Published *p, int variation)
{
    const int64_t id = p->dataset.id;
    if (!p->stale && p->dataset.variation == variation)
        return status_ok();
    dataset_destroy(&p->dataset);
    p->stale = false;
    return dataset_init_variation(p->store, id, variation, &p->dataset);
}
