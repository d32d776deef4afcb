// Reading instruction text: blanks, comments, words, and the operand kinds that all instructions share (MACH-1,
// MACH-3).
//
// A Cursor keeps its first rejection; after that every reader returns a harmless value and moves nothing. An
// instruction therefore reads its operands straight down, and its caller asks once, at the end, whether something was
// rejected.
#pragma once
#include "spec/operand.h"
#include "spec/rejection.h"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::spec {

/// Text of one instruction is at most this long, comments included.
inline constexpr std::size_t kMaxInstructionBytes = 4096;

/// A piece of the text and the byte offset where it begins.
struct Word {
  std::string_view text;
  std::size_t position = 0;
};

class Cursor {
public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool failed() const { return rejection_.has_value(); }
  const Rejection& rejection() const { return *rejection_; }
  /// Keeps the first rejection only.
  void reject(std::size_t position, std::string_view rule, std::string message, std::string accepted);
  void reject(Rejection rejection);

  /// Offset of the next byte after blanks and comments (`//` or `#` up to the end of the line).
  std::size_t place();
  bool atEnd();
  char peek();         ///< next byte after blanks and comments; 0 at the end
  char peekAdjacent(); ///< next byte, blanks not skipped; 0 at the end
  bool accept(char c);
  bool acceptAdjacent(char c);
  /// Rejects as "syntax" unless `c` comes next; `role` says what it would have begun or ended.
  void expect(char c, std::string_view role);
  Word word();         ///< letters, digits and `_` after blanks; may be empty
  Word adjacentWord(); ///< the same, blanks not skipped
  /// What stands at an offset, shortened and made printable, for a message.
  std::string seenAt(std::size_t position) const;
  std::string seen() { return seenAt(place()); }

private:
  Word wordHere();
  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Rejection> rejection_;
};

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
/// What up to three digits say; none where they are no number or have leading zeros.
std::optional<unsigned> plainNumber(std::string_view digits);

/// A value read from text and where it stood.
template <class T> struct Placed {
  T value{};
  std::size_t position = 0;
};

/// `R0`..`R254` or `RZ`. R255 is rejected: the zero register has one name (MACH-3).
Placed<Register> readRegister(Cursor& cursor, std::string_view role);
/// `P0`..`P6` or `PT`; where `acceptsBlank`, `__` too, read as PT.
Placed<Predicate> readPredicate(Cursor& cursor, std::string_view role, bool acceptsBlank);
/// Decimal or 0x hexadecimal, with an optional sign; rejected outside least..greatest under `rule`.
Placed<std::int64_t> readImmediate(Cursor& cursor, std::string_view role, std::string_view rule, std::int64_t least,
                                   std::int64_t greatest);
/// A register, or a number that `bits` bits hold.
Placed<RegisterOrImmediate> readRegisterOrImmediate(Cursor& cursor, std::string_view role, std::string_view rule,
                                                    unsigned bits, bool isSigned);

/// `[Ra]`, `[Ra + imm]`, `[Ra - imm]`, `[imm]`: the parts as written; each instruction checks the range of its offset.
struct AddressText {
  bool hasBase = false;
  Register base;
  std::int64_t offset = 0;        ///< saturated far outside every legal range
  std::size_t position = 0;       ///< of the `[`
  std::size_t offsetPosition = 0; ///< of the offset, or of the `[` if there is none
};
AddressText readAddress(Cursor& cursor, std::string_view role);

/// The `.MODIFIER`s after a mnemonic, taken one by one from the front.
class Modifiers {
public:
  Modifiers(Word mnemonic, std::vector<Word> words) : mnemonic_(mnemonic), words_(std::move(words)) {}
  bool empty() const { return next_ == words_.size(); }
  /// The next modifier without its dot; an empty word just after the last one where none is left.
  Word peek() const;
  Word take();
  /// How many of the next modifiers `words` ("CAST.SPIN") are; 0 if it is not what comes next.
  std::size_t startsWith(std::string_view words) const;
  Word mnemonic() const { return mnemonic_; }

private:
  Word mnemonic_;
  std::vector<Word> words_;
  std::size_t next_ = 0;
};

/// Rejects what is left after an instruction took the modifiers it knows.
void rejectLeftover(Cursor& cursor, const Modifiers& modifiers, std::string_view rule, std::string_view accepted);

std::string print(Register reg);
std::string print(Predicate predicate);
/// Hexadecimal with 0x, lower case, no leading zeros.
std::string printHex(std::uint64_t value);
/// Small numbers read best in decimal, masks in hexadecimal.
std::string printSmall(std::uint32_t value);
/// For messages: `text` cut after `most` bytes, unprintable bytes as `\xNN`.
std::string printable(std::string_view text, std::size_t most);
/// A few bytes of `text`, printable, between back quotes.
std::string quoted(std::string_view text);

} // namespace warplaw::spec
