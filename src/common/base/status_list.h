// The ways a call can fail, and the exit code a program gives for each. One line per code:
// STATUS(constant, exit code, name, meaning). Included several times with a different STATUS each time.
STATUS(STATUS_OK, 0, "ok", "success")
STATUS(STATUS_INTERNAL, 1, "internal", "a bug in weft, or a failure of the system with no better name")
STATUS(STATUS_USAGE, 2, "usage", "wrong command line: unknown subcommand, flag or argument")
STATUS(STATUS_INPUT, 3, "input", "a scene, experiment, mesh, state or case is wrong")
STATUS(STATUS_IO, 4, "io", "a file or database cannot be read or written")
STATUS(STATUS_MEMORY, 5, "memory", "out of memory, or above the memory limit of the case")
STATUS(STATUS_NUMERIC, 6, "numeric", "a solver diverged or a factorisation failed")
STATUS(STATUS_UNSUPPORTED, 7, "unsupported", "this solver, constraint or machine cannot do what was asked")
STATUS(STATUS_INCOMPLETE, 8, "incomplete", "the run ended, but some of its cases failed; the store says which")
STATUS(STATUS_INTERRUPTED, 9, "interrupted", "stopped by a signal; what was measured is in the store")
