// Encodings by name: see oracle.h.
#include "symbolic/encodings/oracle.h"
#include "encodings.h" // generated: those of all instructions
#include "spec/instruction.h"
#include "symbolic/encodings/memory.h"
#include "symbolic/encodings/red_elements.h"
#include <algorithm>
#include <cctype>
#include <span>

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

/// The encoding of all lanes at once. A part that is no const is changed.
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

/// The encoding of a datapath that goes lane by lane.
template <class Modifiers, class Choices, class... Parts>
std::vector<CellAfter> datapath(Lane<Modifiers, Choices, Parts...> encoding, const CellOfArgument& cell) {
  return afterLanes(cell, kAround + sizeof...(Parts),
                    [&](Term lane, const LaneWords& words) { return laneOf(encoding, cell, lane, words); });
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
constexpr std::nullptr_t kAtoms{}, kRed{}, kSured{}; // accesses, steps and turns, a function each: below

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

std::vector<CellAfter> afterLanes(const CellOfArgument& cell, unsigned results, const WordOfLane& word) {
  const auto operands = argumentAt<OperandTerms>(kOperands, cell);
  const auto before = argumentAt<ResultTerms>(results, cell);
  Terms& terms = operands.exec.terms();
  ResultTerms after = before;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    LaneWords words;
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      words[row] = operands.row[row][lane];
    words.predicate = operands.predicate.bit(lane);
    after.row[0][lane] = operands.exec.bit(lane).ite(word(terms.constant(5, lane), words), before.row[0][lane]);
  }
  after.written = {operands.exec, terms.constant(32, 0)};
  after.predicateWritten = terms.constant(32, 0);
  after.error.fill(terms.constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  std::vector<CellAfter> cells;
  addAfter(cells, results, after);
  return cells;
}

// --- ATOMS, RED, SURED. ---

std::optional<LaneReached> encodedReach(spec::Mnemonic mnemonic, const CellOfArgument& cell, Term lane,
                                        const LaneWords& words) {
  const Term executes = lane.terms().truth(true);
  const auto told = [](const auto& reach, Term size) {
    return LaneReached{reach.performs, reach.place, reach.error, size};
  };
  if (mnemonic == spec::Mnemonic::Red) {
    const auto modifiers = argumentAt<RedModifierTerms>(kModifiers, cell);
    return told(redReach(modifiers, argumentAt<RedChoiceTerms>(kChoices, cell), lane, executes,
                         words[spec::red_rows::kBase], words[spec::red_rows::kBaseHigh],
                         argumentAt<GenericRegionTerms>(kAround, cell),
                         argumentAt<SpecialInputTerms>(kAround + 1, cell)),
                modifiers.size);
  }
  if (mnemonic == spec::Mnemonic::Sured) {
    const SuredReach reach = suredReach(
        argumentAt<SuredModifierTerms>(kModifiers, cell), argumentAt<SuredChoiceTerms>(kChoices, cell), lane, executes,
        words, argumentAt<GenericRegionTerms>(kAround, cell), argumentAt<SurfaceTerms>(kAround + 1, cell));
    return told(reach, reach.size);
  }
  return {};
}

namespace {
/// "32" of elements of 32 bits; floats and halves are said to be that.
std::string nameOf(spec::RedSize size, const RedElement& element) {
  const bool isFloat = size == spec::RedSize::F32 || size == spec::RedSize::F64;
  return element.bits == 16 ? (element.shift ? "high" : "low") : (isFloat ? "f" : "") + std::to_string(element.bits);
}
} // namespace

const std::vector<ReductionTurns>& reductionTurns() { // made once: replays ask for them thousands of times
  static const std::vector<ReductionTurns> kTurns = [] {
    std::vector<ReductionTurns> all;
    for (const spec::FormFamily& family : spec::families(spec::Mnemonic::Red)) {
      const auto& form = family.form.as<spec::RedForm>();
      if (form.extended)
        continue;
      std::string op = spec::nameOf(form);
      op = op.substr(op.find('.') + 1);
      op.resize(op.find('.'));
      std::ranges::transform(op, op.begin(), [](unsigned char c) { return std::tolower(c); });
      for (const RedElement& element : redElements(form.size)) {
        const std::string name = op + "_" + nameOf(form.size, element);
        const auto same = std::ranges::find(all, name, &ReductionTurns::name);
        if (same != all.end())
          same->sizes.push_back(form.size);
        else
          all.push_back({name, form.op, {form.size}, element.bits, element.shift, element.inHighOrder});
      }
    }
    return all;
  }();
  return kTurns;
}

Term ReductionTurns::hasSize(Term size) const {
  Term has = size.terms().truth(false);
  for (const spec::RedSize one : sizes)
    has = has | size.eq(Bits(one));
  return has;
}

Term isOf(const ReductionTurns& turns, const RedModifierTerms& modifiers) {
  return modifiers.op.eq(Bits(turns.op)) & turns.hasSize(modifiers.size);
}

LanesAdmitted encodedAdmission(const CellOfArgument& cell, const ReachOfWord& reached) {
  constexpr unsigned kGiven = 0, kReached = 1, kResults = 2;
  const auto operands = argumentAt<OperandTerms>(kGiven, cell);
  const auto words = argumentAt<ResultTerms>(kReached, cell);
  auto after = argumentAt<ResultTerms>(kResults, cell);
  Terms& terms = operands.exec.terms();
  after.written.fill(terms.constant(32, 0));
  after.predicateWritten = terms.constant(32, 0);
  LanesAdmitted admitted;
  for (unsigned lane = spec::kLanes; lane-- > 0;) {
    const LaneReached reach = reached(words.row[0][lane]);
    const Term executes = operands.exec.bit(lane), performs = executes & reach.performs;
    admitted.performing = admitted.performing ? admitted.performing.concat(performs) : performs;
    after.error[lane] =
        (executes & ~reach.performs).ite(reach.error, terms.constant(8, static_cast<Bits>(spec::ErrorKind::None)));
  }
  addAfter(admitted.after, kResults, after);
  return admitted;
}

Term encodedStep(unsigned bits, const CellOfArgument& cell, Term op, Term size, Term memory, Term operand, Term lane) {
  const auto choices = argumentAt<RedChoiceTerms>(0, cell);
  Term value = memory;
  for (const ReductionTurns& turns : reductionTurns())
    for (const spec::RedSize one : turns.sizes)
      if (turns.bits == bits && turns.shift == 0)
        value = (op.eq(Bits(turns.op)) & size.eq(Bits(one)))
                    .ite(redStep(turns.op, one, memory, operand, choices.unlikeZeros, redNan(choices, lane)), value);
  return value;
}

Term encodedElement(const LaneReached& reached, unsigned shift) { return reached.place + Bits(shift / 8); }

Term encodedTurnStep(const ReductionTurns& turns, const CellOfArgument& cell, const ReductionTurn& turn) {
  const auto choices = argumentAt<RedChoiceTerms>(kChoices, cell);
  const Term low = turn.word[spec::red_rows::kOperand], high = turn.word[spec::red_rows::kOperandHigh];
  const Term operand = turns.bits == 64 ? high.concat(low) : low.extract(turns.shift + turns.bits - 1, turns.shift);
  Term value;
  for (const spec::RedSize size : turns.sizes) {
    const Term step =
        redStep(turns.op, size, turn.element, operand, choices.unlikeZeros, redNan(choices, turn.lane.extract(4, 0)));
    value = value ? turn.reached.size.eq(Bits(size)).ite(step, value) : step;
  }
  return value;
}

Term encodedReductionTurn(const ReductionTurns& turns, const CellOfArgument& cell, const ReductionTurn& turn) {
  return byteAfter(turn.place, turn.byte, turn.lane.terms().truth(true), encodedElement(turn.reached, turns.shift),
                   encodedTurnStep(turns, cell, turn));
}

Term reachesItsAccess(Term lane, const LaneReached& reached, Term allocated, const RedModifierTerms& modifiers) {
  Terms& terms = lane.terms();
  Term isStep = terms.truth(false);
  for (const ReductionTurns& turns : reductionTurns())
    isStep = isStep | (isOf(turns, modifiers) & turns.hasSize(reached.size));
  return lane.ult(terms.constant(8, spec::kLanes)) & reached.performs & isStep &
         (reached.place + redBytes(modifiers.size)).ule(allocated);
}

Term isReduction(const spec::RedModifiersIn<AsTerms>& modifiers, const spec::RedChoicesIn<AsTerms>& choices) {
  return isLegal(modifiers) & isAllowed(choices);
}

PerLane<Term> encodedOrder(const ReductionTurns& turns, const CellOfArgument& cell) {
  const auto choices = argumentAt<RedChoiceTerms>(kChoices, cell);
  return turns.inHighOrder ? choices.orderHigh : choices.order;
}

std::vector<CellAfter> encodedReduction(const CellOfArgument& cell) {
  std::vector<CellAfter> cells;
  addAfter(cells, 3, suredReductionModifiers(argumentAt<SuredModifierTerms>(0, cell)));
  addAfter(cells, 4, suredReductionOperands(argumentAt<OperandTerms>(1, cell), argumentAt<OperandTerms>(4, cell)));
  addAfter(cells, 5, suredReductionChoices(argumentAt<SuredChoiceTerms>(2, cell)));
  return cells;
}

LanesChecked encodedChecks(unsigned bytes, const CellOfArgument& cell, Term allocated, Term returnsHigh) {
  constexpr unsigned kResults = 3;
  const auto modifiers = argumentAt<AtomsModifierTerms>(kModifiers, cell);
  const auto operands = argumentAt<OperandTerms>(kOperands, cell);
  const auto choices = argumentAt<AtomsChoiceTerms>(kChoices, cell);
  const auto before = argumentAt<ResultTerms>(kResults, cell);
  const spec::AtomsSize size = bytes == 8 ? spec::AtomsSize::U64 : spec::AtomsSize::U32;
  Terms& terms = allocated.terms();
  ResultTerms after = before;
  after.predicateWritten = terms.constant(32, 0);
  const auto grow = [](Term& mask, unsigned lane, Term bit) { mask = lane == 0 ? bit : bit.concat(mask); };
  LanesChecked checked;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const AtomsAccess access =
        atomsAccess(size, operands.exec.bit(lane), operands.row[spec::atoms_rows::kBase][lane], modifiers.imm24,
                    modifiers.baseIsZero, allocated, choices.misalignedFirst.bit(lane));
    const AtomsChecked left = atomsChecked(access, returnsHigh.ne(terms.constant(32, 0)), choices.errorWrites.bit(lane),
                                           {choices.errorValueLow[lane], choices.errorValueHigh[lane]},
                                           {before.row[0][lane], before.row[1][lane]});
    grow(checked.admitted, lane, access.performs);
    after.error[lane] = access.error;
    for (unsigned r = 0; r < spec::kResultRows; ++r) {
      after.row[r][lane] = left.word[r];
      grow(after.written[r], lane, left.written[r]);
    }
  }
  addAfter(checked.after, kResults, after);
  std::erase_if(checked.after, [](const CellAfter& one) { return one.name == "predicate"; }); // it stays
  return checked;
}

std::string turnName(const spec::AtomsForm& form) {
  const std::string text = spec::nameOf(form);
  const std::size_t op = text.find('.') + 1, size = text.rfind('.');
  std::string name = text.substr(op, size - op) + "_" + text.substr(size + 1);
  std::erase(name, '.');
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

namespace {

/// The form of which the code's function has this name.
std::optional<spec::AtomsForm> formCalled(std::string_view name) {
  for (const spec::FormFamily& family : spec::families(spec::Mnemonic::Atoms))
    if (const auto& form = family.form.as<spec::AtomsForm>(); turnName(form) == name)
      return form;
  return {};
}

Term returnsHigh(const spec::AtomsForm& form, const CellOfArgument& cell) {
  return atomsReturnsHigh(form.op, form.size, argumentAt<AtomsChoiceTerms>(kChoices, cell).castPair);
}

/// How many of these bits are set: 32 bits.
Term ones(std::span<const Term> bits) {
  if (bits.size() == 1)
    return bits[0].zext(32);
  return ones(bits.first(bits.size() / 2)) + ones(bits.subspan(bits.size() / 2));
}

Term attempting(const spec::AtomsForm& form, const LanesWaiting& waiting) {
  return form.op == spec::AtomsOp::CastSpin ? waiting.winners : waiting.admitted;
}

Term atMost(Term value, Bits limit) { return value.ule(value.terms().constant(value.width(), limit)); }

} // namespace

Term isIn(Term lanes, Term lane) {
  Terms& terms = lanes.terms();
  return (lanes & terms.constant(32, 1).shl(lane.zext(32))).ne(terms.constant(32, 0));
}

Term isAtomsForm(const AtomsModifierTerms& modifiers) { return isLegal(modifiers); }

Term atomsKept(const AtomsModifierTerms& modifiers, const OperandTerms& operands, const AtomsChoiceTerms& choices,
               Term allocated) {
  std::vector<Term> zero;
  for (const Term word : operands.row[spec::atoms_rows::kBase])
    zero.push_back(word.eq(Bits(0)));
  return isLegalOffset(modifiers) & isAllowed(choices) & atMost(allocated, spec::kMaxSharedBytes) &
         modifiers.baseIsZero.eq(Bits(1)).implies(allocated.terms().all(zero));
}

std::vector<Term> atomsKeptOfAddress(const CellOfArgument& cell, Term base) {
  const auto modifiers = argumentAt<AtomsModifierTerms>(kModifiers, cell);
  return {atMost(modifiers.imm24, 0xffffff), atMost(modifiers.baseIsZero, 1),
          modifiers.baseIsZero.eq(Bits(1)).implies(base.eq(Bits(0)))};
}

std::vector<Term> atomsKeptOfTurns(const CellOfArgument& cell, Term allocated) {
  const auto choices = argumentAt<AtomsChoiceTerms>(kChoices, cell);
  return {atMost(allocated, spec::kMaxSharedBytes), atMost(choices.castPair, 1), atMost(choices.bank64IsDefault, 1)};
}

std::vector<Term> atomsKeptOfBank(const CellOfArgument& cell, Term lane) {
  const auto choices = argumentAt<AtomsChoiceTerms>(kChoices, cell);
  return {atMost(lane.terms().select(lane, choices.bank64), spec::kLanes - 1)};
}

std::optional<AtomsCalls> encodedCalls(std::string_view name, const CellOfArgument& cell) {
  const auto form = formCalled(name);
  if (!form)
    return {};
  const auto choices = argumentAt<AtomsChoiceTerms>(kChoices, cell);
  const bool isWide = spec::bytesOf(form->size) == 8;
  return AtomsCalls{spec::bytesOf(form->size), returnsHigh(*form, cell), form->op == spec::AtomsOp::CastSpin,
                    choices.bank64IsDefault.eq(Bits(0)) & choices.bank64IsDefault.terms().truth(isWide)};
}

std::optional<Term> encodedPerforms(std::string_view name, Term executes, Term address, Term allocated) {
  const auto form = formCalled(name);
  if (!form)
    return {};
  Terms& terms = address.terms();
  const Term zero = terms.constant(32, 0); // which of two errors is reported changes no access
  return atomsAccess(form->size, executes, address, zero, zero, allocated, terms.truth(false)).performs;
}

std::optional<LaneTurned> encodedTurn(std::string_view name, const CellOfArgument& cell, const LaneTurn& turn) {
  const auto form = formCalled(name);
  if (!form)
    return {};
  const bool isWide = spec::bytesOf(form->size) == 8;
  const auto words = [&](unsigned low, unsigned high) {
    return isWide ? turn.word[high].concat(turn.word[low]) : turn.word[low];
  };
  const AtomsStep step =
      atomsStep(form->op, form->size, turn.old, words(spec::atoms_rows::kOperand, spec::atoms_rows::kOperandHigh),
                words(spec::atoms_rows::kSwap, spec::atoms_rows::kSwapHigh));
  const Term high = isWide ? step.returned.extract(63, 32) : turn.lane.terms().constant(32, 0);
  LaneTurned left;
  left.memory = byteAfter(turn.address + turn.offset, turn.byte, step.stores, turn.address, step.newValue);
  for (unsigned i = 0; i < spec::kLanes; ++i) {
    const Term isThis = turn.lane.extract(4, 0).eq(Bits(i));
    left.row[0][i] = isThis.ite(step.returned.extract(31, 0), turn.row[0][i]);
    left.row[1][i] = (isThis & returnsHigh(*form, cell)).ite(high, turn.row[1][i]);
  }
  return left;
}

std::optional<Term> encodedAddress(std::string_view name, const CellOfArgument& cell,
                                   const std::array<Term, spec::kSourceRows>& word, Term allocated) {
  const auto form = formCalled(name);
  if (!form)
    return {};
  const auto modifiers = argumentAt<AtomsModifierTerms>(kModifiers, cell);
  const Term yes = allocated.terms().truth(true);
  return atomsAccess(form->size, yes, word[spec::atoms_rows::kBase], modifiers.imm24, modifiers.baseIsZero, allocated,
                     yes)
      .address;
}

std::optional<LanesWaited> encodedWaiting(std::string_view name, const CellOfArgument& cell,
                                          const LanesWaiting& waiting) {
  const auto form = formCalled(name);
  if (!form)
    return {};
  Terms& terms = waiting.admitted.terms();
  const Term attempts = attempting(*form, waiting);
  LanesWaited waited{waiting.checked, {}};
  for (unsigned r = 0; r < spec::kResultRows; ++r)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const Term returns = r == 0 ? terms.truth(true) : returnsHigh(*form, cell);
      const Term loses = waiting.admitted.bit(lane) & ~attempts.bit(lane) & returns;
      waited.row[r][lane] = loses.ite(terms.constant(32, 0), waiting.checked[r][lane]);
      waited.isToCome[r][lane] = attempts.bit(lane) & returns;
    }
  return waited;
}

LanesListed encodedListing(const PerLane<Term>& order, Term performing, Term place, const LanesListed& before) {
  const Term lane = performing.terms().select(place, order).extract(4, 0);
  LanesListed after = before;
  for (unsigned i = 0; i < spec::kLanes; ++i)
    after.list[i] = before.count.eq(Bits(i)).ite(lane.zext(8), before.list[i]);
  after.count = before.count + isIn(performing, lane).zext(6);
  return after;
}

LanesListed encodedList(const PerLane<Term>& order, Term performing) {
  Terms& terms = performing.terms();
  std::vector<Term> attempts, behind; // of a lane; of the places behind this one
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    attempts.push_back(performing.bit(lane));
  PerLane<Term> stands;
  for (unsigned place = spec::kLanes; place-- > 0;) {
    const Term lane = order[place].extract(4, 0);
    stands[place] = terms.select(lane, attempts);
    std::vector<Term> from;
    for (std::size_t i = 0; i <= behind.size(); ++i)
      from.push_back(stands[place].ite(i == 0 ? lane.zext(8) : behind[i - 1],
                                       i < behind.size() ? behind[i] : terms.constant(8, 0)));
    behind = std::move(from);
  }
  LanesListed all{{}, ones(stands)};
  std::ranges::copy(behind, all.list.begin());
  return all;
}

SpinTurned encodedSpin(const CellOfArgument& cell, const SpinTurn& turn) {
  const auto modifiers = argumentAt<AtomsModifierTerms>(kModifiers, cell);
  const auto operands = argumentAt<OperandTerms>(kOperands, cell);
  const auto choices = argumentAt<AtomsChoiceTerms>(kChoices, cell);
  Terms& terms = turn.k.terms();
  const Term lane = terms.select(turn.k, choices.order).extract(4, 0), yes = terms.truth(true);
  const Term address = atomsAccess(spec::AtomsSize::U64, yes, terms.select(lane, operands.row[spec::atoms_rows::kBase]),
                                   modifiers.imm24, modifiers.baseIsZero, terms.constant(32, 0), yes)
                           .address;
  const Term bank = atomsBank(spec::AtomsSize::U64, address, terms.select(lane, choices.bank64),
                              turn.chosenBanks.eq(Bits(0)).zext(32));
  const AtomsSpin after = atomsSpinStep({turn.taken, turn.winners}, lane, isIn(turn.admitted, lane), bank);
  return {after.taken, after.winners};
}

} // namespace warplaw::symbolic
