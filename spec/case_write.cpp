// A case as canonical JSON (docs/case_format.md): members in one order, defaults not written, so that equal cases give
// equal bytes. Also what makes two cases equal.
#include "spec/case_parts.h"
#include "spec/row.h"
#include "spec/surroundings_fields.h"
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

using boost::json::object;

object errorsOf(const Warp& warp) {
  object out;
  for (unsigned i = 0; i < kLanes; ++i)
    if (warp.errors[i])
      out[fmt::format("{}", i)] = nameOf(static_cast<ErrorKind>(warp.errors[i]));
  return out;
}

/// Equal up to the order of the entries.
bool sameExpected(const std::optional<Expected>& a, const std::optional<Expected>& b) {
  return a.has_value() == b.has_value() && (!a || expectedToJson(*a, "memory") == expectedToJson(*b, "memory"));
}

} // namespace

boost::json::object expectedToJson(const Expected& expected, std::string_view memoryName) {
  object out;
  writeExpectedWarp(out, expected);
  addIfAny(out, memoryName, expectedMemoryToJson(expected.memory));
  addIfAny(out, "errors", expectedErrorsToJson(expected));
  for (auto& part : expectedCellsToJson(expected.cells))
    out[part.key()] = std::move(part.value());
  if (!expected.frame)
    out["frame"] = false;
  return out;
}

bool operator==(const Case& a, const Case& b) {
  return a.comment == b.comment && a.rules == b.rules && a.instruction == b.instruction && a.shader == b.shader &&
         sameState(a.warp, b.warp) && a.memory == b.memory && a.cells == b.cells && a.choices == b.choices &&
         sameExpected(a.expected, b.expected);
}

std::size_t memoryOf(const Case& c) { return rowOf(c.instruction.mnemonic()).memory; }

Surroundings surroundingsOf(const Case& c) {
  Surroundings around;
  memoryIn(around, memoryOf(c)) = c.memory;
  around.cells = c.cells;
  return around;
}

std::string toJson(const Case& c) {
  object out;
  out["version"] = kCaseVersion;
  writeComments(out, c.comment, c.rules);
  out["instruction"] = print(c.instruction);
  if (c.shader != ShaderKind::Compute)
    out["shader"] = nameOf(c.shader);
  writeWarp(out, c.warp);
  addIfAny(out, "errors", errorsOf(c.warp));
  const std::string_view memoryName = aboutMemory(memoryOf(c)).name;
  addIfAny(out, memoryName, memoryToJson(c.memory));
  writeCells(out, c.cells, inputsOfCta(1));
  addIfAny(out, "choices", choicesToJson(c.choices));
  if (c.expected)
    out["expected"] = expectedToJson(*c.expected, memoryName);
  return canonicalJson(out);
}

} // namespace warplaw::spec
