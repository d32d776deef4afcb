// PTX's text of what is not video: shfl, vote, bar, pmevent, atom.shared, red, sured, popc, and mov
// of a special register. What PTX writes as one instruction and the machine does in two (bar.red and its result) is two
// here.
#include "spec/instructions/atoms_fields.h"
#include "spec/instructions/bar_fields.h"
#include "spec/instructions/red_fields.h"
#include "spec/instructions/s2r_fields.h"
#include "spec/instructions/shfl_fields.h"
#include "spec/instructions/sured_fields.h"
#include "spec/instructions/vote_fields.h"
#include "spec/spellings/choices.h"
#include <algorithm>

namespace warplaw::spec {
namespace {

using enum OperandKind;

constexpr std::pair<std::string_view, std::string_view> kPtxSpecialRegisters[] = {
    {"laneid", "SR_LANEID"},      {"lanemask_eq", "SR_EQMASK"}, {"lanemask_lt", "SR_LTMASK"},
    {"lanemask_le", "SR_LEMASK"}, {"lanemask_gt", "SR_GTMASK"}, {"lanemask_ge", "SR_GEMASK"},
    {"tid.x", "SR_TID.X"},        {"tid.y", "SR_TID.Y"},        {"tid.z", "SR_TID.Z"},
    {"ctaid.x", "SR_CTAID.X"},    {"ctaid.y", "SR_CTAID.Y"},    {"ctaid.z", "SR_CTAID.Z"},
    {"ntid.x", "SR_NTID.X"},      {"ntid.y", "SR_NTID.Y"},      {"ntid.z", "SR_NTID.Z"},
    {"nctaid.x", "SR_NCTAID.X"},  {"nctaid.y", "SR_NCTAID.Y"},  {"nctaid.z", "SR_NCTAID.Z"}};

Spelling shfl() {
  return {.instruction = Mnemonic::Shfl,
          .dialect = Dialect::Ptx,
          .mnemonic = mnemonic("shfl", "SHFL-9"),
          .slots = {{"mode", "SHFL-9", inSmallLetters("mode", kShflModes)}, fixedWord("type", "SHFL-9", "b32")},
          .operands = {{Register, "rd"},
                       {.kind = Predicate, .cell = "pu", .mayBeAbsent = true, .isJoined = true},
                       {Register, "ra"},
                       {RegisterOrNumber, "sb"},
                       {RegisterOrNumber, "sc"}}};
}

std::vector<Spelling> vote() {
  const auto row = [](std::vector<Choice> modes, std::string_view type, OperandSpelling destination) {
    return Spelling{.instruction = Mnemonic::Vote,
                    .dialect = Dialect::Ptx,
                    .mnemonic = mnemonic("vote", "VOTE-2"),
                    .slots = {{"mode", "VOTE-2", std::move(modes)}, fixedWord("type", "VOTE-2", type)},
                    .operands = {destination, {Condition, "pp"}}};
  };
  const auto mode = [](VoteMode value) { return Settings{{"mode", numberOf(value)}}; };
  return {row({{"all", mode(VoteMode::All)}, {"any", mode(VoteMode::Any)}, {"uni", mode(VoteMode::Eq)}}, "pred",
              {Predicate, "pu"}),
          row({{"ballot", mode(VoteMode::Any)}}, "b32", {Register, "rd"})};
}

/// A reduction's result is B2R.RESULT's. `bar` is `barrier` with `.aligned`: BAR is that; `.cta` may be said.
std::vector<Spelling> barRows(std::string_view word) {
  const Slot cta{"scope", "BAR-2", {{"", {}}, {"cta", {}}}};
  const auto row = [&](std::vector<Choice> ops, std::optional<std::string_view> type,
                       std::vector<OperandSpelling> operands, std::optional<Mnemonic> then) {
    std::vector<Slot> slots{cta, {"op", "BAR-2", std::move(ops)}};
    if (word == "barrier")
      slots.push_back(fixedWord("word", "BAR-2", "aligned"));
    if (type)
      slots.push_back(fixedWord("type", "BAR-2", *type));
    return Spelling{.instruction = Mnemonic::Bar,
                    .dialect = Dialect::Ptx,
                    .mnemonic = mnemonic(std::string(word), "BAR-2"),
                    .slots = std::move(slots),
                    .operands = std::move(operands),
                    .then = then};
  };
  const auto op = [](BarOp value) { return Settings{{"op", numberOf(value)}}; };
  const OperandSpelling id{RegisterOrNumber, "id"},
      threads{.kind = RegisterOrNumber, .cell = "threads", .mayBeAbsent = true}, pp{Condition, "pp"};
  return {
      row({{"sync", op(BarOp::Sync)}, {"arrive", op(BarOp::Arrive)}}, {}, {id, threads}, {}),
      row({{"red.popc", op(BarOp::RedPopc)}}, "u32", {{Register, "then.rd"}, id, threads, pp}, Mnemonic::B2r),
      row({{"red.and", op(BarOp::RedAnd)}, {"red.or", op(BarOp::RedOr)}}, "pred",
          {{Predicate, "then.pu"}, id, threads, pp}, Mnemonic::B2r),
  };
}

/// Shared memory takes 32 bits of address; what returns nothing has RZ for Rd.
std::vector<Spelling> shared() {
  const auto size = [](AtomsSize value) { return Settings{{"size", numberOf(value)}}; };
  const Slot sizes{"type",
                   "ATOMS-1",
                   {{"u32", size(AtomsSize::U32)},
                    {"s32", size(AtomsSize::S32)},
                    {"b32", size(AtomsSize::U32)},
                    {"u64", size(AtomsSize::U64)},
                    {"b64", size(AtomsSize::U64)}}};
  const Settings wide = {{"size", numberOf(AtomsSize::U64)}};
  const auto row = [&](std::string word, std::uint64_t ops, std::vector<OperandSpelling> operands) {
    return Spelling{.instruction = Mnemonic::Atoms,
                    .dialect = Dialect::Ptx,
                    .mnemonic = mnemonic(std::move(word), "ATOMS-1"),
                    .slots = {fixedWord("space", "ATOMS-2", "shared"),
                              {"op", "ATOMS-1", inSmallLetters("op", kAtomsOps, ops)},
                              sizes},
                    .operands = std::move(operands)};
  };
  const auto wideRegister = [&](std::string_view cell) {
    return OperandSpelling{.kind = Register, .cell = cell, .isPairWhere = wide};
  };
  const OperandSpelling address{Address, "address"};
  const std::uint64_t swaps = bitOf(AtomsOp::Cas), one = bitOf(AtomsOp::Cas) - 1, reduces = bitOf(AtomsOp::Exch) - 1;
  return {row("atom", one, {wideRegister("rd"), address, wideRegister("rb")}),
          row("atom", swaps, {wideRegister("rd"), address, wideRegister("rb"), wideRegister("rc")}),
          row("red", reduces, {address, wideRegister("rb")})};
}

/// It takes generic and global addresses, of 32 bits or, as a pair, of 64: RED.E.
Spelling red() {
  const auto size = [](RedSize value) { return Settings{{"size", numberOf(value)}}; };
  return {.instruction = Mnemonic::Red,
          .dialect = Dialect::Ptx,
          .mnemonic = mnemonic("red", "RED-1"),
          .slots = {{"space", "RED-4", {{"", {}}, {"global", {}}}},
                    {"op", "RED-1", inSmallLetters("op", kRedOps)},
                    {"type",
                     "RED-1",
                     {{"u32", size(RedSize::U32)},
                      {"s32", size(RedSize::S32)},
                      {"b32", size(RedSize::U32)},
                      {"u64", size(RedSize::U64)},
                      {"s64", size(RedSize::S64)},
                      {"b64", size(RedSize::U64)},
                      {"f32", size(RedSize::F32)},
                      {"noftz.f16x2", size(RedSize::F16x2)},
                      {"f64", size(RedSize::F64)}}}},
          .operands = {{Address, "address"},
                       {.kind = Register,
                        .cell = "rb",
                        .isPairWhere = {{"size", numberOf(RedSize::U64), bitOf(RedSize::S64) | bitOf(RedSize::F64)}}}}};
}

/// .b counts bytes, .p elements. The op stands before the dimension or behind it.
std::vector<Spelling> sured() {
  const auto size = [](std::string word, SuredSize value) {
    return Choice{std::move(word), {{"size", numberOf(value)}}};
  };
  const Slot dim{"dim", "SURED-1",
                 inSmallLetters("dim", kSuredDims, bitOf(SuredDim::D1) | bitOf(SuredDim::D2) | bitOf(SuredDim::D3))};
  const std::uint64_t bounds = bitOf(RedOp::Min) | bitOf(RedOp::Max), bitwise = bitOf(RedOp::And) | bitOf(RedOp::Or),
                      sums = bitOf(RedOp::Add);
  const auto ops = [](std::uint64_t which) { return Slot{"op", "SURED-2", inSmallLetters("op", kRedOps, which)}; };
  const Slot clamp{"clamp",
                   "SURED-6",
                   {{"clamp", {{"clamp", numberOf(SuredClamp::Near)}}},
                    {"zero", {{"clamp", numberOf(SuredClamp::Ign)}}},
                    {"trap", {{"clamp", numberOf(SuredClamp::Trap)}}}}};
  std::vector<Spelling> rows;
  const auto add = [&](std::string mode, bool bytes, const Slot& op, std::vector<Choice> sizes) {
    for (const bool opFirst : {true, false})
      rows.push_back({.instruction = Mnemonic::Sured,
                      .dialect = Dialect::Ptx,
                      .mnemonic = mnemonic("sured", "SURED-1"),
                      .always = {{"byteAddress", bytes}},
                      .slots = {fixedWord("mode", "SURED-5", mode),
                                opFirst ? op : dim,
                                opFirst ? dim : op,
                                {"type", "SURED-2", sizes},
                                clamp},
                      .operands = {{Surface, "coordinates"},
                                   {.kind = Register,
                                    .cell = "rb",
                                    .isPairWhere = {{"size", numberOf(SuredSize::U64), bitOf(SuredSize::S64)}}}}});
  };
  add("b", true, ops(sums | bounds | bitwise),
      {size("u32", SuredSize::U32), size("s32", SuredSize::S32), size("b32", SuredSize::U32),
       size("u64", SuredSize::U64), size("s64", SuredSize::S64), size("b64", SuredSize::U64)});
  // whether an element is signed, its format says
  add("p", false, ops(bounds), {size("b32", SuredSize::SD32)});
  add("p", false, ops(sums | bitwise), {size("b32", SuredSize::U32)});
  return rows;
}

/// Special registers that PTX has a name for (SR-1). A clock is CS2R's: of 32 bits, or both words.
std::vector<Spelling> mov() {
  std::vector<Choice> names;
  for (const auto& [word, name] : kPtxSpecialRegisters) {
    const auto* const found = std::ranges::find(kSpecialRegisters, name);
    names.push_back({std::string(word), {{"sr", numberOf(found - std::begin(kSpecialRegisters))}}});
  }
  const auto row = [](Mnemonic instruction, Settings always, std::vector<Choice> types, std::vector<Choice> words) {
    return Spelling{.instruction = instruction,
                    .dialect = Dialect::Ptx,
                    .mnemonic = mnemonic("mov", "SR-1"),
                    .always = std::move(always),
                    .slots = {{"type", "SR-1", std::move(types)}},
                    .operands = {{.kind = Register,
                                  .cell = "rd",
                                  .isPairWhere = instruction == Mnemonic::Cs2r ? Settings{{"size", 0}} : Settings{}},
                                 {.kind = Word, .cell = "sr", .words = std::move(words)}}};
  };
  const std::vector<Choice> words{{"u32", {}}, {"b32", {}}, {"s32", {}}}, pairs{{"u64", {}}, {"b64", {}}, {"s64", {}}};
  return {row(Mnemonic::S2r, {}, words, std::move(names)),
          row(Mnemonic::Cs2r, {{"size", 1}}, words, {{"clock", {{"sr", 0}}}, {"clock_hi", {{"sr", 1}}}}),
          row(Mnemonic::Cs2r, {{"size", 0}}, pairs, {{"clock64", {{"sr", 0}}}})};
}

} // namespace

std::vector<Spelling> ptxSpellings() {
  std::vector<Spelling> all{shfl(),
                            red(),
                            {.instruction = Mnemonic::Pmtrig,
                             .dialect = Dialect::Ptx,
                             .mnemonic = mnemonic("pmevent", "PM-1"),
                             .operands = {{BitNumber, "mask"}}},
                            {.instruction = Mnemonic::Popc,
                             .dialect = Dialect::Ptx,
                             .mnemonic = mnemonic("popc", "POPC-1"),
                             .slots = {fixedWord("type", "POPC-1", "b32")},
                             .operands = {{OperandKind::Register, "rd"}, {RegisterOrNumber, "rb"}}}};
  for (auto&& some : {vote(), barRows("bar"), barRows("barrier"), shared(), sured(), mov()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

} // namespace warplaw::spec
