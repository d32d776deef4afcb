// ATOMS for users' executors (ATOMS-1..10).
#include "fuzz/instructions/atoms.h"
#include "check/memory_family.h"
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

struct Atoms : MemoryAdapter<Atoms, fuzz::Atoms, warplaw_atoms, AtomsDomain> {
  static constexpr std::string_view kMnemonic = "ATOMS";
  static constexpr auto& kOps = spec::kAtomsOps;
  static constexpr auto& kSizes = spec::kAtomsSizes;
  static decltype(auto) pairs() { return fuzz::atomsPairs(); } // ATOMS-1
  static constexpr std::array<std::string_view, 1> kOutputs = {"returned"};
  static constexpr std::array kResultMayBe = {SourceRow{WARPLAW_IS_ADDRESS, rows::kBase},
                                              SourceRow{WARPLAW_IS_OPERAND, rows::kOperand},
                                              SourceRow{WARPLAW_IS_SWAP, rows::kSwap}};
  static bool resultMayBe(const Sample& sample, std::uint32_t source) {
    return source != WARPLAW_IS_SWAP || takesSwap(sample);
  }

  static void pack(const Sample& sample, Wire& wire) {
    const fuzz::AtomsTrial& trial = sample.trial;
    packTrial(sample, wire);
    wire.allocated = trial.allocated;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      wire.address[lane] = trial.operands.row[rows::kBase][lane];
      wire.operand[lane] = wordsAt(trial.operands, rows::kOperand, lane);
      wire.swap[lane] = wordsAt(trial.operands, rows::kSwap, lane);
      wire.returned[lane] = returnedBefore(sample, wire, lane);
    }
  }
  /// What Rd holds: a source's words where it is that register, or pair.
  static std::uint64_t returnedBefore(const Sample& sample, const Wire& wire, unsigned lane) {
    const std::uint64_t canary = kCanaryHigh << 32 | kCanary | lane, high = canary >> 32 << 32;
    if (sample.resultIs == WARPLAW_IS_ADDRESS)
      return high | wire.address[lane];
    if (sample.resultIs == WARPLAW_IS_ITS_OWN)
      return canary;
    const std::uint64_t source = sample.resultIs == WARPLAW_IS_OPERAND ? wire.operand[lane] : wire.swap[lane];
    return sizeOf(sample) == 8 ? source : high | source;
  }
  static void unpack(const Wire& wire, Sample& sample) {
    fuzz::AtomsTrial& trial = sample.trial;
    unpackTrial(wire, sample);
    trial.modifiers.baseIsZero = 0;
    trial.allocated = wire.allocated;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      trial.operands.row[rows::kBase][lane] = wire.address[lane];
      setWords(trial.operands, rows::kOperand, lane, wire.operand[lane]);
      setWords(trial.operands, rows::kSwap, lane, wire.swap[lane]);
    }
  }

  static bool takesSwap(const Sample& sample) { return sample.trial.modifiers.op >= WARPLAW_ATOMS_CAS; }
  static bool isMisaligned(const Sample& sample, unsigned lane) {
    return addressOf(sample, lane) % sizeOf(sample) != 0;
  }
  static bool isOutside(const Sample& sample, unsigned lane) {
    return addressOf(sample, lane) + sizeOf(sample) > sample.trial.allocated;
  }
  static std::uint64_t addressOf(const Sample& sample, unsigned lane) {
    return sample.trial.operands.row[rows::kBase][lane];
  }
  static bool isInError(const Sample& sample, unsigned lane) {
    return isMisaligned(sample, lane) || isOutside(sample, lane);
  }
  /// Immediate and base become one address. Both errors at once could be reported as either (MACH-8).
  static bool toWire(Sample& sample) {
    fuzz::AtomsTrial& trial = sample.trial;
    bool fits = trial.allocated >= kSmallMemory;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      std::uint32_t& address = trial.operands.row[rows::kBase][lane];
      address = trial.addressOf(lane);
      fits = fits && !(isMisaligned(sample, lane) && isOutside(sample, lane));
    }
    trial.modifiers.imm24 = trial.modifiers.baseIsZero = 0;
    clean(sample);
    return fits;
  }
  static void bend(Sample& sample, const AtomsDomain& domain, fuzz::Dice&) {
    fuzz::AtomsTrial& trial = sample.trial;
    trial.allocated = std::max(trial.allocated, kSmallMemory);
    toWire(sample);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      std::uint32_t& address = trial.operands.row[rows::kBase][lane];
      if (isMisaligned(sample, lane) && (isOutside(sample, lane) || !domain.errors))
        address -= address % sizeOf(sample);
      if (!domain.errors)
        address %= trial.allocated / sizeOf(sample) * sizeOf(sample);
    }
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
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (isMisaligned(sample, lane) + isOutside(sample, lane) > domain.errors)
        return false;
    return true;
  }
  static bool expand(Sample& sample, const AtomsDomain&) {
    sample.trial.modifiers.baseIsZero = 0;
    clean(sample);
    return true;
  }

  static bool takeTold(const Wire& after, spec::AtomsChoices& choices) {
    return !after.order_is_known || takeOrder(after.order, choices.order);
  }
  static void reverseOrder(spec::AtomsChoices& choices) { std::ranges::reverse(choices.order); }
  /// Rd has 64 bits where the old value has; CAST's flag is a word (ATOMS-9).
  static std::uint64_t returnedMask(const Sample& sample) {
    return sizeOf(sample) == 8 && !fuzz::isCast(sample.trial.op()) ? ~std::uint64_t{0} : 0xffffffff;
  }
  static void watch(const Sample& sample, std::span<const std::uint8_t> after, const spec::Results& results,
                    linearize::History& history) {
    fuzz::historyOf(sample.trial, after, results, history);
  }
};

} // namespace

std::unique_ptr<Family> makeAtomsFamily(Profile profile) { return std::make_unique<MemoryFamily<Atoms>>(profile); }

} // namespace warplaw::check
