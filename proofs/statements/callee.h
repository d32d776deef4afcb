// Callees that are opaque to their caller: that they are called, once, with what they should be handed, is what the
// caller's theorem says; what they leave is variables, restricted by what their own theorems say of it.
#pragma once
#include "proofs/statements/contract.h"

namespace warplaw::proofs {

/// How many calls were made, and how many of them with the right objects and contents.
struct Calls {
  std::uint32_t made = 0, well = 0;
};
lift::Table callsTable(Term made, Term well);

struct Anything {}; ///< an object that is only written
struct OwnMemory {
  unsigned object; ///< the caller's byte memory, whole
};
struct Function {
  std::string symbol; ///< a function pointer
};
using Handed = std::variant<lift::Table, Term, Anything, OwnMemory, Function>;

/// One callee: what it should be handed, an argument each, and what it leaves in one of its objects.
struct Step {
  std::vector<Handed> handed;
  unsigned changes; ///< index of the argument
  lift::Table after;
  Term when = {};                                  ///< width 1: it should be called only if this holds; null: always
  std::map<unsigned, lift::Table> changesToo = {}; ///< further objects, by argument
  Term returned = {};                              ///< null: nothing
};

/// `seen`: the statement's; its first object is a callsTable.
lift::Contract opaque(const Step& step, const Contract& contract, std::shared_ptr<std::vector<lift::Object>> seen);

} // namespace warplaw::proofs
