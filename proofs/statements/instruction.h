// An instruction's functions and what is proved of each: plan, modifiers, a datapath a path, an entry a path. The
// theorems follow from the encodings; a theorem file names those and says what may go wrong (twins). Here they have
// their types; what they become is a table (instruction_table.h).
#pragma once
#include "proofs/statements/instruction_table.h"

namespace warplaw::proofs {

/// Around: the parts of the surroundings that are cells which its datapaths are handed, Reads<> or Changes<> each, in
/// the order of their signature.
template <template <class> class FormIn, template <class> class ModifiersIn, template <class> class ChoicesIn,
          class... Around>
struct InstructionProof : InstructionTable {
  using FormTerms = FormIn<AsTerms>;
  using ModifierTerms = ModifiersIn<AsTerms>;
  using ChoiceTerms = ChoicesIn<AsTerms>;
  using PlanTerms = symbolic::PlanTerms;
  using OperandTerms = symbolic::OperandTerms;
  using ResultTerms = symbolic::ResultTerms;

  // ---- functions with their types
  using Plan = std::function<PlanTerms(const FormTerms&, const ChoiceTerms&, const PlanTerms& before)>;
  using Told = std::function<ModifierTerms(const FormTerms&)>;
  /// The whole warp, or one lane if no lane depends on another.
  using Datapath = std::function<ResultTerms(const ModifierTerms&, const OperandTerms&, const ChoiceTerms&,
                                             const ResultTerms& before, typename Around::Argument...)>;
  using Lane = std::function<Term(const ModifierTerms&, const ChoiceTerms&, Term lane, const LaneWords& words,
                                  typename Around::Argument...)>;
  /// Or, for a datapath with a memory, the encoding as a function on words.
  using Words =
      std::function<void(const ModifiersIn<spec::Words>&, const spec::Operands&, const ChoicesIn<spec::Words>&,
                         std::span<std::uint8_t> memory, const spec::SurroundingCells&, spec::Results&)>;
  /// Hints: terms of a warp or a lane, and conditions on modifiers.
  using TermsOfWarp = std::function<std::vector<Term>(const ModifierTerms&, const OperandTerms&, const ChoiceTerms&,
                                                      typename Around::Argument...)>;
  using TermsOfLane = std::function<std::vector<Term>(const ModifierTerms&, const ChoiceTerms&, Term lane,
                                                      const LaneWords& words, typename Around::Argument...)>;
  using TermsOfModifiers = std::function<std::vector<Term>(const ModifierTerms&)>;

  // ---- and as the table has them
  static AnyDatapath ofDatapath(Datapath all) {
    return onWarp<ResultTerms, const ResultTerms&>(std::move(all), kIndices);
  }
  static AnyLane ofLane(Lane one) { return onLane<Term>(std::move(one), kIndices); }
  static auto ofTerms(TermsOfWarp terms) { return onWarp<std::vector<Term>>(std::move(terms), kIndices); }
  static auto ofTerms(TermsOfLane terms) { return onLane<std::vector<Term>>(std::move(terms), kIndices); }
  static auto ofTerms(TermsOfModifiers terms) {
    return [terms = std::move(terms)](const void* told) { return terms(as<ModifierTerms>(told)); };
  }
  static AnyOnWords ofWords(Words words) {
    return [words = std::move(words)](const void* told, const spec::Operands& operands, const void* choices,
                                      std::span<std::uint8_t> memory, const spec::SurroundingCells& cells,
                                      spec::Results& results) {
      words(as<ModifiersIn<spec::Words>>(told), operands, as<ChoicesIn<spec::Words>>(choices), memory, cells, results);
    };
  }

  InstructionProof() : InstructionTable{.kinds = kindsOf(), .mnemonic = FormIn<spec::Words>::kMnemonic} {}
  /// The encoding: plan and modifiers, and the datapath or a lane of it.
  void encodedBy(Plan planned, Told told) {
    plan = [planned = std::move(planned)](const void* form, const void* choices, const PlanTerms& before) {
      return planned(as<FormTerms>(form), as<ChoiceTerms>(choices), before);
    };
    modifiers = [told = std::move(told)](const void* form, void* made) {
      *static_cast<ModifierTerms*>(made) = told(as<FormTerms>(form));
    };
  }
  void encodedBy(Plan planned, Told told, Datapath all) {
    encodedBy(std::move(planned), std::move(told));
    datapath = ofDatapath(std::move(all));
  }
  void encodedBy(Plan planned, Told told, Lane one) {
    encodedBy(std::move(planned), std::move(told));
    lane = ofLane(std::move(one));
  }
  struct WrongLane : InstructionTable::WrongLane {
    WrongLane(std::string what, Lane wrong, std::vector<std::string> rules)
        : InstructionTable::WrongLane{std::move(what), ofLane(std::move(wrong)), std::move(rules)} {}
  };

  /// Objects of a datapath: those of the surroundings from kAround on, the results after them.
  static constexpr unsigned kAround = InstructionKinds::kAround, kResults = kAround + sizeof...(Around);

  // ---- what may go wrong with plan, modifiers, datapath and a lane

  /// The encoding's plan, changed by `spoil(plan, form, choices)`; `plan` must have been set.
  WrongEffect planBut(std::string what, std::string output, std::vector<std::string> breaks,
                      std::function<void(PlanTerms&, const FormTerms&, const ChoiceTerms&)> spoil) const {
    return spoiltPlan(std::move(what), std::move(output), std::move(breaks),
                      [spoil = std::move(spoil)](PlanTerms& made, const void* form, const void* choices) {
                        spoil(made, as<FormTerms>(form), as<ChoiceTerms>(choices));
                      });
  }
  /// The encoding's modifiers, changed by `spoil(modifiers, form)`; `modifiers` must have been set.
  WrongEffect modifiersBut(std::string what, std::string output, std::vector<std::string> breaks,
                           std::function<void(ModifierTerms&, const FormTerms&)> spoil) const {
    return spoiltModifiers(std::move(what), std::move(output), std::move(breaks),
                           [spoil = std::move(spoil)](void* made, const void* form) {
                             spoil(*static_cast<ModifierTerms*>(made), as<FormTerms>(form));
                           });
  }
  WrongEffect wrongDatapath(std::string what, std::string output, std::vector<std::string> breaks,
                            Datapath wrong) const {
    return {std::move(what), std::move(output), effectOf(*kinds, ofDatapath(std::move(wrong))), std::move(breaks)};
  }
  /// A lane's encoding after `spoil` changed its modifiers, choices, fetched words or parts around.
  using Spoil = std::function<void(ModifierTerms&, ChoiceTerms&, LaneWords&, typename Around::Value&...)>;
  static WrongLane laneBut(Lane lane, std::string what, std::vector<std::string> breaks, Spoil spoil) {
    return {std::move(what),
            [lane = std::move(lane), spoil = std::move(spoil)](ModifierTerms modifiers, ChoiceTerms choices, Term k,
                                                               LaneWords words, typename Around::Value... around) {
              spoil(modifiers, choices, words, around...);
              return lane(modifiers, choices, k, words, around...);
            },
            std::move(breaks)};
  }

private:
  template <class S> static const S& as(const void* structure) { return *static_cast<const S*>(structure); }
  template <class S, class Holds> static StructureKind kindOf(Holds) {
    StructureKind kind = {&wholeLayoutOf<S>(), nullptr};
    if constexpr (!std::is_empty_v<S>)
      kind.isLegal = [](const void* structure) { return Holds()(as<S>(structure)); };
    return kind;
  }
  static const InstructionKinds* kindsOf() {
    const auto legal = [](const auto& structure) { return isLegal(structure); };
    const auto allowed = [](const auto& structure) { return isAllowed(structure); };
    static const InstructionKinds kKinds = {
        kindOf<FormTerms>(legal), kindOf<ModifierTerms>(legal), kindOf<ChoiceTerms>(allowed), {Around::part()...}};
    return &kKinds;
  }
  static constexpr std::index_sequence_for<Around...> kIndices = {};
  template <class Made, class... Before, class F, std::size_t... k>
  static auto onWarp(F all, std::index_sequence<k...>) {
    return [all = std::move(all)](const void* modifiers, const OperandTerms& operands, const void* choices,
                                  Before... before, [[maybe_unused]] void* const* around) -> Made {
      return all(as<ModifierTerms>(modifiers), operands, as<ChoiceTerms>(choices), before...,
                 *static_cast<typename Around::Value*>(around[k])...);
    };
  }
  template <class Made, class F, std::size_t... k> static auto onLane(F one, std::index_sequence<k...>) {
    return [one = std::move(one)](const void* modifiers, const void* choices, Term lane, const LaneWords& words,
                                  [[maybe_unused]] void* const* around) -> Made {
      return one(as<ModifierTerms>(modifiers), as<ChoiceTerms>(choices), lane, words,
                 *static_cast<typename Around::Value*>(around[k])...);
    };
  }
};

} // namespace warplaw::proofs

/// For the row of spec/instructions.def that begins with Camel and folder: the type of its proof, and encoded(), a
/// proof that has what follows from these names. whole: Encoding, or Lane. Further arguments are the parts around.
#define WARPLAW_PROOF(Camel, folder, whole, ...)                                                                       \
  using Modifiers = symbolic::Camel##ModifierTerms;                                                                    \
  using Choices = symbolic::Camel##ChoiceTerms;                                                                        \
  [[maybe_unused]] constexpr spec::Mnemonic kMnemonic = spec::Mnemonic::Camel;                                         \
  using Proof = InstructionProof<spec::Camel##FormIn, spec::Camel##ModifiersIn,                                        \
                                 spec::Camel##ChoicesIn __VA_OPT__(, ) __VA_ARGS__>;                                   \
  Proof encoded(std::vector<std::string> rules, std::vector<std::string> planRules) {                                  \
    Proof proof;                                                                                                       \
    proof.encodedBy(symbolic::folder##Plan, symbolic::folder##Modifiers, symbolic::folder##whole);                     \
    proof.rules = std::move(rules);                                                                                    \
    proof.planRules = std::move(planRules);                                                                            \
    return proof;                                                                                                      \
  }

/// Its readings and theorems, from its proofOf(). Further arguments are further theorems, which may name `subject`.
#define WARPLAW_THEOREMS(folder, ...)                                                                                  \
  Readings folder##Readings() { return folder::proofOf().readings(); }                                                 \
  std::vector<Theorem> folder##Theorems(const Subject& subject) {                                                      \
    using namespace folder;                                                                                            \
    return proofOf().theorems(subject, {__VA_ARGS__});                                                                 \
  }
