// Store: one SQLite database per set of runs. The only thing that outlives a process, and the only thing reports read.
//
// WAL, synchronous=FULL, one transaction per repetition: whatever a finished transaction wrote survives kill -9 and a full disk.
// The schema is in schema.sql and views.sql (documented there, embedded at build time); meta.schema_version guards it. A store of an older
// version, from 5 on, is brought up to today when it is opened for writing; a reader sees it so and leaves the file as it is.
#ifndef WEFT_STORE_STORE_H
#define WEFT_STORE_STORE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/protocol.h"
#include "store/case_status.h"

typedef struct Store Store;

// STORE_GLANCE: for a look that must be quick: reads without looking at the whole file first, so that damage is met where it is.
// STORE_MACHINES: for statistics: where there are repetitions of several machines, each case is seen once for each, with a setting
// `machine` (private/machines.h), and has another id than in the file.
typedef enum StoreMode { STORE_READ, STORE_GLANCE, STORE_MACHINES, STORE_WRITE } StoreMode;

// STORE_WRITE creates the file when it is missing. A reader sees one moment of the file until store_close. A file may be from anybody:
// nothing that it brings along is run, its views are not read but weft's own, and a statement that gives no row for too long ends
// (STATUS_TIMEOUT). STATUS_INPUT: not a weft database, one of a schema version that cannot be read, or with tables that weft does not make
// (the text says which, and what to do); STATUS_IO: cannot be opened or created, is busy with another run, or damaged.
// A writer waits three minutes for another program's lock; one whose file was moved or removed stops at its next transaction (STATUS_IO).
Status store_open(const char *path, StoreMode mode, Store **out) GNU_MUST_CHECK;
Status store_check_place(Store *store) GNU_MUST_CHECK; // of a writer: STATUS_IO when its file was moved, removed or replaced
void   store_close(Store *store);                      // takes NULL

// A local store that is closed at the end of its block: `STORE *store = NULL;`
static inline void store_end(Store **store)
{
    store_close(*store);
}
#define STORE GNU_CLEANUP(store_end) Store

// An empty store in memory, for writing; its rows are lost when it is closed. STATUS_MEMORY.
Status store_open_memory(Store **out) GNU_MUST_CHECK;

// Whether this is a table of weft's, and no view.
bool store_is_table(const char *name);

// STATUS_INPUT where a case has repetitions of several machines under one build; what: what to do then.
Status store_need_one_machine(Store *store, const char *what) GNU_MUST_CHECK;

// How many settings of its cases the view case_setting has no column for: SQLite lets a view have so many only.
Status store_settings_left_out(Store *store, int64_t *out) GNU_MUST_CHECK;

typedef struct StoreExperiment {
    const char *name, *question, *expected, *path, *text, *hash; // text: the experiment file itself, hash: of text and overrides
} StoreExperiment;

// A transaction around calls that plan (store_experiment to store_process, and store_case_status): a plan of 10,000 cases is written and
// synced once, or not at all. store_plan_end commits what went well, takes back what did not, and returns the first failure.
Status store_plan_begin(Store *store) GNU_MUST_CHECK;
Status store_plan_end(Store *store, Status status) GNU_MUST_CHECK;

// Each finds the row or makes it, and gives its id. Environments and builds are identified by their content. A case belongs to every
// experiment that asked for it, with what was measured of it.
Status store_experiment(Store *store, const StoreExperiment *experiment, int64_t *id) GNU_MUST_CHECK;
Status store_build(Store *store, const char *build_hash, const json_t *environment, int64_t *id) GNU_MUST_CHECK;
// What the worker says of its own build, in place of what was known before it started.
Status store_build_facts(Store *store, int64_t build, const json_t *environment) GNU_MUST_CHECK;
Status store_environment(Store *store, const json_t *environment, int64_t *id) GNU_MUST_CHECK;
// STATUS_INPUT: earlier samples of this build on this machine were measured with another version of a shared library of this environment.
Status store_check_libraries(Store *store, int64_t build, int64_t environment) GNU_MUST_CHECK;
// `block`: name of the block of the experiment; `json`: canonical case; `position`: order in the plan. Also fills the parameter table. The
// text of an experiment gives one case at each position: where its scene or a default has changed since, the older case leaves the plan,
// and *outdated says so. What was measured of it stays.
Status store_case(Store *store, int64_t experiment, const char *key, const char *block, int position, const char *label, const json_t *json,
                  int64_t *id, bool *outdated) GNU_MUST_CHECK;

// The same for a case of a variation: its number from 1, its name.
Status store_variation_case(Store *store, int64_t experiment, int number, const char *name, const char *key, const char *block,
                            int position, const char *label, const json_t *json, int64_t *id) GNU_MUST_CHECK;

// A case that no experiment asks for, and its place in the plan of an experiment, where it may be already.
Status store_add_case(Store *store, const char *key, const char *label, const json_t *json, int64_t *id) GNU_MUST_CHECK;
Status store_add_plan(Store *store, int64_t experiment, int64_t id, const char *block, int position) GNU_MUST_CHECK;

// Every case, by id, and what of its measured pass there is under any build.
typedef struct StoreCase {
    int64_t id;
    char   *key, *label, *json;
    bool    frames, of_build;   // frames of its trajectory; under `build`
    bool    trajectory_error;   // of a frame
    bool    step_error;         // of a step of its own trajectory
    bool    contact, crossings; // some step has a row; some has a crossing
} StoreCase;
Status store_cases(Store *store, int64_t build, StoreCase **out, int *count) GNU_MUST_CHECK;
void   store_cases_free(StoreCase *cases, int count);

// The name of the newest experiment of this path that has the case, "" if there is none; whether there is one of this name.
Status store_experiment_name(Store *store, int64_t id, const char *path, char *out, size_t size) GNU_MUST_CHECK;
Status store_has_experiment(Store *store, const char *name, bool *out) GNU_MUST_CHECK;

Status store_has_repetitions(Store *store, bool *out) GNU_MUST_CHECK;

// This machine, by a worker's row `environment`. From then on store_case_progress and store_step_times leave out what other machines have
// measured, whose repetitions *others counts. store_case_elsewhere: whether there are such of a case under a build.
Status store_here(Store *store, const json_t *environment, int64_t *others) GNU_MUST_CHECK;
Status store_case_elsewhere(Store *store, int64_t id, int64_t build, bool *out) GNU_MUST_CHECK;

// Looks up without writing, for read-only stores; *id is 0 if absent.
Status store_find_build(Store *store, const char *build_hash, int64_t *id) GNU_MUST_CHECK;
Status store_find_case(Store *store, const char *key, int64_t *id) GNU_MUST_CHECK;

// A call of `weft run`, and a worker process of it: a new row each time. `options` is for people to read.
Status store_run(Store *store, int64_t experiment, int64_t seed, const char *options, int64_t *id) GNU_MUST_CHECK;
// A case of a run that measures a part of its experiment: each of them, or none where the run measures all.
Status store_share(Store *store, int64_t run, int64_t case_id) GNU_MUST_CHECK;
Status store_run_end(Store *store, int64_t id) GNU_MUST_CHECK;
Status store_run_note(Store *store, int64_t id, const char *text) GNU_MUST_CHECK; // behind its options
typedef struct StoreProcess {
    int64_t run, case_id, build;
    int     side;            // 0, or 1 of the second set of programs
    int     round, position; // from 1
} StoreProcess;
Status store_process(Store *store, const StoreProcess *process, int64_t *id) GNU_MUST_CHECK;

Status store_case_status(Store *store, int64_t id, int64_t build, CaseStatus status, const char *message) GNU_MUST_CHECK;
// Status, and finished repetitions of each pass on this machine (store_here), of a case under a build. A case never run under it is
// pending.
Status store_case_progress(Store *store, int64_t id, int64_t build, CaseStatus *status, int done[PASS_COUNT]) GNU_MUST_CHECK;
// The most steps of one of its repetitions that ended without convergence; a probe is no step of it.
Status store_unconverged(Store *store, int64_t id, int64_t build, int64_t *out) GNU_MUST_CHECK;
// Finished repetitions that processes of one side of a run have made of a case.
Status store_side_progress(Store *store, int64_t run, int side, int64_t id, int done[PASS_COUNT]) GNU_MUST_CHECK;
Status store_run_repetitions(Store *store, int64_t run, int64_t *out) GNU_MUST_CHECK; // all of a run

// Facts of a case under a build (rows model, linsys, condition and finding of the protocol); replaces what was there.
Status store_model(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK;
Status store_linsys(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK;
Status store_condition(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK; // one a kind
Status store_finding(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK;   // one a text
// What a linear system that chooses by measuring took in this case under this build; "" when there is nothing.
Status store_chosen(Store *store, int64_t case_id, int64_t build, char *out, size_t size) GNU_MUST_CHECK;
// The threads that stepped this case under this build; 0 when there is nothing.
Status store_team(Store *store, int64_t case_id, int64_t build, int *out) GNU_MUST_CHECK;
// The row traffic of the protocol, all phases in one transaction; replaces what was there.
Status store_traffic(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK;

// The row rates of the protocol, all or nothing. `known`: whether there are rates of a machine like that of this environment row, for a
// team of `threads`: the same but for the variables of the process.
Status store_rates(Store *store, int64_t environment, const json_t *row) GNU_MUST_CHECK;
Status store_rates_known(Store *store, int64_t environment, int threads, bool *known) GNU_MUST_CHECK;

// The timed pass of every case under every build, by case, build and process.
typedef struct StoreStepTime {
    int64_t case_id, build;
    double  ms;        // of a step, view process_median
    bool    disturbed; // more than DISTURBED_SHARE_MOST of its steps were (machine/disturbance.h)
} StoreStepTime;
Status store_step_times(Store *store, StoreStepTime **out, int *count) GNU_MUST_CHECK; // the caller frees *out

// The wall time of each case that has one, under any build, sorted by case_id; store_costs_free frees *out.
typedef struct StoreCost {
    int64_t case_id;
    json_t *json;                // the case
    double  seconds[PASS_COUNT]; // mean of its repetitions; 0: there is none
} StoreCost;
Status store_costs(Store *store, StoreCost **out, int *count) GNU_MUST_CHECK;
void   store_costs_free(StoreCost *costs, int count);

// One repetition in one transaction, from its begin row over those inside it to its end row; nothing else may be written meanwhile. The
// store numbers repetitions itself. STATUS_PROTOCOL: the row cannot be stored. After a failure, and for one that does not come to its end,
// there is store_repetition_drop, which takes NULL: nothing of it is stored then, and everything before stays. store_repetition_end frees
// it in any case. seconds: of wall time that it took; negative: not known.
typedef struct StoreRepetition StoreRepetition;
Status                         store_repetition_begin(Store *store, int64_t case_id, int64_t build, int64_t environment, const json_t *row,
                                                      StoreRepetition **out) GNU_MUST_CHECK;
Status                         store_repetition_row(StoreRepetition *repetition, const json_t *row) GNU_MUST_CHECK;
Status                         store_repetition_end(StoreRepetition *repetition, const json_t *row, double seconds) GNU_MUST_CHECK;
void                           store_repetition_drop(StoreRepetition *repetition);

// The SQLite handle, for queries of report and export only.
struct sqlite3;
struct sqlite3 *store_handle(Store *store);

#endif
