#include "fuzz/minimize/minimize.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;

/// More words than this, and moves that look at pairs of them are left out.
constexpr std::size_t kFewWords = 4;
constexpr unsigned kFewLanes = 2;

class Descent {
public:
  Descent(const Layout& layout, const Words& start, const Judge& judge, const MinimizeOptions& options)
      : layout_(layout), judge_(judge), options_(options), words_(start), weight_(weightOf(layout, start)) {
    const Kinds kinds = judge_(start);
    fails_ = kinds != 0;
    if (fails_)
      class_ = classOf(kinds);
    for (std::size_t w = 0; w < layout_.size(); ++w) {
      if (layout_[w].role == WordRole::Exec)
        exec_ = w;
      auto& row = rows_[layout_[w].row];
      if (row.empty())
        firstOfRow_[layout_[w].row] = w;
      row.push_back(w);
    }
  }

  MinimizedWords run() {
    if (!fails_)
      return {words_, judged_, false};
    if (!trySmall())
      coarse();
    // a move that succeeds may open an earlier one, coarse ones too: the result is a point where none of all leads on
    for (Words before; !stopped() && before != words_;) {
      while (!stopped() && round()) {
      }
      before = words_;
      coarse();
    }
    return {words_, judged_, !stopped()};
  }

private:
  // ---- one candidate

  /// Is the case with these edits smaller, and does it fail in the same class? Then it is the best from now on.
  bool attempt(const Edits& edits) {
    if (stopped())
      return false;
    Weight weight = weight_;
    int lexicographic = 0;
    std::size_t first = words_.size();
    for (const Edit& edit : edits) {
      const std::uint32_t old = words_[edit.word];
      if (edit.value == old)
        continue;
      exchange(weight, layout_[edit.word].role, old, edit.value);
      if (edit.word < first) {
        first = edit.word;
        lexicographic = edit.value < old ? -1 : 1;
      }
    }
    if (weight > weight_ || (weight == weight_ && lexicographic >= 0))
      return false;
    saved_.clear();
    for (const Edit& edit : edits) {
      saved_.push_back({edit.word, words_[edit.word]});
      words_[edit.word] = edit.value;
    }
    ++judged_;
    const Kinds kinds = judge_(words_);
    if (kinds && classOf(kinds) == class_) {
      weight_ = weight;
      if (options_.improved)
        options_.improved(words_);
      return true;
    }
    for (auto edit = saved_.rbegin(); edit != saved_.rend(); ++edit)
      words_[edit->word] = edit->value;
    return false;
  }

  static void exchange(Weight& weight, WordRole role, std::uint32_t old, std::uint32_t value) {
    if (role == WordRole::Exec)
      weight.lanes += static_cast<unsigned>(std::popcount(value)) - static_cast<unsigned>(std::popcount(old));
    if (role != WordRole::Value && role != WordRole::Order)
      return;
    weight.nonZero += (value != 0) - (old != 0);
    weight.bits += static_cast<unsigned>(std::popcount(value)) - static_cast<unsigned>(std::popcount(old));
    weight.sum += std::uint64_t(value) - old;
  }

  bool stopped() const { return options_.stop && options_.stop->load(std::memory_order_relaxed); }
  std::uint32_t exec() const { return words_[exec_]; }
  bool counts(std::size_t w) const { return layout_[w].role == WordRole::Value; }
  bool perLane(std::size_t w) const { return counts(w) && layout_[w].position >= 0 && !layout_[w].memory; }

  std::vector<std::size_t> nonZero() const {
    std::vector<std::size_t> found;
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (counts(w) && words_[w])
        found.push_back(w);
    return found;
  }

  /// The first small case that fails in the class, if it is smaller than what there is.
  bool trySmall() {
    if (!options_.small)
      return false;
    Words small(words_.size());
    for (const Edits& edits : *options_.small) {
      for (const Edit& edit : edits)
        small[edit.word] = edit.value;
      if (stopped() || !smaller(weight_, small))
        return false;
      ++judged_;
      const Kinds kinds = judge_(small);
      if (kinds && classOf(kinds) == class_) {
        words_ = std::move(small);
        weight_ = weightOf(layout_, words_);
        if (options_.improved)
          options_.improved(words_);
        return true;
      }
      for (const Edit& edit : edits)
        small[edit.word] = 0;
    }
    return false;
  }

  /// Is this row of words before the best one? Small cases ascend: the first that is not ends the search.
  bool smaller(const Weight& best, const Words& words) const {
    const Weight weight = weightOf(layout_, words);
    return weight != best ? weight < best : words < words_;
  }

  // ---- coarse moves: from 32 lanes and hundreds of words to a few

  void coarse() {
    resetOrder();
    keepOneLane();
    zeroAll();
    zeroRows();
    zeroIdleLanes();
    keepOneLane() || dropLanes();
    zeroRows();
    for (const auto& [row, words] : rows_)
      zeroChunks(words);
  }

  bool resetOrder() {
    Edits edits;
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (layout_[w].role == WordRole::Order)
        edits.push_back({w, 0});
    return !edits.empty() && attempt(edits);
  }

  bool keepOneLane() {
    if (std::popcount(exec()) < 2)
      return false;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if ((exec() >> lane & 1) && attempt({{exec_, 1u << lane}}))
        return true;
    return false;
  }

  bool dropLanes() {
    bool improved = false;
    for (unsigned chunk = 16; chunk > 0; chunk /= 2)
      for (unsigned at = 0; at < kLanes; at += chunk) {
        const std::uint32_t dropped = (chunk == 32 ? ~0u : (1u << chunk) - 1) << at;
        if ((exec() & dropped) && attempt({{exec_, exec() & ~dropped}}))
          improved = true;
      }
    return improved;
  }

  void addZeros(Edits& edits, const std::vector<std::size_t>& words) const {
    for (const std::size_t w : words)
      if (counts(w) && words_[w])
        edits.push_back({w, 0});
  }

  void zeroAll() {
    Edits edits;
    for (const auto& [row, words] : rows_)
      addZeros(edits, words);
    attempt(edits);
  }

  void zeroRows() {
    std::vector<std::uint8_t> left;
    for (const auto& [row, words] : rows_) {
      Edits edits;
      addZeros(edits, words);
      if (!edits.empty() && !attempt(edits))
        left.push_back(row);
    }
    for (std::size_t a = 0; a < left.size(); ++a)
      for (std::size_t b = a + 1; b < left.size(); ++b) {
        Edits edits;
        addZeros(edits, rows_[left[a]]);
        addZeros(edits, rows_[left[b]]);
        if (!edits.empty())
          attempt(edits);
      }
  }

  void zeroIdleLanes() {
    Edits edits;
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (perLane(w) && words_[w] && !(exec() >> layout_[w].position & 1))
        edits.push_back({w, 0});
    if (!edits.empty())
      attempt(edits);
  }

  /// Zeroes words in halves, then in smaller parts, down to one.
  void zeroChunks(const std::vector<std::size_t>& words) {
    std::vector<std::size_t> left;
    for (const std::size_t w : words)
      if (counts(w) && words_[w])
        left.push_back(w);
    for (std::size_t chunk = std::bit_ceil(left.size()) / 2; chunk > 0 && !left.empty(); chunk /= 2)
      for (std::size_t at = 0; at < left.size(); at += chunk) {
        Edits edits;
        for (std::size_t k = at; k < std::min(at + chunk, left.size()); ++k)
          if (words_[left[k]])
            edits.push_back({left[k], 0});
        if (!edits.empty())
          attempt(edits);
      }
  }

  // ---- fine moves, one round of them

  bool round() {
    return lanesDown() || zeroWords() || lowerWords() || orderDown() || relocate({}) || transfer() || forms() ||
           pairs();
  }

  bool lanesDown() {
    bool improved = false;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if ((exec() >> lane & 1) && attempt({{exec_, exec() & ~(1u << lane)}}))
        improved = true;
    return keepOneLane() || improved;
  }

  bool zeroWords() {
    bool improved = false;
    for (const std::size_t w : nonZero())
      if (attempt({{w, 0}}))
        improved = true;
    return improved;
  }

  /// Values of a word that weigh less and are not zero: one bit, a bit less, a bit moved down.
  std::vector<std::uint32_t> lowerValues(std::size_t w) const {
    const std::uint32_t value = words_[w], mask = layout_[w].mask;
    std::vector<std::uint32_t> values;
    const bool oneBit = std::has_single_bit(value);
    for (unsigned bit = 0; bit < 32; ++bit)
      if (mask >> bit & 1 && (1u << bit) < value)
        values.push_back(1u << bit);
    if (oneBit)
      return values;
    if (!(mask >> 31) ||
        std::popcount(value) < 32) // the highest bit alone may be more than the value without it, but weighs less
      for (unsigned bit = 0; bit < 32; ++bit)
        if (value >> bit & 1 && value != (1u << bit))
          values.push_back(value & ~(1u << bit));
    const bool isNumber = layout_[w].position < 0 && !layout_[w].lanes; // a size: half of it is worth a try
    for (unsigned bit = 1; bit < 32; ++bit)
      if (const std::uint32_t free = mask & ~value & ((1u << bit) - 1); value >> bit & 1 && free) {
        const std::uint32_t others = value & ~(1u << bit);
        values.push_back(others | (free & (0 - free)));
        if (isNumber)
          values.push_back(others | std::bit_floor(free));
      }
    return values;
  }

  bool lowerWords() {
    bool improved = false;
    for (const std::size_t w : nonZero())
      for (const std::uint32_t value : lowerValues(w))
        if (attempt({{w, value}})) {
          improved = true;
          break;
        }
    return improved;
  }

  /// Brings lane k to position k of the order, for each k.
  bool orderDown() {
    bool improved = false;
    for (const auto& [row, words] : rows_) {
      if (layout_[words.front()].role != WordRole::Order)
        continue;
      improved |= resetOrder() || exchangeInOrder(words);
      for (unsigned k = 0; k < kLanes; ++k)
        for (unsigned from = k + 1; from < kLanes && words_[words[k]]; ++from) {
          const std::uint32_t atK = words_[words[k]] ^ k, atFrom = words_[words[from]] ^ from;
          if (atFrom < atK && attempt({{words[k], atFrom ^ k}, {words[from], atK ^ from}}))
            improved = true;
        }
    }
    return improved;
  }

  /// Lane order but for two executing lanes.
  bool exchangeInOrder(const std::vector<std::size_t>& words) {
    for (unsigned a = 0; a < kLanes; ++a)
      for (unsigned b = a + 1; b < kLanes; ++b) {
        if (!(exec() >> a & 1) || !(exec() >> b & 1))
          continue;
        Edits edits;
        for (unsigned k = 0; k < kLanes; ++k)
          if (words_[words[k]] && k != a && k != b)
            edits.push_back({words[k], 0});
        edits.push_back({words[a], a ^ b});
        edits.push_back({words[b], a ^ b});
        if (attempt(edits))
          return true;
      }
    return false;
  }

  static std::uint32_t relocated(std::uint32_t lanes, const std::array<std::uint8_t, kLanes>& map) {
    std::uint32_t there = 0;
    for (unsigned i = 0; i < kLanes; ++i)
      there |= (lanes >> i & 1) << map[i];
    return there;
  }

  /// The edits that give lane i's words, its bits of masks and its execution to lane map[i].
  Edits relocation(const std::array<std::uint8_t, kLanes>& map) const {
    Edits edits;
    std::array<std::uint8_t, kLanes> inverse;
    for (unsigned i = 0; i < kLanes; ++i)
      inverse[map[i]] = static_cast<std::uint8_t>(i);
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (w == exec_ || layout_[w].lanes)
        edits.push_back({w, relocated(words_[w], map)});
    for (const auto& [row, words] : rows_) {
      if (words.size() != kLanes)
        continue;
      if (layout_[words.front()].role == WordRole::Order)
        relocateOrder(edits, words, map);
      else if (perLane(words.front()))
        for (unsigned i = 0; i < kLanes; ++i)
          if (words_[words[i]] != words_[words[inverse[i]]])
            edits.push_back({words[i], words_[words[inverse[i]]]});
    }
    return edits;
  }

  /// The same order of the renamed lanes; where it was lane order it stays lane order.
  void relocateOrder(Edits& edits, const std::vector<std::size_t>& words,
                     const std::array<std::uint8_t, kLanes>& map) const {
    if (std::all_of(words.begin(), words.end(), [&](std::size_t w) { return words_[w] == 0; }))
      return;
    for (unsigned k = 0; k < kLanes; ++k)
      if (const std::uint32_t value = map[words_[words[k]] ^ k] ^ map[k]; value != words_[words[map[k]]])
        edits.push_back({words[map[k]], value});
  }

  std::uint32_t usedLanes() const {
    std::uint32_t used = exec();
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (layout_[w].lanes)
        used |= words_[w];
      else if (perLane(w) && words_[w])
        used |= 1u << layout_[w].position;
    return used;
  }

  /// Swaps of a used lane with another, rotations, xors; each together with `also`.
  bool relocate(const Edits& also) {
    std::array<std::uint8_t, kLanes> map;
    const auto tryMap = [&](auto&& target) {
      for (unsigned i = 0; i < kLanes; ++i)
        map[i] = static_cast<std::uint8_t>(target(i));
      Edits edits = relocation(map);
      edits.insert(edits.end(), also.begin(), also.end());
      return attempt(edits);
    };
    const std::uint32_t used = usedLanes();
    for (unsigned a = 0; a < kLanes; ++a)
      for (unsigned b = a + 1; b < kLanes; ++b)
        if (((used >> a | used >> b) & 1) && tryMap([&](unsigned i) { return i == a ? b : i == b ? a : i; }))
          return true;
    if (std::has_single_bit(used))
      return false; // one lane: the swaps were all there is
    for (unsigned by = 1; by < kLanes; ++by)
      if (tryMap([&](unsigned i) { return (i + by) % kLanes; }) || tryMap([&](unsigned i) { return i ^ by; }))
        return true;
    return false;
  }

  /// Places that could hold w's value instead: other lanes of its row, its lane in other rows, memory before it. Zero
  /// now.
  std::vector<std::size_t> placesFor(std::size_t w) const {
    std::vector<std::size_t> places;
    const WordInfo& info = layout_[w];
    for (std::size_t other = 0; other < words_.size(); ++other) {
      const WordInfo& there = layout_[other];
      if (other == w || words_[other] || !counts(other) || (words_[w] & ~there.mask))
        continue;
      const bool sameRow = there.row == info.row && there.position < info.position;
      const bool sameLane = other < w && perLane(w) && perLane(other) && there.position == info.position;
      const bool scalar = there.position < 0 && other < w;
      if (sameRow || sameLane || scalar)
        places.push_back(other);
    }
    return places;
  }

  bool transfer() {
    bool improved = false;
    for (const std::size_t w : nonZero())
      for (const std::size_t place : placesFor(w))
        if (attempt({{w, 0}, {place, words_[w]}})) {
          improved = true;
          break;
        }
    return improved;
  }

  bool forms() {
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (layout_[w].role == WordRole::Form)
        for (std::uint32_t value = 0; value < words_[w]; ++value)
          if (attempt({{w, value}}))
            return true;
    return false;
  }

  // ---- two moves at once, near the end

  /// The few lower values that are tried together with another move: the smallest, and half of it.
  std::vector<std::uint32_t> fewLowerValues(std::size_t w) const {
    const std::uint32_t value = words_[w], mask = layout_[w].mask, least = mask & (0 - mask);
    std::vector<std::uint32_t> values;
    if (least < value)
      values.push_back(least);
    if (const std::uint32_t half = value / 2 & mask; half > least)
      values.push_back(half);
    return values;
  }

  bool pairs() {
    const auto words = nonZero();
    if (words.size() > kFewWords || std::popcount(exec()) > static_cast<int>(kFewLanes))
      return false;
    return relocateAndLower(words) || zeroAndMove(words) || formAndMove(words);
  }

  bool relocateAndLower(const std::vector<std::size_t>& words) {
    for (const std::size_t w : words) {
      if (perLane(w)) { // its value follows its lane: lower first, on the word where it will be
        for (const std::uint32_t value : fewLowerValues(w))
          if (moveWithValue(w, value))
            return true;
      } else {
        for (const std::uint32_t value : fewLowerValues(w))
          if (relocate({{w, value}}))
            return true;
      }
    }
    return false;
  }

  /// Swaps w's lane with every other, w's value replaced on the way.
  bool moveWithValue(std::size_t w, std::uint32_t value) {
    const auto from = static_cast<unsigned>(layout_[w].position);
    const std::size_t start = firstOfRow_[layout_[w].row];
    std::array<std::uint8_t, kLanes> map;
    for (unsigned to = 0; to < kLanes; ++to) {
      if (to == from)
        continue;
      for (unsigned i = 0; i < kLanes; ++i)
        map[i] = static_cast<std::uint8_t>(i == from ? to : i == to ? from : i);
      Edits edits = relocation(map);
      std::erase_if(edits, [&](const Edit& edit) { return edit.word == start + to; });
      edits.push_back({start + to, value});
      if (attempt(edits))
        return true;
    }
    return false;
  }

  /// One word to zero or lower, another lower, at another place, or both.
  bool zeroAndMove(const std::vector<std::size_t>& words) {
    for (const std::size_t x : words)
      for (const std::size_t y : words) {
        if (x == y)
          continue;
        std::vector<std::uint32_t> ofX = fewLowerValues(x);
        ofX.insert(ofX.begin(), 0);
        for (const std::uint32_t value : ofX) {
          if (y > x && attempt({{x, value}, {y, 0}}))
            return true;
          for (const std::uint32_t other : fewLowerValues(y))
            if (attempt({{x, value}, {y, other}}))
              return true;
          for (const std::size_t place : placesFor(y))
            if (place != x && attempt({{x, value}, {y, 0}, {place, words_[y]}}))
              return true;
        }
      }
    return false;
  }

  bool formAndMove(const std::vector<std::size_t>& words) {
    for (std::size_t form = 0; form < words_.size(); ++form) {
      if (layout_[form].role != WordRole::Form)
        continue;
      for (std::uint32_t value = 0; value <= layout_[form].mask; ++value) {
        if (value == words_[form])
          continue;
        const Edit change{form, value};
        for (const std::size_t w : words) {
          if (attempt({change, {w, 0}}))
            return true;
          for (const std::uint32_t lower : fewLowerValues(w))
            if (attempt({change, {w, lower}}))
              return true;
          for (const std::size_t place : placesFor(w))
            if (attempt({change, {w, 0}, {place, words_[w]}}))
              return true;
        }
      }
    }
    return false;
  }

  const Layout& layout_;
  const Judge& judge_;
  const MinimizeOptions& options_;
  Words words_;
  Weight weight_;
  Kind class_ = Kind::Frame;
  bool fails_ = false; ///< the start
  std::size_t exec_ = 0, judged_ = 0;
  std::map<std::uint8_t, std::vector<std::size_t>> rows_;
  std::map<std::uint8_t, std::size_t> firstOfRow_;
  Edits saved_;
};

} // namespace

MinimizedWords minimize(const Layout& layout, const Words& start, const Judge& judge, const MinimizeOptions& options) {
  assert(layout.size() == start.size());
  return Descent(layout, start, judge, options).run();
}

} // namespace warplaw::fuzz
