#include "proofs/engine/solver.h"
#include "symbolic/terms/smt.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <sys/mman.h>
#include <unistd.h>
#include <z3.h>

namespace warplaw::proofs {

namespace {

// For people, and for a line of JSON: what a solver that goes wrong writes may be anything.
std::string printable(std::string_view text) {
  std::string clean(text.substr(0, 200));
  for (char& c : clean)
    if (c < ' ' || c > '~')
      c = '?';
  return clean;
}

/// ASCII, as SMT-LIB's: an answer is kept in files of JSON.
bool isText(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= ' ' && c <= '~') || (c >= '\t' && c <= '\r'); });
}

} // namespace

RawAnswer answerOf(const Ended& ended) {
  RawAnswer answer;
  answer.seconds = ended.seconds;
  const std::string_view output = ended.bytes;
  if (ended.how == Ended::How::TimedOut) {
    answer.kind = RawAnswer::Kind::Timeout;
    answer.detail = ended.text();
    return answer;
  }
  const std::string_view first = output.substr(0, output.find('\n'));
  const std::string_view rest = output.substr(std::min(output.size(), first.size() + 1));
  const bool whole = first.size() < output.size();
  // cvc5 ends with status 1 after "unsat", for want of values; only a signal makes an answer doubtful
  if (ended.how == Ended::How::Exited && whole && (first == "sat" || first == "unsat") && isText(rest)) {
    answer.kind = first == "sat" ? RawAnswer::Kind::Sat : RawAnswer::Kind::Unsat;
    if (first == "sat")
      answer.detail = rest;
    return answer;
  }
  if (ended.how == Ended::How::Exited && first == "unknown") {
    answer.kind = RawAnswer::Kind::Unknown;
    answer.detail = "the solver gave up";
    return answer;
  }
  answer.kind = RawAnswer::Kind::Crash;
  answer.detail = fmt::format("{}; output: {}", ended.text(), first.empty() ? "none" : printable(first));
  return answer;
}

int answerQuestions(const Solver& solver, const std::string& first, ParentChannel parent) {
  constexpr double kLong = 1;                                // after that another process costs little
  constexpr std::size_t kMostGrown = std::size_t{256} << 20; // limits of memory are of one question
  const std::size_t mapped = mappedBytes();
  Frame question{0, 0, first};
  double before = 0;
  for (std::size_t asked = 1;; ++asked) {
    std::string answer = solver.answer(question.body);
    if (answer.size() > kMostOutput)
      answer = fmt::format("more than {} MiB of output", kMostOutput >> 20); // which is no answer
    const double now = processorSeconds(), seconds = now - std::exchange(before, now);
    const bool isLast = asked == kMostQuestions || seconds > kLong || mappedBytes() > mapped + kMostGrown;
    parent.send({isLast, static_cast<std::uint32_t>(1e4 * std::min(seconds, 4e5)), std::move(answer)});
    if (isLast || !parent.receive(question))
      return 0;
  }
}

namespace {

/// Z3 answers SIGINT itself while it works, and puts back a handler without its flags. Where it works in this process,
/// Ctrl-C waits meanwhile, and is then ours as it was before: a run whose Ctrl-C is lost goes on.
class KeptInterrupt {
public:
  KeptInterrupt() {
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &mask_);
    sigaction(SIGINT, nullptr, &action_);
  }
  ~KeptInterrupt() {
    sigaction(SIGINT, &action_, nullptr);
    pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }
  KeptInterrupt(const KeptInterrupt&) = delete;
  KeptInterrupt& operator=(const KeptInterrupt&) = delete;

private:
  sigset_t mask_;
  struct sigaction action_;
};

class Context {
public:
  Context() {
    Z3_config config = Z3_mk_config();
    context_ = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
  }
  ~Context() { Z3_del_context(context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  Z3_context get() const { return context_; }

private:
  Z3_context context_;
};

class Z3 final : public Solver {
public:
  void prepare() const override {
    if (prepared_)
      return;
    // 4.8 sorts the terms of a sum; 4.13 has to be asked, and takes 500 times as long for two orders of 32 addends
    Z3_global_param_set("rewriter.bv_sort_ac", "true");
    prepared_.emplace();
    const KeptInterrupt kept;
    // once, here, instead of in every child: 10 ms of tables
    Z3_eval_smtlib2_string(prepared_->get(), "(declare-const b Bool)(assert b)(check-sat)(reset)");
  }
  std::string name() const override { return "z3"; }
  std::string version() const override {
    unsigned major = 0, minor = 0, build = 0, revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return fmt::format("{}.{}.{}.{}", major, minor, build, revision);
  }
  std::string options() const override { return "eval_smtlib2_string, bv_sort_ac"; }
  int solve(const std::string& text, ParentChannel out) const override {
    out.write(answer(text));
    return 0;
  }
  bool answersSeveral() const override { return true; }
  std::string answer(const std::string& text) const override {
    prepare();
    asked_.emplace(); // a fresh one; the last is not deleted before its answer is out, or at all
    const char* output = Z3_eval_smtlib2_string(asked_->get(), text.c_str());
    return output == nullptr ? "no output" : output;
  }

private:
  mutable std::optional<Context> prepared_, asked_;
};

/// The program, which writes to the channel; returns only where it could not be started.
int becomeProgram(const char* program, std::vector<std::string> options, ParentChannel out) {
  dup2(out.descriptor(), STDOUT_FILENO);
  close(out.descriptor());
  dup2(open("/dev/null", O_WRONLY), STDERR_FILENO); // an answer is on the other; what babbles there has no limit
  std::vector<char*> arguments{const_cast<char*>(program)};
  for (std::string& option : options)
    arguments.push_back(option.data());
  arguments.push_back(nullptr);
  execvp(program, arguments.data());
  return 127;
}

/// A solver that is a program of its own.
class Program : public Solver {
public:
  Program(std::string name, std::string version, std::vector<std::string> options)
      : name_(std::move(name)), version_(std::move(version)), options_(std::move(options)) {}
  std::string name() const override { return name_; }
  std::string version() const override { return version_; }
  std::string options() const override { return fmt::format("{}", fmt::join(options_, " ")); }
  int solve(const std::string& text, ParentChannel out) const override {
    return askProgram(name_.c_str(), optionsFor(text), text, out);
  }

protected:
  virtual std::vector<std::string> optionsFor(const std::string&) const { return options_; }

private:
  std::string name_, version_;
  std::vector<std::string> options_;
};

class Cvc5 final : public Program {
public:
  explicit Cvc5(std::string version)
      : Program("cvc5", std::move(version), {"--lang=smt2", kBitVectorsAlone, "--produce-models"}) {}

private:
  // What it cannot do with floats is decided by the question alone.
  std::vector<std::string> optionsFor(const std::string& text) const override {
    std::vector<std::string> options = Program::optionsFor(text);
    if (text.starts_with(symbolic::kFloatLogic))
      std::erase(options, kBitVectorsAlone);
    if (text.find(symbolic::kHalf) != text.npos)
      options.insert(options.begin(), "--fp-exp");
    return options;
  }

  static constexpr const char* kBitVectorsAlone = "--bitblast=eager";
};

std::string_view sooner(std::string_view obligation) {
  static constexpr std::pair<std::string_view, std::string_view> kRows[] = {
#define WARPLAW_SOONER(name, solver) {name, solver},
#include "proofs/sooner.def"
#undef WARPLAW_SOONER
  };
  const auto* const row = std::ranges::find_if(kRows, [&](const auto& r) {
    const bool isOfMany = r.first.ends_with('*');
    return isOfMany ? obligation.starts_with(r.first.substr(0, r.first.size() - 1)) : obligation == r.first;
  });
  return row == std::end(kRows) ? std::string_view() : row->second;
}

} // namespace

int askProgram(const char* program, std::vector<std::string> options, const std::string& text, ParentChannel out) {
  const int file = memfd_create("query", 0);
  if (file < 0)
    return 124;
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t n = write(file, rest.data(), rest.size());
    if (n <= 0)
      return 124;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  options.push_back(fmt::format("/proc/self/fd/{}", file));
  return becomeProgram(program, std::move(options), out);
}

std::string programVersion(const std::string& program, std::string_view before) {
  constexpr double kSeconds = 10; // a program that hangs has no version
  std::string version;
  Children children;
  Children::Spec spec;
  spec.seconds = kSeconds;
  spec.raw = true;
  spec.body = [&](ParentChannel out) { return becomeProgram(program.c_str(), {"--version"}, out); };
  spec.onEnd = [&](const Ended& ended) {
    std::istringstream lines(ended.bytes);
    for (std::string line; version.empty() && std::getline(lines, line);)
      if (line.starts_with(before))
        version = line.substr(before.size(), line.find(' ', before.size()) - before.size());
  };
  children.start(std::move(spec));
  while (children.running() != 0)
    children.poll(kSeconds);
  return printable(version) == version ? version : ""; // results and reports hold it
}

std::shared_ptr<const Solver> makeZ3() { return std::make_shared<Z3>(); }

spec::Result<std::shared_ptr<const Solver>> makeCvc5() {
  const std::string version = programVersion("cvc5", "This is cvc5 version ");
  if (version.empty())
    return spec::Rejection{"solver", "no cvc5 program on PATH says its version", "--solver z3, or the package cvc5", 0};
  return std::shared_ptr<const Solver>(std::make_shared<Cvc5>(version));
}

spec::Result<std::shared_ptr<const Solver>> makeBitwuzla() {
  const std::string version = programVersion("bitwuzla", "");
  if (version.empty())
    return spec::Rejection{"solver", "no bitwuzla program on PATH says its version",
                           "another --solver, or the package bitwuzla of a Debian that has it", 0};
  return std::shared_ptr<const Solver>(
      std::make_shared<Program>("bitwuzla", version, std::vector<std::string>{"--lang", "smt2", "--produce-models"}));
}

spec::Result<SolverPolicy> solverPolicy(std::string_view name) {
  SolverPolicy policy;
  if (std::ranges::find(kSolverPolicies, name) == kSolverPolicies.end())
    return spec::Rejection{"solver", fmt::format("unknown solver '{}'", name),
                           fmt::format("{}", fmt::join(kSolverPolicies, ", ")), 0};
  if (name != "cvc5" && name != "bitwuzla")
    policy.solvers.push_back(makeZ3());
  if (name != "z3") {
    auto program = name == "bitwuzla" ? makeBitwuzla() : makeCvc5();
    if (!program)
      return program.error();
    policy.solvers.push_back(*program);
  }
  policy.agree = name == "both";
  policy.simulates = name == "any";
  if (name == "any")
    policy.sooner = sooner;
  return policy;
}

} // namespace warplaw::proofs
