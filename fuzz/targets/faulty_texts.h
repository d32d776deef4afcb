// Texts with one thing wrong, made of right ones: seeds for what a reader says no to, which random changes of a long
// text seldom reach, since they break its syntax first.
#pragma once
#include <set>
#include <string>

namespace warplaw::fuzz {

/// Case files with one fault: at each key that any of the texts has (numbers in a path are alike) another kind of
/// value, a number out of range, a list that is too long or empty, an unknown key beside it, the same key twice,
/// nothing. Texts that are no JSON are passed over.
std::set<std::string> faultyCaseFiles(const std::set<std::string>& texts);

/// Instructions with one fault, made from one text of each mnemonic: a word left out, written twice, or replaced by
/// another; something behind the end.
std::set<std::string> faultyInstructions(const std::set<std::string>& texts);

} // namespace warplaw::fuzz
