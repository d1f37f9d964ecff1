// Cached views: a view is materialised once as a temporary table cached_NAME, for the cases in temp.chosen. A view reads every iterate,
// step or force of the store, and each figure and each side of each claim queries one.
#ifndef WEFT_DATA_CACHED_VIEW_H
#define WEFT_DATA_CACHED_VIEW_H

#include <sqlite3.h>

#include "base/status.h"
#include "experiment/data_view.h"

// Makes cached_`name` from a view, with an index on `keys`, unless it exists.
Status cached_view_make(sqlite3 *db, const char *name, const char *view, const char *keys) GNU_MUST_CHECK;

// Makes cached_NAME of the data view, and cached_model with the facts of the scenes, both indexed by case.
Status cached_view_make_data(sqlite3 *db, const DataView *data) GNU_MUST_CHECK;
Status cached_views_drop(sqlite3 *db) GNU_MUST_CHECK; // drops all, after a change of temp.chosen

#endif
