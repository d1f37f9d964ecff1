// Store: one SQLite database per set of runs. It is the only persistent result of a run, and the only input of reports.
//
// WAL, synchronous=FULL, one transaction per repetition: results of a finished transaction survive kill -9 and a full disk.
// The schema is in schema.sql and views.sql (documented there, embedded at build time); meta.schema_version guards it. A store that lacks
// current tables, columns or views gets them when it is opened for writing; a reader sees them without a change of the file.
#ifndef WEFT_STORE_STORE_H
#define WEFT_STORE_STORE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/protocol.h"
#include "store/case_status.h"

typedef struct Store Store;

// STORE_GLANCE: quick reading without a check of the whole file first; damage is detected only when a query reads it.
// STORE_MACHINES: for statistics: if the store has repetitions of several machines, each case appears once per machine, with a setting
// `machine` (private/machines.h) and an id that differs from the file.
typedef enum StoreMode { STORE_READ, STORE_GLANCE, STORE_MACHINES, STORE_WRITE } StoreMode;

// STORE_WRITE creates a missing file. A reader sees a snapshot of the file until store_close. The file is untrusted: its triggers and views
// are never run (weft uses its own views), and a statement that returns no row for too long is stopped (STATUS_TIMEOUT).
// STATUS_INPUT: not a weft database, an unreadable schema version, or tables that weft does not make (the text names them and the remedy).
// STATUS_IO: cannot be opened or created, is busy with another run, or is damaged.
// A writer waits three minutes for another program's lock. If its file is moved or removed, its next transaction fails (STATUS_IO).
Status store_open(const char *path, StoreMode mode, Store **out) GNU_MUST_CHECK;
Status store_check_place(Store *store) GNU_MUST_CHECK; // for a writer: STATUS_IO if its file was moved, removed or replaced
void   store_close(Store *store);                      // accepts NULL

// A local store that is closed at the end of its block: `STORE *store = NULL;`
static inline void store_end(Store **store)
{
    store_close(*store);
}
#define STORE GNU_CLEANUP(store_end) Store

// An empty store in memory, for writing; its rows are lost when it is closed. STATUS_MEMORY.
Status store_open_memory(Store **out) GNU_MUST_CHECK;

// True for a table of weft, false for a view.
bool store_is_table(const char *name);

// STATUS_INPUT if a case has repetitions of several machines under one build; what: remedy for the message.
Status store_need_one_machine(Store *store, const char *what) GNU_MUST_CHECK;

// Number of settings without a column in the view case_setting, since SQLite limits the columns of a view.
Status store_settings_left_out(Store *store, int64_t *out) GNU_MUST_CHECK;

typedef struct StoreExperiment {
    const char *name, *question, *expected, *path, *text, *hash; // text: contents of the experiment file; hash: of text and overrides
} StoreExperiment;

// A transaction around the calls of planning (store_experiment to store_process, and store_case_status): a plan of 10,000 cases is written
// and synced once, or not at all. store_plan_end commits after a success, rolls back after a failure, and returns the first failure.
Status store_plan_begin(Store *store) GNU_MUST_CHECK;
Status store_plan_end(Store *store, Status status) GNU_MUST_CHECK;

// Each function finds or makes the row and returns its id. Environments and builds are identified by their content. A case, with its
// measurements, belongs to every experiment that requested it.
Status store_experiment(Store *store, const StoreExperiment *experiment, int64_t *id) GNU_MUST_CHECK;
Status store_build(Store *store, const char *build_hash, const json_t *environment, int64_t *id) GNU_MUST_CHECK;
// Replaces the facts of the build with those that the worker reports.
Status store_build_facts(Store *store, int64_t build, const json_t *environment) GNU_MUST_CHECK;
Status store_environment(Store *store, const json_t *environment, int64_t *id) GNU_MUST_CHECK;
// STATUS_INPUT: earlier samples of this build on this machine were measured with another version of a shared library.
Status store_check_libraries(Store *store, int64_t build, int64_t environment) GNU_MUST_CHECK;
// `block`: name of the experiment's block; `json`: canonical case; `position`: order in the plan. Also fills the parameter table. The text
// of an experiment has one case per position. If the scene or a default has changed since, the older case leaves the plan and *outdated is
// true; its measurements stay.
Status store_case(Store *store, int64_t experiment, const char *key, const char *block, int position, const char *label, const json_t *json,
                  int64_t *id, bool *outdated) GNU_MUST_CHECK;

// The same for a case of a variation with its number (from 1) and name.
Status store_variation_case(Store *store, int64_t experiment, int number, const char *name, const char *key, const char *block,
                            int position, const char *label, const json_t *json, int64_t *id) GNU_MUST_CHECK;

// Adds a case without an experiment, and adds a case to the plan of an experiment if it is not there yet.
Status store_add_case(Store *store, const char *key, const char *label, const json_t *json, int64_t *id) GNU_MUST_CHECK;
Status store_add_plan(Store *store, int64_t experiment, int64_t id, const char *block, int position) GNU_MUST_CHECK;

// Every case, by id, with the kinds of data of its measured pass under any build.
typedef struct StoreCase {
    int64_t id;
    char   *key, *label, *json;
    bool    frames, of_build;   // has frames of its trajectory; has them under `build`
    bool    trajectory_error;   // some frame has one
    bool    step_error;         // some step of its own trajectory has one
    bool    contact, crossings; // some step has a contact row; some step has a crossing
} StoreCase;
Status store_cases(Store *store, int64_t build, StoreCase **out, int *count) GNU_MUST_CHECK;
void   store_cases_free(StoreCase *cases, int count);

// The name of the newest experiment of this path with the case, or "". store_has_experiment: true if an experiment has this name.
Status store_experiment_name(Store *store, int64_t id, const char *path, char *out, size_t size) GNU_MUST_CHECK;
Status store_has_experiment(Store *store, const char *name, bool *out) GNU_MUST_CHECK;

Status store_has_repetitions(Store *store, bool *out) GNU_MUST_CHECK;

// Sets this machine, from a worker's row `environment`. From then on store_case_progress and store_step_times ignore the repetitions of
// other machines. *others: their number. store_case_elsewhere: true if a case has such repetitions under a build.
Status store_here(Store *store, const json_t *environment, int64_t *others) GNU_MUST_CHECK;
Status store_case_elsewhere(Store *store, int64_t id, int64_t build, bool *out) GNU_MUST_CHECK;

// Looks up a row without writing, for read-only stores; *id is 0 if absent.
Status store_find_build(Store *store, const char *build_hash, int64_t *id) GNU_MUST_CHECK;
Status store_find_case(Store *store, const char *key, int64_t *id) GNU_MUST_CHECK;

// Adds a run or a worker process: a new row for each call. `options` is text for readers.
Status store_run(Store *store, int64_t experiment, int64_t seed, const char *options, int64_t *id) GNU_MUST_CHECK;
// Adds a case to the share of a run. Call it for each case if the run measures a part of its experiment, else not at all.
Status store_share(Store *store, int64_t run, int64_t case_id) GNU_MUST_CHECK;
Status store_run_end(Store *store, int64_t id) GNU_MUST_CHECK;
Status store_run_note(Store *store, int64_t id, const char *text) GNU_MUST_CHECK; // appended to its options
typedef struct StoreProcess {
    int64_t run, case_id, build;
    int     side;            // 0, or 1 for the second set of programs
    int     round, position; // from 1
} StoreProcess;
Status store_process(Store *store, const StoreProcess *process, int64_t *id) GNU_MUST_CHECK;

Status store_case_status(Store *store, int64_t id, int64_t build, CaseStatus status, const char *message) GNU_MUST_CHECK;
// Status of a case under a build, and its finished repetitions of each pass on this machine (store_here). A case never run under the build
// is pending.
Status store_case_progress(Store *store, int64_t id, int64_t build, CaseStatus *status, int done[PASS_COUNT]) GNU_MUST_CHECK;
// Number of unconverged steps, without probes, maximum over its repetitions.
Status store_unconverged(Store *store, int64_t id, int64_t build, int64_t *out) GNU_MUST_CHECK;
// Finished repetitions of a case by processes of one side of a run.
Status store_side_progress(Store *store, int64_t run, int side, int64_t id, int done[PASS_COUNT]) GNU_MUST_CHECK;
Status store_run_repetitions(Store *store, int64_t run, int64_t *out) GNU_MUST_CHECK; // number of repetitions of a run

// Facts of a case under a build (rows model, linsys, condition and finding of the protocol); replaces older facts.
Status store_model(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK;
Status store_linsys(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK;
Status store_condition(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK; // one per kind
Status store_finding(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK;   // one per text
// The choice of a self-tuning linear system for this case under this build; "" if there is none.
Status store_chosen(Store *store, int64_t case_id, int64_t build, char *out, size_t size) GNU_MUST_CHECK;
// The team size of this case under this build; 0 if there is none.
Status store_team(Store *store, int64_t case_id, int64_t build, int *out) GNU_MUST_CHECK;
// The row traffic of the protocol, all phases in one transaction; replaces older rows.
Status store_traffic(Store *store, int64_t case_id, int64_t build, const json_t *row) GNU_MUST_CHECK;

// The row rates of the protocol, all or nothing. *known: the store has rates for a team of `threads` on the machine of this environment row
// (the same environment except for the variables of the process).
Status store_rates(Store *store, int64_t environment, const json_t *row) GNU_MUST_CHECK;
Status store_rates_known(Store *store, int64_t environment, int threads, bool *known) GNU_MUST_CHECK;

// The timed pass of every case under every build, by case, build and process.
typedef struct StoreStepTime {
    int64_t case_id, build;
    double  ms;        // step time, view process_median
    bool    disturbed; // more than DISTURBED_SHARE_MAX of its steps were disturbed (machine/disturbance.h)
} StoreStepTime;
Status store_step_times(Store *store, StoreStepTime **out, int *count) GNU_MUST_CHECK; // the caller frees *out

// The known wall times of cases, under any build, sorted by case_id; store_costs_free frees *out.
typedef struct StoreCost {
    int64_t case_id;
    json_t *json;                // the case
    double  seconds[PASS_COUNT]; // mean over its repetitions; 0: none
} StoreCost;
Status store_costs(Store *store, StoreCost **out, int *count) GNU_MUST_CHECK;
void   store_costs_free(StoreCost *costs, int count);

// One repetition in one transaction, from its begin row to its end row; nothing else may be written in between. The store numbers
// repetitions itself. STATUS_PROTOCOL: the row cannot be stored. After a failure, or for an unfinished repetition, call
// store_repetition_drop (accepts NULL): it stores nothing of the repetition and keeps all earlier data. store_repetition_end frees the
// repetition in any case. seconds: its wall time; negative: unknown.
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
