#include "fuzz/instructions/shfl.h"
#include "concrete/execute.h"
#include "concrete/instructions/shfl.h"
#include "fuzz/placement.h"
#include "fuzz/slots.h"
#include "symbolic/encodings/shfl.h"
#include <algorithm>
#include <cassert>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
namespace rows = spec::shfl_rows;

constexpr std::size_t kValueBytes = 16, kLaneBytes = 144, kRangeBytes = 272, kInactiveBytes = 400;

/// Sc as programs write it: `width` lanes a segment (a power of two) and a clamp.
std::uint32_t rangeOfWidth(std::uint32_t word) {
  const std::uint32_t width = 1u << (word % 6), clamp = (word >> 8) & 1 ? 31 : 0;
  return (32 - width) << 8 | clamp;
}

void fillRange(std::uint32_t* row, const std::uint8_t* bytes, unsigned style) {
  fillRow(row, bytes, style);
  if (style / 8 % 2)
    std::transform(row, row + kLanes, row, rangeOfWidth);
}

native::Function compileMode(unsigned mode) {
  symbolic::Terms terms;
  const auto operands = symbolic::OperandTerms::variables(terms);
  const auto choices = symbolic::ShflChoiceTerms::variables(terms);
  const auto before = symbolic::ResultTerms::variables(terms, "before.");
  const auto after = symbolic::shflEncoding(terms.constant(2, mode), operands, choices, before);
  std::vector<native::Slot> inputs = operandSlots(operands, 0);
  appendRow(inputs, choices.inactive, 1, offsetof(spec::ShflChoices, inactive), 4);
  for (native::Slot& slot : resultSlots(before, 2))
    inputs.push_back(slot);
  return native::compile(inputs, resultSlots(after, 0, &before));
}

bool isUniform(const std::uint32_t* row, std::uint32_t limit) {
  return row[0] < limit && std::all_of(row, row + kLanes, [&](std::uint32_t v) { return v == row[0]; });
}

using Datapath = decltype(concrete::warplaw_shfl_portable);

class ShflFuzzer final : public InstructionFuzzer {
public:
  ShflFuzzer() {
    for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Shfl))
      if (path.supported)
        paths_.push_back(
            reinterpret_cast<Datapath*>(concrete::shippedFunction("warplaw_shfl_" + std::string(path.name))));
    assert(std::none_of(paths_.begin(), paths_.end(), [](Datapath* path) { return path == nullptr; }));
  }
  spec::Mnemonic mnemonic() const override { return spec::Mnemonic::Shfl; }
  std::size_t recordBytes() const override { return kShflRecord; }

  Kinds run(Bytes record) override { return judge(shflTrial(record)); }
  void decode(Bytes record) override {
    const ShflTrial trial = shflTrial(record);
    asm volatile("" : : "r"(&trial) : "memory");
  }
  spec::Case operandCase(Bytes record) const override { return shflCase(shflTrial(record)); }
  spec::Case machineCase(Bytes record) const override;

  spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) const override;
  void encode(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
              std::span<std::uint8_t>, spec::Results& results) override {
    encoding_({static_cast<std::uint32_t>(std::get<spec::ShflForm>(form).mode), operands,
               std::get<spec::ShflChoices>(choices)},
              results);
  }

  std::optional<OperandWords> operandWords(const spec::Case& c) override {
    const auto& form = std::get<spec::ShflForm>(c.instruction.form);
    const spec::Operands operands = fetchPlainly(c, planOf(c.instruction.form, c.choices));
    const ShflTrial trial{static_cast<std::uint32_t>(form.mode), operands, std::get<spec::ShflChoices>(c.choices)};
    return OperandWords{{shflLayout(), wordsOf(trial)}, &shflSmallCases(), [this](const Words& words) {
                          return judge(shflTrialOf(words));
                        }};
  }
  spec::Case caseOf(const Words& words) const override { return shflCase(shflTrialOf(words)); }
  LayoutWords choiceWords(const spec::Case& c) const override;
  void setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const override;
  Explanation explain(const spec::Case& c) const override;

private:
  Kinds judge(const ShflTrial& trial) {
    spec::Results expected = untouchedResults();
    encoding_(trial, expected);
    *operands_ = trial.operands;
    *choices_ = trial.choices;
    Kinds kinds = 0;
    for (Datapath* path : paths_) {
      *got_ = untouchedResults();
      path(trial.mode, operands_.get(), choices_.get(), got_.get());
      kinds |= differingKinds(expected, *got_, trial.operands.exec);
    }
    return kinds;
  }

  ShflEncoding encoding_;
  // what an executor sees lies in heap blocks of its own, so that the address sanitizer sees a step beyond one
  std::unique_ptr<spec::Operands> operands_ = std::make_unique<spec::Operands>();
  std::unique_ptr<spec::ShflChoices> choices_ = std::make_unique<spec::ShflChoices>();
  std::unique_ptr<spec::Results> got_ = std::make_unique<spec::Results>();
  std::vector<Datapath*> paths_;
};

spec::Plan ShflFuzzer::planOf(const spec::Form& anyForm, const spec::Choices&) const {
  const auto& form = std::get<spec::ShflForm>(anyForm);
  const auto source = [](const spec::RegisterOrImmediate& operand) {
    return spec::Source{operand.isImmediate ? spec::SourceKind::Immediate : spec::SourceKind::Register, operand.value};
  };
  spec::Plan plan;
  plan.source[rows::kValue] = {spec::SourceKind::Register, form.ra.index};
  plan.source[rows::kLane] = source(form.sb);
  plan.source[rows::kRange] = source(form.sc);
  plan.destination[0] = form.rd.index;
  plan.destinationPredicate = form.pu.index;
  return plan;
}

spec::Case ShflFuzzer::machineCase(Bytes record) const {
  const ShflTrial trial = shflTrial(record);
  Dice dice(Record<16>(record).doubleWord(0) ^ Record<16>(record).doubleWord(8) * 31);
  spec::Case c = shflCase(trial);
  auto& form = std::get<spec::ShflForm>(c.instruction.form);
  RegisterPicker pick(dice);
  form.rd.index = pick.any();
  form.ra.index = pick.any();
  form.pu.index = static_cast<std::uint8_t>(dice.below(8));
  const auto operand = [&](unsigned row, unsigned immediateBits) -> spec::RegisterOrImmediate {
    if (dice.oneIn(3))
      return {true, static_cast<std::uint16_t>(trial.operands.row[row][0] & ((1u << immediateBits) - 1))};
    return {false, pick.any()};
  };
  form.sb = operand(rows::kLane, 5);
  form.sc = operand(rows::kRange, 13);
  c.warp = spec::Warp{};
  fillRegister(c.warp, form.rd.index, trial.choices.inactive.data(), 0x5eed0000u);
  fillRegister(c.warp, form.ra.index, trial.operands.row[rows::kValue]);
  if (!form.sb.isImmediate)
    fillRegister(c.warp, static_cast<std::uint8_t>(form.sb.value), trial.operands.row[rows::kLane]);
  if (!form.sc.isImmediate)
    fillRegister(c.warp, static_cast<std::uint8_t>(form.sc.value), trial.operands.row[rows::kRange]);
  guardLanes(c, trial.operands.exec, dice);
  return c;
}

LayoutWords ShflFuzzer::choiceWords(const spec::Case& c) const {
  const auto& form = std::get<spec::ShflForm>(c.instruction.form);
  const auto& choices = std::get<spec::ShflChoices>(c.choices);
  LayoutWords all{{{Role::Value, 200, -1, form.sb.isImmediate ? 0x1fu : 0u, false},
                   {Role::Value, 201, -1, form.sc.isImmediate ? 0x1fffu : 0u, false}},
                  {form.sb.isImmediate ? form.sb.value : 0u, form.sc.isImmediate ? form.sc.value : 0u}};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    all.layout.push_back({Role::Value, 202, static_cast<std::int16_t>(lane), ~0u, false});
    all.words.push_back(choices.inactive[lane]);
  }
  return all;
}

void ShflFuzzer::setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const {
  auto& form = std::get<spec::ShflForm>(c.instruction.form);
  if (form.sb.isImmediate)
    form.sb.value = static_cast<std::uint16_t>(words[0]);
  if (form.sc.isImmediate)
    form.sc.value = static_cast<std::uint16_t>(words[1]);
  std::copy_n(words.begin() + 2, kLanes, std::get<spec::ShflChoices>(c.choices).inactive.begin());
}

Explanation ShflFuzzer::explain(const spec::Case& c) const {
  const auto& form = std::get<spec::ShflForm>(c.instruction.form);
  const spec::Operands operands = fetchPlainly(c, planOf(c.instruction.form, c.choices));
  symbolic::Terms terms;
  Explanation explanation{{{"reads lane", {}}}, 0};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto source = symbolic::shflSource(
        terms.constant(5, lane), terms.constant(2, static_cast<unsigned>(form.mode)),
        terms.constant(32, operands.row[rows::kLane][lane]), terms.constant(32, operands.row[rows::kRange][lane]));
    const auto from = static_cast<unsigned>(source.lane.value());
    const bool executes = operands.exec >> from & 1;
    explanation.columns[0].text[lane] = from == lane ? "own"
                                        : executes   ? std::to_string(from)
                                                     : std::to_string(from) + " (off)";
    if (operands.exec >> lane & 1)
      explanation.lanesRead |= 1u << from;
  }
  return explanation;
}

} // namespace

ShflTrial shflTrial(Bytes bytes) {
  const Record<kShflRecord> record(bytes);
  ShflTrial trial;
  trial.mode = record.byte(0) % 4;
  trial.operands.exec = execMask(record.word(8), record.byte(1));
  fillRow(trial.operands.row[rows::kValue], record.bytes.data() + kValueBytes, record.byte(2));
  fillRow(trial.operands.row[rows::kLane], record.bytes.data() + kLaneBytes, record.byte(3));
  fillRange(trial.operands.row[rows::kRange], record.bytes.data() + kRangeBytes, record.byte(4));
  fillRow(trial.choices.inactive.data(), record.bytes.data() + kInactiveBytes, record.byte(5));
  return trial;
}

void ShflEncoding::operator()(const ShflTrial& trial, spec::Results& results) {
  auto& function = functions_[trial.mode];
  if (!function)
    function = compileMode(trial.mode);
  const spec::Results before = results;
  const void* const inputs[] = {&trial.operands, &trial.choices, &before};
  void* const outputs[] = {&results};
  (*function)(inputs, outputs);
}

const Layout& shflLayout() {
  static const Layout kLayout = [] {
    Layout layout = {{Role::Form, 0, -1, 3, false}, {Role::Exec, 1, -1, ~0u, false}};
    for (std::uint8_t row = 2; row < 6; ++row)
      for (unsigned lane = 0; lane < kLanes; ++lane)
        layout.push_back({Role::Value, row, static_cast<std::int16_t>(lane), ~0u, false});
    return layout;
  }();
  return kLayout;
}

const SmallCases& shflSmallCases() {
  static const SmallCases kCases = [] {
    constexpr std::size_t kMode = 0, kExec = 1, kLaneRow = 2, kRangeRow = kLaneRow + kLanes,
                          kValueRow = kRangeRow + kLanes, kInactiveRow = kValueRow + kLanes;
    std::vector<SmallBase> bases;
    for (std::uint32_t mode = 0; mode < 4; ++mode)
      for (const std::uint32_t exec : {1u << 0, 1u << 1, 1u << 31, 3u << 0}) {
        SmallBase small{{{kMode, mode}, {kExec, exec}}, {}, 2};
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          if (!(exec >> lane & 1))
            continue;
          small.additions.insert(small.additions.end(), {{kLaneRow + lane, 1},
                                                         {kLaneRow + lane, 32},
                                                         {kRangeRow + lane, 1},
                                                         {kRangeRow + lane, 256},
                                                         {kValueRow + lane, 1},
                                                         {kInactiveRow + lane, 1}});
        }
        if (!(exec & 1))
          small.additions.insert(small.additions.end(),
                                 {{kRangeRow, 1}, {kRangeRow, 256}, {kValueRow, 1}}); // lane 0, which does not execute
        bases.push_back(std::move(small));
      }
    return smallCases(shflLayout(), bases);
  }();
  return kCases;
}

Words wordsOf(const ShflTrial& trial) {
  Words words = {trial.mode, trial.operands.exec};
  for (unsigned row : {rows::kLane, rows::kRange, rows::kValue})
    words.insert(words.end(), trial.operands.row[row], trial.operands.row[row] + kLanes);
  words.insert(words.end(), trial.choices.inactive.begin(), trial.choices.inactive.end());
  return words;
}

ShflTrial shflTrialOf(const Words& words) {
  ShflTrial trial;
  trial.mode = words[0];
  trial.operands.exec = words[1];
  std::size_t at = 2;
  for (unsigned row : {rows::kLane, rows::kRange, rows::kValue}) {
    std::memcpy(trial.operands.row[row], &words[at], sizeof trial.operands.row[row]);
    at += kLanes;
  }
  std::memcpy(trial.choices.inactive.data(), &words[at], sizeof trial.choices.inactive);
  return trial;
}

Judge shflJudge(ShflExecutor executor, ShflEncoding& encoding) {
  return [executor = std::move(executor), &encoding](const Words& words) {
    const ShflTrial trial = shflTrialOf(words);
    spec::Results expected = untouchedResults(), got = untouchedResults();
    encoding(trial, expected);
    executor(trial, got);
    return differingKinds(expected, got, trial.operands.exec);
  };
}

spec::Case shflCase(const ShflTrial& trial) {
  spec::Case c;
  spec::ShflForm form{static_cast<spec::ShflMode>(trial.mode), {0}, {0}, {1}, {false, 2}, {false, 3}};
  const auto place = [&](unsigned row, std::uint32_t limit, spec::RegisterOrImmediate& operand) {
    const std::uint32_t* values = trial.operands.row[row];
    if (isUniform(values, limit))
      operand = {true, static_cast<std::uint16_t>(values[0])};
    else
      fillRegister(c.warp, static_cast<std::uint8_t>(operand.value), values);
  };
  fillRegister(c.warp, form.ra.index, trial.operands.row[rows::kValue]);
  place(rows::kLane, 1u << 5, form.sb);
  place(rows::kRange, 1u << 13, form.sc);
  c.instruction.form = form;
  c.warp.active = trial.operands.exec;
  c.choices = trial.choices;
  return c;
}

std::unique_ptr<InstructionFuzzer> makeShflFuzzer() { return std::make_unique<ShflFuzzer>(); }

} // namespace warplaw::fuzz
