// Laws of ATOMS (ATOMS-1..11, -13), stated over what the shipped executor does.
#include "fuzz/instructions/atoms.h"
#include "fuzz/linearize_bridge.h"
#include "fuzz/placement.h"
#include "fuzz/properties.h"
#include "fuzz/trail.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace warplaw::fuzz {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::kLanes;
namespace rows = spec::atoms_rows;
using Broken = std::optional<std::string>;

using Executed = AtomsFuzzer::Executed;
constexpr auto run = AtomsFuzzer::executed;

/// A record's trial with another operation, where that pair is legal; U32 otherwise.
AtomsTrial trialOf(Bytes record, AtomsOp op) {
  AtomsTrial trial = AtomsFuzzer::trialOf(record);
  const auto& pairs = atomsPairs();
  const bool legal =
      std::any_of(pairs.begin(), pairs.end(), [&](const AtomsPair& p) { return p.op == op && p.size == trial.size(); });
  trial.set(op, legal ? trial.size() : AtomsSize::U32);
  trial.choices.errorWrites = 0;
  trial.choices.castPair = 0;
  return trial;
}

std::uint8_t byteOf(Bytes record, std::size_t at) { return Record<AtomsFuzzer::kRecord>(record).byte(at); }

bool performs(const AtomsTrial& trial, const spec::Results& results, unsigned lane) {
  return (trial.operands.exec >> lane & 1) && results.error[lane] == 0;
}

std::uint32_t addressOf(const AtomsTrial& trial, unsigned lane) {
  return atomsAddressPlainly(trial.modifiers.baseIsZero, trial.operands.row[rows::kBase][lane], trial.modifiers.imm24);
}

std::uint64_t at(const AtomsTrial& trial, std::uint32_t address) {
  std::uint64_t value = 0;
  std::memcpy(&value, trial.memory.data() + address, spec::bytesOf(trial.size()));
  return value;
}

std::uint64_t operand(const AtomsTrial& trial, unsigned lane) {
  return given(trial.operands, rows::kOperand, trial.size(), lane);
}
std::uint64_t swapValue(const AtomsTrial& trial, unsigned lane) {
  return given(trial.operands, rows::kSwap, trial.size(), lane);
}
std::uint64_t returned(const Executed& r, unsigned lane) {
  return r.results.row[0][lane] | (r.after.size() == AtomsSize::U64 ? std::uint64_t(r.results.row[1][lane]) << 32 : 0);
}

Broken errorsAreTheirOwn(Oracle&, Bytes record) { // by a table of its own, which the third statement does not have
  constexpr auto kNone = spec::ErrorKind::None, kOutside = spec::ErrorKind::AddressOutOfRange,
                 kMisaligned = spec::ErrorKind::MisalignedAddress;
  AtomsTrial trial = AtomsFuzzer::trialOf(record);
  const Executed all = run(trial);
  const std::uint32_t size = spec::bytesOf(trial.size());
  std::uint32_t inError = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t address = addressOf(trial, lane);
    const bool executes = trial.operands.exec >> lane & 1, outside = std::uint64_t{address} + size > trial.allocated,
               misaligned = address % size != 0;
    const auto both = trial.choices.misalignedFirst >> lane & 1 ? kMisaligned : kOutside;
    const spec::ErrorKind kinds[] = {kNone, kOutside, kMisaligned, both},
                          wanted = kinds[executes * (outside + 2 * misaligned)];
    if (all.results.error[lane] != static_cast<std::uint8_t>(wanted))
      return fmt::format("lane {} at {:#x}: error {}", lane, address, all.results.error[lane]);
    if (all.results.error[lane])
      inError |= 1u << lane;
  }
  // without the lanes in error everything else is the same: they make no access and block nobody
  trial.operands.exec &= ~inError;
  const Executed others = run(trial);
  if (others.after.memory != all.after.memory)
    return "a lane in error changes memory";
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (performs(trial, others.results, lane) && returned(others, lane) != returned(all, lane))
      return fmt::format("lane {} depends on a lane in error", lane);
  return std::nullopt;
}

Broken returnedValuesFormATrail(Oracle&, Bytes record) {
  const auto op = static_cast<AtomsOp>(byteOf(record, 28) % 10); // not CAST: its flag tells no old value
  const AtomsTrial trial = trialOf(record, op);
  const Executed done = run(trial);
  std::map<std::uint32_t, std::vector<Edge>> edges;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!performs(trial, done.results, lane))
      continue;
    const std::uint64_t old = returned(done, lane);
    edges[addressOf(trial, lane)].push_back(
        {old, atomsStoredPlainly(op, trial.size(), old, operand(trial, lane), swapValue(trial, lane)),
         static_cast<std::uint8_t>(lane)});
  }
  AtomsTrial untouched = trial;
  for (const auto& [address, steps] : edges) {
    if (!trailThrough(steps, at(trial, address), at(done.after, address)))
      return fmt::format("no order explains what was returned from {:#x}", address);
    std::memcpy(untouched.memory.data() + address, done.after.memory.data() + address, spec::bytesOf(trial.size()));
  }
  if (untouched.memory != done.after.memory)
    return "memory changed where no lane performs";
  return std::nullopt;
}

Broken addKeepsTheSum(Oracle&, Bytes record) {
  const AtomsTrial trial = trialOf(record, AtomsOp::Add);
  const Executed done = run(trial);
  std::map<std::uint32_t, std::uint32_t> sum;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (performs(trial, done.results, lane))
      sum[addressOf(trial, lane)] += trial.operands.row[rows::kOperand][lane];
  for (const auto& [address, added] : sum)
    if (static_cast<std::uint32_t>(at(trial, address)) + added != at(done.after, address))
      return fmt::format("the sum at {:#x} is not kept", address);
  return std::nullopt;
}

Broken orderDoesNotMatter(Oracle&, Bytes record) {
  static constexpr AtomsOp kOps[] = {AtomsOp::Add, AtomsOp::Min, AtomsOp::Max, AtomsOp::And,
                                     AtomsOp::Or,  AtomsOp::Xor, AtomsOp::Inc, AtomsOp::Dec};
  const AtomsOp op = kOps[byteOf(record, 28) % 8];
  AtomsTrial trial = trialOf(record, op);
  if (op == AtomsOp::Inc || op == AtomsOp::Dec) // ATOMS-13 (ii): one Rb for all
    std::fill_n(trial.operands.row[rows::kOperand] + 1, kLanes - 1, trial.operands.row[rows::kOperand][0]);
  const Executed once = run(trial);
  std::reverse(trial.choices.order.begin(), trial.choices.order.end());
  std::rotate(trial.choices.order.begin(), trial.choices.order.begin() + byteOf(record, 29) % kLanes,
              trial.choices.order.end());
  if (run(trial).after.memory != once.after.memory)
    return "the final memory depends on the order";
  return std::nullopt;
}

Broken castIsCasWithAFlag(Oracle&, Bytes record) {
  AtomsTrial trial = trialOf(record, AtomsOp::Cas);
  const Executed cas = run(trial);
  trial.set(AtomsOp::Cast, trial.size());
  const Executed cast = run(trial);
  if (cas.after.memory != cast.after.memory)
    return "CAST stores other than CAS";
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (performs(trial, cas.results, lane) &&
        cast.results.row[0][lane] != (returned(cas, lane) == operand(trial, lane)))
      return fmt::format("lane {}: the flag is {}", lane, cast.results.row[0][lane]);
  return std::nullopt;
}

Broken oneWins(Oracle&, Bytes record) { // ATOMS-13 (iii): one address, one Rb, every Rc different from it
  static constexpr AtomsOp kOps[] = {AtomsOp::Cas, AtomsOp::Cast, AtomsOp::CastSpin};
  AtomsTrial trial = trialOf(record, kOps[byteOf(record, 28) % 3]);
  trial.modifiers.imm24 = 0;
  trial.modifiers.baseIsZero = 1;
  std::fill_n(trial.operands.row[rows::kBase], kLanes, 0u);
  trial.choices.bank64IsDefault = 1;
  trial.allocated = kTrialMemory;
  const bool holds = byteOf(record, 29) % 4 != 0;
  const bool wide = trial.size() == AtomsSize::U64;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    trial.operands.row[rows::kOperand][lane] = trial.operands.row[rows::kOperand][0];
    trial.operands.row[rows::kOperandHigh][lane] = wide ? trial.operands.row[rows::kOperandHigh][0] : 0;
    trial.operands.row[rows::kSwapHigh][lane] = wide ? trial.operands.row[rows::kSwapHigh][lane] : 0;
    if (swapValue(trial, lane) == operand(trial, 0))
      trial.operands.row[rows::kSwap][lane] ^= 1;
  }
  const std::uint64_t memory = operand(trial, 0) ^ (holds ? 0 : 2);
  std::memcpy(trial.memory.data(), &memory, spec::bytesOf(trial.size()));
  const Executed done = run(trial);
  int winners = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (trial.operands.exec >> lane & 1)
      winners +=
          trial.op() == AtomsOp::Cas ? returned(done, lane) == operand(trial, lane) : done.results.row[0][lane] == 1;
  if (winners != (holds && trial.operands.exec))
    return fmt::format("{} lanes win", winners);
  return std::nullopt;
}

Broken spinPerformsOnceABank(Oracle&, Bytes record) {
  AtomsTrial trial = trialOf(record, AtomsOp::CastSpin);
  trial.choices.bank64IsDefault = 1;
  const Executed done = run(trial);
  std::array<std::uint32_t, 32> groups{};
  std::uint32_t winners = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!performs(trial, done.results, lane))
      continue;
    groups[addressOf(trial, lane) / 4 % 32] |= 1u << lane;
    if (done.results.row[0][lane] > 1)
      return fmt::format("lane {}: Rd is no flag", lane);
    winners |= done.results.row[0][lane] << lane;
  }
  for (unsigned bank = 0; bank < 32; ++bank)
    if (std::popcount(groups[bank] & winners) > 1)
      return fmt::format("bank {} has {} winners", bank, std::popcount(groups[bank] & winners));
  // the winners alone, as plain CAST, do the same to memory (ATOMS-13 (v): losers are spurious failures)
  trial.set(AtomsOp::Cast, trial.size());
  trial.operands.exec = winners;
  const Executed alone = run(trial);
  if (alone.after.memory != done.after.memory)
    return "memory is not what the winners make of it";
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if ((winners >> lane & 1) && alone.results.row[0][lane] != 1)
      return fmt::format("lane {} wins without a match", lane);
  return std::nullopt;
}

Broken
theTwoReadingsOfAnOffset(Oracle& oracle,
                         Bytes record) { // ATOMS-2: one 24-bit pattern under [RZ + imm] and under [R0 + imm], R0 = 0
  const Record<AtomsFuzzer::kRecord> bytes(record);
  spec::AtomsForm form{AtomsOp::Exch, AtomsSize::U32, {8}, {true, {}, bytes.word(12) & 0xfffffc}, {4}, {}};
  spec::Case c;
  c.memory.resize(spec::kMaxSharedBytes);
  c.choices = spec::AtomsChoices{};
  c.warp.active = 1;
  c.warp.registers[4][0] = 0xabcd;
  const auto placeOf = [&](spec::Register base) -> std::int64_t {
    form.address.base = base;
    c.instruction.form = form;
    const auto after = execute(c);
    if (!after || after->warp.errors[0])
      return -1;
    std::uint32_t word;
    std::memcpy(&word, after->memory.data() + form.address.offset, 4);
    return word == 0xabcd ? form.address.offset : -2;
  };
  if (placeOf({spec::kZeroRegister}) != form.address.offset)
    return "[RZ + imm] is not zero-extended";
  const std::int64_t signExtended =
      form.address.offset & 0x800000 ? std::int64_t(-1) : std::int64_t(form.address.offset); // far out of range
  if (placeOf({0}) != signExtended)
    return "[R0 + imm] is not sign-extended";
  return std::nullopt;
}

Broken illegalFieldsAreNamed(Oracle& oracle, Bytes record) {
  const spec::Case c = oracle.of(spec::Mnemonic::Atoms).machineCase(record);
  const auto ruleOf = [&](void (*change)(spec::AtomsForm&)) -> std::string {
    spec::Case bad = c;
    change(bad.instruction.form.as<spec::AtomsForm>());
    const auto legal = spec::check(bad.instruction);
    const auto ran = execute(bad);
    return legal.has_value() || ran.has_value() ? "accepted" : legal.error().rule;
  };
  using Form = spec::AtomsForm;
  struct Illegal {
    const char *what, *rule;
    void (*change)(Form& form);
  };
  static constexpr Illegal kIllegal[] = {
      {"an offset that is no multiple of 4", "ATOMS-3", [](Form& f) { f.address.offset |= 2; }},
      {"INC.S32", "ATOMS-1", [](Form& f) { f = {AtomsOp::Inc, AtomsSize::S32, f.rd, f.address, f.rb, {}}; }},
      {"CAS with an odd Rb", "ATOMS-8",
       [](Form& f) { f = {AtomsOp::Cas, AtomsSize::U32, f.rd, f.address, {std::uint8_t(f.rb.index | 1)}, {}}; }},
      {"CAST R4, R6", "ATOMS-8", [](Form& f) { f = {AtomsOp::Cast, AtomsSize::U32, f.rd, f.address, {4}, {6}}; }}};
  for (const Illegal& one : kIllegal)
    if (const std::string rule = ruleOf(one.change); rule != one.rule)
      return fmt::format("{}: {}", one.what, rule);
  for (const auto shader :
       {spec::ShaderKind::Vertex, spec::ShaderKind::TessellationControl, spec::ShaderKind::TessellationEvaluation,
        spec::ShaderKind::Geometry, spec::ShaderKind::Pixel}) {
    spec::Case other = c;
    other.shader = shader;
    const auto ran = execute(other);
    if (ran || ran.error().rule != "ATOMS-11")
      return "a shader that is no compute shader may use ATOMS";
  }
  return std::nullopt;
}

Broken outcomesAreLinearizable(Oracle&, Bytes record) {
  OutcomeChecker check;
  std::string wrong = check(AtomsFuzzer::trialOf(record), AtomsFuzzer::execute);
  return wrong.empty() ? std::nullopt : Broken(std::move(wrong));
}

Broken littleEndian(Oracle&, Bytes record) {
  AtomsTrial trial = trialOf(record, AtomsOp::Exch);
  const Executed done = run(trial);
  const unsigned size = spec::bytesOf(trial.size());
  for (unsigned k = kLanes; k-- > 0;) {
    const unsigned lane = trial.choices.order[k];
    if (!performs(trial, done.results, lane))
      continue;
    const std::uint32_t address = addressOf(trial, lane);
    for (unsigned byte = 0; byte < size; ++byte)
      if (done.after.memory[address + byte] != (operand(trial, lane) >> (8 * byte) & 0xff))
        return fmt::format("byte {} of {:#x}", byte, address);
    return std::nullopt; // the last lane in the order is the last to write
  }
  return std::nullopt;
}

} // namespace

std::vector<Property> Atoms::properties() {
  const auto law = [](std::string_view name, std::vector<std::string_view> rules, std::string_view statement,
                      auto broken, std::size_t bytes = kRecord) {
    return Property{name, std::move(rules), statement, bytes, broken};
  };
  return {
      law("atoms/errors-are-their-own", {"ATOMS-2", "ATOMS-4", "ATOMS-10", "MACH-8"},
          "address, error kind, and that a lane in error makes no access and blocks nobody", errorsAreTheirOwn),
      law("atoms/returned-values-form-a-trail", {"ATOMS-5", "ATOMS-6", "ATOMS-7", "ATOMS-13", "MACH-5"},
          "some order of atomic steps explains all returned values and the final memory", returnedValuesFormATrail),
      law("atoms/outcomes-are-linearizable", {"ATOMS-5", "ATOMS-10", "ATOMS-13"},
          "the checker of histories, which is not told the order, finds one that gives the outcome",
          outcomesAreLinearizable),
      law("atoms/add-keeps-the-sum", {"ATOMS-6", "ATOMS-13"}, "memory after ADD is memory before plus all Rb",
          addKeepsTheSum),
      law("atoms/order-does-not-matter", {"ATOMS-13"},
          "final memory of ADD MIN MAX AND OR XOR, and of INC DEC with one Rb, is the same in every order",
          orderDoesNotMatter),
      law("atoms/cast-is-cas-with-a-flag", {"ATOMS-7", "ATOMS-9", "ATOMS-13"},
          "in one order CAST stores what CAS stores and returns old == Rb", castIsCasWithAFlag),
      law("atoms/one-wins", {"ATOMS-7", "ATOMS-9", "ATOMS-10", "ATOMS-13"},
          "of lanes that compare one value at one address exactly one wins", oneWins),
      law("atoms/spin-performs-once-a-bank", {"ATOMS-10", "ATOMS-13"},
          "at most one store a bank, and memory is what the winners alone make of it", spinPerformsOnceABank),
      law("atoms/two-readings-of-an-offset", {"ATOMS-2", "ATOMS-3"},
          "[RZ + imm] zero-extends and [R0 + imm] sign-extends the same 24 bits", theTwoReadingsOfAnOffset, 32),
      law("atoms/illegal-fields-are-named", {"ATOMS-1", "ATOMS-3", "ATOMS-8", "ATOMS-11"},
          "an illegal field is rejected by its rule, and nothing runs", illegalFieldsAreNamed),
      law("atoms/little-endian", {"MACH-4", "ATOMS-6"},
          "EXCH leaves the last lane's value, least significant byte first", littleEndian),
  };
}

} // namespace warplaw::fuzz
