// each_real.h: includes the file KERNELS twice, once for float (suffix _f32), once for double
// (suffix _f64), so that a kernel is written once. KERNELS is the file that includes this one. Code
// that is needed once is in its part for `real` undefined.
//
//   real            the element type         LANES           elements in a vector
//   NAME(x)         x_f32 or x_f64           VECTOR(_add) …  the vector operations
// UNROLL before a loop unrolls it completely, even if the file is compiled for size.
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL
#endif
#define CONCATENATE_(a, b) a##b
#define CONCATENATE(a, b) CONCATENATE_(a, b)

#define real float
#define LANES 4
#define NAME(x) CONCATENATE(x, _f32)
#define VECTOR(x) CONCATENATE(f32x4, x)
#include KERNELS // NOLINT(bugprone-suspicious-include): by intention
#undef real
#undef LANES
#undef NAME
#undef VECTOR

#define real double
#define LANES 2
#define NAME(x) CONCATENATE(x, _f64)
#define VECTOR(x) CONCATENATE(f64x2, x)
#include KERNELS // NOLINT(bugprone-suspicious-include): by intention
#undef real
#undef LANES
#undef NAME
#undef VECTOR
#undef UNROLL
#undef CONCATENATE
#undef CONCATENATE_
#undef KERNELS
