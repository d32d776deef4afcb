// Where SURED's updates go, and what keeps them from it, against plain integers, every way there is (SURED-1, -3..8,
// -11, RED-5); and lanes worked out by hand.
#include "symbolic/encodings/sured.h"
#include "tests/encodings/compiled.h"
#include "tests/encodings/sured_plain.h"
#include <map>

namespace warplaw::symbolic {
namespace {
using spec::ErrorKind;
using spec::SuredClamp;
using spec::SuredDim;
using spec::SuredSize;
using spec::TextureHeader;

/// The encoding's terms of one lane, by name.
class SuredReaching : public ::testing::Test {
protected:
  using Answer = std::map<std::string, std::uint64_t, std::less<>>;
  static Answer ask(const SuredQuestion& q) {
    static const Compiled kEncoding;
    return kEncoding(q);
  }
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
  /// In the storage, of an update that is performed.
  static std::uint64_t place(const SuredQuestion& q) {
    const Answer answer = ask(q);
    return answer.at("performs") ? answer.at("place") : kNowhere;
  }
  static ErrorKind error(const SuredQuestion& q) { return ErrorKind(ask(q).at("error")); }

private:
  class Compiled {
  public:
    Compiled() : function_(compiled()) {}
    Answer operator()(const SuredQuestion& q) const {
      std::vector<std::uint64_t> values(names_.size());
      const void* inputs[] = {&q.modifiers, &q.choices, &q.regions, &q.surfaces, q.words.data(), &q.executes, &q.lane};
      void* outputs[] = {values.data()};
      function_(inputs, outputs);
      Answer answer;
      for (std::size_t i = 0; i < names_.size(); ++i)
        answer[names_[i]] = values[i];
      return answer;
    }

  private:
    native::Function compiled() {
      Terms terms;
      const auto modifiers = variables<SuredModifierTerms>(terms, "modifiers.");
      const auto choices = variables<SuredChoiceTerms>(terms, "choices.");
      const auto regions = variables<GenericRegionTerms>(terms, "regions.");
      const auto surfaces = variables<SurfaceTerms>(terms, "surfaces.");
      const Term executes = terms.variable(1, "executes"), lane = terms.variable(5, "lane");
      std::vector<native::Slot> inputs = {{executes, 5, 0, 1}, {lane, 6, 0, 4}}, outputs;
      addSlots(inputs, modifiers, 0);
      addSlots(inputs, choices, 1);
      addSlots(inputs, regions, 2);
      addSlots(inputs, surfaces, 3);
      std::array<Term, spec::kSourceRows> words;
      for (unsigned row = 0; row < spec::kSourceRows; ++row) {
        words[row] = terms.variable(32, "word" + std::to_string(row));
        inputs.push_back({words[row], 4, 4 * row, 4});
      }
      const SuredReach reach = suredReach(modifiers, choices, lane, executes, words, regions, surfaces);
      const auto give = [&](const char* name, Term term) {
        outputs.push_back({term, 0, 8 * names_.size(), 8});
        names_.push_back(name);
      };
      give("index", reach.surface.index);
      give("isInvalid", reach.surface.isInvalid);
      give("texelBytes", reach.surface.texelBytes);
      give("widthBytes", reach.surface.widthBytes);
      give("given", reach.given.bytes);
      give("bytes", reach.clamped.bytes);
      give("y", reach.clamped.y);
      give("z", reach.clamped.z);
      give("layer", reach.clamped.layer);
      give("isLayerOutside", reach.isLayerOutside);
      give("offset", reach.blockLinear.offset);
      give("rows", reach.rows);
      give("address", reach.address);
      give("place", reach.place);
      give("error", reach.error);
      give("performs", reach.performs);
      give("size", reach.size);
      return native::compile(inputs, outputs);
    }
    std::vector<std::string> names_;
    native::Function function_;
  };
};

/// Random questions that go wrong in every way, and mostly do not.
class Drawn {
public:
  explicit Drawn(std::uint64_t seed) : random_(seed) {}
  SuredQuestion question() {
    SuredQuestion q;
    for (unsigned i = 0; i < spec::kTextureHeaders; ++i)
      if (!oneIn(8)) {
        q.headers[i] = texture();
        setHeader(q.surfaces, i, wordsOf(q.headers[i]));
      }
    const unsigned index = below(4);
    q.surfaces.lastHeader = oneIn(4) ? below(4) : 3;
    q.surfaces.disabled = oneIn(10);
    setModifiers(q, q.headers[index]);
    setHandle(q, oneIn(50) ? 4 + below(1u << 19) : index);
    setChoices(q.choices);
    setCoordinates(q, q.headers[index]);
    q.words[3] = word(), q.words[4] = word();
    q.executes = !oneIn(20);
    q.lane = below(spec::kLanes);
    setRegions(q);
    return q;
  }

private:
  std::uint32_t word() { return static_cast<std::uint32_t>(random_()); }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  bool oneIn(unsigned n) { return random_() % n == 0; }
  template <class... T> std::uint32_t oneOf(T... values) {
    const std::uint32_t all[] = {std::uint32_t(values)...};
    return all[below(sizeof...(values))];
  }
  std::uint32_t last(std::uint32_t most) { return oneIn(4) ? below(most) + 1 : oneIn(6) ? 0 : below(70) % most; }

  TextureHeader texture() {
    TextureHeader header;
    header.components = oneOf(0x0f, 0x0c, 4), header.type = below(8);
    header.version = oneOf(0, 2, 3, 3, 3);
    header.texture = header.version == 0 ? 6 : header.version == 2 ? oneOf(0, 1, 7) : oneOf(0, 1, 2, 2, 4, 5, 5, 7);
    header.lastX = header.version ? last(0xffff) : oneIn(3) ? word() : last(0xffff);
    if (header.texture != 0 && header.texture != 4 && header.texture != 6)
      header.lastY = last(0xffff);
    if (header.texture == 2 || header.texture == 4 || header.texture == 5)
      header.lastZ = oneIn(4) ? below(0x4000) : below(12);
    if (header.version == 3)
      header.blockHeight = below(6), header.blockDepth = below(6);
    if (header.version == 2) // of 21 bits
      header.pitch = static_cast<std::uint32_t>(ceilOf(widthOf(header), 32)) * 32 + 32 * below(3);
    const unsigned zeros = header.version == 3 ? 9 : header.version == 2 ? 5 : 3;
    header.address = (random_() & 0x7fffffffff) >> zeros << zeros;
    if (header.version == 0 && oneIn(4))
      header.address += below(8);
    if (oneIn(20))
      header.address |= std::uint64_t{1} << (40 + below(8)); // beyond generic memory
    return header;
  }
  /// With any values in bits that do not matter.
  spec::HeaderWords wordsOf(const TextureHeader& header) {
    spec::HeaderWords words = headerOf(header);
    words[0] |= word() & 0xfffffc00;
    words[1] |= word() & (header.version == 3 ? 0x1ff : header.version == 2 ? 0x1f : 0);
    words[2] |= word() & 0xff1f0000;
    words[6] = word();
    words[7] = word() & 0xfffff0f0;
    if (header.version == 0)
      words[5] = word();
    return words;
  }

  void setModifiers(SuredQuestion& q, const TextureHeader& header) {
    constexpr SuredDim kDims[] = {SuredDim::D1,      SuredDim::D2,      SuredDim::D3,       SuredDim::D1,
                                  SuredDim::D1Array, SuredDim::D2Array, SuredDim::D1Buffer, SuredDim::D2};
    q.modifiers.byteAddress = below(2);
    q.modifiers.dim = oneIn(16) ? below(6) : unsigned(kDims[header.texture]);
    q.modifiers.size = below(std::size(spec::kSuredSizes));
    q.modifiers.op = unsigned(SuredSize(q.modifiers.size) == SuredSize::F32 ? spec::RedOp::Add : spec::RedOp::Min);
    q.modifiers.clamp = below(3);
    q.modifiers.isBound = below(2);
  }
  void setHandle(SuredQuestion& q, std::uint32_t index) {
    const std::uint32_t handle = word() << 20 | index;
    for (std::uint32_t at = 0; std::uint32_t& entry : q.surfaces.boundAt)
      at = 1 + (entry = at + below(oneOf(1, 2, 2000)));
    for (std::uint32_t& bound : q.surfaces.boundHandle)
      bound = word() & 0xfff00003;
    q.words[5] = handle;
    if (!q.modifiers.isBound)
      return;
    const unsigned i = below(spec::kBoundHandles);
    q.words[5] = word();
    q.surfaces.boundHandle[i] = handle;
    q.modifiers.tsPtrIdx = q.surfaces.boundAt[i] + (oneIn(8) ? 1 : 0);
  }
  void setChoices(spec::SuredChoices& choices) {
    choices.invalidIsError = below(2), choices.disabledComesFirst = below(2), choices.othersAreSigned = below(2);
    choices.masksLowBits = below(2), choices.noElementIsError = below(2), choices.layers = below(3);
    choices.dropComesFirst = below(2);
    for (auto& reported : choices.reported)
      reported = static_cast<std::uint8_t>(below(3));
  }
  std::uint32_t near(std::uint64_t count) {
    if (oneIn(12))
      return word();
    const std::uint32_t end = static_cast<std::uint32_t>(count);
    return oneIn(6) ? oneOf(0, end - 1, end, ~0u, 0x80000000u, 0x7fffffffu, end + 1)
                    : static_cast<std::uint32_t>(random_() % count);
  }
  void setCoordinates(SuredQuestion& q, const TextureHeader& header) {
    const std::uint64_t size = SuredSize(q.modifiers.size) == SuredSize::U64 ? 8 : 4;
    q.words[0] = near(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(widthOf(header)) / size));
    if (q.modifiers.byteAddress && !oneIn(4))
      q.words[0] *= static_cast<std::uint32_t>(size);
    const bool is1DArray = SuredDim(q.modifiers.dim) == SuredDim::D1Array;
    q.words[1] = near(is1DArray ? header.lastZ + 1 : header.lastY + 1);
    q.words[2] = near(header.lastZ + 1);
    if (oneIn(2) && SuredDim(q.modifiers.dim) == SuredDim::D2Array)
      q.words[2] += word() << 16;
    if (oneIn(2) && is1DArray)
      q.words[1] += word() << 16;
  }
  /// One region somewhere below, and one around where the access goes, or nearly.
  void setRegions(SuredQuestion& q) {
    const Wide address = suredPlain(q).address;
    if (address < 256 || address >= (Wide{1} << 40) - 64)
      return;
    const std::uint64_t base = static_cast<std::uint64_t>(address) - (oneIn(2) ? 0 : below(20));
    q.regions.baseLow[0] = below(64);
    q.regions.end[0] = 1 + below(100);
    q.regions.baseLow[1] = static_cast<std::uint32_t>(base);
    q.regions.baseHigh[1] = static_cast<std::uint32_t>(base >> 32);
    for (unsigned r = 1; r < spec::kGenericRegions; ++r)
      q.regions.end[r] = r == 1 ? q.regions.end[0] + 1 + below(oneOf(12, 60)) : q.regions.end[1];
  }
  std::mt19937_64 random_;
};

/// What is worth having been seen of an update that is performed.
std::vector<std::string> whatWasSeen(const SuredQuestion& q, const SuredPlain& plain) {
  const auto clamp = SuredClamp(q.modifiers.clamp);
  const std::string dim(spec::kSuredDims[q.modifiers.dim]), clampName(spec::kSuredClamps[q.modifiers.clamp]);
  std::vector<std::string> seen = {dim + " " + clampName, "version " + std::to_string(plain.header->version),
                                   std::string(spec::kSuredSizes[q.modifiers.size])};
  const auto note = [&](bool holds, std::string what) {
    if (holds)
      seen.push_back(std::move(what));
  };
  note(plain.given < 0, "x raised");
  note(plain.given > plain.bytes, "x lowered");
  note(dim[0] != '1' && std::int32_t(q.words[1]) < 0, "y raised");
  note(dim[0] != '1' && std::int32_t(q.words[1]) > plain.y, "y lowered");
  note(dim == "3D" && std::int32_t(q.words[2]) < 0, "z raised");
  note(dim == "3D" && std::int32_t(q.words[2]) > plain.z, "z lowered");
  note(plain.isLayerOutside && q.choices.layers == 0, "layer lowered by NEAR");
  note(plain.isLayerOutside && q.choices.layers == 1, "layer lowered, " + clampName);
  note(plain.given < 0 && plain.isLayerOutside, "both x and layer");
  note(q.modifiers.byteAddress && q.words[0] % static_cast<unsigned>(plain.size), "low bits masked");
  note(clamp != SuredClamp::Near && q.words[0] >> 31, "unsigned x");
  note(q.modifiers.byteAddress, "BA");
  note(q.modifiers.isBound, "bound");
  note(plain.header->version == 2 && plain.y, "row of pitch");
  note(plain.header->blockHeight && plain.header->lastY > 64, "high blocks");
  note(plain.header->blockDepth && plain.z > 1, "deep blocks");
  note(plain.layer > 1, "layers");
  return seen;
}

std::string_view stepPlain(const SuredQuestion& q, const TextureHeader& header) {
  const std::string_view name = spec::kSuredSizes[q.modifiers.size];
  const bool isSigned = header.type == 3 || (header.type != 4 && q.choices.othersAreSigned);
  return name == "SD32" ? (isSigned ? "S32" : "U32") : name == "SD64" ? (isSigned ? "S64" : "U64") : name;
}

/// What lies between the handle and the address.
void expectOnTheWay(const auto& reached, const SuredQuestion& q, const SuredPlain& plain) {
  const TextureHeader& header = *plain.header;
  const std::pair<const char*, Wide> wanted[] = {
      {"index", plain.header - q.headers.data()},
      {"texelBytes", widthOf(header) / (Wide(header.lastX) + 1)},
      {"widthBytes", widthOf(header)},
      {"given", plain.given},
      {"bytes", plain.bytes},
      {"y", static_cast<std::uint32_t>(plain.y)},
      {"z", static_cast<std::uint32_t>(plain.z)},
      {"layer", plain.layer},
      {"isLayerOutside", plain.isLayerOutside},
      {"address", plain.address},
      {header.version == 3 ? "offset" : "address", plain.address - (header.version == 3 ? Wide(header.address) : 0)},
      {header.version == 2 ? "rows" : "address", header.version == 2 ? plain.y * header.pitch : plain.address}};
  for (const auto& [name, value] : wanted)
    EXPECT_EQ(reached.at(name), static_cast<std::uint64_t>(value)) << name;
}

TEST_F(SuredReaching, AgreesWithPlainIntegers_SURED_1_3_4_5_6_7_8_11_RED_5) {
  Drawn drawn(17);
  std::array<unsigned, unsigned(SuredEnd::Count)> ends{};
  std::map<std::string, unsigned> seen;
  for (unsigned round = 0; round < 400000 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const SuredQuestion q = drawn.question();
    const SuredPlain plain = suredPlain(q);
    const Answer reached = ask(q);
    ++ends[unsigned(plain.end)];
    EXPECT_EQ(reached.at("performs"), plain.end == SuredEnd::Performed) << "end " << int(plain.end);
    EXPECT_EQ(reached.at("error"), std::uint64_t(errorOf(plain.end))) << "end " << int(plain.end);
    if (plain.end == SuredEnd::InvalidDropped || plain.end == SuredEnd::InvalidError || plain.header)
      EXPECT_EQ(reached.at("isInvalid"), !plain.header);
    if (plain.address < 0)
      continue;
    expectOnTheWay(reached, q, plain);
    if (plain.end != SuredEnd::Performed)
      continue;
    EXPECT_EQ(reached.at("place"), std::uint64_t(plain.place));
    EXPECT_EQ(spec::kRedSizes[reached.at("size")], stepPlain(q, *plain.header));
    for (const std::string& what : whatWasSeen(q, plain))
      ++seen[what];
  }
  for (unsigned end = 0; end < ends.size(); ++end)
    EXPECT_GT(ends[end], 500u) << "end " << end;
  EXPECT_EQ(seen.size(), 3 * std::size(spec::kSuredDims) + 3 + std::size(spec::kSuredSizes) + 19);
  for (const auto& [what, times] : seen)
    EXPECT_GT(times, 50u) << what;
}

/// What Drawn gives to be legal is legal: otherwise nothing is said by the above.
TEST(SuredDrawn, IsLegalAndAllowed_SURED_2_4_8) {
  Terms terms;
  Drawn drawn(18);
  for (unsigned round = 0; round < 2000; ++round) {
    const SuredQuestion q = drawn.question();
    const auto fault = faultOf(q.surfaces);
    ASSERT_FALSE(fault) << fault->message;
    ASSERT_FALSE(faultOf(q.regions));
    for (unsigned i = 0; i < spec::kTextureHeaders; ++i)
      ASSERT_EQ(spec::read(headerIn(q.surfaces, i)), q.headers[i]);
    ASSERT_TRUE(isLegal(constants(terms, q.modifiers)).isTrue());
    ASSERT_TRUE(isAllowed(constants(terms, q.choices)).isTrue());
  }
}

/// A surface of R32 at 0x10000 that all of a region of 1 MiB holds, and header 2 that names it.
SuredQuestion onSurface(SuredDim dim, TextureHeader header) {
  SuredQuestion q;
  header.components = 0x0f, header.type = 4, header.address = 0x10000;
  q.headers[2] = header;
  setHeader(q.surfaces, 2, headerOf(header));
  q.surfaces.lastHeader = 2;
  q.regions.baseLow[0] = 0x10000;
  std::ranges::fill(q.regions.end, 1u << 20);
  q.modifiers.dim = unsigned(dim);
  q.words[5] = 0xabc00002; // with a sampler
  return q;
}

TEST_F(SuredReaching, PitchByHand_SURED_5_6_8) {
  SuredQuestion q = onSurface(SuredDim::D2, {.version = 2, .pitch = 64, .texture = 1, .lastX = 10, .lastY = 4});
  q.words = {3, 2, 0, 0, 0, q.words[5]};
  EXPECT_EQ(ask(q).at("address"), 0x10000u + 2 * 64 + 12);
  EXPECT_EQ(place(q), 2u * 64 + 12);
  q.words[0] = 0xffffffff, q.words[1] = 99; // NEAR: the last row's first
  EXPECT_EQ(place(q), 4u * 64);
  q.modifiers.size = unsigned(SuredSize::U64); // 44 bytes: five elements of 8
  q.words[0] = 5;
  EXPECT_EQ(place(q), 4u * 64 + 32);
  q.modifiers.clamp = unsigned(SuredClamp::Trap), q.words[1] = 0;
  EXPECT_EQ(error(q), ErrorKind::SurfaceOutOfRange);
  q.words[0] = 4;
  EXPECT_EQ(place(q), 32u);
  q.modifiers.byteAddress = 1; // byte 4 is no multiple of 8
  EXPECT_EQ(error(q), ErrorKind::MisalignedAddress);
  q.choices.masksLowBits = 1;
  EXPECT_EQ(place(q), 0u);
}

TEST_F(SuredReaching, AnArraysLayersByHand_SURED_1_6_8) {
  // 16 texels, 64 bytes: one block wide, 8 rows high; blocks of one GOB
  SuredQuestion q = onSurface(SuredDim::D2Array, {.version = 3, .texture = 5, .lastX = 15, .lastY = 7, .lastZ = 2});
  q.words = {5, 3, 0x70001, 0, 0, q.words[5]}; // layer 1: of the word its low half
  EXPECT_EQ(place(q), 512u + 64 + 16 + 32 + 4);
  q.words[2] = 9;
  EXPECT_EQ(ask(q).at("layer"), 2u);
  q.modifiers.clamp = unsigned(SuredClamp::Trap);
  EXPECT_EQ(error(q), ErrorKind::SurfaceOutOfRange);
  q.choices.layers = 2;
  EXPECT_EQ(error(q), ErrorKind::None);
  EXPECT_EQ(place(q), kNowhere);
  q.choices.layers = 1;
  EXPECT_EQ(place(q), 2u * 512 + 64 + 16 + 32 + 4);
}

TEST_F(SuredReaching, ABuffersXIsUnsignedUnlessNear_SURED_1_8) {
  SuredQuestion q = onSurface(SuredDim::D1Buffer, {.version = 0, .texture = 6, .lastX = 0xffffffff});
  q.words[0] = 0xfffffff0;
  EXPECT_EQ(place(q), 0u); // -16: the first
  q.modifiers.clamp = unsigned(SuredClamp::Ign);
  EXPECT_EQ(ask(q).at("address"), 0x10000u + 0x3ffffffc0u);
  EXPECT_EQ(error(q), ErrorKind::AddressOutOfRange);
  q.surfaces.disabled = 1;
  EXPECT_EQ(error(q), ErrorKind::None);
  q.choices.disabledComesFirst = 0;
  EXPECT_EQ(error(q), ErrorKind::AddressOutOfRange);
  q.words[5] = 3; // beyond the pool
  EXPECT_EQ(error(q), ErrorKind::InvalidTexture);
}

} // namespace
} // namespace warplaw::symbolic
