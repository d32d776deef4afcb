// BAR.SYNC, BAR.ARRIVE and BAR.RED: form, modifiers, choices (BAR-1..4). A warp arrives as a whole; it reads
// spec::SpecialInputs (its number, the CTA's threads) and changes spec::Barriers. No register is read or written.
//
// What one instruction does to barrier `id`, if some lane executes; otherwise nothing at all happens:
// - It counts for `threads` threads; where that is 0, for 32 times the warps of the CTA, those left out that have
// exited
//   if the choice exitedArrive says so (never the own).
// - If a generation is open (arrived is not 0) whose use or expected threads are others, it is misuse: every executing
//   lane is in error (ErrorKind::BarrierMisuse), and nothing else happens (BAR-4, MACH-8).
// - Otherwise 32 threads arrive, and BAR.RED's predicates join the accumulator (BAR-3).
// - If that makes the expected number, the generation ends: of a reduction every warp that waits here, the own
// included,
//   gets the result in its latch, the cells of the barrier become 0, and nobody waits here (BAR-2).
// - Otherwise the barrier's cells are the open generation's, and the own warp waits, unless it came by ARRIVE.
#pragma once
#include "spec/mnemonic.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class BarOp : std::uint8_t { Sync, Arrive, RedPopc, RedAnd, RedOr };

template <class In> struct BarFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Bar;
  Cell<In, BarOp> op = In::initial(BarOp::Sync); ///< mandatory in text
  ImmediateIn<In> id;                            ///< which barrier, 0..15 (BAR-4)
  /// Threads that complete it, a multiple of 32; 0 or absent: all of the CTA, rounded up to 32. ARRIVE must say
  /// it (BAR-1).
  ImmediateIn<In> threads;
  GuardIn<In> pp; ///< BAR.RED's source predicate, may be negated; PT where there is none
  bool operator==(const BarFormIn&) const = default;
};
using BarForm = BarFormIn<Words>;

/// What a datapath needs besides the lanes' predicates. Results: errors alone.
template <class In> struct BarModifiersIn {
  Word32<In> op = In::initial(0u); ///< BarOp
  Word32<In> id = In::initial(0u);
  Word32<In> threads = In::initial(0u);
  bool operator==(const BarModifiersIn&) const = default;
};
using BarModifiers = BarModifiersIn<Words>;

template <class In> struct BarChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::Bar;
  /// What lanes give to a reduction that do not execute: not active, or their guard is false (BAR-3, BAR-4). Their bit
  /// of `outside`; or, where outsideIsNeutral is 1, the neutral element, which is true for AND, false for POPC and OR.
  Word32<In> outside = In::initial(0u);
  Word32<In> outsideIsNeutral = In::initial(1u);
  /// 1: a barrier of the whole CTA does not wait for warps that have exited; 0: it does (BAR-1).
  Word32<In> exitedArrive = In::initial(1u);
  bool operator==(const BarChoicesIn&) const = default;
};
using BarChoices = BarChoicesIn<Words>;

} // namespace warplaw::spec
