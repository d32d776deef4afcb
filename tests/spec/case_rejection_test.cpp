// Case files that are rejected: each names its path and place.
#include "spec/case_file.h"
#include <gtest/gtest.h>

namespace warplaw::spec {
namespace case_rejection_test {

/// `marked` holds a `^` before the byte at which it must be rejected (an array or object is rejected at its key);
/// `path` begins the message.
void expectRejected(std::string_view marked, std::string_view path, std::string_view rule = "case-format") {
  const std::size_t caret = marked.find('^');
  ASSERT_NE(caret, std::string_view::npos);
  std::string text(marked);
  text.erase(caret, 1);
  auto result = caseFromJson(text);
  ASSERT_FALSE(result) << text << " is accepted";
  const Rejection& rejection = result.error();
  EXPECT_EQ(rejection.rule, rule) << describe(rejection, text);
  EXPECT_EQ(rejection.position, caret) << describe(rejection, text);
  EXPECT_TRUE(rejection.message.starts_with(path)) << describe(rejection, text);
}

/// A legal SHFL case with more members.
std::string shfl(std::string_view members) {
  return R"({"version":1,"instruction":"SHFL.UP P1, R2, R1, 1, 0",)" + std::string(members) + "}";
}
std::string atoms(std::string_view members) {
  return R"({"version":1,"instruction":"ATOMS.ADD R0, [R1], R2","shared":{"allocated":6},)" + std::string(members) +
         "}";
}

TEST(CaseRejected, TextThatIsNoJson) {
  expectRejected("^", "the text ends");
  expectRejected("  ^", "the text ends");
  expectRejected("^hello", "no JSON");
  expectRejected("{\"version\":1,^", "the text ends");
  expectRejected("{\"version\":1}^{}", "text after the end");
  expectRejected("^[]", "not an object");
  expectRejected("^1", "not an object");
  expectRejected("{\"version\":1,\"instruction\":\"SHFL.UP^", "the text ends");
}

TEST(CaseRejected, EveryPrefixOfACase) {
  const std::string text =
      shfl(R"("registers":{"R1":{"all":"0x1"}},"shared":{"allocated":8,"words":{"0x4":"0x1"}},"active":3)");
  ASSERT_TRUE(caseFromJson(text));
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(caseFromJson(std::string_view(text).substr(0, length))) << length;
}

TEST(CaseRejected, VersionMissingOrOther) {
  expectRejected(R"(^{"instruction":"SHFL.UP P1, R2, R1, 1, 0"})", "no \"version\"");
  expectRejected(R"({"version":^3,"instruction":"SHFL.UP P1, R2, R1, 1, 0"})", "/version");
  expectRejected(R"({"version":"^1","instruction":"SHFL.UP P1, R2, R1, 1, 0"})", "/version");
}

TEST(CaseRejected, KeysUnknownOrTwice) {
  expectRejected(shfl(R"("colour":^1)"), "/colour: unknown key");
  expectRejected(shfl(R"("registers":{"^R255":{}})"), "/registers/R255");
  expectRejected(shfl(R"("active":1,"active":^2)"), "/active: the key stands here twice");
  expectRejected(shfl(R"("registers":{"R1":{"3":1,"3":^1}})"), "/registers/R1/3: the key stands here twice");
  expectRejected(shfl(R"("shared":{"allocated":4,"size":^4})"), "/shared/size: unknown key");
  expectRejected(shfl(R"("choices":{"order":^7})"), "/choices/order: unknown key");
  expectRejected(shfl(R"("expected":{"memory":^0})"), "/expected/memory: unknown key");
}

TEST(CaseRejected, ValuesOutOfRange) {
  expectRejected(shfl(R"("active":^4294967296)"), "/active");
  expectRejected(shfl(R"("active":"^0x100000000")"), "/active");
  expectRejected(shfl(R"("active":"^12")"), "/active");
  expectRejected(shfl(R"("active":^-1)"), "/active");
  expectRejected(shfl(R"("active":^1.5)"), "/active");
  expectRejected(shfl(R"("registers":{"R1":{"32":^1}})"), "/registers/R1/32");
  expectRejected(shfl(R"("registers":{"R1":{"03":^1}})"), "/registers/R1/03");
  expectRejected(shfl(R"("registers":{"R1":{"3":"^any"}})"), "/registers/R1/3");
  expectRejected(shfl(R"("registers":{"R1":^7})"), "/registers/R1: not an object");
  expectRejected(shfl(R"("predicates":{"P7":^1})"), "/predicates/P7");
  expectRejected(shfl(R"("errors":{"1":"^bad"})"), "/errors/1");
  expectRejected(shfl(R"("shader":"^kernel")"), "/shader");
  expectRejected(shfl(R"("rules":[^4])"), "/rules/0");
  expectRejected(shfl(R"("shared":{"allocated":^16777217})"), "/shared/allocated");
  expectRejected(shfl(R"("expected":{"predicates":{"P1":{"3":^2}}})"), "/expected/predicates/P1/3");
  expectRejected(shfl(R"("expected":{"errors":{"3":"^some"}})"), "/expected/errors/3");
  expectRejected(shfl(R"("expected":{"frame":"^no"})"), "/expected/frame");
}

TEST(CaseRejected, AddressesOutsideTheAllocatedMemory_ATOMS_4) {
  const auto words = [](std::string_view members) {
    return shfl(R"("shared":{"allocated":6,"words":{)" + std::string(members) + "}}");
  };
  EXPECT_TRUE(caseFromJson(words(R"("0x0":"0xffffffff","0x4":"0xffff")")));
  expectRejected(words(R"("0x8":"^0x1")"), "/shared/words/0x8");
  expectRejected(words(R"("0x2":"^0x1")"), "/shared/words/0x2");
  expectRejected(words(R"("4":"^0x1")"), "/shared/words/4");
  expectRejected(words(R"("0x04":"^0x1")"), "/shared/words/0x04");
  expectRejected(words(R"("0xzz":"^0x1")"), "/shared/words/0xzz");
  expectRejected(words(R"("0x4":"^0x10000")"), "/shared/words/0x4: the word has bytes beyond");
  expectRejected(atoms(R"("expected":{"shared":{"0x8":"^any"}})"), "/expected/shared/0x8");
}

TEST(CaseRejected, InstructionByItsOwnRule) {
  expectRejected(R"({"version":1,"instruction":"SHFL.UP P1, R2, R1, ^32, 0"})", "/instruction", "SHFL-9");
  expectRejected(R"(^{"version":1})", "no \"instruction\"");
  expectRejected(R"({"version":1,"instruction":^3})", "/instruction");
  expectRejected(atoms(R"("shader":"^pixel")"), "/shader", "ATOMS-11");
}

TEST(CaseRejected, ChoicesByTheirRules_ATOMS_5) {
  expectRejected(atoms(R"("choices":{"^order":[0,1]})"), "/choices/order");
  std::string lanes;
  for (int k = 0; k < 32; ++k)
    lanes += (k ? "," : "") + std::to_string(k == 31 ? 0 : k);
  auto repeated = caseFromJson(atoms("\"choices\":{\"order\":[" + lanes + "]}"));
  ASSERT_FALSE(repeated);
  EXPECT_TRUE(repeated.error().message.starts_with("/choices/order: no permutation")) << repeated.error().message;
  expectRejected(atoms(R"("choices":{"castPair":^1})"), "/choices/castPair");
  auto odd =
      caseFromJson(R"({"version":1,"instruction":"ATOMS.CAST.U64 R7, [R1], R4, R6","choices":{"castPair":true}})");
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.error().rule, "ATOMS-9");
}

} // namespace case_rejection_test
} // namespace warplaw::spec
