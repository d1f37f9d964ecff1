# Stops the configuration when this CHOLMOD is not one that weft can call: from version 3.0 (SuiteSparse 5.12), before 6, and with 32-bit
# indices in the functions cholmod_*.
include(CheckCSourceCompiles)

foreach(header cholmod_core.h cholmod.h) # the version moved from the first to the second in 5.0
  if(EXISTS ${CHOLMOD_INCLUDE}/${header})
    file(STRINGS ${CHOLMOD_INCLUDE}/${header} lines REGEX "^#define CHOLMOD_(MAIN|SUB)_VERSION +[0-9]+")
    string(REGEX REPLACE ".*MAIN_VERSION +([0-9]+).*SUB_VERSION +([0-9]+).*" "\\1.\\2" CHOLMOD_VERSION "${lines}")
    if(lines)
      break()
    endif()
  endif()
endforeach()
if(NOT CHOLMOD_VERSION MATCHES "^[0-9]+\\.[0-9]+$")
  message(FATAL_ERROR "${CHOLMOD_INCLUDE}/cholmod.h does not say its version: install CHOLMOD 3.0 or later (libsuitesparse-dev)")
endif()
if(CHOLMOD_VERSION VERSION_LESS 3.0 OR NOT CHOLMOD_VERSION VERSION_LESS 6.0)
  message(FATAL_ERROR "CHOLMOD is ${CHOLMOD_VERSION} (${CHOLMOD_INCLUDE}), and weft needs 3.0 or later, below 6: install libsuitesparse-dev of this release, or set CHOLMOD_INCLUDE and CHOLMOD_LIBRARY")
endif()

unset(WEFT_CHOLMOD_HAS_INT32 CACHE) # the folder may be another one than last time
set(CMAKE_REQUIRED_INCLUDES ${CHOLMOD_INCLUDE})
set(CMAKE_REQUIRED_FLAGS "-Werror=incompatible-pointer-types")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # nothing is linked
check_c_source_compiles("#include <cholmod.h>
#include <stdint.h>
int (*weft_check)(cholmod_sparse *, int32_t *, size_t, int32_t *, cholmod_common *) = cholmod_amd;" WEFT_CHOLMOD_HAS_INT32)
unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_INCLUDES)
if(NOT WEFT_CHOLMOD_HAS_INT32)
  message(FATAL_ERROR "CHOLMOD in ${CHOLMOD_INCLUDE} does not compile, or its cholmod_* functions do not take 32-bit indices: install libsuitesparse-dev of this release, or set CHOLMOD_INCLUDE and CHOLMOD_LIBRARY")
endif()
