// What is stated of every instruction, from its table: see instruction_table.h.
#include "proofs/statements/instruction_table.h"
#include "proofs/statements/function_obligations.h"
#include "proofs/statements/legality.h"
#include "spec/row.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace warplaw::proofs {
using symbolic::OperandTerms;
using symbolic::PlanTerms;
using symbolic::ResultTerms;

namespace {
AnyTerms structureAt(const Given& g, unsigned object, const StructureKind& kind) {
  return AnyTerms(g.objects.at(object), *kind.layout);
}

/// The parts around that a datapath is given, and what its functions are handed.
struct AroundTerms {
  std::vector<AnyTerms> parts;
  std::vector<void*> handed;

  AroundTerms(const Given& g, const InstructionKinds& kinds) {
    for (const AroundPart& part : kinds.around)
      parts.emplace_back(g.objects.at(InstructionKinds::kAround + parts.size()), *part.kind->layout);
    for (AnyTerms& part : parts)
      handed.push_back(part.data());
  }
};
Term aroundIsLegal(const Given& g, const InstructionKinds& kinds) {
  std::vector<Term> all;
  for (const AroundPart& part : kinds.around)
    all.push_back(part.isLegal(g.objects.at(InstructionKinds::kAround + all.size())));
  return g.terms.all(all);
}

/// A plan as a plan function finds it: the guard is there, whatever else is uninitialised.
Parameter unmadePlan() {
  Parameter plan = changes<PlanTerms>("plan");
  plan.object = [stated = plan.object](Terms& terms) {
    lift::Table table = stated(terms);
    for (lift::Field& field : table.fields)
      if (!isGuard(field))
        for (lift::Cell& cell : field.cells)
          cell.poison = terms.truth(true);
    return table;
  };
  return plan;
}

std::vector<Term> termsIn(const Given& g, const InstructionKinds& kinds, const InstructionTable::Hints::OfWarp& terms) {
  const AroundTerms around(g, kinds);
  return terms(structureAt(g, 0, kinds.modifiers).data(), g.as<OperandTerms>(1),
               structureAt(g, 2, kinds.choices).data(), around.handed.data());
}
/// The same function of a lane, which takes all objects instead of the structures in them.
template <class Made>
auto onObjects(const InstructionKinds& kinds, std::function<Made(const void* modifiers, const void* choices, Term lane,
                                                                 const LaneWords& words, void* const* around)>
                                                  one) {
  return [&kinds, one = std::move(one)](const Given& g, Term k, const LaneWords& words) {
    const AroundTerms around(g, kinds);
    return one(structureAt(g, 0, kinds.modifiers).data(), structureAt(g, 2, kinds.choices).data(), k, words,
               around.handed.data());
  };
}
/// Copies share the function: what it holds is much to copy, and theorems, twins and readings hold it.
template <class Made, class Argument> std::function<Made(Argument&)> shared(std::function<Made(Argument&)> made) {
  return [made = std::make_shared<const std::function<Made(Argument&)>>(std::move(made))](Argument& argument) {
    return (*made)(argument);
  };
}
} // namespace

Term InstructionKinds::isLegal(Terms& terms, const void* form, const void* chosen) const {
  return this->form.isLegal(form) & choices.holds(terms, chosen);
}

Effect effectOf(const InstructionKinds& kinds, AnyDatapath datapath) {
  return shared<void, Given>([&kinds, datapath = std::move(datapath)](Given& g) {
    AroundTerms around(g, kinds);
    const ResultTerms after =
        datapath(structureAt(g, 0, kinds.modifiers).data(), g.as<OperandTerms>(1),
                 structureAt(g, 2, kinds.choices).data(), g.as<ResultTerms>(kinds.results()), around.handed.data());
    for (unsigned part = 0; part < kinds.around.size(); ++part)
      if (kinds.around[part].changes)
        around.parts[part].setIn(g, InstructionKinds::kAround + part);
    g.set(kinds.results(), after);
  });
}

WrongEffect
InstructionTable::spoiltPlan(std::string what, std::string output, std::vector<std::string> breaks,
                             std::function<void(PlanTerms&, const void* form, const void* choices)> spoil) const {
  return {std::move(what), std::move(output),
          shared<void, Given>([kinds = kinds, right = planContract().effect, spoil = std::move(spoil)](Given& g) {
            right(g);
            PlanTerms made = g.as<PlanTerms>(2);
            spoil(made, structureAt(g, 0, kinds->form).data(), structureAt(g, 1, kinds->choices).data());
            g.set(2, made);
          }),
          std::move(breaks)};
}
WrongEffect InstructionTable::spoiltModifiers(std::string what, std::string output, std::vector<std::string> breaks,
                                              std::function<void(void* modifiers, const void* form)> spoil) const {
  return {std::move(what), std::move(output),
          shared<void, Given>([kinds = kinds, right = modifiersContract().effect, spoil = std::move(spoil)](Given& g) {
            right(g);
            AnyTerms made = structureAt(g, 1, kinds->modifiers);
            spoil(made.data(), structureAt(g, 0, kinds->form).data());
            made.setIn(g, 1);
          }),
          std::move(breaks)};
}

// --- Contracts. ---

Contract InstructionTable::planContract() const {
  return {symbol("plan"),
          {readsStructure("form", "form.", *kinds->form.layout),
           readsStructure("choices", "choices.", *kinds->choices.layout), unmadePlan()},
          [kinds = kinds](const Given& g) {
            return kinds->isLegal(g.terms, structureAt(g, 0, kinds->form).data(),
                                  structureAt(g, 1, kinds->choices).data());
          },
          [kinds = kinds, plan = plan](Given& g) {
            g.set(2, plan(structureAt(g, 0, kinds->form).data(), structureAt(g, 1, kinds->choices).data(),
                          withGuardOf(g.terms, g.as<PlanTerms>(2))));
          }};
}
Contract InstructionTable::modifiersContract() const {
  return {symbol("modifiers"),
          {readsStructure("form", "form.", *kinds->form.layout),
           changesStructure("modifiers", "before.", *kinds->modifiers.layout)},
          [kinds = kinds](const Given& g) { return kinds->form.isLegal(structureAt(g, 0, kinds->form).data()); },
          [kinds = kinds, modifiers = modifiers](Given& g) {
            AnyTerms told(*kinds->modifiers.layout);
            modifiers(structureAt(g, 0, kinds->form).data(), told.data());
            told.setIn(g, 1);
          }};
}
Contract InstructionTable::datapathContract(const std::string& path) const {
  Contract contract = {symbol(path),
                       {readsStructure("modifiers", "", *kinds->modifiers.layout), reads<OperandTerms>("operands"),
                        readsStructure("choices", "", *kinds->choices.layout)},
                       [kinds = kinds](const Given& g) {
                         return kinds->modifiers.holds(g.terms, structureAt(g, 0, kinds->modifiers).data()) &
                                kinds->choices.holds(g.terms, structureAt(g, 2, kinds->choices).data()) &
                                aroundIsLegal(g, *kinds);
                       },
                       effectOf(*kinds, wholeWarp())};
  for (const AroundPart& part : kinds->around)
    contract.parameters.push_back(part.parameter());
  contract.parameters.push_back(changes<ResultTerms>("results"));
  return contract;
}

AnyDatapath InstructionTable::wholeWarp() const {
  if (datapath)
    return datapath;
  return [lane = lane](const void* modifiers, const OperandTerms& operands, const void* choices,
                       const ResultTerms& before, void* const* around) {
    return lanewiseResults(operands, before, [&](unsigned i) {
      return lane(modifiers, choices, operands.exec.terms().constant(5, i), wordsOf(operands, i), around);
    });
  };
}

Lanewise InstructionTable::lanewise(const Contract& contract, const std::string& replaySymbol) const {
  Lanewise all{contract, onObjects(*kinds, lane), {}, {}, {}, replaySymbol, datapathAsCase()};
  for (const WrongLane& wrong : wrongLanes)
    all.wrong.push_back({wrong.name, onObjects(*kinds, wrong.lane)});
  if (hints.laneCuts)
    all.cuts = onObjects(*kinds, hints.laneCuts);
  if (hints.laneCases)
    all.cases = [kinds = kinds, cases = hints.laneCases](const Given& g) {
      return cases(structureAt(g, 0, kinds->modifiers).data());
    };
  return all;
}

// --- Theorems. ---

std::vector<Theorem> InstructionTable::theorems(const Subject& subject, const std::vector<Theorem>& more) const {
  assert(areHintsAsked() && "a hint that no theorem asks for helps nobody");
  std::vector<Theorem> all = {planTheorem(subject), modifiersTheorem(subject)};
  for (const concrete::Path& path : concrete::paths(mnemonic))
    if (path.evidence == concrete::Evidence::Proved) {
      all.push_back(datapathTheorem(subject, path));
      all.push_back(entryTheorem(subject, path, [*this](const std::string& pathName) { return entry(pathName); }));
    }
  for (const Claim& claim : claims)
    all = withClaim(std::move(all), claim);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

bool InstructionTable::areHintsAsked() const {
  const auto isPath = [&](const std::string& name) {
    return std::ranges::count(concrete::paths(mnemonic), name, &concrete::Path::name) == 1;
  };
  const bool ofLane = hints.laneCuts || hints.laneCases || !hints.vectorPaths.empty();
  const bool ofWarp = hints.shares || hints.examples || hints.general;
  return !(ofLane && datapath) && !(ofWarp && !datapath) && std::ranges::all_of(hints.vectorPaths, isPath) &&
         bool(hints.shares) == bool(hints.examples) && (hints.shares || !hints.general);
}

Theorem InstructionTable::planTheorem(const Subject& subject) const {
  const std::string theorem = name + "/plan";
  return instructionTheorem(
      theorem, text(), "", planRules,
      "for every legal form the plan names the operands and destinations that the form does, is legal, and "
      "leaves the guard alone; the forms that this assumes are those that the parser accepts",
      symbol("plan"), [*this, subject, theorem](Terms& terms) {
        const auto how = [this](FunctionContract& function) { function.asCase = formAsCase(); };
        Obligations made = functionObligations(terms, subject, planContract(), wrongPlans, theorem, how);
        const auto form = AnyTerms::variables(terms, "form.", *kinds->form.layout);
        const auto choices = AnyTerms::variables(terms, "choices.", *kinds->choices.layout);
        const auto before = symbolic::variables<PlanTerms>(terms, "before.");
        add(made, implied(theorem + "/legal", {kinds->isLegal(terms, form.data(), choices.data()), isLegal(before)},
                          isLegal(plan(form.data(), choices.data(), withGuardOf(terms, before)))));
        add(made, legalFormsAgree(theorem + "/legal-forms", mnemonic, kinds->form.isLegal(form.data()), "form."));
        add(made, allowedChoicesAgree(theorem + "/allowed-choices", mnemonic,
                                      kinds->choices.holds(terms, choices.data()), "choices."));
        return made;
      });
}

AnyTerms InstructionTable::modifiersOf(const AnyTerms& form) const {
  AnyTerms told(*kinds->modifiers.layout);
  modifiers(form.data(), told.data());
  return told;
}

Theorem InstructionTable::modifiersTheorem(const Subject& subject) const {
  const std::string theorem = name + "/modifiers";
  return instructionTheorem(
      theorem, text(), "", planRules,
      "for every legal form, the modifiers that the datapath receives are those of the form, and are legal",
      symbol("modifiers"), [*this, subject, theorem](Terms& terms) {
        const auto how = [this](FunctionContract& function) { function.asCase = formAsCase(); };
        Obligations made = functionObligations(terms, subject, modifiersContract(), wrongModifiers, theorem, how);
        const auto form = AnyTerms::variables(terms, "form.", *kinds->form.layout);
        add(made, implied(theorem + "/legal", {kinds->form.isLegal(form.data())},
                          kinds->modifiers.holds(terms, modifiersOf(form).data())));
        return made;
      });
}

Theorem InstructionTable::datapathTheorem(const Subject& subject, const concrete::Path& path) const {
  const std::string pathName(path.name), theorem = fmt::format("{}/{}", name, pathName);
  std::vector<std::string> all = rules;
  all.insert(all.end(), {"MACH-1", "MACH-5", "MACH-8"});
  const std::string replaySymbol = replaySymbolOf(symbol(pathName), path);
  Theorem made = instructionTheorem(
      theorem, text(), pathName, all,
      fmt::format("{}, {} path: for all modifiers, operands, exec masks and choices, no undefined behaviour, and "
                  "results equal to the encoding, the frame included",
                  text(), pathName),
      symbol(pathName), [*this, subject, theorem, pathName, replaySymbol](Terms& terms) {
        const Contract contract = asStated(subject, datapathContract(pathName));
        if (!datapath)
          return (std::ranges::count(hints.vectorPaths, pathName) ? vectorObligations : lanewiseObligations)(
              terms, subject, lanewise(contract, replaySymbol), theorem);
        FunctionContract function = functionContract(contract);
        function.replaySymbol = replaySymbol;
        function.asCase = datapathAsCase();
        Obligations made = obligationsOf(terms, subject, function, twinsOf(contract, wrongDatapaths), theorem);
        if (auto* const stated = std::get_if<std::vector<Obligation>>(&made); stated && hints.shares) {
          const Given given = variablesOf(terms, contract);
          shareTerms(
              termsIn(given, *kinds, hints.shares), hints.examples, {contract.requires_(given)}, *stated, theorem,
              [=](const Assignment& witness) { return replayEverywhere(subject, function, function.state, witness); },
              hints.general ? termsIn(given, *kinds, hints.general) : std::vector<Term>{});
        }
        return made;
      });
  made.laneLevel = true;
  return made;
}

Theorem InstructionTable::entryTheorem(const Subject& subject, const concrete::Path& path,
                                       std::function<Entry(const std::string& pathName)> entryOf) const {
  const std::string pathName(path.name), theorem = fmt::format("{}/{}/entry", name, pathName);
  const std::string replaySymbol = replaySymbolOf(symbol(pathName + "_run"), path);
  return instructionTheorem(
      theorem, text(), pathName, {"MACH-1", "MACH-2", "MACH-3", "MACH-5", "MACH-7", "MACH-8"},
      fmt::format("{} on a warp, {} path: plan, modifiers, fetch, datapath and write-back are each called once, with "
                  "the arguments that they should get. Everything is read before anything is written",
                  text(), pathName),
      symbol(pathName + "_run"),
      [entryOf = std::move(entryOf), subject, theorem, pathName, replaySymbol](Terms& terms) {
        Entry one = entryOf(pathName);
        one.replaySymbol = replaySymbol;
        return entryObligations(terms, subject, one, theorem);
      });
}

PlanTerms withGuardOf(Terms& terms, const PlanTerms& plan) {
  PlanTerms fresh = symbolic::constants(terms, spec::Plan{});
  fresh.guardPredicate = plan.guardPredicate;
  fresh.guardNegated = plan.guardNegated;
  return fresh;
}

symbolic::WarpTerms afterDatapath(const PlanTerms& plan, const symbolic::WarpTerms& before,
                                  const DatapathOnTerms& datapath) {
  const OperandTerms operands = symbolic::fetch(before, plan);
  Terms& terms = plan.guardPredicate.terms();
  const ResultTerms results = datapath(operands, symbolic::constants(terms, spec::Results{}));
  return symbolic::writeBack(before, plan, operands.exec, results);
}

Obligation refuted(std::string name, std::vector<Term> assumptions, Term goal,
                   std::function<Replay(const Assignment&)> replay) {
  Obligation obligation = implied(std::move(name), std::move(assumptions), goal);
  obligation.expected = Verdict::Refuted;
  obligation.replay = std::move(replay);
  return obligation;
}

void add(Obligations& obligations, Obligation obligation) {
  if (auto* list = std::get_if<std::vector<Obligation>>(&obligations))
    list->push_back(std::move(obligation));
}

std::vector<Theorem> withClaim(std::vector<Theorem> theorems, const Claim& claim) {
  Theorem* of = nullptr;
  for (Theorem& theorem : theorems) // "vote/portable/entry" is another theorem than "vote/portable"
    if (claim.obligation.starts_with(theorem.name + "/") && (!of || theorem.name.size() > of->name.size()))
      of = &theorem;
  assert(of && "a claim about one of the theorems");
  of->claims.push_back(claim);
  return theorems;
}

Theorem instructionTheorem(const std::string& name, const std::string& instruction, const std::string& path,
                           std::vector<std::string> rules, std::string statement, std::string symbol,
                           std::function<Obligations(Terms&)> build) {
  Theorem theorem;
  theorem.name = name;
  theorem.instruction = instruction;
  theorem.path = path;
  theorem.rules = std::move(rules);
  theorem.statement = std::move(statement);
  if (!symbol.empty())
    theorem.code = {std::move(symbol)};
  if (build)
    theorem.build = shared(std::move(build));
  return theorem;
}

std::string replaySymbolOf(const std::string& symbol, const concrete::Path& path) {
  if (path.supported)
    return {};
  std::string portable = symbol;
  return portable.replace(portable.find(path.name), path.name.size(), "portable");
}

spec::Mnemonic mnemonicNamed(std::string_view text) {
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    if (spec::textOf(mnemonic) == text)
      return mnemonic;
  assert(false && "no row of spec/instructions.def");
  return {};
}

} // namespace warplaw::proofs
