// Contracts as theorems and as calls: see contract.h.
#include "proofs/statements/contract.h"
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace {

CallStatement statementOf(Terms& terms, const Contract& contract, const std::vector<Contract>& callees,
                          const std::function<void(Given&)>& effect) {
  Given given = variablesOf(terms, contract);
  CallStatement statement;
  statement.input.objects.assign(given.objects.begin(), given.objects.end());
  statement.input.contracts = callsOf(callees);
  unsigned object = 0, integer = 0;
  for (const Parameter& parameter : contract.parameters)
    if (parameter.object)
      statement.input.arguments.emplace_back(lift::PointerTo{object++});
    else
      statement.input.arguments.emplace_back(given.integers[integer++]);
  if (contract.requires_)
    statement.assumptions = {contract.requires_(given)};
  effect(given);
  object = 0;
  std::map<std::string, Group> groups; // lanes of several objects together
  for (const Parameter& parameter : contract.parameters) {
    if (!parameter.object)
      continue;
    if (parameter.writable)
      for (Group& group : parameter.groups(object, given.objects[object])) {
        Group& all = groups.try_emplace(group.name, Group{group.name, {}}).first->second;
        all.expectations.insert(all.expectations.end(), group.expectations.begin(), group.expectations.end());
      }
    ++object;
  }
  if (!contract.returns.empty())
    groups["returned"] = {"returned", {{contract.returns, {}, given.returned}}};
  for (auto& [name, group] : groups)
    if (!group.expectations.empty())
      statement.groups.push_back(std::move(group));
  return statement;
}

} // namespace

Parameter readsStructure(const std::string& name, const std::string& prefix, const spec::Layout& layout) {
  return {name, false, [=, &layout](Terms& terms) { return variableTable(terms, name, layout, prefix, false); }};
}
Parameter changesStructure(const std::string& name, const std::string& prefix, const spec::Layout& layout) {
  return {name, true, [=, &layout](Terms& terms) { return variableTable(terms, name, layout, prefix, true); }, 0,
          [&layout](unsigned index, const lift::Table& after) { return groupsOf(index, layout, after); }};
}

Given variablesOf(Terms& terms, const Contract& contract) {
  Given given{terms, {}, {}};
  for (const Parameter& parameter : contract.parameters)
    if (parameter.object)
      given.objects.push_back(parameter.object(terms));
    else
      given.integers.push_back(terms.variable(parameter.width, parameter.name));
  return given;
}

Contract asStated(const Subject& subject, Contract contract) {
  contract.requires_ = [subject, symbol = contract.symbol, requires_ = contract.requires_](const Given& given) {
    const Term own = requires_ ? requires_(given) : given.terms.truth(true);
    const Term more = subject.assumed(symbol, given.objects);
    return more ? own & more : own;
  };
  return contract;
}

Obligation assumesNothing(Terms& terms, const Contract& contract, const std::string& prefix) {
  return implied(prefix + "/assumes-nothing", {},
                 contract.requires_ ? contract.requires_(variablesOf(terms, contract)) : terms.truth(true));
}

FunctionContract functionContract(const Contract& contract, const std::vector<Contract>& callees) {
  FunctionContract function;
  function.symbol = contract.symbol;
  function.state = [=](Terms& terms) { return statementOf(terms, contract, callees, contract.effect); };
  return function;
}

std::vector<Twin> twinsOf(const Contract& contract, const std::vector<WrongEffect>& wrong,
                          const std::vector<Contract>& callees) {
  std::vector<Twin> twins;
  for (const WrongEffect& one : wrong)
    twins.push_back({one.name, one.output, [contract, callees, effect = one.effect](Terms& terms) {
                       return statementOf(terms, contract, callees, effect);
                     }});
  return twins;
}

lift::Contract callOf(const Contract& contract) {
  return [contract](lift::ContractCall& call) -> lift::Cell {
    Terms& terms = call.terms;
    const auto undefinedUnless = [&](Term condition) { call.undefined = call.undefined | ~condition; };
    if (call.arguments.size() != contract.parameters.size()) {
      undefinedUnless(terms.truth(false));
      return {terms.constant(32, 0), terms.truth(false)};
    }
    Given given{terms, {}, {}};
    std::vector<Pointee> places;
    std::set<unsigned> apart;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (!contract.parameters[i].object) {
        given.integers.push_back(std::get<Term>(call.arguments[i]));
        continue;
      }
      undefinedUnless(terms.truth(apart.insert(std::get<lift::PointerTo>(call.arguments[i]).object).second));
      places.push_back(pointee(call.state, call.arguments[i]));
      // as it lies in memory; the caller's cells are found by their offsets
      lift::Table seen = contract.parameters[i].object(terms);
      for (lift::Field& field : seen.fields)
        for (unsigned cell = 0; cell < field.cells.size(); ++cell) {
          const lift::Cell* found = cellAt(
              places.back().table, places.back().offset + field.offset + cell * (field.cellBits / 8), field.cellBits);
          assert(found && "a caller hands over the whole object");
          field.cells[cell] = *found;
        }
      given.objects.push_back(std::move(seen));
    }
    std::vector<Term> whole; // also of what it changes: some of that may stay
    for (const lift::Table& object : given.objects)
      for (const lift::Field& field : object.fields)
        for (const lift::Cell& cell : field.cells)
          whole.push_back(~cell.poison);
    undefinedUnless(terms.all(whole));
    if (contract.requires_)
      undefinedUnless(contract.requires_(given));
    const std::vector<lift::Table> before = given.objects;
    contract.effect(given);
    for (std::size_t i = 0, object = 0; i < call.arguments.size(); ++i) {
      if (!contract.parameters[i].object)
        continue;
      if (contract.parameters[i].writable)
        for (std::size_t f = 0; f < given.objects[object].fields.size(); ++f) {
          const lift::Field& after = given.objects[object].fields[f];
          for (unsigned cell = 0; cell < after.cells.size(); ++cell) {
            const lift::Cell& old = before[object].fields[f].cells[cell];
            lift::Cell* to = cellAt(places[object].table,
                                    places[object].offset + after.offset + cell * (after.cellBits / 8), after.cellBits);
            *to = after.cells[cell].bits.same(old.bits) ? old : lift::Cell{after.cells[cell].bits, terms.truth(false)};
          }
        }
      ++object;
    }
    return {given.returned ? given.returned : terms.constant(32, 0), terms.truth(false)};
  };
}

std::map<std::string, lift::Contract> callsOf(const std::vector<Contract>& contracts) {
  std::map<std::string, lift::Contract> calls;
  for (const Contract& contract : contracts)
    calls[contract.symbol] = callOf(contract);
  return calls;
}

} // namespace warplaw::proofs
