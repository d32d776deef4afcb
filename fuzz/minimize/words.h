// A case as a row of words, which is what the minimiser sees: each word has a place, a lane and the bits that it may
// use. The fixed total order of cases is stated here.
#pragma once
#include "fuzz/difference.h"
#include <compare>
#include <functional>

namespace warplaw::fuzz {

enum class WordRole : std::uint8_t {
  Exec,  ///< the mask of executing lanes; exactly one word
  Value, ///< counts in the order as a number
  Form,  ///< which form it is, or another choice of equal weight: only breaks ties
  Order, ///< lane order as order[k] xor k, 32 consecutive words: zero is lane order; the whole row must stay a
         ///< permutation
};

struct WordInfo {
  WordRole role = WordRole::Value;
  std::uint8_t row = 0;       ///< words of one row lie together
  std::int16_t position = -1; ///< lane, or index of a memory word (memory = true); -1: none
  std::uint32_t mask = ~0u;   ///< Value: bits that may be set. Form: the greatest value
  bool memory = false;
  bool lanes = false; ///< Value: a mask of lanes; bit i goes where lane i goes
};

using Words = std::vector<std::uint32_t>;
using Layout = std::vector<WordInfo>;

/// Which kinds of output differ for these words; 0 where none does or where they stand for no legal case.
using Judge = std::function<Kinds(const Words&)>;

struct Edit {
  std::size_t word;
  std::uint32_t value;
};
using Edits = std::vector<Edit>;

/// Small cases of one instruction, as edits of words that are all zero, smallest first in the total order: most bugs
/// show in one of them, and the first one that fails is where all failing cases of a bug meet.
using SmallCases = std::vector<Edits>;
/// A base and what may be added to it: all sets of at most `most` of the additions that set each word once.
struct SmallBase {
  Edits base;
  Edits additions;
  unsigned most = 2;
};
SmallCases smallCases(const Layout& layout, const std::vector<SmallBase>& bases);

/// The fixed total order: executing lanes, non-zero words, set bits, then the sum of the values, then the words as they
/// stand.
struct Weight {
  unsigned lanes = 0, nonZero = 0, bits = 0;
  std::uint64_t sum = 0;
  auto operator<=>(const Weight&) const = default;
};
Weight weightOf(const Layout& layout, const Words& words);
/// Is a before b in the total order?
bool smaller(const Layout& layout, const Words& a, const Words& b);

} // namespace warplaw::fuzz
