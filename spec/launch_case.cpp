#include "spec/launch_case.h"
#include "spec/case_parts.h"
#include "spec/text.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {
using boost::json::array;
using boost::json::object;

constexpr const char* kAnyWord = "any";
constexpr std::uint32_t kMostElements = 1u << 22; ///< of an array; more do not fit in a file

// ---- out

boost::json::value valueOf(const std::optional<std::uint64_t>& element) {
  return element ? boost::json::value(printHex(*element)) : boost::json::value(kAnyWord);
}

/// {"type", "count", "all"} where all are alike, else {"type", "count", "values"}: those at the end that may be
/// anything are left out.
object objectOf(const LaunchElements& elements) {
  const auto& values = elements.values;
  object out{{"type", scalar::nameOf(elements.type)}, {"count", values.size()}};
  const auto isLikeFirst = [&](const auto& one) { return one == values.front(); };
  if (values.size() > 1 && values.front() && std::ranges::all_of(values, isLikeFirst)) {
    out["all"] = valueOf(values.front());
    return out;
  }
  const auto last = std::find_if(values.rbegin(), values.rend(), [](const auto& one) { return one.has_value(); });
  array listed;
  for (auto one = values.begin(); one != last.base(); ++one)
    listed.push_back(valueOf(*one));
  addIfAny(out, "values", std::move(listed));
  return out;
}

boost::json::value valueOf(const LaunchArgument& argument) {
  if (const auto* const number = std::get_if<std::uint64_t>(&argument.value))
    return printHex(*number).c_str();
  if (const auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&argument.value))
    return array(bytes->begin(), bytes->end());
  return objectOf(std::get<LaunchElements>(argument.value));
}

array linesOf(std::string_view text) {
  array lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines.emplace_back(readable(std::string(line)));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

object objectOf(const LaunchExpected& expected) {
  object out, memory;
  array findings;
  if (!expected.finished)
    out["finished"] = false;
  for (const LaunchFinding& one : expected.findings) {
    object finding{{"finding", one.finding}, {"line", one.line}};
    if (!one.instruction.empty())
      finding["instruction"] = readable(one.instruction);
    if (!one.what.empty())
      finding["what"] = readable(one.what);
    findings.push_back(std::move(finding));
  }
  out["findings"] = std::move(findings);
  for (const auto& [name, elements] : expected.memory)
    memory[name] = objectOf(elements);
  addIfAny(out, "memory", std::move(memory));
  return out;
}

// ---- in

class Reading {
public:
  explicit Reading(JsonReader& reader) : reader_(reader) {}

  LaunchCase all(JsonFields& fields) {
    LaunchCase c;
    readComments(reader_, fields, c.comment, c.rules);
    c.module = module(needed(fields, "module", "an array of lines"));
    c.entry = std::string(reader_.string(needed(fields, "entry", "the name of a kernel")));
    if (const auto value = fields.take("grid"))
      c.grid = sizes(*value);
    if (const auto value = fields.take("block"))
      c.block = sizes(*value);
    if (const auto value = fields.take("shared"))
      c.shared = reader_.integer(*value, ~0u);
    if (const auto value = fields.take("steps"))
      c.steps = reader_.wideWord(*value);
    if (const auto value = fields.take("arguments"))
      for (const auto& [name, argument] : reader_.members(*value))
        c.arguments.push_back({std::string(name), this->argument(argument)});
    if (const auto value = fields.take("expected"))
      c.expected = expected(*value);
    fields.finish();
    return c;
  }

private:
  JsonValue needed(JsonFields& fields, std::string_view key, std::string_view accepted) {
    const auto value = fields.take(key);
    if (!value)
      reader_.reject(fields.object(), fmt::format("no \"{}\"", key), accepted);
    return value.value_or(fields.object());
  }

  std::string module(JsonValue value) {
    std::string text;
    if (!reader_.failed())
      for (const JsonValue line : reader_.elements(value))
        text += std::string(reader_.string(line)) + "\n";
    return text;
  }

  std::array<std::uint32_t, 3> sizes(JsonValue value) {
    std::array<std::uint32_t, 3> sizes{1, 1, 1};
    const auto elements = reader_.elements(value);
    if (elements.size() != sizes.size())
      reader_.reject(value, counted(elements.size(), "size"), "[X, Y, Z]");
    for (std::size_t i = 0; i < elements.size() && !reader_.failed(); ++i) {
      sizes[i] = reader_.integer(elements[i], ~0u);
      if (sizes[i] == 0)
        reader_.reject(elements[i], "a size of 0", "1 or more");
    }
    return sizes;
  }

  std::optional<std::uint64_t> element(JsonValue value, const scalar::Type& type) {
    if (isAny(reader_, value))
      return std::nullopt;
    const std::uint64_t bits = reader_.wideWord(value);
    if (bits & ~scalar::onesOf(type.width()))
      reader_.reject(value, fmt::format("{} has {} bits", scalar::nameOf(type), type.width()), "a smaller number");
    return bits;
  }

  LaunchElements elements(JsonValue value) {
    LaunchElements out;
    JsonFields fields(reader_, value);
    const auto named = needed(fields, "type", "u32");
    const auto type = reader_.failed() ? std::nullopt : scalar::typeNamed(reader_.string(named));
    if (!type || type->width() % 8 || type->width() > 64)
      reader_.reject(named, "no type of elements", "u8 to u64, s8 to s64, b8 to b64, f16, bf16, f32, f64");
    const std::uint32_t count =
        reader_.failed() ? 0 : reader_.integer(needed(fields, "count", "how many"), kMostElements);
    if (reader_.failed())
      return out;
    out.type = *type;
    out.values.resize(count);
    const auto all = fields.take("all"), values = fields.take("values");
    if (all && values)
      reader_.reject(*values, "both \"all\" and \"values\"", "one of them");
    if (all)
      std::ranges::fill(out.values, element(*all, *type));
    if (values)
      list(*values, out);
    fields.finish();
    return out;
  }

  void list(JsonValue value, LaunchElements& out) {
    const auto listed = reader_.elements(value);
    if (listed.size() > out.values.size())
      reader_.reject(value, counted(listed.size(), "value"), fmt::format("at most {}", out.values.size()));
    for (std::size_t i = 0; i < listed.size() && !reader_.failed(); ++i)
      out.values[i] = element(listed[i], out.type);
  }

  std::variant<std::uint64_t, std::vector<std::uint8_t>, LaunchElements> argument(JsonValue value) {
    if (reader_.failed())
      return std::uint64_t{0};
    if (reader_.kind(value) == JsonKind::Object)
      return elements(value);
    if (reader_.kind(value) != JsonKind::Array)
      return reader_.wideWord(value);
    std::vector<std::uint8_t> bytes;
    for (const JsonValue byte : reader_.elements(value))
      bytes.push_back(static_cast<std::uint8_t>(reader_.integer(byte, 0xff)));
    return bytes;
  }

  LaunchFinding finding(JsonValue value) {
    LaunchFinding out;
    JsonFields fields(reader_, value);
    out.finding = std::string(reader_.string(needed(fields, "finding", "race")));
    if (const auto line = fields.take("line"))
      out.line = reader_.integer(*line, ~0u);
    if (const auto text = fields.take("instruction"))
      out.instruction = std::string(reader_.string(*text));
    if (const auto text = fields.take("what"))
      out.what = std::string(reader_.string(*text));
    fields.finish();
    return out;
  }

  LaunchExpected expected(JsonValue value) {
    LaunchExpected out;
    JsonFields fields(reader_, value);
    if (const auto finished = fields.take("finished"))
      out.finished = reader_.boolean(*finished);
    if (const auto findings = fields.take("findings"))
      for (const JsonValue one : reader_.elements(*findings))
        if (!reader_.failed())
          out.findings.push_back(finding(one));
    if (const auto memory = fields.take("memory"))
      for (const auto& [name, one] : reader_.members(*memory))
        if (!reader_.failed())
          out.memory.emplace_back(name, elements(one));
    fields.finish();
    return out;
  }

  JsonReader& reader_;
};

} // namespace

/// A name and a colon between blanks stand so nowhere inside a string, whose quotation marks have a backslash.
bool isLaunchCase(std::string_view text) {
  constexpr std::string_view kName = "\"version\"", kBlanks = " \t\r\n";
  const std::size_t at = text.find(kName);
  const std::size_t colon = at == text.npos ? at : text.find_first_not_of(kBlanks, at + kName.size());
  if (colon == text.npos || text[colon] != ':')
    return false;
  const std::size_t number = text.find_first_not_of(kBlanks, colon + 1);
  const std::string_view digits = text.substr(std::min(number, text.size()));
  return digits.substr(0, digits.find_first_not_of("0123456789")) == std::to_string(kLaunchVersion);
}

std::string toJson(const LaunchCase& c) {
  object out{{"version", kLaunchVersion}};
  writeComments(out, c.comment, c.rules);
  out["module"] = linesOf(c.module);
  out["entry"] = readable(c.entry);
  out["grid"] = array(c.grid.begin(), c.grid.end());
  out["block"] = array(c.block.begin(), c.block.end());
  if (c.shared)
    out["shared"] = c.shared;
  if (c.steps != LaunchCase{}.steps)
    out["steps"] = c.steps;
  object arguments;
  for (const LaunchArgument& one : c.arguments)
    arguments[readable(one.name)] = valueOf(one);
  addIfAny(out, "arguments", std::move(arguments));
  if (c.expected)
    out["expected"] = objectOf(*c.expected);
  return canonicalJson(out);
}

Result<LaunchCase> launchCaseFromJson(std::string_view text) {
  return readWhole(text, [](JsonReader& reader, JsonFields& fields) -> Result<LaunchCase> {
    (void)fields.take("version"); // known (isLaunchCase)
    return Reading(reader).all(fields);
  });
}

} // namespace warplaw::spec
