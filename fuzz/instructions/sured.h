// SURED for the fuzzer: what biases a record, which operands its forms read (SURED-1, -4, MACH-3,
// -7), and its encoding as a function on memory.
#pragma once
#include "fuzz/described.h"
#include "fuzz/explained/sured.h"
#include "fuzz/reduction_encoding.h"
#include "fuzz/reduction_plain.h"
#include "fuzz/traits.h"
#include "spec/op_and_size.h"
#include "spec/texture_header.h"
#include "symbolic/encodings/sured.h"

namespace warplaw::fuzz {

struct SuredTrial : MemoryTrial<spec::GenericBytes, spec::SuredModifiers, spec::SuredChoices,
                                const spec::GenericRegions, const spec::Surfaces> {
  spec::GenericRegions& regions() { return std::get<spec::GenericRegions>(around); }
  const spec::GenericRegions& regions() const { return std::get<spec::GenericRegions>(around); }
  spec::Surfaces& surfaces() { return std::get<spec::Surfaces>(around); }
  const spec::Surfaces& surfaces() const { return std::get<spec::Surfaces>(around); }
  operator SuredView() const { return {modifiers, operands, choices, surfaces()}; }
};

/// The legal pairs of operation and size (SURED-2), as spec lists them.
using SuredPair = spec::OpAndSize<spec::SuredForm>;
inline constexpr auto& suredPairs = spec::opsAndSizes<spec::SuredForm>;

/// suredReach as a function on memory for each dimension, made on first use.
class SuredEncoding {
public:
  /// memory: the bytes of all regions, in and out. results: before in, after out.
  void operator()(const spec::SuredModifiers& modifiers, const spec::Operands& operands,
                  const spec::SuredChoices& choices, std::span<std::uint8_t> memory,
                  const decltype(SuredTrial::around)& around, spec::Results& results);

private:
  const native::LateFunction& reachOf(const spec::SuredModifiers& modifiers);
  std::array<std::optional<native::LateFunction>, 6> reach_;
  ReductionSteps steps_;
};

struct Sured {
  using Encoding = SuredEncoding;
  WARPLAW_MEMORY_TRAITS(Sured, sured, 6, 544) // 32 bytes of styles and masks, coordinates, Rb, Rb's high words, memory
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results);
};

using SuredFuzzer = DescribedFuzzer<Sured>;

extern template class DescribedFuzzer<Sured>;

} // namespace warplaw::fuzz
