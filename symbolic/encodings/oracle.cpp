// Encodings by name: see oracle.h.
#include "symbolic/encodings/oracle.h"
#include "symbolic/encodings/activemask.h"
#include "symbolic/encodings/atoms.h"
#include "symbolic/encodings/b2r.h"
#include "symbolic/encodings/bar.h"
#include "symbolic/encodings/cs2r.h"
#include "symbolic/encodings/electsync.h"
#include "symbolic/encodings/fadd.h"
#include "symbolic/encodings/flo.h"
#include "symbolic/encodings/iadd.h"
#include "symbolic/encodings/isetp.h"
#include "symbolic/encodings/lop.h"
#include "symbolic/encodings/matchsync.h"
#include "symbolic/encodings/pmtrig.h"
#include "symbolic/encodings/popc.h"
#include "symbolic/encodings/red.h"
#include "symbolic/encodings/reduxsync.h"
#include "symbolic/encodings/s2r.h"
#include "symbolic/encodings/sel.h"
#include "symbolic/encodings/shfl.h"
#include "symbolic/encodings/shflsync.h"
#include "symbolic/encodings/shift.h"
#include "symbolic/encodings/sured.h"
#include "symbolic/encodings/video.h"
#include "symbolic/encodings/vmad.h"
#include "symbolic/encodings/vote.h"
#include "symbolic/encodings/votesync.h"
#include "symbolic/encodings/vsimd.h"

namespace warplaw::symbolic {
namespace {

template <class S> S argumentAt(unsigned argument, const CellOfArgument& cell) {
  S structure;
  eachTerm(structure,
           [&](const spec::CellPlace& place, Term& term) { term = cell(argument, place.offset, place.bits); });
  return structure;
}

template <class S> void addAfter(std::vector<CellAfter>& cells, unsigned argument, const S& after) {
  eachTerm(after, [&](const spec::CellPlace& place, const Term& term) {
    cells.push_back(
        {argument, std::string(place.name), place.offset, place.bytes, place.about.isLaneMask && place.lane < 0, term});
  });
}

template <class Form, class Choices>
std::vector<CellAfter> planned(PlanTerms (*plan)(const Form&, const Choices&, const PlanTerms&), Terms& terms,
                               const CellOfArgument& cell) {
  const auto given = argumentAt<PlanTerms>(2, cell);
  PlanTerms fresh = constants(terms, spec::Plan{});
  fresh.guardPredicate = given.guardPredicate;
  fresh.guardNegated = given.guardNegated;
  std::vector<CellAfter> cells;
  addAfter(cells, 2, plan(argumentAt<Form>(0, cell), argumentAt<Choices>(1, cell), fresh));
  return cells;
}

template <class Form, class Modifiers>
std::vector<CellAfter> told(Modifiers (*modifiers)(const Form&), const CellOfArgument& cell) {
  std::vector<CellAfter> cells;
  addAfter(cells, 1, modifiers(argumentAt<Form>(0, cell)));
  return cells;
}

constexpr unsigned kModifiers = 0, kOperands = 1, kChoices = 2, kAround = 3;

/// Of all lanes at once. A part that is no const is changed.
template <class Modifiers, class Choices, class... Parts>
std::vector<CellAfter> datapath(ResultTerms (*encoding)(const Modifiers&, const OperandTerms&, const Choices&,
                                                        const ResultTerms&, Parts...),
                                const CellOfArgument& cell) {
  constexpr unsigned kResults = kAround + sizeof...(Parts);
  unsigned next = kAround;
  std::tuple<std::remove_cvref_t<Parts>...> around{argumentAt<std::remove_cvref_t<Parts>>(next++, cell)...};
  std::vector<CellAfter> cells;
  const ResultTerms after = std::apply(
      [&](auto&... part) {
        return encoding(argumentAt<Modifiers>(kModifiers, cell), argumentAt<OperandTerms>(kOperands, cell),
                        argumentAt<Choices>(kChoices, cell), argumentAt<ResultTerms>(kResults, cell), part...);
      },
      around);
  next = kAround;
  [[maybe_unused]] const auto add = [&]<class Part>(const std::type_identity<Part>&, const auto& part) {
    if (!std::is_const_v<std::remove_reference_t<Part>>)
      addAfter(cells, next, part);
    ++next;
  };
  std::apply([&](const auto&... part) { (add(std::type_identity<Parts>{}, part), ...); }, around);
  addAfter(cells, kResults, after);
  return cells;
}

template <class Modifiers, class Choices, class... Parts>
using Lane = Term (*)(const Modifiers&, const Choices&, Term lane, const LaneWords&, Parts...);

template <class Modifiers, class Choices, class... Parts>
Term laneOf(Lane<Modifiers, Choices, Parts...> encoding, const CellOfArgument& cell, Term lane,
            const LaneWords& words) {
  unsigned next = kAround;
  const std::tuple<std::remove_cvref_t<Parts>...> around{argumentAt<std::remove_cvref_t<Parts>>(next++, cell)...};
  return std::apply(
      [&](const auto&... part) {
        return encoding(argumentAt<Modifiers>(kModifiers, cell), argumentAt<Choices>(kChoices, cell), lane, words,
                        part...);
      },
      around);
}

/// Of what goes lane by lane: executing lanes write their word, and nothing else.
template <class Modifiers, class Choices, class... Parts>
std::vector<CellAfter> datapath(Lane<Modifiers, Choices, Parts...> encoding, const CellOfArgument& cell) {
  constexpr unsigned kResults = kAround + sizeof...(Parts);
  const auto operands = argumentAt<OperandTerms>(kOperands, cell);
  const auto before = argumentAt<ResultTerms>(kResults, cell);
  Terms& terms = operands.exec.terms();
  ResultTerms after = before;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    LaneWords words;
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      words[row] = operands.row[row][lane];
    words.predicate = operands.predicate.bit(lane);
    after.row[0][lane] =
        operands.exec.bit(lane).ite(laneOf(encoding, cell, terms.constant(5, lane), words), before.row[0][lane]);
  }
  after.written = {operands.exec, terms.constant(32, 0)};
  after.predicateWritten = terms.constant(32, 0);
  after.error.fill(terms.constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  std::vector<CellAfter> cells;
  addAfter(cells, kResults, after);
  return cells;
}

// Which of the two an instruction's datapath is.
constexpr auto kShfl = shflEncoding;
constexpr auto kVote = voteEncoding;
constexpr auto kIsetp = isetpEncoding;
constexpr auto kCs2r = cs2rEncoding;
constexpr auto kPmtrig = pmtrigEncoding;
constexpr auto kBar = barEncoding;
constexpr auto kB2r = b2rEncoding;
constexpr auto kActivemask = activemaskEncoding;
constexpr auto kVotesync = votesyncEncoding;
constexpr auto kMatchsync = matchsyncEncoding;
constexpr auto kElectsync = electsyncEncoding;
constexpr auto kShflsync = shflsyncEncoding;
constexpr auto kReduxsync = reduxsyncEncoding;
constexpr auto kS2r = s2rLane;
constexpr auto kVideo = videoLane;
constexpr auto kVmad = vmadLane;
constexpr auto kVsimd = vsimdLane;
constexpr auto kSel = selLane;
constexpr auto kIadd = iaddLane;
constexpr auto kFadd = faddLane;
constexpr auto kLop = lopLane;
constexpr auto kShift = shiftLane;
constexpr auto kPopc = popcLane;
constexpr auto kFlo = floLane;
constexpr std::nullptr_t kAtoms{}, kRed{}, kSured{}; // accesses, steps and turns, a function each

template <class Function> inline constexpr bool kIsLane = false;
template <class... Arguments> inline constexpr bool kIsLane<Term (*)(Arguments...)> = true;

} // namespace

std::vector<CellAfter> encodedPlan(spec::Mnemonic mnemonic, Terms& terms, const CellOfArgument& cell) {
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel:                                                                                          \
    return planned(folder##Plan, terms, cell);
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  }
  __builtin_unreachable();
}

std::vector<CellAfter> encodedModifiers(spec::Mnemonic mnemonic, const CellOfArgument& cell) {
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel:                                                                                          \
    return told(folder##Modifiers, cell);
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  }
  __builtin_unreachable();
}

std::optional<std::vector<CellAfter>> encodedDatapath(spec::Mnemonic mnemonic, const CellOfArgument& cell) {
  const auto of = [&](auto function) -> std::optional<std::vector<CellAfter>> {
    if constexpr (std::same_as<decltype(function), std::nullptr_t>)
      return {};
    else
      return datapath(function, cell);
  };
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel:                                                                                          \
    return of(k##Camel);
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  }
  __builtin_unreachable();
}

std::optional<Term> encodedLane(spec::Mnemonic mnemonic, const CellOfArgument& cell, Term lane,
                                const LaneWords& words) {
  const auto of = [&](auto function) -> std::optional<Term> {
    if constexpr (kIsLane<decltype(function)>)
      return laneOf(function, cell, lane, words);
    else
      return {};
  };
  switch (mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  case spec::Mnemonic::Camel:                                                                                          \
    return of(k##Camel);
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  }
  __builtin_unreachable();
}

} // namespace warplaw::symbolic
