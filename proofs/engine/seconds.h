// Seconds as files of results hold them.
#pragma once
#include <boost/json/value.hpp>
#include <stdexcept>

namespace warplaw::proofs {

/// Throws where it is no number that a clock could say (1e999 is read as infinite, which JSON has no way to write
/// again), and what Boost.JSON throws.
inline double secondsFrom(const boost::json::value& value) {
  const double seconds = value.to_number<double>();
  if (!(seconds >= 0 && seconds < 1e9))
    throw std::out_of_range("seconds are out of range");
  return seconds;
}

} // namespace warplaw::proofs
