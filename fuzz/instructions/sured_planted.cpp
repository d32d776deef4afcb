// Bugs planted into SURED: the third statement with one step otherwise.
#include "fuzz/instructions/sured.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {

template <class Wrong> void runWrong(SuredTrial& trial, spec::Results& results) {
  Wrong().run(trial, trial.regions(), {trial.memory.data(), trial.allocated}, results);
}

struct NoShrink : PlainSured {
  unsigned shrunk(unsigned log, std::int64_t, std::int64_t) const override { return log; }
};

struct XOf32Bits : PlainSured {
  std::int64_t bytesOfX(std::int64_t x, unsigned size, bool byteAddress) const override {
    return static_cast<std::int32_t>(PlainSured::bytesOfX(x, size, byteAddress));
  }
};

struct LastTexel : PlainSured {
  std::int64_t lastElement(const PlainSurface& surface, unsigned) const override {
    return surface.widthBytes - surface.texelBytes;
  }
};

struct SignedLayer : PlainSured {
  std::int64_t layerOf(std::uint32_t word) const override { return static_cast<std::int16_t>(word); }
};

struct RowsAndColumnsSwapped : PlainSured {
  std::int64_t byteInGob(std::int64_t x, std::int64_t y) const override {
    const std::int64_t row = y % 2, column = x / 16 % 2;
    return PlainSured::byteInGob(x + 16 * (row - column), y + column - row);
  }
};

struct NoCeiling : PlainSured {
  std::int64_t blocksAlong(std::int64_t height, std::int64_t rowsOfABlock) const override {
    return std::max<std::int64_t>(1, height / rowsOfABlock);
  }
};

struct AlwaysSigned : PlainSured {
  bool isSigned(const PlainSurface&, const spec::SuredChoices&) const override { return true; }
};

struct MisalignedFirst : PlainSured {
  spec::ErrorKind reported(const std::array<bool, 3>& holds, unsigned) const override {
    return PlainSured::reported(holds, 0);
  }
};

} // namespace

std::vector<PlantedBug> Sured::planted() {
  using Meets = PlantedBug::Meets;
  return {
      plantedIn<Sured>("sured-blocks-never-shrink",
                       "blocks keep the GOBs that the header says, however few rows there are", Meets::InOne,
                       runWrong<NoShrink>),
      plantedIn<Sured>("sured-x-of-32-bits", "x times the size wraps", Meets::InOneOfEachClass, runWrong<XOf32Bits>),
      plantedIn<Sured>("sured-near-the-last-texel",
                       "NEAR clamps to the last texel, where the last element lies before it", Meets::InOneOfEachClass,
                       runWrong<LastTexel>),
      plantedIn<Sured>("sured-layer-signed", "a layer is a signed number", Meets::InOne, runWrong<SignedLayer>),
      plantedIn<Sured>("sured-gob-rows-and-columns",
                       "the 16-byte columns and the rows of a GOB's 64 bytes are exchanged", Meets::InOneOfEachClass,
                       runWrong<RowsAndColumnsSwapped>),
      plantedIn<Sured>("sured-slab-without-ceiling", "a slab has as many rows of blocks as are full", Meets::InOne,
                       runWrong<NoCeiling>),
      plantedIn<Sured>("sured-sd-always-signed", "SD32 and SD64 are signed on every format", Meets::InOne,
                       runWrong<AlwaysSigned>),
      plantedIn<Sured>("sured-misaligned-comes-first", "a misaligned address is reported whatever else is wrong",
                       Meets::No, runWrong<MisalignedFirst>),
  };
}

} // namespace warplaw::fuzz
