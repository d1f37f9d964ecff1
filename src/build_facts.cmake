# Writes the header with the facts of this build, and the one with the differences between its commit and what the workers are built from;
# leaves a file alone when nothing changed, so that nothing is rebuilt for it. Of the second, only the workers' mains are.
#   OUT, DIFF: the headers
set(sources src/common src/core src/build_facts.cmake src/embed_text.cmake src/check_cholmod.cmake CMakeLists.txt CMakePresets.json)
set(diff_limit 1048576)
file(WRITE ${DIFF}.new "")
execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
  set(dirty -1)
else()
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=normal -- src bench datasets CMakeLists.txt CMakePresets.json
                  OUTPUT_VARIABLE changes ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(dirty -1)
  elseif(changes STREQUAL "")
    set(dirty 0)
  else()
    set(dirty 1)
    # In a copy of the index, files that git does not know are added without their contents: then a diff has them, too.
    execute_process(COMMAND git -C ${SOURCE} rev-parse --absolute-git-dir OUTPUT_VARIABLE git_dir OUTPUT_STRIP_TRAILING_WHITESPACE)
    configure_file(${git_dir}/index ${DIFF}.index COPYONLY)
    set(there "")
    foreach(source ${sources})
      if(EXISTS ${SOURCE}/${source})
        list(APPEND there ${source})
      endif()
    endforeach()
    set(with_index ${CMAKE_COMMAND} -E env GIT_INDEX_FILE=${DIFF}.index git -C ${SOURCE} -c core.fsmonitor=false)
    execute_process(COMMAND ${with_index} add -N -- ${there} ERROR_QUIET)
    execute_process(COMMAND ${with_index} diff HEAD --binary --no-color --no-ext-diff --no-textconv --src-prefix=a/ --dst-prefix=b/ -- ${sources}
                    OUTPUT_FILE ${DIFF}.new RESULT_VARIABLE failed)
    file(REMOVE ${DIFF}.index)
    file(SIZE ${DIFF}.new size)
    if(failed)
      file(WRITE ${DIFF}.new "unknown: git diff failed\n")
    elseif(size GREATER diff_limit)
      file(SHA256 ${DIFF}.new hash)
      file(WRITE ${DIFF}.new "not kept: ${size} bytes, sha256 ${hash}\n")
    endif()
  endif()
endif()
set(old "")
if(EXISTS ${DIFF} AND EXISTS ${DIFF}.txt)
  file(SHA256 ${DIFF}.txt old)
endif()
file(SHA256 ${DIFF}.new new)
if(NOT old STREQUAL new)
  file(COPY_FILE ${DIFF}.new ${DIFF}.txt)
  set(IN ${DIFF}.new)
  set(facts ${OUT})
  set(OUT ${DIFF})
  set(NAME BUILD_DIFF)
  include(${CMAKE_CURRENT_LIST_DIR}/embed_text.cmake)
  set(OUT ${facts})
endif()
file(REMOVE ${DIFF}.new)

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
