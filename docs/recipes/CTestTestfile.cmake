# Shards as tests: `WARPLAW_SHARDS=4 WARPLAW=$PWD/warplaw ctest --test-dir FOLDER --parallel 2`, where FOLDER holds this file and shard.sh.
set(shard "${CMAKE_CURRENT_LIST_DIR}/shard.sh")
separate_arguments(arguments UNIX_COMMAND "$ENV{WARPLAW_ARGUMENTS}")
foreach(i RANGE 1 $ENV{WARPLAW_SHARDS})
  add_test(shard.${i} "${shard}" ${i} $ENV{WARPLAW_SHARDS} shards ${arguments})
  set_tests_properties(shard.${i} PROPERTIES FIXTURES_SETUP shards)
endforeach()
add_test(merge sh -c "exec \"\$WARPLAW\" merge shards/*.jsonl")
set_tests_properties(merge PROPERTIES FIXTURES_REQUIRED shards)
