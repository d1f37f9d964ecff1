// Status codes of failed calls, with the exit code of a program for each.
// STATUS(constant, exit code, name, lasting, meaning). Included several times with a different STATUS each time.
// lasting: the same request fails in the same way on any machine at any time; otherwise another try may succeed.
STATUS(STATUS_OK, 0, "ok", false, "success")
STATUS(STATUS_INTERNAL, 1, "internal", false, "a bug in weft, or a failure of the system with no better name")
STATUS(STATUS_USAGE, 2, "usage", false, "wrong command line: unknown subcommand, flag or argument")
STATUS(STATUS_INPUT, 3, "input", false, "a scene, experiment, mesh, state, plugin or case is wrong")
STATUS(STATUS_IO, 4, "io", false, "a file or database cannot be read or written")
STATUS(STATUS_MEMORY, 5, "memory", false, "out of memory")
STATUS(STATUS_NUMERIC, 6, "numeric", true, "a solver diverged or a factorisation failed")
STATUS(STATUS_UNSUPPORTED, 7, "unsupported", true, "this solver, linear system or constraint does not support the request")
STATUS(STATUS_UNFIT, 7, "unfit", false, "--strict: the machine is not fit to measure as it is now")
STATUS(STATUS_INCOMPLETE, 8, "incomplete", false,
       "the run ended, but some of its cases failed (`weft status` lists them), or no candidate of `advise` reaches the error")
STATUS(STATUS_INTERRUPTED, 9, "interrupted", false, "stopped by a signal, or a worker was killed; all measurements so far are in the store")
STATUS(STATUS_ENVIRONMENT, 10, "environment", false, "the machine lacks something: processors, permission to bind threads, a program")
STATUS(STATUS_TIMEOUT, 11, "timeout", false, "stopped at its time limit")
STATUS(STATUS_LIMIT, 12, "limit", true, "above a limit of the case (memory, number of contacts) or of the range of an index")
STATUS(STATUS_REGRESSION, 13, "regression", false, "a comparison found something worse: slower, less accurate, larger, or failed")
STATUS(STATUS_PROTOCOL, 14, "protocol", false, "a worker sent invalid rows: it is faulty, or weft and its workers are of different builds")
STATUS(STATUS_CONFLICT, 15, "conflict", false,
       "merged stores disagree on some case; the merged store is complete, and the output lists the conflicts")
