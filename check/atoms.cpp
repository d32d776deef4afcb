// ATOMS for executors that somebody else wrote (ATOMS-1..10): where the order is told the answer is the encoding's for
// that order; where it is not, some serial order must give it, which the checker of histories finds.
#include "fuzz/instructions/atoms.h"
#include "check/described_family.h"
#include "fuzz/linearize_bridge.h"
#include "spec/instructions/atoms_fields.h"

namespace warplaw::check {
namespace {
namespace rows = spec::atoms_rows;
static_assert(WARPLAW_ATOMS_CAST_SPIN == static_cast<int>(spec::AtomsOp::CastSpin));
static_assert(WARPLAW_U64 == static_cast<int>(spec::AtomsSize::U64));
static_assert(WARPLAW_MISALIGNED_ADDRESS == static_cast<int>(spec::ErrorKind::MisalignedAddress));
static_assert(WARPLAW_ATOMS_MEMORY == fuzz::kTrialMemory);

constexpr std::uint64_t kCanaryHigh = 0xa5a5a5a5;

/// The legal pairs (ATOMS-1): "ADD.U32".
const std::vector<std::string>& pairNames() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const fuzz::AtomsPair pair : fuzz::atomsPairs())
      names.push_back(fmt::format("{}.{}", spec::kAtomsOps[static_cast<unsigned>(pair.op)],
                                  spec::kAtomsSizes[static_cast<unsigned>(pair.size)]));
    return names;
  }();
  return kNames;
}

std::uint64_t wordsAt(const spec::Operands& operands, unsigned row, unsigned lane) {
  return std::uint64_t{operands.row[row + 1][lane]} << 32 | operands.row[row][lane];
}
void setWords(spec::Operands& operands, unsigned row, unsigned lane, std::uint64_t value) {
  operands.row[row][lane] = static_cast<std::uint32_t>(value);
  operands.row[row + 1][lane] = static_cast<std::uint32_t>(value >> 32);
}

struct Atoms : PlainAdapter<fuzz::Atoms, warplaw_atoms, AtomsDomain> {
  static constexpr FamilyId kFamily = FamilyId::Atoms;
  static constexpr std::size_t kOutputsAt = offsetof(Wire, returned);
  static constexpr std::string_view kFormsKey = "operations";
  static constexpr std::array<std::string_view, 1> kOutputs = {"returned"};
  static constexpr unsigned kSmallWords = 1;

  static std::span<const std::string_view> forms() {
    static const std::vector<std::string_view> kViews(pairNames().begin(), pairNames().end());
    return kViews;
  }
  static std::string formName(std::string_view name) { return fmt::format("ATOMS.{}", name); }
  static unsigned formOf(const spec::AtomsModifiers& modifiers) {
    unsigned form = 0;
    for (const fuzz::AtomsPair pair : fuzz::atomsPairs()) {
      if (static_cast<unsigned>(pair.op) == modifiers.op && static_cast<unsigned>(pair.size) == modifiers.size)
        return form;
      ++form;
    }
    return 63;
  }
  static void aim(unsigned form, std::span<std::uint8_t> record) {
    record[0] = static_cast<std::uint8_t>(form); // modulo the number of pairs
  }
  /// The address is a lane's own word here; op and size alone are modifiers.
  static bool isModifier(std::size_t word) { return word < 2; }
  static AtomsDomain defaultsOf(Profile profile) {
    AtomsDomain domain;
    if (profile != Profile::Sass)
      domain.exec = ExecMasks::NonEmpty;
    return domain;
  }
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, AtomsDomain& domain) {
    if (const auto value = fields.take("errors"))
      domain.errors = reader.boolean(*value);
  }
  static void widen(AtomsDomain& domain) { domain.errors = true; }

  static void pack(const Sample& sample, Wire& wire) {
    const fuzz::AtomsTrial& trial = sample.trial;
    std::memset(static_cast<void*>(&wire), 0, sizeof wire);
    wire.op = trial.modifiers.op;
    wire.size = trial.modifiers.size;
    wire.exec = trial.operands.exec;
    wire.allocated = trial.allocated;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      wire.address[lane] = trial.operands.row[rows::kBase][lane];
      wire.operand[lane] = wordsAt(trial.operands, rows::kOperand, lane);
      wire.swap[lane] = wordsAt(trial.operands, rows::kSwap, lane);
      wire.returned[lane] = kCanaryHigh << 32 | kCanary | lane;
    }
    std::memcpy(wire.memory, trial.memory.data(), sizeof wire.memory);
  }
  static void unpack(const Wire& wire, Sample& sample) {
    fuzz::AtomsTrial& trial = sample.trial;
    trial.modifiers = {wire.op, wire.size, 0, 0};
    trial.operands.exec = wire.exec;
    trial.allocated = wire.allocated;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      trial.operands.row[rows::kBase][lane] = wire.address[lane];
      setWords(trial.operands, rows::kOperand, lane, wire.operand[lane]);
      setWords(trial.operands, rows::kSwap, lane, wire.swap[lane]);
    }
    std::memcpy(trial.memory.data(), wire.memory, sizeof wire.memory);
  }

  static unsigned sizeOf(const Sample& sample) { return spec::bytesOf(sample.trial.size()); }
  static bool takesSwap(const Sample& sample) { return sample.trial.modifiers.op >= WARPLAW_ATOMS_CAS; }
  static bool isMisaligned(const Sample& sample, unsigned lane) {
    return sample.trial.operands.row[rows::kBase][lane] % sizeOf(sample) != 0;
  }
  static bool isOutside(const Sample& sample, unsigned lane) {
    return std::uint64_t{sample.trial.operands.row[rows::kBase][lane]} + sizeOf(sample) > sample.trial.allocated;
  }
  static void decide(Sample& sample, const AtomsDomain&) { sample.trial.choices = {}; }
  /// Immediate and base become one address. Both errors at once could be reported as either (MACH-8): one is left.
  static void bend(Sample& sample, const AtomsDomain& domain, fuzz::Dice&) {
    fuzz::AtomsTrial& trial = sample.trial;
    trial.allocated = std::max(trial.allocated, kSmallMemory);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      std::uint32_t& address = trial.operands.row[rows::kBase][lane];
      address = fuzz::atomsAddressPlainly(trial.modifiers.baseIsZero, address, trial.modifiers.imm24);
      const bool misaligned = isMisaligned(sample, lane), outside = isOutside(sample, lane);
      if (misaligned && (outside || !domain.errors))
        address -= address % sizeOf(sample);
      if (!domain.errors)
        address %= trial.allocated / sizeOf(sample) * sizeOf(sample);
    }
    trial.modifiers.imm24 = trial.modifiers.baseIsZero = 0;
    clean(sample);
  }
  /// Words that the form does not read are 0.
  static void clean(Sample& sample) {
    spec::Operands& operands = sample.trial.operands;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!takesSwap(sample))
        setWords(operands, rows::kSwap, lane, 0);
      if (sizeOf(sample) == 4)
        operands.row[rows::kOperandHigh][lane] = operands.row[rows::kSwapHigh][lane] = 0;
    }
  }
  static bool contains(const Sample& sample, const AtomsDomain& domain) {
    if (sample.trial.allocated < kSmallMemory || sample.trial.allocated > fuzz::kTrialMemory)
      return false;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const bool misaligned = isMisaligned(sample, lane), outside = isOutside(sample, lane);
      if ((misaligned && outside) || (!domain.errors && (misaligned || outside)))
        return false;
    }
    return true;
  }
  static bool expand(Sample& sample, const AtomsDomain&) {
    sample.trial.modifiers.baseIsZero = 0;
    clean(sample);
    return true;
  }
  static std::vector<std::uint32_t> smallValues(unsigned, const AtomsDomain&) { return {1}; }

  static constexpr std::array<std::string_view, 3> kCounters = {"lanes in conflict", "alone", "errors"};
  static void observe(const Sample& sample, const AtomsDomain&, Coverage& coverage) {
    const std::uint32_t exec = sample.trial.operands.exec;
    const std::uint32_t* const address = sample.trial.operands.row[rows::kBase];
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(exec >> lane & 1))
        continue;
      if (isMisaligned(sample, lane) || isOutside(sample, lane)) {
        ++coverage.count[2];
        continue;
      }
      bool meets = false;
      for (unsigned other = 0; other < spec::kLanes; ++other)
        meets |= other != lane && (exec >> other & 1) && address[other] == address[lane];
      ++coverage.count[meets ? 0 : 1];
    }
  }
  static std::string lacking(unsigned, const AtomsDomain&, const Coverage& coverage) {
    return coverage.count[0] < kEnough ? "no two lanes meet at an address" : "";
  }
};

class AtomsFamily final : public DescribedFamily<Atoms> {
public:
  using DescribedFamily::DescribedFamily;
  explicit AtomsFamily(const AtomsDomain& domain) : DescribedFamily(domain) {}
  std::unique_ptr<Family> unrestricted() const override { return std::make_unique<AtomsFamily>(widest()); }

  fuzz::Kinds judge(Bytes asked, Bytes answered) override {
    const auto &before = wireIn<warplaw_atoms>(asked), &after = wireIn<warplaw_atoms>(answered);
    unpack(before, sample_);
    if (after.order_is_known > 1 || (after.order_is_known && !takeOrder(after)))
      return fuzz::setOf(fuzz::Kind::Rejection);
    Fuzzer::Wanted wanted;
    fuzzer_.encode(sample_.trial, wanted); // what it says of errors holds for every order
    fuzz::Kinds kinds = frame(before, after);
    std::uint32_t accesses = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(before.exec >> lane & 1))
        continue;
      if (after.error[lane] != wanted.results.error[lane])
        kinds |= fuzz::setOf(fuzz::Kind::Error);
      accesses |= std::uint32_t{wanted.results.error[lane] == 0} << lane;
    }
    if (kinds & fuzz::setOf(fuzz::Kind::Error))
      return kinds;
    return kinds | (after.order_is_known ? asEncoded(wanted, after, accesses) : asSomeOrder(wanted, after, accesses));
  }

  spec::Case caseOf(Bytes asked) override { return Fuzzer::caseOf(sampleOf(asked).trial); }
  bool takeChoices(Bytes answered, spec::Case& c) const override {
    const auto& after = wireIn<warplaw_atoms>(answered);
    spec::AtomsChoices choices;
    std::copy(std::begin(after.order), std::end(after.order), choices.order.begin());
    if (after.order_is_known != 1 || !spec::check(spec::Choices(choices), c.instruction.form))
      return false;
    c.choices = choices;
    return true;
  }
  bool fromCase(const spec::Case& c, std::span<std::byte> asked) override {
    const auto words = fuzzer_.operandWords(c);
    const auto trial = words ? Fuzzer::trialOf(words->words) : std::nullopt;
    if (!trial)
      return false;
    Sample sample{*trial, false, {}};
    fuzz::Dice none(0);
    const auto wide = widest();
    const std::uint32_t allocated = trial->allocated;
    Atoms::bend(sample, wide, none);
    pack(sample, wireIn<warplaw_atoms>(asked));
    return allocated == sample.trial.allocated;
  }
  fuzz::Outcome outcomeOf(const spec::Case& c, const fuzz::Outcome& expected, Bytes asked, Bytes answered) override {
    fuzz::Outcome outcome = expected;
    const auto& after = wireIn<warplaw_atoms>(answered);
    const spec::Plan plan = fuzzer_.planOf(c.instruction.form, c.choices);
    const std::uint32_t exec = wireIn<warplaw_atoms>(asked).exec;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(exec >> lane & 1))
        continue;
      outcome.warp.errors[lane] = after.error[lane];
      if (expected.warp.errors[lane])
        continue;
      for (unsigned part = 0; part < spec::kResultRows; ++part)
        if (plan.destination[part] != spec::kZeroRegister)
          outcome.warp.registers[plan.destination[part]][lane] =
              static_cast<std::uint32_t>(after.returned[lane] >> 32 * part);
    }
    outcome.memory.assign(after.memory, after.memory + c.memory.size());
    return outcome;
  }

  Stated statedOf(Bytes asked) const override {
    const Sample sample = sampleOf(asked);
    return {fuzz::Atoms::formOf(sample.trial.modifiers), sample.trial.choices, sample.trial.operands, {}};
  }
  /// A reading knows no order that nobody told.
  std::optional<bool> isAsRead(Bytes, Bytes, const spec::Results&, std::span<const std::uint8_t>) override {
    return std::nullopt;
  }

private:
  bool takeOrder(const warplaw_atoms& after) {
    std::uint32_t seen = 0;
    for (unsigned k = 0; k < spec::kLanes; ++k) {
      seen |= 1u << after.order[k] % spec::kLanes;
      sample_.trial.choices.order[k] = after.order[k] % spec::kLanes;
    }
    return seen == ~0u;
  }
  /// Off lanes, and memory behind what is allocated.
  fuzz::Kinds frame(const warplaw_atoms& before, const warplaw_atoms& after) const {
    bool kept = std::memcmp(before.memory + before.allocated, after.memory + before.allocated,
                            WARPLAW_ATOMS_MEMORY - before.allocated) == 0;
    for (unsigned lane = 0; lane < spec::kLanes && domain_.frame; ++lane)
      kept = kept && (before.exec >> lane & 1 ||
                      (before.returned[lane] == after.returned[lane] && after.error[lane] == WARPLAW_NO_ERROR));
    return kept ? 0 : fuzz::setOf(fuzz::Kind::Frame);
  }
  /// Rd has 64 bits where the old value has; CAST's flag is a word (ATOMS-9).
  std::uint64_t returnedMask() const {
    const spec::AtomsOp op = sample_.trial.op();
    const bool isFlag = op == spec::AtomsOp::Cast || op == spec::AtomsOp::CastSpin;
    return sample_.trial.size() == spec::AtomsSize::U64 && !isFlag ? ~std::uint64_t{0} : 0xffffffff;
  }
  fuzz::Kinds asEncoded(const Fuzzer::Wanted& wanted, const warplaw_atoms& after, std::uint32_t accesses) const {
    fuzz::Kinds kinds = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const std::uint64_t right = std::uint64_t{wanted.results.row[1][lane]} << 32 | wanted.results.row[0][lane];
      if ((accesses >> lane & 1) && ((right ^ after.returned[lane]) & returnedMask()))
        kinds |= fuzz::setOf(fuzz::Kind::Register);
    }
    if (std::memcmp(wanted.memory.data(), after.memory, sample_.trial.allocated) != 0)
      kinds |= fuzz::setOf(fuzz::Kind::Memory);
    return kinds;
  }
  fuzz::Kinds asSomeOrder(Fuzzer::Wanted& wanted, const warplaw_atoms& after, std::uint32_t accesses) {
    spec::Results& results = wanted.results;
    results.written[0] = accesses;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      results.row[0][lane] = static_cast<std::uint32_t>(after.returned[lane]);
      results.row[1][lane] = static_cast<std::uint32_t>(after.returned[lane] >> 32);
    }
    fuzz::historyOf(sample_.trial, std::span(after.memory).first(sample_.trial.allocated), results, history_);
    const bool legal = linearize::validate(history_) && checker_.check(history_).answer == linearize::Answer::Legal;
    return legal ? 0 : fuzz::setOf(fuzz::Kind::Memory);
  }

  Sample sample_; ///< the one that is judged
  linearize::Checker checker_;
  linearize::History history_;
};

} // namespace

std::unique_ptr<Family> makeAtomsFamily(Profile profile) { return std::make_unique<AtomsFamily>(profile); }

} // namespace warplaw::check
