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

# A build for looking up or checking these instructions alone (names of rows; none: for histories of atomics, without any). The script ./warplaw
# configures it while nobody has asked for more; then the same folder is configured for all, and what is compiled is compiled no more. tests/ and
# bench/ are left out.
set(WARPLAW_ONLY "" CACHE STRING "instructions to look up or check, without anything else; empty: everything")
set(WARPLAW_LINKED ${WARPLAW_NAMES})
if(WARPLAW_ONLY)
  set(WARPLAW_LINKED ${WARPLAW_ONLY})
  list(REMOVE_ITEM WARPLAW_LINKED none)
  # those that use others' files
  foreach(row "red atoms" "shflsync shfl" "sured red atoms" "vmad video" "votesync vote" "vsimd video")
    string(REPLACE " " ";" row ${row})
    list(POP_FRONT row name)
    if(name IN_LIST WARPLAW_ONLY)
      list(APPEND WARPLAW_LINKED ${row})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES WARPLAW_LINKED)
endif()
set(warplaw_left_out ${WARPLAW_NAMES})
list(REMOVE_ITEM warplaw_left_out ${WARPLAW_LINKED})

# Files that only these instructions need, by a pattern of their paths; no instruction: the files that need them are not built at all.
set(warplaw_helpers
  "(explained|instructions|encodings)/sync=activemask electsync matchsync reduxsync shflsync votesync"
  "check/(pair|ptx_readings)="
  "check/sync_groups=electsync shflsync"
  "concrete/coalescing=red"
  "concrete/(cuda|cuda_sync|embedded_bitcode)="
  "encodings/(block_linear|texture_header)=sured"
  "encodings/(cuda|cuda_sync|machine|oracle|scalar[a-z_]*)="
  "fuzz/(instructions/)?(reduction_[a-z]+|float_sum)=red sured fadd"
  "fuzz/linearize_bridge=atoms"
  "fuzz/(check|cuda_functions|machine_properties|planted|properties|wrong_cells)="
  "spec/texture_header=sured"
  "spec/(case_schema|cells_schema|statement)="
  "terms/(model|smt|smt_words)="
  "tools/(list|schema)=")

# warplaw_linked(<list>): takes files out of it that are named after an instruction that is left out, or that only such need.
function(warplaw_linked files)
  foreach(name ${warplaw_left_out})
    list(FILTER ${files} EXCLUDE REGEX "/${name}(_[a-z0-9_]+)?\\.(cpp|h)$")
  endforeach()
  foreach(row ${warplaw_helpers})
    string(REGEX MATCH "^(.*)=(.*)$" row ${row})
    set(pattern "(^|/)${CMAKE_MATCH_1}\\.(cpp|h)$")
    string(REPLACE " " ";" needing "${CMAKE_MATCH_2}")
    list(REMOVE_ITEM needing ${warplaw_left_out})
    if(WARPLAW_ONLY AND NOT needing)
      list(FILTER ${files} EXCLUDE REGEX "${pattern}")
    endif()
  endforeach()
  set(${files} ${${files}} PARENT_SCOPE)
endfunction()

# Rows of what is linked, for tables of functions: linked_instructions.def is found by the files that are named here.
set(linked_rows "")
foreach(name ${WARPLAW_LINKED})
  set(row ${warplaw_rows})
  list(FILTER row INCLUDE REGEX ", ${name}, ")
  string(APPEND linked_rows "${row}\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/linked/linked_instructions.def CONTENT "${linked_rows}" @ONLY)
macro(warplaw_knows_linked)
  set_property(SOURCE ${ARGN} APPEND PROPERTY INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/linked)
endmacro()

# Files that a row demands in every room. One that is missing would be noticed after a long build, by a linker.
include(Parts)
warplaw_demand_parts(${CMAKE_SOURCE_DIR} ${WARPLAW_NAMES})
