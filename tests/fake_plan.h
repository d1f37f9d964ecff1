// Experiments from a text, so that what is planned is tested without a file of its own.
#ifndef WEFT_TESTS_FAKE_PLAN_H
#define WEFT_TESTS_FAKE_PLAN_H

#include <unistd.h>

#include "check.h"
#include "experiment/experiment.h"

// What a file with this text asks for; the test fails where it is wrong.
static inline Experiment fake_plan(const char *text)
{
    char      path[] = "/tmp/weft_experiment_XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    const ExperimentSettings settings = {.path = path};
    Experiment               e;
    const Status             status = experiment_read(&settings, &e);
    unlink(path);
    if (status.code != STATUS_OK)
        fail_msg("%s", status.text);
    return e;
}

#endif
