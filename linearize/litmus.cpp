// The search for outcomes of RED-8, RED-9 and SURED-9: every step that may come next, and every way in which it may go.
#include "linearize/litmus.h"
#include "linearize/operation.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <tuple>

namespace warplaw::linearize::litmus {
namespace {

using LineName = std::tuple<unsigned, Cache, unsigned>; ///< the SM that holds it, in what, and which
struct State {
  std::vector<std::uint32_t> done;      ///< by thread: bit i: step i has been taken
  std::vector<std::uint32_t> discarded; ///< by thread: bit i: reduction i has discarded the line, and is not done
  std::vector<std::uint32_t> memory;
  std::map<LineName, std::map<unsigned, std::uint32_t>> lines;   ///< what SMs hold: words, by address
  std::map<std::pair<unsigned, unsigned>, std::uint32_t> loaded; ///< by thread and step
  auto operator<=>(const State&) const = default;
};

bool isMemory(Kind kind) { return kind != Kind::Membar && kind != Kind::Barrier; }
/// Through generic addresses, of which RED-9 speaks: where a surface or a texture meets one, only a fence orders.
bool isGeneric(Kind kind) { return isMemory(kind) && kind != Kind::LoadTexture && kind != Kind::ReduceSurface; }

std::string nameOf(unsigned address, const std::vector<std::string>& names) {
  return names.empty() ? fmt::format("{}", address) : names[address];
}

class Search {
public:
  Search(const Program& program, const Rules& rules, const std::vector<std::string>& names, std::size_t limit)
      : program_(program), rules_(rules), names_(names), limit_(limit) {}

  Found run() {
    State first;
    first.done.resize(program_.threads.size());
    first.discarded.resize(program_.threads.size());
    first.memory = program_.memory;
    for (const Held& held : program_.held)
      for (unsigned address = 0; address < first.memory.size(); ++address)
        if (program_.lineOf(address) == held.line)
          first.lines[{held.sm, held.cache, held.line}][address] = first.memory[address];
    visit(first, "");
    found_.states = seen_.size();
    return std::move(found_);
  }

private:
  const LitmusStep& step(unsigned thread, unsigned i) const { return program_.threads[thread].steps[i]; }
  std::string textOf(const LitmusStep& step) const { return litmus::textOf(step, names_); }
  LineName lineOf(unsigned thread, const LitmusStep& own, Cache cache) const {
    return {program_.threads[thread].sm, cache, program_.lineOf(own.address)};
  }

  /// May step i of a thread come next, as far as its own thread goes (RED-9)?
  bool isFree(const State& state, unsigned thread, unsigned i) const {
    for (unsigned before = 0; before < i; ++before) {
      if (state.done[thread] >> before & 1)
        continue;
      const LitmusStep &earlier = step(thread, before), &own = step(thread, i);
      const auto waits = [&](Kind kind, bool orders) { return orders && (earlier.kind == kind || own.kind == kind); };
      const bool sameAddress = isGeneric(earlier.kind) && isGeneric(own.kind) && earlier.address == own.address;
      if (waits(Kind::Membar, rules_.membarOrders) || waits(Kind::Barrier, rules_.barrierOrders) ||
          (sameAddress && rules_.oneAddressKeepsOrder))
        return false;
    }
    return true;
  }

  /// Barrier n of each thread of the SM, if all of them have come to it: (thread, step).
  std::optional<std::vector<std::pair<unsigned, unsigned>>> barrier(const State& state, unsigned thread,
                                                                    unsigned i) const {
    const auto numberOf = [&](unsigned t, unsigned at) {
      unsigned number = 0;
      for (unsigned before = 0; before < at; ++before)
        number += step(t, before).kind == Kind::Barrier;
      return number;
    };
    const unsigned number = numberOf(thread, i);
    std::size_t members = 0;
    std::vector<std::pair<unsigned, unsigned>> at;
    for (unsigned t = 0; t < program_.threads.size(); ++t) {
      if (program_.threads[t].sm != program_.threads[thread].sm)
        continue;
      ++members;
      for (unsigned s = 0; s < program_.threads[t].steps.size(); ++s)
        if (step(t, s).kind == Kind::Barrier && numberOf(t, s) == number && isFree(state, t, s))
          at.emplace_back(t, s);
    }
    return at.size() == members ? std::optional(at) : std::nullopt;
  }

  void visit(const State& state, const std::string& way) {
    if (!found_.isComplete || seen_.contains(state))
      return;
    if (seen_.size() >= limit_) {
      found_.isComplete = false;
      return;
    }
    seen_.insert(state);
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
      found_.outcomes.try_emplace(outcomeOf(state), way);
  }

  static Outcome outcomeOf(const State& state) {
    Outcome outcome;
    for (const auto& [place, word] : state.loaded)
      outcome.push_back(word);
    outcome.insert(outcome.end(), state.memory.begin(), state.memory.end());
    return outcome;
  }

  void take(const State& state, unsigned thread, unsigned i, const std::string& way) {
    const LitmusStep& own = step(thread, i);
    State next = state;
    next.done[thread] |= 1u << i;
    const auto go = [&](const State& to, std::string_view what) {
      visit(to, fmt::format("{}{}thread {}: {}", way, way.empty() ? "" : "; ", thread, what));
    };
    switch (own.kind) {
    case Kind::Load:
    case Kind::LoadGlobal:
    case Kind::LoadTexture:
      return load(next, thread, i, go);
    case Kind::Store:
      next.memory[own.address] = own.value;
      next.lines.erase(lineOf(thread, own, Cache::Data));
      return go(next, textOf(own));
    case Kind::Reduce:
      return reduce(next, thread, i, go);
    case Kind::Atomic: {
      const std::uint32_t old = perform(next, own);
      next.loaded[{thread, i}] = old;
      return go(next, fmt::format("{} gives {}", textOf(own), old));
    }
    case Kind::ReduceSurface:
      perform(next, own);
      if (!rules_.textureLinesStay)
        next.lines.erase(lineOf(thread, own, Cache::Texture));
      if (!rules_.surfacesAreUncached)
        fill(next, lineOf(thread, own, Cache::Texture), own.address);
      return go(next, textOf(own));
    case Kind::Membar:
      return go(next, "MEMBAR.GL");
    case Kind::Barrier:
      if (const auto all = barrier(state, thread, i)) {
        for (const auto& [t, s] : *all)
          next.done[t] |= 1u << s;
        go(next, "BAR.SYNC, with all others of its SM");
      }
    }
  }

  /// Gives the old value.
  static std::uint32_t perform(State& next, const LitmusStep& own) {
    std::uint32_t& word = next.memory[own.address];
    const std::uint32_t old = word;
    word = static_cast<std::uint32_t>(stepOf(own.operation, old, own.value, own.swap, {}));
    return old;
  }

  /// RED-8: first the line goes, then memory changes; or both at once. next: where it is done.
  void reduce(State& next, unsigned thread, unsigned i, const auto& go) {
    const LitmusStep& own = step(thread, i);
    const std::uint32_t bit = 1u << i;
    const bool isSecond = (next.discarded[thread] & bit) != 0;
    next.discarded[thread] &= ~bit;
    if (!isSecond && rules_.reductionsDiscard)
      next.lines.erase(lineOf(thread, own, Cache::Data));
    if (!isSecond && rules_.discardsInTwoSteps) {
      next.done[thread] &= ~bit;
      next.discarded[thread] |= bit;
      return go(next, fmt::format("{} discards the line", textOf(own)));
    }
    perform(next, own);
    go(next, fmt::format("{} is performed", textOf(own)));
  }

  /// The line of an address, as memory is; of a wrong model one word of it.
  void fill(State& next, const LineName& line, unsigned address) const {
    auto& words = next.lines[line];
    for (unsigned other = 0; other < next.memory.size(); ++other)
      if (other == address || (rules_.linesAreWhole && program_.lineOf(other) == program_.lineOf(address)))
        words[other] = next.memory[other];
  }

  /// A load may hit; or the line is not there, or no longer, and the load fills it or not.
  void load(State& next, unsigned thread, unsigned i, const auto& go) {
    const LitmusStep& own = step(thread, i);
    const LineName line = lineOf(thread, own, own.kind == Kind::LoadTexture ? Cache::Texture : Cache::Data);
    const bool readsPast = own.kind == Kind::LoadGlobal && rules_.globalLoadsReadPast;
    const std::string name = textOf(own);
    if (const auto held = next.lines.find(line);
        !readsPast && held != next.lines.end() && held->second.contains(own.address)) {
      State hit = next;
      hit.loaded[{thread, i}] = held->second.at(own.address);
      go(hit, fmt::format("{} hits L1, gives {}", name, held->second.at(own.address)));
    }
    const std::uint32_t word = next.memory[own.address];
    next.loaded[{thread, i}] = word;
    if (own.kind == Kind::LoadGlobal)
      return go(next, fmt::format("{} gives {}", name, word));
    next.lines.erase(line);
    go(next, fmt::format("{} gives {}", name, word));
    fill(next, line, own.address);
    go(next, fmt::format("{} gives {}, and L1 keeps the line", name, word));
  }

  const Program& program_;
  const Rules& rules_;
  const std::vector<std::string>& names_;
  const std::size_t limit_;
  std::set<State> seen_;
  Found found_;
};

} // namespace

std::string textOf(const LitmusStep& step, const std::vector<std::string>& names) {
  const auto at = [&](std::string_view name) { return fmt::format("{} [{}]", name, nameOf(step.address, names)); };
  const auto updates = [&](std::string_view name) {
    const std::string text = at(fmt::format("{}.{}", name, linearize::nameOf(step.operation)));
    return takesSwap(step.operation.op) ? fmt::format("{}, {}, {}", text, step.value, step.swap)
                                        : fmt::format("{}, {}", text, step.value);
  };
  switch (step.kind) {
  case Kind::Load:
    return at("LD");
  case Kind::LoadGlobal:
    return at("LD.CG");
  case Kind::LoadTexture:
    return at("TEX");
  case Kind::Store:
    return fmt::format("{}, {}", at("ST"), step.value);
  case Kind::Reduce:
    return updates("RED");
  case Kind::Atomic:
    return updates("ATOM");
  case Kind::ReduceSurface:
    return updates("SURED");
  case Kind::Membar:
    return "MEMBAR.GL";
  default:
    return "BAR.SYNC";
  }
}

Found outcomes(const Program& program, const Rules& rules, const std::vector<std::string>& names, std::size_t limit) {
  return Search(program, rules, names, limit).run();
}

} // namespace warplaw::linearize::litmus
