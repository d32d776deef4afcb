// SIMD video's rules over vectors of words, one of each thread, branch-free and defined for any value of any modifier
// (VID-9..11): what both datapaths have in common. A lane of a word is here an element of 32 bits, which hold every
// result exactly: halves give 18 bits.
#pragma once
#include "concrete/instructions/vsimd.h"
#include "concrete/lanewise.h"
#include "concrete/vector.h"

namespace warplaw::concrete {

template <unsigned kWidth> class VsimdVector {
  using Vector = typename VectorOf<kWidth>::Unsigned;
  using Signed = typename VectorOf<kWidth>::Signed;
  using InMemory = typename VectorOf<kWidth>::InMemory;
  using Modifiers = spec::VsimdModifiers;
  using Op = spec::VideoOp;
  using Condition = spec::VideoCondition;

  static constexpr std::uint32_t kMostLanes = 4;

  const Modifiers told_;
  const std::uint32_t lanes_ = told_.fourLanes ? 4 : 2;
  const std::uint32_t bits_ = told_.fourLanes ? 8 : 16; ///< of a lane
  const std::uint32_t ones_ = told_.fourLanes ? 0xFF : 0xFFFF;

  std::uint32_t is(Op op) const { return maskOf(told_.op == static_cast<std::uint32_t>(op)); }
  std::uint32_t asks(Condition condition) const {
    return maskOf(told_.condition == static_cast<std::uint32_t>(condition));
  }

  static Vector select(Vector mask, Vector set, Vector clear) { return (mask & set) | (~mask & clear); }

  /// Lane `lane` of an operand, extended to 32 bits (VID-1, -9).
  Vector selected(std::uint32_t lanes, std::uint32_t isSigned, std::uint32_t lane, Vector a, Vector b) const {
    const std::uint32_t from = lanes >> 4 * lane;
    const Vector word = a ^ ((a ^ b) & maskOf((from & lanes_) != 0));
    const std::uint32_t sign = isSigned ? (ones_ >> 1) + 1 : 0;
    return ((word >> (from & (lanes_ - 1)) * bits_ & ones_) ^ sign) - sign;
  }

  /// 1 or 0 (VID-4): less, equal, one of both, or the contrary.
  Vector compared(Vector less, Vector equal) const {
    const std::uint32_t le = asks(Condition::Le), gt = asks(Condition::Gt), ge = asks(Condition::Ge),
                        ne = asks(Condition::Ne);
    const Vector holds = (less & (asks(Condition::Lt) | le | gt | ge)) | (equal & (asks(Condition::Eq) | le | gt | ne));
    return (holds ^ (ne | gt | ge)) & 1;
  }

  /// The operation itself (VID-2..4, -10); a number that is no operation of lanes gives 0.
  Vector primary(Vector a, Vector b) const {
    const Vector less = (Vector)((Signed)a < (Signed)b);
    const Vector sum = a + b;
    const Vector least = select(less, a, b), greatest = select(less, b, a);
    const Vector negative = (Vector)((Signed)sum >> 31); // -1 or 0
    const Vector average = (Vector)((Signed)(sum + 1 + negative) >> 1);
    return (sum & is(Op::Add)) | ((a - b) & is(Op::Sub)) | ((greatest - least) & is(Op::AbsDiff)) |
           (least & is(Op::Min)) | (greatest & is(Op::Max)) | (average & is(Op::Avrg)) |
           (compared(less, (Vector)(a == b)) & is(Op::Set));
  }

  /// Into the range of a lane of dtype (VID-10).
  Vector clamped(Vector value) const {
    const std::uint32_t top = ones_ >> 1;
    const Vector least = Vector{} + (!told_.saturates ? 0x80000000 : told_.dSigned ? ~top : 0);
    const Vector greatest = Vector{} + (!told_.saturates ? 0x7FFFFFFF : told_.dSigned ? top : ones_);
    const Vector low = select((Vector)((Signed)value < (Signed)least), least, value);
    return select((Vector)((Signed)low > (Signed)greatest), greatest, low);
  }

  /// Rd's words (VID-11). A merge is a sum as well, of lanes that share no bit.
  __attribute__((always_inline)) Vector result(Vector a, Vector b, Vector c) const {
    const bool adds = told_.adds != 0;
    std::uint32_t merged = 0;
    Vector sum = {};
#pragma clang loop unroll(full)
    for (std::uint32_t lane = 0; lane < kMostLanes; ++lane) {
      const bool written = (told_.mask >> lane & 1) != 0 && lane < lanes_;
      const std::uint32_t place = adds ? 0 : lane * bits_ & 31;
      const std::uint32_t kept = written ? (adds ? ~0u : ones_) : 0;
      const Vector value = clamped(primary(selected(told_.aLanes, told_.aSigned, lane, a, b),
                                           selected(told_.bLanes, told_.bSigned, lane, a, b)));
      sum += (value & kept) << place;
      merged |= kept << place;
    }
    return sum + (c & (adds ? ~0u : ~merged));
  }

public:
  explicit VsimdVector(const Modifiers& told) : told_(told) {}

  /// Computes the results of all threads, kWidth at a time.
  __attribute__((always_inline)) void allThreads(const spec::Operands* operands, spec::Results* results) const {
    const std::uint32_t exec = operands->exec;
    const auto row = [operands](unsigned which, std::uint32_t first) -> Vector {
      return *reinterpret_cast<const InMemory*>(operands->row[which] + first);
    };
    Vector bits = {}; // of the first threads
#pragma clang loop unroll(full)
    for (std::uint32_t i = 0; i < kWidth; ++i)
      bits[i] = 1u << i;
    for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
      const Vector word =
          result(row(spec::video_rows::kA, first), row(spec::video_rows::kB, first), row(spec::video_rows::kC, first));
      InMemory* destination = reinterpret_cast<InMemory*>(results->row[0] + first);
      const Vector executes = (Vector)((bits << first & exec) != 0u);
      *destination = select(executes, word, *destination);
    }
    writesRdOnly(exec, results);
  }
};

} // namespace warplaw::concrete
