# libheddle, shared and static, from the same objects: those of algebra/ and tmem/.
#
# The shared library exports what exports.txt lists, as libheddle.so.MAJOR; its symbols are of the version
# HEDDLE_MAJOR.MINOR, so that while MAJOR is 0 a program of another MINOR is refused when it starts.

set(objects $<TARGET_OBJECTS:heddle_algebra> $<TARGET_OBJECTS:heddle_tmem>)
add_library(heddle SHARED ${objects})
add_library(heddle_static STATIC ${objects})
add_library(heddle::heddle ALIAS heddle)
add_library(heddle::heddle_static ALIAS heddle_static)
set_target_properties(heddle PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE C)
set_target_properties(heddle_static PROPERTIES OUTPUT_NAME heddle LINKER_LANGUAGE C)
target_link_options(heddle PRIVATE ${HEDDLE_SANITIZERS})

# What else two sources of the library share stays within it, where the linker can be told so.
set(exports "${PROJECT_SOURCE_DIR}/cmake/exports.txt")
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${exports}")
file(STRINGS "${exports}" exported)
list(JOIN exported "; " exported)
set(map "${PROJECT_BINARY_DIR}/heddle.map")
file(CONFIGURE OUTPUT "${map}" @ONLY
     CONTENT "HEDDLE_@PROJECT_VERSION_MAJOR@.@PROJECT_VERSION_MINOR@ { global: @exported@; local: *; };\n")
file(WRITE "${PROJECT_BINARY_DIR}/none.map" "NONE { local: *; };\n")
include(CheckLinkerFlag)
check_linker_flag(C "-Wl,--version-script=${PROJECT_BINARY_DIR}/none.map" HEDDLE_HAS_VERSION_SCRIPT)
if(HEDDLE_HAS_VERSION_SCRIPT)
  target_link_options(heddle PRIVATE "-Wl,--version-script=${map}")
  set_target_properties(heddle PROPERTIES LINK_DEPENDS "${map}")
else()
  message(STATUS "Linker: knows no version scripts; the shared library exports its internals too")
endif()

# <heddle/algebra/algebra.h> is found in the build tree as it is after installing.
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/include/heddle" SYMBOLIC)
foreach(target heddle heddle_static)
  target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_definitions(${target} INTERFACE ${HEDDLE_LIMITS})
endforeach()
