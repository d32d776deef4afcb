// Findings: what each is called, which rule it is of, and the first of its kind at its place (PTX-50).
#include "ptx/machine/machine.h"
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

struct Named {
  const char *name, *rule;
  bool isError;
};
constexpr Named kNamed[] = {
    {"undefined-sync", "PTX-12", true},
    {"deadlock", "PTX-12", true},
    {"divergent-barrier", "PTX-13", true},
    {"undefined-lane", "PTX-16", true},
    {"uninitialised", "PTX-16", true},
    {"out-of-bounds", "PTX-14", true},
    {"misaligned", "PTX-14", true},
    {"race", "PTX-15", true},
    {"divide-by-zero", "PTX-21", true},
    {"depends-on-schedule", "PTX-11", false},
    {"depends-on-order", "PTX-17", false},
    {"trap", "PTX-18", true},
    {"bound", "PTX-50", true},
    {"not-judged", "PTX-15", false},
};
const Named& named(FindingKind kind) { return kNamed[static_cast<unsigned>(kind)]; }

} // namespace

std::string_view nameOf(FindingKind kind) { return named(kind).name; }
std::string_view ruleOf(FindingKind kind) { return named(kind).rule; }
bool isError(FindingKind kind) { return named(kind).isError; }

bool Machine::isKnown(FindingKind kind, std::uint32_t step) {
  const auto found = found_.find({kind, step});
  if (found == found_.end())
    return false;
  ++outcome_.findings[found->second].times;
  return true;
}

void Machine::addFinding(FindingKind kind, const Now& now, std::uint32_t lanes, std::string what, Place other) {
  found_.emplace(std::pair(kind, now.index), outcome_.findings.size());
  outcome_.findings.push_back({kind, now.step.place, kernel_.texts[now.step.text], now.cta.number, now.warp.number,
                               lanes, std::move(what), other});
}

void Machine::decides(const Now& now, const Source& source, std::uint32_t lanes, std::string_view what) {
  const Value& value = valueOf(now.warp, source);
  const std::uint32_t anything = value.undefined & lanes;
  if (anything == 0)
    return;
  const std::string name =
      source.index < kernel_.registers.size() ? kernel_.registers[source.index].name : std::string("a value");
  if (const std::uint32_t ofLane = value.ofLane & anything)
    find(FindingKind::UndefinedLane, now, ofLane,
         [&] { return fmt::format("{} decides {}, and comes from a lane that was not there", name, what); });
  if (const std::uint32_t unwritten = anything & ~value.ofLane)
    find(FindingKind::Uninitialised, now, unwritten,
         [&] { return fmt::format("{} decides {}, and nobody wrote what it is computed from", name, what); });
}

} // namespace warplaw::ptx
