#include "symbolic/lift/cause.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <unordered_set>

namespace warplaw::lift {
namespace {
using symbolic::Assignment;
using symbolic::Bits;
using Kind = Cause::Kind;

Bits valueOf(Term term, const Assignment& witness) { return symbolic::evaluate(std::span(&term, 1), witness)[0]; }

/// Which of them a witness leads to, all evaluated at once.
std::vector<bool> holding(const std::vector<Cause>& causes, const Assignment& witness) {
  std::vector<Term> conditions;
  for (const Cause& cause : causes)
    for (const Term condition : {cause.condition, cause.reached ? cause.reached : cause.condition})
      conditions.push_back(condition);
  const std::vector<Bits> values = symbolic::evaluate(conditions, witness);
  std::vector<bool> holds;
  for (std::size_t i = 0; i < causes.size(); ++i)
    holds.push_back(values[2 * i] != 0 && values[2 * i + 1] != 0);
  return holds;
}

/// In decimal; of more than 64 bits the low ones, in hexadecimal.
std::string number(Term term, bool isSigned, const Assignment& witness) {
  const Bits value = valueOf(term, witness);
  const unsigned width = term.width();
  if (width > 64)
    return fmt::format("0x..{:x}", static_cast<std::uint64_t>(value));
  const unsigned unused = 64 - width;
  const auto bits = static_cast<std::uint64_t>(value);
  return isSigned ? fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused) : fmt::format("{}", bits);
}

std::int64_t valueOf(const Offset& offset, const Assignment& witness) {
  std::uint64_t sum = offset.constant;
  for (const auto& [term, scale] : offset.scaled)
    sum += static_cast<std::uint64_t>(valueOf(term, witness)) * scale;
  return static_cast<std::int64_t>(sum);
}

/// The array that the source meant: the only one, the one that the offset's constant part points into, or the one that
/// it falls into.
const Extent::Part* partAt(const Extent& object, const Offset& offset, std::int64_t at) {
  const auto within = [&](std::uint64_t byte) -> const Extent::Part* {
    const auto found = std::ranges::find_if(object.parts, [&](const Extent::Part& part) {
      return byte >= part.offset && byte - part.offset < part.cells * part.cellBytes;
    });
    return found == object.parts.end() ? nullptr : &*found;
  };
  if (object.parts.size() == 1)
    return &object.parts.front();
  const Extent::Part* meant = offset.isConstant() ? nullptr : within(offset.constant);
  return meant ? meant : within(static_cast<std::uint64_t>(at));
}

/// LLVM's inliner calls what the source calls `r` "r.i", or "r.i12".
std::string asWritten(std::string_view name) {
  const std::size_t at = name.find(".i");
  const bool isInlined =
      at != name.npos && (at + 2 == name.size() || std::isalpha(static_cast<unsigned char>(name[at + 2])) == 0);
  return std::string(name.substr(0, isInlined ? at : name.npos));
}

/// "r[40] of 32", "warp.mode", "byte 668 of warp, which has 656".
std::string placeText(const Cause& cause, std::int64_t at) {
  const Extent& object = *cause.object;
  const std::string called = asWritten(object.name);
  const Extent::Part* part = partAt(object, cause.offset, at);
  const std::int64_t from = part ? at - static_cast<std::int64_t>(part->offset) : 0;
  if (!part || from % static_cast<std::int64_t>(part->cellBytes) != 0)
    return fmt::format("byte {} of {}, which has {}", at, called, object.bytes);
  const std::string name = part->name.empty() ? called : called + "." + part->name;
  const std::int64_t index = from / static_cast<std::int64_t>(part->cellBytes);
  return part->cells == 1 && index == 0 ? name : fmt::format("{}[{}] of {}", name, index, part->cells);
}

bool isInside(const Cause& cause, std::int64_t at) {
  return at >= 0 && static_cast<std::uint64_t>(at) + cause.bytes <= cause.object->bytes;
}

std::string pointerText(const Cause& cause, const Assignment& witness) {
  const std::int64_t at = valueOf(cause.offset, witness);
  const std::string place = placeText(cause, at);
  const bool beginsInside = at >= 0 && static_cast<std::uint64_t>(at) < cause.object->bytes;
  if (beginsInside && !isInside(cause, at))
    return fmt::format("{} must point at {} bytes, and points at {}", cause.text, cause.bytes, place);
  return fmt::format("{} points at {}{}", cause.text, place, beginsInside ? ", which is no longer there" : "");
}

std::string accessText(const Cause& cause, const Assignment& witness) {
  const char* const does = cause.kind == Kind::Read ? "reads" : cause.kind == Kind::Write ? "writes" : "steps to";
  if (!cause.object)
    return fmt::format("{} {}", does, cause.text);
  const std::int64_t at = valueOf(cause.offset, witness);
  const Extent& object = *cause.object;
  std::string text = fmt::format("{} {}", does, placeText(cause, at));
  if (!isInside(cause, at))
    return text;
  if (cause.alignment > object.alignment)
    return fmt::format("{} as if it were aligned to {} bytes", text, cause.alignment);
  if (static_cast<std::uint64_t>(at) % cause.alignment != 0)
    return fmt::format("{}, {} bytes that are not aligned to {}", text, cause.bytes, cause.alignment);
  return cause.text.empty() ? text : fmt::format("{} {}", text, cause.text);
}

} // namespace

std::string textOf(const Cause& cause, const Assignment& witness) {
  const auto shown = [&](std::size_t i) { return number(cause.terms[i], cause.isSigned, witness); };
  switch (cause.kind) {
  case Kind::Read:
  case Kind::Write:
  case Kind::Step:
    return accessText(cause, witness);
  case Kind::Pointer:
    return pointerText(cause, witness);
  case Kind::Shift:
    return fmt::format("shift by {} of {} bits", number(cause.terms[0], false, witness), cause.terms[0].width());
  case Kind::Overflow:
    return fmt::format("{} overflow of {} {} {} in {} bits", cause.isSigned ? "signed" : "unsigned", shown(0),
                       cause.text, shown(1), cause.terms[0].width());
  case Kind::Division:
    return valueOf(cause.terms[1], witness) == 0
               ? fmt::format("division of {} by zero", shown(0))
               : fmt::format("signed overflow of {} / {} in {} bits", shown(0), shown(1), cause.terms[0].width());
  case Kind::Use:
  case Kind::Other:
    break;
  }
  return cause.text;
}

std::optional<Explanation> explained(const Reasons& reasons, const Assignment& witness) {
  const auto& [causes, origins] = reasons;
  const std::vector<bool> undefined = holding(causes, witness);
  const auto first = std::ranges::find(undefined, true);
  if (first == undefined.end())
    return std::nullopt;
  const auto cause = causes.begin() + (first - undefined.begin());
  const Explanation used{cause->place, textOf(*cause, witness)};
  if (cause->kind != Kind::Use)
    return used;
  const symbolic::Walk walk(std::span(&cause->condition, 1));
  const std::unordered_set<const symbolic::Node*> nodes(walk.nodes().begin(), walk.nodes().end());
  const std::vector<bool> poisoned = holding(origins, witness);
  // What is always poison, because nothing was ever set there, leaves no trace in a condition: it comes last.
  for (const bool always : {false, true})
    for (std::size_t i = 0; i < origins.size(); ++i) {
      const Cause& origin = origins[i];
      if (poisoned[i] && (always ? origin.condition.isTrue() : nodes.contains(origin.condition.node()))) {
        const bool isSaid = used.place.empty() || used.place == origin.place;
        return Explanation{origin.place, fmt::format("{}; then {}{}", textOf(origin, witness),
                                                     isSaid ? "" : used.place + ": ", used.text)};
      }
    }
  return used;
}

} // namespace warplaw::lift
