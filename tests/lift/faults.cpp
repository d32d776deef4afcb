// Which fault is planted in the lifter that this test program was built with.
#include "faults_planted.h"
#include <set>
#include <string>

namespace warplaw::lift::faults {
namespace {
std::string present;
std::set<std::string, std::less<>> met;
} // namespace

bool planted(std::string_view name) {
  if (met.find(name) == met.end())
    met.emplace(name);
  return name == present;
}
void plant(std::string_view name) { present = name; }
void forgetSeen() { met.clear(); }
const std::set<std::string, std::less<>>& seen() { return met; }

} // namespace warplaw::lift::faults
