// CaseStatus: status of a case under a build, and its consequences.
#ifndef WEFT_STORE_CASE_STATUS_H
#define WEFT_STORE_CASE_STATUS_H

#include "base/status.h"

typedef enum CaseStatus {
#define CASE_STATUS(constant, name, stage, retry, meaning) constant,
#include "store/case_status_list.h"
#undef CASE_STATUS
    CASE_STATUS_COUNT // also stands for an unknown name
} CaseStatus;

typedef enum CaseStage { CASE_OPEN, CASE_WHOLE, CASE_LOST } CaseStage;
typedef enum CaseRetry { RETRY_NEVER, RETRY_NEXT_RUN, RETRY_SAME_RUN } CaseRetry;

const char *case_status_name(CaseStatus status);
const char *case_status_meaning(CaseStatus status);
CaseStatus  case_status_find(const char *name);
CaseStage   case_status_stage(CaseStatus status); // CASE_LOST for an unknown name
CaseRetry   case_status_retry(CaseStatus status);

// Status of a case whose worker reported a failure with this code.
CaseStatus case_status_of(StatusCode code);

#endif
