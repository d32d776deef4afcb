// RED's theorems by topic, and what they share: forms, the instruction on words by the encoding;
// proofs/theorems/red*.cpp include this.
#pragma once
#include "proofs/statements/callee.h"
#include "proofs/statements/instruction.h"
#include "proofs/statements/listed_lanes.h"
#include "proofs/statements/oracle_loops.h"
#include "proofs/statements/shared_terms.h"
#include "proofs/theorems/theorems.h"
#include "spec/op_and_size.h"
#include "spec/surroundings.h"
#include "symbolic/encodings/red.h"

namespace warplaw::proofs::red {
using spec::RedOp;
using spec::RedSize;
using symbolic::Bits;
using symbolic::GenericRegionTerms;
using symbolic::OperandTerms;
using symbolic::RedChoiceTerms;
using symbolic::RedFormTerms;
using symbolic::RedModifierTerms;
using symbolic::ResultTerms;
using symbolic::SpecialInputTerms;
using Proof = InstructionProof<spec::RedFormIn, spec::RedModifiersIn, spec::RedChoicesIn, Reads<spec::GenericRegionsIn>,
                               Reads<spec::SpecialInputsIn>>;

/// One legal pair (RED-1).
using Pair = spec::OpAndSize<spec::RedForm>;
inline constexpr auto& pairs = spec::opsAndSizes<spec::RedForm>;
std::string nameOf(Pair pair);      ///< "add_f16x2"
std::string formOf(Pair pair);      ///< "RED.ADD.F16x2.RN"
unsigned elementBits(RedSize size); ///< 16 of F16x2, which has two in an access; otherwise 32 or 64

using symbolic::redBytes;

/// By whose machine code laws over the encoding are replayed.
constexpr const char* kDatapath = "warplaw_red_portable";
using DatapathCode = void(const spec::RedModifiers*, const spec::Operands*, const spec::RedChoices*, spec::GenericBytes,
                          const spec::GenericRegions*, const spec::SpecialInputs*, spec::Results*);

using symbolic::ReductionTurns; ///< the serial turns of one function

/// A step of the encoding with the choices' defaults, which replays take.
Term stepOf(Pair pair, Term memory, Term operand);
/// The element that lanes 0 and 1 meet on, by machine code: what they leave where `memory` was, with what each gives
/// and these choices. Without code 0.
std::uint64_t leftByTwo(void* code, Pair pair, std::uint64_t memory, const std::array<std::uint64_t, 2>& given,
                        const spec::RedChoices& choices);

/// Another operation's step on an element, which a twin has in place of the right one. step: of the same size.
symbolic::Term wrongStepOf(RedOp op, symbolic::Term element, symbolic::Term operand,
                           const std::function<symbolic::Term(RedOp)>& step);
/// A theorem about no code, by lanes: of RED or SURED.
Theorem law(const std::string& name, const char* instruction, std::vector<std::string> rules, std::string statement,
            std::function<Obligations(Terms&, const std::string& name)> build);
/// Lane 5's word is what the function leaves there where it is handed something else. results: its object.
WrongEffect wordOfAnother(std::string name, const Contract& function, unsigned results,
                          const std::function<void(Given& handed)>& change, std::string rule);

/// What is asked of a function, as its contract says it, and replays of all of it.
struct AskedOfPath {
  const Given& given;
  Term required;
  std::vector<Obligation>& obligations;
  std::function<Replay(const Assignment&)> replay;
};
/// The theorem NAME of a path's function: its contract and twins, and what `more` makes of them.
Theorem pathTheorem(const Subject& subject, const std::string& name, const char* instruction,
                    const concrete::Path& path, std::vector<std::string> rules, std::string statement,
                    const Contract& contract, std::vector<WrongEffect> wrong,
                    std::function<void(const AskedOfPath&)> more, std::vector<Contract> callees = {},
                    AsCase asCase = {});

/// The path by whose reach a path of RED looks where lanes go.
inline std::string reachPathOf(std::string_view path) { return std::string(path == "vbmi2" ? "avx512" : path); }

/// What the functions assume and leave.
Contract reachContract(const std::string& path);
Contract lanesContract(const std::string& path); ///< of the same, each lane by itself
Contract admitContract();
Contract takeContract();              ///< all that comes after the reach, SURED's too
Contract stepContract(unsigned bits); ///< of elements so wide
/// The contract of the arguments of a function that takes one of these turns; the function's own theorem says what it
/// leaves in memory.
Contract turnsContract(const std::string& symbol, std::vector<const ReductionTurns*> turns);
inline Contract turnsContract(const ReductionTurns& turns) { return turnsContract(turnsFunction(turns), {&turns}); }
Contract halvesContract(); ///< warplaw_red_halves: turns of the halves of an access

// ---- what RED and SURED state alike about where lanes go

/// A reach that is handed words of 0, so that no word is read to be kept.
Contract intoZeros(Contract reach);
/// Regions begin where addresses are, and their bytes follow one another.
Term regionsAscend(const GenericRegionTerms& regions);
/// An access wholly in a region ends where the last region does or before: of each, and of legal regions. size: a
/// RedSize, 32 bits.
std::vector<Obligation> regionsAreAllocated(Terms& terms, const std::string& name, const GenericRegionTerms& regions,
                                            Term size);
/// Some region holds it all, and `place` is where it stands then.
Term isInOne(const GenericRegionTerms& regions, Term address, Term place, Term bytes);
/// The word of a lane whose place is allocated is as turns of this RED require it. size: of the lane's step.
Obligation wordReaches(Terms& terms, const std::string& name, Term legal, const GenericRegionTerms& regions,
                       const RedModifierTerms& modifiers, Term size);
/// The contract of a datapath over generic memory, whose regions come first of what is around: an InstructionProof's
/// with the memory, which ends where they do.
Contract withGenericMemory(Contract datapath);
/// The same of an entry whose datapath that is.
Entry withGenericMemory(Entry entry);

/// A datapath that finds where its lanes go, and then has a RED take their steps there (RED-6, SURED-9).
struct Reduction {
  Contract whole, reach; ///< datapath and reach; both as they stand, not as a subject has them
  /// What both read, in the order of their arguments: modifiers, operands, choices, regions, and one part more.
  std::vector<lift::Table> read;
  RedModifierTerms modifiers; ///< of the RED
  OperandTerms operands;
  RedChoiceTerms choices;
  std::vector<Term> facts = {};                               ///< what other theorems say of these
  std::string listing = kPortableListing;                     ///< whose list of lanes RED is handed
  std::vector<std::pair<Contract, ExpectedCall>> makers = {}; ///< whoever makes them, if they are not what was read
};
/// Objects of such a datapath in a replay; those of CallStatement::hidden stand behind them.
namespace reduction_objects {
enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kRegions, kOther, kResults };
}
/// The memory of a machine with these regions.
std::vector<std::uint8_t> bytesOfRegions(const spec::GenericRegions& regions);
/// That structure of a replay.
template <class S> const S& structureAt(std::span<std::byte* const> objects, unsigned object) {
  return *reinterpret_cast<const S*>(objects[object]);
}
/// Runs machine code and encoding on what the witness tells of, and on much else: of the results as object kResults,
/// and of memory.
using CompareReductions = std::function<void(void* code, std::span<std::byte* const> objects, WholeRuns& runs)>;
/// That datapath's theorem: each callee once, each handed what it should be, and nothing else. calls: how many there
/// are.
Obligations reductionObligations(Terms& terms, const Subject& subject, const concrete::Path& path,
                                 std::function<Reduction(Terms&, const std::string& path)> reduction,
                                 std::uint32_t calls, CompareReductions compare, const std::string& name);

// ---- functions of RED's that call others, which are opaque to them

/// A function that is handed these objects, a memory behind the first three, and then integers: by that contract.
CallStatement handedMemory(Terms& terms, const Contract& contract, const std::vector<lift::Table>& objects,
                           Term allocated, const std::vector<Term>& integers = {});
/// One of so many that it calls (CallStatement::hidden begins with a callsTable).
void addCallee(CallStatement& statement, const Contract& contract, const ExpectedCall& step,
               std::optional<Notes> notes = {});
Group callsGroup(const CallStatement& statement, std::uint32_t calls);
/// Its results are those of a callee, and it makes so many calls.
void leavesResults(CallStatement& statement, unsigned results, const ResultTerms& left, std::uint32_t calls);
/// Its theorem: what it states and how a witness is tried, also of its one twin, which is refuted at that output.
struct CallingFunction {
  Contract contract;
  std::function<CallStatement(Terms&, const Subject&, bool wrong)> state;
  std::function<Invoke(const Subject&, bool wrong, const WholeRuns::Shown&)> invoke;
  const char *twin, *mustDiffer;
  std::string replaySymbol = {}; ///< as FunctionContract's
};
Obligations callingObligations(Terms& terms, const Subject& subject, const CallingFunction& calling,
                               const std::string& name);

/// What functions after a reach are handed, as words.
struct AfterReach {
  spec::RedModifiers modifiers{};
  spec::Operands operands{};
  spec::RedChoices choices{};
  spec::Results reached{};
  std::vector<std::uint8_t> memory = {};

  std::uint32_t bytes() const { return static_cast<std::uint32_t>(memory.size()); }
  spec::GenericBytes generic() { return {memory.data(), bytes()}; }
  /// The machine in which lanes reach those places: one region, at address 0.
  std::optional<spec::Case> asCase() const;
};
/// Lanes on few elements of a small memory, in any orders, some without access.
AfterReach drawnAfterReach(Pair pair, std::mt19937& random);

/// What code and encoding of one lane (5 bits) build everything else on. `general`: of these, what is built on them is
/// asked of any value (shareTerms).
struct LaneShares {
  std::function<std::vector<Term>(const Given&, Term lane)> wanted;
  std::function<std::vector<Term>(const Given&, Term lane)> general;
  Examples examples; ///< of everything, and of lane "k"
};
/// The theorem NAME of where each lane goes by itself, by a function of a path: lane after lane, or many at once in
/// vector code; with terms shared where code and encoding are compared.
Theorem lanesTheorem(const Subject& subject, const InstructionTable& proof, const concrete::Path& path,
                     const std::string& name, const Contract& contract, std::vector<std::string> rules,
                     std::string statement, const LaneShares& shares);

/// What a datapath over generic memory is handed; other: the part of the cells around that it reads besides regions.
template <class Modifiers, class Choices, auto other> struct DatapathRun {
  Modifiers modifiers{};
  spec::Operands operands{};
  Choices choices{};
  spec::SurroundingCells cells{};
  std::vector<std::uint8_t> memory = {};
  spec::Results results{};

  DatapathRun() = default;
  /// What a replay hands over.
  explicit DatapathRun(std::span<std::byte* const> objects)
      : modifiers(structureAt<Modifiers>(objects, reduction_objects::kModifiers)),
        operands(structureAt<spec::Operands>(objects, reduction_objects::kOperands)),
        choices(structureAt<Choices>(objects, reduction_objects::kChoices)),
        results(structureAt<spec::Results>(objects, reduction_objects::kResults)) {
    cells.regions = structureAt<spec::GenericRegions>(objects, reduction_objects::kRegions);
    cells.*other = structureAt<std::remove_reference_t<decltype(cells.*other)>>(objects, reduction_objects::kOther);
    memory = bytesOfRegions(cells.regions);
  }
  /// By machine code and by the encoding.
  template <class Code> void compare(const InstructionTable& proof, Code* code, WholeRuns& runs) const {
    DatapathRun machine = *this, encoded = *this;
    code(&machine.modifiers, &machine.operands, &machine.choices,
         {machine.memory.data(), static_cast<std::uint32_t>(machine.memory.size())}, &machine.cells.regions,
         &(machine.cells.*other), &machine.results);
    proof.onWords(&encoded.modifiers, encoded.operands, &encoded.choices, encoded.memory, encoded.cells,
                  encoded.results);
    runs.add(reduction_objects::kResults, machine.results, encoded.results);
    runs.addMemory(machine.memory == encoded.memory);
    runs.show([&] {
      return caseOf(proof.writtenDown(), assignmentOf(modifiers), {operands, choices, cells, results, memory});
    });
  }
};

Proof proofOf();

/// RED with one rule misread each, besides the twins.
std::vector<Misreading> misreadings();

using ElementStep = std::function<Term(RedOp, RedSize, Term memory, Term operand, Term unlikeZeros, Term nan)>;
Bits stepOnWords(Pair pair, Bits memory, Bits operand, const spec::RedChoices& choices, unsigned lane,
                 const ElementStep& step = symbolic::redStep);
/// What comes after the reach: lanes whose word says so take their steps, errors are set.
void takeOnWords(const spec::RedModifiers& modifiers, const spec::Operands& operands, const spec::RedChoices& choices,
                 std::span<std::uint8_t> memory, const spec::Results& reached, spec::Results& results,
                 const ElementStep& step = symbolic::redStep);
/// The word of an executing lane (reachWord): nobody looks at that of another.
Term laneWord(const RedModifierTerms& modifiers, const RedChoiceTerms& choices, Term lane, const LaneWords& words,
              const GenericRegionTerms& regions, const SpecialInputTerms& inputs);
/// Those of all lanes; other: as DatapathRun's.
template <auto other, class Modifiers, class Choices>
spec::Results reachOnWords(const AnyLane& wordOf, const Modifiers& modifiers, const spec::Operands& operands,
                           const Choices& choices, const spec::SurroundingCells& cells) {
  Terms terms;
  const auto told = symbolic::constants(terms, modifiers);
  const auto given = symbolic::constants(terms, operands);
  const auto chosen = symbolic::constants(terms, choices);
  auto regions = symbolic::constants(terms, cells.regions);
  auto around = symbolic::constants(terms, cells.*other);
  void* const parts[] = {&regions, &around};
  spec::Results reached{};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    reached.row[0][lane] = static_cast<std::uint32_t>(
        wordOf(&told, &chosen, terms.constant(5, lane), wordsOf(given, lane), parts).value());
  return reached;
}
/// What all lanes leave, by the encoding, lane after lane in the order of the choices (RED-6); with another reach,
/// another step or other choices, by a misreading.
Proof::Words onWords(AnyLane reach = Proof::ofLane(laneWord), ElementStep step = symbolic::redStep,
                     std::function<void(spec::RedChoices&)> change = {});

std::vector<Theorem> laneTheorems(const Subject& subject);        ///< RED-2..5 on code: where lanes go, who takes part
std::vector<Theorem> plainTheorems(const Subject& subject);       ///< RED-2..5 on code: all lanes at once
std::vector<Theorem> stepTheorems(const Subject& subject);        ///< RED-6, -7 on code: one step on one element
std::vector<Theorem> turnsTheorems(const Subject& subject);       ///< RED-6, -7 on code: lane after lane
std::vector<Theorem> takeTheorems(const Subject& subject);        ///< RED-1, -6 on code: all after the reach
std::vector<Theorem> datapathTheorems(const Subject& subject);    ///< RED-1 on code: put together; the entry
std::vector<Theorem> aggregationTheorems(const Subject& subject); ///< SYNC-10: one step for the lanes of an element
std::vector<Theorem> lawTheorems(const Subject& subject);         ///< RED-2..7, RED-11 said in another way
std::vector<Theorem> linearTheorems(const Subject& subject);      ///< RED-6, -7: the steps of linearize/; a false claim
std::vector<Theorem> coalescingTheorems(const Subject& subject);  ///< RED-10
std::vector<Theorem> litmusTheorems(const Subject& subject);      ///< RED-8, -9: what threads may read

} // namespace warplaw::proofs::red
