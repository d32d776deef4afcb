// SHFL's operand level as one plain value: what a fuzz record becomes, and what the minimiser and planted bugs work on.
#pragma once
#include "fuzz/instruction.h"
#include "symbolic/native/native.h"
#include <functional>

namespace warplaw::fuzz {

struct ShflTrial {
  std::uint32_t mode = 0; ///< spec::ShflMode
  spec::Operands operands;
  spec::ShflChoices choices;
};
inline constexpr std::size_t kShflRecord = 528; ///< 16 bytes of styles and masks, then Ra, Sb, Sc and inactive values
ShflTrial shflTrial(Bytes record);

/// shflEncoding compiled to machine code, one function a mode, each on first use.
class ShflEncoding {
public:
  /// results: before in, after out.
  void operator()(const ShflTrial& trial, spec::Results& results);

private:
  std::array<std::optional<native::Function>, 4> functions_;
};

/// Some implementation of the datapath.
using ShflExecutor = std::function<void(const ShflTrial&, spec::Results&)>;

/// A trial as words (form, exec, rows Ra, Sb, Sc, inactive) and back.
const Layout& shflLayout();
const SmallCases& shflSmallCases();
Words wordsOf(const ShflTrial& trial);
ShflTrial shflTrialOf(const Words& words);
/// That implementation against the encoding.
Judge shflJudge(ShflExecutor executor, ShflEncoding& encoding);
/// SHFL P0, R0, R1, R2, R3 over that trial; Sb and Sc become immediates where all lanes hold one that fits.
spec::Case shflCase(const ShflTrial& trial);

} // namespace warplaw::fuzz
