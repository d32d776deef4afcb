// Whole warps, memories and errors are what was worked by hand (warps.rows), by executor, encoding and third statement
// alike; and where block linear puts texels is where a walk over its bytes finds them (SURED-8).
#include "spec/row.h"
#include "spec/surrounding_cells_fields.h"
#include "spec/surroundings_fields.h"
#include "spec/texture_header.h"
#include "tests/fuzz/agreement.h"
#include "tests/rows.h"

namespace warplaw::fuzz {
namespace worked_warps_test {
using tests::split;

constexpr std::uint32_t kLane = 7, kBase = 0x1000; ///< as warps.rows says

/// A sum of products, as it was worked: "2*512+12".
std::uint64_t number(const std::string& text) {
  std::uint64_t sum = 0;
  for (const std::string& term : split(text, "+")) {
    std::uint64_t product = 1;
    for (const std::string& factor : split(term, "*"))
      product *= std::stoull(factor, nullptr, 0);
    sum += product;
  }
  return sum;
}
std::size_t indexOf(std::initializer_list<std::string_view> names, std::string_view name) {
  const auto* const found = std::ranges::find(names, name);
  EXPECT_NE(found, names.end()) << name;
  return static_cast<std::size_t>(found - names.begin());
}

/// "BASE:BYTES,..": one region after the other.
void setRegions(spec::Case& c, const std::string& text) {
  spec::GenericRegions& regions = c.cells.regions = {};
  unsigned r = 0;
  std::uint32_t end = 0;
  for (const std::string& region : split(text, ",")) {
    const auto parts = split(region, ":");
    regions.baseLow[r] = static_cast<std::uint32_t>(number(parts[0]));
    regions.baseHigh[r] = static_cast<std::uint32_t>(number(parts[0]) >> 32);
    end += static_cast<std::uint32_t>(number(parts.at(1)));
    std::fill(regions.end + r++, std::end(regions.end), end);
  }
  c.memory.resize(end);
}

/// "KIND:TYPE:WIDTH,HEIGHT,DEPTH:FIELD=VALUE:..": R32, UINT, the least pitch, at kBase where nothing else is said.
spec::TextureHeader headerOf(const std::string& text) {
  using Header = spec::TextureHeader;
  const auto parts = split(text, ":");
  std::vector<std::uint32_t> less;
  for (const std::string& extent : split(parts.at(2), ","))
    less.push_back(static_cast<std::uint32_t>(number(extent)) - 1);
  less.resize(3);
  Header header{.components = 0x0f,
                .type = 4,
                .version = static_cast<std::uint32_t>(indexOf({"buffer", "", "pitch", "block"}, parts[0])),
                .address = kBase,
                .texture = static_cast<std::uint32_t>(
                    indexOf({"1D", "2D", "3D", "", "1D_ARRAY", "2D_ARRAY", "1D_BUFFER", "2D_NO_MIPMAP"}, parts[1])),
                .lastX = less[0],
                .lastY = less[1],
                .lastZ = less[2]};
  header.pitch = parts[0] == "pitch" ? (4 * less[0] + 35) / 32 * 32 : 0;
  constexpr std::uint32_t Header::* kFields[] = {&Header::components, &Header::type, &Header::blockHeight,
                                                 &Header::blockDepth, &Header::pitch};
  for (std::size_t i = 3; i < parts.size(); ++i) {
    const auto field = split(parts[i], "=");
    if (field[0] == "address")
      header.address = number(field.at(1));
    else
      header.*kFields[indexOf({"components", "type", "blockHeight", "blockDepth", "pitch"}, field[0])] =
          static_cast<std::uint32_t>(number(field.at(1)));
  }
  return header;
}

/// A choice or a cell around the warp, or all of an array.
void setCells(spec::Case& c, const std::string& name, std::uint64_t value) {
  unsigned set = 0;
  const auto isNamed = [&](std::string_view cell) {
    const bool named = cell == name || cell.substr(0, cell.find('[')) == name;
    set += named;
    return named;
  };
  c.choices = spec::rowOf(c.instruction.mnemonic()).mapChoices(c.choices, [&](const auto& place, std::uint64_t word) {
    return isNamed(place.name) ? value : word;
  });
  for (std::uint32_t cell = 0; cell < spec::wordsOf(c.cells).size(); ++cell)
    if (isNamed(spec::nameOfCell(cell)))
      setCell(c.cells, cell, static_cast<std::uint32_t>(value));
  EXPECT_GT(set, 0u) << name;
}

/// Makes "NAME=VALUE" true of a state.
void assign(spec::Case& c, const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string text = word.substr(equals + 1);
  const auto lanes = split(word.substr(0, equals), "@"), sized = split(lanes[0], ":");
  const std::string& name = sized[0];
  const unsigned bytes = sized.size() == 1 ? 4 : std::stoul(sized[1]) / 8;
  const std::uint32_t mask = lanes.size() == 1            ? c.warp.active
                             : lanes[1].starts_with("0x") ? static_cast<std::uint32_t>(number(lanes[1]))
                                                          : 1u << number(lanes[1]);
  const auto eachLane = [&](auto visit) {
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (mask >> lane & 1)
        visit(lane);
  };
  if (name == "memory")
    return setRegions(c, text);
  if (name == "error")
    return eachLane(
        [&](unsigned lane) { c.warp.errors[lane] = static_cast<std::uint8_t>(*spec::findErrorKind(text)); });
  if (name == "shader")
    return void(c.shader = *spec::findShaderKind(text));
  if (name.starts_with("surface") && name.size() == 8)
    return setHeader(c.cells.surfaces, name[7] - '0', spec::headerOf(headerOf(text)));
  const std::uint64_t value = number(text);
  const bool isIndexed = name.size() > 1 && std::isdigit(static_cast<unsigned char>(name[1]));
  if (name == "bytes")
    c.memory.resize(value);
  else if (name == "active" || name == "helpers")
    (name == "active" ? c.warp.active : c.warp.helpers) = static_cast<std::uint32_t>(value);
  else if (name[0] == '[')
    std::memcpy(c.memory.data() + number(name.substr(1, name.size() - 2)), &value, bytes);
  else if (name[0] == 'P' && isIndexed)
    c.warp.predicates[number(name.substr(1))] = static_cast<std::uint32_t>(value);
  else if (name[0] == 'R' && isIndexed)
    eachLane([&](unsigned lane) {
      for (unsigned i = 0; i < bytes / 4; ++i)
        c.warp.registers[number(name.substr(1)) + i][lane] = static_cast<std::uint32_t>(value >> 32 * i);
    });
  else
    setCells(c, name, value);
}
spec::Case assigned(spec::Case c, const std::string& words) {
  for (const std::string& word : split(words, " "))
    if (!word.empty())
      assign(c, word);
  return c;
}

spec::Case warpCase(const std::string& text) {
  spec::Case c;
  const auto instruction = spec::parse(text);
  EXPECT_TRUE(instruction);
  c.instruction = instruction.value();
  c.choices = spec::defaultChoices(c.instruction.form);
  c.warp.active = 1u << kLane;
  for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      c.warp.registers[reg][lane] = reg == 1 || reg == 3 ? 0 : reg == 2 ? 1 : reg << 8 | lane;
  c.cells.surfaces.lastHeader = spec::kTextureHeaders - 1;
  return assigned(c, spec::memoryOf(c) == spec::memoryNamed("generic") ? "memory=0x1000:65536" : "bytes=1024");
}

TEST(Worked, WarpsByExecutorEncodingAndThirdStatement) {
  Oracle oracle;
  for (const std::string& all : tests::rowsOf(WARPLAW_WORKED_WARPS))
    for (const std::string& row : tests::alternatives(all)) {
      SCOPED_TRACE(row);
      const auto sides = split(row, " =>"), given = split(sides[0], " | ");
      ASSERT_EQ(sides.size(), 2u);
      const spec::Case before = assigned(warpCase(given[0]), given.size() == 1 ? "" : given[1]);
      if (const auto rule = split(sides[1], "rejected "); rule.size() == 2) {
        const auto done = execute(before);
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().rule, rule[1]);
        continue;
      }
      ASSERT_NO_FATAL_FAILURE(expectAgreement(oracle, before));
      const spec::Case after = assigned(before, sides[1]);
      for (const Difference& differing :
           compare(before, oracle.planOf(before.instruction.form, before.choices),
                   {after.warp, after.memory, after.cells}, statedPlainly(oracle, before)))
        ADD_FAILURE() << describe(differing);
    }
}

/// visit(offset, x in bytes, y, z, layer) for each byte of block linear storage in its order, also for those that no
/// texel has: layers of slabs of rows of blocks; in a block slices of GOBs from above to below; 512 bytes a GOB, whose
/// bits are, from the least: x3..0, y0, x4, y2..1, x5. The bytes together.
template <class Visit>
std::uint32_t walkBlockLinear(const spec::TextureHeader& h, unsigned depth, unsigned layers, Visit visit) {
  const auto shrunk = [](unsigned log, unsigned unit, unsigned extent) { // no more than the surface takes
    while (log > 0 && unit << (log - 1) >= extent)
      --log;
    return 1u << log;
  };
  const unsigned width = (h.lastX + 1) * (h.components == 4 ? 8 : 4), height = h.lastY + 1;
  const unsigned rows = shrunk(h.blockHeight, 8, height), slices = shrunk(h.blockDepth, 1, depth);
  std::uint32_t offset = 0;
  for (unsigned layer = 0; layer < layers; ++layer)
    for (unsigned z = 0; z < depth; z += slices)
      for (unsigned y = 0; y < height; y += 8 * rows)
        for (unsigned x = 0; x < width; x += 64)
          for (unsigned slice = 0; slice < slices; ++slice)
            for (unsigned row = 0; row < rows; ++row)
              for (unsigned byte = 0; byte < 512; ++byte, ++offset) {
                const unsigned inX = (byte & 15) + (byte >> 5 & 1) * 16 + (byte >> 8) * 32;
                const unsigned inY = (byte >> 4 & 1) + (byte >> 6 & 3) * 2;
                visit(offset, x + inX, y + 8 * row + inY, z + slice, layer);
              }
  return offset;
}

/// Every element of surfaces whose blocks have every size.
TEST(Worked, BlockLinearIsWhatAWalkOverItsBytesSays_SURED_8) {
  Oracle oracle;
  const auto check = [&](const std::string& dim, const std::string& surface, unsigned bytes) {
    SCOPED_TRACE(surface);
    const spec::TextureHeader header = headerOf("block:" + dim + ":" + surface);
    const unsigned depth = dim == "3D" ? header.lastZ + 1 : 1, layers = dim == "3D" ? 1 : header.lastZ + 1;
    const unsigned width = (header.lastX + 1) * (header.components == 4 ? 8 : 4);
    const std::uint32_t length = walkBlockLinear(header, depth, layers, [](auto...) {});
    spec::Case c = assigned(warpCase("SURED.D." + dim + ".ADD.U" + std::to_string(8 * bytes) + ".TRAP [R12], R4, R1"),
                            "active=0 memory=0x1000:" + std::to_string(length) + " R1@0xffffffff=0");
    setHeader(c.cells.surfaces, 0, spec::headerOf(header));
    const auto run = [&] {
      expectAgreement(oracle, c);
      c.memory = statedPlainly(oracle, c).memory;
      c.warp.active = 0;
    };
    std::vector<std::uint8_t> wanted(length);
    std::uint32_t lane = 0, elements = 0;
    walkBlockLinear(header, depth, layers, [&](unsigned offset, unsigned x, unsigned y, unsigned z, unsigned layer) {
      if (x % bytes || x + bytes > width || y > header.lastY || z >= depth)
        return;
      const std::uint32_t words[] = {x / bytes, dim == "1D_ARRAY" ? layer : y, dim == "3D" ? z : layer};
      for (unsigned row = 0; row < 3; ++row)
        c.warp.registers[12 + row][lane] = words[row];
      c.warp.registers[4][lane] = ++elements, c.warp.registers[5][lane] = 0;
      std::memcpy(&wanted[offset], &elements, sizeof elements);
      c.warp.active |= 1u << lane;
      lane = (lane + 1) % spec::kLanes;
      if (lane == 0)
        run();
    });
    run();
    EXPECT_GT(elements, 0u);
    EXPECT_TRUE(c.memory == wanted);
  };
  for (unsigned log = 0; log <= spec::kMostBlockLog; ++log)
    for (const unsigned bytes : {4u, 8u}) {
      const std::string high = ":blockHeight=" + std::to_string(log), deep = high + ":blockDepth=";
      check("1D", "37" + deep + std::to_string(log), bytes);
      check("1D_ARRAY", "37,1,3" + deep + std::to_string(log), bytes);
      check("2D", "37,131" + high, bytes);
      check("2D", "19,9" + high + ":components=4", bytes);
      check("2D_ARRAY", "19,43,3" + deep + std::to_string(5 - log), bytes);
      check("3D", "19,21,17" + deep + std::to_string(5 - log), bytes);
    }
}

/// Ends of the ranges of integers and of numbers of this width, and what is near, in all of 64 bits.
std::vector<std::uint64_t> corners(unsigned width) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1), ones = sign | (sign - 1);
  const unsigned fraction = width == 16 ? 10 : width == 32 ? 23 : 52;
  const std::uint64_t least = std::uint64_t{1} << fraction, infinity = sign - least, one = infinity / 2 & ~(least - 1);
  std::vector<std::uint64_t> all;
  for (const std::uint64_t size : {std::uint64_t{0}, least, least / 2, one, one - (fraction + 1) * least, infinity,
                                   one + (fraction + 1) * least, infinity - (fraction + 2) * least})
    for (const std::uint64_t near : {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}, least / 2})
      for (const std::uint64_t negative : {std::uint64_t{0}, sign})
        all.push_back(((size + near) ^ negative) & ones);
  for (std::uint64_t& corner : all)
    for (unsigned filled = width; filled < 64; filled *= 2)
      corner |= corner << filled;
  return all;
}

/// Each lane's own place in memory and its Rb at every pair of corners, under every operation and size.
TEST(Worked, StepsAtCorners_ATOMS_6_7_RED_6_7) {
  Oracle oracle;
  const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
  const auto expectSteps = [&](const std::string& text, const std::string& given, std::uint32_t base) {
    spec::Case c = assigned(warpCase(text), "active=0xffffffff R13=0 " + given);
    const auto values = corners(has(text, "F16") ? 16 : has(text, "64") ? 64 : 32);
    for (std::size_t first = 0; first < values.size() * values.size() && !HasFailure(); first += spec::kLanes) {
      for (std::uint32_t lane = 0; lane < spec::kLanes; ++lane) {
        const std::uint64_t m = values[(first + lane) / values.size()], b = values[(first + lane) % values.size()];
        std::memcpy(&c.memory[8 * lane], &m, sizeof m);
        c.warp.registers[12][lane] = base + 8 * lane;
        c.warp.registers[4][lane] = static_cast<std::uint32_t>(b);
        c.warp.registers[5][lane] = static_cast<std::uint32_t>(b >> 32);
      }
      expectAgreement(oracle, c);
    }
    EXPECT_EQ(std::ranges::count(statedPlainly(oracle, c).warp.errors, 0), spec::kLanes) << "each makes an access";
  };
  const auto each = [](spec::Mnemonic mnemonic, auto visit) {
    for (const spec::FormFamily& family : spec::families(mnemonic)) {
      const std::string text = spec::print({{}, family.form, {}});
      visit(text.substr(0, text.find(' ')));
    }
  };
  each(spec::Mnemonic::Atoms, [&](const std::string& op) {
    expectSteps(op + " R8, [R12], R4" + (has(op, "CAS") ? (has(op, "64") ? ", R6" : ", R5") : ""), "", 0);
  });
  each(spec::Mnemonic::Red, [&](const std::string& op) {
    for (const std::string choice : {"0", "1", "2"})
      expectSteps(op + " [R12], R4", "nanHigh=0x7ff01234 unlikeZeros=" + choice, kBase);
  });
}

} // namespace worked_warps_test
} // namespace warplaw::fuzz
