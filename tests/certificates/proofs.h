// Proofs as lists of steps: written in both formats, made by a search that tries both values of each variable, and
// spoiled at random.
#pragma once
#include "naive.h"
#include <random>
#include <string>

namespace warplaw::rup {

using Steps = std::vector<DratStep>;
using Random = std::mt19937;

inline unsigned below(Random& random, std::size_t n) { return static_cast<unsigned>(random() % n); }

inline std::string write(const Steps& steps, DratFormat format) {
  std::string bytes;
  for (const DratStep& step : steps) {
    bytes += format == DratFormat::Text ? (step.deletes ? "d " : "") : (step.deletes ? "d" : "a");
    for (const Literal literal : step.clause) {
      if (format == DratFormat::Text) {
        bytes += std::to_string(literal) + ' ';
        continue;
      }
      auto code = 2 * static_cast<std::uint32_t>(std::abs(literal)) + (literal < 0 ? 1u : 0u);
      for (; code >= 0x80; code >>= 7)
        bytes += static_cast<char>(code | 0x80);
      bytes += static_cast<char>(code);
    }
    bytes += format == DratFormat::Text ? std::string("0\n") : std::string(1, '\0');
  }
  return bytes;
}

/// Refutes an unsatisfiable formula: whatever is decided contradicts the clauses, and each decision that does is
/// denied. What was shown of its two halves is deleted once the whole is shown.
class Refutation {
public:
  Refutation(const Formula& formula, Literal variables) : formula_(formula), variables_(variables) { refute({}); }
  const Steps& steps() const { return steps_; }

private:
  void refute(std::vector<Literal> decided) {
    std::vector<Literal> denied;
    for (const Literal literal : decided)
      denied.push_back(-literal);
    if (contradictory(decided)) {
      steps_.push_back({false, denied});
      return;
    }
    const auto next = static_cast<Literal>(decided.size() + 1);
    for (const Literal choice : {next, -next}) {
      decided.push_back(choice);
      refute(decided);
      decided.pop_back();
    }
    steps_.push_back({false, denied});
    for (const Literal choice : {next, -next}) {
      std::vector<Literal> half = denied;
      half.push_back(-choice);
      steps_.push_back({true, half});
    }
  }
  bool contradictory(const std::vector<Literal>& decided) const {
    Formula with = formula_;
    for (const Literal literal : decided)
      with.push_back({literal});
    return naivelyProves(cnfOf(with, variables_), "", DratFormat::Text);
  }
  Formula formula_;
  Literal variables_;
  Steps steps_;
};

enum class Spoiling { DropStep, FlipLiteral, DropLiteral, Insert, Swap, Shuffle, Truncate, Byte };
inline constexpr Spoiling kSpoilings[] = {Spoiling::DropStep, Spoiling::FlipLiteral, Spoiling::DropLiteral,
                                          Spoiling::Insert,   Spoiling::Swap,        Spoiling::Shuffle,
                                          Spoiling::Truncate, Spoiling::Byte};

/// The proof's bytes with something wrong, which may be harmless.
inline std::string spoilt(Steps steps, Spoiling how, Literal variables, DratFormat format, Random& random) {
  const std::size_t at = steps.empty() ? 0 : below(random, steps.size());
  const auto anyLiteral = [&] {
    const auto variable = static_cast<Literal>(1 + below(random, static_cast<std::size_t>(variables)));
    return random() % 2 == 0 ? variable : -variable;
  };
  if (how == Spoiling::Insert || steps.empty()) {
    DratStep step{random() % 4 == 0, {}};
    for (unsigned n = below(random, 3); n > 0; --n)
      step.clause.push_back(anyLiteral());
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(at), step);
  } else if (how == Spoiling::DropStep) {
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at));
  } else if (how == Spoiling::Swap) {
    std::swap(steps[at], steps[below(random, steps.size())]);
  } else if (how == Spoiling::Shuffle) {
    std::vector<std::size_t> deletions;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].deletes)
        deletions.push_back(i);
    for (const std::size_t i : deletions)
      std::swap(steps[i], steps[below(random, steps.size())]);
  } else if (std::vector<Literal>& clause = steps[at].clause; !clause.empty()) {
    const auto literal = clause.begin() + below(random, clause.size());
    if (how == Spoiling::FlipLiteral)
      *literal = random() % 4 == 0 ? anyLiteral() : -*literal;
    else if (how == Spoiling::DropLiteral)
      clause.erase(literal);
  }
  std::string bytes = write(steps, format);
  if (how == Spoiling::Truncate)
    bytes.resize(below(random, bytes.size()));
  if (how == Spoiling::Byte && !bytes.empty())
    bytes[below(random, bytes.size())] = static_cast<char>(random());
  return bytes;
}

} // namespace warplaw::rup
