// A launch as a row of words for the one minimiser (fuzz/minimize): a word for each statement of the module, 1 while it
// stands there; sizes less 1; numbers and elements in words of 32 bits.
#include "tools/minimize_launch.h"
#include "fuzz/minimize/minimize.h"
#include "ptx/machine/run.h"
#include "tools/launch_case.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace warplaw::tools {
namespace {

/// Name and instruction of what is found.
using Found = std::set<std::pair<std::string_view, std::string>>;
Found foundIn(const ModuleRun& run) {
  Found all;
  for (const ptx::Finding& one : run.outcome.findings)
    all.emplace(nameOf(one.kind), one.instruction);
  return all;
}

/// What stays: a finding of this kind at an instruction of this text, or an element that is not as expected.
struct Failure {
  std::string finding, instruction;
  std::optional<ElementDifference> element;

  std::string text() const {
    if (element)
      return fmt::format("{}[{}]: expected {}, got {}", element->array, element->element, element->expected,
                         element->got);
    return fmt::format("{} at {}", finding, instruction);
  }
  /// Nothing is found that was not found before: of a case that lost where its address comes from, nobody learns.
  bool isOf(const ModuleRun& run, const Found& before) const {
    if (!std::ranges::includes(before, foundIn(run)))
      return false;
    if (element)
      return std::ranges::any_of(differencesIn(run), [&](const ElementDifference& one) {
        return one.array == element->array && one.element == element->element && one.expected == element->expected &&
               one.got == element->got;
      });
    return std::ranges::any_of(run.outcome.findings, [&](const ptx::Finding& one) {
      return nameOf(one.kind) == finding && one.instruction == instruction;
    });
  }
};

/// An error before what depends, and that before notes.
std::optional<Failure> failureOf(const ModuleRun& run) {
  if (const auto differences = differencesIn(run); !differences.empty())
    return Failure{"", "", differences.front()};
  const auto& found = run.outcome.findings;
  const auto rank = [](const ptx::Finding& one) {
    return isError(one.kind) ? 0 : one.kind == ptx::FindingKind::NotJudged ? 2 : 1;
  };
  const auto first = std::ranges::min_element(found, {}, rank);
  if (first == found.end())
    return std::nullopt;
  return Failure{std::string(nameOf(first->kind)), first->instruction, std::nullopt};
}

/// Takes statements out of a module, each by the word that it has in the order of the text.
class Cutter {
public:
  /// `kept`: nothing is taken out, and statements are counted.
  Cutter(const fuzz::Words* kept, std::size_t first, std::string_view entry)
      : kept_(kept), next_(first), entry_(entry) {}

  void cut(ptx::Module& module) {
    cut(module.globals, [&](ptx::Global& global) {
      auto* const function = std::get_if<ptx::Function>(&global);
      const bool isEntry = function && function->isEntry && function->name == entry_;
      const bool stays = isEntry || keep();
      if (function && function->body)
        cut(*function->body);
      return stays;
    });
  }
  std::size_t next() const { return next_; }

private:
  bool keep() {
    const std::size_t word = next_++;
    return !kept_ || (*kept_)[word];
  }
  void cut(ptx::Block& block) {
    block.pragmas.clear(); // they stand before statements by number, and no value depends on them
    cut(block.statements, [&](ptx::Statement& statement) {
      const bool stays = keep();
      if (auto* const nested = std::get_if<std::unique_ptr<ptx::Block>>(&statement))
        cut(**nested);
      return stays;
    });
  }
  template <class All, class Stays> static void cut(All& all, const Stays& stays) {
    All left;
    for (auto& one : all)
      if (stays(one))
        left.push_back(std::move(one));
    all = std::move(left);
  }
  const fuzz::Words* kept_;
  std::size_t next_;
  std::string_view entry_;
};

using Values = std::vector<std::optional<std::uint64_t>>;

class Shrinking {
public:
  Shrinking(const spec::LaunchCase& start, const std::string& path, Failure failure, const ModuleRun& run)
      : start_(start), path_(path), failure_(std::move(failure)), before_(foundIn(run)) {
    const std::uint64_t steps = run.outcome.counters.warpInstructions;
    if (failure_.finding != nameOf(ptx::FindingKind::Bound)) // a loop whose end is gone is no reason to wait
      start_.steps = std::min(start_.steps, kMoreSteps * steps + kSomeSteps);
    else
      start_.steps = std::min(start_.steps, kBoundSteps);
    keepExpected();
    describe();
  }

  spec::LaunchCase caseOf(const fuzz::Words& words) const {
    spec::LaunchCase c = start_;
    ptx::Module module = *ptx::read(c.module);
    Cutter(&words, firstStatement_, c.entry).cut(module);
    c.module = print(module);
    std::size_t at = 1; // behind the mask of executing lanes
    const auto take = [&] { return words[at++]; };
    for (auto* const sizes : {&c.grid, &c.block})
      for (std::uint32_t& size : *sizes)
        size = take() + 1;
    c.shared = take();
    for (spec::LaunchArgument& argument : c.arguments)
      takeArgument(argument, take);
    return c;
  }

  fuzz::Kinds judge(const fuzz::Words& words) const {
    const auto prepared = prepare(caseOf(words), path_);
    if (!prepared)
      return 0;
    ModuleRun& run = (*prepared)->run;
    run.outcome = ptx::run((*prepared)->kernel, run.bound.launch);
    return failure_.isOf(run, before_) ? fuzz::setOf(fuzz::Kind::Register) : fuzz::Kinds{0};
  }

  const fuzz::Layout& layout() const { return layout_; }
  const fuzz::Words& words() const { return words_; }
  const Failure& failure() const { return failure_; }

private:
  static constexpr std::uint64_t kMoreSteps = 4, kSomeSteps = 1000, kBoundSteps = 10'000;

  /// Keeps only the failing element of what is expected; if no element fails, nothing.
  void keepExpected() {
    if (!failure_.element) {
      start_.expected.reset();
      return;
    }
    start_.expected->findings.clear();
    auto& memory = start_.expected->memory;
    std::erase_if(memory, [&](const auto& one) { return one.first != failure_.element->array; });
    for (auto& [name, elements] : memory) {
      elements.values.resize(failure_.element->element + 1);
      std::fill_n(elements.values.begin(), failure_.element->element, std::nullopt);
    }
  }

  void add(std::uint32_t value, std::uint32_t mask) {
    layout_.push_back({.row = row_, .mask = mask});
    words_.push_back(value);
  }
  void newRow() { row_ = static_cast<std::uint8_t>(std::min(row_ + 1, 255)); }

  /// The order of caseOf.
  void describe() {
    layout_.push_back({.role = fuzz::WordRole::Exec});
    words_.push_back(1); // lanes are not what is shrunk here
    newRow();
    for (const auto* const sizes : {&start_.grid, &start_.block})
      for (const std::uint32_t size : *sizes)
        add(size - 1, ~0u);
    add(start_.shared, ~0u);
    for (const spec::LaunchArgument& argument : start_.arguments)
      describe(argument);
    newRow();
    firstStatement_ = words_.size();
    ptx::Module module = *ptx::read(start_.module);
    Cutter counter(nullptr, firstStatement_, start_.entry);
    counter.cut(module);
    for (std::size_t i = firstStatement_; i < counter.next(); ++i)
      add(1, 1);
  }

  void describe(const spec::LaunchArgument& argument) {
    newRow();
    const auto number = [&](std::uint64_t value) {
      add(static_cast<std::uint32_t>(value), ~0u);
      add(static_cast<std::uint32_t>(value >> 32), ~0u);
    };
    if (const auto* const value = std::get_if<std::uint64_t>(&argument.value))
      return number(*value);
    if (const auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&argument.value)) {
      for (const std::uint8_t byte : *bytes)
        add(byte, 0xff);
      return;
    }
    const auto& elements = std::get<spec::LaunchElements>(argument.value);
    add(static_cast<std::uint32_t>(elements.values.size()) - 1, ~0u);
    newRow();
    for (const auto& element : elements.values)
      number(element.value_or(0));
  }

  template <class Take> static void takeArgument(spec::LaunchArgument& argument, const Take& take) {
    const auto number = [&] {
      const std::uint64_t low = take();
      return low | std::uint64_t{take()} << 32;
    };
    if (auto* const value = std::get_if<std::uint64_t>(&argument.value)) {
      *value = number();
    } else if (auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&argument.value)) {
      for (std::uint8_t& byte : *bytes)
        byte = static_cast<std::uint8_t>(take());
    } else {
      Values& values = std::get<spec::LaunchElements>(argument.value).values;
      const std::size_t count = std::size_t{take()} + 1;
      for (auto& element : values) // what may be anything stays so
        if (const std::uint64_t lower = number(); element)
          element = lower;
      values.resize(std::min(values.size(), count));
    }
  }

  spec::LaunchCase start_;
  const std::string& path_;
  Failure failure_;
  Found before_;
  fuzz::Layout layout_;
  fuzz::Words words_;
  std::size_t firstStatement_ = 0;
  std::uint8_t row_ = 0;
};

} // namespace

boost::system::result<MinimizedLaunch, BadCase>
minimizeLaunch(const spec::LaunchCase& start, const std::string& path, const std::atomic<bool>* stop,
               const std::function<void(const spec::LaunchCase&)>& improved) {
  const auto prepared = prepare(start, path);
  if (!prepared)
    return prepared.error();
  ModuleRun& run = (*prepared)->run;
  run.outcome = ptx::run((*prepared)->kernel, run.bound.launch);
  const auto failure = failureOf(run);
  if (!failure)
    return BadCase{path,
                   {"case", "it ends as expected and nothing is found: there is nothing to minimise",
                    "a launch with a finding, or with an array that is not as expected"}};
  const Shrinking shrinking(start, path, *failure, run);
  fuzz::MinimizeOptions options;
  options.stop = stop;
  options.improved = [&](const fuzz::Words& words) { improved(shrinking.caseOf(words)); };
  const auto result = fuzz::minimize(
      shrinking.layout(), shrinking.words(), [&](const fuzz::Words& words) { return shrinking.judge(words); }, options);
  MinimizedLaunch out{shrinking.caseOf(result.words), failure->text(), result.judged, result.finished};
  if (failure->finding != nameOf(ptx::FindingKind::Bound))
    out.shrunk.steps = start.steps;
  if (const auto last = prepare(out.shrunk, path)) {
    ModuleRun& again = (*last)->run;
    again.outcome = ptx::run((*last)->kernel, again.bound.launch);
    const auto wanted = out.shrunk.expected;
    out.shrunk.expected = expectedOf(again);
    if (failure->element)
      out.shrunk.expected->memory = wanted->memory;
  }
  return out;
}

} // namespace warplaw::tools
