// cc -O2 -shared -fPIC -I../../../src -I../program xpbd.c ../program/program.c -o xpbd.so
#include "program.h"

const char *const program_command[] = {"python3", "xpbd.py", NULL};
const char *const program_kinds[] = {"distance", NULL};

static const char *const FILES[] = {"xpbd.py", "../program/weft_program.py", NULL};
static const WeftParam   PARAMS[] = {{"iterations", "", "sweeps of a step", WEFT_INTEGER, 40, 1, 1e5, NULL},
                                     {"relaxation", "", "factor on every move", WEFT_REAL, 0.25, 0.01, 1, NULL},
                                     {0}};

const WeftSolver program_solver = {PROGRAM_SLOTS,
                                   .name = "xpbd_warp",
                                   .summary = "XPBD with Jacobi sweeps as kernels of Warp, on the processor",
                                   .version = "1",
                                   .params = PARAMS,
                                   .takes = WEFT_TAKES_HARD,
                                   .precisions = WEFT_SINGLE,
                                   .aim = WEFT_AIM_MULTIPLIERS,
                                   .program = FILES};
