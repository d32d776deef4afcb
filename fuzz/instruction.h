// What one instruction brings to fuzzing: records to cases, its encoding as the oracle, and
// the minimiser's view of it. Nearly all of it follows from the instruction's structures (fuzz/described.h); found
// through spec/instructions.def.
#pragma once
#include "fuzz/minimize/words.h"
#include "fuzz/readers.h"
#include "fuzz/record.h"
#include "spec/case_file.h"
#include "spec/datapath.h"
#include "spec/fields.h"
#include <memory>

namespace warplaw::fuzz {
struct PlantedBug;
struct Property;

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

/// What a run is made of, one after the other: operands and choices out of the record, the oracle, every path.
enum class RunPart : std::uint8_t { Record, Oracle, Executors };

/// Not thread-safe: compiled encodings and scratch memory are kept inside.
class InstructionFuzzer {
public:
  virtual ~InstructionFuzzer() = default;
  virtual spec::Mnemonic mnemonic() const = 0;
  virtual std::size_t recordBytes() const = 0;

  /// Operand level, the fast entry: does some supported path of the datapath differ from the encoding on this record?
  /// No allocation, no text; all 32 lanes, all choices.
  virtual Kinds run(Bytes record) = 0;
  /// The same as far as that part: what each costs (for `warplaw bench fuzz`).
  virtual void runUpTo(Bytes record, RunPart last) = 0;
  /// The test of `run` as a case, registers laid out plainly.
  virtual spec::Case operandCase(Bytes record) const = 0;
  /// A legal case with guards, aliased registers, RZ, PT, immediates.
  virtual spec::Case machineCase(Bytes record) const = 0;

  /// Which registers are read and written, stated from the rules (MACH-3 and the instruction's own). The guard is the
  /// caller's.
  virtual spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) const = 0;
  /// What the form's datapath leaves, stated from the rules in plain integers, without terms. Results: before in, after
  /// out.
  virtual void runPlainly(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
                          std::span<std::uint8_t> memory, spec::SurroundingCells& cells,
                          spec::Results& results) const = 0;
  /// What the encoding says about the plan.
  virtual spec::Plan encodedPlanOf(const spec::Form& form, const spec::Choices& choices) const = 0;
  /// The datapath as the encoding says, interpreted at first and then compiled (native::LateFunction). Results: before
  /// in, after out.
  virtual void encode(const spec::Form& form, const spec::Choices& choices, const spec::Operands& operands,
                      std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results) = 0;

  /// A record's test as words; their layout, and the small cases.
  virtual Words recordWords(Bytes record) const = 0;
  virtual const Layout& layout() const = 0;
  virtual const SmallCases& small() const = 0;
  /// What of a case the operand level sees, as words; nothing if it does not fit (too much memory).
  virtual std::optional<OperandWords> operandWords(const spec::Case& c) = 0;
  /// The plain case that words of that layout stand for.
  virtual spec::Case caseOf(const Words& words) const = 0;

  /// Immediates of the form and everything that may be chosen, as words, where the whole case is minimised; and a case
  /// with them set.
  virtual LayoutWords choiceWords(const spec::Case& c) const = 0;
  virtual void setChoiceWords(spec::Case& c, std::span<const std::uint32_t> words) const = 0;

  /// Sets the first register operand of that role, if there is one that is neither address nor immediate; the form may
  /// be illegal then.
  virtual bool setRegister(spec::Form& form, spec::Role role, std::uint8_t reg) const = 0;

  virtual std::vector<PlantedBug> planted() const = 0;
  virtual std::vector<Property> properties() const = 0;

  /// What helps to read a case, lane by lane: the lane that is read, the address (fuzz/explained).
  virtual Explanation explain(const spec::Case& c) const = 0;
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
