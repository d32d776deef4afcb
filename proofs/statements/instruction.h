// An instruction's functions and what is proved of each: plan, modifiers, a datapath a path, an entry a path. The
// theorems follow from the encodings; a theorem file names those and says what may go wrong (twins).
#pragma once
#include "concrete/execute.h"
#include "proofs/statements/entry.h"
#include "proofs/statements/lanewise.h"
#include "proofs/statements/legality.h"
#include "proofs/statements/reading.h"
#include "proofs/statements/shared_terms.h"
#include "spec/instruction.h"
#include "spec/row.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace warplaw::proofs {

/// A fresh plan with the guard of that one.
symbolic::PlanTerms withGuardOf(Terms& terms, const symbolic::PlanTerms& plan);
/// A plan as a plan function finds it: the guard is there, whatever else is uninitialised.
Parameter unmadePlan();
/// Fetch, datapath and write-back by the encodings; on terms, and on words.
using DatapathOnTerms =
    std::function<symbolic::ResultTerms(const symbolic::OperandTerms&, const symbolic::ResultTerms&)>;
symbolic::WarpTerms afterDatapath(const symbolic::PlanTerms& plan, const symbolic::WarpTerms& before,
                                  const DatapathOnTerms& datapath);
void runOnWarp(Terms& terms, const symbolic::PlanTerms& plan, spec::Warp& warp, const DatapathOnTerms& datapath);
/// A statement that is false: `replay` shows on the shipped code what a witness says.
Obligation refuted(std::string name, std::vector<Term> assumptions, Term goal,
                   std::function<Replay(const Assignment&)> replay);
/// Nothing to add where the theorem could not be stated.
void add(Obligations& obligations, Obligation obligation);

/// The claim stands with the theorem that its obligation is of.
std::vector<Theorem> withClaim(std::vector<Theorem> theorems, const Claim& claim);

/// Which theorem speaks of what; its obligations are made here.
Theorem instructionTheorem(const std::string& name, const std::string& instruction, const std::string& path,
                           std::vector<std::string> rules, std::string statement, std::string symbol,
                           std::function<Obligations(Terms&)> build);
/// Whose machine code replays witnesses of a symbol that ends with `path`: empty, the same; or the portable one's.
std::string replaySymbolOf(const std::string& symbol, const concrete::Path& path);
/// The mnemonic's number by its name in spec/instructions.def.
spec::Mnemonic mnemonicNamed(std::string_view text);

/// Around: the parts of the surroundings that are cells which its datapaths are handed, Reads<> or Changes<> each, in
/// the order of their signature.
template <template <class> class FormIn, template <class> class ModifiersIn, template <class> class ChoicesIn,
          class... Around>
struct InstructionProof {
  using FormTerms = FormIn<AsTerms>;
  using ModifierTerms = ModifiersIn<AsTerms>;
  using ChoiceTerms = ChoicesIn<AsTerms>;
  using PlanTerms = symbolic::PlanTerms;
  using OperandTerms = symbolic::OperandTerms;
  using ResultTerms = symbolic::ResultTerms;

  std::string name;     ///< "shfl": of symbols and theorems
  std::string mnemonic; ///< "SHFL"
  std::function<PlanTerms(const FormTerms&, const ChoiceTerms&, const PlanTerms& before)> plan;
  std::function<ModifierTerms(const FormTerms&)> modifiers;
  using Datapath = std::function<ResultTerms(const ModifierTerms&, const OperandTerms&, const ChoiceTerms&,
                                             const ResultTerms& before, typename Around::Argument...)>;
  using Lane = std::function<Term(const ModifierTerms&, const ChoiceTerms&, Term lane, const LaneWords& words,
                                  typename Around::Argument...)>;
  /// The whole warp, or one lane of what looks at no other.
  Datapath datapath;
  Lane lane;
  /// Or, of a datapath with a memory, what the encoding makes of words.
  std::function<void(const ModifiersIn<spec::Words>&, const spec::Operands&, const ChoicesIn<spec::Words>&,
                     std::span<std::uint8_t> memory, const spec::SurroundingCells&, spec::Results&)>
      onWords;
  std::vector<std::string> rules, planRules;
  std::vector<WrongEffect> wrongDatapaths, wrongPlans, wrongModifiers;
  struct WrongLane {
    std::string name;
    Lane lane;
    std::vector<std::string> breaks = {}; ///< the rules that it misreads; empty: the theorem's one rule
  };
  std::vector<WrongLane> wrongLanes;
  /// Further misreadings, which are no twins: only the third statement is asked about them (reading.h).
  std::vector<WrongEffect> misreadDatapaths, misreadPlans, misreadModifiers;
  std::vector<WrongLane> misreadLanes;
  /// Help where a question is too hard as it stands: docs/adding_an_instruction.md says when each is needed. The first
  /// three are of an instruction with `lane`, the others of one with `datapath`.
  struct Hints {
    using OfWarp = std::function<std::vector<Term>(const ModifierTerms&, const OperandTerms&, const ChoiceTerms&,
                                                   typename Around::Argument...)>;
    /// Terms of the encoding that the code computes in its own way (cut_points.h).
    std::function<std::vector<Term>(const ModifierTerms&, const ChoiceTerms&, Term lane, const LaneWords& words,
                                    typename Around::Argument...)>
        laneCuts = {};
    /// Conditions of which one always holds.
    std::function<std::vector<Term>(const ModifierTerms&)> laneCases = {};
    /// Paths whose code is no loop over the lanes that can be cut: "avx512".
    std::vector<std::string> vectorPaths = {};
    /// Terms of the encoding that the code computes, too, what others are built on first; and legal inputs by which
    /// they are found (shared_terms.h).
    OfWarp shares = {};
    Examples examples = {};
    /// Of these, what is built on them is asked of any value (shared_terms.h): terms that are large in themselves.
    OfWarp general = {};
  };
  Hints hints;
  std::vector<Claim> claims; ///< about these theorems

  std::string symbol(const std::string& function) const { return fmt::format("warplaw_{}_{}", name, function); }

  // ---- contracts

  /// Choices without a member can only be allowed, modifiers without one only be legal.
  static Term allowed(Terms& terms, const ChoiceTerms& choices) {
    if constexpr (std::is_empty_v<ChoiceTerms>)
      return terms.truth(true);
    else
      return isAllowed(choices);
  }
  static Term legal(Terms& terms, const ModifierTerms& modifiers) {
    if constexpr (std::is_empty_v<ModifierTerms>)
      return terms.truth(true);
    else
      return isLegal(modifiers);
  }
  static Term legal(Terms& terms, const FormTerms& form, const ChoiceTerms& choices) {
    return isLegal(form) & allowed(terms, choices);
  }

  Contract planContract() const {
    return {symbol("plan"),
            {reads<FormTerms>("form", "form."), reads<ChoiceTerms>("choices", "choices."), unmadePlan()},
            [](const Given& g) { return legal(g.terms, g.as<FormTerms>(0), g.as<ChoiceTerms>(1)); },
            [plan = plan](Given& g) {
              g.set(2, plan(g.as<FormTerms>(0), g.as<ChoiceTerms>(1), withGuardOf(g.terms, g.as<PlanTerms>(2))));
            }};
  }
  Contract modifiersContract() const {
    return {symbol("modifiers"),
            {reads<FormTerms>("form", "form."), changes<ModifierTerms>("modifiers")},
            [](const Given& g) { return isLegal(g.as<FormTerms>(0)); },
            [modifiers = modifiers](Given& g) { g.set(1, modifiers(g.as<FormTerms>(0))); }};
  }
  Contract datapathContract(const std::string& path) const {
    return {symbol(path),
            {reads<ModifierTerms>("modifiers"), reads<OperandTerms>("operands"), reads<ChoiceTerms>("choices"),
             Around::parameter()..., changes<ResultTerms>("results")},
            [](const Given& g) {
              return legal(g.terms, g.as<ModifierTerms>(0)) & allowed(g.terms, g.as<ChoiceTerms>(2)) & aroundIsLegal(g);
            },
            effectOf(wholeWarp())};
  }

  // ---- parts of the surroundings: objects from kAround on, the results after them

  static constexpr unsigned kAround = 3, kResults = kAround + sizeof...(Around);
  using AroundValues = std::tuple<typename Around::Value...>;

  static AroundValues aroundOf(const Given& g) {
    unsigned object = kAround;
    return AroundValues{g.as<typename Around::Value>(object++)...};
  }
  static Term aroundIsLegal(const Given& g) {
    const AroundValues around = aroundOf(g);
    return std::apply(
        [&](const auto&... part) {
          const std::vector<Term> all{isLegal(part)...};
          return g.terms.all(all);
        },
        around);
  }
  static void setAround(Given& g, const AroundValues& around) {
    unsigned object = kAround;
    const auto set = [&]<class Part>(Part, const auto& value) {
      if (Part::kChanges)
        g.set(object, value);
      ++object;
    };
    std::apply([&](const auto&... value) { (set(Around{}, value), ...); }, around);
  }
  /// A datapath as what it does to all that it is given.
  static std::function<void(Given&)> effectOf(const Datapath& all) {
    return [all](Given& g) {
      AroundValues around = aroundOf(g);
      const ResultTerms after = std::apply(
          [&](auto&... part) {
            return all(g.as<ModifierTerms>(0), g.as<OperandTerms>(1), g.as<ChoiceTerms>(2), g.as<ResultTerms>(kResults),
                       part...);
          },
          around);
      setAround(g, around);
      g.set(kResults, after);
    };
  }
  WrongEffect wrongDatapath(std::string what, std::string output, std::vector<std::string> breaks,
                            const Datapath& wrong) const {
    return {std::move(what), std::move(output), effectOf(wrong), std::move(breaks)};
  }
  Entry entry(const std::string& path) const {
    Entry entry;
    entry.symbol = symbol(path + "_run");
    entry.plan = planContract();
    entry.modifiers = modifiersContract();
    entry.datapath = datapathContract(path);
    entry.around = {Around::part()...};
    entry.form = reads<FormTerms>("form", "form.").object;
    entry.choices = reads<ChoiceTerms>("choices", "choices.").object;
    entry.isLegal = [](const lift::Table& form, const lift::Table& choices) {
      const auto terms = structureIn<FormTerms>(form);
      return legal(termsOf(form), terms, structureIn<ChoiceTerms>(choices));
    };
    if constexpr (!std::is_empty_v<ModifierTerms>)
      entry.modifiersAreLegal = [](const lift::Table& table) { return isLegal(structureIn<ModifierTerms>(table)); };
    entry.whole = wholeInstruction();
    entry.asCase = [](const std::byte* form, const std::byte* guard, const std::byte* choices, const spec::Warp& warp,
                      std::size_t allocated, [[maybe_unused]] std::span<const std::vector<std::byte>> around) {
      spec::Case c = onWarp(*reinterpret_cast<const FormIn<spec::Words>*>(form),
                            *reinterpret_cast<const ChoicesIn<spec::Words>*>(choices), warp);
      c.instruction.guard = *reinterpret_cast<const spec::Guard*>(guard);
      c.memory.resize(allocated);
      [[maybe_unused]] std::size_t part = 0;
      ((spec::partIn<typename Around::Words>(c.cells) =
            *reinterpret_cast<const typename Around::Words*>(around[part++].data())),
       ...);
      return c;
    };
    const spec::Mnemonic number = mnemonicNamed(mnemonic);
    for (const spec::FormFamily& family : spec::families(number)) {
      entry.examples.push_back(bytesOfValue(family.form.as<FormIn<spec::Words>>()));
      const spec::Form wide = spec::rowOf(number).mapForm(family.form, [](const auto& place, std::uint64_t value) {
        return place.about.immediateBits ? (std::uint64_t{1} << place.about.immediateBits) - 1 : value;
      });
      if (!std::is_empty_v<AroundValues> && spec::rowOf(number).check(wide)) // an immediate of 0 may do nothing
        entry.examples.push_back(bytesOfValue(wide.as<FormIn<spec::Words>>()));
    }
    return entry;
  }

  /// What the datapath leaves, from the whole-warp encoding or from 32 lanes of the other.
  Datapath wholeWarp() const {
    if (datapath)
      return datapath;
    return [lane = lane](const ModifierTerms& modifiers, const OperandTerms& operands, const ChoiceTerms& choices,
                         const ResultTerms& before, typename Around::Argument... around) {
      return lanewiseResults(operands, before, [&](unsigned i) {
        return lane(modifiers, choices, operands.exec.terms().constant(5, i), wordsOf(operands, i), around...);
      });
    };
  }

  Lanewise lanewise(const Contract& contract, const std::string& replaySymbol) const {
    const auto erased = [](const auto& one) { // takes all objects instead of the structures that stand in them
      return [one](const Given& g, Term k, const LaneWords& words) {
        AroundValues around = aroundOf(g);
        return std::apply(
            [&](auto&... part) { return one(g.as<ModifierTerms>(0), g.as<ChoiceTerms>(2), k, words, part...); },
            around);
      };
    };
    Lanewise all{contract, erased(lane), {}, {}, {}, replaySymbol, datapathAsCase()};
    for (const WrongLane& wrong : wrongLanes)
      all.wrong.push_back({wrong.name, erased(wrong.lane)});
    if (hints.laneCuts)
      all.cuts = erased(hints.laneCuts);
    if (hints.laneCases)
      all.cases = [cases = hints.laneCases](const Given& g) { return cases(g.as<ModifierTerms>(0)); };
    return all;
  }

  WholeInstruction wholeInstruction() const {
    return [plan = plan, modifiers = modifiers, onWords = onWords,
            all = wholeWarp()](const std::byte* form, const std::byte* guard, const std::byte* choices,
                               spec::Warp& warp, std::span<std::uint8_t> memory,
                               std::span<std::vector<std::byte>> parts, const std::function<void(PlanTerms&)>& twist) {
      Terms terms;
      const auto formTerms = symbolic::constants(terms, *reinterpret_cast<const FormIn<spec::Words>*>(form));
      const auto& chosen = *reinterpret_cast<const ChoicesIn<spec::Words>*>(choices);
      const auto choiceTerms = symbolic::constants(terms, chosen);
      PlanTerms made = plan(formTerms, choiceTerms,
                            freshPlan(terms, symbolic::constants(terms, *reinterpret_cast<const spec::Guard*>(guard))));
      if (twist)
        twist(made);
      [[maybe_unused]] std::size_t part = 0;
      if (onWords) { // a memory, and what is around it is only read
        spec::SurroundingCells cells;
        ((spec::partIn<typename Around::Words>(cells) =
              *reinterpret_cast<const typename Around::Words*>(parts[part++].data())),
         ...);
        runOnWarp(terms, made, warp, [&](const OperandTerms& operands, const ResultTerms&) {
          spec::Results results;
          onWords(wordsIn(modifiers(formTerms)), wordsIn(operands), chosen, memory, cells, results);
          return symbolic::constants(terms, results);
        });
        return;
      }
      AroundValues around{
          symbolic::constants(terms, *reinterpret_cast<const typename Around::Words*>(parts[part++].data()))...};
      runOnWarp(terms, made, warp, [&](const OperandTerms& operands, const ResultTerms& before) {
        return std::apply([&](auto&... of) { return all(modifiers(formTerms), operands, choiceTerms, before, of...); },
                          around);
      });
      part = 0;
      std::apply([&](const auto&... of) { ((parts[part++] = bytesOfValue(wordsIn(of))), ...); }, around);
    };
  }

  // ---- witnesses as cases

  /// Of whatever is handed modifiers, operands, choices and parts as the datapath is.
  AsCase datapathAsCase() const {
    return [instruction = writtenDown()](const Assignment& witness) {
      HandedWords handed{valueFrom<spec::Operands>(witness),
                         valueFrom<ChoicesIn<spec::Words>>(witness),
                         {},
                         valueFrom<spec::Results>(witness, "before.")};
      ((spec::partIn<typename Around::Words>(handed.cells) =
            valueFrom<typename Around::Words>(witness, spec::partName<typename Around::Words>() + ".")),
       ...);
      return caseOf(instruction, assignmentOf(valueFrom<ModifiersIn<spec::Words>>(witness)), handed);
    };
  }
  WrittenDown writtenDown() const {
    return {mnemonicNamed(mnemonic), reading().plan, [modifiers = modifiers](const spec::Form& form) {
              Terms terms;
              return assignmentOf(wordsIn(modifiers(symbolic::constants(terms, form.as<FormIn<spec::Words>>()))));
            }};
  }
  /// Of plan and modifiers, which are handed no warp.
  static std::optional<spec::Case> formAsCase(const Assignment& witness) {
    return onTellingWarp(valueFrom<FormIn<spec::Words>>(witness, "form."),
                         valueFrom<ChoicesIn<spec::Words>>(witness, "choices."));
  }

  // ---- what may go wrong with plan, modifiers and a lane

  /// The encoding's plan, changed by `spoil(plan, form, choices)`; `plan` must have been set.
  WrongEffect planBut(std::string what, std::string output, std::vector<std::string> breaks,
                      std::function<void(PlanTerms&, const FormTerms&, const ChoiceTerms&)> spoil) const {
    return {std::move(what), std::move(output),
            [right = planContract().effect, spoil = std::move(spoil)](Given& g) {
              right(g);
              PlanTerms made = g.as<PlanTerms>(2);
              spoil(made, g.as<FormTerms>(0), g.as<ChoiceTerms>(1));
              g.set(2, made);
            },
            std::move(breaks)};
  }
  /// The encoding's modifiers, changed by `spoil(modifiers, form)`; `modifiers` must have been set.
  WrongEffect modifiersBut(std::string what, std::string output, std::vector<std::string> breaks,
                           std::function<void(ModifierTerms&, const FormTerms&)> spoil) const {
    return {std::move(what), std::move(output),
            [right = modifiersContract().effect, spoil = std::move(spoil)](Given& g) {
              right(g);
              ModifierTerms made = g.as<ModifierTerms>(1);
              spoil(made, g.as<FormTerms>(0));
              g.set(1, made);
            },
            std::move(breaks)};
  }

  /// A lane's encoding after `spoil(modifiers, words)` changed what it is told and what the lane fetched.
  static WrongLane laneBut(Lane lane, std::string what, std::vector<std::string> breaks,
                           std::function<void(ModifierTerms&, LaneWords&)> spoil) {
    return {std::move(what),
            [lane = std::move(lane), spoil = std::move(spoil)](ModifierTerms modifiers, const ChoiceTerms& choices,
                                                               Term k, LaneWords words,
                                                               typename Around::Argument... around) {
              spoil(modifiers, words);
              return lane(modifiers, choices, k, words, around...);
            },
            std::move(breaks)};
  }

  // ---- readings

  using Effect = std::function<void(Given&)>;

  /// On words; what is not said wrong is the encoding's.
  Reading reading(Effect planWrong = {}, Effect modifiersWrong = {}, Effect datapathWrong = {}) const {
    Reading made;
    made.plan = [effect = planWrong ? planWrong : planContract().effect](const spec::Form& form,
                                                                         const spec::Choices& choices) {
      Terms terms;
      Given g{terms, {formTable(terms, form), choiceTable(terms, choices), constantTable(terms, spec::Plan{})}, {}};
      effect(g);
      return wordsIn(g.as<PlanTerms>(2));
    };
    const Effect told = modifiersWrong ? modifiersWrong : modifiersContract().effect;
    Effect computes = datapathWrong;
    if (!computes && (datapath || lane))
      computes = datapathContract("").effect;
    made.run = [told, computes, onWords = onWords](const spec::Form& form, const spec::Choices& choices,
                                                   const spec::Operands& operands, std::span<std::uint8_t> memory,
                                                   [[maybe_unused]] spec::SurroundingCells& cells,
                                                   spec::Results& results) {
      Terms terms;
      Given g{terms, {formTable(terms, form), constantTable(terms, ModifiersIn<spec::Words>{})}, {}};
      told(g);
      if (onWords) {
        onWords(wordsIn(g.as<ModifierTerms>(1)), operands, choices.as<ChoicesIn<spec::Words>>(), memory, cells,
                results);
        return;
      }
      Given whole{terms,
                  {g.objects[1], constantTable(terms, operands), choiceTable(terms, choices),
                   constantTable(terms, spec::partIn<typename Around::Words>(cells))..., constantTable(terms, results)},
                  {}};
      computes(whole);
      results = wordsIn(whole.as<ResultTerms>(kResults));
      [[maybe_unused]] unsigned object = kAround;
      ((spec::partIn<typename Around::Words>(cells) = wordsIn(whole.as<typename Around::Value>(object++))), ...);
    };
    return made;
  }
  /// Every twin, the further misreadings, and what every instruction may misread: whether helpers take part.
  Readings readings() const {
    Readings all{mnemonicNamed(mnemonic), reading(), {}, {}, writtenDown()};
    const auto add = [&](const WrongEffect& wrong, Reading read) {
      all.wrong.push_back({wrong.name, wrong.breaks, std::move(read)});
    };
    const WrongEffect helpers =
        planBut("helpers-excluded-otherwise", "", {"MACH-7"}, [](PlanTerms& made, const auto&...) {
          made.excludesHelpers = made.excludesHelpers ^ made.excludesHelpers.terms().constant(32, 1);
        });
    add(helpers, reading(helpers.effect));
    for (const auto* list : {&wrongPlans, &misreadPlans})
      for (const WrongEffect& wrong : *list)
        add(wrong, reading(wrong.effect));
    for (const auto* list : {&wrongModifiers, &misreadModifiers})
      for (const WrongEffect& wrong : *list)
        add(wrong, reading({}, wrong.effect));
    for (const auto* list : {&wrongDatapaths, &misreadDatapaths})
      for (const WrongEffect& wrong : *list)
        add(wrong, reading({}, {}, wrong.effect));
    for (const auto* list : {&wrongLanes, &misreadLanes})
      for (const WrongLane& wrong : *list) {
        InstructionProof other = *this;
        other.lane = wrong.lane;
        all.wrong.push_back({wrong.name, wrong.breaks, other.reading()});
      }
    if ((datapath || lane) && !(Around::kChanges || ...))
      all.step = step();
    return all;
  }
  StepOnTerms step() const {
    return [plan = plan, modifiers = modifiers, all = wholeWarp()](Terms& terms, const spec::Instruction& instruction,
                                                                   std::string_view prefix,
                                                                   const symbolic::WarpTerms& before) {
      const auto form = symbolic::constants(terms, instruction.form.as<FormIn<spec::Words>>());
      const auto choices = symbolic::variables<ChoiceTerms>(terms, prefix);
      // any legal surroundings in each step, which is more than one warp can see (SR-3); but nobody exits meanwhile
      AroundValues around{symbolic::variables<typename Around::Value>(
          terms, std::string(std::same_as<typename Around::Words, spec::ExitedLanes> ? kAroundProgram : prefix) +
                     spec::partName<typename Around::Words>() + ".")...};
      const Term isAround = std::apply(
          [&](const auto&... part) {
            const std::vector<Term> parts{isLegal(part)...};
            return terms.all(parts);
          },
          around);
      return SteppedWarp{
          afterDatapath(plan(form, choices, freshPlan(terms, symbolic::constants(terms, instruction.guard))), before,
                        [&](const OperandTerms& operands, const ResultTerms& results) {
                          return std::apply(
                              [&](auto&... part) { return all(modifiers(form), operands, choices, results, part...); },
                              around);
                        }),
          allowed(terms, choices) & isAround};
    };
  }

  static lift::Table formTable(Terms& terms, const spec::Form& form) {
    return constantTable(terms, form.as<FormIn<spec::Words>>());
  }
  static lift::Table choiceTable(Terms& terms, const spec::Choices& choices) {
    return constantTable(terms, choices.as<ChoicesIn<spec::Words>>());
  }
  template <class S> static lift::Table constantTable(Terms& terms, const S& words) {
    return tableOf("", symbolic::constants(terms, words), true);
  }

  // ---- theorems

  std::vector<Theorem> theorems(const Subject& subject) const {
    assert(areAsked(hints) && "a hint that no theorem asks for helps nobody");
    std::vector<Theorem> all = {planTheorem(subject), modifiersTheorem(subject)};
    for (const concrete::Path& path : concrete::paths(mnemonicNamed(mnemonic)))
      if (path.evidence == concrete::Evidence::Proved) {
        all.push_back(datapathTheorem(subject, path));
        all.push_back(entryTheorem(subject, path));
      }
    for (const Claim& claim : claims)
      all = withClaim(std::move(all), claim);
    return all;
  }

  bool areAsked(const Hints& given) const {
    const auto isPath = [&](const std::string& name) {
      return std::ranges::count(concrete::paths(mnemonicNamed(mnemonic)), name, &concrete::Path::name) == 1;
    };
    const bool ofLane = given.laneCuts || given.laneCases || !given.vectorPaths.empty();
    const bool ofWarp = given.shares || given.examples || given.general;
    return !(ofLane && datapath) && !(ofWarp && !datapath) && std::ranges::all_of(given.vectorPaths, isPath) &&
           bool(given.shares) == bool(given.examples) && (given.shares || !given.general);
  }

  Theorem planTheorem(const Subject& subject) const {
    const std::string theorem = name + "/plan";
    return instructionTheorem(
        theorem, mnemonic, "", planRules,
        "for every legal form the plan names the operands and destinations that the form does, is legal, and "
        "leaves the guard alone; the forms that this assumes are those that the parser accepts",
        symbol("plan"), [*this, subject, theorem](Terms& terms) {
          const Contract contract = asStated(subject, planContract());
          FunctionContract function = functionContract(contract);
          function.asCase = formAsCase;
          Obligations made = obligationsOf(terms, subject, function, twinsOf(contract, wrongPlans), theorem);
          const auto form = symbolic::variables<FormTerms>(terms, "form.");
          const auto choices = symbolic::variables<ChoiceTerms>(terms, "choices.");
          const auto before = symbolic::variables<PlanTerms>(terms, "before.");
          add(made, implied(theorem + "/legal", {legal(terms, form, choices), isLegal(before)},
                            isLegal(plan(form, choices, withGuardOf(terms, before)))));
          add(made, legalFormsAgree(theorem + "/legal-forms", mnemonicNamed(mnemonic), isLegal(form), "form."));
          add(made, allowedChoicesAgree(theorem + "/allowed-choices", mnemonicNamed(mnemonic), allowed(terms, choices),
                                        "choices."));
          return made;
        });
  }

  Theorem modifiersTheorem(const Subject& subject) const {
    const std::string theorem = name + "/modifiers";
    return instructionTheorem(
        theorem, mnemonic, "", planRules,
        "for every legal form, the modifiers that the datapath receives are those of the form, and are legal",
        symbol("modifiers"), [*this, subject, theorem](Terms& terms) {
          const Contract contract = asStated(subject, modifiersContract());
          FunctionContract function = functionContract(contract);
          function.asCase = formAsCase;
          Obligations made = obligationsOf(terms, subject, function, twinsOf(contract, wrongModifiers), theorem);
          const auto form = symbolic::variables<FormTerms>(terms, "form.");
          add(made, implied(theorem + "/legal", {isLegal(form)}, legal(terms, modifiers(form))));
          return made;
        });
  }

  Theorem datapathTheorem(const Subject& subject, const concrete::Path& path) const {
    const std::string pathName(path.name), theorem = fmt::format("{}/{}", name, pathName);
    std::vector<std::string> all = rules;
    all.insert(all.end(), {"MACH-1", "MACH-5", "MACH-8"});
    const std::string replaySymbol = replaySymbolOf(symbol(pathName), path);
    Theorem made = instructionTheorem(
        theorem, mnemonic, pathName, all,
        fmt::format(
            "{}, {} path: for all modifiers, operands, exec masks and choices, no undefined behaviour, and results "
            "equal to the encoding, the frame included",
            mnemonic, pathName),
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
                termsIn(given, hints.shares), hints.examples, {contract.requires_(given)}, *stated, theorem,
                [=](const Assignment& witness) { return replayEverywhere(subject, function, function.state, witness); },
                hints.general ? termsIn(given, hints.general) : std::vector<Term>{});
          }
          return made;
        });
    made.laneLevel = true;
    return made;
  }
  static std::vector<Term> termsIn(const Given& g, const typename Hints::OfWarp& terms) {
    AroundValues around = aroundOf(g);
    return std::apply(
        [&](auto&... part) {
          return terms(g.as<ModifierTerms>(0), g.as<OperandTerms>(1), g.as<ChoiceTerms>(2), part...);
        },
        around);
  }

  Theorem entryTheorem(const Subject& subject, const concrete::Path& path) const {
    return entryTheorem(subject, path, [*this](const std::string& pathName) { return entry(pathName); });
  }
  /// Of an entry that hands over more than this says: memory, promises between its callees. entryOf is asked when the
  /// theorem is stated.
  Theorem entryTheorem(const Subject& subject, const concrete::Path& path,
                       std::function<Entry(const std::string& pathName)> entryOf) const {
    const std::string pathName(path.name), theorem = fmt::format("{}/{}/entry", name, pathName);
    const std::string replaySymbol = replaySymbolOf(symbol(pathName + "_run"), path);
    return instructionTheorem(
        theorem, mnemonic, pathName, {"MACH-1", "MACH-2", "MACH-3", "MACH-5", "MACH-7", "MACH-8"},
        fmt::format(
            "{} on a warp, {} path: plan, modifiers, fetch, datapath and write-back are each called once, with the "
            "arguments that they should get. Everything is read before anything is written",
            mnemonic, pathName),
        symbol(pathName + "_run"),
        [entryOf = std::move(entryOf), subject, theorem, pathName, replaySymbol](Terms& terms) {
          Entry one = entryOf(pathName);
          one.replaySymbol = replaySymbol;
          return entryObligations(terms, subject, one, theorem);
        });
  }
};

} // namespace warplaw::proofs
