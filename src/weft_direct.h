// The door for direct solvers of others: the C interface of a shared library that --plugin loads as the linear system `external`.
// This header stands alone (C and C++, no other header of weft), so that such a library is built without weft's sources.
//
// The library exports one function, weft_direct_solver, which returns a table that stays valid. For one system weft calls analyse once,
// then factor, solve, smallest_pivot and info in any number and order, factor first, then destroy. All calls for one system come from one
// thread, which is not always the one of another system. With more than one thread it is a thread of its own, which may run on all cores
// of the case, while all threads of weft's own team sleep: the library may start as many as setup->threads and they have the cores. When a
// call returns they must sleep; threads of libgomp are ended by weft after each call. With one thread, the library must start none.
//
// Every function but info and destroy returns WEFT_DIRECT_OK or what failed, and then fills `failure`. Nothing may print or exit.
#ifndef WEFT_DIRECT_H
#define WEFT_DIRECT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WEFT_DIRECT_VERSION = 1 }; // of this interface; a library with another number is refused

enum {
    WEFT_DIRECT_OK,
    WEFT_DIRECT_NOT_DEFINITE, // failure->row: where elimination failed, text empty; factor may be called again with other values
    WEFT_DIRECT_NO_MEMORY,
    WEFT_DIRECT_UNSUPPORTED, // what setup asks for (single precision, an order, refinement, a size)
    WEFT_DIRECT_FAILED
};

typedef struct WeftDirectFailure {
    int32_t row;       // of the matrix, from 0; −1: unknown
    char    text[200]; // one line for the user, may be empty
} WeftDirectFailure;

// All arrays stay valid until destroy, and unchanged but for `value`.
typedef struct WeftDirectSetup {
    int32_t        n;
    const int32_t *column_start; // [n + 1] lower triangle of a symmetric matrix by column, from 0
    const int32_t *row;          // [column_start[n]] ascending in a column, the diagonal entry first, always there
    const void    *value;        // [column_start[n]] of the first matrix; the next factor may change it
    const int32_t *order;        // [n] the row to eliminate first, second, …; NULL: the library orders
    int32_t        threads;      // at most
    int32_t        single;       // 1: values, right-hand sides and solutions are float and the factor should be; 0: double
    int32_t        columns;      // right-hand sides of a solve at most
    int32_t        pivots;       // 1: smallest_pivot will be called after each factor; 0: never
    int32_t        refine;       // steps of iterative refinement after each solve, at most; a library that has none refuses others than 0
} WeftDirectSetup;

typedef struct WeftDirectInfo {           // all zero before the call; 0: unknown
    double factor_nonzeros, factor_flops; // known after analyse, if at all
    double factor_bytes;                  // needed by the factor: known after analyse, so that the limit of the case is kept
    double workspace_bytes;               // besides
    double passes;                        // forward and backward solves of the last solve, refinement included; 0: one
    char   ordering[24];                  // the one used
    char   version[40];                   // of the library, for the record
} WeftDirectInfo;

typedef struct WeftDirectSolver {
    int32_t     version; // WEFT_DIRECT_VERSION
    const char *name;    // of the solver, for messages and the record

    int (*analyse)(const WeftDirectSetup *setup, void **solver, WeftDirectFailure *failure); // *solver: NULL when it fails
    // value: in the order of `row`, valid until the next factor or destroy.
    int (*factor)(void *solver, const void *value, WeftDirectFailure *failure);
    // rhs and x: [columns][n], one column after another; rhs may be overwritten.
    int (*solve)(void *solver, int32_t columns, void *rhs, void *x, WeftDirectFailure *failure);
    // The smallest ratio of a pivot of LDLᵀ (of LLᵀ: squared) to the diagonal entry of its row, of the last factor. NULL: it cannot be
    // told, and xpbd_direct, which must know whether its matrix is singular, refuses the library.
    int (*smallest_pivot)(void *solver, double *ratio, WeftDirectFailure *failure);
    void (*info)(void *solver, WeftDirectInfo *info);
    void (*destroy)(void *solver); // not NULL; also after a failure of anything but analyse
} WeftDirectSolver;

const WeftDirectSolver *weft_direct_solver(void);

#ifdef __cplusplus
}
#endif

#endif
