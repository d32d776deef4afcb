// What rows of spec/spellings are made of: words for the values of a cell.
#pragma once
#include "spec/spellings/spelling.h"
#include <span>

namespace warplaw::spec {

/// Those that our text has, in small letters, as far as `values` (bit v: value v) says.
std::vector<Choice> inSmallLetters(std::string_view cell, std::span<const std::string_view> names,
                                   std::uint64_t values = ~std::uint64_t{0});
/// Those that our text has.
std::vector<Choice> asOurs(std::string_view cell, std::span<const std::string_view> names,
                           std::uint64_t values = ~std::uint64_t{0});
/// The mnemonic of a row that has only one.
Slot mnemonic(std::string word, std::string_view rule);
/// A word that must stand there and says nothing.
Slot fixedWord(std::string_view what, std::string_view rule, std::string_view word);

/// A value of an enumeration, as cells hold it.
constexpr std::uint64_t numberOf(auto value) { return static_cast<std::uint64_t>(value); }
/// Bit v: value v.
constexpr std::uint64_t bitOf(auto value) { return std::uint64_t{1} << numberOf(value); }

} // namespace warplaw::spec
