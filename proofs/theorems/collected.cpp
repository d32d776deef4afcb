// Theorems of instructions that have several files of them. They stand here and not beside the readings: who asks for
// readings alone (readings.cpp) is linked with none of those files.
#include "proofs/theorems/atoms_theorems.h"
#include "proofs/theorems/bar_theorems.h"
#include "proofs/theorems/red_theorems.h"
#include "proofs/theorems/shfl_theorems.h"
#include "proofs/theorems/sured_theorems.h"
#include "proofs/theorems/theorems.h"
#include "proofs/theorems/video_theorems.h"

namespace warplaw::proofs {
namespace {

using Topic = std::vector<Theorem>(const Subject& subject);

std::vector<Theorem> collected(const Subject& subject, std::initializer_list<Topic*> topics) {
  std::vector<Theorem> all;
  for (Topic* const topic : topics)
    for (Theorem& theorem : topic(subject))
      all.push_back(std::move(theorem));
  return all;
}

/// The theorems of the plan and the modifiers, which are no topic.
template <class Proof> std::vector<Theorem> ofForms(const Proof& proof, const Subject& subject) {
  return {proof.planTheorem(subject), proof.modifiersTheorem(subject)};
}

} // namespace

std::vector<Theorem> atomsTheorems(const Subject& subject) {
  using namespace atoms;
  return collected(subject, {planTheorems, checkTheorems, choiceTheorems, listTheorems, listedTheorems,
                             executorTheorems, accessTheorems, linearTheorems, inductionTheorems, exhaustiveTheorems,
                             orderTheorems, winnerTheorems, spinTheorems, loopTheorems});
}

std::vector<Theorem> barTheorems(const Subject& subject) {
  return collected(subject, {bar::executorTheorems, bar::orderTheorems, bar::reductionTheorems});
}

std::vector<Theorem> redTheorems(const Subject& subject) {
  using namespace red;
  const auto ofItsForms = [](const Subject& of) { return ofForms(proofOf(), of); };
  return collected(subject, {ofItsForms, laneTheorems, plainTheorems, stepTheorems, turnsTheorems, takeTheorems,
                             datapathTheorems, lawTheorems, linearTheorems, aggregationTheorems, coalescingTheorems,
                             litmusTheorems});
}

std::vector<Theorem> shflTheorems(const Subject& subject) {
  using namespace shfl;
  return collected(subject, {executorTheorems, rangeTheorems, comparisonTheorems, inactiveTheorems});
}

std::vector<Theorem> suredTheorems(const Subject& subject) {
  using namespace sured;
  const auto ofItsForms = [](const Subject& of) { return ofForms(proofOf(), of); };
  return collected(subject, {ofItsForms, laneTheorems, plainTheorems, datapathTheorems, lawTheorems, cacheTheorems});
}

std::vector<Theorem> videoTheorems(const Subject& subject) {
  return collected(subject, {video::executorTheorems, [](const Subject&) { return video::laws(); }, video::claims});
}

} // namespace warplaw::proofs
