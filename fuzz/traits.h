// Traits (fuzz/described.h): what follows from an instruction's names. By hand remain formOf, planOf, the datapath in
// plain integers and hooks.
#pragma once
#include "fuzz/described.h"

namespace warplaw::fuzz {

inline spec::Source plainSource(spec::Register reg) { return {spec::SourceKind::Register, reg.index}; }

/// These rows are read, and Rd is written. MACH-7: helpers are left out of RED and SURED alone.
inline spec::Plan plainPlan(spec::Register rd, std::initializer_list<spec::Source> rows) {
  spec::Plan plan;
  std::ranges::copy(rows, std::begin(plan.source));
  plan.destination[0] = rd.index;
  return plan;
}

} // namespace warplaw::fuzz

/// Traits of an instruction whose types are written by hand; the second macro also has the encoding of the whole warp.
#define WARPLAW_TRAITS_NAMES(name)                                                                                     \
  static constexpr std::string_view kFolder = #name;                                                                   \
  static constexpr auto kModifiers = symbolic::name##Modifiers;                                                        \
  static constexpr auto kPlan = symbolic::name##Plan;
#define WARPLAW_WARP_TRAITS_NAMES(name)                                                                                \
  WARPLAW_TRAITS_NAMES(name)                                                                                           \
  static constexpr auto kEncoding = symbolic::name##Encoding;

/// Traits of the row of spec/instructions.def that begins with Camel and name. rows: how many rows of operands it
/// reads; more: parts around its warp. LANE: no lane depends on another.
#define WARPLAW_LANE_TRAITS(Camel, name, rows, ...)                                                                    \
  WARPLAW_TRAITS_TYPES(Camel, rows __VA_OPT__(, ) __VA_ARGS__)                                                         \
  WARPLAW_TRAITS_NAMES(name)                                                                                           \
  static constexpr auto kLane = symbolic::name##Lane;
#define WARPLAW_WARP_TRAITS(Camel, name, rows, ...)                                                                    \
  WARPLAW_TRAITS_TYPES(Camel, rows __VA_OPT__(, ) __VA_ARGS__)                                                         \
  WARPLAW_WARP_TRAITS_NAMES(name)
#define WARPLAW_TRAITS_TYPES(Camel, rows, ...)                                                                         \
  using Form = spec::Camel##Form;                                                                                      \
  using Modifiers = spec::Camel##Modifiers;                                                                            \
  using Choices = spec::Camel##Choices;                                                                                \
  using Trial = fuzz::Trial<Modifiers, Choices __VA_OPT__(, ) __VA_ARGS__>;                                            \
  static constexpr unsigned kRows = rows;

/// Traits of one with a memory, whose Trial makes itself of a record of so many bytes. More hooks: before smallBases.
#define WARPLAW_MEMORY_TRAITS(Camel, name, rows, record, ...)                                                          \
  using Form = spec::Camel##Form;                                                                                      \
  using Modifiers = spec::Camel##Modifiers;                                                                            \
  using Choices = spec::Camel##Choices;                                                                                \
  using Trial = Camel##Trial;                                                                                          \
  static constexpr unsigned kRows = rows;                                                                              \
  WARPLAW_TRAITS_NAMES(name)                                                                                           \
  static constexpr std::size_t kRecord = record;                                                                       \
  static Trial trialOf(Bytes bytes);                                                                                   \
  static bool isLegal(const Trial& trial);                                                                             \
  static Form formOf(const Modifiers& modifiers);                                                                      \
  static spec::Plan planOf(const Form& form, const Choices& choices);                                                  \
  static std::vector<SmallBase> smallBases(const CellWords& cells);                                                    \
  static std::vector<PlantedBug> planted();                                                                            \
  static std::vector<Property> properties();                                                                           \
  static constexpr FuzzerHooks<Camel> kHooks = {.trialOf = trialOf,                                                    \
                                                .recordBytes = kRecord,                                                \
                                                .isLegal = isLegal,                                                    \
                                                __VA_OPT__(__VA_ARGS__, ).smallBases = smallBases,                     \
                                                .explain = explained,                                                  \
                                                .planted = planted,                                                    \
                                                .properties = properties};

/// The maker of that instruction's fuzzer, whose Traits are Camel.
#define WARPLAW_FUZZER(Camel)                                                                                          \
  std::unique_ptr<InstructionFuzzer> make##Camel##Fuzzer() { return std::make_unique<DescribedFuzzer<Camel>>(); }
