// SURED's theorems by topic, and what they share; proofs/theorems/sured*.cpp include this.
#pragma once
#include "proofs/theorems/red_theorems.h"
#include "symbolic/encodings/sured.h"

namespace warplaw::proofs::sured {
using symbolic::Bits;
using symbolic::GenericRegionTerms;
using symbolic::OperandTerms;
using symbolic::RedChoiceTerms;
using symbolic::RedModifierTerms;
using symbolic::ResultTerms;
using symbolic::SuredChoiceTerms;
using symbolic::SuredFormTerms;
using symbolic::SuredModifierTerms;
using symbolic::SuredReach;
using symbolic::SurfaceTerms;
using Proof = InstructionProof<spec::SuredFormIn, spec::SuredModifiersIn, spec::SuredChoicesIn,
                               Reads<spec::GenericRegionsIn>, Reads<spec::SurfacesIn>>;

using DatapathCode = void(const spec::SuredModifiers*, const spec::Operands*, const spec::SuredChoices*,
                          spec::GenericBytes, const spec::GenericRegions*, const spec::Surfaces*, spec::Results*);

/// The word of a lane that goes there, and of one that executes, as the code says it.
inline Term wordOf(const SuredReach& reach) { return reachWord(reach.performs, reach.place, reach.error, reach.size); }
Term laneWord(const SuredModifierTerms& modifiers, const SuredChoiceTerms& choices, Term lane, const LaneWords& words,
              const GenericRegionTerms& regions, const SurfaceTerms& surfaces);

/// As wide as another; and a modifier that is another where it is `from`.
inline Term constant(Term like, Bits value) { return like.terms().constant(like.width(), value); }
void replace(Term& told, auto from, auto to) { told = told.eq(Bits(from)).ite(constant(told, Bits(to)), told); }

/// A lane, and all that its reach is told, as variables.
struct LaneTold {
  SuredModifierTerms modifiers;
  SuredChoiceTerms choices;
  GenericRegionTerms regions;
  SurfaceTerms surfaces;
  LaneWords words;
  Term number, executes;

  explicit LaneTold(Terms& terms, Term executes = {}); ///< whether it executes: as said, or any
  SuredReach reach() const {
    return symbolic::suredReach(modifiers, choices, number, executes, words, regions, surfaces);
  }
};

/// What the functions assume and leave.
Contract reachContract(const std::string& path);
Contract lanesContract(); ///< of the same, each lane by itself
Contract reductionContract();

Proof proofOf();

/// SURED with one rule misread each, besides the twins.
std::vector<Misreading> misreadings();

/// What all lanes leave, by the encoding, lane after lane in the order of the choices (SURED-9); with another reach or
/// other choices, by a misreading.
Proof::Words onWords(AnyLane reach = Proof::ofLane(laneWord), std::function<void(spec::SuredChoices&)> change = {});

/// A small machine with surfaces of every layout, and lanes at their edges; for simulation and replays.
struct Edges {
  spec::SuredModifiers modifiers{};
  spec::Operands operands{};
  spec::SuredChoices choices{};
  spec::SurroundingCells cells{};
  std::uint32_t allocated = 0;

  explicit Edges(std::mt19937_64& random);
  Assignment assignment() const; ///< of all but the memory
};

std::vector<Theorem> laneTheorems(const Subject& subject);     ///< SURED-3..8 on code: where lanes go
std::vector<Theorem> plainTheorems(const Subject& subject);    ///< SURED-1, -4..8 on code: all lanes at once
std::vector<Theorem> datapathTheorems(const Subject& subject); ///< SURED-9 on code: put together; the entry
std::vector<Theorem> lawTheorems(const Subject& subject);      ///< SURED-3..8, -10 and -11 said in another way
std::vector<Theorem> cacheTheorems(const Subject& subject);    ///< SURED-9: what L1 keeps

} // namespace warplaw::proofs::sured
