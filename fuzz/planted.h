// Bugs planted into the executor on purpose, as changes of its inputs or of its outcome: what the minimiser and the
// fuzzers are tried on. Each instruction brings its own (fuzz/instructions/<name>_planted.cpp).
#pragma once
#include "fuzz/oracle.h"
#include <functional>

namespace warplaw::fuzz {

struct PlantedBug {
  std::string_view name;
  std::string_view what; ///< one line: what the faulty executor does
  /// Do all failing cases meet in one minimum? Classes: in one for each failure class. No: the bug has many unlike
  /// small cases.
  enum class Meets { InOne, InOneOfEachClass, No } meets;
  spec::Mnemonic mnemonic;
  AnyExecutor executor; ///< the faulty one: what runs instead of the shipped datapath
};
/// The planted bugs of all instructions, in the order of spec/instructions.def.
const std::vector<PlantedBug>& plantedBugs();

/// One bug with a fuzzer of its own.
class PlantedJudge {
public:
  explicit PlantedJudge(const PlantedBug& bug) : bug_(bug), fuzzer_(makeFuzzer(bug.mnemonic)) {}
  const Layout& layout() const { return fuzzer_->layout(); }
  const SmallCases& small() const { return fuzzer_->small(); }
  Judge judge() { return fuzzer_->judgeOf(bug_.executor); }
  /// The faulty executor on a whole case; nothing where that does not fit the operand level.
  std::optional<Outcome> outcome(const spec::Case& c);
  /// The words of a record's operand-level test.
  Words words(Bytes record) const { return fuzzer_->recordWords(record); }
  std::size_t recordBytes() const { return fuzzer_->recordBytes(); }

private:
  const PlantedBug& bug_;
  std::unique_ptr<InstructionFuzzer> fuzzer_;
};

} // namespace warplaw::fuzz
