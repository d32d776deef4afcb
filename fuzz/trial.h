// One test at the operand level: what a datapath is given. And its view as words, a cell a word (spec/fields.h): what
// the minimiser edits. No cell is named here: a member that a structure gains is a word more.
#pragma once
#include "fuzz/minimize/words.h"
#include "spec/layout.h"
#include "spec/operand_fields.h"
#include <cstring>
#include <string>
#include <tuple>

namespace warplaw::fuzz {

/// What trials of all instructions have; what lies behind it, an instruction's table says (fuzz/fuzzed_instruction.h).
struct AnyTrial {
  spec::Operands operands;
};

/// M: the instruction's modifiers, C: its choices; Part: of the surroundings, what its datapath is handed by pointer,
/// as the signature has it, `const spec::SpecialInputs` or `spec::Barriers`.
template <class M, class C, class... Part> struct Trial : AnyTrial {
  using Pointers = std::tuple<Part*...>;
  M modifiers;
  C choices;
  [[no_unique_address]] std::tuple<std::remove_const_t<Part>...> around;
};
template <class T>
concept HasAround = std::tuple_size_v<decltype(T::around)> != 0;

inline constexpr std::uint32_t kTrialMemory = 512; ///< bytes of memory that a trial can hold
/// Handed: how its datapath is handed the memory.
template <class Handed, class M, class C, class... Part> struct MemoryTrial : Trial<M, C, Part...> {
  using Memory = Handed;
  std::uint32_t allocated = 0;                                ///< bytes, 0..kTrialMemory
  alignas(8) std::array<std::uint8_t, kTrialMemory> memory{}; ///< zero from `allocated` on
};
template <class T>
concept HasMemory = requires(T trial) { trial.memory; };

/// The cells of one object as words. A word is its cell xor what the cell is by default: all words zero is the object
/// as it is made, and a row that numbers the lanes is zero in lane order (WordRole::Order).
class CellWords {
public:
  void add(std::string name, const WordInfo& info, std::size_t offset, std::size_t bytes, std::uint32_t initial = 0);
  /// The cells of `defaults`, which stands `offset` bytes into the object; rows of the layout are numbered from
  /// firstRow. areForms: numbers with few legal values say which form it is (WordRole::Form).
  void addCells(const spec::Layout& cells, const void* defaults, std::size_t offset, std::uint8_t firstRow,
                bool areForms);

  const Layout& layout() const { return layout_; }
  std::size_t word(std::string_view name) const; ///< "imm24", "row[1][0]", "memory[3]"
  void read(const void* object, std::uint32_t* words) const;
  void write(const std::uint32_t* words, void* object) const;
  /// Is every cell below its count, and every order a permutation?
  bool areLegal(const std::uint32_t* words) const;

private:
  struct WordRun {
    std::size_t offset, first, count, bytes;
    bool isPlain; ///< words one after the other, zero by default
  };
  struct Limit {
    std::size_t word;
    std::uint32_t count;
  };
  Layout layout_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> initial_;
  std::vector<WordRun> runs_;
  std::vector<Limit> limits_; ///< where a mask alone would allow more than there are values
  std::vector<std::size_t> orders_;
};

} // namespace warplaw::fuzz
