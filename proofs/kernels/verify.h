// What is said of a kernel for all inputs that a launch admits (PTX-50 to PTX-52): the machine of terms asks, solvers
// answer, the machine of words runs whatever is refuted before anybody hears of it, and random inputs besides.
#pragma once
#include "proofs/engine/results.h"
#include "proofs/engine/theorem.h"
#include "proofs/kernels/machine.h"

namespace warplaw::proofs::kernels {

/// Random inputs on which both machines must agree before anything is PROVED. Fewer, and at least kFewest, if they take
/// more than kMostTried steps of warps in the machine of words; fewer, too, or none, where `requires` is seldom
/// fulfilled or time is over: a report says how many there were.
inline constexpr unsigned kAgreedRuns = 256, kFewest = 4;
inline constexpr std::uint64_t kMostTried = 5'000'000;

/// An expression of a launch's arrays before and after, as a term of variables (statement.h).
struct SaidOfKernel {
  std::string text, where; ///< as it was written, and FILE:LINE
  Term holds;              ///< width 1; of inputs, and of variables afterName(..)
};
/// The variable that stands for an element of an array after the launch; what stands in it where nobody wrote it.
std::string afterName(const ptx::Array& array, std::size_t element);
std::string anythingName(const ptx::Array& array, std::size_t element);
/// An element of so many bytes. Nothing: not all of it was written.
std::optional<std::uint64_t> valueAt(const ptx::Array& array, std::size_t element, std::size_t size);

/// One input on which the machine of words shows something.
struct Witness {
  ptx::Launch launch;
  std::string what; ///< the finding's sentence, or what does not hold
  std::optional<ptx::Finding> finding;
};

/// What became of one finding at one place, or of one statement.
struct PlaceVerdict {
  std::optional<ptx::FindingKind> kind; ///< nothing: a statement
  std::uint32_t step = 0;
  std::string text, where; ///< of a statement
  Verdict verdict = Verdict::Error;
  std::string reason;         ///< of CHECKED, UNKNOWN, ERROR
  std::string counterexample; ///< of REFUTED: the input as options of `run`, and what it shows
  double seconds = 0;
  /// For PROVED and CHECKED: does some input come to the place? If none does, little is said of it.
  enum class Reached : std::uint8_t { Yes, Unknown, Never } reached = Reached::Yes;
  /// For PROVED and CHECKED: operations in the question of which only that is known, that equal operands give equal
  /// results (PTX-34).
  std::vector<std::string> functions = {};
  std::vector<std::string> trees = {};       ///< where operations of floats are not the same: both of them
  std::optional<std::uint32_t> endedAt = {}; ///< the step that the reason speaks of: nothing is known from there on
  /// For REFUTED: the witness, if another finding shows the error and not this one (lanes that are awaited leave).
  std::shared_ptr<const Witness> byOther = {};
};

/// PROVED, or CHECKED within limits.
bool isShown(Verdict verdict);
/// Nothing is shown beside a question that hides what comes after it, and has this verdict.
void withdraw(std::vector<PlaceVerdict>& all, const Question& hiding, Verdict verdict,
              std::optional<std::uint32_t> endedAt = {});

class KernelProof {
public:
  KernelProof(std::shared_ptr<Terms> terms, std::string name, const ptx::Kernel& kernel, AnyLaunch any);
  /// Of what was asked already.
  KernelProof(std::shared_ptr<Terms> terms, std::string name, const ptx::Kernel& kernel, AnyLaunch any,
              AnyOutcome outcome);
  Terms& terms() const { return *terms_; }
  const AnyOutcome& outcome() const { return outcome_; }
  FloatFunctions& functions() { return outcome_.functions; } ///< statements may add theirs
  /// What an array's element holds afterwards, if the machine of terms came to the end.
  Term elementAfter(std::size_t array, std::size_t element) const;
  const AnyLaunch& any() const { return any_; }
  void require(const SaidOfKernel& said) { required_.push_back(said); }
  void ensure(const SaidOfKernel& said) { ensured_.push_back(said); }

  /// Runs both machines on random inputs of the launch. False: they do not agree, and `error` says where.
  bool simulate(unsigned runs, std::string& error);
  /// What simulation did not refute already.
  Theorem theorem() const;
  void answer(const Record& record);
  /// Does some input come to each place that was asked about and that no random input came to? Nothing: there is none.
  std::optional<Theorem> reachability() const;
  /// In the order of the text, what is demanded by the kernel's instructions and nothing asked about among it. Where
  /// what is required is not known to hold of any input that is all that is said, but for what is refuted.
  std::vector<PlaceVerdict> verdicts() const;
  /// On how many random inputs both machines agreed.
  unsigned simulated() const { return simulated_; }

private:
  friend class KernelPair;
  Assignment randomInputs(std::uint64_t seed) const;
  std::vector<Assignment> guessedFrom() const;
  ptx::Launch launchOf(const Assignment& inputs) const;
  bool fulfils(const Assignment& inputs) const;
  Assignment withAfter(Assignment inputs, const ptx::Outcome& outcome) const;
  ptx::Outcome run(ptx::Launch launch, const Question* wanted = nullptr) const;
  /// What the machine of words shows of it.
  std::optional<Witness> shows(const Question& question, const Assignment& inputs) const;
  std::optional<Witness> shownIn(const ptx::Outcome& outcome, const Question& question,
                                 const ptx::Launch& launch) const;
  std::optional<Witness> shows(const SaidOfKernel& said, const Assignment& inputs) const;
  Assignment smallest(Assignment inputs, const std::function<bool(const Assignment&)>& isShown) const;
  template <class What> Witness smallestWitness(const What& what, Assignment inputs) const;
  std::optional<Witness> inSmallestBlock(const Question& question, const Assignment& inputs) const;
  std::string textOf(const Witness& witness) const;
  PlaceVerdict refuted(const Question& question, const Assignment& inputs) const;
  std::shared_ptr<const Witness> otherShownIn(const Record& record, const Question& question) const;
  bool refute(const ptx::Finding& shown, const Assignment& inputs);
  bool isOneOfSeveral(const Assignment& inputs) const;
  std::optional<std::string> failsOtherwise(const SaidOfKernel& said, const Assignment& inputs, unsigned bias) const;
  void refuteOtherwise(std::size_t ensured, const Assignment& inputs);
  Replay replay(const Question& question, const Assignment& inputs) const;
  Replay replay(const SaidOfKernel& said, const Assignment& inputs) const;
  static Assignment withSome(const std::vector<Term>& summands, Assignment model);
  Replay replay(const InvariantPart& part, const Assignment& model) const;
  AnyOutcome followed(const ptx::Launch& launch, unsigned unroll) const;
  std::string invariantNotProved() const;
  std::optional<PlaceVerdict> requiredNotMet() const;
  std::optional<std::pair<Term, unsigned>> fewValues(Term holds, const std::vector<Term>& required) const;
  std::string asOptions(const ptx::Launch& launch) const;
  Term meaning(const SaidOfKernel& said) const;
  bool readsAtIndex(const SaidOfKernel& said) const;
  std::string nameOfElement(Term term) const;
  std::vector<std::string> treesOf(const SaidOfKernel& said) const;
  std::string nameOf(const Question& question) const;
  std::string nameOfRequired() const;
  std::vector<std::string> functionsIn(const std::string& obligation) const;
  std::string nameOfReached(Term reached) const;
  Term someComesTo(ptx::FindingKind kind, std::uint32_t step) const;
  PlaceVerdict::Reached reached(const PlaceVerdict& verdict) const;
  bool isProved(const std::string& obligation) const;
  std::string nameOf(std::size_t ensured) const;
  std::string nameOf(InvariantPart::Kind kind, std::size_t number) const;

  std::shared_ptr<Terms> terms_;
  std::string name_;
  const ptx::Kernel& kernel_;
  AnyLaunch any_;
  AnyOutcome outcome_;
  std::vector<SaidOfKernel> required_, ensured_;
  std::map<std::string, PlaceVerdict> answers_;   ///< by the obligation's name
  std::set<std::pair<bool, std::uint32_t>> came_; ///< steps that random inputs executed; and true: came to
  unsigned simulated_ = 0;
  bool isInterrupted_ = false;
  mutable std::uint64_t steps_ = 0;          ///< that the machine of words took
  std::vector<Question> shownBehind_;        ///< by the machine of words, where that of terms had ended
  mutable std::uint64_t stepsOtherwise_ = 0; ///< of threads, under other schedules
};

/// Findings that an instruction may have by what it is: each must be asked about where the instruction is reached.
std::vector<ptx::FindingKind> demandedOf(const ptx::Kernel& kernel, std::uint32_t step,
                                         const std::vector<AnyInvariant>& invariants);

} // namespace warplaw::proofs::kernels
