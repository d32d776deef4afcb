// Instructions of a text: see source_reader.h.
#include "spec/source_reader.h"
#include "spec/cuda_call.h"
#include "spec/spellings/spelling.h"
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr unsigned kVolta = 70;

/// Before Volta CS2R writes one register, and nobody says so in the text (SR-3).
Rewritten onTarget(std::string_view line, Target target) {
  constexpr std::string_view kPair = "CS2R";
  Rewritten rewritten;
  const std::size_t at = target && *target < kVolta ? line.find(kPair) : line.npos, end = at + kPair.size();
  const bool isPair = at != line.npos && end < line.size() && std::isspace(static_cast<unsigned char>(line[end]));
  if (isPair) {
    rewritten.keep(line, 0, at);
    rewritten.put("CS2R.32", line, at, end);
  }
  rewritten.keep(line, isPair ? end : 0, line.size());
  return rewritten;
}

/// The instruction that a call is; every other text as it is.
struct Called {
  std::string text;
  bool isCall = false;
};
Result<Called> instructionOfCall(std::string_view line) {
  if (!isCall(line))
    return Called{std::string(line), false};
  auto text = textOfCall(line);
  if (!text)
    return text.error();
  return Called{std::move(*text), true};
}

} // namespace

Target targetIn(std::string_view text) {
  for (const std::string_view prefix : {"sm_", "SM"})
    for (std::size_t at = text.find(prefix); at != text.npos; at = text.find(prefix, at + 1)) {
      unsigned number = 0;
      const char* const begin = text.data() + at + prefix.size();
      const char* const all = text.data() + text.size();
      if (const auto [end, error] = std::from_chars(begin, all, number); error == std::errc() && end != begin)
        return number;
    }
  return {};
}

/// Names that nothing declares: the classes with which the instruction is read, or else is read farthest. A place that
/// takes words and others, too, is a word's.
void SourceReader::classify(const std::string& instruction) {
  using enum PtxNames::Class;
  constexpr std::array kClasses{Word, Predicate, Pair};
  constexpr std::size_t kMost = 5; // no instruction here names more
  const std::vector<std::string> unknown = names_.unknownIn(instruction);
  if (unknown.empty() || unknown.size() > kMost)
    return;
  const auto reached = [&](PtxNames trial) { // how far the reading comes
    trial.collect(instruction);
    if (!trial.settle())
      return std::size_t{0};
    const Rewritten named = trial.inInstruction(instruction), meant = onTarget(named.text(), target_);
    const auto read = parseSeveral(meant.text());
    return read ? std::string::npos : named.placeOf(meant.placeOf(read.error().position));
  };
  std::size_t farthest = reached(names_.declarations()), tried = 1;
  PtxNames best = names_;
  for (std::size_t i = 0; i < unknown.size(); ++i)
    tried *= kClasses.size();
  for (std::size_t choice = 0; choice < tried && farthest != std::string::npos; ++choice) {
    PtxNames trial = names_.declarations(), chosen = names_;
    std::size_t rest = choice;
    for (const std::string& name : unknown) {
      trial.declareAs(name, kClasses[rest % kClasses.size()]);
      chosen.declareAs(name, kClasses[rest % kClasses.size()]);
      rest /= kClasses.size();
    }
    if (const std::size_t place = reached(trial); place > farthest) {
      farthest = place;
      best = chosen;
    }
  }
  names_ = best;
}

void SourceReader::collect(std::string_view line) {
  const auto called = instructionOfCall(line);
  const std::string text = called ? called->text : std::string(line);
  classify(text);
  names_.collect(text);
}

Result<std::vector<Instruction>> SourceReader::read(std::string_view line) const {
  const auto called = instructionOfCall(line);
  if (!called)
    return called.error();
  const Rewritten named = names_.inInstruction(called->text), meant = onTarget(named.text(), target_);
  auto read = parseSeveral(meant.text());
  if (read)
    return read;
  Rejection rejection = named.inWhole(meant.inWhole(read.error()));
  if (called->isCall) { // its place is of a text that nobody wrote
    rejection.message = fmt::format("{}: {}", called->text, rejection.message);
    rejection.position = line.find_first_not_of(" \t");
  }
  return rejection;
}

Result<SourceLine> readLine(std::string_view line, Target target, const std::vector<std::string>& state) {
  SourceReader reader(target);
  reader.collect(line);
  for (const std::string& text : state)
    reader.names().avoid(text);
  if (auto settled = reader.names().settle(); !settled)
    return settled.error();
  auto instructions = reader.read(line);
  if (!instructions)
    return instructions.error();
  return SourceLine{std::move(*instructions), reader.names()};
}

} // namespace warplaw::spec
