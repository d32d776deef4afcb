// The rules in our own words.
#include "spec/rules.h"
#include <algorithm>

namespace warplaw::spec {
namespace {

constexpr RuleKind kLegality = RuleKind::Legality;

constexpr Rule kRules[] = {
    {"MACH-1", "A lane executes if it is active and its guard holds; every other lane keeps all its state."},
    {"MACH-2",
     "All operands, of all lanes where the instruction is collective, are read before any destination is written."},
    {"MACH-3",
     "RZ reads 0, PT reads true, both drop writes; register vectors are aligned and never contain R255, or are RZ."},
    {"MACH-4", "Memory is little-endian: an address names the least significant byte."},
    {"MACH-5", "Nothing changes but what the rules name."},
    {"MACH-6", "Control suffixes are kept and printed again; they do not change any value.", false, kLegality},
    {"MACH-7", "Helper and killed pixels take no part in RED and SURED."},
    {"MACH-8", "A lane reports at most one error and then makes no access; the other lanes go on."},
    {"SHFL-1", "The range of a lane begins at lane & seg and ends at that | (clamp & ~seg)."},
    {"SHFL-2", "IDX reads lane b of the own segment, in range up to maxLane."},
    {"SHFL-3", "DOWN reads lane i + b, in range up to maxLane."},
    {"SHFL-4", "UP reads lane i - b, in range down to maxLane (not minLane, as published).", true},
    {"SHFL-5", "BFLY reads lane i ^ b, in range up to maxLane."},
    {"SHFL-6", "Out of range, a lane reads its own value."},
    {"SHFL-7",
     "A source lane that executes gives its old Ra; from any other, every reading lane may get any value (not 0, "
     "as published).",
     true},
    {"SHFL-8", "Pu tells whether the source lane was in range; it does not depend on which lanes execute."},
    {"SHFL-9", "The mode is mandatory; Sb is a register or 5 bits, Sc a register or 13 bits."},
    {"SHFL-10", "In range implies a source lane 0..31; IDX stays in its segment."},
    {"SHFL-11", "UP and DOWN stay in their segment for prefix masks only.", true},
    {"SHFL-12", "BFLY can read an earlier segment with Pu true, so a lane does not read its own segment only.", true},
    {"SHFL-13", "What the published scan, reduction and quad programs compute in every lane.", true},
    {"CSHFL-1",
     "A shuffle is SHFL of x as it is, with (32 - width) << 8 as segments and 31 as clamp, 0 for up; width is a power "
     "of two, 1..32."},
    {"CSHFL-2", "__shfl reads lane srcLane modulo width of the own subsection (not itself outside, as published).",
     true},
    {"CSHFL-3", "__shfl_up and __shfl_down give the own value outside the subsection (not its edge lane's).", true},
    {"CSHFL-4",
     "__shfl_xor reads lane i ^ mask in the own subsection and in earlier ones (not in the own alone), the own value "
     "instead of a later one's.",
     true},
    {"CSHFL-5", "Only the lowest five bits of x count: __shfl_up by 33 is by 1."},
    {"ATOMS-1", "Which operation takes which size; U32 where none is written; .32 is .U32, .64 is .U64.", false,
     kLegality},
    {"ATOMS-2", "The 24-bit offset is sign-extended and added to Ra; without Ra or with RZ it is zero-extended."},
    {"ATOMS-3", "The offset is a multiple of 4 in the range of its form of address.", false, kLegality},
    {"ATOMS-4", "Outside the allocated size, or misaligned: an error of the lane and no access."},
    {"ATOMS-5", "Lanes without error take effect one after another, in an order that the implementation chooses."},
    {"ATOMS-6", "Rd gets the old memory value; memory gets the operation of the old value and Rb."},
    {"ATOMS-7", "CAS stores Rc if memory equals Rb, and returns the old value (Rb compares, not Rc as published).",
     true},
    {"ATOMS-8", "Rb and Rc of CAS and CAST are consecutive and aligned; Rc may be RZ, Rb may not."},
    {"ATOMS-9", "CAST returns a flag, 1 if it stored, 0 if not; not the old value as published.", true},
    {"ATOMS-10", "CAST.SPIN lets one lane a bank try its compare and store; every other lane there returns 0."},
    {"ATOMS-11", "Only compute shaders may use ATOMS.", false, kLegality},
    {"ATOMS-12", "A CAS or CAST loop implements any operation if its plain load cannot be torn, and not otherwise.",
     true},
    {"ATOMS-13",
     "Outcomes are linearizable, and which of them depend on the order; CAST.SPIN has outcomes that CAST has not.",
     true},

    {"VOTE-1", "The ballot has the bit of every executing lane whose predicate holds; all other bits are 0."},
    {"VOTE-2", "ALL, ANY and EQ ask the executing lanes only (not all 32, as published).", true},
    {"VOTE-3",
     "Every executing lane gets the ballot in Rd and the answer in Pu, and no other lane gets anything (not all "
     "threads "
     "of the warp, as published); the mode does not matter to Rd.",
     true},
    {"VOTE-4", "ALL of p is not ANY of !p; the ballot of !p is the rest of exec; EQ is ALL of p or ALL of !p."},
    {"BAR-1", "Which barriers there are, and how many threads complete one; a warp arrives as a whole and adds 32."},
    {"BAR-2",
     "The last arrival releases all who wait and latches the reduction for each; B2R.RESULT reads the own latch, which "
     "no generation changes that the warp is not in."},
    {"BAR-3",
     "POPC counts the threads whose predicate holds, and sums no values; AND and OR give 1 or 0 (not the inputs' bits, "
     "as published); what lanes give that do not execute is open.",
     true},
    {"BAR-4",
     "One generation has one use and one count: an arrival that says otherwise is an error and does not count; ids are "
     "0..15, counts multiples of 32. In registers executing lanes hold the same; what names nothing is an error, too."},
    {"BAR-5",
     "What fixed warps compute that each arrive once does not depend on their order (of any warps, as published, it "
     "does).",
     true},
    {"PM-1", "Each bit of the mask adds 1 to its counter, once a warp that executes in some lane."},
    {"PM-2", "PMTRIG takes any 16-bit mask; counters 8 to 15 are reserved, and __prof_trigger rejects them.", false,
     kLegality},
    {"SR-1", "Which special registers S2R and CS2R read."},
    {"SR-2",
     "EQMASK is the lane's own bit; LT, LE, GE, GT are the bits of the lanes before and after, with or without it."},
    {"SR-3", "CLOCK64 is an input that never decreases, CLOCKLO and CLOCKHI its words; TID is the linear thread id, 32 "
             "times the "
             "warp's number plus the lane's, taken apart by NTID; lanes beyond the CTA are not alive."},
    {"SEL-1", "In every executing lane Rd gets Ra if the lane's Pp holds, after its negation, and otherwise Rb."},
    {"SEL-2", "Rb is a register or a 20-bit immediate, which is sign-extended to 32 bits."},
    {"IADD-1",
     "In every executing lane Rd gets Ra + Rb modulo 2^32; what has a minus before it is subtracted instead."},
    {"IADD-2",
     "Rb is a register or a 20-bit immediate, which is sign-extended to 32 bits; an immediate has no other sign."},
    {"IADD-3",
     "At most one of Ra and Rb has a minus: encodings with both add one to the sum (.PO), which is another operation.",
     false, kLegality},
    {"FADD-1", "In every executing lane Rd gets the binary32 sum of Ra and Rb, rounded to nearest even, denormals kept "
               "throughout; a minus changes the sign bit of its operand first."},
    {"FADD-2", "A sum that is no number is 0x7fffffff, whatever came in; zeros of unlike sign, and x and -x, give +0."},
    {"ISETP-1",
     "In every executing lane Pu gets what the comparison of Ra and Rb says, signed or as .U32 unsigned, AND, "
     "OR or XOR the lane's Pp, after its negation; F never holds, T always; no register is written."},
    {"ISETP-2", "Rb is a register or a 20-bit immediate, which is sign-extended to 32 bits, under .U32 too."},
    {"ISETP-3",
     "The second destination predicate, which would get the opposite comparison, and .X are not modelled: it is PT.",
     false, kLegality},
    {"LOP-1",
     "In every executing lane Rd gets Ra AND, OR or XOR Rb bit by bit, or Rb alone; ~ inverts its operand first."},
    {"LOP-2", "Rb is a register or a 20-bit immediate, which is sign-extended to 32 bits; an immediate has no ~."},
    {"SHIFT-1",
     "In every executing lane Rd gets Ra shifted by Rb as an unsigned word; from 32 on all bits have left. Zeros come "
     "in, or under SHR without .U32 copies of the sign."},
    {"SHIFT-2", "Under .W the lowest five bits of the amount count, and nothing else of it."},
    {"SHIFT-3", "Rb is a register or a 20-bit immediate, which is sign-extended to 32 bits: -1 is far."},
    {"POPC-1", "In every executing lane Rd gets how many bits of Rb are 1; ~ inverts it first."},
    {"POPC-2", "Rb is a register or a 20-bit immediate, which is sign-extended to 32 bits; an immediate has no ~."},
    {"FLO-1",
     "In every executing lane Rd gets the number of Rb's highest bit that is 1 (.U32) or differs from its sign, "
     "0xffffffff where there is none; ~ inverts Rb first."},
    {"FLO-2", "Under .SH it is 31 less that number, and still 0xffffffff where there is none."},
    {"FLO-3", "Rb is a register or a 20-bit immediate, which is sign-extended to 32 bits; an immediate has no ~."},
    {"VID-1", "A selector names a byte, a half or the whole word, which its type extends to a signed 33-bit number."},
    {"VID-2",
     "Sums, differences, minima and maxima are exact, whatever signs meet (dtype decides no sign, as published).",
     true},
    {"VID-3", "The average is half of the sum, rounded to the nearest; a half is rounded away from zero."},
    {"VID-4", "VSET gives 1 if a and b compare as its condition says, otherwise 0; all but a and b is unsigned."},
    {"VID-5", "Shifts are by an unsigned b, at most 32 or modulo 32; VSHL keeps 34 bits, VSHR the sign of a's 33."},
    {"VID-6", "Only .SAT clamps (not always, as published): to dtype's range at the width that is written.", true},
    {"VID-7",
     "Then a second operation with Rc, or a merge into Rc; Rc is written exactly if one of them is, never both."},
    {"VID-8",
     "VMAD is a * b + c, exact, at most one term negated; shifted, clamped where .SAT is, its low word returned."},
    {"VID-9", "Halves or bytes at once: each lane of a and of b is any lane of {b, a}, and a mask names lanes of d."},
    {"VID-10",
     "Each lane is what the scalar operation gives, cut to the width of a lane, or with .SAT clamped to it (not "
     "always, "
     "as published); .SAT excludes .ADD.",
     true},
    {"VID-11", "Lanes outside the mask come from c; .ADD gives c plus the exact results of the lanes in it, mod 2^32."},

    // The reductions' operations on memory, which linearize/ has already.
    {"RED-1", "Which sizes each operation takes.", false, kLegality},
    {"RED-2", "The address: 32 bits of Ra and a signed offset, zero-extended; under .E 64 bits."},
    {"RED-3", "An address that is no multiple of the access's size is an error, and no access."},
    {"RED-4", "So is an address in the Local or the Shared window."},
    {"RED-5", "So is an access that lies not wholly in one allocated region."},
    {"RED-6", "Memory gets the operation of the old value and Rb, element by element; nothing is returned.", true},
    {"RED-7", "F32 flushes subnormals, F16x2 and F64 keep them; sums round to nearest even; which NaN each gives."},
    {"RED-8",
     "A reduction first discards its SM's own line, and is performed later. A load between the two brings the line "
     "back as it was: later loads, of the issuing thread too, may be stale. A global load (LD.CG) never is."},
    {"RED-9", "One thread's operations on one address keep their order, others only across MEMBAR.GL or a barrier."},
    {"RED-10", "Lanes with different addresses in one line go as one access; equal addresses one after the other."},
    {"RED-11", "Which reductions of one operation leave the same memory in every order."},
    {"SURED-1", "Which registers are the coordinates of each dimension; a layer is the low 16 bits, unsigned."},
    {"SURED-2", "Which sizes each operation takes.", false, kLegality},
    {"SURED-3", "SD32 and SD64 are signed or unsigned as the surface's format is."},
    {"SURED-4",
     "The header's index is 20 bits of a handle, which is bound or of a register; beyond the pool is no texture."},
    {"SURED-5", "x counts elements, or bytes under .BA, exactly; a row has its texels' bytes."},
    {"SURED-6", "Outside the surface NEAR goes to the edge, IGN drops the update, TRAP reports it."},
    {"SURED-7", "A disabled surface drops every update."},
    {"SURED-8",
     "The address: pitch, 1D buffer or block linear, whose blocks shrink to the surface; which headers there are."},
    {"SURED-9",
     "What happens at an element is RED's step, in an order over the lanes; nothing is returned. L1 caches no surface, "
     "and texture lines of the same memory stay, stale."},
    {"SURED-10", "Unlike elements in range are apart and inside the surface's bytes; NEAR lands in range."},
    {"SURED-11",
     "Which error a lane reports where several hold; whether an update that is dropped reports its misaligned x."},

    {"SYNC-1",
     "Executing lanes that name one membermask are a group; each must be in its mask, and all its live members "
     "must be there, otherwise executing lanes' destinations take any value."},
    {"SYNC-2", "shfl.sync is SHFL among the live members of each group; a source lane that is none gives any value."},
    {"SYNC-3", "vote.sync is VOTE among them: all, any, uni (all alike) to a predicate, or the ballot to a register."},
    {"SYNC-4",
     "match.any gives the live members whose value equals the own, bit for bit; match.all all of them and true "
     "if they are all equal, otherwise 0 and false."},
    {"SYNC-5",
     "redux.sync gives every live member the group's sum, minimum, maximum, and, or, xor; of floats -0 < +0, and "
     "a NaN counts if .NaN says so or there is nothing else."},
    {"SYNC-6", "activemask gives the mask of the lanes that execute."},
    {"SYNC-7", "elect.sync gives every member the number of one fixed member, and true to that member alone."},
    {"SYNC-8",
     "CUDA's __shfl_sync, __all_sync, __match_any_sync, __reduce_add_sync, __activemask and their kin are these "
     "instructions; 64 bits are shuffled as two words, values match as bits, a predicate is whatever is not 0."},
    {"SYNC-9",
     "match.any's sets are classes of one equivalence; match.all, votes and ballots, redux of predicates and of either "
     "sign, b64 and two b32 say the same as each other.",
     true},
    {"SYNC-10",
     "What idioms of shuffles, ballots and matches compute, and for exactly which sets of lanes: sums and prefix sums "
     "with and without guards, places by ballot, one atomic for all lanes of a location.",
     true},
    {"PTX-20",
     "Integer sums, differences, products (their low half, high half or whole), products of 24 bits, absolute values "
     "and differences, minima and maxima; .sat clamps, .relu makes negative numbers 0."},
    {"PTX-21", "div truncates toward zero, rem has the dividend's sign; the least by -1 is the least and 0; by 0, any "
               "value (here "
               "all ones, and the dividend)."},
    {"PTX-22",
     "add.cc, addc, sub.cc, subc, mad.cc and madc pass one bit on: the carry of a sum, the borrow of a difference."},
    {"PTX-23", "Bits are combined one by one; a shift by more than the width gives 0, or the sign; shf shifts a pair "
               "of words, by "
               "at most 32 or by the amount's low 5 bits."},
    {"PTX-24",
     "Bits are counted, found and reversed; fields of bits are extracted, inserted, made and extended; bytes are "
     "permuted, and parts of words multiplied and added."},
    {"PTX-25", "setp compares, and may combine that with a predicate; q of p|q combines the negated comparison; selp "
               "chooses by a predicate, slct by the sign of a number."},
    {"PTX-26",
     "cvt makes an integer narrower by truncation, wider by its source's sign; .sat clamps to the destination."},
    {"PTX-30", "Sums, products and fma of floats are rounded once, to the nearest where nothing is written; .ftz makes "
               "subnormals zero of their sign, and a result that rounding to the type's digits alone leaves below the "
               "least normal number; .sat clamps to 0..1; a NaN that comes out is the canonical one."},
    {"PTX-31",
     "min and max take a number before a NaN, .NaN a NaN before a number, and -0 < +0; abs, neg and copysign change "
     "the sign bit alone, but abs and neg of a NaN may give any."},
    {"PTX-32",
     "div, rcp and sqrt with a rounding are rounded correctly; approximate functions are within the documented error, "
     "and here rounded correctly."},
    {"PTX-33", "A float becomes an integer by rounding and saturates, and a NaN gives 0 or the least; an integer or a "
               "wider float "
               "becomes a float rounded once."},
};

} // namespace

std::span<const Rule> rules() { return kRules; }

const Rule* findRule(std::string_view name) {
  const auto* rule = std::ranges::find(kRules, name, &Rule::name);
  return rule == std::end(kRules) ? nullptr : rule;
}

} // namespace warplaw::spec
