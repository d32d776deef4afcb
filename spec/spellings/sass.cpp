// NVIDIA's text of what is not video: SHFL, VOTE, BAR, PMTRIG, SURED.
#include "spec/instructions/bar_fields.h"
#include "spec/instructions/shfl_fields.h"
#include "spec/instructions/sured_fields.h"
#include "spec/instructions/vote_fields.h"
#include "spec/spellings/choices.h"

namespace warplaw::spec {

std::vector<Spelling> sassSpellings() {
  using enum OperandKind;
  std::vector<Choice> barOps = asOurs("op", kBarOps);
  barOps[numberOf(BarOp::Arrive)].word = "ARV";
  // the first value needs no word
  std::vector<Choice> sizes = asOurs("size", kSuredSizes), clamps = asOurs("clamp", kSuredClamps);
  sizes.front().word = clamps.front().word = "";

  return {
      // numbers are hexadecimal; SHFL has no other difference
      {.instruction = Mnemonic::Shfl,
       .dialect = Dialect::Sass,
       .mnemonic = mnemonic("SHFL", "SHFL-9"),
       .slots = {{"mode", "SHFL-9", asOurs("mode", kShflModes)}},
       .operands =
           {{Predicate, "pu"}, {Register, "rd"}, {Register, "ra"}, {RegisterOrNumber, "sb"}, {RegisterOrNumber, "sc"}}},
      // Rd stands there only if there is one
      {.instruction = Mnemonic::Vote,
       .dialect = Dialect::Sass,
       .mnemonic = mnemonic("VOTE", "VOTE-2"),
       .slots = {{"mode", "VOTE-2", asOurs("mode", kVoteModes)}},
       .operands = {{.kind = Register, .cell = "rd", .mayBeAbsent = true}, {Predicate, "pu"}, {Condition, "pp"}}},
      {.instruction = Mnemonic::Bar,
       .dialect = Dialect::Sass,
       .mnemonic = mnemonic("BAR", "BAR-2"),
       .slots = {{"op", "BAR-2", std::move(barOps)}},
       .operands = {{RegisterOrNumber, "id"},
                    {.kind = RegisterOrNumber, .cell = "threads", .mayBeAbsent = true},
                    {.kind = Condition,
                     .cell = "pp",
                     .absentWhere = {{"op", numberOf(BarOp::Sync), bitOf(BarOp::Arrive)}}}}},
      {.instruction = Mnemonic::Pmtrig,
       .dialect = Dialect::Sass,
       .mnemonic = mnemonic("NOP", "PM-1"),
       .slots = {fixedWord("trigger", "PM-1", "TRIG")},
       .operands = {{Number, "mask"}}},
      {.instruction = Mnemonic::Sured,
       .dialect = Dialect::Sass,
       .mnemonic = mnemonic("SURED", "SURED-1"),
       .slots = {{"mode", "SURED-5", asOurs("mode", kSuredModes)},
                 {"byte address", "SURED-5", asOurs("byteAddress", kSuredByteAddress)},
                 {"dim", "SURED-1", asOurs("dim", kSuredDims)},
                 {"op", "SURED-2", asOurs("op", kRedOps)},
                 {"size", "SURED-2", std::move(sizes)},
                 {"clamp", "SURED-6", std::move(clamps)}},
       .operands = {{Coordinates, "coordinates"}, {Register, "rb"}, {RegisterOrNumber, "handle"}}},
  };
}

} // namespace warplaw::spec
