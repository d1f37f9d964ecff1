// Numbers and letters as the C locale has them, in one thread, whatever the program around it has set: a decimal comma (de_DE), or i and I
// that are no pair (tr_TR).
#ifndef WEFT_BASE_PLAIN_LOCALE_H
#define WEFT_BASE_PLAIN_LOCALE_H

#include <locale.h>

#include "base/gnu.h"

// For the calling thread; returns what it had before. The C locale is a constant of the C library: this neither allocates nor fails.
static inline locale_t plain_locale_use(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static inline void plain_locale_restore(const locale_t *before)
{
    uselocale(*before);
}

// Until the end of the block.
#define PLAIN_LOCALE GNU_CLEANUP(plain_locale_restore) GNU_UNUSED const locale_t LOCALE_BEFORE = plain_locale_use()

#endif
