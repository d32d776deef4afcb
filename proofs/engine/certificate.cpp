#include "proofs/engine/certificate.h"
#include "proofs/engine/seconds.h"
#include <array>
#include <boost/json.hpp>
#include <stdexcept>

namespace warplaw::proofs {
namespace json = boost::json;
namespace {

constexpr std::array<std::string_view, 5> kStatusTexts = {"not needed", "certified", "uncertifiable", "not certified",
                                                          "contradiction"};

Certificate::Status statusFrom(std::string_view text) {
  for (std::size_t i = 0; i < kStatusTexts.size(); ++i)
    if (kStatusTexts[i] == text)
      return static_cast<Certificate::Status>(i);
  throw std::out_of_range("unknown certificate");
}

} // namespace

std::string_view textOf(Certificate::Status status) { return kStatusTexts.at(static_cast<std::size_t>(status)); }

std::string toJson(const Certificate& c) {
  json::object o{{"status", textOf(c.status)}};
  if (!c.reason.empty())
    o["reason"] = c.reason;
  if (c.clauses != 0)
    o.insert({{"variables", c.variables},
              {"clauses", c.clauses},
              {"steps", c.steps},
              {"solving", c.solving},
              {"checking", c.checking}});
  return json::serialize(o);
}

Certificate certificateFrom(const json::value& value) {
  const json::object& o = value.as_object();
  Certificate c;
  c.status = statusFrom(o.at("status").as_string());
  if (const json::value* reason = o.if_contains("reason"))
    c.reason = std::string(reason->as_string());
  if (!o.contains("clauses"))
    return c;
  c.variables = o.at("variables").to_number<std::size_t>();
  c.clauses = o.at("clauses").to_number<std::size_t>();
  c.steps = o.at("steps").to_number<std::size_t>();
  c.solving = secondsFrom(o.at("solving"));
  c.checking = secondsFrom(o.at("checking"));
  return c;
}

} // namespace warplaw::proofs
