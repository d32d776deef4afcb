#include "check/shown.h"

namespace warplaw::check {
namespace {

/// What is wrong though no place differs.
std::string whatElse(fuzz::Kinds wrong) {
  if (wrong & fuzz::setOf(fuzz::Kind::Rejection))
    return "the order that it tells is no permutation of the lanes";
  if (wrong & fuzz::setOf(fuzz::Kind::Frame))
    return "a lane that is off, or memory that is not allocated, was changed";
  return wrong ? "no serial order of its lanes gives this outcome" : "";
}

/// Is it wrong in what hangs on the order, and in nothing that explains it?
bool isOfOrder(fuzz::Kinds wrong) {
  constexpr fuzz::Kinds kBefore = fuzz::setOf(fuzz::Kind::Rejection) | fuzz::setOf(fuzz::Kind::Error);
  return !(wrong & kBefore) && (wrong & ~fuzz::setOf(fuzz::Kind::Frame));
}

} // namespace

Shown shown(Family& family, fuzz::Oracle& oracle, const spec::Case& c, Bytes asked, Bytes answered,
            const std::string& by, bool colour) {
  const fuzz::Kinds wrong = family.judge(asked, answered);
  spec::Case chosen = c;
  const bool isTold = family.takeChoices(answered, chosen);
  const auto encoded = oracle.encode(chosen);
  if (!encoded)
    return {encoded.error().message, ""};
  const fuzz::Outcome got = family.outcomeOf(chosen, *encoded, asked, answered);
  const spec::Plan plan = oracle.of(family.mnemonic()).planOf(chosen.instruction.form, chosen.choices);
  Shown shown;
  fuzz::Outcome expected = *encoded;
  if (!isTold) {
    if (isOfOrder(wrong))
      shown.right = fuzz::rightOutcomes(oracle, chosen, got);
    expected = fuzz::expectedBeside(shown.right.value_or(fuzz::RightOutcomes()), *encoded, got);
  }
  const auto differences = fuzz::compare(chosen, plan, expected, got);
  shown.what = differences.empty() ? whatElse(wrong) : fuzz::describe(differences.front());
  shown.table = fuzz::laneTable(oracle, chosen, expected, got, {.colour = colour, .holding = true});
  if (shown.right)
    shown.table += fuzz::rightTable(chosen, plan, *shown.right, got, colour);
  shown.table += family.unsaid(asked);
  shown.got = spec::Got{by, shown.what, true, !isTold, chosen.choices, fuzz::expectedOf(chosen, got)};
  return shown;
}

std::string shownUnanswered(fuzz::Oracle& oracle, const spec::Case& c, fuzz::TableOptions options) {
  options.holding = true;
  const auto encoded = oracle.encode(c);
  return encoded ? fuzz::laneTable(oracle, c, *encoded, *encoded, options) : "";
}

} // namespace warplaw::check
