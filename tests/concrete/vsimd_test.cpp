// SIMD video: every pair of bytes in every lane on every path (VID-4, VID-10).
#include "concrete/execute.h"
#include "concrete/instructions/vsimd.h"
#include "plain/video.h"
#include "tests/forms.h"
#include <algorithm>

namespace warplaw {
namespace vsimd_test {
using spec::VideoOp, spec::VideoType;
using spec::VsimdForm, spec::VsimdOp;
namespace plain = warplaw::plain::video;

struct ThisMachines {
  std::string_view path;
  concrete::VsimdDatapath* datapath;
};
/// The datapaths that this processor has.
std::vector<ThisMachines> datapaths() {
  std::vector<ThisMachines> all = {{"portable", concrete::warplaw_vsimd_portable},
                                   {"avx512", concrete::warplaw_vsimd_avx512}};
  const auto paths = concrete::paths(spec::Mnemonic::Vsimd);
  EXPECT_EQ(paths.size(), all.size());
  std::erase_if(all, [&](const ThisMachines& one) {
    const auto path = std::ranges::find(paths, one.path, &concrete::Path::name);
    return path == paths.end() || !path->supported;
  });
  return all;
}

unsigned lanesOf(const VsimdForm& form) { return form.op >= VsimdOp::Add4 ? 4 : 2; }
VideoOp operationOf(const VsimdForm& form) {
  return static_cast<VideoOp>(static_cast<unsigned>(form.op) - (lanesOf(form) == 4 ? 7 : 0));
}

/// One lane's result, exact or clamped (VID-10).
plain::Integer laneResult(const VsimdForm& form, plain::Integer a, plain::Integer b) {
  const plain::Integer exact = plain::exactly(operationOf(form), form.condition, a, b);
  return form.saturates ? plain::saturated(exact, 32 / lanesOf(form), form.dtype == VideoType::S32) : exact;
}

/// All pairs of bytes in each of the four lanes: each lane begins with another pair.
struct BytePairs {
  static constexpr unsigned kPairs = 1u << 16;
  static std::uint32_t pair(unsigned call, unsigned thread, unsigned lane) {
    return (call * spec::kLanes + thread + lane * (kPairs / 4 + 1)) % kPairs;
  }
  std::vector<spec::Operands> calls = std::vector<spec::Operands>(kPairs / spec::kLanes);
  BytePairs() {
    for (unsigned call = 0; call < calls.size(); ++call) {
      calls[call].exec = ~0u;
      for (unsigned thread = 0; thread < spec::kLanes; ++thread)
        for (unsigned lane = 0; lane < 4; ++lane) {
          calls[call].row[0][thread] |= (pair(call, thread, lane) & 0xFF) << 8 * lane;
          calls[call].row[1][thread] |= pair(call, thread, lane) >> 8 << 8 * lane;
        }
    }
  }
};

/// Lanes that differ from the byte that `wanted` has for their pair.
std::size_t differences(const BytePairs& pairs, concrete::VsimdDatapath* datapath,
                        const spec::VsimdModifiers& modifiers, const std::vector<std::uint8_t>& wanted) {
  std::size_t count = 0;
  spec::Results results{};
  for (unsigned call = 0; call < pairs.calls.size(); ++call) {
    datapath(&modifiers, &pairs.calls[call], nullptr, &results);
    for (unsigned thread = 0; thread < spec::kLanes; ++thread)
      for (unsigned lane = 0; lane < 4; ++lane)
        count +=
            static_cast<std::uint8_t>(results.row[0][thread] >> 8 * lane) != wanted[pairs.pair(call, thread, lane)];
  }
  return count;
}

TEST(Vsimd, EveryPairOfBytesInEveryLane_VID_4_VID_10) {
  const BytePairs pairs;
  const auto all = datapaths();
  unsigned forms = 0;
  tests::eachModified(spec::Mnemonic::Vsimd, [&](const spec::Form& modified) {
    auto form = modified.as<VsimdForm>();
    if (lanesOf(form) != 4 || form.adds)
      return;
    ++forms;
    form.rd.mask = 0xF, form.ra.lanes = 0x3210, form.rb.lanes = 0x7654;
    std::vector<std::uint8_t> wanted(BytePairs::kPairs);
    for (unsigned pair = 0; pair < BytePairs::kPairs; ++pair)
      wanted[pair] = static_cast<std::uint8_t>(laneResult(form, plain::wrapped(pair, 8, form.atype == VideoType::S32),
                                                          plain::wrapped(pair >> 8, 8, form.btype == VideoType::S32)));
    spec::VsimdModifiers modifiers;
    concrete::warplaw_vsimd_modifiers(&form, &modifiers);
    for (const auto& [path, datapath] : all)
      EXPECT_EQ(differences(pairs, datapath, modifiers, wanted), 0u) << path << ": " << spec::print({{}, form, {}});
  });
  EXPECT_EQ(forms, 6u * 8 * 2 + 4 * 6);
}

} // namespace vsimd_test
} // namespace warplaw
