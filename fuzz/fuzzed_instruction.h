// An instruction as its fuzzer knows it: a table that fuzz/described.h makes once of the instruction's structures and
// Traits, so that fuzzers, their cases and words are code that is compiled once. Structures are handed on without their
// types: a form, modifiers or choices as `const void*`, of words or of terms; a trial as an AnyTrial.
#pragma once
#include "fuzz/minimize/words.h"
#include "fuzz/placement.h"
#include "fuzz/readers.h"
#include "fuzz/trial.h"
#include "symbolic/encodings/machine.h"
#include <memory>
#include <mutex>

namespace warplaw::fuzz {
struct PlantedBug;
struct Property;
class InstructionFuzzer;

/// Some implementation of a datapath: changes results, and the trial's memory.
using AnyExecutor = std::function<void(AnyTrial&, spec::Results&)>;

/// A part of the surroundings made of cells (spec/surroundings.h).
struct PartKind {
  std::string name; ///< among all cells
  const spec::Layout* layout;
  std::size_t bytes, cellsAt; ///< and where it lies among them
  /// Is it what a machine can hold, and are the lanes that execute alive in it (SR-3)?
  bool (*isLegal)(const void* part, std::uint32_t exec);
};
/// The kind of each part that exists: fuzz/around.cpp.
template <class Part> const PartKind& partKind();

/// An encoding as a function on memory.
class DatapathEncoding {
public:
  virtual ~DatapathEncoding() = default;
  /// memory, around: in and out. results: before in, after out.
  virtual void operator()(const void* modifiers, const spec::Operands& operands, const void* choices,
                          std::span<std::uint8_t> memory, void* around, spec::Results& results) = 0;
};

inline constexpr std::size_t kMostParts = 4, kMostAround = 1024; ///< bytes

struct FuzzedInstruction {
  spec::Mnemonic mnemonic;
  std::string_view folder;
  unsigned rows; ///< of spec::Operands that it reads
  bool hasMemory;
  std::size_t recordBytes;
  std::vector<OperandPlace> operands;
  const spec::Layout* modifiers;
  struct Part {
    const PartKind* kind;
    std::size_t offset; ///< among the parts of a trial
  };
  std::vector<Part> parts;
  /// Where a trial's members lie.
  struct {
    std::size_t bytes, modifiers, choices, choicesBytes, around, aroundBytes, allocated, memory;
  } at;

  void (*construct)(void* trial);          ///< as it is made
  void (*draw)(Bytes record, void* trial); ///< makes one
  void (*call)(void* path, const void* modifiers, const spec::Operands& operands, const void* choices,
               std::span<std::uint8_t> memory, void* around, spec::Results& results);

  // ---- third statements
  spec::Form (*formOf)(const void* modifiers);
  spec::Plan (*planOf)(const void* form, const void* choices);
  void (*runPlainly)(const void* form, const void* choices, const spec::Operands& operands,
                     std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results);

  // ---- encodings: functions over terms; `whole` or `lane`, or an encoding of its own
  symbolic::PlanTerms (*encodedPlan)(const void* form, const void* choices, const symbolic::PlanTerms& before);
  void (*encodedModifiers)(const void* form, void* modifiers);
  /// The parts are changed where it changes them.
  symbolic::ResultTerms (*whole)(const void* modifiers, const symbolic::OperandTerms& operands, const void* choices,
                                 const symbolic::ResultTerms& before, void* const* parts) = nullptr;
  symbolic::Term (*lane)(const void* modifiers, const void* choices, symbolic::Term lane,
                         const symbolic::LaneWords& words, void* const* parts) = nullptr;
  std::unique_ptr<DatapathEncoding> (*ownEncoding)() = nullptr;

  // ---- hooks (FuzzerHooks), each null where an instruction has none
  bool (*isLegal)(const AnyTrial& trial) = nullptr;
  void (*machineChoices)(void* choices, Dice& dice) = nullptr;
  void (*vary)(void* form, Dice& dice) = nullptr;
  std::vector<std::uint32_t> (*smallValues)(unsigned row) = nullptr;
  std::vector<SmallBase> (*smallBases)(const CellWords& cells) = nullptr;
  Explanation (*explain)(const void* modifiers, const spec::Operands& operands, const void* choices,
                         std::uint32_t allocated, const spec::SurroundingCells& cells) = nullptr;
  std::vector<PlantedBug> (*planted)() = nullptr;
  std::vector<Property> (*properties)() = nullptr;
  bool oneFunction = false;

  explicit FuzzedInstruction(void (*fill)(FuzzedInstruction& table));
  bool readsPredicate; ///< follows from the operands

  // ---- a trial's members
  static const std::byte* bytesOf(const AnyTrial& trial) { return reinterpret_cast<const std::byte*>(&trial); }
  static std::byte* bytesOf(AnyTrial& trial) { return reinterpret_cast<std::byte*>(&trial); }
  const void* modifiersOf(const AnyTrial& trial) const { return bytesOf(trial) + at.modifiers; }
  const void* choicesOf(const AnyTrial& trial) const { return bytesOf(trial) + at.choices; }
  const void* aroundOf(const AnyTrial& trial) const { return bytesOf(trial) + at.around; }
  void* aroundOf(AnyTrial& trial) const { return bytesOf(trial) + at.around; }
  std::uint32_t& allocatedOf(AnyTrial& trial) const {
    return *reinterpret_cast<std::uint32_t*>(bytesOf(trial) + at.allocated);
  }
  /// The bytes that are allocated; none without memory.
  std::span<std::uint8_t> memoryOf(AnyTrial& trial) const {
    if (!hasMemory)
      return {};
    return {reinterpret_cast<std::uint8_t*>(bytesOf(trial) + at.memory), allocatedOf(trial)};
  }
  std::span<const std::uint8_t> memoryOf(const AnyTrial& trial) const { return memoryOf(const_cast<AnyTrial&>(trial)); }

  // ---- what needs no encoding that is compiled
  /// The shipped datapath on the path that every processor has.
  void execute(AnyTrial& trial, spec::Results& results) const;
  void* shipped(std::string_view path) const;
  /// What the encoding says that the form's datapath is told.
  void modifiersOf(const spec::Form& form, void* modifiers) const;
  spec::Plan encodedPlanOf(const spec::Form& form, const spec::Choices& choices) const;

  const CellWords& cells() const { return cells_; }
  const CellWords& choiceCells() const { return choiceCells_; }
  const SmallCases& small() const; ///< made when something is to be minimised: seldom
  Words wordsOf(const AnyTrial& trial) const;
  /// Makes a trial of words. False if they are no legal one: no form has such modifiers, the order is no permutation.
  bool read(const Words& words, AnyTrial& trial) const;

  /// The trial over the plain form's registers; an operand becomes an immediate where all lanes hold one that is legal.
  spec::Case caseOf(const AnyTrial& trial) const;
  /// The choices of a trial.
  spec::Choices choicesIn(const AnyTrial& trial) const;
  /// Registers that the plan reads get the trial's rows; where two rows have one register, the later one.
  void place(spec::Case& c, const spec::Plan& plan, const AnyTrial& trial) const;
  /// All operands at once, if that is legal; otherwise one after the other, each kept where the whole stays legal.
  void drawOperands(spec::Case& c, const AnyTrial& trial, Dice& dice) const;

private:
  CellWords makeCells() const;
  bool hasForm(const void* modifiers) const;

  void* portable_ = nullptr;
  CellWords cells_, choiceCells_;
  mutable std::once_flag smallOnce_;
  mutable SmallCases small_;
};

/// A trial, whichever.
class OwnTrial {
public:
  explicit OwnTrial(const FuzzedInstruction& of) : OwnTrial(of, of.construct) {}
  OwnTrial(const FuzzedInstruction& of, Bytes record) : OwnTrial(of, [&](void* trial) { of.draw(record, trial); }) {}
  OwnTrial(const OwnTrial& other)
      : OwnTrial(other.of_, [&](void* trial) { std::memcpy(trial, other.bytes_.get(), other.of_.at.bytes); }) {}
  AnyTrial& operator*() const { return *reinterpret_cast<AnyTrial*>(bytes_.get()); }

private:
  template <class Make>
  OwnTrial(const FuzzedInstruction& of, Make&& make) : of_(of), bytes_(new std::byte[of.at.bytes]) {
    make(bytes_.get());
  }
  const FuzzedInstruction& of_;
  std::unique_ptr<std::byte[]> bytes_; ///< aligned for any trial: fuzz/described.h asserts it
};

} // namespace warplaw::fuzz
