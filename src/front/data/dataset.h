// Dataset: one experiment of a store as the report reads it: its cases with their settings and outcomes, the builds and environments.
#ifndef WEFT_DATA_DATASET_H
#define WEFT_DATA_DATASET_H

#include <sqlite3.h>

#include "base/arena.h"
#include "experiment/labels.h"
#include "store/store.h"

typedef enum ValueKind { VALUE_NONE, VALUE_NUMBER, VALUE_TEXT } ValueKind;

typedef struct Value { // of a column or a setting; text lives in the Dataset's arena
    ValueKind   kind;
    double      number;
    const char *text;
} Value;

int  value_compare(Value a, Value b);                           // none, numbers, texts
int  values_compare(const Value *a, const Value *b, int count); // of the first that differ
bool value_matches(Value value, const char *text);              // numbers by value: 1 matches "1.0" and "0..1"; none matches ""
void value_format(Value value, char *out, size_t size);         // shortest number that reads back; "" for none

// Position of the phase of this name in the order of phases; PHASE_COUNT for any other value.
int value_phase(Value value);

typedef struct CaseRow {
    int64_t      id, build; // build: the one whose samples are taken; 0 if no build of its precision ran this experiment
    const char  *key, *label, *block, *status, *message;
    int          hashes;          // different final states; more than 1: not deterministic
    int          unconverged;     // steps and probes of a repetition that ended without convergence
    const char  *conditions;      // the kinds of those known beforehand that do not hold, "block_step, wind"; "": all hold
    const char  *findings;        // the kinds of what was found wrong after its last step, "crossings, iterations"; "": nothing
    double       disturbed_share; // of the timed steps of one of its repetitions, the most; NaN: unknown
    const Value *settings;        // [setting_count]
} CaseRow;

typedef struct BuildRow {
    int64_t     id;
    const char *hash, *commit, *compiler, *flags, *type, *precision;
    const char *plugin; // "": its solvers are weft's own
    bool        dirty, chosen;
    int         cases; // of this experiment that have a repetition under it
} BuildRow;

// A machine of a store that is of several.
typedef struct MachineRow {
    const char *name, *environment; // JSON text of the first one of it
    int         cases, repetitions; // of the chosen builds
} MachineRow;

typedef struct CaseId {
    int64_t id;
    int     index;
} CaseId;

typedef struct Dataset {
    sqlite3     *db;
    Arena        arena; // holds everything below
    int64_t      id;
    int          variation; // 0: none
    const char  *name, *question, *expected, *path, *text, *created;
    int          setting_count, case_count, build_count, environment_count;
    const char **settings; // [setting_count] names
    bool        *varies;   // [setting_count] over the cases; a setting that only some cases have varies
    CaseRow     *cases;    // in plan order
    CaseId      *by_id;    // [case_count] the same, sorted
    BuildRow    *builds;
    int          machine_count; // 0: the store is of one
    MachineRow  *machines;
    const char **environments;                       // JSON texts
    double       load_min, load_max;                 // over the repetitions; NaN if there are none
    int          unplaced, unconverged, repetitions; // repetitions in all, with threads off their cores, with unconverged steps
    int          condition_count, condition_cases; // texts of conditions known beforehand that did not hold, and cases of which one is said
    const char **conditions;                       // [condition_count]
    int          finding_count, finding_cases;     // kinds of what was found wrong after the last step, and cases of which one is said
    const char **findings;                         // [finding_count] the first text of each kind with its case, and in how many cases
    const char  *misplaced;                        // what was wrong with the first of those off their cores, or ""
    int64_t      samples, disturbed;               // timed steps for which this is known, warm-up dropped, and those disturbed
    double       ghz_min, ghz_max;                 // clock frequencies during them; NaN: unknown
} Dataset;

// Ids of the experiments of a store, of several texts with the same name the newest, newest first; returns in *count how many there are.
// STATUS_LIMIT above DATASETS_MAX of them.
enum { DATASETS_MAX = 256 };
Status dataset_list(Store *store, int64_t out[DATASETS_MAX], int *count) GNU_MUST_CHECK;
// The newest text with this name; *id is 0 when there is none.
Status dataset_find(Store *store, const char *name, int64_t *id) GNU_MUST_CHECK;

Status dataset_name(Store *store, int64_t experiment, char *out, size_t size) GNU_MUST_CHECK; // cut to the size

// Reads one. Makes the temporary tables `planned`, `chosen` (case_id, build_id, position) and `unconverged` (case_id, probe, step, number)
// and replaces those of the dataset read before: one dataset of a store at a time. dataset_destroy takes a dataset that failed to load.
Status dataset_init(Store *store, int64_t experiment, Dataset *out) GNU_MUST_CHECK;
// The same, of the cases of one of its variations, from 1; 0: the experiment itself.
Status dataset_init_variation(Store *store, int64_t experiment, int variation, Dataset *out) GNU_MUST_CHECK;
void   dataset_destroy(Dataset *dataset);
#define DATASET GNU_CLEANUP(dataset_destroy) Dataset // a local one, zeroed, ends with its block

// The setting that a case has where a store is of several machines (store/store.h): the one that it was measured on.
#define DATASET_MACHINE "machine"

int   dataset_setting(const Dataset *dataset, const char *name); // index, or -1
Value dataset_value(const Dataset *dataset, int case_index, const char *setting);
// The ids of all texts of an experiment, of which this one is newest: the calls that measured it may have been given another one of them.
#define DATASET_SAME_NAME \
    "SELECT experiment_id FROM stored_experiment WHERE name = (SELECT name FROM stored_experiment WHERE experiment_id = ?)"

// Of wall time that the calls of `weft run` for it took; of one that did not come to its end, until its last process began.
Status dataset_minutes(const Dataset *dataset, double *out) GNU_MUST_CHECK;

int dataset_count(const Dataset *dataset, CaseStatus status); // cases with this status

// A copy of a column's text, or of any text, in the arena; never NULL on success ("" for SQL null).
Status dataset_text(Dataset *dataset, const char *text, const char **out) GNU_MUST_CHECK;

#endif
