// History files: round trips, what is rejected by which rule, and that the documents agree with the program.
#include "linearize/check.h"
#include "linearize/history_binary.h"
#include "linearize/history_file.h"
#include "linearize/reason.h"
#include "lines.h"
#include "random_history.h"
#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace warplaw::linearize::test {
namespace {

std::string document(const std::string& name) {
  std::ostringstream out;
  out << std::ifstream(std::string(WARPLAW_DOCS) + "/" + name).rdbuf();
  return out.str();
}

TEST(HistoryFile, ReadsWhatItWrites) {
  std::mt19937_64 random(4);
  HistoryReader reader;
  History back;
  for (int k = 0; k < 4000; ++k) {
    const History h = randomHistory(static_cast<Family>(k % kFamilies), random);
    const std::string text = toJson(h);
    const auto read = reader.read(text, back);
    ASSERT_TRUE(read) << read.error().message << "\n" << text;
    ASSERT_EQ(toJson(back), text);
    ASSERT_EQ(back.accesses.size(), h.accesses.size());
    Checker one, other;
    ASSERT_EQ(one.check(h).answer, other.check(back).answer);
  }
}

TEST(HistoryBinary, ReadsWhatItWrites) {
  std::mt19937_64 random(5);
  History back, again;
  HistoryReader reader;
  for (int k = 0; k < 4000; ++k) {
    History h = randomHistory(static_cast<Family>(k % kFamilies), random);
    h.name = k % 3 ? "é" : "";
    std::string record;
    appendBinary(h, record);
    ASSERT_EQ(binarySize(record), record.size() - 4);
    const auto read = readBinary(std::string_view(record).substr(4), back);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(toJson(back), toJson(h));
    ASSERT_TRUE(reader.read(toJson(h), again)); // and by way of a line
    std::string other;
    appendBinary(again, other);
    ASSERT_TRUE(readBinary(std::string_view(other).substr(4), back));
    ASSERT_EQ(toJson(back), toJson(h));
  }
}

TEST(HistoryBinary, DamagedRecordsAreRejectedOrRead) {
  std::mt19937_64 random(7);
  History history;
  Checker checker;
  std::size_t rejected = 0;
  for (int k = 0; k < 20000; ++k) {
    std::string record;
    appendBinary(randomHistory(static_cast<Family>(k % kFamilies), random), record);
    record.erase(0, 4);
    for (unsigned changes = random() % 3; changes > 0; --changes)
      record[random() % record.size()] = static_cast<char>(random() % 3 ? random() % 4 : random());
    const bool cut = random() % 4 == 0;
    if (cut)
      record.resize(random() % record.size());
    const auto read = readBinary(record, history);
    rejected += !read;
    EXPECT_FALSE(cut && read) << "a record that is cut off";
    if (read)
      checker.check(history, {.witness = true, .budget = {10'000'000, 16u << 20, 10'000}});
    else {
      EXPECT_FALSE(read.error().rule.empty());
    }
  }
  EXPECT_GT(rejected, 5000u);
}

TEST(HistoryBinary, SizesThatLieTakeNoMemory) {
  std::string record;
  appendBinary(History{}, record);
  record.erase(0, 4);
  History history;
  for (std::size_t count = 0; count < 8; ++count)
    for (const char byte : {'\x0f', '\xff'}) { // nearly 2^20, and more than there may be
      std::string lying = record;
      lying[4 * count] = lying[4 * count + 1] = '\xff';
      lying[4 * count + 2] = byte;
      EXPECT_FALSE(readBinary(lying, history)) << count;
      EXPECT_LT(history.accesses.capacity() + history.instructions.capacity() + history.fences.capacity(), 1000u);
    }
}

TEST(HistoryDocumentation, BinaryCodesAreThoseOfTheProgram) {
  const std::string text = document("history_format.md");
  std::string ops, types;
  for (const Operation operation : allOperations()) {
    const std::string name = nameOf(operation);
    const std::size_t dot = name.find('.', name.starts_with("CAST.SPIN") ? 6 : 0);
    const auto add = [](std::string& list, unsigned code, const std::string& of) {
      const std::string entry = std::to_string(code) + " " + of;
      if (("," + list + ",").find("," + entry + ",") == std::string::npos)
        list += (list.empty() ? "" : ",") + entry;
    };
    add(ops, static_cast<unsigned>(operation.op), name.substr(0, dot));
    add(types, static_cast<unsigned>(operation.type), name.substr(dot + 1));
  }
  std::vector<std::string> sorted;
  for (std::stringstream in(types); std::getline(in, sorted.emplace_back(), ',');)
    ;
  sorted.pop_back();
  std::sort(sorted.begin(), sorted.end());
  for (std::stringstream in(ops); std::getline(in, sorted.emplace_back(), ',');)
    ;
  sorted.pop_back();
  for (const std::string& entry : sorted)
    EXPECT_NE(text.find(entry), std::string::npos) << entry;
  EXPECT_NE(text.find(std::string(kBinaryMagic)), std::string::npos);
}

std::string withLanes(std::string_view lanes, std::string_view operation = "ADD.U32", std::string_view more = "") {
  return std::string(R"({"memory":{"base":0,"size":64},"instructions":[{"operation":")") + std::string(operation) +
         R"(","lanes":[)" + std::string(lanes) + "]}]" + std::string(more) + "}";
}

TEST(HistoryFile, NothingIsLeftOfALineThatWasCutOff) {
  const std::string line = withLanes(R"({"lane":0,"address":0,"operand":1,"returned":0})", "ADD", R"(,"name":"x\ty")");
  HistoryReader reader;
  History history;
  for (std::size_t length = 0; length < line.size(); ++length) {
    EXPECT_FALSE(reader.read(std::string_view(line).substr(0, length), history));
    EXPECT_TRUE(reader.read(line, history)) << length;
    EXPECT_EQ(history.name, "x\ty");
  }
}

TEST(HistoryFile, RejectsByRule) {
  const std::string lane = R"({"lane":0,"address":0,"operand":1,"returned":0})";
  EXPECT_EQ(ruleOf(withLanes(lane)), "read");
  EXPECT_EQ(ruleOf(withLanes(lane + "," + lane)), "MACH-1");
  EXPECT_EQ(ruleOf(withLanes(R"({"lane":32,"address":0,"operand":1})")), "MACH-1");
  EXPECT_EQ(ruleOf(withLanes(R"({"lane":0,"address":64,"operand":1})")), "ATOMS-4");
  EXPECT_EQ(ruleOf(withLanes(R"({"lane":0,"address":18446744073709551612,"operand":1})")), "ATOMS-4");
  EXPECT_EQ(ruleOf(withLanes(R"({"lane":0,"address":2,"operand":1})")), "ATOMS-4");
  EXPECT_EQ(ruleOf(withLanes(lane, "INC.U64")), "ATOMS-1");
  EXPECT_EQ(ruleOf(withLanes(lane, "NAND")), "ATOMS-1");
  EXPECT_EQ(ruleOf(withLanes(lane, "CAS")), "history");
  EXPECT_EQ(ruleOf(withLanes(R"({"lane":0,"address":0,"operand":4294967296})")), "history");
  EXPECT_EQ(ruleOf(withLanes(R"({"lane":0,"address":0,"operand":1.5})")), "history");
  EXPECT_EQ(ruleOf(withLanes(R"({"lane":0,"address":0,"operand":1,"colour":3})")), "history");
  EXPECT_EQ(ruleOf(withLanes(lane, "ADD", R"(,"final":[{"address":0,"words":[1]},{"address":2,"bytes":"00"}])")),
            "history");
  EXPECT_EQ(ruleOf(withLanes(lane, "ADD", R"(,"completed":[[[0,0],[0,0]]])")), "completion-order");
  EXPECT_EQ(ruleOf(withLanes(lane, "ADD", R"(,"completed":[[[0,0],[0,9]]])")), "completion-order");
  EXPECT_EQ(ruleOf(withLanes(lane).substr(0, 60)), "syntax");
  EXPECT_EQ(ruleOf(withLanes(lane) + "x"), "syntax");
  EXPECT_EQ(ruleOf("[]"), "history");
  EXPECT_EQ(ruleOf("{}"), "history");
}

spec::Rejection rejectionOf(std::string_view line) {
  HistoryReader reader;
  History history;
  const auto read = reader.read(line, history);
  return read ? spec::Rejection{} : read.error();
}

TEST(HistoryFile, LanesThatDoNotExist_MACH_1) {
  for (const char* lane : {"-1", "32", "300", "1.0"}) {
    const spec::Rejection rejection =
        rejectionOf(withLanes(std::string(R"({"address":0,"operand":1,"lane":)") + lane + "}"));
    EXPECT_EQ(rejection.rule, "MACH-1") << lane;
    EXPECT_EQ(rejection.message, "lane is not 0..31") << lane;
  }
}

TEST(HistoryFile, NoIndexIsGivenOutAsAByte_MACH_1) {
  const std::string lane = R"({"lane":3,"address":0,"operand":1})";
  const spec::Rejection rejection = rejectionOf(withLanes(lane + "," + lane));
  EXPECT_EQ(rejection.message, "lane 3 stands twice in warp 0's instruction 0");
  EXPECT_EQ(rejection.position, 0u);
}

TEST(HistoryFile, MembarsHaveLanesAndNothingElse_RED_9) {
  const auto membar = [](std::string_view lanes, std::string_view more = "") {
    return rejectionOf(
        R"({"instructions":[{"number":0,"operation":"ADD","lanes":[]},{"number":1,"operation":"MEMBAR.GL","lanes":[)" +
        std::string(lanes) + "]}]" + std::string(more) + "}");
  };
  EXPECT_EQ(membar(R"({"lane":0},{"lane":31})").rule, "");
  EXPECT_EQ(membar(R"({"lane":0},{"lane":0})").rule, "MACH-1");
  EXPECT_EQ(membar(R"({"lane":32})").rule, "MACH-1");
  EXPECT_EQ(membar(R"({"lane":0,"address":0})").message, "MEMBAR.GL accesses nothing: its lanes have a number only");
  EXPECT_EQ(membar("", R"(,"completed":[[[0,1],[0,0]]])").message, "warp 0 has no instruction 1 that accesses memory");
  EXPECT_EQ(ruleOf(R"({"instructions":[{"operation":"ADD","lanes":[]},{"operation":"MEMBAR.GL","lanes":[]}]})"),
            "history");
}

TEST(HistoryFile, WrongArrivals_RED_9) {
  const auto barrier = [](std::string_view arrival) {
    return rejectionOf(withLanes("", "ADD", R"(,"barriers":[[)" + std::string(arrival) + "]]"));
  };
  EXPECT_EQ(barrier(R"({"warp":0,"after":"x"})").message, "after is not -1..4294967295");
  EXPECT_EQ(barrier(R"({"warp":0,"after":-2})").message, "after is not -1..4294967295");
  EXPECT_EQ(barrier("{}").message, "an arrival lacks a member");
  EXPECT_EQ(barrier(R"({"warp":0,"after":-1})").rule, "");
}

TEST(HistoryFile, ThreadsAreNoLanes_MACH_1) {
  const auto two = [](std::string_view first, std::string_view second) {
    return fmt::format(R"({{"initial":[{{"address":0,"words":[0]}}],"instructions":[{{{},"operation":"ADD"}},)"
                       R"({{{},"operation":"ADD","number":1}}]}})",
                       first, second);
  };
  const std::string lanes = R"("lanes":[{"address":0,"operand":1,"returned":7}])";
  const std::string seven = R"("thread":4000000000,)" + lanes, other = R"("thread":33,)" + lanes;
  const History history = historyFrom(two(seven, other));
  EXPECT_TRUE(history.isOfThreads);
  Checker checker;
  EXPECT_EQ(explain(history, checker.check(history)),
            "at address 0x0 thread 33's instruction 1 and thread 4000000000's instruction 0 both read 7, but nothing "
            "produced 7 (before them memory held 0)");
  const History again = historyFrom(toJson(history));
  EXPECT_TRUE(again.isOfThreads);
  EXPECT_EQ(toJson(again), toJson(history));
  std::string record;
  appendBinary(history, record);
  History binary;
  ASSERT_TRUE(readBinary(std::string_view(record).substr(4), binary));
  EXPECT_EQ(toJson(binary), toJson(history));
  const std::string lane = R"("lanes":[{"lane":0,"address":0,"operand":1}])";
  EXPECT_EQ(ruleOf(two(seven, R"("thread":1,)" + lane)), "read");
  EXPECT_EQ(ruleOf(two(seven, R"("warp":1,)" + lane)), "history");
  EXPECT_EQ(ruleOf(two(seven, lane)), "history");
  EXPECT_EQ(ruleOf(two(seven, R"("warp":1,"thread":1,)" + lane)), "history");
  EXPECT_EQ(ruleOf(two(seven, R"("thread":1,"lanes":[{"lane":3,"address":0,"operand":1}])")), "MACH-1");
  EXPECT_EQ(ruleOf(two(seven, R"("thread":1,"lanes":[{"address":0,"operand":1},{"address":4,"operand":1}])")),
            "MACH-1");
}

TEST(HistoryFile, SubtractsTheOperand_ATOMS_6) {
  const History history = historyFrom(withLanes(R"({"lane":0,"address":0,"operand":1,"returned":5})", "SUB.S32"));
  EXPECT_EQ(history.instructions[0].operation, (Operation{Op::Add, Type::S32}));
  EXPECT_EQ(history.accesses[0].operand, 0xffffffffu);
}

TEST(HistoryFile, RepeatedMembersAreNotTakenOnce) {
  EXPECT_EQ(rejectionOf(withLanes(R"({"lane":0,"lane":1,"address":0,"operand":1})")).message,
            "member \"lane\" stands twice");
  EXPECT_EQ(ruleOf(withLanes("", "ADD", R"(,"final":[],"final":[])")), "history");
  EXPECT_EQ(ruleOf(withLanes("", "ADD", R"(,"final":[],"fin\u0061l":[])")), "history");
  EXPECT_EQ(ruleOf(withLanes("", "ADD", R"(,"name":"a:b","comment":"\"x\":{\\")")), "read");
}

TEST(HistoryFile, KnownBytesHaveAnAddressAndOneForm) {
  const auto initial = [](std::string_view known) {
    return ruleOf(withLanes("", "ADD", R"(,"initial":[{)" + std::string(known) + "}]"));
  };
  EXPECT_EQ(initial(R"("words":[1])"), "history");
  EXPECT_EQ(initial(R"("address":0,"words":[1],"bytes":"00")"), "history");
  EXPECT_EQ(initial(R"("address":0)"), "history");
  EXPECT_EQ(initial(R"("address":0,"bytes":"00")"), "read");
  EXPECT_EQ(ruleOf(withLanes("", "ADD", R"(,"comment":3)")), "history");
}

TEST(HistoryFile, OneBankAnAddress_ATOMS_10) {
  const auto banks = [](int first, int second) {
    return ruleOf(withLanes(R"({"lane":0,"address":8,"operand":1,"swap":2,"bank":)" + std::to_string(first) +
                                R"(},{"lane":1,"address":8,"operand":1,"swap":2,"bank":)" + std::to_string(second) +
                                "}",
                            "CAST.SPIN.U64"));
  };
  EXPECT_EQ(banks(4, 4), "read");
  EXPECT_EQ(banks(4, 5), "ATOMS-10");
}

TEST(HistoryFile, NullIsNotSeen) {
  HistoryReader reader;
  History history;
  ASSERT_TRUE(reader.read(
      withLanes(R"({"lane":0,"address":0,"operand":"0xff","returned":null},{"lane":1,"address":0,"operand":-1})"),
      history));
  EXPECT_FALSE(history.accesses[0].returns || history.accesses[1].returns);
  EXPECT_EQ(history.accesses[0].operand, 0xffu);
  EXPECT_EQ(history.accesses[1].operand, 0xffffffffu);
}

TEST(HistoryFile, ContradictoryOrderOfTwoWarps_RED_9) {
  const std::string two =
      R"({"instructions":[{"warp":0,"number":0,"operation":"ADD","lanes":[]},{"warp":1,"number":0,"operation":"ADD","lanes":[]}],)"
      R"("completed":[[[0,0],[1,0]],[[1,0],[0,0]]]})";
  EXPECT_EQ(ruleOf(two), "completion-order");
}

TEST(HistoryFile, DamagedLinesAreRejectedOrRead) {
  std::mt19937_64 random(6);
  HistoryReader reader;
  History history;
  Checker checker;
  for (int k = 0; k < 20000; ++k) {
    std::string text = toJson(randomHistory(static_cast<Family>(k % kFamilies), random));
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      if (random() % 2)
        text[at] = "0123456789-{}[],:\"x\xff"[random() % 19];
      else
        text.erase(at, 1 + random() % 4);
    }
    if (const auto read = reader.read(text, history); read)
      checker.check(history, {.witness = true, .budget = {10'000'000, 16u << 20}});
    else {
      EXPECT_FALSE(read.error().rule.empty());
    }
  }
}

TEST(HistoryDocumentation, ExampleSaysWhatTheCheckerSays) {
  const std::string text = document("history_format.md");
  const std::size_t begin = text.find("```json\n") + 8;
  const std::string line =
      boost::json::serialize(boost::json::parse(text.substr(begin, text.find("```", begin) - begin)));
  HistoryReader reader;
  History history;
  ASSERT_TRUE(reader.read(line, history));
  Checker checker;
  const std::string answer = "line 1 (" + history.name + "): illegal: " + explain(history, checker.check(history));
  EXPECT_NE(text.find("    " + answer + "\n"), std::string::npos) << answer;
}

TEST(HistoryDocumentation, SchemaNamesTheKeysThatAreRead) {
  const auto schema = boost::json::parse(document("history.schema.json"));
  const auto expectSame = [&](const std::string& line, std::string_view pointer) {
    HistoryReader reader;
    History history;
    const auto read = reader.read(line, history);
    ASSERT_FALSE(read);
    std::vector<std::string> keys, wanted;
    std::string list = read.error().accepted;
    std::replace(list.begin(), list.end(), ',', ' ');
    std::istringstream in(list);
    for (std::string key; in >> key;)
      keys.push_back(key);
    for (const auto& property : schema.at_pointer(pointer).as_object())
      wanted.emplace_back(property.key());
    std::sort(keys.begin(), keys.end());
    std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(keys, wanted) << pointer;
  };
  expectSame(R"({"?":0})", "/properties");
  expectSame(R"({"memory":{"?":0}})", "/properties/memory/properties");
  expectSame(R"({"instructions":[{"?":0}]})", "/$defs/instruction/properties");
  expectSame(R"({"instructions":[{"operation":"ADD","lanes":[{"?":0}]}]})", "/$defs/lane/properties");
  expectSame(R"({"initial":[{"?":0}]})", "/$defs/knownBytes/properties");
  expectSame(R"({"instructions":[],"barriers":[[{"?":0}]]})", "/$defs/arrival/properties");
}

} // namespace
} // namespace warplaw::linearize::test
