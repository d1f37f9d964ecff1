// The sections of key_list.h as rows, and the tables of the manual that no other room has.
#include "cli/private/manual_keys.h"
#include "experiment/key_list.h"

#define KEY_ROW(name, type, meaning) {#name, type, meaning},
#define SECTION(array, keys) static const ManualKey array[] = {keys(KEY_ROW){NULL, NULL, NULL}};
SECTION(EXPERIMENT, KEYS_EXPERIMENT)
SECTION(BLOCK, KEYS_BLOCK)
SECTION(LABEL, KEYS_LABEL)
SECTION(FIGURE, KEYS_FIGURE)
SECTION(CURVE, KEYS_CURVE)
SECTION(CONTOURS, KEYS_CONTOURS)
SECTION(TABLE, KEYS_TABLE)
SECTION(VERDICT, KEYS_VERDICT)
SECTION(PAPER, KEYS_PAPER)
SECTION(SET, KEYS_SET)

const ManualSection MANUAL_SECTIONS[] = {
    {"experiment", "Top of the file", EXPERIMENT},
    {"block", "A block", BLOCK},
    {"label", "A label that is a map", LABEL},
    {"figure", "A figure", FIGURE},
    {"curve", "A curve of a figure", CURVE},
    {"contours", "Contours of a figure", CONTOURS},
    {"table", "A table", TABLE},
    {"verdict", "A verdict", VERDICT},
    {"paper", "A source that is a paper", PAPER},
    {"set", "A source that is a day", SET},
    {NULL, NULL, NULL},
};

const ManualKey MANUAL_STYLES[] = {
#define FIGURE_STYLE(name, writer, summary, ...) {#name, "", summary},
#include "experiment/figure_style_list.h"
#undef FIGURE_STYLE
    {NULL, NULL, NULL},
};

const ManualKey MANUAL_ENVIRONMENT[] = {
    {"WEFT_DATASETS", "", "the folder of scenes/ and meshes/; default: next to the installed program, or in the source tree"},
    {"WEFT_WORKERS", "", "the folder of the worker programs; default: that of weft"},
    {"WEFT_QUERY_S", "", "time limit of a database query until its next row, in seconds (600); exit code 11 above it"},
    {"WEFT_GNUPLOT_S", "", "time limit of a gnuplot script, in seconds (60); a tenth for later scripts after one that exceeded it"},
    {"WEFT_SYSTEM_ROOT", "", "a folder with proc/ and sys/ of another machine, for weft doctor and weft run --strict"},
    {"OPENBLAS_CORETYPE", "", "the kernels of OpenBLAS; a worker sets it where OpenBLAS does not know the processor"},
    {NULL, NULL, NULL},
};

const ManualKey MANUAL_FILES[] = {
    {"results/NAME.db, NAME.db-wal, NAME.db-shm, NAME.db.lock", "",
     "the database of an experiment (SQLite), its log, and the lock of the run"},
    {"results/NAME.references/", "", "reference trajectories; a run computes missing ones again"},
    {"share/weft/datasets, share/weft/experiments", "", "the installed scenes, meshes and experiments"},
    {"share/weft/experiment.schema.json", "", "a JSON Schema of experiment files, for editors"},
    {NULL, NULL, NULL},
};
