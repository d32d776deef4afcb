#include "tools/options.h"
#include "tools/numbers.h"
#include <CLI/CLI.hpp>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace warplaw::tools {
namespace {

using Judge = std::function<std::string(const std::string& value)>;

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  if (!text.empty())
    boost::split(words, text, boost::is_any_of(" "));
  return words;
}

/// A range that every rejection names.
CLI::Validator within(const std::string& range, const std::function<bool(const std::string& value)>& isIn) {
  CLI::Validator validator(range);
  validator.operation([range, isIn](std::string& value) {
    return isIn(value) ? std::string() : fmt::format("{} is no number in range; accepted: {}", value, range);
  });
  return validator;
}

CLI::Validator wholeWithin(std::uint64_t least, std::uint64_t most) {
  return within(written(least) + ".." + written(most), [least, most](const std::string& text) {
    const auto value = wholeNumber(text);
    return value && *value >= least && *value <= most;
  });
}

/// A number that is none (NaN), or too large for its type, never gets to an option.
CLI::Validator numberWithin(double least, double most) {
  return within(written(least) + ".." + written(most), [least, most](const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && std::isfinite(value) && value >= least &&
           value <= most;
  });
}

/// access() and not open(): a FIFO that is opened and closed again has lost its writer.
std::string whyUnreadable(const std::string& path, bool isFolder) {
  if (path.empty() || path == "-")
    return {};
  const char* const accepted = isFolder ? "a folder" : "a file";
  if (access(path.c_str(), R_OK) != 0)
    return fmt::format("{} cannot be read: {}; accepted: {}", path, std::strerror(errno), accepted);
  std::error_code error;
  if (std::filesystem::is_directory(path, error) == isFolder)
    return {};
  return fmt::format("{} is {}; accepted: {}", path, isFolder ? "no folder" : "a folder", accepted);
}
std::string whyNoFile(const std::string& path) { return whyUnreadable(path, false); }
std::string whyNoFolder(const std::string& path) { return whyUnreadable(path, true); }

void accept(CLI::Option& option, const Takes& takes) {
  const std::string text(takes.text);
  switch (takes.kind) {
  case Takes::Kind::Any:
    if (!text.empty())
      option.type_name(text);
    return;
  case Takes::Kind::Whole:
    option.check(wholeWithin(takes.leastWhole, takes.mostWhole));
    return;
  case Takes::Kind::Number:
    option.check(numberWithin(takes.least, takes.most));
    return;
  case Takes::Kind::OneOf:
    option.check(CLI::IsMember(wordsOf(text)));
    return;
  case Takes::Kind::ReadableFile:
    option.type_name("FILE")->check(Judge(whyNoFile));
    return;
  case Takes::Kind::ReadableFolder:
    option.type_name("FOLDER")->check(Judge(whyNoFolder));
    return;
  case Takes::Kind::Judged:
    option.check(Judge(takes.wrongWith), text);
    return;
  }
}

template <class Value> Value& at(const Place& place) { return *static_cast<Value*>(place.at); }

CLI::Option* addText(CLI::App& app, const OptionRow& row, const std::string& about) {
  auto& text = at<std::string>(row.to);
  if (!row.takes.alone)
    return app.add_option(row.names, text, about);
  return app.add_flag(row.names, text, about)
      ->transform([otherwise = std::string(row.takes.alone)](const std::string& given) {
        return given == "true" ? otherwise : given;
      });
}

CLI::Option* addMaybeUnsigned(CLI::App& app, const OptionRow& row, const std::string& about) {
  auto& number = at<std::optional<unsigned>>(row.to);
  const auto read = row.takes.read;
  if (!read)
    return app.add_option(row.names, number, about)->type_name("NUMBER");
  const auto set = [&number, read](const std::string& value) { number = read(value); };
  return app.add_option_function<std::string>(row.names, set, about)->type_name("TEXT");
}

/// The library calls numbers by their C++ types; which numbers, the range says that stands behind the name.
CLI::Option* addRow(CLI::App& app, const OptionRow& row) {
  const std::string about(row.about);
  switch (row.to.kind) {
  case Place::Kind::Flag:
    return app.add_flag(row.names, at<bool>(row.to), about);
  case Place::Kind::Text:
    return addText(app, row, about)->type_name("TEXT");
  case Place::Kind::Texts: {
    CLI::Option* const option = app.add_option(row.names, at<std::vector<std::string>>(row.to), about);
    return option->get_positional() ? option : option->allow_extra_args(false);
  }
  case Place::Kind::Unsigned:
    return app.add_option(row.names, at<unsigned>(row.to), about)->type_name("NUMBER");
  case Place::Kind::Whole:
    return app.add_option(row.names, at<std::uint64_t>(row.to), about)->type_name("NUMBER");
  case Place::Kind::Number:
    return app.add_option(row.names, at<double>(row.to), about)->type_name("NUMBER");
  case Place::Kind::MaybeUnsigned:
    return addMaybeUnsigned(app, row, about);
  case Place::Kind::MaybeWhole:
    return app.add_option(row.names, at<std::optional<std::uint64_t>>(row.to), about)->type_name("NUMBER");
  }
  return nullptr;
}

} // namespace

void Subcommand::options(std::initializer_list<OptionRow> rows) {
  for (const OptionRow& row : rows) {
    CLI::Option* const option = addRow(app_, row);
    accept(*option, row.takes);
    option->required(row.takes.isRequired);
    if (row.takes.isShown)
      option->capture_default_str();
    relations_.push_back({option, row.takes.needed, row.takes.excluded});
  }
}

void Subcommand::footer(const std::string& text) { app_.footer(text); }

void Subcommand::relate() {
  for (const Relation& relation : relations_) {
    for (const std::string& name : wordsOf(relation.needs))
      relation.option->needs(app_.get_option(name));
    for (const std::string& name : wordsOf(relation.excludes))
      relation.option->excludes(app_.get_option(name));
  }
}

} // namespace warplaw::tools
