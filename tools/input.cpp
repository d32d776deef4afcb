#include "tools/input.h"
#include "spec/byte_order_mark.h"
#include "spec/row.h"
#include "spec/utf8.h"
#include "tools/lines.h"
#include "tools/nearest.h"
#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace warplaw::tools {

constexpr std::size_t kLongestList = 2000; ///< of names: a list that is cut hides what is looked for

std::string printable(std::string_view text, std::size_t longest) {
  std::string shown;
  for (const char c : text.substr(0, longest))
    shown += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > longest ? shown + "..." : shown;
}

int badInput(std::string_view where, const spec::Rejection& rejection) {
  std::string line = fmt::format("{}: {}: {}", where.empty() ? "warplaw" : printable(where), rejection.rule,
                                 printable(rejection.message));
  if (rejection.position)
    line += fmt::format(" at byte {}", rejection.position);
  if (!rejection.accepted.empty())
    line += fmt::format("; accepted: {}", printable(rejection.accepted, kLongestList));
  say("{}\n", line);
  return codeOf(ExitCode::BadInput);
}

int badInput(std::string_view message) { return badInput("", {"file", std::string(message), ""}); }

int badInput(spec::Rejection rejection) {
  const std::size_t end = rejection.message.find(": ");
  if (rejection.rule != "results" || end == std::string::npos)
    return badInput("", rejection);
  const std::string where = rejection.message.substr(0, end);
  rejection.message.erase(0, end + 2);
  return badInput(where, rejection);
}

int badUsage(std::string message, std::string accepted) {
  return badInput("", {"usage", std::move(message), std::move(accepted)});
}

std::string placeIn(std::string_view file, std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  return fmt::format("{}:{}", file, 1 + std::ranges::count(before, '\n'));
}

namespace {
template <class T>
boost::system::result<T, BadCase> readAs(const std::string& path, spec::Result<T> (*parse)(std::string_view)) {
  const auto text = readText(path, spec::kMaxCaseBytes);
  if (!text)
    return BadCase{path, text.error()};
  auto c = parse(*text);
  if (!c)
    return BadCase{placeIn(path, *text, c.error().position), c.error()};
  return std::move(*c);
}
} // namespace

boost::system::result<spec::Case, BadCase> readCaseFile(const std::string& path) {
  return readAs(path, spec::caseFromJson);
}
boost::system::result<spec::ProgramCase, BadCase> readProgramFile(const std::string& path) {
  return readAs(path, spec::programCaseFromJson);
}

spec::Result<spec::Mnemonic> mnemonicOf(std::string_view name) {
  std::string known;
  std::vector<std::string> names;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    const auto isMeant = [&](std::string_view known) { return sameIgnoringCase(name, known); };
    if (isMeant(spec::textOf(mnemonic)) || std::ranges::any_of(spec::rowOf(mnemonic).mnemonics, isMeant))
      return mnemonic;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", spec::textOf(mnemonic));
    names.emplace_back(spec::textOf(mnemonic));
    names.insert(names.end(), spec::rowOf(mnemonic).mnemonics.begin(), spec::rowOf(mnemonic).mnemonics.end());
  }
  return spec::Rejection{"usage", fmt::format("no instruction is called {}{}", name, nearestSaid(names, name)), known};
}

spec::Result<std::string> readBytes(const std::string& path, std::size_t limit) {
  std::ifstream file;
  if (auto open = openText(file, path); !open)
    return open.error();
  std::string text;
  char block[1 << 16];
  while (file.read(block, sizeof block) || file.gcount()) {
    text.append(block, static_cast<std::size_t>(file.gcount()));
    if (text.size() > limit)
      return tooLong("is", limit);
  }
  if (file.bad())
    return brokenOff();
  return spec::Result<std::string>(boost::system::in_place_value, std::move(text));
}

spec::Result<std::string> readText(const std::string& path, std::size_t limit) {
  auto bytes = readBytes(path, limit);
  if (!bytes)
    return bytes;
  return spec::Result<std::string>(boost::system::in_place_value, spec::withoutByteOrderMark(std::move(*bytes)));
}

std::string inOneLine(const std::string& json) { return boost::json::serialize(boost::json::parse(json)); }

} // namespace warplaw::tools
