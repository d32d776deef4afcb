# SHFL: the predicate says whether the lane that is read executes, not whether it is in range (SHFL-6)
# concrete/instructions/shfl_vector.h: shfl
s/(sources\.inRange & exec);/0u;\n  for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane)\n    results->predicate |= (exec >> sources.lane[lane] \& 1) << lane \& exec;/
