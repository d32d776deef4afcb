// Lines of a program's text, one after the other: see program_clauses.h.
#include "proofs/statements/program_clauses.h"
#include "spec/text.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {
using spec::DirectiveKind;
using spec::Rejection;
using spec::Result;

std::string nameOf(std::string_view kind, std::size_t before) { return fmt::format("{}-{}", kind, before + 1); }

/// Registers, with blanks between.
Result<Clause*> addRegisters(std::vector<unsigned>& registers, const std::string& text) {
  for (spec::Cursor cursor(text); !cursor.atEnd();) {
    const auto read = readRegister(cursor, "register");
    if (cursor.failed())
      return cursor.rejection();
    if (read.value.isZero())
      return Rejection{"program", "RZ is 0 in every lane", "R0..R254", read.position};
    registers.push_back(read.value.index);
  }
  return static_cast<Clause*>(nullptr);
}

/// The clause that a line becomes; null where it becomes none.
Result<Clause*> addLine(ReadContract& read, const spec::Directive& line) {
  ProgramContract& contract = read.contract;
  const auto clause = [&](std::vector<Clause>& list, std::string_view kind) -> Result<Clause*> {
    if (const auto done = addClause(list, kind, line.text, read.definitions); !done)
      return done.error();
    return &list.back();
  };
  switch (line.kind) {
  case DirectiveKind::Define: {
    auto definition = spec::parseDefinition(line.text, read.definitions);
    if (!definition)
      return definition.error();
    read.definitions.push_back(std::move(*definition));
    break;
  }
  case DirectiveKind::Requires:
    return clause(contract.assumed, "requires");
  case DirectiveKind::Ensures:
    return clause(contract.ensured, "ensures");
  case DirectiveKind::Claim:
    return clause(contract.claimed, "claim");
  case DirectiveKind::Exactly: {
    auto exactly = spec::parseExactly(line.text, read.definitions);
    if (!exactly)
      return exactly.error();
    contract.exact.push_back({{nameOf("exactly", contract.exact.size()), line.text, std::move(exactly->statement)},
                              std::move(exactly->set)});
    return &contract.exact.back().clause;
  }
  case DirectiveKind::ActiveMask:
    return addRegisters(contract.activeMasks, line.text);
  case DirectiveKind::Rules:
  case DirectiveKind::Names:
  case DirectiveKind::Registers:
  case DirectiveKind::Predicates:
  case DirectiveKind::Active:
    break;
  }
  return static_cast<Clause*>(nullptr);
}

} // namespace

Result<void> addClause(std::vector<Clause>& clauses, std::string_view kind, const std::string& text,
                       const std::vector<spec::Definition>& definitions) {
  auto statement = spec::parseStatement(text, definitions);
  if (!statement)
    return statement.error();
  clauses.push_back({nameOf(kind, clauses.size()), text, std::move(*statement)});
  return {};
}

std::string whoAsksWhoIsActive(const ProgramContract& contract) {
  for (const auto* clauses : {&contract.assumed, &contract.ensured, &contract.claimed})
    for (const Clause& clause : *clauses)
      if (mentionsActive(clause.statement) || mentionsExited(clause.statement))
        return clause.name;
  return contract.exact.empty() ? "" : contract.exact.front().clause.name;
}

bool asksWhoIsActive(const ProgramContract& contract) { return !whoAsksWhoIsActive(contract).empty(); }

Result<ReadContract> readContract(std::string name, const spec::ProgramText& text) {
  ReadContract read;
  read.contract.name = std::move(name);
  read.contract.program = text.program;
  auto rules = spec::rulesOf(text);
  if (!rules)
    return rules.error();
  read.contract.rules = std::move(*rules);
  for (const spec::Directive& line : text.directives) {
    const auto clause = addLine(read, line);
    if (!clause) {
      Rejection rejection = clause.error();
      rejection.position += line.position;
      return rejection;
    }
    if (*clause) {
      (*clause)->comment = line.comment;
      read.positions[(*clause)->name] = line.position;
    }
  }
  if (asksWhoIsActive(read.contract))
    read.contract.active.reset();
  return read;
}

} // namespace warplaw::proofs
