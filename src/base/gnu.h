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

// A type of `bytes` bytes that holds as many `element`s as fit, with + − × ÷ lane by lane and [] for one lane.
#define GNU_VECTOR(element, name, bytes) typedef element name __attribute__((vector_size(bytes)))

// Whether this processor has a feature, by the compiler's name for it; only on x86-64.
#define GNU_CPU_SUPPORTS(feature) __builtin_cpu_supports(feature)

// Lanes of two vectors by number: those of the first count from 0, those of the second go on from there.
#define GNU_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

// Whether a sanitizer has put its own allocator under the program.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GNU_SANITIZED 1
#elif defined(__has_feature)
#define GNU_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define GNU_SANITIZED 0
#endif

// Whether the thread sanitizer watches every access to memory.
#if defined(__SANITIZE_THREAD__)
#define GNU_THREAD_SANITIZED 1
#elif defined(__has_feature)
#define GNU_THREAD_SANITIZED __has_feature(thread_sanitizer)
#else
#define GNU_THREAD_SANITIZED 0
#endif

#endif
