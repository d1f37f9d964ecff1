#include "store/case_status.h"

#include <string.h>

static const struct {
    const char *name;
    CaseStage   stage;
    CaseRetry   retry;
    const char *meaning;
} TABLE[CASE_STATUS_COUNT] = {
#define CASE_STATUS(constant, name, stage, retry, meaning) {name, stage, retry, meaning},
#include "store/case_status_list.h"
#undef CASE_STATUS
};

const char *case_status_name(CaseStatus status)
{
    return TABLE[status].name;
}

const char *case_status_meaning(CaseStatus status)
{
    return TABLE[status].meaning;
}

CaseStatus case_status_find(const char *name)
{
    int status = 0;
    while (status < CASE_STATUS_COUNT && strcmp(TABLE[status].name, name) != 0)
        status++;
    return (CaseStatus)status;
}

CaseStage case_status_stage(CaseStatus status)
{
    return status < CASE_STATUS_COUNT ? TABLE[status].stage : CASE_LOST;
}

CaseRetry case_status_retry(CaseStatus status)
{
    return TABLE[status].retry;
}

CaseStatus case_status_of(StatusCode code)
{
    switch (code) {
    case STATUS_NUMERIC:
        return CASE_DIVERGED;
    case STATUS_MEMORY:
        return CASE_MEMORY;
    case STATUS_ENVIRONMENT:
        return CASE_ENVIRONMENT;
    case STATUS_TIMEOUT:
        return CASE_TIMEOUT;
    default:
        return status_is_lasting(code) ? CASE_REFUSED : CASE_FAILED;
    }
}
