// Findings: what each is called, which rule it is of, and the first of its kind at its place (PTX-50).
#include "ptx/machine/machine.h"
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {

struct Named {
  const char *name, *rule;
  bool isError;
  const char* words;
};
constexpr Named kNamed[] = {
    {"undefined-sync", "PTX-12", true,
     "A lane executes a .sync whose mask it is not in, lanes of a group have different masks, or one that is awaited "
     "leaves."},
    {"deadlock", "PTX-12", true, "A lane is waited for that waits elsewhere, for ever."},
    {"divergent-barrier", "PTX-13", true, "Not all threads that must reach an aligned barrier do."},
    {"undefined-lane", "PTX-16", true, "A value of a lane that was not there decides something."},
    {"uninitialised", "PTX-16", true,
     "A value that nobody wrote decides a branch, an address, a mask or global memory."},
    {"out-of-bounds", "PTX-14", true, "An access is outside its array or variable."},
    {"misaligned", "PTX-14", true, "An access is not at a multiple of its size."},
    {"race", "PTX-15", true, "Two threads access a byte, one writes, and nothing orders them."},
    {"divide-by-zero", "PTX-21", true, "An integer is divided by zero, which may give any value."},
    {"depends-on-schedule", "PTX-11", false,
     "Which lanes run together, or in which order, is the implementation's choice, and it shows."},
    {"depends-on-order", "PTX-17", false, "The order of atomics is the implementation's choice, and it shows."},
    {"trap", "PTX-18", true, "The kernel gives up."},
    {"bound", "PTX-50", true, "A loop, or the launch, makes more steps than are looked at."},
    {"not-judged", "PTX-15", false, "Threads communicate by fences and flags, or a function is approximate."},
};
const Named& named(FindingKind kind) { return kNamed[static_cast<unsigned>(kind)]; }

} // namespace

std::string_view nameOf(FindingKind kind) { return named(kind).name; }
std::string_view ruleOf(FindingKind kind) { return named(kind).rule; }
std::string_view wordsOf(FindingKind kind) { return named(kind).words; }
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

void Machine::findUndefined(const Now& now, const Source& source, std::uint32_t lanes, std::string_view what,
                            std::uint64_t bits) {
  const Value& value = valueOf(now.warp, source);
  std::uint32_t anything = value.undefined & lanes;
  for (std::uint32_t partly = value.partly & anything; partly != 0; partly &= partly - 1)
    if (const int lane = std::countr_zero(partly);
        (now.warp.undefinedBits(source.index, static_cast<unsigned>(lane)) & bits) == 0)
      anything ^= 1u << lane;
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
