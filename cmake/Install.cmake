# What `cmake --install` and CPack put where (docs/install.md): the program with what it reads at run time, its manual pages and completion, and the
# libraries without LLVM and Z3: spec, concrete (whose machine code is that of the proved bitcode) and linearize, with a package for find_package and
# one for pkg-config. Headers of the libraries stand in a folder of their own, so that a program's "lane.h" stays its own.
include(CMakePackageConfigHelpers)
set(rooms ${CMAKE_INSTALL_INCLUDEDIR}/warplaw/rooms)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/warplaw)
set(data ${CMAKE_INSTALL_DATADIR}/warplaw)
set(documents ${CMAKE_INSTALL_DATADIR}/doc/warplaw)

# ---- libraries

foreach(name spec concrete linearize)
  target_compile_features(warplaw_${name} INTERFACE cxx_std_20)
endforeach()
add_library(warplaw_headers INTERFACE) # executor.h, lane.h, serve.h, record.h: C; simt.h: C++; nothing to link
foreach(name headers spec concrete linearize)
  set_target_properties(warplaw_${name} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS warplaw_headers EXPORT warplaw INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS warplaw_spec warplaw_concrete warplaw_linearize EXPORT warplaw ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${rooms})
install(DIRECTORY include/warplaw DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY spec linearize DESTINATION ${rooms} FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(FILES concrete/execute.h concrete/cuda.h DESTINATION ${rooms}/concrete) # the others are how it is made

install(EXPORT warplaw FILE warplaw-targets.cmake NAMESPACE warplaw:: DESTINATION ${package})
configure_package_config_file(cmake/warplaw-config.cmake.in ${CMAKE_BINARY_DIR}/warplaw-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/warplaw-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/warplaw-config.cmake ${CMAKE_BINARY_DIR}/warplaw-config-version.cmake DESTINATION ${package})
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/warplaw.pc.in ${CMAKE_BINARY_DIR}/warplaw.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/warplaw.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- the program

install(TARGETS warplaw EXPORT warplaw DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY corpus proofs/golden DESTINATION ${data})
install(FILES proofs/costs.jsonl proofs/theorems.jsonl DESTINATION ${data})
install(FILES README.md DESTINATION ${documents})
install(FILES LICENSE DESTINATION ${documents} RENAME copyright)
install(DIRECTORY docs examples clients DESTINATION ${documents} USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY ${CMAKE_BINARY_DIR}/manual/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_BINARY_DIR}/completion/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME warplaw)
install(FILES ${CMAKE_BINARY_DIR}/completion/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _warplaw)
install(FILES ${CMAKE_BINARY_DIR}/completion/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME warplaw.fish)

# the program itself says what it takes
set(folder ${CMAKE_BINARY_DIR}/completion)
file(MAKE_DIRECTORY ${folder})
foreach(shell bash zsh fish)
  list(APPEND scripts COMMAND warplaw completion ${shell} > ${folder}/${shell})
  list(APPEND made ${folder}/${shell})
endforeach()
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/manual/warplaw.1 ${made}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/manual COMMAND warplaw manual --to ${CMAKE_BINARY_DIR}/manual ${scripts}
  DEPENDS warplaw VERBATIM COMMENT "Manual pages and completion")
add_custom_target(warplaw_manual ALL DEPENDS ${CMAKE_BINARY_DIR}/manual/warplaw.1 ${made})

# ---- a Debian package: cpack -G DEB --config build/CPackConfig.cmake

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_VENDOR "the warplaw project")
set(CPACK_PACKAGE_CONTACT "maintainers of warplaw <maintainers@localhost>") # whoever distributes it says who that is
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "what NVIDIA's warp-level instructions do, executed, encoded and proved")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cvc5, cadical, clang-19") # the second solver; certificates; executors given as source
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libboost-json${Boost_MAJOR_VERSION}.${Boost_MINOR_VERSION}-dev, libfmt-dev") # to link the libraries
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
mark_as_advanced(DPKG_SHLIBDEPS)
include(CPack)
