// ATOMS's code before any access: which lanes perform, errors, and what lanes in error write (ATOMS-2, -4, MACH-1, -5,
// -8).
#include "proofs/statements/evidence.h"
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/encodings/oracle.h"
#include "symbolic/terms/evaluate.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <map>

namespace warplaw::proofs::atoms {
namespace {
using spec::kLanes;
using spec::kResultRows;
namespace rows = spec::atoms_rows;

enum Object : unsigned { kModifiers, kOperands, kChoices, kResults };

/// What the function is given.
struct Situation {
  AtomsSize size;
  Term imm24, baseIsZero, allocated, high; ///< 32 bits
  symbolic::OperandTerms operands;
  symbolic::AtomsChoiceTerms choices;
  symbolic::ResultTerms before;

  Situation(Terms& terms, AtomsSize s)
      : size(s), imm24(terms.variable(32, "imm24")), baseIsZero(terms.variable(32, "baseIsZero")),
        allocated(terms.variable(32, "allocated")),
        high(s == AtomsSize::U64 ? terms.variable(32, "high") : terms.constant(32, 0)),
        operands(symbolic::variables<symbolic::OperandTerms>(terms)),
        choices(symbolic::variables<symbolic::AtomsChoiceTerms>(terms)),
        before(symbolic::variables<symbolic::ResultTerms>(terms, "before.")) {}

  AccessMade made(unsigned lane) const {
    return {size,      operands.exec.bit(lane),          operands.row[rows::kBase][lane], imm24, baseIsZero,
            allocated, choices.misalignedFirst.bit(lane)};
  }
  symbolic::AtomsAccess access(unsigned lane) const { return made(lane).encoded(); }
  symbolic::AtomsChecked checked(unsigned lane) const {
    return symbolic::atomsChecked(access(lane), high.ne(high.terms().constant(32, 0)), choices.errorWrites.bit(lane),
                                  {choices.errorValueLow[lane], choices.errorValueHigh[lane]},
                                  {before.row[0][lane], before.row[1][lane]});
  }
};

CallStatement call(Terms& terms, const Situation& s) {
  CallStatement statement;
  statement.input.objects = {modifiersTable(s.imm24, s.baseIsZero), tableOf("operands", s.operands),
                             tableOf("choices", s.choices), tableOf("results", s.before, true)};
  statement.input.arguments = {lift::PointerTo{kModifiers},
                               lift::PointerTo{kOperands},
                               lift::PointerTo{kChoices},
                               s.allocated,
                               terms.constant(32, spec::bytesOf(s.size)),
                               s.high,
                               lift::PointerTo{kResults}};
  const auto atMost = [&](Term value, Bits limit) { return value.ule(terms.constant(32, limit)); };
  statement.assumptions = {atMost(s.imm24, 0xffffff), atMost(s.baseIsZero, 1),
                           atMost(s.allocated, spec::kMaxSharedBytes)};
  for (unsigned lane = 0; lane < kLanes; ++lane) // Ra is absent or RZ: its row reads 0 (spec/instructions/atoms.h)
    statement.assumptions.push_back(s.baseIsZero.eq(Bits(1)).implies(s.operands.row[rows::kBase][lane].eq(Bits(0))));
  return statement;
}

Expectation bitOf(const char* field, unsigned cell, const std::string& name, unsigned lane, Term bit) {
  return {fmt::format("{}[{}]", name, lane), Place{kResults, field, cell, static_cast<int>(lane)}, bit};
}

Expectation errorIs(unsigned lane, Term error) {
  return {fmt::format("error[{}]", lane), Place{kResults, "error", lane}, error};
}

} // namespace

CallStatement checksStatement(Terms& terms, AtomsSize size) {
  const Situation s(terms, size);
  CallStatement statement = call(terms, s);
  Term admitted = s.access(0).performs;
  for (unsigned lane = 1; lane < kLanes; ++lane)
    admitted = s.access(lane).performs.concat(admitted);
  constexpr unsigned kTogether = 8; // lanes in one query
  for (unsigned first = 0; first < kLanes; first += kTogether) {
    Group group{fmt::format("lanes-{:02}-{:02}", first, first + kTogether - 1), {}};
    for (unsigned lane = first; lane < first + kTogether; ++lane) {
      const symbolic::AtomsChecked checked = s.checked(lane);
      for (unsigned r = 0; r < kResultRows; ++r) {
        group.expectations.push_back(bitOf("written", r, fmt::format("written[{}]", r), lane, checked.written[r]));
        group.expectations.push_back(
            {fmt::format("row[{}][{}]", r, lane), Place{kResults, "row", r * kLanes + lane}, checked.word[r]});
      }
      group.expectations.push_back(errorIs(lane, s.access(lane).error));
      group.expectations.push_back(bitOf("predicateWritten", 0, "predicateWritten", lane, terms.truth(false)));
    }
    statement.groups.push_back(std::move(group));
  }
  statement.groups.push_back({"admitted", {{"admitted", {}, admitted}}});
  return statement;
}

namespace {

/// One wrong thing said of one output.
Twin twin(AtomsSize size, std::string name, std::function<Expectation(Terms&, const Situation&)> wrong) {
  Terms scratch;
  const std::string output = wrong(scratch, Situation(scratch, size)).name;
  return {std::move(name), output, [size, wrong](Terms& terms) {
            const Situation s(terms, size);
            CallStatement statement = call(terms, s);
            statement.groups.push_back({"wrong", {wrong(terms, s)}});
            return statement;
          }};
}

std::vector<Twin> twins(AtomsSize size) {
  return {twin(size, "error-outside-exec",
               [](Terms& terms, const Situation& s) {
                 AccessMade wrong = s.made(3);
                 wrong.executes = terms.truth(true);
                 return errorIs(3, wrong.encoded().error);
               }),
          twin(size, "end-wraps-at-32-bits",
               [](Terms& terms, const Situation& s) {
                 const symbolic::AtomsAccess access = s.access(17);
                 const Term inside = (access.address + Bits(spec::bytesOf(s.size))).ule(s.allocated);
                 return errorIs(17, inside.ite(terms.constant(8, 0), access.error));
               }),
          twin(size, "sign-extended-under-rz",
               [](Terms& terms, const Situation& s) {
                 AccessMade wrong = s.made(9);
                 wrong.baseIsZero = terms.constant(32, 0);
                 return errorIs(9, wrong.encoded().error);
               }),
          twin(size, "lane-in-error-keeps-its-register", [](Terms&, const Situation& s) {
            return Expectation{"row[0][30]", Place{kResults, "row", 30}, s.before.row[0][30]};
          })};
}

/// The witness as an EXCH of these operands: its checks are the same.
std::optional<spec::Case> asCase(AtomsSize size, const Assignment& witness) {
  AtomsRun run;
  run.modifiers = valueFrom<spec::AtomsModifiers>(witness);
  run.memory.assign(valueOf(witness, "allocated"), 0);
  run.operands = valueFrom<spec::Operands>(witness);
  const auto told = valueFrom<spec::AtomsChoices>(witness); // the checks look at these alone
  run.choices.misalignedFirst = told.misalignedFirst;
  run.choices.errorWrites = told.errorWrites;
  run.choices.errorValueLow = told.errorValueLow;
  run.choices.errorValueHigh = told.errorValueHigh;
  return caseOf({AtomsOp::Exch, size}, run);
}

// --- One address a lane. The code meets base and immediate in sums base + X, the encoding in ATOMS-2's address. Where
// every X is the offset plus a constant, an obligation of its own, both speak of an address that may be anything, if
// they speak of nothing else that it is made of; a lane with its base at that address and no immediate stands for all.
// Without this a query holds 32 unlike adders twice.

/// The immediate, extended (ATOMS-2).
Term offsetOf(const Situation& s) {
  const Term bits = s.imm24.extract(23, 0);
  return s.baseIsZero.eq(Bits(0)).ite(bits.sext(32), bits.zext(32));
}

/// A lane's address, whatever it is made of. A variable apart, so that a base that the code uses alone stays what it
/// is.
Term anyAddress(Terms& terms, unsigned lane) { return terms.variable(32, fmt::format("address[{}]", lane)); }

/// The sums base + X of the code, and for each X the constant that it is beyond the offset.
struct Sums {
  std::vector<std::pair<Term, Term>> ofBase;             ///< sum -> the lane's address + constant
  std::map<std::uint32_t, std::pair<Term, Term>> beyond; ///< by X's id: X, constant
};

Sums sumsOf(Terms& terms, const Situation& s, const std::vector<Obligation>& obligations) {
  std::vector<Term> roots;
  for (const Obligation& o : obligations)
    for (const Output& output : o.outputs)
      roots.push_back(output.got);
  const symbolic::PerLane<Term>& bases = s.operands.row[rows::kBase];
  Sums sums;
  const symbolic::Walk walk(roots);
  for (const symbolic::Node* node : walk.nodes()) {
    if (node->op != symbolic::Op::Add || node->width != 32 || node->argCount != 2)
      continue;
    for (unsigned i = 0; i < 2; ++i) {
      const Term other(node->args[1 - i]);
      const auto base = std::find_if(bases.begin(), bases.end(), [&](Term b) { return b.same(Term(node->args[i])); });
      if (base == bases.end())
        continue;
      const Term address = anyAddress(terms, static_cast<unsigned>(base - bases.begin()));
      const Term constant =
          terms.constant(32, symbolic::evaluate(std::span(&other, 1), {})[0]); // its value where the offset is 0
      sums.beyond.try_emplace(other.node()->id, other, constant);
      // the sign bit turned over, as comparisons do it, is a sum that never carries
      sums.ofBase.emplace_back(Term(node), constant.value() == Bits(1) << 31 ? address ^ constant : address + constant);
      break;
    }
  }
  return sums;
}

/// Two ways to compare, as the one that the encoding has; by the lemmas that withOneAddress adds. Signed, with the sign
/// bits turned over: unsigned. An end in 64 bits: no access fits, or the address is above the last that does.
Term oneComparison(Term goal, const Situation& s) {
  Terms& terms = goal.terms();
  const Term sign = terms.constant(32, Bits(1) << 31), size = terms.constant(32, spec::bytesOf(s.size));
  const auto turned = [&](Term term) -> Term {
    for (unsigned i = 0; i < 2 && term.op() == symbolic::Op::Xor; ++i)
      if (term.arg(i).same(sign))
        return term.arg(1 - i);
    return {};
  };
  std::vector<std::pair<Term, Term>> pairs;
  const symbolic::Walk walk(std::span(&goal, 1));
  for (const symbolic::Node* node : walk.nodes()) {
    const Term term(node);
    if (term.op() == symbolic::Op::Slt && term.arg(0).width() == 32) {
      if (const Term a = turned(term.arg(0)), b = turned(term.arg(1)); a && b)
        pairs.emplace_back(term, a.ult(b));
    } else if (term.op() == symbolic::Op::Ult && term.arg(0).same(s.allocated.zext(64))) {
      for (Term base : s.operands.row[rows::kBase])
        if (term.arg(1).same(base.zext(64) + size.zext(64)))
          pairs.emplace_back(term, s.allocated.ult(size) | (s.allocated - size).ult(base));
    }
  }
  return symbolic::substitute(goal, pairs);
}

/// One goal for the allocations that hold no access at all, one for the others.
Term splitAtSize(Term goal, const Situation& s) {
  const Term tooSmall = s.allocated.ult(Bits(spec::bytesOf(s.size)));
  const auto when = [&](bool value) {
    const std::pair<Term, Term> known[] = {{tooSmall, tooSmall.terms().truth(value)}};
    return oneComparison(symbolic::substitute(oneComparison(symbolic::substitute(goal, known), s), known), s);
  };
  return tooSmall.ite(when(true), when(false));
}

/// Calls that show a wrong address by what is said of it: all lanes at the bounds of what fits, base and immediate as
/// in the witness; with the immediate alone, the allocation ends there.
std::vector<Assignment> callsAtBounds(const Situation& s, const Assignment& witness) {
  const Bits size = spec::bytesOf(s.size), mask = ~Bits(0) >> (128 - 32);
  std::vector<Assignment> calls;
  for (const Bits aligned : {~Bits(0), ~(size - 1)}) {
    Assignment call = {{"imm24", valueOf(witness, "imm24") & aligned},
                       {"baseIsZero", valueOf(witness, "baseIsZero")},
                       {"exec", mask},
                       {"high", 1}};
    const Term offset = offsetOf(s);
    const Bits from = symbolic::evaluate(std::span(&offset, 1), call)[0];
    for (const Bits end : {from, from + size, Bits(4096)})
      for (const Bits address : {end - size, end, Bits(0), Bits(1)}) {
        call["allocated"] = std::min<Bits>(end, spec::kMaxSharedBytes);
        for (unsigned lane = 0; lane < kLanes; ++lane)
          call[fmt::format("row[{}][{}]", rows::kBase, lane)] = call["baseIsZero"] != 0 ? 0 : (address - from) & mask;
        calls.push_back(call);
      }
  }
  return calls;
}

/// The same questions of lanes with a base alone; and that these stand for all.
std::vector<Obligation> withOneAddress(Terms& terms, const Situation& s, std::vector<Obligation> obligations,
                                       const std::string& name) {
  const Sums sums = sumsOf(terms, s, obligations);
  const Term offset = offsetOf(s);
  std::vector<std::pair<Term, Term>> replaced = sums.ofBase, named;
  Obligation reduction;
  std::vector<Term> same;
  for (const auto& [id, x] : sums.beyond) {
    reduction.outputs.push_back(
        {fmt::format("offset + {:#x}", static_cast<std::uint32_t>(x.second.value())), x.first, offset + x.second});
    same.push_back(x.first.eq(offset + x.second));
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const Term base = s.operands.row[rows::kBase][lane], address = s.access(lane).address;
    same.push_back(address.eq(base + offset));
    replaced.emplace_back(address, anyAddress(terms, lane));
    named.emplace_back(anyAddress(terms, lane), base);
  }
  const std::vector<Term> assumptions = call(terms, s).assumptions;
  const symbolic::PerLane<Term>& bases = s.operands.row[rows::kBase];
  const auto isPart = [&](Term v) {
    return v.same(s.imm24) || v.same(s.baseIsZero) ||
           std::any_of(bases.begin(), bases.end(), [&](Term base) { return v.same(base); });
  };
  const auto mentions = [&](Term term) {
    const std::vector<Term> variables = symbolic::variablesOf(std::span(&term, 1));
    return std::any_of(variables.begin(), variables.end(), isPart);
  };
  std::vector<Term> kept;
  std::copy_if(assumptions.begin(), assumptions.end(), std::back_inserter(kept), [&](Term a) { return !mentions(a); });
  for (Obligation& o : obligations) {
    if (o.outputs.empty())
      continue; // definedness
    const Term goal = symbolic::substitute(o.query.goal, replaced);
    if (mentions(goal))
      continue; // it asks for more than addresses: as it was
    const auto alone = [&](Term term) { return symbolic::substitute(symbolic::substitute(term, replaced), named); };
    std::vector<Output> outputs = o.outputs;
    for (Output& output : outputs)
      output = {output.name, alone(output.got), alone(output.expected)};
    LiftedEvidence::restate(o, {kept, splitAtSize(symbolic::substitute(goal, named), s)}, std::move(outputs),
                            {name + "/addresses", name + "/comparisons"});
  }
  reduction.name = name + "/addresses";
  reduction.query = {assumptions, terms.all(same)};
  reduction.ask([](Obligation::Asking& asking) { asking.isGuess = true; });
  std::vector<std::function<Replay(const Assignment&)>> replays;
  for (const Obligation& o : obligations)
    if (o.expected == Verdict::Proved && o.replay)
      replays.push_back(o.replay);
  reduction.replay = [size = s.size, replays](const Assignment& witness) {
    Terms scratch;
    for (const Assignment& call : callsAtBounds(Situation(scratch, size), witness))
      for (const auto& replay : replays)
        if (Replay shown = replay(call); shown.reproduced)
          return shown;
    return Replay{.reproduced = false, .report = "machine code and encoding agree at all bounds", .counterexample = {}};
  };
  obligations.push_back(std::move(reduction));
  Obligation comparison;
  const Term a = terms.variable(32, "a"), b = terms.variable(32, "b"), sign = terms.constant(32, Bits(1) << 31);
  comparison.name = name + "/comparisons";
  const Term size = terms.constant(32, spec::bytesOf(s.size)), fits = ~(a.ult(size) | (a - size).ult(b));
  comparison.query = {{}, (a ^ sign).slt(b ^ sign).eq(a.ult(b)) & fits.eq(~a.zext(64).ult(b.zext(64) + size.zext(64)))};
  obligations.push_back(std::move(comparison));
  return obligations;
}

Theorem checksTheorem(const Subject& subject, AtomsSize size) {
  const std::string name = fmt::format("atoms/checks/{}-bit", bitsOf(size)), symbol = "warplaw_atoms_admit";
  const auto build = [=](Terms& terms) -> Obligations {
    FunctionContract contract;
    contract.symbol = symbol;
    contract.state = [size](Terms& t) { return checksStatement(t, size); };
    contract.asCase = [size](const Assignment& witness) { return asCase(size, witness); };
    Obligations stated = obligationsOf(terms, subject, contract, twins(size), name);
    auto* list = std::get_if<std::vector<Obligation>>(&stated);
    if (!list)
      return stated;
    const Situation s(terms, size);
    std::vector<Obligation> all = withOneAddress(terms, s, std::move(*list), name);
    const Term any = terms.variable(32, "any");
    all.push_back(implied(name + "/assumed-is-required", // what is assumed here is what callers of a datapath keep
                          {symbolic::atomsKept({any, any, s.imm24, s.baseIsZero}, s.operands, s.choices, s.allocated)},
                          terms.all(call(terms, s).assumptions)));
    return all;
  };
  return instructionTheorem(name, "ATOMS", "portable", {"ATOMS-2", "ATOMS-4", "MACH-1", "MACH-5", "MACH-8"},
                            "before any access: for all operands and choices, no undefined behaviour; the lanes that "
                            "perform, errors, written masks and the words of lanes in error are the encoding's, the "
                            "frame included",
                            symbol, build);
}

} // namespace

std::vector<Theorem> checkTheorems(const Subject& subject) {
  return {checksTheorem(subject, AtomsSize::U32), checksTheorem(subject, AtomsSize::U64)};
}

} // namespace warplaw::proofs::atoms
