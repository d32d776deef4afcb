// Operations of one thread: a row each, from which text, executor, encoding, plain statement and theorem follow
// (PTX-20 to PTX-33). A row and a type are a *form*; its modifiers choose among what one function computes.
#pragma once
#include "spec/scalar/type.h"
#include <array>
#include <span>
#include <string>
#include <vector>

namespace warplaw::spec::scalar {

/// A value of a thread's register: the type's bits, zero above. A predicate is 0 or 1.
using Word = std::uint64_t;
inline constexpr unsigned kMostSources = 4;

/// Which alternative of each group of modifiers is taken: bits 7:0 the first group's, 15:8 the second's, .. A group
/// that the row does not have has 0.
using Modes = std::uint32_t;
inline constexpr unsigned kModeBits = 8;
constexpr unsigned modeOf(Modes modes, unsigned group) { return modes >> group * kModeBits & 0xff; }

/// One group: "", ".sat" or ".lo", ".hi": without their dots. An empty one is written by leaving it out.
using Alternatives = std::vector<std::string_view>;

/// How a row names the type of its result, or of a source.
struct OperandType {
  enum class By : std::uint8_t { Row, TwiceRow, Group, Name } by; ///< T, W, S, or "u32"
  Type named = {};                                                ///< By::Name: it
};

/// A row of spec/scalar/*.def.
struct Operation {
  std::string_view symbol;                 ///< "mulWide": in the names of its functions
  std::string_view opcode;                 ///< "mul[.lo|.hi].T"
  std::string_view operands;               ///< "T: T T": the result's type, those of the sources
  std::vector<Type> types;                 ///< what T may be, in the order of the row
  std::vector<std::string_view> typeNames; ///< as symbols end: "u32"
  std::vector<std::string_view> rules;
  std::vector<OperandType> operandTypes; ///< what `operands` says, the result's first
  std::vector<Alternatives> groups;      ///< of modifiers, from left to right
  bool isFloat = false;                  ///< a row of floats.def, not of integers.def
  bool hasEncoding = false;              ///< a row of encoded.def
  std::string_view mnemonic() const;     ///< "mul"
};

/// A row, one of its types.
struct Form {
  const Operation* operation;
  unsigned type; ///< index into types

  const Type& typeOfT() const { return operation->types[type]; }
  std::string symbol() const; ///< "mulWide_u16"
  unsigned sources() const;   ///< how many, 1..kMostSources
  /// With these modifiers: a source's type may be the alternative of a group (`S` in a row's operands).
  Type result(Modes modes) const;
  Type source(unsigned i, Modes modes) const;
  bool isLegal(Modes modes) const;       ///< every group's alternative is there, and nothing stands above the groups
  std::vector<Modes> everyModes() const; ///< the legal ones
  std::string opcode(Modes modes) const; ///< "mul.wide.u16"
};

/// All rows, in the order of the files: integers.def, floats.def.
std::span<const Operation> operations();
std::vector<Form> forms();
/// Those of integers.def.
std::vector<Form> integerForms();
/// Those of encoded.def, the first of all.
std::span<const Operation> encodedOperations();
std::vector<Form> encodedForms();

/// A form with its modifiers, as text says it.
struct Spelled {
  Form form;
  Modes modes;
};
/// "mul.wide.u16"; nothing where no row has it. Modifiers may stand in any order, as NVIDIA's assembler takes them.
std::optional<Spelled> formSpelled(std::string_view opcode);

} // namespace warplaw::spec::scalar
