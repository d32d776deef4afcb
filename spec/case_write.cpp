// A case as canonical JSON (docs/case_format.md): members in one order, defaults not written, so that equal cases give
// equal bytes. Also what makes two cases equal.
#include "spec/case_file.h"
#include "spec/json_text.h"
#include "spec/row.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace warplaw::spec {
namespace {

using boost::json::object;

/// The text itself where it is UTF-8; otherwise its ASCII, other bytes as '?', so that the file can be read again.
std::string readable(const std::string& text) {
  boost::system::error_code ec;
  boost::json::parse(boost::json::serialize(boost::json::string(text)), ec);
  if (!ec)
    return text;
  std::string ascii = text;
  std::ranges::replace_if(ascii, [](char c) { return (c & 0x80) != 0; }, '?');
  return ascii;
}

template <class Value> void addIfAny(object& out, std::string_view key, Value value) {
  if (!value.empty())
    out[key] = std::move(value);
}

object registersOf(const Warp& warp) {
  object out;
  for (unsigned r = 0; r < kRegisters; ++r)
    addIfAny(out, fmt::format("R{}", r), laneWordsToJson(warp.registers[r]));
  return out;
}

object predicatesOf(const Warp& warp) {
  object out;
  for (unsigned p = 0; p < kPredicates; ++p)
    if (warp.predicates[p])
      out[fmt::format("P{}", p)] = printHex(warp.predicates[p]);
  return out;
}

object errorsOf(const Warp& warp) {
  object out;
  for (unsigned i = 0; i < kLanes; ++i)
    if (warp.errors[i])
      out[fmt::format("{}", i)] = nameOf(static_cast<ErrorKind>(warp.errors[i]));
  return out;
}

object sharedOf(const SharedMemory& shared) {
  object out;
  if (shared.empty())
    return out;
  out["allocated"] = shared.size();
  object words;
  for (std::size_t address = 0; address < shared.size(); address += 4) {
    std::uint32_t word = 0; // little-endian (MACH-4); a last word may be cut short by the allocated size
    for (std::size_t k = 0; k < 4 && address + k < shared.size(); ++k)
      word |= static_cast<std::uint32_t>(shared[address + k]) << (8 * k);
    if (word)
      words[printHex(address)] = printHex(word);
  }
  addIfAny(out, "words", std::move(words));
  return out;
}

// ---- expected values

boost::json::value anyOr(const ExpectedWord& word, boost::json::value value) {
  return word.any ? "any" : std::move(value);
}
boost::json::value hexValue(const ExpectedWord& word) { return anyOr(word, printHex(word.value).c_str()); }
boost::json::value bitValue(const ExpectedWord& word) { return anyOr(word, word.value & 1); }

using ExpectedLanes = std::map<unsigned, ExpectedWord>; ///< by lane
using ExpectedRows = std::map<unsigned, ExpectedLanes>; ///< by register or predicate

/// The value that most lanes share, where every lane is listed.
const ExpectedWord* backgroundOf(const ExpectedLanes& lanes) {
  if (lanes.size() != kLanes)
    return nullptr;
  for (const auto& [lane, word] : lanes) {
    const auto same = std::ranges::count_if(lanes, [&](const auto& other) { return other.second == word; });
    if (same > kLanes / 2)
      return &word;
  }
  return nullptr;
}

template <class ToValue> object lanesToJson(const ExpectedLanes& lanes, ToValue toValue) {
  object out;
  const ExpectedWord* background = backgroundOf(lanes);
  if (background)
    out["all"] = toValue(*background);
  for (const auto& [lane, word] : lanes)
    if (!background || word != *background)
      out[fmt::format("{}", lane)] = toValue(word);
  return out;
}

template <class ToValue> object rowsToJson(const ExpectedRows& rows, char letter, ToValue toValue) {
  object out;
  for (const auto& [row, lanes] : rows)
    out[fmt::format("{}{}", letter, row)] = lanesToJson(lanes, toValue);
  return out;
}

object expectedToJson(const Expected& expected) {
  ExpectedRows registers, predicates;
  for (const auto& e : expected.registers)
    registers[e.reg].try_emplace(e.lane, e.word);
  for (const auto& e : expected.predicates)
    predicates[e.predicate].try_emplace(e.lane, e.bit);
  std::map<std::uint32_t, ExpectedWord> words;
  for (const auto& e : expected.memory)
    words.try_emplace(e.address, e.word);
  std::map<unsigned, std::string_view> errors;
  for (const auto& e : expected.errors)
    errors.try_emplace(e.lane, e.any ? "any" : nameOf(e.kind));

  object shared, lanes, out;
  for (const auto& [address, word] : words)
    shared[printHex(address)] = hexValue(word);
  for (const auto& [lane, name] : errors)
    lanes[fmt::format("{}", lane)] = name;
  addIfAny(out, "registers", rowsToJson(registers, 'R', hexValue));
  addIfAny(out, "predicates", rowsToJson(predicates, 'P', bitValue));
  addIfAny(out, "shared", std::move(shared));
  addIfAny(out, "errors", std::move(lanes));
  if (!expected.frame)
    out["frame"] = false;
  return out;
}

bool sameWarp(const Warp& a, const Warp& b) {
  return std::memcmp(a.registers, b.registers, sizeof a.registers) == 0 &&
         std::memcmp(a.predicates, b.predicates, sizeof a.predicates) == 0 && a.active == b.active &&
         a.helpers == b.helpers && std::memcmp(a.errors, b.errors, sizeof a.errors) == 0;
}

/// Equal up to the order of the entries.
bool sameExpected(const std::optional<Expected>& a, const std::optional<Expected>& b) {
  return a.has_value() == b.has_value() && (!a || expectedToJson(*a) == expectedToJson(*b));
}

} // namespace

bool operator==(const Case& a, const Case& b) {
  return a.comment == b.comment && a.rules == b.rules && a.instruction == b.instruction && a.shader == b.shader &&
         sameWarp(a.warp, b.warp) && a.shared == b.shared && a.choices == b.choices &&
         sameExpected(a.expected, b.expected);
}

std::string toJson(const Case& c) {
  object out;
  out["version"] = kCaseVersion;
  if (!c.comment.empty())
    out["comment"] = readable(c.comment);
  boost::json::array rules;
  for (const std::string& rule : c.rules)
    rules.emplace_back(readable(rule));
  addIfAny(out, "rules", std::move(rules));
  out["instruction"] = print(c.instruction);
  if (c.shader != ShaderKind::Compute)
    out["shader"] = nameOf(c.shader);
  if (c.warp.active != ~0u)
    out["active"] = printHex(c.warp.active);
  if (c.warp.helpers)
    out["helpers"] = printHex(c.warp.helpers);
  addIfAny(out, "registers", registersOf(c.warp));
  addIfAny(out, "predicates", predicatesOf(c.warp));
  addIfAny(out, "errors", errorsOf(c.warp));
  addIfAny(out, "shared", sharedOf(c.shared));
  object choices;
  rowOf(c.instruction.mnemonic()).writeChoices(c.choices, choices);
  addIfAny(out, "choices", std::move(choices));
  if (c.expected)
    out["expected"] = expectedToJson(*c.expected);
  return canonicalJson(out);
}

} // namespace warplaw::spec
