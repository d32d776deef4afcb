// `warplaw exec` of operations of one thread: each opcode that a row has gives in 32 lanes what the plain statement
// gives, whether a source is a register or a number.
#include "plain/samples.h"
#include "spec/scalar/unsaid.h"
#include "tools/exec_operation.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::tools {
namespace {
using plain::Word;
using spec::kLanes;
using spec::scalar::Form;
using spec::scalar::kPred;
using spec::scalar::Modes;
using spec::scalar::Type;

std::string nameOf(const Type& type, unsigned number) {
  const char* const kind = type == kPred ? "p" : type.width() <= 16 ? "rs" : type.width() == 32 ? "r" : "rd";
  return fmt::format("%{}{}", kind, number);
}

/// An opcode with a source of 32 samples each, and the text that says them.
struct Asked {
  std::string text;
  StateText state;
  std::vector<std::vector<Word>> lanes;
};
Asked askedOf(const Form& form, Modes modes) {
  Asked asked{form.opcode(modes) + " " + nameOf(form.result(modes), 9), {}, {}};
  plain::Samples samples(form, modes);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    asked.lanes.push_back(lane % 2 ? samples.random() : samples.pair(lane * 7 % samples.pairs()));
  for (unsigned i = 0; i < form.sources(); ++i) {
    const Type type = form.source(i, modes);
    const std::string name = nameOf(type, i + 1);
    std::string values;
    std::uint32_t mask = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      values += fmt::format("{}{:#x}", lane ? "," : "", asked.lanes[lane][i]);
      mask |= static_cast<std::uint32_t>(asked.lanes[lane][i] & 1) << lane;
    }
    if (type == kPred)
      asked.state.predicates.push_back(fmt::format("{}={:#x}", name, mask));
    else
      asked.state.registers.push_back(fmt::format("{}={}", name, values));
    asked.text += ", " + name;
  }
  return asked;
}

/// What a result's register holds: one that is wider than the type has a signed number's sign.
std::string expectedOf(const Form& form, Modes modes, const std::vector<Word>& sources) {
  if (spec::scalar::isOpen(form, sources.data()))
    return "any";
  const Type type = form.result(modes);
  Word word = plain::scalar(form, modes, sources);
  if (type.width() == 8 && type.isSigned() && word >> 7)
    word |= 0xff00;
  return fmt::format("{:#x}", word);
}

std::string gotIn(const OperationRun& run, unsigned lane) {
  const boost::json::object& words = run.json.at("written").as_object().begin()->value().as_object();
  const auto* const all = words.find("all");
  return std::string((all != words.end() ? all->value() : words.at(std::to_string(lane))).as_string());
}

TEST(ExecOperation, GivesWhatTheRowSays_PTX_20) {
  std::size_t opcodes = 0;
  for (const Form& form : spec::scalar::forms())
    for (const Modes modes : form.everyModes()) {
      const Asked asked = askedOf(form, modes);
      ASSERT_TRUE(isOperation(asked.text)) << asked.text;
      const auto run = execOperation(asked.text, asked.state, false, false);
      ASSERT_TRUE(run) << asked.text << ": " << run.error().message;
      for (unsigned lane = 0; lane < kLanes; ++lane)
        ASSERT_EQ(gotIn(*run, lane), expectedOf(form, modes, asked.lanes[lane])) << asked.text << " lane " << lane;
      ++opcodes;
    }
  EXPECT_GT(opcodes, 0u);
}

/// Numbers in place of the registers: the same result in every lane.
TEST(ExecOperation, TakesNumbersAsSources_PTX_3) {
  std::size_t opcodes = 0;
  for (const Form& form : spec::scalar::forms())
    for (const Modes modes : form.everyModes()) {
      const std::vector<Word> sources = plain::Samples(form, modes).random();
      std::string text = form.opcode(modes) + " " + nameOf(form.result(modes), 9);
      for (unsigned i = 0; i < form.sources(); ++i) {
        const Type type = form.source(i, modes);
        const bool isNegative = type.isSigned() && !type.isPacked() && sources[i] >> (type.bits - 1);
        text += isNegative ? fmt::format(", -{}", (~sources[i] + 1) & plain::mask(type))
                           : fmt::format(", {:#x}", sources[i]);
      }
      const auto run = execOperation(text, {}, false, false);
      ASSERT_TRUE(run) << text << ": " << run.error().message;
      EXPECT_EQ(gotIn(*run, 31), expectedOf(form, modes, sources)) << text;
      ++opcodes;
    }
  EXPECT_GT(opcodes, 0u);
}

TEST(ExecOperation, RejectsWithTheRule) {
  struct Row {
    const char *text, *reg, *rule;
  };
  const Row rows[] = {
      {"add.cc.u32 %r1, %r2, 7", "", "PTX-5"}, // a row's opcode alone
      {"setp.lt.and.s32 %p1, %r1, 3, %p2", "", "PTX-5"},
      {"add.s32 %r1, %r2", "", "PTX-4"}, // operands
      {"mov.b64 %rd1, {%r1, %r2}", "", "PTX-4"},
      {"add.s32 %r1, %r2, ", "", "PTX-3"},
      {"add.s32 7, %r2, %r3", "", "PTX-3"},
      {"add.u16 %r1, %rs2, 7", "", "PTX-3"}, // widths
      {"add.u16 %rs1, %rs2, 70000", "", "PTX-3"},
      {"add.s32 %r1, %r2, %p1", "", "PTX-3"},
      {"selp.b32 %r1, 5, 6, %r1", "", "PTX-3"},
      {"add.s32 %r1, %laneid, 7", "", "PTX-3"}, // no register
      {"setp.lt.s32 %p1|%p2, %r1, 3", "", "PTX-4"},
      {"@7 add.s32 %r1, %r2, 7", "", "PTX-3"},
      {"add.s32 %r1, %r2, 7", "%x=1", "usage"}, // a state that is not the text's
      {"add.s32 %r1, %r2, 7", "%r2=x", "usage"},
      {"add.s32 %r1, %r2, 7", "%r2", "usage"},
  };
  for (const Row& row : rows) {
    StateText state;
    if (*row.reg)
      state.registers.push_back(row.reg);
    const auto run = execOperation(row.text, state, false, false);
    ASSERT_FALSE(run) << row.text << " " << row.reg;
    EXPECT_EQ(run.error().rule, row.rule) << row.text << ": " << run.error().message;
    EXPECT_FALSE(run.error().accepted.empty()) << row.text;
  }
}

TEST(ExecOperation, ReadsOneRegisterByAllItsNames) {
  for (const char* const text :
       {"add.s32 %r1, %r2, 7", "ADD.S32 R1, R2, 7;", "@!%p5 add.s32 r1, r2, 0x7", "/*0010*/ add.s32 sum, %r2, 7 ;"})
    for (const char* const reg : {"%r2=lane*2", "R2=lane*2", "r2=lane*2"}) {
      StateText state;
      state.registers.push_back(reg);
      const auto run = execOperation(text, state, false, false);
      ASSERT_TRUE(run) << text << " " << reg << ": " << run.error().message;
      EXPECT_EQ(gotIn(*run, 5), "0x11") << text << " " << reg;
    }
}

} // namespace
} // namespace warplaw::tools
