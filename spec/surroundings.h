// What an instruction may see and change besides its warp: the surroundings, part by part (MACH-4, ATOMS-4). A machine
// holds all parts; a datapath and its entry are handed only the parts that their signature names.
//
// A part that is a memory is handed over by value: where its bytes are, and how many; they are an object of their own,
// apart from every other. A part that is made of cells (barriers, clock and thread numbers, windows) is a structure
// over worlds, handed over by pointer, const where it is only read. docs/adding_an_instruction.md says how one is
// added.
#pragma once
#include "spec/state.h"
#include "spec/surrounding_cells.h"

namespace warplaw::spec {

/// Everything there is, as a machine holds it. Members and their limits: spec/surroundings_fields.h.
struct Surroundings {
  SharedMemory shared;
  SharedMemory generic; ///< the bytes of all its regions, one after the other (cells.regions)
  SurroundingCells cells = {};
  bool operator==(const Surroundings&) const = default;
};

/// A part as code is handed it: `Part partOf<Part>(Surroundings&)`.
template <class Part> Part partOf(Surroundings& surroundings) = delete;

/// The CTA's shared memory (ATOMS-4).
struct SharedBytes {
  std::uint8_t* bytes = nullptr;
  std::uint32_t allocated = 0; ///< bytes, at most kMaxSharedBytes
};
template <> inline SharedBytes partOf<SharedBytes>(Surroundings& surroundings) {
  return {surroundings.shared.data(), static_cast<std::uint32_t>(surroundings.shared.size())};
}

/// The bytes of generic memory, region after region (RED-5, GenericRegions).
struct GenericBytes {
  std::uint8_t* bytes = nullptr;
  std::uint32_t allocated = 0; ///< where the last region ends
};
template <> inline GenericBytes partOf<GenericBytes>(Surroundings& surroundings) {
  return {surroundings.generic.data(), static_cast<std::uint32_t>(surroundings.generic.size())};
}

template <> inline const SpecialInputs* partOf<const SpecialInputs*>(Surroundings& surroundings) {
  return &surroundings.cells.inputs;
}
template <> inline Counters* partOf<Counters*>(Surroundings& surroundings) { return &surroundings.cells.counters; }
template <> inline Barriers* partOf<Barriers*>(Surroundings& surroundings) { return &surroundings.cells.barriers; }
template <> inline const Barriers* partOf<const Barriers*>(Surroundings& surroundings) {
  return &surroundings.cells.barriers;
}

template <> inline const GenericRegions* partOf<const GenericRegions*>(Surroundings& surroundings) {
  return &surroundings.cells.regions;
}
template <> inline const Surfaces* partOf<const Surfaces*>(Surroundings& surroundings) {
  return &surroundings.cells.surfaces;
}
template <> inline const ExitedLanes* partOf<const ExitedLanes*>(Surroundings& surroundings) {
  return &surroundings.cells.exited;
}

} // namespace warplaw::spec
