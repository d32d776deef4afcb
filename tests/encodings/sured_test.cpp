// SURED's forms, plans, modifiers and choices over all of them (SURED-1..6, SURED-9, MACH-3, MACH-7); which of RED's
// steps it takes (SURED-2, SURED-3); and that the encoding's legal surfaces are those that a machine can hold (SURED-4,
// -5, -7, -8).
#include "spec/texture_header.h"
#include "symbolic/encodings/sured.h"
#include "tests/encodings/around.h"

namespace warplaw::symbolic {
namespace {
using spec::HeaderWords;
using spec::RedOp;
using spec::RedSize;
using spec::SuredDim;
using spec::SuredSize;

/// SURED-2's table, by rows.
bool isPair(unsigned op, unsigned size) {
  constexpr std::string_view kTable[] = {"usdUfh", "usdUiIh", "usdUiIh", "u", "u", "usdU", "usdU", "usdU"};
  constexpr char kLetters[] = {'u', 's', 'd', 'U', 'i', 'I', 'f', 'h'};
  return op < std::size(kTable) && size < std::size(kLetters) && kTable[op].find(kLetters[size]) != kTable[op].npos;
}
bool isWidePlain(SuredSize size) { return spec::kSuredSizes[unsigned(size)].find("64") != std::string_view::npos; }

bool beginsVector(unsigned reg, unsigned registers) {
  return reg % (registers == 3 ? 4 : registers) == 0 && reg + registers <= spec::kZeroRegister;
}
unsigned coordinates(SuredDim dim) {
  constexpr unsigned kCount[] = {1, 1, 2, 2, 3, 3};
  return unsigned(dim) < std::size(kCount) ? kCount[unsigned(dim)] : 0;
}

bool isLegalPlain(const spec::SuredForm& form) {
  if (form.mode != 0 || unsigned(form.dim) > 5 || unsigned(form.clamp) > 2 ||
      !isPair(unsigned(form.op), unsigned(form.size)) ||
      !beginsVector(form.coordinates.base.index, coordinates(form.dim)))
    return false;
  if (isWidePlain(form.size) && form.rb.index != 255 && !beginsVector(form.rb.index, 2))
    return false;
  return form.handle.value < (form.handle.isImmediate ? 8192 : 255);
}

spec::Plan plainPlan(const spec::SuredForm& form, const spec::Plan& before) {
  const auto read = [](unsigned reg, unsigned distance) {
    return spec::Source{spec::SourceKind::Register, std::min(reg + distance, 255u)};
  };
  const unsigned x = form.coordinates.base.index, rb = form.rb.index;
  spec::Plan plan = planOver(before, {}, 255);
  plan.excludesHelpers = 1;
  plan.source[0] = read(x, 0);
  const SuredDim dim = form.dim; // words that are none have two coordinates
  if (dim != SuredDim::D1 && dim != SuredDim::D1Buffer)
    plan.source[1] = read(x, 1);
  if (coordinates(dim) == 3)
    plan.source[2] = read(x, 2);
  plan.source[3] = read(rb, 0);
  if (unsigned(form.size) < std::size(spec::kSuredSizes) && isWidePlain(form.size))
    plan.source[4] = read(rb, 1);
  if (!form.handle.isImmediate)
    plan.source[5] = read(form.handle.value % 256, 0);
  return plan;
}

TEST(Sured, FormsAndPlans_SURED_1_2_5_9_MACH_3_7) {
  compareForms<SuredFormTerms, SuredModifierTerms, SuredChoiceTerms, suredModifiers, suredPlan>(
      isLegalPlain,
      [](const spec::SuredModifiers& m) {
        return m.byteAddress < 2 && m.dim < 6 && isPair(m.op, m.size) && m.clamp < 3 && m.isBound < 2 &&
               m.tsPtrIdx < 8192;
      },
      [](const spec::SuredForm& form) {
        const auto& [isBound, value] = form.handle;
        return spec::SuredModifiers{form.byteAddress,    unsigned(form.dim),   unsigned(form.op),
                                    unsigned(form.size), unsigned(form.clamp), isBound,
                                    isBound ? value : 0};
      },
      plainPlan);
}

TEST(Sured, EveryFirstCoordinateAndHandle_SURED_1_4_MACH_3) {
  Terms terms;
  unsigned legal = 0;
  spec::SuredForm form;
  form.handle = {false, 0};
  const auto expectAsPlain = [&] {
    legal += isLegalPlain(form);
    ASSERT_EQ(isLegal(constants(terms, form)).isTrue(), isLegalPlain(form))
        << "dim " << int(form.dim) << " R" << int(form.coordinates.base.index) << " handle " << form.handle.value;
  };
  for (unsigned dim = 0; dim < std::size(spec::kSuredDims); ++dim)
    for (unsigned reg = 0; reg < 256; ++reg) {
      form.dim = SuredDim(dim), form.coordinates.base.index = std::uint8_t(reg);
      expectAsPlain();
    }
  form.coordinates.base.index = 0;
  for (const bool isImmediate : {false, true})
    for (const std::uint32_t value : {0u, 1u, 254u, 255u, 256u, 8191u, 8192u, 0xffffffffu}) {
      form.handle = {isImmediate, value};
      expectAsPlain();
    }
  EXPECT_GT(legal, 256u);
}

TEST(Sured, ChoicesInTheirRanges_SURED_3_4_5_6_7_9_11) {
  Terms terms;
  const auto allows = [&](auto member, std::uint32_t value) {
    spec::SuredChoices choices;
    choices.*member = value;
    return isAllowed(constants(terms, choices)).isTrue();
  };
  using C = spec::SuredChoices;
  for (const std::uint32_t value : {0u, 1u, 2u, 3u, 0x80000000u, 0xffffffffu}) {
    for (const auto member : {&C::invalidIsError, &C::disabledComesFirst, &C::othersAreSigned, &C::masksLowBits,
                              &C::noElementIsError, &C::dropComesFirst})
      EXPECT_EQ(allows(member, value), value < 2);
    EXPECT_EQ(allows(&C::unlikeZeros, value), value < 3);
    EXPECT_EQ(allows(&C::layers, value), value < 3);
  }
  for (std::uint8_t value = 0; value < 5; ++value) {
    spec::SuredChoices choices;
    choices.reported[value * 7] = value;
    EXPECT_EQ(isAllowed(constants(terms, choices)).isTrue(), value < 3);
  }
}

/// The name of RED's size that a size becomes on a surface, by their names.
std::string_view stepNamed(unsigned size, bool isSigned) {
  const std::string_view name = spec::kSuredSizes[size];
  if (name == "SD32" || name == "SD64")
    return name == "SD32" ? (isSigned ? "S32" : "U32") : (isSigned ? "S64" : "U64");
  return name;
}

TEST(Sured, StepsAreREDsOfTheSurfacesFormat_SURED_2_3) {
  Terms terms;
  unsigned steps = 0;
  for (unsigned op = 0; op < std::size(spec::kRedOps); ++op)
    for (unsigned size = 0; size < std::size(spec::kSuredSizes); ++size) {
      if (!isPair(op, size))
        continue;
      spec::SuredModifiers modifiers;
      modifiers.op = op, modifiers.size = size;
      std::array<bool, std::size(spec::kRedSizes)> taken{};
      for (const bool isSigned : {false, true}) {
        const auto step = unsigned(suredStepSize(terms.constant(32, size), terms.truth(isSigned)).value());
        ASSERT_LT(step, std::size(spec::kRedSizes));
        EXPECT_EQ(spec::kRedSizes[step], stepNamed(size, isSigned));
        EXPECT_EQ(suredIsWide(terms.constant(8, size)).isTrue(), spec::isWide(RedSize(step)));
        taken[step] = true;
      }
      for (unsigned other = 0; other < std::size(spec::kRedOps); ++other)
        for (unsigned step = 0; step < taken.size(); ++step) {
          const bool may = suredMayStep(constants(terms, modifiers), RedOp(other), RedSize(step)).isTrue();
          EXPECT_EQ(may, other == op && taken[step]) << "op " << op << " size " << size << " step " << step;
          steps += may;
          if (may)
            EXPECT_TRUE(isLegal(constants(terms, spec::RedModifiers{other, step, 0, 0})).isTrue());
        }
    }
  EXPECT_GT(steps, 0u);
}

/// Fields that a legal header may have, and at times one that it may not.
HeaderWords someHeader(std::mt19937_64& random) {
  const auto oneOf = [&](auto... values) {
    const std::uint32_t all[] = {std::uint32_t(values)...};
    return all[random() % sizeof...(values)];
  };
  spec::TextureHeader header;
  header.components = oneOf(0x0f, 0x0c, 4);
  header.type = random() % 8;
  header.version = oneOf(0, 2, 3);
  header.address = random() & 0xffffffffffff;
  header.texture = header.version == 0 ? 6 : header.version == 2 ? oneOf(0, 1, 7) : oneOf(0, 1, 2, 4, 5, 7);
  const bool isFlat = header.texture == 0 || header.texture == 4, isSingle = header.texture < 2 || header.texture == 7;
  header.lastX = static_cast<std::uint32_t>(random() >> 32 >> (header.version ? 16 : random() % 32));
  header.lastY = isFlat ? 0 : random() % 0x10000;
  header.lastZ = isSingle ? 0 : random() % 0x4000;
  header.blockHeight = random() % 6, header.blockDepth = random() % 6;
  const std::uint64_t row = (header.lastX + std::uint64_t{1}) * (header.components == 4 ? 8 : 4);
  header.pitch = static_cast<std::uint32_t>((row + 31) / 32 * 32 + oneOf(0, 0, 32) - (random() % 16 == 0 ? 32 : 0));
  HeaderWords words = headerOf(header);
  for (unsigned changes = random() % 3; changes > 0; --changes) // many bits do not matter
    words[random() % words.size()] ^= 1u << random() % 32;
  return random() % 16 ? words : HeaderWords{};
}

TEST(Surfaces, LegalHeadersHaveNoOtherFeature_SURED_5_8) {
  compareLegality<spec::Surfaces>(
      [](std::mt19937_64& random) {
        spec::Surfaces surfaces;
        setHeader(surfaces, random() % spec::kTextureHeaders, someHeader(random));
        return surfaces;
      },
      400000);
}

TEST(Surfaces, VersionsTypesAndComponents_SURED_5_8) {
  compareLegality<spec::Surfaces>(
      [](std::mt19937_64& random) {
        const auto some = [&](std::uint32_t usual, std::uint32_t limit) {
          return static_cast<std::uint32_t>(random() % 2 ? usual : random() % limit);
        };
        spec::TextureHeader header;
        header.version = some(2 + random() % 2, 8), header.texture = some(random() % 3, 16);
        header.components = some(0x0f, 128);
        header.lastZ = random() % 2, header.lastY = random() % 2;
        header.pitch = 32;
        spec::Surfaces surfaces;
        setHeader(surfaces, random() % spec::kTextureHeaders, headerOf(header));
        return surfaces;
      },
      300000);
}

TEST(Surfaces, PoolsBanksAndTheFlag_SURED_4_7) {
  compareLegality<spec::Surfaces>(
      [](std::mt19937_64& random) {
        const auto some = [&](std::uint32_t usual, std::uint32_t other) { return random() % 8 ? usual : other; };
        spec::Surfaces surfaces;
        surfaces.lastHeader = some(random() % 4, random() % 2 ? 4 : ~0u);
        surfaces.disabled = some(random() % 2, 2);
        std::uint32_t at = random() % 2 ? 0 : spec::kBankWords - 8;
        for (std::uint32_t& word : surfaces.boundAt) {
          word = at + random() % 3;
          at = some(word + 1, word);
        }
        for (std::uint32_t& handle : surfaces.boundHandle)
          handle = static_cast<std::uint32_t>(random());
        return surfaces;
      },
      100000);
}

} // namespace
} // namespace warplaw::symbolic
