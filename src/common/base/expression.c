// Recursive descent into postfix order. The depth of the recursion and the number of steps are bounded, so no text can overflow a stack. A
// sum or product of any length uses three entries of the stack machine, and each level of nesting at most three more.
#include "base/expression.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum { STACK_MAX = EXPRESSION_STEPS_MAX };

typedef enum Operation {
    PUSH_NUMBER,
    PUSH_NAME,
    NEGATE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    POWER,
    FIRST_FUNCTION // plus the row in FUNCTIONS
} Operation;

typedef struct Function {
    const char *name;
    double (*one)(double x); // NULL for a function of two arguments
    double (*two)(double x, double y);
} Function;

// fmin and fmax would ignore a NaN.
static double smaller(double x, double y)
{
    return isnan(x) || isnan(y) ? NAN : fmin(x, y);
}

static double largest(double x, double y)
{
    return isnan(x) || isnan(y) ? NAN : fmax(x, y);
}

// pow gives 1 for 1^NaN and NaN^0.
static double power(double x, double y)
{
    return isnan(x) || isnan(y) ? NAN : pow(x, y);
}

static const Function FUNCTIONS[] = {{"sqrt", sqrt, NULL},   {"exp", exp, NULL},    {"log", log, NULL}, {"log10", log10, NULL},
                                     {"abs", fabs, NULL},    {"sin", sin, NULL},    {"cos", cos, NULL}, {"atan", atan, NULL},
                                     {"min", NULL, smaller}, {"max", NULL, largest}};
enum { FUNCTION_COUNT = sizeof FUNCTIONS / sizeof *FUNCTIONS };

typedef struct Parser {
    const char *text, *at;
    Expression *out;
    int         depth;
} Parser;

// ---- pieces ----

static bool begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t name_length(const char *text)
{
    size_t length = 0;
    while (begins_name(text[length]) || (length && (is_digit(text[length]) || text[length] == '.')))
        length++;
    return length;
}

static int find_function(const char *name, size_t length)
{
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strlen(FUNCTIONS[i].name) == length && strncmp(FUNCTIONS[i].name, name, length) == 0)
            return i;
    return -1;
}

static bool is_pi(const char *name, size_t length)
{
    return length == 2 && strncmp(name, "pi", 2) == 0;
}

static Status wrong(const Parser *p, const char *what)
{
    return status_make(STATUS_INPUT, "%s at character %d of `%s`", what, (int)(p->at - p->text) + 1, p->text);
}

static void skip_spaces(Parser *p)
{
    p->at += strspn(p->at, " \t");
}

static bool take(Parser *p, char c)
{
    skip_spaces(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static Status add_step(Parser *p, int what, int name, double number)
{
    if (p->out->step_count == EXPRESSION_STEPS_MAX)
        return wrong(p, "the expression is too long");
    p->out->steps[p->out->step_count++] = (ExpressionStep){(unsigned char)what, (unsigned char)name, number};
    return status_ok();
}

// ---- the grammar ----

static Status parse_sum(Parser *p);
static Status parse_unary(Parser *p);

static Status parse_number(Parser *p)
{
    char   digits[EXPRESSION_NAME_MAX];
    size_t length = strspn(p->at, "0123456789.");
    if (p->at[length] == 'e' || p->at[length] == 'E') {
        const size_t sign = p->at[length + 1] == '+' || p->at[length + 1] == '-';
        if (is_digit(p->at[length + 1 + sign]))
            length += 1 + sign + strspn(p->at + length + 1 + sign, "0123456789");
    }
    double number = 0;
    if (length >= sizeof digits || begins_name(p->at[length]))
        return wrong(p, "not a number");
    memcpy(digits, p->at, length);
    digits[length] = '\0';
    if (!text_to_double(digits, &number))
        return wrong(p, "not a number");
    TRY(add_step(p, PUSH_NUMBER, 0, number));
    p->at += length;
    return status_ok();
}

static Status parse_name(Parser *p, size_t length)
{
    Expression *e = p->out;
    int         index = 0;
    if (length >= EXPRESSION_NAME_MAX)
        return wrong(p, "a name that is too long");
    while (index < e->name_count && !(strlen(e->names[index]) == length && strncmp(e->names[index], p->at, length) == 0))
        index++;
    if (index == EXPRESSION_NAMES_MAX)
        return wrong(p, "too many different names");
    TRY(add_step(p, PUSH_NAME, index, 0));
    if (index == e->name_count) {
        memcpy(e->names[index], p->at, length);
        e->names[index][length] = '\0';
        e->name_count++;
    }
    p->at += length;
    return status_ok();
}

static Status parse_call(Parser *p, size_t length)
{
    const int function = find_function(p->at, length);
    if (function < 0)
        return wrong(p, "no such function; there are sqrt exp log log10 abs sin cos atan min max");
    p->at += length;
    if (!take(p, '('))
        return wrong(p, "the function needs its argument in parentheses");
    TRY(parse_sum(p));
    if (FUNCTIONS[function].two) {
        if (!take(p, ','))
            return wrong(p, "expected a comma and a second argument");
        TRY(parse_sum(p));
    }
    if (!take(p, ')'))
        return wrong(p, "expected `)`");
    return add_step(p, FIRST_FUNCTION + function, 0, 0);
}

static Status parse_word(Parser *p)
{
    const size_t length = name_length(p->at);
    const char  *after = p->at + length + strspn(p->at + length, " \t");
    if (*after == '(' || find_function(p->at, length) >= 0)
        return parse_call(p, length);
    if (!is_pi(p->at, length))
        return parse_name(p, length);
    TRY(add_step(p, PUSH_NUMBER, 0, 3.14159265358979323846));
    p->at += length;
    return status_ok();
}

static Status parse_atom(Parser *p)
{
    skip_spaces(p);
    if (is_digit(*p->at) || *p->at == '.')
        return parse_number(p);
    if (begins_name(*p->at))
        return parse_word(p);
    if (!take(p, '('))
        return wrong(p, *p->at ? "expected a number, a name or `(`" : "the expression ends where a number or a name is expected,");
    TRY(parse_sum(p));
    return take(p, ')') ? status_ok() : wrong(p, "expected `)`");
}

static Status parse_power(Parser *p)
{
    TRY(parse_atom(p));
    if (!take(p, '^'))
        return status_ok();
    TRY(parse_unary(p)); // groups to the right and may have a sign
    return add_step(p, POWER, 0, 0);
}

// Every recursion passes through here.
static Status parse_unary(Parser *p)
{
    if (p->depth == EXPRESSION_DEPTH_MAX)
        return wrong(p, "nested too deeply");
    p->depth++;
    if (take(p, '-')) {
        TRY(parse_unary(p));
        TRY(add_step(p, NEGATE, 0, 0));
    } else {
        TRY(parse_power(p));
    }
    p->depth--;
    return status_ok();
}

static Status parse_product(Parser *p)
{
    TRY(parse_unary(p));
    for (;;) {
        const int operation = (int)(take(p, '*') ? MULTIPLY : take(p, '/') ? DIVIDE : PUSH_NUMBER);
        if (operation == PUSH_NUMBER)
            return status_ok();
        TRY(parse_unary(p));
        TRY(add_step(p, operation, 0, 0));
    }
}

static Status parse_sum(Parser *p)
{
    TRY(parse_product(p));
    for (;;) {
        const int operation = (int)(take(p, '+') ? ADD : take(p, '-') ? SUBTRACT : PUSH_NUMBER);
        if (operation == PUSH_NUMBER)
            return status_ok();
        TRY(parse_product(p));
        TRY(add_step(p, operation, 0, 0));
    }
}

Status expression_parse(const char *text, Expression *out)
{
    Parser p = {.text = text, .at = text, .out = out};
    memset(out, 0, sizeof *out);
    if (strlen(text) >= EXPRESSION_TEXT_MAX)
        return status_make(STATUS_INPUT, "an expression may have at most %d characters", EXPRESSION_TEXT_MAX - 1);
    TRY(parse_sum(&p));
    skip_spaces(&p);
    if (*p.at)
        return wrong(&p, "expected an operator");
    return status_ok();
}

// ---- the machine ----

static double operate(int what, double x, double y)
{
    switch (what) {
    case ADD:
        return x + y;
    case SUBTRACT:
        return x - y;
    case MULTIPLY:
        return x * y;
    case DIVIDE:
        return x / y;
    case POWER:
        return power(x, y);
    default:
        return FUNCTIONS[what - FIRST_FUNCTION].two(x, y);
    }
}

double expression_evaluate(const Expression *e, const double *values)
{
    double stack[STACK_MAX + 1] = {0};
    int    top = 0; // entries in use
    for (int i = 0; i < e->step_count; i++) {
        const ExpressionStep *step = &e->steps[i];
        if (step->operation == PUSH_NUMBER || step->operation == PUSH_NAME) {
            stack[top++] = step->operation == PUSH_NAME ? values[step->name] : step->number;
        } else if (step->operation == NEGATE) {
            stack[top - 1] = -stack[top - 1];
        } else if (step->operation >= FIRST_FUNCTION && FUNCTIONS[step->operation - FIRST_FUNCTION].one) {
            stack[top - 1] = FUNCTIONS[step->operation - FIRST_FUNCTION].one(stack[top - 1]);
        } else {
            stack[top - 2] = operate(step->operation, stack[top - 2], stack[top - 1]);
            top--;
        }
    }
    ASSERT(top == 1);
    return stack[0];
}

bool expression_is_name(const char *text)
{
    const size_t length = name_length(text);
    return length && !text[length] && find_function(text, length) < 0 && !is_pi(text, length);
}
