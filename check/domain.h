// The domain: the cases for which an executor claims to be right. It is data, from one JSON text in the executor's
// table (docs/check.md). Generators draw from it, the minimiser stays in it, and a wrong answer outside it is no fault.
#pragma once
#include "spec/json_text.h"
#include "symbolic/terms/term.h"
#include <span>

namespace warplaw::check {

enum class Profile : std::uint8_t { Sass, Ptx, Cuda }; ///< everything; PTX's shfl and vote; what CUDA's names lower to
enum class ExecMasks : std::uint8_t { Any, NonEmpty, Full, Prefix };
enum class Ranges : std::uint8_t { Any, Cuda };                 ///< SHFL's Sc: 32 bits; that of a width (CSHFL-1)
enum class Distances : std::uint8_t { Any, Max31, BelowWidth }; ///< SHFL's Sb
/// What a lane receives if its source lane is off (SHFL-7): any value, the given value, 0, its destination's old value,
/// its own value, or the value in the source lane's register all the same.
enum class InactiveSources : std::uint8_t { Any, Given, Zero, Stale, Own, Register };
inline constexpr unsigned kInactiveSources = 6;
std::string_view nameOf(InactiveSources inactive); ///< "zero"

/// Which cases of the .sync forms there are (SYNC-1): those that every implementation takes for defined; these and any
/// other masks, where results that are not defined are not compared; the first and masks that meet in lanes that have
/// exited; those of the first whose masks name no lane that has exited.
enum class Groups : std::uint8_t { Defined, Any, Overlapping, Living };
/// Which member elect.sync's leader is (SYNC-7): any one, always the same for a membermask; the least.
enum class Leaders : std::uint8_t { Any, Least };

inline constexpr std::size_t kWholeStructure = ~std::size_t{0};

/// The part that the domains of all families have.
struct Domain {
  std::uint64_t forms = 0; ///< bit k: form k of the family
  ExecMasks exec = ExecMasks::Any;
  bool uniform = false;                    ///< each operand (of SHFL: Sb and Sc) is equal in all lanes
  bool frame = true;                       ///< lanes that are off keep what was there
  bool word = true, predicate = true;      ///< outputs that it gives
  bool sameRegisters = true;               ///< a destination may be a source's register, or its predicate (MACH-2)
  std::size_t structure = kWholeStructure; ///< bytes that the executor knows: what stands behind is not told, so
                                           ///< nothing is asked that it says
};
struct ShflDomain : Domain {
  Ranges range = Ranges::Any;
  std::uint32_t widths = 0x3f; ///< of Ranges::Cuda, bit k: segments of 2^k lanes
  Distances distance = Distances::Any;
  InactiveSources inactive = InactiveSources::Any;
};
/// The domain of a .sync form.
template <class Base> struct SyncDomainOf : Base {
  Groups groups = Groups::Defined;
};
using SyncDomain = SyncDomainOf<Domain>;
struct ElectDomain : SyncDomain {
  Leaders leader = Leaders::Any;
};
struct AtomsDomain : Domain {
  bool errors = true; ///< accesses that are none (ATOMS-4), and it says so
};
struct RedDomain : Domain {
  bool errors = true;            ///< accesses that are none (RED-3..5), and it says so
  std::uint32_t unlikeZeros = 0; ///< how it decided (RED-7)
};
struct VideoDomain : Domain {
  std::uint32_t secondSees = 0, shiftKeepsAll = 0; ///< how it decided (VID-5, -7)
};
struct VmadDomain : Domain {
  std::uint32_t unsignedC = 0, saturates64 = 0; ///< how it decided (VID-8)
};

/// "profile"; sass where there is none.
Profile takeProfile(spec::JsonReader& reader, spec::JsonFields& fields);

/// The index of a string among names; rejects any other.
unsigned wordAmong(spec::JsonReader& reader, spec::JsonValue value, std::span<const std::string_view> names);
/// The same for a list of strings that is not empty, as a set.
std::uint64_t wordsAmong(spec::JsonReader& reader, spec::JsonValue value, std::span<const std::string_view> names);

/// exec, uniform, frame, and `formsKey` ("modes") with those names; outputs where there are two, by their names.
void readCommon(spec::JsonReader& reader, spec::JsonFields& fields, std::string_view formsKey,
                std::span<const std::string_view> forms, std::span<const std::string_view> outputs, Domain& domain);
/// "same_registers", of a family that has such destinations.
void readRegisters(spec::JsonReader& reader, spec::JsonFields& fields, Domain& domain);
/// The same as readShflSync, and "rd_is_ra", an older name of "same_registers".
void readShfl(spec::JsonReader& reader, spec::JsonFields& fields, ShflDomain& domain);
void readShflSync(spec::JsonReader& reader, spec::JsonFields& fields, ShflDomain& domain);
/// What of it CUDA's functions leave open: the range is always a width's.
void readCudaShfl(spec::JsonReader& reader, spec::JsonFields& fields, ShflDomain& domain);

/// mayOverlap: of a form whose masks may name lanes that have exited
void readGroups(spec::JsonReader& reader, spec::JsonFields& fields, bool mayOverlap, Groups& groups);
void readLeader(spec::JsonReader& reader, spec::JsonFields& fields, Leaders& leader);

/// Is this mask one?
bool isMask(ExecMasks masks, std::uint32_t exec);
symbolic::Term isMask(ExecMasks masks, symbolic::Term exec);
/// A mask of any kind bent to one: full, the prefix with as many lanes, one lane where it was empty.
std::uint32_t bentTo(ExecMasks masks, std::uint32_t exec);

} // namespace warplaw::check
