// The threads of the scheduler: Windows', POSIX's, or none (PLOY_THREADS=0). Only scheduler.c includes this.

#ifndef PL_BASE_THREADS_H
#define PL_BASE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#if defined(PLOY_THREADS) && !PLOY_THREADS

typedef int pl_os_thread, pl_mutex, pl_condition;

static inline bool pl_os_thread_start(pl_os_thread* thread, void (*run)(void*), void* context)
{
    (void)thread, (void)run, (void)context;
    return false;
}

static inline void pl_os_thread_join(pl_os_thread thread)
{
    (void)thread;
}

static inline pl_os_thread pl_os_thread_self(void)
{
    return 0;
}

static inline bool pl_os_thread_is_same(pl_os_thread a, pl_os_thread b)
{
    return a == b;
}

#define pl_mutex_init(mutex) ((void)(mutex))
#define pl_mutex_destroy(mutex) ((void)(mutex))
#define pl_mutex_lock(mutex) ((void)(mutex))
#define pl_mutex_unlock(mutex) ((void)(mutex))
#define pl_condition_init(condition) ((void)(condition))
#define pl_condition_destroy(condition) ((void)(condition))
#define pl_condition_wait(condition, mutex) ((void)(condition))
#define pl_condition_wake_all(condition) ((void)(condition))

#elif defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <process.h>

typedef struct pl_os_thread
{
    HANDLE handle;
    DWORD id;
    void (*run)(void*);
    void* context;
} pl_os_thread;

typedef SRWLOCK pl_mutex;
typedef CONDITION_VARIABLE pl_condition;

static unsigned __stdcall pl_os_thread_main(void* context)
{
    const pl_os_thread* thread = context;
    thread->run(thread->context);
    return 0;
}

/// *thread must stay where it is until the thread is joined.
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

static inline pl_os_thread pl_os_thread_self(void)
{
    return (pl_os_thread){.id = GetCurrentThreadId()};
}

static inline bool pl_os_thread_is_same(pl_os_thread a, pl_os_thread b)
{
    return a.id == b.id;
}

#define pl_mutex_init(mutex) InitializeSRWLock(mutex)
#define pl_mutex_destroy(mutex) ((void)(mutex))
#define pl_mutex_lock(mutex) AcquireSRWLockExclusive(mutex)
#define pl_mutex_unlock(mutex) ReleaseSRWLockExclusive(mutex)
#define pl_condition_init(condition) InitializeConditionVariable(condition)
#define pl_condition_destroy(condition) ((void)(condition))
#define pl_condition_wait(condition, mutex) SleepConditionVariableSRW(condition, mutex, INFINITE, 0)
#define pl_condition_wake_all(condition) WakeAllConditionVariable(condition)

#else

#include <pthread.h>

typedef struct pl_os_thread
{
    pthread_t handle;
    void (*run)(void*);
    void* context;
} pl_os_thread;

typedef pthread_mutex_t pl_mutex;
typedef pthread_cond_t pl_condition;

static void* pl_os_thread_main(void* context)
{
    const pl_os_thread* thread = context;
    thread->run(thread->context);
    return NULL;
}

/// *thread must stay where it is until the thread is joined.
static inline bool pl_os_thread_start(pl_os_thread* thread, void (*run)(void*), void* context)
{
    thread->run = run;
    thread->context = context;
    return pthread_create(&thread->handle, NULL, pl_os_thread_main, thread) == 0;
}

static inline void pl_os_thread_join(pl_os_thread thread)
{
    pthread_join(thread.handle, NULL);
}

static inline pl_os_thread pl_os_thread_self(void)
{
    return (pl_os_thread){.handle = pthread_self()};
}

static inline bool pl_os_thread_is_same(pl_os_thread a, pl_os_thread b)
{
    return pthread_equal(a.handle, b.handle) != 0;
}

#define pl_mutex_init(mutex) pthread_mutex_init(mutex, NULL)
#define pl_mutex_destroy(mutex) pthread_mutex_destroy(mutex)
#define pl_mutex_lock(mutex) pthread_mutex_lock(mutex)
#define pl_mutex_unlock(mutex) pthread_mutex_unlock(mutex)
#define pl_condition_init(condition) pthread_cond_init(condition, NULL)
#define pl_condition_destroy(condition) pthread_cond_destroy(condition)
#define pl_condition_wait(condition, mutex) pthread_cond_wait(condition, mutex)
#define pl_condition_wake_all(condition) pthread_cond_broadcast(condition)

#endif

#endif
