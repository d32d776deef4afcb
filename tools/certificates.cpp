#include "tools/certificates.h"
#include <algorithm>
#include <boost/json.hpp>
#include <fmt/format.h>
#include <map>

namespace warplaw::tools {
using namespace proofs;
using Status = Certificate::Status;
namespace json = boost::json;
namespace {

constexpr std::string_view kBy = ", certificates by cadical ";
/// What no certificate speaks of, and what stands for it.
constexpr std::string_view kAfterFolding = "folding is not certified: certificates are of questions as it left them; "
                                           "its rules are proved by the "
                                           "tests, at widths of words on chosen constants (docs/trust.md)";

struct Row {
  std::string instruction;
  std::size_t queries = 0, certified = 0, uncertifiable = 0, notNeeded = 0;
  double solving = 0, checking = 0; ///< of what is certified
  void add(const Certificate& c) {
    queries += c.status != Status::NotNeeded;
    notNeeded += c.status == Status::NotNeeded;
    certified += c.status == Status::Certified;
    uncertifiable += c.status == Status::Uncertifiable;
    if (c.status != Status::Certified)
      return;
    solving += c.solving;
    checking += c.checking;
  }
  std::size_t missing() const { return queries - certified - uncertifiable; }
  std::string ratio() const { return solving > 0 ? fmt::format("{:.2f}", checking / solving) : "-"; }
};

/// In the order in which they are first seen; the last one is of all.
std::vector<Row> rowsOf(const Records& records) {
  std::vector<Row> rows;
  Row all{"all"};
  for (const Record& record : records)
    if (record.certificate) {
      if (rows.empty() || rows.back().instruction != record.instruction)
        rows.push_back({record.instruction});
      rows.back().add(*record.certificate);
      all.add(*record.certificate);
    }
  rows.push_back(all);
  return rows;
}

/// Beside what is certified: how many for each reason.
std::map<std::string, std::size_t> reasonsOf(const Records& records) {
  std::map<std::string, std::size_t> reasons;
  for (const Record& record : records)
    if (record.certificate && record.certificate->status != Status::Certified)
      ++reasons[record.certificate->reason];
  return reasons;
}

} // namespace

std::string certificatesBy(std::string_view cadicalVersion) { return fmt::format("{}{}", kBy, cadicalVersion); }

bool makesCertificates(const Provenance& made) { return made.options.find(kBy) != std::string::npos; }

std::string whyUncertified(const Provenance& made, const Record& record) {
  if (!makesCertificates(made))
    return "";
  if (!record.certificate)
    return record.verdict == Verdict::Proved ? "no certificate was made" : "";
  return record.certificate->fallsShort() ? record.certificate->reason : "";
}

std::vector<std::string> certificateGaps(const Provenance& made, const Records& records) {
  std::vector<std::string> gaps;
  if (!makesCertificates(made))
    return gaps;
  for (const Record& record : records)
    if (const std::string why = whyUncertified(made, record); !why.empty())
      gaps.push_back(fmt::format("NOT CERTIFIED {}: {}", record.name, why));
  return gaps;
}

std::string certificateTable(const Records& records) {
  if (std::ranges::none_of(records, [](const Record& record) { return record.certificate.has_value(); }))
    return {};
  constexpr std::string_view kRow = "{:<16} {:>8} {:>10} {:>14} {:>14} {:>11} {:>14} {:>12} {:>6}\n";
  std::string out = fmt::format(kRow, "certificates of", "queries", "certified", "not certified", "uncertifiable",
                                "not needed", "solving, s", "checking, s", "ratio");
  for (const Row& row : rowsOf(records))
    out +=
        fmt::format(kRow, row.instruction, row.queries, row.certified, row.missing(), row.uncertifiable, row.notNeeded,
                    fmt::format("{:.2f}", row.solving), fmt::format("{:.2f}", row.checking), row.ratio());
  for (const auto& [reason, count] : reasonsOf(records))
    out += fmt::format("  {} {}\n", count, reason);
  return out + fmt::format("  {}\n", kAfterFolding);
}

json::value certificatesJson(const Records& records) {
  json::array rows;
  for (const Row& row : rowsOf(records))
    rows.push_back(json::object{{"instruction", row.instruction},
                                {"queries", row.queries},
                                {"certified", row.certified},
                                {"notCertified", row.missing()},
                                {"uncertifiable", row.uncertifiable},
                                {"notNeeded", row.notNeeded},
                                {"solving", row.solving},
                                {"checking", row.checking}});
  json::object reasons;
  for (const auto& [reason, count] : reasonsOf(records))
    reasons[reason] = count;
  return json::object{{"instructions", rows}, {"reasons", reasons}, {"notCertified", kAfterFolding}};
}

} // namespace warplaw::tools
