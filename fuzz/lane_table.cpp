#include "fuzz/lane_table.h"
#include "fuzz/placement.h"
#include "fuzz/shuffle_ranges.h"
#include "fuzz/table.h"
#include "spec/counted.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using Row = TableRow;
using Cell = TableCell;

std::string_view errorName(std::uint8_t error) {
  static constexpr std::string_view kNames[] = {"-", "out of range", "misaligned", "misuse"};
  return error < std::size(kNames) ? kNames[error] : "?";
}

/// Lanes of which some operand is not zero.
std::uint32_t holdingLanes(const spec::Warp& warp, const spec::Plan& plan) {
  std::uint32_t lanes = plan.sourcePredicate == spec::kTruePredicate ? 0 : warp.predicates[plan.sourcePredicate];
  for (const spec::Source& source : plan.source)
    for (unsigned lane = 0; source.kind == spec::SourceKind::Register && lane < kLanes; ++lane)
      lanes |= std::uint32_t(warp.registers[source.value][lane] != 0) << lane;
  return lanes;
}

/// The columns of one case, built once; a row a lane.
class Table {
public:
  Table(Readers& readers, const spec::Case& c, const Outcome& expected, const Outcome& got, AnyInStep any)
      : c_(c), expected_(expected), got_(got), any_(std::move(any)),
        plan_(readers.planOf(c.instruction.form, c.choices)), exec_(execLanesPlainly(c, plan_)),
        differences_(compare(c, plan_, expected, got)) {
    for (const Difference& d : differences_) {
      if (d.kind != Kind::Memory && d.kind != Kind::Cell && d.kind != Kind::Frame)
        differing_ |= 1u << d.lane;
    }
    rows_.resize(kLanes);
    for (const LaneColumn& column : inputColumns(plan_, c.warp, any_.before))
      add(column.title, [&](unsigned lane) { return column.text[lane]; });
    const Explanation explanation = readers.explain(c);
    lanesRead_ = explanation.lanesRead;
    for (const LaneColumn& column : explanation.columns)
      add(column.title, [&](unsigned lane) { return executes(lane) ? column.text[lane] : ""; });
    outputs();
  }

  std::string text(const TableOptions& options) const {
    std::string text = fmt::format("{}\n", spec::print(c_.instruction));
    text += fmt::format("  executing lanes: {}\n", exec_ ? laneList(exec_) : "none");
    text += wrapped(shuffleRanges(c_.instruction.mnemonic(), fetchPlainly(c_, plan_)));
    const std::uint32_t shown =
        options.allLanes ? ~0u : exec_ | differing_ | lanesRead_ | (options.holding ? holdingLanes(c_.warp, plan_) : 0);
    if (shown)
      text += renderLanes(titles_, rows_, shown, exec_, options.colour);
    text += memory(options.colour);
    text += cells(options.colour);
    for (const Difference& d : differences_)
      if (d.kind == Kind::Frame)
        text += "  " + describe(d) + "\n";
    return text + wrapped(reasons());
  }

private:
  bool executes(unsigned lane) const { return exec_ >> lane & 1; }

  template <class F> void add(const std::string& title, F text) {
    titles_.push_back(title);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      rows_[lane].push_back({text(lane), false});
  }

  void output(const std::string& name, bool always, Kind kind, std::uint32_t index,
              const std::function<std::string(const Outcome&, unsigned)>& text) {
    std::uint32_t differing = 0;
    for (const Difference& d : differences_)
      if (d.kind == kind && d.index == index)
        differing |= 1u << d.lane;
    if (!differing && !always)
      return;
    const auto column = [&](const std::string& title, const Outcome& of, bool mark) {
      titles_.push_back(title);
      for (std::uint8_t lane = 0; lane < kLanes; ++lane) {
        const bool differs = differing >> lane & 1;
        std::string value = executes(lane) || differs ? text(of, lane) : "";
        if (executes(lane) && !differs)
          value = any_.after.text({kind, index, lane}, std::move(value));
        rows_[lane].push_back({std::move(value), mark && differs});
      }
    };
    if (!differing)
      return column("-> " + name, got_, false);
    column("-> " + name + " expected", expected_, false);
    column("got", got_, true);
  }

  void outputs() {
    for (std::uint32_t reg = 0; reg < spec::kRegisters; ++reg)
      output(fmt::format("R{}", reg), isDestination(reg), Kind::Register, reg,
             [reg](const Outcome& o, unsigned lane) { return hex(o.warp.registers[reg][lane]); });
    for (std::uint32_t p = 0; p < spec::kPredicates; ++p)
      output(fmt::format("P{}", p), p == plan_.destinationPredicate, Kind::Predicate, p,
             [p](const Outcome& o, unsigned lane) { return std::to_string(o.warp.predicates[p] >> lane & 1); });
    const auto anyError = [](const Outcome& o) {
      return std::any_of(std::begin(o.warp.errors), std::end(o.warp.errors), [](auto e) { return e != 0; });
    };
    output("error", anyError(got_), Kind::Error, 0,
           [](const Outcome& o, unsigned lane) { return std::string(errorName(o.warp.errors[lane])); });
  }
  bool isDestination(std::uint32_t reg) const { return reg == plan_.destination[0] || reg == plan_.destination[1]; }

  /// Why places that the step writes may hold anything.
  std::string reasons() const {
    std::vector<AnyPlace> places = any_.own;
    for (const Place& place : any_.after.places) {
      const bool isWritten = place.kind == Kind::Register    ? isDestination(place.index)
                             : place.kind == Kind::Predicate ? place.index == plan_.destinationPredicate
                                                             : place.kind == Kind::Error;
      if (isWritten && executes(place.lane) && std::ranges::find(any_.own, place, &AnyPlace::place) == any_.own.end())
        places.push_back({place, "it comes of what was any before", nullptr, {}});
    }
    std::string text;
    for (const AnyGroup& group : groupsOf(places))
      text += fmt::format("  {}\n", describe(group));
    return text;
  }

  /// A row a place: before, expected, got; where nothing differs, before and after.
  static std::string places(const std::string& title, std::vector<std::pair<std::string, Row>> rows, bool differs,
                            bool colour) {
    if (rows.empty())
      return "";
    if (differs)
      return render({title, "before", "expected", "got"}, rows, colour);
    for (auto& [name, row] : rows)
      row.erase(row.begin() + 1);
    return render({title, "before", "after"}, rows, colour);
  }

  /// The word that is got there: itself where another one is expected.
  std::string after(const Place& place, std::uint32_t is, std::uint32_t want) const {
    return is == want ? any_.after.text(place, hex(is)) : hex(is);
  }

  /// Cells of the surroundings that change or differ.
  std::string cells(bool colour) const {
    const auto before = spec::wordsOf(c_.cells), want = spec::wordsOf(expected_.cells), is = spec::wordsOf(got_.cells);
    std::vector<std::pair<std::string, Row>> rows;
    bool differs = false;
    for (std::uint32_t cell = 0; cell < before.size(); ++cell)
      if (before[cell] != is[cell] || want[cell] != is[cell] || any_.after.places.contains({Kind::Cell, cell, 0})) {
        differs |= want[cell] != is[cell];
        rows.push_back({spec::nameOfCell(cell),
                        {{hex(before[cell])},
                         {hex(want[cell])},
                         {after({Kind::Cell, cell, 0}, is[cell], want[cell]), want[cell] != is[cell]}}});
      }
    return places("cell", std::move(rows), differs, colour);
  }

  /// Words of memory that are not zero, changed, or differ; at most 32 of them.
  std::string memory(bool colour) const {
    if (c_.memory.empty() && got_.memory.empty())
      return "";
    std::vector<std::pair<std::string, Row>> rows;
    std::size_t left = 0;
    bool differs = false;
    for (std::size_t at = 0; at < c_.memory.size(); at += 4) {
      const std::uint32_t before = wordAt(c_.memory, at), want = wordAt(expected_.memory, at),
                          is = wordAt(got_.memory, at);
      const Place place{Kind::Memory, static_cast<std::uint32_t>(at), 0};
      if (!before && !want && !is && !any_.after.places.contains(place))
        continue;
      if (rows.size() >= 32 && want == is) {
        ++left;
        continue;
      }
      differs |= want != is;
      rows.push_back({fmt::format("[{:#x}]", at), {{hex(before)}, {hex(want)}, {after(place, is, want), want != is}}});
    }
    std::string text = fmt::format("  {} memory: {} bytes{}\n", spec::aboutMemory(spec::memoryOf(c_)).name,
                                   c_.memory.size(), rows.empty() ? ", all zero" : "");
    text += places("word", std::move(rows), differs, colour);
    if (left)
      text += fmt::format("  and {}\n", spec::counted(left, "more word"));
    return text;
  }

  const spec::Case& c_;
  const Outcome& expected_;
  const Outcome& got_;
  AnyInStep any_;
  spec::Plan plan_;
  std::uint32_t exec_, differing_ = 0, lanesRead_ = 0;
  std::vector<Difference> differences_;
  std::vector<std::string> titles_;
  std::vector<Row> rows_;
};

} // namespace

std::vector<LaneColumn> inputColumns(const spec::Plan& plan, const spec::Warp& warp, const MayBeAny& any) {
  std::vector<LaneColumn> columns;
  const auto add = [&](std::string title, Kind kind, std::uint32_t index, const auto& text) {
    const auto known = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.title == title; });
    if (known != columns.end())
      return;
    LaneColumn& column = columns.emplace_back(std::move(title));
    for (std::uint8_t lane = 0; lane < kLanes; ++lane)
      column.text[lane] = any.text({kind, index, lane}, text(lane));
  };
  for (const spec::Source& source : plan.source)
    if (source.kind == spec::SourceKind::Register && source.value != spec::kZeroRegister)
      add(fmt::format("R{}", source.value), Kind::Register, source.value,
          [&](unsigned lane) { return hex(warp.registers[source.value][lane]); });
  const bool isTrue = plan.sourcePredicate == spec::kTruePredicate;
  if (!isTrue || plan.sourcePredicateNegated)
    add((plan.sourcePredicateNegated ? "!P" : "P") + (isTrue ? "T" : std::to_string(plan.sourcePredicate)),
        Kind::Predicate, plan.sourcePredicate, [&](unsigned lane) {
          const std::uint32_t lanes = isTrue ? ~0u : warp.predicates[plan.sourcePredicate];
          return std::to_string((lanes >> lane ^ plan.sourcePredicateNegated) & 1);
        });
  return columns;
}

std::string laneTable(Readers& readers, const spec::Case& c, const Outcome& expected, const Outcome& got,
                      TableOptions options, const AnyInStep* any) {
  return Table(readers, c, expected, got, any ? *any : anyInStep(readers, c)).text(options);
}

bool wantsColour(int fileDescriptor) {
  const char* const off = std::getenv("NO_COLOR");
  return isatty(fileDescriptor) && !(off && *off);
}

} // namespace warplaw::fuzz
