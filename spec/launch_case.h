// A case of a whole launch: a module of PTX, sizes, arguments, memory before, and what came of it: format 3 of case
// files (docs/case_format.md). What the module means is not known here; its text is kept as it is.
#pragma once
#include "spec/rejection.h"
#include "spec/scalar/type.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warplaw::spec {

inline constexpr int kLaunchVersion = 3;

/// An array of a launch, element by element; nothing: it may hold anything.
struct LaunchElements {
  scalar::Type type;
  std::vector<std::optional<std::uint64_t>> values;
  bool operator==(const LaunchElements&) const = default;
};

/// What a parameter gets: a number, the bytes of a structure, or the address of an array.
struct LaunchArgument {
  std::string name; ///< of the parameter
  std::variant<std::uint64_t, std::vector<std::uint8_t>, LaunchElements> value;
  bool operator==(const LaunchArgument&) const = default;
};

/// A finding; what is compared is its name and place.
struct LaunchFinding {
  std::string finding; ///< "race"
  std::uint32_t line = 0;
  std::string instruction, what; ///< for readers of the file
  bool operator==(const LaunchFinding&) const = default;
};

struct LaunchExpected {
  bool finished = true;
  std::vector<LaunchFinding> findings;
  std::vector<std::pair<std::string, LaunchElements>> memory; ///< by parameter; others hold what they held
  bool operator==(const LaunchExpected&) const = default;
};

struct LaunchCase {
  std::string comment;
  std::vector<std::string> rules;
  std::string module, entry;
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{32, 1, 1};
  std::uint32_t shared = 0; ///< bytes, dynamic
  std::uint64_t steps = 100'000'000;
  std::vector<LaunchArgument> arguments; ///< one a parameter
  std::optional<LaunchExpected> expected;
  bool operator==(const LaunchCase&) const = default;
};

/// Is this the text of a case of format 3? Whatever else is wrong with it.
bool isLaunchCase(std::string_view text);
/// Canonical; rejections as of other cases.
std::string toJson(const LaunchCase& c);
Result<LaunchCase> launchCaseFromJson(std::string_view text);
Result<void> writeCase(const LaunchCase& c, const std::string& path, bool overwrite);

} // namespace warplaw::spec
