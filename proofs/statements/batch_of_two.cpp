#include "proofs/statements/batch_of_two.h"
#include <map>

namespace warplaw::proofs {

BatchOfTwo::BatchOfTwo(Terms& terms, const lift::Input& one) : input_(one) {
  auto& table = std::get<lift::Table>(input_.objects.at(0));
  const std::vector<lift::Field> first = table.fields;
  for (lift::Field field : first) {
    field.name = ofSecond(field.name);
    field.offset += table.bytes;
    for (lift::Cell& cell : field.cells)
      if (cell.bits.op() == symbolic::Op::Variable) {
        const Term own = terms.variable(cell.bits.width(), ofSecond(std::string(cell.bits.node()->name)));
        toFirst_.emplace_back(own, cell.bits);
        toSecond_.emplace_back(cell.bits, own);
        cell.bits = own;
      }
    table.fields.push_back(std::move(field));
  }
  if (one.fewValues)
    for (const auto& [variable, values] : *one.fewValues)
      input_.fewValues->emplace_back(asSecond(variable), values);
  table.bytes *= 2;
  input_.arguments.at(1) = terms.constant(32, 2);
}

Term BatchOfTwo::asFirst(Term term) const { return symbolic::substitute(term, toFirst_); }
Term BatchOfTwo::asSecond(Term term) const { return symbolic::substitute(term, toSecond_); }

BatchOfTwo::Owners::Owners(const BatchOfTwo& batch, std::span<const Term> roots) : walk_(roots) {
  std::map<const symbolic::Node*, std::uint8_t> owner;
  for (const auto& [second, first] : batch.toFirst_) {
    owner[second.node()] = kSecond;
    owner[first.node()] = kFirst;
  }
  for (const symbolic::Node* node : walk_.nodes()) { // arguments before users
    const auto found = owner.find(node);
    unsigned mask = found == owner.end() ? kNeither : found->second;
    for (std::uint32_t i = 0; i < node->argCount; ++i)
      mask |= masks_[walk_.indexOf(node->args[i])];
    masks_.push_back(static_cast<std::uint8_t>(mask));
  }
}

} // namespace warplaw::proofs
