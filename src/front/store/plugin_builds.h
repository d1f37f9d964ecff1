// Builds that combine a worker of weft with a plugin.
#ifndef WEFT_STORE_PLUGIN_BUILDS_H
#define WEFT_STORE_PLUGIN_BUILDS_H

#include "store/sql.h"

// Makes or replaces the table temp.of_plugin: id of the build, name of the solver, complete text. Empty for an older store without plugins.
Status plugin_builds_list(sqlite3 *db) GNU_MUST_CHECK;

#endif
