// Makes the table of an InstructionFuzzer (fuzz/fuzzed_instruction.h) from an instruction's structures and its Traits,
// which are written by hand:
//
//   using Form, Modifiers, Choices, Trial (Trial<> of the two and of parts around, MemoryTrial<>, or derived from one);
//   kFolder       "shfl": its datapaths are warplaw_<folder>_<path>
//   kRows         rows of spec::Operands that it reads
//   kModifiers, kPlan   the encoding's functions over forms
//   kEncoding     the encoding of all lanes; or kLane, that of one lane which looks at no other; or a class Encoding
//   formOf(modifiers)        a form with those modifiers over plain registers, each source another one
//   planOf(form, choices)    which register row k of this form reads, where results go, whether helpers take part: a
//                            third statement, from the rules alone, without a look at the plans of executor and
//                            encoding
//   plainWord(form, choices, lane, operands)    the third statement of the datapath: the word that lane `lane` receives
//                            in Rd, in plain integers; or, where that does not say it all,
//   runPlainly(form, choices, operands, memory, results)    what all lanes leave; with cells around instead of memory,
//                            where the trial has such parts
//   kHooks        what is otherwise than in the general case: FuzzerHooks, whose members they are, so that none is
//                 misspelt; `{}` where nothing is
#pragma once
#include "fuzz/around.h"
#include "fuzz/instruction.h"
#include "fuzz/plain_trial.h"
#include "fuzz/planted.h"
#include "fuzz/properties.h"

namespace warplaw::fuzz {

/// Functions in which an instruction's fuzzer differs from the general case; null where it does not differ.
template <class Traits> struct FuzzerHooks {
  using Form = typename Traits::Form;
  using Choices = typename Traits::Choices;
  using Trial = typename Traits::Trial;

  /// Bends a record's trial towards interesting values;
  void (*bias)(Trial& trial, const Record<kPlainRecord<Choices, Traits::kRows>>& record) = nullptr;
  /// or makes the whole trial from a record of recordBytes bytes.
  Trial (*trialOf)(Bytes record) = nullptr;
  std::size_t recordBytes = kPlainRecord<Choices, Traits::kRows>;
  /// May the minimiser make this trial?
  bool (*isLegal)(const Trial& trial) = nullptr;
  /// Draws choices for operands that are drawn anew.
  void (*machineChoices)(Choices& choices, Dice& dice) = nullptr;
  /// Draws another form with the same modifiers.
  void (*vary)(Form& form, Dice& dice) = nullptr;
  /// Small cases: of the row, or all of them.
  std::vector<std::uint32_t> (*smallValues)(unsigned row) = nullptr;
  std::vector<SmallBase> (*smallBases)(const CellWords& cells) = nullptr;
  /// Columns of the lane table (fuzz/explained).
  Explanation (*explain)(const typename Traits::Modifiers& modifiers, const spec::Operands& operands,
                         const Choices& choices, std::uint32_t allocated,
                         const spec::SurroundingCells& cells) = nullptr;
  std::vector<PlantedBug> (*planted)() = nullptr;
  std::vector<Property> (*properties)() = nullptr; ///< laws
  /// The encoding is compiled once, with its modifiers as inputs, however few values they have.
  bool oneFunction = false;
};

/// An encoding that is a class of its own, Traits::Encoding.
template <class Traits> class OwnEncoding final : public DatapathEncoding {
public:
  void operator()(const void* modifiers, const spec::Operands& operands, const void* choices,
                  std::span<std::uint8_t> memory, [[maybe_unused]] void* around, spec::Results& results) override {
    const auto& m = *static_cast<const typename Traits::Modifiers*>(modifiers);
    const auto& c = *static_cast<const typename Traits::Choices*>(choices);
    if constexpr (HasAround<typename Traits::Trial>)
      encoding_(m, operands, c, memory, *static_cast<decltype(Traits::Trial::around)*>(around), results);
    else
      encoding_(m, operands, c, memory, results);
  }

private:
  typename Traits::Encoding encoding_;
};

/// An instruction's fuzzer, and the types of what its table hands on.
template <class Traits> class DescribedFuzzer final : public InstructionFuzzer {
public:
  using Form = typename Traits::Form;
  using Modifiers = typename Traits::Modifiers;
  using Choices = typename Traits::Choices;
  using Trial = typename Traits::Trial;
  /// Some implementation of the datapath: changes results, and the trial's memory.
  using Executor = std::function<void(Trial&, spec::Results&)>;
  static constexpr bool kMemory = HasMemory<Trial>;
  static constexpr std::size_t kRecord = Traits::kHooks.recordBytes;

  DescribedFuzzer() : InstructionFuzzer(instruction()) {}
  static const FuzzedInstruction& instruction();

  static Trial trialOf(Bytes record);
  /// Nothing if the words are no legal trial.
  static std::optional<Trial> trialOf(const Words& words) {
    std::optional<Trial> trial(std::in_place);
    if (!instruction().read(words, *trial))
      trial.reset();
    return trial;
  }
  /// The shipped datapath on the path that every processor has.
  static void execute(Trial& trial, spec::Results& results) { instruction().execute(trial, results); }
  struct Executed {
    Trial after; ///< memory and parts around as they are then
    spec::Results results;
  };
  static Executed executed(const Trial& trial) {
    Executed done{trial, untouchedResults()};
    execute(done.after, done.results);
    return done;
  }
  using InstructionFuzzer::caseOf;
  static spec::Case caseOf(const Trial& trial) { return instruction().caseOf(trial); }
  static Words wordsOf(const Trial& trial) { return instruction().wordsOf(trial); }
  static const CellWords& cells() { return instruction().cells(); }

private:
  using FormTerms = spec::InWorld<Form, symbolic::AsTerms>;
  using ModifierTerms = spec::InWorld<Modifiers, symbolic::AsTerms>;
  using ChoiceTerms = spec::InWorld<Choices, symbolic::AsTerms>;
  template <class T> static const T& as(const void* structure) { return *static_cast<const T*>(structure); }

  static void fill(FuzzedInstruction& table);
  static void addPlaces(FuzzedInstruction& table);
  static void addStatements(FuzzedInstruction& table);
  static void addEncodings(FuzzedInstruction& table);
  static void addHooks(FuzzedInstruction& table);
  /// Calls f(modifiers, choices, the parts as terms).
  template <class F> static auto onTerms(const void* modifiers, const void* choices, void* const* parts, F&& f) {
    return [&]<std::size_t... k, class... Part>(std::index_sequence<k...>, std::tuple<Part...>*) {
      return f(as<ModifierTerms>(modifiers), as<ChoiceTerms>(choices),
               *static_cast<spec::InWorld<Part, symbolic::AsTerms>*>(parts[k])...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(Trial::around)>>(),
           static_cast<decltype(Trial::around)*>(nullptr));
  }
};

template <class Traits> auto DescribedFuzzer<Traits>::trialOf(Bytes record) -> Trial {
  if constexpr (Traits::kHooks.trialOf != nullptr) {
    return Traits::kHooks.trialOf(record);
  } else {
    const Record<kRecord> bytes(record);
    Trial trial;
    fillPlainly<Traits::kRows>(trial, bytes);
    if constexpr (HasAround<Trial>)
      drawAround(trial, Dice(bytes.doubleWord(kExecWord) ^ bytes.doubleWord(kModifierBytes) * 31));
    if (Traits::kHooks.bias)
      Traits::kHooks.bias(trial, bytes);
    return trial;
  }
}

template <class Traits> void DescribedFuzzer<Traits>::addPlaces(FuzzedInstruction& table) {
  static const Trial kSample;
  const auto offsetOf = [](const auto& member) {
    return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&member) -
                                    reinterpret_cast<const std::byte*>(&static_cast<const AnyTrial&>(kSample)));
  };
  static_assert(std::is_trivially_destructible_v<Trial> && sizeof(Trial::around) <= kMostAround);
  static_assert(alignof(Trial) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__); // OwnTrial
  table.at = {.bytes = sizeof(Trial),
              .modifiers = offsetOf(kSample.modifiers),
              .choices = offsetOf(kSample.choices),
              .choicesBytes = sizeof(Choices),
              .around = offsetOf(kSample.around),
              .aroundBytes = sizeof(Trial::around)};
  if constexpr (kMemory) {
    table.at.allocated = offsetOf(kSample.allocated);
    table.at.memory = offsetOf(kSample.memory);
  }
  eachPart(kSample.around, [&]<class Part>(const Part& part, unsigned) {
    table.parts.push_back({&partKind<Part>(), offsetOf(part) - table.at.around});
  });
  table.construct = [](void* trial) { new (trial) Trial; };
  table.draw = [](Bytes record, void* trial) { new (trial) Trial(trialOf(record)); };
  table.call = [](void* path, const void* modifiers, const spec::Operands& operands, const void* choices,
                  [[maybe_unused]] std::span<std::uint8_t> memory, [[maybe_unused]] void* around,
                  spec::Results& results) {
    [&]<class... Pointer>(std::tuple<Pointer...>*) {
      const auto& m = as<Modifiers>(modifiers);
      const auto& c = as<Choices>(choices);
      std::apply(
          [&](auto&... part) {
            if constexpr (kMemory)
              reinterpret_cast<void (*)(const Modifiers*, const spec::Operands*, const Choices*, typename Trial::Memory,
                                        Pointer..., spec::Results*)>(path)(
                  &m, &operands, &c, {memory.data(), static_cast<std::uint32_t>(memory.size())}, &part..., &results);
            else
              reinterpret_cast<void (*)(const Modifiers*, const spec::Operands*, const Choices*, Pointer...,
                                        spec::Results*)>(path)(&m, &operands, &c, &part..., &results);
          },
          *static_cast<decltype(Trial::around)*>(around));
    }(static_cast<typename Trial::Pointers*>(nullptr));
  };
}

template <class Traits> void DescribedFuzzer<Traits>::addStatements(FuzzedInstruction& table) {
  table.formOf = [](const void* modifiers) -> spec::Form { return Traits::formOf(as<Modifiers>(modifiers)); };
  table.planOf = [](const void* form, const void* choices) {
    return Traits::planOf(as<Form>(form), as<Choices>(choices));
  };
  table.runPlainly = [](const void* form, const void* choices, const spec::Operands& operands,
                        [[maybe_unused]] std::span<std::uint8_t> memory, [[maybe_unused]] spec::SurroundingCells& cells,
                        spec::Results& results) {
    const auto& f = as<Form>(form);
    const auto& c = as<Choices>(choices);
    if constexpr (requires { &Traits::plainWord; }) {
      setMasks(results, operands.exec, false);
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (operands.exec >> lane & 1)
          results.row[0][lane] = Traits::plainWord(f, c, lane, operands);
    } else if constexpr (requires { Traits::runPlainly(f, c, operands, cells, results); }) {
      Traits::runPlainly(f, c, operands, cells, results);
    } else if constexpr (kMemory && HasAround<Trial>) {
      Traits::runPlainly(f, c, operands, memory, cells, results);
    } else {
      Traits::runPlainly(f, c, operands, memory, results);
    }
  };
}

template <class Traits> void DescribedFuzzer<Traits>::addEncodings(FuzzedInstruction& table) {
  table.encodedPlan = [](const void* form, const void* choices, const symbolic::PlanTerms& before) {
    return Traits::kPlan(as<FormTerms>(form), as<ChoiceTerms>(choices), before);
  };
  table.encodedModifiers = [](const void* form, void* modifiers) {
    *static_cast<ModifierTerms*>(modifiers) = Traits::kModifiers(as<FormTerms>(form));
  };
  if constexpr (requires { typename Traits::Encoding; })
    table.ownEncoding = []() -> std::unique_ptr<DatapathEncoding> { return std::make_unique<OwnEncoding<Traits>>(); };
  else if constexpr (requires { Traits::kLane; })
    table.lane = [](const void* modifiers, const void* choices, symbolic::Term lane, const symbolic::LaneWords& words,
                    void* const* parts) {
      return onTerms(modifiers, choices, parts, [&](const auto& m, const auto& c, const auto&... part) {
        return Traits::kLane(m, c, lane, words, part...);
      });
    };
  else
    table.whole = [](const void* modifiers, const symbolic::OperandTerms& operands, const void* choices,
                     const symbolic::ResultTerms& before, void* const* parts) {
      return onTerms(modifiers, choices, parts, [&](const auto& m, const auto& c, auto&... part) {
        return Traits::kEncoding(m, operands, c, before, part...);
      });
    };
}

template <class Traits> void DescribedFuzzer<Traits>::addHooks(FuzzedInstruction& table) {
  static constexpr const FuzzerHooks<Traits>& kHooks = Traits::kHooks;
  if constexpr (kHooks.isLegal != nullptr)
    table.isLegal = [](const AnyTrial& trial) { return kHooks.isLegal(static_cast<const Trial&>(trial)); };
  if constexpr (kHooks.machineChoices != nullptr)
    table.machineChoices = [](void* choices, Dice& dice) {
      kHooks.machineChoices(*static_cast<Choices*>(choices), dice);
    };
  if constexpr (kHooks.vary != nullptr)
    table.vary = [](void* form, Dice& dice) { kHooks.vary(*static_cast<Form*>(form), dice); };
  if constexpr (kHooks.explain != nullptr)
    table.explain = [](const void* modifiers, const spec::Operands& operands, const void* choices,
                       std::uint32_t allocated, const spec::SurroundingCells& cells) {
      return kHooks.explain(as<Modifiers>(modifiers), operands, as<Choices>(choices), allocated, cells);
    };
  table.smallValues = kHooks.smallValues;
  table.smallBases = kHooks.smallBases;
  table.planted = kHooks.planted;
  table.properties = kHooks.properties;
  table.oneFunction = kHooks.oneFunction;
}

template <class Traits> void DescribedFuzzer<Traits>::fill(FuzzedInstruction& table) {
  table.mnemonic = Form::kMnemonic;
  table.folder = Traits::kFolder;
  table.rows = Traits::kRows;
  table.hasMemory = kMemory;
  table.recordBytes = kRecord;
  table.operands = operandsOf<Form>();
  table.modifiers = &spec::layoutOf<Modifiers>();
  addPlaces(table);
  addStatements(table);
  addEncodings(table);
  addHooks(table);
}

template <class Traits> const FuzzedInstruction& DescribedFuzzer<Traits>::instruction() {
  static const FuzzedInstruction kTable(fill);
  return kTable;
}

/// A planted bug of an instruction: `executor` is what runs instead of the shipped datapath.
template <class Traits>
PlantedBug plantedIn(std::string_view name, std::string_view what, PlantedBug::Meets meets,
                     typename DescribedFuzzer<Traits>::Executor executor) {
  return {name, what, meets, Traits::Form::kMnemonic,
          [executor = std::move(executor)](AnyTrial& trial, spec::Results& results) {
            executor(static_cast<typename Traits::Trial&>(trial), results);
          }};
}

} // namespace warplaw::fuzz
