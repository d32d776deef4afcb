// An InstructionFuzzer from an instruction's structures. What it is made of, by hand, is its Traits:
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
#include "concrete/execute.h"
#include "fuzz/around.h"
#include "fuzz/encoding.h"
#include "fuzz/instruction.h"
#include "fuzz/placement.h"
#include "fuzz/plain_trial.h"
#include "fuzz/planted.h"
#include "fuzz/properties.h"
#include <cassert>

namespace warplaw::fuzz {

/// What an instruction's fuzzer does otherwise than the general case; null where nothing is said.
template <class Traits> struct FuzzerHooks {
  using Form = typename Traits::Form;
  using Choices = typename Traits::Choices;
  using Trial = typename Traits::Trial;

  /// Bends a record's trial towards what is interesting;
  void (*bias)(Trial& trial, const Record<kPlainRecord<Choices, Traits::kRows>>& record) = nullptr;
  /// or makes all of it, of a record of so many bytes.
  Trial (*trialOf)(Bytes record) = nullptr;
  std::size_t recordBytes = kPlainRecord<Choices, Traits::kRows>;
  /// What the minimiser may not make of a trial.
  bool (*isLegal)(const Trial& trial) = nullptr;
  /// Choices where operands are drawn anew.
  void (*machineChoices)(Choices& choices, Dice& dice) = nullptr;
  /// Other forms with the same modifiers.
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
  /// The encoding is compiled once, its modifiers inputs, however few values they have.
  bool oneFunction = false;
};

template <class Traits> struct EncodingOf {
  using Type = WarpEncoding<Traits>;
};
template <class Traits>
  requires(requires { Traits::kLane; } && !HasAround<typename Traits::Trial>)
struct EncodingOf<Traits> {
  using Type = LaneEncoding<Traits>;
};
template <class Traits>
  requires requires { typename Traits::Encoding; }
struct EncodingOf<Traits> {
  using Type = typename Traits::Encoding;
};

template <class Traits>
  requires(HasAround<typename Traits::Trial> && !requires { typename Traits::Encoding; })
struct EncodingOf<Traits> {
  using Type = AroundEncoding<Traits>;
};

template <class Traits> class DescribedFuzzer final : public InstructionFuzzer {
public:
  using Form = typename Traits::Form;
  using Modifiers = typename Traits::Modifiers;
  using Choices = typename Traits::Choices;
  using Trial = typename Traits::Trial;
  using Encoding = typename EncodingOf<Traits>::Type;
  /// Some implementation of the datapath: changes results, and the trial's memory.
  using Executor = std::function<void(Trial&, spec::Results&)>;
  static constexpr bool kMemory = HasMemory<Trial>;
  using Around = decltype(Trial::around);

  static constexpr const FuzzerHooks<Traits>& kHooks = Traits::kHooks;
  static constexpr std::size_t kRecord = kHooks.recordBytes;

  DescribedFuzzer() {
    for (const concrete::Path& path : concrete::paths(Form::kMnemonic))
      if (path.supported)
        paths_.push_back(shipped(path.name));
  }

  // ---- trials

  static Trial trialOf(Bytes record) {
    if constexpr (kHooks.trialOf != nullptr) {
      return kHooks.trialOf(record);
    } else {
      const Record<kRecord> bytes(record);
      Trial trial;
      fillPlainly<Traits::kRows>(trial, bytes);
      if constexpr (HasAround<Trial>)
        drawAround(trial, Dice(bytes.doubleWord(kExecWord) ^ bytes.doubleWord(kModifierBytes) * 31));
      if (kHooks.bias)
        kHooks.bias(trial, bytes);
      return trial;
    }
  }

  static std::span<std::uint8_t> memoryOf(Trial& trial) {
    if constexpr (kMemory)
      return {trial.memory.data(), trial.allocated};
    return {};
  }

  /// The shipped datapath on the path that every processor has.
  static void execute(Trial& trial, spec::Results& results) {
    static Datapath* const kPortable = shipped("portable");
    call(kPortable, trial.modifiers, trial.operands, trial.choices, memoryOf(trial).data(), trial.around, results,
         trial);
  }

  struct Run {
    Trial after; ///< memory and parts around as they are then
    spec::Results results;
  };
  static Run executed(const Trial& trial) {
    Run done{trial, untouchedResults()};
    execute(done.after, done.results);
    return done;
  }

  /// What a datapath leaves besides what it returns in results.
  struct Wanted {
    spec::Results results = untouchedResults();
    alignas(8) std::array<std::uint8_t, kMemory ? kTrialMemory : 8> memory;
    Around around;
  };
  void encode(const Trial& trial, Wanted& wanted) {
    std::span<std::uint8_t> memory;
    if constexpr (kMemory) {
      memory = std::span(wanted.memory).first(trial.allocated);
      std::memcpy(wanted.memory.data(), trial.memory.data(), trial.allocated);
    }
    wanted.around = trial.around;
    callEncoding(trial.modifiers, trial.operands, trial.choices, memory, wanted.around, wanted.results);
  }

  Kinds judge(const Trial& trial) {
    Wanted wanted;
    encode(trial, wanted);
    *modifiers_ = trial.modifiers;
    *operands_ = trial.operands;
    *choices_ = trial.choices;
    Kinds kinds = 0;
    for (Datapath* const path : paths_) {
      *got_ = untouchedResults();
      std::uint8_t* memory = nullptr;
      if constexpr (kMemory) {
        // the memory ends where its heap block ends: the first byte behind it is seen, too
        memory = memory_.get() + kTrialMemory - trial.allocated;
        std::memcpy(memory, trial.memory.data(), trial.allocated);
      }
      *around_ = trial.around;
      call(path, *modifiers_, *operands_, *choices_, memory, *around_, *got_, trial);
      kinds |= differingKinds(wanted.results, *got_, trial.operands.exec);
      if (!(*around_ == wanted.around))
        kinds |= setOf(Kind::Cell);
      if constexpr (kMemory)
        if (std::memcmp(memory, wanted.memory.data(), trial.allocated) != 0)
          kinds |= setOf(Kind::Memory);
    }
    return kinds;
  }

  /// Some implementation against the encoding, over words.
  Judge judgeOf(Executor executor) {
    return [this, executor = std::move(executor)](const Words& words) -> Kinds {
      std::optional<Trial> trial = trialOf(words);
      if (!trial)
        return 0;
      Trial wanted = *trial;
      spec::Results expected = untouchedResults(), got = untouchedResults();
      callEncoding(trial->modifiers, trial->operands, trial->choices, memoryOf(wanted), wanted.around, expected);
      executor(*trial, got);
      Kinds kinds = differingKinds(expected, got, wanted.operands.exec);
      if (!(trial->around == wanted.around))
        kinds |= setOf(Kind::Cell);
      if constexpr (kMemory)
        kinds |= wanted.memory != trial->memory ? setOf(Kind::Memory) : 0;
      return kinds;
    };
  }

  /// What some implementation leaves; the words stand for a legal trial.
  OperandOutcome outcomeOf(const Executor& executor, const Words& words) {
    std::optional<Trial> trial = trialOf(words);
    assert(trial && "only words of a case that was judged");
    OperandOutcome outcome{untouchedResults(), {}};
    executor(*trial, outcome.results);
    if constexpr (kMemory)
      outcome.memory.assign(trial->memory.begin(), trial->memory.begin() + trial->allocated);
    return outcome;
  }

  // ---- words

  static const CellWords& cells() {
    static const CellWords kCells = makeCells();
    return kCells;
  }

  static Words wordsOf(const Trial& trial) {
    Words words(cells().layout().size());
    cells().read(&trial, words.data());
    return words;
  }

  /// Nothing if the words are no legal trial: no form has such modifiers, the order is no permutation.
  static std::optional<Trial> trialOf(const Words& words) {
    std::optional<Trial> trial(std::in_place);
    if (!cells().areLegal(words.data()))
      return std::nullopt;
    cells().write(words.data(), &*trial);
    if constexpr (kMemory) {
      if (trial->allocated > kTrialMemory)
        return std::nullopt;
      if (std::any_of(trial->memory.begin() + trial->allocated, trial->memory.end(), [](auto byte) { return byte; }))
        return std::nullopt;
    }
    if (!areLegal(trial->around, trial->operands.exec))
      return std::nullopt;
    if (kHooks.isLegal && !kHooks.isLegal(*trial))
      return std::nullopt;
    if (!isLegal(trial->modifiers))
      return std::nullopt;
    return trial;
  }

  // ---- cases

  /// The trial over the plain form's registers; an operand becomes an immediate where all lanes hold one that is legal.
  static spec::Case caseOf(const Trial& trial) {
    spec::Case c;
    Form form = Traits::formOf(trial.modifiers);
    const spec::Plan plan = Traits::planOf(form, trial.choices);
    const auto immediate = [&](auto& operand, const spec::About& about) {
      if constexpr (std::same_as<std::remove_cvref_t<decltype(operand)>, spec::RegisterOrImmediate>)
        for (unsigned row = 0; row < Traits::kRows; ++row)
          if (const std::uint32_t* const values = trial.operands.row[row];
              plan.source[row].kind == spec::SourceKind::Register && plan.source[row].value == operand.value &&
              isUniform(values)) {
            const spec::RegisterOrImmediate reg = operand;
            operand = {true, values[0] & static_cast<std::uint32_t>((std::uint64_t{1} << about.immediateBits) - 1)};
            const spec::Source source = Traits::planOf(form, trial.choices).source[row];
            c.instruction.form = form;
            if (source.kind == spec::SourceKind::Immediate && source.value == values[0] && spec::check(c.instruction))
              return;
            operand = reg;
          }
    };
    std::apply([&](const auto&... field) { (immediate(form.*field.member, field.about), ...); },
               spec::FieldsOf<Form>::list);
    c.instruction.form = form;
    c.choices = trial.choices;
    c.warp.active = trial.operands.exec;
    place(c, Traits::planOf(form, trial.choices), trial);
    return c;
  }

  spec::Mnemonic mnemonic() const override { return Form::kMnemonic; }
  std::size_t recordBytes() const override { return kRecord; }
  Kinds run(Bytes record) override { return judge(trialOf(record)); }
  void runUpTo(Bytes record, RunPart last) override {
    const Trial trial = trialOf(record);
    Wanted wanted;
    Kinds kinds = 0;
    if (last == RunPart::Oracle)
      encode(trial, wanted);
    else if (last == RunPart::Executors)
      kinds = judge(trial);
    asm volatile("" : : "r"(&trial), "r"(&wanted), "r"(kinds) : "memory"); // all of it is made
  }
  spec::Case operandCase(Bytes record) const override { return caseOf(trialOf(record)); }
  spec::Case machineCase(Bytes record) const override;

  spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) const override {
    return Traits::planOf(form.as<Form>(), choices.as<Choices>());
  }
  void runPlainly(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
                  std::span<std::uint8_t> memory, spec::SurroundingCells& cells,
                  spec::Results& results) const override {
    if constexpr (requires { &Traits::plainWord; }) {
      setMasks(results, operands.exec, false);
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (operands.exec >> lane & 1)
          results.row[0][lane] = Traits::plainWord(form.as<Form>(), choices.as<Choices>(), lane, operands);
    } else if constexpr (requires {
                           Traits::runPlainly(form.as<Form>(), choices.as<Choices>(), operands, cells, results);
                         }) {
      Traits::runPlainly(form.as<Form>(), choices.as<Choices>(), operands, cells, results);
    } else if constexpr (kMemory && HasAround<Trial>) {
      Traits::runPlainly(form.as<Form>(), choices.as<Choices>(), operands, memory, cells, results);
    } else {
      Traits::runPlainly(form.as<Form>(), choices.as<Choices>(), operands, memory, results);
    }
  }
  spec::Plan encodedPlanOf(const spec::Form& form, const spec::Choices& choices) const override {
    Terms terms;
    return symbolic::wordsIn(Traits::kPlan(symbolic::constants(terms, form.as<Form>()),
                                           symbolic::constants(terms, choices.as<Choices>()),
                                           symbolic::constants(terms, spec::Plan{})));
  }
  void encode(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
              std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results) override {
    Around around = aroundIn(cells);
    callEncoding(modifiersOf(form.as<Form>()), operands, choices.as<Choices>(), memory, around, results);
    setAround(cells, around);
  }

  const Layout& layout() const override { return cells().layout(); }
  const SmallCases& small() const override {
    static const SmallCases kCases =
        smallCases(cells().layout(), kHooks.smallBases
                                         ? kHooks.smallBases(cells())
                                         : plainSmallBases(cells(), Traits::kRows,
                                                           kHooks.smallValues ? kHooks.smallValues : plainSmallValues));
    return kCases;
  }
  Words recordWords(Bytes record) const override { return wordsOf(trialOf(record)); }
  std::optional<OperandWords> operandWords(const spec::Case& c) override;
  spec::Case caseOf(const Words& words) const override {
    const auto trial = trialOf(words);
    assert(trial && "only words that were judged come back");
    return caseOf(*trial);
  }
  LayoutWords choiceWords(const spec::Case& c) const override;
  void setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const override;
  bool setRegister(spec::Form& form, spec::Role role, std::uint8_t reg) const override;

  Explanation explain(const spec::Case& c) const override {
    if (!kHooks.explain)
      return {};
    return kHooks.explain(modifiersOf(c.instruction.form.as<Form>()),
                          fetchPlainly(c, planOf(c.instruction.form, c.choices)), c.choices.as<Choices>(),
                          static_cast<std::uint32_t>(c.memory.size()), c.cells);
  }
  std::vector<PlantedBug> planted() const override {
    return kHooks.planted ? kHooks.planted() : std::vector<PlantedBug>{};
  }
  std::vector<Property> properties() const override {
    return kHooks.properties ? kHooks.properties() : std::vector<Property>{};
  }

private:
  template <class T, class Pointers> struct Signature;
  template <class T, class... Pointer> struct Signature<T, std::tuple<Pointer...>> {
    using Type = void(const Modifiers*, const spec::Operands*, const Choices*, Pointer..., spec::Results*);
  };
  template <HasMemory T, class... Pointer> struct Signature<T, std::tuple<Pointer...>> {
    using Type = void(const Modifiers*, const spec::Operands*, const Choices*, typename T::Memory, Pointer...,
                      spec::Results*);
  };
  using Datapath = typename Signature<Trial, typename Trial::Pointers>::Type;

  // ---- the parts around

  static Around aroundIn(const spec::SurroundingCells& cells) {
    Around around;
    eachPart(around, [&]<class Part>(Part& part, unsigned) { part = spec::partIn<Part>(cells); });
    return around;
  }
  static void setAround(spec::SurroundingCells& cells, const Around& around) {
    eachPart(around, [&]<class Part>(const Part& part, unsigned) { spec::partIn<Part>(cells) = part; });
  }
  void callEncoding(const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                    [[maybe_unused]] std::span<std::uint8_t> memory, [[maybe_unused]] Around& around,
                    spec::Results& results) {
    if constexpr (kMemory && HasAround<Trial>)
      encoding_(modifiers, operands, choices, memory, around, results);
    else if constexpr (HasAround<Trial>)
      encoding_(modifiers, operands, choices, around, results);
    else
      encoding_(modifiers, operands, choices, memory, results);
  }

  static Datapath* shipped(std::string_view path) {
    void* const found = concrete::shippedFunction("warplaw_" + std::string(Traits::kFolder) + "_" + std::string(path));
    assert(found && "a datapath of every path");
    return reinterpret_cast<Datapath*>(found);
  }

  static void call(Datapath* path, const Modifiers& modifiers, const spec::Operands& operands, const Choices& choices,
                   [[maybe_unused]] std::uint8_t* memory, Around& around, spec::Results& results,
                   [[maybe_unused]] const Trial& trial) {
    std::apply(
        [&](auto&... part) {
          if constexpr (kMemory)
            path(&modifiers, &operands, &choices, {memory, trial.allocated}, &part..., &results);
          else
            path(&modifiers, &operands, &choices, &part..., &results);
        },
        around);
  }

  /// What the encoding says that the form's datapath is told.
  static Modifiers modifiersOf(const Form& form) {
    Terms terms;
    return symbolic::wordsIn(Traits::kModifiers(symbolic::constants(terms, form)));
  }

  /// Has a legal form these modifiers? The minimiser asks thousands of times about the same ones.
  static bool isLegal(const Modifiers& modifiers) {
    thread_local Modifiers asked;
    thread_local std::optional<bool> answer;
    if (!answer || !(asked == modifiers)) {
      asked = modifiers;
      answer = spec::check(spec::Instruction{{}, Traits::formOf(modifiers), {}}).has_value();
    }
    return *answer;
  }

  static bool isUniform(const std::uint32_t* row) {
    return std::all_of(row, row + spec::kLanes, [&](std::uint32_t v) { return v == row[0]; });
  }

  static CellWords makeCells();
  static std::vector<std::uint32_t> plainSmallValues(unsigned) { return {1, 0x80000000}; }
  static void place(spec::Case& c, const spec::Plan& plan, const Trial& trial);
  static void drawOperands(spec::Case& c, const Trial& trial, Dice& dice);
  template <class F> static void eachImmediate(const Form& form, F&& f);

  Encoding encoding_;
  // what an executor sees lies in heap blocks of its own, so that the address sanitizer sees a step beyond one
  std::unique_ptr<std::uint8_t[]> memory_{new std::uint8_t[kMemory ? kTrialMemory : 1]};
  std::unique_ptr<Modifiers> modifiers_ = std::make_unique<Modifiers>();
  std::unique_ptr<spec::Operands> operands_ = std::make_unique<spec::Operands>();
  std::unique_ptr<Choices> choices_ = std::make_unique<Choices>();
  std::unique_ptr<Around> around_ = std::make_unique<Around>();
  std::unique_ptr<spec::Results> got_ = std::make_unique<spec::Results>();
  std::vector<Datapath*> paths_;
};

/// A planted bug of an instruction: `executor` is what runs instead of the shipped datapath.
template <class Traits>
PlantedBug plantedIn(std::string_view name, std::string_view what, PlantedBug::Meets meets,
                     typename DescribedFuzzer<Traits>::Executor executor) {
  using Fuzzer = DescribedFuzzer<Traits>;
  return {name,
          what,
          meets,
          Traits::Form::kMnemonic,
          [executor](InstructionFuzzer& fuzzer) { return static_cast<Fuzzer&>(fuzzer).judgeOf(executor); },
          [executor](InstructionFuzzer& fuzzer, const Words& words) {
            return static_cast<Fuzzer&>(fuzzer).outcomeOf(executor, words);
          }};
}

} // namespace warplaw::fuzz

#include "fuzz/described_cases.h"
