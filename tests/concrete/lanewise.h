// Datapaths whose lanes look at no other lane: what they must leave alone, and Rd against a slower model of one lane.
#pragma once
#include "spec/datapath.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::tests {

/// Random words and those at which ranges end, so that pairs of them meet in every lane sooner or later.
inline std::uint32_t edgeWord(std::mt19937& random) {
  static constexpr std::uint32_t kEdges[] = {0,          1,          2,          0x7F,       0x80,       0xFF,
                                             0x7FFF,     0x8000,     0xFFFF,     0x7FFFFFFF, 0x80000000, 0x80000001,
                                             0xFFFFFFFE, 0xFFFFFFFF, 0x80807F7F, 0x7FFF8000, 0x8000FFFF, 0x00FF0180};
  const auto word = static_cast<std::uint32_t>(random());
  return word % 4 ? kEdges[random() % std::size(kEdges)] : word;
}

inline spec::Operands edgeOperands(std::mt19937& random) {
  spec::Operands operands;
  operands.exec = static_cast<std::uint32_t>(random() | random());
  for (auto& row : operands.row)
    for (std::uint32_t& word : row)
      word = edgeWord(random);
  return operands;
}

/// Rd is model(lane) in the lanes of exec; nothing else is written, and no word outside changes (MACH-1, MACH-5,
/// MACH-8).
/// `parts`: of the surroundings, as the datapath takes them.
template <class Datapath, class Modifiers, class Choices, class Model, class... Parts>
void expectLanes(Datapath datapath, const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                 Model model, Parts... parts) {
  spec::Results results, expected;
  std::memset(&results, 0xAB, sizeof results);
  std::memcpy(&expected, &results, sizeof results);
  datapath(&modifiers, &operands, &choices, parts..., &results);
  expected.written[0] = operands.exec;
  expected.written[1] = expected.predicateWritten = 0;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    expected.error[lane] = 0;
    if (operands.exec >> lane & 1)
      expected.row[0][lane] = model(lane);
    ASSERT_EQ(results.row[0][lane], expected.row[0][lane]) << "lane " << lane;
  }
  ASSERT_EQ(std::memcmp(&results, &expected, sizeof results), 0);
}

} // namespace warplaw::tests
