// Programs are read line by line; instructions by their own parser.
#include "spec/program_text.h"
#include "spec/listing.h"
#include "spec/program_case.h"
#include "spec/rules.h"
#include "spec/text.h"
#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <utility>

namespace warplaw::spec {
namespace {

constexpr std::pair<std::string_view, DirectiveKind> kKeywords[] = {
    {"rules", DirectiveKind::Rules},       {"names", DirectiveKind::Names},          {"reg", DirectiveKind::Registers},
    {"pred", DirectiveKind::Predicates},   {"active", DirectiveKind::Active},        {"define", DirectiveKind::Define},
    {"requires", DirectiveKind::Requires}, {"ensures", DirectiveKind::Ensures},      {"claim", DirectiveKind::Claim},
    {"exactly", DirectiveKind::Exactly},   {"activemask", DirectiveKind::ActiveMask}};
constexpr std::string_view kKnown =
    "rules:, names:, reg:, pred:, active:, activemask:, define:, requires:, ensures:, claim: or exactly:";

/// What changes where a warp goes on, or which of its lanes do.
constexpr std::string_view kControlFlow[] = {"BRA",      "BRX",  "JMP",  "JMX",   "SSY",  "SYNC",    "PBK",  "BRK",
                                             "PCNT",     "CONT", "CAL",  "JCAL",  "RET",  "PRET",    "EXIT", "LONGJMP",
                                             "PLONGJMP", "KIL",  "BSSY", "BSYNC", "CALL", "WARPSYNC"};

constexpr std::string_view kBlanks = " \t\r";

/// Without a comment and the blanks around what is left; `position` moves along.
std::string_view trimmed(std::string_view line, std::size_t& position) {
  line = line.substr(0, std::min(line.find("//"), line.find('#')));
  const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
  position += begin;
  line.remove_prefix(begin);
  return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

/// The word that stands before a colon; none where the line is no directive.
std::optional<std::string_view> keywordOf(std::string_view line) {
  const std::size_t end = std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."),
                                   line.size());
  return end > 0 && line.substr(end).starts_with(':') ? std::optional(line.substr(0, end)) : std::nullopt;
}

/// What a line says that is nothing but a comment behind //.
std::optional<std::string_view> commentOf(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  if (!line.starts_with("//"))
    return {};
  line.remove_prefix(2);
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

Result<Directive> directive(std::string_view line, std::string_view keyword, std::size_t position) {
  const auto* found = std::ranges::find(kKeywords, keyword, &std::pair<std::string_view, DirectiveKind>::first);
  if (found == std::end(kKeywords))
    return Rejection{"program", fmt::format("{} is no keyword, and there are no labels", quoted(keyword)),
                     std::string(kKnown), position};
  Directive read{found->second, {}, position + keyword.size() + 1};
  read.text = trimmed(line.substr(keyword.size() + 1), read.position);
  if (read.text.empty())
    return Rejection{"program", fmt::format("nothing stands behind {}:", keyword), "", position};
  return read;
}

/// The mnemonic's place, if it is one of a branch.
std::optional<std::size_t> branchIn(std::string_view line) {
  Cursor cursor(line);
  if (cursor.accept('@')) {
    cursor.accept('!');
    cursor.word();
  }
  const Word mnemonic = cursor.word();
  return std::ranges::find(kControlFlow, mnemonic.text) == std::end(kControlFlow) ? std::nullopt
                                                                                  : std::optional(mnemonic.position);
}

Result<std::vector<Instruction>> instructionsOf(const SourceReader& reader, std::string_view line,
                                                std::size_t position) {
  if (const auto branch = branchIn(line))
    return Rejection{"program", "a branch: programs here are straight lines", "an instruction that goes on to the next",
                     position + *branch};
  auto instructions = reader.read(line);
  if (instructions)
    return instructions;
  Rejection rejection = instructions.error();
  rejection.position += position;
  return rejection;
}

struct Line {
  std::string_view whole;
  std::string_view text; ///< without its comment and the blanks around it
  std::size_t position;  ///< of what is left
};
std::vector<Line> linesOf(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    Line& line = lines.emplace_back(text.substr(begin, end - begin), std::string_view(), begin);
    line.text = trimmed(line.whole, line.position);
    begin = end + 1;
  }
  return lines;
}

bool isDeclaration(std::string_view line) { return line.starts_with(".reg ") || line.starts_with(".reg\t"); }
bool isTarget(std::string_view line) { return line.starts_with(".target"); }

/// All names of the program, and what it is of, before a line is read.
Result<void> getReady(SourceReader& reader, std::string_view text, const std::vector<Line>& lines, Target target,
                      const std::vector<std::string>& state) {
  for (const Line& line : lines)
    if (isTarget(line.text)) {
      const auto named = targetOfLine(line.text);
      if (!named || (reader.target() && reader.target() != *named)) {
        Rejection rejection = named ? Rejection{"program", "another target", "one target in a program"} : named.error();
        rejection.position += line.position;
        return rejection;
      }
      reader.setTarget(*named);
    } else if (isDeclaration(line.text))
      reader.names().declare(line.text);
  if (target)
    reader.setTarget(target);
  for (const Line& line : lines) {
    if (isDeclaration(line.text) || isTarget(line.text))
      continue;
    const auto keyword = keywordOf(line.text);
    if (keyword == "names") {
      if (auto bound = reader.names().bind(line.text.substr(keyword->size() + 1)); !bound) {
        Rejection rejection = bound.error();
        rejection.position += line.position + keyword->size() + 1;
        return rejection;
      }
    } else if (keyword) {
      reader.names().avoid(line.text);
    } else {
      reader.collect(line.text);
    }
  }
  for (const std::string& one : state)
    reader.names().avoid(one);
  return reader.names().settle(text);
}

Result<ProgramText> fromListing(std::string_view text, Target target) {
  ListedProgram listed = programFromListing(text, target);
  if (!listed.others.empty())
    return listed.others.front();
  if (listed.program.empty() || listed.program.size() > kMaxSteps)
    return Rejection{"program", fmt::format("{} instructions", listed.program.size()),
                     fmt::format("1..{} instructions", kMaxSteps), text.size()};
  return ProgramText{{}, std::move(listed.program), std::move(listed.positions), {}, std::move(listed.names)};
}

} // namespace

Result<ProgramText> programFromText(std::string_view text, Target target, const std::vector<std::string>& state) {
  if (isListing(text))
    return fromListing(text, target);
  ProgramText program;
  SourceReader reader;
  const std::vector<Line> lines = linesOf(text);
  if (auto ready = getReady(reader, text, lines, target, state); !ready)
    return ready.error();
  std::string comment; // above the next line
  bool isHead = true;
  for (const auto& [whole, line, position] : lines) {
    if (const auto said = commentOf(whole)) {
      if (isHead)
        program.head.emplace_back(*said);
      comment += (comment.empty() ? "" : " ") + std::string(*said);
      continue;
    }
    const std::string above = std::exchange(comment, {});
    isHead = false;
    if (line.empty())
      continue;
    if (const auto keyword = keywordOf(line)) {
      auto read = directive(line, *keyword, position);
      if (!read)
        return read.error();
      read->comment = above;
      if (read->kind != DirectiveKind::Rules && read->kind != DirectiveKind::Names)
        read->text = reader.names().inStatement(read->text);
      program.directives.push_back(std::move(*read));
      continue;
    }
    if (isDeclaration(line) || isTarget(line))
      continue;
    auto instructions = instructionsOf(reader, line, position);
    if (!instructions)
      return instructions.error();
    if (program.program.size() + instructions->size() > kMaxSteps)
      return Rejection{"program", "the program is too long", fmt::format("at most {} instructions", kMaxSteps),
                       position};
    for (Instruction& instruction : *instructions) {
      program.program.push_back(std::move(instruction));
      program.positions.push_back(position);
    }
  }
  if (program.program.empty())
    return Rejection{"program", "there is no instruction", "a line an instruction", text.size()};
  program.names = reader.names();
  return program;
}

Result<std::vector<std::string>> rulesOf(const ProgramText& program) {
  std::vector<std::string> rules;
  for (const Directive& line : program.directives) {
    std::istringstream words(line.kind == DirectiveKind::Rules ? line.text : "");
    for (std::string name; words >> name;) {
      if (!findRule(name))
        return Rejection{"program", fmt::format("no rule is called {}", printable(name, 200)),
                         "names as `warplaw rules` has them", line.position};
      rules.push_back(name);
    }
  }
  return rules;
}

} // namespace warplaw::spec
