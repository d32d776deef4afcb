// Rows of terms that are alike: see rows.h.
#include "symbolic/native/rows.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace warplaw::native {
namespace {
using symbolic::Node;
using symbolic::Op;

constexpr std::size_t kMany = 1 << 14; ///< rows, from which on nothing more is looked for
constexpr std::size_t kBlends = 4;     ///< rows of which one is put together at most
constexpr unsigned kDeepest = 1000;    ///< rows below a row: they are found on the machine's stack, and terms are deep

/// Machines of which code on vectors was tested. For SSE2 alone one shift of 32 lanes of 8 bits comes out wrong.
bool isHostTested() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

/// May a vector's elements be as wide? Registers hold such ones; of others LLVM 19 makes wrong code now and then (2
/// bits that are shifted, with AVX-512).
bool isElement(unsigned width) { return width == 1 || width == 8 || width == 16 || width == 32 || width == 64; }

bool isSymmetric(Op op) {
  return op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Add || op == Op::Mul || op == Op::Eq;
}

/// A hash that two nodes share if they may be one operation on vectors: they are alike down to `depth` levels below,
/// but for constants and variables. The arguments of a symmetric operation may come in either order.
std::uint64_t shapeOf(const Node& node, unsigned depth) {
  const auto mixed = [](std::uint64_t hash, std::uint64_t more) {
    hash = (hash ^ more) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
  };
  std::uint64_t shape = mixed(node.width, static_cast<std::uint64_t>(node.op) + 1);
  std::uint64_t below = 0;
  if (depth)
    for (std::uint32_t i = 0; i < std::min(node.argCount, 3u); ++i) {
      const std::uint64_t arg = shapeOf(*node.args[i], depth - 1);
      below = isSymmetric(node.op) ? below + arg : mixed(below, arg);
    }
  return mixed(shape, below + node.argCount);
}

const Node* firstOf(const LaneNodes& lanes) {
  return *std::ranges::find_if(lanes, [](const Node* node) { return node != nullptr; });
}

std::ptrdiff_t countOf(const LaneNodes& lanes) {
  return std::ranges::count_if(lanes, [](const Node* node) { return node != nullptr; });
}
bool isAny(const LaneNodes& lanes) { return countOf(lanes) != 0; }

/// Those that are like the first one.
LaneNodes alikeToFirst(const LaneNodes& lanes) {
  LaneNodes alike(lanes.size());
  for (std::size_t lane = 0; lane < lanes.size(); ++lane)
    if (lanes[lane] && isAlike(*firstOf(lanes), *lanes[lane]))
      alike[lane] = lanes[lane];
  return alike;
}

} // namespace

const Node& Row::any() const { return *firstOf(lanes); }

bool isAlike(const Node& a, const Node& b) {
  if (a.op != b.op || a.width != b.width || a.argCount != b.argCount)
    return false;
  if (a.op == Op::Concat) {
    LaneNodes ofA, ofB;
    concatenatedParts(a, ofA);
    concatenatedParts(b, ofB);
    return std::ranges::equal(ofA, ofB, {}, &Node::width, &Node::width);
  }
  if (a.argCount && a.args[0]->width != b.args[0]->width)
    return false;
  return a.op != Op::Select || std::equal(a.args + 1, a.args + a.argCount, b.args + 1);
}

void concatenatedParts(const Node& node, LaneNodes& highToLow) {
  if (node.op != Op::Concat) {
    highToLow.push_back(&node);
    return;
  }
  concatenatedParts(*node.args[0], highToLow);
  concatenatedParts(*node.args[1], highToLow);
}

Rows::Rows(std::span<const Slot> inputs) {
  for (const Slot& slot : inputs) {
    assert(slot.term.op() == Op::Variable && slot.term.width() <= 8 * slot.bytes);
    slots_.emplace(slot.term.node(), &slot);
    places_.emplace(std::pair{slot.buffer, slot.offset}, &slot);
  }
}

const Slot* Rows::slotOf(const Node* variable) const {
  const auto found = slots_.find(variable);
  return found == slots_.end() ? nullptr : found->second;
}

unsigned Rows::of(LaneNodes lanes) {
  const bool isLoaded = load(lanes);
  if (const auto found = known_.find(lanes); found != known_.end())
    return found->second;
  const LaneNodes key = lanes;
  // arguments come first: of rows that are needed for each other there are none
  ++depth_;
  Row row = isLoaded ? Row{Row::Kind::Loaded, std::move(lanes), {}, {}} : planned(std::move(lanes));
  --depth_;
  const auto number = static_cast<unsigned>(rows_.size());
  rows_.push_back(std::move(row));
  known_.emplace(key, number);
  return number;
}

/// Are these variables that lie one behind the other? If so, null lanes become what lies between.
bool Rows::load(LaneNodes& lanes) const {
  const auto first = std::ranges::find_if(lanes, [](const Node* node) { return node != nullptr; });
  const Slot* const slot = slotOf(*first);
  if (!slot || !isElement((*first)->width))
    return false;
  const std::size_t before = static_cast<std::size_t>(first - lanes.begin()) * slot->bytes;
  if (slot->offset < before)
    return false;
  LaneNodes filled;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const auto found = places_.find({slot->buffer, slot->offset - before + lane * slot->bytes});
    if (found == places_.end() || found->second->bytes != slot->bytes ||
        found->second->term.width() != slot->term.width() || (lanes[lane] && found->second->term.node() != lanes[lane]))
      return false;
    filled.push_back(found->second->term.node());
  }
  // a row of one node is that node
  if (countOf(lanes) == 1)
    return false;
  lanes = std::move(filled);
  return true;
}

/// As many of these as are one leaf, or lie one behind the other.
LaneNodes Rows::mostLeaves(const LaneNodes& lanes) const {
  std::vector<const Slot*> slots;
  for (const Node* const node : lanes)
    slots.push_back(node ? slotOf(node) : nullptr);
  const auto isWith = [&](std::size_t lane, std::size_t begin, bool isLoad) {
    const Slot *const first = slots[begin], *const slot = slots[lane];
    return isLoad ? first && slot && slot->buffer == first->buffer &&
                        slot->offset == first->offset + (lane - begin) * first->bytes
                  : lanes[lane] == lanes[begin];
  };
  LaneNodes most(lanes.size());
  std::ptrdiff_t count = 0;
  for (std::size_t begin = 0; begin < lanes.size(); ++begin)
    for (const bool isLoad : {false, true}) {
      LaneNodes now(lanes.size());
      for (std::size_t lane = begin; lanes[begin] && lane < lanes.size(); ++lane)
        if (isWith(lane, begin, isLoad))
          now[lane] = lanes[lane];
      if (const auto alike = countOf(now); alike > count) {
        count = alike;
        most = std::move(now);
      }
    }
  return most;
}

Row Rows::planned(LaneNodes lanes) {
  using enum Row::Kind;
  const auto all = [&](auto&& is) { return std::ranges::all_of(lanes, [&](const Node* n) { return !n || is(*n); }); };
  const Node& first = *firstOf(lanes);
  if (all([&](const Node& node) { return &node == &first; }))
    return {Same, std::move(lanes), {}, {}};
  if (!isElement(first.width) || rows_.size() > kMany || depth_ > kDeepest)
    return {Gathered, std::move(lanes), {}, {}};
  if (all([](const Node& node) { return node.op == Op::Constant; }))
    return {Constants, std::move(lanes), {}, {}};
  const bool areLeaves = all([](const Node& node) { return node.op == Op::Variable || node.op == Op::Apply; });
  if (!areLeaves && all([&](const Node& node) { return isAlike(node, first); }))
    return operation(std::move(lanes));
  std::vector<LaneNodes> groups;
  LaneNodes left = lanes;
  while (isAny(left)) {
    if (groups.size() == kBlends)
      return {Gathered, std::move(lanes), {}, {}};
    groups.push_back(areLeaves ? mostLeaves(left) : alikeToFirst(left));
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      if (groups.back()[lane])
        left[lane] = nullptr;
  }
  if (groups.size() == 1)
    return {Gathered, std::move(lanes), {}, {}};
  Row row{Blend, std::move(lanes), {}, {}};
  for (LaneNodes& group : groups) {
    std::uint32_t& given = row.given.emplace_back();
    for (std::size_t lane = 0; lane < group.size(); ++lane)
      given |= std::uint32_t{group[lane] != nullptr} << lane;
    row.args.push_back(of(std::move(group)));
  }
  return row;
}

/// The row of results of nodes that are alike.
Row Rows::operation(LaneNodes lanes) {
  const Node& first = *firstOf(lanes);
  const bool isLookup = first.op == Op::Select, isConcat = first.op == Op::Concat;
  LaneNodes parts;
  if (isConcat)
    concatenatedParts(first, parts);
  std::vector<LaneNodes> args(isLookup ? 1 : isConcat ? parts.size() : first.argCount, LaneNodes(lanes.size()));
  std::map<const Node*, unsigned> uses; // an argument of many lanes comes second
  if (isSymmetric(first.op))
    for (const Node* const node : lanes)
      for (unsigned i = 0; node && i < 2; ++i)
        ++uses[node->args[i]];
  const auto isSwapped = [&](const LaneNodes& here) {
    constexpr unsigned kDepth = 2;
    if (const unsigned a = uses[here[0]], b = uses[here[1]]; a != b)
      return a > b;
    const std::uint64_t wanted = shapeOf(*first.args[0], kDepth);
    return shapeOf(*here[0], kDepth) != wanted && shapeOf(*here[1], kDepth) == wanted;
  };
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if (!lanes[lane])
      continue;
    const Node& node = *lanes[lane];
    LaneNodes here;
    if (isConcat)
      concatenatedParts(node, here);
    else
      here.assign(node.args, node.args + args.size());
    if (isSymmetric(node.op) && isSwapped(here))
      std::swap(here[0], here[1]);
    for (std::size_t i = 0; i < args.size(); ++i)
      args[i][lane] = here[i];
  }
  if (std::ranges::any_of(args, [](const LaneNodes& arg) { return !isElement(firstOf(arg)->width); }))
    return {Row::Kind::Gathered, std::move(lanes), {}, {}};
  Row row{isLookup ? Row::Kind::Lookup : Row::Kind::Operation, std::move(lanes), {}, {}};
  for (LaneNodes& arg : args)
    row.args.push_back(of(std::move(arg)));
  return row;
}

bool Rows::isWorth(unsigned row) const {
  if (!isHostTested())
    return false;
  std::vector<bool> seen(rows_.size());
  std::vector<unsigned> left = {row};
  long saved = 0; ///< operations on a lane
  while (!left.empty()) {
    const unsigned one = left.back();
    left.pop_back();
    if (seen[one])
      continue;
    seen[one] = true;
    const Row& here = rows_[one];
    const long lanes = static_cast<long>(here.lanes.size());
    if (here.kind == Row::Kind::Operation)
      saved += lanes - 4;
    else if (here.kind == Row::Kind::Gathered)
      saved -= lanes;
    left.insert(left.end(), here.args.begin(), here.args.end());
  }
  return saved > 0;
}

std::vector<unsigned> Rows::rowsAmong(LaneNodes& nodes) {
  std::vector<unsigned> rows;
  std::map<std::uint64_t, LaneNodes> byShape;
  for (const Node* node : nodes)
    byShape[shapeOf(*node, 1)].push_back(node);
  for (auto& [shape, alike] : byShape) {
    std::ranges::sort(alike, {}, &Node::id); // as they were written, lane by lane, whatever folding made of their order
    while (alike.size() >= kLeast) {
      const auto end = alike.begin() + static_cast<std::ptrdiff_t>(std::bit_floor(std::min(alike.size(), kMost)));
      const LaneNodes lanes(alike.begin(), end);
      alike.erase(alike.begin(), end);
      if (const unsigned row = of(lanes); isWorth(row)) {
        rows.push_back(row);
        std::erase_if(nodes, [&](const Node* node) { return std::ranges::find(lanes, node) != lanes.end(); });
      }
    }
  }
  return rows;
}

} // namespace warplaw::native
