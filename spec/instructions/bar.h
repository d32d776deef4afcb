// BAR.SYNC, BAR.ARRIVE and BAR.RED: form, modifiers, choices (BAR-1..4). A warp arrives as a whole; it reads
// spec::SpecialInputs (its number, the CTA's threads) and changes spec::Barriers. No register is written.
//
// What one instruction does to barrier `id`, if some lane executes; otherwise nothing at all happens:
// - `id` and `threads` are numbers of the instruction or registers. It is misuse if executing lanes hold different
//   ones, if there is no barrier `id`, if `threads` is no multiple of 32 or more than 4064, or if ARRIVE has 0 (BAR-4).
// - It counts for `threads` threads; where that is 0, for 32 times the warps of the CTA, those left out that have
//   exited if the choice exitedArrive says so (never the own).
// - If a generation is open (arrived is not 0) whose use or expected threads are others, it is misuse (BAR-4).
// - Of misuse every executing lane is in error (ErrorKind::BarrierMisuse), and nothing else happens (MACH-8).
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
  RegisterOrImmediateIn<In> id;                  ///< which barrier, 0..15 (BAR-4): register or 4-bit immediate
  /// Threads that complete it, a multiple of 32: register or 12-bit immediate. 0 or absent (then RZ): all of the CTA,
  /// rounded up to 32. ARRIVE must say it (BAR-1).
  RegisterOrImmediateIn<In> threads;
  GuardIn<In> pp; ///< BAR.RED's source predicate, may be negated; PT where there is none
  bool operator==(const BarFormIn&) const = default;
};
using BarForm = BarFormIn<Words>;

/// Which row of spec::Operands holds what. Results: errors alone.
namespace bar_rows {
inline constexpr unsigned kId = 0;
inline constexpr unsigned kThreads = 1;
} // namespace bar_rows

/// What a datapath needs besides fetched operands.
template <class In> struct BarModifiersIn {
  Word32<In> op = In::initial(0u); ///< BarOp
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
