// Dataset: one experiment of a store, prepared for reports: its cases with settings and outcomes, its builds and environments.
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
    int64_t      id, build; // build: the build whose samples are used; 0 if no build of its precision ran this experiment
    const char  *key, *label, *block, *status, *message;
    int          hashes;          // different final states; more than 1: not deterministic
    int          unconverged;     // unconverged steps and probes of a repetition
    const char  *conditions;      // kinds of violated conditions, such as "block_step, wind"; "": none
    const char  *findings;        // kinds of findings after its last step, such as "crossings, iterations"; "": none
    double       disturbed_share; // fraction of disturbed timed steps, maximum over its repetitions; NaN: unknown
    const Value *settings;        // [setting_count]
} CaseRow;

typedef struct BuildRow {
    int64_t     id;
    const char *hash, *commit, *compiler, *flags, *type, *precision;
    const char *plugin; // "": its solvers are weft's own
    bool        dirty, chosen;
    int         cases; // number of cases of this experiment with a repetition under this build
} BuildRow;

// A machine, if the store has several.
typedef struct MachineRow {
    const char *name, *environment; // environment: JSON text of its first environment
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
    int          machine_count; // 0: the store has only one machine
    MachineRow  *machines;
    const char **environments;                       // JSON texts
    double       load_min, load_max;                 // over the repetitions; NaN if there are none
    int          unplaced, unconverged, repetitions; // repetitions: with threads off their cores, with unconverged steps, all
    int          condition_count, condition_cases;   // distinct texts of violated conditions, and number of cases with one
    const char **conditions;                         // [condition_count]
    int          finding_count, finding_cases;       // kinds of findings, and number of cases with one
    const char **findings;                           // [finding_count] first text of each kind with its case, and the number of cases
    const char  *misplaced;                          // reason of the first repetition with threads off their cores, or ""
    int64_t      samples, disturbed;                 // timed steps of known disturbance, without warm-up; disturbed ones
    double       ghz_min, ghz_max;                   // range of clock frequencies during these steps; NaN: unknown
} Dataset;

// Ids of the experiments of a store, newest first; if several texts have the same name, only the newest. *count: their number. STATUS_LIMIT
// above DATASETS_MAX.
enum { DATASETS_MAX = 256 };
Status dataset_list(Store *store, int64_t out[DATASETS_MAX], int *count) GNU_MUST_CHECK;
// The newest text with this name; *id is 0 if there is none.
Status dataset_find(Store *store, const char *name, int64_t *id) GNU_MUST_CHECK;

Status dataset_name(Store *store, int64_t experiment, char *out, size_t size) GNU_MUST_CHECK; // cut to the size

// Reads an experiment. Makes the temporary tables `planned`, `chosen` (case_id, build_id, position) and `unconverged` (case_id, probe,
// step, number) and replaces those of the previous dataset, so only one dataset of a store is valid at a time. Call dataset_destroy also
// after a failure.
Status dataset_init(Store *store, int64_t experiment, Dataset *out) GNU_MUST_CHECK;
// The same for the cases of a variation, numbered from 1; 0: the experiment itself.
Status dataset_init_variation(Store *store, int64_t experiment, int variation, Dataset *out) GNU_MUST_CHECK;
void   dataset_destroy(Dataset *dataset);
#define DATASET GNU_CLEANUP(dataset_destroy) Dataset // a local one, zeroed, ends with its block

// The additional setting of cases in a store with several machines (store/store.h): the machine of the measurement.
#define DATASET_MACHINE "machine"

int   dataset_setting(const Dataset *dataset, const char *name); // index, or -1
bool  dataset_is_whole(const Dataset *dataset, int case_index);  // true if the case is finished
Value dataset_value(const Dataset *dataset, int case_index, const char *setting);
// The ids of all texts with the name of this experiment: the runs that measured it may have used an older text.
#define DATASET_SAME_NAME \
    "SELECT experiment_id FROM stored_experiment WHERE name = (SELECT name FROM stored_experiment WHERE experiment_id = ?)"

// Total wall time of its runs in minutes; an unfinished run counts until the start of its last process.
Status dataset_minutes(const Dataset *dataset, double *out) GNU_MUST_CHECK;

int dataset_count(const Dataset *dataset, CaseStatus status); // number of cases with this status

// A copy of a column's text, or of any text, in the arena; never NULL on success ("" for SQL null).
Status dataset_text(Dataset *dataset, const char *text, const char **out) GNU_MUST_CHECK;

#endif
