// cc -O2 -shared -fPIC -I../../../src -I../program jacobi.c ../program/program.c -o jacobi.so
#include "program.h"

const char *const program_command[] = {"python3", "jacobi.py", NULL};
const char *const program_kinds[] = {"distance", NULL};

static const char *const FILES[] = {"jacobi.py", "../program/weft_program.py", NULL};
static const WeftParam   PARAMS[] = {
      {"iterations", "", "iterations of a step", WEFT_INTEGER, 20, 1, 1e5, NULL},
      {"momentum", "", "share of the last move that the next one has, of the heavy ball", WEFT_REAL, 0.7, 0, 0.99, NULL},
      {0}};

const WeftSolver program_solver = {
    PROGRAM_SLOTS,   .name = "jacobi_numpy", .summary = "Projective dynamics with Jacobi's method and a heavy ball, in NumPy",
    .version = "1",  .params = PARAMS,       .precisions = WEFT_DOUBLE | WEFT_SINGLE,
    .program = FILES};
