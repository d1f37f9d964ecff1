# Writes the header with the facts of this build; leaves the file alone when nothing changed, so that nothing is rebuilt for it.
execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
  set(dirty 0)
else()
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no -- src bench datasets CMakeLists.txt
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes STREQUAL "")
    set(dirty 0)
  else()
    set(dirty 1)
  endif()
endif()
string(REGEX REPLACE " +" " " FLAGS "${FLAGS}")
string(STRIP "${FLAGS}" FLAGS)
set(text "// Made by src/build_facts.cmake.
#define BUILD_COMMIT \"${commit}\"
#define BUILD_DIRTY ${dirty}
#define BUILD_COMPILER \"${COMPILER}\"
#define BUILD_FLAGS \"${FLAGS}\"
#define BUILD_TYPE \"${BUILD_TYPE}\"
#define BUILD_VERSION \"${VERSION}\"
#define BUILD_SOURCE_DIR \"${SOURCE}\"
#define BUILD_DATA_INSTALL \"${DATA_INSTALL}\"
")
set(old "")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
