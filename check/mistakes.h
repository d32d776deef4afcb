// Which mistakes the mismatches of one form show: wrong readings of its rules (proofs/statements/reading.h) that
// between them give every wrong output that was seen, and what none of them gives.
#pragma once
#include "check/family.h"
#include <algorithm>
#include <map>
#include <utility>

namespace warplaw::check {

/// A question with its answer.
struct Exchange {
  std::vector<std::byte> asked, answered;
};

/// A reading of an instruction's rules: computes the results from the inputs.
struct Reading {
  std::string name; ///< "up-in-range-from-the-least-lane (SHFL-4)"
  std::function<void(Stated&)> run;
};
struct KnownReadings {
  Reading right;
  std::vector<Reading> wrong;
};

class Mistakes {
public:
  /// small: gives exchanges of small cases of the form, right and wrong ones; asked for at most once, where several
  /// mistakes are to be told apart: on random operands, one mistake may err wherever a reading of another one does.
  using Small = std::function<std::vector<Exchange>()>;
  Mistakes(Family& family, KnownReadings readings, Small small);
  ~Mistakes();

  /// From wrong exchanges of the form, at least one, and right ones of the family.
  void learn(std::span<const Exchange> wrong, std::span<const Exchange> right);

  /// At least 1, at most kMost: those that a reading explains first, then what none explains.
  std::size_t count() const { return known_.size() + isUnexplained_; }
  /// The readings that explain a mistake, which nothing told apart; empty: none does.
  std::vector<std::string> namesOf(std::size_t mistake) const {
    return mistake < known_.size() ? known_[mistake].names : std::vector<std::string>();
  }

  /// Is there something wrong that no reading explains?
  bool leavesSome() const { return isUnexplained_; }

  /// Does each reading of the one mistake that readings explain altogether give this right answer?
  bool allowRight(Bytes asked, Bytes answered) const;
  /// Is each wrong output one of those that readings explain?
  bool isExplained(Bytes asked, Bytes answered) const;
  enum class How : std::uint8_t { Among, Alone }; ///< other mistakes beside it
  /// Does a wrong answer show this mistake in an output in which it shows no other?
  bool shows(std::size_t mistake, How how, Bytes asked, Bytes answered) const;

  static constexpr std::size_t kMost = 4;

private:
  struct Known {
    std::vector<std::string> names;
    std::size_t reading;
    std::vector<std::size_t> alike = {}; ///< all that are named
    /// Several readings may be variants of one mistake.
    void add(const std::string& name, std::size_t which) {
      if (std::ranges::find(names, name) == names.end())
        names.push_back(name);
      alike.push_back(which);
    }
  };
  /// An answer's outputs, and what readings leave there instead, as one of the choices has it that it may have made.
  struct View {
    Outputs got, right;
    std::vector<Outputs> read;
    bool isWrong(std::size_t output) const { return got[output] != right[output]; }
    bool isCovered(std::span<const std::size_t> by, std::size_t output) const;
  };
  class Seen;
  const Seen& seen(const Exchange& exchange);
  bool isExplained(const Seen& answer) const;

  bool learnOne(std::span<const Exchange> wrong, std::span<const Exchange> right);
  void learnSeveral(std::span<const Exchange> wrong, std::span<const Exchange> right);
  void keepTrue(std::vector<std::size_t>& readings, std::span<const Exchange> exchanges, bool erred);
  std::vector<std::size_t> knownReadings() const;

  Family& family_;
  KnownReadings readings_;
  Small small_;
  std::optional<std::vector<Exchange>> smallOnes_;
  /// All exchanges that it learned from.
  std::map<std::pair<std::vector<std::byte>, std::vector<std::byte>>, std::unique_ptr<Seen>> seen_;
  std::vector<Known> known_;
  bool isUnexplained_ = true;
};

} // namespace warplaw::check
