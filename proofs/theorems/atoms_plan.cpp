// What ATOMS's code makes of a form before it runs, and how a whole instruction is put together: plan, modifiers, the
// choice of the specialised function, the entry (ATOMS-1, -2, -3, -8, -9, MACH-1..5, -7, -8).
#include "concrete/execute.h"
#include "proofs/statements/callee.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/encodings/oracle.h"
#include <algorithm>

namespace warplaw::proofs::atoms {
namespace {
using symbolic::AtomsChoiceTerms;
using symbolic::AtomsFormTerms;
using symbolic::AtomsModifierTerms;
using symbolic::OperandTerms;
using symbolic::PlanTerms;
using symbolic::ResultTerms;
namespace rows = spec::atoms_rows;

} // namespace

Proof proofOf() {
  Proof proof;
  proof.encodedBy(symbolic::atomsPlan, symbolic::atomsModifiers);
  proof.onWords = Proof::ofWords(onWords());
  proof.planRules = {"ATOMS-1", "ATOMS-2", "ATOMS-3", "ATOMS-8", "ATOMS-9", "MACH-3"};
  proof.wrongPlans = {proof.planBut("rz-swaps-in-what-follows-rb", "source[3].value", {"ATOMS-8"},
                                    [](PlanTerms& plan, const AtomsFormTerms& form, AtomsChoiceTerms choices) {
                                      choices.impliedSwap = choices.impliedSwap.terms().constant(32, 1);
                                      plan = symbolic::atomsPlan(form, choices, plan);
                                    }),
                      proof.planBut("operands-swapped", "source[1].value", {"ATOMS-8"},
                                    [](PlanTerms& plan, const auto&...) { std::swap(plan.source[1], plan.source[3]); }),
                      proof.planBut("flag-always-takes-a-pair", "destination[1]", {"ATOMS-9"},
                                    [](PlanTerms& plan, const AtomsFormTerms& form, AtomsChoiceTerms choices) {
                                      choices.castPair = choices.castPair.terms().constant(32, 1);
                                      plan = symbolic::atomsPlan(form, choices, plan);
                                    })};
  proof.wrongModifiers = {proof.modifiersBut("rz-is-a-base", "baseIsZero", {"ATOMS-2"},
                                             [](AtomsModifierTerms& modifiers, const AtomsFormTerms& form) {
                                               modifiers.baseIsZero = (~form.address.hasBase).zext(32);
                                             })};
  return proof;
}

namespace {

// --- What a datapath is promised of the base's row: 0 in every lane where the modifiers say that the base is zero. ---

Term baseIsAsSaid(const AtomsModifierTerms& modifiers, const OperandTerms& operands) {
  std::vector<Term> zero;
  for (Term word : operands.row[rows::kBase])
    zero.push_back(word.eq(Bits(0)));
  return modifiers.baseIsZero.eq(Bits(1)).implies(modifiers.imm24.terms().all(zero));
}

/// For every form: where the modifiers say so, the plan reads no base, or RZ; and those rows are 0.
void addPromised(Obligations& made, Terms& terms, const std::string& theorem) {
  const auto form = symbolic::variables<AtomsFormTerms>(terms, "form.");
  const auto choices = symbolic::variables<AtomsChoiceTerms>(terms, "choices.");
  const auto before = symbolic::constants(terms, spec::Plan{});
  const symbolic::SourceTerms base = symbolic::atomsPlan(form, choices, before).source[rows::kBase];
  const auto kind = [&](spec::SourceKind k) { return terms.constant(32, static_cast<Bits>(k)); };
  const Term zeroRegister = terms.constant(32, spec::kZeroRegister);
  const Term readsZero = base.kind.eq(kind(spec::SourceKind::Absent)) |
                         (base.kind.eq(kind(spec::SourceKind::Register)) & base.value.eq(zeroRegister));
  add(made, implied(theorem + "/zero-base-reads-nothing", {symbolic::isLegal(form)},
                    symbolic::atomsModifiers(form).baseIsZero.eq(Bits(1)).eq(readsZero)));
  const auto warp = symbolic::variables<symbolic::WarpTerms>(terms, "warp.");
  OperandTerms operands = symbolic::variables<OperandTerms>(terms, "operands.");
  AtomsModifierTerms modifiers = symbolic::atomsModifiers(form);
  std::vector<Term> kept;
  for (const symbolic::SourceTerms& source : {symbolic::SourceTerms{kind(spec::SourceKind::Absent), base.value},
                                              symbolic::SourceTerms{kind(spec::SourceKind::Register), zeroRegister}}) {
    operands.row[rows::kBase] = symbolic::fetchRow(warp, source);
    kept.push_back(baseIsAsSaid(modifiers, operands));
  }
  add(made, implied(theorem + "/what-datapaths-are-promised", {}, terms.all(kept)));
}

// --- The specialised function of an operation and size. ---

constexpr unsigned kModifiers = 0, kOperands = 1, kChoices = 2, kMemory = 3, kResults = 4;

/// What every specialised function assumes, and whoever calls one keeps (atoms_turn.h).
Contract specialised(const std::string& symbol) {
  Contract contract;
  contract.symbol = symbol;
  contract.parameters = {reads<AtomsModifierTerms>("modifiers"),
                         reads<OperandTerms>("operands"),
                         reads<AtomsChoiceTerms>("choices"),
                         {},
                         integer("allocated"),
                         changes<ResultTerms>("results")};
  contract.requires_ = [](const Given& g) {
    const auto modifiers = g.as<AtomsModifierTerms>(kModifiers);
    return symbolic::atomsKept(modifiers, g.as<OperandTerms>(kOperands), g.as<AtomsChoiceTerms>(kChoices),
                               g.integers.at(0));
  };
  return contract;
}

/// Which of the specialised functions was called: its operation in bits 31:8, its size below.
lift::Table functionTable(Term function) {
  return {"function", 4, true, {field("function", 0, std::span(&function, 1))}};
}

std::string datapathOf(const std::string& path) { return "warplaw_atoms_" + path; }

/// `wrong`: the pair's operation is expected as U32 whatever its size, a twin.
CallStatement selectStatement(Terms& terms, const std::string& path, std::optional<Pair> wrong = {}) {
  const auto modifiers = symbolic::variables<AtomsModifierTerms>(terms);
  const auto operands = symbolic::variables<OperandTerms>(terms);
  const auto choices = symbolic::variables<AtomsChoiceTerms>(terms);
  const auto before = symbolic::variables<ResultTerms>(terms, "before.");
  const auto after = symbolic::variables<ResultTerms>(terms, "after.");
  const Term allocated = terms.variable(32, "allocated"), zero = terms.constant(32, 0), one = terms.constant(32, 1);
  CallStatement statement;
  statement.input.objects = {tableOf("modifiers", modifiers), tableOf("operands", operands),
                             tableOf("choices", choices), lift::ByteMemory{"memory", allocated, {}},
                             tableOf("results", before, true)};
  statement.input.arguments = {lift::PointerTo{kModifiers},
                               lift::PointerTo{kOperands},
                               lift::PointerTo{kChoices},
                               lift::PointerTo{kMemory},
                               allocated,
                               lift::PointerTo{kResults}};
  const auto numberOf = [](Pair p) { return static_cast<Bits>(p.op) << 8 | static_cast<Bits>(p.size); };
  statement.hidden = {callsTable(zero, zero), tableOf("after", after), functionTable(terms.variable(32, "function"))};
  statement.assumptions = {isLegal(modifiers), symbolic::atomsKept(modifiers, operands, choices, allocated)};
  for (const Pair pair : pairs()) {
    const Term is = modifiers.op.eq(static_cast<Bits>(pair.op)) & modifiers.size.eq(static_cast<Bits>(pair.size));
    const ExpectedCall step{{tableOf("", modifiers), tableOf("", operands), tableOf("", choices), OwnMemory{kMemory},
                             allocated, tableOf("", before), Function{"warplaw_atoms_list_" + path}},
                            5,
                            tableOf("", after),
                            is};
    const Notes whichOne{2, [number = terms.constant(32, numberOf(pair))](CallMet& call, lift::Table& noted) {
                           Term& function = noted.fields[0].cells[0].bits;
                           function = call.condition.ite(number, function);
                         }};
    statement.input.contracts[symbolOf(pair)] = opaque(step, specialised(symbolOf(pair)), statement.seen, whichOne);
  }
  statement.groups = groupsOf(kResults, after);
  std::erase_if(statement.groups, [](const Group& group) { return group.expectations.empty(); });
  constexpr unsigned kCalls = kResults + 1;
  const Term size = wrong ? modifiers.op.eq(static_cast<Bits>(wrong->op))
                                .ite(terms.constant(32, static_cast<Bits>(AtomsSize::U32)), modifiers.size)
                          : modifiers.size;
  const Term function = modifiers.op.extract(23, 0).concat(terms.constant(8, 0)) | size;
  statement.groups.push_back({"calls",
                              {{"made", Place{kCalls, "made", 0}, one},
                               {"well", Place{kCalls, "well", 0}, one},
                               {"function", Place{kCalls + 2, "function", 0}, function}}});
  return statement;
}

using Datapath = void(const spec::AtomsModifiers*, const spec::Operands*, const spec::AtomsChoices*, spec::SharedBytes,
                      spec::Results*);

/// One run by the selecting code, and by the encoding of the pair that is expected.
void compare(void* code, Pair pair, Pair expected, AtomsRun machine, symbolic::AtomsOnWords& encoding,
             WholeRuns& runs) {
  machine.set(pair);
  const AtomsRun before = machine;
  AtomsRun encoded = machine;
  reinterpret_cast<Datapath*>(code)(&machine.modifiers, &machine.operands, &machine.choices,
                                    {machine.memory.data(), static_cast<std::uint32_t>(machine.memory.size())},
                                    &machine.results);
  runEncoding(expected, encoded, encoding);
  runs.add(kResults, machine.results, encoded.results);
  runs.addMemory(machine.memory == encoded.memory);
  runs.show([&] { return caseOf(pair, before); });
}

/// All lanes on a word each.
AtomsRun spreadRun() {
  AtomsRun run;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    run.place(lane, 8 * lane);
    run.setWord(AtomsSize::U64, 8 * lane, 0x8000000180000003 + lane);
    run.give(lane, lane % 3 ? 0x8000000180000003 + lane : 0x0000000200000001, 0x0000000700000005);
  }
  return run;
}

/// What the witness tells of.
AtomsRun toldRun(std::span<std::byte* const> objects, std::size_t allocated) {
  AtomsRun run;
  run.modifiers = *reinterpret_cast<const spec::AtomsModifiers*>(objects[kModifiers]);
  run.operands = *reinterpret_cast<const spec::Operands*>(objects[kOperands]);
  run.choices = *reinterpret_cast<const spec::AtomsChoices*>(objects[kChoices]);
  run.results = *reinterpret_cast<const spec::Results*>(objects[kResults]);
  run.memory = tellingBytes(std::min<std::size_t>(allocated, spec::kMaxSharedBytes));
  return run;
}

/// The witness's run and pair, then every pair: two functions may do the same. What no run does otherwise is as the
/// statement says.
Invoke selectInvoke(std::optional<Pair> wrong, const WholeRuns::Shown& shown) {
  return [=](void* code, std::span<std::byte* const> objects, std::span<const Bits> integers) -> std::uint64_t {
    const auto expected = [&](Pair pair) {
      return wrong && pair.op == wrong->op ? Pair{wrong->op, AtomsSize::U32} : pair;
    };
    const AtomsRun told = toldRun(objects, static_cast<std::size_t>(integers[0]));
    const Pair pair{static_cast<AtomsOp>(told.modifiers.op), static_cast<AtomsSize>(told.modifiers.size)};
    WholeRuns runs(shown);
    symbolic::AtomsOnWords encoding;
    compare(code, pair, expected(pair), told, encoding, runs);
    for (const Pair any : pairs())
      compare(code, any, expected(any), spreadRun(), encoding, runs);
    runs.leave(kResults, objects[kResults], objects[kResults + 2], sizeof(spec::Results));
    auto& function = *reinterpret_cast<std::uint32_t*>(objects[kResults + 3]);
    function = ~0u;
    if (!runs.differ()) {
      *reinterpret_cast<Calls*>(objects[kResults + 1]) = {1, 1};
      function = static_cast<std::uint32_t>(expected(pair).op) << 8 | static_cast<std::uint32_t>(expected(pair).size);
    }
    return 0;
  };
}

Theorem selectTheorem(const Subject& subject, const concrete::Path& path) {
  const std::string pathName(path.name), name = "atoms/" + pathName, symbol = datapathOf(pathName);
  return instructionTheorem(
      name, "ATOMS", pathName, {"ATOMS-1"},
      "for every legal operation and size the datapath is that pair's function, called once with what it was handed "
      "and "
      "the path's way to list lanes, and nothing else",
      symbol, [=, replaySymbol = replaySymbolOf(symbol, path)](Terms& terms) {
        FunctionContract function;
        function.symbol = symbol;
        function.replaySymbol = replaySymbol;
        function.state = [=](Terms& t) { return selectStatement(t, pathName); };
        invokeByRuns(function, [](const WholeRuns::Shown& shown) { return selectInvoke({}, shown); });
        const Pair narrow{AtomsOp::Min, AtomsSize::S32};
        return withOpaqueCallees(
            obligationsOf(terms, subject, function,
                          {{"signed-minimum-taken-for-unsigned", "function",
                            [=](Terms& t) { return selectStatement(t, pathName, narrow); }, selectInvoke(narrow, {})}},
                          name));
      });
}

// --- The entry. ---

Entry entryOf(const Proof& proof, const std::string& path) {
  Entry entry = proof.entry(path);
  entry.datapath = specialised(datapathOf(path));
  entry.datapath.requires_ = [any = entry.datapath.requires_](const Given& g) { // and one of the pairs
    return any(g) & isLegal(g.as<AtomsModifierTerms>(kModifiers));
  };
  entry.memoryBytes = spec::kMaxSharedBytes;
  entry.promised = [](const lift::Table& modifiers, const OperandTerms& operands) {
    return baseIsAsSaid(structureIn<AtomsModifierTerms>(modifiers), operands);
  };
  return entry;
}

} // namespace

std::vector<Theorem> planTheorems(const Subject& subject) {
  const Proof proof = proofOf();
  Theorem modifiers = proof.modifiersTheorem(subject);
  modifiers.build = [stated = modifiers.build, name = modifiers.name](Terms& terms) {
    Obligations made = stated(terms);
    addPromised(made, terms, name);
    return made;
  };
  std::vector<Theorem> all = {proof.planTheorem(subject), modifiers};
  for (const concrete::Path& path : concrete::paths(proof.mnemonic))
    if (path.evidence == concrete::Evidence::Proved) {
      all.push_back(selectTheorem(subject, path));
      all.push_back(
          proof.entryTheorem(subject, path, [proof](const std::string& name) { return entryOf(proof, name); }));
    }
  return all;
}

} // namespace warplaw::proofs::atoms
