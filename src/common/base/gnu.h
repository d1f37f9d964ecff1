// The only place where GNU extensions of the compiler are spelled.
#ifndef WEFT_BASE_GNU_H
#define WEFT_BASE_GNU_H

#define GNU_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define GNU_MUST_CHECK __attribute__((warn_unused_result))
#define GNU_ALWAYS_INLINE __attribute__((always_inline)) inline
#define GNU_NO_INLINE __attribute__((noinline))
// For a local variable: calls the function with the variable's address at the end of the block.
#define GNU_CLEANUP(function) __attribute__((cleanup(function)))
// Runs before main.
#define GNU_CONSTRUCTOR __attribute__((constructor))
// A definition that another definition in the program replaces.
#define GNU_WEAK __attribute__((weak))
// Runs a function of the program before the constructors of shared libraries.
#define GNU_PREINIT(function) __attribute__((section(".preinit_array"), used)) static void (*const PREINIT)(void) = (function)
#define GNU_UNUSED __attribute__((unused))
#define GNU_LIKELY(x) __builtin_expect(!!(x), 1)
#define GNU_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define GNU_PREFETCH(address) __builtin_prefetch(address)

// Number of zeros below the lowest set bit of 64 bits; undefined for 0.
#define GNU_TRAILING_ZEROS(bits) __builtin_ctzll(bits)

// Number of set bits among 64.
#define GNU_BITS_SET(bits) __builtin_popcountll(bits)

// A type of `bytes` bytes that holds as many `element`s as fit, with + − × ÷ lane by lane and [] for one lane.
#define GNU_VECTOR(element, name, bytes) typedef element name __attribute__((vector_size(bytes)))

// Before a loop of at most `times` iterations: unrolls it completely, so that the arrays it indexes can stay in registers.
#define GNU_PRAGMA_(text) _Pragma(#text)
#if defined(__clang__)
#define GNU_UNROLL(times) GNU_PRAGMA_(unroll times)
#else
#define GNU_UNROLL(times) GNU_PRAGMA_(GCC unroll times)
#endif

// An optimisation barrier: hides the value of a register from the compiler. The compiler does not move it.
#define GNU_OPAQUE_NUMBER(number) __asm__ volatile("" : "+r"(number))

// Keeps a vector in a register: without it the compiler may load it from memory again for each use.
#if defined(__x86_64__)
#define GNU_KEEP_VECTOR(vector) __asm__("" : "+v"(vector))
#elif defined(__aarch64__)
#define GNU_KEEP_VECTOR(vector) __asm__("" : "+w"(vector))
#else
#define GNU_KEEP_VECTOR(vector) ((void)0)
#endif

// The processor's pause instruction, for waiting loops.
#if defined(__x86_64__)
#define GNU_RELAX() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define GNU_RELAX() __asm__ volatile("yield")
#else
#define GNU_RELAX() __asm__ volatile("")
#endif

// The OpenMP runtime of the compiler.
#if defined(__clang__)
#define GNU_OPENMP_RUNTIME "libomp"
#else
#define GNU_OPENMP_RUNTIME "libgomp"
#endif

// True if this processor has a feature, by the compiler's name for it; only on x86-64.
#define GNU_CPU_SUPPORTS(feature) __builtin_cpu_supports(feature)

// A shuffle of two vectors by lane numbers; the lanes of the second are numbered after those of the first.
#define GNU_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

// The lanes of a vector in another type, each converted as a cast would.
#define GNU_CONVERT(vector, type) __builtin_convertvector(vector, type)

// 1 if a sanitizer has replaced the allocator.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GNU_SANITIZED 1
#elif defined(__has_feature)
#define GNU_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define GNU_SANITIZED 0
#endif

// 1 if the thread sanitizer watches every access to memory.
#if defined(__SANITIZE_THREAD__)
#define GNU_THREAD_SANITIZED 1
#elif defined(__has_feature)
#define GNU_THREAD_SANITIZED __has_feature(thread_sanitizer)
#else
#define GNU_THREAD_SANITIZED 0
#endif

#endif
