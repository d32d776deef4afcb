// RED as somebody might misread it on both sides (RED-2..7): what only the third statement can see.
#include "proofs/theorems/red_theorems.h"

namespace warplaw::proofs::red {
namespace {

/// The datapath by other pieces; `change` spoils what is chosen.
Misreading ofRun(const char* name, const char* rule, AnyLane reach, ElementStep step,
                 std::function<void(spec::RedChoices&)> change = {}) {
  Proof proof = proofOf();
  proof.onWords = Proof::ofWords(onWords(std::move(reach), std::move(step), std::move(change)));
  return {name, {rule}, proof.reading()};
}

Misreading ofReach(const char* name, const char* rule, Proof::Spoil spoil) {
  return ofRun(name, rule, Proof::laneBut(laneWord, name, {rule}, std::move(spoil)).lane, symbolic::redStep);
}

/// `other` gives nothing where it has nothing to say.
Misreading ofStep(const char* name, const char* rule,
                  std::function<Term(RedOp, RedSize, Term memory, Term operand)> other) {
  return ofRun(name, rule, Proof::ofLane(laneWord),
               [other = std::move(other)](RedOp op, RedSize size, Term memory, Term operand, Term zeros, Term nan) {
                 const Term wrong = other(op, size, memory, operand);
                 return wrong ? wrong : symbolic::redStep(op, size, memory, operand, zeros, nan);
               });
}

} // namespace

std::vector<Misreading> misreadings() {
  return {
      ofReach("the-offset-has-no-sign", "RED-2",
              [](RedModifierTerms& m, auto&...) { m.imm20 = m.imm20 & Bits(0x7ffff); }),
      ofReach("a-pair-is-one-register", "RED-2",
              [](RedModifierTerms& m, auto&...) { m.extended = m.extended.terms().constant(32, 0); }),
      ofReach("eight-bytes-are-checked-as-four", "RED-3",
              [](RedModifierTerms& m, auto&...) {
                m.size = symbolic::redIsWide(m.size).ite(m.size.terms().constant(32, Bits(RedSize::U32)), m.size);
              }),
      ofReach("windows-are-memory", "RED-4",
              [](auto& m, auto&, auto&, auto&, SpecialInputTerms& inputs) {
                inputs.sharedWindowSize = inputs.localWindowSize = m.op.terms().constant(32, 0);
              }),
      ofRun("outside-is-the-first-region", "RED-5", Proof::ofLane([](const auto& modifiers, const auto&... told) {
              const Term word = laneWord(modifiers, told...), size = modifiers.size;
              const Term outside = word.eq(kNoAccess | static_cast<Bits>(spec::ErrorKind::AddressOutOfRange));
              return outside.ite(reachWord(outside, word.terms().constant(32, 0), word.extract(7, 0), size), word);
            }),
            symbolic::redStep),
      ofRun("halves-share-an-order", "RED-6", Proof::ofLane(laneWord), symbolic::redStep,
            [](spec::RedChoices& choices) { choices.orderHigh = choices.order; }),
      ofStep("comparisons-have-no-sign", "RED-6",
             [](RedOp op, RedSize size, Term memory, Term operand) -> Term {
               const bool isSigned = size == RedSize::S32 || size == RedSize::S64;
               if (!isSigned || (op != RedOp::Min && op != RedOp::Max))
                 return {};
               return (op == RedOp::Min ? operand.ult(memory) : memory.ult(operand)).ite(operand, memory);
             }),
      ofStep("zero-is-decremented", "RED-6",
             [](RedOp op, RedSize, Term memory, Term operand) -> Term {
               return op == RedOp::Dec ? operand.ult(memory).ite(operand, memory - Bits(1)) : Term();
             }),
      ofStep("subnormals-stay", "RED-7",
             [](RedOp, RedSize size, Term memory, Term operand) -> Term {
               return size == RedSize::F32 ? memory.floatAdd(operand) : Term();
             }),
      ofStep("a-nan-wins", "RED-7",
             [](RedOp op, RedSize size, Term memory, Term operand) -> Term {
               if (size != RedSize::F16x2 || op == RedOp::Add)
                 return {};
               const auto isNan = [](Term half) { return half.terms().constant(16, 0x7c00).ult(half & Bits(0x7fff)); };
               const Term zeros = memory.terms().constant(32, 0), nan = memory.terms().constant(64, 0);
               return (isNan(memory) | isNan(operand))
                   .ite(memory.terms().constant(16, 0x7fff), symbolic::redStep(op, size, memory, operand, zeros, nan));
             }),
  };
}

} // namespace warplaw::proofs::red
