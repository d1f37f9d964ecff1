#include "store/plugin_builds.h"

#include "store/private/schema.h"

Status plugin_builds_list(sqlite3 *db)
{
    bool exists = false;
    TRY(schema_has_column(db, "build", "plugin", &exists));
    TRY(sql_exec(db, "DROP TABLE IF EXISTS temp.of_plugin;"
                     "CREATE TEMP TABLE of_plugin (id INTEGER PRIMARY KEY, solver TEXT NOT NULL, text TEXT NOT NULL)"));
    // solver: the first word of the worker's text about the plugin; '' if the text has no space.
    return exists ? sql_exec(db, "INSERT INTO temp.of_plugin SELECT id, substr(plugin, 1, instr(plugin, ' ')), CAST(plugin AS TEXT)"
                                 " FROM build WHERE plugin IS NOT NULL")
                  : status_ok();
}
