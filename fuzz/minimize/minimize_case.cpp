#include "fuzz/minimize/minimize.h"
#include "fuzz/placement.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <bit>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

constexpr std::size_t kMemoryWordsSeen =
    1024; ///< words of memory that are minimised one by one; what lies behind is dropped at once or kept

/// Registers that the plan reads or writes, each once.
std::vector<std::uint32_t> namedRegisters(const spec::Plan& plan) {
  std::vector<std::uint32_t> named;
  const auto add = [&](std::uint32_t reg) {
    if (reg != spec::kZeroRegister && std::find(named.begin(), named.end(), reg) == named.end())
      named.push_back(reg);
  };
  for (const spec::Source& source : plan.source)
    if (source.kind == spec::SourceKind::Register)
      add(source.value);
  for (const std::uint32_t reg : plan.destination)
    add(reg);
  return named;
}

/// A case as words: executing lanes, helpers, predicates, the registers that it names, memory and its size, choices;
/// the form stays.
class WholeCase {
public:
  WholeCase(const spec::Case& c, const InstructionFuzzer& fuzzer) : base_(c), fuzzer_(fuzzer) {
    plan_ = fuzzer.planOf(c.instruction.form, c.choices);
    registers_ = namedRegisters(plan_);
    add({.role = WordRole::Exec}, c.warp.active);
    for (std::size_t p = 0; p < spec::kPredicates; ++p)
      add({.row = static_cast<std::uint8_t>(1 + p), .lanes = true}, c.warp.predicates[p]);
    add({.row = kRowOfHelpers, .lanes = true}, c.warp.helpers);
    add({.row = kRowOfAllocated, .mask = std::bit_ceil(static_cast<std::uint32_t>(c.memory.size()) + 1) - 1},
        static_cast<std::uint32_t>(c.memory.size()));
    registersStart_ = all_.words.size();
    for (std::size_t r = 0; r < registers_.size(); ++r)
      for (unsigned lane = 0; lane < kLanes; ++lane)
        add({.row = static_cast<std::uint8_t>(kRowOfRegisters + r), .position = static_cast<std::int16_t>(lane)},
            c.warp.registers[registers_[r]][lane]);
    memoryStart_ = all_.words.size();
    memoryWords_ = std::min(kMemoryWordsSeen, (c.memory.size() + 3) / 4);
    for (std::size_t w = 0; w < memoryWords_; ++w)
      add({.row = kRowOfMemory, .position = static_cast<std::int16_t>(w), .memory = true}, wordAt(c.memory, 4 * w));
    choicesStart_ = all_.words.size();
    const LayoutWords choices = fuzzer.choiceWords(c);
    all_.layout.insert(all_.layout.end(), choices.layout.begin(), choices.layout.end());
    all_.words.insert(all_.words.end(), choices.words.begin(), choices.words.end());
  }

  const LayoutWords& words() const { return all_; }

  spec::Case caseOf(const Words& words) const {
    spec::Case c = base_;
    c.warp.active = words[0];
    std::copy_n(words.begin() + 1, spec::kPredicates, c.warp.predicates);
    c.warp.helpers = words[1 + spec::kPredicates];
    c.memory.resize(words[2 + spec::kPredicates]);
    for (std::size_t r = 0; r < registers_.size(); ++r)
      std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(registersStart_ + r * kLanes), kLanes,
                  c.warp.registers[registers_[r]]);
    for (std::size_t w = 0; w < memoryWords_ && 4 * w < c.memory.size(); ++w)
      std::memcpy(c.memory.data() + 4 * w, &words[memoryStart_ + w], std::min<std::size_t>(4, c.memory.size() - 4 * w));
    fuzzer_.setChoiceWords(c, std::span(words).subspan(choicesStart_));
    return c;
  }

private:
  static constexpr std::uint8_t kRowOfHelpers = 9, kRowOfRegisters = 10, kRowOfAllocated = 99, kRowOfMemory = 100;

  void add(WordInfo info, std::uint32_t word) {
    all_.layout.push_back(info);
    all_.words.push_back(word);
  }

  spec::Case base_;
  const InstructionFuzzer& fuzzer_;
  spec::Plan plan_;
  std::vector<std::uint32_t> registers_;
  LayoutWords all_;
  std::size_t registersStart_ = 0, memoryStart_ = 0, memoryWords_ = 0, choicesStart_ = 0;
};

class CaseDescent {
public:
  CaseDescent(const spec::Case& start, const CaseJudge& judge, InstructionFuzzer& fuzzer, const CaseOptions& options)
      : best_(start), judge_(judge), fuzzer_(fuzzer), options_(options) {
    const Kinds kinds = judge_(start);
    finished_ = kinds != 0;
    if (finished_)
      class_ = classOf(kinds);
  }

  MinimizedCase run(bool atOperands) {
    if (!finished_) // the judge took it back
      return {best_, judged_, false};
    strip();
    if (atOperands && operandLevel())
      return {best_, judged_, finished_};
    wholeCase();
    return {best_, judged_, finished_};
  }

private:
  bool sameClass(Kinds kinds) const { return kinds && classOf(kinds) == class_; }

  template <class F> bool tryChange(F change) {
    spec::Case candidate = best_;
    change(candidate);
    ++judged_;
    if (!sameClass(judge_(candidate)))
      return false;
    best_ = std::move(candidate);
    if (options_.improved)
      options_.improved(best_);
    return true;
  }

  /// What the instruction does not name, or needs not.
  void strip() {
    tryChange([](spec::Case& c) { // somebody else's judge may look at anything
      c.comment.clear();
      c.rules.clear();
      c.expected.reset();
    });
    tryChange([](spec::Case& c) {
      c.instruction.suffixes = {};
      std::fill(std::begin(c.warp.errors), std::end(c.warp.errors), std::uint8_t{0});
    });
    tryChange([&](spec::Case& c) {
      const auto named = namedRegisters(fuzzer_.planOf(c.instruction.form, c.choices));
      for (std::uint32_t reg = 0; reg < spec::kRegisters; ++reg)
        if (std::find(named.begin(), named.end(), reg) == named.end())
          std::fill_n(c.warp.registers[reg], kLanes, 0u);
    });
    tryChange([&](spec::Case& c) {
      const std::uint32_t exec = execLanesPlainly(c, fuzzer_.planOf(c.instruction.form, c.choices));
      c.instruction.guard = {};
      c.warp.active = exec;
      c.warp.helpers = 0;
    });
    tryChange([](spec::Case& c) { std::fill(std::begin(c.warp.predicates), std::end(c.warp.predicates), 0u); });
    leaveLanesOut();
    halveRegions();
    for (std::size_t size = 8; size < best_.memory.size(); size *= 2)
      if (tryChange([&](spec::Case& c) { c.memory.resize(size); }))
        break;
  }

  /// Large regions of generic memory, as long as the failure shows in one half.
  void halveRegions() {
    if (spec::memoryOf(best_) != spec::memoryNamed("generic") || best_.memory.size() <= 4 * kMemoryWordsSeen)
      return;
    const auto& end = best_.cells.regions.end;
    for (unsigned r = 0; r < spec::kGenericRegions; ++r)
      for (bool halves = true; halves;) {
        const std::uint32_t first = r ? end[r - 1] : 0, half = (end[r] - first) / 2 & ~7u, last = end[r];
        halves = half && (tryChange([&](spec::Case& c) { cut(c, r, first + half, last); }) ||
                          tryChange([&](spec::Case& c) { cut(c, r, first, first + half); }));
      }
  }
  /// Region r without these of its bytes, its first or its last ones.
  static void cut(spec::Case& c, unsigned r, std::uint32_t from, std::uint32_t to) {
    spec::GenericRegions& regions = c.cells.regions;
    if (to != regions.end[r]) { // it begins later
      const std::uint64_t base = (std::uint64_t{regions.baseHigh[r]} << 32 | regions.baseLow[r]) + (to - from);
      regions.baseLow[r] = static_cast<std::uint32_t>(base);
      regions.baseHigh[r] = static_cast<std::uint32_t>(base >> 32);
    }
    c.memory.erase(c.memory.begin() + from, c.memory.begin() + to);
    for (unsigned later = r; later < spec::kGenericRegions; ++later)
      regions.end[later] -= to - from;
  }

  /// Lanes that mask operands name cannot be dropped alone: what names them would be another group. One by one, with
  /// their bits in every operand.
  void leaveLanesOut() {
    const spec::InstructionRow& row = spec::rowOf(best_.instruction.mnemonic());
    bool namesLanes = false;
    row.mapForm(best_.instruction.form, [&](const spec::CellPlace& place, std::uint64_t value) {
      namesLanes = namesLanes || place.about.isLaneMask;
      return value;
    });
    for (unsigned lane = kLanes; namesLanes && lane-- > 0;)
      if (best_.warp.active >> lane & 1)
        tryChange([&](spec::Case& c) {
          const std::uint32_t others = ~(1u << lane);
          bool isImmediate = false;
          c.warp.active &= others;
          for (const spec::Source& source : fuzzer_.planOf(c.instruction.form, c.choices).source)
            if (source.kind == spec::SourceKind::Register && source.value != spec::kZeroRegister)
              for (std::uint32_t& word : c.warp.registers[source.value])
                word &= others;
          c.instruction.form = row.mapForm(c.instruction.form, [&](const spec::CellPlace& place, std::uint64_t value) {
            if (!place.about.isLaneMask)
              return value;
            if (place.bits == 1)
              isImmediate = value != 0;
            return place.bits == 32 && isImmediate ? value & others : value;
          });
        });
  }

  /// Judged by the instruction's own operand-level judge, hundreds of times faster; believed only if the whole case
  /// agrees.
  bool operandLevel() {
    const auto operand = fuzzer_.operandWords(best_);
    if (!operand || !sameClass(operand->judge(operand->words)))
      return false;
    MinimizeOptions options;
    options.small = operand->small;
    options.stop = options_.stop;
    if (options_.improved)
      options.improved = [&](const Words& words) {
        if (const spec::Case c = fuzzer_.caseOf(words); sameClass(judge_(c)))
          options_.improved(c);
      };
    const MinimizedWords result = minimize(operand->layout, operand->words, operand->judge, options);
    judged_ += result.judged + 1;
    spec::Case shrunk = fuzzer_.caseOf(result.words);
    if (!sameClass(judge_(shrunk)))
      return false;
    best_ = std::move(shrunk);
    finished_ = result.finished;
    return true;
  }

  void wholeCase() {
    const WholeCase whole(best_, fuzzer_);
    MinimizeOptions options;
    options.stop = options_.stop;
    if (options_.improved)
      options.improved = [&](const Words& words) { options_.improved(whole.caseOf(words)); };
    const Judge judge = [&](const Words& words) { return judge_(whole.caseOf(words)); };
    const MinimizedWords result = minimize(whole.words().layout, whole.words().words, judge, options);
    judged_ += result.judged;
    best_ = whole.caseOf(result.words);
    finished_ = result.finished;
  }

  spec::Case best_;
  const CaseJudge& judge_;
  InstructionFuzzer& fuzzer_;
  const CaseOptions& options_;
  Kind class_ = Kind::Frame;
  std::size_t judged_ = 0;
  bool finished_ = true;
};

} // namespace

MinimizedCase minimize(const spec::Case& start, const CaseJudge& judge, InstructionFuzzer& fuzzer, bool atOperands,
                       const CaseOptions& options) {
  return CaseDescent(start, judge, fuzzer, options).run(atOperands);
}

} // namespace warplaw::fuzz
