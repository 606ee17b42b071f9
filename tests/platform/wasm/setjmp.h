// setjmp for WebAssembly, which wasi-libc does not have: cmocka needs it. The compiler turns calls into tables and
// exceptions; setjmp.c holds the functions that it then calls.

#ifndef TEST_PLATFORM_WASM_SETJMP_H
#define TEST_PLATFORM_WASM_SETJMP_H

typedef unsigned jmp_buf[1];

int setjmp(jmp_buf env) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf env, int value);

#endif
