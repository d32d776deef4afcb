#include "proofs/certificates/bit_blast.h"
#include "proofs/certificates/words.h"
#include <fmt/format.h>
#include <map>
#include <set>

namespace warplaw::certificates {
using symbolic::Node;
using symbolic::Op;
using symbolic::Term;

namespace {

std::vector<Term> rootsOf(const symbolic::Query& query) {
  std::vector<Term> roots = query.assumptions;
  roots.push_back(query.goal);
  return roots;
}

bool isInput(const Node& node) { return node.op == Op::Variable || node.op == Op::Apply; }

} // namespace

BitBlasted::BitBlasted(const symbolic::Query& query) : query_(query), walk_(rootsOf(query)) {
  bits_.resize(nodes().size());
  for (std::size_t i = 0; i < nodes().size(); ++i)
    for (unsigned bit = 0; isInput(*nodes()[i]) && bit < nodes()[i]->width; ++bit)
      bits_[i].push_back(gates_.input());
  for (std::size_t i = 0; i < nodes().size(); ++i) {
    const Node* const node = nodes()[i];
    if (node->op == Op::FloatAdd || node->op == Op::FloatLess)
      whyNot_ = kFloats;
    else if (circuit().literals() > kMostLiterals)
      whyNot_ = kTooLarge;
    if (!whyNot_.empty())
      return;
    if (!isInput(*node))
      bits_[i] = translate(*node);
  }
  makeFunctionsCongruent();
  if (circuit().literals() > kMostLiterals) {
    whyNot_ = kTooLarge;
    return;
  }
  for (const Term assumption : query.assumptions)
    asserted_.push_back(bitsOf(assumption.node())[0]);
  if (query.goal)
    asserted_.push_back(-bitsOf(query.goal.node())[0]);
}

Word BitBlasted::translate(const Node& node) {
  const auto arg = [&](std::uint32_t i) -> const Word& { return bitsOf(node.args[i]); };
  const auto bitwise = [&](auto gate) {
    Word word(node.width);
    for (unsigned i = 0; i < node.width; ++i)
      word[i] = gate(arg(0)[i], arg(1)[i]);
    return word;
  };
  Word word;
  switch (node.op) {
  case Op::Constant:
    return constantWord(node.width, node.value);
  case Op::Not:
    return negated(arg(0));
  case Op::And:
    return bitwise([this](Literal a, Literal b) { return gates_.both(a, b); });
  case Op::Or:
    return bitwise([this](Literal a, Literal b) { return gates_.either(a, b); });
  case Op::Xor:
    return bitwise([this](Literal a, Literal b) { return gates_.differ(a, b); });
  case Op::Neg:
    return sum(gates_, negated(arg(0)), constantWord(node.width, 0), Gates::kTrue);
  case Op::Add:
    return sum(gates_, arg(0), arg(1), Gates::kFalse);
  case Op::Sub:
    return sum(gates_, arg(0), negated(arg(1)), Gates::kTrue);
  case Op::Mul:
    return product(gates_, arg(0), arg(1));
  case Op::Shl:
    return shiftedUp(gates_, arg(0), arg(1), Gates::kFalse);
  case Op::Lshr:
    return shiftedDown(gates_, arg(0), arg(1), Gates::kFalse);
  case Op::Ashr:
    return shiftedDown(gates_, arg(0), arg(1), arg(0).back());
  case Op::Eq:
    return {equal(gates_, arg(0), arg(1))};
  case Op::Ult:
    return {unsignedLess(gates_, arg(0), arg(1))};
  case Op::Ule:
    return {-unsignedLess(gates_, arg(1), arg(0))};
  case Op::Slt:
    return {signedLess(gates_, arg(0), arg(1))};
  case Op::Sle:
    return {-signedLess(gates_, arg(1), arg(0))};
  case Op::Ite:
    return choose(gates_, arg(0)[0], arg(1), arg(2));
  case Op::Concat:
    word = arg(1);
    word.insert(word.end(), arg(0).begin(), arg(0).end());
    return word;
  case Op::Extract: {
    const auto low = arg(0).begin() + static_cast<std::ptrdiff_t>(node.value);
    return {low, low + node.width};
  }
  case Op::Zext:
  case Op::Sext:
    word = arg(0);
    word.resize(node.width, node.op == Op::Zext ? Gates::kFalse : arg(0).back());
    return word;
  case Op::Select: {
    std::vector<Word> cells;
    for (std::uint32_t i = 1; i < node.argCount; ++i)
      cells.push_back(arg(i));
    return select(gates_, arg(0), std::move(cells));
  }
  case Op::Variable:
  case Op::Apply:
  case Op::FloatAdd:
  case Op::FloatLess:
    break;
  }
  whyNot_ = kFloats;
  return {};
}

/// Equal arguments give equal results, for each pair of applications of one function.
void BitBlasted::makeFunctionsCongruent() {
  std::map<std::string_view, std::vector<const Node*>> applications;
  for (const Node* node : nodes())
    if (node->op == Op::Apply)
      applications[node->name].push_back(node);
  for (const auto& [name, all] : applications)
    for (std::size_t i = 0; i < all.size() && circuit().literals() <= kMostLiterals; ++i)
      for (std::size_t k = 0; k < i; ++k)
        makeCongruent(*all[i], *all[k]);
}

void BitBlasted::makeCongruent(const Node& f, const Node& g) {
  if (f.width != g.width || f.argCount != g.argCount)
    return;
  std::vector<Literal> same;
  for (std::uint32_t i = 0; i < f.argCount; ++i) {
    if (f.args[i]->width != g.args[i]->width)
      return;
    same.push_back(equal(gates_, bitsOf(f.args[i]), bitsOf(g.args[i])));
  }
  const Literal agree = gates_.all(std::move(same));
  if (agree == Gates::kFalse)
    return;
  for (unsigned i = 0; i < f.width; ++i) {
    const Literal a = bitsOf(&f)[i], b = bitsOf(&g)[i];
    gates_.demand({-agree, -a, b});
    gates_.demand({-agree, a, -b});
  }
}

Cnf formulaOf(Cnf circuit, const std::vector<Literal>& asserted) {
  for (const Literal literal : asserted)
    circuit.add({literal});
  return circuit;
}

symbolic::Assignment assignmentOf(const symbolic::Query& query, const std::vector<Literal>& model) {
  const std::set<Literal> isTrue(model.begin(), model.end());
  const std::vector<Term> roots = rootsOf(query);
  const symbolic::Walk walk(roots);
  symbolic::Assignment assignment;
  std::map<std::string_view, unsigned> applications;
  Literal next = Gates::kTrue;
  for (const Node* node : walk.nodes()) {
    if (!isInput(*node))
      continue;
    symbolic::Bits value = 0;
    for (unsigned bit = 0; bit < node->width; ++bit)
      value |= symbolic::Bits{isTrue.contains(++next) ? 1u : 0u} << bit;
    assignment[node->op == Op::Apply ? fmt::format("${}.{}", node->name, applications[node->name]++)
                                     : std::string(node->name)] = value;
  }
  return assignment;
}

} // namespace warplaw::certificates
