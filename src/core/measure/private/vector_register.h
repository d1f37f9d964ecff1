// The size in bytes of a vector register in this build's instruction set. The kernels of rates use vectors of this size; the compiler would
// keep wider ones in memory.
#ifndef WEFT_MEASURE_VECTOR_REGISTER_H
#define WEFT_MEASURE_VECTOR_REGISTER_H

#if defined(__AVX512F__)
#define REGISTER_BYTES 64
#elif defined(__AVX__)
#define REGISTER_BYTES 32
#else
#define REGISTER_BYTES 16
#endif

#endif
