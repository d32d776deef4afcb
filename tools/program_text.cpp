// Programs as text: see program_text.h.
#include "tools/program_text.h"
#include "fuzz/readers.h"
#include "spec/listing.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {
using spec::DirectiveKind;

/// The state that the head gives, line after line: the line that is rejected is the first that makes it wrong.
boost::system::result<void, BadCase> applyHead(const ProgramFile& file, spec::Case& c) {
  StateText state;
  for (const spec::Directive& line : file.program.directives) {
    if (line.kind == DirectiveKind::Registers)
      state.registers.push_back(line.text);
    else if (line.kind == DirectiveKind::Predicates)
      state.predicates.push_back(line.text);
    else if (line.kind == DirectiveKind::Active && state.active.empty())
      state.active = line.text;
    else if (line.kind == DirectiveKind::Active)
      return BadCase{file.placeOf(line.position), {"program", "active: is given twice", "once"}};
    else
      continue;
    spec::Case tried = c;
    if (const auto done = apply(state, tried); !done)
      return BadCase{file.placeOf(line.position), done.error()};
  }
  if (const auto done = apply(state, c); !done)
    return BadCase{file.path, done.error()};
  return {};
}

/// Whoever touches memory must be given some.
spec::Result<void> checkMemory(const spec::ProgramText& program, std::optional<std::uint32_t> shared) {
  fuzz::ShippedReaders readers;
  for (const spec::Instruction& instruction : program.program)
    if (!shared && readers.hasMemory(instruction.mnemonic()))
      return noMemory(instruction.mnemonic());
  return {};
}

} // namespace

BadCase ProgramFile::at(spec::Rejection rejection) const {
  const std::size_t position = rejection.position;
  rejection.position -= position == 0 ? 0 : text.rfind('\n', position - 1) + 1; // npos + 1 is 0
  return {placeOf(position), std::move(rejection)};
}

std::vector<BadCase> othersIn(const std::string& path, spec::Target target) {
  std::vector<BadCase> others;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) // a pipe is read once
    return others;
  const auto text = readText(path, spec::kMaxCaseBytes);
  if (!text || !spec::isListing(*text))
    return others;
  for (spec::Rejection rejection : spec::programFromListing(*text, target).others) {
    const std::string where = placeIn(path, *text, std::exchange(rejection.position, 0));
    others.push_back({where, std::move(rejection)});
  }
  return others;
}

std::vector<std::string> naming(const StateText& state) {
  std::vector<std::string> texts = state.registers;
  texts.insert(texts.end(), state.predicates.begin(), state.predicates.end());
  return texts;
}

StateText withoutNames(StateText state, const spec::PtxNames& names) {
  for (std::vector<std::string>* const texts : {&state.registers, &state.predicates})
    for (std::string& text : *texts)
      text = names.inStatement(text);
  return state;
}

std::string namesLine(const spec::PtxNames& names) {
  std::string line;
  for (const spec::PtxNames::Shown& name : names.shown())
    line += fmt::format("{}{} is {}", line.empty() ? "" : ", ", name.name, name.registers);
  return line.empty() ? line : line + "\n";
}

boost::system::result<ProgramFile, BadCase> readProgramText(const std::string& path, const StateText& more,
                                                            std::optional<std::uint32_t> shared, spec::Target target) {
  auto text = readText(path, spec::kMaxCaseBytes);
  if (!text)
    return BadCase{path, text.error()};
  ProgramFile file{path, std::move(*text), {}, {}};
  auto program = spec::programFromText(file.text, target, naming(more));
  if (!program)
    return file.at(program.error());
  file.program = std::move(*program);
  spec::Case c;
  c.instruction = file.program.program.front();
  c.choices = spec::defaultChoices(c.instruction.form);
  c.memory.resize(shared.value_or(0));
  auto rules = spec::rulesOf(file.program);
  if (!rules) {
    const std::string where = file.placeOf(rules.error().position);
    return BadCase{where, spec::Rejection{rules.error().rule, rules.error().message, rules.error().accepted}};
  }
  c.rules = std::move(*rules);
  if (const auto done = applyHead(file, c); !done)
    return done.error();
  if (const auto done = apply(withoutNames(more, file.program.names), c); !done)
    return BadCase{"", done.error()};
  if (const auto done = checkMemory(file.program, shared); !done)
    return BadCase{"", done.error()};
  file.state = spec::asProgram(c);
  std::vector<spec::ProgramStep>& steps = file.state.warps.front().program;
  steps.clear();
  for (const spec::Instruction& instruction : file.program.program)
    steps.push_back({instruction, spec::defaultChoices(instruction.form)});
  file.state.schedule = spec::defaultSchedule(file.state.warps);
  return file;
}

} // namespace warplaw::tools
