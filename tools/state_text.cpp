#include "tools/state_text.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include "tools/numbers.h"
#include <boost/json.hpp>
#include <cctype>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace warplaw::tools {
namespace {
using spec::kLanes;
using LaneValues = std::array<std::uint32_t, kLanes>;

/// A word: -2^31 .. 2^32-1, modulo 2^32.
std::optional<std::uint32_t> number(std::string_view text) {
  const bool negative = text.starts_with('-');
  const auto value = wholeNumber(text.substr(negative));
  if (!value || *value > (negative ? 0x80000000u : 0xffffffffu))
    return std::nullopt;
  return static_cast<std::uint32_t>(negative ? 0 - *value : *value);
}

/// Calls f(part) for what stands between commas; false as soon as f says so.
bool eachPart(std::string_view text, const std::function<bool(std::string_view)>& f) {
  for (;;) {
    const std::size_t comma = text.find(',');
    if (!f(text.substr(0, comma)))
      return false;
    if (comma == std::string_view::npos)
      return true;
    text.remove_prefix(comma + 1);
  }
}

/// lane, then *N, then +K or -K.
std::optional<LaneValues> countedLanes(std::string_view text) {
  text.remove_prefix(std::string_view("lane").size());
  std::optional<std::uint32_t> factor = 1, offset = 0;
  if (text.starts_with('*')) {
    const std::size_t end = std::min(text.find_first_of("+-", 2), text.size()); // N may have a sign
    factor = number(text.substr(1, end - 1));
    text.remove_prefix(end);
  }
  if (!text.empty()) {
    if (text.front() != '+' && text.front() != '-')
      return std::nullopt;
    offset = wholeNumber(text.substr(1)) ? number(text.substr(text.front() == '+')) : std::nullopt;
  }
  if (!factor || !offset)
    return std::nullopt;
  LaneValues lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    lanes[lane] = lane * *factor + *offset;
  return lanes;
}

std::optional<LaneWords> listedLanes(std::string_view text, const ReadNumber& number) {
  LaneWords lanes{};
  unsigned count = 0;
  const bool good = eachPart(text, [&](std::string_view part) {
    const auto value = number(part);
    if (value && count < kLanes)
      lanes[count] = *value;
    return value && count++ < kLanes;
  });
  return good && count == kLanes ? std::optional(lanes) : std::nullopt;
}

std::optional<LaneWords> sparseLanes(std::string_view text, const ReadNumber& number) {
  std::array<std::optional<std::uint64_t>, kLanes> named;
  std::optional<std::uint64_t> others;
  const bool good = eachPart(text, [&](std::string_view part) {
    const std::size_t colon = part.find(':');
    const auto value = colon == part.npos ? std::nullopt : number(part.substr(colon + 1));
    const std::string_view which = part.substr(0, colon);
    const auto lane = which == "all" ? std::nullopt : wholeNumber(which);
    if (!value || (which != "all" && (!lane || *lane >= kLanes)))
      return false;
    std::optional<std::uint64_t>& place = lane ? named[*lane] : others;
    return !std::exchange(place, value).has_value(); // a lane given twice
  });
  if (!good)
    return std::nullopt;
  LaneWords lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    lanes[lane] = named[lane].value_or(others.value_or(0));
  return lanes;
}

/// NAME=VALUE pairs of one option; a name that stands there twice is refused, whatever way it is written.
class Assignments {
public:
  Assignments(std::string option, std::string accepted) : option_(std::move(option)), accepted_(std::move(accepted)) {}
  /// set(name, value): the place that it names, if it is understood.
  using Set = std::function<std::optional<std::uint32_t>(std::string_view name, std::string_view value)>;
  spec::Result<void> apply(const std::vector<std::string>& texts, const Set& set) {
    std::set<std::uint32_t> given;
    for (const std::string& text : texts) {
      const std::size_t equals = text.find('=');
      const auto place = equals == 0 || equals == text.npos
                             ? std::nullopt
                             : set(std::string_view(text).substr(0, equals), std::string_view(text).substr(equals + 1));
      if (!place)
        return usage(fmt::format("{} {} is not understood", option_, text), accepted_);
      if (!given.insert(*place).second)
        return usage(fmt::format("{} {}: it is given twice", option_, text), "each once");
    }
    return {};
  }

private:
  std::string option_, accepted_;
};

std::optional<std::uint32_t> indexAfter(char letter, std::string_view name, std::uint32_t count) {
  const auto index = !name.empty() && std::toupper(static_cast<unsigned char>(name[0])) == letter
                         ? wholeNumber(name.substr(1))
                         : std::nullopt;
  return index && *index < count ? std::optional(static_cast<std::uint32_t>(*index)) : std::nullopt;
}

spec::Result<void> applyRegisters(const std::vector<std::string>& texts, spec::Warp& warp) {
  Assignments registers("--reg", "R0..R254, or a name of PTX that stands in the text (%r300, %rd1.lo), = and a value: "
                                 "a number, lane, lane*N+K, 32 values with commas, or LANE:VALUE,..");
  return registers.apply(texts, [&](std::string_view name, std::string_view value) -> std::optional<std::uint32_t> {
    const auto reg = indexAfter('R', name, spec::kRegisters);
    const auto lanes = lanesOf(value);
    if (!reg || !lanes)
      return std::nullopt;
    std::ranges::copy(*lanes, warp.registers[*reg]);
    return reg;
  });
}

spec::Result<void> applyPredicates(const std::vector<std::string>& texts, spec::Warp& warp) {
  Assignments predicates("--pred", "P0..P6, or a name of PTX that stands in the text (%p40), =MASK, bit i for lane i");
  return predicates.apply(texts, [&](std::string_view name, std::string_view value) -> std::optional<std::uint32_t> {
    const auto predicate = indexAfter('P', name, spec::kPredicates);
    const auto mask = number(value);
    if (!predicate || !mask)
      return std::nullopt;
    warp.predicates[*predicate] = *mask;
    return predicate;
  });
}

spec::Result<void> applyMemory(const std::vector<std::string>& texts, spec::SharedMemory& memory) {
  Assignments words("--mem",
                    fmt::format("ADDRESS=WORD, a multiple of 4 inside the {} bytes of --shared", memory.size()));
  return words.apply(texts, [&](std::string_view name, std::string_view value) -> std::optional<std::uint32_t> {
    const auto address = wholeNumber(name);
    const auto word = number(value);
    if (!address || !word || *address % 4 || *address >= memory.size() || memory.size() - *address < 4)
      return std::nullopt;
    for (unsigned byte = 0; byte < 4; ++byte)
      memory[*address + byte] = static_cast<std::uint8_t>(*word >> (8 * byte));
    return static_cast<std::uint32_t>(*address);
  });
}

/// The choice as a case file writes it: one number or flag, one number a lane, or words by lane.
std::optional<boost::json::value> choiceAsJson(const spec::CellPlace& first, std::string_view value) {
  if (first.lane < 0) {
    if (first.about.count == 2 && (value == "true" || value == "false"))
      return boost::json::value(value == "true");
    const auto word = number(value);
    return word && first.about.count != 2 ? std::optional(boost::json::value(*word)) : std::nullopt;
  }
  const auto lanes = lanesOf(value);
  if (!lanes)
    return std::nullopt;
  if (first.bits == 8)
    return boost::json::array(lanes->begin(), lanes->end());
  boost::json::object words;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    words[std::to_string(lane)] = (*lanes)[lane];
  return words;
}

/// The first cell of a member of the choices.
std::optional<spec::CellPlace> cellOf(const spec::Choices& choices, spec::Mnemonic mnemonic, std::string_view name) {
  std::optional<spec::CellPlace> found;
  (void)spec::rowOf(mnemonic).mapChoices(choices, [&](const spec::CellPlace& place, std::uint64_t value) {
    if (!found && place.field == name)
      found = place;
    return value;
  });
  return found;
}

/// By way of a case file, which knows what a choice that is given means for the others, and what is legal.
spec::Result<void> applyChoices(const std::vector<std::string>& texts, spec::Case& c) {
  const spec::Mnemonic mnemonic = c.instruction.mnemonic();
  boost::json::object choices;
  Assignments assignments("--choice",
                          fmt::format("NAME=VALUE, a choice of {} (docs/case_format.md)", spec::textOf(mnemonic)));
  auto done =
      assignments.apply(texts, [&](std::string_view name, std::string_view value) -> std::optional<std::uint32_t> {
        const auto cell = cellOf(c.choices, mnemonic, name);
        const auto json = cell ? choiceAsJson(*cell, value) : std::nullopt;
        if (!json)
          return std::nullopt;
        choices[name] = *json;
        return static_cast<std::uint32_t>(cell->offset);
      });
  if (!done || choices.empty())
    return done;
  const boost::json::object text{
      {"version", spec::kCaseVersion}, {"instruction", spec::print(c.instruction)}, {"choices", choices}};
  auto read = spec::caseFromJson(boost::json::serialize(text));
  if (!read) {
    spec::Rejection rejection = read.error();
    rejection.position = 0; // of a text that nobody wrote
    return rejection;
  }
  c.choices = read->choices;
  return {};
}

} // namespace

std::optional<LaneWords> lanesOf(std::string_view text, const ReadNumber& number) {
  if (text.find(':') != text.npos)
    return sparseLanes(text, number);
  if (text.find(',') != text.npos)
    return listedLanes(text, number);
  const auto value = number(text);
  if (!value)
    return std::nullopt;
  LaneWords lanes;
  lanes.fill(*value);
  return lanes;
}

std::optional<LaneValues> lanesOf(std::string_view text) {
  if (text.starts_with("lane"))
    return countedLanes(text);
  const auto words = lanesOf(text, number);
  if (!words)
    return std::nullopt;
  LaneValues lanes;
  std::ranges::transform(*words, lanes.begin(), [](std::uint64_t word) { return static_cast<std::uint32_t>(word); });
  return lanes;
}

bool StateText::empty() const {
  return registers.empty() && predicates.empty() && memory.empty() && choices.empty() && active.empty();
}

void addStateOptions(Subcommand& command, StateText& state, std::optional<std::uint32_t>& shared) {
  command.options({
      {"--reg,-r", state.registers,
       "R1=5, R1=lane, R1=lane*4+1, R1= and 32 values between commas, or R1=3:5,7:0x10,all:1 (repeatable)"},
      {"--pred,-p", state.predicates, "P0=MASK (repeatable)"},
      {"--active,-a", state.active, "mask of active lanes (default: all)"},
      {"--shared", shared, "bytes of shared memory", wholeNumberIn(0, spec::kMaxSharedBytes)},
      {"--mem,-m", state.memory, "ADDRESS=WORD in shared memory (repeatable)"},
  });
}

spec::Rejection noMemory(spec::Mnemonic mnemonic) {
  const std::string_view memory = spec::aboutMemory(spec::rowOf(mnemonic).memory).name;
  return {"usage", fmt::format("{} accesses {} memory, and none is allocated", spec::textOf(mnemonic), memory),
          memory == "shared" ? "--shared BYTES; 0: every access is out of range"
                             : fmt::format("a case file that holds `{}` memory and where it lies "
                                           "(docs/case_format.md); --shared 0: every access is out of range",
                                           memory)};
}

spec::Result<void> apply(const StateText& state, spec::Case& c) {
  if (auto done = applyRegisters(state.registers, c.warp); !done)
    return done;
  if (auto done = applyPredicates(state.predicates, c.warp); !done)
    return done;
  if (auto done = applyMemory(state.memory, c.memory); !done)
    return done;
  if (auto done = applyChoices(state.choices, c); !done)
    return done;
  if (state.active.empty())
    return {};
  const auto mask = number(state.active);
  if (!mask)
    return usage(fmt::format("--active {} is no mask", state.active), "32 bits, bit i for lane i");
  c.warp.active = *mask;
  return {};
}

} // namespace warplaw::tools
