#include "worker/private/rates_job.h"

#include <omp.h>
#include <string.h>

#include "machine/environment.h"
#include "worker/private/rows.h"

bool rates_job_is(const json_t *job)
{
    const char *kind = json_string_value(json_object_get(job, "job"));
    return kind && strcmp(kind, "rates") == 0;
}

// In GB/s; null if the rates of the set do not agree.
static json_t *rate_of(const Bandwidth *set, double rate)
{
    return rates_agree(set) ? json_real(rate * 1e-9) : json_null();
}

json_t *rates_job_row(const Rates *rates)
{
    json_t *sets = json_array();
    for (int i = 0; i < rates->set_count; i++) {
        const Bandwidth *set = &rates->sets[i];
        json_array_append_new(sets, json_pack("{s:I,s:o,s:o,s:o}", "bytes", (json_int_t)set->bytes, "read", rate_of(set, set->read),
                                              "update", rate_of(set, set->update), "triad", rate_of(set, set->triad)));
    }
    return json_pack("{s:s,s:i,s:s,s:o,s:{s:f,s:f}}", "row", "rates", "threads", rates->threads, "precision", REAL_NAME, "sets", sets,
                     "flops", "f32", rates->flops.f32 * 1e-9, "f64", rates->flops.f64 * 1e-9);
}

static Status measure(int threads)
{
    Rates rates;
    TRY(rates_measure(threads, RATES_LARGEST, &rates));
    return rows_write(rates_job_row(&rates));
}

Status rates_job_run(const json_t *job)
{
    const int threads = (int)json_integer_value(json_object_get(job, "threads"));
    if (threads < 1)
        return status_make(STATUS_INPUT, "job: `threads` must be at least 1");
    omp_set_dynamic(0);
    omp_set_num_threads(threads);
    TRY(environment_place(threads));
    TRY(rows_write(environment_describe(WEFT_ISA, REAL_NAME, threads)));
    if (json_is_true(json_object_get(job, "measure")))
        TRY(measure(threads));
    return rows_write(json_pack("{s:s,s:b}", "row", "done", "deterministic", 1));
}
