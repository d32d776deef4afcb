// The loop cut: one arbitrary iteration of a shipped loop, from an assumed state to the next, for a proof by induction
// (ATOMS-5, -13). What the loop may store to is found by lifting the body until nothing else changes, and is fresh at
// the head of the iteration.
#include "symbolic/lift/lifter.h"
#include <algorithm>

namespace warplaw::lift {
namespace {

bool same(const ObjectState& a, const ObjectState& b) {
  const auto* x = std::get_if<ByteMemory>(&a);
  const auto* y = std::get_if<ByteMemory>(&b);
  if (!x || !y || x->name != y->name || !x->size.same(y->size))
    return false;
  return std::equal(x->stores.begin(), x->stores.end(), y->stores.begin(), y->stores.end(),
                    [](const ByteStore& p, const ByteStore& q) {
                      return p.condition.same(q.condition) && p.address.same(q.address) && p.value.same(q.value) &&
                             p.poison.same(q.poison);
                    });
}

bool same(const Slot& slot, const Value& now) {
  if (slot.pointer)
    return lift::same(*slot.pointer, now);
  return now.kind == Value::Kind::Integer && slot.cell.poison.same(now.poison) &&
         (slot.cell.bits.same(now.bits) || slot.cell.poison.isTrue());
}

} // namespace

/// What one attempt assumes, and what came of it.
struct Lifter::CutAttempt {
  std::map<unsigned, std::set<std::uint32_t>> changes; ///< object -> offsets of its cells; byte memories: offset 0
  Cut cut;
  std::vector<Edge> exits;
};

bool Lifter::mustCut(const llvm::Loop* loop) const {
  if (!input_.cut)
    return false;
  llvm::SmallVector<llvm::BasicBlock*, 4> latches;
  loop->getLoopLatches(latches);
  for (const llvm::BasicBlock* latch : latches)
    if (const llvm::MDNode* properties = latch->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop))
      for (const llvm::MDOperand& property : properties->operands())
        if (const auto* node = llvm::dyn_cast_or_null<llvm::MDNode>(property.get()); node && node->getNumOperands() > 0)
          if (const auto* name = llvm::dyn_cast<llvm::MDString>(node->getOperand(0));
              name && name->getString() == "llvm.loop.unroll.disable")
            return true;
  return false;
}

/// Name of a cell: "object.field[3]", "object.field" where the field is one cell, "object" where the object is.
std::string Lifter::cellName(unsigned object, std::uint64_t offset) {
  const ObjectInfo& about = objects_.info(object);
  for (const Field& field : about.fields) {
    const std::uint64_t bytes = field.cellBits / 8;
    if (offset < field.offset || offset >= field.offset + bytes * field.cells.size())
      continue;
    std::string name = about.name + (field.name.empty() ? "" : "." + field.name);
    if (field.cells.size() > 1)
      name += "[" + std::to_string((offset - field.offset) / bytes) + "]";
    if ((offset - field.offset) % bytes != 0)
      name += "+" + std::to_string((offset - field.offset) % bytes);
    return name;
  }
  return about.name + "+" + std::to_string(offset);
}

void Lifter::assumeCells(Edge& head, CutAttempt& attempt) {
  for (const auto& [object, offsets] : attempt.changes) {
    ObjectState& state = head.point.memory.change(object);
    if (auto* bytes = std::get_if<ByteMemory>(&state)) {
      *bytes = {bytes->name + ".assumed", bytes->size, {}};
      continue;
    }
    const bool local = !objects_.info(object).argument;
    for (Slot& slot : std::get<TableState>(state).slots) {
      if (!offsets.count(slot.offset))
        continue;
      // Poison at first: poison is all that may be assumed of it later.
      if (slot.pointer || !slot.cell.poison.isFalse()) {
        if (slot.pointer)
          context_.reject("a pointer in " + cellName(object, slot.offset) + " that a cut loop changes");
        slot.cell.poison = context_.truth(true);
        slot.unset = Term();
        continue;
      }
      const unsigned width = slot.bytes * 8;
      const std::string name = cellName(object, slot.offset);
      Term assumed;
      if (local && input_.assumePhi)
        assumed = input_.assumePhi(context_.terms, name, width, slot.cell.bits);
      if (!assumed)
        assumed = context_.terms.variable(width, name + "@cut");
      if (local)
        attempt.cut.phis.push_back({name, width, slot.cell.bits, assumed, Term(), Term()});
      slot.cell = {assumed, context_.truth(false)};
      slot.unset = Term();
    }
  }
}

bool Lifter::assumePhis(const llvm::BasicBlock* header, const Edge& entry, Edge& head, CutAttempt& attempt) {
  std::size_t i = 0;
  for (const llvm::PHINode& phi : header->phis()) {
    const Value& value = entry.phis[i];
    const std::string name = phi.getName().str();
    if (value.kind != Value::Kind::Integer) {
      context_.reject("phi " + name + " of a cut loop that is no integer");
      return false;
    }
    context_.undefinedIf(WARPLAW_FAULT(cut_entry_poison, value.poison, context_.truth(false)),
                         [] { return Cause::use("enters a loop with a value that is poison"); });
    const unsigned width = value.bits.width();
    Term assumed;
    if (input_.assumePhi)
      assumed = input_.assumePhi(context_.terms, name, width, value.bits);
    if (!assumed)
      assumed = context_.terms.variable(width, (name.empty() ? "phi" + std::to_string(i) : name) + "@cut");
    head.phis[i] = integer(assumed, context_.truth(false));
    attempt.cut.phis.push_back({name, width, value.bits, assumed, Term(), Term()});
    ++i;
  }
  return true;
}

/// Cells that the iteration changed and that were not assumed; true if there are none.
bool Lifter::nothingElseChanged(const Memory& before, const Memory& after, CutAttempt& attempt) {
  bool settled = true;
  for (const auto& [object, state] : before.objects) {
    const ObjectState* now = after.find(object);
    if (!now || now == state.get())
      continue;
    const auto* table = std::get_if<TableState>(state.get());
    if (!table) {
      if (!same(*state, *now) && attempt.changes[object].insert(0).second)
        settled = false;
      continue;
    }
    const auto& contents = std::get<TableState>(*now);
    if (!table->alive.same(contents.alive))
      context_.reject("lifetime of " + objects_.info(object).name + " that changes over an iteration of a cut loop");
    for (const Slot& slot : table->slots) {
      const Value value = objects_.valueAt(contents, slot.offset, slot.bytes, slot.pointer != nullptr);
      if (context_.rejected())
        return true;
      if (!same(slot, value) && attempt.changes[object].insert(slot.offset).second)
        settled = false;
    }
  }
  std::erase_if(attempt.changes, [](const auto& change) { return change.second.empty(); });
  return settled;
}

void Lifter::finishCut(const llvm::Loop* loop, const Edge& head, std::vector<Edge> backs, CutAttempt& attempt) {
  Cut& cut = attempt.cut;
  cut.next = cut.assumed;
  cut.continues = context_.truth(false);
  if (backs.empty()) {
    for (Carried& carried : cut.phis) {
      carried.next = carried.assumed;
      carried.nextPoison = context_.truth(false);
    }
    return;
  }
  const Edge back = join(std::move(backs));
  cut.next = exportState(back.point.memory, arguments_);
  cut.continues = back.point.path->conjunction;
  std::size_t carried = 0;
  for (const Value& value : back.phis) {
    cut.phis[carried].next = value.bits;
    cut.phis[carried++].nextPoison = value.poison;
    context_.undefined.push_back(cut.continues & WARPLAW_FAULT(cut_phi_poison, value.poison, context_.truth(false)));
  }
  for (const auto& [object, state] : head.point.memory.objects) {
    const auto* table = std::get_if<TableState>(state.get());
    const ObjectState* now = back.point.memory.find(object);
    auto changed = attempt.changes.find(object);
    if (!table || !now || changed == attempt.changes.end())
      continue;
    for (const Slot& slot : table->slots) {
      if (!changed->second.count(slot.offset) || slot.pointer || !slot.cell.poison.isFalse())
        continue;
      const Cell next = objects_.cellAt(std::get<TableState>(*now), slot.offset, slot.bytes);
      context_.undefined.push_back(cut.continues & WARPLAW_FAULT(cut_cell_poison, next.poison, context_.truth(false)));
      if (!objects_.info(object).argument) {
        cut.phis[carried].next = next.bits;
        cut.phis[carried++].nextPoison = next.poison;
      }
    }
  }
}

/// One iteration under the present assumptions; true if the loop changes nothing that was not assumed.
bool Lifter::tryCut(const llvm::Loop* loop, const Edge& entry, CutAttempt& attempt) {
  const llvm::BasicBlock* header = loop->getHeader();
  attempt.cut = {};
  attempt.exits.clear();
  Edge head = entry;
  context_.path = entry.point.path;
  if (!assumePhis(header, entry, head, attempt))
    return true;
  assumeCells(head, attempt);
  attempt.cut.entry = exportState(entry.point.memory, arguments_);
  attempt.cut.assumed = exportState(head.point.memory, arguments_);
  if (input_.assumeState) {
    input_.assumeState(context_.terms, attempt.cut.assumed);
    importState(head.point.memory, arguments_, attempt.cut.assumed);
    attempt.cut.assumed = exportState(head.point.memory, arguments_);
  }
  attempt.cut.reached = entry.point.path->conjunction;
  if (context_.rejected())
    return true;
  const Edge assumed = head;
  enter(head, header);
  std::vector<Edge> backs;
  runRegion(loop, std::move(head.point), attempt.exits, backs);
  if (context_.rejected())
    return true;
  for (const Edge& back : backs)
    if (!nothingElseChanged(assumed.point.memory, back.point.memory, attempt))
      return false;
  finishCut(loop, assumed, std::move(backs), attempt);
  return true;
}

void Lifter::cutLoop(const llvm::Loop* loop, const Edge& entry, std::vector<Edge>& exits) {
  if (cut_)
    return context_.reject("a second loop to cut");
  cut_.emplace(); // met inside the body as well
  const std::size_t undefined = context_.undefined.size(), causes = context_.causes.size();
  const std::size_t exceeded = context_.exceeded.size();
  CutAttempt attempt;
  while (!tryCut(loop, entry, attempt)) {
    context_.undefined.resize(undefined);
    context_.causes.resize(causes);
    context_.exceeded.resize(exceeded);
  }
  if (context_.rejected())
    return;
  cut_ = std::move(attempt.cut);
  ++cuts_;
  context_.note("loop cut in " + frames_.back()->function->getName().str());
  for (Edge& exit : attempt.exits)
    exits.push_back(std::move(exit));
}

} // namespace warplaw::lift
