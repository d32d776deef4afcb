// Toy theorems and solvers that misbehave on demand, for tests of the engine.
#pragma once
#include "proofs/engine/runner.h"
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <unistd.h>

namespace warplaw::proofs::toy {

/// A solver that answers what a function makes of the text.
class Scripted final : public Solver {
public:
  Scripted(std::string name, std::function<std::string(const std::string&)> script, std::string version = "1")
      : name_(std::move(name)), version_(std::move(version)), script_(std::move(script)) {}
  std::string name() const override { return name_; }
  std::string version() const override { return version_; }
  std::string options() const override { return "scripted"; }
  int solve(const std::string& text, ParentChannel out) const override {
    out.write(script_(text));
    return 0;
  }
  bool answersSeveral() const override { return several; }
  std::string answer(const std::string& text) const override { return script_(text); }
  bool several = false; ///< questions in one process

private:
  std::string name_, version_;
  std::function<std::string(const std::string&)> script_;
};

inline SolverPolicy only(std::shared_ptr<const Solver> solver) { return {{std::move(solver)}, false, 2.0}; }
inline SolverPolicy both(std::shared_ptr<const Solver> a, std::shared_ptr<const Solver> b) {
  return {{std::move(a), std::move(b)}, true, 2.0};
}
inline std::shared_ptr<const Solver> says(std::string name, std::string output) {
  return std::make_shared<Scripted>(std::move(name), [output](const std::string&) { return output; });
}

inline Theorem theorem(std::string name, std::function<Obligations(Terms&)> build) {
  Theorem t;
  t.name = std::move(name);
  t.instruction = "TOY";
  t.rules = {"MACH-5"};
  t.build = std::move(build);
  return t;
}

/// x*(y+1) = x*y + wrong*x on bytes: true for wrong = 1, but not by folding.
inline Obligation distributes(Terms& terms, std::string name, unsigned wrong = 1) {
  const Term x = terms.variable(8, "x"), y = terms.variable(8, "y");
  Obligation o;
  o.name = std::move(name);
  o.outputs = {{"product", x * (y + 1), x * y + x * terms.constant(8, wrong)}};
  o.query.goal = o.outputs[0].got.eq(o.outputs[0].expected);
  o.replay = [wrong](const Assignment& a) {
    const auto value = [&](const char* v) { return static_cast<unsigned>(a.count(v) != 0 ? a.at(v) : 0); };
    const unsigned got = value("x") * (value("y") + 1), expected = value("x") * value("y") + wrong * value("x");
    return Replay{(got & 255) != (expected & 255), "product differs", std::nullopt};
  };
  return o;
}

/// The same, twin: wrong on purpose and expected to be refuted.
inline Obligation twin(Terms& terms, std::string name, unsigned wrong = 3) {
  Obligation o = distributes(terms, std::move(name), wrong);
  o.expected = Verdict::Refuted;
  o.mustDiffer = "product";
  return o;
}

/// Takes more time than any test has: whether the product of two primes of 31 bits has factors.
inline Obligation hard(Terms& terms, std::string name) {
  const Term x = terms.variable(32, "w"), z = terms.variable(32, "z");
  Obligation o;
  o.name = std::move(name);
  o.query.assumptions = {terms.constant(32, 1).ult(x), terms.constant(32, 1).ult(z)};
  o.query.goal = (x.zext(64) * z.zext(64)).ne(terms.constant(64, 2147483647ull * 2147483629ull));
  return o;
}

inline std::vector<Obligation> list(Obligation o) {
  std::vector<Obligation> all;
  all.push_back(std::move(o));
  return all;
}

inline RunOptions options() {
  RunOptions o;
  o.policy = only(makeZ3());
  o.timeout = 20;
  o.jobs = 2;
  return o;
}

struct Outcome {
  std::map<std::string, Record> records;
  std::size_t count = 0; ///< records, duplicates included
  std::vector<std::string> notes;
  ExitCode exitCode = ExitCode::AsExpected;
  const Record& operator[](const std::string& name) const {
    static const Record none;
    const auto it = records.find(name);
    EXPECT_NE(it, records.end()) << name;
    return it == records.end() ? none : it->second;
  }
};

inline Outcome runAll(const std::vector<Theorem>& theorems, const RunOptions& options) {
  Outcome outcome;
  RunObserver observer;
  observer.onRecord = [&](const Record& r) {
    ++outcome.count;
    outcome.records[r.name] = r;
    outcome.exitCode = combine(outcome.exitCode, r.exitCode());
  };
  observer.onNote = [&](const std::string& line) { outcome.notes.push_back(line); };
  run(theorems, options, observer);
  return outcome;
}

inline Outcome runOne(const std::function<Obligation(Terms&)>& make, const RunOptions& o) {
  return runAll({theorem("t", [make](Terms& terms) { return list(make(terms)); })}, o);
}

/// A folder of its own, gone at the end.
class Folder {
public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "warplaw-test-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

private:
  std::filesystem::path path_;
};

} // namespace warplaw::proofs::toy
