// Experiment files, expanded with their variations.
#include "experiment/experiment.h"

#include "fuzz.h"

void fuzz_experiment(const uint8_t *bytes, size_t size)
{
    char       path[FUZZ_PATH];
    Experiment experiment;
    fuzz_path("experiment.yaml", path);
    fuzz_write(path, bytes, size);
    const ExperimentSettings settings = {.path = path, .vary = true};
    if (!fuzz_fine(experiment_read(&settings, &experiment)))
        return;
    for (int i = 0; i < experiment.case_count; i++)
        ASSERT(experiment.cases[i].setup.solver);
    experiment_destroy(&experiment);
}
