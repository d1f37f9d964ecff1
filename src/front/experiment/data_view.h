// Data views: the data of figures, tables and verdicts. They are the views of src/front/store/views.sql under their names in an experiment
// file, with labels of their columns.
#ifndef WEFT_EXPERIMENT_DATA_VIEW_H
#define WEFT_EXPERIMENT_DATA_VIEW_H

#include <stdbool.h>
#include <stddef.h>

enum { DATA_VIEWS_MAX = 17, DATA_REFERENCES_MAX = 5, DATA_UNLIKE_MAX = 32, DATA_LISTS_MAX = 4 };

#define CLOCK_STEP_MS 1e-6 // times are whole nanoseconds

typedef struct DataColumn {
    const char *name, *label; // label: for an axis
    bool        number;
    const char *unit; // NULL, "": none, or in the label
} DataColumn;

// The steps from which the number of a row is computed; it is unreliable if they did not converge.
typedef enum DataRest {
    REST_NONE,       // none, or the row itself contains how they ended
    REST_ALL,        // all steps of the case's own trajectory
    REST_TRAJECTORY, // the steps of its own trajectory up to its `step`
    REST_CASE,       // all steps of its own trajectory, and its probes
    REST_PROBE,      // the probe `step`
    REST_OBSERVED    // a probe if `probe` is 1, else as REST_TRAJECTORY
} DataRest;

typedef struct DataView {
    const char       *name, *view;   // in an experiment file; in the store's schema
    bool              by_repetition; // rows of a repetition become one sample, their median; else each row is a sample
    DataRest          rest;
    const DataColumn *columns[DATA_LISTS_MAX];         // lists, each ended by a NULL name; NULL: no more
    bool              of_state;                        // states of the bodies; not times, nor contacts, which show the faults themselves
    const char       *references[DATA_REFERENCES_MAX]; // columns that are differences from a reference; NULL: no more
    const char       *unlike[DATA_UNLIKE_MAX]; // columns that are exact although the data is by repetition, or measured although it is not
} DataView;

static inline bool data_view_of_cases(const DataView *view) // one row for each case, whose times are medians over its processes
{
    return view->rest == REST_CASE;
}

const DataView          *data_view_at(int index);                                    // NULL past the last
const DataColumn        *data_view_column(const DataView *view, const char *name);   // of the data or of the model's facts; NULL: neither
const DataColumn *const *data_model_columns(void);                                   // facts of the model, lists as in a DataView
const char              *data_view_needs(const DataView *view, const char *name);    // the setting that its column needs; NULL: none
bool                     data_view_measures(const DataView *view, const char *name); // true if a column differs from process to process
double                   data_view_step(const DataView *view, const char *name);     // resolution of a time; 0 for other columns

#endif
