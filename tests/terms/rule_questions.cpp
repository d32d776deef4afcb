// Folding rules as questions to solvers: is the unfolded left side equal to what the rule gives, for all values?
#include "rule_questions.h"
#include "symbolic/smt.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>
#include <z3++.h>

namespace warplaw::symbolic::fold {
namespace {

constexpr std::size_t kInstancesAQuestion = 64;
constexpr unsigned kLimitMilliseconds = 60'000; ///< for one question; running into it is an answer that fails the test

std::string textOf(Terms& terms, std::span<const Term> equalities) {
  Query query;
  query.goal = terms.all(equalities);
  std::string text = smtLib(query);
  return text.substr(0, text.find("(get-value"));
}

} // namespace

Questions questionsOf(const Rule& rule, unsigned width) {
  Terms terms(Folding::Nothing);
  Instances instances(terms, rule.op, width);
  rule.instances(instances);
  Questions questions;
  std::vector<Term> equalities;
  const auto flush = [&] {
    if (equalities.empty())
      return;
    const std::string name =
        std::string(rule.name) + "/" + std::to_string(width) + "/" + std::to_string(questions.list.size());
    questions.list.push_back({name, textOf(terms, equalities)});
    equalities.clear();
  };
  for (const auto& instance : instances.list) {
    const Term right = rule.apply(terms, {instance.op, instance.width, instance.args, instance.value});
    if (!right) {
      if (instance.mustFire)
        questions.silent.insert(std::string(rule.name) + "/" + std::to_string(width));
      continue;
    }
    const Term left = terms.raw(instance.op, instance.width, instance.args, instance.value);
    ++questions.instances;
    equalities.push_back(terms.raw(Op::Eq, 1, std::array{left, right}));
    if (equalities.size() == kInstancesAQuestion)
      flush();
  }
  flush();
  return questions;
}

std::vector<std::string> askZ3(const std::vector<Question>& questions) {
  std::vector<std::string> answers;
  for (const Question& question : questions) {
    z3::context context;
    z3::solver solver(context, "QF_BV");
    solver.set("timeout", kLimitMilliseconds);
    solver.from_string(question.text.substr(0, question.text.find("(check-sat)")).c_str());
    const z3::check_result result = solver.assertions().empty() ? z3::unknown : solver.check();
    answers.push_back(result == z3::unsat ? "unsat" : result == z3::sat ? "sat" : "unknown");
  }
  return answers;
}

std::vector<std::string> askCvc5(const std::vector<Question>& questions) {
  const std::string path = ::testing::TempDir() + "fold-rules-" + std::to_string(getpid()) + ".smt2";
  {
    std::ofstream file(path);
    for (const Question& question : questions)
      file << question.text << "(reset)\n";
  }
  const std::string command =
      "cvc5 --lang=smt2 --bitblast=eager --tlimit-per=" + std::to_string(kLimitMilliseconds) + " '" + path + "' 2>&1";
  std::vector<std::string> answers;
  FILE* pipe = popen(command.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  char line[4096];
  while (pipe && std::fgets(line, sizeof line, pipe)) {
    std::string answer = line;
    answer.erase(answer.find_last_not_of("\n") + 1);
    answers.push_back(answer);
  }
  if (pipe)
    EXPECT_EQ(pclose(pipe), 0);
  std::remove(path.c_str());
  answers.resize(std::max(answers.size(), questions.size()), "no answer");
  return answers;
}

} // namespace warplaw::symbolic::fold
