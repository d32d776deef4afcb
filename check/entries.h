// What a family's forms have in common: a mistake that several of them show is one entry of the report.
#pragma once
#include "check/run.h"

namespace warplaw::check {

/// Do two findings show one mistake? Both ended the process in one way; or a wrong reading explains both; or none does,
/// and both gave the same wrong output.
bool isSameMistake(const Finding& one, const Finding& other);

struct Entry {
  const FormReport* form = nullptr;     ///< the first that shows it, which stands for all
  std::vector<const Finding*> findings; ///< its own one first
  std::vector<std::string> behavesLike; ///< the wrong readings that explain it in each of them
  bool isInPart = false;                ///< in some form they do not explain all that is wrong
  std::vector<std::string_view> others; ///< the other forms that show it
};
std::vector<Entry> entriesOf(const FamilyReport& family);
/// "  the same in 2 other forms: VOTE.ANY, VOTE.EQ", a line; nothing where there are none.
std::string othersText(const Entry& entry);
/// The number of a finding's entry.
std::size_t entryOf(std::span<const Entry> entries, const Finding& finding);

} // namespace warplaw::check
