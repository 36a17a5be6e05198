# What `cmake --install` puts where. It comes in four components, each of which `cmake --install BUILD --component NAME`
# installs by itself:
#
#   algebra   both libraries, which hold tmem/ too, the headers of algebra/, the CMake package, heddle.pc
#   tmem      the headers of tmem/
#   device    the headers of kernels/, the sources that kernels compile in, libheddle_host, heddle-host.pc
#   cli       the command, its claims, its manual and completions, heddle_add_layout_header, the CMake package again
#
# tmem needs algebra, and device needs both; cli needs nothing. heddle-config.cmake tells by what lies there which of
# them a prefix has.

include(CMakePackageConfigHelpers)

# A header that says "not installed" of itself is internal.
foreach(folder algebra tmem kernels)
  set(component ${folder})
  if(folder STREQUAL kernels)
    set(component device)
  endif()
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.h"
       "${PROJECT_SOURCE_DIR}/${folder}/*.inc")
  foreach(header ${headers})
    file(STRINGS "${header}" internal REGEX "not installed" LIMIT_COUNT 1)
    if(NOT internal)
      install(FILES "${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/heddle/${folder}" COMPONENT ${component})
    endif()
  endforeach()
endforeach()

# The emulator is compiled into kernels where a GPU has no tensor memory (kernels/emulation_state.h).
install(FILES algebra/refusals_numbers.c algebra/status.c DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/heddle/algebra"
        COMPONENT device)
install(FILES tmem/allocation.c tmem/emulator.c tmem/emulator_copy.c tmem/emulator_move.c tmem/emulator_order.c
              tmem/emulator_place.c tmem/emulator_reduce.c DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/heddle/tmem"
        COMPONENT device)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/heddle")

# heddle_install_targets(COMPONENT TARGET...): those of the targets that there are, and how CMake finds them
function(heddle_install_targets component)
  set(there "")
  foreach(target ${ARGN})
    if(TARGET ${target})
      list(APPEND there ${target})
    endif()
  endforeach()
  if(there)
    install(TARGETS ${there} EXPORT heddle-${component} RUNTIME COMPONENT ${component} LIBRARY COMPONENT ${component}
            ARCHIVE COMPONENT ${component})
    install(EXPORT heddle-${component} NAMESPACE heddle:: FILE heddle-${component}.cmake
            DESTINATION "${package_folder}" COMPONENT ${component})
  endif()
endfunction()
heddle_install_targets(algebra heddle heddle_static)
heddle_install_targets(device heddle_device heddle_host)
heddle_install_targets(cli heddle_command)

configure_package_config_file(cmake/heddle-config.cmake.in "${PROJECT_BINARY_DIR}/heddle-config.cmake"
                              INSTALL_DESTINATION "${package_folder}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/heddle-config-version.cmake" COMPATIBILITY SameMinorVersion)
foreach(component algebra cli)
  install(FILES "${PROJECT_BINARY_DIR}/heddle-config.cmake" "${PROJECT_BINARY_DIR}/heddle-config-version.cmake"
          DESTINATION "${package_folder}" COMPONENT ${component})
endforeach()

# A .pc file finds its prefix from where it lies itself, so that an installed tree can be moved.
cmake_path(SET from NORMALIZE "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig")
cmake_path(RELATIVE_PATH from BASE_DIRECTORY "/prefix" OUTPUT_VARIABLE below)
string(REGEX REPLACE "[^/]+" ".." HEDDLE_PC_UP "${below}")
# A build with another capacity has other structs.
list(TRANSFORM HEDDLE_LIMITS PREPEND " -D" OUTPUT_VARIABLE limits)
list(JOIN limits "" HEDDLE_PC_LIMITS)
function(heddle_install_pc package component)
  configure_file(cmake/${package}.pc.in "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${package}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
          COMPONENT ${component})
endfunction()
heddle_install_pc(heddle algebra)
heddle_install_pc(heddle-static algebra)
if(TARGET heddle_host)
  heddle_install_pc(heddle-host device)
endif()

if(TARGET heddle_command)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/HeddleEmit.cmake" DESTINATION "${package_folder}" COMPONENT cli)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/proofs/claims" DESTINATION "${CMAKE_INSTALL_DATADIR}/heddle" COMPONENT cli
          FILES_MATCHING PATTERN "*.hd")
endif()
if(TARGET heddle_pages)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/share/" DESTINATION "${CMAKE_INSTALL_DATADIR}" COMPONENT cli)
endif()
