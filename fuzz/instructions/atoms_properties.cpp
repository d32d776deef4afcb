// Laws of ATOMS (ATOMS-1..11, -13), stated over what the shipped executor does.
#include "fuzz/instructions/atoms.h"
#include "fuzz/linearize_bridge.h"
#include "fuzz/placement.h"
#include "fuzz/plain_memory.h"
#include "fuzz/reported.h"
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
  const bool legal =
      std::ranges::any_of(atomsPairs(), [&](const AtomsPair& p) { return p.op == op && p.size == trial.size(); });
  trial.set(op, legal ? trial.size() : AtomsSize::U32);
  trial.choices.errorWrites = trial.choices.castPair = 0;
  return trial;
}

std::uint8_t byteOf(Bytes record, std::size_t at) { return Record<AtomsFuzzer::kRecord>(record).byte(at); }

std::uint64_t at(const AtomsTrial& trial, std::uint32_t address) {
  return readPlainly(trial.memory, address, spec::bytesOf(trial.size()));
}
std::uint64_t returned(const Executed& r, unsigned lane) {
  return r.results.row[0][lane] | (isWide(r.after.size()) ? std::uint64_t(r.results.row[1][lane]) << 32 : 0);
}

Broken errorsAreTheirOwn(Oracle&, Bytes record) { // by a table of its own, which the third statement does not have
  using enum spec::ErrorKind;
  AtomsTrial trial = AtomsFuzzer::trialOf(record);
  const Executed all = run(trial);
  const std::uint32_t size = spec::bytesOf(trial.size());
  std::uint32_t inError = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint32_t address = trial.addressOf(lane);
    const bool executes = trial.operands.exec >> lane & 1, outside = std::uint64_t{address} + size > trial.allocated,
               misaligned = address % size != 0;
    const auto both = trial.choices.misalignedFirst >> lane & 1 ? MisalignedAddress : AddressOutOfRange;
    const spec::ErrorKind kinds[] = {None, AddressOutOfRange, MisalignedAddress, both},
                          wanted = kinds[executes * (outside + 2 * misaligned)];
    if (all.results.error[lane] != static_cast<std::uint8_t>(wanted))
      return fmt::format("lane {} at {:#x}: error {}", lane, address, all.results.error[lane]);
    inError |= std::uint32_t{all.results.error[lane] != 0} << lane;
  }
  // without the lanes in error everything else is the same: they make no access and block nobody
  trial.operands.exec &= ~inError;
  const Executed others = run(trial);
  if (others.after.memory != all.after.memory)
    return "a lane in error changes memory";
  for (const unsigned lane : performing(others))
    if (returned(others, lane) != returned(all, lane))
      return fmt::format("lane {} depends on a lane in error", lane);
  return std::nullopt;
}

Broken returnedValuesFormATrail(Oracle&, Bytes record) {
  const auto op = static_cast<AtomsOp>(byteOf(record, 28) % 10); // not CAST: its flag tells no old value
  const AtomsTrial trial = trialOf(record, op);
  const Executed done = run(trial);
  std::map<std::uint32_t, std::vector<Edge>> edges;
  for (const unsigned lane : performing(done)) {
    const std::uint64_t old = returned(done, lane);
    edges[trial.addressOf(lane)].push_back(
        {old, atomsStoredPlainly(op, trial.size(), old, trial.operandOf(lane), trial.swapOf(lane)),
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
  return addsUp(trial, run(trial), rows::kOperand, [&](unsigned lane) { return trial.addressOf(lane); });
}

Broken orderDoesNotMatter(Oracle&, Bytes record) {
  const auto op = static_cast<AtomsOp>(byteOf(record, 28) % static_cast<unsigned>(AtomsOp::Exch)); // those before it
  AtomsTrial trial = trialOf(record, op);
  if (op == AtomsOp::Inc || op == AtomsOp::Dec) // ATOMS-13 (ii): one Rb for all
    std::fill_n(trial.operands.row[rows::kOperand] + 1, kLanes - 1, trial.operands.row[rows::kOperand][0]);
  const Executed once = run(trial);
  auto& order = trial.choices.order;
  std::reverse(order.begin(), order.end());
  std::rotate(order.begin(), order.begin() + byteOf(record, 29) % kLanes, order.end());
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
  for (const unsigned lane : performing(cas))
    if (cast.results.row[0][lane] != (returned(cas, lane) == trial.operandOf(lane)))
      return fmt::format("lane {}: the flag is {}", lane, cast.results.row[0][lane]);
  return std::nullopt;
}

Broken oneWins(Oracle&, Bytes record) { // ATOMS-13 (iii): one address, one Rb, every Rc different from it
  AtomsTrial trial =
      trialOf(record, std::array{AtomsOp::Cas, AtomsOp::Cast, AtomsOp::CastSpin}[byteOf(record, 28) % 3]);
  trial.modifiers.imm24 = 0;
  trial.modifiers.baseIsZero = 1;
  std::fill_n(trial.operands.row[rows::kBase], kLanes, 0u);
  trial.choices.bank64IsDefault = 1;
  trial.allocated = kTrialMemory;
  const bool holds = byteOf(record, 29) % 4 != 0, wide = isWide(trial.size());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    trial.operands.row[rows::kOperand][lane] = trial.operands.row[rows::kOperand][0];
    trial.operands.row[rows::kOperandHigh][lane] = wide ? trial.operands.row[rows::kOperandHigh][0] : 0;
    trial.operands.row[rows::kSwapHigh][lane] = wide ? trial.operands.row[rows::kSwapHigh][lane] : 0;
    if (trial.swapOf(lane) == trial.operandOf(0))
      trial.operands.row[rows::kSwap][lane] ^= 1;
  }
  const std::uint64_t memory = trial.operandOf(0) ^ (holds ? 0 : 2);
  std::memcpy(trial.memory.data(), &memory, spec::bytesOf(trial.size()));
  const Executed done = run(trial);
  int winners = 0;
  for (const unsigned lane : performing(done))
    winners +=
        trial.op() == AtomsOp::Cas ? returned(done, lane) == trial.operandOf(lane) : done.results.row[0][lane] == 1;
  if (winners != (holds && trial.operands.exec) || std::popcount(trial.operands.exec) != std::ssize(performing(done)))
    return fmt::format("{} lanes win", winners);
  return std::nullopt;
}

Broken spinPerformsOnceABank(Oracle&, Bytes record) {
  AtomsTrial trial = trialOf(record, AtomsOp::CastSpin);
  trial.choices.bank64IsDefault = 1;
  const Executed done = run(trial);
  std::uint32_t winners = 0, banks = 0; // banks: those that have a winner
  for (const unsigned lane : performing(done)) {
    const std::uint32_t flag = done.results.row[0][lane], bank = trial.addressOf(lane) / 4 % 32;
    if (flag > 1)
      return fmt::format("lane {}: Rd is no flag", lane);
    if (banks & flag << bank)
      return fmt::format("bank {} has several winners", bank);
    winners |= flag << lane;
    banks |= flag << bank;
  }
  // the winners alone, as plain CAST, do the same to memory (ATOMS-13 (v): losers are spurious failures)
  trial.set(AtomsOp::Cast, trial.size());
  trial.operands.exec = winners;
  const Executed alone = run(trial);
  if (alone.after.memory != done.after.memory)
    return "memory is not what the winners make of it";
  for (const unsigned lane : performing(alone))
    if (alone.results.row[0][lane] != 1)
      return fmt::format("lane {} wins without a match", lane);
  return std::nullopt;
}

/// ATOMS-2: one 24-bit pattern under [RZ + imm] and under [R0 + imm], R0 = 0.
Broken theTwoReadingsOfAnOffset(Oracle&, Bytes record) {
  const std::uint32_t offset = Record<AtomsFuzzer::kRecord>(record).word(12) & 0xfffffc;
  spec::Case c;
  c.memory.resize(spec::kMaxSharedBytes);
  c.choices = spec::AtomsChoices{};
  c.warp.active = 1;
  c.warp.registers[4][0] = 0xabcd;
  const auto placeOf = [&](spec::Register base) -> std::int64_t {
    c.instruction.form = spec::AtomsForm{AtomsOp::Exch, AtomsSize::U32, {8}, {true, base, offset}, {4}, {}};
    const auto after = execute(c);
    if (!after || after->warp.errors[0])
      return -1;
    return readPlainly(after->memory, offset, 4) == 0xabcd ? offset : -2;
  };
  if (placeOf({spec::kZeroRegister}) != offset)
    return "[RZ + imm] is not zero-extended";
  if (placeOf({0}) != (offset & 0x800000 ? std::int64_t{-1} : offset)) // far out of range
    return "[R0 + imm] is not sign-extended";
  return std::nullopt;
}

Broken illegalFieldsAreNamed(Oracle& oracle, Bytes record) {
  const spec::Case c = oracle.of(spec::Mnemonic::Atoms).machineCase(record);
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
  for (const auto& [what, rule, change] : kIllegal) {
    spec::Case bad = c;
    change(bad.instruction.form.as<Form>());
    const auto legal = spec::check(bad.instruction);
    if (legal || execute(bad) || legal.error().rule != rule)
      return fmt::format("{}: {}", what, legal ? "accepted" : legal.error().rule);
  }
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
  const std::vector<unsigned> lanes = performing(done);
  const auto& order = trial.choices.order; // the last lane in it is the last to write
  const auto last = std::find_first_of(order.rbegin(), order.rend(), lanes.begin(), lanes.end());
  for (unsigned byte = 0; last != order.rend() && byte < spec::bytesOf(trial.size()); ++byte)
    if (const std::uint32_t place = trial.addressOf(*last) + byte;
        done.after.memory[place] != (trial.operandOf(*last) >> (8 * byte) & 0xff))
      return fmt::format("byte {} of {:#x}", byte, place - byte);
  return std::nullopt;
}

} // namespace

std::vector<Property> Atoms::properties() {
  constexpr auto law = lawOf<Atoms>;
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
          "[RZ + imm] zero-extends and [R0 + imm] sign-extends the same 24 bits", theTwoReadingsOfAnOffset),
      law("atoms/illegal-fields-are-named", {"ATOMS-1", "ATOMS-3", "ATOMS-8", "ATOMS-11"},
          "an illegal field is rejected by its rule, and nothing runs", illegalFieldsAreNamed),
      law("atoms/little-endian", {"MACH-4", "ATOMS-6"},
          "EXCH leaves the last lane's value, least significant byte first", littleEndian),
  };
}

} // namespace warplaw::fuzz
