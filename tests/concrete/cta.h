// Warps of one CTA around the same barriers, each with instructions as text that run on it.
#pragma once
#include "spec/instructions/b2r.h"
#include "spec/instructions/bar.h"
#include "spec/surrounding_cells_fields.h"
#include "state.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tests {

struct Cta {
  spec::Surroundings surroundings;
  std::vector<std::unique_ptr<spec::Warp>> warps;

  explicit Cta(unsigned count) {
    surroundings.cells.inputs.ntid[0] = 32 * count;
    for (unsigned w = 0; w < count; ++w)
      warps.push_back(std::make_unique<spec::Warp>());
  }
  spec::Barriers& barriers() { return surroundings.cells.barriers; }
  bool waits(unsigned w) {
    return std::ranges::any_of(barriers().waiting, [&](std::uint32_t warps) { return warps >> w & 1; });
  }

  /// P0 of the warp holds `predicates`.
  void run(unsigned w, std::string_view text, std::uint32_t predicates = 0,
           const std::function<void(spec::Choices&)>& choose = {}) {
    const auto instruction = parsed(text);
    spec::Choices choices = spec::defaultChoices(instruction.form);
    if (choose)
      choose(choices);
    surroundings.cells.inputs.warp = w;
    warps[w]->predicates[0] = predicates;
    const auto done = concrete::execute(instruction, choices, spec::ShaderKind::Compute, *warps[w], surroundings);
    ASSERT_TRUE(done) << text << ": " << done.error().message;
    const auto fault = faultOf(barriers());
    ASSERT_FALSE(fault) << text << " leaves barriers that are illegal: " << fault->message;
  }
  /// The warp's latch as B2R gives it: Rd, and Pu in bit 32.
  std::uint64_t resultOf(unsigned w) {
    run(w, "B2R.RESULT R9, P3");
    return warps[w]->registers[9][0] | std::uint64_t{warps[w]->predicates[3] & 1} << 32;
  }
  bool inError(unsigned w) const { return warps[w]->errors[0] == static_cast<int>(spec::ErrorKind::BarrierMisuse); }
};
inline constexpr std::uint64_t kTrue = std::uint64_t{1} << 32; ///< resultOf where the answer is true

} // namespace warplaw::tests
