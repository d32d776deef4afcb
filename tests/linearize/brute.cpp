// Orders by depth-first search over elements, without memory of states, on 64 bytes from the history's base.
#include "brute.h"
#include "linearize/components.h"
#include "linearize/nan.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace warplaw::linearize::test {
namespace {

struct Piece {
  std::uint32_t access;
  unsigned half, bytes;
  std::uint64_t address;
};

class Brute {
public:
  explicit Brute(const History& history) : h_(history) {
    for (std::uint32_t k = 0; k < h_.accesses.size(); ++k) {
      const Type type = h_.instructions[h_.accesses[k].instruction].operation.type;
      const std::uint64_t at = h_.accesses[k].address;
      if (type == Type::F16x2) {
        pieces_.push_back({k, 1, 2, at});
        pieces_.push_back({k, 2, 2, at + 2});
      } else
        pieces_.push_back({k, 0, bytesOf(type), at});
    }
    for (const Piece& piece : pieces_)
      for (unsigned k = 0; k < piece.bytes; ++k)
        mattersAt_[piece.address + k] = true;
    for (const KnownBytes& known : h_.initial)
      for (std::size_t k = 0; k < known.bytes.size(); ++k)
        mattersAt_[known.address + k] = true;
    done_.assign(pieces_.size(), false);
    for (std::size_t a = 0; a < h_.instructions.size(); ++a)
      for (std::size_t b = 0; b < h_.instructions.size(); ++b)
        precedes_[a][b] = direct(a, b);
    kept_.assign(h_.accesses.size(), true);
    for (int round = 0; round < 8; ++round)
      for (std::size_t a = 0; a < h_.instructions.size(); ++a)
        for (std::size_t b = 0; b < h_.instructions.size(); ++b)
          for (std::size_t c = 0; c < h_.instructions.size(); ++c)
            precedes_[a][c] = precedes_[a][c] || (precedes_[a][b] && precedes_[b][c]);
    for (std::size_t a = 0; a < pieces_.size(); ++a)
      for (std::size_t b = 0; b < pieces_.size(); ++b)
        waits_[a][b] = mustWait(a, b);
    for (std::size_t b = 0; b < pieces_.size(); ++b) // what waits through a third: that one may be left out
      for (std::size_t a = 0; a < pieces_.size(); ++a)
        for (std::size_t c = 0; c < pieces_.size(); ++c)
          waits_[a][c] = waits_[a][c] || (waits_[a][b] && waits_[b][c]);
  }

  bool from(const std::array<std::uint8_t, 64>& memory) {
    memory_ = memory;
    order_.clear();
    return go(0);
  }
  const std::vector<std::uint32_t>& order() const { return order_; }
  void keep(const std::vector<std::uint32_t>& accesses) {
    std::fill(kept_.begin(), kept_.end(), false);
    for (const std::uint32_t k : accesses)
      kept_[k] = true;
  }
  bool before(std::uint32_t first, std::uint32_t second) const {
    for (std::size_t a = 0; a < pieces_.size(); ++a)
      for (std::size_t b = 0; b < pieces_.size(); ++b)
        if (pieces_[a].access == first && pieces_[b].access == second && waits_[a][b])
          return true;
    return false;
  }
  /// Whether accesses of CAST.SPIN perform, where that is not tried both ways.
  std::map<std::uint32_t, bool> performs;

private:
  bool direct(std::size_t a, std::size_t b) const {
    const Instruction &x = h_.instructions[a], &y = h_.instructions[b];
    if (h_.programOrder == ProgramOrder::Instruction && x.warp == y.warp && x.number < y.number)
      return true;
    for (const auto& [first, second] : h_.completed)
      if (first == a && second == b)
        return true;
    for (const auto& barrier : h_.barriers) {
      bool early = false, late = false;
      for (const Arrival& arrival : barrier) {
        early |= arrival.warp == x.warp && std::int64_t{x.number} <= arrival.after;
        late |= arrival.warp == y.warp && std::int64_t{y.number} > arrival.after;
      }
      if (early && late)
        return true;
    }
    return false;
  }

  bool mustWait(std::size_t first, std::size_t second) const { // must `first` come before `second`?
    const Access &a = h_.accesses[pieces_[first].access], &b = h_.accesses[pieces_[second].access];
    if (precedes_[a.instruction][b.instruction])
      return true;
    const Instruction &x = h_.instructions[a.instruction], &y = h_.instructions[b.instruction];
    if (h_.programOrder != ProgramOrder::Lane || x.warp != y.warp || a.lane != b.lane || x.number >= y.number)
      return false;
    for (const Fence& fence : h_.fences)
      if (fence.warp == x.warp && (fence.lanes >> a.lane & 1) && x.number < fence.number && fence.number < y.number)
        return true;
    return pieces_[first].address < pieces_[second].address + pieces_[second].bytes &&
           pieces_[second].address < pieces_[first].address + pieces_[first].bytes;
  }

  bool ends() const {
    for (const KnownBytes& known : h_.final)
      for (std::size_t k = 0; k < known.bytes.size(); ++k)
        if (mattersAt_[known.address + k] && memory_[known.address + k] != known.bytes[k])
          return false;
    std::map<std::pair<std::uint32_t, unsigned>, unsigned> performers;
    for (std::size_t p = 0; p < pieces_.size(); ++p)
      if (const Access& access = h_.accesses[pieces_[p].access];
          h_.instructions[access.instruction].operation.op == Op::CastSpin)
        performers[{access.instruction, access.address >> 2 & 31}] += !left_out_[p];
    for (const auto& [group, count] : performers)
      if (count != 1)
        return false;
    return true;
  }

  bool go(std::size_t depth) {
    if (depth == pieces_.size())
      return ends();
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
      if (done_[p])
        continue;
      bool ready = true;
      for (std::size_t q = 0; q < pieces_.size() && ready; ++q)
        ready = done_[q] || q == p || !kept_[pieces_[q].access] || !kept_[pieces_[p].access] || !waits_[q][p];
      if (!ready)
        continue;
      if (!kept_[pieces_[p].access]) {
        if (leavesAnything(p, depth))
          return true;
        continue;
      }
      const Access& access = h_.accesses[pieces_[p].access];
      const Operation operation = h_.instructions[access.instruction].operation;
      const unsigned shift = pieces_[p].half == 2 ? 16 : 0;
      const std::uint64_t ones = onesOf(pieces_[p].bytes);
      std::uint64_t old = 0;
      std::memcpy(&old, &memory_[pieces_[p].address], pieces_[p].bytes);
      const std::uint64_t operand = access.operand >> shift & ones;
      for (int leave = 0; leave <= (operation.op == Op::CastSpin ? 1 : 0); ++leave) {
        if (const auto told = performs.find(pieces_[p].access); told != performs.end() && told->second == (leave == 1))
          continue;
        const std::uint64_t gives = leave ? 0 : returnedBy(operation.op, old, operand);
        if (access.returns && gives != (access.returned >> shift & ones))
          continue;
        std::vector<std::uint64_t> now = {leave ? old : stepOf(operation, old, operand, access.swap, h_.zeros)};
        if (operation.type == Type::F64 && isNan(now[0])) // any will do (RED-7)
          now = nans_;
        for (const std::uint64_t value : now) {
          std::memcpy(&memory_[pieces_[p].address], &value, pieces_[p].bytes);
          done_[p] = true;
          left_out_[p] = leave == 1;
          order_.push_back(pieces_[p].access);
          const bool found = go(depth + 1);
          done_[p] = false;
          std::memcpy(&memory_[pieces_[p].address], &old, pieces_[p].bytes);
          if (found)
            return true;
          order_.pop_back();
        }
      }
    }
    return false;
  }

  /// One that is left out: a load does nothing; others leave what is there, or what somebody finds.
  bool leavesAnything(std::size_t p, std::size_t depth) {
    const Access& access = h_.accesses[pieces_[p].access];
    std::uint64_t old = 0;
    std::memcpy(&old, &memory_[pieces_[p].address], pieces_[p].bytes);
    std::vector<std::uint64_t> leaves = {old};
    if (h_.instructions[access.instruction].operation.op != Op::Or || access.operand != 0) {
      std::vector<std::uint64_t> words = {0x77777777, old & 0xffffffff, old >> 32};
      const auto add = [&](std::uint64_t value) {
        words.push_back(value & 0xffffffff);
        words.push_back(value >> 32);
      };
      for (std::uint32_t k = 0; k < h_.accesses.size(); ++k)
        for (const std::uint64_t value : {h_.accesses[k].returned, h_.accesses[k].operand})
          if (kept_[k])
            add(value);
      add(knownAt(h_.final, pieces_[p].address & ~std::uint64_t{7}, 8).value);
      std::sort(words.begin(), words.end());
      words.erase(std::unique(words.begin(), words.end()), words.end());
      leaves.clear();
      for (const std::uint64_t low : words)
        for (const std::uint64_t high : words)
          if (pieces_[p].bytes == 8 || high == words[0])
            leaves.push_back(high << 32 | low);
    }
    done_[p] = true;
    bool found = false;
    for (const std::uint64_t value : leaves) {
      std::memcpy(&memory_[pieces_[p].address], &value, pieces_[p].bytes);
      found = found || go(depth + 1);
    }
    std::memcpy(&memory_[pieces_[p].address], &old, pieces_[p].bytes);
    done_[p] = false;
    return found;
  }

  /// One that nothing of the history has, and what it can tell apart: NaNs of halves that occur.
  static std::vector<std::uint64_t> nansOf(const History& h) {
    std::vector<std::uint64_t> low = {0x12345}, high = {0x7ff80007};
    const auto add = [&](std::uint64_t value) {
      for (const std::uint64_t half : {value & 0xffffffff, value >> 32}) {
        low.push_back(half);
        high.push_back(half);
      }
    };
    for (const Access& a : h.accesses)
      for (const std::uint64_t value : {a.operand, a.swap, a.returned})
        add(value);
    for (std::uint64_t at = 0; at < 64; at += 8)
      add(knownAt(h.final, at, 8).value);
    for (auto* list : {&low, &high}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    std::vector<std::uint64_t> nans;
    for (const std::uint64_t a : high)
      for (const std::uint64_t b : low)
        if (isNan(a << 32 | b))
          nans.push_back(a << 32 | b);
    return nans;
  }

  const History& h_;
  std::vector<std::uint64_t> nans_ = nansOf(h_);
  std::vector<std::uint32_t> order_;
  std::vector<Piece> pieces_;
  std::vector<bool> done_, kept_;                             ///< of each piece; of each access
  std::array<bool, 64> left_out_{}, mattersAt_{};             ///< bytes that stay are told by what they were
  std::array<std::array<bool, 16>, 16> precedes_{}, waits_{}; ///< instructions; pieces
  std::array<std::uint8_t, 64> memory_{};
};

} // namespace

std::vector<std::uint32_t> firstOrder(const History& history) {
  std::array<std::uint8_t, 64> memory{};
  for (const KnownBytes& region : history.initial)
    std::copy(region.bytes.begin(), region.bytes.end(), memory.begin() + static_cast<std::ptrdiff_t>(region.address));
  std::map<std::pair<std::uint32_t, unsigned>, std::vector<std::uint32_t>> groups; // ATOMS-10: one of each performs
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k)
    if (const Access& a = history.accesses[k]; history.instructions[a.instruction].operation.op == Op::CastSpin)
      groups[{a.instruction, bankOf(a)}].push_back(k);
  Brute brute(history);
  std::vector<std::uint32_t> best;
  std::size_t choices = 1;
  for (const auto& [group, lanes] : groups)
    choices *= lanes.size();
  for (std::size_t choice = 0; choice < choices; ++choice) {
    std::size_t rest = choice;
    for (const auto& [group, lanes] : groups) {
      for (std::size_t k = 0; k < lanes.size(); ++k)
        brute.performs[lanes[k]] = k == rest % lanes.size();
      rest /= lanes.size();
    }
    if (brute.from(memory) && (best.empty() || brute.order() < best))
      best = brute.order();
  }
  return best;
}

bool isKnownBefore(const History& history, std::uint32_t first, std::uint32_t second) {
  return Brute(history).before(first, second);
}

bool someOrderOf(const History& history, const std::vector<std::uint32_t>& kept) {
  std::array<std::uint8_t, 64> memory{};
  for (const KnownBytes& region : history.initial)
    std::copy(region.bytes.begin(), region.bytes.end(), memory.begin() + static_cast<std::ptrdiff_t>(region.address));
  Brute brute(history);
  brute.keep(kept);
  return brute.from(memory);
}

bool someOrder(const History& history, const std::vector<std::uint64_t>& guesses) {
  std::array<std::uint8_t, 64> memory{};
  std::array<bool, 64> known{};
  for (const KnownBytes& region : history.initial)
    for (std::size_t k = 0; k < region.bytes.size(); ++k) {
      memory[region.address + k] = region.bytes[k];
      known[region.address + k] = true;
    }
  Brute brute(history);
  std::vector<std::size_t> unknown; // words of 4 bytes with an unknown byte that somebody touches
  for (std::size_t word = 0; word < 16; ++word) {
    bool missing = false, touched = false;
    for (std::size_t k = 0; k < 4; ++k)
      missing |= !known[4 * word + k];
    for (const Access& a : history.accesses)
      touched |= a.address < 4 * word + 4 &&
                 4 * word < a.address + bytesOf(history.instructions[a.instruction].operation.type);
    if (missing && touched)
      unknown.push_back(word);
  }
  std::vector<std::size_t> choice(unknown.size(), 0);
  for (;;) {
    for (std::size_t u = 0; u < unknown.size(); ++u)
      for (std::size_t k = 0; k < 4; ++k)
        if (!known[4 * unknown[u] + k])
          memory[4 * unknown[u] + k] = static_cast<std::uint8_t>(guesses[choice[u]] >> 8 * k);
    if (brute.from(memory))
      return true;
    std::size_t u = 0;
    while (u < unknown.size() && ++choice[u] == guesses.size())
      choice[u++] = 0;
    if (u == unknown.size())
      return false;
  }
}

} // namespace warplaw::linearize::test
