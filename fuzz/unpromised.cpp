// What no rule promises, found by running: see unpromised.h.
#include "fuzz/unpromised.h"
#include "fuzz/table.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

/// What a value that may be anything is in the run of that number: zeros, ones, the lane's number, bits by chance; then
/// one of the words that the case knows.
constexpr unsigned kByChance = 3, kKnownWords = 6, kMostWords = 8;

std::uint64_t mixed(std::uint64_t bits) { // splitmix64
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

spec::CellMap valuesOfRun(unsigned number, std::uint64_t turn, std::span<const std::uint32_t> words) {
  return [=](const spec::CellPlace& place, std::uint64_t) -> std::uint64_t {
    if (number < 2)
      return number == 0 ? 0 : ~std::uint64_t{0};
    if (number < kByChance && place.lane >= 0)
      return static_cast<std::uint64_t>(place.lane);
    if (number >= kKnownWords && place.lane >= 0)
      return words[number - kKnownWords];
    return mixed(mixed(turn * 64 + number) + place.offset);
  };
}

/// Immediates of the program, and what registers that it reads hold before.
std::vector<std::uint32_t> knownWords(Readers& readers, const spec::ProgramCase& c) {
  std::vector<std::uint32_t> immediates, held;
  for (const spec::WarpCase& warp : c.warps)
    for (const spec::ProgramStep& step : warp.program)
      for (const spec::Source& source : readers.planOf(step.instruction.form, step.choices).source)
        if (source.kind == spec::SourceKind::Immediate)
          immediates.push_back(source.value);
        else if (source.kind == spec::SourceKind::Register && source.value < spec::kRegisters)
          held.push_back(warp.warp.registers[source.value][0]);
  std::vector<std::uint32_t> words;
  for (const auto* list : {&immediates, &held})
    for (const std::uint32_t word : *list)
      if (words.size() < kMostWords && word != 0 && std::ranges::find(words, word) == words.end())
        words.push_back(word);
  return words;
}

std::optional<Place> placeOf(const Difference& d) {
  if (d.kind == Kind::Frame || d.kind == Kind::Rejection)
    return std::nullopt;
  return Place{d.kind, d.index, d.lane};
}

void addDiffering(Places& places, const Outcome& a, const Outcome& b) {
  for (const Difference& d : compare({}, {}, a, b))
    if (const auto place = placeOf(d))
      places.insert(*place);
}

struct Reason {
  std::string text;
  bool isOfSource = false; ///< the lane that is read is why
};
/// What the table says of the lane, where that is why its value may be anything.
std::optional<Reason> reasonIn(const Explanation& explanation, unsigned lane) {
  for (const LaneColumn& column : explanation.columns) {
    const std::string& text = column.text[lane];
    constexpr std::string_view kUndefined = "undefined: ";
    if (text.starts_with(kUndefined))
      return Reason{text.substr(kUndefined.size())};
    if (text.starts_with("undefined"))
      return Reason{text};
    if (const std::size_t note = text.find(" ("); column.title == "reads lane" && note != text.npos)
      return Reason{
          fmt::format("lane {} is {}", text.substr(0, note), text.ends_with("(off)") ? "not here" : "not in its group"),
          true};
  }
  return std::nullopt;
}

bool isOfLane(Kind kind) { return kind != Kind::Memory && kind != Kind::Cell; }

std::string nameOf(const Place& place) {
  switch (place.kind) {
  case Kind::Register:
    return fmt::format("R{}", place.index);
  case Kind::Predicate:
    return fmt::format("P{}", place.index);
  case Kind::Memory:
    return fmt::format("[{:#x}]", place.index);
  case Kind::Cell:
    return spec::nameOfCell(place.index);
  default:
    return std::string(textOf(place.kind));
  }
}

/// Registers first.
bool comesFirst(const AnyPlace& a, const AnyPlace& b) {
  const auto rank = [](const Place& place) {
    return std::tuple(place.kind != Kind::Register, place.kind, place.index, place.lane);
  };
  return rank(a.place) < rank(b.place);
}

/// Values that many lanes have, each for a reason of its own.
std::set<const spec::AnyValue*> withManyReasons(const std::vector<AnyPlace>& places) {
  constexpr std::size_t kMost = 4;
  std::map<const spec::AnyValue*, std::set<std::string_view>> reasons;
  for (const AnyPlace& any : places)
    reasons[any.value].insert(any.why);
  std::set<const spec::AnyValue*> many;
  for (const auto& [value, all] : reasons)
    if (value && all.size() > kMost)
      many.insert(value);
  return many;
}

} // namespace

std::vector<AnyPlace> unpromised(Readers& readers, const spec::Case& c, std::string_view path) {
  const auto values = spec::anyValuesOf(c.instruction.mnemonic());
  if (values.empty())
    return {};
  const auto base = execute(c, path);
  if (!base)
    return {};
  std::map<Place, const spec::AnyValue*> open;
  spec::Case other = c;
  for (const spec::AnyValue& value : values)
    for (unsigned number = 0; number < kKnownWords; ++number) {
      const auto choices = spec::withAnyValue(c.instruction, c.choices, value, valuesOfRun(number, 0, {}));
      if (!choices)
        continue;
      other.choices = *choices;
      Places differing;
      if (const auto outcome = execute(other, path))
        addDiffering(differing, *base, *outcome);
      for (const Place& place : differing)
        open.try_emplace(place, &value);
    }
  if (open.empty())
    return {};
  const Explanation explanation = readers.explain(c);
  std::vector<AnyPlace> places;
  for (const auto& [place, value] : open) {
    const auto reason = isOfLane(place.kind) ? reasonIn(explanation, place.lane) : std::nullopt;
    places.push_back(
        {place, reason ? reason->text : std::string(value->why), value, ruleOf(*value, reason && reason->isOfSource)});
  }
  std::ranges::sort(places, comesFirst);
  return places;
}

std::vector<AnyGroup> groupsOf(const std::vector<AnyPlace>& places) {
  const auto many = withManyReasons(places);
  std::vector<AnyGroup> ofPlaces; // one place in some lanes
  for (const AnyPlace& any : places) {
    const AnyGroup one{{nameOf(any.place)},
                       isOfLane(any.place.kind) ? 1u << any.place.lane : 0,
                       many.contains(any.value) ? std::string(any.value->why) : any.why,
                       any.rule};
    const auto known = std::ranges::find_if(ofPlaces, [&](const AnyGroup& group) {
      return group.places == one.places && group.why == one.why && group.rule == one.rule;
    });
    known == ofPlaces.end() ? ofPlaces.push_back(one) : void(known->lanes |= one.lanes);
  }
  std::vector<AnyGroup> groups;
  for (AnyGroup& one : ofPlaces) {
    const auto known = std::ranges::find_if(groups, [&](const AnyGroup& group) {
      return group.lanes == one.lanes && group.why == one.why && group.rule == one.rule;
    });
    known == groups.end() ? groups.push_back(std::move(one)) : known->places.push_back(one.places.front());
  }
  return groups;
}

std::string describe(const AnyGroup& group) {
  const bool isOne = (group.lanes & (group.lanes - 1)) == 0;
  return fmt::format("any in {}{}: {}{}", fmt::join(group.places, ", "),
                     group.lanes == 0 ? "" : fmt::format(" of lane{} {}", isOne ? "" : "s", laneList(group.lanes)),
                     group.why, group.rule.empty() ? "" : fmt::format(" ({})", group.rule));
}

std::string MayBeAny::text(const Place& place, std::string value) const {
  if (!places.contains(place))
    return value;
  return isChosen ? fmt::format("any ({})", value) : "any";
}

AnyInStep anyInStep(Readers& readers, const spec::Case& c, std::string_view path) {
  AnyInStep any{{}, {}, unpromised(readers, c, path)};
  for (const AnyPlace& place : any.own)
    any.after.places.insert(place.place);
  any.after.isChosen = !(c.choices == spec::defaultChoices(c.instruction.form));
  return any;
}

std::vector<std::string> linesOf(const UndefinedStep& step, bool hasWarps) {
  std::string text = spec::print(step.instruction);
  text.erase(text.find_last_not_of(';') + 1);
  std::vector<std::string> lines;
  for (const AnyGroup& group : groupsOf(step.places))
    lines.push_back(fmt::format("{}step {} ({}): {}", hasWarps ? fmt::format("warp {}, ", step.turn.warp) : "",
                                step.turn.instruction + 1, text, describe(group)));
  return lines;
}

// ---- programs

BesideOthers::BesideOthers(Readers& readers, const spec::ProgramCase& c, std::string_view path)
    : readers_(readers), c_(c), path_(path), words_(knownWords(readers, c)), machine_{{}, c.surroundings},
      errors_(c.warps.size()) {
  for (const spec::WarpCase& warp : c.warps)
    machine_.warps.push_back(warp.warp);
}

void BesideOthers::take(Machine& machine, unsigned warp, std::size_t memory, const spec::SpecialInputs& inputs,
                        Outcome outcome) {
  machine.warps[warp] = outcome.warp;
  spec::memoryIn(machine.surroundings, memory) = std::move(outcome.memory);
  machine.surroundings.cells = outcome.cells;
  machine.surroundings.cells.inputs = inputs;
}

/// False where it is rejected.
bool BesideOthers::runOther(Other& other, const Turn& turn, const spec::Case& step) {
  const std::size_t memory = spec::memoryOf(step);
  spec::Case own = step;
  own.warp = other.machine.warps[turn.warp];
  own.memory = spec::memoryIn(other.machine.surroundings, memory);
  own.cells = other.machine.surroundings.cells;
  own.cells.inputs = step.cells.inputs;
  for (const spec::AnyValue& value : spec::anyValuesOf(step.instruction.mnemonic()))
    if (auto choices =
            spec::withAnyValue(own.instruction, own.choices, value, valuesOfRun(other.number, turns_, words_)))
      own.choices = *std::move(choices);
  auto outcome = execute(own, path_);
  if (!outcome)
    return false;
  take(other.machine, turn.warp, memory, c_.surroundings.cells.inputs, *std::move(outcome));
  return true;
}

AnyInStep BesideOthers::next(const Turn& turn, const spec::Case& step, const Outcome& outcome) {
  AnyInStep any{ofWarp(turn.warp), {}, unpromised(readers_, step, path_)};
  if (!any.own.empty()) {
    undefined_.push_back({turn, step.instruction, any.own});
    isChosen_ = isChosen_ || !(step.choices == spec::defaultChoices(step.instruction.form));
    for (unsigned number = others_.empty() ? 0 : ~0u; number < kKnownWords + words_.size(); ++number)
      others_.push_back({number, machine_});
  }
  ++turns_;
  const std::size_t memory = spec::memoryOf(step);
  take(machine_, turn.warp, memory, c_.surroundings.cells.inputs, outcome);
  std::erase_if(others_, [&](Other& other) { return !runOther(other, turn, step); });
  for (const Other& other : others_)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (other.machine.warps[turn.warp].errors[lane] != outcome.warp.errors[lane])
        errors_[turn.warp] |= 1u << lane;
  any.after = ofWarp(turn.warp);
  any.after.places.merge(ofMemory(memory).places);
  for (const Place& place : memory == 0 ? Places{} : ofMemory(0).places)
    if (place.kind == Kind::Cell)
      any.after.places.insert(place);
  return any;
}

MayBeAny BesideOthers::ofWarp(unsigned warp) const {
  MayBeAny any{{}, isChosen_};
  for (const Other& other : others_)
    addDiffering(any.places, {machine_.warps[warp], {}}, {other.machine.warps[warp], {}});
  std::erase_if(any.places, [](const Place& place) { return place.kind == Kind::Error; });
  for (std::uint8_t lane = 0; lane < kLanes; ++lane)
    if (errors_[warp] >> lane & 1)
      any.places.insert({Kind::Error, 0, lane});
  return any;
}

MayBeAny BesideOthers::ofMemory(std::size_t memory) const {
  MayBeAny any{{}, isChosen_};
  const auto of = [&](const Machine& machine) {
    return Outcome{{},
                   spec::memoryIn(machine.surroundings, memory),
                   memory == 0 ? machine.surroundings.cells : spec::SurroundingCells{}};
  };
  for (const Other& other : others_)
    addDiffering(any.places, of(machine_), of(other.machine));
  return any;
}

} // namespace warplaw::fuzz
