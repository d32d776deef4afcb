// A function of the bitcode and its contract: what it is given, what its theorem assumes and every call of it must
// establish, and what it leaves. One object for both, so that nothing can be assumed that no caller keeps; chains of
// calls end at the entries (proofs/statements/entry.h).
#pragma once
#include "proofs/statements/described.h"

namespace warplaw::proofs {

/// The arguments of a function as terms: variables in its own theorem; in a call, what the caller hands over.
struct Given {
  Terms& terms;
  std::vector<lift::Table> objects; ///< what the pointer arguments point to, in order
  std::vector<Term> integers;       ///< the integer arguments, in order
  Term returned = {};

  template <class S> S as(unsigned object) const { return structureIn<S>(objects.at(object)); }
  /// Replaces what an object holds; nothing else of it changes.
  template <class S> void set(unsigned object, const S& after) {
    objects.at(object) = tableOf(objects.at(object).name, after, objects.at(object).writable);
  }
};

/// A pointer argument: what it points to, as variables, or an integer argument.
struct Parameter {
  std::string name;
  bool writable = false;
  std::function<lift::Table(Terms&)> object; ///< empty: an integer
  unsigned width = 0;                        ///< of an integer
  std::function<std::vector<Group>(unsigned index, const lift::Table& after)> groups = {};
};

/// A structure that the function reads; its variables are named prefix + path.
Parameter readsStructure(const std::string& name, const std::string& prefix, const spec::Layout& layout);
template <class S> Parameter reads(const std::string& name, const std::string& prefix = "") {
  return readsStructure(name, prefix, symbolic::wordsLayoutOf<S>());
}
/// A structure that it changes.
Parameter changesStructure(const std::string& name, const std::string& prefix, const spec::Layout& layout);
template <class S> Parameter changes(const std::string& name, const std::string& prefix = "before.") {
  return changesStructure(name, prefix, symbolic::wordsLayoutOf<S>());
}
inline Parameter integer(const std::string& name, unsigned width = 32) { return {name, false, {}, width}; }

struct Contract {
  std::string symbol;
  std::vector<Parameter> parameters;
  /// What the theorem assumes and a call establishes (width 1), besides: pointers lead to objects apart, nothing that
  /// is read holds poison.
  std::function<Term(const Given&)> requires_ = {};
  /// What it leaves: replaces objects, sets `returned`.
  std::function<void(Given&)> effect;
  std::string returns = {}; ///< what the returned value is called as an output; empty: none
};

/// What the function's own theorem gives it: variables.
Given variablesOf(Terms& terms, const Contract& contract);

/// The contract as this subject has it: a mutant of theorems may assume more.
Contract asStated(const Subject& subject, Contract contract);

/// The theorem of a function that no code here calls assumes nothing, since a caller may hand it anything.
Obligation assumesNothing(Terms& terms, const Contract& contract, const std::string& prefix);

/// The same function with one thing wrong about one output.
struct WrongEffect {
  std::string name;   ///< "up-compares-with-least-lane"
  std::string output; ///< which shows it: "predicate[7]"
  std::function<void(Given&)> effect;
  std::vector<std::string> breaks = {}; ///< the rules that it misreads; empty: the theorem's one rule
};

/// The contract as a theorem's statement, with the twins that `wrong` gives.
/// `callees`: the contracts of the functions that it calls.
FunctionContract functionContract(const Contract& contract, const std::vector<Contract>& callees = {});
std::vector<Twin> twinsOf(const Contract& contract, const std::vector<WrongEffect>& wrong,
                          const std::vector<Contract>& callees = {});
/// The contract for a call by another function: if its requirements do not hold, the caller has undefined behaviour.
lift::Contract callOf(const Contract& contract);

/// Contracts by symbol.
std::map<std::string, lift::Contract> callsOf(const std::vector<Contract>& contracts);

} // namespace warplaw::proofs
