// A batch of cases for an executor. Each case is answered, or is known to have ended the process: a case that crashes,
// hangs or writes outside its memory is found by halving and taken out, and the rest is asked again.
#pragma once
#include "check/family.h"
#include "check/host.h"
#include <functional>

namespace warplaw::check {

/// A case that ended the process.
struct Ended {
  std::size_t index;
  Answer answer;
  bool alone;             ///< also as the only case of a fresh process; false: only after others
  bool isSuspect = false; ///< nobody had the time to ask it alone: the first case that shows no answer
};

/// The least share of a batch's time that is waited for a part of one that was not answered in time.
inline constexpr double kLeastShare = 0.05;

/// One case. An answer that changed what goes in has crashed.
Answer askOne(Executor& executor, const Family& family, Bytes asked, std::span<std::byte> answered, double share = 1);

class Batch {
public:
  Batch(const Family& family, Executor& executor) : family_(family), executor_(executor) {}

  void resize(std::size_t count);
  std::size_t size() const { return count_; }
  std::span<std::byte> asked(std::size_t k) { return std::span(asked_).subspan(k * bytes_, bytes_); }
  Bytes asked(std::size_t k) const { return Bytes(asked_).subspan(k * bytes_, bytes_); }
  Bytes answered(std::size_t k) const { return Bytes(answered_).subspan(k * bytes_, bytes_); }
  bool isAnswered(std::size_t k) const { return isAnswered_[k]; }

  /// Asks the whole batch. Returns the first case of each form that ends the process; later cases of that form stay
  /// unanswered. Once an answer is late, the forms are asked one by one, so that several that hang do not each cost a
  /// time limit.
  std::vector<Ended> askAll();
  /// These cases in this order, in a process of their own or not, with their answers.
  Answer ask(std::span<const std::size_t> which, bool afresh = false);
  /// The same; an answer that changed what goes in has crashed.
  Answer askInOrder(std::span<const std::size_t> which) { return askAndLook(which, false); }

private:
  Answer askWhole(); ///< in order, without copying
  double shareOf(std::size_t count) const;
  void askWhatIsLeft(std::vector<std::size_t> left, std::vector<Ended>& ended);
  void askEarlier(std::span<const std::size_t> which);
  Answer askAndLook(std::span<const std::size_t> which, bool afresh);
  Ended culprit(std::span<const std::size_t> which, const Answer& seen);
  std::optional<Ended> byHalving(std::span<const std::size_t> which);
  std::optional<Ended> alone(std::size_t k);
  bool inputsAreKept(std::size_t k) const;

  const Family& family_;
  Executor& executor_;
  std::size_t bytes_ = family_.bytes(), count_ = 0;
  std::vector<std::byte> asked_, answered_, out_, in_;
  std::vector<bool> isAnswered_;
  bool hasHung_ = false; ///< some batch of it was not answered in time
};

} // namespace warplaw::check
