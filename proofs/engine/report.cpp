#include "proofs/engine/report.h"
#include "spec/counted.h"
#include <algorithm>
#include <boost/json.hpp>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace warplaw::proofs {
namespace {

std::string coloured(std::string_view text, ExitCode code, bool colour) {
  if (!colour)
    return std::string(text);
  const char* const start = code == ExitCode::AsExpected       ? "\033[32m"
                            : code == ExitCode::Counterexample ? "\033[1;31m"
                                                               : "\033[33m";
  return fmt::format("{}{}\033[0m", start, text);
}

std::string textOf(const Certificate& c) {
  if (c.status == Certificate::Status::Certified)
    return fmt::format("; certified, solved in {:.2f} s, checked in {:.2f} s", c.solving, c.checking);
  return fmt::format("; {}: {}", proofs::textOf(c.status), c.reason);
}

std::string lineOf(const Record& record, bool colour) {
  const std::string verdict = coloured(fmt::format("{:<14}", textOf(record.verdict)), record.exitCode(), colour);
  std::string line =
      fmt::format("{} {} ({}{}, {:.2f} s)", verdict, record.name, record.solver.empty() ? "no answer" : record.solver,
                  record.resumed  ? ", earlier run"
                  : record.whole  ? ", whole from the cache"
                  : record.cached ? ", cached"
                                  : "",
                  record.seconds);
  if (record.exitCode() != ExitCode::AsExpected)
    line += fmt::format(" expected {}", textOf(record.expected));
  if (!record.reason.empty())
    line += ": " + record.reason;
  if (record.certificate)
    line += textOf(*record.certificate);
  return line;
}

unsigned columnsOf(std::FILE* file) {
  winsize size{};
  return ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

std::string timeLeft(const Progress& p) {
  if (p.theoremsDone == 0 || p.seconds < 1)
    return "";
  const double left =
      p.seconds * static_cast<double>(p.theorems - p.theoremsDone) / static_cast<double>(p.theoremsDone);
  return left < 90 ? fmt::format(", about {:.0f} s left", left) : fmt::format(", about {:.0f} min left", left / 60);
}

// One bug is seen by many obligations: those whose counterexample, minimised, is the same case stand together, at the
// place of the first.
std::vector<std::vector<const Record*>> bugsOf(const std::vector<Record>& records) {
  std::vector<std::vector<const Record*>> bugs;
  std::map<std::string_view, std::size_t> known; // by what is shown of it
  for (const Record& record : records) {
    const auto [at, fresh] = known.try_emplace(record.counterexample, bugs.size());
    if (fresh || record.counterexample.empty())
      bugs.push_back({&record});
    else
      bugs[at->second].push_back(&record);
  }
  return bugs;
}

std::string listOf(const std::vector<const Record*>& bug) {
  constexpr std::size_t kShown = 4;
  std::string names;
  for (std::size_t i = 0; i < std::min(bug.size(), kShown); ++i)
    names += (i == 0 ? "" : ", ") + bug[i]->name;
  const std::size_t left = bug.size() - std::min(bug.size(), kShown);
  return fmt::format("{}: {}{}", spec::counted(bug.size(), "obligation"), names,
                     left == 0 ? "" : fmt::format(" and {} more", left));
}

} // namespace

Screen Screen::of(std::FILE* file) {
  const char* noColour = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  const bool terminal = isatty(fileno(file)) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
  return {file, terminal, terminal && (noColour == nullptr || *noColour == '\0')};
}

// A stderr that is closed or full loses what is said, and no verdict.
void LiveReport::put(const std::string& text) const { std::fputs(text.c_str(), screen_.file); }

void LiveReport::clear() {
  if (std::exchange(dirty_, false))
    put("\r\033[K");
}

void LiveReport::record(const Record& record) {
  if (screen_.terminal && record.exitCode() == ExitCode::AsExpected)
    return;
  clear();
  put(lineOf(record, screen_.colour) + "\n");
}

void LiveReport::note(const std::string& line) {
  clear();
  put("warplaw: " + line + "\n");
}

void LiveReport::progress(const Progress& p) {
  if (!screen_.terminal || secondsSince(lastShown_) < 0.1)
    return;
  lastShown_ = Clock::now();
  clear();
  std::string line = fmt::format("[{}/{} theorems, {}{}] {}", p.theoremsDone, p.theorems,
                                 spec::counted(p.done, "obligation"), timeLeft(p), p.running);
  line.resize(std::min<std::size_t>(line.size(), columnsOf(screen_.file) - 1));
  put(line);
  std::fflush(screen_.file);
  dirty_ = true;
}

void LiveReport::end() {
  clear();
  std::fflush(screen_.file);
}

void Summary::add(const Record& record) {
  auto row =
      std::find_if(rows_.begin(), rows_.end(), [&](const auto& r) { return r.instruction == record.instruction; });
  if (row == rows_.end())
    row = rows_.insert(rows_.end(), InstructionSummary{record.instruction, {}, 0, 0, 0, 0, 0, 0, 0, {}});
  const ExitCode code = record.exitCode();
  exitCode_ = combine(exitCode_, code);
  const bool asExpected = code == ExitCode::AsExpected;
  ++row->obligations;
  row->seconds += record.seconds;
  row->cached += record.cached || record.resumed;
  whole_ += record.whole;
  if (!record.form.empty())
    row->forms.insert(record.form);
  if (!asExpected)
    ++row->other;
  else if (record.verdict == Verdict::Proved)
    ++row->proved;
  else if (record.verdict == Verdict::Refuted)
    ++row->refutedAsExpected;
  else
    ++row->checked;
  if (!asExpected)
    notAsExpected_.push_back(record);
  if (record.path.empty() || (asExpected && record.verdict == Verdict::Refuted))
    return;
  const auto [path, fresh] = row->paths.try_emplace(record.path, record.verdict);
  if (!fresh)
    path->second = weaker(path->second, record.verdict);
}

std::string Summary::conclusion(const Shortfall& shortfall) const {
  std::string text;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(notAsExpected_.size(), "not as expected");
  add(shortfall.missing, "missing");
  add(shortfall.uncertified, "not certified");
  add(shortfall.undecided, "not decided");
  return !text.empty() ? text : rows_.empty() ? "nothing was asked" : "everything as expected";
}

std::string Summary::text(bool colour, double seconds, const Shortfall& shortfall) const {
  std::string out;
  for (const std::vector<const Record*>& bug : bugsOf(notAsExpected_)) {
    out += lineOf(*bug[0], colour) + "\n";
    if (!bug[0]->counterexample.empty())
      out += bug[0]->counterexample + "\n";
    if (bug.size() > 1)
      out += "  the same case refutes " + listOf(bug) + "\n";
  }
  constexpr std::string_view kRow = "{:<12} {:>6} {:>12} {:>8} {:>8} {:>20} {:>14} {:>9}\n";
  out += fmt::format(kRow, "instruction", "forms", "obligations", "proved", "checked", "refuted as expected",
                     "anything else", "seconds");
  InstructionSummary all{};
  for (const InstructionSummary& r : rows_) {
    out += fmt::format(kRow, r.instruction, r.forms.size(), r.obligations, r.proved, r.checked, r.refutedAsExpected,
                       r.other, fmt::format("{:.1f}", r.seconds));
    all.obligations += r.obligations;
    all.cached += r.cached;
  }
  for (const InstructionSummary& r : rows_)
    for (const auto& [path, verdict] : r.paths)
      out += fmt::format("{} on path {}: {} is the weakest verdict\n", r.instruction, path, textOf(verdict));
  const bool isShort = shortfall.missing != 0 || shortfall.uncertified != 0 || shortfall.undecided != 0;
  const ExitCode code = isShort ? combine(exitCode_, ExitCode::Inconclusive) : exitCode_;
  out += fmt::format(
      "{}: {}, {} of them from the cache or an earlier run{}, {:.1f} s\n",
      coloured(conclusion(shortfall), code, colour), spec::counted(all.obligations, "obligation"), all.cached,
      whole_ == 0 ? "" : fmt::format(" ({} whole, as the very same program found them)", whole_), seconds);
  return out;
}

std::string Summary::json(double seconds) const {
  namespace json = boost::json;
  json::array rows, others;
  for (const InstructionSummary& r : rows_) {
    json::object paths;
    for (const auto& [path, verdict] : r.paths)
      paths[path] = textOf(verdict);
    rows.push_back(json::object{{"instruction", r.instruction},
                                {"forms", r.forms.size()},
                                {"obligations", r.obligations},
                                {"proved", r.proved},
                                {"checked", r.checked},
                                {"refutedAsExpected", r.refutedAsExpected},
                                {"other", r.other},
                                {"cached", r.cached},
                                {"seconds", r.seconds},
                                {"paths", paths}});
  }
  for (const Record& record : notAsExpected_)
    others.push_back(json::parse(toJson(record)));
  return json::serialize(json::object{{"exit", static_cast<int>(exitCode_)},
                                      {"seconds", seconds},
                                      {"whole", whole_},
                                      {"instructions", rows},
                                      {"notAsExpected", others}});
}

std::string fileOf(const std::string& folder, std::string obligation, std::string_view extension) {
  std::ranges::replace(obligation, '/', '.');
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  return fmt::format("{}/{}{}", folder, obligation, extension);
}

} // namespace warplaw::proofs
