// RED for users' executors (RED-1..7): generic memory as data, regions with their contents, windows, and the address of
// each lane's access, in whichever form it was written.
#include "fuzz/instructions/red.h"
#include "check/memory_family.h"
#include "fuzz/reduction_drawing.h"
#include "spec/instructions/red_fields.h"
#include "spec/surrounding_parts.h"

namespace warplaw::check {
namespace {
namespace rows = spec::red_rows;
static_assert(WARPLAW_RED_XOR == static_cast<int>(spec::RedOp::Xor));
static_assert(WARPLAW_RED_F64 == static_cast<int>(spec::RedSize::F64));
static_assert(WARPLAW_INVALID_ADDRESS_SPACE == static_cast<int>(spec::ErrorKind::InvalidAddressSpace));
static_assert(WARPLAW_REGIONS == spec::kGenericRegions && WARPLAW_RED_MEMORY == fuzz::kTrialMemory);
static_assert(static_cast<int>(linearize::Op::Xor) == WARPLAW_RED_XOR &&
              static_cast<int>(linearize::Type::F64) == WARPLAW_RED_F64 &&
              static_cast<int>(linearize::ZeroOrder::TakeOperand) == 2);

constexpr std::uint64_t kAddresses = std::uint64_t{spec::kGenericAddressesHigh} << 32;

struct Red : MemoryAdapter<Red, fuzz::Red, warplaw_red, RedDomain> {
  static constexpr std::string_view kMnemonic = "RED";
  static constexpr auto& kOps = spec::kRedOps;
  static constexpr auto& kSizes = spec::kRedSizes;
  static decltype(auto) pairs() { return fuzz::redPairs(); } // RED-1
  static constexpr std::array<std::string_view, 1> kOutputs = {"memory"};
  static constexpr std::string_view kBytesCell = "end[0]"; ///< region 0's bytes: reduce

  static std::vector<std::string> moreCells() {
    std::vector<std::string> cells;
    for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
      if (r > 0)
        cells.push_back(fmt::format("end[{}]", r));
      cells.push_back(fmt::format("baseLow[{}]", r));
      cells.push_back(fmt::format("baseHigh[{}]", r));
    }
    for (const char* window : {"shared", "local"})
      for (const char* part : {"Low", "Size"})
        cells.push_back(fmt::format("{}Window{}", window, part));
    return cells;
  }
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, RedDomain& domain) {
    MemoryAdapter::readMore(reader, fields, domain);
    if (const auto value = fields.take("unlike_zeros"))
      domain.unlikeZeros = reader.integer(*value, 2);
  }
  static void decide(Sample& sample, const RedDomain& domain) {
    MemoryAdapter::decide(sample, domain);
    sample.trial.choices.unlikeZeros = domain.unlikeZeros;
  }

  // ---- the structure

  static void pack(const Sample& sample, Wire& wire) {
    const fuzz::RedTrial& trial = sample.trial;
    packTrial(sample, wire);
    const fuzz::PlainRegions regions(trial.regions());
    for (const auto& region : regions.all()) {
      wire.base[wire.regions] = region.base;
      wire.bytes[wire.regions++] = region.bytes;
    }
    wire.shared_window = trial.inputs().sharedWindowLow;
    wire.shared_window_bytes = trial.inputs().sharedWindowSize;
    wire.local_window = trial.inputs().localWindowLow;
    wire.local_window_bytes = trial.inputs().localWindowSize;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      wire.address[lane] = addressOf(sample, lane);
      wire.operand[lane] = operandOf(sample, lane);
    }
  }
  static void unpack(const Wire& wire, Sample& sample) {
    fuzz::RedTrial& trial = sample.trial;
    unpackTrial(wire, sample);
    trial.modifiers.extended = 1;
    trial.regions() = {};
    trial.allocated = 0;
    for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
      trial.regions().baseLow[r] = static_cast<std::uint32_t>(wire.base[r]);
      trial.regions().baseHigh[r] = static_cast<std::uint32_t>(wire.base[r] >> 32);
      trial.regions().end[r] = trial.allocated += wire.bytes[r];
    }
    setWindows(trial, {wire.shared_window, wire.shared_window_bytes, wire.local_window, wire.local_window_bytes});
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      setAddress(sample, lane, wire.address[lane]);
      setWords(trial.operands, rows::kOperand, lane, wire.operand[lane]);
    }
  }
  /// Nothing else of the inputs is RED's.
  static void setWindows(fuzz::RedTrial& trial, const std::array<std::uint32_t, 4>& words) {
    trial.inputs() = {};
    trial.inputs().sharedWindowLow = words[0];
    trial.inputs().sharedWindowSize = words[1];
    trial.inputs().localWindowLow = words[2];
    trial.inputs().localWindowSize = words[3];
  }
  static std::uint64_t addressOf(const Sample& sample, unsigned lane) {
    return wordsAt(sample.trial.operands, rows::kBase, lane);
  }
  static void setAddress(Sample& sample, unsigned lane, std::uint64_t address) {
    setWords(sample.trial.operands, rows::kBase, lane, address);
  }
  static std::uint64_t operandOf(const Sample& sample, unsigned lane) {
    return wordsAt(sample.trial.operands, rows::kOperand, lane);
  }
  static bool isInError(const Sample& sample, unsigned lane) {
    return sample.trial.accessOf(lane).error != spec::ErrorKind::None;
  }

  /// Base and offset become one address (RED-2); words that the form does not read are 0.
  static bool toWire(Sample& sample) {
    fuzz::RedTrial& trial = sample.trial;
    trial.choices = {};
    bool fits = true;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const std::uint64_t address = trial.accessOf(lane).address;
      fits = fits && address < kAddresses;
      setAddress(sample, lane, address % kAddresses);
      if (sizeOf(sample) == 4)
        trial.operands.row[rows::kOperandHigh][lane] = 0;
    }
    trial.modifiers.extended = 1;
    trial.modifiers.imm20 = 0;
    const spec::SpecialInputs& inputs = trial.inputs();
    setWindows(trial, {inputs.sharedWindowLow, inputs.sharedWindowSize, inputs.localWindowLow, inputs.localWindowSize});
    return fits;
  }

  // ---- the domain

  static linearize::Operation operationOf(const Sample& sample) {
    return {static_cast<linearize::Op>(sample.trial.op()), static_cast<linearize::Type>(sample.trial.size())};
  }
  /// Where the order tells, few different operands: a search for it ends then (RED-11).
  static void bend(Sample& sample, const RedDomain& domain, fuzz::Dice&) {
    fuzz::RedTrial& trial = sample.trial;
    toWire(sample);
    if (!linearize::isOrderFree(operationOf(sample), zerosOf(domain)) || trial.op() == spec::RedOp::Inc ||
        trial.op() == spec::RedOp::Dec)
      for (unsigned lane = kDifferent; lane < spec::kLanes; ++lane)
        for (const unsigned row : {rows::kOperand, rows::kOperandHigh})
          trial.operands.row[row][lane] = trial.operands.row[row][lane % kDifferent];
    if (!domain.errors)
      keepInside(sample);
  }
  static constexpr unsigned kDifferent = 4;
  static linearize::ZeroOrder zerosOf(const RedDomain& domain) {
    return static_cast<linearize::ZeroOrder>(domain.unlikeZeros);
  }
  /// Every address an element of some region, none in a window.
  static void keepInside(Sample& sample) {
    fuzz::RedTrial& trial = sample.trial;
    setWindows(trial, {});
    const unsigned bytes = sizeOf(sample);
    if (!fuzz::ReductionElements(fuzz::PlainRegions(trial.regions()), bytes, true).count) {
      trial.regions() = {};
      std::ranges::fill(trial.regions().end, kSmallMemory);
      trial.allocated = kSmallMemory;
      trial.memory.fill(0);
    }
    const fuzz::ReductionElements elements(fuzz::PlainRegions(trial.regions()), bytes, true);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (isInError(sample, lane))
        setAddress(sample, lane,
                   elements[static_cast<std::uint32_t>(addressOf(sample, lane) / bytes % elements.count)]);
  }
  static bool contains(const Sample& sample, const RedDomain& domain) {
    const fuzz::RedTrial& trial = sample.trial;
    if (spec::faultOf(trial.regions()) || spec::faultOf(trial.inputs()) || trial.allocated > fuzz::kTrialMemory)
      return false;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (addressOf(sample, lane) >= kAddresses || (!domain.errors && isInError(sample, lane)))
        return false;
    return true;
  }

  // ---- the minimiser's words: of regions how many bytes they have, not where they end

  static void reduce(Sample& sample, const RedDomain&) {
    auto& end = sample.trial.regions().end;
    for (unsigned r = spec::kGenericRegions; r-- > 1;)
      end[r] -= end[r - 1];
  }
  /// Regions without a byte are none.
  static bool expand(Sample& sample, const RedDomain&) {
    fuzz::RedTrial& trial = sample.trial;
    const spec::GenericRegions sizes = trial.regions();
    spec::GenericRegions& regions = trial.regions() = {};
    trial.allocated = 0;
    unsigned count = 0;
    for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
      if (sizes.end[r] == 0)
        continue;
      if (sizes.end[r] > fuzz::kTrialMemory - trial.allocated)
        return false;
      regions.baseLow[count] = sizes.baseLow[r];
      regions.baseHigh[count] = sizes.baseHigh[r];
      regions.end[count++] = trial.allocated += sizes.end[r];
    }
    for (; count < spec::kGenericRegions; ++count)
      regions.end[count] = trial.allocated;
    trial.modifiers.extended = 1;
    return toWire(sample);
  }

  // ---- the answer

  /// Which error is reported where several hold is the lane's choice (MACH-8).
  static bool takeTold(const Wire& after, spec::RedChoices& choices) {
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      choices.reported[lane] = after.error[lane] == WARPLAW_INVALID_ADDRESS_SPACE  ? 1
                               : after.error[lane] == WARPLAW_ADDRESS_OUT_OF_RANGE ? 2
                                                                                   : 0;
    return !after.order_is_known ||
           (takeOrder(after.order, choices.order) && takeOrder(after.order_high, choices.orderHigh));
  }
  static void reverseOrder(spec::RedChoices& choices) {
    std::ranges::reverse(choices.order);
    std::ranges::reverse(choices.orderHigh);
  }
  /// Which NaN F64 gives nobody knows, and no order says it (RED-7).
  static bool orderTellsAll(const Sample& sample) {
    return sample.trial.size() != spec::RedSize::F64 || sample.trial.op() != spec::RedOp::Add;
  }
  static void watch(const Sample& sample, std::span<const std::uint8_t> after, const spec::Results& results,
                    linearize::History& history) {
    const fuzz::RedTrial& trial = sample.trial;
    linearize::clear(history);
    history.zeros = static_cast<linearize::ZeroOrder>(trial.choices.unlikeZeros);
    history.instructions.push_back({0, 0, operationOf(sample)});
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if ((trial.operands.exec >> lane & 1) && results.error[lane] == 0) {
        linearize::Access access;
        access.lane = static_cast<std::uint8_t>(lane);
        access.address = addressOf(sample, lane);
        access.operand = operandOf(sample, lane);
        history.accesses.push_back(access);
      }
    const fuzz::PlainRegions regions(trial.regions());
    for (const auto& region : regions.all()) {
      const auto bytesOf = [&](std::span<const std::uint8_t> memory) {
        const auto part = memory.subspan(region.first, region.bytes);
        return linearize::KnownBytes{region.base, {part.begin(), part.end()}};
      };
      history.initial.push_back(bytesOf(trial.memory));
      history.final.push_back(bytesOf(after));
    }
  }
};

} // namespace

std::unique_ptr<Family> makeRedFamily(Profile profile) { return std::make_unique<MemoryFamily<Red>>(profile); }

} // namespace warplaw::check
