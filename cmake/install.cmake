# Static: ploy::ploy and ploy::ploy-io. Shared: ploy::ploy-shared and ploy::ploy-io-shared.
option(PLOY_INSTALL "Install rules" ${is_top_level})
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

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ploy)
install(EXPORT ploy-targets NAMESPACE ploy:: DESTINATION ${package_dir})
configure_package_config_file(cmake/ploy-config.cmake.in ploy-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(ploy-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ploy-config.cmake ${PROJECT_BINARY_DIR}/ploy-config-version.cmake
    DESTINATION ${package_dir})

# Relative to the .pc file, so that the installed tree can be moved.
file(RELATIVE_PATH PLOY_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/ploy.pc.in ploy.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ploy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET ploy_io_static)
    configure_file(cmake/ploy-io.pc.in ploy-io.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/ploy-io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
