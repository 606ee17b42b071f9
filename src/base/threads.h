// The threads of the scheduler: Windows', POSIX's, or none (PLOY_THREADS=0). Only scheduler.c includes this.

#ifndef PL_BASE_THREADS_H
#define PL_BASE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(PLOY_THREADS) && !PLOY_THREADS

typedef int pl_thread_handle, pl_thread_id, pl_mutex, pl_condition;

#elif defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <process.h>

typedef HANDLE pl_thread_handle;
typedef DWORD pl_thread_id;
typedef SRWLOCK pl_mutex;
typedef CONDITION_VARIABLE pl_condition;

#else

#include <pthread.h>
#include <unistd.h>

typedef pthread_t pl_thread_handle, pl_thread_id;
typedef pthread_mutex_t pl_mutex;
typedef pthread_cond_t pl_condition;

#endif

/// Must stay where it is until it is joined.
typedef struct pl_os_thread
{
    pl_thread_handle handle;
    pl_thread_id id;
    void (*run)(void*);
    void* context;
} pl_os_thread;

#if defined(PLOY_THREADS) && !PLOY_THREADS

static inline bool pl_os_thread_start(pl_os_thread* thread, void (*run)(void*), void* context)
{
    *thread = (pl_os_thread){.run = run, .context = context};
    return false;
}

static inline void pl_os_thread_join(pl_os_thread thread)
{
    (void)thread;
}

static inline pl_thread_id pl_os_thread_self(void)
{
    return 0;
}

static inline uint32_t pl_os_processors(void)
{
    return 1;
}

static inline bool pl_os_thread_is_same(pl_thread_id a, pl_thread_id b)
{
    return a == b;
}

#define pl_mutex_init(mutex) ((void)(mutex))
#define pl_mutex_destroy(mutex) ((void)(mutex))
#define pl_mutex_lock(mutex) ((void)(mutex))
#define pl_mutex_try_lock(mutex) ((void)(mutex), true)
#define pl_mutex_unlock(mutex) ((void)(mutex))
#define pl_condition_init(condition) ((void)(condition))
#define pl_condition_destroy(condition) ((void)(condition))
#define pl_condition_wait(condition, mutex) ((void)(condition))
#define pl_condition_wake_all(condition) ((void)(condition))

#elif defined(_WIN32)

static unsigned __stdcall pl_os_thread_main(void* context)
{
    const pl_os_thread* thread = context;
    thread->run(thread->context);
    return 0;
}

static inline bool pl_os_thread_start(pl_os_thread* thread, void (*run)(void*), void* context)
{
    unsigned id = 0;
    thread->run = run;
    thread->context = context;
    thread->handle = (HANDLE)_beginthreadex(NULL, 0, pl_os_thread_main, thread, 0, &id);
    thread->id = id;
    return thread->handle != NULL;
}

static inline void pl_os_thread_join(pl_os_thread thread)
{
    WaitForSingleObject(thread.handle, INFINITE);
    CloseHandle(thread.handle);
}

static inline pl_thread_id pl_os_thread_self(void)
{
    return GetCurrentThreadId();
}

static inline uint32_t pl_os_processors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors;
}

static inline bool pl_os_thread_is_same(pl_thread_id a, pl_thread_id b)
{
    return a == b;
}

#define pl_mutex_init(mutex) InitializeSRWLock(mutex)
#define pl_mutex_destroy(mutex) ((void)(mutex))
#define pl_mutex_lock(mutex) AcquireSRWLockExclusive(mutex)
#define pl_mutex_try_lock(mutex) (TryAcquireSRWLockExclusive(mutex) != 0)
#define pl_mutex_unlock(mutex) ReleaseSRWLockExclusive(mutex)
#define pl_condition_init(condition) InitializeConditionVariable(condition)
#define pl_condition_destroy(condition) ((void)(condition))
#define pl_condition_wait(condition, mutex) SleepConditionVariableSRW(condition, mutex, INFINITE, 0)
#define pl_condition_wake_all(condition) WakeAllConditionVariable(condition)

#else

static void* pl_os_thread_main(void* context)
{
    const pl_os_thread* thread = context;
    thread->run(thread->context);
    return NULL;
}

static inline bool pl_os_thread_start(pl_os_thread* thread, void (*run)(void*), void* context)
{
    thread->run = run;
    thread->context = context;
    bool started = pthread_create(&thread->handle, NULL, pl_os_thread_main, thread) == 0;
    thread->id = thread->handle;
    return started;
}

static inline void pl_os_thread_join(pl_os_thread thread)
{
    pthread_join(thread.handle, NULL);
}

static inline pl_thread_id pl_os_thread_self(void)
{
    return pthread_self();
}

static inline uint32_t pl_os_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

static inline bool pl_os_thread_is_same(pl_thread_id a, pl_thread_id b)
{
    return pthread_equal(a, b) != 0;
}

#define pl_mutex_init(mutex) pthread_mutex_init(mutex, NULL)
#define pl_mutex_destroy(mutex) pthread_mutex_destroy(mutex)
#define pl_mutex_lock(mutex) pthread_mutex_lock(mutex)
#define pl_mutex_try_lock(mutex) (pthread_mutex_trylock(mutex) == 0)
#define pl_mutex_unlock(mutex) pthread_mutex_unlock(mutex)
#define pl_condition_init(condition) pthread_cond_init(condition, NULL)
#define pl_condition_destroy(condition) pthread_cond_destroy(condition)
#define pl_condition_wait(condition, mutex) pthread_cond_wait(condition, mutex)
#define pl_condition_wake_all(condition) pthread_cond_broadcast(condition)

#endif

#endif
