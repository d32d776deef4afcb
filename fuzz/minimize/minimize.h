// The minimiser behind every counterexample: shrinks a failing case to a smaller one of the same failure class, in the
// fixed total order of fuzz/minimize/words.h. Deterministic, idempotent, and 1-minimal under the moves listed below:
// none of them leads from the result to a smaller case that fails in the same class. It works by replay alone.
//
//   the first of the instruction's small cases that fails in the class, a fixed list        (small)
//   keep one of the executing lanes, drop one or half of them                            (lanes)
//   zero all words, a row, two rows, half of a row, a lane, a word                       (zero)
//   clear a bit; replace a word by one smaller bit; move a bit down                      (lower)
//   choose an earlier form or another choice of equal weight                             (form)
//   swap two lanes everywhere, in masks too; rotate all lanes, xor all lane numbers                    (relocate)
//   give a word's value to an earlier lane, row or memory word that is zero              (transfer)
//   lane order; lane order with two lanes exchanged; one position of it                   (order)
//   with at most four non-zero words: two of zero, lower and transfer at once; relocate with lower; form with zero,
//   lower or transfer                                                                     (pairs)
#pragma once
#include "fuzz/oracle.h"
#include <atomic>

namespace warplaw::fuzz {

struct MinimizeOptions {
  const SmallCases* small = nullptr;          ///< the instruction's small cases; null: that move is left out
  std::function<void(const Words&)> improved; ///< called with every new best: to have it on disk
  const std::atomic<bool>* stop = nullptr;    ///< set by a signal handler: return the best so far
};
struct MinimizedWords {
  Words words;
  std::size_t judged = 0; ///< how often the judge was asked
  bool finished = true;   ///< false: stopped before the result was known to be 1-minimal
};
/// start must fail: judge(start) != 0. The class is that of start. A judge that now says that it does not, because it
/// is being stopped or does not always say the same, gets the start back, not finished.
MinimizedWords minimize(const Layout& layout, const Words& start, const Judge& judge,
                        const MinimizeOptions& options = {});

/// Which kinds of output differ for a case; 0: it does not fail, or it is not legal.
using CaseJudge = std::function<Kinds(const spec::Case&)>;
struct CaseOptions {
  std::function<void(const spec::Case&)> improved;
  const std::atomic<bool>* stop = nullptr;
};
struct MinimizedCase {
  spec::Case shrunk;
  std::size_t judged = 0;
  bool finished = true;
};
/// A whole case, start failing: first what the instruction does not name, then its registers, predicates, memory and
/// choices as words. With atOperands, judge must be "executor against encoding"; where the failure shows at the operand
/// level it is minimised there.
MinimizedCase minimize(const spec::Case& start, const CaseJudge& judge, InstructionFuzzer& fuzzer, bool atOperands,
                       const CaseOptions& options = {});

} // namespace warplaw::fuzz
