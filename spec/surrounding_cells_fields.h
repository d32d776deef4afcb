// The surroundings' cells as data, and which of them are legal (SR-1, SR-3, PM-1, BAR-1, BAR-2, RED-4, RED-5,
// SURED-4..8).
#pragma once
#include "spec/fields.h"
#include "spec/rejection.h"
#include "spec/surrounding_cells.h"
#include <optional>

namespace warplaw::spec {

template <class In> struct FieldsOf<SpecialInputsIn<In>> {
  using S = SpecialInputsIn<In>;
  static constexpr Fields list{Field{"warp", &S::warp, {.rule = "SR-3", .count = kCtaWarps}},
                               Field{"ntid", &S::ntid, {.rule = "SR-3", .count = 1025}},
                               Field{"ctaid", &S::ctaid, {.rule = "SR-1", .count = 0x7fffffff}},
                               Field{"nctaid", &S::nctaid, {.rule = "SR-1", .count = 0x80000000}},
                               Field{"clockLow", &S::clockLow, {.rule = "SR-3"}},
                               Field{"clockHigh", &S::clockHigh, {.rule = "SR-3"}},
                               Field{"smemSize", &S::smemSize, {.rule = "SR-1"}},
                               Field{"sharedWindowLow", &S::sharedWindowLow, {.rule = "SR-1"}},
                               Field{"sharedWindowSize", &S::sharedWindowSize, {.rule = "SR-1"}},
                               Field{"localWindowLow", &S::localWindowLow, {.rule = "SR-1"}},
                               Field{"localWindowSize", &S::localWindowSize, {.rule = "SR-1"}}};
};
template <class In> struct FieldsOf<CountersIn<In>> {
  static constexpr Fields list{Field{"count", &CountersIn<In>::count, {.rule = "PM-1"}}};
};
template <class In> struct FieldsOf<BarriersIn<In>> {
  using S = BarriersIn<In>;
  static constexpr Fields list{Field{"arrived", &S::arrived, {.rule = "BAR-1", .count = kMostBarrierThreads}},
                               Field{"expected", &S::expected, {.rule = "BAR-1", .count = kMostBarrierThreads + 1}},
                               Field{"use", &S::use, {.rule = "BAR-4", .count = 4}},
                               Field{"accumulator", &S::accumulator, {.rule = "BAR-2", .count = kMostBarrierThreads}},
                               Field{"waiting", &S::waiting, {.rule = "BAR-2"}},
                               Field{"latch", &S::latch, {.rule = "BAR-2", .count = kMostBarrierThreads + 1}},
                               Field{"latchIsCount", &S::latchIsCount, {.rule = "BAR-2"}},
                               Field{"exited", &S::exited, {.rule = "BAR-1"}}};
};
template <class In> struct FieldsOf<GenericRegionsIn<In>> {
  using S = GenericRegionsIn<In>;
  static constexpr Fields list{Field{"baseLow", &S::baseLow, {.rule = "RED-5"}},
                               Field{"baseHigh", &S::baseHigh, {.rule = "RED-5", .count = kGenericAddressesHigh}},
                               Field{"end", &S::end, {.rule = "RED-5", .count = kMaxGenericBytes + 1}}};
};
template <class In> struct FieldsOf<SurfacesIn<In>> {
  using S = SurfacesIn<In>;
  static constexpr Fields list{Field{"header", &S::header, {.rule = "SURED-8"}},
                               Field{"lastHeader", &S::lastHeader, {.rule = "SURED-4", .count = kTextureHeaders}},
                               Field{"boundAt", &S::boundAt, {.rule = "SURED-4", .count = kBankWords}},
                               Field{"boundHandle", &S::boundHandle, {.rule = "SURED-4"}},
                               Field{"disabled", &S::disabled, {.rule = "SURED-7", .count = 2}}};
};
template <class In> struct FieldsOf<ExitedLanesIn<In>> {
  static constexpr Fields list{Field{"lanes", &ExitedLanesIn<In>::lanes, {.rule = "SYNC-1", .isLaneMask = true}}};
};
/// A part of Role::Source is only read: no instruction changes it.
template <> struct FieldsOf<SurroundingCells> {
  using S = SurroundingCells;
  static constexpr Fields list{Field{"inputs", &S::inputs, {.role = Role::Source, .rule = "SR-1"}},
                               Field{"counters", &S::counters, {.rule = "PM-1"}},
                               Field{"barriers", &S::barriers, {.rule = "BAR-2"}},
                               Field{"regions", &S::regions, {.role = Role::Source, .rule = "RED-5"}},
                               Field{"surfaces", &S::surfaces, {.role = Role::Source, .rule = "SURED-4"}},
                               Field{"exited", &S::exited, {.role = Role::Source, .rule = "SYNC-1"}}};
};

/// Threads of the CTA; and those of its lanes that are alive in the warp: the linear thread id is below that (SR-3).
std::uint32_t threadsOf(const SpecialInputs& inputs);
std::uint32_t aliveLanes(const SpecialInputs& inputs);

/// The rejection of cells that no machine can hold; it names the rule. Executors run on, and theorems are about, cells
/// without a rejection.
std::optional<Rejection> faultOf(const SpecialInputs& inputs);
std::optional<Rejection> faultOf(const Counters& counters);  ///< none
std::optional<Rejection> faultOf(const ExitedLanes& exited); ///< none
/// Numbers out of range or no multiples of 32; a barrier half open; a warp that waits twice, has exited or waits at a
/// barrier that counts fewer threads than wait there; a latch that is no answer of AND or OR.
std::optional<Rejection> faultOf(const Barriers& barriers);
/// Regions that overlap, are not sorted, leave the 40 bits or have no byte where a later one has some.
std::optional<Rejection> faultOf(const GenericRegions& regions);
/// A header that describes no surface (faultOfHeader), bound words that do not ascend.
std::optional<Rejection> faultOf(const Surfaces& surfaces);
/// Rejects generic memory of a size (bytes) other than where the last region ends.
std::optional<Rejection> faultOfStorage(const GenericRegions& regions, std::size_t bytes);

} // namespace warplaw::spec
