// Status of a case under a build. Included several times with a different CASE_STATUS each time.
// CASE_STATUS(constant, name, stage, retry, meaning)
// stage: CASE_OPEN: not finished yet; CASE_WHOLE: all repetitions are stored and the result is valid; CASE_LOST: no valid result.
// retry: RETRY_NEVER: the status is a result; RETRY_NEXT_RUN: the next `weft run` tries again; RETRY_SAME_RUN: the same run tries
// again as well, up to --retry times, since an accident may not recur at once. A time limit or lack of memory would only recur.
CASE_STATUS(CASE_PENDING, "pending", CASE_OPEN, RETRY_NEXT_RUN, "not started yet")
CASE_STATUS(CASE_RUNNING, "running", CASE_OPEN, RETRY_NEXT_RUN, "being measured, or the run was killed during the measurement")
CASE_STATUS(CASE_INTERRUPTED, "interrupted", CASE_OPEN, RETRY_NEXT_RUN, "started, then stopped by a signal to the run")
CASE_STATUS(CASE_DONE, "done", CASE_WHOLE, RETRY_NEVER, "all repetitions are stored")
CASE_STATUS(CASE_UNCONVERGED, "unconverged", CASE_WHOLE, RETRY_NEVER,
            "all repetitions are stored, but most steps ended without reaching the convergence criterion of the solver")
CASE_STATUS(CASE_DIVERGED, "diverged", CASE_LOST, RETRY_NEVER,
            "positions became non-finite or moved farther than forces can explain, or a factorisation failed")
CASE_STATUS(CASE_REFUSED, "refused", CASE_LOST, RETRY_NEVER,
            "impossible on any machine: the solver, linear system or constraints do not fit together, or a limit of the case is exceeded")
CASE_STATUS(CASE_TIMEOUT, "timeout", CASE_LOST, RETRY_NEXT_RUN, "stopped at its time limit (--timeout; --time of advise)")
CASE_STATUS(CASE_MEMORY, "memory", CASE_LOST, RETRY_NEXT_RUN, "out of memory")
CASE_STATUS(CASE_CRASHED, "crashed", CASE_LOST, RETRY_SAME_RUN,
            "the worker was ended by a signal (the message names it and the place), or ended without a last row")
CASE_STATUS(CASE_ENVIRONMENT, "environment", CASE_LOST, RETRY_SAME_RUN,
            "the machine lacked something: processors, threads, processes or a library")
CASE_STATUS(CASE_FAILED, "failed", CASE_LOST, RETRY_SAME_RUN,
            "any other failure: an unreadable file, invalid rows from the worker, a missing reference trajectory")
