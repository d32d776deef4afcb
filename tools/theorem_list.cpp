#include "tools/theorem_list.h"
#include <boost/json.hpp>
#include <fmt/format.h>

namespace warplaw::tools {
namespace json = boost::json;

std::string textOf(const std::vector<proofs::Theorem>& theorems, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < theorems.size(); ++i)
    text += fmt::format("{:<44} {}  [{}]\n", names[i], theorems[i].statement, fmt::join(theorems[i].rules, " "));
  return text;
}

std::string jsonLinesOf(const std::vector<proofs::Theorem>& theorems, const Costs& costs) {
  std::string text;
  for (const proofs::Theorem& t : theorems) {
    json::object o{{"theorem", t.name}, {"instruction", t.instruction}, {"form", t.form}, {"path", t.path}};
    o["rules"] = json::array(t.rules.begin(), t.rules.end());
    o["statement"] = t.statement;
    const Costs::Cost* cost = costs.of(t.name);
    o["obligations"] = cost ? json::value(cost->obligations) : json::value();
    o["seconds"] = cost ? json::value(cost->seconds) : json::value();
    text += json::serialize(o) + "\n";
  }
  return text;
}

} // namespace warplaw::tools
