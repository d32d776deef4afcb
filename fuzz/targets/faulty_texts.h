// Texts with one thing wrong, made of right ones: seeds for what a reader says no to, which random changes of a long
// text seldom reach, since they break its syntax first.
#pragma once
#include <set>
#include <string>

namespace warplaw::fuzz {

/// Of case files: at each key that any of them has (numbers in a path are alike) another kind of value, a number out of
/// range, a list that is too long or empty, an unknown key beside it, the same key twice, nothing. Texts that are no
/// JSON are passed over.
std::set<std::string> faultyCaseFiles(const std::set<std::string>& texts);

/// Of instructions, of each mnemonic one: a word left out, written twice, or another one in its place; something behind
/// the end.
std::set<std::string> faultyInstructions(const std::set<std::string>& texts);

} // namespace warplaw::fuzz
