// What a compiler may be told for speed. None of it changes a result.

#ifndef PL_BASE_HINTS_H
#define PL_BASE_HINTS_H

#if defined(__GNUC__)
/// Is compiled into its caller, so that constant arguments make a loop of their own.
#define PL_INLINE static inline __attribute__((always_inline))
/// Is a call of its own, so that its caller stays short where it is not made.
#define PL_NO_INLINE __attribute__((noinline))
/// Hardly ever true: what it leads to is put out of the way.
#define PL_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
/// The address will be read soon.
#define PL_PREFETCH(address) __builtin_prefetch(address)
#else
#define PL_INLINE static inline
#define PL_NO_INLINE
#define PL_UNLIKELY(condition) (condition)
#define PL_PREFETCH(address) ((void)0)
#endif

#endif
