# Fuzz targets, each run as a test for a bounded count of inputs from a fixed seed, starting from its corpus.

# What is judged by brute force is judged where it is small, and a picture has few panels: millions of inputs are worth
# more than a large one.
if(TARGET heddle_proofs)
  target_compile_definitions(heddle_proofs PRIVATE HD_ORACLE_MAX=4096)
  set_property(SOURCE "${PROJECT_SOURCE_DIR}/proofs/command_show.c" TARGET_DIRECTORY heddle_proofs
               APPEND PROPERTY COMPILE_DEFINITIONS HD_SHOW_PANELS=4)
endif()
add_library(heddle_manual STATIC support/tcgen05.c)
heddle_compile(heddle_manual)

file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_*.c")
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  heddle_compile(${name})
  target_compile_options(${name} PRIVATE -Wno-missing-prototypes)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  if(TARGET heddle_proofs)
    target_link_libraries(${name} PRIVATE heddle_proofs)
  endif()
  target_link_libraries(${name} PRIVATE heddle_static heddle_manual)

  set(found "${CMAKE_CURRENT_BINARY_DIR}/found/${name}")
  file(MAKE_DIRECTORY "${found}")
  set(inputs "${found}")
  set(corpus "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name}")
  if(EXISTS "${corpus}")
    list(APPEND inputs "${corpus}")
  endif()
  set(dictionary "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/${name}.dict")
  set(options "")
  if(EXISTS "${dictionary}")
    set(options "-dict=${dictionary}")
  endif()
  heddle_register(${name} TIMEOUT 3600
                  COMMAND ${name} -runs=${HEDDLE_FUZZ_RUNS} -seed=1 -max_len=512 -timeout=20 -entropic=0
                          -print_final_stats=1
                          "-artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/" ${options} ${inputs})
endforeach()
