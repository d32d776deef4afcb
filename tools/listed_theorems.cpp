#include "tools/listed_theorems.h"
#include "tools/places.h"
#include <boost/json.hpp>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>

namespace warplaw::tools {

std::vector<ListedTheorem> listedTheorems() {
  const std::string path = places().theorems;
  std::ifstream file(path);
  std::vector<ListedTheorem> all;
  for (std::string line; std::getline(file, line);) {
    const boost::json::object one = boost::json::parse(line).as_object();
    const auto text = [&](const char* member) { return boost::json::value_to<std::string>(one.at(member)); };
    all.push_back({text("theorem"), text("instruction"), text("form"), text("statement"),
                   boost::json::value_to<std::vector<std::string>>(one.at("rules"))});
  }
  if (all.empty())
    throw std::runtime_error(fmt::format("{} does not list the theorems", path));
  return all;
}

} // namespace warplaw::tools
