# The headers of libraries, parsed once a target instead of once a file: a quarter of the time of a whole build. Without (for a compiler
# cache, say), each file stands on its own includes, which shows what one forgot.
option(WARPLAW_PRECOMPILE "parse the headers of libraries once a target" ON)

# warplaw_precompile(<folder>): for each target below it that is made of more than a few files
function(warplaw_precompile folder)
  set(few 5)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(LENGTH sources count)
    if(count GREATER few)
      target_precompile_headers(${target} PRIVATE <algorithm> <array> <filesystem> <functional> <map> <memory> <optional> <random> <set> <span>
        <string> <variant> <vector> <boost/json.hpp> <fmt/format.h>)
      get_target_property(libraries ${target} LINK_LIBRARIES)
      if(libraries MATCHES "GTest::")
        target_precompile_headers(${target} PRIVATE <gtest/gtest.h>)
      endif()
      if(libraries MATCHES "rapidcheck")
        target_precompile_headers(${target} PRIVATE <rapidcheck.h>)
      endif()
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    warplaw_precompile(${below})
  endforeach()
endfunction()
