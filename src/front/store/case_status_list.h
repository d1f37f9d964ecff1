// How a case stands under a build. One line each; included several times with a different CASE_STATUS each time.
// CASE_STATUS(constant, name, stage, retry, meaning)
// stage: CASE_OPEN: not tried to its end yet; CASE_WHOLE: all repetitions are there, and what was measured is an answer; CASE_LOST: it has
// none. retry: RETRY_NEVER: it is a result; RETRY_NEXT_RUN: the next `weft run` tries it again; RETRY_SAME_RUN: so does the same, as often
// as
// --retry says: what was an accident may not happen again at once, while a time limit or a lack of memory would cost as much again.
CASE_STATUS(CASE_PENDING, "pending", CASE_OPEN, RETRY_NEXT_RUN, "not begun yet")
CASE_STATUS(CASE_RUNNING, "running", CASE_OPEN, RETRY_NEXT_RUN, "being measured, or its run was killed while it was")
CASE_STATUS(CASE_INTERRUPTED, "interrupted", CASE_OPEN, RETRY_NEXT_RUN, "begun, and stopped by a signal to the run")
CASE_STATUS(CASE_DONE, "done", CASE_WHOLE, RETRY_NEVER, "all repetitions are there")
CASE_STATUS(CASE_UNCONVERGED, "unconverged", CASE_WHOLE, RETRY_NEVER,
            "all repetitions are there, but most steps ended without reaching the criterion of the solver")
CASE_STATUS(CASE_DIVERGED, "diverged", CASE_LOST, RETRY_NEVER,
            "positions ceased to be finite, or went beyond all that forces explain, or a factorisation failed")
CASE_STATUS(CASE_REFUSED, "refused", CASE_LOST, RETRY_NEVER,
            "no machine can do it: a solver, linear system or constraint that does not fit, or a limit of the case")
CASE_STATUS(CASE_TIMEOUT, "timeout", CASE_LOST, RETRY_NEXT_RUN, "stopped at its time limit (--timeout; --time of advise)")
CASE_STATUS(CASE_MEMORY, "memory", CASE_LOST, RETRY_NEXT_RUN, "out of memory")
CASE_STATUS(CASE_CRASHED, "crashed", CASE_LOST, RETRY_SAME_RUN,
            "the worker ended by a signal, which the message names with where it was, or without a last word")
CASE_STATUS(CASE_ENVIRONMENT, "environment", CASE_LOST, RETRY_SAME_RUN,
            "the machine could not do it as it was: processors, threads, processes, a library that is missing")
CASE_STATUS(CASE_FAILED, "failed", CASE_LOST, RETRY_SAME_RUN,
            "anything else: a file that cannot be read, rows of the worker that are wrong, no reference trajectory")
