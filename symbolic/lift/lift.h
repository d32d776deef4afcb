// The lifter: one LLVM function to terms, by allow-list. Merged control flow (ite at joins), undefined behaviour and
// poison as conditions, memory as tables of cells. What is not on its list is Unsupported by name; it never guesses
// (design: docs/trust.md).
#pragma once
#include "symbolic/terms/term.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace llvm {
class Module;
class LLVMContext;
class Function;
} // namespace llvm

namespace warplaw::lift {
using symbolic::Term;
using symbolic::Terms;

/// Variables, each with all the values that it may have.
using FewValues = std::vector<std::pair<Term, std::vector<symbolic::Bits>>>;

/// One place of memory: its bits, and the condition under which they are poison (or uninitialised).
struct Cell {
  Term bits;
  Term poison; ///< width 1
};

/// `count` cells of `cellBits` (8, 16, 32, 64) from byte `offset` on: a scalar member or an array member of a struct.
struct Field {
  std::string name;
  std::uint64_t offset = 0;
  unsigned cellBits = 32;
  std::vector<Cell> cells;
};

/// A table object: fields that do not overlap; bytes between them are padding (not readable). Its first byte is aligned
/// as its widest cell asks, no more.
struct Table {
  std::string name;
  std::uint64_t bytes = 0;
  bool writable = true;
  std::vector<Field> fields;
  const Field& field(std::string_view name) const;
  Field& field(std::string_view name);
};

/// A byte-addressed object of symbolic size: what it held first is the uninterpreted function `name`(32-bit address) ->
/// 8 bits, followed by the stores made since. Accesses outside [0, size) are undefined behaviour.
struct ByteStore {
  Term condition; ///< width 1
  Term address;   ///< 32 bits, of the lowest byte; null: all of memory, which is the function from then on that ...
  Term value;     ///< 8..64 bits, little-endian; ... this applies (a path around a cut loop that meets one through it)
  Term poison;    ///< width 1
};
struct ByteMemory {
  std::string name;
  Term size;                     ///< 32 bits
  std::vector<ByteStore> stores; ///< oldest first
  /// The byte now at a 32-bit address.
  Term byteAt(Term address) const;
};

using Object = std::variant<Table, ByteMemory>;
struct State {
  std::vector<Object> objects;
}; ///< the objects given as arguments, in the order of Input::objects

struct PointerTo {
  unsigned object = 0;
  std::uint64_t offset = 0;
}; ///< index into Input::objects
struct Null {};
struct Callee {
  std::string contract;
}; ///< a function pointer: calls through it go to the contract of that name
using Argument = std::variant<Term, PointerTo, Null, Callee>;

/// What a call to a function with its own proof does: may read and replace the state, and returns a value (or none).
/// Recorded by the caller's closure. A change of what is not writable, and a local beyond its lifetime among the
/// arguments, are undefined behaviour.
struct ContractCall {
  Terms& terms;
  Term condition;                  ///< width 1: the path condition of the call
  std::vector<Argument> arguments; ///< integers as terms; pointers to argument objects, or to locals
  State& state;                    ///< argument objects; locals reachable by pointer arguments follow them
  Term undefined; ///< width 1, false at first: the call is not one that the callee's own proof speaks of, so that
                  ///< nothing is known of it; counts as undefined behaviour
};
using Contract = std::function<Cell(ContractCall&)>;

/// A value that one loop iteration hands to the next.
struct Carried {
  std::string
      name; ///< of the phi, as the front end named the variable ("taken.0"), or of the cell ("results.row[0][3]")
  unsigned width = 0;
  Term entry;      ///< when the loop is first reached
  Term assumed;    ///< at the head of an arbitrary iteration
  Term next;       ///< at the end of that iteration
  Term nextPoison; ///< width 1
};

/// The cut loop: one arbitrary iteration between `assumed` and `next`.
struct Cut {
  std::vector<Carried> phis;
  State entry, assumed, next;
  Term reached;   ///< width 1: the loop is entered
  Term continues; ///< width 1: the iteration goes back to the head
};

struct Input {
  std::vector<Object> objects;
  std::vector<Argument> arguments;
  std::map<std::string, Contract> contracts;
  unsigned unrollBound = 64; ///< iterations of a loop that is not cut
  /// Divisors that are no constants are mostly powers of two: quotient and remainder are then said as a shift and a
  /// mask where the divisor is one, which a solver sees through, and as the long division elsewhere. The same values.
  bool dividesByPowers = false;
  /// Variables that have no other values than these: whoever lifts shows that. Where it is set, also without any, the
  /// places of an access are told case by case. Not set: they are told by the structure of its offset alone.
  std::optional<FewValues> fewValues;
  /// Loops that carry llvm.loop.unroll.disable (`#pragma clang loop unroll(disable)`) are cut if this is set. At most
  /// one may be met. It gives the assumed value of a phi (null: a fresh variable) ...
  bool cut = false;
  std::function<Term(Terms&, const std::string& phi, unsigned width, Term entry)> assumePhi;
  /// ... and may restrict what is assumed of the objects at the head (default: every cell that the loop may store to is
  /// a fresh variable, a ByteMemory that it may store to starts afresh as function "<name>.assumed").
  std::function<void(Terms&, State&)> assumeState;
};

/// Undef counts as poison. A result that may be poison is in `returned->poison` and in the cells of `after`. Where a
/// loop was cut, `undefined` also holds: a carried value that is poison on entry, or that is poison after an iteration
/// although it was assumed not to be. Fresh variables: "freeze.<function>.<n>" for a frozen poison value, "<phi or
/// cell>@cut" at the head of a cut loop. Two lifts of one function share these names: do not put both into one query.
/// Locals given to a contract are tables whose fields are named by element path of their IR type: "0", "2[1].0"; the
/// elements of one array of scalars are one field.
struct Lifted {
  Term undefined; ///< width 1: undefined behaviour is reached (under the assumed state where a loop was cut)
  /// Its causes, each with its place in the source (placeOf); none where the bitcode has no debug information.
  std::vector<std::pair<Term, std::string>> causes;
  Term boundExceeded; ///< width 1: a loop ran past unrollBound
  std::optional<Cell> returned;
  State after; ///< when the function returns
  std::optional<Cut> cut;
  std::vector<std::string> notes; ///< what a reader of a verdict should know (inlined callees, contracts used)
};

struct Unsupported {
  std::string what;
}; ///< names the instruction, flag, attribute or intrinsic, and where

using LiftResult = std::variant<Lifted, Unsupported>;

/// A parsed bitcode module. Each owns its LLVMContext.
class Module {
public:
  static std::variant<Module, Unsupported> parse(std::span<const std::byte> bitcode, const std::string& name);
  Module(Module&&) noexcept;
  Module& operator=(Module&&) noexcept;
  ~Module();
  llvm::Module& llvm() const; ///< for mutation
  bool has(std::string_view function) const;

private:
  Module();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

LiftResult lift(Terms& terms, const Module& module, std::string_view function, const Input& input);

} // namespace warplaw::lift
