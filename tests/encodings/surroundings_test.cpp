// The encodings' legal regions, windows and surfaces are those that a machine can hold (RED-4, RED-5, SURED-4, -5, -7,
// -8).
#include "spec/texture_header.h"
#include "symbolic/encodings/red.h"
#include "symbolic/encodings/sured.h"
#include "symbolic/native/described.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::symbolic {
namespace surroundings_test {
using spec::HeaderWords;
using Wide = __int128;

/// What `draw` makes of random bits, legal and not: legal to the encoding exactly if a machine can hold it.
template <class Part> void compareLegality(auto draw, unsigned rounds) {
  Terms terms;
  const auto part = variables<spec::InWorld<Part, AsTerms>>(terms, "part.");
  std::vector<native::Slot> inputs;
  addSlots(inputs, part, 0);
  const native::Slot output[] = {{isLegal(part), 0, 0, 1}};
  const native::Function legality = native::compile(inputs, output);
  std::mt19937_64 random(11);
  std::array<unsigned, 2> seen{};
  for (unsigned round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
    const Part around = draw(random);
    bool isLegal = false;
    const void* given[] = {&around};
    void* taken[] = {&isLegal};
    legality(given, taken);
    const auto fault = faultOf(around);
    EXPECT_EQ(isLegal, !fault) << "round " << round << ": " << (fault ? fault->message : "");
    ++seen[isLegal];
  }
  EXPECT_GT(seen[0], rounds / 20);
  EXPECT_GT(seen[1], rounds / 20);
}

constexpr Wide kFourGiB = Wide{1} << 32, kAddresses = Wide{1} << 40;

/// Sorted regions with bytes that end or begin where something may go wrong: at 4 GiB, at 2^40, beside each other.
spec::GenericRegions someRegions(std::mt19937_64& random) {
  spec::GenericRegions regions;
  const unsigned count = random() % (spec::kGenericRegions + 1);
  Wide next = random() % 3 ? Wide(random() % 64) : kFourGiB - Wide(random() % 64);
  std::uint32_t end = 0;
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    if (r < count) {
      const std::uint32_t bytes = 1 + random() % 40;
      if (r + 1 == spec::kGenericRegions)
        next = kAddresses - bytes;
      regions.baseLow[r] = static_cast<std::uint32_t>(next);
      regions.baseHigh[r] = static_cast<std::uint32_t>(next >> 32);
      end += bytes;
      next += bytes + Wide(random() % 3 ? random() % 20 : random() % 0x1ffffffff);
    }
    regions.end[r] = end;
  }
  return regions;
}

TEST(GenericRegions, LegalAreSortedApartAndWithin40Bits_RED_5) {
  compareLegality<spec::GenericRegions>(
      [](std::mt19937_64& random) {
        spec::GenericRegions regions = someRegions(random);
        for (unsigned changes = random() % 3; changes > 0; --changes) {
          const unsigned r = random() % spec::kGenericRegions;
          const std::uint32_t values[] = {0, 1, 0x100, spec::kMaxGenericBytes, std::uint32_t(random() % 80), ~0u};
          std::uint32_t& cell = std::array{std::ref(regions.baseLow[r]), std::ref(regions.baseHigh[r]),
                                           std::ref(regions.end[r])}[random() % 3];
          cell = random() % 2 ? values[random() % 6] : cell + random() % 9 - 4;
        }
        return regions;
      },
      300000);
}

TEST(Windows, EndBelowFourGiBAndApart_RED_4) {
  compareLegality<spec::SpecialInputs>(
      [](std::mt19937_64& random) {
        const auto some = [&](std::uint32_t small) {
          const std::uint32_t values[] = {0, std::uint32_t(random() % small), std::uint32_t(0u - random() % small),
                                          1u << 31};
          return values[random() % 4];
        };
        spec::SpecialInputs inputs;
        inputs.sharedWindowLow = some(8), inputs.sharedWindowSize = some(8);
        inputs.localWindowLow = some(8), inputs.localWindowSize = some(8);
        return inputs;
      },
      100000);
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

} // namespace surroundings_test
} // namespace warplaw::symbolic
