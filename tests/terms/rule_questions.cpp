// Folding rules as questions to solvers: is the unfolded left side equal to what the rule gives, for all values?
#include "rule_questions.h"
#include "symbolic/terms/smt.h"
#include <array>
#include <sstream>

namespace warplaw::symbolic::fold {
namespace {

constexpr std::size_t kInstancesAQuestion = 64;

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

std::vector<std::string> ask(Solver solver, const std::vector<Question>& questions) {
  std::string bits, floats; // a run of cvc5 has options for one of them
  std::vector<bool> isFloat;
  for (const Question& question : questions) {
    isFloat.push_back(question.text.starts_with(kFloatLogic));
    (isFloat.back() ? floats : bits) += question.text + "(reset)\n";
  }
  std::istringstream ofBits(bits.empty() ? "" : symbolic::ask(solver, bits));
  std::istringstream ofFloats(floats.empty() ? "" : symbolic::ask(solver, floats));
  std::vector<std::string> answers;
  std::string line;
  for (const bool which : isFloat)
    if (std::getline(which ? ofFloats : ofBits, line))
      answers.push_back(line);
  return answers;
}

} // namespace warplaw::symbolic::fold
