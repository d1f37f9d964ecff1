#include "cli/private/plan_json.h"

#include <stdio.h>

static const char *const GROUNDS[] = {[FORECAST_UNKNOWN] = "unknown", [FORECAST_WORK] = "work", [FORECAST_SAME] = "same"};

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a plan");
}

// Passes with count zero are omitted.
static json_t *passes(const int repetitions[PASS_COUNT])
{
    json_t *out = json_object();
    for (int pass = 0; pass < PASS_COUNT; pass++)
        if (repetitions[pass] > 0)
            json_object_set_new(out, PASS_NAMES[pass], json_integer(repetitions[pass]));
    return out;
}

static json_t *text_or_null(const char *text)
{
    return *text ? json_string(text) : json_null();
}

// The time is null if nothing is left to do, or if an earlier block measures the case.
static json_t *make_case(const PlanKnown *known, int index)
{
    const PlannedCase *planned = &known->experiment->cases[index];
    const PlanCase    *c = &known->cases[index];
    const Deal        *deal = &known->share->deal;
    const bool         timed = c->todo && !c->twin;
    return json_pack("{s:i, s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "index", index + 1, "key", planned->setup.key,
                     "block", planned->block, "label", planned->label, "variation", text_or_null(plan_variation(known, index)), "case",
                     case_to_json(&planned->setup), "wanted", passes(planned->required), "status", case_status_name(c->status), "left",
                     passes(c->left), "seconds", timed && c->ground != FORECAST_UNKNOWN ? json_real(c->seconds) : json_null(), "ground",
                     timed ? json_string(GROUNDS[c->ground]) : json_null(), "shard",
                     deal->shards ? json_integer(deal->shard[index]) : json_null(), "cost",
                     deal->shards ? json_real(deal->cost[index]) : json_null());
}

static json_t *make_shard(const PlanKnown *known, int number)
{
    const PlanShard shard = plan_shard(known, number);
    return json_pack("{s:i, s:i, s:f, s:f, s:i}", "shard", number, "cases", shard.cases, "cost", shard.cost, "seconds", shard.seconds,
                     "unknown", shard.unknown);
}

// Out of memory gives a NULL object, or a NULL entry.
static Status fill(const PlanKnown *known, json_t *cases, json_t *shards)
{
    for (int i = 0; i < known->experiment->case_count; i++)
        if (plan_has(known, i) && json_array_append_new(cases, make_case(known, i)))
            return no_memory();
    for (int s = 1; s <= known->share->deal.shards; s++)
        if (json_array_append_new(shards, make_shard(known, s)))
            return no_memory();
    return status_ok();
}

Status plan_print_json(const PlanKnown *known, const char *file)
{
    const Experiment *e = known->experiment;
    const Deal       *deal = &known->share->deal;
    const char       *unit = !deal->shards ? "" : deal->timed ? "seconds" : "steps";
    json_auto_t *all = json_pack("{s:s, s:s, s:s, s:o, s:o, s:[], s:[]}", "experiment", e->name, "hash", e->hash, "file", file, "database",
                                 text_or_null(known->store ? known->path : ""), "costs_in", text_or_null(unit), "cases", "shards");
    Status       status = all ? fill(known, json_object_get(all, "cases"), json_object_get(all, "shards")) : no_memory();
    if (status.code == STATUS_OK && (json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) != 0 || putchar('\n') == EOF))
        status =
            status_make(STATUS_IO, "the plan cannot be written to standard output; check the disk, or the program that reads the pipe");
    return status;
}
