# Headers that `heddle emit` writes, as part of a build.
#
#   heddle_add_layout_header(TARGET HEADER NAME.h PLAN "PLAN" [OPTIONS OPTION...])
#
# adds NAME.h with the copies NAME of a plan to a target, whose sources then include it: it is written when the target is
# built, and again when one of the arguments or the command is another. Where there is no such target, one is made that
# is a header and nothing else, for others to link. OPTIONS are those of `heddle emit`: --type float, --async; the copies
# are called as the header is, or else by --name.
#
#   heddle_add_layout_header(kernels HEADER accumulator.h PLAN "--datapath D --n 128" OPTIONS --type float)

function(heddle_add_layout_header target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;PLAN" "OPTIONS")
  set(usage "It is called heddle_add_layout_header(TARGET HEADER NAME.h PLAN \"PLAN\" [OPTIONS OPTION...]).")
  foreach(wanted HEADER PLAN)
    if(NOT arg_${wanted})
      message(FATAL_ERROR "heddle_add_layout_header: nothing is given behind ${wanted}. ${usage}")
    endif()
  endforeach()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_add_layout_header: it does not take \"${arg_UNPARSED_ARGUMENTS}\". ${usage}")
  endif()
  if(NOT TARGET heddle::heddle_command)
    message(FATAL_ERROR "heddle_add_layout_header: this Heddle was built without its command, "
                        "which needs GMP; build it with GMP")
  endif()
  if(NOT TARGET heddle::device)
    message(FATAL_ERROR "heddle_add_layout_header: Heddle's component device, which its headers need, is not installed; "
                        "cmake --install BUILD --component device installs it")
  endif()
  get_filename_component(name "${arg_HEADER}" NAME_WE)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/heddle_layouts/${target}")
  set(header "${folder}/${arg_HEADER}")
  get_filename_component(beside "${header}" DIRECTORY)
  file(MAKE_DIRECTORY "${beside}")

  # Not every build tool sees that a command is another: the file changes with it.
  file(GENERATE OUTPUT "${header}.arguments" CONTENT "${arg_PLAN}\n${name}\n${arg_OPTIONS}\n")
  add_custom_command(OUTPUT "${header}" DEPENDS heddle::heddle_command "${header}.arguments" VERBATIM
                     COMMAND heddle::heddle_command emit "${arg_PLAN}" --name "${name}" ${arg_OPTIONS} -o "${header}"
                     COMMENT "Planning ${arg_HEADER}")

  set(scope PRIVATE)
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  # A target of its own, as the one that wants the header may be of another folder.
  string(MAKE_C_IDENTIFIER "${target}_${arg_HEADER}" written)
  add_custom_target(${written} DEPENDS "${header}")
  add_dependencies(${target} ${written})
  target_include_directories(
    ${target} ${scope} "${folder}" $<TARGET_PROPERTY:heddle::device,INTERFACE_INCLUDE_DIRECTORIES>)
endfunction()
