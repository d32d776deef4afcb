// RED-10: lanes with different addresses that go as one access leave what they leave one after the other, in any order;
// so whatever the grouping, memory is as some order of all lanes leaves it. Lanes at one address may not.
#include "proofs/statements/witness.h"
#include "proofs/theorems/red_theorems.h"
#include "symbolic/encodings/memory.h"

namespace warplaw::proofs::red {
namespace {

/// An access of a lane: its first byte, aligned, and what a step makes of the element, whatever a step is.
struct Access {
  Term address, operand;
  unsigned bytes;

  Access(Terms& terms, const char* name, unsigned bytes_)
      : address(terms.variable(32, fmt::format("{}.address", name))),
        operand(terms.variable(8 * bytes_, fmt::format("{}{}.operand", name, bytes_))), bytes(bytes_) {}
  Terms& terms() const { return address.terms(); }
  Term isAligned() const { return (address & Bits(bytes - 1)).eq(Bits(0)); }
  Term holds(Term place) const { return (place - address).ult(terms().constant(32, bytes)); }
  Term stepped(Term element) const {
    return terms().apply(8 * bytes, fmt::format("step{}", bytes), std::array{element, operand});
  }
  /// The byte at `place` once `element`'s successor is stored.
  Term after(Term place, Term byte, Term element) const {
    return symbolic::byteAfter(place, byte, terms().truth(true), address, stepped(element));
  }
};

/// What stands in memory before: bytes of places, as a function.
std::function<Term(Term)> memoryOf(Terms& terms) {
  return [&terms](Term place) { return terms.apply(8, "held", std::array{place}); };
}

/// Two lanes of one access that take in what is there before either stores, and one after the other.
void addOfTwo(Obligations& made, Terms& terms, unsigned bytes, const std::string& name) {
  const Access one(terms, "one", bytes), other(terms, "other", bytes);
  const Term place = terms.variable(32, "place");
  const auto memory = memoryOf(terms);
  const std::vector<Term> apart = {one.isAligned(), other.isAligned(), one.address.ne(other.address)};
  add(made, implied(name + "/elements-apart", apart, ~(one.holds(place) & other.holds(place))));
  const auto elementOf = [&](const Access& a) { return load(memory, a.address, bytes); };
  const Term atOnce = other.after(place, one.after(place, memory(place), elementOf(one)), elementOf(other));
  const auto inTurn = [&](const Access& first, const Access& second) {
    const auto between = [&](Term at) { return first.after(at, memory(at), elementOf(first)); };
    return second.after(place, between(place), load(between, second.address, bytes));
  };
  add(made, implied(name + "/first-then-second", apart, atOnce.eq(inTurn(one, other))));
  add(made, implied(name + "/second-then-first", apart, atOnce.eq(inTurn(other, one))));
}

/// Sums of two lanes at one address, at once: the first would be lost. By machine code it never is.
Obligation atOneAddress(Terms& terms, const Subject& subject, const std::string& name) {
  const Pair pair{RedOp::Add, RedSize::U32};
  const Term memory = terms.variable(32, "memory"), first = terms.variable(32, "first"),
             second = terms.variable(32, "second");
  return refuted(name + "/equal-addresses-as-one-access", {},
                 stepOf(pair, memory, second).eq(stepOf(pair, stepOf(pair, memory, first), second)),
                 [=](const Assignment& witness) {
                   const auto word = [&](const char* of) { return valueOf(witness, of); };
                   const std::uint64_t left = leftByTwo(subject.machineCode(kDatapath), pair, word("memory"),
                                                        {word("first"), word("second")}, {}),
                                       alone = (word("memory") + word("second")) & 0xffffffff;
                   return Replay{.reproduced = left != alone,
                                 .report = fmt::format("two lanes leave {:#x}, the second alone {:#x}", left, alone),
                                 .counterexample = {}};
                 });
}

} // namespace

std::vector<Theorem> coalescingTheorems(const Subject& subject) {
  return {law(
      "red/coalescing", "RED", {"RED-10"},
      "two lanes with different addresses, which one access serves at once, leave what they leave one after the "
      "other, in either order, whatever a step is: so every grouping of lanes into such accesses is an order of the "
      "lanes; lanes at one address cannot go as one",
      [subject](Terms& terms, const std::string& name) {
        Obligations made = std::vector<Obligation>{atOneAddress(terms, subject, name)};
        for (const unsigned bytes : {4u, 8u})
          addOfTwo(made, terms, bytes, fmt::format("{}/{}-bytes", name, bytes));
        return made;
      })};
}

} // namespace warplaw::proofs::red
