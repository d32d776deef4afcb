# How long a test may take: 1500 s (ctest's own limit) is twenty times what any test takes on a quiet machine that does not stand here. What takes longer
# has a row, with the seconds that it takes there; its limit is twenty times that.
set(WARPLAW_LONG_TESTS
  install.deb 120
  install.package 120
  rules.all_have_force 120
  Style.Tidy 300
  tools.contradictions 90
  tools.examples_brief 120
  tools.full 120
  tools.interrupted 150
  tools.kills 120
  tools.report 180
  verify_mutants 300
  verify_mutants_paired 150
  verify_theorem_mutants 300
  zoo.some 150
  # of the night
  check.prove_all 120
  Nightly 1800
  oss_fuzz.coverage 1800
  ptx.verify_mutants 3600
  Style.TidyAll 1800
  tools.examples_all 1800
  tools.idioms_all 240
  tools.interrupted_all 150
  tools.kills_200 1200
  tools.some_all 1200
  verify_certified 3600
  verify_mutants_all 7200
  verify_theorem_mutants_all 7200
  zoo.all 1800)

# How many seconds a program may take to list its tests, which is far less than one on a quiet machine. CMake's own 5 are too few on a machine that is
# loaded: then no test of any program runs.
set(WARPLAW_LISTING_LIMIT 120)

# Gives the tests of this folder their limits: at the end of a folder that has some of them. A row NAME is also of NAME.ANYTHING; the long ones start first,
# then all others that are no part of a larger program, and programs of which some tests take ten seconds (COST 1, where they are discovered): thousands of
# short ones are left, which end on all processors at once.
function(warplaw_limit_tests)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test ${tests})
    set_tests_properties(${test} PROPERTIES COST 1)
    set(rows ${WARPLAW_LONG_TESTS})
    while(rows)
      list(POP_FRONT rows name seconds)
      string(FIND "${test}" "${name}." begins)
      if(test STREQUAL name OR begins EQUAL 0)
        math(EXPR limit "20 * ${seconds}")
        set_tests_properties(${test} PROPERTIES TIMEOUT ${limit} COST ${seconds})
      endif()
    endwhile()
  endforeach()
endfunction()
