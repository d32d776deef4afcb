// PTX's text of video: our words in small letters, and parts behind registers.
#include "spec/instructions/video_fields.h"
#include "spec/instructions/vmad_fields.h"
#include "spec/instructions/vsimd_fields.h"
#include "spec/spellings/choices.h"
#include "spec/spellings/video_rows.h"

namespace warplaw::spec {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

Slot type(std::string_view cell, std::uint64_t values = kAll) {
  return {cell, "VID-1", inSmallLetters(cell, kVideoTypes, values)};
}
Slot saturation(std::string_view rule) { return {"saturation", rule, inSmallLetters("saturates", kSaturations)}; }
Slot condition() { return {"condition", "VID-4", inSmallLetters("condition", kConditions)}; }

std::vector<Spelling> scalar() {
  using enum OperandKind;
  const Slot second{"second operation", "VID-7", inSmallLetters("second", kVideoSeconds)};
  const Settings withoutC = {{"second", numberOf(VideoSecond::None)}, {"rd.part", numberOf(Part::Word)}};
  const auto row = [&](std::uint64_t ops, std::vector<Slot> slots) {
    slots.push_back(second);
    return Spelling{
        .instruction = Mnemonic::Video,
        .dialect = Dialect::Ptx,
        .mnemonic = {"mnemonic", "VID-2", inSmallLetters("op", kVideoOps, ops)},
        .slots = std::move(slots),
        .operands = {
            {Part, "rd"}, {Part, "ra"}, {Part, "rb"}, {.kind = Register, .cell = "rc", .absentWhere = withoutC}}};
  };
  const std::uint64_t shifts = bitOf(VideoOp::Shl) | bitOf(VideoOp::Shr), compares = bitOf(VideoOp::Set);
  // scalar PTX has no average (VID-3)
  const std::uint64_t others = ~(shifts | compares | bitOf(VideoOp::Avrg));
  return {row(others, {type("dtype"), type("atype"), type("btype"), saturation("VID-6")}),
          row(shifts, {type("dtype"),
                       type("atype"),
                       type("btype", bitOf(VideoType::U32)),
                       saturation("VID-6"),
                       {"shift", "VID-5", inSmallLetters("shift", kVideoShifts)}}),
          row(compares, {type("atype"), type("btype"), condition()})};
}

Spelling vmad() {
  using enum OperandKind;
  return {.instruction = Mnemonic::Vmad,
          .dialect = Dialect::Ptx,
          .mnemonic = mnemonic("vmad", "VID-8"),
          .slots = {type("dtype"),
                    type("atype"),
                    type("btype"),
                    {"plus one", "VID-8", inSmallLetters("plusOne", kPlusOnes)},
                    saturation("VID-8"),
                    {"shift", "VID-8", inSmallLetters("shift", kVmadShifts)}},
          .operands = vmadOperands()};
}

std::vector<Spelling> simd(unsigned lanes) {
  using enum OperandKind;
  const bool four = lanes == 4;
  const std::uint64_t ofTwo = bitOf(VsimdOp::Add4) - 1, ops = four ? ~ofTwo : ofTwo,
                      compares = bitOf(VsimdOp::Set2) | bitOf(VsimdOp::Set4);
  const auto row = [&](std::uint64_t which, std::vector<Slot> slots) {
    slots.push_back({"sum", "VID-11", inSmallLetters("adds", kAccumulations)});
    return Spelling{.instruction = Mnemonic::Vsimd,
                    .dialect = Dialect::Ptx,
                    .mnemonic = {"mnemonic", "VID-10", inSmallLetters("op", kVsimdOps, which)},
                    .slots = std::move(slots),
                    .operands = {{.kind = Mask, .cell = "rd", .lanes = lanes, .whole = four ? 0xFu : 0x3u},
                                 firstLanes(lanes),
                                 secondLanes(lanes),
                                 {Register, "rc"}}};
  };
  return {row(ops & ~compares, {type("dtype"), type("atype"), type("btype"), saturation("VID-10")}),
          row(ops & compares, {type("atype"), type("btype"), condition()})};
}

} // namespace

std::vector<Spelling> ptxVideoSpellings() { return videoRows(scalar(), vmad(), simd(2), simd(4)); }

} // namespace warplaw::spec
