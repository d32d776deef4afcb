#include "check/shown.h"

namespace warplaw::check {

Shown shown(Family& family, fuzz::Oracle& oracle, const spec::Case& c, Bytes asked, Bytes answered, bool colour) {
  const fuzz::Kinds wrong = family.judge(asked, answered);
  spec::Case chosen = c;
  const bool isTold = family.takeChoices(answered, chosen);
  const auto encoded = oracle.encode(chosen);
  if (!encoded)
    return {encoded.error().message, ""};
  const fuzz::Outcome got = family.outcomeOf(chosen, *encoded, asked, answered);
  fuzz::Outcome expected = *encoded;
  if (!isTold) { // any serial order's registers and memory would do; errors hang on none
    expected = got;
    std::copy(std::begin(encoded->warp.errors), std::end(encoded->warp.errors), std::begin(expected.warp.errors));
  }
  const spec::Plan plan = oracle.of(family.mnemonic()).planOf(chosen.instruction.form, chosen.choices);
  const auto differences = fuzz::compare(chosen, plan, expected, got);
  Shown shown{"", fuzz::laneTable(oracle, chosen, expected, got, {colour, false}) + family.unsaid(asked)};
  if (!differences.empty())
    shown.what = fuzz::describe(differences.front());
  else if (wrong & fuzz::setOf(fuzz::Kind::Rejection))
    shown.what = "the order that it tells is no permutation of the lanes";
  else if (wrong & fuzz::setOf(fuzz::Kind::Frame))
    shown.what = "a lane that is off, or memory that is not allocated, was changed";
  else if (wrong)
    shown.what = "no serial order of its lanes gives this outcome";
  return shown;
}

std::string shownUnanswered(fuzz::Oracle& oracle, const spec::Case& c, bool colour) {
  const auto encoded = oracle.encode(c);
  return encoded ? fuzz::laneTable(oracle, c, *encoded, *encoded, {colour, false}) : "";
}

} // namespace warplaw::check
