// The one place that knows compilers: hints for the optimizer, bits, atomics. None of these changes a result. Threads
// are in base/threads.h.

#ifndef PL_BASE_HINTS_H
#define PL_BASE_HINTS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__)
#if defined(__MINGW32__) && !defined(__clang__)
#define PL_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#else
#define PL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#endif
/// Compiled into its caller, so that constant arguments specialize it.
#define PL_INLINE static inline __attribute__((always_inline))
/// Always a call, so that its caller stays short where the call is not taken.
#define PL_NO_INLINE __attribute__((noinline))
/// Hardly ever true: the branch is moved out of the hot code.
#define PL_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
/// The address will be read soon.
#define PL_PREFETCH(address) __builtin_prefetch(address)
#elif defined(_MSC_VER)
#include <intrin.h>
#define PL_PRINTF(text, first)
#define PL_INLINE static __forceinline
#define PL_NO_INLINE __declspec(noinline)
#define PL_UNLIKELY(condition) (condition)
#define PL_PREFETCH(address) ((void)(address))
#else
#define PL_PRINTF(text, first)
#define PL_INLINE static inline
#define PL_NO_INLINE
#define PL_UNLIKELY(condition) (condition)
#define PL_PREFETCH(address) ((void)(address))
#endif

// Bits, by the names of C23's <stdbit.h>. Zeros of 0 are not defined.

/// The index of the lowest bit that is set.
static inline uint32_t pl_trailing_zeros(uint64_t x)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(x);
#elif defined(_MSC_VER) && defined(_WIN64)
    unsigned long index;
    _BitScanForward64(&index, x);
    return index;
#else
    uint32_t zeros = 0;
    for (uint32_t half = 32; half > 0; half /= 2) {
        bool is_low_empty = (x & ((UINT64_C(1) << half) - 1)) == 0;
        zeros += is_low_empty ? half : 0;
        x >>= is_low_empty ? half : 0;
    }
    return zeros;
#endif
}

/// 63 minus the index of the highest bit that is set.
static inline uint32_t pl_leading_zeros(uint64_t x)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_clzll(x);
#elif defined(_MSC_VER) && defined(_WIN64)
    unsigned long index;
    _BitScanReverse64(&index, x);
    return 63 - index;
#else
    uint32_t zeros = 63;
    for (uint32_t half = 32; half > 0; half /= 2) {
        bool is_high_used = x >> half != 0;
        zeros -= is_high_used ? half : 0;
        x >>= is_high_used ? half : 0;
    }
    return zeros;
#endif
}

// Where the processor may not have the instruction, the builtin is a call of a function that is slower than this.
static inline uint32_t pl_count_ones(uint64_t x)
{
#if defined(__GNUC__) && (defined(__POPCNT__) || !(defined(__x86_64__) || defined(__i386__)))
    return (uint32_t)__builtin_popcountll(x);
#else
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
#endif
}

// A number that several threads count up, down or set; nothing else is ordered by it, except that all before a step
// down has happened for whoever sees that step.

#if !defined(PLOY_THREADS) || PLOY_THREADS
#if !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
typedef atomic_uint_least32_t pl_counter;
#define pl_counter_set(counter, value) atomic_store_explicit(counter, value, memory_order_relaxed)
#define pl_counter_get(counter) ((uint32_t)atomic_load_explicit(counter, memory_order_relaxed))
#define pl_counter_next(counter) ((uint32_t)atomic_fetch_add_explicit(counter, 1, memory_order_relaxed))
#define pl_counter_back(counter) ((uint32_t)atomic_fetch_sub_explicit(counter, 1, memory_order_acq_rel))
#else
typedef long pl_counter;
#define pl_counter_set(counter, value) (*(volatile long*)(counter) = (long)(value))
#define pl_counter_get(counter) ((uint32_t) * (volatile long*)(counter))
#define pl_counter_next(counter) ((uint32_t)_InterlockedIncrement(counter) - 1)
#define pl_counter_back(counter) ((uint32_t)_InterlockedDecrement(counter) + 1)
#endif
#else
typedef uint32_t pl_counter;
#define pl_counter_set(counter, value) (*(counter) = (value))
#define pl_counter_get(counter) (*(counter))
#define pl_counter_next(counter) ((*(counter))++)
#define pl_counter_back(counter) ((*(counter))--)
#endif

/// While another thread is about to change what this one reads.
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define PL_RELAX() __builtin_ia32_pause()
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#define PL_RELAX() _mm_pause()
#else
#define PL_RELAX() ((void)0)
#endif

// A lock for a few instructions. Zeroed: free.

#if !defined(PLOY_THREADS) || PLOY_THREADS
#if !defined(__STDC_NO_ATOMICS__)
#define pl_spin_try(lock) (atomic_exchange_explicit(lock, 1, memory_order_acquire) == 0)
#define pl_spin_unlock(lock) atomic_store_explicit(lock, 0, memory_order_release)
#else
#define pl_spin_try(lock) (_InterlockedExchange(lock, 1) == 0)
#define pl_spin_unlock(lock) ((void)_InterlockedExchange(lock, 0))
#endif
#else
#define pl_spin_try(lock) ((*(lock) = 1) == 1)
#define pl_spin_unlock(lock) (*(lock) = 0)
#endif

static inline void pl_spin_lock(pl_counter* lock)
{
    while (!pl_spin_try(lock)) PL_RELAX();
}

/// Storage of each thread.
#if !defined(_MSC_VER) || defined(__clang__)
#define PL_THREAD_LOCAL _Thread_local
#else
#define PL_THREAD_LOCAL __declspec(thread)
#endif
/// The same, read without a call. There is little room for it where a program loads libraries while it runs; with libcs
/// other than glibc there is none.
#if defined(__GNUC__) && defined(__GLIBC__)
#define PL_HOT_THREAD_LOCAL PL_THREAD_LOCAL __attribute__((tls_model("initial-exec")))
#else
#define PL_HOT_THREAD_LOCAL PL_THREAD_LOCAL
#endif

#endif
