// NVIDIA's text of video. A dtype is written where it is not the usual one; both operand types, or none where both are
// the usual ones: signed, as wide as the register, or as its lanes. A type says how wide a part is, the operand which
// one. Subtracting is adding -Rb, an average VADD.AVRG, both bounds are VMNMX.
#include "spec/instructions/video_fields.h"
#include "spec/instructions/vmad_fields.h"
#include "spec/instructions/vsimd_fields.h"
#include "spec/spellings/choices.h"
#include "spec/spellings/video_rows.h"
#include <bit>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

constexpr std::string_view kTypesRule = "VID-1";

/// A type of one operand: is it signed, and of which parts?
struct PartType {
  std::string_view word;
  VideoType type;
  Part first;          ///< what is meant where the operand has no suffix
  std::uint64_t parts; ///< bit v: Part v
};
constexpr std::uint64_t kBytes = bitOf(Part::B0) | bitOf(Part::B1) | bitOf(Part::B2) | bitOf(Part::B3);
constexpr std::uint64_t kHalves = bitOf(Part::H0) | bitOf(Part::H1);
constexpr PartType kPartTypes[] = {
    {"U32", VideoType::U32, Part::Word, 0},     {"S32", VideoType::S32, Part::Word, 0},
    {"U8", VideoType::U32, Part::B0, kBytes},   {"S8", VideoType::S32, Part::B0, kBytes},
    {"U16", VideoType::U32, Part::H0, kHalves}, {"S16", VideoType::S32, Part::H0, kHalves}};

/// Those of both operands. `btypes` (bit v: VideoType v): which btype there is.
Slot partTypes(std::uint64_t btypes = ~std::uint64_t{0}) {
  Slot slot{"operand types", kTypesRule, {}};
  for (const PartType& a : kPartTypes)
    for (const PartType& b : kPartTypes) {
      if (!(btypes >> numberOf(b.type) & 1))
        continue;
      const Settings sets = {{"atype", numberOf(a.type)},
                             {"ra.part", numberOf(a.first), a.parts},
                             {"btype", numberOf(b.type)},
                             {"rb.part", numberOf(b.first), b.parts}};
      // the usual ones: what shifts is unsigned whatever the text says
      const bool usual = a.word == "S32" && b.first == Part::Word && (b.type == VideoType::S32 || !(btypes & 2));
      if (usual)
        slot.choices.insert(slot.choices.begin(), {"", sets});
      slot.choices.push_back({fmt::format("{}.{}", a.word, b.word), sets});
    }
  return slot;
}

/// Lanes have the types of their width.
Slot laneTypes(unsigned lanes) {
  Slot slot{"operand types", kTypesRule, {}};
  const unsigned bits = 32 / lanes;
  for (const VideoType a : {VideoType::S32, VideoType::U32})
    for (const VideoType b : {VideoType::S32, VideoType::U32}) {
      const Settings sets = {{"atype", numberOf(a)}, {"btype", numberOf(b)}};
      const auto letter = [](VideoType type) { return kVideoTypes[numberOf(type)].front(); };
      if (slot.choices.empty())
        slot.choices.push_back({"", sets});
      slot.choices.push_back({fmt::format("{}{}.{}{}", letter(a), bits, letter(b), bits), sets});
    }
  return slot;
}

const Choice kSignedResult{"", {{"dtype", numberOf(VideoType::S32)}}};
const Choice kUnsignedResult{"", {{"dtype", numberOf(VideoType::U32)}}};
Choice named(std::string word, const Choice& choice) { return {std::move(word), choice.sets}; }
/// The usual one has no word.
Slot signedUsually() {
  return {"dtype", "VID-6", {kSignedResult, named("SD", kSignedResult), named("UD", kUnsignedResult)}};
}
Slot unsignedUsually() {
  return {"dtype", "VID-6", {kUnsignedResult, named("UD", kUnsignedResult), named("SD", kSignedResult)}};
}

Slot saturation() { return {"saturation", "VID-6", asOurs("saturates", kSaturations)}; }
Slot condition() { return {"condition", "VID-4", asOurs("condition", kConditions)}; }
Slot maximum(std::uint64_t least, std::uint64_t greatest) {
  return {"bound", "VID-2", {{"", {{"op", least}}}, {"MX", {{"op", greatest}}}}};
}
Slot average(std::uint64_t sum, std::uint64_t half) {
  return {"average", "VID-3", {{"", {{"op", sum}}}, {"AVRG", {{"op", half}}}}};
}

/// A second operation, or the part of Rd that is written. Bytes 1 and 3 NVIDIA's assembler writes as byte 0, and moves
/// it by another instruction.
Slot secondOrMerge() {
  const auto second = [](std::string word, VideoSecond value) {
    return Choice{std::move(word), {{"second", numberOf(value)}, {"rd.part", numberOf(Part::Word)}}};
  };
  const auto merge = [](std::string word, Part part) {
    return Choice{std::move(word), {{"second", numberOf(VideoSecond::None)}, {"rd.part", numberOf(part)}}};
  };
  return {"second operation or part of Rd",
          "VID-7",
          {second("", VideoSecond::None), second("ACC", VideoSecond::Add), second("MIN", VideoSecond::Min),
           second("MAX", VideoSecond::Max), merge("MRG_16L", Part::H0), merge("MRG_16H", Part::H1),
           merge("MRG_8B0", Part::B0), merge("MRG_8B2", Part::B2)}};
}

/// Lanes that are written: letters from the lowest on; all of them without a word.
Slot mask(unsigned lanes) {
  Slot slot{"mask", "VID-9", {}};
  const std::uint64_t all = (std::uint64_t{1} << lanes) - 1;
  slot.choices.push_back({"", {{"rd.mask", all}}});
  for (std::uint64_t mask = 1; mask <= all; ++mask) {
    std::string word;
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (mask >> lane & 1)
        word += "XYZW"[lane];
    slot.choices.push_back({word, {{"rd.mask", mask}}});
  }
  return slot;
}

std::vector<Spelling> scalar() {
  using enum OperandKind;
  const auto row = [](std::string_view word, Settings always, std::vector<Slot> slots, Sign signOfB = Sign::None) {
    return Spelling{
        .instruction = Mnemonic::Video,
        .dialect = Dialect::Sass,
        .mnemonic = mnemonic(std::string(word), "VID-2"),
        .always = std::move(always),
        .slots = std::move(slots),
        .operands = {{Register, "rd"}, {Part, "ra"}, {.kind = Part, .cell = "rb", .sign = signOfB}, {Register, "rc"}}};
  };
  const auto op = [](VideoOp value) { return Settings{{"op", numberOf(value)}}; };
  const Slot wrap{"shift",
                  "VID-5",
                  {{"", {{"shift", numberOf(VideoShift::Clamp)}}}, {"W", {{"shift", numberOf(VideoShift::Wrap)}}}}};
  const Slot shiftTypes = partTypes(bitOf(VideoType::U32));
  return {
      row("VADD", {},
          {signedUsually(), partTypes(), average(numberOf(VideoOp::Add), numberOf(VideoOp::Avrg)), saturation(),
           secondOrMerge()}),
      row("VADD", op(VideoOp::Sub), {signedUsually(), partTypes(), saturation(), secondOrMerge()}, Sign::Must),
      row("VABSDIFF", op(VideoOp::AbsDiff), {unsignedUsually(), partTypes(), saturation(), secondOrMerge()}),
      row("VMNMX", {},
          {signedUsually(), partTypes(), maximum(numberOf(VideoOp::Min), numberOf(VideoOp::Max)), saturation(),
           secondOrMerge()}),
      row("VSHL", op(VideoOp::Shl), {signedUsually(), shiftTypes, wrap, saturation(), secondOrMerge()}),
      row("VSHR", op(VideoOp::Shr), {signedUsually(), shiftTypes, wrap, saturation(), secondOrMerge()}),
      row("VSET", op(VideoOp::Set), {condition(), partTypes(), secondOrMerge()}),
  };
}

Spelling vmad() {
  using enum OperandKind;
  return {.instruction = Mnemonic::Vmad,
          .dialect = Dialect::Sass,
          .mnemonic = mnemonic("VMAD", "VID-8"),
          .slots = {partTypes(),
                    {"plus one", "VID-8", asOurs("plusOne", kPlusOnes)},
                    {"shift",
                     "VID-8",
                     {{"", {{"shift", numberOf(VmadShift::None)}}},
                      {"SHR_7", {{"shift", numberOf(VmadShift::Shr7)}}},
                      {"SHR_15", {{"shift", numberOf(VmadShift::Shr15)}}}}},
                    saturation()},
          .operands = vmadOperands(),
          .unsaid = {"dtype"}};
}

std::vector<Spelling> simd(unsigned lanes) {
  using enum OperandKind;
  const bool four = lanes == 4;
  const auto op = [&](VsimdOp ofTwo, VsimdOp ofFour) { return numberOf(four ? ofFour : ofTwo); };
  const auto row = [&](std::string_view word, Settings always, std::vector<Slot> slots, Sign signOfB = Sign::None) {
    if (word != "VSET")
      slots.push_back({"saturation", "VID-10", asOurs("saturates", kSaturations)});
    slots.push_back({"sum", "VID-11", {{"", {{"adds", 0}}}, {"ACC", {{"adds", 1}}}}});
    slots.push_back(mask(lanes));
    return Spelling{.instruction = Mnemonic::Vsimd,
                    .dialect = Dialect::Sass,
                    .mnemonic = mnemonic(fmt::format("{}{}", word, lanes), "VID-10"),
                    .always = std::move(always),
                    .slots = std::move(slots),
                    .operands = {{Register, "rd"}, firstLanes(lanes), secondLanes(lanes, signOfB), {Register, "rc"}}};
  };
  const Slot types = laneTypes(lanes);
  const std::uint64_t add = op(VsimdOp::Add2, VsimdOp::Add4), sub = op(VsimdOp::Sub2, VsimdOp::Sub4),
                      absDiff = op(VsimdOp::AbsDiff2, VsimdOp::AbsDiff4), min = op(VsimdOp::Min2, VsimdOp::Min4),
                      max = op(VsimdOp::Max2, VsimdOp::Max4), avrg = op(VsimdOp::Avrg2, VsimdOp::Avrg4),
                      set = op(VsimdOp::Set2, VsimdOp::Set4);
  return {
      row("VADD", {}, {signedUsually(), types, average(add, avrg)}),
      row("VADD", {{"op", sub}}, {signedUsually(), types}, Sign::Must),
      row("VABSDIFF", {{"op", absDiff}}, {unsignedUsually(), types}),
      row("VMNMX", {}, {signedUsually(), types, maximum(min, max)}),
      row("VSET", {{"op", set}}, {condition(), types}),
  };
}

} // namespace

std::vector<Spelling> sassVideoSpellings() { return videoRows(scalar(), vmad(), simd(2), simd(4)); }

} // namespace warplaw::spec
