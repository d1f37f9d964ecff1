#include "cli/private/measure.h"

#include "cli/private/progress.h"

Status measure_cases(RunSettings *settings)
{
    Progress progress;
    RunState state;
    TRY(progress_create(stderr, settings->experiment, &progress));
    settings->watcher = progress_watcher(&progress);
    const Status status = run_experiment(settings, &state);
    if (status.code == STATUS_OK || status.code == STATUS_INCOMPLETE || status.code == STATUS_INTERRUPTED ||
        (status.code == STATUS_UNFIT && state.processes_ended > 0))
        progress_end(&progress, &state, settings->database);
    progress_destroy(&progress);
    return status;
}
