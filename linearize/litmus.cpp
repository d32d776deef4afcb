// The search for outcomes of RED-8 and RED-9: every step that may come next, and every way in which it may go.
#include "linearize/litmus.h"
#include <fmt/format.h>
#include <optional>
#include <set>

namespace warplaw::linearize::litmus {
namespace {

struct State {
  std::vector<std::uint32_t> done; ///< by thread: bit i: step i has been taken
  std::vector<std::uint32_t> memory;
  std::map<std::pair<unsigned, unsigned>, std::uint32_t> lines;  ///< what SMs hold
  std::map<std::pair<unsigned, unsigned>, std::uint32_t> loaded; ///< by thread and step
  auto operator<=>(const State&) const = default;
};

bool isMemory(Op op) { return op != Op::Membar && op != Op::Barrier; }

class Search {
public:
  Search(const Program& program, const Rules& rules) : program_(program), rules_(rules) {}

  std::map<Outcome, std::string> run() {
    State first;
    first.done.resize(program_.threads.size());
    first.memory = program_.memory;
    for (const auto& line : program_.held)
      first.lines[line] = first.memory[line.second];
    visit(first, "");
    return std::move(found_);
  }

private:
  const Step& step(unsigned thread, unsigned i) const { return program_.threads[thread].steps[i]; }

  /// May step i of a thread come next, as far as its own thread goes (RED-9)?
  bool isFree(const State& state, unsigned thread, unsigned i) const {
    for (unsigned before = 0; before < i; ++before) {
      if (state.done[thread] >> before & 1)
        continue;
      const Step &earlier = step(thread, before), &own = step(thread, i);
      const auto waits = [&](Op op, bool orders) { return orders && (earlier.op == op || own.op == op); };
      const bool sameAddress = isMemory(earlier.op) && isMemory(own.op) && earlier.address == own.address;
      if (waits(Op::Membar, rules_.membarOrders) || waits(Op::Barrier, rules_.barrierOrders) ||
          (sameAddress && rules_.oneAddressKeepsOrder))
        return false;
    }
    return true;
  }

  /// Barrier n of each thread, if all of them have come to it.
  std::optional<std::vector<unsigned>> barrier(const State& state, unsigned thread, unsigned i) const {
    const auto numberOf = [&](unsigned t, unsigned at) {
      unsigned number = 0;
      for (unsigned before = 0; before < at; ++before)
        number += step(t, before).op == Op::Barrier;
      return number;
    };
    const unsigned number = numberOf(thread, i);
    std::vector<unsigned> at;
    for (unsigned t = 0; t < program_.threads.size(); ++t)
      for (unsigned s = 0; s < program_.threads[t].steps.size(); ++s)
        if (step(t, s).op == Op::Barrier && numberOf(t, s) == number && isFree(state, t, s))
          at.push_back(s);
    return at.size() == program_.threads.size() ? std::optional(at) : std::nullopt;
  }

  void visit(const State& state, const std::string& way) {
    if (!seen_.insert(state).second)
      return;
    bool ended = true;
    for (unsigned thread = 0; thread < program_.threads.size(); ++thread)
      for (unsigned i = 0; i < program_.threads[thread].steps.size(); ++i) {
        if (state.done[thread] >> i & 1)
          continue;
        ended = false;
        if (isFree(state, thread, i))
          take(state, thread, i, way);
      }
    if (ended)
      found_.try_emplace(outcomeOf(state), way);
  }

  static Outcome outcomeOf(const State& state) {
    Outcome outcome;
    for (const auto& [place, word] : state.loaded)
      outcome.push_back(word);
    outcome.insert(outcome.end(), state.memory.begin(), state.memory.end());
    return outcome;
  }

  void take(const State& state, unsigned thread, unsigned i, const std::string& way) {
    const Step& own = step(thread, i);
    const std::pair line(program_.threads[thread].sm, own.address);
    State next = state;
    next.done[thread] |= 1u << i;
    const auto go = [&](const State& to, std::string_view what) {
      visit(to, fmt::format("{}{}thread {}: {}", way, way.empty() ? "" : "; ", thread, what));
    };
    switch (own.op) {
    case Op::Load:
    case Op::LoadGlobal:
      return load(next, thread, i, go);
    case Op::Store:
      next.memory[own.address] = own.value;
      next.lines.erase(line);
      return go(next, fmt::format("ST [{}], {}", own.address, own.value));
    case Op::Add:
      next.memory[own.address] += own.value;
      if (rules_.reductionsDiscard)
        next.lines.erase(line);
      return go(next, fmt::format("RED.ADD [{}], {}", own.address, own.value));
    case Op::Membar:
      return go(next, "MEMBAR.GL");
    case Op::Barrier:
      if (const auto all = barrier(state, thread, i)) {
        for (unsigned t = 0; t < all->size(); ++t)
          next.done[t] |= 1u << (*all)[t];
        go(next, "BAR.SYNC, with all others");
      }
    }
  }

  /// A load may hit; or the line is not there, or no longer, and the load fills it or not.
  void load(State& next, unsigned thread, unsigned i, const auto& go) {
    const Step& own = step(thread, i);
    const std::pair line(program_.threads[thread].sm, own.address);
    const bool readsPast = own.op == Op::LoadGlobal && rules_.globalLoadsReadPast;
    const std::string name = fmt::format("{} [{}]", own.op == Op::Load ? "LD" : "LD.CG", own.address);
    if (const auto held = next.lines.find(line); !readsPast && held != next.lines.end()) {
      State hit = next;
      hit.loaded[{thread, i}] = held->second;
      go(hit, fmt::format("{} hits L1, gives {}", name, held->second));
    }
    const std::uint32_t word = next.memory[own.address];
    next.loaded[{thread, i}] = word;
    if (own.op == Op::LoadGlobal)
      return go(next, fmt::format("{} gives {}", name, word));
    next.lines.erase(line);
    go(next, fmt::format("{} gives {}", name, word));
    next.lines[line] = word;
    go(next, fmt::format("{} gives {}, and L1 keeps it", name, word));
  }

  const Program& program_;
  const Rules& rules_;
  std::set<State> seen_;
  std::map<Outcome, std::string> found_;
};

} // namespace

std::map<Outcome, std::string> outcomes(const Program& program, const Rules& rules) {
  return Search(program, rules).run();
}

} // namespace warplaw::linearize::litmus
