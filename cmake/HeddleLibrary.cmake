# libheddle, shared and static, from the same objects: those of algebra/ and tmem/.

set(objects $<TARGET_OBJECTS:heddle_algebra> $<TARGET_OBJECTS:heddle_tmem>)
add_library(heddle SHARED ${objects})
add_library(heddle_static STATIC ${objects})
add_library(heddle::heddle ALIAS heddle)
add_library(heddle::heddle_static ALIAS heddle_static)
set_target_properties(heddle PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 LINKER_LANGUAGE C)
set_target_properties(heddle_static PROPERTIES OUTPUT_NAME heddle LINKER_LANGUAGE C)
target_link_options(heddle PRIVATE ${HEDDLE_SANITIZERS})

# <heddle/algebra/algebra.h> is found in the build tree as it is after installing.
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/include/heddle" SYMBOLIC)
foreach(target heddle heddle_static)
  target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_definitions(${target} INTERFACE ${HEDDLE_LIMITS})
endforeach()
