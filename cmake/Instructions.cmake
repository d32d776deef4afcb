# Rows of spec/instructions.def, WARPLAW_INSTRUCTION(Camel, name, text): WARPLAW_CAMELS and WARPLAW_NAMES, in the same order.
set(warplaw_rows_file ${CMAKE_SOURCE_DIR}/spec/instructions.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${warplaw_rows_file})
file(STRINGS ${warplaw_rows_file} warplaw_rows REGEX "^WARPLAW_INSTRUCTION")
set(WARPLAW_CAMELS "")
set(WARPLAW_NAMES "")
foreach(row ${warplaw_rows})
  string(REGEX MATCH "\\(([A-Za-z0-9]+), *([a-z0-9_]+)" ignored "${row}")
  list(APPEND WARPLAW_CAMELS ${CMAKE_MATCH_1})
  list(APPEND WARPLAW_NAMES ${CMAKE_MATCH_2})
endforeach()

# Files that a row demands in every room. One that is missing would be noticed after a long build, by a linker.
include(Parts)
warplaw_demand_parts(${CMAKE_SOURCE_DIR} ${WARPLAW_NAMES})
