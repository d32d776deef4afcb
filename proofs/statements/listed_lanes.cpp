// Listed lanes: see listed_lanes.h.
#include "proofs/statements/listed_lanes.h"
#include "symbolic/terms/walk.h"
#include <fmt/format.h>

namespace warplaw::proofs {
using spec::kLanes;
using symbolic::PerLane;

PerLane<Term> laneBytes(Terms& terms, const std::string& name) {
  PerLane<Term> bytes;
  for (unsigned i = 0; i < kLanes; ++i)
    bytes[i] = terms.variable(8, fmt::format("{}[{}]", name, i));
  return bytes;
}

lift::Table laneTable(const std::string& name, const PerLane<Term>& bytes, bool writable) {
  return {name, kLanes, writable, {field(name, 0, bytes)}};
}

std::vector<Term> lookUps(std::span<const Term> roots, const PerLane<Term>& cells) {
  std::vector<Term> found;
  const symbolic::Walk walk(roots);
  for (const symbolic::Node* node : walk.nodes()) {
    bool same = node->op == symbolic::Op::Select && node->argCount > kLanes; // the index is an argument, too
    for (unsigned i = 0; same && i < kLanes; ++i)
      same = node->args[i + 1] == cells[i].node();
    if (same)
      found.emplace_back(node);
  }
  return found;
}

Term load(const Bytes& memory, Term address, unsigned bytes) {
  Term value = memory(address);
  for (unsigned i = 1; i < bytes; ++i)
    value = memory(address + symbolic::Bits(i)).concat(value);
  return value;
}

} // namespace warplaw::proofs
