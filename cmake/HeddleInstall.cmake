# What `cmake --install` puts where: public headers, both libraries, the CMake package, heddle.pc, the command, the
# claims.

include(CMakePackageConfigHelpers)

# A header that says "not installed" of itself is internal.
foreach(folder algebra tmem kernels)
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.h"
       "${PROJECT_SOURCE_DIR}/${folder}/*.inc")
  foreach(header ${headers})
    file(STRINGS "${header}" internal REGEX "not installed" LIMIT_COUNT 1)
    if(NOT internal)
      install(FILES "${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/heddle/${folder}")
    endif()
  endforeach()
endforeach()

# The emulator is compiled into kernels where a GPU has no tensor memory (kernels/emulation_state.h).
install(FILES algebra/refusals_numbers.c algebra/status.c DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/heddle/algebra")
install(FILES tmem/allocation.c tmem/emulator.c tmem/emulator_copy.c tmem/emulator_move.c tmem/emulator_order.c
              tmem/emulator_place.c tmem/emulator_reduce.c DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/heddle/tmem")

install(TARGETS heddle heddle_static EXPORT heddle)
foreach(target heddle_device heddle_host heddle_command)
  if(TARGET ${target})
    install(TARGETS ${target} EXPORT heddle)
  endif()
endforeach()
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/heddle")
install(EXPORT heddle NAMESPACE heddle:: FILE heddle-targets.cmake DESTINATION "${package_folder}")
configure_package_config_file(cmake/heddle-config.cmake.in "${PROJECT_BINARY_DIR}/heddle-config.cmake"
                              INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/heddle-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/heddle-config.cmake" "${PROJECT_BINARY_DIR}/heddle-config-version.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/HeddleEmit.cmake"
        DESTINATION "${package_folder}")

# heddle.pc finds its prefix from where it lies itself, so that an installed tree can be moved.
cmake_path(SET from NORMALIZE "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig")
cmake_path(RELATIVE_PATH from BASE_DIRECTORY "/prefix" OUTPUT_VARIABLE below)
string(REGEX REPLACE "[^/]+" ".." HEDDLE_PC_UP "${below}")
foreach(package heddle heddle-host)
  if(package STREQUAL heddle-host AND NOT TARGET heddle_host)
    continue()
  endif()
  configure_file(cmake/${package}.pc.in "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${package}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()

if(TARGET heddle_command)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/proofs/claims" DESTINATION "${CMAKE_INSTALL_DATADIR}/heddle"
          FILES_MATCHING PATTERN "*.hd")
endif()
if(TARGET heddle_pages)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/share/" DESTINATION "${CMAKE_INSTALL_DATADIR}")
endif()
