#include "fuzz/difference.h"
#include "spec/case_file.h"
#include <bit>
#include <cassert>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {

std::string_view errorText(std::uint32_t error) { return nameOf(static_cast<spec::ErrorKind>(error)); }

} // namespace

std::string_view textOf(Kind kind) {
  static constexpr std::array<std::string_view, kKinds> kText = {"rejection", "error",    "predicate", "memory",
                                                                 "cell",      "register", "frame"};
  return kText[static_cast<unsigned>(kind)];
}

Kind classOf(Kinds kinds) {
  assert(kinds != 0);
  return static_cast<Kind>(std::countr_zero(kinds));
}

Kinds kindsOf(const std::vector<Difference>& differences) {
  Kinds kinds = 0;
  for (const Difference& d : differences)
    kinds |= setOf(d.inFrame ? Kind::Frame : d.kind);
  return kinds;
}

std::string describe(const Difference& d) {
  const std::string frame = d.inFrame ? " (may not change)" : "";
  switch (d.kind) {
  case Kind::Error:
    return fmt::format("error of lane {}: expected {}, got {}{}", d.lane, errorText(d.expected), errorText(d.got),
                       frame);
  case Kind::Predicate:
    return fmt::format("P{} lane {}: expected {}, got {}{}", d.index, d.lane, d.expected, d.got, frame);
  case Kind::Memory:
    return fmt::format("memory [{:#x}]: expected {:#x}, got {:#x}{}", d.index, d.expected, d.got, frame);
  case Kind::Cell:
    return fmt::format("{}: expected {:#x}, got {:#x}{}", spec::nameOfCell(d.index), d.expected, d.got, frame);
  case Kind::Register:
    return fmt::format("R{} lane {}: expected {:#x}, got {:#x}{}", d.index, d.lane, d.expected, d.got, frame);
  default:
    return fmt::format("{}: expected {:#x}, got {:#x}", textOf(d.kind), d.expected, d.got);
  }
}

} // namespace warplaw::fuzz
