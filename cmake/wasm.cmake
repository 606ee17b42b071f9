# Toolchain file for WebAssembly: clang, wasm-ld, llvm-ar and wasi-libc. One thread, static libraries.
#   cmake -S . -B build/wasm -DCMAKE_TOOLCHAIN_FILE=cmake/wasm.cmake -DPLOY_IO=OFF
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
find_program(CMAKE_AR llvm-ar REQUIRED)
find_program(CMAKE_RANLIB llvm-ranlib REQUIRED)
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,-z,stack-size=1048576)
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set(PLOY_THREADS OFF CACHE BOOL "")
set(BUILD_SHARED_LIBS OFF CACHE BOOL "")
