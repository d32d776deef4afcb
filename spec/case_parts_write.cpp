// The parts of case files that versions 1 and 2 share, written: see case_parts.h.
#include "spec/case_parts.h"
#include "spec/row.h"
#include "spec/utf8.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace warplaw::spec {
namespace {

using boost::json::object;

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

} // namespace

std::string readable(const std::string& text) {
  if (isUtf8(text))
    return text;
  std::string ascii = text;
  std::ranges::replace_if(ascii, [](char c) { return (c & 0x80) != 0; }, '?');
  return ascii;
}

void writeComments(object& out, const std::string& comment, const std::vector<std::string>& rules) {
  if (!comment.empty())
    out["comment"] = readable(comment);
  boost::json::array names;
  for (const std::string& rule : rules)
    names.emplace_back(readable(rule));
  addIfAny(out, "rules", std::move(names));
}

void writeWarp(object& out, const Warp& warp) {
  if (warp.active != ~0u)
    out["active"] = printHex(warp.active);
  if (warp.helpers)
    out["helpers"] = printHex(warp.helpers);
  addIfAny(out, "registers", registersOf(warp));
  addIfAny(out, "predicates", predicatesOf(warp));
}

object memoryToJson(const SharedMemory& memory) {
  object out;
  if (memory.empty())
    return out;
  out["allocated"] = memory.size();
  object words;
  for (std::size_t address = 0; address < memory.size(); address += 4) {
    std::uint32_t word = 0; // little-endian (MACH-4); a last word may be cut short by the allocated size
    for (std::size_t k = 0; k < 4 && address + k < memory.size(); ++k)
      word |= static_cast<std::uint32_t>(memory[address + k]) << (8 * k);
    if (word)
      words[printHex(address)] = printHex(word);
  }
  addIfAny(out, "words", std::move(words));
  return out;
}

object choicesToJson(const Choices& choices) {
  object out;
  rowOf(choices.mnemonic()).writeChoices(choices, out);
  return out;
}

void writeExpectedWarp(object& out, const Expected& expected) {
  ExpectedRows registers, predicates;
  for (const auto& e : expected.registers)
    registers[e.reg].try_emplace(e.lane, e.word);
  for (const auto& e : expected.predicates)
    predicates[e.predicate].try_emplace(e.lane, e.bit);
  addIfAny(out, "registers", rowsToJson(registers, 'R', hexValue));
  addIfAny(out, "predicates", rowsToJson(predicates, 'P', bitValue));
}

object expectedErrorsToJson(const Expected& expected) {
  std::map<unsigned, std::string_view> errors;
  for (const auto& e : expected.errors)
    errors.try_emplace(e.lane, e.any ? "any" : nameOf(e.kind));
  object out;
  for (const auto& [lane, name] : errors)
    out[fmt::format("{}", lane)] = name;
  return out;
}

object expectedMemoryToJson(const std::vector<Expected::MemoryWord>& entries) {
  std::map<std::uint32_t, ExpectedWord> words;
  for (const auto& e : entries)
    words.try_emplace(e.address, e.word);
  object out;
  for (const auto& [address, word] : words)
    out[printHex(address)] = hexValue(word);
  return out;
}

bool sameState(const Warp& a, const Warp& b) {
  return std::memcmp(a.registers, b.registers, sizeof a.registers) == 0 &&
         std::memcmp(a.predicates, b.predicates, sizeof a.predicates) == 0 && a.active == b.active &&
         a.helpers == b.helpers && std::memcmp(a.errors, b.errors, sizeof a.errors) == 0;
}

} // namespace warplaw::spec
