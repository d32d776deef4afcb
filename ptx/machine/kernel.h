// An entry of a module, decoded: names are numbers, calls are inlined, every instruction is known and its operands have
// the types that it takes (PTX-3 to PTX-5, PTX-18).
#pragma once
#include "concrete/scalar/scalar.h"
#include "ptx/machine/spaces.h"
#include "ptx/text/module.h"
#include "ptx/text/read.h"
#include "spec/instruction.h"
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace warplaw::ptx {

/// %tid.x and its kin (PTX-41).
enum class Special : std::uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  Laneid,
  Warpid,
  Nwarpid,
  Smid,
  Nsmid,
  Gridid,
  LanemaskEq,
  LanemaskLe,
  LanemaskLt,
  LanemaskGe,
  LanemaskGt,
  Clock,
  ClockHi,
  Clock64,
  Globaltimer,
  GlobaltimerLo,
  GlobaltimerHi,
  DynamicSmemSize,
  TotalSmemSize,
  WarpSize,
  Envreg,
};

/// Where a source's value comes from.
struct Source {
  enum class Kind : std::uint8_t { Immediate, Register, SpecialRegister, Nothing };
  Kind kind = Kind::Nothing;
  bool negated = false;    ///< of a predicate
  std::uint32_t index = 0; ///< of a register; the Special
  std::uint64_t value = 0; ///< Immediate; of addresses of variables, too; which %envreg
};

inline constexpr std::uint32_t kNoRegister = ~0u;

enum class StepKind : std::uint8_t {
  Scalar,        ///< dst[0] = function(modes, src..)
  Pack,          ///< dst[0] = src[0] | src[1] << width ..
  Unpack,        ///< dst[i] = parts of src[0], of `width` bits each
  Video,         ///< dst[0] = `video` of src[0], src[1], src[2] in R1, R2, R3 (VID-1 to VID-10)
  Load,          ///< dst.. = memory at src[0] + offset
  Store,         ///< memory at src[0] + offset = src[1]..
  Atomic,        ///< dst[0] = memory at src[0] + offset, which becomes operation(memory, src[1], src[2])
  CopyParam,     ///< `width` bytes of parameter memory from offset `target` to offset `offset`
  Branch,        ///< to `target`
  BranchIndexed, ///< brx.idx: to targets[src[0]]
  Exit,
  Trap,
  Nothing, ///< brkpt, nanosleep, prefetch ..
  Fence,   ///< membar, fence: noted (PTX-15)
  Shuffle, ///< shfl.sync, shfl: dst[0], dst[1] = predicate; src: a, b, c, membermask
  Vote,    ///< vote.sync, vote: dst[0]; src: predicate, membermask
  Match,   ///< match.sync: dst[0], dst[1] = predicate; src: a, membermask
  Redux,   ///< redux.sync
  Elect,   ///< elect.sync: dst[0], dst[1] = predicate; src: membermask
  Activemask,
  WarpBarrier, ///< bar.warp.sync: src: membermask
  Barrier,     ///< bar, barrier: src: id, count, predicate
};

/// Operations of an Atomic besides those of red.
inline constexpr std::uint8_t kExchange = 8, kCompare = 9; ///< of kCompare, src[1] is compared and src[2] is stored

enum class BarrierKind : std::uint8_t { Sync, Arrive, Popc, And, Or };

struct Step {
  StepKind kind = StepKind::Nothing;
  std::uint32_t guard = kNoRegister;
  bool guardNegated = false;
  bool isSync = false;        ///< of Shuffle, Vote: .sync
  bool isAligned = true;      ///< of Barrier
  bool isUniform = false;     ///< bra.uni
  bool isVolatile = false;    ///< .volatile, .relaxed, .acquire, .release: not judged (PTX-15)
  bool isApproximate = false; ///< PTX-32
  bool divides = false;       ///< integers: by 0, a finding (PTX-21)
  bool continues = false;     ///< belongs to the same instruction as the step before
  std::uint8_t operation =
      0; ///< mode of a Shuffle, Vote, Match; RedOp of an Atomic (kExchange, kCompare), ReduxsyncOp; BarrierKind
  std::uint8_t vector = 1; ///< elements of a Load, Store, Pack, Unpack
  std::uint8_t width = 4;  ///< bytes of an element; bits of a part
  Space space = Space::Generic;
  spec::scalar::Type type{};       ///< of an element, of a Redux, of an Atomic
  spec::scalar::Type sourceType{}; ///< what a store truncates, what a load extends to: the register's
  concrete::ScalarFunction function = nullptr;
  std::shared_ptr<const spec::Instruction> video{};
  spec::scalar::Form form{nullptr, 0}; ///< of a Scalar: what `function` computes
  spec::scalar::Modes modes = 0;       ///< of a Redux of floats: 1: .abs, 2: .NaN
  std::array<std::uint32_t, 8> dst{kNoRegister, kNoRegister, kNoRegister, kNoRegister,
                                   kNoRegister, kNoRegister, kNoRegister, kNoRegister};
  std::array<Source, 9> src{};
  std::int64_t offset = 0;
  bool isShortAddress = false;          ///< src[0] has 32 bits, and so has its sum with the offset (PTX-4)
  std::uint32_t target = 0;             ///< of a branch: index of a step
  std::uint32_t reconverge = 0;         ///< of a branch: the step where its sides meet (its immediate post-dominator)
  std::vector<std::uint32_t> targets{}; ///< of BranchIndexed
  Place place{};
  std::uint32_t text = 0; ///< index into Kernel::texts
};

/// What is left of the sum of address and offset.
inline std::uint64_t addressBits(const Step& step) { return step.isShortAddress ? 0xffffffff : ~std::uint64_t{0}; }

/// Is it a .sync instruction: do lanes wait there for those that its membermask names (PTX-12)?
inline bool waitsForOthers(const Step& step) {
  switch (step.kind) {
  case StepKind::Shuffle:
  case StepKind::Vote:
    return step.isSync;
  case StepKind::Match:
  case StepKind::Redux:
  case StepKind::Elect:
  case StepKind::WarpBarrier:
    return true;
  default:
    return false;
  }
}

/// The kind of a step that is a Barrier.
inline BarrierKind barrierKindOf(const Step& step) { return static_cast<BarrierKind>(step.operation); }
inline bool isBarrierReduction(const Step& step) { return barrierKindOf(step) >= BarrierKind::Popc; }

/// Where a .sync instruction has its membermask.
inline const Source& membermaskOf(const Step& step) {
  switch (step.kind) {
  case StepKind::Shuffle:
    return step.src[3];
  case StepKind::Vote:
  case StepKind::Match:
  case StepKind::Redux:
    return step.src[1];
  default: // elect.sync, bar.warp.sync
    return step.src[0];
  }
}

struct Register {
  std::string name;
  spec::scalar::Type type;
};

/// A variable in memory, placed.
struct Placed {
  std::string name;
  Space space;
  std::uint64_t address; ///< in its space's window (state spaces other than global: an offset)
  std::uint64_t bytes;
  std::vector<std::uint8_t> initial; ///< shorter than bytes: 0 follows; empty and space Shared: undefined
  bool isConstant = false;
};

struct Parameter {
  std::string name;
  std::uint32_t offset, bytes;
  bool isPointer = false;
};

/// What PTX-5 does not read, once for each kind.
struct Unsupported {
  Place place;
  std::string what; ///< "wmma.load: matrices"
  std::uint64_t times = 1;
};

inline constexpr unsigned kIndependent = 70; ///< sm_70: threads of a warp make progress each by itself

struct Kernel {
  std::string name;
  Spaces spaces = kWideSpaces; ///< where what it can address lies
  std::vector<Step> steps;
  std::vector<std::string> texts; ///< of instructions
  std::vector<Register> registers;
  std::vector<Parameter> parameters;
  std::vector<Placed> variables;
  std::uint32_t parameterBytes = 0;  ///< of the entry's parameters; other .param variables follow
  std::uint32_t paramFrameBytes = 0; ///< of both
  std::uint32_t staticSharedBytes = 0, localBytes = 0;
  std::vector<std::uint32_t> requiredBlock, mostBlock; ///< .reqntid, .maxntid; may be empty
  unsigned target = 0;                                 ///< 80 of sm_80
  std::vector<std::string> notes;
};

/// Decodes an entry; empty: the only one. Rejected: the first name, type or operand that is wrong, with its rule; what
/// is not supported (PTX-5), each kind once.
struct DecodeError {
  ReadError first;
  std::vector<Unsupported> unsupported;
};
boost::system::result<Kernel, DecodeError> decode(const Module& module, std::string_view entry);
[[noreturn]] void throw_exception_from_error(const DecodeError& error, const boost::source_location& where);

} // namespace warplaw::ptx
