// A PTX module as its text says it (PTX-1 to PTX-4). What instructions mean is not known here: an opcode is its pieces
// between dots, an operand is what stands between commas.
#pragma once
#include "spec/scalar/type.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace warplaw::ptx {

/// A place in the text, and in the CUDA source where a `.loc` precedes it.
struct Place {
  std::uint32_t line = 0, column = 0; ///< from 1; 0: nowhere
  std::uint32_t sourceFile = 0;       ///< number of a `.file`; 0: no `.loc` precedes
  std::uint32_t sourceLine = 0, sourceColumn = 0;
  std::uint32_t inlinedAt = 0; ///< number of a Module::inlined, from 1; 0: it was not inlined, or nobody says so
};

enum class Space : std::uint8_t { Generic, Global, Const, Shared, Local, Param, Register };

/// A constant, as text says it (PTX-2). An integer is 64 bits; a float keeps its bits and how they were written.
struct Number {
  enum class Kind : std::uint8_t { Signed, Unsigned, Float32, Float64 };
  Kind kind = Kind::Signed;
  std::uint64_t bits = 0; ///< of Float32 (`0f3f800000`), 32 bits; of Float64 (`0d..` or `1.5`), 64
  bool operator==(const Number&) const = default;
};

struct Name {
  std::string text; ///< "%r1", "%tid.x", "buffer", "$L__BB0_2"
  bool operator==(const Name&) const = default;
};

/// `[base+offset]`; `base` empty: an absolute address. `index` of `[name+%r1]` does not exist in PTX; `[a, {x,y}]` of
/// surfaces has coordinates.
struct Address {
  std::string base;
  std::int64_t offset = 0;
  std::vector<struct Operand> coordinates;
};

struct Operand {
  /// `{a, b}`; a hole `_` is an empty Name.
  using Vector = std::vector<Operand>;
  /// `(a, b)` of a call.
  struct List {
    std::vector<Operand> parts;
  };
  /// `d|p`; a side that is `_` is an empty Name.
  struct Pair {
    std::string first, second;
  };
  /// `name+8` as a value (mov of an address).
  struct Sum {
    std::string name;
    std::int64_t offset;
  };
  std::variant<Name, Number, Address, Vector, List, Pair, Sum> value;
  bool negated = false; ///< `!p`
  bool minus = false;   ///< `-%r1` of video instructions
  std::string selector; ///< "b0", "h1", "x" after a register: `%r1.b0`; without its dot. `%tid.x` is a Name.
  Place place;
};

struct Guard {
  std::string predicate;
  bool negated = false;
};

struct Instruction {
  std::optional<Guard> guard;
  std::vector<std::string> opcode; ///< "ld", "param", "u64": without dots. `::` stays in a piece: "shared::cta"
  std::vector<Operand> operands;
  Place place;
  std::string opcodeText() const; ///< "ld.param.u64"
};

/// What a declared name is.
struct Variable {
  std::string name;
  Space space = Space::Register;
  spec::scalar::Type type;
  unsigned vector = 1;                   ///< 2, 4 or 8 of `.v2`, `.v4`, `.v8`
  std::vector<std::uint64_t> dimensions; ///< `[4][8]`; 0: `[]`
  std::optional<std::uint32_t> count;    ///< `%r<13>`: %r0 to %r12
  std::uint32_t alignment = 0;           ///< `.align`; 0: the type's
  bool isExtern = false, isVisible = false, isWeak = false, isCommon = false;
  std::vector<std::string> attributes; ///< `.attribute(.managed)`: "managed"
  std::string opaque;                  ///< "texref", "samplerref", "surfref" in place of a type; else empty
  bool isPointer = false;              ///< `.ptr` of a parameter; what it points to:
  std::optional<Space> pointedSpace;
  std::uint32_t pointedAlignment = 0;
  /// One element of an initialiser: a number, or an address (`name`, `generic(name)`, plus an offset).
  struct Initial {
    static constexpr std::uint32_t kWholeAddress = 8;
    std::variant<Number, Operand::Sum> value;
    bool isGeneric = false;
    std::uint32_t maskByte = kWholeAddress; ///< `0xff(name)`: which byte of the address, 0 to 7
  };
  /// Flat, in memory order: what braces leave out is 0, and is not there at the end. With it, no dimension is 0.
  std::vector<Initial> initial;
  bool hasInitial = false;
  Place place;
};

struct Label {
  std::string name;
  Place place;
};
/// `.maxntid 256, 1, 1`: what is said of a function besides.
struct Property {
  std::string name; ///< "maxntid"
  std::vector<std::uint64_t> numbers;
  std::string text; ///< of `.pragma`, `.attribute`
};

/// `.branchtargets`, `.calltargets`, `.callprototype` behind a label.
struct Targets {
  std::string label;
  enum class Kind : std::uint8_t { Branch, Call, Prototype } kind = Kind::Branch;
  std::vector<std::string> names;             ///< of a prototype: none
  std::vector<Variable> returned, parameters; ///< of a prototype
  std::vector<Property> properties;           ///< of a prototype
  bool noReturn = false;                      ///< of a prototype
  Place place;
};
struct Block;

using Statement = std::variant<Instruction, Variable, Label, Targets, std::unique_ptr<Block>>;

/// `{ .. }`: names and labels declared in it are its own, and hide those of the same name around it.
struct Block {
  std::vector<Statement> statements;
  /// What it asks of an optimiser; the values are the same without.
  struct Pragma {
    std::size_t before; ///< which statement; as many as there are: none
    std::string text;
  };
  std::vector<Pragma> pragmas; ///< in the order of the text
  Place place;
};

struct Function {
  std::string name;
  bool isEntry = false, isExtern = false, isVisible = false, isWeak = false, noReturn = false;
  std::vector<Variable> returned, parameters;
  std::vector<Property> properties;
  std::optional<Block> body; ///< none: declared only
  std::string alias;         ///< `.alias name, alias;`: the function that this name stands for; empty: none
  Place place;
};

/// A place in the source where a function was inlined (`.loc .., inlined_at`), and where that one was.
struct InlinedAt {
  std::uint32_t file = 0, line = 0, column = 0, inlinedAt = 0;
  bool operator==(const InlinedAt&) const = default;
};

struct SourceFile {
  std::uint32_t number;
  std::string name;
};

using Global = std::variant<Variable, Function>;

struct Module {
  std::uint32_t versionMajor = 0, versionMinor = 0;
  std::vector<std::string> target; ///< "sm_80", "texmode_independent"
  unsigned addressBits = 64;
  std::vector<Global> globals; ///< in the order of the text
  std::vector<SourceFile> files;
  std::vector<InlinedAt> inlined; ///< each once
  std::vector<std::string> pragmas;
  /// "LINE: note: ..", for whoever knows the file to put it in front: what was read over (`.section`), once a kind, and
  /// a newer `.version`.
  std::vector<std::string> notes;
};

} // namespace warplaw::ptx
