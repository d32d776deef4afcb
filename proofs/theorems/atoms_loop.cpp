// Operations built as loops (ATOMS-12): a 64-bit minimum as a CAS loop, or a CAST loop, refines the atomic minimum
// under any interference: every access of the loop is either the one atomic minimum or changes nothing, and what is
// returned is the value that the minimum found. Partial correctness: an invariant, not termination. With a torn first
// load it does not refine.
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {
/// The loop  ret = *a;  while (val < ret) { old = ret; if ((ret = CAS(a, old, val)) == old) break; }  return ret;
/// Interference: the value of memory before each access is arbitrary. An access that stores nothing is a stutter.
struct Loop {
  Term val, ret, memory; ///< 64 bits; ret: what the latest own access saw, with nothing stored since by this lane
  explicit Loop(Terms& terms)
      : val(terms.variable(64, "val")), ret(terms.variable(64, "ret")), memory(terms.variable(64, "memory")) {}
  Term goesOn(Term seen) const { return val.ult(seen); }
  /// The atomic minimum takes place at an access that finds `found` and leaves `left`, and the loop returns `result`.
  Term minimum(Term found, Term left, Term result) const {
    return related({AtomsOp::Min, AtomsSize::U64}, {found, val, val, left, result});
  }
};

/// A torn load on machine code: the low word of one value, then EXCH.U64 of another warp, then the high word.
Demonstration torn(const Assignment& witness) {
  const std::uint64_t first = valueOf(witness, "first"), second = valueOf(witness, "second"),
                      val = valueOf(witness, "val");
  const AtomsRun run = runOf(AtomsSize::U64, {{64, second, 0, first}});
  const auto shows = [=, low = run.word(AtomsSize::U32, 64)](const AtomsRun& after) {
    const std::uint64_t high = after.word(AtomsSize::U32, 68), seen = low | high << 32;
    return !(val < seen) && seen != first && seen != second; // returned without any CAS
  };
  return {
      {AtomsOp::Exch, AtomsSize::U64},
      run,
      shows,
      fmt::format("memory goes from {:#x} to {:#x} between the halves: the loop with val {:#x} returns a value that "
                  "memory never held",
                  first, second, val)};
}

/// The loop's CAS on machine code, under a witness: `shows` of what it leaves and of what memory and val were.
auto compared(std::function<bool(std::uint64_t after, std::uint64_t memory, std::uint64_t val)> shows,
              std::string report) {
  return [=](const Assignment& witness) -> Demonstration {
    const std::uint64_t memory = valueOf(witness, "memory"), val = valueOf(witness, "val");
    return {{AtomsOp::Cas, AtomsSize::U64},
            runOf(AtomsSize::U64, {{64, valueOf(witness, "ret"), val, memory}}),
            [=](const AtomsRun& after) { return shows(after.word(AtomsSize::U64, 64), memory, val); },
            report};
  };
}

void casLoop(Parts& parts) {
  Terms& terms = parts.terms;
  const Loop loop(terms);
  const symbolic::AtomsStep cas = symbolic::atomsStep(AtomsOp::Cas, AtomsSize::U64, loop.memory, loop.ret, loop.val);
  const Term done = cas.returned.eq(loop.ret);
  // An access that ends the loop without storing is the atomic minimum, of the value that it saw.
  parts.proved("first-load-ends-the-loop", {~loop.goesOn(loop.memory)},
               loop.minimum(loop.memory, loop.memory, loop.memory));
  // One turn from any state in which the loop goes on, whatever memory holds by now.
  parts.proved("turn/success-is-the-minimum", {loop.goesOn(loop.ret), done},
               loop.minimum(loop.memory, cas.newValue, cas.returned));
  parts.proved("turn/failure-changes-nothing", {loop.goesOn(loop.ret), ~done},
               cas.newValue.eq(loop.memory) & cas.returned.eq(loop.memory));
  parts.proved("turn/failure-that-ends-is-the-minimum", {loop.goesOn(loop.ret), ~done, ~loop.goesOn(cas.returned)},
               loop.minimum(loop.memory, cas.newValue, cas.returned));
  parts.proved("turn/stores-only-when-it-ends", {loop.goesOn(loop.ret)},
               (cas.stores & cas.newValue.ne(loop.memory)).implies(done));

  const Term first = terms.variable(64, "first"), second = terms.variable(64, "second");
  const Term tornValue = second.extract(63, 32).concat(first.extract(31, 0));
  parts.refuted("claim/torn-load-is-harmless", {~loop.goesOn(tornValue)},
                loop.minimum(first, first, tornValue) | loop.minimum(second, second, tornValue), torn);
  parts.refuted("twin/store-without-compare", {loop.goesOn(loop.ret)}, loop.minimum(loop.memory, loop.val, loop.memory),
                compared([](auto after, auto memory, auto val) { return after != val || memory < val; },
                         "memory fell below val meanwhile: a store without the compare would raise it"));
  parts.refuted("twin/failed-compare-ends-the-loop", {loop.goesOn(loop.ret), ~done},
                loop.minimum(loop.memory, cas.newValue, cas.returned),
                compared([](auto after, auto, auto val) { return after > val; },
                         "the compare failed and memory is above val still: leaving now would lose the minimum"));
}

/// The same with CAST:  for (ret = *a; val < ret && !CAST(a, ret, val); ret = *a) {}  return ret;  under .SPIN a loser
/// returns 0 too.
void castLoop(Parts& parts) {
  Terms& terms = parts.terms;
  const Loop loop(terms);
  const symbolic::AtomsStep cast = symbolic::atomsStep(AtomsOp::Cast, AtomsSize::U64, loop.memory, loop.ret, loop.val);
  const Term attempts = terms.variable(1, "attempts"); // false: a loser of .SPIN (ATOMS-10)
  const Term flag = attempts.ite(cast.returned, terms.constant(64, 0)),
             after = attempts.ite(cast.newValue, loop.memory);
  const Term done = flag.ne(terms.constant(64, 0));
  parts.proved("load-ends-the-loop", {~loop.goesOn(loop.memory)}, loop.minimum(loop.memory, loop.memory, loop.memory));
  parts.proved("turn/success-is-the-minimum", {loop.goesOn(loop.ret), done},
               loop.minimum(loop.memory, after, loop.ret));
  parts.proved("turn/failure-changes-nothing", {loop.goesOn(loop.ret), ~done}, after.eq(loop.memory));
  parts.refuted("twin/flag-taken-for-the-value", {loop.goesOn(loop.ret), done}, loop.minimum(loop.memory, after, flag),
                [](const Assignment& witness) {
                  const std::uint64_t memory = valueOf(witness, "memory");
                  return Demonstration{
                      {AtomsOp::Cast, AtomsSize::U64},
                      runOf(AtomsSize::U64, {{64, memory, valueOf(witness, "val"), memory}}),
                      [=](const AtomsRun& r) { return r.returned(AtomsSize::U64, 0) == 1 && memory != 1; },
                      fmt::format("CAST returns 1 where memory held {:#x}", memory)};
                });
}

} // namespace

std::vector<Theorem> loopTheorems(const Subject& subject) {
  const char* statement = "under any interference each access of the loop is the one atomic 64-bit minimum or changes "
                          "nothing, and the value found is returned; the first load must be single-copy atomic";
  Theorem byCas =
      law(subject, "atoms/loops/minimum-by-cas", "ATOMS.CAS.U64", {"ATOMS-12", "ATOMS-7"}, statement, casLoop);
  byCas.claims = {{"ATOMS-12",
                   "Any operation can be built as a loop of CAS that begins with a plain load, of 64 bits, too.",
                   byCas.name + "/claim/torn-load-is-harmless", "", ""}};
  return {byCas, law(subject, "atoms/loops/minimum-by-cast", "ATOMS.CAST.U64", {"ATOMS-12", "ATOMS-9", "ATOMS-10"},
                     statement, castLoop)};
}

} // namespace warplaw::proofs::atoms
