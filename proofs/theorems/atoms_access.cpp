// Where a lane's access goes, when it is an error, and how it reads bytes: ATOMS-2, -4, MACH-4, MACH-8 stated by wider
// arithmetic than the encoding's; and the claims about Rd and Rc that are false (ATOMS-7, -9).
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/terms/evaluate.h"

namespace warplaw::proofs::atoms {
namespace {
constexpr Bits kNone = static_cast<Bits>(spec::ErrorKind::None),
               kOut = static_cast<Bits>(spec::ErrorKind::AddressOutOfRange),
               kMisaligned = static_cast<Bits>(spec::ErrorKind::MisalignedAddress);

/// One lane's address and error, over variables.
struct Look : AccessMade {
  symbolic::AtomsAccess access = encoded();

  Look(Terms& terms, AtomsSize of)
      : AccessMade{of,
                   terms.variable(1, "executes"),
                   terms.variable(32, "base"),
                   terms.variable(32, "imm24"),
                   terms.variable(32, "baseIsZero"),
                   terms.variable(32, "allocated"),
                   terms.variable(1, "misalignedFirst")} {}
  std::vector<Term> legal() const {
    Terms& terms = base.terms();
    return {imm24.ule(terms.constant(32, 0xffffff)), imm24.extract(1, 0).eq(Bits(0)),
            baseIsZero.ule(terms.constant(32, 1)), allocated.ule(terms.constant(32, spec::kMaxSharedBytes))};
  }
};

/// EXCH of lane 0 under a witness of Look.
auto lookedAt(AtomsSize size, Shows shows, std::string report) {
  return [=](const Assignment& witness) -> Demonstration {
    AtomsRun run;
    run.modifiers = {0, 0, wordOf(witness, "imm24"), wordOf(witness, "baseIsZero")};
    run.memory.assign(valueOf(witness, "allocated"), 0);
    // a datapath is given zeros for an absent or zero base (spec::atoms_rows)
    if (valueOf(witness, "executes"))
      run.place(0, run.modifiers.baseIsZero ? 0 : wordOf(witness, "base"));
    run.give(0, 0x0807060504030201);
    run.choices.misalignedFirst = wordOf(witness, "misalignedFirst");
    return {{AtomsOp::Exch, size}, run, shows, report};
  };
}

Shows errorIs(Bits kind) {
  return [=](const AtomsRun& after) { return after.results.error[0] == kind; };
}

void addresses(Parts& parts) {
  Terms& terms = parts.terms;
  const Look look(terms, AtomsSize::U32);
  const Term offset = look.imm24.zext(64), base = look.base.zext(64), wraps = terms.constant(64, Bits(1) << 32);
  const Term negative = offset - (Bits(1) << 24);                           // 64 bits: an integer
  const Term sum = base + look.imm24.bit(23).ite(negative, offset) + wraps; // not below 0
  const Term withBase = sum.extract(31, 0);
  parts.proved("signed-under-a-register", look.legal(),
               look.baseIsZero.eq(Bits(0)).implies(look.access.address.eq(withBase)));
  parts.proved("unsigned-under-none-or-rz", look.legal(),
               look.baseIsZero.eq(Bits(1)).implies(look.access.address.zext(64).eq(offset)));

  // One immediate, [RZ + imm] and [R0 + imm] with R0 = 0.
  const auto read = [&](Bits baseIsZero) {
    AccessMade made = look;
    made.base = terms.constant(32, 0);
    made.baseIsZero = terms.constant(32, baseIsZero);
    return made.encoded().address;
  };
  const Term agree = read(1).eq(read(0)), isSet = look.imm24.bit(23);
  parts.proved("readings-agree-where-bit-23-is-clear", with(look.legal(), {isSet.eq(Bits(0))}), agree);
  parts.proved("readings-differ-where-bit-23-is-set", with(look.legal(), {isSet}), ~agree);
  const auto shown = [subject = parts.subject](const Assignment& witness) -> Demonstration {
    AtomsRun run = runOf(AtomsSize::U32, {{0, 1}});
    run.modifiers = {0, 0, wordOf(witness, "imm24"), 1};
    run.memory.assign(spec::kMaxSharedBytes, 0);
    Demonstration outside{{AtomsOp::Exch, AtomsSize::U32}, run, errorIs(kOut), ""};
    outside.run.modifiers.baseIsZero = 0;
    return {outside.pair, run,
            [=](const AtomsRun& after) { return errorIs(kNone)(after) && replayed(subject, outside).reproduced; },
            fmt::format("imm24 {:#x}: an access under [RZ + imm], out of range under [R0 + imm] with R0 = 0",
                        run.modifiers.imm24)};
  };
  parts.refuted("claim/one-immediate-one-place", look.legal(), agree, shown);
  parts.refuted("twin/sign-extended-under-rz", look.legal(),
                look.access.address.eq(look.baseIsZero.eq(Bits(1)).ite(look.imm24.extract(23, 0).sext(32), withBase)),
                shown);
}

void errors(Parts& parts, AtomsSize size) {
  Terms& terms = parts.terms;
  const Look look(terms, size);
  const unsigned bytes = spec::bytesOf(size);
  const Term address = look.access.address;
  // as integers of 64 bits: nothing wraps
  const Term inside = (address.zext(64) + Bits(bytes)).ule(look.allocated.zext(64)),
             aligned = address.extract(bytes == 8 ? 2 : 1, 0).eq(Bits(0));
  parts.proved("performs-iff-inside-and-aligned", look.legal(),
               look.access.performs.eq(look.executes & inside & aligned));
  const auto is = [&](Bits kind) { return look.access.error.eq(kind); };
  parts.proved("one-kind-and-its-reason", look.legal(),
               (is(kNone) | is(kOut) | is(kMisaligned)) & is(kNone).eq(~look.executes | look.access.performs) &
                   is(kOut).implies(~inside) & is(kMisaligned).implies(~aligned));
  parts.proved("either-kind-where-both-hold", look.legal(),
               (look.executes & ~inside & ~aligned).implies(look.misalignedFirst.ite(is(kMisaligned), is(kOut))));
  const Term wrapped = (address + Bits(bytes)).ule(look.allocated); // 32 bits: the last bytes of the window wrap to 0
  parts.refuted(
      "twin/end-wraps-at-32-bits", look.legal(), look.access.performs.eq(look.executes & wrapped & aligned),
      lookedAt(size, errorIs(kOut), "address + size past 2^32 is out of range, though its low 32 bits are small"));
  parts.refuted(
      "twin/last-access-excluded", look.legal(),
      look.access.performs.eq(look.executes & (address.zext(64) + Bits(bytes)).ult(look.allocated.zext(64)) & aligned),
      lookedAt(
          size, [](const AtomsRun& after) { return errorIs(kNone)(after) && after.results.written[0] == 1; },
          "an access that ends where the allocated size ends is performed"));
}

/// What EXCH stores, byte by byte.
void bytesInMemory(Parts& parts, AtomsSize size) {
  Terms& terms = parts.terms;
  const Pair exch{AtomsOp::Exch, size};
  const unsigned bytes = spec::bytesOf(size);
  const Term address = terms.variable(32, "address"), value = terms.variable(bitsOf(size), "operand"),
             old = terms.variable(bitsOf(size), "old");
  Term returned;
  const Bytes before = initialMemory(terms),
              after = afterStep(exch, before, terms.truth(true), address, value, value, &returned);
  std::vector<Term> stored, read, reversed;
  for (unsigned i = 0; i < bytes; ++i) {
    const Term place = address + Bits(i);
    stored.push_back(after(place).eq(value.extract(8 * i + 7, 8 * i)));
    read.push_back(before(place).eq(returned.extract(8 * i + 7, 8 * i)));
    reversed.push_back(after(place).eq(value.extract(8 * (bytes - 1 - i) + 7, 8 * (bytes - 1 - i))));
  }
  const std::vector<Term> assumptions = {mayAccess(size, address), load(before, address, bytes).eq(old)};
  parts.proved("least-significant-byte-first-in-memory", assumptions, terms.all(stored));
  parts.proved("least-significant-byte-first-in-rd", assumptions, terms.all(read));
  parts.refuted("twin/most-significant-byte-first", assumptions, terms.all(reversed), [=](const Assignment& witness) {
    const std::uint64_t value = valueOf(witness, "operand");
    const auto shows = [=](const AtomsRun& r) { // not a palindrome, and its low byte comes first
      bool palindrome = true;
      for (unsigned i = 0; i < bytes; ++i)
        palindrome = palindrome && r.memory[64 + i] == r.memory[64 + bytes - 1 - i];
      return !palindrome && r.memory[64] == (value & 0xff);
    };
    return Demonstration{exch, runOf(size, {{64, value}}), shows,
                         fmt::format("{:#x}: byte {:#x} stands at the effective address", value, value & 0xff)};
  });
}

void compareAndSwap(Parts& parts, AtomsSize size) {
  Terms& terms = parts.terms;
  const Transition t = Transition::variables(terms, size);
  const symbolic::AtomsStep swaps = t.step(AtomsOp::Cas, size), casts = t.step(AtomsOp::Cast, size);
  const Term one = terms.constant(bitsOf(size), 1);
  const std::vector<Term> small = {t.old.ule(one), t.operand.ule(one), t.swap.ule(one)};
  parts.proved("rb-compares-rc-is-swapped-in", {},
               t.old.eq(t.operand).ite(swaps.newValue.eq(t.swap), swaps.newValue.eq(t.old)) & swaps.returned.eq(t.old));
  parts.proved("cast-returns-one-exactly-where-it-stores", {},
               casts.returned.eq(casts.stores.ite(one, terms.constant(bitsOf(size), 0))) &
                   casts.stores.eq(t.old.eq(t.operand)));
  constexpr const char* kContrary = "the claim is false";
  parts.refuted("claim/rc-is-the-compare-value", small, swaps.newValue.eq(t.old.eq(t.swap).ite(t.operand, t.old)),
                inOneLane(
                    {AtomsOp::Cas, size},
                    [=](const AtomsRun& after, const AtomsLane& lane) {
                      return after.word(size, 0) != (lane.held == lane.swap ? lane.operand : lane.held);
                    },
                    kContrary));
  parts.refuted("claim/cast-returns-the-prior-value", small, casts.returned.eq(t.old),
                inOneLane(
                    {AtomsOp::Cast, size},
                    [=](const AtomsRun& after, const AtomsLane& lane) { return after.returned(size, 0) != lane.held; },
                    kContrary));
}

} // namespace

std::vector<Theorem> accessTheorems(const Subject& subject) {
  std::vector<Theorem> theorems = {law(subject, "atoms/address", "", {"ATOMS-2", "ATOMS-3"},
                                       "the 24 bits are signed under a register and unsigned under none or RZ; with R0 "
                                       "= 0 the readings differ exactly where bit 23 is set",
                                       addresses)};
  for (const AtomsSize size : kSizes) {
    const std::string named = nameOf(size), ofCas = "atoms/compare-value/" + named;
    theorems.push_back(law(subject, "atoms/errors/" + named, "", {"ATOMS-4", "MACH-8"},
                           "an access is performed exactly if it is aligned and ends inside the allocated size, "
                           "without wrapping; otherwise one error, for its reason",
                           [=](Parts& parts) { errors(parts, size); }));
    theorems.push_back(law(subject, "atoms/bytes/" + named, formOf({AtomsOp::Exch, size}), {"MACH-4", "ATOMS-6"},
                           "the effective address names the least significant byte, in memory and in Rd",
                           [=](Parts& parts) { bytesInMemory(parts, size); }));
    theorems.push_back(law(subject, ofCas, formOf({AtomsOp::Cas, size}), {"ATOMS-7", "ATOMS-9"},
                           "Rb is the compare value and Rc is swapped in; CAST returns a flag. That Rc compares, or "
                           "that CAST returns the prior value, is false",
                           [=](Parts& parts) { compareAndSwap(parts, size); }));
    if (size == AtomsSize::U32)
      theorems.back().claims = {
          {"ATOMS-7", "Rc holds the value that memory is compared with, and Rb the one that is stored.",
           ofCas + "/claim/rc-is-the-compare-value", "atoms-7-rb-compares", "compare-and-swap-exchanged"},
          {"ATOMS-9", "Every ATOMS returns the prior value of memory to Rd, CAST too.",
           ofCas + "/claim/cast-returns-the-prior-value", "atoms-9-cast-returns-a-flag", "cast-returns-the-old-value"}};
  }
  return theorems;
}

} // namespace warplaw::proofs::atoms
