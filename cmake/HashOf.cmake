# warplaw_hash_of(OUTPUT NAMESPACE NAME FILES DEPENDS) makes a source in which NAME is a hash of all that these files hold, whenever one of them is another.
if(CMAKE_SCRIPT_MODE_FILE)
  foreach(file ${FILES})
    file(SHA256 ${file} hash)
    string(APPEND hashes ${hash})
  endforeach()
  string(SHA256 hash "${hashes}")
  file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "namespace ${NAMESPACE} {\nextern const char* const ${NAME};\nconst char* const ${NAME} = \"${hash}\";\n} // namespace ${NAMESPACE}\n")
  return()
endif()

set(WARPLAW_HASH_OF ${CMAKE_CURRENT_LIST_FILE})
function(warplaw_hash_of output namespace name files depends)
  add_custom_command(OUTPUT ${output} COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -DNAMESPACE=${namespace} -DNAME=${name}
    -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${output} -P ${WARPLAW_HASH_OF} DEPENDS ${depends} ${WARPLAW_HASH_OF} VERBATIM COMMENT "The hash ${name}")
endfunction()
