// Tables of whole programs: see program_table.h.
#include "fuzz/program_table.h"
#include "fuzz/table.h"
#include <algorithm>
#include <bitset>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

struct Places {
  std::bitset<spec::kRegisters + 1> registers; ///< RZ among them
  std::bitset<spec::kPredicates + 1> predicates;
};

/// What the instructions read, and what they write.
std::pair<Places, Places> placesOf(Oracle& oracle, const std::vector<spec::Step>& program) {
  Places read, written;
  for (const spec::Step& step : program) {
    const spec::Plan plan = oracle.of(step.instruction.mnemonic()).planOf(step.instruction.form, step.choices);
    for (const spec::Source& source : plan.source)
      if (source.kind == spec::SourceKind::Register)
        read.registers.set(source.value);
    read.predicates.set(plan.sourcePredicate).set(step.instruction.guard.predicate.index);
    for (const std::uint32_t reg : plan.destination)
      written.registers.set(reg);
    written.predicates.set(plan.destinationPredicate);
  }
  for (Places* places : {&read, &written}) {
    places->registers.reset(spec::kZeroRegister);
    places->predicates.reset(spec::kTruePredicate);
  }
  return {read, written};
}

/// Titles, and what stands in each lane under them.
struct Columns {
  std::vector<std::string> titles;
  std::array<TableRow, kLanes> cells;
  std::uint32_t marked = 0; ///< lanes

  template <class Text> void add(std::string title, Text text) {
    titles.push_back(std::move(title));
    for (unsigned lane = 0; lane < kLanes; ++lane)
      cells[lane].push_back({text(lane), (marked >> lane & 1) != 0});
  }
  void add(const Places& places, const spec::Warp& state, std::string_view arrow) {
    for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
      if (places.registers[reg])
        add(fmt::format("{}R{}", arrow, reg),
            [&](unsigned lane) { return fmt::format("{:#x}", state.registers[reg][lane]); });
    for (unsigned p = 0; p < spec::kPredicates; ++p)
      if (places.predicates[p])
        add(fmt::format("{}P{}", arrow, p),
            [&](unsigned lane) { return fmt::format("{}", state.predicates[p] >> lane & 1); });
  }
  void addErrors(const spec::Warp& after) {
    if (std::ranges::any_of(after.errors, [](std::uint8_t error) { return error != 0; }))
      add("error",
          [&](unsigned lane) { return std::string(nameOf(static_cast<spec::ErrorKind>(after.errors[lane]))); });
  }
};

} // namespace

std::string programTable(Oracle& oracle, const spec::ProgramCase& c, unsigned warp, const ProgramOutcome& outcome,
                         TableOptions options, std::uint32_t marked) {
  const spec::Warp& before = c.warps.at(warp).warp;
  const spec::Warp& after = outcome.warps.at(warp);
  const auto [read, written] = placesOf(oracle, c.warps.at(warp).program);
  Columns columns;
  columns.marked = marked;
  columns.add(read, before, "");
  columns.add(written, after, "-> ");
  columns.addErrors(after);
  return renderLanes(columns.titles, columns.cells, options.allLanes ? ~0u : before.active | marked, before.active,
                     options.colour);
}

} // namespace warplaw::fuzz
