// Callees that are opaque to their caller. The caller's theorem says that each is called, once, with the right
// arguments; what it leaves is variables, restricted by its own theorem.
#pragma once
#include "proofs/statements/contract.h"
#include <concepts>
#include <map>
#include <span>

namespace warplaw::proofs {

/// How many calls were made, and how many of them with the right objects and contents, of callees that were not called
/// before.
struct Calls {
  std::uint32_t made = 0, well = 0;
};
lift::Table callsTable(Term made, Term well);

struct Anything {}; ///< an object that is only written
struct AnyWords {   ///< an object of which something may stay as it is: no poison, whatever it holds
  lift::Table cells;
};
struct OwnMemory {
  unsigned object; ///< the caller's byte memory, whole
};
struct Function {
  std::string symbol; ///< a function pointer
};
using Handed = std::variant<lift::Table, Term, Anything, AnyWords, OwnMemory, Function>;

/// One callee: what it should be handed, an argument each, and what it leaves in one of its objects.
struct ExpectedCall {
  std::vector<Handed> handed;
  unsigned changes; ///< index of the argument
  lift::Table after;
  Term when = {};                                  ///< width 1: it should be called only if this holds; null: always
  std::map<unsigned, lift::Table> changesToo = {}; ///< further objects, by argument
  Term returned = {};                              ///< null: nothing
};

/// Obligations about a caller's outputs, whose callees leave any value that their contracts allow.
Obligations withOpaqueCallees(Obligations made);
/// known: what else their own theorems say of it (Obligation::Asking). No theorem file says so (tests/style/rooms.sh).
Obligations withKnownCallees(Obligations made, const std::vector<Term>& known);

/// What whole runs left otherwise than the encodings, byte by byte, of objects that a replay gives its callees'
/// results: such a replay has no other way to show what a caller of opaque callees gets wrong.
class WholeRuns {
public:
  /// `shown`: the machine of the first run that differs goes there; null: nowhere.
  using Shown = std::shared_ptr<std::optional<spec::Case>>;
  explicit WholeRuns(Shown shown = {}) : shown_(std::move(shown)) {
    if (shown_)
      shown_->reset();
  }
  /// The contents of an object after one run, by machine code and by the encodings. `object`: any number for it.
  void add(unsigned object, std::span<const std::byte> got, std::span<const std::byte> expected);
  template <class S>
    requires(!std::convertible_to<const S&, std::span<const std::byte>>) // bytes are what they are, no structure
  void add(unsigned object, const S& got, const S& expected) {
    add(object, std::as_bytes(std::span(&got, 1)), std::as_bytes(std::span(&expected, 1)));
  }
  /// What is no object of the statement's: a byte memory.
  void addMemory(bool same) { differ_ = differ_ || !same; }
  bool differ() const { return differ_; }
  /// Said after what a run left was added. `machine`: what it ran on, as a case.
  void show(const std::function<std::optional<spec::Case>()>& machine) {
    if (differ_ && shown_ && !*shown_)
      *shown_ = machine();
  }
  /// Leaves there what is stated, but not in what a run left otherwise.
  void leave(unsigned object, std::byte* there, const std::byte* stated, std::size_t bytes) const;

private:
  std::map<unsigned, std::vector<std::byte>> bits_; ///< that differ
  bool differ_ = false;
  Shown shown_;
};
/// A contract whose replays are whole runs; what they show is what its witness is as a case.
void invokeByRuns(FunctionContract& function, const std::function<Invoke(const WholeRuns::Shown&)>& invoke);

/// A memory for such runs: each of its first bytes is another.
std::vector<std::uint8_t> tellingBytes(std::size_t bytes);

/// A call as it was met.
struct CallMet {
  Term condition; ///< width 1
  std::vector<lift::Argument> arguments;
  lift::State state; ///< before it
};
/// Notes something of a call in a hidden table of the statement, and does nothing else.
struct Notes {
  unsigned hidden; ///< index into CallStatement::hidden; not 0, which counts the calls
  std::function<void(CallMet&, lift::Table& noted)> note;
};
/// `seen`: the statement's; its first object is a callsTable.
lift::Contract opaque(const ExpectedCall& step, const Contract& contract,
                      std::shared_ptr<std::vector<lift::Object>> seen, std::optional<Notes> notes = {});

/// Callees of a function, each by its name.
using CalledSteps = std::map<std::string, ExpectedCall>;
/// Those that this input has, as it has them: what is lifted with it calls these. None if anything else may be called.
std::optional<CalledSteps> stepsOf(const lift::Input& input);

} // namespace warplaw::proofs
