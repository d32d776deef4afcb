// Instructions of a text: see source_reader.h.
#include "spec/source_reader.h"
#include "spec/cuda_call.h"
#include "spec/spellings/spelling.h"
#include "spec/text.h"
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr unsigned kVolta = 70;

/// Before Volta, CS2R writes one register, which its text does not say (SR-3).
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

constexpr std::string_view kBlanks = " \t\r", kBetween = " \t\r,;", kTarget = "sm_";

/// `EF_CUDA_64BIT_ADDRESS EF_CUDA_SM50`: the first.
Target targetInFlags(std::string_view text) {
  constexpr std::string_view kFlag = "EF_CUDA_SM";
  for (std::size_t at = text.find(kFlag); at != text.npos; at = text.find(kFlag, at + 1)) {
    const std::string_view behind = text.substr(at + kFlag.size());
    if (const auto number = plainNumber(behind.substr(0, behind.find_first_not_of("0123456789"))))
      return *number;
  }
  return {};
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

Target targetNamed(std::string_view name) {
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  std::string_view number = small;
  if (!number.starts_with(kTarget))
    return {};
  number.remove_prefix(kTarget.size());
  if (number.ends_with('a') || number.ends_with('f')) // of that GPU alone, or of its family
    number.remove_suffix(1);
  const auto generation = plainNumber(number);
  return generation && *generation >= 10 && *generation < 1000 ? Target(*generation) : std::nullopt;
}

Result<Target> targetOfLine(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
  const std::string_view text = line.substr(begin);
  if (text.starts_with(".headerflags"))
    return targetInFlags(text);
  for (const std::string_view said : {".target", "code for", "arch ="}) {
    if (!text.starts_with(said))
      continue;
    std::size_t first = line.size();
    for (std::size_t at = begin + said.size(), end = at; at < line.size(); at = end) {
      at = std::min(line.find_first_not_of(kBetween, at), line.size());
      end = std::min(line.find_first_of(kBetween, at), line.size());
      first = std::min(first, at);
      if (const Target target = targetNamed(line.substr(at, end - at)))
        return target;
      if (line.substr(at).starts_with(kTarget))
        first = at;
    }
    const std::string_view word = line.substr(first, line.find_first_of(kBetween, first) - first);
    return Rejection{"program", fmt::format("{} is no target", quoted(word)), "sm_50, sm_90a", first};
  }
  return Target();
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
