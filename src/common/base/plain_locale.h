// The C locale for numbers and letters in one thread, whatever locale the surrounding program has set: some have a decimal comma (de_DE),
// or do not pair i with I (tr_TR).
#ifndef WEFT_BASE_PLAIN_LOCALE_H
#define WEFT_BASE_PLAIN_LOCALE_H

#include <locale.h>

#include "base/gnu.h"

// Sets the C locale for the calling thread and returns its previous locale. The C locale is a constant of the C library, so this neither
// allocates nor fails.
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
