// Laws of the architectural level (MACH-1..6, MACH-8), the same for every instruction: the record's first byte selects
// one.
#include "concrete/machine.h"
#include "fuzz/check.h"
#include "fuzz/placement.h"
#include "fuzz/properties.h"
#include "spec/row.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using Broken = std::optional<std::string>;
constexpr std::size_t kRecord = 640; ///< a byte that selects the instruction, and the longest record

struct Chosen {
  spec::Case c;
  spec::Plan plan;
  std::uint32_t exec;
};

Chosen chosen(Oracle& oracle, Bytes record) {
  const auto mnemonics = spec::allMnemonics();
  InstructionFuzzer& fuzzer = oracle.of(mnemonics[record.empty() ? 0 : record[0] % mnemonics.size()]);
  Chosen all{fuzzer.machineCase(record.empty() ? record : record.subspan(1)), {}, 0};
  all.plan = fuzzer.planOf(all.c.instruction.form, all.c.choices);
  all.exec = execLanesPlainly(all.c, all.plan);
  return all;
}

/// Runs it; a rejection of a generated case is a broken law of its own.
std::optional<Outcome> ran(const spec::Case& c) {
  auto outcome = execute(c);
  return outcome ? std::optional<Outcome>(std::move(*outcome)) : std::nullopt;
}

Broken executorIsEncoding(Oracle& oracle, Bytes record) {
  const auto mnemonics = spec::allMnemonics();
  const auto failure = checkMachine(oracle, mnemonics[record.empty() ? 0 : record[0] % mnemonics.size()],
                                    record.empty() ? record : record.subspan(1));
  return failure ? std::optional(failure->what) : std::nullopt;
}

Broken nothingElseChanges(Oracle& oracle, Bytes record) {
  const auto [c, plan, exec] = chosen(oracle, record);
  const auto after = ran(c);
  if (!after)
    return "rejected";
  for (std::uint32_t reg = 0; reg < spec::kRegisters; ++reg)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const bool may = (exec >> lane & 1) && (reg == plan.destination[0] || reg == plan.destination[1]);
      if (!may && after->warp.registers[reg][lane] != c.warp.registers[reg][lane])
        return fmt::format("R{} lane {} changed", reg, lane);
    }
  for (std::uint32_t p = 0; p < spec::kPredicates; ++p)
    if ((after->warp.predicates[p] ^ c.warp.predicates[p]) & (p == plan.destinationPredicate ? ~exec : ~0u))
      return fmt::format("P{} changed", p);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(exec >> lane & 1) && after->warp.errors[lane])
      return fmt::format("lane {} does not execute and has an error", lane);
    if (spec::nameOf(static_cast<spec::ErrorKind>(after->warp.errors[lane])) == "unknown")
      return fmt::format("lane {} has an error of no kind", lane);
  }
  if (exec == 0 && after->memory != c.memory)
    return "memory changed, and no lane executes";
  if (after->warp.active != c.warp.active || after->warp.helpers != c.warp.helpers ||
      after->memory.size() != c.memory.size())
    return "masks or memory size changed";
  return std::nullopt;
}

Broken guardIsAMask(Oracle& oracle, Bytes record) {
  const auto [c, plan, exec] = chosen(oracle, record);
  spec::Case masked = c;
  masked.instruction.guard = {};
  masked.warp.active = exec;
  auto guarded = ran(c), plain = ran(masked);
  if (!guarded || !plain)
    return "rejected";
  plain->warp.active = guarded->warp.active;
  return compare(c, plan, *plain, *guarded).empty() ? std::nullopt
                                                    : Broken("a guard does other than fewer active lanes");
}

Broken operandsAreReadFirst(Oracle& oracle, Bytes record) {
  const auto [c, plan, exec] = chosen(oracle, record);
  if (plan.destination[0] == spec::kZeroRegister)
    return std::nullopt;
  spec::Case apart = c; // Rd far away from everything that is read
  if (!oracle.of(c.instruction.mnemonic()).setRegister(apart.instruction.form, spec::Role::Destination, 200))
    return std::nullopt;
  const auto together = ran(c), separate = ran(apart);
  if (!together || !separate)
    return "rejected";
  if (together->memory != separate->memory)
    return "memory depends on where Rd is";
  const std::uint32_t count = plan.destination[1] == spec::kZeroRegister ? 1 : 2;
  for (std::uint32_t word = 0; word < count; ++word)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t before = c.warp.registers[plan.destination[word]][lane],
                          got = together->warp.registers[plan.destination[word]][lane],
                          alone = separate->warp.registers[200 + word][lane];
      const bool written = got != before || alone != 0; // an unwritten R200 stays 0
      if (written && got != alone && !(alone == 0 && got == before))
        return fmt::format("lane {}: Rd depends on being a source too", lane);
    }
  return std::nullopt;
}

Broken zeroRegisterDropsWrites(Oracle& oracle, Bytes record) {
  const auto [c, plan, exec] = chosen(oracle, record);
  spec::Case dropped = c;
  oracle.of(c.instruction.mnemonic())
      .setRegister(dropped.instruction.form, spec::Role::Destination, spec::kZeroRegister);
  if (!spec::check(dropped.instruction))
    return std::nullopt; // a form that must write its register: vote.sync.all has none, match.any.sync no other
  const auto kept = ran(c), after = ran(dropped);
  if (!kept || !after)
    return "rejected";
  if (std::memcmp(after->warp.registers, c.warp.registers, sizeof c.warp.registers))
    return "a write to RZ reached a register";
  if (after->memory != kept->memory ||
      !std::equal(std::begin(after->warp.errors), std::end(after->warp.errors), std::begin(kept->warp.errors)))
    return "memory or errors depend on Rd being RZ";
  return std::nullopt;
}

Broken zeroRegisterReadsZero(Oracle& oracle, Bytes record) {
  spec::Case c = chosen(oracle, record).c;
  const InstructionFuzzer& fuzzer = oracle.of(c.instruction.mnemonic());
  spec::Case zero = c;
  if (!fuzzer.setRegister(zero.instruction.form, spec::Role::Source, spec::kZeroRegister))
    return std::nullopt;
  fuzzer.setRegister(c.instruction.form, spec::Role::Source, 196);
  if (!spec::check(zero.instruction) || !spec::check(c.instruction))
    return std::nullopt; // an operand that must be, or must not be, RZ
  for (spec::Case* const either : {&c, &zero})
    for (const unsigned reg : {196, 197})
      std::fill_n(either->warp.registers[reg], kLanes, 0u);
  const auto a = ran(c), b = ran(zero);
  if (!a || !b)
    return "rejected";
  if (std::memcmp(&a->warp, &b->warp, sizeof a->warp) || a->memory != b->memory)
    return "RZ does not read as a register of zeros";
  return std::nullopt;
}

Broken suffixesMeanNothing(Oracle& oracle, Bytes record) {
  const auto [c, plan, exec] = chosen(oracle, record);
  spec::Case suffixed = c;
  const std::uint8_t seed = record.size() > 1 ? record[1] : 0;
  suffixed.instruction.suffixes = {static_cast<std::uint8_t>(seed % 64), static_cast<std::uint8_t>(seed % 8),
                                   static_cast<std::uint8_t>(seed / 8 % 8), "W1"};
  if (spec::rowOf(c.instruction.mnemonic()).returnsNothing)
    suffixed.instruction.suffixes.writeBarrier.reset();
  const auto read = spec::parse(spec::print(suffixed.instruction));
  if (!read || !(*read == suffixed.instruction))
    return "suffixes are not printed and read again";
  const auto plain = ran(c), other = ran(suffixed);
  if (!plain || !other)
    return "rejected";
  return compare(c, plan, *plain, *other).empty() ? std::nullopt : Broken("suffixes change the outcome");
}

/// MACH-7 on the architectural level alone.
Broken helpersAreLeftOutWhereThePlanSaysSo(Oracle&, Bytes record) {
  const Record<32> bytes(record);
  static const spec::Warp kWarp;
  spec::Warp warp = kWarp;
  warp.active = bytes.word(0);
  warp.helpers = bytes.word(4);
  warp.predicates[3] = bytes.word(8);
  spec::Plan plan;
  plan.guardPredicate = bytes.byte(12) % 2 ? 3 : spec::kTruePredicate;
  plan.guardNegated = bytes.byte(13) % 2;
  plan.excludesHelpers = bytes.byte(14) % 2;
  const std::uint32_t holds = plan.guardPredicate == 3 ? warp.predicates[3] : ~0u;
  const std::uint32_t wanted =
      warp.active & (plan.guardNegated ? ~holds : holds) & (plan.excludesHelpers ? ~warp.helpers : ~0u);
  const std::uint32_t got = concrete::warplaw_exec_lanes(&warp, &plan);
  return got == wanted ? std::nullopt : Broken(fmt::format("{:#x} execute, not {:#x}", got, wanted));
}

} // namespace

std::vector<Property> machineProperties() {
  return {
      {"machine/executor-is-encoding",
       {"MACH-1", "MACH-2", "MACH-3", "MACH-5", "MACH-6", "MACH-8"},
       "every path gives what the encoding gives, on whole cases that read and write themselves",
       kRecord,
       executorIsEncoding},
      {"machine/nothing-else-changes",
       {"MACH-1", "MACH-5", "MACH-8"},
       "only destinations of executing lanes change",
       kRecord,
       nothingElseChanges},
      {"machine/guard-is-a-mask",
       {"MACH-1", "MACH-3"},
       "a guard does what fewer active lanes do",
       kRecord,
       guardIsAMask},
      {"machine/operands-are-read-first",
       {"MACH-2"},
       "Rd may be a source: the outcome is that of an Rd far away",
       kRecord,
       operandsAreReadFirst},
      {"machine/zero-register-drops-writes",
       {"MACH-3"},
       "Rd = RZ changes no register and nothing else",
       kRecord,
       zeroRegisterDropsWrites},
      {"machine/zero-register-reads-zero",
       {"MACH-3"},
       "a source of RZ is a register of zeros",
       kRecord,
       zeroRegisterReadsZero},
      {"machine/suffixes-mean-nothing",
       {"MACH-6"},
       "control suffixes are kept in the text and change no value",
       kRecord,
       suffixesMeanNothing},
      {"machine/helpers-are-left-out",
       {"MACH-1", "MACH-7"},
       "helper pixels execute unless the plan leaves them out",
       32,
       helpersAreLeftOutWhereThePlanSaysSo},
  };
}

} // namespace warplaw::fuzz
