// The ways a call can fail, and the exit code a program gives for each. One line per code:
// STATUS(constant, exit code, name, lasting, meaning). Included several times with a different STATUS each time.
// lasting: what was asked fails in the same way on any machine and at any time; otherwise another try may succeed.
STATUS(STATUS_OK, 0, "ok", false, "success")
STATUS(STATUS_INTERNAL, 1, "internal", false, "a bug in weft, or a failure of the system with no better name")
STATUS(STATUS_USAGE, 2, "usage", false, "wrong command line: unknown subcommand, flag or argument")
STATUS(STATUS_INPUT, 3, "input", false, "a scene, experiment, mesh, state, plugin or case is wrong")
STATUS(STATUS_IO, 4, "io", false, "a file or database cannot be read or written")
STATUS(STATUS_MEMORY, 5, "memory", false, "out of memory")
STATUS(STATUS_NUMERIC, 6, "numeric", true, "a solver diverged or a factorisation failed")
STATUS(STATUS_UNSUPPORTED, 7, "unsupported", true, "this solver, linear system or constraint cannot do what was asked")
STATUS(STATUS_UNFIT, 7, "unfit", false, "--strict: the machine is not fit to measure as it is now")
STATUS(STATUS_INCOMPLETE, 8, "incomplete", false,
       "the run ended, but some of its cases failed (the store says which), or no candidate of `advise` reaches the error")
STATUS(STATUS_INTERRUPTED, 9, "interrupted", false, "stopped by a signal, or a worker was killed; all measurements so far are in the store")
STATUS(STATUS_ENVIRONMENT, 10, "environment", false, "the machine cannot do it as it is: processors, binding of threads, a missing program")
STATUS(STATUS_TIMEOUT, 11, "timeout", false, "stopped at its time limit")
STATUS(STATUS_LIMIT, 12, "limit", true, "above a limit of the case (memory, room for contacts) or of what an index can count")
STATUS(STATUS_REGRESSION, 13, "regression", false, "a comparison found something worse: slower, less accurate, larger, or failed")
STATUS(STATUS_PROTOCOL, 14, "protocol", false,
       "a worker said what makes no sense: weft and its workers are not of one build, or it is broken")
STATUS(STATUS_CONFLICT, 15, "conflict", false,
       "stores that were merged do not agree on some case; what was merged is whole, and says on which")
