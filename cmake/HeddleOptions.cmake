# How every target is compiled: the warnings, and the sanitizers where they are asked for.
#
#   heddle_compile(TARGET)  warnings, include path of the source tree, sanitizers
#   heddle_objects(TARGET)  the objects of a folder of the library

set(HEDDLE_WARNINGS
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla)
if(HEDDLE_WERROR)
  list(APPEND HEDDLE_WARNINGS -Werror)
endif()

set(HEDDLE_SANITIZERS "")
if(HEDDLE_SANITIZE OR HEDDLE_FUZZ)
  set(HEDDLE_SANITIZERS -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
set(HEDDLE_INSTRUMENT ${HEDDLE_SANITIZERS})
# Watching comparisons would take half of a target's time: the words that matter are in the targets' dictionaries.
if(HEDDLE_FUZZ)
  list(APPEND HEDDLE_INSTRUMENT -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp)
endif()

# What links the library links what counts, too.
if(HEDDLE_COVERAGE)
  add_link_options(--coverage)
endif()

set(HEDDLE_LIMITS "")
foreach(name MAX_LEAVES MAX_VISITS)
  if(HEDDLE_${name})
    list(APPEND HEDDLE_LIMITS HD_${name}=${HEDDLE_${name}})
  endif()
endforeach()

function(heddle_compile target)
  target_compile_options(${target} PRIVATE ${HEDDLE_WARNINGS} ${HEDDLE_INSTRUMENT})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(${target} PRIVATE ${HEDDLE_LIMITS})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE" OR type STREQUAL "SHARED_LIBRARY")
    target_link_options(${target} PRIVATE ${HEDDLE_SANITIZERS})
  endif()
endfunction()

# Many x86 processors are slow at a jump over, or up to, a boundary of 32 bytes. The assembler can move such jumps, for
# one or two hundredths more of code: most operations take a tenth less time.
include(CheckCCompilerFlag)
set(HEDDLE_JUMPS -mbranches-within-32B-boundaries)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(HEDDLE_JUMPS -Wa,-mbranches-within-32B-boundaries)
endif()
check_c_compiler_flag(${HEDDLE_JUMPS} HEDDLE_MOVES_JUMPS)

# The sources of the current folder as position-independent objects.
# GCC turns loops over leaves into calls of memcpy and memmove: slower for a handful of leaves, and memmove is more than
# the library may need. Clang turns a memcmp whose sign is not asked for into bcmp, which is more too.
function(heddle_objects target)
  file(GLOB sources CONFIGURE_DEPENDS *.c)
  add_library(${target} OBJECT ${sources})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  heddle_compile(${target})
  if(HEDDLE_COVERAGE)
    # Line by line as it is written: what is optimised is counted where it went.
    target_compile_options(${target} PRIVATE -O0 -g --coverage)
  endif()
  if(HEDDLE_MOVES_JUMPS)
    target_compile_options(${target} PRIVATE ${HEDDLE_JUMPS})
  endif()
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fno-tree-loop-distribute-patterns)
  elseif(CMAKE_C_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE -fno-builtin-bcmp)
  endif()
endfunction()
