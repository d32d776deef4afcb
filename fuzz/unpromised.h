// Which places may hold anything after an instruction or a program, and why. Whatever it is, the answer comes from
// running: a place is promised if it stays the same while values that no rule promises (spec/any_values.h) change.
#pragma once
#include "fuzz/program.h"
#include "fuzz/readers.h"
#include "spec/any_values.h"
#include <set>

namespace warplaw::fuzz {

/// As a Difference names it.
struct Place {
  Kind kind = Kind::Register;
  std::uint32_t index = 0;
  std::uint8_t lane = 0;
  auto operator<=>(const Place&) const = default;
};
using Places = std::set<Place>;

/// A place that an instruction leaves open.
struct AnyPlace {
  Place place;
  std::string why;             ///< "lane 16 is not here"
  const spec::AnyValue* value; ///< that stands there; null: it comes of what was open before
  std::string_view rule = {};  ///< that leaves it open; empty of the latter
};
/// Those of its outcome; none where it is rejected.
std::vector<AnyPlace> unpromised(Readers& readers, const spec::Case& c, std::string_view path = {});

/// Places that one reason leaves open in the same lanes.
struct AnyGroup {
  std::vector<std::string> places; ///< "R1", "P0", "error", "[0x10]", "barriers.latch[3]"
  std::uint32_t lanes = 0;         ///< 0: they are no lane's
  std::string why;
  std::string_view rule; ///< that leaves them open; empty: they come of what was open before
};
/// Where many lanes have reasons of their own, what is said of the value stands for all of them.
std::vector<AnyGroup> groupsOf(const std::vector<AnyPlace>& places);
/// "any in R1, P0 of lanes 0-15: lane 16 is not here (SHFL-7)".
std::string describe(const AnyGroup& group);

/// Places that may hold anything, as a table shows them.
struct MayBeAny {
  Places places = {};
  bool isChosen = false; ///< the case says what the implementation chose: values are shown, too
  /// "any", "any (0x7)", or the value.
  std::string text(const Place& place, std::string value) const;
};
struct AnyInStep {
  MayBeAny before, after;
  std::vector<AnyPlace> own; ///< that the step itself leaves open, from the very state in which it finds the warp
};
/// What a single instruction leaves open.
AnyInStep anyInStep(Readers& readers, const spec::Case& c, std::string_view path = {});

struct UndefinedStep {
  Turn turn;
  spec::Instruction instruction;
  std::vector<AnyPlace> places;
};
/// "step 3 (SHFL.IDX P0, R1, R2, 16, 31): any in R1 of lanes 0-15: ..", a line for each reason; the warp's number
/// before it where there are several.
std::vector<std::string> linesOf(const UndefinedStep& step, bool hasWarps);

/// A run of a program beside others, whose values that no rule promises are zeros, ones, lane numbers, any bits, and
/// words that the case knows. What depends on such a value for other words alone is not noticed. The others take the
/// same turns; one that cannot, as a step is rejected there, is left out from then on.
class BesideOthers {
public:
  BesideOthers(Readers& readers, const spec::ProgramCase& c, std::string_view path);
  BesideOthers(const BesideOthers&) = delete;
  BesideOthers& operator=(const BesideOthers&) = delete;

  /// What came of the next step of the run.
  AnyInStep next(const Turn& turn, const spec::Case& step, const Outcome& outcome);
  /// Steps so far that leave something open by themselves.
  const std::vector<UndefinedStep>& undefined() const { return undefined_; }
  /// What may be anything in the warp now; its errors are those of all steps.
  MayBeAny ofWarp(unsigned warp) const;
  /// What may be anything in a memory now; the first memory's answer includes the cells.
  MayBeAny ofMemory(std::size_t memory) const;

private:
  struct Machine {
    std::vector<spec::Warp> warps;
    spec::Surroundings surroundings;
  };
  struct Other {
    unsigned number;
    Machine machine;
  };
  static void take(Machine& machine, unsigned warp, std::size_t memory, const spec::SpecialInputs& inputs,
                   Outcome outcome);
  bool runOther(Other& other, const Turn& turn, const spec::Case& step);

  Readers& readers_;
  const spec::ProgramCase& c_;
  std::string_view path_;
  std::vector<std::uint32_t> words_; ///< that the case knows
  Machine machine_;                  ///< of the run
  std::vector<Other> others_;        ///< none before something is open
  std::uint64_t turns_ = 0;
  bool isChosen_ = false;
  std::vector<std::uint32_t> errors_; ///< lanes of each warp whose error depended on what is open
  std::vector<UndefinedStep> undefined_;
};

} // namespace warplaw::fuzz
