// What theorems assume of what is around a warp, narrowed and widened: of each part, at one value of a field and at
// values of two and of three fields at once, at night of each field, else of every sixteenth; each is refuted, and
// spec's own check shows it.
#include "found.h"
#include "proofs/statements/accepted_parts.h"
#include "proofs/theorems/legality_theorems.h"
#include "spec/surrounding_cells_fields.h"
#include "spec/texture_header.h"
#include "symbolic/terms/evaluate.h"
#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace warplaw::proofs {
namespace surroundings_test {

/// Parts that a machine holds, at values that no rule names.
spec::SpecialInputs unusualInputs() {
  spec::SpecialInputs inputs;
  const std::uint32_t ntid[] = {7, 11, 13}, ctaid[] = {0x12345, 0x1234, 77}, nctaid[] = {0x7654321, 0x4321, 0x123};
  for (unsigned axis = 0; axis < spec::kDimensions; ++axis) {
    inputs.ntid[axis] = ntid[axis];
    inputs.ctaid[axis] = ctaid[axis];
    inputs.nctaid[axis] = nctaid[axis];
  }
  inputs.warp = 19;
  inputs.clockLow = 0x55667788;
  inputs.smemSize = 0x1357;
  inputs.sharedWindowLow = 0x13579bdf;
  inputs.sharedWindowSize = 0x2468;
  inputs.localWindowLow = 0x2345678;
  inputs.localWindowSize = 0x3579;
  return inputs;
}
spec::Barriers unusualBarriers() {
  spec::Barriers barriers;
  barriers.arrived[5] = 3 * spec::kLanes;
  barriers.expected[5] = 39 * spec::kLanes;
  barriers.use[5] = static_cast<std::uint32_t>(spec::BarrierUse::Popc);
  barriers.accumulator[5] = 77;
  barriers.waiting[5] = 0x40201000;
  barriers.arrived[11] = 7 * spec::kLanes;
  barriers.expected[11] = 12 * spec::kLanes;
  barriers.waiting[11] = 0x00810000;
  barriers.latch[9] = 1234;
  barriers.latchIsCount = 0x00000200;
  barriers.exited = 0x04;
  return barriers;
}
spec::GenericRegions unusualRegions() {
  spec::GenericRegions regions;
  const std::uint32_t low[] = {0x12345679, 0x23456781, 0x77}, high[] = {3, 3, 77}, bytes[] = {0x1235, 77, 0x4321};
  std::uint32_t end = 0;
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    if (r < 3) {
      regions.baseLow[r] = low[r];
      regions.baseHigh[r] = high[r];
      end += bytes[r];
    }
    regions.end[r] = end;
  }
  return regions;
}
spec::Surfaces unusualSurfaces() {
  spec::Surfaces surfaces;
  surfaces.lastHeader = 2;
  surfaces.boundAt[1] = 0x123;
  surfaces.boundAt[2] = 0x1234;
  surfaces.boundAt[3] = 0x1357;
  surfaces.boundHandle[1] = 0x12345678;
  spec::TextureHeader header;
  header.components = static_cast<std::uint32_t>(spec::TexelComponents::R32G32);
  header.type = static_cast<std::uint32_t>(spec::TexelType::Uint);
  header.version = static_cast<std::uint32_t>(spec::HeaderVersion::Pitch);
  header.texture = static_cast<std::uint32_t>(spec::TextureType::T2D);
  header.address = 0x123456789a0;
  header.lastX = 77;
  header.lastY = 0x1235;
  header.pitch = 32 * 77;
  spec::setHeader(surfaces, 2, spec::headerOf(header));
  return surfaces;
}

struct Planted {
  std::string name; ///< of the obligation
  std::string what;
  bool isLegal; ///< to spec, where the plant makes a difference
};

/// Everything that is asked of one part.
template <class Part> struct Plants {
  std::string part, prefix;
  Term AssumedParts::* assumed;
  Part held;
  std::vector<std::pair<std::string, std::uint64_t>> wrong; ///< cells at which no machine holds a part
};

/// Cells that differ from the default's, the widest first: at these no search looks.
template <class Part> std::vector<std::pair<std::string, symbolic::Bits>> unusualCells(const Part& held) {
  const Assignment usual = assignmentOf(Part{}), all = assignmentOf(held);
  std::vector<std::pair<std::string, symbolic::Bits>> cells;
  for (const auto& [name, value] : all)
    if (usual.at(name) != value)
      cells.emplace_back(name, value);
  std::ranges::sort(cells, std::greater<>(), [](const auto& cell) { return std::pair(cell.second, cell.first); });
  return cells;
}

class Narrowed {
public:
  explicit Narrowed(bool ofEachField) : ofEachField_(ofEachField) {}

  template <class Part> void add(const Plants<Part>& plants) {
    EXPECT_FALSE(spec::faultOf(plants.held)) << plants.part;
    const auto cells = unusualCells(plants.held);
    ASSERT_GE(cells.size(), kMostFields) << plants.part;
    for (std::size_t first = 0; first < cells.size(); first += ofEachField_ ? 1 : kApart)
      for (std::size_t fields = 1; fields <= kMostFields; ++fields) {
        std::vector<std::pair<std::string, symbolic::Bits>> cube;
        for (std::size_t i = 0; i < fields; ++i)
          cube.push_back(cells[(first + i) % cells.size()]);
        plant(plants, cube, true);
      }
    for (const auto& [name, value] : plants.wrong) {
      Assignment spoilt = assignmentOf(plants.held);
      spoilt.at(name) = value;
      EXPECT_TRUE(spec::faultOf(valueFrom<Part>(spoilt))) << plants.part << " " << name;
      plant(plants, {{name, value}}, false);
      if (ofEachField_)
        plant(plants, {{name, value}, cells[0].first == name ? cells[1] : cells[0]}, false);
    }
  }
  void look() const {
    const auto records = tests::recordsOf(theorems_);
    for (const Planted& planted : planted_) {
      const Record& record = records.at(planted.name);
      EXPECT_EQ(record.verdict, Verdict::Refuted) << planted.what << ": " << record.reason;
      EXPECT_NE(record.counterexample.find(planted.isLegal ? "spec accepts" : "spec rejects"), std::string::npos)
          << planted.what << ": " << record.counterexample;
    }
    EXPECT_GT(planted_.size(), ofEachField_ ? 100u : 20u);
  }

private:
  static constexpr std::size_t kMostFields = 3, kApart = 16;

  /// Legal, but not at these values; or legal at them, whatever spec says.
  template <class Part>
  void plant(const Plants<Part>& plants, const std::vector<std::pair<std::string, symbolic::Bits>>& cube,
             bool isLeftOut) {
    const std::string name = fmt::format("{}/{}", plants.part, planted_.size());
    std::string what = plants.part + (isLeftOut ? " without" : " with");
    for (const auto& [cell, value] : cube)
      what += fmt::format(" {}={}", cell, static_cast<std::uint64_t>(value));
    planted_.push_back({name + "/" + plants.part, what, isLeftOut});
    Theorem theorem;
    theorem.name = name;
    theorem.build = [=, prefix = plants.prefix, assumed = plants.assumed](Terms& terms) -> Obligations {
      const Term legal = assumedParts(terms).*assumed;
      std::vector<Term> values;
      for (const auto& [cell, value] : cube)
        values.push_back(terms.variable(32, prefix + cell).eq(value));
      const Term there = terms.all(values);
      AssumedParts alone;
      alone.*assumed = isLeftOut ? legal & ~there : legal | there;
      return partObligations(name, alone);
    };
    theorems_.push_back(std::move(theorem));
  }

  const bool ofEachField_;
  std::vector<Theorem> theorems_;
  std::vector<Planted> planted_;
};

void expectNoticed(Narrowed narrowed) {
  narrowed.add<spec::SpecialInputs>({"inputs",
                                     "inputs.",
                                     &AssumedParts::inputs,
                                     unusualInputs(),
                                     {{"warp", 77}, {"ctaid[1]", 0x54321}, {"localWindowSize", 0xffff1234}}});
  narrowed.add<spec::Barriers>(
      {"barriers",
       "barriers.",
       &AssumedParts::barriers,
       unusualBarriers(),
       {{"arrived[5]", 77}, {"accumulator[11]", 77}, {"waiting[7]", 0x100}, {"latch[8]", 77}}});
  narrowed.add<spec::GenericRegions>({"regions",
                                      "regions.",
                                      &AssumedParts::regions,
                                      unusualRegions(),
                                      {{"baseHigh[2]", 0x177}, {"end[1]", 0x54321}, {"baseLow[5]", 77}}});
  narrowed.add<spec::Surfaces>({"surfaces",
                                "surfaces.",
                                &AssumedParts::surfaces,
                                unusualSurfaces(),
                                {{"boundAt[2]", 77}, {"disabled", 77}, {"header[16]", 0x77}}});
  narrowed.look();
}

TEST(Legality, SurroundingsThatAreOtherwiseAtValuesOfOneTwoAndThreeFieldsAreNoticed) { expectNoticed(Narrowed(false)); }
TEST(NightlyLegality, SurroundingsThatAreOtherwiseAtAFieldAreNoticed) { expectNoticed(Narrowed(true)); }

/// What is read off the check is what it does, on parts that a machine holds with a few cells at random.
template <template <class> class PartIn> void readAsItIs(const PartIn<spec::Words>& held) {
  constexpr unsigned kParts = 2000;
  std::mt19937_64 random(1);
  Terms terms;
  const Term accepted = acceptedPart<PartIn>(symbolic::variables<PartIn<AsTerms>>(terms));
  ASSERT_TRUE(accepted);
  const Assignment start = assignmentOf(held);
  unsigned legal = 0;
  for (unsigned n = 0; n < kParts; ++n) {
    Assignment values = start;
    for (auto& [name, value] : values)
      if (random() % (values.size() / 2) == 0)
        value = random() % 2   ? value + random() % 3
                : random() % 2 ? random() % 64
                               : static_cast<std::uint32_t>(random());
    for (auto& [name, value] : values)
      value &= 0xffffffff;
    const bool isLegal = symbolic::evaluate(std::span(&accepted, 1), values).front() != 0;
    ASSERT_EQ(isLegal, !spec::faultOf(valueFrom<PartIn<spec::Words>>(values))) << n;
    legal += isLegal;
  }
  EXPECT_GT(legal, kParts / 100);
  EXPECT_LT(legal, kParts - kParts / 100);
}

TEST(Legality, WhatIsReadOffTheCheckOfSurroundingsIsWhatItDoes) {
  readAsItIs<spec::SpecialInputsIn>(unusualInputs());
  readAsItIs<spec::BarriersIn>(unusualBarriers());
  readAsItIs<spec::GenericRegionsIn>(unusualRegions());
  readAsItIs<spec::SurfacesIn>(unusualSurfaces());
}

} // namespace surroundings_test
} // namespace warplaw::proofs
