#include "fuzz/wrong_cells.h"
#include "spec/row.h"
#include <fmt/format.h>
#include <random>

namespace warplaw::fuzz {
namespace {

using Random = std::mt19937_64;

std::uint64_t otherThan(std::uint64_t value, Random& random) {
  const std::uint64_t others[] = {
      0, 1, ~value, value + 1, value - 1, ~std::uint64_t{0}, value ^ std::uint64_t{1} << random() % 64, random()};
  return others[random() % std::size(others)];
}

/// A map that changes one cell of those that it has been counted to visit.
template <class Map> auto withOneChanged(const Map& map, Random& random) {
  std::size_t cells = 0;
  map([&](const spec::CellPlace&, std::uint64_t value) {
    ++cells;
    return value;
  });
  const std::size_t chosen = cells == 0 ? 0 : random() % cells;
  std::size_t next = 0;
  return map(
      [&](const spec::CellPlace&, std::uint64_t value) { return next++ == chosen ? otherThan(value, random) : value; });
}

void changeSuffixes(spec::Instruction& instruction, Random& random) {
  spec::ControlSuffixes& suffixes = instruction.suffixes;
  switch (random() % 5) {
  case 0:
    instruction.guard.predicate.index = static_cast<std::uint8_t>(random() % 16);
    break;
  case 1:
    suffixes.waitMask = static_cast<std::uint8_t>(random());
    break;
  case 2:
    suffixes.readBarrier = static_cast<std::uint8_t>(random() % 16);
    break;
  case 3:
    suffixes.writeBarrier = static_cast<std::uint8_t>(random() % 16);
    break;
  default:
    suffixes.schedule =
        random() % 2 == 0 ? std::string(random() % 80, 'a') : std::string(1, static_cast<char>(random()));
  }
}

std::optional<Failure> withoutReason(const spec::Rejection& rejection) {
  if (rejection.rule.empty() || rejection.message.empty())
    return Failure{"a rejection without rule or message", {}};
  return std::nullopt;
}

} // namespace

std::optional<Failure> checkWrongCell(spec::Instruction instruction, std::uint64_t seed) {
  Random random(seed);
  if (random() % 4 == 0)
    changeSuffixes(instruction, random);
  else
    instruction.form = withOneChanged(
        [&](const spec::CellMap& map) { return spec::rowOf(instruction.mnemonic()).mapForm(instruction.form, map); },
        random);
  if (const auto legal = spec::check(instruction); !legal)
    return withoutReason(legal.error());
  const std::string text = spec::print(instruction);
  const auto again = spec::parse(text);
  if (!again)
    return Failure{fmt::format("{} is legal, but rejected as text: {}", text, again.error().message), {}};
  if (!(*again == instruction))
    return Failure{fmt::format("{} is read back as {}", text, spec::print(*again)), {}};
  return std::nullopt;
}

std::optional<Failure> checkWrongCell(spec::ProgramCase c, std::uint64_t seed) {
  Random random(seed);
  if (random() % 2 == 0) {
    std::vector<spec::ProgramStep>& program = c.warps[random() % c.warps.size()].program;
    spec::ProgramStep& step = program[random() % program.size()];
    step.choices = withOneChanged(
        [&](const spec::CellMap& map) {
          return spec::rowOf(step.instruction.mnemonic()).mapChoices(step.choices, map);
        },
        random);
    if (const auto legal = spec::check(step.choices, step.instruction.form); !legal)
      return withoutReason(legal.error());
  } else {
    spec::SurroundingCells& cells = c.surroundings.cells;
    const std::vector<std::uint32_t> words = spec::wordsOf(cells);
    const auto cell = static_cast<std::uint32_t>(random() % words.size());
    spec::setCell(cells, cell, static_cast<std::uint32_t>(otherThan(words[cell], random)));
    if (spec::nameOfCell(cell).find('.') == std::string::npos)
      return Failure{fmt::format("cell {} has no name", cell), {}};
  }
  const std::string written = spec::toJson(c);
  const auto again = spec::programCaseFromJson(written);
  if (!again)
    return withoutReason(again.error());
  if (!(*again == c))
    return Failure{"a case file is read back as another case", spec::asSingle(c)};
  return std::nullopt;
}

} // namespace warplaw::fuzz
