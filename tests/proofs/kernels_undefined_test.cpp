// Values of which some bits may be anything (PTX-16, docs/ptx.md): the machine of warps, that of threads and the terms
// say alike which these are, and what they call defined does not change with the others.
#include "concrete/scalar/scalar.h"
#include "plain/machine.h"
#include "plain/scalar.h"
#include "proofs/kernels/machine.h"
#include "ptx/machine/run.h"
#include "ptx/machine/undefined.h"
#include "ptx/text/read.h"
#include "symbolic/encodings/scalar.h"
#include "symbolic/terms/evaluate.h"
#include "tests/ptx/whole.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::proofs::kernels {
namespace {
using ptx::FindingKind;
using spec::scalar::Form;
using spec::scalar::Modes;
using spec::scalar::onesOf;
using spec::scalar::Word;
using Words = std::array<Word, spec::scalar::kMostSources>;

class Drawn {
public:
  explicit Drawn(std::uint64_t seed) : dice_(seed) {}
  std::uint64_t below(std::uint64_t n) { return dice_() % n; }
  /// Small numbers, which name places in a word, runs of ones, and any word.
  Word word() {
    switch (below(4)) {
    case 0:
      return below(70);
    case 1:
      return onesOf(static_cast<unsigned>(below(65))) << below(64);
    default:
      return dice_();
    }
  }

private:
  std::mt19937_64 dice_;
};

/// Words of an operation's sources, and which of their bits may be anything.
struct Sample {
  Words words{}, undefined{};
  std::string text() const {
    return fmt::format("{:#x} {:#x} {:#x}, undefined {:#x} {:#x} {:#x}", words[0], words[1], words[2], undefined[0],
                       undefined[1], undefined[2]);
  }
};

template <class Do> void forEachSample(std::uint64_t seed, Do once) {
  Drawn drawn(seed);
  for (const Form& form : spec::scalar::integerForms())
    for (const Modes modes : form.everyModes())
      for (unsigned i = 0; i < 64; ++i) {
        Sample sample;
        for (unsigned source = 0; source < form.sources(); ++source) {
          const Word ones = onesOf(form.source(source, modes).width());
          sample.words[source] = drawn.word() & ones;
          sample.undefined[source] = drawn.below(2) ? drawn.word() & ones : 0;
        }
        once(form, modes, sample, drawn);
      }
}

Word byWarps(const Form& form, Modes modes, const Sample& sample) {
  return ptx::undefinedBits({form, modes}, concrete::scalarFunction(form), sample.words, sample.undefined) &
         onesOf(form.result(modes).width());
}

TEST(PtxUndefined, DefinedBitsDoNotChangeWithOthers) {
  unsigned partly = 0;
  forEachSample(1, [&](const Form& form, Modes modes, const Sample& sample, Drawn& drawn) {
    const auto resultOf = [&](const Words& words) {
      return concrete::scalarFunction(form)(modes, words[0], words[1], words[2], words[3]);
    };
    const Word bits = byWarps(form, modes, sample), ones = onesOf(form.result(modes).width());
    partly += bits != 0 && bits != ones;
    for (unsigned other = 0; other < 16; ++other) {
      Sample changed = sample;
      for (unsigned source = 0; source < form.sources(); ++source)
        changed.words[source] ^= drawn.word() & sample.undefined[source];
      ASSERT_EQ((resultOf(changed.words) ^ resultOf(sample.words)) & ones & ~bits, 0u)
          << form.opcode(modes) << " " << sample.text();
      ASSERT_EQ(byWarps(form, modes, changed), bits) << form.opcode(modes) << " " << sample.text();
    }
  });
  EXPECT_GT(partly, 1000u);
}

/// All values of a few undefined bits are tried, signs among them, and of numbers that lie near each other. What is
/// called defined is so; for operations that compare or choose, what is called undefined is so, too.
TEST(PtxUndefined, AllValuesOfFewBits) {
  unsigned open = 0, decided = 0;
  Drawn drawn(3);
  for (const Form& form : spec::scalar::integerForms())
    for (const Modes modes : form.everyModes())
      for (unsigned i = 0; i < 128; ++i) {
        Sample sample;
        std::vector<std::pair<unsigned, Word>> bits;
        for (unsigned source = 0; source < form.sources(); ++source)
          sample.words[source] = (source == 1 ? sample.words[0] + drawn.below(5) - 2 : drawn.word()) &
                                 onesOf(form.source(source, modes).width());
        for (unsigned left = 1 + drawn.below(6); left != 0; --left) {
          const auto source = static_cast<unsigned>(drawn.below(form.sources()));
          const unsigned width = form.source(source, modes).width();
          const Word places[] = {drawn.below(4), drawn.below(width), width - 1};
          bits.emplace_back(source, (Word{1} << places[drawn.below(3)]) & onesOf(width));
          sample.undefined[source] |= bits.back().second;
        }
        const auto resultOf = [&](const Words& words) {
          return concrete::scalarFunction(form)(modes, words[0], words[1], words[2], words[3]);
        };
        Word differs = 0;
        for (unsigned taken = 0; taken < 1u << bits.size(); ++taken) {
          Words words = sample.words;
          for (unsigned bit = 0; bit < bits.size(); ++bit)
            words[bits[bit].first] ^= taken >> bit & 1 ? bits[bit].second : 0;
          differs |= (resultOf(words) ^ resultOf(sample.words)) & onesOf(form.result(modes).width());
        }
        const Word said = byWarps(form, modes, sample);
        ASSERT_EQ(differs & ~said, 0u) << form.opcode(modes) << " " << sample.text();
        const std::string_view symbol = form.operation->symbol;
        if (!symbol.starts_with("setp") && symbol != "selp" && symbol != "slct")
          continue;
        ASSERT_EQ(differs, said) << form.opcode(modes) << " " << sample.text();
        ++(said != 0 ? open : decided);
      }
  EXPECT_GT(open, 500u);
  EXPECT_GT(decided, 500u);
}

TEST(PtxUndefined, ThreeStatementsOfAnOperationAgree) {
  forEachSample(2, [](const Form& form, Modes modes, const Sample& sample, Drawn& drawn) {
    const Word ones = onesOf(form.result(modes).width()), wanted = byWarps(form, modes, sample);
    const std::size_t count = form.sources();
    ASSERT_EQ(plain::undefinedBits(form, modes, std::span(sample.words).first(count),
                                   std::span(sample.undefined).first(count)) &
                  ones,
              wanted)
        << form.opcode(modes) << " " << sample.text();
    // as bits; or all bits of a source under a condition, two in turn, that no solver decides
    for (const unsigned conditions : {0u, 1u, 2u}) {
      symbolic::Terms terms;
      const symbolic::Assignment values{{"c", drawn.below(2)}, {"d", drawn.below(2)}};
      std::vector<AnyValue> in;
      std::vector<Term> words;
      Sample now = sample;
      for (unsigned source = 0; source < count; ++source) {
        const unsigned width = form.source(source, modes).width();
        words.push_back(terms.constant(width, sample.words[source]));
        const char* const name = conditions == 2 && source % 2 != 0 ? "d" : "c";
        const bool isConditional = conditions != 0 && drawn.below(2) == 0;
        in.push_back(undefinedAs(words.back(), terms.constant(width, sample.undefined[source]), terms.truth(false)));
        if (isConditional)
          in.back().any = in.back().any | terms.variable(1, name);
        if (isConditional && values.at(name) != 0)
          now.undefined[source] = onesOf(width);
      }
      const Term result = symbolic::scalar::encoded(form, modes, words);
      const AnyValue value = undefinedOf(form, modes, in, result, result.width());
      ASSERT_EQ(symbolic::evaluate(std::vector{value.mask()}, values)[0], byWarps(form, modes, now))
          << form.opcode(modes) << " " << now.text();
    }
  });
}

/// What a kernel does with registers and memory that nobody wrote, and whether an undefined bit decides something.
struct Row {
  std::string_view body;
  bool decides;
};
constexpr Row kRows[] = {
    // a half, a byte, a bit in a word
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; and.b32 %r0, %r1, 0xffff;", false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; and.b32 %r0, %r1, 0x1ffff;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; mov.b32 {%h2, %h3}, %r1; cvt.u32.u16 %r0, %h2;", false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; mov.b32 {%h2, %h3}, %r1; cvt.u32.u16 %r0, %h3;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; cvt.u32.u8 %r0, %r1;", false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h1, %h0}; cvt.u32.u8 %r0, %r1;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; cvt.sat.s16.s32 %h0, %r1; cvt.u32.u16 %r0, %h0;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; shl.b32 %r0, %r1, 16;", false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; shl.b32 %r0, %r1, 15;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h1, %h0}; shr.u32 %r0, %r1, 16;", false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h1, %h0}; shr.s32 %r0, %r1, 15;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; shr.s32 %r1, %r1, 8; and.b32 %r0, %r1, 0xff;", false},
    {"mov.b32 %r2, 3; bfi.b32 %r1, %r2, %r9, 7, 4; bfe.u32 %r0, %r1, 7, 4;", false},
    {"mov.b32 %r2, 3; bfi.b32 %r1, %r2, %r9, 7, 4; bfe.u32 %r0, %r1, 7, 5;", true},
    {"mov.b32 %r2, 3; bfi.b32 %r1, %r2, %r9, 7, 4; bfe.s32 %r0, %r1, 7, 4;", false},
    {"mov.b32 %r2, 3; bfi.b32 %r1, %r2, 5, 7, %r9; and.b32 %r0, %r1, 1;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; prmt.b32 %r0, %r1, 0, 0x4410;", false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; prmt.b32 %r0, %r1, 0, 0x44a0;", true},
    {"and.b32 %r1, %r9, 2; or.b32 %r1, %r1, 2; mov.b32 %r0, %r1;", false},
    {"and.b32 %r1, %r9, 2; or.b32 %r0, %r1, 1;", true},
    {"xor.b32 %r1, %r9, %r9; mov.b32 %r0, %r1;", true},
    {"xor.b32 %r1, %r9, 5; not.b32 %r1, %r1; and.b32 %r0, %r1, 0;", false},
    {"and.b32 %r1, %r9, 0xff; lop3.b32 %r0, %r1, 0xff, 7, 0x80; and.b32 %r0, %r0, 0xf8;", false},
    {"and.b32 %r1, %r9, 0xff; lop3.b32 %r0, %r1, 0xff, 7, 0x80; and.b32 %r0, %r0, 0xfc;", true},
    // sums
    {"and.b32 %r1, %r9, 0xff00; add.u32 %r1, %r1, 0x1234; and.b32 %r0, %r1, 0xff;", false},
    {"and.b32 %r1, %r9, 0xff00; add.u32 %r1, %r1, 0x1234; and.b32 %r0, %r1, 0x10000;", true},
    {"and.b32 %r1, %r9, 0xff00; sub.u32 %r1, 7, %r1; and.b32 %r0, %r1, 0xff;", false},
    {"and.b32 %r1, %r9, 0xff00; mul.lo.u32 %r1, %r1, 3; and.b32 %r0, %r1, 0xff;", false},
    {"and.b32 %r1, %r9, 0xff00; mul.lo.u32 %r1, %r1, 3; and.b32 %r0, %r1, 0x100;", true},
    {"and.b32 %r1, %r9, 0xff00; mul.hi.u32 %r1, %r1, 3; and.b32 %r0, %r1, 0xff;", true},
    {"and.b32 %r1, %r9, 0xff00; neg.s32 %r1, %r1; mad.lo.s32 %r1, %r1, 5, 7; and.b32 %r0, %r1, 0xff;", false},
    {"and.b32 %r1, %r9, 0xff00; sad.u32 %r1, %r1, 5, 7; and.b32 %r0, %r1, 0xff;", true},
    // the lesser, and the greater
    {"and.b32 %r1, %r9, 0xff; min.u32 %r0, %r1, 0;", false},
    {"and.b32 %r1, %r9, 0xff; max.u32 %r1, %r1, 0x80; and.b32 %r0, %r1, 0x100;", true},
    {"and.b32 %r1, %r9, 0xff; max.s32 %r1, %r1, -1; and.b32 %r0, %r1, 0x100;", false},
    {"and.b32 %r1, %r9, 0xff; max.s32 %r1, %r1, -1; and.b32 %r0, %r1, 0x80;", true},
    // what is chosen, guards, addresses
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; setp.eq.u32 %p0, %r9, 0; selp.b32 %r0, %r1, %r1, %p0;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; setp.eq.u32 %p0, %t, %t; selp.b32 %r1, %r1, %r9, %p0; and.b32 %r0, %r1, "
     "1;",
     false},
    {"setp.eq.u32 %p0, %r9, 0; selp.b32 %r1, 5, 4, %p0; and.b32 %r0, %r1, 6;", false},
    {"setp.eq.u32 %p0, %r9, 0; selp.b32 %r1, 5, 4, %p0; and.b32 %r0, %r1, 1;", true},
    {"setp.eq.u32 %p0, %r9, 0; selp.b32 %r1, %r9, 4, %p0; and.b32 %r0, %r1, 2;", true},
    {"slct.b32.s32 %r1, 5, 4, %r9; and.b32 %r0, %r1, 6;", false},
    {"slct.b32.s32 %r1, 5, 4, %r9; and.b32 %r0, %r1, 1;", true},
    {"and.b32 %r1, %r9, 0xff; slct.b32.s32 %r0, 5, 4, %r1;", false},
    {"and.b32 %r1, %r9, 0x80000000; slct.b32.s32 %r0, 5, 4, %r1;", true},
    {"and.b32 %r1, %r9, 1; and.b32 %r1, %r1, 6; setp.eq.u32 %p0, %r1, 0; @%p0 mov.b32 %r0, 1;", false},
    {"and.b32 %r1, %r9, 1; setp.lt.u32 %p0, %r1, 2; @%p0 mov.b32 %r0, 1;", false},
    {"and.b32 %r1, %r9, 1; setp.lt.u32 %p0, %r1, 1; @%p0 mov.b32 %r0, 1;", true},
    {"or.b32 %r1, %r9, 0x80000000; setp.lt.s32 %p0, %r1, 0; @%p0 mov.b32 %r0, 1;", false},
    {"or.b32 %r1, %r9, 2; setp.eq.u32 %p0, %r1, 5; @%p0 mov.b32 %r0, 1;", false},
    {"or.b32 %r1, %r9, 2; setp.ne.u32 %p0, %r1, 7; @%p0 mov.b32 %r0, 1;", true},
    {"setp.ne.u32 %p0, %t, %t; setp.eq.u32 %p1, %r9, 0; and.pred %p1, %p1, %p0; @%p1 mov.b32 %r0, 1;", false},
    {"and.b32 %r1, %r9, 4; and.b32 %r1, %r1, 8; mov.b32 %r2, own; add.u32 %r1, %r1, %r2; st.local.u32 [%r1], 1;",
     false},
    {"and.b32 %r1, %r9, 4; mov.b32 %r2, own; add.u32 %r1, %r1, %r2; st.local.u32 [%r1], 1;", true},
    // memory: bytes of a word, a bit-field of a byte, vectors, sign
    {"st.local.u8 [own], 7; ld.local.u32 %r1, [own]; and.b32 %r0, %r1, 0xff;", false},
    {"st.local.u8 [own], 7; ld.local.u32 %r1, [own]; and.b32 %r0, %r1, 0x1ff;", true},
    {"st.local.u8 [own+3], 7; ld.local.s32 %r1, [own]; shr.s32 %r0, %r1, 24;", false},
    {"ld.local.u8 %h0, [own]; and.b16 %h0, %h0, 0xf8; or.b16 %h0, %h0, 5; st.local.u8 [own], %h0; ld.local.u8 %r1, "
     "[own]; "
     "and.b32 %r0, %r1, 7;",
     false},
    {"ld.local.u8 %h0, [own]; and.b16 %h0, %h0, 0xf8; or.b16 %h0, %h0, 5; st.local.u8 [own], %h0; ld.local.u8 %r1, "
     "[own]; "
     "and.b32 %r0, %r1, 15;",
     true},
    {"ld.local.u8 %r1, [own]; shr.u32 %r0, %r1, 8;", false},
    {"ld.local.s8 %r1, [own]; shr.u32 %r0, %r1, 8;", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; st.local.v2.u32 [own], {%r1, 3}; ld.local.v2.u32 {%r2, %r3}, [own]; "
     "and.b32 %r2, %r2, 0xffff; add.u32 %r0, %r2, %r3;",
     false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; st.local.u32 [own], %r1; st.local.u16 [own+2], 4; ld.local.u32 %r0, "
     "[own];",
     false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; st.shared.u32 [all], %r1; ld.shared.u32 %r1, [all]; cvt.u32.u16 %r0, "
     "%r1;",
     false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; st.shared.u32 [all], %r1; ld.shared.u32 %r0, [all];", true},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; st.global.u16 [out+8], %r1;", false},
    {"st.shared.u16 [all], 1; atom.shared.add.u32 %r1, [all], 1; and.b32 %r0, %r1, 0xffff;", false},
    {"st.shared.u16 [all], 1; red.shared.add.u32 [all], 1; ld.shared.u16 %r0, [all];", true},
    {"st.shared.u16 [all], 1; atom.shared.exch.b32 %r1, [all], 1; ld.shared.u32 %r0, [all];", false},
    // atomics on global memory, of which five bytes are written: what they leave is seen
    {"red.global.add.u32 [%memory], 1;", false},
    {"red.global.add.u32 [%memory+4], 1;", true},
    {"red.global.add.f32 [%memory+8], 0f3f800000;", true},
    {"atom.global.min.u64 %t8, [%memory], 1;", true},
    {"atom.global.cas.b32 %r1, [%memory+4], 0, 1;", true},
    {"atom.global.exch.b32 %r1, [%memory+4], 1;", false},
    {"atom.global.exch.b32 %r1, [%memory+4], 1; red.global.or.b32 [%memory+4], 1;", false},
    {"st.global.u32 [%memory+4], 1; red.global.xor.b32 [%memory+4], 1;", false},
    {"red.shared.add.u32 [all], 1;", false},
    // lanes
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; shfl.sync.bfly.b32 %r1, %r1, 0, 31, -1; and.b32 %r0, %r1, 0xffff;",
     false},
    {"mov.b16 %h0, 1; mov.b32 %r1, {%h0, %h1}; shfl.sync.bfly.b32 %r1, %r1, 0, 31, -1; and.b32 %r0, %r1, 0x10000;",
     true},
    {"and.b32 %r1, %r9, 1; redux.sync.and.b32 %r1, %r1, -1; and.b32 %r0, %r1, 2;", true},
};

std::string textOf(const Row& row) {
  return fmt::format(
      "{}.global .align 8 .b8 out[16];\n.entry k(.param .u64 memory) {{\n"
      ".reg .b32 %r<10>; .reg .b16 %h<4>; .reg .pred %p<2>; .reg .u32 %t; .reg .u64 %memory, %t8;\n"
      ".local .align 8 .b8 own[8]; .shared .align 8 .b8 all[8];\n"
      "ld.param.u64 %memory, [memory]; mov.u32 %t, %tid.x; mov.b32 %r0, 0;\n{}\nst.global.u32 [out], %r0;\nret;\n}}\n",
      ptx::tests::kHeader, row.body);
}

TEST(PtxUndefined, ThreeMachinesFindWhatABitDecides) {
  for (const Row& row : kRows) {
    const auto module = ptx::read(textOf(row));
    ASSERT_TRUE(module.has_value()) << module.error().message("k") << "\n" << textOf(row);
    const auto kernel = ptx::decode(*module, "");
    ASSERT_TRUE(kernel.has_value()) << kernel.error().first.message("k") << "\n" << row.body;
    ptx::Launch launch;
    launch.block = {1, 1, 1};
    ptx::Array memory;
    memory.bytes.resize(16);
    memory.isDefined.resize(16);
    std::fill_n(memory.isDefined.begin(), 5, true);
    launch.arrays.push_back(memory);
    launch.arguments.push_back({{}, 0});
    const ptx::Outcome warps = ptx::run(*kernel, launch);
    EXPECT_EQ(std::ranges::any_of(warps.findings,
                                  [](const ptx::Finding& one) { return one.kind == FindingKind::Uninitialised; }),
              row.decides)
        << row.body;
    EXPECT_LE(warps.findings.size(), 1u) << row.body;
    for (const std::uint8_t unwritten : {0, 0xff, 0xa5}) {
      const plain::Outcome threads = plain::run(*kernel, launch, {plain::Bias::Any, 0, unwritten});
      EXPECT_EQ(threads.end, plain::End::Finished) << row.body;
      EXPECT_EQ(threads.undefined, row.decides) << row.body;
    }
    symbolic::Terms terms;
    AnyLaunch any;
    any.launch = launch;
    any.isInput.emplace_back(memory.bytes.size(), false);
    any.elementBytes = {4};
    any.isParameterInput = {false};
    const AnyOutcome outcome = runAny(terms, *kernel, any);
    std::vector<Term> bad{terms.truth(false)};
    for (const Question& one : outcome.questions)
      if (one.kind == FindingKind::Uninitialised)
        bad.push_back(one.bad);
    EXPECT_EQ(symbolic::evaluate(std::vector{terms.any(bad)}, {}, outcome.evaluation())[0] != 0, row.decides)
        << row.body;
  }
}

} // namespace
} // namespace warplaw::proofs::kernels
