// What an instruction brings to the dispatcher: its code paths, which follow from its signature (concrete/signature.h).
#pragma once
#include "concrete/execute.h"
#include "concrete/machine.h"
#include "concrete/signature.h"
#include "spec/surrounding_cells_fields.h"
#include <array>
#include <fmt/format.h>
#include <tuple>

namespace warplaw::concrete {

class ExecutorPath;
/// A path is given by its entry (concrete/entry.h), an extern "C" function of the bitcode. The entry's signature names
/// the parts of the surroundings that it takes.
template <auto entry>
constexpr ExecutorPath pathOf(std::string_view name, bool (*supported)(), Evidence evidence = Evidence::Proved);

/// One code path, made from its entry alone (pathOf), so that no other function can run than `entry` names.
class ExecutorPath {
public:
  /// Executes a legal form with allowed choices.
  using Execute = void(const spec::Form& form, const spec::Guard& guard, const spec::Choices& choices, spec::Warp& warp,
                       spec::Surroundings& surroundings);
  /// The rejection of the first illegal part of the surroundings that it takes; nothing: it may run.
  using Fault = std::optional<spec::Rejection>(spec::Surroundings& surroundings);

  const std::string_view name;
  bool (*const supported)(); ///< by this processor
  const Evidence evidence;
  Execute* const run;
  Fault* const fault;
  const void* (*const entry)(); ///< the function that `run` calls

private:
  constexpr ExecutorPath(std::string_view called, bool (*on)(), Evidence shown, Execute* runs, Fault* checks,
                         const void* (*calls)())
      : name(called), supported(on), evidence(shown), run(runs), fault(checks), entry(calls) {}
  template <auto entry>
  friend constexpr ExecutorPath pathOf(std::string_view name, bool (*supported)(), Evidence evidence);
};

namespace detail {
template <class Part> std::optional<spec::Rejection> faultOfPart(spec::Surroundings& surroundings) {
  return spec::faultOf(*spec::partOf<Part>(surroundings));
}
template <> inline std::optional<spec::Rejection> faultOfPart<spec::SharedBytes>(spec::Surroundings& surroundings) {
  if (surroundings.shared.size() <= spec::kMaxSharedBytes)
    return {};
  return spec::Rejection{"ATOMS-4", fmt::format("{} bytes of shared memory", surroundings.shared.size()),
                         "at most 2^24 bytes"};
}
template <> inline std::optional<spec::Rejection> faultOfPart<spec::GenericBytes>(spec::Surroundings& surroundings) {
  return spec::faultOfStorage(surroundings.cells.regions, surroundings.generic.size());
}

template <auto entry, class Function = decltype(entry)> struct EntryCall;

template <auto entry, class Form, class Choices, class... Parts>
struct EntryCall<entry, void (*)(const Form*, const spec::Guard*, const Choices*, spec::Warp*, Parts...)> {
  static void run(const spec::Form& form, const spec::Guard& guard, const spec::Choices& choices, spec::Warp& warp,
                  [[maybe_unused]] spec::Surroundings& surroundings) {
    entry(&form.as<Form>(), &guard, &choices.as<Choices>(), &warp, spec::partOf<Parts>(surroundings)...);
  }
  static std::optional<spec::Rejection> fault([[maybe_unused]] spec::Surroundings& surroundings) {
    std::optional<spec::Rejection> found;
    ((found = found ? std::move(found) : faultOfPart<Parts>(surroundings)), ...);
    return found;
  }
  static const void* function() { return reinterpret_cast<const void*>(entry); }
};
} // namespace detail

template <auto entry> constexpr ExecutorPath pathOf(std::string_view name, bool (*supported)(), Evidence evidence) {
  using Call = detail::EntryCall<entry>;
  return {name, supported, evidence, Call::run, Call::fault, Call::function};
}

bool anyProcessor(); ///< true
bool avx2();
bool avx512(); ///< AVX-512 F, BW, VL, DQ
bool vbmi2();  ///< those, VBMI and VBMI2

namespace detail {
template <class OfInstruction, CodePath path> constexpr auto pathIfAny(std::string_view name, bool (*supported)()) {
  if constexpr (kEntry<OfInstruction, path> != nullptr)
    return std::tuple(pathOf<kEntry<OfInstruction, path>>(name, supported));
  else
    return std::tuple();
}
} // namespace detail

/// The paths of the instruction that has this signature: portable first, faster ones after it.
template <class OfInstruction> std::span<const ExecutorPath> pathTable() {
  static_assert(kEntry<OfInstruction, CodePath::portable> != nullptr);
  static constexpr auto kPaths =
      std::apply([](auto... paths) { return std::array{paths...}; },
                 std::tuple_cat(detail::pathIfAny<OfInstruction, CodePath::portable>("portable", anyProcessor),
                                detail::pathIfAny<OfInstruction, CodePath::avx2>("avx2", avx2),
                                detail::pathIfAny<OfInstruction, CodePath::avx512>("avx512", avx512),
                                detail::pathIfAny<OfInstruction, CodePath::vbmi2>("vbmi2", vbmi2)));
  return kPaths;
}

} // namespace warplaw::concrete
