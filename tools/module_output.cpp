#include "tools/module_output.h"
#include "fuzz/table.h"
#include "spec/counted.h"
#include "spec/utf8.h"
#include "tools/cuda_names.h"
#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::tools {
namespace {
namespace json = boost::json;
using ptx::Finding;
using spec::scalar::Kind;
using spec::scalar::Type;

constexpr const char* kAny = "any"; ///< as lane tables say it
constexpr std::size_t kMostRows = 32, kRow = 8;

/// An array's elements as bits; nothing: some of it may be anything.
class Elements {
public:
  Elements(const std::vector<std::uint8_t>& bytes, const std::vector<bool>& isDefined, const Type& type)
      : bytes_(bytes), isDefined_(isDefined), type_(type), size_(bytesOf(type)) {}

  std::size_t count() const { return bytes_.size() / size_; }
  std::optional<std::uint64_t> operator[](std::size_t element) const {
    const std::size_t begin = element * size_;
    if (!isDefined_.empty())
      for (std::size_t byte = begin; byte < begin + size_; ++byte)
        if (!isDefined_[byte])
          return std::nullopt;
    return readLittle(std::span(bytes_).subspan(begin, size_));
  }
  bool areKnown() const { return std::ranges::find(isDefined_, false) == isDefined_.end(); }
  std::string text(std::size_t element) const {
    const auto bits = (*this)[element];
    return bits ? textOf(type_, *bits) : kAny;
  }
  json::value value(std::size_t element) const {
    const auto bits = (*this)[element];
    return bits ? jsonOf(type_, *bits) : json::value(kAny);
  }

private:
  const std::vector<std::uint8_t>& bytes_;
  const std::vector<bool>& isDefined_;
  Type type_;
  std::size_t size_;
};
Elements elementsIn(const ptx::Array& array, const Type& type) { return {array.bytes, array.isDefined, type}; }

/// One array of a launch, before and after.
struct Watched {
  std::string name;
  Type type;
  Elements before, after;
  std::vector<std::size_t> changed;
};
std::vector<Watched> watchedOf(const ModuleRun& run) {
  std::vector<Watched> all;
  for (std::size_t i = 0; i < run.outcome.arrays.size() && i < run.bound.types.size(); ++i) {
    const ptx::Array& array = run.bound.launch.arrays[i];
    const Type& type = run.bound.types[i];
    Watched one{array.name, type, elementsIn(array, type), elementsIn(run.outcome.arrays[i], type), {}};
    for (std::size_t element = 0; element < one.after.count(); ++element)
      if (one.before[element] != one.after[element])
        one.changed.push_back(element);
    all.push_back(std::move(one));
  }
  return all;
}

/// At most so many lines, and a last one that says how many are missing.
std::string shortened(const std::vector<std::string>& lines, bool all) {
  const std::size_t shown = all ? lines.size() : std::min(lines.size(), kMostRows);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i)
    text += lines[i] + "\n";
  if (shown < lines.size())
    text += fmt::format("  ... {} (--all)\n", spec::counted(lines.size() - shown, "more line"));
  return text;
}

/// Few elements as "out[3]: 0 -> 7"; many as rows of eight, those rows in which one changed.
std::vector<std::string> linesOf(const Watched& array) {
  std::vector<std::string> lines;
  if (array.changed.size() <= kRow && array.changed.size() < array.after.count()) {
    for (const std::size_t element : array.changed)
      lines.push_back(fmt::format("  {}[{}]: {} -> {}", array.name, element, array.before.text(element),
                                  array.after.text(element)));
    return lines;
  }
  std::size_t last = SIZE_MAX;
  for (const std::size_t element : array.changed) {
    const std::size_t row = element / kRow;
    if (std::exchange(last, row) == row)
      continue;
    lines.push_back(fmt::format("  {}[{}]:", array.name, row * kRow));
    for (std::size_t i = row * kRow; i < std::min(array.after.count(), (row + 1) * kRow); ++i)
      lines.back() += " " + array.after.text(i);
  }
  return lines;
}

// ---- what was expected

struct ArrayDifferences {
  std::string name;
  Type type;
  std::vector<std::size_t> elements;
  Elements expected, got;
};

/// The launch's array, seen as elements of the type that was expected. What is expected to be anything always is.
ArrayDifferences differencesOf(const ModuleRun& run, const ExpectedArray& expected) {
  const ptx::Array& array = run.outcome.arrays[static_cast<std::size_t>(expected.array)];
  const Type& type = expected.holds.type;
  ArrayDifferences found{array.name,
                         type,
                         {},
                         Elements(expected.holds.bytes, expected.holds.isDefined, type),
                         Elements(array.bytes, array.isDefined, type)};
  const auto isNan = [&](std::uint64_t bits) { return type.isFloat() && realOf(type, bits) != realOf(type, bits); };
  for (std::size_t i = 0; i < found.expected.count(); ++i) {
    const auto wanted = found.expected[i], got = found.got[i];
    if (wanted && (!got || (*wanted != *got && !(isNan(*wanted) && isNan(*got)))))
      found.elements.push_back(i);
  }
  return found;
}

std::vector<ArrayDifferences> differencesOf(const ModuleRun& run) {
  std::vector<ArrayDifferences> all;
  for (const ExpectedArray& expected : run.bound.expected)
    all.push_back(differencesOf(run, expected));
  return all;
}

std::string expectedText(const ModuleRun& run, bool colour) {
  std::string text;
  for (const ArrayDifferences& found : differencesOf(run)) {
    if (found.elements.empty()) {
      text += fmt::format("{}: as expected\n", found.name);
      continue;
    }
    const std::size_t shown = run.showsAll ? found.elements.size() : std::min(found.elements.size(), kMostRows);
    std::vector<std::pair<std::string, fuzz::TableRow>> rows;
    for (std::size_t i = 0; i < shown; ++i)
      rows.push_back({fmt::format("{}[{}]", found.name, found.elements[i]),
                      {{found.expected.text(found.elements[i]), false}, {found.got.text(found.elements[i]), true}}});
    text += fmt::format("{}: {} not as expected\n", found.name, found.elements.size());
    text += fuzz::render({"element", "expected", "got"}, rows, colour);
    if (shown < found.elements.size())
      text += fmt::format("  ... {} (--all)\n", spec::counted(found.elements.size() - shown, "more line"));
  }
  return text;
}

// ---- findings

bool isAllowed(const ModuleRun& run, const Finding& finding) { return run.allowed.contains(finding.kind); }

std::string triple(const ptx::Dimensions& sizes) {
  const auto [x, y, z] = sizes;
  if (z == 0 && y == 0)
    return fmt::format("{}", x);
  return fmt::format("{},{},{}", x, y, z);
}
std::string sizesText(const ptx::Dimensions& sizes) {
  const auto [x, y, z] = sizes;
  return z != 1 ? fmt::format("{},{},{}", x, y, z) : y != 1 ? fmt::format("{},{}", x, y) : fmt::format("{}", x);
}

/// "kernels.cu:12, inlined at kernels.cu:40".
std::string fullPlace(const ModulePlaces& places, const ptx::Place& place) {
  std::string text = places.first(place);
  for (const std::string& one : places.inlinedAt(place))
    if (one != places.first(place))
      text += fmt::format(", inlined at {}", one);
  return text;
}

std::string findingText(const ModuleRun& run, const Finding& finding) {
  std::string text = fmt::format("{}: {} ({}): {}", run.places.first(finding.place), nameOf(finding.kind),
                                 ruleOf(finding.kind), finding.what);
  if (const std::string second = run.places.second(finding.place); !second.empty())
    text += fmt::format(" [{}]", second);
  text += fmt::format("\n  block {}, warp {}, lanes {}: {}", triple(finding.block), finding.warp,
                      fuzz::laneList(finding.lanes), finding.instruction);
  if (finding.other.line)
    text += fmt::format("; the other access: {}", fullPlace(run.places, finding.other));
  if (finding.times > 1)
    text += fmt::format("; {} times", finding.times);
  return text + (isAllowed(run, finding) ? "; allowed\n" : "\n");
}

std::string countersText(const ModuleRun& run) {
  using spec::counted;
  const ptx::Counters& c = run.outcome.counters;
  return fmt::format("{}: grid {}, block {}; {}, {} of threads, {}; global: {}, {}; shared: {}, {}\n",
                     plainKernelName(run.kernel->name), sizesText(run.bound.launch.grid),
                     sizesText(run.bound.launch.block), counted(c.warpInstructions, "warp instruction"),
                     c.threadInstructions, counted(c.divergentBranches, "divergent branch", "divergent branches"),
                     counted(c.globalAccesses, "access", "accesses"), counted(c.globalSegments, "sector"),
                     counted(c.sharedAccesses, "access", "accesses"), counted(c.sharedBankConflicts, "bank conflict"));
}

// ---- JSON

json::array sizesJson(const ptx::Dimensions& sizes) { return json::array(sizes.begin(), sizes.end()); }
json::array lanesOf(std::uint32_t lanes) {
  json::array all;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1)
      all.push_back(lane);
  return all;
}

json::object objectOf(const ModulePlaces& places, const ptx::Place& place) {
  json::object o{{"place", places.first(place)}, {"line", place.line}, {"column", place.column}};
  if (place.sourceLine)
    o["source"] = places.inSource(place.sourceFile, place.sourceLine);
  if (const auto inlined = places.inlinedAt(place); !inlined.empty())
    o["inlined_at"] = json::array(inlined.begin(), inlined.end());
  return o;
}

json::object objectOf(const ModuleRun& run, const Finding& finding) {
  json::object o{{"finding", nameOf(finding.kind)},
                 {"rule", ruleOf(finding.kind)},
                 {"error", isError(finding.kind)},
                 {"allowed", isAllowed(run, finding)},
                 {"what", finding.what},
                 {"instruction", finding.instruction},
                 {"block", sizesJson(finding.block)},
                 {"warp", finding.warp},
                 {"lanes", lanesOf(finding.lanes)},
                 {"times", finding.times}};
  o["at"] = objectOf(run.places, finding.place);
  if (finding.other.line)
    o["other"] = objectOf(run.places, finding.other);
  return o;
}

json::object objectOf(const Watched& array, bool all) {
  json::object o{{"name", array.name}, {"type", nameOf(array.type)}, {"count", array.after.count()}};
  json::array changed;
  for (const std::size_t element : array.changed)
    changed.push_back(json::object{
        {"element", element}, {"before", array.before.value(element)}, {"after", array.after.value(element)}});
  o["changed"] = std::move(changed);
  if (!all)
    return o;
  json::array values;
  for (std::size_t element = 0; element < array.after.count(); ++element)
    values.push_back(array.after.value(element));
  o["values"] = std::move(values);
  return o;
}

json::object objectOf(const ArrayDifferences& found) {
  json::array differences;
  for (const std::size_t element : found.elements)
    differences.push_back(json::object{
        {"element", element}, {"expected", found.expected.value(element)}, {"got", found.got.value(element)}});
  return {{"name", found.name}, {"type", nameOf(found.type)}, {"differences", std::move(differences)}};
}

json::object objectOf(const ptx::Counters& c) {
  return {{"warp_instructions", c.warpInstructions},
          {"thread_instructions", c.threadInstructions},
          {"divergent_branches", c.divergentBranches},
          {"global_accesses", c.globalAccesses},
          {"global_sectors", c.globalSegments},
          {"shared_accesses", c.sharedAccesses},
          {"shared_bank_conflicts", c.sharedBankConflicts}};
}

// ---- steps

std::uint64_t shownValue(const ptx::TracedRegister& reg, unsigned lane) {
  return reg.isWritten ? reg.after[lane] : reg.before[lane];
}
std::string laneText(const ptx::TracedRegister& reg, unsigned lane) {
  if (reg.undefined >> lane & 1)
    return kAny;
  const std::uint64_t value = shownValue(reg, lane);
  if (reg.type.isFloat() && !reg.type.isPacked())
    return textOf(reg.type, value);
  return reg.type.kind == Kind::Predicate ? fmt::format("{}", value & 1) : fmt::format("{:#x}", value);
}
std::string headOf(const ptx::Traced& step, const ModulePlaces& places) {
  const std::string second = places.second(step.place);
  return fmt::format("-- block {}, warp {}: {}{}", triple(step.block), step.warp, places.first(step.place),
                     second.empty() ? second : fmt::format(" [{}]", second));
}

/// A column each of what the step reads, then of what it writes; the same cells in each lane's row.
struct Columns {
  std::vector<std::string> titles;
  std::array<fuzz::TableRow, 32> rows;
};
Columns columnsOf(const ptx::Traced& step) {
  Columns all;
  for (const bool written : {false, true})
    for (const ptx::TracedRegister& reg : step.registers) {
      if (reg.isWritten != written)
        continue;
      all.titles.push_back((written ? "-> " : "") + reg.name);
      for (unsigned lane = 0; lane < all.rows.size(); ++lane)
        all.rows[lane].push_back({laneText(reg, lane), false});
    }
  return all;
}

constexpr std::size_t kMostFoundRows = 4; ///< of a step at which something is found

} // namespace

std::string ModulePlaces::first(const ptx::Place& place) const {
  if (const auto own = ofUser(place))
    return inSource(own->first, own->second);
  return place.line && !isCuda ? fmt::format("{}:{}", path, place.line) : path;
}

std::string ModulePlaces::second(const ptx::Place& place) const {
  std::vector<std::string> all;
  const auto own = ofUser(place);
  const auto add = [&](std::uint32_t file, std::uint32_t line, const char* how) {
    if (line && own != std::pair(file, line))
      all.push_back(how + inSource(file, line));
  };
  add(place.sourceFile, place.sourceLine, "");
  for (std::uint32_t at = place.inlinedAt; at; at = module->inlined[at - 1].inlinedAt)
    add(module->inlined[at - 1].file, module->inlined[at - 1].line, "inlined at ");
  const std::string ptxLine = isCuda && place.line ? fmt::format("PTX line {}", place.line) : "";
  return fmt::format("{}{}{}", fmt::join(all, ", "), all.empty() || ptxLine.empty() ? "" : "; ", ptxLine);
}

std::vector<std::string> ModulePlaces::inlinedAt(const ptx::Place& place) const {
  std::vector<std::string> all;
  for (std::uint32_t at = place.inlinedAt; at; at = module->inlined[at - 1].inlinedAt)
    all.push_back(inSource(module->inlined[at - 1].file, module->inlined[at - 1].line));
  return all;
}

/// The innermost place in a file of the user's: what a header wraps stands where it is called.
std::optional<std::pair<std::uint32_t, std::uint32_t>> ModulePlaces::ofUser(const ptx::Place& place) const {
  namespace fs = std::filesystem;
  if (!isCuda || !place.sourceLine)
    return std::nullopt;
  const auto nameOf = [&](std::uint32_t number) {
    const auto file = std::ranges::find(module->files, number, &ptx::SourceFile::number);
    return fs::path(file == module->files.end() ? "" : file->name);
  };
  const fs::path own = fs::path(path).filename();
  const auto main =
      std::ranges::find_if(module->files, [&](const auto& f) { return fs::path(f.name).filename() == own; });
  const auto isUsers = [&](std::uint32_t file) {
    return nameOf(file).filename() == own ||
           (main != module->files.end() && nameOf(file).parent_path() == fs::path(main->name).parent_path());
  };
  using At = std::pair<std::uint32_t, std::uint32_t>;
  At at{place.sourceFile, place.sourceLine};
  for (std::uint32_t outer = place.inlinedAt; outer && !isUsers(at.first); outer = module->inlined[outer - 1].inlinedAt)
    at = {module->inlined[outer - 1].file, module->inlined[outer - 1].line};
  if (isUsers(at.first))
    return at;
  // clang does not say where it was inlined: the last place of the user's before it
  std::optional<At> before;
  const auto look = [&](const auto& self, const ptx::Block& block) -> void {
    for (const ptx::Statement& statement : block.statements)
      if (const auto* const inner = std::get_if<std::unique_ptr<ptx::Block>>(&statement))
        self(self, **inner);
      else if (const auto* const one = std::get_if<ptx::Instruction>(&statement);
               one && one->place.line < place.line && one->place.sourceLine && isUsers(one->place.sourceFile))
        before = {one->place.sourceFile, one->place.sourceLine};
  };
  for (const ptx::Global& global : module->globals)
    if (const auto* const function = std::get_if<ptx::Function>(&global); function && function->body)
      if (function->place.line <= place.line) {
        before.reset();
        look(look, *function->body);
      }
  return before.value_or(At{place.sourceFile, place.sourceLine});
}

std::string ModulePlaces::inSource(std::uint32_t number, std::uint32_t line) const {
  namespace fs = std::filesystem;
  const auto file = std::ranges::find(module->files, number, &ptx::SourceFile::number);
  const fs::path name = file == module->files.end() ? "" : file->name;
  // as the user named it, or else without folders of whoever compiled it
  return fmt::format("{}:{}", isCuda && name.filename() == fs::path(path).filename() ? path : name.filename().string(),
                     line);
}

std::vector<ElementDifference> differencesIn(const ModuleRun& run) {
  std::vector<ElementDifference> all;
  for (const ArrayDifferences& found : differencesOf(run))
    for (const std::size_t element : found.elements)
      all.push_back({found.name, element, found.expected.text(element), found.got.text(element)});
  return all;
}

proofs::ExitCode exitCodeOf(const ModuleRun& run) {
  const auto isWrong = [&](const Finding& finding) { return isError(finding.kind) && !isAllowed(run, finding); };
  const auto differs = [](const ArrayDifferences& found) { return !found.elements.empty(); };
  const bool isBad =
      std::ranges::any_of(run.outcome.findings, isWrong) || std::ranges::any_of(differencesOf(run), differs);
  return isBad ? proofs::ExitCode::Counterexample : proofs::ExitCode::AsExpected;
}

std::string arraysText(const ModuleRun& run) {
  std::string text, unwritten;
  for (const Watched& array : watchedOf(run)) {
    if (array.changed.empty()) {
      if (!array.after.areKnown())
        unwritten +=
            fmt::format("{}: {}[{}] holds what nobody wrote; --arg {}={}[{}]:0 would give it values\n", array.name,
                        nameOf(array.type), array.after.count(), array.name, nameOf(array.type), array.after.count());
      continue;
    }
    text += fmt::format("{}: {}[{}], {} changed\n", array.name, nameOf(array.type), array.after.count(),
                        array.changed.size());
    text += shortened(linesOf(array), run.showsAll);
  }
  return text.empty() ? "no array changed\n" + unwritten : text;
}

std::string textOf(const ModuleRun& run, bool colour) {
  std::string text = arraysText(run) + expectedText(run, colour);
  for (const Finding& finding : run.outcome.findings)
    text += findingText(run, finding);
  if (!run.outcome.finished)
    text += "the launch did not come to its end\n";
  return text + countersText(run);
}

std::string jsonOf(const ModuleRun& run) {
  json::array arrays, findings, expected;
  for (const Watched& array : watchedOf(run))
    arrays.push_back(objectOf(array, run.showsAll));
  for (const Finding& finding : run.outcome.findings)
    findings.push_back(objectOf(run, finding));
  for (const ArrayDifferences& found : differencesOf(run))
    expected.push_back(objectOf(found));
  json::object o{{"file", run.places.path},
                 {"entry", run.kernel->name},
                 {"grid", sizesJson(run.bound.launch.grid)},
                 {"block", sizesJson(run.bound.launch.block)},
                 {"finished", run.outcome.finished},
                 {"exit", static_cast<int>(exitCodeOf(run))},
                 {"arrays", std::move(arrays)},
                 {"expected", std::move(expected)},
                 {"findings", std::move(findings)},
                 {"counters", objectOf(run.outcome.counters)}};
  if (!run.steps.empty())
    o["steps"] = run.steps;
  return spec::asUtf8(json::serialize(o)); // paths are any bytes
}

std::string tableOf(const ptx::Traced& step, const ModulePlaces& places, bool allLanes, bool colour) {
  const Columns columns = columnsOf(step);
  return fmt::format("{}\n{}\n{}", headOf(step, places), step.instruction,
                     fuzz::renderLanes(columns.titles, columns.rows, allLanes ? ~0u : step.lanes, step.lanes, colour));
}

std::string foundTable(const ptx::Traced& step, const ModulePlaces& places, std::uint32_t found, bool colour) {
  Columns columns = columnsOf(step);
  const std::uint32_t all = columns.titles.empty() ? ~0u : step.lanes | found;
  std::uint32_t shown = 0;
  std::set<std::pair<bool, fuzz::TableRow>> rows;
  for (const std::uint32_t some : {all & found, all & ~found})
    for (unsigned lane = 0; lane < columns.rows.size(); ++lane) {
      if ((some >> lane & 1) == 0)
        continue;
      fuzz::TableRow& row = columns.rows[lane];
      if (!row.empty() && found != step.lanes) // else it is said of all of them
        row[0].differs = (found >> lane & 1) != 0;
      if (rows.size() < kMostFoundRows || rows.contains({(step.lanes >> lane & 1) != 0, row})) {
        rows.emplace((step.lanes >> lane & 1) != 0, row);
        shown |= 1u << lane;
      }
    }
  const std::uint32_t left = all & ~shown;
  return fmt::format("{}\n{}\n{}{}", headOf(step, places), step.instruction,
                     fuzz::renderLanes(columns.titles, columns.rows, shown, step.lanes, colour),
                     left == 0 ? "" : fmt::format("  lanes {}: --trace shows them\n", fuzz::laneList(left)));
}

std::vector<std::string> wordsOf(const ptx::Traced& step, unsigned lane) {
  const Columns columns = columnsOf(step);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < columns.titles.size(); ++i)
    all.push_back(fmt::format("{} {}", columns.titles[i], columns.rows[lane][i].text));
  return all;
}

json::object jsonOf(const ptx::Traced& step, const ModulePlaces& places) {
  json::object o{{"block", sizesJson(step.block)},
                 {"warp", step.warp},
                 {"lanes", lanesOf(step.lanes)},
                 {"instruction", step.instruction},
                 {"at", objectOf(places, step.place)}};
  json::array registers;
  for (const ptx::TracedRegister& reg : step.registers) {
    json::object values;
    for (unsigned lane = 0; lane < 32; ++lane)
      if (step.lanes >> lane & 1)
        values[fmt::format("{}", lane)] =
            reg.undefined >> lane & 1 ? json::value(kAny) : json::value(shownValue(reg, lane));
    registers.push_back(json::object{
        {"name", reg.name}, {"type", nameOf(reg.type)}, {"written", reg.isWritten}, {"lanes", std::move(values)}});
  }
  o["registers"] = std::move(registers);
  return o;
}

} // namespace warplaw::tools
