# ploy_flags: how everything here is compiled. Not exported.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
endif()

add_library(ploy_flags INTERFACE)
target_compile_options(ploy_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wvla
    $<$<COMPILE_LANGUAGE:C>:-Wconversion -Wno-sign-conversion -Wstrict-prototypes>
    -ffp-contract=off
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(MINGW)
    target_compile_definitions(ploy_flags INTERFACE __USE_MINGW_ANSI_STDIO=1) # %zu and %lld
    target_compile_options(ploy_flags INTERFACE -Wno-float-conversion)             # in its isnan
endif()
if(UNIX AND CMAKE_SIZEOF_VOID_P EQUAL 4)
    target_compile_definitions(ploy_flags INTERFACE _FILE_OFFSET_BITS=64) # or folders and files of large disks cannot be read
endif()
if(PLOY_WERROR)
    target_compile_options(ploy_flags INTERFACE -Werror)
endif()
if(NOT PLOY_THREADS)
    target_compile_definitions(ploy_flags INTERFACE PLOY_THREADS=0)
endif()
if(PLOY_SHRINK)
    target_compile_definitions(ploy_flags INTERFACE PLOY_SHRINK=1)
endif()
if(PLOY_SANITIZE)
    target_compile_options(ploy_flags INTERFACE
        -fsanitize=${PLOY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(ploy_flags INTERFACE -fsanitize=${PLOY_SANITIZE})
endif()
