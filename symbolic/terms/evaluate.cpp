// A plain interpreter of terms: slow, obvious, the judge of the solver's models and of compiled terms.
#include "symbolic/terms/evaluate.h"
#include "symbolic/terms/operate.h"
#include "symbolic/terms/walk.h"

namespace warplaw::symbolic {

std::vector<Bits> evaluate(std::span<const Term> roots, const Assignment& assignment, const Functions& functions) {
  const Walk walk(roots);
  std::vector<Bits> values, args;
  values.reserve(walk.nodes().size());
  for (const Node* node : walk.nodes()) {
    args.clear();
    for (std::uint32_t i = 0; i < node->argCount; ++i)
      args.push_back(values[walk.indexOf(node->args[i])]);
    Bits value = 0;
    if (node->op == Op::Constant) {
      value = node->value;
    } else if (node->op == Op::Variable) {
      if (const auto found = assignment.find(node->name); found != assignment.end())
        value = found->second;
    } else if (node->op == Op::Apply) {
      if (functions)
        value = functions(node->name, args);
    } else {
      value = operate(node->op, node->width, args, node->args[node->argCount - 1]->width, node->value);
    }
    values.push_back(value & onesOf(node->width));
  }
  std::vector<Bits> results;
  for (const Term root : roots)
    results.push_back(root ? values[walk.indexOf(root.node())] : 0);
  return results;
}

} // namespace warplaw::symbolic
