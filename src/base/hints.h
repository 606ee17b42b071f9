// What a compiler may be told for speed. None of it changes a result.

#ifndef PL_BASE_HINTS_H
#define PL_BASE_HINTS_H

#if defined(__GNUC__)
/// Is compiled into its caller, so that constant arguments make a loop of their own.
#define PL_INLINE static inline __attribute__((always_inline))
/// The address will be read soon.
#define PL_PREFETCH(address) __builtin_prefetch(address)
#else
#define PL_INLINE static inline
#define PL_PREFETCH(address) ((void)0)
#endif

#endif
