// Hints to the compiler, for speed. None of them changes a result.

#ifndef PL_BASE_HINTS_H
#define PL_BASE_HINTS_H

#if defined(__GNUC__)
/// Compiled into its caller, so that constant arguments specialize it.
#define PL_INLINE static inline __attribute__((always_inline))
/// Always a call, so that its caller stays short where the call is not taken.
#define PL_NO_INLINE __attribute__((noinline))
/// Hardly ever true: the branch is moved out of the hot code.
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
