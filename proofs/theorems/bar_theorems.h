// BAR's theorems, by what they are about; only proofs/theorems/bar*.cpp and collected.cpp include this.
#pragma once
#include "proofs/statements/instruction.h"
#include "symbolic/encodings/bar.h"

namespace warplaw::proofs::bar {

using symbolic::ArrivalTerms;
using symbolic::BarChoiceTerms;
using symbolic::BarFormTerms;
using symbolic::BarModifierTerms;
using symbolic::BarrierTerms;
using symbolic::BarrierTermsOf;
using symbolic::Bits;
using symbolic::NamedTerms;
using symbolic::OperandTerms;
using symbolic::ResultTerms;
using symbolic::SpecialInputTerms;

std::vector<Theorem> executorTheorems(const Subject& subject);
/// BAR-5: what fixed warps compute does not depend on their order, for any number of warps.
std::vector<Theorem> orderTheorems(const Subject& subject);
/// BAR-2 and BAR-3 for any number of warps: after the last arrival every latch has the reduction.
std::vector<Theorem> reductionTheorems(const Subject& subject);

/// Warps that arrive at barrier 0 one after the other, by the shipped code.
struct ShippedArrival {
  std::uint32_t warp, op, threads, votes;
};
std::optional<spec::Barriers> arriveShipped(const Subject& subject, std::span<const ShippedArrival> arrivals,
                                            std::uint32_t warps);

} // namespace warplaw::proofs::bar
