// One instruction for the fuzzers: makes cases of records, has its encoding as the oracle, and its words for the
// minimiser. All of it follows from the instruction's table (fuzz/fuzzed_instruction.h), found by
// spec/instructions.def.
#pragma once
#include "fuzz/fuzzed_instruction.h"

namespace warplaw::fuzz {

/// Words with what they mean.
struct LayoutWords {
  Layout layout;
  Words words;
};

/// The operand level as words, for fast minimising.
struct OperandWords : LayoutWords {
  const SmallCases* small = nullptr;
  Judge judge; ///< every supported path of the executor against the encoding; refers to the InstructionFuzzer that made
               ///< it
};

/// The parts of a run, one after the other: operands and choices out of the record, the oracle, every path.
enum class RunPart : std::uint8_t { Record, Oracle, Executors };

/// The results of a datapath.
struct OperandOutcome {
  spec::Results results;
  spec::SharedMemory memory;
};

/// Not thread-safe: compiled encodings and scratch memory are kept inside.
class InstructionFuzzer {
public:
  explicit InstructionFuzzer(const FuzzedInstruction& of);
  InstructionFuzzer(const InstructionFuzzer&) = delete;
  virtual ~InstructionFuzzer();
  spec::Mnemonic mnemonic() const;
  std::size_t recordBytes() const;

  /// Operand level, the fast entry: does some supported path of the datapath differ from the encoding on this record?
  /// No allocation, no text; all 32 lanes, all choices.
  Kinds run(Bytes record);
  /// The same as far as that part: what each costs (for `warplaw bench fuzz`).
  void runUpTo(Bytes record, RunPart last);
  /// The test of `run` as a case, registers laid out plainly.
  spec::Case operandCase(Bytes record) const;
  /// A legal case with guards, aliased registers, RZ, PT, immediates.
  spec::Case machineCase(Bytes record) const;

  /// Which registers are read and written, stated from the rules (MACH-3 and the instruction's own). The guard is the
  /// caller's.
  spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) const;
  /// What the form's datapath leaves, stated from the rules in plain integers, without terms. Results: before in, after
  /// out.
  void runPlainly(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
                  std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results) const;
  /// What the encoding says about the plan.
  spec::Plan encodedPlanOf(const spec::Form& form, const spec::Choices& choices) const;
  /// The datapath as the encoding says, interpreted at first and then compiled (native::LateFunction). Results: before
  /// in, after out.
  void encode(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
              std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results);
  /// What it leaves of a trial; from its parts on as they are set.
  struct Wanted {
    Wanted();
    spec::Results results; ///< untouched before
    alignas(8) std::array<std::uint8_t, kTrialMemory> memory;
    alignas(8) std::array<std::byte, kMostAround> around; ///< parts of the surroundings
  };
  void encode(const AnyTrial& trial, Wanted& wanted);

  /// A record's test as words; their layout, and the small cases.
  Words recordWords(Bytes record) const;
  const Layout& layout() const;
  const SmallCases& small() const;
  /// What of a case the operand level sees, as words; nothing if it does not fit (too much memory).
  std::optional<OperandWords> operandWords(const spec::Case& c);
  /// The plain case that words of that layout stand for.
  spec::Case caseOf(const Words& words) const;
  /// Some implementation against the encoding, over words; refers to this.
  Judge judgeOf(AnyExecutor executor);
  /// What some implementation leaves; the words stand for a legal trial.
  OperandOutcome outcomeOf(const AnyExecutor& executor, const Words& words) const;

  /// Immediates of the form and everything that may be chosen, as words, where the whole case is minimised; and a case
  /// with them set.
  LayoutWords choiceWords(const spec::Case& c) const;
  void setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const;

  /// Sets the first register operand of that role, if there is one that is neither address nor immediate; the form may
  /// be illegal then.
  bool setRegister(spec::Form& form, spec::Role role, std::uint8_t reg) const;

  std::vector<PlantedBug> planted() const;
  std::vector<Property> properties() const;

  /// What helps to read a case, lane by lane: the lane that is read, the address (fuzz/explained).
  Explanation explain(const spec::Case& c) const;

private:
  Kinds judge(const AnyTrial& trial);

  const FuzzedInstruction& of_;
  std::unique_ptr<DatapathEncoding> encoding_;
  OwnTrial trial_; ///< the one that is run
  // what an executor sees lies in heap blocks of its own, so that the address sanitizer sees a step beyond one
  std::unique_ptr<std::uint8_t[]> memory_;
  std::unique_ptr<std::byte[]> modifiers_, choices_, around_;
  std::unique_ptr<spec::Operands> operands_;
  std::unique_ptr<spec::Results> got_;
  std::vector<void*> paths_;
};

#define WARPLAW_INSTRUCTION(Camel, folder, text) std::unique_ptr<InstructionFuzzer> make##Camel##Fuzzer();
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION

/// One of each, in the order of spec/instructions.def.
std::vector<std::unique_ptr<InstructionFuzzer>> allFuzzers();
std::unique_ptr<InstructionFuzzer> makeFuzzer(spec::Mnemonic mnemonic);

/// Where Results stand before a datapath runs: a pattern that shows a stray write, and a mask or an error that was not
/// set.
const spec::Results& untouchedResults();
/// Which kinds of output differ between two Results of one instruction executed by the lanes of exec.
Kinds differingKinds(const spec::Results& expected, const spec::Results& got, std::uint32_t exec);

} // namespace warplaw::fuzz
