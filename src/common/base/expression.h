// Expression: a formula of a scene or experiment file, as in `1/(1 + scene.stiffness*dt^2)`, read once and evaluated for many samples.
//
//   numbers   1, .5, 2e-3                    names   letters, digits, _ and . after a letter or _
//   x + y, x - y, x * y, x / y, -x, (x)      x ^ y   binds tighter than the minus before it and groups to the right:
//                                                    -2^2 is −4, 2^3^2 is 2⁹, 2^-1 is ½
//   sqrt exp log log10 abs sin cos atan (x), min max (x, y), pi
//
// The result is NaN if any operand is; a division by zero is infinite or NaN, as in IEEE arithmetic.
#ifndef WEFT_BASE_EXPRESSION_H
#define WEFT_BASE_EXPRESSION_H

#include <stdbool.h>

#include "base/status.h"

enum {
    EXPRESSION_TEXT_MAX = 200, // bytes, terminating zero included
    EXPRESSION_NAME_MAX = 64,
    EXPRESSION_NAMES_MAX = 8,
    EXPRESSION_STEPS_MAX = 100,
    EXPRESSION_DEPTH_MAX = 20 // parentheses, signs and exponents within each other
};

typedef struct ExpressionStep { // of a stack machine
    unsigned char what;         // a private operation
    unsigned char name;         // index into names, of a name
    double        number;
} ExpressionStep;

// A value: it owns nothing and copies freely.
typedef struct Expression {
    int            name_count, step_count;
    char           names[EXPRESSION_NAMES_MAX][EXPRESSION_NAME_MAX]; // each once, in order of appearance
    ExpressionStep steps[EXPRESSION_STEPS_MAX];
} Expression;

// STATUS_INPUT: what is wrong and at which character (from 1). Any bytes may be given.
Status expression_parse(const char *text, Expression *out) GNU_MUST_CHECK;

// values[name_count] in the order of names.
double expression_evaluate(const Expression *expression, const double *values);

// Whether the text is a single name and nothing else, so that it may be the misspelt name of a column. No function, not pi.
bool expression_is_name(const char *text);

#endif
