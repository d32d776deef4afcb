// Statements about programs on the command line: see program_proof.h.
#include "tools/program_proof.h"
#include "fuzz/program_table.h"
#include "proofs/engine/hash.h"
#include "proofs/engine/runner.h"
#include "proofs/statements/program_clauses.h"
#include "proofs/theorems/theorems.h"
#include "spec/shell_word.h"
#include "spec/utf8.h"
#include "tools/program.h"
#include "tools/program_text.h"
#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {
using proofs::Clause;

/// A place within a clause is said as a column: FILE:LINE says the line.
spec::Rejection withColumn(spec::Rejection rejection) {
  rejection.message = fmt::format("column {}: {}", rejection.position + 1, rejection.message);
  rejection.position = 0;
  return rejection;
}

/// What is rejected at that byte of the file.
BadCase inFile(const ProgramFile& file, spec::Rejection rejection) {
  const BadCase bad = file.at(std::move(rejection));
  return {bad.where, withColumn(bad.rejection)};
}

/// The clause with that name, of the file or of an option.
BadCase inClause(const ProgramFile& file, const proofs::ReadContract& read, const std::string& clause,
                 spec::Rejection rejection) {
  if (const auto place = read.positions.find(clause); place != read.positions.end()) {
    rejection.position += place->second;
    return inFile(file, std::move(rejection));
  }
  return {"--" + clause.substr(0, clause.find('-')), withColumn(std::move(rejection))};
}

/// Where the instruction stands.
std::string placeOfInstruction(const ProgramFile& file, std::size_t instruction) {
  return file.placeOf(file.program.positions.at(instruction));
}

/// The clause that an obligation is about: program/NAME/CLAUSE[/lane].
const Clause* clauseOf(const proofs::ProgramContract& contract, std::string_view obligation) {
  for (const auto* clauses : {&contract.ensured, &contract.claimed})
    for (const Clause& clause : *clauses) {
      const std::string theorem = theoremOf(contract, clause);
      if (obligation == theorem || obligation.starts_with(theorem + "/"))
        return &clause;
    }
  return nullptr; // of lanes for which something holds exactly the replay says what there is to say
}

/// The registers and predicates that a statement names, before the program and after it.
void addNamed(const spec::Statement& statement, fuzz::TableFocus& focus) {
  fuzz::NamedPlaces& named = statement.old ? focus.before : focus.about;
  const auto number = static_cast<std::size_t>(statement.value);
  if (statement.op == spec::StatementOp::Register && number < named.registers.size())
    named.registers.set(number);
  if (statement.op == spec::StatementOp::Predicate && number < named.predicates.size())
    named.predicates.set(number);
  for (const spec::Statement& part : statement.args)
    addNamed(part, focus);
}

using proofs::Verdict;

/// What the contract says, in the order of its theorems.
struct Said {
  const Clause* clause;
  std::vector<const spec::Statement*> statements; ///< as conditionalPlacesOf() takes them
  Verdict expected;
};
std::vector<Said> saidIn(const proofs::ProgramContract& contract) {
  std::vector<Said> all;
  for (const Clause& clause : contract.ensured)
    all.push_back({&clause, {&clause.statement}, Verdict::Proved});
  for (const Clause& clause : contract.claimed)
    all.push_back({&clause, {&clause.statement}, Verdict::Refuted});
  for (const proofs::ExactClause& exact : contract.exact)
    all.push_back({&exact.clause, {&exact.set, &exact.clause.statement}, Verdict::Proved});
  return all;
}

/// "column 17: what stands before ==> holds for no input"; empty: the record is about no such place.
std::string nothingSaidAt(const Said& said, const proofs::Record& record) {
  for (const proofs::ConditionalPlace& place : proofs::conditionalPlacesOf(record.theorem, said.statements))
    if (place.obligation == record.name)
      return fmt::format("column {}: {}", place.position + 1, place.never);
  return {};
}

/// "0x7, lanes 0, 1, 2"; the mask alone where they are many or none.
std::string listOf(std::uint32_t mask) {
  constexpr int kShown = 8;
  if (std::popcount(mask) > kShown || mask == 0)
    return fmt::format("{:#x}", mask);
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if (mask >> lane & 1)
      lanes.push_back(lane);
  return fmt::format("{:#x}, {} {}", mask, lanes.size() == 1 ? "lane" : "lanes", fmt::join(lanes, ", "));
}

std::string lanesOf(const proofs::ProgramContract& contract, const ProgramFile& file) {
  const auto line = std::ranges::find(file.program.directives, spec::DirectiveKind::Active, &spec::Directive::kind);
  const bool isGiven = line != file.program.directives.end();
  if (contract.active)
    return fmt::format("for {} active; a statement that names active[lane] is for any others, too",
                       isGiven ? "exactly the lanes of active: " + listOf(*contract.active) : "all 32 lanes");
  const std::string who = whoAsksWhoIsActive(contract);
  return fmt::format("for any lanes active, as {} asks which are{}", who,
                     isGiven ? fmt::format("; active: {} is set aside", printable(line->text)) : "");
}

proofs::OpenLanes openLanes(const fuzz::MayBeAny& any) {
  proofs::OpenLanes open;
  for (const fuzz::Place& place : any.places)
    if (place.kind == fuzz::Kind::Register)
      open.registers.at(place.index) |= 1u << place.lane;
    else if (place.kind == fuzz::Kind::Predicate)
      open.predicates.at(place.index) |= 1u << place.lane;
  return open;
}

/// Steps of the witness that are undefined, and whether it fails by them alone; of a clause that asks what is promised
/// that is clear.
std::string undefinedIn(const ProgramProof& proof, const Clause& clause, const proofs::ProgramWitness& witness,
                        const ProgramRun& run) {
  std::string text;
  for (const std::string& line : undefinedLines(witness.state, run))
    text += fmt::format("  {}\n", line);
  if (!text.empty() && !mentionsDefined(clause.statement) &&
      !failsWhatever(proof.contract, proof.encodings, clause, witness.state, run.outcome.warps.at(0),
                     openLanes(run.warps.at(0))))
    text += "  it fails only because of what is undefined: with other values of what is any it may hold\n";
  return text;
}

/// Names of theorems stand in records, which are lines of JSON, and in lists that are lines.
std::string nameFor(const std::string& path) {
  std::string name = spec::asUtf8(std::filesystem::path(path).stem().string());
  std::ranges::replace_if(name, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return name;
}

} // namespace

boost::system::result<ProgramProof, BadCase> readProgramProof(const std::string& path,
                                                              const std::vector<std::string>& requires_,
                                                              const std::vector<std::string>& ensures,
                                                              spec::Target target) {
  const auto file = readProgramText(path, {}, 0, target);
  if (!file)
    return file.error();
  auto read = proofs::readContract(nameFor(path), file->program);
  if (!read)
    return inFile(*file, read.error());
  for (const auto& [list, kind, texts] : {std::tuple(&read->contract.assumed, "requires", &requires_),
                                          std::tuple(&read->contract.ensured, "ensures", &ensures)})
    for (const std::string& text : *texts)
      if (const auto done = addClause(*list, kind, text, read->definitions); !done)
        return BadCase{fmt::format("--{}", kind), withColumn(done.error())};
  const std::string asked = fmt::format("{}\n{}\n{}{}", file->text, fmt::join(requires_, "\n"),
                                        fmt::join(ensures, "\n"), target ? fmt::format("\nsm_{}", *target) : "");
  ProgramProof proof{read->contract, proofs::encodingsOf(proofs::allReadings()), proofs::sha256(asked), {}};
  proof.contract.active =
      asksWhoIsActive(proof.contract) ? std::nullopt : std::optional(file->state.warps.front().warp.active);
  proof.lanes = lanesOf(proof.contract, *file);
  const auto checked = proofs::check(proof.contract, proof.encodings);
  if (checked)
    return proof;
  const proofs::BadContract& bad = checked.error();
  if (bad.instruction)
    return BadCase{placeOfInstruction(*file, *bad.instruction), bad.rejection};
  return bad.clause.empty() ? BadCase{path, bad.rejection} : inClause(*file, *read, bad.clause, bad.rejection);
}

proofs::Record inWords(const ProgramProof& proof, proofs::Record record) {
  for (const Said& said : saidIn(proof.contract))
    if (record.verdict == Verdict::Vacuous && record.theorem == theoremOf(proof.contract, *said.clause))
      if (const std::string nothing = nothingSaidAt(said, record); !nothing.empty())
        record.reason = nothing;
  return record;
}

ProgramVerdicts verdictsOf(const ProgramProof& proof, const std::vector<proofs::Record>& records,
                           const std::set<std::string>& undecided) {
  ProgramVerdicts verdicts{proof.lanes, {}};
  for (const Said& said : saidIn(proof.contract)) {
    const std::string theorem = theoremOf(proof.contract, *said.clause);
    StatementVerdict one{said.clause->name, said.clause->text, said.expected, said.expected, 0, 0, {}};
    Verdict ofLanes = Verdict::Proved;
    std::vector<std::string> nothing;
    bool isAsked = false;
    for (const proofs::Record& record : records) {
      if (record.theorem != theorem)
        continue;
      isAsked = true;
      one.verdict = one.verdict == said.expected ? record.verdict : weaker(one.verdict, record.verdict);
      one.seconds += record.seconds;
      const std::string at = nothingSaidAt(said, record);
      if (at.empty()) {
        ++one.questions;
        ofLanes = weaker(ofLanes, record.verdict);
      } else if (record.verdict == Verdict::Vacuous) {
        nothing.push_back(at);
      }
    }
    if (undecided.contains(theorem)) {
      one.verdict = weaker(one.verdict, Verdict::Unknown);
      one.remark = proofs::kInterrupted;
    } else if (!isAsked) {
      one.verdict = Verdict::Error;
      one.remark = "nothing was asked";
    }
    if (one.verdict == Verdict::Vacuous)
      one.remark = ofLanes == Verdict::Proved ? fmt::format("PROVED, vacuously: {}", fmt::join(nothing, "; "))
                                              : "the assumptions contradict each other: no input fulfils them";
    verdicts.statements.push_back(std::move(one));
  }
  return verdicts;
}

boost::system::result<std::vector<std::string>, BadCase> readTrees(const std::string& path, const std::string& name,
                                                                   spec::Target target) {
  const auto file = readProgramText(path, {}, 0, target);
  if (!file)
    return file.error();
  const std::string reg = file->program.names.inStatement(name);
  const auto place = spec::parseStatement(reg + "[lane]");
  if (!place || place->op != spec::StatementOp::Register || place->old)
    return BadCase{"", {"usage", fmt::format("{} is no register", printable(reg)), "R0..R254"}};
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
    fuzz::TableFocus focus{1u << witness.lane, {}, {}};
    addNamed(clause->statement, focus);
    std::string text = fmt::format("{}\n{}", witness.state.comment,
                                   fuzz::programTable(oracle, witness.state, 0, run->outcome, run->warps.at(0),
                                                      {fuzz::wantsColour(1), false}, focus));
    text += undefinedIn(proof, *clause, witness, *run);
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    if (const auto written = spec::writeCase(run->answered, path, true); !written)
      return text + fmt::format("  the case could not be written: {}\n{}\n", written.error().message, json);
    return text + fmt::format("  case file: {}\n  replay:    warplaw replay {}\n             it says ok: the program "
                              "does this, and the statement is wrong\n",
                              path, spec::shellPath(path));
  };
}

} // namespace warplaw::tools
