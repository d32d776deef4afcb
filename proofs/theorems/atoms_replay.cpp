// The witness of a statement about one turn, tried on whole runs: by machine code, and by the encoding folded over the
// turns (ATOMS-2, -5). First the very run that the model tells of, so that what is wrong only at one immediate or one
// allocation shows; then others that are like it.
#include "proofs/theorems/atoms_turn.h"
#include "symbolic/terms/evaluate.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <sys/mman.h>

namespace warplaw::proofs::atoms {
namespace {
namespace rows = spec::atoms_rows;
using spec::kLanes;
using spec::kResultRows;

/// An outcome's terms, with one copy of the memory byte for each byte of the access, evaluated turn after turn.
class Fold {
public:
  Fold(const Subject& subject, Pair pair, const OutcomeBuilder& builder) : turn_(terms_, pair) {
    const symbolic::LaneTurned outcome = builder(turn_);
    const auto addRows = [&](std::vector<Term>& terms, const char* name, const auto& rows) {
      for (unsigned r = 0; r < kResultRows; ++r)
        for (unsigned lane = 0; lane < kLanes; ++lane)
          terms.push_back(subject.encode(fmt::format("{}[{}][{}]", name, r, lane), rows[r][lane]));
    };
    addRows(roots_, "row", outcome.row);
    addRows(entry_, "entry.row", turn_.entry());
    const Term memory = subject.encode("memory", outcome.memory);
    for (unsigned i = 0; i < spec::bytesOf(pair.size); ++i) {
      const std::pair<Term, Term> here[] = {{turn_.turn.offset, terms_.constant(32, i)},
                                            {turn_.turn.byte, terms_.variable(8, fmt::format("byte{}", i))}};
      roots_.push_back(symbolic::substitute(memory, here));
    }
  }

  /// The run after all turns; the checks and .SPIN's choice are the encoding's.
  void execute(AtomsRun& run) {
    AtomsRun whole = run;
    const symbolic::AtomsAttempts attempts = runEncoding(turn_.pair, whole, encoding_);
    const spec::Results fresh = run.results;
    run.results = whole.results;
    std::vector<unsigned> listed;
    for (const std::uint8_t lane : run.choices.order)
      if (attempts.attempting >> (lane & 31) & 1)
        listed.push_back(lane & 31);
    Assignment values = assignmentOf(run.modifiers);
    values.merge(assignmentOf(run.operands));
    values.merge(assignmentOf(run.choices));
    values.merge(assignmentOf(run.results, "before."));
    values.insert({{"allocated", run.memory.size()},
                   {"admitted", attempts.admitted},
                   {"winners", attempts.attempting},
                   {"count", listed.size()}});
    for (unsigned k = 0; k < kLanes; ++k)
      values[fmt::format("listed[{}]", k)] = k < listed.size() ? listed[k] : 0;
    for (unsigned r = 0; r < kResultRows; ++r) // what the checks leave: as it was, but in lanes in error
      for (unsigned lane = 0; lane < kLanes; ++lane)
        values[fmt::format("checked.row[{}][{}]", r, lane)] =
            attempts.admitted >> lane & 1 ? fresh.row[r][lane] : whole.results.row[r][lane];
    const std::vector<Bits> entry = symbolic::evaluate(entry_, values);
    for (unsigned cell = 0; cell < kResultRows * kLanes; ++cell)
      run.results.row[cell / kLanes][cell % kLanes] = static_cast<std::uint32_t>(entry[cell]);
    for (unsigned k = 0; k < listed.size(); ++k)
      turn(k, listed[k], attempts.address[listed[k]], values, run);
  }

private:
  void turn(unsigned k, unsigned lane, std::uint32_t at, Assignment& values, AtomsRun& run) {
    const unsigned bytes = spec::bytesOf(turn_.pair.size);
    const bool inside = std::uint64_t(at) + bytes <= run.memory.size();
    values["k"] = k;
    values["order[k]"] = lane;
    values["address"] = at;
    values["old"] = inside ? run.word(turn_.pair.size, at) : 0;
    for (unsigned r = 0; r < spec::kSourceRows; ++r)
      values[fmt::format("word{}", r)] = run.operands.row[r][lane];
    for (unsigned r = 0; r < kResultRows; ++r)
      for (unsigned i = 0; i < kLanes; ++i)
        values[fmt::format("turn.row[{}][{}]", r, i)] = run.results.row[r][i];
    for (unsigned i = 0; i < bytes; ++i)
      values[fmt::format("byte{}", i)] = inside ? run.memory[at + i] : 0;
    const std::vector<Bits> after = symbolic::evaluate(roots_, values);
    for (unsigned cell = 0; cell < kResultRows * kLanes; ++cell)
      run.results.row[cell / kLanes][cell % kLanes] = static_cast<std::uint32_t>(after[cell]);
    for (unsigned i = 0; inside && i < bytes; ++i)
      run.memory[at + i] = static_cast<std::uint8_t>(after[kResultRows * kLanes + i]);
  }

  Terms terms_;
  TurnOfForm turn_;
  std::vector<Term> roots_, entry_;
  symbolic::AtomsOnWords encoding_;
};

/// Memory for code that may be wrong: what lies 16 MiB around it can be read and written, also where 32-bit addresses
/// wrap.
class Guarded {
public:
  explicit Guarded(const std::vector<std::uint8_t>& bytes) : at_(map(nullptr, 2 * kAround, 0)) {
    if (at_ == MAP_FAILED)
      return;
    below_ = map(static_cast<std::uint8_t*>(at_) + ((1ull << 32) - kAround), kAround, MAP_FIXED_NOREPLACE);
    std::memcpy(at_, bytes.data(), bytes.size());
  }
  ~Guarded() {
    if (at_ != MAP_FAILED)
      munmap(at_, 2 * kAround);
    if (below_ != MAP_FAILED)
      munmap(below_, kAround);
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  bool mapped() const { return at_ != MAP_FAILED; }
  std::uint8_t* data() const { return static_cast<std::uint8_t*>(at_); }

private:
  static constexpr std::size_t kAround = std::size_t(16) << 20;
  static void* map(void* where, std::size_t bytes, int flags) {
    return mmap(where, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  }
  void *at_, *below_ = MAP_FAILED;
};

/// As runMachine, but accesses outside the allocation do no harm: those of a mutant.
bool runGuarded(const Subject& subject, Pair pair, AtomsRun& run) {
  const Guarded memory(run.memory);
  if (!memory.mapped() || !runMachine(subject, pair, run, memory.data()))
    return false;
  std::memcpy(run.memory.data(), memory.data(), run.memory.size());
  return true;
}

/// The run that a witness tells of: all that is handed over, with its address; its location holds `old`. A model
/// may say that there is no base and yet give an address other than the immediate, where nothing ties the two:
/// `atImmediate` takes its word for the one, otherwise for the other. Where it is no flag at all it stays what it is.
AtomsRun rebuilt(Pair pair, const Assignment& witness, unsigned lane, bool atImmediate) {
  constexpr std::uint32_t kImmediate = 0xffffff;
  AtomsRun run;
  run.modifiers = {wordOf(witness, "op"), wordOf(witness, "size"), wordOf(witness, "imm24"),
                   (wordOf(witness, "baseIsZero") & ~1u) | static_cast<std::uint32_t>(atImmediate)};
  run.operands = valueFrom<spec::Operands>(witness);
  run.choices = valueFrom<spec::AtomsChoices>(witness);
  run.results = valueFrom<spec::Results>(witness, "before.");
  const std::uint32_t imm24 = run.modifiers.imm24 & kImmediate, extended = (imm24 ^ 0x800000) - 0x800000;
  const std::uint32_t address = atImmediate ? imm24 : wordOf(witness, "address");
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    run.operands.row[r][lane] = wordOf(witness, fmt::format("word{}", r));
  run.operands.row[rows::kBase][lane] = atImmediate ? 0 : address - extended;
  run.choices.bank64IsDefault &= 1;
  run.choices.castPair &= 1;
  run.memory.assign(std::min(wordOf(witness, "allocated"), spec::kMaxSharedBytes), 0);
  if (std::uint64_t(address) + spec::bytesOf(pair.size) <= run.memory.size())
    run.setWord(pair.size, address, valueOf(witness, "old"));
  return run;
}

/// With the witness's other lanes, each at an address in error: they take part and are out of the way.
AtomsRun withOthersInError(AtomsRun run, const Assignment& witness, unsigned lane) {
  const std::uint32_t others = wordOf(witness, "exec") & ~(1u << lane);
  run.operands.exec |= others;
  for (unsigned i = 0; i < kLanes; ++i)
    if ((others >> i & 1) && !run.modifiers.baseIsZero)
      run.operands.row[rows::kBase][i] = run.operands.row[rows::kBase][lane] + 1;
  return run;
}

/// The witness's lane in turn k of as many as it says. Lanes that do not perform are in error, those that do go to
/// places of their own, as far as there are any; in which lanes they are, as far as the model does not say it, decides
/// `asExec`: in those that execute, of which there may be too few, or in others as well.
AtomsRun withTurns(AtomsRun run, Pair pair, const Assignment& witness, unsigned k, unsigned lane, bool asExec) {
  const unsigned bytes = spec::bytesOf(pair.size);
  constexpr std::uint32_t kBlock = 8;
  const std::uint32_t exec = wordOf(witness, "exec") | 1u << lane, own = wordOf(witness, "address"),
                      base = run.operands.row[rows::kBase][lane];
  const std::size_t count = std::min(wordOf(witness, "count"), kLanes);
  std::vector<unsigned> others; // those that perform besides
  const auto take = [&](unsigned i) {
    if (i != lane && others.size() + 1 < count && std::ranges::find(others, i) == others.end() &&
        (!asExec || exec >> i & 1))
      others.push_back(i);
  };
  for (unsigned i = 0; i < count; ++i) // if it may be, those that are listed
    take(wordOf(witness, fmt::format("listed[{}]", i)) & 31);
  for (const std::uint32_t among : {exec, ~0u})
    for (unsigned i = 0; i < kLanes; ++i)
      if (among >> i & 1)
        take(i);
  run.operands.exec = exec;
  const std::uint32_t blocks = static_cast<std::uint32_t>(run.memory.size()) / kBlock;
  std::uint32_t block = 0;
  for (unsigned i = 0; i < kLanes; ++i) {
    if (i == lane)
      continue;
    const bool performs = std::ranges::find(others, i) != others.end();
    run.operands.exec |= std::uint32_t{performs} << i;
    if (run.modifiers.baseIsZero) {
      run.operands.row[rows::kBase][i] = 0;
      continue;
    }
    if (block == own / kBlock && block + 1 < blocks)
      ++block;
    const bool hasRoom = block < blocks && block * kBlock + bytes <= run.memory.size();
    run.operands.row[rows::kBase][i] = !performs ? base + 1 : hasRoom ? base - own + block * kBlock : base;
    if (performs && hasRoom)
      run.choices.bank64[i] = static_cast<std::uint8_t>(block++ * (kBlock / 4) & 31);
  }
  others.insert(others.begin() + std::min<std::ptrdiff_t>(k, std::ssize(others)), lane);
  run.order(others);
  return run;
}

/// With the bytes that the witness says stand in the order: whoever stood there changes places with that lane.
AtomsRun withOrder(AtomsRun run, const Assignment& witness) {
  auto& order = run.choices.order;
  for (unsigned i = 0; i < kLanes; ++i)
    if (const auto said = witness.find(fmt::format("order[{}]", i)); said != witness.end()) {
      const auto byte = static_cast<std::uint8_t>(said->second);
      const auto there = std::ranges::find(order, byte & 31, [](std::uint8_t lane) { return lane & 31; });
      if (there != order.end())
        std::swap(order[i], *there);
      order[i] = byte;
    }
  return run;
}

/// The lane of a witness alone, in its turn, at an address like its own but close by; its location holds `old`, if it
/// is inside.
AtomsRun relocated(Pair pair, const Assignment& witness, unsigned lane, bool inside) {
  const unsigned bytes = spec::bytesOf(pair.size);
  const std::uint32_t address = wordOf(witness, "address"), near = 128 + (address & 127); // same alignment, same bank
  const bool aligned = address % bytes == 0;
  AtomsRun run;
  run.memory.assign(inside || !aligned ? 512 : 64, 0);
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    run.operands.row[r][lane] = wordOf(witness, fmt::format("word{}", r));
  run.operands.row[rows::kBase][lane] = near;
  if (aligned && inside)
    run.setWord(pair.size, near, valueOf(witness, "old"));
  return run;
}

/// A witness about an address, by what the address is made of; every word of memory is another.
AtomsRun addressed(Pair pair, const Assignment& witness, unsigned lane, bool moved) {
  AtomsRun run;
  const std::uint32_t aligned = ~(spec::bytesOf(pair.size) - 1);
  const std::uint32_t base = wordOf(witness, fmt::format("word{}", rows::kBase)), address = wordOf(witness, "address");
  run.modifiers = {0, 0, wordOf(witness, "imm24"), wordOf(witness, "baseIsZero") & 1};
  const std::uint32_t said = run.modifiers.baseIsZero ? run.modifiers.imm24 : address,
                      to = (moved ? 64 + (said & 4) : said) & aligned;
  if (run.modifiers.baseIsZero)
    run.modifiers.imm24 = to;
  run.operands.row[rows::kBase][lane] = run.modifiers.baseIsZero ? 0 : base - address + to;
  run.memory.resize(to < spec::kMaxSharedBytes - 512 ? to + 512 : 512);
  for (std::size_t place = 0; place < run.memory.size(); ++place)
    run.memory[place] = static_cast<std::uint8_t>((place * 0x9e3779b1u) >> 13);
  if (std::uint64_t(to) + 8 <= run.memory.size()) // so that a compare holds
    run.give(lane, run.word(pair.size, to), 9);
  return run;
}

/// Two words in one bank that hold what the lanes compare with.
AtomsRun typical(Pair pair, const Assignment& witness, unsigned lane) {
  AtomsRun run;
  for (const std::uint32_t address : {64u, 192u})
    run.setWord(pair.size, address, 5);
  run.operands.row[rows::kBase][lane] = 64;
  run.give(lane, 5, 9);
  run.choices.bank64IsDefault = wordOf(witness, "bank64IsDefault") & 1;
  for (unsigned i = 0; i < kLanes; ++i)
    run.choices.bank64[i] = i % 2; // odd lanes will be at the other word
  return run;
}

/// With the result rows before turn k; `otherwise`: what a cell holds that is not named.
AtomsRun withRows(AtomsRun run, const Assignment* witness, std::uint32_t otherwise) {
  for (unsigned r = 0; r < kResultRows; ++r)
    for (unsigned i = 0; i < kLanes; ++i) {
      const std::string cell = fmt::format("turn.row[{}][{}]", r, i);
      run.results.row[r][i] = witness && witness->contains(cell) ? wordOf(*witness, cell) : otherwise;
    }
  return run;
}

/// `seed` in turn k, on result rows as the witness has them, or that show what is written.
AtomsRun runFrom(AtomsRun run, const Assignment& witness, unsigned k, unsigned lane, bool executes, bool asSaid) {
  run.choices.castPair = wordOf(witness, "castPair") & 1;
  std::swap(run.choices.order[k], run.choices.order[lane]);
  run.operands.exec = executes ? 1u << lane : 0;
  return withRows(std::move(run), asSaid ? &witness : nullptr, 0xa5a5a5a5); // seen if it is written over, or not
}

/// With `others` at the same place, or, if `spread`, half of them 128 bytes on; doing the same or, if `unlike`, not
/// quite.
AtomsRun joined(const AtomsRun& alone, unsigned lane, std::uint32_t others, bool unlike, bool spread, bool reversed) {
  AtomsRun run = alone;
  run.operands.exec |= others;
  for (unsigned i = 0; i < kLanes; ++i)
    if (others >> i & 1) {
      for (auto& row : run.operands.row)
        row[i] = row[lane];
      run.operands.row[rows::kOperand][i] += unlike;
      if (spread && (i ^ lane) & 1)
        run.operands.row[rows::kBase][i] += 128; // another word, the same bank
    }
  if (reversed)
    std::reverse(run.choices.order.begin(), run.choices.order.end());
  return run;
}

/// Who loses .SPIN's choice by the witness, all at one word with a lane that comes first and wins: the first or the
/// last of the others.
AtomsRun contended(Pair pair, const Assignment& witness, bool last) {
  const std::uint32_t losers = wordOf(witness, "admitted") & ~wordOf(witness, "winners"), others = ~losers;
  const unsigned winner = (last ? 31 - std::countl_zero(others) : std::countr_zero(others)) & 31;
  const AtomsRun alone = runFrom(typical(pair, witness, winner), witness, 0, winner, true, false);
  AtomsRun run = joined(alone, winner, losers & ~(1u << winner), false, false, false);
  run.choices.bank64.fill(0);
  return run;
}

/// Tries runs that could show what a witness shows until `shows` says that one does: a plain one, which code that goes
/// wrong for it survives, where it may not survive what comes after; with those that lose by the witness; the one that
/// it tells of; its lane alone, close by; with a second lane at the same place, before it or after it; with all. One at
/// a time: their memory may be large.
bool anyCandidate(Pair pair, const Assignment& witness, const std::function<bool(const AtomsRun&)>& shows) {
  const unsigned k = wordOf(witness, "k") & 31, lane = wordOf(witness, "order[k]") & 31;
  const bool inside =
      std::uint64_t(wordOf(witness, "address")) + spec::bytesOf(pair.size) <= wordOf(witness, "allocated");
  const bool executes = !witness.contains("exec") || (wordOf(witness, "exec") >> lane & 1);
  const auto from = [&](AtomsRun seed, unsigned first, bool takesPart, bool asSaid) {
    const AtomsRun alone = runFrom(std::move(seed), witness, k, first, takesPart, asSaid);
    if (shows(alone))
      return true;
    for (const std::uint32_t others : {1u << (first ^ 1), 1u << (first ^ 31), ~(1u << first)})
      for (unsigned variant = 0; variant < 8; ++variant)
        if (shows(joined(alone, first, others, variant & 1, variant & 2, variant & 4)))
          return true;
    return false;
  };
  if (shows(runFrom(typical(pair, witness, 0), witness, k, 0, true, false)))
    return true;
  if (isSpin(pair) && (shows(contended(pair, witness, false)) || shows(contended(pair, witness, true))))
    return true;
  for (const bool atImmediate : {(wordOf(witness, "baseIsZero") & 1) != 0, false}) {
    AtomsRun seed = rebuilt(pair, witness, lane, atImmediate);
    for (const bool asExec : {true, false}) {
      const AtomsRun run = withTurns(seed, pair, witness, k, lane, asExec);
      if (shows(run) || shows(withOrder(run, witness)) || shows(withRows(run, &witness, 0)))
        return true;
    }
    seed.choices.order = spec::Words::laneNumbers();
    const AtomsRun run = runFrom(std::move(seed), witness, k, lane, executes, true);
    if (shows(withOthersInError(run, witness, lane)) || shows(run))
      return true;
  }
  for (const bool isInside : {inside, !inside})
    if (from(relocated(pair, witness, lane, isInside), lane, executes, true))
      return true;
  if (witness.contains("imm24") || witness.contains("baseIsZero"))
    for (const bool moved : {true, false})
      if (from(addressed(pair, witness, lane, moved), lane, executes, true))
        return true;
  if (from(addressed(pair, {}, 0, false), 0, true, false)) // at the first place of memory
    return true;
  return from(typical(pair, witness, 0), 0, true, false);
}

bool differsAt(const std::string& output, const AtomsRun& a, const AtomsRun& b) {
  if (output.empty())
    return true;
  if (output == "memory")
    return a.memory != b.memory;
  return valueOf(assignmentOf(a.results), output) != valueOf(assignmentOf(b.results), output);
}

} // namespace

Replay replayTurn(const Subject& subject, Pair pair, const OutcomeBuilder& builder, const std::string& mustDiffer,
                  const Assignment& witness) {
  if (!subject.machineCode(symbolOf(pair)))
    return {.reproduced = false, .report = "no machine code for " + symbolOf(pair), .counterexample = {}};
  Fold fold(subject, pair, builder);
  Replay replay{
      .reproduced = false, .report = "refuted in the turn, not reproduced in a whole run", .counterexample = {}};
  anyCandidate(pair, witness, [&](const AtomsRun& run) {
    AtomsRun machine = run, encoding = run;
    if (!runGuarded(subject, pair, machine))
      return false;
    fold.execute(encoding);
    const std::string differs = difference(machine, encoding);
    if (differs.empty() || !differsAt(mustDiffer, machine, encoding))
      return false;
    replay = {.reproduced = true,
              .report = formOf(pair) + ", machine code and encoding: " + differs,
              .counterexample = caseOf(pair, run)};
    return true;
  });
  return replay;
}

} // namespace warplaw::proofs::atoms
