#include "fuzz/instruction.h"
#include "concrete/execute.h"
#include "fuzz/encoding.h"
#include "fuzz/plain_trial.h"
#include "fuzz/planted.h"
#include "fuzz/properties.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <cassert>

namespace warplaw::fuzz {
namespace {

/// Words of the immediates that the form has, and how many bits each may use.
std::vector<std::pair<std::uint32_t*, unsigned>> immediatesOf(const FuzzedInstruction& of, spec::Form& form) {
  std::vector<std::pair<std::uint32_t*, unsigned>> all;
  const auto take = [&](std::uint32_t& word, const spec::About& about) {
    assert(about.immediateBits != 0 && "an operand says how many bits its number has");
    all.push_back({&word, about.immediateBits});
  };
  for (const OperandPlace& operand : of.operands)
    for (const auto& [kind, offset] : operand.parts)
      switch (kind) { // a kind that is not named here does not compile
      case OperandPart::RegisterOrImmediate:
        if (auto& number = partAt<spec::RegisterOrImmediate>(form.data(), offset); number.isImmediate)
          take(number.value, operand.about);
        break;
      case OperandPart::Address:
        take(partAt<spec::Address>(form.data(), offset).offset, operand.about);
        break;
      case OperandPart::Register:
      case OperandPart::Predicate:
      case OperandPart::Guard: // they have no number
        break;
      }
  return all;
}

void takeAround(const FuzzedInstruction& of, const spec::SurroundingCells& cells, void* around) {
  for (const auto& [kind, offset] : of.parts)
    std::memcpy(static_cast<std::byte*>(around) + offset, reinterpret_cast<const std::byte*>(&cells) + kind->cellsAt,
                kind->bytes);
}
void setAround(const FuzzedInstruction& of, spec::SurroundingCells& cells, const void* around) {
  for (const auto& [kind, offset] : of.parts)
    std::memcpy(reinterpret_cast<std::byte*>(&cells) + kind->cellsAt, static_cast<const std::byte*>(around) + offset,
                kind->bytes);
}

/// Do the parts differ?
bool differ(const FuzzedInstruction& of, const void* a, const void* b) {
  return !of.parts.empty() && std::memcmp(a, b, of.at.aroundBytes) != 0;
}

} // namespace

// ---- tables

FuzzedInstruction::FuzzedInstruction(void (*fill)(FuzzedInstruction& table)) {
  fill(*this);
  readsPredicate = std::ranges::any_of(operands, [](const auto& place) { return place.is(OperandPart::Guard); });
  portable_ = shipped("portable");
  cells_ = makeCells();
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  constexpr std::uint8_t kRowOfChoices = 200; // in the layout of a whole case
  choiceCells_.addCells(row.choicesLayout(), row.defaultChoices().data(), 0, kRowOfChoices, false);
}

void* FuzzedInstruction::shipped(std::string_view path) const {
  void* const found = concrete::shippedFunction("warplaw_" + std::string(folder) + "_" + std::string(path));
  assert(found && "a datapath of every path");
  return found;
}

void FuzzedInstruction::execute(AnyTrial& trial, spec::Results& results) const {
  call(portable_, modifiersOf(trial), trial.operands, choicesOf(trial), memoryOf(trial), aroundOf(trial), results);
}

void FuzzedInstruction::modifiersOf(const spec::Form& form, void* to) const {
  Terms terms;
  const spec::Layout& layout = spec::rowOf(mnemonic).formLayout();
  std::vector<Term> formTerms(layout.cells().size()), told(modifiers->cells().size() + 1);
  symbolic::setConstants(terms, form.data(), layout, formTerms);
  encodedModifiers(formTerms.data(), told.data()); // a structure without a member is a byte, too: one more than cells
  symbolic::setWords(std::span(told).first(modifiers->cells().size()), *modifiers, to);
}

spec::Plan FuzzedInstruction::encodedPlanOf(const spec::Form& form, const spec::Choices& choices) const {
  Terms terms;
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  const std::size_t count = row.choicesLayout().cells().size();
  std::vector<Term> formTerms(row.formLayout().cells().size()), choiceTerms(count + 1); // likewise
  symbolic::setConstants(terms, form.data(), row.formLayout(), formTerms);
  symbolic::setConstants(terms, choices.data(), row.choicesLayout(), std::span(choiceTerms).first(count));
  return symbolic::wordsIn(encodedPlan(formTerms.data(), choiceTerms.data(), symbolic::constants(terms, spec::Plan{})));
}

/// Modifiers, executing lanes, operands, memory, choices: what comes first is small first.
CellWords FuzzedInstruction::makeCells() const {
  const OwnTrial sample(*this);
  CellWords cells;
  std::uint8_t row = 0;
  const auto add = [&](const spec::Layout& layout, std::size_t offset, bool areForms) {
    cells.addCells(layout, bytesOf(*sample) + offset, offset, row, areForms);
    if (!cells.layout().empty())
      row = static_cast<std::uint8_t>(cells.layout().back().row + 1);
  };
  const auto offsetOf = [&](const auto& cell) {
    return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&cell) - bytesOf(*sample));
  };
  const spec::Operands& operands = (*sample).operands;
  add(*modifiers, at.modifiers, true);
  cells.add("exec", {.role = WordRole::Exec, .row = row++}, offsetOf(operands.exec), 4);
  if (readsPredicate)
    cells.add("predicate", {.row = row++, .lanes = true}, offsetOf(operands.predicate), 4);
  if (hasMemory)
    cells.add("allocated", {.row = row++, .mask = 2 * kTrialMemory - 1}, at.allocated, 4);
  for (unsigned r = 0; r < rows; ++r, ++row)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      cells.add("row[" + std::to_string(r) + "][" + std::to_string(lane) + "]",
                {.row = row, .position = static_cast<std::int16_t>(lane)}, offsetOf(operands.row[r][lane]), 4);
  if (hasMemory) {
    for (unsigned word = 0; word < kTrialMemory / 4; ++word)
      cells.add("memory[" + std::to_string(word) + "]",
                {.row = row, .position = static_cast<std::int16_t>(word), .memory = true}, at.memory + 4 * word, 4);
    ++row;
  }
  for (const Part& part : parts)
    add(*part.kind->layout, at.around + part.offset, false);
  add(spec::rowOf(mnemonic).choicesLayout(), at.choices, false);
  return cells;
}

const SmallCases& FuzzedInstruction::small() const {
  std::call_once(smallOnce_, [&] {
    const auto plainly = [](unsigned) { return std::vector<std::uint32_t>{1, 0x80000000}; };
    small_ =
        smallCases(cells_.layout(), smallBases ? smallBases(cells_)
                                               : plainSmallBases(cells_, rows, smallValues ? smallValues : plainly));
  });
  return small_;
}

Words FuzzedInstruction::wordsOf(const AnyTrial& trial) const {
  Words words(cells_.layout().size());
  cells_.read(&trial, words.data());
  return words;
}

bool FuzzedInstruction::read(const Words& words, AnyTrial& trial) const {
  if (!cells_.areLegal(words.data()))
    return false;
  construct(&trial);
  cells_.write(words.data(), &trial);
  if (hasMemory) {
    if (allocatedOf(trial) > kTrialMemory)
      return false;
    const std::span<const std::uint8_t> memory = memoryOf(trial);
    if (std::any_of(memory.data() + memory.size(), memory.data() + kTrialMemory, [](auto byte) { return byte; }))
      return false;
  }
  for (const Part& part : parts)
    if (!part.kind->isLegal(static_cast<std::byte*>(aroundOf(trial)) + part.offset, trial.operands.exec))
      return false;
  return (!isLegal || isLegal(trial)) && hasForm(modifiersOf(trial));
}

/// Has a legal form these modifiers? The minimiser asks thousands of times about the same ones.
bool FuzzedInstruction::hasForm(const void* asked) const {
  struct Answer {
    const FuzzedInstruction* of = nullptr;
    std::vector<std::byte> modifiers;
    bool is = false;
  };
  thread_local Answer answer;
  const std::span bytes(static_cast<const std::byte*>(asked), modifiers->bytes());
  if (answer.of != this || !std::ranges::equal(answer.modifiers, bytes))
    answer = {this, {bytes.begin(), bytes.end()}, spec::check(spec::Instruction{{}, formOf(asked), {}}).has_value()};
  return answer.is;
}

// ---- cases

spec::Choices FuzzedInstruction::choicesIn(const AnyTrial& trial) const {
  spec::Choices choices = spec::rowOf(mnemonic).defaultChoices();
  std::memcpy(choices.data(), choicesOf(trial), at.choicesBytes);
  return choices;
}

spec::Case FuzzedInstruction::caseOf(const AnyTrial& trial) const {
  spec::Case c;
  c.instruction.form = formOf(modifiersOf(trial));
  c.choices = choicesIn(trial);
  c.warp.active = trial.operands.exec;
  const auto planNow = [&] { return planOf(c.instruction.form.data(), c.choices.data()); };
  const spec::Plan plan = planNow();
  const auto isUniform = [](const std::uint32_t* row) {
    return std::all_of(row, row + spec::kLanes, [&](std::uint32_t word) { return word == row[0]; });
  };
  for (const OperandPlace& place : operands) {
    if (!place.is(OperandPart::RegisterOrImmediate))
      continue;
    auto& operand = partAt<spec::RegisterOrImmediate>(c.instruction.form.data(), place.offset);
    for (unsigned row = 0; row < rows; ++row)
      if (const std::uint32_t* const values = trial.operands.row[row];
          plan.source[row].kind == spec::SourceKind::Register && plan.source[row].value == operand.value &&
          isUniform(values)) {
        const spec::RegisterOrImmediate reg = operand;
        operand = {true, values[0] & static_cast<std::uint32_t>((std::uint64_t{1} << place.about.immediateBits) - 1)};
        const spec::Source source = planNow().source[row];
        if (source.kind == spec::SourceKind::Immediate && source.value == values[0] && spec::check(c.instruction))
          break;
        operand = reg;
      }
  }
  this->place(c, planNow(), trial);
  return c;
}

void FuzzedInstruction::place(spec::Case& c, const spec::Plan& plan, const AnyTrial& trial) const {
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    if (plan.source[row].kind == spec::SourceKind::Register)
      fillRegister(c.warp, static_cast<std::uint8_t>(plan.source[row].value), trial.operands.row[row]);
  if (plan.sourcePredicate != spec::kTruePredicate)
    c.warp.predicates[plan.sourcePredicate] =
        plan.sourcePredicateNegated ? ~trial.operands.predicate : trial.operands.predicate;
  const std::span<const std::uint8_t> memory = memoryOf(trial);
  c.memory.assign(memory.begin(), memory.end());
  setAround(*this, c.cells, aroundOf(trial));
}

void FuzzedInstruction::drawOperands(spec::Case& c, const AnyTrial& trial, Dice& dice) const {
  std::array<std::uint32_t, spec::kSourceRows> values;
  for (unsigned row = 0; row < spec::kSourceRows; ++row)
    values[row] = trial.operands.row[row][0];
  OperandDice drawn(dice, std::span(values).first(rows));
  spec::Form plain = formOf(modifiersOf(trial));
  if (vary)
    vary(plain.data(), dice);
  spec::Form form = plain;
  const auto keep = [&](const spec::Form& now) {
    spec::Instruction instruction = c.instruction;
    instruction.form = now;
    if (!spec::check(instruction) || !spec::check(c.choices, instruction.form))
      return false;
    form = now;
    return true;
  };
  spec::Form together = plain;
  for (const OperandPlace& operand : operands)
    drawn.draw(together.data(), operand);
  if (!keep(together))
    for (unsigned pass = 0; pass < 2; ++pass)
      for (const OperandPlace& operand : operands)
        for (unsigned attempt = 0; attempt < 4; ++attempt) {
          spec::Form one = form;
          std::memcpy(&partAt<std::byte>(one.data(), operand.offset), &partAt<std::byte>(plain.data(), operand.offset),
                      operand.bytes);
          drawn.draw(one.data(), operand);
          if (keep(one))
            break;
        }
  c.instruction.form = form;
}

// ---- fuzzers

InstructionFuzzer::Wanted::Wanted() : results(untouchedResults()) {}

InstructionFuzzer::InstructionFuzzer(const FuzzedInstruction& of)
    : of_(of), encoding_(of.ownEncoding ? of.ownEncoding() : std::make_unique<DescribedEncoding>(of)), trial_(of),
      memory_(new std::uint8_t[of.hasMemory ? kTrialMemory : 1]), modifiers_(new std::byte[of.modifiers->bytes()]),
      choices_(new std::byte[of.at.choicesBytes]), around_(new std::byte[of.at.aroundBytes]),
      operands_(std::make_unique<spec::Operands>()), got_(std::make_unique<spec::Results>()) {
  for (const concrete::Path& path : concrete::paths(of.mnemonic))
    if (path.supported)
      paths_.push_back(of.shipped(path.name));
}
InstructionFuzzer::~InstructionFuzzer() = default;

spec::Mnemonic InstructionFuzzer::mnemonic() const { return of_.mnemonic; }
std::size_t InstructionFuzzer::recordBytes() const { return of_.recordBytes; }
const Layout& InstructionFuzzer::layout() const { return of_.cells().layout(); }
const SmallCases& InstructionFuzzer::small() const { return of_.small(); }

void InstructionFuzzer::encode(const AnyTrial& trial, Wanted& wanted) {
  const std::span<const std::uint8_t> memory = of_.memoryOf(trial);
  if (!memory.empty())
    std::memcpy(wanted.memory.data(), memory.data(), memory.size());
  if (!of_.parts.empty())
    std::memcpy(wanted.around.data(), of_.aroundOf(trial), of_.at.aroundBytes);
  (*encoding_)(of_.modifiersOf(trial), trial.operands, of_.choicesOf(trial),
               std::span(wanted.memory).first(memory.size()), wanted.around.data(), wanted.results);
}

Kinds InstructionFuzzer::judge(const AnyTrial& trial) {
  Wanted wanted;
  encode(trial, wanted);
  const std::span<const std::uint8_t> memory = of_.memoryOf(trial);
  // the memory ends where its heap block ends: the first byte behind it is seen, too
  std::span<std::uint8_t> ofPath;
  if (of_.hasMemory)
    ofPath = {memory_.get() + kTrialMemory - memory.size(), memory.size()};
  std::memcpy(modifiers_.get(), of_.modifiersOf(trial), of_.modifiers->bytes());
  std::memcpy(choices_.get(), of_.choicesOf(trial), of_.at.choicesBytes);
  *operands_ = trial.operands;
  Kinds kinds = 0;
  for (void* const path : paths_) {
    *got_ = untouchedResults();
    if (!memory.empty())
      std::memcpy(ofPath.data(), memory.data(), memory.size());
    if (!of_.parts.empty())
      std::memcpy(around_.get(), of_.aroundOf(trial), of_.at.aroundBytes);
    of_.call(path, modifiers_.get(), *operands_, choices_.get(), ofPath, around_.get(), *got_);
    kinds |= differingKinds(wanted.results, *got_, trial.operands.exec);
    if (differ(of_, around_.get(), wanted.around.data()))
      kinds |= setOf(Kind::Cell);
    if (!memory.empty() && std::memcmp(ofPath.data(), wanted.memory.data(), memory.size()) != 0)
      kinds |= setOf(Kind::Memory);
  }
  return kinds;
}

Kinds InstructionFuzzer::run(Bytes record) {
  of_.draw(record, &*trial_);
  return judge(*trial_);
}

void InstructionFuzzer::runUpTo(Bytes record, RunPart last) {
  of_.draw(record, &*trial_);
  Wanted wanted;
  Kinds kinds = 0;
  if (last == RunPart::Oracle)
    encode(*trial_, wanted);
  else if (last == RunPart::Executors)
    kinds = judge(*trial_);
  asm volatile("" : : "r"(&*trial_), "r"(&wanted), "r"(kinds) : "memory"); // all of it is made
}

Judge InstructionFuzzer::judgeOf(AnyExecutor executor) {
  return [this, executor = std::move(executor), trial = OwnTrial(of_), expected = OwnTrial(of_)](const Words& words) {
    if (!of_.read(words, *trial))
      return Kinds{0};
    std::memcpy(static_cast<void*>(&*expected), &*trial, of_.at.bytes);
    spec::Results wanted = untouchedResults(), got = untouchedResults();
    (*encoding_)(of_.modifiersOf(*expected), (*expected).operands, of_.choicesOf(*expected), of_.memoryOf(*expected),
                 of_.aroundOf(*expected), wanted);
    executor(*trial, got);
    Kinds kinds = differingKinds(wanted, got, (*expected).operands.exec);
    if (differ(of_, of_.aroundOf(*trial), of_.aroundOf(*expected)))
      kinds |= setOf(Kind::Cell);
    if (of_.hasMemory && std::memcmp(FuzzedInstruction::bytesOf(*trial) + of_.at.memory,
                                     FuzzedInstruction::bytesOf(*expected) + of_.at.memory, kTrialMemory) != 0)
      kinds |= setOf(Kind::Memory);
    return kinds;
  };
}

OperandOutcome InstructionFuzzer::outcomeOf(const AnyExecutor& executor, const Words& words) const {
  const OwnTrial trial(of_);
  [[maybe_unused]] const bool isLegal = of_.read(words, *trial);
  assert(isLegal && "only words of a case that was judged");
  OperandOutcome outcome{untouchedResults(), {}};
  executor(*trial, outcome.results);
  const auto memory = of_.memoryOf(*trial);
  outcome.memory.assign(memory.begin(), memory.end());
  return outcome;
}

spec::Case InstructionFuzzer::operandCase(Bytes record) const { return of_.caseOf(*OwnTrial(of_, record)); }
Words InstructionFuzzer::recordWords(Bytes record) const { return of_.wordsOf(*OwnTrial(of_, record)); }

spec::Case InstructionFuzzer::caseOf(const Words& words) const {
  const OwnTrial trial(of_);
  [[maybe_unused]] const bool isLegal = of_.read(words, *trial);
  assert(isLegal && "only words that were judged come back");
  return of_.caseOf(*trial);
}

spec::Case InstructionFuzzer::machineCase(Bytes record) const {
  const OwnTrial trial(of_, record);
  const Record<32> head(record);
  Dice dice(head.doubleWord(0) ^ head.doubleWord(8) * 31 ^ head.doubleWord(16) * 17 ^ head.doubleWord(24) * 7);
  spec::Case c;
  c.choices = of_.choicesIn(*trial);
  if (of_.machineChoices)
    of_.machineChoices(c.choices.data(), dice);
  of_.drawOperands(c, *trial, dice);
  const spec::Plan plan = planOf(c.instruction.form, c.choices);
  for (unsigned row = 0; row < spec::kResultRows; ++row)
    fillRegister(c.warp, static_cast<std::uint8_t>(plan.destination[row]), untouchedResults().row[row], 0x5eed0000u);
  if (plan.destinationPredicate != spec::kTruePredicate)
    c.warp.predicates[plan.destinationPredicate] = static_cast<std::uint32_t>(dice.next());
  of_.place(c, plan, *trial);
  guardLanes(c, (*trial).operands.exec, dice);
  c.warp.active &= spec::aliveLanes(c.cells.inputs);
  if (of_.isLegal) {
    const OwnTrial placed =
        trial; // operands that share a register are others than those that the choices were made for
    of_.modifiersOf(c.instruction.form, FuzzedInstruction::bytesOf(*placed) + of_.at.modifiers);
    (*placed).operands = fetchPlainly(c, plan);
    if (!of_.isLegal(*placed))
      c.choices = spec::rowOf(of_.mnemonic).defaultChoices();
  }
  return c;
}

spec::Plan InstructionFuzzer::planOf(const spec::Form& form, const spec::Choices& choices) const {
  assert(form.mnemonic() == of_.mnemonic && choices.mnemonic() == of_.mnemonic);
  return of_.planOf(form.data(), choices.data());
}
void InstructionFuzzer::runPlainly(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
                                   std::span<std::uint8_t> memory, spec::SurroundingCells& cells,
                                   spec::Results& results) const {
  assert(form.mnemonic() == of_.mnemonic && choices.mnemonic() == of_.mnemonic);
  of_.runPlainly(form.data(), choices.data(), operands, memory, cells, results);
}
spec::Plan InstructionFuzzer::encodedPlanOf(const spec::Form& form, const spec::Choices& choices) const {
  return of_.encodedPlanOf(form, choices);
}

void InstructionFuzzer::encode(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
                               std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results) {
  const OwnTrial told(of_);
  const auto at = [&](std::size_t offset) { return FuzzedInstruction::bytesOf(*told) + offset; };
  of_.modifiersOf(form, at(of_.at.modifiers));
  takeAround(of_, cells, at(of_.at.around));
  (*encoding_)(at(of_.at.modifiers), operands, choices.data(), memory, at(of_.at.around), results);
  setAround(of_, cells, at(of_.at.around));
}

std::optional<OperandWords> InstructionFuzzer::operandWords(const spec::Case& c) {
  const OwnTrial trial(of_);
  const auto at = [&](std::size_t offset) { return FuzzedInstruction::bytesOf(*trial) + offset; };
  of_.modifiersOf(c.instruction.form, at(of_.at.modifiers));
  (*trial).operands = fetchPlainly(c, planOf(c.instruction.form, c.choices));
  std::memcpy(at(of_.at.choices), c.choices.data(), of_.at.choicesBytes);
  if (of_.hasMemory) {
    if (c.memory.size() > kTrialMemory)
      return std::nullopt;
    of_.allocatedOf(*trial) = static_cast<std::uint32_t>(c.memory.size());
    std::ranges::copy(c.memory, of_.memoryOf(*trial).begin());
  }
  takeAround(of_, c.cells, at(of_.at.around));
  return OperandWords{{layout(), of_.wordsOf(*trial)}, &small(), [this](const Words& words) {
                        return of_.read(words, *trial_) ? judge(*trial_) : 0;
                      }};
}

// ---- the whole case: immediates of the form, then choices

LayoutWords InstructionFuzzer::choiceWords(const spec::Case& c) const {
  LayoutWords all;
  std::uint8_t row = 150;
  spec::Form form = c.instruction.form;
  for (const auto& [word, bits] : immediatesOf(of_, form)) {
    all.layout.push_back({.row = row++, .mask = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1)});
    all.words.push_back(*word);
  }
  const Layout& choices = of_.choiceCells().layout();
  all.layout.insert(all.layout.end(), choices.begin(), choices.end());
  const std::size_t start = all.words.size();
  all.words.resize(start + choices.size());
  of_.choiceCells().read(c.choices.data(), all.words.data() + start);
  return all;
}

void InstructionFuzzer::setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const {
  std::size_t at = 0;
  for (const auto& [word, bits] : immediatesOf(of_, c.instruction.form))
    *word = words[at++];
  of_.choiceCells().write(words.data() + at, c.choices.data());
}

bool InstructionFuzzer::setRegister(spec::Form& form, spec::Role role, std::uint8_t reg) const {
  for (const OperandPlace& operand : of_.operands)
    for (const auto& [kind, offset] : operand.parts)
      if (operand.about.role == role && kind == OperandPart::Register) {
        partAt<spec::Register>(form.data(), offset).index = reg;
        return true;
      }
  return false;
}

Explanation InstructionFuzzer::explain(const spec::Case& c) const {
  if (!of_.explain)
    return {};
  const OwnTrial told(of_);
  void* const modifiers = FuzzedInstruction::bytesOf(*told) + of_.at.modifiers;
  of_.modifiersOf(c.instruction.form, modifiers);
  return of_.explain(modifiers, fetchPlainly(c, planOf(c.instruction.form, c.choices)), c.choices.data(),
                     static_cast<std::uint32_t>(c.memory.size()), c.cells);
}
std::vector<PlantedBug> InstructionFuzzer::planted() const {
  return of_.planted ? of_.planted() : std::vector<PlantedBug>{};
}
std::vector<Property> InstructionFuzzer::properties() const {
  return of_.properties ? of_.properties() : std::vector<Property>{};
}

// ---- results

const spec::Results& untouchedResults() {
  static const spec::Results kUntouched = [] {
    spec::Results results;
    results.predicate = results.predicateWritten = 0xa5c35a3cu;
    results.written[0] = 0x5a3ca5c3u;
    results.written[1] = 0x3c5ac3a5u;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      results.error[lane] = static_cast<std::uint8_t>(lane % 3);
    for (unsigned r = 0; r < spec::kResultRows; ++r)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        results.row[r][lane] = 0xc0de0000u | (r << 8) | lane;
    return results;
  }();
  return kUntouched;
}

Kinds differingKinds(const spec::Results& expected, const spec::Results& got, std::uint32_t exec) {
  if (std::memcmp(&expected, &got, sizeof expected) == 0)
    return 0;
  Kinds kinds = 0;
  const auto lane = [&](unsigned i, std::uint32_t named, Kind kind) {
    kinds |= setOf(named >> i & 1 ? kind : Kind::Frame);
  };
  const std::uint32_t predicates =
      (expected.predicate ^ got.predicate) | (expected.predicateWritten ^ got.predicateWritten);
  const std::uint32_t predicateNamed = exec & (expected.predicateWritten | got.predicateWritten);
  for (unsigned i = 0; i < spec::kLanes; ++i) {
    if (expected.error[i] != got.error[i])
      lane(i, exec, Kind::Error);
    if (predicates >> i & 1)
      lane(i, predicateNamed, Kind::Predicate);
    for (unsigned r = 0; r < spec::kResultRows; ++r)
      if (expected.row[r][i] != got.row[r][i] || ((expected.written[r] ^ got.written[r]) >> i & 1))
        lane(i, exec & (expected.written[r] | got.written[r]), Kind::Register);
  }
  return kinds;
}

std::vector<std::unique_ptr<InstructionFuzzer>> allFuzzers() {
  std::vector<std::unique_ptr<InstructionFuzzer>> all;
#define WARPLAW_INSTRUCTION(Camel, folder, text) all.push_back(make##Camel##Fuzzer());
#include "linked_instructions.def" // generated
#undef WARPLAW_INSTRUCTION
  return all;
}

std::unique_ptr<InstructionFuzzer> makeFuzzer(spec::Mnemonic mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  if (mnemonic == spec::Mnemonic::Camel)                                                                               \
    return make##Camel##Fuzzer();
#include "linked_instructions.def" // generated
#undef WARPLAW_INSTRUCTION
  assert(false && "every instruction that is linked has a fuzzer");
  return nullptr;
}

} // namespace warplaw::fuzz
