// Which surroundings a machine can hold (SR-1, SR-3, BAR-1, BAR-2, BAR-4, RED-4, RED-5, SURED-4,
// SURED-8).
#include "spec/surroundings_legal.h"

namespace warplaw::spec {
std::uint32_t threadsOf(const SpecialInputs& inputs) { return threadsIn(inputs); }

std::uint32_t aliveLanes(const SpecialInputs& inputs) {
  const std::uint32_t first = kLanes * inputs.warp, threads = threadsOf(inputs);
  const std::uint32_t alive = threads > first ? threads - first : 0;
  return alive >= kLanes ? ~0u : (1u << alive) - 1;
}

std::optional<Rejection> faultOf(const Counters&) { return {}; }
std::optional<Rejection> faultOf(const ExitedLanes&) { return {}; }

std::optional<Rejection> faultOf(const SpecialInputs& inputs) { return faultOfPieces(inputs); }
std::optional<Rejection> faultOf(const Barriers& barriers) { return faultOfPieces(barriers); }
std::optional<Rejection> faultOf(const GenericRegions& regions) { return faultOfPieces(regions); }
std::optional<Rejection> faultOf(const Surfaces& surfaces) { return faultOfPieces(surfaces); }

std::optional<Rejection> faultOfStorage(const GenericRegions& regions, std::size_t bytes) {
  const std::uint32_t end = regions.end[kGenericRegions - 1];
  if (bytes == end)
    return {};
  return Rejection{"RED-5", fmt::format("{} bytes of generic memory in regions of {}", bytes, end),
                   "as many bytes as the last region ends at"};
}

} // namespace warplaw::spec
