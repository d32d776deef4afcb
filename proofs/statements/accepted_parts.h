// Which parts of the surroundings a machine can hold, as a term: spec's own check of them (spec/surroundings_legal.h)
// run on watched words, piece after piece, once for each way through a piece (accepted.h).
#pragma once
#include "proofs/statements/accepted.h"
#include "spec/surroundings_legal.h"

namespace warplaw::proofs {

/// Width 1; null if there are too many ways through a piece.
template <template <class> class PartIn> Term acceptedPart(const PartIn<AsTerms>& part) {
  const std::vector<Term> cells = cellsOf(part);
  std::vector<Term> pieces;
  for (unsigned piece = 0; piece < spec::piecesOf(PartIn<spec::Words>{}); ++piece) {
    pieces.push_back(acceptedBy(
        [piece](spec::Watcher& watcher, std::span<const spec::Watcher::Handle> handles) {
          return !spec::faultOfPiece(spec::watched<PartIn<spec::Words>>(watcher, handles), piece);
        },
        cells));
    if (!pieces.back())
      return {};
  }
  return cells[0].terms().all(pieces);
}

/// Legal to theorems exactly if a machine can hold it.
template <template <class> class PartIn>
Obligation partIsSpecs(const std::string& name, Term legal, const std::string& prefix) {
  const Term accepted = acceptedPart<PartIn>(symbolic::variables<PartIn<AsTerms>>(legal.terms(), prefix));
  return legalityProved(name, accepted, {}, accepted ? legal.eq(accepted) : accepted,
                        [kept = KeptTerm(legal), prefix, name](const Assignment& witness) {
                          const auto part = valueFrom<PartIn<spec::Words>>(witness, prefix);
                          const auto fault = spec::faultOf(part);
                          const bool isLegal = kept.holds(witness);
                          return Disagreement{!fault, isLegal, !fault != isLegal,
                                              name + (fault ? ": " + fault->message : std::string())};
                        });
}

} // namespace warplaw::proofs
