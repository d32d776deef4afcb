// Statements about programs on the command line: see program_proof.h.
#include "tools/program_proof.h"
#include "fuzz/program_table.h"
#include "proofs/engine/hash.h"
#include "proofs/theorems/theorems.h"
#include "tools/program.h"
#include "tools/program_text.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {
using proofs::Clause;
using spec::DirectiveKind;

/// A place within a clause is said as a column: FILE:LINE says the line.
spec::Rejection withColumn(spec::Rejection rejection) {
  rejection.message = fmt::format("column {}: {}", rejection.position + 1, rejection.message);
  rejection.position = 0;
  return rejection;
}

/// Reads clauses, and knows where each stood.
class ClauseReader {
public:
  boost::system::result<void, BadCase> define(const std::string& text, const std::string& place, std::size_t column) {
    const std::string name = fmt::format("define-{}", definitions_.size() + 1);
    places_[name] = {place, column};
    auto definition = spec::parseDefinition(text, definitions_);
    if (!definition)
      return at(name, definition.error());
    definitions_.push_back(std::move(*definition));
    return {};
  }
  boost::system::result<void, BadCase> add(std::vector<Clause>& clauses, std::string_view kind, const std::string& text,
                                           const std::string& place, std::size_t column) {
    auto statement = spec::parseStatement(text, definitions_);
    const std::string name = fmt::format("{}-{}", kind, clauses.size() + 1);
    places_[name] = {place, column};
    if (!statement)
      return at(name, statement.error());
    clauses.push_back({name, text, std::move(*statement)});
    return {};
  }
  BadCase at(const std::string& name, spec::Rejection rejection) const {
    const auto& [place, column] = places_.at(name);
    rejection.position += column;
    return {place, withColumn(std::move(rejection))};
  }

private:
  std::vector<spec::Definition> definitions_;
  std::map<std::string, std::pair<std::string, std::size_t>> places_;
};

/// Which list of clauses a line belongs to, and what it is called there.
std::pair<std::vector<Clause>*, std::string_view> listOf(proofs::ProgramContract& contract, DirectiveKind kind) {
  switch (kind) {
  case DirectiveKind::Requires:
    return {&contract.assumed, "requires"};
  case DirectiveKind::Ensures:
    return {&contract.ensured, "ensures"};
  case DirectiveKind::Claim:
    return {&contract.claimed, "claim"};
  default:
    return {nullptr, {}};
  }
}

boost::system::result<void, BadCase> addClauses(const ProgramFile& file, const std::vector<std::string>& requires_,
                                                const std::vector<std::string>& ensures, ClauseReader& reader,
                                                proofs::ProgramContract& contract) {
  for (const spec::Directive& line : file.program.directives) {
    const auto [list, kind] = listOf(contract, line.kind);
    if (!list && line.kind != DirectiveKind::Define)
      continue;
    const std::size_t begin = line.position == 0 ? 0 : file.text.rfind('\n', line.position - 1) + 1;
    const std::string place = file.placeOf(line.position);
    const auto done = list ? reader.add(*list, kind, line.text, place, line.position - begin)
                           : reader.define(line.text, place, line.position - begin);
    if (!done)
      return done;
  }
  for (const std::string& text : requires_)
    if (const auto done = reader.add(contract.assumed, "requires", text, "--requires", 0); !done)
      return done;
  for (const std::string& text : ensures)
    if (const auto done = reader.add(contract.ensured, "ensures", text, "--ensures", 0); !done)
      return done;
  return {};
}

/// The lanes that are active are open where a clause speaks of them.
std::optional<std::uint32_t> activeOf(const ProgramFile& file, const proofs::ProgramContract& contract) {
  for (const auto* clauses : {&contract.assumed, &contract.ensured, &contract.claimed})
    if (std::ranges::any_of(*clauses, [](const Clause& clause) { return mentionsActive(clause.statement); }))
      return {};
  return file.state.warps.front().warp.active;
}

/// Where the instruction stands.
std::string placeOfInstruction(const ProgramFile& file, std::size_t instruction) {
  return file.placeOf(file.program.positions.at(instruction));
}

/// The clause that an obligation is about: program/NAME/CLAUSE[/lane].
const Clause* clauseOf(const proofs::ProgramContract& contract, std::string_view obligation) {
  for (const auto* clauses : {&contract.ensured, &contract.claimed})
    for (const Clause& clause : *clauses) {
      const std::string theorem = fmt::format("program/{}/{}", contract.name, clause.name);
      if (obligation == theorem || obligation.starts_with(theorem + "/"))
        return &clause;
    }
  return nullptr;
}

} // namespace

boost::system::result<ProgramProof, BadCase> readProgramProof(const std::string& path,
                                                              const std::vector<std::string>& requires_,
                                                              const std::vector<std::string>& ensures) {
  const auto file = readProgramText(path, {}, 0);
  if (!file)
    return file.error();
  ProgramProof proof;
  proof.encodings = proofs::encodingsOf(proofs::allReadings());
  proof.contract.name = std::filesystem::path(path).stem();
  proof.contract.program = file->program.program;
  proof.contract.rules = file->state.rules;
  ClauseReader reader;
  if (const auto done = addClauses(*file, requires_, ensures, reader, proof.contract); !done)
    return done.error();
  proof.contract.active = activeOf(*file, proof.contract);
  const auto checked = check(proof.contract, proof.encodings);
  if (checked)
    return proof;
  const proofs::BadContract& bad = checked.error();
  if (bad.instruction)
    return BadCase{placeOfInstruction(*file, *bad.instruction), bad.rejection};
  return bad.clause.empty() ? BadCase{path, bad.rejection} : reader.at(bad.clause, bad.rejection);
}

boost::system::result<std::vector<std::string>, BadCase> readTrees(const std::string& path, const std::string& reg) {
  const auto place = spec::parseStatement(reg + "[lane]");
  if (!place || place->op != spec::StatementOp::Register || place->old)
    return BadCase{"", {"usage", fmt::format("{} is no register", printable(reg)), "R0..R254"}};
  const auto file = readProgramText(path, {}, 0);
  if (!file)
    return file.error();
  const proofs::Encodings encodings = proofs::encodingsOf(proofs::allReadings());
  proofs::ProgramContract contract;
  contract.program = file->program.program;
  contract.active = file->state.warps.front().warp.active;
  if (const auto steps = checkSteps(contract, encodings); !steps)
    return BadCase{placeOfInstruction(*file, *steps.error().instruction), steps.error().rejection};
  auto trees = treesOf(contract, encodings, static_cast<unsigned>(place->value));
  if (!trees)
    return BadCase{path, trees.error()};
  for (unsigned lane = 0; lane < trees->size(); ++lane)
    (*trees)[lane] = fmt::format("{}[{}] == {}", reg, lane, (*trees)[lane]);
  return *trees;
}

proofs::CounterexampleHook programCounterexamples(const ProgramProof& proof, const std::string& folder) {
  return [proof, folder](const proofs::Obligation& obligation, const proofs::Assignment& model,
                         const proofs::Replay& replay) {
    const Clause* const clause = clauseOf(proof.contract, obligation.name);
    if (!clause)
      return replay.report;
    const proofs::ProgramWitness witness = minimalWitness(proof.contract, proof.encodings, *clause, model);
    fuzz::Oracle oracle;
    const auto run = execProgram(oracle, witness.state, {}, {}, nullptr);
    if (!run)
      return run.error().message;
    const std::string json = toJson(run->answered);
    const std::string path =
        fmt::format("{}/{}-{}-{}.json", folder, proof.contract.name, clause->name, proofs::sha256(json).substr(0, 8));
    std::string text = fmt::format(
        "{}\n{}", witness.state.comment,
        fuzz::programTable(oracle, witness.state, 0, run->outcome, {fuzz::wantsColour(1), false}, 1u << witness.lane));
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    if (const auto written = spec::writeCase(run->answered, path, true); !written)
      return text + fmt::format("  the case could not be written: {}\n{}\n", written.error().message, json);
    return text + fmt::format("  case file: {}\n  replay:    warplaw replay {}\n", path, path);
  };
}

} // namespace warplaw::tools
