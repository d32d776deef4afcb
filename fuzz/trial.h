// One test at the operand level: what a datapath is given. And its view as words, a cell a word (spec/fields.h): what
// the minimiser edits. No cell is named here: a member that a structure gains is a word more.
#pragma once
#include "fuzz/minimize/words.h"
#include "spec/operand_fields.h"
#include <bit>
#include <cstring>
#include <string>
#include <tuple>

namespace warplaw::fuzz {

/// M: the instruction's modifiers, C: its choices; Part: of the surroundings, what its datapath is handed by pointer,
/// as the signature has it, `const spec::SpecialInputs` or `spec::Barriers`.
template <class M, class C, class... Part> struct Trial {
  using Pointers = std::tuple<Part*...>;
  M modifiers;
  spec::Operands operands;
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
/// as it is made, and a row that numbers the lanes is zero in lane order (Role::Order).
class CellWords {
public:
  void add(std::string name, const WordInfo& info, std::size_t offset, std::size_t bytes, std::uint32_t initial = 0);
  /// The cells of `defaults`, which stands `offset` bytes into the object; rows of the layout are numbered from
  /// firstRow. areForms: numbers with few legal values say which form it is (Role::Form).
  template <class S> void addCells(const S& defaults, std::size_t offset, std::uint8_t firstRow, bool areForms);

  const Layout& layout() const { return layout_; }
  std::size_t word(std::string_view name) const; ///< "imm24", "row[1][0]", "memory[3]"
  void read(const void* object, std::uint32_t* words) const;
  void write(const std::uint32_t* words, void* object) const;
  /// Is every cell below its count, and every order a permutation?
  bool areLegal(const std::uint32_t* words) const;

private:
  struct Run {
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
  std::vector<Run> runs_;
  std::vector<Limit> limits_; ///< where a mask alone would allow more than there are values
  std::vector<std::size_t> orders_;
};

/// At most so many legal values, and a modifier is a form of its own; above, it is a number.
inline constexpr std::uint64_t kMostForms = 256;

template <class S>
void CellWords::addCells(const S& defaults, std::size_t offset, std::uint8_t firstRow, bool areForms) {
  int row = firstRow - 1;
  spec::eachCell(
      [&](const spec::CellPlace& place, const auto& cell) {
        if (place.lane <= 0)
          ++row;
        const std::uint64_t count = place.about.count;
        WordInfo info{Role::Value, static_cast<std::uint8_t>(row), static_cast<std::int16_t>(place.lane), ~0u,
                      false,       place.about.isLaneMask};
        if (count)
          info.mask = static_cast<std::uint32_t>(std::bit_ceil(count) - 1);
        else if (place.bits < 32)
          info.mask = (1u << place.bits) - 1;
        if (place.about.isOrder) {
          info.role = Role::Order;
          if (place.lane == 0)
            orders_.push_back(layout_.size());
        } else if (areForms && count && count <= kMostForms) {
          info.role = Role::Form;
          info.mask = static_cast<std::uint32_t>(count - 1);
        }
        if (count && !std::has_single_bit(count))
          limits_.push_back({layout_.size(), static_cast<std::uint32_t>(count)});
        add(std::string(place.name), info, offset + place.offset, place.bytes, static_cast<std::uint32_t>(cell));
      },
      defaults);
}

} // namespace warplaw::fuzz
