#include "cli/private/submit_deal.h"

#include "run/deal.h"

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the cases");
}

// The keys of each shard; *filled: how many have any.
static Status list_shards(const Experiment *e, const Deal *deal, json_t **out, int *filled)
{
    json_t *seen = json_object();
    *out = json_array();
    bool made = seen && *out;
    for (int i = 0; i < deal->shards && made; i++)
        made = json_array_append_new(*out, json_array()) == 0;
    for (int i = 0; i < e->case_count && made; i++) {
        const char *key = e->cases[i].setup.key;
        if (!json_object_get(seen, key))
            made = json_object_set_new(seen, key, json_true()) == 0 &&
                   json_array_append_new(json_array_get(*out, (size_t)deal->shard[i] - 1), json_string(key)) == 0;
    }
    json_decref(seen);
    *filled = 0;
    for (size_t i = 0; i < json_array_size(*out); i++)
        *filled += json_array_size(json_array_get(*out, i)) > 0;
    return made ? status_ok() : no_memory();
}

static Status deal_shards(const Experiment *e, Store *times, int shards, json_t **out, int *filled)
{
    Deal   deal;
    Status status = deal_create(e, times, shards, &deal);
    if (status.code == STATUS_OK && times && !deal.timed)
        status = status_make(STATUS_INPUT, "submit: --costs: this database knows no time of these cases; `weft run` measures them");
    if (status.code == STATUS_OK)
        status = list_shards(e, &deal, out, filled);
    deal_destroy(&deal);
    return status;
}

static Status choose(const Experiment *e, Store *times, int shards, int about, json_t **out)
{
    const int wanted = shards ? shards : about;
    int       filled = 0;
    TRY(deal_shards(e, times, wanted, out, &filled));
    if (filled == wanted)
        return status_ok();
    if (shards)
        return status_make(
            STATUS_USAGE, "submit: --shards %d: the cases make %d shard%s at most, as those that are compared by their times stay together",
            shards, filled, filled == 1 ? "" : "s");
    json_decref(*out);
    *out = NULL;
    return deal_shards(e, times, filled, out, &filled);
}

Status submit_deal(const Experiment *experiment, int shards, int about, const char *costs, json_t **out)
{
    Store *times = NULL;
    *out = NULL;
    if (costs)
        TRY(store_open(costs, STORE_READ, &times));
    const Status status = choose(experiment, times, shards, about, out);
    store_close(times);
    return status;
}
