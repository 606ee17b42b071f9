# Static: ploy::ploy and ploy::ploy-io. Shared: ploy::ploy-shared and ploy::ploy-io-shared.
if(NOT PLOY_INSTALL)
    return()
endif()

set(installed "")
foreach(target ploy_static ploy_shared ploy_io_static ploy_io_shared)
    if(TARGET ${target})
        list(APPEND installed ${target})
    endif()
endforeach()
set(PLOY_HAS_IO ${PLOY_IO})

install(TARGETS ${installed} EXPORT ploy-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/ploy DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# The arena as an environment, for other languages: <ploy-arena/environment.h>, libploy-arena.
if(TARGET ploy_arena_shared)
    install(TARGETS ploy_arena_shared
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES games/arena/controllers/environment.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ploy-arena)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ploy)
install(EXPORT ploy-targets NAMESPACE ploy:: DESTINATION ${package_dir})
configure_package_config_file(cmake/ploy-config.cmake.in ploy-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(ploy-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ploy-config.cmake ${PROJECT_BINARY_DIR}/ploy-config-version.cmake
    DESTINATION ${package_dir})

# Relative to the .pc file, so that the installed tree can be moved; absolute folders stay as they are.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(PLOY_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
    set(PLOY_PC_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR})
    set(PLOY_PC_INCLUDEDIR ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
    file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
    set(PLOY_PC_PREFIX "\${pcfiledir}/${to_prefix}")
    set(PLOY_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(PLOY_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(PLOY_PC_THREADS "")
if(PLOY_THREADS)
    set(PLOY_PC_THREADS -pthread)
endif()
set(PLOY_PC_SOCKETS "")
if(WIN32)
    set(PLOY_PC_SOCKETS -lws2_32)
endif()
configure_file(cmake/ploy.pc.in ploy.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ploy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET ploy_io_static)
    configure_file(cmake/ploy-io.pc.in ploy-io.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/ploy-io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# cpack -G DEB, cpack -G ZIP.
set(CPACK_PACKAGE_VENDOR Ploy)
set(CPACK_PACKAGE_CONTACT "the developers of Ploy")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME ploy-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_GENERATOR ZIP)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_STRIP_FILES ON)
include(CPack)
