#include "check/domain.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace warplaw::check {
namespace {
using spec::JsonFields;
using spec::JsonReader;
using spec::JsonValue;

constexpr std::string_view kProfiles[] = {"sass", "ptx", "cuda"};
constexpr std::string_view kExecMasks[] = {"any", "non-empty", "full", "prefix"};
constexpr std::string_view kRanges[] = {"any", "cuda"};
constexpr std::string_view kDistances[] = {"any", "max31", "below-width"};
constexpr std::string_view kInactive[] = {"any", "given", "zero", "stale", "own", "register"};
static_assert(std::size(kInactive) == kInactiveSources);
constexpr std::string_view kGroups[] = {"defined", "any", "overlapping", "living"};
constexpr std::string_view kLeaders[] = {"any", "least"};

template <class E>
void takeWord(JsonReader& reader, JsonFields& fields, std::string_view key, std::span<const std::string_view> names,
              E& into) {
  if (const auto value = fields.take(key))
    into = static_cast<E>(wordAmong(reader, *value, names));
}
void takeFlag(JsonReader& reader, JsonFields& fields, std::string_view key, bool& into) {
  if (const auto value = fields.take(key))
    into = reader.boolean(*value);
}

/// "widths": [2, 32]
void takeWidths(JsonReader& reader, JsonFields& fields, ShflDomain& domain) {
  const auto value = fields.take("widths");
  if (!value)
    return;
  if (domain.range != Ranges::Cuda)
    return reader.reject(*value, "contradicts itself: widths of a range that is any", R"("range": "cuda" with it)");
  domain.widths = 0;
  for (const JsonValue element : reader.elements(*value)) {
    const std::uint32_t width = reader.integer(element, spec::kLanes);
    if (!std::has_single_bit(width))
      return reader.reject(element, "is no width", "1, 2, 4, 8, 16, 32");
    domain.widths |= width;
  }
  if (!domain.widths)
    reader.reject(*value, "contradicts itself: no width at all", "1, 2, 4, 8, 16, 32");
}

} // namespace

std::string_view nameOf(InactiveSources inactive) { return kInactive[static_cast<unsigned>(inactive)]; }

Profile takeProfile(JsonReader& reader, JsonFields& fields) {
  Profile profile = Profile::Sass;
  takeWord(reader, fields, "profile", kProfiles, profile);
  return profile;
}

unsigned wordAmong(JsonReader& reader, JsonValue value, std::span<const std::string_view> names) {
  const std::string_view word = reader.string(value);
  const auto found = std::ranges::find(names, word);
  if (found == names.end()) {
    reader.reject(value, fmt::format("there is no {}", word), fmt::format("{}", fmt::join(names, ", ")));
    return 0;
  }
  return static_cast<unsigned>(found - names.begin());
}

std::uint64_t wordsAmong(JsonReader& reader, JsonValue value, std::span<const std::string_view> names) {
  std::uint64_t set = 0;
  for (const JsonValue element : reader.elements(value))
    set |= std::uint64_t{1} << wordAmong(reader, element, names);
  if (!set)
    reader.reject(value, "contradicts itself: nothing is left", fmt::format("some of {}", fmt::join(names, ", ")));
  return set;
}

void readCommon(JsonReader& reader, JsonFields& fields, std::string_view formsKey,
                std::span<const std::string_view> forms, std::span<const std::string_view> outputs, Domain& domain) {
  if (const auto value = fields.take(formsKey))
    domain.forms = wordsAmong(reader, *value, forms);
  takeWord(reader, fields, "exec", kExecMasks, domain.exec);
  takeFlag(reader, fields, "uniform", domain.uniform);
  takeFlag(reader, fields, "frame", domain.frame);
  if (outputs.size() < 2)
    return;
  if (const auto value = fields.take("outputs")) {
    const std::uint64_t given = wordsAmong(reader, *value, outputs);
    domain.word = given & 1;
    domain.predicate = given & 2;
  }
}

void readShflSync(JsonReader& reader, JsonFields& fields, ShflDomain& domain) {
  takeWord(reader, fields, "range", kRanges, domain.range);
  readCudaShfl(reader, fields, domain);
}

void readShfl(JsonReader& reader, JsonFields& fields, ShflDomain& domain) {
  readShflSync(reader, fields, domain);
  const auto old = fields.take("rd_is_ra");
  if (!old)
    return;
  const bool isAllowed = reader.boolean(*old);
  if (isAllowed && !domain.sameRegisters)
    reader.reject(*old, R"(contradicts itself: "same_registers" is false)", R"(one of the two)");
  domain.sameRegisters = isAllowed;
}

void readRegisters(JsonReader& reader, JsonFields& fields, Domain& domain) {
  takeFlag(reader, fields, "same_registers", domain.sameRegisters);
}

void readCudaShfl(JsonReader& reader, JsonFields& fields, ShflDomain& domain) {
  takeWidths(reader, fields, domain);
  const auto b = fields.take("b");
  if (b)
    domain.distance = static_cast<Distances>(wordAmong(reader, *b, kDistances));
  if (domain.distance == Distances::BelowWidth && domain.range != Ranges::Cuda)
    reader.reject(b ? *b : fields.object(), "contradicts itself: only a CUDA range has a width",
                  R"("range": "cuda" with it)");
  takeWord(reader, fields, "inactive", kInactive, domain.inactive);
}

void readGroups(JsonReader& reader, JsonFields& fields, bool mayOverlap, Groups& groups) {
  const std::span names(kGroups);
  takeWord(reader, fields, "groups", mayOverlap ? names : names.first(2), groups);
}
void readLeader(JsonReader& reader, JsonFields& fields, Leaders& leader) {
  takeWord(reader, fields, "leader", kLeaders, leader);
}

bool isMask(ExecMasks masks, std::uint32_t exec) { return bentTo(masks, exec) == exec; }

symbolic::Term isMask(ExecMasks masks, symbolic::Term exec) {
  symbolic::Terms& terms = exec.terms();
  const symbolic::Term none = terms.constant(32, 0);
  switch (masks) {
  case ExecMasks::Any:
    return terms.truth(true);
  case ExecMasks::NonEmpty:
    return exec.ne(none);
  case ExecMasks::Full:
    return exec.eq(symbolic::Bits{~0u});
  case ExecMasks::Prefix:
    break;
  }
  return (exec & (exec + symbolic::Bits{1})).eq(none);
}

std::uint32_t bentTo(ExecMasks masks, std::uint32_t exec) {
  switch (masks) {
  case ExecMasks::Any:
    return exec;
  case ExecMasks::NonEmpty:
    return exec ? exec : 1;
  case ExecMasks::Full:
    return ~0u;
  case ExecMasks::Prefix:
    break;
  }
  const auto lanes = static_cast<unsigned>(std::popcount(exec));
  return lanes == spec::kLanes ? ~0u : (1u << lanes) - 1;
}

} // namespace warplaw::check
