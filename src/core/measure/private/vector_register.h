// The bytes of a vector register of the instruction set that this build is for: what the kernels of rates are written in. A vector type
// wider than that would be kept in memory.
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
