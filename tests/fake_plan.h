// Reads experiments from a text, for tests of planning.
#ifndef WEFT_TESTS_FAKE_PLAN_H
#define WEFT_TESTS_FAKE_PLAN_H

#include <unistd.h>

#include "check.h"
#include "experiment/experiment.h"

// Reads a file with this text; sets: as of --set, separated by spaces.
static inline Status fake_plan_read(const char *text, const char *sets, bool vary, Experiment *out)
{
    char               path[] = "/tmp/weft_experiment_XXXXXX", list[200], *save = NULL;
    const char        *items[8];
    ExperimentSettings settings = {.path = path, .vary = vary, .sets = items};
    const int          fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    write_text(path, text);
    assert_true(snprintf(list, sizeof list, "%s", sets) < (int)sizeof list);
    for (char *item = strtok_r(list, " ", &save); item; item = strtok_r(NULL, " ", &save)) {
        assert_true(settings.set_count < (int)(sizeof items / sizeof *items));
        items[settings.set_count++] = item;
    }
    const Status status = experiment_read(&settings, out);
    unlink(path);
    return status;
}

static inline Experiment fake_plan(const char *text)
{
    Experiment e;
    assert_ok(fake_plan_read(text, "", false, &e));
    return e;
}

#endif
