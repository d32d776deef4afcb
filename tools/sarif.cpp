#include "tools/sarif.h"
#include "tools/run_result.h"
#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <regex>
#include <set>
#include <tuple>

namespace warplaw::tools {
namespace json = boost::json;
namespace fs = std::filesystem;
namespace {

/// The first line that ends with a place, or has one before other words.
bool takePlace(const std::string& text, Finding& finding) {
  static const std::regex kPlace(R"(([^\n]*?), ([^,\n:]+):([0-9]{1,9})(?![0-9]|:[0-9]))");
  std::smatch found;
  if (!std::regex_search(text, found, kPlace))
    return false;
  finding.message = found[1];
  finding.file = found[2];
  finding.line = static_cast<unsigned>(std::stoul(found[3]));
  return finding.line > 0;
}

/// Relative to where the run was started, as code scanning wants it, if it lies below; else absolute.
std::string uriOf(const std::string& file) {
  std::error_code none;
  const fs::path here = fs::current_path(none), path = (here / file).lexically_normal();
  const fs::path below = path.lexically_relative(here);
  const bool isBelow = !below.empty() && *below.begin() != "..";
  std::string uri = isBelow ? "" : "file://";
  for (const char c : (isBelow ? below : path).string())
    if (std::isalnum(static_cast<unsigned char>(c)) || std::string_view("/-._~+@").find(c) != std::string_view::npos)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

std::string idOf(proofs::Verdict verdict) { return std::string(proofs::textOf(verdict)); }

json::object resultOf(const Finding& finding, const std::set<std::string>& forms) {
  json::object region{{"startLine", finding.line}};
  json::object place{{"physicalLocation", json::object{{"artifactLocation", json::object{{"uri", uriOf(finding.file)}}},
                                                       {"region", std::move(region)}}}};
  const std::string text = fmt::format("{} ({} of {})", finding.message, idOf(finding.verdict), fmt::join(forms, ", "));
  json::object result{{"ruleId", finding.ruleId()},
                      {"level", finding.isNote                                ? "note"
                                : finding.verdict == proofs::Verdict::Refuted ? "error"
                                                                              : "warning"},
                      {"message", json::object{{"text", text}}},
                      {"locations", json::array{std::move(place)}}};
  for (const auto& [name, value] : finding.properties)
    (result.contains("properties") ? result["properties"].as_object() : result["properties"].emplace_object())[name] =
        value;
  return result;
}

json::object ruleOf(const Finding& finding) {
  json::object rule{{"id", finding.ruleId()}};
  if (!finding.about.empty())
    rule["shortDescription"] = json::object{{"text", finding.about}};
  return rule;
}

} // namespace

Finding findingOf(const proofs::Record& record) {
  Finding finding{record.verdict, record.form, record.reason.substr(0, record.reason.find('\n')), "", 0};
  if (!takePlace(record.reason, finding))
    takePlace(record.counterexample, finding);
  return finding;
}

std::string sarifOf(const std::vector<Finding>& findings, const proofs::Provenance& made) {
  using Place = std::tuple<std::string, unsigned, std::string, proofs::Verdict, std::string>;
  std::map<Place, std::pair<const Finding*, std::set<std::string>>> formsAt;
  for (const Finding& finding : findings)
    if (!finding.file.empty()) {
      auto& [first, forms] = formsAt[{finding.file, finding.line, finding.message, finding.verdict, finding.rule}];
      first = &finding;
      forms.insert(finding.form);
    }
  json::array results, rules;
  std::set<std::string> ids;
  for (const auto& [at, found] : formsAt) {
    const auto& [finding, forms] = found;
    results.push_back(resultOf(*finding, forms));
    if (ids.insert(finding->ruleId()).second)
      rules.push_back(ruleOf(*finding));
  }
  json::object driver{{"name", "warplaw"}, {"version", made.warplaw}, {"rules", std::move(rules)}};
  json::object run{{"tool", json::object{{"driver", std::move(driver)}}},
                   {"results", std::move(results)},
                   {"properties", json::object{{"run", objectOf(made)}}}};
  return json::serialize(json::object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                                      {"version", "2.1.0"},
                                      {"runs", json::array{std::move(run)}}}) +
         "\n";
}

} // namespace warplaw::tools
