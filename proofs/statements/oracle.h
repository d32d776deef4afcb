// Compares what a theorem says of an instruction's plan, modifiers or datapath with what the oracle says
// (symbolic/encodings/oracle.h). Terms are shared, so that equal statements are the very same term: a theorem about a
// function of its own, equal to the oracle's or not, is noticed. The steps and reaches of datapaths with a memory are
// compared as well.
#pragma once
#include "proofs/statements/contract.h"
#include "proofs/statements/cut_loop.h"
#include "symbolic/encodings/oracle.h"
#include <algorithm>
#include <set>

namespace warplaw::proofs {
using RedModifierTerms = spec::RedModifiersIn<AsTerms>;

/// Reads a structure's cells where they lie in these objects, one an argument.
symbolic::CellOfArgument cellsIn(std::vector<const lift::Table*> objects);
symbolic::CellOfArgument cellsIn(const std::vector<lift::Table>& objects); ///< which outlive it
/// What code was handed: its objects, one a pointer argument, null for a memory. None if an argument leads elsewhere
/// than to the beginning of the object that is next.
std::vector<const lift::Table*> objectsOf(const lift::Input& given);

/// Terms that must be different variables, so that nothing is hidden in the arguments of a function. Objects may also
/// hold constants.
class OwnVariables {
public:
  Term operator()(Term term);
  template <std::size_t N> void operator()(const std::array<Term, N>& all) {
    for (const Term term : all)
      (*this)(term);
  }
  void operator()(const lift::Table& table);
  void operator()(const std::vector<const lift::Table*>& objects); ///< null: none
  bool areOwn() const { return areOwn_; }

private:
  bool areOwn_ = true;
  std::set<const symbolic::Node*> seen_;
};

/// Integer arguments of a call, in order.
std::vector<Term> integersOf(const lift::Input& given);

/// Do both say the same about the same thing?
template <class Name> bool sameTerms(const std::map<Name, Term>& a, const std::map<Name, Term>& b) {
  return std::ranges::equal(a, b,
                            [](const auto& x, const auto& y) { return x.first == y.first && x.second.same(y.second); });
}

/// Nothing for a symbol of which the encoding has no function: plans, modifiers, datapaths and what the datapaths with
/// a memory are made of have one. `statement`: before lifting, as the theorem states it; its groups are what it
/// expects.
std::optional<Obligation> statesTheOracle(Terms& terms, const std::string& symbol, const CallStatement& statement,
                                          const std::string& prefix);
/// The same of the word of one lane, where a theorem is about that; objects of `given` as a datapath has them.
std::optional<Obligation> statesTheOraclesLane(const std::string& symbol, const Given& given, Term lane,
                                               const symbolic::LaneWords& words, Term stated,
                                               const std::string& prefix);

// --- What the datapaths with a memory are made of. ---

/// What a lane reaches, as the code says it in one word (concrete/instructions/red_reach.h): the place and the size of
/// the lane's step, or no access and why. size: 32 bits.
inline constexpr symbolic::Bits kNoAccess = 0x80000000;
inline constexpr unsigned kPlaceBits = 24;
Term reachWord(Term performs, Term place, Term error, Term size);
inline Term placeIn(Term reach) { return reach & symbolic::onesOf(kPlaceBits); }
symbolic::LaneReached reachTold(Term word); ///< what such a word tells
inline Term sizeIn(Term reach) { return reach.lshr(reach.terms().constant(32, kPlaceBits)); }

/// Does a lane (8 bits) whose reach this word tells reach all of its access, as the oracle says it? Laws say so of the
/// oracle's words (red/*/reach, sured/performers-reach).
Term laneReaches(Term lane, Term word, Term allocated, const RedModifierTerms& modifiers);
/// That of who executes, if the word is no error; and of every place of a list below its count.
Term performersReach(Term exec, const symbolic::ResultTerms& reached, Term allocated,
                     const RedModifierTerms& modifiers);
Term listReaches(const symbolic::PerLane<Term>& list, Term count, const symbolic::ResultTerms& reached, Term allocated,
                 const RedModifierTerms& modifiers);
/// Does every obligation about code assume nothing but these, conjunct by conjunct, by the very term?
bool assumesOnly(std::span<const Obligation> asked, std::span<const Term> known);

/// The prefix of the names of variables for words that nobody writes in what SURED hands to a RED.
inline constexpr const char* kUnwritten = "unwritten.";

} // namespace warplaw::proofs
