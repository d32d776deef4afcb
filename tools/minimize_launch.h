// `warplaw minimize` of a launch: fewer instructions, blocks and threads, smaller arrays, values nearer 0, while the
// same finding at the same instruction stays, or the same element differs from what is expected of it.
#pragma once
#include "spec/launch_case.h"
#include "tools/input.h"
#include <atomic>
#include <functional>

namespace warplaw::tools {

struct MinimizedLaunch {
  spec::LaunchCase shrunk; ///< with what comes of it as expected values
  std::string failure;     ///< what is still so, in words
  std::size_t judged = 0;
  bool finished = true;
};

/// Rejected where nothing fails: it ends as expected and nothing is found.
boost::system::result<MinimizedLaunch, BadCase>
minimizeLaunch(const spec::LaunchCase& start, const std::string& path, const std::atomic<bool>* stop,
               const std::function<void(const spec::LaunchCase&)>& improved);

} // namespace warplaw::tools
