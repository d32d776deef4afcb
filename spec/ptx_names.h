// Registers of PTX by their names (MACH-3), within a program or a line: which register of ours each name is. `%r1` is
// R1 and `%p1` is P1, as far as ours go; `%rd1` is the pair of R2 and R3 unless an instruction names one of the two
// otherwise; names in braces are registers in a row, those of their numbers where these are one. Every other name
// (`%r300`, `%f1`, `%p40`, what `.reg` declares or an instruction names) is a register that nothing else names, from
// R254 and P6 downwards. Texts are rewritten, and the instruction's reader sees ours alone.
#pragma once
#include "spec/rejection.h"
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::spec {

/// A text that stands for another, and where its bytes stand in that.
class Rewritten {
public:
  const std::string& text() const { return text_; }
  std::size_t placeOf(std::size_t position) const;
  void keep(std::string_view whole, std::size_t begin, std::size_t end);
  /// Stands for the bytes from `begin` to `end`.
  void put(std::string_view text, std::string_view whole, std::size_t begin, std::size_t end);
  /// The rejection of this text as one of the other: its place, and names in its message.
  Rejection inWhole(Rejection rejection) const;

private:
  struct Exchange {
    std::size_t at; ///< in the text
    std::string now, before;
  };
  std::string text_;
  std::vector<std::size_t> places_;
  std::vector<Exchange> exchanged_;
  std::size_t end_ = 0;
};

class PtxNames {
public:
  enum class Class : std::uint8_t { Word, Pair, Predicate };
  struct Place {
    Class kind = Class::Word;
    unsigned index = 0; ///< of a pair its first register
    bool operator==(const Place&) const = default;
  };

  /// `.reg .b32 %r<10>, x;`: names and their class. A class that there are no registers of is none: its names stay.
  void declare(std::string_view declaration);
  /// `%rd1=R2 %x=P3`: what these names are, whatever else names that. Rejected with the place in the text.
  Result<void> bind(std::string_view bindings);
  /// What a name is that nothing declares: its first place says so.
  void declareAs(std::string_view name, Class kind);
  /// Names of an instruction's text whose class nothing says.
  std::vector<std::string> unknownIn(std::string_view instruction) const;
  /// With what is declared here, and no register given yet.
  PtxNames declarations() const;
  /// An instruction's text: its names are known afterwards.
  void collect(std::string_view instruction);
  /// A text that names registers without being an instruction: ours are not given to names, and `%r2` is R2 as if an
  /// instruction named it.
  void avoid(std::string_view text);
  /// Gives each name its register. Rejected where there are too few, at the name's first place in the text.
  Result<void> settle(std::string_view text = {});

  /// The instruction with names that the reader of instructions takes.
  Rewritten inInstruction(std::string_view text) const;
  /// A statement or a state, `%r300[lane] == %rd1.lo[0]`, with names of ours. What is no name stays.
  std::string inStatement(std::string_view text) const;

  struct Shown {
    std::string name;
    std::string registers; ///< "R252 and R253"
  };
  /// Names that are not the register of their number, in the order of their appearance.
  std::vector<Shown> shown() const;

private:
  struct Name {
    std::string name;
    Class kind;
    std::optional<Place> place;
  };
  struct Declared {
    std::optional<Class> kind;
    bool isRange = false;
  };
  std::optional<Class> classOf(std::string_view name) const;
  const Name* find(std::string_view name) const;
  bool isFree(const Place& place) const;
  void take(const Place& place, bool byInstruction);
  std::optional<Place> freePlace(Class kind) const;
  void collectRows(std::string_view instruction);
  void addName(std::string_view name, Class kind);
  void settleRow(const std::vector<std::size_t>& row);

  std::map<std::string, Declared, std::less<>> declared_;
  std::vector<Name> names_;
  std::map<std::string, std::size_t, std::less<>> index_;
  std::vector<std::string> mentioned_;         ///< `%r2`, `%p1` of texts that are no instructions
  std::vector<std::vector<std::size_t>> rows_; ///< names that stand in braces: registers in a row
  std::vector<bool> takenRegisters_ = std::vector<bool>(256), takenPredicates_ = std::vector<bool>(8);
  std::vector<bool> avoidedRegisters_ = std::vector<bool>(256), avoidedPredicates_ = std::vector<bool>(8);
};

} // namespace warplaw::spec
