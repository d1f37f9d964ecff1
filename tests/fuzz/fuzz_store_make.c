#include "fuzz_store.h"

#include <sqlite3.h>

#include "../fake_store.h"
#include "base/file.h"
#include "cli/private/command.h"
#include "fuzz.h"

static const char TEXT[] =
    "name: fake\n"
    "expected: {halves: It halves., short: A step is short.}\n"
    "figures:\n"
    "  - {name: error, title: Error & time <1>, data: convergence, x: time_ms, y: error, series: [solver], log: [x, y]}\n"
    "  - {name: scaling, data: step, x: threads, y: step_ms, series: [solver], relative_to: {threads: 1}}\n"
    "  - {name: phases, data: phase, x: solver, y: step_ms, series: [phase], style: stacked, where: {threads: 1}}\n"
    "  - {name: curve, data: step, x: 2*threads, y: 'max(step_ms, 0)', series: [solver], curves: [{label: a half, y: 1/threads}]}\n"
    "  - {name: panels, data: step, x: threads, y: step_ms, facets: solver, size: page, formats: [svg], labels: {pbd: P_BD}}\n"
    "  - {name: map, data: step, x: solver, y: threads, z: step_ms, style: heat}\n"
    "  - {name: shares, data: work, x: step_ms, series: [solver], style: data_profile, problems: scene.n}\n"
    "  - {name: nothing, data: linsys, x: particles, y: factor_bytes}\n"
    "tables:\n"
    "  - {name: steps, data: step, rows: [solver], columns: threads, values: [step_ms], best: least}\n"
    "  - {name: set_up, data: setup, columns: phase, values: [ms]}\n"
    "  - {name: none, data: linsys, values: [factor_bytes]}\n"
    "verdicts:\n"
    "  - {claim: A step is short, data: step, value: step_ms, of: {solver: pbd, threads: 1}, below: 30, source: closed form, carries: "
    "short}\n"
    "  - {claim: It halves, data: convergence, value: error, for_each: [solver], statistic: last, below: 0.001, carries: halves}\n"
    "  - {claim: Faster, data: step, value: step_ms, of: {threads: 2}, against: {threads: 1}, compare: ratio, for_each: [solver], below: "
    "1}\n";

enum { CASES = 4, BUILDS = 2 };

static void fill_case(Store *store, int64_t id, int64_t build, int64_t ns, double factor)
{
    fake_model(store, id, build, 100);
    for (int p = 0; p < 2; p++)
        assert_ok(fake_timed(store, id, build, 4, 2, ns + p * ns / 10));
    assert_ok(fake_phased(store, id, build, 3, ns));
    assert_ok(fake_measured(store, id, build, 2, factor));
    assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
}

void fuzz_store_make(const char *path)
{
    static const FakeCase CASE[CASES] = {
        {"pbd", NULL, "f64", 8, 5, 1}, {"pbd", NULL, "f64", 8, 5, 2}, {"xpbd", NULL, "f64", 8, 5, 1}, {"xpbd", NULL, "f64", 8, 5, 2}};
    static const int64_t  NS[CASES] = {2400000, 1200000, 4000000, 3000000};
    static const FakeCase FAILED = {"newton", "dense", "f64", 8, 5, 1};
    Store                *store = fake_create(path);
    const int64_t         experiment = fake_experiment(store, "fake", TEXT);
    for (int b = 0; b < BUILDS; b++) {
        const int64_t build = fake_build(store, b ? "build-b" : "build-a", "f64");
        for (int c = 0; c < CASES; c++) {
            fill_case(store, fake_case(store, experiment, c, &CASE[c]), build, NS[c] * (10 + b) / 10, c < 2 ? 0.5 : 0.25);
            fake_process(store, 1 + b * CASES + c); // one process only, since intervals of several take most of the time
        }
        const int64_t failed = fake_case(store, experiment, CASES, &FAILED);
        assert_ok(store_case_status(store, failed, build, CASE_DIVERGED, "positions are not <finite>"));
    }
    store_close(store);
}

const char *fuzz_store_bytes(size_t *size)
{
    static char  *bytes;
    static size_t byte_count;
    if (!bytes) {
        char path[FUZZ_PATH];
        fuzz_path("good.db", path);
        fuzz_store_make(path);
        ASSERT(file_read(path, (size_t)8 << 20, &bytes, &byte_count).code == STATUS_OK);
    }
    *size = byte_count;
    return bytes;
}

static void command(char *const *arguments)
{
    char *list[8] = {NULL};
    int   count = 0;
    for (; arguments[count]; count++)
        list[count] = arguments[count];
    const Command *found = command_find(list[0]);
    ASSERT(found);
    fuzz_fine(found->run(&(Options){.command = found, .count = count, .arguments = list}));
}

void fuzz_store_read(const char *path, size_t which)
{
    char page[FUZZ_PATH], db[FUZZ_PATH];
    snprintf(db, sizeof db, "%s", path);
    fuzz_path("report", page);
    switch (which % 3) {
    case 0:
        command((char *[]){"status", db, "--all", NULL});
        command((char *[]){"export", db, NULL});
        command((char *[]){"export", db, "--table", "repetition", "--format", "json", NULL});
        break;
    case 1:
        command((char *[]){"compare", db, "--build", "A=build-a", "--build", "B=build-b", NULL});
        command((char *[]){"report", "--claims", db, NULL});
        break;
    default:
        command((char *[]){"report", db, "-o", page, NULL});
    }
}
