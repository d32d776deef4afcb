// Tables of whole programs: see program_table.h.
#include "fuzz/program_table.h"
#include "fuzz/table.h"
#include <algorithm>
#include <bitset>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

struct Named {
  std::bitset<spec::kRegisters + 1> registers; ///< RZ among them
  std::bitset<spec::kPredicates + 1> predicates;
};

/// What the instructions read, and what they write.
std::pair<Named, Named> namedIn(Oracle& oracle, const std::vector<spec::Step>& program) {
  Named read, written;
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
  for (Named* named : {&read, &written}) {
    named->registers.reset(spec::kZeroRegister);
    named->predicates.reset(spec::kTruePredicate);
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
    for (std::uint8_t lane = 0; lane < kLanes; ++lane)
      cells[lane].push_back({text(lane), (marked >> lane & 1) != 0});
  }
  void add(const Named& named, const spec::Warp& state, const MayBeAny& any, std::string_view arrow) {
    const auto addPlaces = [&](std::string_view letter, Kind kind, std::uint32_t index, const auto& text) {
      add(fmt::format("{}{}{}", arrow, letter, index),
          [&](std::uint8_t lane) { return any.text({kind, index, lane}, text(lane)); });
    };
    for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
      if (named.registers[reg])
        addPlaces("R", Kind::Register, reg,
                  [&](unsigned lane) { return fmt::format("{:#x}", state.registers[reg][lane]); });
    for (unsigned p = 0; p < spec::kPredicates; ++p)
      if (named.predicates[p])
        addPlaces("P", Kind::Predicate, p,
                  [&](unsigned lane) { return fmt::format("{}", state.predicates[p] >> lane & 1); });
  }
  void addErrors(const spec::Warp& after, const MayBeAny& any) {
    if (std::ranges::any_of(after.errors, [](std::uint8_t error) { return error != 0; }))
      add("error", [&](std::uint8_t lane) {
        return any.text({Kind::Error, 0, lane}, std::string(nameOf(static_cast<spec::ErrorKind>(after.errors[lane]))));
      });
  }
};

} // namespace

std::string programTable(Oracle& oracle, const spec::ProgramCase& c, unsigned warp, const ProgramOutcome& outcome,
                         const MayBeAny& any, TableOptions options, std::uint32_t marked) {
  const spec::Warp& before = c.warps.at(warp).warp;
  const spec::Warp& after = outcome.warps.at(warp);
  const auto [read, written] = namedIn(oracle, c.warps.at(warp).program);
  Columns columns;
  columns.marked = marked;
  columns.add(read, before, {}, "");
  columns.add(written, after, any, "-> ");
  columns.addErrors(after, any);
  return renderLanes(columns.titles, columns.cells, options.allLanes ? ~0u : before.active | marked, before.active,
                     options.colour);
}

} // namespace warplaw::fuzz
