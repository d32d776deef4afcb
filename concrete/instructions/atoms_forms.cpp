// ATOMS's datapaths, one a form: the lanes without error are listed in order, then take their atomic step one after the
// other (ATOMS-5..10, MACH-4). A loop over all lanes with a branch on each mispredicts on masks that nobody can learn.
#include "concrete/instructions/atoms.h"
#include "concrete/instructions/atoms_lanes.h"
#include "concrete/vector.h"
#include <bit>

using namespace warplaw::spec;
using namespace warplaw::concrete;

static_assert(std::endian::native == std::endian::little, "shared memory is little-endian (MACH-4)");

namespace {
typedef std::uint32_t Word32 __attribute__((aligned(1), may_alias));
typedef std::uint64_t Word64 __attribute__((aligned(1), may_alias));

/// Bits of one form's memory cell, and how lanes hold them in rows.
struct Narrow {
  using Bits = std::uint32_t;
  static constexpr std::uint32_t kSize = 4;
  static Bits load(const std::uint8_t* at) { return *reinterpret_cast<const Word32*>(at); }
  static void store(std::uint8_t* at, Bits bits) { *reinterpret_cast<Word32*>(at) = bits; }
  static Bits read(const Operands* operands, std::uint32_t row, std::uint32_t lane) { return operands->row[row][lane]; }
  static void give(Results* results, std::uint32_t lane, Bits bits) { results->row[0][lane] = bits; }
};

struct Wide {
  using Bits = std::uint64_t;
  static constexpr std::uint32_t kSize = 8;
  static Bits load(const std::uint8_t* at) { return *reinterpret_cast<const Word64*>(at); }
  static void store(std::uint8_t* at, Bits bits) { *reinterpret_cast<Word64*>(at) = bits; }
  static Bits read(const Operands* operands, std::uint32_t row, std::uint32_t lane) {
    return operands->row[row][lane] | static_cast<std::uint64_t>(operands->row[row + 1][lane]) << 32;
  }
  static void give(Results* results, std::uint32_t lane, Bits bits) {
    results->row[0][lane] = static_cast<std::uint32_t>(bits);
    results->row[1][lane] = static_cast<std::uint32_t>(bits >> 32);
  }
};

std::int32_t asSigned(std::uint32_t bits) { return static_cast<std::int32_t>(bits); }

// ATOMS-6: the new memory value from the old one and Rb
#define WARPLAW_REPLACES_BY(Op, value)                                                                                 \
  struct Op {                                                                                                          \
    static std::uint32_t apply(std::uint32_t m, std::uint32_t b) { return value; }                                     \
  };
WARPLAW_REPLACES_BY(AddOp, m + b)
WARPLAW_REPLACES_BY(MinUnsigned, b < m ? b : m)
WARPLAW_REPLACES_BY(MaxUnsigned, b > m ? b : m)
WARPLAW_REPLACES_BY(MinSigned, asSigned(b) < asSigned(m) ? b : m)
WARPLAW_REPLACES_BY(MaxSigned, asSigned(b) > asSigned(m) ? b : m)
WARPLAW_REPLACES_BY(IncOp, m >= b ? 0 : m + 1)
WARPLAW_REPLACES_BY(DecOp, m == 0 || m > b ? b : m - 1)
WARPLAW_REPLACES_BY(AndOp, (m & b))
WARPLAW_REPLACES_BY(OrOp, m | b)
WARPLAW_REPLACES_BY(XorOp, m ^ b)
#undef WARPLAW_REPLACES_BY
struct ExchOp {
  template <class Bits> static Bits apply(Bits, Bits b) { return b; }
};

// One lane's atomic step: the new contents of its cell, and the word that it returns.
template <class Op, class Width> struct Replaces { // ATOMS-6
  using Cell = Width;
  static typename Width::Bits step(const Operands* operands, std::uint32_t lane, typename Width::Bits old,
                                   Results* results) {
    Width::give(results, lane, old);
    return Op::apply(old, Width::read(operands, atoms_rows::kOperand, lane));
  }
};

template <class Width> struct Swaps { // ATOMS-7
  using Cell = Width;
  static typename Width::Bits step(const Operands* operands, std::uint32_t lane, typename Width::Bits old,
                                   Results* results) {
    const auto compare = Width::read(operands, atoms_rows::kOperand, lane);
    const auto swap = Width::read(operands, atoms_rows::kSwap, lane);
    Width::give(results, lane, old);
    return old == compare ? swap : old;
  }
};

template <class Width> struct Casts { // ATOMS-9: the flag goes to Rd
  using Cell = Width;
  static typename Width::Bits step(const Operands* operands, std::uint32_t lane, typename Width::Bits old,
                                   Results* results) {
    const auto compare = Width::read(operands, atoms_rows::kOperand, lane);
    const auto swap = Width::read(operands, atoms_rows::kSwap, lane);
    results->row[0][lane] = old == compare ? 1 : 0;
    return old == compare ? swap : old;
  }
};

/// Puts 0 into a result row of the given lanes.
void clearRow(Results* results, std::uint32_t row, std::uint32_t lanes) {
  using Vector = VectorOf<4>::Unsigned;
  using InMemory = VectorOf<4>::InMemory;
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += 4) {
    const Vector bit = 1u << (Vector{0, 1, 2, 3} + first);
    InMemory* words = reinterpret_cast<InMemory*>(results->row[row] + first);
    *words &= (Vector)((bit & lanes) == 0u);
  }
}

/// ATOMS-5: the lanes of `performing` take their step in `order`. A lane that comes to where the last one was need not
/// wait for that one's store.
template <class Step>
void serialise(const AtomsModifiers* modifiers, std::uint32_t performing, const Operands* operands,
               const AtomsChoices* choices, std::uint8_t* memory, Results* results, AtomsListing* listing) {
  const std::uint32_t offset = offsetOf(modifiers);
  std::uint8_t list[kLanes] = {};
  const std::uint64_t count = listing(choices->order.data(), performing, list);
  std::uint32_t last = ~0u; // no address of an access
  typename Step::Cell::Bits held = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint32_t lane = list[k];
    const std::uint32_t address = operands->row[atoms_rows::kBase][lane] + offset;
    const auto stands = Step::Cell::load(memory + address);
    held = Step::step(operands, lane, address == last ? held : stands, results);
    Step::Cell::store(memory + address, held);
    last = address;
  }
}

template <class Step> struct Plain {
  static void run(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                  std::uint8_t* memory, std::uint32_t allocated, Results* results, AtomsListing* listing) {
    constexpr std::uint32_t kHigh = Step::Cell::kSize == 8 ? 1 : 0;
    const std::uint32_t admitted =
        warplaw_atoms_admit(modifiers, operands, choices, allocated, Step::Cell::kSize, kHigh, results);
    serialise<Step>(modifiers, admitted, operands, choices, memory, results, listing);
  }
};

/// CAST and CAST.SPIN (ATOMS-9, ATOMS-10); castPair says whether Rd's second register is written too.
template <class Width, bool kSpin> struct Cast {
  static void run(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                  std::uint8_t* memory, std::uint32_t allocated, Results* results, AtomsListing* listing) {
    const std::uint32_t high = Width::kSize == 8 && choices->castPair ? 1 : 0;
    const std::uint32_t admitted =
        warplaw_atoms_admit(modifiers, operands, choices, allocated, Width::kSize, high, results);
    std::uint32_t performing = admitted;
    if constexpr (kSpin) {
      const std::uint32_t chosenBanks = Width::kSize == 8 && !choices->bank64IsDefault ? 1 : 0;
      performing = warplaw_atoms_spin_winners(modifiers, operands, choices, admitted, chosenBanks);
      clearRow(results, 0, admitted & ~performing); // losers return 0
    }
    if constexpr (Width::kSize == 8)
      clearRow(results, 1, high ? admitted : 0);
    serialise<Casts<Width>>(modifiers, performing, operands, choices, memory, results, listing);
  }
};
} // namespace

extern "C" {
#define WARPLAW_ATOMS_FORM(op, size, Op, Size, ...)                                                                    \
  void warplaw_atoms_##op##_##size(const AtomsModifiers* modifiers, const Operands* operands,                          \
                                   const AtomsChoices* choices, SharedBytes shared, Results* results,                  \
                                   AtomsListing* listing) {                                                            \
    __VA_ARGS__::run(modifiers, operands, choices, shared.bytes, shared.allocated, results, listing);                  \
  }
#include "concrete/instructions/atoms_forms.def"
#undef WARPLAW_ATOMS_FORM
}
