// ISETP's datapath, four lanes at a time, for which every processor has registers (ISETP-1). Vectors give the masks of
// the lanes where Ra is less and where it is equal; the comparison itself is arithmetic on masks of lanes.
#include "concrete/instructions/isetp.h"
#include "concrete/lanewise.h"
#include "concrete/plan.h"
#include "concrete/vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
constexpr unsigned kWidth = 4;

/// The numbers of IsetpCompare say which of less, equal and greater it accepts.
constexpr std::uint32_t kLess = static_cast<std::uint32_t>(IsetpCompare::Lt);
constexpr std::uint32_t kEqual = static_cast<std::uint32_t>(IsetpCompare::Eq);
constexpr std::uint32_t kGreater = static_cast<std::uint32_t>(IsetpCompare::Gt);
static_assert(static_cast<std::uint32_t>(IsetpCompare::Never) == 0);
static_assert(static_cast<std::uint32_t>(IsetpCompare::Le) == (kLess | kEqual));
static_assert(static_cast<std::uint32_t>(IsetpCompare::Ne) == (kLess | kGreater));
static_assert(static_cast<std::uint32_t>(IsetpCompare::Ge) == (kEqual | kGreater));
static_assert(static_cast<std::uint32_t>(IsetpCompare::Always) == (kLess | kEqual | kGreater));

/// What is no IsetpCombine counts as XOR.
std::uint32_t combined(std::uint32_t combine, std::uint32_t answers, std::uint32_t predicates) {
  const auto is = [combine](IsetpCombine wanted) { return maskOf(combine == static_cast<std::uint32_t>(wanted)); };
  const std::uint32_t isAnd = is(IsetpCombine::And), isOr = is(IsetpCombine::Or);
  return (answers & predicates & (isAnd | isOr)) | ((answers ^ predicates) & ~isAnd);
}
} // namespace

extern "C" void warplaw_isetp_portable(const IsetpModifiers* modifiers, const Operands* operands, const IsetpChoices*,
                                       Results* results) {
  using Vector = VectorOf<kWidth>::Unsigned;
  using Signed = VectorOf<kWidth>::Signed;
  const std::uint32_t exec = operands->exec;
  const std::uint32_t signs = modifiers->isUnsigned ? 0x80000000 : 0; // turned, unsigned numbers compare as signed ones
  Vector lessBits = {}, equalBits = {};
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    const Vector a = lanes.of(operands->row[isetp_rows::kA]), b = lanes.of(operands->row[isetp_rows::kB]);
    lessBits |= (Vector)((Signed)(a ^ signs) < (Signed)(b ^ signs)) & lanes.ownBit();
    equalBits |= (Vector)(a == b) & lanes.ownBit();
  }
  const std::uint32_t less = __builtin_reduce_or(lessBits), equal = __builtin_reduce_or(equalBits);
  const auto accepts = [modifiers](std::uint32_t outcome) { return maskOf((modifiers->compare & outcome) != 0); };
  const std::uint32_t answers =
      (less & accepts(kLess)) | (equal & accepts(kEqual)) | (~(less | equal) & accepts(kGreater));
  writesNothing(results);
  results->predicateWritten = exec;
  results->predicate =
      (results->predicate & ~exec) | (combined(modifiers->combine, answers, operands->predicate) & exec);
}

// Which operands ISETP fetches and writes back, and what its datapath is told (ISETP-1..3).
extern "C" {
void warplaw_isetp_plan(const IsetpForm* form, const IsetpChoices*, Plan* plan) {
  planOfNothing(plan);
  readsRegister(&plan->source[isetp_rows::kA], form->ra);
  readsSigned20(&plan->source[isetp_rows::kB], form->rb);
  plan->sourcePredicate = form->pp.predicate.index;
  plan->sourcePredicateNegated = form->pp.negated;
  plan->destinationPredicate = form->pu.index;
}
void warplaw_isetp_modifiers(const IsetpForm* form, IsetpModifiers* modifiers) {
  modifiers->compare = static_cast<std::uint32_t>(form->compare);
  modifiers->isUnsigned = form->isUnsigned;
  modifiers->combine = static_cast<std::uint32_t>(form->combine);
}
}
