// VOTE for the fuzzer (VOTE-1..3).
#pragma once
#include "fuzz/described.h"
#include "fuzz/explained/vote.h"
#include "fuzz/traits.h"
#include "symbolic/encodings/vote.h"

namespace warplaw::fuzz {

struct Vote {
  WARPLAW_WARP_TRAITS(Vote, vote, 0)

  /// The executing lanes often agree, or all but one do.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    const unsigned style = record.byte(kRowStyles) % 4;
    std::uint32_t& votes = trial.operands.predicate;
    if (style == 1 || style == 2)
      votes = style == 1 ? trial.operands.exec : ~trial.operands.exec;
    if (record.byte(kRowStyles) & 4)
      votes ^= 1u << record.byte(kRowStyles + 1) % spec::kLanes;
  }
  static Form formOf(const Modifiers& modifiers) {
    return {static_cast<spec::VoteMode>(modifiers.mode), {0}, {0}, {{1}, false}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.sourcePredicate = form.pp.predicate.index;
    plan.sourcePredicateNegated = form.pp.negated;
    plan.destination[0] = form.rd.index;
    plan.destinationPredicate = form.pu.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  /// VOTE-1..3: the executing lanes are counted, and those of them that vote yes.
  static void runPlainly(const Form& form, const Choices&, const spec::Operands& operands, std::span<std::uint8_t>,
                         spec::Results& results) {
    std::vector<unsigned> voters, yes;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(operands.exec >> lane & 1))
        continue;
      voters.push_back(lane);
      if (operands.predicate >> lane & 1)
        yes.push_back(lane);
    }
    const bool answer = form.mode == spec::VoteMode::All   ? yes.size() == voters.size()
                        : form.mode == spec::VoteMode::Any ? !yes.empty()
                                                           : yes.empty() || yes.size() == voters.size();
    std::uint32_t ballot = 0;
    for (const unsigned lane : yes)
      ballot += 1u << lane;
    for (const unsigned lane : voters) {
      results.row[0][lane] = ballot;
      results.predicate = (results.predicate & ~(1u << lane)) | std::uint32_t{answer} << lane;
    }
    setMasks(results, operands.exec, true);
  }

  static constexpr FuzzerHooks<Vote> kHooks = {.bias = bias, .explain = explained};
};

extern template class DescribedFuzzer<Vote>;

} // namespace warplaw::fuzz
