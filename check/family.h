// One family of instructions as it crosses the border (include/warplaw/executor.h): its cases drawn from a domain,
// judged against the encoding, counted for coverage, as words for the minimiser and as case files. A case is the bytes
// of the family's structure: what is asked, and what is answered.
#pragma once
#include "check/demand.h"
#include "check/domain.h"
#include "check/host.h"
#include "check/plugin.h"
#include "check/wide_dice.h"
#include "fuzz/minimize/minimize.h"
#include "fuzz/oracle.h"
#include "symbolic/terms/evaluate.h"
#include <cstring>

namespace warplaw::check {

using Bytes = std::span<const std::byte>;

/// What was seen of a form's cases.
struct Coverage {
  std::array<std::uint64_t, 6> count{}; ///< as the family's counters name them
  std::uint64_t kinds = 0;              ///< a bit for each kind of case, where there are kinds (SHFL: segment widths)
  std::uint64_t off = 0;                ///< SHFL: answers of lanes whose source is off and that may be anything
  std::uint32_t offGives = ~0u;         ///< a bit for each of InactiveSources that says what they all were
  std::uint64_t same = 0;               ///< cases in which a destination is a source's register, or predicate (MACH-2)
};

/// A case as an instruction's readings see it (proofs/statements/reading.h), before it runs; `results`: what stands in
/// its destinations.
struct Stated {
  spec::Form form;
  spec::Choices choices;
  spec::Operands operands;
  spec::Results results;
  std::vector<std::uint8_t> memory = {};
  spec::SurroundingCells cells = {};
  std::optional<unsigned> resultRow = {}; ///< the operands' row whose register is the result's, too (MACH-2)
  bool isPredicateTheSource = false;      ///< the source predicate is the predicate's destination, too
  bool isPredicateTheGuard = false;       ///< the guard is
};

/// An answer that is right alone, and cannot be beside an earlier one that was right alone, too.
struct Contradiction {
  std::vector<std::byte> asked, answered;
  std::string what; ///< one line
};

/// What an answer says, a number each output; 0 for what is not compared.
using Outputs = std::vector<std::uint64_t>;

/// Not thread-safe: families of the thread that made them share compiled encodings.
class Family {
public:
  virtual ~Family() = default;
  virtual unsigned index() const = 0; ///< in kFamilyNames
  virtual spec::Mnemonic mnemonic() const = 0;
  virtual std::size_t bytes() const = 0; ///< of a case
  /// Bytes in front are what goes in, those behind are what comes out; behind outputsEnd stands what came to go in
  /// later.
  virtual std::size_t outputsAt() const = 0;
  virtual std::size_t outputsEnd() const = 0;
  bool inputsAreKept(Bytes asked, Bytes answered) const {
    const std::size_t end = outputsEnd();
    return std::memcmp(asked.data(), answered.data(), outputsAt()) == 0 &&
           std::memcmp(asked.data() + end, answered.data() + end, bytes() - end) == 0;
  }
  /// How many bytes of a case the executor knows, whose header may be an older one: nothing is asked that stands behind
  /// them.
  virtual void setStructure(std::size_t bytes) = 0;
  virtual std::span<const std::string> forms() const = 0; ///< "SHFL.UP"
  virtual unsigned formOf(Bytes asked) const = 0;

  /// Restricts it to what a domain says under the family's name.
  virtual void restrict(spec::JsonReader& reader, spec::JsonFields& fields) = 0;
  virtual const Domain& domain() const = 0;
  /// The same family for everything, with the same outputs and decisions.
  virtual std::unique_ptr<Family> unrestricted() const = 0;
  virtual bool contains(Bytes asked) const = 0;

  /// What the domain demands of answers to a form's cases; nothing where that is no statement about single lanes
  /// (memory, and the order in which lanes change it).
  virtual std::optional<Demand> demand(Terms&, unsigned) { return {}; }

  virtual std::string whyUnstated() const {
    return "what changes memory is no statement about single lanes: `warplaw check` tests it";
  }

  /// The same of a function of one lane; nothing where a family has none.
  virtual std::optional<LaneDemand> laneDemand(Terms&, unsigned) { return {}; }
  /// The warp that values of a LaneDemand's variables speak of; what they leave open is as in a case that is drawn.
  virtual void setLane(unsigned, const symbolic::Assignment&, std::span<std::byte>) {}
  /// The other way round: the values that a lane of a warp gives to them; nothing where it does not execute.
  virtual std::optional<symbolic::Assignment> laneOf(Bytes, unsigned) const { return {}; }

  /// A case of this form, which the domain has.
  virtual void draw(unsigned form, WideDice& dice, std::span<std::byte> asked) = 0;
  /// Is the answer that of the shipped executor, which is proved to be the encoding's? A first look, cheaper than
  /// judge, which alone says what is wrong. False where a family has no such look.
  virtual bool isAsShipped(Bytes, Bytes) { return false; }
  /// Which kinds of output are wrong; 0: none.
  virtual fuzz::Kinds judge(Bytes asked, Bytes answered) = 0;
  /// How many answers so far nobody could judge: the search for an order gave up. They are counted as not wrong.
  virtual std::uint64_t undecided() const { return 0; }

  /// Between answers that judge took for right.
  virtual const std::optional<Contradiction>& contradiction() const {
    static const std::optional<Contradiction> kNone;
    return kNone;
  }

  virtual void observe(Bytes asked, Coverage& coverage) const = 0;
  /// What is told by an answer that is right.
  virtual void observeAnswer(Bytes, Bytes, Coverage&) const {}
  virtual std::span<const std::string_view> counters() const = 0;
  /// Why what was seen is no test of this form; empty: it is one.
  virtual std::string lacking(unsigned form, const Coverage& coverage) const = 0;

  // ---- for the minimiser
  virtual const fuzz::Layout& layout() const = 0;
  virtual const fuzz::SmallCases* small() const = 0;
  virtual fuzz::Words wordsOf(Bytes asked) const = 0;
  /// False where the words are no case of the domain.
  virtual bool fromWords(const fuzz::Words& words, std::span<std::byte> asked) const = 0;

  // ---- case files
  /// Without what is expected.
  virtual spec::Case questionOf(Bytes asked) const = 0;
  /// The answer as a case's expected values say it; false: of a place that the instruction does not write.
  virtual bool takeAnswer(const spec::Case& c, const spec::Expected& said, std::span<std::byte> answered) const = 0;
  /// What of a question no case says, as lines below a table; empty: a case says it all.
  virtual std::string unsaid(Bytes) const { return ""; }
  /// With what is expected, `any` where the domain lets the executor choose.
  virtual spec::Case caseOf(Bytes asked) = 0;
  /// Sets in the case what the answer says was chosen. False: it does not say, and one of many outcomes is right.
  virtual bool takeChoices(Bytes answered, spec::Case& c) const = 0;
  /// False where a case does not fit the structure.
  virtual bool fromCase(const spec::Case& c, std::span<std::byte> asked) = 0;
  /// The state that an answer leaves; what is not compared is as `expected` has it.
  virtual fuzz::Outcome outcomeOf(const spec::Case& c, const fuzz::Outcome& expected, Bytes asked, Bytes answered) = 0;

  // ---- readings
  /// With the choices that the answer tells; where it does not, once for each of a few that it may have made: what
  /// none of them explains may be explained by another.
  virtual std::vector<Stated> statedOf(Bytes asked, Bytes answered) const = 0;
  virtual Outputs outputsOf(Bytes asked, Bytes answered) = 0;
  /// What a reading leaves, after it ran.
  virtual Outputs outputsAsRead(Bytes asked, const Stated& ran) = 0;
};

/// One for all families of a thread.
fuzz::Oracle& sharedOracle();

/// All families of warps, in the order of kFamilyNames, for a profile. Null: not linked (check/families.def).
std::vector<std::unique_ptr<Family>> allFamilies(Profile profile);
/// As a domain's text restricts them; empty text: everything. Rejected by "domain".
spec::Result<std::vector<std::unique_ptr<Family>>> familiesIn(std::string_view domain);
/// The same, as the executor's own structures let them be asked, one size each; 0: not implemented.
spec::Result<std::vector<std::unique_ptr<Family>>> familiesFor(std::string_view domain,
                                                               const std::array<std::uint64_t, kFamilies>& structures);

/// Is every family linked that the executor implements, or that its domain names? What is not is never asked.
bool areLinked(const Table& table);

#define WARPLAW_OF_WARPS
#define WARPLAW_FAMILY(Name, member, of) std::unique_ptr<Family> make##Name##Family(Profile profile);
#include "check/families.def"
#undef WARPLAW_OF_WARPS
#undef WARPLAW_FAMILY

} // namespace warplaw::check
