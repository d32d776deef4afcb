#include "proofs/certificates/refuter.h"
#include "proofs/certificates/bit_blast.h"
#include "proofs/certificates/cadical.h"
#include "proofs/certificates/certify.h"
#include "proofs/engine/simulation.h"
#include <fmt/format.h>
#include <sys/resource.h>

namespace warplaw::certificates {
/// A hash of the sources that make clauses (proofs/CMakeLists.txt): answers to other clauses are not taken from the
/// cache.
extern const char* const kTranslation;

namespace {

class Cadical final : public proofs::Solver {
public:
  explicit Cadical(std::string version) : version_(std::move(version)) {}
  std::string name() const override { return "cadical"; }
  std::string version() const override { return version_; }
  std::string options() const override {
    return fmt::format("{}, translation {}", fmt::join(kOptions, " "), kTranslation);
  }
  int solve(const std::string&, proofs::ParentChannel) const override { return 1; }
  bool takesTerms() const override { return true; }

  int solveTerms(const symbolic::Query& query, proofs::ParentChannel out) const override {
    const rlimit most{kSeconds, kSeconds};
    if (setrlimit(RLIMIT_CPU, &most) != 0)
      return 124;
    const BitBlasted translation(query);
    if (!translation.whyNot().empty())
      return 1;
    const Cnf formula = formulaOf(translation.circuit(), translation.asserted());
    return proofs::askProgram("cadical", {std::begin(kOptions), std::end(kOptions)}, dimacs(formula), out);
  }

  proofs::RawAnswer answerTo(const symbolic::Query& query, const proofs::Ended& ended) const override {
    using Kind = proofs::RawAnswer::Kind;
    const int status = ended.how == proofs::Ended::How::Exited ? ended.code : 0;
    if (status == kUnsatisfiable && ended.bytes == "s UNSATISFIABLE\n")
      return {Kind::Unsat, {}, ended.seconds};
    if (status == kSatisfiable && ended.bytes.starts_with("s SATISFIABLE\nv ") && ended.bytes.ends_with(" 0\n"))
      return {Kind::Sat, proofs::modelText(assignmentOf(query, modelFrom(ended.bytes))), ended.seconds};
    return {Kind::Unknown, ended.text(), ended.seconds};
  }

private:
  static constexpr const char* kOptions[] = {"-q", "--unsat"};
  static constexpr int kSatisfiable = 10, kUnsatisfiable = 20; ///< its exit status
  /// Seconds of a processor. What it answers at all it answers in less; most else is sums and products, which Z3 knows
  /// as such.
  static constexpr rlim_t kSeconds = 2;
  std::string version_;
};

} // namespace

spec::Result<proofs::SolverPolicy> policyWithCadical(std::string_view name) {
  auto policy = proofs::solverPolicy(name);
  if (policy && name == "any")
    if (const auto version = cadicalVersion())
      policy->solvers.insert(policy->solvers.begin(), std::make_shared<Cadical>(*version));
  return policy;
}

} // namespace warplaw::certificates
