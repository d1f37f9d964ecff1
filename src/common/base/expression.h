// Expression: a formula of a scene or experiment file, such as `1/(1 + scene.stiffness*dt^2)`, parsed once and evaluated for many samples.
//
//   numbers   1, .5, 2e-3                    names   letters, digits, _ and . after a letter or _
//   x + y, x - y, x * y, x / y, -x, (x)      x ^ y   binds tighter than the minus before it and groups to the right:
//                                                    -2^2 is −4, 2^3^2 is 2⁹, 2^-1 is ½
//   sqrt exp log log10 abs sin cos atan (x), min max (x, y), pi
//
// The result is NaN if any operand is NaN; a division by zero is infinite or NaN, as in IEEE arithmetic.
#ifndef WEFT_BASE_EXPRESSION_H
#define WEFT_BASE_EXPRESSION_H

#include <stdbool.h>

#include "base/status.h"

enum {
    EXPRESSION_TEXT_MAX = 200, // bytes, terminating zero included
    EXPRESSION_NAME_MAX = 64,
    EXPRESSION_NAMES_MAX = 8,
    EXPRESSION_STEPS_MAX = 100,
    EXPRESSION_DEPTH_MAX = 20 // nesting of parentheses, signs and exponents
};

typedef struct ExpressionStep { // of a stack machine
    unsigned char operation;    // a private operation
    unsigned char name;         // index into names, if the operation is a name
    double        number;
} ExpressionStep;

// A value: it owns nothing and copies freely.
typedef struct Expression {
    int            name_count, step_count;
    char           names[EXPRESSION_NAMES_MAX][EXPRESSION_NAME_MAX]; // each once, in order of appearance
    ExpressionStep steps[EXPRESSION_STEPS_MAX];
} Expression;

// STATUS_INPUT: the fault and the number of its character (from 1). The text may be any bytes.
Status expression_parse(const char *text, Expression *out) GNU_MUST_CHECK;

// values[name_count] in the order of names.
double expression_evaluate(const Expression *expression, const double *values);

// True if the text is a single name, which may be a misspelt column. False for functions and pi.
bool expression_is_name(const char *text);

#endif
