// The only place where GNU extensions of the compiler are spelled.
#ifndef WEFT_BASE_GNU_H
#define WEFT_BASE_GNU_H

#define GNU_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define GNU_MUST_CHECK __attribute__((warn_unused_result))
#define GNU_ALWAYS_INLINE __attribute__((always_inline)) inline
#define GNU_UNUSED __attribute__((unused))
#define GNU_LIKELY(x) __builtin_expect(!!(x), 1)
#define GNU_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define GNU_PREFETCH(address) __builtin_prefetch(address)

#endif
