// Opaque callees: see callee.h.
#include "proofs/statements/callee.h"
#include <algorithm>
#include <cassert>
#include <set>

namespace warplaw::proofs {
namespace {

/// Are the same cells there, free of poison? `anyValue`: whatever they hold.
Term sameCells(Terms& terms, const lift::Table& wanted, const Pointee& found, bool anyValue = false) {
  std::vector<Term> same;
  for (const lift::Field& f : wanted.fields)
    for (unsigned cell = 0; cell < f.cells.size(); ++cell) {
      const lift::Cell* there = cellAt(found.table, found.offset + f.offset + cell * (f.cellBits / 8), f.cellBits);
      if (!there)
        return terms.truth(false);
      same.push_back((anyValue ? terms.truth(true) : there->bits.eq(f.cells[cell].bits)) & ~there->poison);
    }
  return terms.all(same);
}

void storeCells(const lift::Table& after, Pointee to) {
  for (const lift::Field& f : after.fields)
    for (unsigned cell = 0; cell < f.cells.size(); ++cell)
      *cellAt(to.table, to.offset + f.offset + cell * (f.cellBits / 8), f.cellBits) = f.cells[cell];
}

/// Was that callee called before? Noted among the calls, under its name.
Term& wasCalled(lift::Table& calls, const std::string& symbol, Term no) {
  auto found = std::ranges::find(calls.fields, symbol, &lift::Field::name);
  if (found == calls.fields.end())
    found = calls.fields.insert(found, field(symbol, sizeof(Calls), std::span(&no, 1)));
  return found->cells[0].bits;
}

} // namespace

lift::Table callsTable(Term made, Term well) {
  return {"calls",
          sizeof(Calls),
          true,
          {field("made", offsetof(Calls, made), std::span(&made, 1)),
           field("well", offsetof(Calls, well), std::span(&well, 1))}};
}

Obligations withOpaqueCallees(Obligations made) { return withKnownCallees(std::move(made), {}); }

Obligations withKnownCallees(Obligations made, const std::vector<Term>& known) {
  if (auto* const all = std::get_if<std::vector<Obligation>>(&made))
    for (Obligation& o : *all)
      if (!o.outputs.empty())
        o.ask([&](Obligation::Asking& asking) {
          asking.anyOf = "results of what it calls";
          asking.known = known;
        });
  return made;
}

std::vector<std::uint8_t> tellingBytes(std::size_t bytes) {
  constexpr std::size_t kTold = 4096;
  std::vector<std::uint8_t> all(bytes);
  for (std::size_t i = 0; i < std::min(bytes, kTold); ++i)
    all[i] = static_cast<std::uint8_t>((i * 0x9e3779b1u) >> 13);
  return all;
}

void WholeRuns::add(unsigned object, std::span<const std::byte> got, std::span<const std::byte> expected) {
  std::vector<std::byte>& bits = bits_[object];
  bits.resize(got.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    bits[i] |= got[i] ^ expected[i];
    differ_ = differ_ || got[i] != expected[i];
  }
}

void invokeByRuns(FunctionContract& function, const std::function<Invoke(const WholeRuns::Shown&)>& invoke) {
  const auto shown = std::make_shared<std::optional<spec::Case>>();
  function.invoke = invoke(shown);
  function.asCase = [shown](const Assignment&) { return *shown; };
}

void WholeRuns::leave(unsigned object, std::byte* there, const std::byte* stated, std::size_t bytes) const {
  const auto found = bits_.find(object);
  for (std::size_t i = 0; i < bytes; ++i)
    there[i] = found == bits_.end() ? stated[i] : stated[i] ^ found->second.at(i);
}

namespace {

/// By its type, stepsOf finds it in an input.
struct OpaqueCallee {
  ExpectedCall step;
  Contract contract;
  std::shared_ptr<std::vector<lift::Object>> seen;
  std::optional<Notes> notes;
  lift::Cell operator()(lift::ContractCall& call) const;
};

lift::Cell OpaqueCallee::operator()(lift::ContractCall& call) const {
  if (notes) {
    CallMet met{call.condition, call.arguments, call.state};
    notes->note(met, std::get<lift::Table>(seen->at(notes->hidden)));
  }
  Terms& terms = call.terms;
  Term well = terms.truth(call.arguments.size() == step.handed.size());
  if (step.when)
    well = well & step.when;
  std::set<unsigned> apart;
  for (std::size_t i = 0; i < std::min(call.arguments.size(), step.handed.size()); ++i) {
    const lift::Argument& argument = call.arguments[i];
    const auto* pointer = std::get_if<lift::PointerTo>(&argument);
    if (pointer && !apart.insert(pointer->object).second)
      well = terms.truth(false); // its own proof speaks of objects that lie apart
    if (const auto* table = std::get_if<lift::Table>(&step.handed[i]))
      well = well & (pointer ? sameCells(terms, *table, pointee(call.state, argument)) : terms.truth(false));
    else if (const auto* any = std::get_if<AnyWords>(&step.handed[i]))
      well = well & (pointer ? sameCells(terms, any->cells, pointee(call.state, argument), true) : terms.truth(false));
    else if (const Term* wanted = std::get_if<Term>(&step.handed[i]))
      well =
          well & (std::holds_alternative<Term>(argument) ? std::get<Term>(argument).eq(*wanted) : terms.truth(false));
    else if (std::holds_alternative<OwnMemory>(step.handed[i]))
      well = well & terms.truth(pointer && pointer->object == std::get<OwnMemory>(step.handed[i]).object &&
                                pointer->offset == 0);
    else if (const auto* function = std::get_if<Function>(&step.handed[i])) {
      const auto* callee = std::get_if<lift::Callee>(&argument);
      well = well & terms.truth(callee && callee->contract == function->symbol);
    }
  }
  lift::Table& calls = std::get<lift::Table>(seen->at(0));
  Term& before = wasCalled(calls, contract.symbol, terms.truth(false));
  well = well & ~before;
  before = before | call.condition;
  Term &made = calls.field("made").cells[0].bits, &wellMade = calls.field("well").cells[0].bits;
  made = made + call.condition.zext(32);
  wellMade = wellMade + (call.condition & well).zext(32);

  // what the callee's own theorem assumes
  Given given{terms, {}, {}};
  for (const auto& argument : step.handed)
    if (const auto* table = std::get_if<lift::Table>(&argument))
      given.objects.push_back(*table);
    else if (const Term* integer = std::get_if<Term>(&argument))
      given.integers.push_back(*integer);
  if (contract.requires_)
    call.undefined = ~contract.requires_(given);
  if (std::get_if<lift::PointerTo>(&call.arguments.at(step.changes)))
    storeCells(step.after, pointee(call.state, call.arguments[step.changes]));
  for (const auto& [argument, after] : step.changesToo)
    if (std::get_if<lift::PointerTo>(&call.arguments.at(argument)))
      storeCells(after, pointee(call.state, call.arguments[argument]));
  return {step.returned ? step.returned : terms.constant(32, 0), terms.truth(false)};
}

} // namespace

lift::Contract opaque(const ExpectedCall& step, const Contract& contract,
                      std::shared_ptr<std::vector<lift::Object>> seen, std::optional<Notes> notes) {
  assert((!notes || notes->hidden != 0) && "the first counts the calls");
  return OpaqueCallee{step, contract, std::move(seen), std::move(notes)};
}

std::optional<CalledSteps> stepsOf(const lift::Input& input) {
  CalledSteps steps;
  for (const auto& [symbol, called] : input.contracts) {
    const auto* callee = called.target<OpaqueCallee>();
    if (!callee || callee->contract.symbol != symbol)
      return {};
    steps[symbol] = callee->step;
  }
  return steps;
}

} // namespace warplaw::proofs
