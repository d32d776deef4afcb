// The list of ATOMS's lanes that take a step, in order, with AVX-512 VBMI2: 32 places are looked up and compressed at
// once (ATOMS-5).
#include "concrete/instructions/atoms_lanes.h"
#include <bit>

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
typedef char Bytes __attribute__((vector_size(kLanes)));
typedef char InMemory __attribute__((vector_size(kLanes), aligned(1), may_alias));
} // namespace

extern "C" std::uint32_t warplaw_atoms_list_vbmi2(const std::uint8_t* order, std::uint32_t performing,
                                                  std::uint8_t* list) {
  const Bytes lanes = *reinterpret_cast<const InMemory*>(order) & 31;
  if (performing == ~0u) { // the order itself, and nothing to wait for
    *reinterpret_cast<InMemory*>(list) = lanes;
    return kLanes;
  }
  const Bytes performs = __builtin_ia32_cvtmask2b256(performing);           // of each lane: all ones or none
  const Bytes placePerforms = __builtin_ia32_permvarqi256(performs, lanes); // of each place of the order
  const std::uint32_t places = __builtin_ia32_cvtb2mask256(placePerforms);
  *reinterpret_cast<InMemory*>(list) = __builtin_ia32_compressqi256_mask(lanes, Bytes{}, places);
  return static_cast<std::uint32_t>(std::popcount(places));
}
