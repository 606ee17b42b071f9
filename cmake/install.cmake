# Static: ploy::ploy and ploy::ploy-io. Shared: ploy::ploy-shared and ploy::ploy-io-shared.
set(installed ploy_static ploy_shared)
set(PLOY_HAS_IO OFF)
if(TARGET ploy_io_static)
    set(PLOY_HAS_IO ON)
    list(APPEND installed ploy_io_static ploy_io_shared)
endif()

install(TARGETS ${installed} EXPORT ploy-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
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
