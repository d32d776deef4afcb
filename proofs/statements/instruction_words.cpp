// Instructions on words and on cases, by the encodings of their tables: whole instructions, readings, steps of
// programs, and witnesses written down (instruction_table.h).
#include "proofs/statements/instruction_table.h"
#include "proofs/statements/legality.h"
#include "spec/row.h"
#include "spec/surrounding_parts.h"
#include "symbolic/native/described.h"
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace warplaw::proofs {
using symbolic::OperandTerms;
using symbolic::PlanTerms;
using symbolic::ResultTerms;

namespace {
template <class Structure> void setBytes(Structure& structure, const std::byte* bytes, const spec::Layout& layout) {
  std::memcpy(structure.data(), bytes, layout.bytes());
}
std::vector<void*> handed(std::vector<AnyTerms>& parts) {
  std::vector<void*> all;
  for (AnyTerms& part : parts)
    all.push_back(part.data());
  return all;
}
template <class S> lift::Table constantTable(Terms& terms, const S& words) {
  return tableOf("", symbolic::constants(terms, words), true);
}
lift::Table constantTable(Terms& terms, const void* words, const spec::Layout& layout) {
  return AnyTerms::constants(terms, words, layout).table("", true);
}

/// A datapath of one set of modifiers as a function of everything else. It is made where the same modifiers come many
/// times in a row: to make it takes as long as so many runs on constants. Not thread-safe.
class OftenRun {
public:
  OftenRun(const InstructionKinds& kinds, Effect computes) : kinds_(kinds), computes_(std::move(computes)) {}

  /// False: not yet.
  bool run(const std::vector<std::byte>& modifiers, const spec::Operands& operands, const spec::Choices& choices,
           spec::SurroundingCells& cells, spec::Results& results) {
    if (modifiers != modifiers_) {
      modifiers_ = modifiers;
      runs_ = 0;
      function_.reset();
    }
    if (++runs_ <= kFew)
      return false;
    if (!function_)
      function_ = made();
    std::vector<const void*> inputs = {&operands, choices.data()};
    std::vector<void*> outputs;
    for (const AroundPart& part : kinds_.around) {
      inputs.push_back(part.kind->in(cells));
      outputs.push_back(part.kind->in(cells));
    }
    inputs.push_back(&results);
    outputs.push_back(&results);
    (*function_)(inputs.data(), outputs.data());
    return true;
  }

private:
  static constexpr unsigned kFew = 32;

  native::LateFunction made() const {
    auto owned = std::make_unique<Terms>();
    std::vector<native::Slot> inputs, outputs;
    std::vector<std::vector<Term>> before;
    Given g{*owned, {constantTable(*owned, modifiers_.data(), *kinds_.modifiers.layout)}, {}};
    const std::vector<const spec::Layout*> layouts = layoutsOf();
    for (unsigned k = 0; k < layouts.size(); ++k) {
      const spec::Layout& layout = *layouts[k];
      std::vector<Term>& cells = before.emplace_back(layout.cells().size());
      symbolic::setVariables(*owned, fmt::format("{}.", k), layout, cells);
      native::addSlots(inputs, layout, cells, k);
      g.objects.push_back(tableOf("", layout, cells, true));
    }
    computes_(g);
    for (unsigned k = kFirstChanged; k < layouts.size(); ++k) {
      std::vector<Term> after(before[k].size());
      readCells(g.objects[1 + k], 0, *layouts[k], after);
      native::addSlots(outputs, *layouts[k], after, k - kFirstChanged, before[k]);
    }
    return {std::move(owned), std::move(inputs), std::move(outputs)};
  }
  /// Operands, choices, parts around, results: of these, all but the first two may change.
  std::vector<const spec::Layout*> layoutsOf() const {
    std::vector<const spec::Layout*> layouts = {&symbolic::wordsLayoutOf<OperandTerms>(), kinds_.choices.layout};
    for (const AroundPart& part : kinds_.around)
      layouts.push_back(part.kind->layout);
    layouts.push_back(&symbolic::wordsLayoutOf<ResultTerms>());
    return layouts;
  }
  static constexpr unsigned kFirstChanged = 2;

  const InstructionKinds& kinds_;
  Effect computes_;
  std::vector<std::byte> modifiers_;
  unsigned runs_ = 0;
  std::optional<native::LateFunction> function_;
};
/// What the datapath leaves of a warp, by a plan of constants. Of its registers those alone become terms that the plan
/// names: to make all 8,192 words terms takes longer than all the rest. Whoever reads another one meets a variable, of
/// which there is no word.
void runOnWarp(Terms& terms, const PlanTerms& plan, spec::Warp& warp, const DatapathOnTerms& datapath) {
  const Term untouched = terms.variable(32, "untouched");
  symbolic::WarpTerms before;
  for (auto& row : before.registers)
    std::ranges::fill(row, untouched);
  const auto name = [&](std::uint32_t number) {
    if (const std::uint32_t reg = number % (spec::kZeroRegister + 1); reg != spec::kZeroRegister)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        before.registers[reg][lane] = terms.constant(32, warp.registers[reg][lane]);
  };
  const spec::Plan named = wordsIn(plan);
  for (const spec::Source& source : named.source)
    name(source.value);
  std::ranges::for_each(named.destination, name);
  for (unsigned n = 0; n < spec::kPredicates; ++n)
    before.predicates[n] = terms.constant(32, warp.predicates[n]);
  before.active = terms.constant(32, warp.active);
  before.helpers = terms.constant(32, warp.helpers);
  const symbolic::WarpTerms after = afterDatapath(plan, before, datapath);
  const auto set = [](auto& word, Term made) {
    word = static_cast<std::remove_reference_t<decltype(word)>>(made.value());
  };
  for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (const Term made = after.registers[reg][lane]; !made.same(untouched))
        set(warp.registers[reg][lane], made);
  for (unsigned n = 0; n < spec::kPredicates; ++n)
    set(warp.predicates[n], after.predicates[n]);
  set(warp.active, after.active);
  set(warp.helpers, after.helpers);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    set(warp.errors[lane], after.errors[lane]);
}
} // namespace

std::vector<std::byte> InstructionTable::toldBy(const spec::Form& form) const {
  Terms terms;
  return modifiersOf(AnyTerms::constants(terms, form.data(), *kinds->form.layout)).words();
}

WholeInstruction InstructionTable::wholeInstruction() const {
  return [*this, all = wholeWarp()](const std::byte* form, const std::byte* guard, const std::byte* choices,
                                    spec::Warp& warp, std::span<std::uint8_t> memory,
                                    std::span<std::vector<std::byte>> parts,
                                    const std::function<void(PlanTerms&)>& twist) {
    Terms terms;
    const auto formTerms = AnyTerms::constants(terms, form, *kinds->form.layout);
    const auto choiceTerms = AnyTerms::constants(terms, choices, *kinds->choices.layout);
    PlanTerms made = plan(formTerms.data(), choiceTerms.data(),
                          freshPlan(terms, symbolic::constants(terms, *reinterpret_cast<const spec::Guard*>(guard))));
    if (twist)
      twist(made);
    const AnyTerms told = modifiersOf(formTerms);
    spec::SurroundingCells cells;
    std::vector<AnyTerms> around;
    for (const AroundPart& part : kinds->around) {
      const std::vector<std::byte>& words = parts[around.size()];
      std::ranges::copy(words, part.kind->in(cells));
      around.push_back(AnyTerms::constants(terms, words.data(), *part.kind->layout));
    }
    runOnWarp(terms, made, warp, [&](const OperandTerms& operands, const ResultTerms& before) {
      if (!onWords)
        return all(told.data(), operands, choiceTerms.data(), before, handed(around).data());
      spec::Results results;
      onWords(told.words().data(), wordsIn(operands), choices, memory, cells, results);
      return symbolic::constants(terms, results);
    });
    for (std::size_t part = 0; part < around.size(); ++part)
      parts[part] = around[part].words();
  };
}

Entry InstructionTable::entry(const std::string& path) const {
  Entry entry;
  entry.symbol = symbol(path + "_run");
  entry.plan = planContract();
  entry.modifiers = modifiersContract();
  entry.datapath = datapathContract(path);
  entry.around = kinds->around;
  entry.form = entry.plan.parameters[0].object;
  entry.choices = entry.plan.parameters[1].object;
  entry.isLegal = [kinds = kinds](const lift::Table& form, const lift::Table& choices) {
    return kinds->isLegal(termsOf(form), AnyTerms(form, *kinds->form.layout).data(),
                          AnyTerms(choices, *kinds->choices.layout).data());
  };
  if (kinds->modifiers.isLegal)
    entry.modifiersAreLegal = [kind = kinds->modifiers](const lift::Table& table) {
      return kind.isLegal(AnyTerms(table, *kind.layout).data());
    };
  entry.whole = wholeInstruction();
  const spec::InstructionRow& row = spec::rowOf(mnemonic);
  entry.asCase = [kinds = kinds, &row](const std::byte* form, const std::byte* guard, const std::byte* choices,
                                       const spec::Warp& warp, std::size_t allocated,
                                       std::span<const std::vector<std::byte>> around) {
    spec::Case c = onWarp(row.defaultForm(), row.defaultChoices(), warp);
    setBytes(c.instruction.form, form, *kinds->form.layout);
    setBytes(c.choices, choices, *kinds->choices.layout);
    c.instruction.guard = *reinterpret_cast<const spec::Guard*>(guard);
    c.memory.resize(allocated);
    for (std::size_t part = 0; part < around.size(); ++part)
      std::ranges::copy(around[part], kinds->around[part].kind->in(c.cells));
    return c;
  };
  const auto addExample = [&](const spec::Form& form) {
    entry.examples.push_back(bytesAt(form.data(), kinds->form.layout->bytes()));
  };
  for (const spec::FormFamily& family : spec::families(mnemonic)) {
    addExample(family.form);
    const spec::Form wide = row.mapForm(family.form, [](const auto& place, std::uint64_t value) {
      return place.about.immediateBits ? (std::uint64_t{1} << place.about.immediateBits) - 1 : value;
    });
    if (!kinds->around.empty() && row.check(wide)) // an immediate of 0 may do nothing
      addExample(wide);
  }
  return entry;
}

// --- Witnesses as cases. ---

AsCase InstructionTable::datapathAsCase() const {
  return [instruction = writtenDown(), kinds = kinds](const Assignment& witness) {
    HandedWords handed{valueFrom<spec::Operands>(witness),
                       spec::rowOf(instruction.mnemonic).defaultChoices(),
                       {},
                       valueFrom<spec::Results>(witness, "before.")};
    setFrom(witness, "", *kinds->choices.layout, handed.choices.data());
    for (const AroundPart& part : kinds->around)
      setFrom(witness, part.kind->name + ".", *part.kind->layout, part.kind->in(handed.cells));
    std::vector<std::byte> told(kinds->modifiers.layout->bytes());
    setFrom(witness, "", *kinds->modifiers.layout, told.data());
    return caseOf(instruction, assignmentOf(told.data(), *kinds->modifiers.layout, ""), handed);
  };
}
AsCase InstructionTable::formAsCase() const {
  return [kinds = kinds, &row = spec::rowOf(mnemonic)](const Assignment& witness) {
    spec::Form form = row.defaultForm();
    spec::Choices choices = row.defaultChoices();
    setFrom(witness, "form.", *kinds->form.layout, form.data());
    setFrom(witness, "choices.", *kinds->choices.layout, choices.data());
    return onTellingWarp(form, choices);
  };
}
WrittenDown InstructionTable::writtenDown() const {
  return {mnemonic, reading().plan,
          [*this](const spec::Form& form) { return assignmentOf(toldBy(form).data(), *kinds->modifiers.layout, ""); }};
}

// --- Readings. ---

Reading InstructionTable::reading(Effect planWrong, Effect modifiersWrong, Effect datapathWrong) const {
  Reading made;
  const auto formTable = [kinds = kinds](Terms& terms, const spec::Form& form) {
    return constantTable(terms, form.data(), *kinds->form.layout);
  };
  const auto choiceTable = [kinds = kinds](Terms& terms, const spec::Choices& choices) {
    return constantTable(terms, choices.data(), *kinds->choices.layout);
  };
  made.plan = [=, effect = planWrong ? planWrong : planContract().effect](const spec::Form& form,
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
  const auto often = std::make_shared<OftenRun>(*kinds, computes);
  made.run = [=, kinds = kinds, onWords = onWords](const spec::Form& form, const spec::Choices& choices,
                                                   const spec::Operands& operands, std::span<std::uint8_t> memory,
                                                   spec::SurroundingCells& cells, spec::Results& results) {
    Terms terms;
    const spec::Layout& modifiers = *kinds->modifiers.layout;
    const std::vector<std::byte> none(modifiers.bytes());
    Given g{terms, {formTable(terms, form), constantTable(terms, none.data(), modifiers)}, {}};
    told(g);
    const std::vector<std::byte> words = AnyTerms(g.objects[1], modifiers).words();
    if (onWords) {
      onWords(words.data(), operands, choices.data(), memory, cells, results);
      return;
    }
    if (often->run(words, operands, choices, cells, results))
      return;
    Given whole{terms, {g.objects[1], constantTable(terms, operands), choiceTable(terms, choices)}, {}};
    for (const AroundPart& part : kinds->around)
      whole.objects.push_back(constantTable(terms, part.kind->in(cells), *part.kind->layout));
    whole.objects.push_back(constantTable(terms, results));
    computes(whole);
    results = wordsIn(whole.as<ResultTerms>(kinds->results()));
    for (std::size_t part = 0; part < kinds->around.size(); ++part) {
      const AroundKind& kind = *kinds->around[part].kind;
      std::ranges::copy(AnyTerms(whole.objects[InstructionKinds::kAround + part], *kind.layout).words(),
                        kind.in(cells));
    }
  };
  return made;
}

Readings InstructionTable::readings() const {
  Readings all{mnemonic, reading(), {}, {}, writtenDown()};
  const auto add = [&](const auto& wrong, Reading read) {
    all.wrong.push_back({wrong.name, wrong.breaks, std::move(read)});
  };
  const WrongEffect helpers =
      spoiltPlan("helpers-excluded-otherwise", "", {"MACH-7"}, [](PlanTerms& made, const void*, const void*) {
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
  InstructionTable other = *this;
  for (const auto* list : {&wrongLanes, &misreadLanes})
    for (const WrongLane& wrong : *list) {
      other.lane = wrong.lane;
      add(wrong, other.reading());
    }
  if ((datapath || lane) && std::ranges::none_of(kinds->around, &AroundPart::changes))
    all.step = step();
  return all;
}

StepOnTerms InstructionTable::step() const {
  return [*this, all = wholeWarp()](Terms& terms, const spec::Instruction& instruction, std::string_view prefix,
                                    const symbolic::WarpTerms& before) {
    const auto form = AnyTerms::constants(terms, instruction.form.data(), *kinds->form.layout);
    const auto chosen = AnyTerms::variables(terms, prefix, *kinds->choices.layout);
    // any legal surroundings in each step, which is more than one warp can see (SR-3); but nobody exits meanwhile
    std::vector<AnyTerms> around;
    std::vector<Term> isAround;
    for (const AroundPart& part : kinds->around) {
      const bool stays = part.kind == &aroundKind<spec::ExitedLanes>();
      around.push_back(AnyTerms::variables(terms, std::string(stays ? kAroundProgram : prefix) + part.kind->name + ".",
                                           *part.kind->layout));
      isAround.push_back(part.kind->isLegal(around.back().data()));
    }
    const PlanTerms made =
        plan(form.data(), chosen.data(), freshPlan(terms, symbolic::constants(terms, instruction.guard)));
    return SteppedWarp{afterDatapath(made, before,
                                     [&](const OperandTerms& operands, const ResultTerms& results) {
                                       return all(modifiersOf(form).data(), operands, chosen.data(), results,
                                                  handed(around).data());
                                     }),
                       kinds->choices.holds(terms, chosen.data()) & terms.all(isAround)};
  };
}

} // namespace warplaw::proofs
