// Simulation: see simulation.h.
#include "proofs/engine/simulation.h"
#include "symbolic/terms/evaluator.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <random>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::Assignment;
using symbolic::Bits;
using symbolic::Evaluator;
using symbolic::Op;
using symbolic::Query;
using symbolic::Term;

// The search depends on these alone: they are part of the key under which its result is kept.
constexpr unsigned kVersion = 3, kSeed = 1;
constexpr std::size_t kNodes = 60'000'000; ///< evaluated for one query: a second or so
constexpr std::size_t kLegalAttempts = 4000, kMostAttempts = 40'000;

/// Constants that something is compared with: numbers of enumerations, ends of ranges.
std::vector<Bits> comparedWith(std::span<const Term> roots) {
  std::set<Bits> found;
  const symbolic::Walk walk(roots);
  for (const symbolic::Node* node : walk.nodes())
    if (node->op == Op::Eq || node->op == Op::Ult || node->op == Op::Ule || node->op == Op::Slt || node->op == Op::Sle)
      for (unsigned i = 0; i < 2; ++i)
        if (const Term arg(node->args[i]); arg.isConstant())
          found.insert(arg.value());
  return {found.begin(), found.end()};
}

class Search {
public:
  Search(const Query& query, const Assignment* near)
      : hasGoal_(query.goal), isNear_(near != nullptr), conjuncts_(symbolic::conjunctsOf(query.assumptions)),
        assumed_(conjuncts_), goal_(std::span(&query.goal, 1)), near_(near ? *near : Assignment{}) {
    std::vector<Term> roots = query.assumptions;
    roots.push_back(query.goal);
    constants_ = comparedWith(roots);
    std::map<const symbolic::Node*, std::size_t> places;
    for (const Term variable : assumed_.variables()) {
      places.emplace(variable.node(), legal_.size());
      legal_.push_back(startOf(variable));
    }
    for (const Term variable : goal_.variables()) {
      const auto place = places.find(variable.node());
      told_.push_back(place == places.end() ? std::nullopt : std::optional(place->second));
      inputs_.push_back(startOf(variable));
    }
    start_ = inputs_;
  }

  std::optional<Assignment> run() {
    if (!becomeLegal())
      return std::nullopt;
    takeLegal(); // what is near need not have been legal
    if (!hasGoal_ || (isNear_ && goal_(inputs_)[0] == 0))
      return assignment();
    const std::vector<Bits> start = legal_;
    const std::size_t attempts = std::clamp(kNodes / (goal_.size() + 3 * assumed_.size()), kLeast, kMostAttempts);
    for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
      const bool staysNear = isNear_ && attempt < attempts / 2; // the first half never goes far
      if (attempt % (staysNear ? 8 : 300) == 0)
        legal_ = start;
      for (unsigned i = 0; attempt != 0 && i < (staysNear ? 1u : 3u); ++i)
        step();
      drawInputs();
      if (goal_(inputs_)[0] == 0)
        return assignment();
    }
    return std::nullopt;
  }

private:
  static constexpr std::size_t kLeast = 64;

  Bits startOf(Term variable) const {
    const auto found = near_.find(variable.node()->name);
    return found == near_.end() ? 0 : found->second;
  }

  Bits anyBits() {
    const Bits high = random_(); // in this order, whatever the compiler
    return high << 64 | random_();
  }

  /// What assumptions speak of: mostly flags, enumerations, masks and lists of small digits.
  Bits drawTold(Bits before, unsigned width) {
    const Bits any = random_();
    switch (random_() % 8) {
    case 0:
    case 1:
      return any % 2;
    case 2:
      return any % 16;
    case 3:
      return any & 0x77777777 >> 4 * (random_() % 8);
    case 4:
      return before ^ Bits(1) << any % width;
    case 5:
      return anyBits();
    default:
      return constants_.empty() ? 0 : constants_[any % constants_.size()];
    }
  }

  /// A word: as it was, at an end of a range, as another one, or anything.
  Bits drawWord(Bits before, unsigned width) {
    const Bits ones = symbolic::onesOf(width);
    const Bits ends[] = {0, 1, ones, ones >> 1, (ones >> 1) + 1};
    switch (random_() % 8) {
    case 0:
      return before;
    case 1:
      return ends[random_() % std::size(ends)];
    case 2:
      return inputs_[random_() % inputs_.size()];
    case 3:
      return random_() % 64;
    default:
      return anyBits();
    }
  }

  std::size_t heldOf() const {
    const std::vector<Bits> values = assumed_(legal_);
    return static_cast<std::size_t>(std::ranges::count(values, Bits(1)));
  }

  /// Uphill: more and more of what is assumed holds.
  bool becomeLegal() {
    std::size_t held = heldOf();
    // a solver finds a model of assumptions alone, too, so that not much is tried of long ones
    const std::size_t most = hasGoal_ ? kLegalAttempts : std::min(kLegalAttempts, kNodes / 20 / (assumed_.size() + 1));
    for (std::size_t attempt = 0; attempt < most && held < conjuncts_.size() && !legal_.empty(); ++attempt) {
      const std::vector<Bits> before = legal_;
      for (std::size_t changes = 1 + random_() % 3; changes > 0; --changes)
        changeOne();
      if (const std::size_t now = heldOf(); now >= held)
        held = now;
      else
        legal_ = before;
    }
    return held == conjuncts_.size();
  }

  void changeOne() {
    const std::size_t place = random_() % legal_.size();
    const unsigned width = assumed_.variables()[place].width();
    legal_[place] = drawTold(legal_[place], width) & symbolic::onesOf(width);
  }

  /// One variable that the assumptions speak of, if they still hold then.
  void step() {
    if (legal_.empty())
      return;
    std::vector<Bits> before = legal_;
    changeOne();
    if (legal_ != before && heldOf() < conjuncts_.size())
      legal_ = std::move(before);
  }

  /// What assumptions speak of, in the goal.
  void takeLegal() {
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (told_[i])
        inputs_[i] = legal_[*told_[i]];
  }

  /// In every other attempt many words are one of two: what is wrong about equal ones shows.
  void drawInputs() {
    alike_[0] = anyBits();
    alike_[1] = alike_[0] + random_() % 3;
    const bool areAlike = random_() % 2 != 0;
    const std::vector<Term>& variables = goal_.variables();
    takeLegal();
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const unsigned width = variables[i].width();
      if (told_[i])
        continue;
      if (areAlike && random_() % 2 != 0)
        inputs_[i] = alike_[random_() % 2] & symbolic::onesOf(width);
      else
        inputs_[i] = drawWord(start_[i], width) & symbolic::onesOf(width);
    }
  }

  Assignment assignment() const {
    Assignment all = hasGoal_ ? near_ : Assignment{}; // a replay reads what stands beside
    for (std::size_t i = 0; i < legal_.size(); ++i)
      all[std::string(assumed_.variables()[i].node()->name)] = legal_[i];
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      all[std::string(goal_.variables()[i].node()->name)] = inputs_[i];
    return all;
  }

  bool hasGoal_, isNear_;
  std::vector<Term> conjuncts_;
  Evaluator assumed_, goal_;
  Assignment near_;
  std::vector<Bits> constants_;
  std::vector<Bits> legal_;                      ///< of what assumptions speak of
  std::vector<Bits> start_, inputs_;             ///< of what the goal speaks of
  std::vector<std::optional<std::size_t>> told_; ///< of those: the place in legal_, if it is there
  Bits alike_[2] = {};
  std::mt19937_64 random_{kSeed}; // its numbers are the same everywhere
};

class Simulation final : public Solver {
public:
  std::string name() const override { return "simulation"; }
  std::string version() const override { return fmt::format("{}", kVersion); }
  std::string options() const override { return fmt::format("seed {}, {} nodes", kSeed, kNodes); }
  int solve(const std::string&, ParentChannel) const override { return 1; }
};

} // namespace

std::optional<Assignment> simulate(const Query& query, const Assignment* near) { return Search(query, near).run(); }

std::string modelText(const Assignment& model) {
  std::string text = "(";
  for (const auto& [name, value] : model)
    text += fmt::format("(|{}| #x{:x})\n", name, value);
  return text + ")";
}

std::shared_ptr<const Solver> simulation() { return std::make_shared<Simulation>(); }

} // namespace warplaw::proofs
