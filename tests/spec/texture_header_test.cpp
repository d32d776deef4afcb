// Texture headers: where their fields lie, which describe no surface here and why, and which pools of them and bound
// handles a machine can hold (SURED-4, SURED-5, SURED-7, SURED-8).
#include "spec/surrounding_cells_fields.h"
#include "spec/texture_header.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::spec {
namespace texture_header_test {

constexpr std::uint32_t number(auto value) { return static_cast<std::uint32_t>(value); }

/// 10 x 3 texels of 32 bits, unsigned.
TextureHeader blockLinear2D() {
  TextureHeader header;
  header.components = number(TexelComponents::R32);
  header.type = number(TexelType::Uint);
  header.version = number(HeaderVersion::BlockLinear);
  header.address = 0x123456789a00;
  header.texture = number(TextureType::T2D);
  header.lastX = 9, header.lastY = 2;
  return header;
}
TextureHeader pitch2D() {
  TextureHeader header = blockLinear2D();
  header.version = number(HeaderVersion::Pitch);
  header.address = 0x123456789ae0;
  header.pitch = 0x40;
  return header;
}
TextureHeader buffer() {
  TextureHeader header;
  header.components = number(TexelComponents::R32G32);
  header.type = number(TexelType::Sint);
  header.version = number(HeaderVersion::Buffer1D);
  header.address = 0xfedc12345677;
  header.texture = number(TextureType::T1DBuffer);
  header.lastX = 0xffffffff;
  return header;
}
TextureHeader block3D() {
  TextureHeader header = blockLinear2D();
  header.texture = number(TextureType::T3D);
  header.blockHeight = 5, header.blockDepth = 5;
  header.lastX = 0xffff, header.lastY = 0xffff, header.lastZ = 0x3fff;
  return header;
}

/// Bits high..low of the 256, one after the other: not how the header's code finds them.
std::uint64_t bitsOf(const HeaderWords& words, unsigned high, unsigned low) {
  std::uint64_t value = 0;
  for (unsigned bit = high + 1; bit-- > low;)
    value = 2 * value + (words[bit / 32] >> bit % 32 & 1);
  return value;
}

TEST(TextureHeader, FieldsLieWhereTheClassHeadersSay_SURED_8) {
  const HeaderWords block = headerOf(block3D());
  EXPECT_EQ(bitsOf(block, 6, 0), 0x0fu);
  EXPECT_EQ(bitsOf(block, 9, 7), 4u);
  EXPECT_EQ(bitsOf(block, 63, 41) << 9 | bitsOf(block, 79, 64) << 32, 0x123456789a00u);
  EXPECT_EQ(bitsOf(block, 87, 85), 3u);
  EXPECT_EQ(bitsOf(block, 101, 99), 5u);
  EXPECT_EQ(bitsOf(block, 104, 102), 5u);
  EXPECT_EQ(bitsOf(block, 143, 128), 0xffffu);
  EXPECT_EQ(bitsOf(block, 154, 151), 2u);
  EXPECT_EQ(bitsOf(block, 175, 160), 0xffffu);
  EXPECT_EQ(bitsOf(block, 189, 176), 0x3fffu);
  const HeaderWords pitch = headerOf(pitch2D());
  EXPECT_EQ(bitsOf(pitch, 63, 37) << 5 | bitsOf(pitch, 79, 64) << 32, 0x123456789ae0u);
  EXPECT_EQ(bitsOf(pitch, 111, 96) << 5, 0x40u);
  EXPECT_EQ(bitsOf(pitch, 175, 160), 2u);
  const HeaderWords texels = headerOf(buffer());
  EXPECT_EQ(bitsOf(texels, 63, 32) | bitsOf(texels, 79, 64) << 32, 0xfedc12345677u);
  EXPECT_EQ(bitsOf(texels, 111, 96) << 16 | bitsOf(texels, 143, 128), 0xffffffffu);
}

TEST(TextureHeader, ReadingIsWritingBackwards_SURED_8) {
  for (const TextureHeader& header : {blockLinear2D(), pitch2D(), buffer(), block3D()}) {
    EXPECT_EQ(read(headerOf(header)), header);
    EXPECT_FALSE(faultOf(headerOf(header))) << faultOf(headerOf(header))->message;
  }
}

/// Any 256 bits are read twice alike; legal ones keep every bit that is read.
TEST(TextureHeader, AnyBitsReadTwiceAlike_SURED_8) {
  std::mt19937 random(8);
  for (unsigned round = 0; round < 20000; ++round) {
    HeaderWords words;
    for (std::uint32_t& word : words)
      word = static_cast<std::uint32_t>(random());
    if (round % 2) // a version that there is
      words[2] = (words[2] & ~(7u << 21)) | (round % 3 ? round % 3 + 1 : 0) << 21;
    const TextureHeader header = read(words);
    EXPECT_EQ(read(headerOf(header)), header);
    for (unsigned k = 0; k < kTextureHeaderWords; ++k)
      EXPECT_EQ(headerOf(header)[k] & ~words[k], 0u) << "bits that were not there";
  }
}

/// The rule and the message of a header with something changed; nothing where it is legal.
std::string faultWith(TextureHeader header, auto change) {
  change(header);
  const auto fault = faultOf(headerOf(header));
  return fault ? fault->rule + ": " + fault->message : "";
}
std::string faultWithBits(const TextureHeader& header, unsigned low, std::uint32_t value) {
  HeaderWords words = headerOf(header);
  words[low / 32] |= value << low % 32;
  const auto fault = faultOf(words);
  return fault ? fault->rule + ": " + fault->message : "";
}

TEST(TextureHeader, FeaturesThatNoSurfaceHas_SURED_8) {
  struct Row {
    unsigned low;
    std::uint32_t value;
    std::string_view fault;
    bool ofPitchToo;
  };
  for (const Row& row : {Row{96, 1, "SURED-8: GOBs per block in width are not 1", false},
                         Row{96, 4, "SURED-8: GOBs per block in width are not 1", false},
                         Row{106, 1, "SURED-8: the tile's width in GOBs is not 1", false},
                         Row{109, 1, "SURED-8: GOBs of three dimensions", false},
                         Row{124, 1, "SURED-8: mip levels above the first", true},
                         Row{224, 8, "SURED-8: the view's first mip level is not 0", true},
                         Row{232, 2, "SURED-8: multisampling", true}}) {
    EXPECT_EQ(faultWithBits(blockLinear2D(), row.low, row.value), row.fault);
    TextureHeader wide = pitch2D(); // whose pitch has bits 111:96, whatever they are
    wide.pitch = 0xffff << 5;
    EXPECT_EQ(faultWithBits(wide, row.low, row.value), row.ofPitchToo ? row.fault : "") << row.low;
    EXPECT_EQ(faultWithBits(buffer(), row.low, row.value), "") << "of a 1D buffer, they do not matter";
  }
  for (std::uint32_t border = 0; border < 8; ++border)
    EXPECT_EQ(faultWithBits(blockLinear2D(), 157, border), border % 7 ? "SURED-8: a border" : "");
}

TEST(TextureHeader, Versions_SURED_8) {
  for (const std::uint32_t version : {1u, 4u, 5u, 6u, 7u})
    EXPECT_EQ(faultWith(blockLinear2D(), [&](auto& h) { h.version = version; }),
              "SURED-8: header version " + std::to_string(version) + ", which has a color key or is none");
  const std::string onlyTogether =
      "SURED-8: a 1D buffer has header version 0 and texture type 6, and nothing else has one of them";
  EXPECT_EQ(faultWith(blockLinear2D(), [](auto& h) { h.version = 0; }), onlyTogether);
  EXPECT_EQ(faultWith(buffer(), [](auto& h) { h.texture = number(TextureType::T2D); }), onlyTogether);
  EXPECT_EQ(faultWith(pitch2D(), [](auto& h) { h.texture = number(TextureType::T1DBuffer); }), onlyTogether);
}

TEST(TextureHeader, Formats_SURED_5) {
  for (std::uint32_t components = 0; components < 128; ++components) {
    const bool known = components == 0x04 || components == 0x0c || components == 0x0f;
    const std::string fault = faultWith(blockLinear2D(), [&](auto& h) { h.components = components; });
    EXPECT_EQ(fault.substr(0, 25), known ? "" : "SURED-5: texel components") << components;
  }
  for (std::uint32_t type = 0; type < 8; ++type)
    EXPECT_EQ(faultWith(blockLinear2D(), [&](auto& h) { h.type = type; }), "") << "any data type is one";
}

TEST(TextureHeader, TextureTypes_SURED_8) {
  for (const std::uint32_t type : {3u, 8u, 9u, 15u})
    EXPECT_EQ(faultWith(blockLinear2D(), [&](auto& h) { h.texture = type; }),
              "SURED-8: texture type " + std::to_string(type) + ", of cubes or of none");
  for (const auto type : {TextureType::T1D, TextureType::T1DArray})
    EXPECT_EQ(faultWith(blockLinear2D(), [&](auto& h) { h.texture = number(type); }),
              "SURED-8: rows of a surface of one dimension");
  for (const auto type : {TextureType::T2D, TextureType::T2DNoMipmap})
    EXPECT_EQ(faultWith(block3D(), [&](auto& h) { h.texture = number(type); }),
              "SURED-8: slices of a surface that has none");
  EXPECT_EQ(faultWith(block3D(), [](auto& h) { h.texture = number(TextureType::T2DArray); }), "");
  for (const auto type : {TextureType::T3D, TextureType::T2DArray})
    EXPECT_EQ(faultWith(pitch2D(), [&](auto& h) { h.texture = number(type); }),
              "SURED-8: a pitch surface with layers or slices");
}

TEST(TextureHeader, Sizes_SURED_8) {
  for (std::uint32_t log = 0; log < 8; ++log) {
    const std::string wanted = log > 5 ? "SURED-8: a block of more than 32 GOBs in height or depth" : "";
    EXPECT_EQ(faultWith(blockLinear2D(), [&](auto& h) { h.blockHeight = log; }), wanted);
    EXPECT_EQ(faultWith(blockLinear2D(), [&](auto& h) { h.blockDepth = log; }), wanted);
  }
  EXPECT_EQ(faultWith(pitch2D(), [](auto& h) { h.lastX = 15; }), "") << "64 bytes are a row of 64";
  EXPECT_EQ(faultWith(pitch2D(), [](auto& h) { h.lastX = 16; }),
            "SURED-8: a pitch of 64 bytes is less than a row of 68");
  EXPECT_EQ(faultWith(pitch2D(),
                      [](auto& h) {
                        h.components = number(TexelComponents::R32G32);
                        h.lastX = 8;
                      }),
            "SURED-8: a pitch of 64 bytes is less than a row of 72");
}

// ---- pools and bound handles

TEST(Surfaces, HeadersStandOneAfterTheOther_SURED_4) {
  Surfaces surfaces;
  setHeader(surfaces, 2, headerOf(pitch2D()));
  EXPECT_EQ(headerIn(surfaces, 2), headerOf(pitch2D()));
  EXPECT_EQ(headerIn(surfaces, 1), HeaderWords{});
  EXPECT_EQ(headerIn(surfaces, 3), HeaderWords{});
}

TEST(Surfaces, ThatCanBe_SURED_4_7) {
  const auto fault = [](auto change) -> std::string {
    Surfaces surfaces;
    setHeader(surfaces, 1, headerOf(block3D()));
    change(surfaces);
    const auto found = faultOf(surfaces);
    return found ? found->rule : "";
  };
  EXPECT_EQ(fault([](auto&) {}), "") << "headers of zeros are no textures, and may stand in a pool";
  EXPECT_EQ(fault([](auto& s) { s.lastHeader = kTextureHeaders - 1; }), "");
  EXPECT_EQ(fault([](auto& s) { s.lastHeader = kTextureHeaders; }), "SURED-4");
  EXPECT_EQ(fault([](auto& s) { s.disabled = 1; }), "");
  EXPECT_EQ(fault([](auto& s) { s.disabled = 2; }), "SURED-7");
  EXPECT_EQ(fault([](auto& s) { s.boundAt[3] = kBankWords - 1; }), "");
  EXPECT_EQ(fault([](auto& s) { s.boundAt[3] = kBankWords; }), "SURED-4");
  EXPECT_EQ(fault([](auto& s) { s.boundAt[0] = 1; }), "SURED-4") << "one word twice";
  EXPECT_EQ(fault([](auto& s) { s.boundHandle[2] = ~0u; }), "") << "any word is a handle";
  EXPECT_EQ(fault([](auto& s) { s.header[8 * 1 + 2] ^= 1u << 21; }), "SURED-8") << "no such version";
  EXPECT_EQ(fault([](auto& s) { s.header[8 * 1 + 0] ^= 1; }), "SURED-5") << "no such format";
  EXPECT_EQ(fault([](auto& s) { s.header[8 * 3] = 0x10; }), "SURED-5") << "beyond the pool's last one, too";
}

} // namespace texture_header_test
} // namespace warplaw::spec
