// The search for outcomes against another statement of the same rules (RED-8, RED-9, SURED-9): every order of the
// events, of which a reduction is two, and every way of each load; what a load finds is looked up in the order itself,
// where the line was last brought in or lost.
#include "linearize/litmus.h"
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <set>

namespace warplaw::linearize::litmus {
namespace {

bool isFence(Kind kind) { return kind == Kind::Membar || kind == Kind::Barrier; }
bool isCached(Kind kind) { return kind == Kind::Load || kind == Kind::LoadTexture; }

struct Event {
  unsigned thread, step;
  bool isDiscard; ///< of a reduction, whose other event performs it
};

class EveryOrder {
public:
  explicit EveryOrder(const Program& program) : program_(program) {
    for (unsigned t = 0; t < program.threads.size(); ++t)
      for (unsigned s = 0; s < program.threads[t].steps.size(); ++s) {
        if (of(t, s).kind == Kind::Reduce)
          events_.push_back({t, s, true});
        events_.push_back({t, s, false});
      }
    used_.resize(events_.size());
    extend();
  }
  std::set<Outcome> outcomes;

private:
  const LitmusStep& of(unsigned thread, unsigned step) const { return program_.threads[thread].steps[step]; }
  const LitmusStep& of(const Event& event) const { return of(event.thread, event.step); }

  bool precedes(const Event& a, const Event& b) const {
    if (a.thread != b.thread)
      return false;
    if (a.step == b.step)
      return a.isDiscard && !b.isDiscard;
    const LitmusStep &first = of(a), &second = of(b);
    const auto isSurface = [](Kind kind) { return kind == Kind::ReduceSurface || kind == Kind::LoadTexture; };
    const bool areOrdered = isFence(first.kind) || isFence(second.kind) ||
                            (first.address == second.address && !isSurface(first.kind) && !isSurface(second.kind));
    return a.step < b.step && areOrdered;
  }

  void extend() {
    if (order_.size() == events_.size())
      return choose(0);
    for (unsigned next = 0; next < events_.size(); ++next) {
      bool comes = !used_[next];
      for (unsigned other = 0; other < events_.size() && comes; ++other)
        comes = used_[other] || other == next || !precedes(events_[other], events_[next]);
      if (!comes)
        continue;
      used_[next] = true;
      order_.push_back(events_[next]);
      extend();
      order_.pop_back();
      used_[next] = false;
    }
  }

  enum class Way {
    Hits,
    Passes,
    Keeps
  }; ///< of LD and texture loads: the line is there; or not, and stays away; or comes
  void choose(std::size_t at) {
    if (at == 0)
      ways_.assign(order_.size(), Way::Passes);
    while (at < order_.size() && !isCached(of(order_[at]).kind))
      ++at;
    if (at == order_.size())
      return evaluate();
    for (const Way way : {Way::Hits, Way::Passes, Way::Keeps}) {
      ways_[at] = way;
      choose(at + 1 < order_.size() ? at + 1 : order_.size());
    }
  }

  /// What the line of the load at this place holds: memory after so many events; none: it is not there.
  std::optional<std::size_t> broughtInAt(std::size_t at) const {
    const Event& load = order_[at];
    const unsigned sm = program_.threads[load.thread].sm, line = program_.lineOf(of(load).address);
    const bool isTexture = of(load).kind == Kind::LoadTexture;
    for (std::size_t k = at; k-- > 0;) {
      const Event& event = order_[k];
      const LitmusStep& step = of(event);
      if (program_.threads[event.thread].sm != sm || isFence(step.kind) || program_.lineOf(step.address) != line)
        continue;
      if (step.kind == of(load).kind && ways_[k] == Way::Keeps)
        return k;
      const bool loses = (step.kind == of(load).kind && ways_[k] == Way::Passes) ||
                         (!isTexture && (step.kind == Kind::Store || event.isDiscard));
      if (loses)
        return std::nullopt;
    }
    for (const Held& held : program_.held)
      if (held.sm == sm && held.line == line && (held.cache == Cache::Texture) == isTexture)
        return 0;
    return std::nullopt;
  }

  static std::uint32_t updated(const LitmusStep& step, std::uint32_t old) {
    if (step.operation.op == Op::Cas)
      return old == step.value ? step.swap : old;
    return step.operation.op == Op::Xor ? old ^ step.value : old + step.value;
  }

  void evaluate() {
    std::vector<std::vector<std::uint32_t>> after = {program_.memory}; // so many events
    std::map<std::pair<unsigned, unsigned>, std::uint32_t> given;
    for (std::size_t at = 0; at < order_.size(); ++at) {
      const Event& event = order_[at];
      const LitmusStep& step = of(event);
      std::vector<std::uint32_t> memory = after.back();
      std::uint32_t word = isFence(step.kind) ? 0 : memory[step.address];
      if (isCached(step.kind) && ways_[at] == Way::Hits) {
        const auto source = broughtInAt(at);
        if (!source)
          return;
        word = after[*source][step.address];
      }
      if (gives(step.kind))
        given[{event.thread, event.step}] = word;
      if (step.kind == Kind::Store)
        memory[step.address] = step.value;
      if ((step.kind == Kind::Reduce && !event.isDiscard) || step.kind == Kind::Atomic ||
          step.kind == Kind::ReduceSurface)
        memory[step.address] = updated(step, memory[step.address]);
      after.push_back(std::move(memory));
    }
    Outcome outcome;
    for (const auto& [place, word] : given)
      outcome.push_back(word);
    outcome.insert(outcome.end(), after.back().begin(), after.back().end());
    outcomes.insert(std::move(outcome));
  }

  const Program& program_;
  std::vector<Event> events_, order_;
  std::vector<bool> used_;
  std::vector<Way> ways_;
};

Program drawn(std::mt19937_64& random) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  Program program;
  program.memory = {below(3), below(3)};
  if (below(2))
    program.lines = {0, 0};
  for (unsigned sm = 0; sm < 2; ++sm)
    for (const Cache cache : {Cache::Data, Cache::Texture})
      if (below(2))
        program.held.push_back({sm, below(program.lines.empty() ? 2 : 1), cache});
  unsigned left = 4;
  for (unsigned t = 0; t < 3 && left; ++t) {
    Thread thread{below(3) ? 0u : 1u, {}};
    for (unsigned steps = 1 + below(3); steps && left; --steps, --left) {
      constexpr Kind kKinds[] = {Kind::Load,   Kind::Load,   Kind::LoadGlobal,    Kind::LoadTexture, Kind::Store,
                                 Kind::Reduce, Kind::Reduce, Kind::ReduceSurface, Kind::Atomic,      Kind::Membar};
      LitmusStep step{kKinds[below(std::size(kKinds))], below(2), 1 + below(3), {below(2) ? Op::Add : Op::Xor}};
      if (step.kind == Kind::Atomic && below(2))
        step.operation.op = Op::Cas, step.swap = 7;
      thread.steps.push_back(step);
    }
    program.threads.push_back(std::move(thread));
  }
  return program;
}

TEST(LitmusAgrees, WithEveryOrderAndEveryWay_RED_8_9_SURED_9) {
  std::mt19937_64 random(30);
  unsigned several = 0, differentInOneStep = 0;
  for (unsigned round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    const Program program = drawn(random);
    std::set<Outcome> found;
    for (const auto& [outcome, way] : outcomes(program).outcomes)
      found.insert(outcome);
    ASSERT_EQ(found, EveryOrder(program).outcomes);
    several += found.size() > 2;
    differentInOneStep += outcomes(program, {.discardsInTwoSteps = false}).outcomes.size() != found.size();
  }
  EXPECT_GT(several, 300u);
  EXPECT_GT(differentInOneStep, 5u) << "programs that tell the parameter's values";
}

} // namespace
} // namespace warplaw::linearize::litmus
