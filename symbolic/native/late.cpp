// Functions that are interpreted before they are compiled: see native.h.
#include "symbolic/native/native.h"
#include "symbolic/terms/evaluator.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace warplaw::native {
namespace {
using symbolic::Bits;

static_assert(std::endian::native == std::endian::little, "slots are");

Bits load(const Slot& slot, const void* const* buffers) {
  Bits value = 0;
  std::memcpy(&value, static_cast<const std::uint8_t*>(buffers[slot.buffer]) + slot.offset, slot.bytes);
  return value;
}
void store(const Slot& slot, Bits value, void* const* buffers) {
  std::memcpy(static_cast<std::uint8_t*>(buffers[slot.buffer]) + slot.offset, &value, slot.bytes);
}

std::vector<Term> termsOf(std::span<const Slot> slots) {
  std::vector<Term> terms;
  for (const Slot& slot : slots)
    terms.push_back(slot.term);
  return terms;
}

} // namespace

struct LateFunction::Interpreted {
  std::unique_ptr<symbolic::Terms> terms;
  std::vector<Slot> inputs, outputs;
  symbolic::Evaluator evaluator;
  std::vector<Slot> variables; ///< the evaluator's, in its order
  std::optional<Function> quick;
  Calls most;
  unsigned calls = 0;

  Interpreted(std::unique_ptr<symbolic::Terms> of, std::vector<Slot> in, std::vector<Slot> out, Calls limits)
      : terms(std::move(of)), inputs(std::move(in)), outputs(std::move(out)), evaluator(termsOf(outputs)),
        most(limits) {
    std::vector<const Slot*> byNode;
    for (const Slot& slot : inputs)
      byNode.push_back(&slot);
    const auto node = [](const Slot* slot) { return slot->term.node()->id; };
    std::ranges::sort(byNode, {}, node);
    for (const Term variable : evaluator.variables()) {
      const auto found = std::ranges::lower_bound(byNode, variable.node()->id, {}, node);
      assert(found != byNode.end() && (*found)->term.same(variable) && "every variable has an input slot");
      variables.push_back(**found);
    }
  }
};

LateFunction::LateFunction(std::unique_ptr<symbolic::Terms> terms, std::vector<Slot> inputs, std::vector<Slot> outputs,
                           Calls calls)
    : interpreted_(std::make_unique<Interpreted>(std::move(terms), std::move(inputs), std::move(outputs), calls)) {}
LateFunction::~LateFunction() = default;
LateFunction::LateFunction(LateFunction&&) noexcept = default;
LateFunction& LateFunction::operator=(LateFunction&&) noexcept = default;

void LateFunction::early(const void* const* inputs, void* const* outputs) const {
  Interpreted& now = *interpreted_;
  const unsigned before = now.calls++;
  if (before == now.most.interpreted + now.most.quick) {
    compiled_ = compile(now.inputs, now.outputs);
    interpreted_.reset();
    return (*compiled_)(inputs, outputs);
  }
  if (before == now.most.interpreted)
    now.quick = compile(now.inputs, now.outputs, Effort::Quick);
  if (now.quick)
    return (*now.quick)(inputs, outputs);
  std::vector<Bits> values;
  values.reserve(now.variables.size());
  for (const Slot& slot : now.variables)
    values.push_back(load(slot, inputs));
  const std::vector<Bits> results = now.evaluator(values);
  for (std::size_t i = 0; i < results.size(); ++i)
    store(now.outputs[i], results[i], outputs);
}

} // namespace warplaw::native
