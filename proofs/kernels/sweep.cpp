#include "proofs/kernels/sweep.h"
#include "symbolic/terms/evaluator.h"
#include <algorithm>
#include <fmt/format.h>
#include <random>
#include <unordered_map>
#include <unordered_set>

namespace warplaw::proofs::kernels {
using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;
namespace {

constexpr std::size_t kMostNodes = 60'000;
constexpr unsigned kLeastWidth = 16; ///< of a word: truth values agree by chance
constexpr unsigned kDepth = 14;      ///< so far below its root a step looks for what its sides have in common
constexpr unsigned kLooks = 24;      ///< random values of a step before anybody else is asked

/// What a word was on all inputs.
using Signature = std::pair<std::uint64_t, std::uint64_t>;
struct Class {
  unsigned width;
  Signature signature;
  bool operator<(const Class& other) const {
    return std::tie(width, signature) < std::tie(other.width, other.signature);
  }
};

void add(Signature& signature, std::uint64_t word) {
  signature.first = (signature.first ^ word) * 0x9e3779b97f4a7c15u;
  signature.first ^= signature.first >> 29;
  signature.second = (signature.second + word) * 0xc2b2ae3d27d4eb4fu;
  signature.second ^= signature.second >> 31;
}

class Sweep {
public:
  Sweep(Terms& terms, std::string name) : terms_(terms), name_(std::move(name)) {}

  Alike of(std::span<const Term> roots, std::span<const Assignment> inputs, const symbolic::Functions& functions) {
    std::vector<Term> all;
    std::unordered_set<const Node*> seen;
    const auto visit = [&](auto& self, Term term) -> void {
      if (all.size() > kMostNodes || !seen.insert(term.node()).second)
        return;
      for (unsigned i = 0; i < term.node()->argCount; ++i)
        self(self, term.arg(i));
      all.push_back(term);
    };
    for (const Term root : roots)
      visit(visit, root);
    if (all.size() > kMostNodes || inputs.empty())
      return {{roots.begin(), roots.end()}, {}};
    const symbolic::Evaluator evaluator(all);
    for (const Assignment& one : inputs) {
      const std::vector<Bits> values = evaluator(one, functions);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const auto value = static_cast<std::uint64_t>(values[i]);
        Known& known = known_[all[i].node()];
        add(known.whole, value);
        add(known.low, value & 0xffffffff);
        add(known.high, value >> 32);
      }
    }
    const std::vector<Term> made =
        symbolic::rebuild(roots, [&](const Node& node, std::span<const Term> args) { return known(node, args); });
    return {made, std::move(steps_)};
  }

private:
  struct Known {
    Signature whole{}, low{}, high{};
  };

  Term known(const Node& node, std::span<const Term> args) {
    Term own(&node);
    if (node.argCount != 0)
      own = node.op == Op::Apply ? functionOf(terms_, node.width, node.name, args)
                                 : terms_.make(node.op, node.width, args, node.value, node.name);
    if (node.width < kLeastWidth || node.width > 64 || own.isConstant())
      return own;
    const Known& known = known_.at(&node);
    const auto [first, isNew] = first_.try_emplace({node.width, known.whole}, own);
    if (!isNew)
      return first->second.same(own) || own.op() == Op::Extract || !isStep(first->second, own) ? own : first->second;
    if (node.width == 64) // halves, which a sum of them may be made of
      for (const unsigned low : {0u, 32u})
        halves_.try_emplace({32, low == 0 ? known.low : known.high}, std::pair(own, low));
    const auto half = halves_.find({node.width, known.whole});
    if (half == halves_.end() || own.op() == Op::Extract)
      return own;
    const auto& [word, low] = half->second; // left as it is: folding would take it apart again
    const Term taken = terms_.raw(Op::Extract, 32, std::array{word}, low);
    if (!isStep(taken, own))
      return own;
    first->second = taken;
    return taken;
  }

  void below(Term term, unsigned depth, std::unordered_set<const Node*>& all) {
    if (depth == 0 || !all.insert(term.node()).second)
      return;
    for (unsigned i = 0; i < term.node()->argCount; ++i)
      below(term.arg(i), depth - 1, all);
  }

  /// Terms that both have become any values. False: it does not hold then.
  bool isStep(Term first, Term second) {
    std::unordered_set<const Node*> inFirst, inSecond;
    below(first, kDepth, inFirst);
    below(second, kDepth, inSecond);
    std::vector<std::pair<Term, Term>> values;
    std::unordered_set<const Node*> seen;
    const auto cut = [&](auto& self, Term term, unsigned depth) -> void {
      if (depth == 0 || term.isConstant() || !seen.insert(term.node()).second)
        return;
      const bool isPart = term.op() == Op::Extract || term.op() == Op::Zext || term.op() == Op::Concat;
      const bool isWhole = term.same(first) || term.same(second);
      if (!isWhole && !isPart && inFirst.contains(term.node()) && inSecond.contains(term.node())) {
        values.emplace_back(
            term, terms_.variable(term.width(), fmt::format("in common {} of {} bits", values.size(), term.width())));
        return;
      }
      for (unsigned i = 0; i < term.node()->argCount; ++i)
        self(self, term.arg(i), depth - 1);
    };
    cut(cut, first, kDepth);
    cut(cut, second, kDepth);
    const Term goal = symbolic::substitute(first.eq(second), values);
    if (goal.isConstant())
      return goal.isTrue();
    const auto [asked, isNew] = asked_.try_emplace(goal.node(), true);
    if (!isNew)
      return asked->second;
    const symbolic::Evaluator evaluator(std::array{goal});
    std::mt19937_64 dice(1);
    for (unsigned look = 0; look < kLooks && asked->second; ++look) {
      std::vector<Bits> chosen;
      for (const Term one : evaluator.variables())
        chosen.push_back((look % 2 == 0 ? dice() : dice() % 4) & symbolic::onesOf(one.width()));
      asked->second = evaluator(chosen)[0] == 1;
    }
    if (!asked->second)
      return false;
    steps_.push_back(implied(fmt::format("{}/step-{}", name_, steps_.size()), {}, goal));
    steps_.back().isOfRulesAlone = false;
    steps_.back().ask([](Obligation::Asking& asking) { asking.isGuess = true; });
    return true;
  }

  Terms& terms_;
  const std::string name_;
  std::unordered_map<const Node*, Known> known_;
  std::map<Class, Term> first_;
  std::map<Class, std::pair<Term, unsigned>> halves_;
  std::unordered_map<const Node*, bool> asked_;
  std::vector<Obligation> steps_;
};

} // namespace

Alike madeAlike(Terms& terms, std::span<const Term> roots, std::span<const Assignment> inputs,
                const symbolic::Functions& functions, const std::string& name) {
  return Sweep(terms, name).of(roots, inputs, functions);
}

} // namespace warplaw::proofs::kernels
