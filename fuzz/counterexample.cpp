#include "fuzz/counterexample.h"
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::fuzz {

std::uint64_t nameOf(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text)
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3u;
  return hash;
}

spec::Result<std::string> writeCounterexample(const Failure& failure, const std::string& folder) {
  const auto& got = failure.got;
  const std::string json = spec::toJson(*failure.counterexample) + (got ? got->by : "");
  const std::string path = fmt::format("{}/mismatch-{:016x}.json", folder, nameOf(json));
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const auto written = got ? spec::writeCase(*failure.counterexample, *got, path, true)
                           : spec::writeCase(*failure.counterexample, path, true);
  if (!written)
    return written.error();
  return spec::Result<std::string>(boost::system::in_place_value, path);
}

} // namespace warplaw::fuzz
