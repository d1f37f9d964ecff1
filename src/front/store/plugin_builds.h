// Builds that are one of weft's with the file of a plugin.
#ifndef WEFT_STORE_PLUGIN_BUILDS_H
#define WEFT_STORE_PLUGIN_BUILDS_H

#include "store/sql.h"

// Makes the table temp.of_plugin (id of the build, name of the solver, text of the whole), and again where it is there; empty for a store
// from before plugins.
Status plugin_builds_list(sqlite3 *db) GNU_MUST_CHECK;

#endif
