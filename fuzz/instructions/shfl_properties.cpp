// Laws of SHFL (SHFL-1..13), stated with plain integers over what the shipped executor does.
#include "fuzz/instructions/shfl.h"
#include "fuzz/properties.h"
#include <fmt/format.h>
#include <numeric>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::ShflMode;
namespace rows = spec::shfl_rows;
using Broken = std::optional<std::string>;
using Lanes = std::array<std::uint32_t, kLanes>;

spec::Results run(ShflTrial trial) {
  spec::Results results = untouchedResults();
  ShflFuzzer::execute(trial, results);
  return results;
}

bool executes(const ShflTrial& trial, unsigned lane) { return trial.operands.exec >> lane & 1; }

/// Every lane's Ra is its own number: Rd then tells which lane was read.
ShflTrial lanesAsValues(Bytes record) {
  ShflTrial trial = ShflFuzzer::trialOf(record);
  std::iota(std::begin(trial.operands.row[rows::kValue]), std::end(trial.operands.row[rows::kValue]), 0u);
  return trial;
}

ShflSourcePlain sourceOf(const ShflTrial& trial, unsigned lane) {
  return shflSourcePlainly(static_cast<ShflMode>(trial.modifiers.mode), static_cast<int>(lane),
                           trial.operands.row[rows::kLane][lane], trial.operands.row[rows::kRange][lane]);
}

Broken readsWhatItsModeSays(Oracle&, Bytes record) {
  const ShflTrial trial = lanesAsValues(record);
  const spec::Results results = run(trial);
  for (unsigned i = 0; i < kLanes; ++i) {
    if (!executes(trial, i))
      continue;
    const ShflSourcePlain source = sourceOf(trial, i);
    if (bool(results.predicate >> i & 1) != source.inRange)
      return fmt::format("lane {}: predicate is {}", i, results.predicate >> i & 1);
    const std::uint32_t wanted = executes(trial, static_cast<unsigned>(source.lane))
                                     ? static_cast<std::uint32_t>(source.lane)
                                     : trial.choices.inactive[i];
    if (results.row[0][i] != wanted)
      return fmt::format("lane {}: reads {:#x}, not {:#x}", i, results.row[0][i], wanted);
  }
  return std::nullopt;
}

Broken predicateNeedsNoLanes(Oracle&, Bytes record) {
  ShflTrial trial = ShflFuzzer::trialOf(record);
  const spec::Results some = run(trial);
  const std::uint32_t exec = trial.operands.exec;
  trial.operands.exec = ~0u;
  const spec::Results all = run(trial);
  if ((some.predicate ^ all.predicate) & exec)
    return fmt::format("predicates {:#x} and {:#x}", some.predicate & exec, all.predicate & exec);
  return std::nullopt;
}

Broken otherBitsAreIgnored(Oracle&, Bytes record) {
  ShflTrial trial = ShflFuzzer::trialOf(record);
  const spec::Results before = run(trial);
  for (unsigned i = 0; i < kLanes; ++i) {
    trial.operands.row[rows::kLane][i] ^= 0xffffffe0u & (0x9e3779b9u * (i + 1));
    trial.operands.row[rows::kRange][i] ^= 0xffffe0e0u & (0x85ebca6bu * (i + 1));
  }
  const spec::Results after = run(trial);
  if (std::memcmp(&before, &after, sizeof before))
    return "bits outside Sb[4:0], Sc[4:0], Sc[12:8] change the outcome";
  return std::nullopt;
}

/// Changing Ra where no lane reads it changes nothing; the choice of a lane reaches that lane alone.
Broken choiceReachesItsLaneAlone(Oracle&, Bytes record) {
  ShflTrial trial = ShflFuzzer::trialOf(record);
  const spec::Results before = run(trial);
  const unsigned lane = Record<ShflFuzzer::kRecord>(record).byte(kPlainHead) % kLanes;
  trial.choices.inactive[lane] ^= 0x10001;
  for (unsigned i = 0; i < kLanes; ++i)
    if (!executes(trial, i))
      trial.operands.row[rows::kValue][i] = ~trial.operands.row[rows::kValue][i];
  const spec::Results after = run(trial);
  if (before.predicate != after.predicate)
    return "a predicate depends on a value";
  for (unsigned i = 0; i < kLanes; ++i) {
    const bool own =
        i == lane && executes(trial, i) && !executes(trial, static_cast<unsigned>(sourceOf(trial, i).lane));
    if ((before.row[0][i] != after.row[0][i]) != own)
      return fmt::format("lane {} {}", i, own ? "ignores its choice" : "depends on what it does not read");
  }
  return std::nullopt;
}

Broken staysWhereItShould(Oracle&, Bytes record) {
  ShflTrial trial = lanesAsValues(record);
  trial.operands.exec = ~0u;
  const auto mode = static_cast<ShflMode>(trial.modifiers.mode);
  if (mode == ShflMode::Up || mode == ShflMode::Down) // SHFL-11: prefix masks 11..100..0
    for (unsigned i = 0; i < kLanes; ++i) {
      std::uint32_t& c = trial.operands.row[rows::kRange][i];
      c = (c & ~0x1f00u) | ((32 - (1u << (c >> 8) % 6)) << 8);
    }
  const spec::Results results = run(trial);
  for (unsigned i = 0; i < kLanes; ++i) {
    const std::uint32_t j = results.row[0][i], seg = trial.operands.row[rows::kRange][i] >> 8 & 31;
    if (j >= kLanes)
      return fmt::format("lane {} reads no lane", i);
    if (mode != ShflMode::Bfly && ((i ^ j) & seg))
      return fmt::format("lane {} reads lane {} of another segment", i, j);
    if (!(results.predicate >> i & 1) && j != i)
      return fmt::format("lane {} out of range reads lane {}", i, j);
  }
  return std::nullopt;
}

Broken butterflyTwiceIsNothing(Oracle&, Bytes record) {
  ShflTrial trial = ShflFuzzer::trialOf(record);
  trial.modifiers.mode = static_cast<std::uint32_t>(ShflMode::Bfly);
  trial.operands.exec = ~0u;
  const std::uint32_t b = trial.operands.row[rows::kLane][0];
  for (unsigned i = 0; i < kLanes; ++i) {
    trial.operands.row[rows::kLane][i] = b;
    trial.operands.row[rows::kRange][i] = 31;
  }
  ShflTrial second = trial;
  const spec::Results once = run(trial);
  std::memcpy(second.operands.row[rows::kValue], once.row[0], sizeof once.row[0]);
  const spec::Results twice = run(second);
  if (std::memcmp(twice.row[0], trial.operands.row[rows::kValue], sizeof twice.row[0]))
    return "two butterflies are not the identity";
  return std::nullopt;
}

Broken
butterflyLeavesItsSegment(Oracle&,
                          Bytes record) { // SHFL-12, for every prefix mask but 0 and every lane above the first segment
  ShflTrial trial = lanesAsValues(record);
  trial.modifiers.mode = static_cast<std::uint32_t>(ShflMode::Bfly);
  trial.operands.exec = ~0u;
  const unsigned width = 1u << Record<ShflFuzzer::kRecord>(record).byte(kPlainHead) % 5; // 1..16 lanes a segment
  for (unsigned i = 0; i < kLanes; ++i) {
    trial.operands.row[rows::kLane][i] = width;
    trial.operands.row[rows::kRange][i] = (32 - width) << 8 | 31;
  }
  const spec::Results results = run(trial);
  for (unsigned i = width; i < kLanes; i += 2 * width)
    if (results.row[0][i] != i - width || !(results.predicate >> i & 1))
      return fmt::format("lane {} does not read lane {} of the segment before", i, i - width);
  return std::nullopt;
}

// ---- SHFL-13: the published programs, with integer addition

struct Step {
  Lanes value;
  std::uint32_t predicate;
};

Step shuffle(const Lanes& values, ShflMode mode, std::uint32_t b, std::uint32_t c) {
  ShflTrial trial;
  trial.modifiers.mode = static_cast<std::uint32_t>(mode);
  trial.operands.exec = ~0u;
  for (unsigned i = 0; i < kLanes; ++i) {
    trial.operands.row[rows::kValue][i] = values[i];
    trial.operands.row[rows::kLane][i] = b;
    trial.operands.row[rows::kRange][i] = c;
  }
  const spec::Results results = run(trial);
  Step step{{}, results.predicate};
  std::copy_n(results.row[0], kLanes, step.value.begin());
  return step;
}

Lanes scan(Lanes values, ShflMode mode, std::uint32_t c) {
  for (std::uint32_t b = 1; b < kLanes; b *= 2) {
    const Step step = shuffle(values, mode, b, c);
    for (unsigned i = 0; i < kLanes; ++i)
      if (step.predicate >> i & 1)
        values[i] += step.value[i];
  }
  return values;
}

Broken programsComputeWhatTheySay(Oracle&, Bytes record) {
  const ShflTrial trial = ShflFuzzer::trialOf(record);
  Lanes x;
  std::copy_n(trial.operands.row[rows::kValue], kLanes, x.begin());
  const Lanes inclusive = scan(x, ShflMode::Up, 0), reverse = scan(x, ShflMode::Down, 31);
  const Step exclusive = shuffle(inclusive, ShflMode::Up, 1, 0);
  Lanes butterfly = x;
  for (std::uint32_t b = 16; b; b /= 2) {
    const Step step = shuffle(butterfly, ShflMode::Bfly, b, 31);
    for (unsigned i = 0; i < kLanes; ++i)
      butterfly[i] += step.value[i];
  }
  const std::uint32_t total = std::accumulate(x.begin(), x.end(), 0u);
  std::uint32_t prefix = 0;
  for (unsigned i = 0; i < kLanes; ++i) {
    const std::uint32_t before = exclusive.predicate >> i & 1 ? exclusive.value[i] : 0;
    if (before != prefix)
      return fmt::format("exclusive scan, lane {}", i);
    prefix += x[i];
    if (inclusive[i] != prefix)
      return fmt::format("inclusive scan, lane {}", i);
    if (reverse[i] != total - prefix + x[i])
      return fmt::format("reverse scan, lane {}", i);
    if (butterfly[i] != total)
      return fmt::format("butterfly reduction, lane {}", i);
    for (unsigned q = 0; q < 4; ++q)
      if (shuffle(x, ShflMode::Idx, q, 0x1c03).value[i] != x[i / 4 * 4 + q])
        return fmt::format("quad form IDX {}, lane {}", q, i);
    for (unsigned q = 1; q < 3; ++q)
      if (shuffle(x, ShflMode::Bfly, q, 0x1c03).value[i] != x[i ^ q])
        return fmt::format("quad form BFLY {}, lane {}", q, i);
  }
  return std::nullopt;
}

} // namespace

std::vector<Property> Shfl::properties() {
  return {
      {"shfl/reads-what-its-mode-says",
       {"SHFL-1", "SHFL-2", "SHFL-3", "SHFL-4", "SHFL-5", "SHFL-6", "SHFL-7", "SHFL-8"},
       "source lane, predicate and value of every executing lane, in plain integers",
       ShflFuzzer::kRecord,
       readsWhatItsModeSays},
      {"shfl/predicate-needs-no-lanes",
       {"SHFL-8"},
       "the predicate does not depend on which lanes execute",
       ShflFuzzer::kRecord,
       predicateNeedsNoLanes},
      {"shfl/other-bits-are-ignored",
       {"SHFL-1", "SHFL-9"},
       "only Sb[4:0], Sc[4:0] and Sc[12:8] count",
       ShflFuzzer::kRecord,
       otherBitsAreIgnored},
      {"shfl/choice-reaches-its-lane-alone",
       {"SHFL-7", "SHFL-8"},
       "an inactive source gives the reading lane's own choice, and nothing else depends on it",
       ShflFuzzer::kRecord,
       choiceReachesItsLaneAlone},
      {"shfl/stays-where-it-should",
       {"SHFL-6", "SHFL-10", "SHFL-11"},
       "IDX never leaves its segment, UP and DOWN do not for prefix masks, and no lane reads beyond 31",
       ShflFuzzer::kRecord,
       staysWhereItShould},
      {"shfl/butterfly-twice-is-nothing",
       {"SHFL-5"},
       "BFLY with one b and no segments is its own inverse",
       ShflFuzzer::kRecord,
       butterflyTwiceIsNothing},
      {"shfl/butterfly-leaves-its-segment",
       {"SHFL-12"},
       "with a prefix mask BFLY reads the segment before with a true predicate",
       ShflFuzzer::kRecord,
       butterflyLeavesItsSegment},
      {"shfl/programs-compute-what-they-say",
       {"SHFL-13"},
       "scans, reduction and quad forms with integer addition",
       ShflFuzzer::kRecord,
       programsComputeWhatTheySay},
  };
}

} // namespace warplaw::fuzz
