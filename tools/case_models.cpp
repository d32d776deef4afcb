#include "tools/case_models.h"
#include "proofs/statements/batch_of_two.h"
#include "symbolic/terms/evaluator.h"
#include <chrono>

namespace warplaw::tools {
using check::Demand;
using check::Member;
using proofs::Assignment;
using proofs::BatchOfTwo;
using symbolic::Term;
using symbolic::Terms;

std::string ofFirst(const std::string& name) { return name; }

std::vector<std::byte> caseFrom(const Demand& demand, const Assignment& model, std::size_t bytes, Named named) {
  std::vector<std::byte> asked(bytes);
  for (const Member& member : demand.members)
    for (std::size_t word = 0; word < member.words.size(); ++word) {
      const Term term = member.words[word];
      std::uint32_t value = 0;
      if (term.isConstant())
        value = static_cast<std::uint32_t>(term.value());
      else if (const auto found = model.find(named(std::string(term.node()->name))); found != model.end())
        value = static_cast<std::uint32_t>(found->second);
      std::memcpy(asked.data() + member.offset + 4 * word, &value, sizeof value);
    }
  return asked;
}

void addModel(const Demand& demand, std::span<const std::byte> asked, Named named, Assignment& model) {
  for (const Member& member : demand.members)
    for (std::size_t word = 0; word < member.words.size(); ++word)
      if (const Term term = member.words[word]; !term.isConstant()) {
        std::uint32_t value = 0;
        std::memcpy(&value, asked.data() + member.offset + 4 * word, sizeof value);
        model[named(std::string(term.node()->name))] = value;
      }
}

bool speaksOfSecond(const Assignment& model) {
  const std::string prefix = BatchOfTwo::ofSecond("");
  const auto found = model.lower_bound(prefix);
  return found != model.end() && found->first.starts_with(prefix);
}

std::vector<Assignment> modelsOf(check::Family& family, unsigned form, bool isOfLane, const Cases& batch) {
  std::vector<Assignment> models;
  if (isOfLane) {
    for (const auto& asked : batch)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (auto model = family.laneOf(asked, lane))
          models.push_back(std::move(*model));
    return models;
  }
  Terms terms;
  const Demand demand = *family.demand(terms, form);
  for (const auto& asked : batch)
    addModel(demand, asked, ofFirst, models.emplace_back());
  if (batch.size() == 2)
    addModel(demand, batch.back(), BatchOfTwo::ofSecond, models.front());
  return models;
}

struct UndefinedOn::Impl {
  symbolic::Evaluator goal;
  std::function<proofs::Replay(const Assignment&)> place;
  check::Family& family;
  unsigned form;
  bool isOfLane;

  bool breaks(const Assignment& model) const {
    std::vector<symbolic::Bits> inputs;
    for (const Term variable : goal.variables()) {
      const auto found = model.find(variable.node()->name);
      inputs.push_back(found == model.end() ? 0 : found->second);
    }
    return goal(inputs)[0] == 0;
  }
};

UndefinedOn::UndefinedOn(const proofs::Obligation& obligation, check::Family& family, unsigned form, bool isOfLane)
    : impl_(new Impl{symbolic::Evaluator(std::span(&obligation.query.goal, 1)), obligation.replay, family, form,
                     isOfLane}) {}
UndefinedOn::~UndefinedOn() = default;

std::string UndefinedOn::operator()(const Cases& batch) const {
  for (const Assignment& model : modelsOf(impl_->family, impl_->form, impl_->isOfLane, batch))
    if (impl_->breaks(model))
      if (const proofs::Replay seen = impl_->place(model); seen.reproduced)
        return seen.report;
  return "";
}

std::vector<std::byte> UndefinedOn::smallest(std::vector<std::byte> asked) const {
  constexpr std::chrono::seconds kMost{2};
  const auto end = std::chrono::steady_clock::now() + kMost;
  check::Family& family = impl_->family;
  std::vector<std::byte> tried(family.bytes());
  const auto isUndefined = [&](const fuzz::Words& words) {
    return family.fromWords(words, tried) && family.formOf(tried) == impl_->form && !(*this)({tried}).empty();
  };
  const fuzz::Judge judge = [&](const fuzz::Words& words) -> fuzz::Kinds {
    const bool isInTime = std::chrono::steady_clock::now() < end;
    return isInTime && isUndefined(words) ? fuzz::setOf(fuzz::Kind::Register) : 0;
  };
  const fuzz::Words start = family.wordsOf(asked);
  if (!judge(start))
    return asked; // what stands in destinations is no word of it, and decides
  return isUndefined(fuzz::minimize(family.layout(), start, judge, {}).words) ? tried : asked;
}

} // namespace warplaw::tools
