// A user's function, from bitcode that does not ship, and the demands on one call: no undefined behaviour before and
// after optimisation, the outputs that matter as demanded, everything else as it was. These obligations do not count in
// the inventory, which is about code that ships.
#pragma once
#include "proofs/statements/lifting.h"

namespace warplaw::proofs {

/// What must stand somewhere after the call.
struct DemandedOutput {
  std::string name;
  std::optional<Place> place; ///< none: the returned value
  Term matters;               ///< width 1: where it is compared at all
  Term expected;
};

struct DemandedGroup {
  std::string name; ///< "lane-07"
  std::vector<DemandedOutput> outputs;
  std::vector<Term> splitOn = {}; ///< of ForeignCall::fewValues and lowBits, those that its outputs hang on
};

struct ForeignCall {
  lift::Input input; ///< objects are tables
  Term assumption;   ///< width 1
  std::vector<DemandedGroup> groups;
  /// Variables that have few values under the assumption (which is proved, too): a group is proved in each case of
  /// those that it names, and so are causes of undefined behaviour that hang on one or two, so that nobody divides by
  /// an unknown width.
  lift::FewValues fewValues = {};
  /// Variables of whose lowest bits, so many, a group that names them is proved in each case, the others unknown.
  std::vector<std::pair<Term, unsigned>> lowBits = {};
  /// Further tables that the contracts of `input` fill, which groups see behind input.objects; may be null.
  std::shared_ptr<std::vector<lift::Object>> seen = nullptr;
  /// Does the function store anything where it is run? Asked where what was lifted stores nothing: then it is another
  /// code. Null: nobody knows.
  std::function<bool()> storesWhenRun = nullptr;
  /// Object 0 is the structure of a batch of one, and argument 1 their number: the same is said of a batch of two
  /// (batch_of_two.h), in which both structures are cases of the assumption.
  bool isBatch = false;
};

/// `symbol` as the subject's bitcode has it, at both stages. input.unrollBound is how many turns of a loop are looked
/// at: a case that takes more is UNKNOWN, with the places of loops that may.
///
/// In a batch of two, a question that depends on one of the two structures is asked in the variables of the first. So
/// it belongs to the obligation that has the same name in a batch of one, and is asked once if it is the same there. A
/// question that depends on both is an obligation of its own, below "two-warps/"; its variables of the second structure
/// are called BatchOfTwo::ofSecond(..).
Obligations foreignObligations(Terms& terms, const Subject& subject, const std::string& symbol, ForeignCall call,
                               const std::string& prefix);

} // namespace warplaw::proofs
