// Tables of whole programs: see program_table.h.
#include "fuzz/program_table.h"
#include "fuzz/placement.h"
#include "fuzz/table.h"
#include "spec/counted.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <fmt/format.h>
#include <ranges>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

/// What an instruction does with registers.
struct Use {
  NamedPlaces read, written;
  bool writesAll = false; ///< in every lane that is active, and has no error
  bool hasMemory = false;
};

void leaveOutConstants(NamedPlaces& named) {
  named.registers.reset(spec::kZeroRegister);
  named.predicates.reset(spec::kTruePredicate);
}

Use useOf(Readers& readers, const spec::ProgramStep& step) {
  const spec::Plan plan = readers.planOf(step.instruction.form, step.choices);
  const spec::Guard& guard = step.instruction.guard;
  Use use;
  for (const spec::Source& source : plan.source)
    if (source.kind == spec::SourceKind::Register)
      use.read.registers.set(source.value);
  use.read.predicates.set(plan.sourcePredicate).set(guard.predicate.index);
  for (const std::uint32_t reg : plan.destination)
    use.written.registers.set(reg);
  use.written.predicates.set(plan.destinationPredicate);
  use.hasMemory = readers.hasMemory(step.instruction.mnemonic());
  use.writesAll = guard.predicate.index == spec::kTruePredicate && !guard.negated;
  leaveOutConstants(use.read);
  leaveOutConstants(use.written);
  return use;
}

NamedPlaces writtenIn(Readers& readers, const std::vector<spec::ProgramStep>& program) {
  NamedPlaces written;
  for (const spec::ProgramStep& step : program)
    written |= useOf(readers, step).written;
  return written;
}

/// What is read before something else was written to it; of `about`, only what that may hang on. `fails`: some lane has
/// an error, and keeps what it had where its access is none (ATOMS-4).
NamedPlaces inputsOf(Readers& readers, const std::vector<spec::ProgramStep>& program, const NamedPlaces* about,
                     bool fails) {
  NamedPlaces needed = about ? *about : NamedPlaces{};
  for (const spec::ProgramStep& step : program | std::views::reverse) {
    const Use use = useOf(readers, step);
    if (about && !use.hasMemory && !needed.meets(use.written))
      continue;
    if (use.writesAll && !(use.hasMemory && fails))
      needed.remove(use.written);
    needed |= use.read;
  }
  return needed;
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
  void add(const NamedPlaces& named, const spec::Warp& state, const MayBeAny& any, std::string_view arrow) {
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

std::string programTable(Readers& readers, const spec::ProgramCase& c, unsigned warp, const ProgramOutcome& outcome,
                         const MayBeAny& any, TableOptions options, const TableFocus& focus) {
  const spec::Warp& before = c.warps.at(warp).warp;
  const spec::Warp& after = outcome.warps.at(warp);
  const std::vector<spec::ProgramStep>& program = c.warps.at(warp).program;
  const NamedPlaces* const about = focus.about.any() ? &focus.about : nullptr;
  Columns columns;
  columns.marked = focus.marked;
  const bool fails = std::ranges::any_of(after.errors, [](std::uint8_t error) { return error != 0; });
  NamedPlaces inputs = inputsOf(readers, program, about, fails);
  inputs |= focus.before;
  columns.add(inputs, before, {}, "");
  columns.add(about ? *about : writtenIn(readers, program), after, any, "-> ");
  columns.addErrors(after, any);
  return renderLanes(columns.titles, columns.cells, options.allLanes ? ~0u : before.active | focus.marked,
                     before.active, options.colour);
}

std::string programMemory(const spec::ProgramCase& c, const ProgramOutcome& outcome, const std::vector<MayBeAny>& any,
                          bool colour) {
  constexpr std::size_t kMostRows = 32;
  std::string text;
  for (std::size_t number = 0; number < spec::kMemories; ++number) {
    const spec::SharedMemory &before = spec::memoryIn(c.surroundings, number),
                             &after = spec::memoryIn(outcome.surroundings, number);
    std::vector<std::pair<std::string, TableRow>> rows;
    std::size_t left = 0;
    for (std::size_t at = 0; at < before.size(); at += 4) {
      const Place place{Kind::Memory, static_cast<std::uint32_t>(at), 0};
      const std::uint32_t was = wordAt(before, at), is = wordAt(after, at);
      if (was == is && !any.at(number).places.contains(place))
        continue;
      if (rows.size() == kMostRows)
        ++left;
      else
        rows.push_back({fmt::format("[{:#x}]", at), {{hex(was)}, {any[number].text(place, hex(is))}}});
    }
    if (rows.empty())
      continue;
    text += fmt::format("  {} memory, where it changed\n", spec::aboutMemory(number).name);
    text += render({"word", "before", "after"}, rows, colour);
    if (left)
      text += fmt::format("  and {}\n", spec::counted(left, "more word"));
  }
  return text;
}

} // namespace warplaw::fuzz
