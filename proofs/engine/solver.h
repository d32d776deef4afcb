// Solvers: a query's text in, a raw answer out, in a child process. Z3 by its API, cvc5 by its program; tests
// bring their own.
#pragma once
#include "proofs/engine/children.h"
#include "spec/rejection.h"
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::symbolic {
struct Query;
}

namespace warplaw::proofs {

/// What a solver said, before anybody judged it.
struct RawAnswer {
  enum class Kind { Sat, Unsat, Unknown, Timeout, Crash } kind = Kind::Crash;
  std::string detail; ///< Sat: the answer to get-value; Unknown and Crash: the reason
  double seconds = 0;
  bool definite() const { return kind == Kind::Sat || kind == Kind::Unsat; }
};
std::string_view textOf(RawAnswer::Kind kind); ///< "sat", "unsat", "unknown", "time-out", "crash"

class Solver {
public:
  virtual ~Solver() = default;
  virtual std::string name() const = 0;    ///< "z3"
  virtual std::string version() const = 0; ///< "4.8.12"
  virtual std::string
  options() const = 0; ///< everything besides the text that decides the answer; part of the cache's key
  /// Called in the parent before the first child, for work that every child would otherwise do for itself.
  virtual void prepare() const {}
  /// Runs in a child process: writes the solver's output for the text (SMT-LIB), gives the exit status.
  virtual int solve(const std::string& text, ParentChannel out) const = 0;
  /// Can one process answer several questions? An answer must not depend on the questions before.
  virtual bool answersSeveral() const { return false; }
  /// If so: what solve() would write.
  virtual std::string answer(const std::string&) const { return {}; }
  /// Is it given the query's terms, in a child of the process that has them, and no text?
  virtual bool takesTerms() const { return false; }
  /// If so: runs in that child, gives the exit status.
  virtual int solveTerms(const symbolic::Query&, ParentChannel) const { return 1; }
  /// And what that child's end means, in its parent.
  virtual RawAnswer answerTo(const symbolic::Query&, const Ended&) const { return {}; }
};

/// The loop of a child that answers several questions: the first one, then those that its parent sends. Each answer is
/// a frame: whether it is the child's last, and the seconds of processor time that it took, times 10,000.
int answerQuestions(const Solver& solver, const std::string& first, ParentChannel parent);
/// Questions that one child answers at most. Most questions spend the greater part of their time on the fork, and on
/// the pages that the child is the first to touch.
inline constexpr std::size_t kMostQuestions = 32;

/// What a child's output and end mean.
RawAnswer answerOf(const Ended& ended);

/// What `PROGRAM --version` writes after `before` on the first line that begins so, up to a space or the line's end;
/// empty where there is no such program on PATH, or it does not end.
std::string programVersion(const std::string& program, std::string_view before);

/// In a child: becomes the program, which is told to read the text, and writes to the channel. Returns only where it
/// could not be started.
int askProgram(const char* program, std::vector<std::string> options, const std::string& text, ParentChannel out);

std::shared_ptr<const Solver> makeZ3();
/// The `cvc5` program found on PATH; a rejection says that there is none.
spec::Result<std::shared_ptr<const Solver>> makeCvc5();
/// The `bitwuzla` program, likewise. Debian 12 and 13 have none: nothing here needs it.
spec::Result<std::shared_ptr<const Solver>> makeBitwuzla();

/// Which answers a verdict needs.
struct SolverPolicy {
  std::vector<std::shared_ptr<const Solver>> solvers; ///< in the order in which they are tried
  bool agree = false;                                 ///< every solver must answer, and the same
  /// Seconds of a processor that the first solver runs alone; the next, thrice so many (not under `agree`). By the
  /// clock at most kPatience times as many: a solver may wait for another process.
  double headStart = 5.0;
  static constexpr double kPatience = 4;
  bool simulates = false; ///< where a refutation is expected, a witness that simulation meets is answer enough
  /// Who is known to answer an obligation of this name sooner than those before it: it is asked first, and no solver
  /// that takes terms is asked at all. If it passes another one that is asked, it runs alone thrice as long, too.
  /// Null, or an empty name: nobody.
  std::function<std::string_view(std::string_view)> sooner = {};
};
/// "any" and "both" are of Z3 and cvc5 here; certificates/refuter.h adds CaDiCaL to "any".
inline constexpr std::array<std::string_view, 5> kSolverPolicies = {"z3", "cvc5", "bitwuzla", "any", "both"};
/// The policy of a name in kSolverPolicies. Only "any" simulates first; a named solver is always asked.
spec::Result<SolverPolicy> solverPolicy(std::string_view name);

} // namespace warplaw::proofs
