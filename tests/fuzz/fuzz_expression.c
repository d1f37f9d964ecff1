// Formulas, ranges and numbers, as single values of an experiment file contain them.
#include "base/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "experiment/figure_spec.h"
#include "fuzz.h"

void fuzz_expression(const uint8_t *bytes, size_t size)
{
    char      *text = fuzz_text(bytes, size), shown[64];
    double     values[EXPRESSION_NAMES_MAX] = {1, 2, 0, -1, 1e300, 1e-300, 0.5, 3}, number = 0;
    int64_t    whole = 0;
    SpecRange  range;
    Expression e;
    if (fuzz_fine(expression_parse(text, &e))) {
        ASSERT(e.name_count <= EXPRESSION_NAMES_MAX && e.step_count <= EXPRESSION_STEPS_MAX);
        (void)expression_evaluate(&e, values);
        ASSERT(!expression_is_name(text) || (e.name_count == 1 && strcmp(e.names[0], text) == 0));
    }
    if (text_to_double(text, &number)) { // the shortest text of a number is read back as that number
        double again = 0;
        text_from_double(number, shown, sizeof shown);
        ASSERT(text_to_double(shown, &again) && again == number && signbit(again) == signbit(number));
    }
    (void)text_to_int(text, &whole);
    text_cut(text, 7, shown, sizeof shown);
    ASSERT(text_is_utf8(shown) || !text_is_utf8(text));
    (void)spec_range(text, &range);
    text_make_printable(text);
    ASSERT(text_is_utf8(text) && !strpbrk(text, "\n\x1b"));
    free(text);
}
