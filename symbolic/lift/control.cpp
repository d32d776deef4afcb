// Merged control flow: blocks in topological order of the loop-collapsed graph, ite at joins, never one path after the
// other. Loops are unrolled until their back edge is plainly impossible.
#include "symbolic/lift/lifter.h"
#include "symbolic/lift/notes.h"
#include <algorithm>
#include <cassert>

namespace warplaw::lift {
namespace {
using llvm::BasicBlock;
using llvm::Loop;

/// The loop that is the child of `region` on the way down to this block; null if the block is in `region` itself.
const Loop* childOf(const llvm::LoopInfo& loops, const Loop* region, const BasicBlock* block) {
  const Loop* child = nullptr;
  for (const Loop* loop = loops.getLoopFor(block); loop && loop != region; loop = loop->getParentLoop())
    child = loop;
  return child;
}

/// One region's nodes as a graph: loops collapsed, edges to the header and out of the region left out.
class RegionOrder {
public:
  RegionOrder(Analysis& analysis, const Loop* region) : analysis_(analysis), region_(region) {}

  std::vector<RegionNode> compute(const BasicBlock* entry) {
    visit(entry);
    std::reverse(postOrder_.begin(), postOrder_.end());
    findAlwaysAfter();
    return postOrder_;
  }

private:
  RegionNode nodeOf(const BasicBlock* block) const {
    const Loop* child = childOf(analysis_.loops, region_, block);
    return {child ? child->getHeader() : block, child};
  }

  /// Inner targets; `leaves` tells whether an edge goes out of the region, back to its header, or nowhere.
  std::vector<const BasicBlock*> successors(const RegionNode& node, bool& leaves) const {
    std::vector<const BasicBlock*> targets;
    if (node.loop) {
      llvm::SmallVector<BasicBlock*, 8> exits;
      node.loop->getExitBlocks(exits);
      targets.assign(exits.begin(), exits.end());
    } else {
      for (const BasicBlock* next : llvm::successors(node.block))
        targets.push_back(next);
    }
    leaves = targets.empty();
    std::vector<const BasicBlock*> inner;
    for (const BasicBlock* next : targets) {
      if (region_ && (next == region_->getHeader() || !region_->contains(next)))
        leaves = true;
      else
        inner.push_back(next);
    }
    return inner;
  }

  void visit(const BasicBlock* block) {
    const RegionNode node = nodeOf(block);
    if (node.loop && block != node.loop->getHeader())
      analysis_.problem = "a loop with more than one entry";
    switch (mark_[node.block]) {
    case Mark::Done:
      return;
    case Mark::Open:
      analysis_.problem = "irreducible control flow";
      return;
    case Mark::New:
      break;
    }
    mark_[node.block] = Mark::Open;
    bool leaves = false;
    for (const BasicBlock* next : successors(node, leaves))
      visit(next);
    mark_[node.block] = Mark::Done;
    postOrder_.push_back(node);
  }

  /// Which joins are reached on every way on from their dominator, so that the path condition there is the dominator's.
  void findAlwaysAfter() {
    std::map<const BasicBlock*, std::size_t> position;
    for (std::size_t i = 0; i < postOrder_.size(); ++i)
      position[postOrder_[i].block] = i;
    std::vector<std::vector<std::size_t>> next(postOrder_.size());
    std::vector<unsigned> incoming(postOrder_.size());
    std::vector<char> leaves(postOrder_.size());
    for (std::size_t i = 0; i < postOrder_.size(); ++i) {
      bool leaving = false;
      for (const BasicBlock* block : successors(postOrder_[i], leaving)) {
        next[i].push_back(position[nodeOf(block).block]);
        ++incoming[next[i].back()];
      }
      leaves[i] = leaving;
    }
    for (std::size_t join = 1; join < postOrder_.size(); ++join) {
      if (incoming[join] < 2)
        continue;
      const auto* dominator = analysis_.dominators.getNode(const_cast<BasicBlock*>(postOrder_[join].block))->getIDom();
      const auto from = dominator ? position.find(nodeOf(dominator->getBlock()).block) : position.end();
      if (from == position.end())
        continue;
      std::vector<char> reaches(postOrder_.size());
      reaches[join] = true;
      for (std::size_t i = join; i-- > from->second;)
        reaches[i] =
            !leaves[i] && std::all_of(next[i].begin(), next[i].end(), [&](std::size_t n) { return reaches[n]; });
      if (reaches[from->second])
        analysis_.alwaysAfter[postOrder_[join].block] = from->first;
    }
  }

  enum class Mark { New, Open, Done };
  Analysis& analysis_;
  const Loop* region_;
  std::map<const BasicBlock*, Mark> mark_;
  std::vector<RegionNode> postOrder_;
};

void findLiveOut(const Loop* loop, Analysis& analysis) {
  auto& values = analysis.liveOut[loop];
  for (const BasicBlock* block : loop->blocks())
    for (const llvm::Instruction& instruction : *block)
      for (const llvm::User* user : instruction.users())
        if (const auto* use = llvm::dyn_cast<llvm::Instruction>(user); use && !loop->contains(use->getParent())) {
          values.push_back(&instruction);
          break;
        }
}

/// Values that left the loop in an earlier turn of a loop around it: it makes them anew, and they would hide what it
/// makes.
void forgetValuesOf(const Loop* loop, Point& point) {
  const auto isOfLoop = [&](const auto& one) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(one.first);
    return instruction && loop->contains(instruction);
  };
  if (!point.out || std::ranges::none_of(*point.out, isOfLoop))
    return;
  point.out = std::make_shared<Values>(*point.out); // others share it
  std::erase_if(*point.out, isOfLoop);
}

} // namespace

Analysis::Analysis(llvm::Function& function) : dominators(function), loops(dominators) {
  order[nullptr] = RegionOrder(*this, nullptr).compute(&function.getEntryBlock());
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    order[loop] = RegionOrder(*this, loop).compute(loop->getHeader());
    findLiveOut(loop, *this);
  }
  for (const BasicBlock& block : function) {
    if (llvm::isa<llvm::UnreachableInst>(block.getTerminator()))
      alwaysReturns = false;
    for (const llvm::Instruction& instruction : block)
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        if (call->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
          if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(call->getArgOperand(1)))
            scoped.insert(local);
  }
}

Analysis& Lifter::analysisOf(llvm::Function& function) {
  auto& analysis = analyses_[&function];
  if (!analysis)
    analysis = std::make_unique<Analysis>(function);
  return *analysis;
}

Edge Lifter::joinTwo(Edge a, Edge b) {
  Paths& paths = context_.paths;
  const Path prefix = paths.common(a.point.path, b.point.path);
  // Under the common prefix, what a's edge adds tells the two apart; b's addition does too, and may be shorter.
  const bool byA = a.point.path->depth <= b.point.path->depth;
  Term isA = byA ? paths.relative(a.point.path, prefix) : ~paths.relative(b.point.path, prefix);
  isA = WARPLAW_FAULT(join_swapped, isA, ~isA);
  Edge result{a.from, a.to, {}, {}};
  result.point.path = paths.either(a.point.path, b.point.path);
  result.point.memory = objects_.merge(isA, a.point.memory, b.point.memory);
  for (std::size_t i = 0; i < a.phis.size(); ++i)
    result.phis.push_back(merge(isA, a.phis[i], b.phis[i]));
  if (a.point.out && b.point.out && a.point.out != b.point.out) {
    auto out = std::make_shared<Values>();
    for (const auto& [key, value] : *a.point.out)
      if (auto other = b.point.out->find(key); other != b.point.out->end())
        out->emplace(key, merge(isA, value, other->second));
    result.point.out = std::move(out);
  } else if (a.point.out == b.point.out) {
    result.point.out = a.point.out;
  }
  return result;
}

Edge Lifter::join(std::vector<Edge> edges) {
  // The pair with the deepest common prefix first: its two sides often complete each other, and the literal goes away.
  while (edges.size() > 1) {
    auto deepest = std::max_element(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) {
      return x.point.path->depth < y.point.path->depth;
    });
    std::swap(*deepest, edges.back());
    Edge a = std::move(edges.back());
    edges.pop_back();
    std::size_t best = 0;
    unsigned bestDepth = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const unsigned depth = context_.paths.common(a.point.path, edges[i].point.path)->depth + 1;
      if (depth > bestDepth) {
        best = i;
        bestDepth = depth;
      }
    }
    edges[best] = joinTwo(std::move(a), std::move(edges[best]));
  }
  return std::move(edges.front());
}

void Lifter::enter(const Edge& edge, const BasicBlock* block) {
  Frame& frame = *frames_.back();
  std::size_t i = 0;
  for (const llvm::PHINode& phi : block->phis())
    frame.values[&phi] = edge.phis[i++];
  if (edge.point.out)
    for (const auto& [key, value] : *edge.point.out)
      frame.values[key] = value;
}

void Lifter::branchTo(const BasicBlock* from, const BasicBlock* to, Path path, std::vector<Edge>& edges) {
  if (!path)
    return;
  Frame& frame = *frames_.back();
  Edge edge{from, to, {path, point_.memory, point_.out}, {}};
  for (const llvm::PHINode& phi : to->phis())
    edge.phis.push_back(operand(phi.getIncomingValueForBlock(from)));
  std::shared_ptr<Values> out;
  for (const Loop* loop = frame.analysis->loops.getLoopFor(from); loop && !loop->contains(to);
       loop = loop->getParentLoop())
    for (const llvm::Instruction* value : frame.analysis->liveOut[loop])
      if (frame.analysis->dominators.dominates(value->getParent(), from)) {
        if (!out)
          out = edge.point.out ? std::make_shared<Values>(*edge.point.out) : std::make_shared<Values>();
        (*out)[value] = frame.values.at(value);
      }
  if (out)
    edge.point.out = std::move(out);
  edges.push_back(std::move(edge));
}

Value Lifter::returned(const llvm::Value& value) {
  const llvm::Function& function = *frames_.back()->function;
  const Value result = operand(&value);
  std::vector<Value> arguments;
  for (const llvm::Argument& argument : function.args())
    arguments.push_back(frames_.back()->values.at(&argument));
  checkReturned(function.getAttributes(), arguments, result);
  return withAttributes(result, function.getAttributes().getRetAttrs(), value.getType(), "the returned value");
}

void Lifter::terminator(const llvm::Instruction& instruction, std::vector<Edge>& edges) {
  Frame& frame = *frames_.back();
  const BasicBlock* block = instruction.getParent();
  frame.pathAfter[block] = {point_.path, cuts_};
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isUnconditional())
      return branchTo(block, branch->getSuccessor(0), point_.path, edges);
    const Value condition = operand(branch->getCondition());
    context_.undefinedIf(WARPLAW_FAULT(branch_poison, condition.poison, context_.truth(false)),
                         [] { return Cause::use("branches on a value that is poison"); });
    branchTo(block, branch->getSuccessor(0), context_.paths.extend(point_.path, condition.bits), edges);
    branchTo(block, branch->getSuccessor(1), context_.paths.extend(point_.path, ~condition.bits), edges);
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    const Value condition = operand(choice->getCondition());
    context_.undefinedIf(WARPLAW_FAULT(switch_poison, condition.poison, context_.truth(false)),
                         [] { return Cause::use("switches on a value that is poison"); });
    Path rest = point_.path;
    for (const auto& entry : choice->cases()) {
      const Term hit = condition.bits.eq(operand(entry.getCaseValue()).bits);
      branchTo(block, entry.getCaseSuccessor(), context_.paths.extend(rest, hit), edges);
      rest = context_.paths.extend(rest, ~hit);
    }
    branchTo(block, choice->getDefaultDest(), rest, edges);
  } else if (const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    context_.undefinedIf(
        WARPLAW_FAULT(noreturn, context_.truth(frame.function->doesNotReturn()), context_.truth(false)),
        [] { return Cause::other("returns from a function that never returns"); });
    Edge edge{block, nullptr, point_, {}};
    if (const llvm::Value* value = result->getReturnValue())
      edge.phis.push_back(returned(*value));
    frame.returns.push_back(std::move(edge));
  } else if (llvm::isa<llvm::UnreachableInst>(&instruction)) {
    context_.undefinedIf(WARPLAW_FAULT(unreachable, context_.truth(true), context_.truth(false)), [] {
      return Cause::other(
          "reaches what is never reached: __builtin_unreachable, or the end of a function that gives a value");
    });
  } else {
    context_.reject(std::string("terminator ") + instruction.getOpcodeName());
  }
}

void Lifter::runBlock(const BasicBlock& block, std::vector<Edge>& edges) {
  for (const llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction))
      continue;
    context_.path = point_.path;
    context_.at = &instruction;
    if (instruction.isTerminator())
      return terminator(instruction, edges);
    Value value = evaluate(instruction);
    if (context_.rejected() || !point_.path) // a call that never returns ends the block
      return;
    if (!instruction.getType()->isVoidTy())
      frames_.back()->values[&instruction] = std::move(value);
  }
}

void Lifter::runRegion(const Loop* region, Point start, std::vector<Edge>& exits, std::vector<Edge>& backs) {
  Frame& frame = *frames_.back();
  std::map<const BasicBlock*, std::vector<Edge>> pending;
  const auto dispatch = [&](std::vector<Edge>& edges) {
    for (Edge& edge : edges) {
      if (region && edge.to == region->getHeader())
        backs.push_back(std::move(edge));
      else if (region && !region->contains(edge.to))
        exits.push_back(std::move(edge));
      else
        pending[edge.to].push_back(std::move(edge));
    }
    edges.clear();
  };
  const std::vector<RegionNode>& order = frame.analysis->order[region];
  std::vector<Edge> produced;
  point_ = std::move(start);
  runBlock(*order.front().block, produced); // the header, or the entry block, which heads no loop in LLVM
  dispatch(produced);
  for (auto node = order.begin() + 1; node != order.end() && !context_.rejected(); ++node) {
    auto arrived = pending.extract(node->block);
    if (!arrived || arrived.mapped().empty())
      continue;
    Edge edge = join(std::move(arrived.mapped()));
    if (auto always = frame.analysis->alwaysAfter.find(node->block); always != frame.analysis->alwaysAfter.end())
      if (const auto& [path, cuts] = frame.pathAfter.at(always->second); cuts == cuts_)
        edge.point.path = path;
    if (node->loop) {
      const Frame::Passed before{edge.point.path, cuts_};
      runLoop(node->loop, std::move(edge), produced);
      frame.pathAfter[node->block] = before;
    } else {
      enter(edge, node->block);
      point_ = std::move(edge.point);
      runBlock(*node->block, produced);
    }
    dispatch(produced);
  }
}

void Lifter::runLoop(const Loop* loop, Edge entry, std::vector<Edge>& exits) {
  forgetValuesOf(loop, entry.point);
  if (mustCut(loop))
    return cutLoop(loop, entry, exits);
  Edge head = std::move(entry);
  for (unsigned iteration = 0;; ++iteration) {
    if (iteration == input_.unrollBound) {
      context_.exceeded.push_back(WARPLAW_FAULT(bound_exceeded, head.point.path->conjunction, context_.truth(false)));
      context_.note(std::string(kBeyondBound) + placeOf(loop->getStartLoc().get()));
      return;
    }
    enter(head, loop->getHeader());
    std::vector<Edge> backs;
    runRegion(loop, std::move(head.point), exits, backs);
    if (context_.rejected() || backs.empty())
      return;
    head = join(std::move(backs));
  }
}

std::optional<Edge> Lifter::call(llvm::Function& function, const std::vector<Value>& arguments, Point point) {
  if (notAllowed_.find(&function) == notAllowed_.end())
    notAllowed_[&function] = firstNotAllowed(function);
  if (const std::string& what = notAllowed_[&function]; !what.empty()) {
    context_.reject(what + " (in " + function.getName().str() + ")");
    return std::nullopt;
  }
  Frame frame;
  frame.function = &function;
  frame.analysis = &analysisOf(function);
  frame.depth = static_cast<unsigned>(frames_.size());
  if (!frame.analysis->problem.empty()) {
    context_.reject(frame.analysis->problem + " (in " + function.getName().str() + ")");
    return std::nullopt;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    frame.values[function.getArg(static_cast<unsigned>(i))] = arguments[i];
  frames_.push_back(&frame);
  const std::string outer = std::exchange(context_.where, function.getName().str());
  const llvm::Instruction* const calledAt = std::exchange(context_.at, nullptr);
  const Path before = point.path;
  const unsigned cuts = cuts_;
  const std::shared_ptr<Values> outerOut = std::exchange(point.out, nullptr);
  std::vector<Edge> exits, backs;
  runRegion(nullptr, std::move(point), exits, backs);
  context_.where = outer;
  context_.at = calledAt;
  frames_.pop_back();
  if (context_.rejected() || frame.returns.empty())
    return std::nullopt;
  Edge result = join(std::move(frame.returns));
  result.point.out = outerOut;
  if (frame.analysis->alwaysReturns && cuts == cuts_)
    result.point.path = before;
  for (unsigned local : frame.locals)
    result.point.memory.remove(local);
  return result;
}

} // namespace warplaw::lift
