# Proved translation units: each is compiled to LLVM bitcode as the front end emits it (undefined behaviour is looked for there), that
# very bitcode is optimised (the code that is proved equal to the encoding), and that very bitcode becomes the object code that ships.
#
#   source --front end--> NAME.unoptimized.bc --clang -O2--> NAME.final.bc --code generation only--> NAME.o

set(WARPLAW_BITCODE_FLAGS
  -O2 -Wall -Wextra -Wno-unused-parameter
  -fno-exceptions -fno-rtti -fno-stack-protector -fno-unwind-tables -fno-asynchronous-unwind-tables
  -fno-strict-aliasing        # no type-based aliasing metadata: the lifter need not trust it
  -Xclang -ffloat16-excess-precision=none # a half's sum is rounded to a half at once, not where the optimiser finds it
  -fno-jump-tables            # a switch stays a switch, no lookup tables in memory
  -fno-discard-value-names)   # loop phis keep the names of the source's variables

set(WARPLAW_OPTIMISER_FLAGS
  -O2 -fno-vectorize -fno-slp-vectorize
  -fno-unroll-loops           # else partly unrolled loops would carry the mark of loops that the lifter cuts
  -mllvm -enable-noalias-to-md-conversion=false) # else inlining turns noalias into metadata of accesses, which is not lifted

# what translation units are compiled for whose names end with a path's: shfl_avx2.cpp, ...
set(WARPLAW_PATHS avx2 avx512 vbmi2 CACHE INTERNAL "code paths with flags of their own")
set(WARPLAW_avx2_FLAGS -mavx2 CACHE INTERNAL "of *_avx2.cpp")
set(WARPLAW_avx512_FLAGS -mavx512f -mavx512bw -mavx512vl -mavx512dq CACHE INTERNAL "of *_avx512.cpp")
set(WARPLAW_vbmi2_FLAGS ${WARPLAW_avx512_FLAGS} -mavx512vbmi -mavx512vbmi2 CACHE INTERNAL "of *_vbmi2.cpp")

# of code that is compiled without this file's steps: the same flags by the same names
function(warplaw_path_flags)
  foreach(path ${WARPLAW_PATHS})
    set(of_path ${ARGN})
    list(FILTER of_path INCLUDE REGEX "_${path}\\.cpp$")
    set_source_files_properties(${of_path} PROPERTIES COMPILE_OPTIONS "${WARPLAW_${path}_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()

# code generation only; aligned loops are worth a fifth of ATOMS's speed
set(WARPLAW_CODEGEN_FLAGS "-O2 -falign-loops=64 -Xclang -disable-llvm-passes" CACHE INTERNAL "bitcode to machine code")

# warplaw_bitcode(TARGET <library> NAME <name> SOURCE <file> [TARGET_FLAGS <flag>...])
# SOURCE is relative to the project's root; the front end runs there, so that no absolute path enters the bitcode.
function(warplaw_bitcode)
  cmake_parse_arguments(arg "" "TARGET;NAME;SOURCE" "TARGET_FLAGS" ${ARGN})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/bitcode)
  file(MAKE_DIRECTORY ${folder})
  separate_arguments(codegen UNIX_COMMAND "${WARPLAW_CODEGEN_FLAGS}")
  set(raw ${folder}/${arg_NAME}.unoptimized.bc)
  set(final ${folder}/${arg_NAME}.final.bc)
  set(object ${folder}/${arg_NAME}.o)
  add_custom_command(OUTPUT ${raw}
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 ${WARPLAW_BITCODE_FLAGS} ${arg_TARGET_FLAGS} -I${CMAKE_SOURCE_DIR} -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=
            -Xclang -disable-llvm-passes
            -MD -MF ${raw}.d -MT ${raw} -emit-llvm -c ${arg_SOURCE} -o ${raw}
    COMMAND sed -i "s# ${arg_SOURCE}# ${CMAKE_SOURCE_DIR}/${arg_SOURCE}#" ${raw}.d # relative paths in it would be taken as the build folder's
    DEPENDS ${CMAKE_SOURCE_DIR}/${arg_SOURCE} DEPFILE ${raw}.d
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM COMMENT "Bitcode ${arg_NAME}: front end")
  add_custom_command(OUTPUT ${final}
    COMMAND ${CMAKE_CXX_COMPILER} ${WARPLAW_OPTIMISER_FLAGS} -fno-discard-value-names -emit-llvm -c ${arg_NAME}.unoptimized.bc -o ${arg_NAME}.final.bc
    DEPENDS ${raw} WORKING_DIRECTORY ${folder} VERBATIM COMMENT "Bitcode ${arg_NAME}: optimiser")
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_CXX_COMPILER} ${codegen} -c ${arg_NAME}.final.bc -o ${arg_NAME}.o
    DEPENDS ${final} WORKING_DIRECTORY ${folder} VERBATIM COMMENT "Bitcode ${arg_NAME}: code generation")
  target_sources(${arg_TARGET} PRIVATE ${object})
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set_property(TARGET ${arg_TARGET} APPEND PROPERTY WARPLAW_BITCODE_NAMES ${arg_NAME})
  set_property(TARGET ${arg_TARGET} APPEND PROPERTY WARPLAW_BITCODE_FILES ${raw} ${final})
endfunction()

# Lists every external definition of these files, bitcode or objects, in FOLDER/shipped_functions.def: rows WARPLAW_FUNCTION(symbol).
function(warplaw_list_functions target folder files)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${folder}/shipped_functions.def
    COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-nm --extern-only --defined-only --format=just-symbols --no-sort ${files} > shipped_functions.txt
    COMMAND sed -n "s/^warplaw_.*/WARPLAW_FUNCTION(&)/p" shipped_functions.txt > shipped_functions.def
    DEPENDS ${files} WORKING_DIRECTORY ${folder} VERBATIM COMMAND_EXPAND_LISTS COMMENT "Functions that ship")
  target_sources(${target} PRIVATE ${folder}/shipped_functions.def)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

# Writes and adds a source file that embeds both stages of every bitcode file of TARGET; call it after the last warplaw_bitcode.
# The file lists rows WARPLAW_BITCODE(symbol, "name", Stage); its bytes lie between <symbol>_begin and <symbol>_end. Beside it stands
# shipped_functions.def. The text of the source file is TARGET's property WARPLAW_BITCODE_BYTES.
function(warplaw_embed_bitcode target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/bitcode)
  get_property(names TARGET ${target} PROPERTY WARPLAW_BITCODE_NAMES)
  get_property(files TARGET ${target} PROPERTY WARPLAW_BITCODE_FILES)
  set(bytes "// Generated: the bitcode files as bytes of the library.\n")
  set(rows "")
  foreach(name ${names})
    foreach(stage Unoptimized Final)
      string(TOLOWER ${stage} suffix)
      set(symbol warplaw_bitcode_${name}_${suffix})
      string(APPEND bytes "asm(\".section .rodata.${symbol},\\\"a\\\",@progbits\\n.balign 16\\n.globl ${symbol}_begin\\n.globl ${symbol}_end\\n\"\n"
                          "    \"${symbol}_begin:\\n.incbin \\\"${folder}/${name}.${suffix}.bc\\\"\\n${symbol}_end:\\n.byte 0\\n.previous\");\n")
      string(APPEND rows "WARPLAW_BITCODE(${symbol}, \"${name}\", ${stage})\n")
    endforeach()
  endforeach()
  set_property(TARGET ${target} PROPERTY WARPLAW_BITCODE_BYTES "${bytes}")
  set(finals ${files})
  list(FILTER finals INCLUDE REGEX "\\.final\\.bc$")
  warplaw_list_functions(${target} ${folder}/include "${finals}")
  file(GENERATE OUTPUT ${folder}/bitcode_bytes.cpp CONTENT "${bytes}")
  file(GENERATE OUTPUT ${folder}/include/bitcode_rows.def CONTENT "${rows}")
  target_sources(${target} PRIVATE ${folder}/bitcode_bytes.cpp)
  set_source_files_properties(${folder}/bitcode_bytes.cpp PROPERTIES GENERATED TRUE OBJECT_DEPENDS "${files}")
endfunction()
