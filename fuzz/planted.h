// Bugs planted into the executor on purpose, as changes of its inputs or of its outcome: what the minimiser and the
// fuzzers are tried on.
#pragma once
#include "fuzz/instructions/atoms.h"
#include "fuzz/instructions/shfl.h"

namespace warplaw::fuzz {

struct PlantedBug {
  std::string_view name;
  std::string_view what; ///< one line: what the faulty executor does
  /// Do all failing cases meet in one minimum? Classes: in one for each failure class. No: the bug has many unlike
  /// small cases.
  enum class Meets { InOne, InOneOfEachClass, No } meets;
  spec::Mnemonic mnemonic;
  ShflExecutor shfl;   ///< set for SHFL
  AtomsExecutor atoms; ///< set for ATOMS
};
const std::vector<PlantedBug>& plantedBugs();

/// The faulty executor against the encoding, at the operand level.
class PlantedJudge {
public:
  explicit PlantedJudge(const PlantedBug& bug) : bug_(bug) {}
  const Layout& layout() const;
  const SmallCases& small() const;
  Judge judge();
  /// The words of a record's operand-level test.
  Words words(Bytes record) const;
  std::size_t recordBytes() const;

private:
  const PlantedBug& bug_;
  ShflEncoding shfl_;
  AtomsEncoding atoms_;
};

} // namespace warplaw::fuzz
